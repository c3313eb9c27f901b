package leak

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/internal/intervene"
	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// document searches case.json, string by string.
func (s *searcher) document(c *spec.CaseFolder) error {
	const name = "case.json"
	data, err := os.ReadFile(filepath.Join(c.Dir, name))
	if err != nil {
		return err
	}
	doc, list := spec.ParseJSON(name, data)
	if doc == nil {
		return list.Err()
	}
	s.found.Visible.Files++
	for _, f := range strs(doc.Root, "", nil) {
		place := func(int) diag.Diagnostic { return doc.Diagnose("", f.pointer, "", "") }
		s.text(text{text: f.text, place: place, numbers: true, names: true, prose: true})
	}
	return nil
}

// asset searches a data file: its text, the cells of columns that the specification does
// not use, columns that the manifest does not name, and notes. A number in a column that
// the answer is computed from may be the answer by right, as a median is.
func (s *searcher) asset(c *spec.CaseFolder, i int, data []byte) error {
	a := c.Case.Data[i]
	s.found.Visible.Files++
	if s.copied(a.Path, data) {
		return nil
	}
	format, err := table.FormatOf(a)
	if err != nil {
		return err
	}
	whole := func(int) diag.Diagnostic { return diag.Diagnostic{File: a.Path} }
	isText := slices.Contains([]string{"csv", "tsv", "json", "jsonl"}, format)
	if isText {
		s.text(text{text: string(data), place: places(a.Path, data), names: true})
	}
	notes, err := table.Notes(data, a)
	if err != nil {
		return err
	}
	for _, n := range notes {
		s.text(text{text: n.Text, place: whole, within: n.Where, numbers: true, names: true, prose: true})
	}
	t, err := table.Read(bytes.NewReader(data), a)
	if err != nil {
		return err
	}
	used := intervene.Mentioned(&c.Spec, t.Names())
	for _, col := range t.Frame().Columns {
		if len(a.Columns) > 0 && !slices.ContainsFunc(a.Columns, func(k spec.AssetColumn) bool { return k.Name == col.Name }) {
			s.leak(spec.LeakUndeclared, diag.Error, diag.Diagnostic{File: a.Path}, fmt.Sprintf("the manifest does not name the column %q", col.Name), "declare the column, or take it out")
		}
		switch {
		case col.Kind == spec.ColumnText && !isText:
			s.text(text{text: strings.Join(distinct(col.Text), "\n"), place: whole, within: fmt.Sprintf("column %q", col.Name), names: true})
		case col.Kind == spec.ColumnNumber && !slices.Contains(used, col.Name):
			s.column(a.Path, col.Name, t.Decimals(col.Name))
		}
	}
	return nil
}

func distinct(texts []string) []string {
	out := slices.Clone(texts)
	slices.Sort(out)
	return slices.Compact(out)
}

// column searches the numbers of a column.
func (s *searcher) column(file, name string, cells []string) {
	s.found.Visible.Texts++
	var nums []printed
	for i, cell := range cells {
		s.found.Visible.Bytes += int64(len(cell))
		if p, ok := asPrinted(cell); ok {
			p.at = i
			nums = append(nums, p)
		}
	}
	for _, secret := range [][]number{s.hidden.values, s.hidden.others} {
		if all := match(nums, secret); len(all) > 0 {
			first := all[0]
			s.leak(spec.LeakColumn, diag.Error, diag.Diagnostic{File: file}, fmt.Sprintf("the column %q, which the specification does not use, holds answers in %d of %d rows: %s in row %d is %s", name, len(all), len(cells), first.text, first.at+1, first.what), "take the column out of the data")
		}
	}
}

// What version control, interpreters, notebooks and editors leave, and what runs write.
var (
	leftFolders = []string{".git", ".hg", ".svn", ".bzr", "__pycache__", ".ipynb_checkpoints", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".cache", ".venv"}
	leftEndings = []string{".pyc", ".bak", ".orig", ".rej", ".swp", ".tmp", ".log", "~"}
	welcome     = []string{"readme", "license", "licence", "citation", "copying", "notice"}
)

// folder goes through what lies in the folder of a case beside case.json, the declared
// data, hidden/ and submissions/.
func (s *searcher) folder(c *spec.CaseFolder) error {
	declared := []string{"case.json"}
	for _, a := range c.Case.Data {
		declared = append(declared, path.Clean(a.Path))
	}
	own := append([]string{c.Case.Contract.Entry}, append(c.Case.Contract.Also, c.Case.Contract.Outputs...)...)
	return filepath.WalkDir(c.Dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.Dir, p)
		if err != nil || rel == "." {
			return err
		}
		name, base := filepath.ToSlash(rel), e.Name()
		at := diag.Diagnostic{File: name}
		left := func(what string) {
			s.leak(spec.LeakHistory, diag.Error, at, what, "take it out of the folder that authors are given")
		}
		switch {
		case name == "hidden", name == "submissions":
			return skip(e)
		case slices.Contains(leftFolders, base):
			left("what version control, an interpreter or an editor left may hold earlier states of what is hidden")
			return skip(e)
		case e.IsDir(), slices.Contains(declared, name):
			return nil
		case slices.ContainsFunc(leftEndings, func(end string) bool { return strings.HasSuffix(base, end) }):
			left("what an editor, an interpreter or a run left may hold what is hidden")
		case slices.Contains(own, base):
			left("this is a file of a submission: the results of an earlier run")
		case !e.Type().IsRegular():
			s.leak(spec.LeakUndeclared, diag.Error, at, "this is no plain file, and may lead to what is hidden", "put a plain file in its place, or take it out")
			return nil
		case strings.Contains(name, "/") || !slices.ContainsFunc(welcome, func(w string) bool { return strings.HasPrefix(strings.ToLower(base), w) }):
			s.leak(spec.LeakUndeclared, diag.Error, at, "case.json does not declare this file", "declare it as data, or take it out")
		}
		return s.file(p, name, text{numbers: true, names: true, prose: true})
	})
}

func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// submission searches a folder that was handed in for texts, paths and digests of the hidden
// folder. Its numbers may be the oracles', and its names are its own.
func (s *searcher) submission(dir string) error {
	return filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || e.Name() == "expected.json" {
			return err
		}
		return s.file(p, filepath.ToSlash(p), text{})
	})
}

// file searches a file beside the data, as a text where it is one.
func (s *searcher) file(path, name string, as text) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxText {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s.found.Visible.Files++
	if !s.copied(name, data) && utf8.Valid(data) {
		as.text, as.place = string(data), places(name, data)
		s.text(as)
	}
	return nil
}

// copied reports whether a file is one of the hidden folder, whatever its name.
func (s *searcher) copied(name string, data []byte) bool {
	from, ok := s.hidden.digests[digest(data)]
	if ok {
		s.leak(spec.LeakText, diag.Error, diag.Diagnostic{File: name}, "this is a copy of "+from, "take it out")
	}
	return ok
}

// places gives line and column of offsets in a file.
func places(name string, data []byte) func(int) diag.Diagnostic {
	return func(offset int) diag.Diagnostic {
		start := bytes.LastIndexByte(data[:offset], '\n') + 1
		return diag.Diagnostic{File: name, Line: table.LineAt(data, offset), Column: offset - start + 1}
	}
}
