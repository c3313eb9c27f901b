package oracle

import (
	"cmp"
	"math"
	"strings"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/diagnose"
	"github.com/assaybench/assay/spec"
)

// align puts reported values beside those of an answer.
func (c *comparison) align(got spec.Value, index []spec.Value, want spec.Value, labels Answer) ([]agree.Cell, string) {
	return agree.Align(agree.Reported{Value: got, Index: index}, agree.Computed{Value: want, Index: labels.Index, Keys: labels.Keys}, c.slot.Order, c.terms)
}

// cells are aligned values with their ruler and, element by element, the number of values
// behind them and what random draws add.
func cells(aligned []agree.Cell, r agree.Ruler, n, noise spec.Value) []diagnose.Cell {
	at := func(v spec.Value, i int) float64 {
		if v.Kind == spec.ValueArray && i < len(v.Items) && len(v.Items) == len(aligned) {
			v = v.Items[i]
		}
		if x, ok := v.Number(); ok && x.Finite() {
			return x.F
		}
		return 0
	}
	out := make([]diagnose.Cell, len(aligned))
	for i, x := range aligned {
		r.Error = at(noise, i)
		out[i] = diagnose.Cell{Cell: x, Ruler: r, N: at(n, i)}
	}
	return out
}

// step is a variant as a step of an explanation.
func step(v Variant) diagnose.Step {
	s := diagnose.Step{Kind: diagnose.Definition, Name: v.Name, Note: v.Note}
	switch {
	case strings.HasPrefix(v.Name, "rows-"):
		s.Kind = diagnose.Rows
	case v.Name == VariantSwapped:
		s.Kind = diagnose.Order
	}
	return s
}

// valueQuestion asks what the value is.
func (c *comparison) valueQuestion(a Answer, tol spec.Tolerance, factor float64) (diagnose.Question, string) {
	r := agree.Ruler{Tol: tol, Floor: a.Floor, Factor: factor}
	aligned, problem := c.align(c.r.Value, c.r.Index, a.Value, a)
	if problem != "" {
		return diagnose.Question{}, problem
	}
	own := c.method.Method.Tolerance == nil && c.slot.Tolerance == nil
	floors := func(cells []diagnose.Cell) []diagnose.Cell {
		for i := range cells {
			if len(a.Floors) != len(cells) {
				break
			}
			if cells[i].Ruler.Floor = a.Floors[i]; own {
				cells[i].Ruler.Tol = a.Floors[i]
			}
		}
		return cells
	}
	q := diagnose.Question{Cells: floors(cells(aligned, r, a.N, a.Noise.Value)), Labelled: a.Value.Kind == spec.ValueArray}
	if factor != 1 {
		stated := r
		stated.Factor = 1
		q.Others = append(q.Others, diagnose.Other{Cells: cells(aligned, stated, a.N, a.Noise.Value),
			Step: diagnose.Step{Kind: diagnose.Stated, Name: "stated-unit", Note: "the value in " + cmp.Or(c.slot.Unit, a.Unit) + ", though the result says " + c.r.Unit}})
	}
	for _, v := range a.Variants {
		if v.Answer.Value.Missing() {
			continue
		}
		if aligned, problem := c.align(c.r.Value, c.r.Index, v.Answer.Value, withLabels(v.Answer, a)); problem == "" {
			q.Others = append(q.Others, diagnose.Other{Step: step(v), Cells: floors(cells(aligned, r, a.N, v.Answer.Noise.Value))})
		}
	}
	q.Forms = func() []diagnose.Form { return diagnose.Values(cmp.Or(c.slot.Unit, a.Unit)) }
	return q, ""
}

// withLabels gives a variant the labels of its answer where it has none of its own.
func withLabels(b, a Answer) Answer {
	if b.Index == nil {
		b.Index = a.Index
	}
	if b.Keys == nil {
		b.Keys = a.Keys
	}
	return b
}

// field is a number that stands beside the value of a result.
type field struct {
	name  string
	of    func(Answer) spec.Value
	got   func(spec.Result) spec.Value
	noise func(Answer) spec.Value
	ruler agree.Ruler
	forms func() []diagnose.Form
}

// details are the numbers beside a value, where that has the tolerance tol.
func details(tol spec.Tolerance) []field {
	rel, none := math.Max(tol.Rel, 1e-8), func(Answer) spec.Value { return spec.Value{} }
	ruler := func(t spec.Tolerance) agree.Ruler { return agree.Ruler{Tol: t, Floor: t, Factor: 1} }
	p := ruler(spec.Tolerance{Rel: 10 * rel})
	p.PValue = true
	return []field{
		{"n", func(a Answer) spec.Value { return a.N }, func(r spec.Result) spec.Value { return r.N }, none, agree.Ruler{Factor: 1, Exact: true}, diagnose.Counts},
		{"statistic", func(a Answer) spec.Value { return a.Statistic }, func(r spec.Result) spec.Value { return r.Statistic }, none, ruler(spec.Tolerance{Rel: rel, Abs: 1e-10}), diagnose.Statistics},
		{"df", func(a Answer) spec.Value { return a.DF }, func(r spec.Result) spec.Value { return r.DF }, none, ruler(spec.Tolerance{Rel: rel}), diagnose.Counts},
		{"p_value", func(a Answer) spec.Value { return a.PValue }, func(r spec.Result) spec.Value { return r.PValue }, func(a Answer) spec.Value { return a.Noise.PValue }, p, diagnose.PValues},
	}
}

// words are the name of the field in a sentence.
func (f field) words() string { return strings.ReplaceAll(f.name, "_", "-") }

// wanted is what the answer has in the field. A total may stand for the sizes of groups.
func (f field) wanted(a Answer, r spec.Result) spec.Value {
	w := f.of(a)
	if f.name == "n" && w.Kind == spec.ValueArray && f.got(r).Kind == spec.ValueNumber {
		return total(w)
	}
	return w
}

// detailQuestion asks what a number beside the value is; ok is false where one of both
// sides has none.
func (c *comparison) detailQuestion(f field, a Answer) (q diagnose.Question, problem string, ok bool) {
	got, want := f.got(c.r), f.wanted(a, c.r)
	if got.Missing() || want.Missing() {
		return q, "", false
	}
	labels, index := a, c.r.Index
	if a.Value.Kind != spec.ValueArray && a.Value.Kind != spec.ValueTable {
		labels = Answer{} // sizes of the two groups, in their order
	}
	if labels.Index == nil {
		index = nil
	}
	aligned, problem := c.align(got, index, want, labels)
	if problem != "" {
		return q, problem, true
	}
	q = diagnose.Question{Cells: cells(aligned, f.ruler, spec.Value{}, f.noise(a)), Forms: f.forms}
	for _, v := range a.Variants {
		w := f.wanted(v.Answer, c.r)
		if w.Missing() {
			continue
		}
		if aligned, problem := c.align(got, index, w, withLabels(labels, v.Answer)); problem == "" {
			q.Others = append(q.Others, diagnose.Other{Step: step(v), Cells: cells(aligned, f.ruler, spec.Value{}, f.noise(v.Answer))})
		}
	}
	return q, "", true
}

func total(v spec.Value) spec.Value {
	s := 0.0
	for _, it := range v.Items {
		s += it.Num.F
	}
	return spec.NumberValue(s)
}
