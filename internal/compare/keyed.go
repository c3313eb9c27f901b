package compare

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/slip"
	"github.com/assaybench/assay/spec"
)

// keyed compares marks that are known by name, one by one.
func (r comparison) keyed() Outcome {
	tol, c := Tolerance(r.Reading), r.Classes()
	var out Outcome
	var wrong []fault
	var unseen []int
	var hidden, absent []string
	var pairs []slip.Pair
	var of []int // wanted mark of each pair
	for j := range c.Keys {
		for _, w := range c.Wanted[j] {
			var at []int
			for _, i := range c.Drawn[j] {
				if r.Here(w, i) {
					at = append(at, i)
				}
			}
			name := r.Want.Key(w).Text()
			if name == "" {
				name = "the result"
			}
			if len(at) == 0 {
				absent = append(absent, name)
				continue
			}
			pairs = append(pairs, slip.Pair{Name: name, Want: r.Want.Y[w], Got: r.Data()[at[0]].Value})
			of = append(of, w)
			for _, i := range at {
				d := &r.Data()[i]
				switch {
				case d.Hidden:
					hidden, unseen = append(hidden, name), append(unseen, i)
				case !tol.Close(d.Value, r.Want.Y[w]) && !Rounded(d.Value, r.Want.Y[w], r.Want.Printed) || len(at) > 1 && !r.together(at):
					wrong = append(wrong, fault{name, i, r.Want.Y[w], len(at)})
				default:
					out.Pairs = append(out.Pairs, [2]int{w, i})
				}
			}
		}
	}
	switch {
	case len(wrong) > 0:
		out.Code, out.Note = spec.VisualValues, r.disagree(wrong, pairs, of)
		out.Expected, out.Observed = phrase.Number(wrong[0].want), phrase.Number(r.Data()[wrong[0].at].Value)
	case len(unseen) > 0:
		out.Code = spec.VisualHidden
		noun := r.Noun()
		if len(unseen) > 1 {
			noun += "s"
		}
		out.Note = fmt.Sprintf("the %s for %s %s", noun, phrase.List(hidden), r.Unseen(unseen))
	case len(out.Pairs) == 0:
		out.Code, out.Note = spec.VisualValues, fmt.Sprintf("no %s is drawn for %s", r.Noun(), phrase.List(absent))
	case len(absent) > 0:
		out.Code, out.Note = spec.VisualValues, fmt.Sprintf("%d of %s not drawn: %s", len(absent), are(len(absent), len(r.Want.Y), "mark"), phrase.List(absent))
	default:
		out.Pass = !r.overlap(&out)
	}
	return out
}

// are writes "3 marks are", or "3 marks is" where one of them is spoken of.
func are(n, of int, noun string) string {
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return phrase.Count(of, noun, noun+"s") + " " + verb
}

// together reports whether several marks of one name may stand together: they are at
// one place and say the same.
func (r comparison) together(at []int) bool {
	for _, i := range at[1:] {
		if !drawn.Same(r.Data()[i].Value, r.Data()[at[0]].Value) {
			return false
		}
	}
	return true
}

// manyHere bounds the marks of one place that are held against each other.
const manyHere = 200

// overlap finds bars of different names on top of each other: what lies behind cannot
// be read.
func (r comparison) overlap(out *Outcome) bool {
	if r.Mark != spec.MarkBar || r.Stack {
		return false
	}
	for i, a := range r.Data() { // in the order of their places
		for j := i - 1; j >= 0 && j >= i-manyHere && drawn.Same(r.Data()[j].At, a.At); j-- {
			if b := r.Data()[j]; a.Panel == b.Panel && drawn.Same(a.At, b.At) && drawn.Same(a.Base, b.Base) && !slices.Equal(a.Labels, b.Labels) {
				out.Code = spec.VisualHidden
				out.Note = fmt.Sprintf("the bars for %s and %s lie on top of each other", b.Place(), a.Place())
				return true
			}
		}
	}
	return false
}
