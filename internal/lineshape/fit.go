package lineshape

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

// Backgrounds are what lines may stand on: nothing, offset, or offset + slope x.
var Backgrounds = []string{"none", "constant", "linear"}

// Model is a sum of lines of one shape over a background.
type Model struct {
	Shape      string
	Peaks      int
	Background string
	byArea     bool // a is the area, not the height
}

// Names of the parameters: a, m and the widths of each peak, then the background's.
func (m Model) Names() []string {
	var out []string
	for k := range m.Peaks {
		for _, n := range m.ofPeak() {
			out = append(out, fmt.Sprintf("%s%d", n, k+1))
		}
	}
	switch m.Background {
	case "constant":
		out = append(out, "offset")
	case "linear":
		out = append(out, "offset", "slope")
	}
	return out
}

func (m Model) ofPeak() []string { return append([]string{"a", "m"}, shapes[m.Shape].widths...) }

func (m Model) parsed() (*nls.Model, error) {
	var terms []string
	formula := shapes[m.Shape].height
	if m.byArea {
		formula = shapes[m.Shape].area
	}
	for k := range m.Peaks {
		terms = append(terms, numbered(formula, m.ofPeak(), k+1))
	}
	switch m.Background {
	case "constant":
		terms = append(terms, "offset")
	case "linear":
		terms = append(terms, "offset+slope*x")
	}
	return nls.Parse("y="+strings.Join(terms, "+"), m.Names(), func(n string) bool { return n == "x" || n == "y" })
}

// Fit is a fit with its peaks in the order of their centres.
type Fit struct {
	nls.Fit
	Model Model
	order []int // of peaks, by place
}

// at is the place of a parameter of a peak, which counts from 0 by place.
func (f Fit) at(k int, name string) int {
	return f.order[k]*len(f.Model.ofPeak()) + slices.Index(f.Model.ofPeak(), name)
}

// Param is a parameter of a peak with its standard error (0 where there is none); widths
// are never negative, and an area has the sign of the line.
func (f Fit) Param(k int, name string) (v, se dd.Num) {
	i := f.at(k, name)
	v = f.Params[i]
	if f.SE != nil {
		se = f.SE[i]
	}
	switch {
	case name == "s" || name == "g":
		v = v.Abs()
	case name == "a" && f.Model.byArea && f.Model.Shape != "voigt" && f.Params[f.at(k, "s")].Sign() < 0:
		v = v.Neg()
	}
	return v, se
}

// Widths are the widths (and share) of a peak, in the order of its shape.
func (f Fit) Widths(k int) []float64 {
	var out []float64
	for _, n := range shapes[f.Model.Shape].widths {
		v, _ := f.Param(k, n)
		out = append(out, v.Float())
	}
	return out
}

// ErrNoLine says that no line was found.
var ErrNoLine = errors.New("the fit has no minimum that the search comes to, or one with a line wider than the rows; name starting centres, fewer peaks or another shape")

// Fit fits the model to rows in the order of x, by several starts of which the lowest
// minimum is taken; once: by one search from one start. centres are starting values of the
// centres, one for each line, or none. Errors: ErrNoLine, of the data, or the context's.
func (m Model) Fit(ctx context.Context, x, y []dd.Num, centres []float64, once bool) (Fit, error) {
	parsed, err := m.parsed()
	if err != nil {
		return Fit{}, err
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
			return Fit{}, ctx.Err()
		case errors.As(err, &none):
			continue
		case err != nil:
			return Fit{}, err
		}
		if !found || f.RSS.Float() < best.RSS.Float()*(1-1e-9) {
			best, found = f, true
		}
		if once || len(x) > 5000 {
			break
		}
	}
	if !found {
		return Fit{}, ErrNoLine
	}
	out := Fit{best, m, make([]int, m.Peaks)}
	for k := range out.order {
		out.order[k] = k
	}
	slices.SortStableFunc(out.order, func(a, b int) int {
		i, j := a*len(m.ofPeak())+1, b*len(m.ofPeak())+1
		return best.Params[i].Cmp(best.Params[j])
	})
	return out, nil
}

// ByArea fits the same lines with the area as a parameter, from their minimum.
func (f Fit) ByArea(ctx context.Context, x, y []dd.Num) (Fit, error) {
	m := f.Model
	m.byArea = true
	parsed, err := m.parsed()
	if err != nil {
		return Fit{}, err
	}
	start := slices.Clone(f.Params)
	for k := range m.Peaks {
		_, area := Sized(m.Shape, f.Widths(k))
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
	return Fit{fit, m, f.order}, err
}

// start are starting values from the data: the background through the ends, the peaks that
// stand out most above it, their widths scaled.
func (m Model) start(x, y []dd.Num, centres []float64, scale float64) []dd.Num {
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
	switch m.Background {
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
	if down > up && m.Background != "none" {
		sign = -1
		for i := range rest {
			rest[i] = -rest[i]
		}
	}
	var out []dd.Num
	for _, p := range m.guesses(xs, rest, centres) {
		out = append(out, dd.F(sign*p.height), dd.F(p.centre))
		for _, w := range shapes[m.Shape].start(p.half * scale) {
			out = append(out, dd.F(w))
		}
	}
	if i := slices.Index(m.ofPeak(), "f"); i >= 0 { // shares do not scale
		for k := range m.Peaks {
			out[k*len(m.ofPeak())+i] = dd.F(0.5)
		}
	}
	switch m.Background {
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
func (m Model) guesses(x, y []float64, centres []float64) []guess {
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
	for k := range m.Peaks {
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

func floats(xs []dd.Num) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = x.Float()
	}
	return out
}
