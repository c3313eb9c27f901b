package checklist

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Kind of an item.
type Kind string

// Kinds.
const (
	Text  Kind = "text"
	Image Kind = "image"
)

// Item is one criterion of a checklist.
type Item struct {
	Kind     Kind        `json:"type"`
	Content  string      `json:"content"`
	Path     *string     `json:"path"` // of the target image below target_study; nil for text
	Keywords []string    `json:"keywords"`
	Weight   json.Number `json:"weight"`         // as written, so that nothing is lost
	Slot     string      `json:"slot,omitempty"` // node of an assay/report/v1 that bounds the score; an addition to the benchmark's five keys
}

// Checklist is target_study/checklist.json: a bare array of items.
type Checklist struct {
	Items []Item
	style style
}

// Datum is one entry of a task's data.
type Datum struct {
	Name        string `json:"name"`
	Path        string `json:"path"`
	Type        string `json:"type"`
	Description string `json:"description"`
}

// TaskInfo is task_info.json.
type TaskInfo struct {
	Task  string  `json:"task"`
	Data  []Datum `json:"data"`
	style style
}

// ReadChecklist reads target_study/checklist.json strictly: the five keys of an item and
// perhaps slot, weights finite and not negative with a sum above 0. The checklist is nil
// where there is an error.
func ReadChecklist(file string, data []byte) (*Checklist, spec.Diagnostics) {
	c, _, list := readChecklist(file, data)
	if list.Errors() {
		return nil, list
	}
	return c, list
}

// readChecklist gives the items also where only lint has something against them.
func readChecklist(file string, data []byte) (*Checklist, *spec.Document, spec.Diagnostics) {
	doc, list := spec.ParseJSON(file, data)
	if doc == nil {
		return nil, nil, list
	}
	c := &Checklist{style: styleOf(data)}
	list = append(list, decode(doc, "checklist", &c.Items)...)
	if list.Errors() {
		return nil, nil, list.Sort()
	}
	return c, doc, append(list, c.lint(doc)...).Sort()
}

// ReadTaskInfo reads task_info.json strictly.
func ReadTaskInfo(file string, data []byte) (*TaskInfo, spec.Diagnostics) {
	doc, list := spec.ParseJSON(file, data)
	if doc == nil {
		return nil, list
	}
	t := &TaskInfo{style: styleOf(data)}
	if list = append(list, decode(doc, "task-info", t)...).Sort(); list.Errors() {
		return nil, list
	}
	return t, list
}

// Bytes is the checklist as a file, without a final newline, with the indent and the
// line ends it was read with.
func (c *Checklist) Bytes() ([]byte, error) { return encode(c.Items, c.style) }

// Bytes is the task as a file, as by Checklist.Bytes.
func (t *TaskInfo) Bytes() ([]byte, error) { return encode(t, t.style) }

// encode writes JSON with an indent of at least one space and no final newline.
func encode(v any, st style) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", strings.Repeat(" ", min(max(st.indent, 1), 16)))
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	out := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if st.crlf {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	return out, nil
}

// style is how a file was laid out.
type style struct {
	indent int // spaces a level
	crlf   bool
}

// styleOf is the layout of a file by its first indented line.
func styleOf(data []byte) style {
	_, rest, _ := bytes.Cut(data, []byte("\n"))
	return style{len(rest) - len(bytes.TrimLeft(rest, " ")), bytes.Contains(data, []byte("\r\n"))}
}

// decode holds a document against its schema and moves it into v.
func decode(doc *spec.Document, schema string, v any) spec.Diagnostics {
	if list := doc.Validate(schema, ""); list.Errors() {
		return list
	}
	b, err := json.Marshal(doc.Root)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return spec.Diagnostics{doc.Diagnose(spec.CodeSchema, "", err.Error(), "write whole numbers without a point")}
	}
	return nil
}

func warn(d spec.Diagnostic) spec.Diagnostic {
	d.Severity = diag.Warning
	return d
}
