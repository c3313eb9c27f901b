package lineage_test

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// recorder builds a trace by hand, as a tracer would send it.
type recorder struct {
	events []trace.Event
	next   int64
	sent   map[string]bool
}

func record() *recorder { return &recorder{sent: map[string]bool{}} }

func (r *recorder) trace() *trace.Trace { return trace.New(r.events) }

func (r *recorder) add(e trace.Event) int64 {
	r.next++
	e.Seq, e.Src = r.next, "interp"
	r.events = append(r.events, e)
	return r.next
}

func (r *recorder) file(op, path, sha string) int64 {
	id := r.next + 1
	return r.add(trace.Event{Header: trace.Header{K: trace.KindFile}, File: &trace.File{ID: id, Op: op, Path: path, SHA256: sha}})
}

// mask is the id of an operation that only chose rows.
type mask int64

// op records an operation with the given output and inputs: an int64 is the id of an
// operation, a []float64 the content of an argument, a map its literal arguments.
func (r *recorder) op(line int, fn string, out *trace.Value, in ...any) int64 {
	op := &trace.Op{Fn: fn, Out: out}
	for _, x := range in {
		switch x := x.(type) {
		case int64:
			op.In = append(op.In, trace.Input{Ref: x, Role: "arg", Via: "id"})
		case mask:
			op.In = append(op.In, trace.Input{Ref: int64(x), Role: "mask", Via: "id"})
		case []float64:
			op.In = append(op.In, trace.Input{Role: "arg", FP: r.send(x)})
		case map[string]spec.Value:
			op.Params = x
		}
	}
	op.ID = r.next + 1
	return r.add(trace.Event{Header: trace.Header{K: trace.KindOp, Site: &trace.Site{File: "analysis.py", Line: line}}, Op: op})
}

// send puts content beside the trace and gives its fingerprint.
func (r *recorder) send(content any) string {
	fp := fmt.Sprint(content)
	if !r.sent[fp] {
		r.sent[fp] = true
		a := &trace.Array{FP: fp}
		switch c := content.(type) {
		case []float64:
			a.DType, a.Shape, a.B64 = trace.F8, []int{len(c)}, trace.EncodeFloats(c)
		case []string:
			a.DType, a.Shape = trace.Text, []int{len(c)}
			for _, s := range c {
				if s == "" {
					a.Text = append(a.Text, nil)
				} else {
					a.Text = append(a.Text, &s)
				}
			}
		}
		r.add(trace.Event{Header: trace.Header{K: trace.KindArray}, Array: a})
	}
	return fp
}

func (r *recorder) list(content any) *trace.Value {
	fp := r.send(content)
	n := 0
	switch c := content.(type) {
	case []float64:
		n = len(c)
	case []string:
		n = len(c)
	}
	return &trace.Value{Type: "array", Shape: []int{n}, DType: "float", FP: fp}
}

func (r *recorder) table(names []string, columns ...any) *trace.Value {
	v := &trace.Value{Type: "table", FP: fmt.Sprint("table", names, columns)}
	for i, c := range columns {
		l := r.list(c)
		v.Cols, v.Shape = append(v.Cols, trace.Col{Name: names[i], FP: l.FP, DType: "float"}), []int{l.Shape[0], len(names)}
	}
	return v
}

func num1(f float64) *trace.Value {
	return &trace.Value{Type: "scalar", DType: "float", V: []spec.Value{spec.NumberValue(f)}}
}

func opaque() *trace.Value { return &trace.Value{Type: "opaque"} }

var nan = math.NaN()

// The data of these tests: seven rows, one of them without a mass, one without a sex.
var (
	sexes  = []string{"f", "m", "f", "m", "", "f", "m"}
	masses = []float64{10, 21, 12, 23, 34, nan, 25.5}
	names  = []string{"sex", "mass"}
)

// bySex is the view of the masses by sex: three rows of males, two of females.
func bySex() *spec.Frame {
	return &spec.Frame{Keys: []string{"sex"}, Columns: []spec.Column{
		{Name: "sex", Kind: spec.ColumnText, Text: []string{"f", "m", "f", "m", "m"}},
		{Name: "mass", Kind: spec.ColumnNumber, Num: []float64{10, 21, 12, 23, 25.5}},
	}}
}

// pairs is a view of two columns without keys.
func pairs() *spec.Frame {
	return &spec.Frame{Columns: []spec.Column{
		{Name: "x", Kind: spec.ColumnNumber, Num: []float64{1, 2, 3, 4, 5}},
		{Name: "y", Kind: spec.ColumnNumber, Num: []float64{2.5, 4.5, 4, 8, 8}},
	}}
}

var (
	slot  = spec.TransformSlot{ID: "t", View: "sexed", Family: []string{"aggregate", "group", "test", "fit"}}
	asset = []spec.Asset{{Path: "data/a.csv", SHA256: "abc"}}
)

func checkCodes(v spec.Verdict) []spec.Code {
	out := []spec.Code{}
	for _, c := range v.Checks {
		if !c.Pass && c.State != spec.StateNotApplicable {
			out = append(out, c.Code)
		}
	}
	return out
}
