package table

import "math"

// early holds the numbers of a column that were read while its text was at hand, with what
// is asked of all of them. A cell that is no plain number is NaN here, and is looked at again
// when the column's type is known.
type early struct {
	nums     []float64 // nil where none are read
	places   int       // most digits after the point
	greatest float64   // size
}

// read reads the cells from a row on.
func (e *early) read(src string, cells []piece, from int) {
	if e.nums == nil {
		return
	}
	for i, c := range cells[from:] {
		s := src[c.first() : c.first()+c.length()]
		f, places, ok := 0.0, 0, false
		if bare(s) && !c.escaped() {
			f, places, ok = decimal(s)
		}
		if !ok || math.IsInf(f, 0) {
			e.nums[from+i] = math.NaN()
			continue
		}
		e.nums[from+i] = f
		e.places, e.greatest = max(e.places, places), max(e.greatest, math.Abs(f))
	}
}

// numeric are the columns that have a number in one of the first rows from a place on.
func (d *lines) numeric(at, width int) []int {
	is := make([]bool, width)
	var out []int
	for range 16 {
		var cells []piece
		next, n, err := d.row(at, &cells)
		if n == 0 || err != nil {
			break
		}
		for j, c := range cells[:min(n, width)] {
			if s := c.in(d.src); !is[j] && bare(s) {
				if _, _, ok := decimal(s); ok {
					is[j], out = true, append(out, j)
				}
			}
		}
		at = next
	}
	return out
}
