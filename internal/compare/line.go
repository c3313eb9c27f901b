package compare

import (
	"fmt"
	"math"
	"time"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/slip"
	"github.com/assaybench/assay/spec"
)

// fit asks of every point of a line that it lies on the wanted one.
func (r comparison) fit() Outcome {
	fit := *r.Want.Fit
	if len(r.Data()) < 2 || !(r.Data()[len(r.Data())-1].At > r.Data()[0].At) {
		return failed(spec.VisualValues, "the line has fewer than two points at different places")
	}
	if math.IsNaN(fit.Slope) || math.IsInf(fit.Slope, 0) {
		return failed(spec.VisualValues, "the slope to compare the line with is %s", phrase.Number(fit.Slope))
	}
	if r.LineHidden() {
		return failed(spec.VisualHidden, "the line cannot be seen: transparent, or outside the axis limits")
	}
	at := func(d drawn.Datum) float64 { return r.year(d) }
	a, b := r.Data()[0], r.Data()[len(r.Data())-1]
	drawnSlope := (b.Value - a.Value) / (at(b) - at(a))
	onlySlope := math.IsNaN(fit.Intercept)
	if onlySlope {
		fit.Intercept = a.Value - float64(fit.Slope*at(a))
	}
	span := math.Abs(fit.Slope * (at(b) - at(a)))
	tol := spec.Tolerance{Rel: 1e-6, Scale: span}
	if r.Slot.Tolerance != nil {
		tol = *r.Slot.Tolerance
	}
	var pairs []slip.Pair
	for _, d := range r.Data() {
		pairs = append(pairs, slip.Pair{Want: fit.Intercept + float64(fit.Slope*at(d)), Got: d.Value})
	}
	for i, d := range r.Data() {
		want := pairs[i].Want
		if tol.Close(d.Value, want) {
			continue
		}
		out := Outcome{Code: spec.VisualValues, Expected: phrase.Number(want), Observed: phrase.Number(d.Value)}
		switch {
		case !r.Straight():
			out.Note = "what is drawn is no straight line"
		case onlySlope:
			out.Expected, out.Observed = phrase.Number(fit.Slope), phrase.Number(drawnSlope)
			out.Note = fmt.Sprintf("the line is drawn with a slope of %s, expected %s", phrase.Short(drawnSlope), phrase.Short(fit.Slope))
		default:
			out.Note = fmt.Sprintf("the line is drawn at %s where x = %s, expected %s (its slope is %s, expected %s)", phrase.Short(d.Value), phrase.Short(at(d)), phrase.Short(want), phrase.Short(drawnSlope), phrase.Short(fit.Slope))
			if s, ok := slip.Find(pairs, r.Want.Unit); ok {
				out.Note += ": the values of " + s.Say(len(pairs))
			}
		}
		return out
	}
	return Outcome{Pass: true}
}

// year is the place of a point on the axis of a slot: a date as a calendar year where
// the slot counts in years.
func (r comparison) year(d drawn.Datum) float64 {
	if r.At[d.Panel].Kind == axis.Time && !r.Want.Time && isYear(r.Want.XUnit) {
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
