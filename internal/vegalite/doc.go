// Package vegalite reads Vega-Lite specifications (version 5 and 6) as figures: what a
// renderer would draw from them, as marks with their numbers, without drawing. The rows come from
// the specification itself or from files beside it; transforms, aggregates, bins, time units and
// stacks are computed as Vega does, in UTC.
//
// It reads a subset, strictly: each property is one that it follows, one of looks only, or an
// error that names it and its place. Nothing is guessed and nothing that moves a mark is passed
// over.
package vegalite

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Codes of diagnostics.
const (
	CodeUnsupported = "vegalite.unsupported" // a part of the language that is not read
	CodeInvalid     = "vegalite.invalid"     // not Vega-Lite
	CodeData        = "vegalite.data"        // rows that cannot be had
)

// Bounds of a specification.
const (
	maxPanels     = 400
	maxLayers     = 200
	maxTransforms = 100
	maxCells      = 4_000_000 // rows of all layers together
	maxProblems   = 50
)

// Open gives the bytes of a data file by its relative path.
type Open func(path string) ([]byte, error)

// Read reads a specification. The figure is nil where there is an error in the list, which
// is sorted. Its marks have no event, call or digest: these are for whoever knows where the
// file comes from.
func Read(file string, data []byte, open Open) (*trace.Figure, diag.List) {
	doc, list := spec.ParseJSON(file, data)
	if doc == nil {
		return nil, list
	}
	r := &reader{doc: doc, list: list, open: open, files: map[string][]byte{}}
	root, ok := r.object(doc.Root, "")
	if !ok {
		return nil, r.list.Sort()
	}
	fig := r.figure(root)
	if r.list = r.list.Sort(); r.list.Errors() {
		return nil, r.list
	}
	fig.Path, fig.Format = file, "vega-lite"
	return fig, r.list
}

// Is reports whether a document looks like a Vega-Lite specification.
func Is(data []byte) bool {
	var top struct {
		Schema string          `json:"$schema"`
		Mark   json.RawMessage `json:"mark"`
		Layer  json.RawMessage `json:"layer"`
		Concat json.RawMessage `json:"concat"`
		H      json.RawMessage `json:"hconcat"`
		V      json.RawMessage `json:"vconcat"`
		Spec   json.RawMessage `json:"spec"`
	}
	if json.Unmarshal(data, &top) != nil {
		return false
	}
	return strings.Contains(top.Schema, "/vega-lite/") || top.Schema == "" && (top.Mark != nil || top.Layer != nil || top.Concat != nil || top.H != nil || top.V != nil || top.Spec != nil)
}

// reader reads one specification.
type reader struct {
	doc    *spec.Document
	list   diag.List
	open   Open
	files  map[string][]byte
	sets   map[string]any // named data sets of the specification
	params map[string]any
	width  float64 // of a view without one
	height float64
	ground string // the colour of the background
	cells  int    // rows of the layers so far
	layers int
	panels int
}

func (r *reader) say(code, pointer, fix, format string, args ...any) {
	if len(r.list) < maxProblems {
		r.list = append(r.list, r.doc.Diagnose(code, pointer, fmt.Sprintf(format, args...), fix))
	}
}

const leaveOut = "leave it out, or compute what it does before the figure is written"

// unsupported says that a part is not read.
func (r *reader) unsupported(pointer, format string, args ...any) {
	r.say(CodeUnsupported, pointer, leaveOut, format, args...)
}

func (r *reader) invalid(pointer, format string, args ...any) {
	r.say(CodeInvalid, pointer, "see the documentation of Vega-Lite", format, args...)
}

// object is a JSON object that remembers which of its properties were read.
type object struct {
	r    *reader
	m    map[string]any
	ptr  string
	seen map[string]bool
}

func (r *reader) object(v any, ptr string) (object, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		r.invalid(ptr, "this is no object")
	}
	return object{r, m, ptr, map[string]bool{}}, ok
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

func (o object) at(key string) string { return o.ptr + "/" + escapes.Replace(key) }

// get is a property; false where it is not there.
func (o object) get(key string) (any, bool) {
	o.seen[key] = true
	v, ok := o.m[key]
	return v, ok
}

func (o object) has(key string) bool { _, ok := o.m[key]; return ok }

func (o object) sub(key string) (object, bool) {
	v, ok := o.get(key)
	if !ok {
		return object{r: o.r, seen: map[string]bool{}}, false
	}
	return o.r.object(v, o.at(key))
}

func (o object) text(key string) (string, bool) {
	v, ok := o.get(key)
	if !ok {
		return "", false
	}
	s, is := v.(string)
	if !is {
		o.r.unsupported(o.at(key), "%s is read only where it is a text", key)
	}
	return s, is
}

func (o object) number(key string) (float64, bool) {
	v, ok := o.get(key)
	if !ok {
		return 0, false
	}
	f, is := float(v)
	if !is {
		o.r.unsupported(o.at(key), "%s is read only where it is a number", key)
	}
	return f, is
}

func (o object) flag(key string) (on, given bool) {
	v, ok := o.get(key)
	if !ok {
		return false, false
	}
	b, is := v.(bool)
	if !is {
		o.r.unsupported(o.at(key), "%s is read only where it is true or false", key)
	}
	return b, is
}

func (o object) array(key string) ([]any, bool) {
	v, ok := o.get(key)
	if !ok {
		return nil, false
	}
	l, is := v.([]any)
	if !is {
		o.r.invalid(o.at(key), "%s is no list", key)
	}
	return l, is
}

func (o object) texts(key string) ([]string, bool) {
	l, ok := o.array(key)
	var out []string
	for i, v := range l {
		s, is := v.(string)
		if !is {
			o.r.invalid(fmt.Sprintf("%s/%d", o.at(key), i), "this is no text")
			return nil, false
		}
		out = append(out, s)
	}
	return out, ok
}

func (o object) numbers(key string) ([]float64, bool) {
	l, ok := o.array(key)
	var out []float64
	for i, v := range l {
		f, is := float(v)
		if !is {
			o.r.unsupported(fmt.Sprintf("%s/%d", o.at(key), i), "this is read only where it is a number")
			return nil, false
		}
		out = append(out, f)
	}
	return out, ok
}

// done reports each property that was neither read nor is of looks only.
func (o object) done(what string, looks ...string) {
	for _, key := range sorted(o.m) {
		if o.seen[key] {
			continue
		}
		if slices.ContainsFunc(looks, func(l string) bool {
			return l == key || strings.HasSuffix(l, "*") && strings.HasPrefix(key, l[:len(l)-1])
		}) {
			o.still(key)
			continue
		}
		o.r.unsupported(o.at(key), "%s of %s is not read", key, what)
	}
}

// still reports a property of looks whose value is computed when the figure is drawn.
func (o object) still(key string) {
	if m, ok := o.m[key].(map[string]any); ok {
		for _, k := range []string{"signal", "expr"} {
			if _, dynamic := m[k]; dynamic {
				o.r.unsupported(o.at(key), "%s is computed by %s, which is not read", key, k)
			}
		}
	}
}

func sorted(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func float(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// plain turns a parsed JSON value into the values that expressions know.
func plain(v any) any {
	switch x := v.(type) {
	case json.Number:
		f, _ := x.Float64() // out of range is infinite
		return f
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = plain(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, e := range x {
			out[k] = plain(e)
		}
		return out
	}
	return v
}
