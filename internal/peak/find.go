// Package peak finds peaks in sampled curves and measures them.
package peak

import (
	"math"
	"slices"
)

// Peak is a local maximum of samples.
type Peak struct {
	At                  int     // sample; the middle of a flat top, rounded down
	Height              float64 // value there
	Threshold           float64 // least fall to the two neighbours
	Prominence          float64 // height over the higher of the two bases
	LeftBase, RightBase int
	Level               float64 // height at which the width is taken
	Left, Right         float64 // where the curve crosses that level, in samples
}

// Width in samples.
func (p Peak) Width() float64 { return p.Right - p.Left }

// Criteria say which maxima are peaks. Zero values ask for nothing, but for Height, which
// is asked for where HasHeight is set.
type Criteria struct {
	HasHeight  bool
	Height     float64 // least value
	Threshold  float64 // least fall to each neighbour
	Distance   int     // least distance in samples; of two that are closer the lower one goes
	Prominence float64
	Width      float64 // in samples
	RelHeight  float64 // share of the prominence below the top at which the width is taken; 0.5 where 0
}

// Find gives the peaks of y in their order: strict maxima and flat tops that fall on both
// sides, never the ends; then those that fulfil the criteria, in the order of the fields
// of Criteria, as scipy.signal.find_peaks takes them. Of equally high peaks that are too
// close the later one stays. NaN is no maximum and no neighbour of one.
func Find(y []float64, c Criteria) []Peak {
	var out []Peak
	for i := 1; i < len(y)-1; i++ {
		if !(y[i-1] < y[i]) {
			continue
		}
		end := i
		for end+1 < len(y) && y[end+1] == y[i] {
			end++
		}
		if end < len(y)-1 && y[end+1] < y[i] {
			out = append(out, Peak{At: (i + end) / 2, Height: y[i]})
		}
		i = end
	}
	keep := func(ok func(p Peak) bool) {
		out = slices.DeleteFunc(out, func(p Peak) bool { return !ok(p) })
	}
	if c.HasHeight {
		keep(func(p Peak) bool { return p.Height >= c.Height })
	}
	for i, p := range out {
		out[i].Threshold = math.Min(y[p.At]-y[p.At-1], y[p.At]-y[p.At+1])
	}
	if c.Threshold > 0 {
		keep(func(p Peak) bool { return p.Threshold >= c.Threshold })
	}
	if c.Distance > 1 {
		out = spaced(out, c.Distance)
	}
	for i := range out {
		out[i].prominence(y)
	}
	if c.Prominence > 0 {
		keep(func(p Peak) bool { return p.Prominence >= c.Prominence })
	}
	if c.RelHeight <= 0 {
		c.RelHeight = 0.5
	}
	for i := range out {
		out[i].width(y, c.RelHeight)
	}
	if c.Width > 0 {
		keep(func(p Peak) bool { return p.Width() >= c.Width })
	}
	return out
}

// spaced drops peaks closer than distance to a higher one, from the highest down.
func spaced(ps []Peak, distance int) []Peak {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ps[a].Height > ps[b].Height:
			return -1
		case ps[a].Height < ps[b].Height:
			return 1
		}
		return b - a
	})
	gone := make([]bool, len(ps))
	for _, i := range order {
		if gone[i] {
			continue
		}
		for j := i - 1; j >= 0 && ps[i].At-ps[j].At < distance; j-- {
			gone[j] = true
		}
		for j := i + 1; j < len(ps) && ps[j].At-ps[i].At < distance; j++ {
			gone[j] = true
		}
	}
	var out []Peak
	for i, p := range ps {
		if !gone[i] {
			out = append(out, p)
		}
	}
	return out
}

// prominence looks left and right for the lowest values before the curve rises above the
// peak.
func (p *Peak) prominence(y []float64) {
	low := func(step int) (base int, least float64) {
		base, least = p.At, p.Height
		for i := p.At; i >= 0 && i < len(y) && y[i] <= p.Height; i += step {
			if y[i] < least {
				base, least = i, y[i]
			}
		}
		return base, least
	}
	left, right := 0.0, 0.0
	p.LeftBase, left = low(-1)
	p.RightBase, right = low(1)
	p.Prominence = p.Height - math.Max(left, right)
}

// width finds the crossings, between the bases, of the level that is a share of the
// prominence below the top.
func (p *Peak) width(y []float64, share float64) {
	p.Level = p.Height - p.Prominence*share
	i := p.At
	for p.LeftBase < i && p.Level < y[i] {
		i--
	}
	p.Left = float64(i)
	if y[i] < p.Level {
		p.Left += (p.Level - y[i]) / (y[i+1] - y[i])
	}
	i = p.At
	for i < p.RightBase && p.Level < y[i] {
		i++
	}
	p.Right = float64(i)
	if y[i] < p.Level {
		p.Right -= (p.Level - y[i]) / (y[i-1] - y[i])
	}
}

// Place is where a share of samples stands on their axis x, between its neighbours in a
// straight line.
func Place(x []float64, at float64) float64 {
	i := int(math.Floor(at))
	switch {
	case len(x) == 0 || i < 0 || i >= len(x):
		return math.NaN()
	case i == len(x)-1 || at == float64(i):
		return x[i]
	}
	return x[i] + (at-float64(i))*(x[i+1]-x[i])
}
