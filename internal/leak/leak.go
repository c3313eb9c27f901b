// Package leak searches what the author of a submission is given for what must stay hidden:
// the oracles' numbers, the slots of the specification, texts, paths and digests of the
// hidden folder.
package leak

import (
	"os"
	"path/filepath"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Search is what was searched for, where, and what was found.
type Search struct {
	Case    string    `json:"case"`
	Hidden  Count     `json:"hidden"` // what was searched for
	Visible Extent    `json:"visible"`
	Leaks   diag.List `json:"leaks"` // sorted by file, line and column, pointer and code
}

// Count counts hidden material by its kind.
type Count struct {
	Values   int `json:"values"`   // of results and stated magnitudes
	Others   int `json:"others"`   // uncertainties, statistics and p values
	Short    int `json:"short"`    // numbers of too few digits to be searched for
	Names    int `json:"names"`    // of slots and views
	Files    int `json:"files"`    // whose paths, digests and contents are searched for
	Passages int `json:"passages"` // runs of words
}

// Extent is how much was searched.
type Extent struct {
	Files int   `json:"files"`
	Texts int   `json:"texts"` // files, fields, notes and columns
	Bytes int64 `json:"bytes"` // of the texts
}

// Run searches the visible part of a case and the folders of submissions. The answers of
// the oracles are those of the case's own data. An error means that a folder or a data
// file cannot be read.
func Run(c *spec.CaseFolder, answers []spec.OracleReport, submissions []string) (*Search, error) {
	h, err := gather(c, answers)
	if err != nil {
		return nil, err
	}
	s := &searcher{hidden: h, found: &Search{Case: c.Case.ID, Hidden: h.count()}}
	if err := s.document(c); err != nil {
		return nil, err
	}
	for i, a := range c.Case.Data {
		data, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(a.Path)))
		if err != nil {
			return nil, err
		}
		if err := s.asset(c, i, data); err != nil {
			return nil, err
		}
	}
	if err := s.folder(c); err != nil {
		return nil, err
	}
	for _, dir := range submissions {
		if err := s.submission(dir); err != nil {
			return nil, err
		}
	}
	s.found.Leaks = append(diag.List{}, s.found.Leaks...).Sort()
	return s.found, nil
}

type searcher struct {
	hidden *hidden
	found  *Search
}

// leak adds what was found; at says where.
func (s *searcher) leak(code spec.Code, severity diag.Severity, at diag.Diagnostic, message, fix string) {
	at.Code, at.Severity, at.Message, at.Fix = string(code), severity, message, fix
	s.found.Leaks = append(s.found.Leaks, at)
}
