// Package document reads the objects of a Vega-Lite specification strictly: each property is
// asked for, one of looks only, or reported with its place.
package document

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Codes of diagnostics.
const (
	CodeUnsupported = "vegalite.unsupported" // a part of the language that is not read
	CodeInvalid     = "vegalite.invalid"     // not Vega-Lite
	CodeData        = "vegalite.data"        // rows that cannot be had
)

const maxProblems = 50

// Document is a specification, and what is wrong with it so far.
type Document struct {
	JSON *spec.Document
	List diag.List
}

// Say adds what is wrong at a pointer; past 50 problems it adds nothing.
func (r *Document) Say(code, pointer, fix, format string, args ...any) {
	if len(r.List) < maxProblems {
		r.List = append(r.List, r.JSON.Diagnose(code, pointer, fmt.Sprintf(format, args...), fix))
	}
}

const leaveOut = "leave it out, or compute what it does before the figure is written"

// Unsupported says that a part is not read.
func (r *Document) Unsupported(pointer, format string, args ...any) {
	r.Say(CodeUnsupported, pointer, leaveOut, format, args...)
}

// Invalid says that a part is not Vega-Lite.
func (r *Document) Invalid(pointer, format string, args ...any) {
	r.Say(CodeInvalid, pointer, "see the documentation of Vega-Lite", format, args...)
}

// Object is a JSON object that remembers which of its properties were read.
type Object struct {
	Doc     *Document
	Members map[string]any
	Pointer string
	Seen    map[string]bool // the properties that were read
}

// Object is a value that has to be an object; false, and said, where it is none.
func (r *Document) Object(v any, ptr string) (Object, bool) {
	m, ok := v.(map[string]any)
	if !ok {
		r.Invalid(ptr, "this is no object")
	}
	return Object{r, m, ptr, map[string]bool{}}, ok
}

// Escapes writes a key as a part of a JSON pointer.
var Escapes = strings.NewReplacer("~", "~0", "/", "~1")

// At is the pointer of a property.
func (o Object) At(key string) string { return o.Pointer + "/" + Escapes.Replace(key) }

// Get is a property; false where it is not there.
func (o Object) Get(key string) (any, bool) {
	o.Seen[key] = true
	v, ok := o.Members[key]
	return v, ok
}

// Has reports whether a property is there, and does not count it as read.
func (o Object) Has(key string) bool { _, ok := o.Members[key]; return ok }

// Sub is a property that is an object; false where it is not there, or none. So are those below.
func (o Object) Sub(key string) (Object, bool) {
	v, ok := o.Get(key)
	if !ok {
		return Object{Doc: o.Doc, Seen: map[string]bool{}}, false
	}
	return o.Doc.Object(v, o.At(key))
}

// Text is a property that is a text.
func (o Object) Text(key string) (string, bool) {
	v, ok := o.Get(key)
	if !ok {
		return "", false
	}
	s, is := v.(string)
	if !is {
		o.Doc.Unsupported(o.At(key), "%s is read only where it is a text", key)
	}
	return s, is
}

// Number is a property that is a number.
func (o Object) Number(key string) (float64, bool) {
	v, ok := o.Get(key)
	if !ok {
		return 0, false
	}
	f, is := Float(v)
	if !is {
		o.Doc.Unsupported(o.At(key), "%s is read only where it is a number", key)
	}
	return f, is
}

// Flag is a property that is true or false, and whether it is given as one.
func (o Object) Flag(key string) (on, given bool) {
	v, ok := o.Get(key)
	if !ok {
		return false, false
	}
	b, is := v.(bool)
	if !is {
		o.Doc.Unsupported(o.At(key), "%s is read only where it is true or false", key)
	}
	return b, is
}

// Array is a property that is a list.
func (o Object) Array(key string) ([]any, bool) {
	v, ok := o.Get(key)
	if !ok {
		return nil, false
	}
	l, is := v.([]any)
	if !is {
		o.Doc.Invalid(o.At(key), "%s is no list", key)
	}
	return l, is
}

// Texts is a property that is a list of texts.
func (o Object) Texts(key string) ([]string, bool) {
	l, ok := o.Array(key)
	var out []string
	for i, v := range l {
		s, is := v.(string)
		if !is {
			o.Doc.Invalid(fmt.Sprintf("%s/%d", o.At(key), i), "this is no text")
			return nil, false
		}
		out = append(out, s)
	}
	return out, ok
}

// Numbers is a property that is a list of numbers.
func (o Object) Numbers(key string) ([]float64, bool) {
	l, ok := o.Array(key)
	var out []float64
	for i, v := range l {
		f, is := Float(v)
		if !is {
			o.Doc.Unsupported(fmt.Sprintf("%s/%d", o.At(key), i), "this is read only where it is a number")
			return nil, false
		}
		out = append(out, f)
	}
	return out, ok
}

// Done reports each property that was neither read nor is of looks only.
func (o Object) Done(what string, looks ...string) {
	for _, key := range Sorted(o.Members) {
		if o.Seen[key] {
			continue
		}
		if slices.ContainsFunc(looks, func(l string) bool {
			return l == key || strings.HasSuffix(l, "*") && strings.HasPrefix(key, l[:len(l)-1])
		}) {
			o.still(key)
			continue
		}
		o.Doc.Unsupported(o.At(key), "%s of %s is not read", key, what)
	}
}

// still reports a property of looks whose value is computed when the figure is drawn.
func (o Object) still(key string) {
	if m, ok := o.Members[key].(map[string]any); ok {
		for _, k := range []string{"signal", "expr"} {
			if _, dynamic := m[k]; dynamic {
				o.Doc.Unsupported(o.At(key), "%s is computed by %s, which is not read", key, k)
			}
		}
	}
}

// Sorted are the keys of an object in order.
func Sorted(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Float is a JSON number as a float64; false for other values, and out of its range.
func Float(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// Plain turns a parsed JSON value into the values that expressions know.
func Plain(v any) any {
	switch x := v.(type) {
	case json.Number:
		f, _ := x.Float64() // out of range is infinite
		return f
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = Plain(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, e := range x {
			out[k] = Plain(e)
		}
		return out
	}
	return v
}
