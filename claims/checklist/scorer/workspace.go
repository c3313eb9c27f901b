package scorer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Limits of what is read of a workspace.
const (
	maxReport = 16 << 20
	maxImage  = 10 << 20 // of one image, as the benchmark has it
	maxFiles  = 20_000   // entries looked at below outputs/ and report/
	maxLooked = 100      // images read
	maxKept   = 32 << 20 // bytes of images kept in memory
)

// Workspace is what one run left. Nothing in it is trusted: what it says of itself is
// kept for the record only.
type Workspace struct {
	RunID    string // name of the folder
	Agent    string // as _meta.json says
	Report   string // name of the report; empty where there is none
	Text     string // of the report, with U+FFFD for bytes that are no UTF-8
	SHA256   string // of the report's bytes
	Figures  []Figure
	Findings []spec.Finding

	root *os.Root
}

// Figure is one image of a workspace.
type Figure struct {
	Name   string
	SHA256 string
	MIME   string

	data []byte // nil where it is read again
}

// LoadWorkspace reads the workspace of a run and holds it against the task: what claims to
// be of another task, or states other instructions, is noted and otherwise passed over. The error is
// for a directory that cannot be opened. Close it after use.
func LoadWorkspace(dir string, t *Task) (*Workspace, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	w := &Workspace{RunID: nameOf(dir), root: root}
	w.meta(t)
	w.report()
	w.figures()
	return w, nil
}

// Close ends reading.
func (w *Workspace) Close() error { return w.root.Close() }

// Image is the content of a figure. A judge refuses one that is no longer what SHA256 says.
func (w *Workspace) Image(f Figure) ([]byte, error) {
	if f.data != nil {
		return f.data, nil
	}
	return readBounded(w.root, f.Name, maxImage)
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func (w *Workspace) note(code spec.Code, severity spec.Severity, file, message, fix string) {
	w.Findings = append(w.Findings, spec.Finding{Code: code, Severity: severity, Place: spec.Place{File: file}, Message: message, Fix: fix})
}

// meta reads _meta.json, and looks whether the workspace agrees with the task.
func (w *Workspace) meta(t *Task) {
	tampered := func(file, message string) {
		w.note(spec.ChecklistTampered, spec.SeverityWarning, file, message, "Nothing of it was used: task and instructions come from the task folder.")
	}
	if data, err := readBounded(w.root, "_meta.json", spec.MaxJSONBytes); err == nil {
		var m struct {
			Task  string `json:"task_id"`
			Run   string `json:"run_id"`
			Agent string `json:"agent_name"`
		}
		if json.Unmarshal(data, &m) != nil {
			tampered("_meta.json", "_meta.json cannot be read.")
		}
		w.Agent = m.Agent
		if m.Task != "" && m.Task != t.ID {
			tampered("_meta.json", fmt.Sprintf("It says that the task is %.80q; it was scored as %q.", m.Task, t.ID))
		}
		if m.Run != "" && m.Run != w.RunID {
			tampered("_meta.json", fmt.Sprintf("It says that the run is %.80q; its folder is %q.", m.Run, w.RunID))
		}
	}
	// The workspace's copy holds paths of its own, so that it need not be equal.
	if data, err := readBounded(w.root, "INSTRUCTIONS.md", maxReport); err == nil && !strings.Contains(squeeze(string(data)), squeeze(t.Task.Task)) {
		tampered("INSTRUCTIONS.md", "Its INSTRUCTIONS.md does not hold the text of the task.")
	}
}

// squeeze makes every stretch of white space one space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// report reads report/report.md, or else the first other report/*.md by name.
func (w *Workspace) report() {
	names := []string{"report/report.md"}
	if entries, err := fs.ReadDir(w.root.FS(), "report"); err == nil {
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".md") && e.Name() != "report.md" {
				names = append(names, "report/"+e.Name())
			}
		}
	}
	why := ""
	for _, name := range names {
		data, err := readBounded(w.root, name, maxReport)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			why = err.Error()
			continue
		case strings.TrimSpace(string(data)) == "":
			why = name + " is empty"
			continue
		}
		if why != "" {
			w.note(spec.ChecklistNoReport, spec.SeverityWarning, name, "It is judged in place of another: "+why+".", "Write the report to report/report.md.")
		}
		w.Report, w.Text, w.SHA256 = name, strings.ToValidUTF8(string(data), "\uFFFD"), digest(data)
		return
	}
	w.note(spec.ChecklistNoReport, spec.SeverityError, "report/report.md", "There is nothing to judge: "+cmp.Or(why, "there is no report/report.md")+".", "Write the report to report/report.md.")
}

var extensions = map[string]bool{".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".bmp": true, ".webp": true, ".svg": true}

// named lists what a report shows, in order: targets of Markdown links and images, and of
// src in HTML. It takes time in proportion to the text, whatever stands there.
func named(text string) []string {
	var out []string
	link, src := finder{text: text, word: "]("}, finder{text: text, word: "src"}
	for at := 0; len(out) < maxFiles; {
		l, s := link.from(at), src.from(at)
		end := ") \t\r\n>"
		switch {
		case l == len(text) && s == len(text):
			return out
		case l < s:
			at = skip(text, l+2)
			if strings.HasPrefix(text[at:], "<") {
				at++
			}
		default:
			at = skip(text, s+3)
			if !strings.HasPrefix(text[at:], "=") {
				continue
			}
			at = skip(text, at+1)
			if at == len(text) || text[at] != '"' && text[at] != '\'' {
				continue
			}
			end, at = text[at:at+1], at+1
		}
		n := strings.IndexAny(text[at:], end)
		if n < 0 {
			return out
		}
		if n > 0 {
			out = append(out, strings.ReplaceAll(text[at:at+n], "%20", " "))
		}
		at += n
	}
	return out
}

// finder finds a word from ever later places of a text, and looks at no place twice.
type finder struct {
	text, word string
	found      int  // of the last search
	begun      bool // there was one
}

// from is where the word next begins at or after a place; the text's length where it does not.
func (f *finder) from(at int) int {
	if !f.begun || f.found < at {
		f.begun = true
		if f.found = strings.Index(f.text[at:], f.word); f.found < 0 {
			f.found = len(f.text)
		} else {
			f.found += at
		}
	}
	return f.found
}

// skip is the first place at or after i without white space.
func skip(text string, i int) int {
	for i < len(text) && strings.IndexByte(" \t\r\n", text[i]) >= 0 {
		i++
	}
	return i
}

// figures lists the images of a workspace: those that the report shows, in the order of
// its text, then the others of report/, then those of outputs/, by name. One image under
// two names is one.
func (w *Workspace) figures() {
	rank := map[string]int{}
	for _, target := range named(w.Text) {
		for _, p := range []string{path.Join("report", target), path.Clean(target)} {
			if _, seen := rank[p]; !seen {
				rank[p] = len(rank)
			}
		}
	}
	var names []string
	count := 0
	for _, dir := range []string{"report", "outputs"} {
		_ = fs.WalkDir(w.root.FS(), dir, func(name string, e fs.DirEntry, err error) error {
			switch count++; {
			case count > maxFiles:
				return fs.SkipAll
			case err != nil:
				return fs.SkipDir
			}
			if e.Type().IsRegular() && extensions[strings.ToLower(path.Ext(name))] {
				names = append(names, name)
			}
			return nil
		})
	}
	if count > maxFiles {
		w.note(spec.ChecklistFigures, spec.SeverityWarning, "", fmt.Sprintf("Only %d files were looked at.", maxFiles), "Leave fewer files in report/ and outputs/.")
	}
	place := func(name string) int {
		if i, ok := rank[name]; ok {
			return i
		}
		if strings.HasPrefix(name, "report/") {
			return len(rank)
		}
		return len(rank) + 1
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b)) })
	if n := len(names); n > maxLooked {
		names = names[:maxLooked]
		w.note(spec.ChecklistFigures, spec.SeverityWarning, "", fmt.Sprintf("Of %d images only %d were looked at, those that the report shows first.", n, maxLooked), "Leave fewer images in report/ and outputs/.")
	}
	seen, kept := map[string]bool{}, 0
	for _, name := range names {
		data, err := readBounded(w.root, name, maxImage)
		var kind string
		if err == nil {
			kind, err = pictureType(data)
		}
		if err != nil {
			w.note(spec.ChecklistFigures, spec.SeverityWarning, name, fmt.Sprintf("It is not shown to the judge: %v.", err), "Save figures as PNG below report/images.")
			continue
		}
		f := Figure{Name: name, SHA256: digest(data), MIME: kind}
		if !seen[f.SHA256] {
			seen[f.SHA256] = true
			if kept+len(data) <= maxKept {
				f.data, kept = data, kept+len(data)
			}
			w.Figures = append(w.Figures, f)
		}
	}
}
