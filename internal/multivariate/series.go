package multivariate

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// Wasserstein is the first Wasserstein (earth mover's) distance of two samples, which may
// be of unequal size: the area between their empirical distribution functions.
func Wasserstein(x, y []dd.Num) (dd.Num, error) {
	if len(x) == 0 || len(y) == 0 {
		return dd.Num{}, errors.New("a sample is empty")
	}
	if err := finite(x, y); err != nil {
		return dd.Num{}, err
	}
	x, y = dd.Sorted(x), dd.Sorted(y)
	n, m := dd.F(float64(len(x))), dd.F(float64(len(y)))
	var area, last dd.Num
	for i, j := 0, 0; i < len(x) || j < len(y); {
		var at dd.Num
		if j == len(y) || i < len(x) && x[i].Cmp(y[j]) <= 0 {
			at = x[i]
		} else {
			at = y[j]
		}
		if i+j > 0 {
			height := dd.F(float64(i)).Div(n).Sub(dd.F(float64(j)).Div(m)).Abs()
			area = area.Add(height.Mul(at.Sub(last)))
		}
		for i < len(x) && x[i].Cmp(at) == 0 {
			i++
		}
		for j < len(y) && y[j].Cmp(at) == 0 {
			j++
		}
		last = at
	}
	return area, nil
}

// Warping are the terms of dynamic time warping.
type Warping struct {
	Squared bool // the root of the sum of squared differences, not the sum of absolute ones
	Window  int  // how far apart in place two matched points may be; negative for any
}

// maxCells bounds warping and editing, which compare all places of one with all of the other.
const maxCells = 25_000_000

// Distance by dynamic time warping: the least sum of costs along a monotone path that
// matches each point of one series with one of the other at least, ends with ends
// (Sakoe and Chiba 1978, symmetric steps of weight 1).
func (w Warping) Distance(ctx context.Context, x, y []dd.Num) (dd.Num, error) {
	switch {
	case len(x) == 0 || len(y) == 0:
		return dd.Num{}, errors.New("a series is empty")
	case len(x) > maxCells/len(y):
		return dd.Num{}, fmt.Errorf("series of %d and %d points are too long", len(x), len(y))
	case w.Window >= 0 && w.Window < max(len(x), len(y))-min(len(x), len(y)):
		return dd.Num{}, fmt.Errorf("a window of %d does not reach from the end of one series to that of the other", w.Window)
	}
	if err := finite(x, y); err != nil {
		return dd.Num{}, err
	}
	inf := dd.F(math.Inf(1))
	open := func(d dd.Num) bool { return d.Hi < inf.Hi }
	row, last := make([]dd.Num, len(y)+1), make([]dd.Num, len(y)+1)
	for j := range last {
		last[j] = inf
	}
	last[0] = dd.Num{}
	for i := range x {
		if err := ctx.Err(); err != nil {
			return dd.Num{}, err
		}
		row[0] = inf
		for j := range y {
			row[j+1] = inf
			if w.Window >= 0 && (i-j > w.Window || j-i > w.Window) {
				continue
			}
			least := last[j]
			for _, d := range []dd.Num{last[j+1], row[j]} {
				if open(d) && (!open(least) || d.Cmp(least) < 0) {
					least = d
				}
			}
			if !open(least) {
				continue
			}
			cost := difference(x[i], y[j])
			if w.Squared {
				cost = cost.Mul(cost)
			}
			row[j+1] = least.Add(cost)
		}
		row, last = last, row
	}
	d := last[len(y)]
	if w.Squared {
		d = d.Sqrt()
	}
	if !d.Finite() {
		return d, errors.New("the distance is not finite")
	}
	return d, nil
}

// Edits is the distance of Levenshtein (1966): the least number of characters to insert,
// delete or replace that turns one text into the other. Characters are Unicode code points.
func Edits(ctx context.Context, a, b string) (int, error) {
	x, y := []rune(a), []rune(b)
	if len(y) > 0 && len(x) > maxCells/len(y) {
		return 0, fmt.Errorf("texts of %d and %d characters are too long", len(x), len(y))
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			d := diagonal
			if x[i] != y[j] {
				d = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(y)], nil
}
