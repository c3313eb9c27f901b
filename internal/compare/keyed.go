package compare

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// keyed compares marks that are known by name, one by one.
func (r comparison) keyed() Outcome {
	tol, c := Tolerance(r.Reading), r.Classes
	var out Outcome
	var wrong, unseen, absent []string
	var first *drawn.Datum
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
			for _, i := range at {
				d := &r.Data[i]
				switch {
				case d.Hidden:
					unseen = append(unseen, name)
				case !tol.Close(d.Value, r.Want.Y[w]) && !Rounded(d.Value, r.Want.Y[w], r.Want.Printed) || len(at) > 1 && !r.together(at):
					wrong = append(wrong, r.disagrees(name, *d, r.Want.Y[w], len(at)))
					if first == nil {
						first = d
						out.Expected, out.Observed = phrase.Number(r.Want.Y[w]), phrase.Number(d.Value)
					}
				default:
					out.Pairs = append(out.Pairs, [2]int{w, i})
				}
			}
		}
	}
	switch {
	case len(wrong) > 0:
		out.Code, out.Note = spec.VisualValues, wrong[0]+phrase.More(len(wrong)-1)
	case len(unseen) > 0:
		out.Code = spec.VisualHidden
		out.Note = fmt.Sprintf("the %s for %s cannot be seen: outside the axis limits, of no size, transparent, covered, or of the colour of the background", r.Noun(), phrase.List(unseen))
	case len(out.Pairs) == 0:
		out.Code, out.Note = spec.VisualValues, fmt.Sprintf("no %s is drawn for %s", r.Noun(), phrase.List(absent))
	case len(absent) > 0:
		out.Code, out.Note = spec.VisualValues, fmt.Sprintf("%d of %d marks are not drawn: %s", len(absent), len(r.Want.Y), phrase.List(absent))
	default:
		out.Pass = !r.overlap(&out)
	}
	return out
}

// together reports whether several marks of one name may stand together: they are at
// one place and say the same.
func (r comparison) together(at []int) bool {
	for _, i := range at[1:] {
		if !drawn.Same(r.Data[i].Value, r.Data[at[0]].Value) {
			return false
		}
	}
	return true
}

func (r comparison) disagrees(name string, d drawn.Datum, want float64, n int) string {
	if n > 1 {
		return fmt.Sprintf("%d %ss are drawn for %s, which differ: one at %s, expected %s", n, r.Noun(), name, phrase.Short(d.Value), inUnit(want, r.Want.Unit))
	}
	got, right := phrase.Apart(d.Value, want)
	s := fmt.Sprintf("%s for %s is drawn at %s, expected %s", r.Noun(), name, phrase.Unit(got, r.Want.Unit), phrase.Unit(right, r.Want.Unit))
	for i, y := range r.Want.Y {
		if y != want && r.Want.Key(i).Text() != "" && Tolerance(r.Reading).Close(d.Value, y) {
			return s + fmt.Sprintf(" (%s is the value of %s)", phrase.Short(y), r.Want.Key(i).Text())
		}
	}
	return s
}

// manyHere bounds the marks of one place that are held against each other.
const manyHere = 200

// overlap finds bars of different names on top of each other: what lies behind cannot
// be read.
func (r comparison) overlap(out *Outcome) bool {
	if r.Mark != spec.MarkBar || r.Stack {
		return false
	}
	for i, a := range r.Data { // in the order of their places
		for j := i - 1; j >= 0 && j >= i-manyHere && drawn.Same(r.Data[j].At, a.At); j-- {
			if b := r.Data[j]; a.Panel == b.Panel && drawn.Same(a.At, b.At) && drawn.Same(a.Base, b.Base) && !slices.Equal(a.Labels, b.Labels) {
				out.Code = spec.VisualHidden
				out.Note = fmt.Sprintf("the bars for %s and %s lie on top of each other", b.Place(), a.Place())
				return true
			}
		}
	}
	return false
}
