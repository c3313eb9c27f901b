package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// asRows compares rows of a view as a multiset of (place, value) in each group.
func (r comparison) asRows() Outcome {
	best := Outcome{}
	for i, place := range r.places() {
		o := r.rows(place, i == 0)
		if o.Pass {
			return o
		}
		if i == 0 {
			best = o
		}
	}
	return best
}

// places are the ways to read the wanted x as a place: the number itself, and for
// dates on an axis of numbers the years or months that they make.
func (r comparison) places() []func(i int) float64 {
	plain := r.Want.Place
	out := []func(int) float64{plain}
	if r.Want.Time {
		for c := range 6 {
			if months := c == 4; months == (r.At[0].Kind == axis.Time) {
				out = append(out, func(i int) float64 { return yearOf(plain(i), c) })
			}
		}
	}
	return out
}

type row struct {
	class int
	x, y  float64
}

func compareRow(a, b row) int {
	return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
}

// rows compares by one reading of the places; explain asks what was done to rows that differ.
func (r comparison) rows(place func(int) float64, explain bool) Outcome {
	c, tol := r.Classes, Tolerance(r.Reading)
	var want, got []row
	var hidden []int
	for j := range c.Keys {
		for _, w := range c.Wanted[j] {
			want = append(want, row{j, place(w), r.Want.Y[w]})
		}
		for _, i := range c.Drawn[j] {
			d := r.Data[i]
			at := d.At
			if len(want) > 0 && math.IsNaN(want[len(want)-1].x) {
				at = math.NaN()
			}
			if d.Hidden {
				hidden = append(hidden, i)
			} else {
				got = append(got, row{j, at, d.Value})
			}
		}
	}
	xTol := r.placeTolerance(want)
	slices.SortFunc(want, compareRow)
	slices.SortFunc(got, compareRow)
	if len(want) == len(got) && pairwise(want, got, xTol, tol) {
		return Outcome{Pass: true}
	}
	absent, surplus, ok := multiset(want, got, xTol, tol)
	if ok {
		return Outcome{Pass: true}
	}
	others := len(surplus) + len(c.Other)
	switch {
	case len(got) == 0 && len(hidden) == 0:
		return failed(spec.VisualValues, "no %s is drawn for any of the %s", r.Noun(), phrase.Count(len(want), "row", "rows"))
	case len(absent) > 0 && len(hidden) >= len(absent) && len(surplus) == 0:
		return failed(spec.VisualHidden, "%s", r.Gone(hidden, len(want)))
	case len(absent) == 0:
		return failed(spec.VisualValues, "%s drawn that the data do not have%s", phrase.Count(others, r.Noun()+" is", r.Noun()+"s are"), r.example(surplus))
	}
	out := failed(spec.VisualValues, "%d of %s not drawn where the data are%s", len(absent), are(len(absent), len(want), r.Noun()), r.example(absent))
	if explain {
		if why := r.done(want, got, xTol, tol); why != "" {
			out.Note += ": " + why
			return out
		}
	}
	if n := len(surplus); n == 1 {
		out.Note += "; another is drawn" + r.example(surplus)
	} else if n > 1 {
		out.Note += fmt.Sprintf("; %d others are drawn%s", n, r.example(surplus))
	}
	if len(hidden) > 0 {
		out.Note += fmt.Sprintf("; %d %s", len(hidden), r.Unseen(hidden))
	}
	return out
}

func (r comparison) placeTolerance(want []row) spec.Tolerance {
	xs := make([]float64, len(want))
	for i, w := range want {
		xs[i] = w.x
	}
	lo, hi := axis.Range(xs)
	t := spec.Tolerance{Rel: 1e-6, Scale: math.Max(hi-lo, 0)}
	if r.Want.Time && r.At[0].Kind != axis.Time {
		t = spec.Tolerance{Abs: 0.006} // two days in a year
	}
	return t
}

func sameRow(a, b row, x, y spec.Tolerance) bool {
	return a.class == b.class && (math.IsNaN(b.x) || x.Close(a.x, b.x)) && y.Close(a.y, b.y)
}

func pairwise(want, got []row, x, y spec.Tolerance) bool {
	for i := range want {
		if !sameRow(got[i], want[i], x, y) {
			return false
		}
	}
	return true
}

// multiset compares by the nearest wanted coordinates, so that noise in the last bits
// changes no order among equal places.
func multiset(want, got []row, x, y spec.Tolerance) (absent, surplus []row, ok bool) {
	xs, ys := make([]float64, 0, len(want)), make([]float64, 0, len(want))
	left := map[row]int{}
	for _, w := range want {
		if math.IsNaN(w.x) {
			w.x = 0
		} else {
			xs = append(xs, w.x)
		}
		ys = append(ys, w.y)
		left[w]++
	}
	slices.Sort(xs)
	slices.Sort(ys)
	for _, g := range got {
		s := g
		if math.IsNaN(g.x) {
			s.x = 0
		} else {
			s.x = nearest(xs, g.x, x)
		}
		s.y = nearest(ys, g.y, y)
		if left[s] > 0 {
			left[s]--
		} else {
			surplus = append(surplus, g)
		}
	}
	for _, w := range want {
		k := w
		if math.IsNaN(k.x) {
			k.x = 0
		}
		if left[k] > 0 {
			left[k]--
			absent = append(absent, w)
		}
	}
	return absent, surplus, len(absent) == 0 && len(surplus) == 0
}

// nearest is the element of sorted xs next to v, v itself where none is close.
func nearest(xs []float64, v float64, tol spec.Tolerance) float64 {
	i, _ := slices.BinarySearch(xs, v)
	best := math.Inf(1)
	out := v
	for _, j := range []int{i - 1, i} {
		if j >= 0 && j < len(xs) && math.Abs(xs[j]-v) < best && tol.Close(v, xs[j]) {
			best, out = math.Abs(xs[j]-v), xs[j]
		}
	}
	return out
}

func (r comparison) example(rows []row) string {
	if len(rows) == 0 {
		return ""
	}
	e := rows[0]
	if math.IsNaN(e.x) {
		return ", such as " + phrase.Short(e.y)
	}
	return fmt.Sprintf(", such as (%s, %s)", phrase.Short(e.x), phrase.Short(e.y))
}
