package grader

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	_ "image/gif" // decoders of DecodeConfig
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
)

// Limits of what a judge is shown of a submission.
const (
	MaxText   = 60_000  // bytes of one file
	MaxTexts  = 200_000 // bytes of all texts
	MaxImages = 15
	maxRead   = 16 << 20 // of one file
	maxImage  = 10 << 20
	maxWalk   = 2_000 // entries looked at
)

// Material is what a submission holds that a judge can be shown. Texts have the number of
// each line before it, so that evidence can name lines.
type Material struct {
	Texts  []File
	Images []File
	Others []string       // files that are named only
	Notes  []spec.Finding // what was left out or cut
}

// File is one file of a submission.
type File struct {
	Name string
	Data []byte // of a text: numbered lines
}

// order is how early a text is shown, by its kind: reports, then records, then code, then data.
func order(name string) int {
	if name == spec.FileResults || name == spec.FileClaims {
		return 1
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".txt", ".tex", ".rst", ".html":
		return 0
	case ".ipynb", ".py", ".jl", ".r", ".go", ".m", ".c", ".cc", ".cpp", ".f90", ".rs":
		return 2
	case ".json", ".csv", ".tsv", ".dat":
		return 4
	}
	return 3
}

// ReadMaterial reads a submission's folder. Links, pipes and devices are passed over.
func ReadMaterial(dir string) (*Material, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	m := &Material{}
	var names []string
	walked := 0
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if walked++; walked > maxWalk {
			m.note("", fmt.Sprintf("only the first %d files were looked at", maxWalk))
			return fs.SkipAll
		}
		switch {
		case err != nil:
			m.note(name, "it cannot be read")
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			names = append(names, name)
		case !d.IsDir():
			m.note(name, "it is no regular file, and is not shown")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a, b)) })
	left := MaxTexts
	for _, name := range names {
		m.add(root, name, &left)
	}
	return m, nil
}

func (m *Material) note(name, message string) {
	if name != "" {
		message = fmt.Sprintf("%s: %s", name, message)
	}
	m.Notes = append(m.Notes, spec.Finding{Code: spec.ClosureCut, Severity: spec.SeverityWarning, Place: spec.Place{File: name}, Message: "of what the judge was shown: " + message, Fix: "leave fewer and shorter files in the submission, the report first"})
}

func (m *Material) add(root *os.Root, name string, left *int) {
	data, err := read(root, name)
	switch {
	case err != nil:
		m.note(name, err.Error())
	case len(data) == 0:
		m.Others = append(m.Others, name+" (empty)")
	case picture(data):
		if len(m.Images) == MaxImages || len(data) > maxImage {
			m.note(name, "the image is left out")
			return
		}
		m.Images = append(m.Images, File{name, data})
	case !text(data):
		m.Others = append(m.Others, fmt.Sprintf("%s (%d bytes)", name, len(data)))
	default:
		shown, whole := numbered(data, min(MaxText, *left))
		if *left -= len(shown); !whole {
			m.note(name, fmt.Sprintf("it is cut after %d lines", bytes.Count(shown, []byte{'\n'})))
		}
		if len(shown) > 0 {
			m.Texts = append(m.Texts, File{name, shown})
		}
	}
}

func read(root *os.Root, name string) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, fmt.Errorf("it cannot be opened")
	}
	defer f.Close()
	st, err := f.Stat()
	switch {
	case err != nil || !st.Mode().IsRegular():
		return nil, fmt.Errorf("it is no regular file")
	case st.Size() > maxRead:
		return nil, fmt.Errorf("it has %d bytes, and is left out", st.Size())
	}
	data := make([]byte, st.Size())
	n, err := f.ReadAt(data, 0)
	if n < len(data) {
		return nil, fmt.Errorf("it cannot be read: %v", err)
	}
	return data, nil
}

// picture reports whether data are an image that judges read.
func picture(data []byte) bool {
	if len(data) >= 16 && bytes.HasPrefix(data, []byte("RIFF")) && string(data[8:12]) == "WEBP" {
		return true
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && c.Width > 0 && c.Height > 0 && c.Width <= 1<<15 && c.Height <= 1<<15
}

func text(data []byte) bool { return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 }

// numbered puts its number before each line, and stops before the first that would go
// beyond the limit.
func numbered(data []byte, limit int) (out []byte, whole bool) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		head := fmt.Sprintf("%4d| ", n)
		if len(out)+len(head)+len(line)+1 > limit {
			return out, false
		}
		out = append(append(out, head...), bytes.TrimRight(line, "\r\n")...)
		out = append(out, '\n')
	}
	return out, true
}
