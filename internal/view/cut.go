package view

import (
	"math"
	"sync"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/spec"
)

// cut holds the rows of a view part by part. Rows, and numbers of columns, are put together
// for all parts at one time, in one pass over the view, when the first part asks for them.
type cut struct {
	of    *View
	codes []int32 // the part of each row
	begin []int   // of each part among all rows, and the end
	once  sync.Once
	rows  []int
	mu    sync.Mutex
	nums  map[int][]float64
}

func newCut(v *View, codes []int32, parts int) *cut {
	c := &cut{of: v, codes: codes, begin: make([]int, parts+1)}
	for _, p := range codes {
		c.begin[p+1]++
	}
	for p := range parts {
		c.begin[p+1] += c.begin[p]
	}
	return c
}

func (c *cut) size(part int) int { return c.begin[part+1] - c.begin[part] }

// rowsOf are the rows of a part. Do not append to them.
func (c *cut) rowsOf(part int) []int {
	c.once.Do(func() {
		c.rows = make([]int, len(c.codes))
		end := append([]int(nil), c.begin...)
		for i, p := range c.codes {
			c.rows[end[p]] = i
			end[p]++
		}
	})
	lo, hi := c.begin[part], c.begin[part+1]
	return c.rows[lo:hi:hi]
}

// floats are a column's numbers, part by part.
func (c *cut) floats(col int) []float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if out, known := c.nums[col]; known {
		return out
	}
	out, end := make([]float64, len(c.codes)), append([]int(nil), c.begin...)
	for i, x := range c.of.frame.Columns[col].Num {
		p := c.codes[i]
		out[end[p]] = x
		end[p]++
	}
	if c.nums == nil {
		c.nums = map[int][]float64{}
	}
	c.nums[col] = out
	return out
}

// numbers are Numbers of a part; ok is false where they are not had of whole columns of
// numbers, because cells are missing, or are decimals of their own.
func (c *cut) numbers(part int, columns []string) (out [][]dd.Num, ok bool) {
	cols, powers := make([]int, len(columns)), make([]float64, len(columns))
	for j, name := range columns {
		i := c.of.index(name)
		if i < 0 || c.of.part != nil {
			return nil, false
		}
		col := &c.of.frame.Columns[i]
		if col.Kind == spec.ColumnText || col.Missing != nil {
			return nil, false
		}
		if text := c.of.text[i]; text != nil {
			places, fixed := text.Places()
			if !fixed {
				return nil, false
			}
			powers[j] = math.Pow10(places)
		}
		cols[j] = i
	}
	lo, hi := c.begin[part], c.begin[part+1]
	for j, i := range cols {
		xs := make([]dd.Num, hi-lo)
		for k, x := range c.floats(i)[lo:hi] {
			if powers[j] > 0 {
				xs[k] = decimal(x, powers[j])
			} else {
				xs[k] = dd.F(x)
			}
		}
		out = append(out, xs)
	}
	return out, true
}
