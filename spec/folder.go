package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/assaybench/assay/internal/diag"
)

// Codes of diagnostics about folders.
const (
	CodeCaseFile   = "case.file"
	CodeCaseDigest = "case.digest"
	CodeFileRead   = "file.unreadable"
)

// MaxAssetBytes bounds one data file.
const MaxAssetBytes = 1 << 30

// CaseFolder is a case as it lies on disk, read and checked.
type CaseFolder struct {
	Dir    string
	Case   Case
	Spec   Specification
	Doc    *Document // spec.json, for places
	Digest string    // over case.json, hidden/spec.json and every asset
}

// LoadCase reads case.json and hidden/spec.json of a folder, lints them, and checks
// the digest of every asset. An error means that the folder does not exist or cannot
// be read; whatever is wrong with its content is a diagnostic.
func LoadCase(dir string) (*CaseFolder, Diagnostics, error) {
	if st, err := os.Stat(dir); err != nil {
		return nil, nil, err
	} else if !st.IsDir() {
		return nil, nil, &fs.PathError{Op: "open case", Path: dir, Err: syscall.ENOTDIR}
	}
	f := &CaseFolder{Dir: dir}
	sum := sha256.New()
	var list Diagnostics
	caseData, more := readFile(dir, "case.json")
	list = append(list, more...)
	specData, more := readFile(dir, "hidden/spec.json")
	list = append(list, more...)
	if list.Errors() {
		return nil, list.Sort(), nil
	}
	fmt.Fprintf(sum, "case.json %d\n%s\nhidden/spec.json %d\n%s\n", len(caseData), caseData, len(specData), specData)
	c, more := ReadCase("case.json", caseData)
	list = append(list, more...)
	s, doc, more := ReadSpecification("hidden/spec.json", specData)
	list = append(list, more...)
	if c == nil || s == nil {
		return nil, list.Sort(), nil
	}
	f.Case, f.Spec, f.Doc = *c, *s, doc
	list = append(list, Lint(s, c, doc)...)
	for i, a := range c.Data {
		got, err := digestFile(filepath.Join(dir, filepath.FromSlash(a.Path)))
		pointer := at("data", i, "path")
		switch {
		case err != nil:
			list = append(list, Diagnostic{Code: CodeCaseFile, Severity: diag.Error, File: "case.json", Pointer: pointer, Message: fmt.Sprintf("the data file %s cannot be read: %v", a.Path, plain(err)), Fix: "put the file into the case folder, or correct the manifest"})
		case got != a.SHA256:
			list = append(list, Diagnostic{Code: CodeCaseDigest, Severity: diag.Error, File: "case.json", Pointer: at("data", i, "sha256"), Message: fmt.Sprintf("%s has sha256 %s, the manifest says %s", a.Path, got, a.SHA256), Fix: "restore the file, or correct the manifest"})
		}
		fmt.Fprintf(sum, "%s %s\n", a.Path, got)
	}
	f.Digest = hex.EncodeToString(sum.Sum(nil))
	return f, list.Sort(), nil
}

// LintSource checks hidden/source.json of a case folder against its manifest.
func (f *CaseFolder) LintSource() Diagnostics {
	data, list := readFile(f.Dir, "hidden/source.json")
	if list.Errors() {
		return list
	}
	src, list := ReadSource("hidden/source.json", data)
	if src == nil {
		return list
	}
	for i, a := range f.Case.Data {
		j := slices.IndexFunc(src.Files, func(s SourceFile) bool { return s.Path == a.Path })
		switch {
		case j < 0:
			list = append(list, Diagnostic{Code: CodeCaseFile, Severity: diag.Error, File: "hidden/source.json", Pointer: "/files", Message: "the origin of " + a.Path + " is not stated", Fix: "add an entry with its checksum"})
		case src.Files[j].SHA256 != a.SHA256:
			list = append(list, Diagnostic{Code: CodeCaseDigest, Severity: diag.Error, File: "hidden/source.json", Pointer: at("files", j, "sha256"), Message: fmt.Sprintf("the checksum of %s differs from that of case.json (data %d)", a.Path, i), Fix: "state one checksum"})
		}
	}
	return list.Sort()
}

// SubmissionFolder is a submission as it lies on disk: the five files, as bytes, and
// what is wrong with them.
type SubmissionFolder struct {
	Dir      string
	Name     string
	Entry    string            // the analysis: the contract's entry, or one that may stand in its place
	Files    map[string][]byte // by name; only regular files of bounded size
	Extra    []string          // other names in the folder: never visible to the run
	Digest   string            // over the five files
	Problems Diagnostics       // missing, no regular file, too large, malformed
}

// MaxSubmissionFile bounds each of the five files.
const MaxSubmissionFile = 16 << 20

// LoadSubmission reads the five files of a submission without following links. An
// error means that the folder does not exist; whatever is wrong with the files is
// judged, not refused, and stands in Problems.
func LoadSubmission(dir string, c *Case) (*SubmissionFolder, error) {
	st, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		return nil, &fs.PathError{Op: "open submission", Path: dir, Err: syscall.ENOTDIR}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s := &SubmissionFolder{Dir: dir, Name: filepath.Base(abs), Files: map[string][]byte{}}
	s.Entry = handedIn(dir, c.Contract)
	names := append([]string{s.Entry}, c.Contract.Outputs...)
	slices.Sort(names)
	sum := sha256.New()
	for _, name := range names {
		data, err := readRegular(filepath.Join(dir, name), MaxSubmissionFile)
		if err != nil {
			s.problem(name, fmt.Sprintf("%s %v", name, err), "hand in the five files as regular files")
			fmt.Fprintf(sum, "%s missing\n", name)
			continue
		}
		s.Files[name] = data
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data)
		s.check(name, data)
	}
	s.Digest = hex.EncodeToString(sum.Sum(nil))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) && e.Name() != "expected.json" {
			s.Extra = append(s.Extra, e.Name())
		}
	}
	slices.Sort(s.Extra)
	s.Problems = s.Problems.Sort()
	return s, nil
}

// handedIn is the first of the entries that a contract allows which lies in a folder; the
// contract's own where none does.
func handedIn(dir string, c Contract) string {
	for _, name := range append([]string{c.Entry}, c.Also...) {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return name
		}
	}
	return c.Entry
}

// For is the case as it stands for a submission: its contract names the entry that was
// handed in.
func (f *CaseFolder) For(s *SubmissionFolder) *CaseFolder {
	if s.Entry == "" || s.Entry == f.Case.Contract.Entry {
		return f
	}
	out := *f
	out.Case.Contract.Entry = s.Entry
	return &out
}

// check reads the handed-in copy of a document as strictly as its regeneration.
func (s *SubmissionFolder) check(name string, data []byte) {
	switch name {
	case FileResults:
		_, _, list := ReadResults(name, data)
		s.Problems = append(s.Problems, list...)
	case FileClaims:
		_, _, list := ReadClaims(name, data)
		s.Problems = append(s.Problems, list...)
	case FileProvenance:
		_, list := ReadProvenance(name, data)
		s.Problems = append(s.Problems, list...)
	default:
		if len(data) == 0 {
			s.problem(name, name+" is empty", "hand in the file that the analysis needs or writes")
		}
	}
}

func (s *SubmissionFolder) problem(name, message, fix string) {
	s.Problems = append(s.Problems, Diagnostic{Code: string(SubmissionFile), Severity: diag.Error, File: name, Message: message, Fix: fix})
}

var (
	errNotThere   = errors.New("is missing")
	errNotRegular = errors.New("is not a regular file")
	errTooLarge   = errors.New("is too large")
)

// readRegular reads a regular file of at most limit bytes; a link is never followed.
func readRegular(path string, limit int64) ([]byte, error) {
	st, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errNotThere
	case err != nil:
		return nil, plain(err)
	case !st.Mode().IsRegular():
		return nil, fmt.Errorf("%w: it is a %s", errNotRegular, modeWord(st.Mode()))
	case st.Size() > limit:
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", errTooLarge, st.Size(), limit)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !os.SameFile(st, now) {
		return nil, errors.New("changed while it was read")
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, plain(err)
	case int64(len(data)) > limit:
		return nil, errTooLarge
	}
	return data, nil
}

func modeWord(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "link"
	case m.IsDir():
		return "directory"
	case m&fs.ModeNamedPipe != 0:
		return "pipe"
	case m&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// ReadArtifact reads a regenerated file of a run's output folder without following links.
func ReadArtifact(dir, name string) ([]byte, error) {
	return readRegular(filepath.Join(dir, name), MaxSubmissionFile)
}

func readFile(dir, name string) ([]byte, Diagnostics) {
	data, err := readRegular(filepath.Join(dir, filepath.FromSlash(name)), MaxJSONBytes)
	if err != nil {
		return nil, Diagnostics{{Code: CodeCaseFile, Severity: diag.Error, File: name, Message: fmt.Sprintf("%s %v", name, err), Fix: "see docs/format/case.md for the files of a case"}}
	}
	return data, nil
}

func digestFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil {
		return "", err
	} else if !st.Mode().IsRegular() {
		return "", errNotRegular
	} else if st.Size() > MaxAssetBytes {
		return "", errTooLarge
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// plain drops the path that an error of the system repeats.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
