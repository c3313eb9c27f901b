package compare

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/slip"
	"github.com/assaybench/assay/spec"
)

// fault is a mark that is not where it is wanted, of so many for one name.
type fault struct {
	name string
	at   int
	want float64
	n    int
}

// disagree tells the first of some faults, how many more there are, and what explains
// them all.
func (r comparison) disagree(wrong []fault, pairs []slip.Pair, of []int) string {
	f := wrong[0]
	d := r.Data()[f.at]
	if f.n > 1 {
		return fmt.Sprintf("%d %ss are drawn for %s, which differ: one at %s, %s", f.n, r.Noun(), f.name, phrase.Short(d.Value), r.says(inUnit(f.want, r.Want.Unit))) + phrase.More(len(wrong)-1)
	}
	got, right := phrase.Apart(d.Value, f.want)
	cause, unit := r.cause(pairs, of)
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
func (r comparison) cause(pairs []slip.Pair, of []int) (note, unit string) {
	if b, ok := r.begin(pairs); ok {
		return fmt.Sprintf("the bars begin at %s, not at 0", inUnit(b, r.Want.Unit)), ""
	}
	if note, ok := slip.Moved(pairs, "values"); ok {
		return note, ""
	}
	if note := r.normalised(pairs, of); note != "" {
		return note, ""
	}
	if note := r.misnamed(of); note != "" {
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

// misnamed says under which name all is drawn that is wanted for one group, where a set of
// another name shows it. of are wanted marks, the first of them of that group.
func (r comparison) misnamed(of []int) string {
	if len(of) == 0 {
		return ""
	}
	j := r.ClassOf(of[0])
	if key := r.Keys()[j]; len(key.Parts) == 0 || r.Wanted(j) < 2 {
		return "" // one number may be that of another by chance
	}
	wanted, tol := r.Classes().Wanted[j], Tolerance(r.Reading)
	for _, o := range r.Alone() {
		data := o.Data()
		if o.Drawn(j) > 0 || len(data) == 0 || len(data[0].Labels) == 0 || len(data) > manyMisnamed || len(wanted) > manyMisnamed {
			continue
		}
		lacks := slices.ContainsFunc(wanted, func(w int) bool {
			return !slices.ContainsFunc(data, func(d drawn.Datum) bool { return r.Stands(w, d) && tol.Close(d.Value, r.Want.Y[w]) })
		})
		if !lacks {
			return fmt.Sprintf("what is wanted for %s is drawn under the name %s", r.Keys()[j].Text(), data[0].Place())
		}
	}
	return ""
}

// manyMisnamed bounds the marks that are looked for under another name.
const manyMisnamed = 1000

// normalised says that every number is a share of all at its place, as in bars that all
// reach 100 %, where the numbers themselves are wanted, or the other way round. of are the
// wanted marks of the pairs.
func (r comparison) normalised(pairs []slip.Pair, of []int) string {
	want, got, n := map[string]float64{}, map[string]float64{}, map[string]int{}
	place := func(i int) string { return r.Want.Position(of[i]) }
	for i, p := range pairs {
		at := place(i)
		want[at], got[at], n[at] = want[at]+p.Want, got[at]+p.Got, n[at]+1
	}
	if len(n) < 2 {
		return ""
	}
	for at := range n {
		if n[at] < 2 {
			return ""
		}
	}
	is := func(f func(p slip.Pair, at string) bool) bool {
		for i, p := range pairs {
			if !f(p, place(i)) {
				return false
			}
		}
		return true
	}
	tol := spec.Tolerance{Rel: 1e-6}
	for _, whole := range []float64{1, 100} {
		if is(func(p slip.Pair, at string) bool { return tol.Close(p.Got, whole*p.Want/want[at]) }) {
			return "these are shares of the whole at each place, not the numbers themselves"
		}
		if is(func(p slip.Pair, at string) bool { return tol.Close(p.Want, whole*p.Got/got[at]) }) {
			return "these are the numbers themselves, not their shares of the whole at each place"
		}
	}
	return ""
}

// begin is where all bars begin that are as long as wanted; not ok where that is 0, or where
// they are not.
func (r comparison) begin(pairs []slip.Pair) (float64, bool) {
	if r.Mark != spec.MarkBar || len(r.Data()) == 0 || len(pairs) == 0 {
		return 0, false
	}
	b := r.Data()[0].Base
	for _, d := range r.Data() {
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
