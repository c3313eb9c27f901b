package table

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// archive is a ZIP file whose entries are inflated only up to a bound, together.
type archive struct {
	raw   *raw
	files map[string]*zip.File
	names []string // in the order of the file
	left  int64
	bytes int
}

// openArchive reads the directory of a ZIP file. format is what the file should be, most how many
// bytes are inflated at most.
func openArchive(data []byte, r *raw, format string, most int64) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, broken(r, format, err)
	}
	a := &archive{raw: r, files: map[string]*zip.File{}, left: min(most, 1<<26+inflation*int64(len(data))), bytes: len(data)}
	for _, f := range z.File {
		name := strings.TrimPrefix(f.Name, "/")
		if a.files[name] != nil {
			return nil, broken(r, format, fmt.Sprintf("%q occurs twice in it", name))
		}
		a.files[name] = f
		a.names = append(a.names, name)
	}
	return a, nil
}

// read inflates an entry; nil where there is none.
func (a *archive) read(name, format string) ([]byte, error) {
	f := a.files[name]
	if f == nil {
		return nil, nil
	}
	r, err := f.Open()
	if err != nil {
		return nil, broken(a.raw, format, err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, a.left+1))
	if a.left -= int64(len(data)); a.left < 0 {
		return nil, broken(a.raw, format, roomError(a.bytes))
	}
	if err != nil {
		return nil, broken(a.raw, format, fmt.Sprintf("%s: %v", name, err))
	}
	return data, nil
}
