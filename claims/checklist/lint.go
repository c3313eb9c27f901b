package checklist

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Codes of diagnostics about checklists.
const (
	CodeFile       = "checklist.file"           // a file of the folder is missing or no regular file
	CodeWeight     = "checklist.weight"         // a weight is no finite number from 0
	CodeWeights    = "checklist.weights"        // the weights sum to 0, or not to 1
	CodeDuplicate  = "checklist.duplicate-item" // two items say the same, or two records are of one item
	CodePath       = "checklist.path"           // an item has no path where it needs one, or one that leaves the folder
	CodeImage      = "checklist.image"          // the target image is not there
	CodeEmptyText  = "checklist.empty-item"     // an item asks nothing
	CodeState      = "checklist.state"          // a record's state and score do not go together
	CodeRun        = "checklist.run"            // a run names no task or no agent
	CodeTotal      = "checklist.total"          // a stated total is not that of its items
	CodeIncomplete = "checklist.incomplete"     // an interval was to be compared with a total
	CodeSettings   = "checklist.settings"       // totals of different settings were to be compared
)

// Folder is a task folder that was read without an error in its documents.
type Folder struct {
	Task      *TaskInfo
	Checklist *Checklist
}

// maxWeight keeps weighted sums finite whatever a file says.
const maxWeight = 1e100

func weight(n json.Number) (float64, bool) {
	w, err := strconv.ParseFloat(string(n), 64)
	return w, err == nil && w >= 0 && w <= maxWeight
}

func badWeight(doc *spec.Document, at string, n json.Number) spec.Diagnostic {
	return doc.Diagnose(CodeWeight, at, fmt.Sprintf("the weight %.40s is no finite number from 0", n), "give each item a weight of 0 or more; they usually sum to 1")
}

// lint says what a schema cannot: of weights, of items that repeat, of paths.
func (c *Checklist) lint(doc *spec.Document) spec.Diagnostics {
	var list spec.Diagnostics
	sum, bad, seen := 0.0, false, map[string]int{}
	for i, it := range c.Items {
		at := "/" + strconv.Itoa(i)
		w, ok := weight(it.Weight)
		if !ok {
			bad = true
			list = append(list, badWeight(doc, at+"/weight", it.Weight))
		}
		sum += w
		text := strings.Join(strings.Fields(it.Content), " ")
		key := string(it.Kind) + "\x00" + text
		if it.Path != nil {
			key += "\x00" + *it.Path
		}
		if text == "" {
			list = append(list, doc.Diagnose(CodeEmptyText, at+"/content", "the item has no content", "say what a report must hold"))
		} else if first, dup := seen[key]; dup {
			list = append(list, doc.Diagnose(CodeDuplicate, at, fmt.Sprintf("the item repeats item %d", first), "keep one of them, with the weight of both"))
		} else {
			seen[key] = i
		}
		switch {
		case it.Kind == Text && it.Path != nil:
			list = append(list, doc.Diagnose(CodePath, at+"/path", "an item of text has a path", "write null, or make it an image"))
		case it.Kind == Image && it.Path == nil:
			list = append(list, doc.Diagnose(CodePath, at+"/path", "an image item has no path", "name its target image below target_study"))
		case it.Kind == Image && !local(*it.Path):
			list = append(list, doc.Diagnose(CodePath, at+"/path", fmt.Sprintf("the path %q leaves the folder", *it.Path), "write a path below target_study with forward slashes"))
		}
	}
	switch {
	case bad:
	case sum == 0:
		list = append(list, doc.Diagnose(CodeWeights, "", "the weights sum to 0, so there is no total", "give at least one item a weight above 0"))
	case math.Abs(sum-1) > 1e-9:
		list = append(list, warn(doc.Diagnose(CodeWeights, "", fmt.Sprintf("the weights sum to %.6g, not 1; totals divide by the sum", sum), "")))
	}
	return list
}

// local holds for a path that stays below its folder on every system.
func local(p string) bool {
	return p != "" && !strings.ContainsAny(p, "\\\x00") && !strings.HasPrefix(p, "/") && filepath.IsLocal(filepath.FromSlash(p))
}

// LoadFolder reads a task folder and looks for the files that it names. Missing target
// images are errors, missing data are warnings. Links that leave the folder are not
// followed. The folder is nil where a document has an error; err is for a directory that
// cannot be opened.
func LoadFolder(dir string) (*Folder, spec.Diagnostics, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	f, list := &Folder{}, spec.Diagnostics{}
	if data, d := readIn(root, "task_info.json"); d != nil {
		list = append(list, *d)
	} else {
		var more spec.Diagnostics
		f.Task, more = ReadTaskInfo("task_info.json", data)
		list = append(list, more...)
	}
	const name = "target_study/checklist.json"
	if data, d := readIn(root, name); d != nil {
		list = append(list, *d)
	} else {
		c, doc, more := readChecklist(name, data)
		if list = append(list, more...); !more.Errors() {
			f.Checklist = c
		}
		if c != nil {
			list = append(list, c.images(root, doc)...)
		}
	}
	if f.Task != nil {
		list = append(list, f.Task.files(root)...)
	}
	if f.Task == nil || f.Checklist == nil {
		f = nil
	}
	return f, list.Sort(), nil
}

func (c *Checklist) images(root *os.Root, doc *spec.Document) spec.Diagnostics {
	var list spec.Diagnostics
	for i, it := range c.Items {
		if it.Kind != Image || it.Path == nil || !local(*it.Path) {
			continue
		}
		st, err := root.Stat("target_study/" + *it.Path)
		switch at := "/" + strconv.Itoa(i) + "/path"; {
		case err != nil:
			list = append(list, doc.Diagnose(CodeImage, at, fmt.Sprintf("the target image %q: %v", *it.Path, plain(err)), "put it there; without it the item cannot be judged"))
		case !st.Mode().IsRegular() || st.Size() == 0:
			list = append(list, doc.Diagnose(CodeImage, at, fmt.Sprintf("the target image %q is empty or no regular file", *it.Path), "put the image there"))
		}
	}
	return list
}

func (t *TaskInfo) files(root *os.Root) spec.Diagnostics {
	var list spec.Diagnostics
	for i, d := range t.Data {
		p := strings.TrimPrefix(d.Path, "./")
		at := fmt.Sprintf("/data/%d/path", i)
		if !local(p) {
			list = append(list, spec.Diagnostic{Code: CodePath, Severity: diag.Error, File: "task_info.json", Pointer: at, Message: fmt.Sprintf("the path %q leaves the folder", d.Path), Fix: "write a path such as ./data/name"})
		} else if _, err := root.Stat(filepath.FromSlash(p)); err != nil {
			list = append(list, spec.Diagnostic{Code: CodeFile, Severity: diag.Warning, File: "task_info.json", Pointer: at, Message: fmt.Sprintf("the data %q: %v", d.Path, plain(err))})
		}
	}
	return list
}

func readIn(root *os.Root, name string) ([]byte, *spec.Diagnostic) {
	fail := func(message string) ([]byte, *spec.Diagnostic) {
		return nil, &spec.Diagnostic{Code: CodeFile, Severity: diag.Error, File: name, Message: message, Fix: "a task folder has task_info.json and target_study/checklist.json"}
	}
	st, err := root.Stat(name)
	switch {
	case err != nil:
		return fail(plain(err).Error())
	case !st.Mode().IsRegular():
		return fail("it is no regular file")
	case st.Size() > spec.MaxJSONBytes:
		return fail("it is too large")
	}
	data, err := root.ReadFile(name)
	if err != nil {
		return fail(plain(err).Error())
	}
	return data, nil
}

// plain drops the path that an error of the system repeats.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
