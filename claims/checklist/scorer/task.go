package scorer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Task is a task folder with all that a judge is shown of it.
type Task struct {
	checklist.Folder
	ID           string         // name of the folder
	Instructions string         // INSTRUCTIONS.md of the folder, or else task and data of task_info.json
	Targets      map[int][]byte // target image of each item of kind image
	Digest       string         // SHA-256 over instructions, checklist and targets
}

// LoadTask reads a task folder. Where a diagnostic is an error the task cannot be used:
// documents that do not read, or a target image that is missing or none. The error is for
// a directory that cannot be opened.
func LoadTask(dir string) (*Task, spec.Diagnostics, error) {
	folder, list, err := checklist.LoadFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	if folder == nil {
		return nil, list, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	t := &Task{Folder: *folder, ID: nameOf(dir), Targets: map[int][]byte{}}
	if t.Instructions, err = instructions(root, folder.Task); err != nil {
		list = append(list, spec.Diagnostic{Code: checklist.CodeFile, Severity: diag.Error, File: "INSTRUCTIONS.md", Message: err.Error(), Fix: "make it a text in UTF-8, or take it away"})
	}
	h := sha256.New()
	add := func(b []byte) { fmt.Fprintf(h, "%d\n", len(b)); h.Write(b) }
	add([]byte(t.Instructions))
	for i, it := range t.Checklist.Items {
		add([]byte(fmt.Sprintf("%s\x00%s\x00%q\x00%s\x00%s", it.Kind, it.Content, it.Keywords, it.Weight, it.Slot)))
		if it.Kind != checklist.Image {
			continue
		}
		name := "target_study/" + *it.Path
		data, err := readBounded(root, name, maxImage)
		if err == nil {
			_, err = pictureType(data)
		}
		if err != nil {
			if _, statErr := root.Stat(name); statErr == nil { // what is not there was said before
				list = append(list, spec.Diagnostic{Code: checklist.CodeImage, Severity: diag.Error, File: name, Message: fmt.Sprintf("the target image: %v", err), Fix: "store it as PNG, JPEG, GIF or WebP"})
			}
			continue
		}
		t.Targets[i] = data
		add(data)
	}
	t.Digest = hex.EncodeToString(h.Sum(nil))
	return t, list.Sort(), nil
}

// nameOf is the name of a folder, also where it is written as "." or with a slash behind.
func nameOf(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

func instructions(root *os.Root, task *checklist.TaskInfo) (string, error) {
	data, err := readBounded(root, "INSTRUCTIONS.md", maxReport)
	switch {
	case os.IsNotExist(err):
	case err != nil:
		return "", err
	default:
		return strings.ReplaceAll(strings.ToValidUTF8(string(data), "\uFFFD"), "\r\n", "\n"), nil
	}
	var b strings.Builder
	b.WriteString(task.Task)
	if len(task.Data) > 0 {
		b.WriteString("\n\nData of the task:\n")
	}
	for _, d := range task.Data {
		fmt.Fprintf(&b, "- %s (%s, %s): %s\n", d.Name, d.Type, strings.TrimPrefix(d.Path, "./"), d.Description)
	}
	return b.String(), nil
}

// readBounded reads a regular file below root that is not too large.
func readBounded(root *os.Root, name string, most int64) ([]byte, error) {
	st, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	case st.Size() > most:
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", name, st.Size(), most)
	}
	return root.ReadFile(name)
}
