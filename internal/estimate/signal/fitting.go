package signal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/nls"
	"github.com/assaybench/assay/internal/peak"
)

// lineModel is a sum of lines of one shape over a background.
type lineModel struct {
	shape      string
	peaks      int
	background string
	byArea     bool // a is the area, not the height
}

// names of the parameters: a, m and the widths of each peak, then the background's.
func (m lineModel) names() []string {
	var out []string
	for k := range m.peaks {
		for _, n := range m.ofPeak() {
			out = append(out, fmt.Sprintf("%s%d", n, k+1))
		}
	}
	switch m.background {
	case "constant":
		out = append(out, "offset")
	case "linear":
		out = append(out, "offset", "slope")
	}
	return out
}

func (m lineModel) ofPeak() []string { return append([]string{"a", "m"}, shapes[m.shape].widths...) }

func (m lineModel) parsed() (*nls.Model, error) {
	var terms []string
	formula := shapes[m.shape].height
	if m.byArea {
		formula = shapes[m.shape].area
	}
	for k := range m.peaks {
		terms = append(terms, numbered(formula, m.ofPeak(), k+1))
	}
	switch m.background {
	case "constant":
		terms = append(terms, "offset")
	case "linear":
		terms = append(terms, "offset+slope*x")
	}
	return nls.Parse("y="+strings.Join(terms, "+"), m.names(), func(n string) bool { return n == "x" || n == "y" })
}

// fitting is a fit with its peaks in the order of their centres.
type fitting struct {
	model lineModel
	fit   nls.Fit
	order []int // of peaks, by place
}

// at is the place of a parameter of a peak, which counts from 0 by place.
func (f fitting) at(k int, name string) int {
	return f.order[k]*len(f.model.ofPeak()) + slices.Index(f.model.ofPeak(), name)
}

// param is a parameter of a peak with its standard error (0 where there is none); widths
// are never negative, and an area has the sign of the line.
func (f fitting) param(k int, name string) (v, se dd.Num) {
	i := f.at(k, name)
	v = f.fit.Params[i]
	if f.fit.SE != nil {
		se = f.fit.SE[i]
	}
	switch {
	case name == "s" || name == "g":
		v = v.Abs()
	case name == "a" && f.model.byArea && f.model.shape != "voigt" && f.fit.Params[f.at(k, "s")].Sign() < 0:
		v = v.Neg()
	}
	return v, se
}

func (f fitting) widths(k int) []float64 {
	var out []float64
	for _, n := range shapes[f.model.shape].widths {
		v, _ := f.param(k, n)
		out = append(out, v.Float())
	}
	return out
}

var errNoLine = errors.New("the fit has no minimum that the search comes to, or one with a line wider than the rows; name starting centres, fewer peaks or another shape")

// fitLines fits the model to rows in the order of x, by several starts of which the lowest
// minimum is taken; once: by one search from one start.
func fitLines(ctx context.Context, m lineModel, x, y []dd.Num, centres []float64, once bool) (fitting, error) {
	parsed, err := m.parsed()
	if err != nil {
		return fitting{}, err
	}
	columns := make([][]dd.Num, len(parsed.Columns))
	for i, name := range parsed.Columns {
		if columns[i] = y; name == "x" {
			columns[i] = x
		}
	}
	best, found := nls.Fit{}, false
	for _, scale := range []float64{1, 0.5, 2} {
		start := m.start(x, y, centres, scale)
		fit := parsed.Near
		if scale == 1 && !once {
			fit = parsed.Fit
		}
		f, err := fit(ctx, columns, len(x), start)
		var none *nls.NoMinimumError
		switch {
		case ctx.Err() != nil:
			return fitting{}, ctx.Err()
		case errors.As(err, &none):
			continue
		case err != nil:
			return fitting{}, err
		}
		if !found || f.RSS.Float() < best.RSS.Float()*(1-1e-9) {
			best, found = f, true
		}
		if once || len(x) > 5000 {
			break
		}
	}
	if !found {
		return fitting{}, errNoLine
	}
	out := fitting{m, best, make([]int, m.peaks)}
	for k := range out.order {
		out.order[k] = k
	}
	slices.SortStableFunc(out.order, func(a, b int) int {
		i, j := a*len(m.ofPeak())+1, b*len(m.ofPeak())+1
		return best.Params[i].Cmp(best.Params[j])
	})
	return out, nil
}

// again fits the same lines with the area as a parameter, from their minimum.
func (f fitting) again(ctx context.Context, x, y []dd.Num) (fitting, error) {
	m := f.model
	m.byArea = true
	parsed, err := m.parsed()
	if err != nil {
		return fitting{}, err
	}
	start := slices.Clone(f.fit.Params)
	for k := range m.peaks {
		_, area := sized(m.shape, f.widths(k))
		for _, n := range []string{"s", "g"} {
			if slices.Contains(m.ofPeak(), n) {
				start[f.at(k, n)] = start[f.at(k, n)].Abs()
			}
		}
		start[f.at(k, "a")] = start[f.at(k, "a")].Mul(dd.F(area))
	}
	columns := make([][]dd.Num, len(parsed.Columns))
	for i, name := range parsed.Columns {
		if columns[i] = y; name == "x" {
			columns[i] = x
		}
	}
	fit, err := parsed.Near(ctx, columns, len(x), start)
	return fitting{m, fit, f.order}, err
}

// start are starting values from the data: the background through the ends, the peaks that
// stand out most above it, their widths scaled.
func (m lineModel) start(x, y []dd.Num, centres []float64, scale float64) []dd.Num {
	n := len(x)
	xs, ys := floats(x), floats(y)
	edge := max(1, n/20)
	mean := func(v []float64) float64 {
		var sum float64
		for _, a := range v {
			sum += a
		}
		return sum / float64(len(v))
	}
	slope, offset := 0.0, 0.0
	switch m.background {
	case "constant":
		offset = (mean(ys[:edge]) + mean(ys[n-edge:])) / 2
	case "linear":
		slope = (mean(ys[n-edge:]) - mean(ys[:edge])) / (mean(xs[n-edge:]) - mean(xs[:edge]))
		offset = mean(ys[:edge]) - slope*mean(xs[:edge])
	}
	rest := make([]float64, n)
	up, down := 0.0, 0.0
	for i := range rest {
		rest[i] = ys[i] - offset - slope*xs[i]
		up, down = math.Max(up, rest[i]), math.Max(down, -rest[i])
	}
	sign := 1.0
	if down > up && m.background != "none" {
		sign = -1
		for i := range rest {
			rest[i] = -rest[i]
		}
	}
	var out []dd.Num
	for _, p := range m.guesses(xs, rest, centres) {
		out = append(out, dd.F(sign*p.height), dd.F(p.centre))
		for _, w := range shapes[m.shape].start(p.half * scale) {
			out = append(out, dd.F(w))
		}
	}
	if i := slices.Index(m.ofPeak(), "f"); i >= 0 { // shares do not scale
		for k := range m.peaks {
			out[k*len(m.ofPeak())+i] = dd.F(0.5)
		}
	}
	switch m.background {
	case "constant":
		out = append(out, dd.F(offset))
	case "linear":
		out = append(out, dd.F(offset), dd.F(slope))
	}
	return out
}

// guess is where a peak may be.
type guess struct{ centre, height, half float64 }

// guesses take the named centres, else the most prominent peaks; where there are too few
// of them, what is highest when those found are taken away.
func (m lineModel) guesses(x, y []float64, centres []float64) []guess {
	var out []guess
	left := slices.Clone(y)
	shortest := (x[len(x)-1] - x[0]) / float64(len(x)-1)
	take := func(at int, half float64) {
		g := guess{x[at], left[at], math.Max(half, shortest)}
		out = append(out, g)
		for i := range left {
			z := (x[i] - g.centre) / g.half
			left[i] -= g.height * math.Exp(-math.Ln2*z*z)
		}
	}
	found := peak.Find(y, peak.Criteria{})
	slices.SortStableFunc(found, func(a, b peak.Peak) int {
		switch {
		case a.Prominence > b.Prominence:
			return -1
		case a.Prominence < b.Prominence:
			return 1
		}
		return a.At - b.At
	})
	width := func(at int) float64 {
		for _, p := range found {
			if p.At == at {
				return (peak.Place(x, p.Right) - peak.Place(x, p.Left)) / 2
			}
		}
		return halfWidth(x, left, at)
	}
	for k := range m.peaks {
		at := 0
		switch {
		case len(centres) > 0:
			for i := range x {
				if math.Abs(x[i]-centres[k]) < math.Abs(x[at]-centres[k]) {
					at = i
				}
			}
		case k < len(found) && found[k].Prominence > 0.02*found[0].Prominence:
			at = found[k].At
		default:
			for i := range left {
				if left[i] > left[at] {
					at = i
				}
			}
		}
		take(at, width(at))
		if len(centres) > 0 {
			out[k].centre = centres[k]
		}
	}
	return out
}

// halfWidth is the way from a row to where the curve has fallen to half, on the side where
// that is nearer.
func halfWidth(x, y []float64, at int) float64 {
	best := (x[len(x)-1] - x[0]) / 4
	for i := range x {
		if y[i] <= y[at]/2 {
			best = math.Min(best, math.Abs(x[i]-x[at]))
		}
	}
	return best
}
