package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// arrays are the arrays of a NumPy file, side by side: the bytes of their items move.
type arrays struct {
	edits
	path    string
	files   [][]byte // of NumPy's format, one for each array
	parsed  []*table.Array
	heads   []string
	at      [][2]int    // array and its column, by column
	archive *zip.Reader // nil for a file of one array
	entries []int       // of the archive, by array
}

func openArrays(data []byte, a spec.Asset) (*arrays, error) {
	s := &arrays{path: a.Path}
	if format, _ := table.FormatOf(a); format == "npy" {
		if err := s.add(data, func(arr *table.Array) []string { return arr.NamesFor(a) }); err != nil {
			return nil, err
		}
	} else if err := s.open(data); err != nil {
		return nil, err
	}
	if len(s.parsed) == 0 {
		return nil, s.fail("holds no arrays")
	}
	s.edits = newEdits(len(s.heads), s.parsed[0].Rows(), func(column, row int) string {
		return s.parsed[s.at[column][0]].Text(row, s.at[column][1])
	})
	return s, nil
}

func (s *arrays) fail(format string, args ...any) error {
	return &table.Error{Code: table.CodeInvalid, File: s.path, Msg: fmt.Sprintf(format, args...)}
}

func (s *arrays) add(file []byte, names func(*table.Array) []string) error {
	arr, err := table.ParseArray(file)
	if err != nil {
		return s.fail("%v", err)
	}
	if len(s.parsed) > 0 && arr.Rows() != s.parsed[0].Rows() {
		return s.fail("has arrays of %d and %d rows", s.parsed[0].Rows(), arr.Rows())
	}
	for j, name := range names(arr) {
		s.heads, s.at = append(s.heads, name), append(s.at, [2]int{len(s.parsed), j})
	}
	s.files, s.parsed = append(s.files, file), append(s.parsed, arr)
	return nil
}

func (s *arrays) open(data []byte) (err error) {
	if s.archive, err = zip.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
		return s.fail("is not a readable NumPy file (%v)", err)
	}
	for i, f := range s.archive.File {
		r, err := f.Open()
		if err != nil {
			return s.fail("%s: %v", f.Name, err)
		}
		body, err := io.ReadAll(io.LimitReader(r, table.MaxBytes))
		r.Close()
		if err != nil {
			return s.fail("%s: %v", f.Name, err)
		}
		s.entries = append(s.entries, i)
		name := strings.TrimSuffix(strings.TrimPrefix(f.Name, "/"), ".npy")
		if err := s.add(body, func(arr *table.Array) []string { return arr.NamesIn(name) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *arrays) names() []string { return s.heads }

func (s *arrays) bytes(order []int) ([]byte, error) {
	files := make([][]byte, len(s.files))
	changed := make([]*table.Array, len(s.files))
	for i, file := range s.files {
		files[i] = slices.Clone(file)
		var err error
		if changed[i], err = table.ParseArray(files[i]); err != nil {
			return nil, s.fail("%v", err)
		}
	}
	for j, at := range s.at {
		for i, row := range order {
			from, content, known := s.source(j, row)
			if known {
				copy(changed[at[0]].Bytes(i, at[1]), s.parsed[at[0]].Bytes(from, at[1]))
			} else if err := changed[at[0]].SetNumber(i, at[1], content); err != nil {
				return nil, s.fail("column %s cannot be changed: %v", s.heads[j], err)
			}
		}
	}
	if s.archive == nil {
		return files[0], nil
	}
	return s.pack(files)
}

// pack writes the entries with the names, times and compression that they had.
func (s *arrays) pack(files [][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for k, i := range s.entries {
		f := s.archive.File[i]
		h := f.FileHeader
		h.Modified = time.Time{} // the time stays in the form that it had
		e, err := w.CreateHeader(&h)
		if err != nil {
			return nil, s.fail("%v", err)
		}
		if _, err := e.Write(files[k]); err != nil {
			return nil, s.fail("%v", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, s.fail("%v", err)
	}
	return out.Bytes(), nil
}
