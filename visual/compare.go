package visual

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/assaybench/assay/spec"
)

// outcome is what a comparison of arrays found.
type outcome struct {
	pass     bool
	code     spec.Code
	note     string
	expected string
	observed string
	pairs    [][2]int // want, datum: marks that were found, by name
}

func failed(code spec.Code, format string, args ...any) outcome {
	return outcome{code: code, note: fmt.Sprintf(format, args...)}
}

// tolerance is that of the slot, or a millionth of the range of what is wanted: what
// drawing costs in bits, and no more.
func (r *reading) tolerance() spec.Tolerance {
	if r.slot.Tolerance != nil {
		return *r.slot.Tolerance
	}
	lo, hi := extremes(r.want.Y)
	return spec.Tolerance{Rel: 1e-6, Scale: math.Max(hi-lo, 0)}
}

// compare holds the drawn numbers against those that are wanted. No mark compared is
// a failure.
func (r *reading) compare() outcome {
	if r.found == nil {
		o := r.compareAll()
		r.found = &o
	}
	return *r.found
}

func (r *reading) compareAll() outcome {
	visible := 0
	for _, d := range r.data {
		if !d.Hidden {
			visible++
		}
	}
	if len(r.data) > 0 && visible == 0 && r.want.Fit == nil {
		return failed(spec.VisualHidden, "none of the %s can be seen: %s outside the axis limits, transparent or of no size", plural(len(r.data), "mark", "marks"), isAre(len(r.data)))
	}
	switch {
	case r.want.Fit != nil:
		return r.compareFit()
	case len(r.want.Y) == 0:
		return failed(spec.VisualValues, "there is nothing to compare the figure with: the view or result is empty")
	case r.cand.Mark == spec.MarkBox:
		return r.compareBoxes()
	case r.cand.Mark == spec.MarkHistogram && r.sampled():
		return r.compareHistograms()
	case r.want.Keyed:
		return r.compareKeyed()
	}
	return r.compareRows()
}

// compareKeyed compares marks that are known by name, one by one.
func (r *reading) compareKeyed() outcome {
	tol, c := r.tolerance(), r.classes()
	var out outcome
	var wrong, unseen, absent []string
	var first *Datum
	for j := range c.keys {
		for _, w := range c.wanted[j] {
			var at []int
			for _, i := range c.drawn[j] {
				if r.here(w, i) {
					at = append(at, i)
				}
			}
			name := r.want.key(w).text()
			if name == "" {
				name = "the result"
			}
			if len(at) == 0 {
				absent = append(absent, name)
				continue
			}
			for _, i := range at {
				d := &r.data[i]
				switch {
				case d.Hidden:
					unseen = append(unseen, name)
				case !tol.Close(d.Value, r.want.Y[w]) || len(at) > 1 && !r.together(at):
					wrong = append(wrong, r.disagrees(name, *d, r.want.Y[w], len(at)))
					if first == nil {
						first = d
						out.expected, out.observed = number(r.want.Y[w]), number(d.Value)
					}
				default:
					out.pairs = append(out.pairs, [2]int{w, i})
				}
			}
		}
	}
	switch {
	case len(wrong) > 0:
		out.code, out.note = spec.VisualValues, wrong[0]+more(len(wrong)-1)
	case len(unseen) > 0:
		out.code = spec.VisualHidden
		out.note = fmt.Sprintf("the %s for %s cannot be seen: outside the axis limits, transparent or of no size", r.noun(), list(unseen))
	case len(out.pairs) == 0:
		out.code, out.note = spec.VisualValues, fmt.Sprintf("no %s is drawn for %s", r.noun(), list(absent))
	case len(absent) > 0:
		out.code, out.note = spec.VisualValues, fmt.Sprintf("%d of %d marks are not drawn: %s", len(absent), len(r.want.Y), list(absent))
	default:
		out.pass = !r.overlap(&out)
	}
	return out
}

// together reports whether several marks of one name may stand together: they are at
// one place and say the same.
func (r *reading) together(at []int) bool {
	for _, i := range at[1:] {
		if !closeTo(r.data[i].Value, r.data[at[0]].Value) {
			return false
		}
	}
	return true
}

func (r *reading) disagrees(name string, d Datum, want float64, n int) string {
	if n > 1 {
		return fmt.Sprintf("%d %ss are drawn for %s, which differ: one at %s, expected %s", n, r.noun(), name, short(d.Value), withUnit(want, r.want.Unit))
	}
	s := fmt.Sprintf("%s for %s is drawn at %s, expected %s", r.noun(), name, withUnit(d.Value, r.want.Unit), withUnit(want, r.want.Unit))
	for i, y := range r.want.Y {
		if y != want && r.want.key(i).text() != "" && r.tolerance().Close(d.Value, y) {
			return s + fmt.Sprintf(" (%s is the value of %s)", short(y), r.want.key(i).text())
		}
	}
	return s
}

// asDrawn reads the numbers as they stand, whatever unit the axis shows; false where
// that changes nothing, or makes nothing right that was not.
func (r *reading) asDrawn() (reading, bool) {
	v := r.valScale(0)
	if v == (linear{}) || v == (linear{0, 1}) || r.compare().pass {
		return *r, false
	}
	bare := *r
	bare.bare, bare.data, bare.found = true, nil, nil
	bare.read()
	return bare, bare.compare().pass
}

// overlap finds bars of different names on top of each other: what lies behind cannot
// be read.
func (r *reading) overlap(out *outcome) bool {
	if r.cand.Mark != spec.MarkBar || r.stack {
		return false
	}
	for i, a := range r.data { // in the order of their places
		for j := i - 1; j >= 0 && j >= i-manyHere && closeTo(r.data[j].At, a.At); j-- {
			if b := r.data[j]; a.axes == b.axes && closeTo(a.At, b.At) && closeTo(a.Base, b.Base) && !slices.Equal(a.Labels, b.Labels) {
				out.code = spec.VisualHidden
				out.note = fmt.Sprintf("the bars for %s and %s lie on top of each other", place(b.Labels, b.At), place(a.Labels, a.At))
				return true
			}
		}
	}
	return false
}

// compareFit asks of every point of a line that it lies on the wanted one.
func (r *reading) compareFit() outcome {
	fit := *r.want.Fit
	if len(r.data) < 2 || !(r.data[len(r.data)-1].At > r.data[0].At) {
		return failed(spec.VisualValues, "the line has fewer than two points at different places")
	}
	if math.IsNaN(fit.Slope) || math.IsInf(fit.Slope, 0) {
		return failed(spec.VisualValues, "the slope to compare the line with is %s", number(fit.Slope))
	}
	if len(r.sets) == 1 && r.sets[0].set.Hidden >= r.sets[0].set.Len() && !r.acrossAxes() {
		return failed(spec.VisualHidden, "the line cannot be seen: transparent, or outside the axis limits")
	}
	at := func(d Datum) float64 { return r.year(d) }
	a, b := r.data[0], r.data[len(r.data)-1]
	drawnSlope := (b.Value - a.Value) / (at(b) - at(a))
	onlySlope := math.IsNaN(fit.Intercept)
	if onlySlope {
		fit.Intercept = a.Value - float64(fit.Slope*at(a))
	}
	span := math.Abs(fit.Slope * (at(b) - at(a)))
	tol := spec.Tolerance{Rel: 1e-6, Scale: span}
	if r.slot.Tolerance != nil {
		tol = *r.slot.Tolerance
	}
	for _, d := range r.data {
		want := fit.Intercept + float64(fit.Slope*at(d))
		if tol.Close(d.Value, want) {
			continue
		}
		out := outcome{code: spec.VisualValues, expected: number(want), observed: number(d.Value)}
		switch {
		case !r.straightLine():
			out.note = "what is drawn is no straight line"
		case onlySlope:
			out.expected, out.observed = number(fit.Slope), number(drawnSlope)
			out.note = fmt.Sprintf("the line is drawn with a slope of %s, expected %s", short(drawnSlope), short(fit.Slope))
		default:
			out.note = fmt.Sprintf("the line is drawn at %s where x = %s, expected %s (its slope is %s, expected %s)", short(d.Value), short(at(d)), short(want), short(drawnSlope), short(fit.Slope))
		}
		return out
	}
	return outcome{pass: true}
}

// acrossAxes reports whether a straight line whose ends lie outside still crosses the
// axes.
func (r *reading) acrossAxes() bool {
	s, v := r.sets[0].set, r.axes[r.sets[0].axes]
	in := func(f []float64, a spec.AxisView) bool {
		lo, hi := extremes(f)
		return lo <= max(a.Limits[0], a.Limits[1]) && hi >= min(a.Limits[0], a.Limits[1])
	}
	outsideAll := true
	for i := range s.Len() {
		outsideAll = outsideAll && outside(*s, v, i)
	}
	return outsideAll && in(s.X, v.X) && in(s.Y, v.Y)
}

// year is the place of a point on the axis of a slot: a date as a calendar year where
// the slot counts in years.
func (r *reading) year(d Datum) float64 {
	if r.at[d.axes].Kind == kindTime && !r.want.Time && isYear(r.want.XUnit) {
		return yearOf(d.At, 0)
	}
	return d.At
}

func isYear(u string) bool {
	switch u {
	case "year", "years", "yr", "a", "y":
		return true
	}
	return false
}

// yearOf writes a day (since 1970-01-01) as a year: convention 0 is exact, 1 counts
// months from their beginning, 2 from their middle, 3 from their end; 4 is the number
// of months since 1970, 5 the year alone.
func yearOf(days float64, convention int) float64 {
	if math.Abs(days) > 4e6 {
		return math.NaN()
	}
	whole := math.Floor(days)
	t := time.Unix(0, 0).UTC().AddDate(0, 0, int(whole))
	y, m := float64(t.Year()), float64(t.Month())
	switch convention {
	case 0:
		start := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		length := time.Date(t.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC).Sub(start).Hours() / 24
		return y + (float64(t.YearDay()-1)+days-whole)/length
	case 1, 2, 3:
		return y + (m-1+0.5*float64(convention-1))/12
	case 4:
		return (y-1970)*12 + m - 1
	}
	return y
}

// noun is what the marks of a reading are called.
func (r *reading) noun() string {
	switch r.cand.Mark {
	case spec.MarkBar:
		return "bar"
	case spec.MarkBox:
		return "box"
	case spec.MarkErrorbar:
		return "error bar"
	case spec.MarkHistogram:
		if !r.sampled() {
			return "bar"
		}
		return "bin"
	}
	return "point"
}
