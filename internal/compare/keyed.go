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
	tol, c := Tolerance(r.Reading), r.Classes
	var out Outcome
	var wrong []fault
	var unseen []int
	var hidden, absent []string
	var pairs []slip.Pair
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
			pairs = append(pairs, slip.Pair{Name: name, Want: r.Want.Y[w], Got: r.Data[at[0]].Value})
			for _, i := range at {
				d := &r.Data[i]
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
		out.Code, out.Note = spec.VisualValues, r.disagree(wrong, pairs)
		out.Expected, out.Observed = phrase.Number(wrong[0].want), phrase.Number(r.Data[wrong[0].at].Value)
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
		if !drawn.Same(r.Data[i].Value, r.Data[at[0]].Value) {
			return false
		}
	}
	return true
}

// fault is a mark that is not where it is wanted, of so many for one name.
type fault struct {
	name string
	at   int
	want float64
	n    int
}

// disagree tells the first of some faults, how many more there are, and what explains
// them all.
func (r comparison) disagree(wrong []fault, pairs []slip.Pair) string {
	f := wrong[0]
	d := r.Data[f.at]
	if f.n > 1 {
		return fmt.Sprintf("%d %ss are drawn for %s, which differ: one at %s, %s", f.n, r.Noun(), f.name, phrase.Short(d.Value), r.says(inUnit(f.want, r.Want.Unit))) + phrase.More(len(wrong)-1)
	}
	got, right := phrase.Apart(d.Value, f.want)
	cause, unit := r.cause(pairs)
	drawn := phrase.Unit(got, r.Want.Unit)
	if unit != "" {
		drawn = fmt.Sprintf("%s (%s?)", got, unit)
	}
	s := fmt.Sprintf("%s for %s is drawn at %s, %s", r.Noun(), f.name, drawn, r.says(phrase.Unit(right, r.Want.Unit)))
	for i, y := range r.Want.Y {
		if cause == "" && y != f.want && r.Want.Key(i).Text() != "" && Tolerance(r.Reading).Close(d.Value, y) {
			s += fmt.Sprintf(" (%s is the value of %s)", phrase.Short(y), r.Want.Key(i).Text())
			break
		}
	}
	s += phrase.More(len(wrong) - 1)
	if cause != "" {
		s += ": " + cause
	}
	return s
}

// says puts the wanted number of a mark into words: who says it, where that is known.
func (r comparison) says(want string) string {
	if r.Want.Source == "" {
		return "expected " + want
	}
	return r.Want.Source + " says " + want
}

// cause is what one slip does to all marks, and the unit that they seem to be in.
func (r comparison) cause(pairs []slip.Pair) (note, unit string) {
	if b, ok := r.begin(pairs); ok {
		return fmt.Sprintf("the bars begin at %s, not at 0", inUnit(b, r.Want.Unit)), ""
	}
	if note, ok := slip.Moved(pairs, "values"); ok {
		return note, ""
	}
	if slip.Summed(pairs) {
		return "these are running sums of the values", ""
	}
	if s, ok := slip.Find(pairs, r.Want.Unit); ok {
		return s.Say(len(pairs)), s.Unit
	}
	return "", ""
}

// begin is where all bars begin that are as long as wanted; not ok where that is 0, or where
// they are not.
func (r comparison) begin(pairs []slip.Pair) (float64, bool) {
	if r.Mark != spec.MarkBar || len(r.Data) == 0 || len(pairs) == 0 {
		return 0, false
	}
	b := r.Data[0].Base
	for _, d := range r.Data {
		if !drawn.Same(d.Base, b) {
			return 0, false
		}
	}
	for _, p := range pairs {
		if b == 0 || !drawn.Same(p.Got-b, p.Want) {
			return 0, false
		}
	}
	return b, true
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
