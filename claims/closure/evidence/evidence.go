// Package evidence checks that a pointer of a grade leads somewhere: to a file of the
// submission, and to the line, cell, place or mark in it. What is found there is for
// graders to judge. Submissions are strangers' folders: nothing outside is opened, no link,
// pipe or device is read, and sizes are bounded.
package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/assaybench/assay/spec"
)

// Limits of what is read of a submission.
const (
	MaxFile   = 64 << 20 // of a file whose lines are counted
	maxParsed = 64 << 20 // of all documents that are kept parsed at one time
)

// Folder is a submission's folder, open for checks. It is not safe for concurrent use.
type Folder struct {
	root    *os.Root
	figures map[string]map[string]bool // marks by figure file
	lines   map[string]int
	parsed  map[string]*spec.Document
	held    int64
}

// Open opens a submission's folder. figures are those that the engine captured; marks are
// looked up in them.
func Open(dir string, figures []spec.Figure) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{root: root, figures: map[string]map[string]bool{}, lines: map[string]int{}, parsed: map[string]*spec.Document{}}
	for _, fig := range figures {
		marks := map[string]bool{}
		for _, a := range fig.Axes {
			marks[a.ID] = true
			for _, m := range a.Marks {
				at := a.ID + "/" + m.Mark
				marks[at] = true
				if m.Group != "" {
					marks[at+"/"+m.Group] = true
				}
			}
		}
		f.figures[path.Clean(fig.Path)] = marks
	}
	return f, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Check says why a pointer leads nowhere, or nil.
func (f *Folder) Check(p spec.EvidencePointer) error {
	name := filepath.FromSlash(p.File)
	if !filepath.IsLocal(name) {
		return errors.New("the file lies outside the submission")
	}
	name = filepath.Clean(name)
	st, err := f.stat(name)
	if err != nil {
		return err
	}
	if p.Line > 0 {
		n, err := f.count(name, st)
		if err != nil {
			return err
		}
		if p.Line > n {
			return fmt.Errorf("the file has %d lines, not %d", n, p.Line)
		}
	}
	if p.Cell > 0 {
		doc, err := f.parse(name, st)
		if err != nil {
			return err
		}
		cells, ok := doc.Lookup("/cells")
		list, isList := cells.([]any)
		if !ok || !isList {
			return errors.New("the file is no notebook: it has no list of cells")
		}
		if p.Cell > len(list) {
			return fmt.Errorf("the notebook has %d cells, not %d", len(list), p.Cell)
		}
	}
	if p.Pointer != "" {
		doc, err := f.parse(name, st)
		if err != nil {
			return err
		}
		if _, ok := doc.Lookup(p.Pointer); !ok {
			return fmt.Errorf("the document has nothing at %s", clip(p.Pointer))
		}
	}
	if p.Mark != "" {
		marks, ok := f.figures[path.Clean(p.File)]
		if !ok {
			return errors.New("the engine captured no figure of this file")
		}
		if !marks[p.Mark] {
			return fmt.Errorf("the captured figure has no mark %s", clip(p.Mark))
		}
	}
	return nil
}

// stat refuses everything but a regular file, on a way without links.
func (f *Folder) stat(name string) (fs.FileInfo, error) {
	parts := strings.Split(name, string(filepath.Separator))
	if len(parts) > 64 {
		return nil, errors.New("the path is too deep")
	}
	var st fs.FileInfo
	for i := range parts {
		var err error
		if st, err = f.root.Lstat(filepath.Join(parts[:i+1]...)); err != nil {
			return nil, errors.New("there is no such file")
		}
		if st.Mode()&fs.ModeSymlink != 0 {
			return nil, errors.New("it is reached over a link")
		}
	}
	if !st.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if st.Size() == 0 {
		return nil, errors.New("the file is empty")
	}
	return st, nil
}

// open opens a file that stat found; one that changed since is refused.
func (f *Folder) open(name string, st fs.FileInfo, limit int64) (*os.File, error) {
	if st.Size() > limit {
		return nil, fmt.Errorf("the file has %d bytes; at most %d are read", st.Size(), limit)
	}
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, errors.New("the file cannot be opened")
	}
	if now, err := file.Stat(); err != nil || !os.SameFile(st, now) {
		file.Close()
		return nil, errors.New("the file changed while it was read")
	}
	return file, nil
}

// count counts the lines of a file; a last one without a line break counts.
func (f *Folder) count(name string, st fs.FileInfo) (int, error) {
	if n, ok := f.lines[name]; ok {
		return n, nil
	}
	file, err := f.open(name, st, MaxFile)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	n, last := 0, byte('\n')
	buf := make([]byte, 64<<10)
	for r := io.LimitReader(file, MaxFile); ; {
		k, err := r.Read(buf)
		if k > 0 {
			n += bytes.Count(buf[:k], []byte{'\n'})
			last = buf[k-1]
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, errors.New("the file cannot be read")
		}
	}
	if last != '\n' {
		n++
	}
	f.lines[name] = n
	return n, nil
}

// parse reads a JSON document. Of many large ones only the last are kept.
func (f *Folder) parse(name string, st fs.FileInfo) (*spec.Document, error) {
	if doc, ok := f.parsed[name]; ok {
		if doc == nil {
			return nil, errors.New("the file is not JSON")
		}
		return doc, nil
	}
	file, err := f.open(name, st, spec.MaxJSONBytes)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, spec.MaxJSONBytes+1))
	if err != nil {
		return nil, errors.New("the file cannot be read")
	}
	doc, _ := spec.ParseJSON(name, data)
	if f.held += int64(len(data)); f.held > maxParsed {
		clear(f.parsed)
		f.held = int64(len(data))
	}
	f.parsed[name] = doc
	if doc == nil {
		return nil, errors.New("the file is not JSON")
	}
	return doc, nil
}

func clip(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}
