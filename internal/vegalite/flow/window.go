package flow

import (
	"errors"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// Window is one field computed for each row from those around it in its group.
type Window struct {
	Op, Field, As string
	Param         float64
}

// WindowOps lists the operations of windows beside Ops.
var WindowOps = []string{"row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "lag", "lead", "first_value", "last_value"}

// Frame is how many rows before and after a row belong to it; nil is all.
type Frame struct {
	Before, After *int
	NoPeers       bool // rows of the same rank do not belong together
}

// maxWork bounds how many rows the frames of one transform have together.
const maxWork = 20_000_000

var errWork = errors.New("the frames of the window are too large together")

// Window computes fields in the order of sort within each group, and gives the rows back in the
// order in which they stand.
func (rows Rows) Window(by []string, order Sort, frame Frame, ops []Window) (Rows, error) {
	out := slices.Clone(rows)
	less := order.Of()
	work := 0
	for _, g := range rows.Groups(by) {
		at := slices.Clone(g.At)
		slices.SortStableFunc(at, func(i, j int) int { return less(rows[i], rows[j]) })
		sorted := make(Rows, len(at))
		for k, i := range at {
			sorted[k] = rows[i]
		}
		w := pane{rows: sorted, less: less, sorted: len(order.Fields) > 0}
		w.ranks()
		for k, i := range at {
			lo, hi := w.frame(k, frame)
			if work += hi - lo; work > maxWork {
				return nil, errWork
			}
			for _, o := range ops {
				v, err := w.value(o, k, lo, hi)
				if err != nil {
					return nil, err
				}
				out[i] = with(out[i], o.As, v)
			}
		}
	}
	return out, nil
}

// pane is one group in its order.
type pane struct {
	rows        Rows
	less        func(a, b formula.Row) int
	sorted      bool
	first, last []int // of the peers of each row
	dense       []int
}

func (w *pane) ranks() {
	n := len(w.rows)
	w.first, w.last, w.dense = make([]int, n), make([]int, n), make([]int, n)
	rank := 0
	for i := 0; i < n; {
		j := i + 1
		for j < n && w.sorted && w.less(w.rows[i], w.rows[j]) == 0 {
			j++
		}
		rank++
		for k := i; k < j; k++ {
			w.first[k], w.last[k], w.dense[k] = i, j, rank
		}
		i = j
	}
}

func (w *pane) frame(k int, f Frame) (lo, hi int) {
	lo, hi = 0, len(w.rows)
	if f.Before != nil {
		lo = min(max(0, k+*f.Before), len(w.rows))
	}
	if f.After != nil {
		hi = min(max(0, k+*f.After+1), len(w.rows))
	}
	if lo >= hi {
		return 0, 0
	}
	if !f.NoPeers {
		lo, hi = w.first[lo], w.last[hi-1]
	}
	return lo, hi
}

func (w *pane) value(o Window, k, lo, hi int) (any, error) {
	n := len(w.rows)
	field := func(i int) any {
		if i < 0 || i >= n {
			return nil
		}
		return Get(w.rows[i], Path(o.Field))
	}
	step := 1
	if o.Param > 0 {
		step = int(min(o.Param, MaxRows))
	}
	switch o.Op {
	case "row_number":
		return float64(k + 1), nil
	case "rank":
		return float64(w.first[k] + 1), nil
	case "dense_rank":
		return float64(w.dense[k]), nil
	case "percent_rank":
		if n < 2 {
			return 0.0, nil
		}
		return float64(w.first[k]) / float64(n-1), nil
	case "cume_dist":
		return float64(w.last[k]) / float64(n), nil
	case "lag":
		return field(k - step), nil
	case "lead":
		return field(k + step), nil
	case "first_value":
		if lo == hi {
			return nil, nil
		}
		return field(lo), nil
	case "last_value":
		if lo == hi {
			return nil, nil
		}
		return field(hi - 1), nil
	}
	return newSample(w.rows[lo:hi], o.Field).value(o.Op)
}
