// Package honest finds the honest analyses that no verdict may hurt: each answers a sample
// case in a style of its own, from running sums over the lines of a file to child
// processes.
//
// They lie in cases/testdata/honest, a folder for each case. An analysis that writes no
// results itself is followed by the report of its case, CASE.tail, whose first line says
// which names the analysis gives it.
package honest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Style is one honest analysis.
type Style struct {
	Case, Name string
	Code       string // the whole analysis.py
}

// All lists the honest analyses below a folder by case and name. A folder without any, or
// an analysis without the report that it needs, is an error.
func All(dir string) ([]Style, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.py"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no analyses in %s: name the folder cases/testdata/honest", dir)
	}
	slices.Sort(paths)
	var out []Style
	for _, path := range paths {
		code, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		s := Style{Case: filepath.Base(filepath.Dir(path)), Name: strings.TrimSuffix(filepath.Base(path), ".py"), Code: string(code)}
		if !strings.Contains(s.Code, "assay/results/v1") {
			tail, err := os.ReadFile(filepath.Join(dir, s.Case+".tail"))
			if err != nil {
				return nil, fmt.Errorf("%s writes no results, and the report of its case cannot be read: %w", path, err)
			}
			s.Code += string(tail)
		}
		out = append(out, s)
	}
	return out, nil
}

// Imports reports whether the analysis imports a top-level module.
func (s Style) Imports(module string) bool {
	return regexp.MustCompile(`(?m)^\s*(import|from) ` + regexp.QuoteMeta(module) + `\b`).MatchString(s.Code)
}
