package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// asRows compares rows of a view as a multiset of (place, value) in each group.
func (r comparison) asRows() Outcome {
	if len(r.Want.Y) == 0 {
		return nothing()
	}
	best := Outcome{}
	for i := range r.places() {
		o := r.rows(r.place(i), i == 0)
		if o.Pass {
			return o
		}
		if i == 0 {
			best = o
		}
	}
	return best
}

// places is the number of ways to read where rows are wanted: as the number itself, and for
// dates on an axis of numbers as the years or months that they make.
func (r comparison) places() int {
	switch {
	case !r.Want.Time:
		return 1
	case r.At[0].Kind == axis.Time:
		return 2
	}
	return 6
}

// place is where each row is wanted, read in one of these ways; NaN where at no number.
func (r comparison) place(way int) []float64 {
	if way == 0 && len(r.Want.At) == len(r.Want.Y) {
		return r.Want.At
	}
	c := way - 1
	switch {
	case r.At[0].Kind == axis.Time:
		c = 4
	case c == 4:
		c = 5
	}
	out := make([]float64, len(r.Want.Y))
	for i := range out {
		if out[i] = r.Want.Place(i); way > 0 {
			out[i] = yearOf(out[i], c)
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
func (r comparison) rows(place []float64, explain bool) Outcome {
	x, y := r.placeTolerance(place), Tolerance(r.Reading)
	if r.inOrder(place, x, y) {
		return Outcome{Pass: true}
	}
	want, got, hidden := r.bothRows(place)
	slices.SortFunc(want, compareRow)
	slices.SortFunc(got, compareRow)
	if len(want) == len(got) && pairwise(want, got, x, y) {
		return Outcome{Pass: true}
	}
	absent, over := multiset(want, got, x, y)
	if len(absent) == 0 && len(over) == 0 {
		return Outcome{Pass: true}
	}
	surplus := make([]row, len(over))
	for k, i := range over {
		surplus[k] = got[i]
	}
	others := len(surplus) + r.Drawn(-1)
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
		if why := r.done(want, got, x, y); why != "" {
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

// inOrder reports whether the marks of every class are the rows of that class, in their order.
// What is drawn from a table mostly is, and then nothing has to be sorted.
func (r comparison) inOrder(place []float64, x, y spec.Tolerance) bool {
	series := r.Series()
	if series == nil {
		return false
	}
	of := make([][]drawn.Series, len(r.Keys())) // what is left of each class
	for _, s := range series {
		if s.Why != nil {
			return false
		}
		if s.Class >= 0 && len(s.At) > 0 {
			of[s.Class] = append(of[s.Class], s)
		}
	}
	for j := range of {
		if r.Drawn(j) != r.Wanted(j) {
			return false
		}
	}
	for i := 0; i < len(place); {
		j := r.ClassOf(i)
		s := &of[j][0]
		n := 0 // rows of the class that follow each other
		for i < len(place) && n < len(s.At) && r.ClassOf(i) == j {
			if !(place[i] != place[i] || near(s.At[n], place[i], x)) || !near(s.Value[n], r.Want.Y[i], y) {
				return false
			}
			i, n = i+1, n+1
		}
		if s.At, s.Value = s.At[n:], s.Value[n:]; len(s.At) == 0 {
			of[j] = of[j][1:]
		}
	}
	return true
}

// near is Close, which mostly has to compare equal numbers here.
func near(got, want float64, tol spec.Tolerance) bool {
	return got == want && got-got == 0 || tol.Close(got, want)
}

// bothRows are what is wanted, and what is drawn and can be seen; hidden are the numbers of
// the marks that cannot. Where nothing is known of the places that are wanted, the drawn ones
// count for nothing.
func (r comparison) bothRows(place []float64) (want, got []row, hidden []int) {
	placed := r.placed(place)
	at := func(j int, at float64) float64 {
		if !placed[j] {
			return math.NaN()
		}
		return at
	}
	want = make([]row, len(place))
	for i, x := range place {
		want[i] = row{r.ClassOf(i), x, r.Want.Y[i]}
	}
	r.Each(func(i, j int, x, y float64, gone bool) {
		switch {
		case j < 0:
		case gone:
			hidden = append(hidden, i)
		default:
			got = append(got, row{j, at(j, x), y})
		}
	})
	return want, got, hidden
}

// placed tells the classes of which the last row has a place.
func (r comparison) placed(place []float64) []bool {
	out := make([]bool, len(r.Keys()))
	for i, x := range place {
		out[r.ClassOf(i)] = x == x
	}
	return out
}

func (r comparison) placeTolerance(place []float64) spec.Tolerance {
	lo, hi := axis.Range(place)
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
// changes no order among equal places: absent are the rows that are wanted and not drawn, over
// the places in got of those that are drawn and not wanted.
func multiset(want, got []row, x, y spec.Tolerance) (absent []row, over []int) {
	xs, ys := make([]float64, 0, len(want)), make([]float64, 0, len(want))
	left := make([]row, 0, len(want))
	for _, w := range want {
		if !math.IsNaN(w.x) {
			xs = append(xs, w.x)
		}
		if ys = append(ys, w.y); !math.IsNaN(w.y) { // which nothing could be drawn for
			left = append(left, w)
		}
	}
	slices.Sort(xs)
	slices.Sort(ys)
	slices.SortFunc(left, compareRow)
	type snapped struct {
		row
		i int
	}
	marks := make([]snapped, len(got))
	for i, g := range got {
		if !math.IsNaN(g.x) {
			g.x = nearest(xs, g.x, x)
		}
		g.y = nearest(ys, g.y, y)
		marks[i] = snapped{g, i}
	}
	slices.SortFunc(marks, func(a, b snapped) int { return cmp.Or(compareRow(a.row, b.row), cmp.Compare(a.i, b.i)) })
	for _, g := range marks {
		for len(left) > 0 && compareRow(left[0], g.row) < 0 {
			absent, left = append(absent, left[0]), left[1:]
		}
		if len(left) > 0 && compareRow(left[0], g.row) == 0 {
			left = left[1:]
		} else {
			over = append(over, g.i)
		}
	}
	absent = append(absent, left...)
	slices.Sort(over)
	return absent, over
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
