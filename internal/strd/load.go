package strd

import (
	"fmt"
	"os"
	"path/filepath"
)

// Load reads the sets of a folder that has one folder for each of Kinds, with the files
// *.dat as NIST publishes them. A folder without files is an error, so that nothing is
// certified by an empty list.
func Load(dir string) ([]Set, error) {
	var out []Set
	for _, k := range Kinds {
		folder := filepath.Join(dir, string(k))
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		before := len(out)
		for _, e := range entries { // sorted by name
			if filepath.Ext(e.Name()) != ".dat" {
				continue
			}
			s, err := loadFile(filepath.Join(folder, e.Name()))
			if err != nil {
				return nil, fmt.Errorf("%s/%s: %w", k, e.Name(), err)
			}
			if s.Kind != k {
				return nil, fmt.Errorf("%s/%s: the set is of the kind %s", k, e.Name(), s.Kind)
			}
			if s.Name+".dat" != e.Name() {
				return nil, fmt.Errorf("%s/%s: the set calls itself %s", k, e.Name(), s.Name)
			}
			out = append(out, s)
		}
		if len(out) == before {
			return nil, fmt.Errorf("%s holds no .dat file", folder)
		}
	}
	return out, nil
}

func loadFile(path string) (Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return Set{}, err
	}
	defer f.Close()
	return Read(f)
}
