package peak

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Baselines are what lies below a line.
var Baselines = []string{"none", "ends", "min", "constant"}

// Line is a curve over ascending places, without its baseline.
type Line struct {
	X, Y []float64
}

// Window is the line of the rows with x from low to high, in the order of x, above a
// baseline: none, ends (straight from the first to the last row), min (the lowest value),
// constant (the mean of the first and the last). x must not repeat.
func Window(x, y []float64, low, high float64, baseline string) (Line, error) {
	var at []int
	for i := range x {
		if x[i] >= low && x[i] <= high {
			at = append(at, i)
		}
	}
	if len(at) < 3 {
		return Line{}, fmt.Errorf("%d rows lie from %v to %v; a line has 3 or more", len(at), low, high)
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	var l Line
	for _, i := range at {
		l.X, l.Y = append(l.X, x[i]), append(l.Y, y[i])
		if k := len(l.X); k > 1 && l.X[k-1] == l.X[k-2] {
			return Line{}, fmt.Errorf("two rows lie at %v", x[i])
		}
	}
	n := len(l.X)
	first, last, least := l.Y[0], l.Y[n-1], slices.Min(l.Y)
	for i := range l.Y {
		switch baseline {
		case "ends":
			t := (l.X[i] - l.X[0]) / (l.X[n-1] - l.X[0])
			l.Y[i] -= first*(1-t) + last*t
		case "min":
			l.Y[i] -= least
		case "constant":
			l.Y[i] -= (first + last) / 2
		}
	}
	return l, nil
}

// Area by trapezoids.
func (l Line) Area() float64 {
	var sum float64
	for i := 1; i < len(l.X); i++ {
		sum += (l.X[i] - l.X[i-1]) * (l.Y[i] + l.Y[i-1]) / 2
	}
	return sum
}

// Simpson is the area by parabolas through each three rows, of places that need not be
// even; of an even number of rows the last part is that of the parabola through the last
// three (Cartwright 2017).
func (l Line) Simpson() float64 {
	n := len(l.X)
	if n < 3 {
		return l.Area()
	}
	var sum float64
	for i := 0; i+2 < n; i += 2 {
		a, b := l.X[i+1]-l.X[i], l.X[i+2]-l.X[i+1]
		sum += (a + b) / 6 * (l.Y[i]*(2-b/a) + l.Y[i+1]*(a+b)*(a+b)/(a*b) + l.Y[i+2]*(2-a/b))
	}
	if n%2 == 0 {
		a, b := l.X[n-1]-l.X[n-2], l.X[n-2]-l.X[n-3]
		sum += l.Y[n-1]*(2*a*a+3*a*b)/(6*(a+b)) + l.Y[n-2]*(a*a+3*a*b)/(6*b) - l.Y[n-3]*a*a*a/(6*b*(a+b))
	}
	return sum
}

// Sum of the values.
func (l Line) Sum() float64 {
	var sum float64
	for _, y := range l.Y {
		sum += y
	}
	return sum
}

// Centroid is the mean place weighted by value, each row alike.
func (l Line) Centroid() float64 {
	x0 := l.X[len(l.X)/2]
	var top, bottom float64
	for i, y := range l.Y {
		top += (l.X[i] - x0) * y
		bottom += y
	}
	return x0 + top/bottom
}

// CentroidByArea weights rows by the width that they stand for, as areas by trapezoids do.
func (l Line) CentroidByArea() float64 {
	x0 := l.X[len(l.X)/2]
	top := Line{l.X, slices.Clone(l.Y)}
	for i := range top.Y {
		top.Y[i] *= l.X[i] - x0
	}
	return x0 + top.Area()/l.Area()
}

// Top is the row of the highest value, the first of several.
func (l Line) Top() int { return slices.Index(l.Y, slices.Max(l.Y)) }

// Vertex is the top of the parabola through the highest row and its neighbours.
func (l Line) Vertex() float64 {
	i := l.Top()
	if i == 0 || i == len(l.X)-1 {
		return math.NaN()
	}
	a, b := l.X[i]-l.X[i-1], l.X[i+1]-l.X[i]
	da, db := (l.Y[i]-l.Y[i-1])/a, (l.Y[i+1]-l.Y[i])/b
	return (l.X[i-1]+l.X[i])/2 + da/(da-db)*(a+b)/2
}

// ErrOpen says that a line does not fall to the level of its width on both sides.
var ErrOpen = errors.New("the curve does not fall to half its height on both sides within the rows")

// FullWidth is the width at a share of the height of the highest row, between the first
// crossings on both sides, interpolated in straight lines.
func (l Line) FullWidth(share float64) (width, left, right float64, err error) {
	top := l.Top()
	level := l.Y[top] * share
	cross := func(step int) float64 {
		for i := top; i+step >= 0 && i+step < len(l.X); i += step {
			if j := i + step; l.Y[j] <= level {
				return l.X[i] + (l.Y[i]-level)/(l.Y[i]-l.Y[j])*(l.X[j]-l.X[i])
			}
		}
		return math.NaN()
	}
	left, right = cross(-1), cross(1)
	if math.IsNaN(left) || math.IsNaN(right) || !(l.Y[top] > 0) {
		return math.NaN(), left, right, ErrOpen
	}
	return right - left, left, right, nil
}
