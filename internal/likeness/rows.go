package likeness

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// exactly is the tolerance of values that were only selected or derived by exact
// arithmetic; Scale is set to the largest size in the view's column, so that a
// difference of two large numbers is held to their precision and not to its own.
const exactly = 1e-12

// grid is the resolution, relative to a column's largest size, by which rows are
// counted when two collections are not equal.
const grid = 1e-9

// reference is a collection of rows of a view, against which observed rows are held.
type reference struct {
	cols  []cells
	scale []float64
	whole bool // no cell is missing
	codes [2]map[uint64]int
	mix   string // order-free digest, once asked for
}

var seed = maphash.MakeSeed() // codes never leave the process and only equality counts

func newReference(cols []cells, scale []float64) *reference {
	r := &reference{cols: cols, scale: scale, whole: true}
	for _, c := range cols {
		r.whole = r.whole && !slices.Contains(c.missing, true)
	}
	for g := range r.codes {
		r.codes[g] = count(r.code(cols, g))
	}
	return r
}

func (r *reference) rows() int {
	if len(r.cols) == 0 {
		return 0
	}
	return r.cols[0].len()
}

// code gives each row a number by which equal rows are found, on one of two grids
// that are half a step apart: values that differ in their last bits meet on at least
// one of them.
func (r *reference) code(cols []cells, g int) []uint64 {
	if len(cols) == 0 {
		return nil
	}
	out := make([]uint64, cols[0].len())
	for k, c := range cols {
		step := r.scale[k] * grid
		for i := range out {
			h := uint64(0)
			switch {
			case c.missing[i]:
				h = 1
			case c.text != nil:
				h = maphash.String(seed, c.text[i])
			case step > 0:
				h = math.Float64bits(math.Floor(c.num[i]/step+0.5*float64(g)) + 0)
			default:
				h = math.Float64bits(c.num[i] + 0)
			}
			x := out[i]*0x9E3779B97F4A7C15 + h
			x ^= x >> 31
			x *= 0xD6E8FEB86659FD93
			out[i] = x ^ x>>32
		}
	}
	return out
}

func count(codes []uint64) map[uint64]int {
	out := make(map[uint64]int, len(codes))
	for _, c := range codes {
		out[c]++
	}
	return out
}

// present drops observed rows that miss a value in a column where the reference
// misses none: a reader of the data skips them.
func (r *reference) present(cols []cells) []cells {
	if !r.whole || !slices.ContainsFunc(cols, func(c cells) bool { return slices.Contains(c.missing, true) }) {
		return cols
	}
	var keep []int
	for i := range cols[0].len() {
		if !slices.ContainsFunc(cols, func(c cells) bool { return c.missing[i] }) {
			keep = append(keep, i)
		}
	}
	return pick(cols, keep)
}

func pick(cols []cells, rows []int) []cells {
	out := make([]cells, len(cols))
	for k, c := range cols {
		out[k].missing = make([]bool, len(rows))
		if c.text != nil {
			out[k].text = make([]string, len(rows))
		} else {
			out[k].num = make([]float64, len(rows))
		}
		for i, row := range rows {
			out[k].missing[i] = c.missing[row]
			if c.text != nil {
				out[k].text[i] = c.text[row]
			} else {
				out[k].num[i] = c.num[row]
			}
		}
	}
	return out
}

// equal reports whether the observed rows are the reference's, in any order.
func (r *reference) equal(cols []cells) bool {
	n := r.rows()
	if n == 0 || cols[0].len() != n {
		return false
	}
	straight := make([]int, n)
	for i := range straight {
		straight[i] = i
	}
	if r.paired(cols, straight, straight) {
		return true
	}
	for g := range r.codes {
		mine, theirs := r.code(r.cols, g), r.code(cols, g)
		if shared(r.codes[g], theirs) == n && r.paired(cols, order(r.cols, mine), order(cols, theirs)) {
			return true
		}
	}
	return false
}

// order sorts row numbers by code, and rows of one code by their values.
func order(cols []cells, codes []uint64) []int {
	out := make([]int, len(codes))
	for i := range out {
		out[i] = i
	}
	slices.SortFunc(out, func(a, b int) int {
		if c := cmp.Compare(codes[a], codes[b]); c != 0 {
			return c
		}
		for _, c := range cols {
			d := 0
			if c.text != nil {
				d = strings.Compare(c.text[a], c.text[b])
			} else {
				d = cmp.Compare(c.num[a], c.num[b])
			}
			if d != 0 {
				return d
			}
		}
		return 0
	})
	return out
}

// paired reports whether the rows are equal one by one in the given orders.
func (r *reference) paired(cols []cells, mine, theirs []int) bool {
	for k, c := range r.cols {
		o := cols[k]
		tol := spec.Tolerance{Rel: exactly, Scale: r.scale[k]}
		for i := range mine {
			a, b := mine[i], theirs[i]
			switch {
			case c.missing[a] != o.missing[b]:
				return false
			case c.missing[a]:
			case c.text != nil:
				if c.text[a] != o.text[b] {
					return false
				}
			case !tol.Close(o.num[b], c.num[a]):
				return false
			}
		}
	}
	return true
}

// shared counts the rows that both collections hold.
func shared(ref map[uint64]int, codes []uint64) int {
	n := 0
	for c, k := range count(codes) {
		n += min(k, ref[c])
	}
	return n
}

// change is how observed rows differ from the reference's.
func (r *reference) change(cols []cells, column int) *Change {
	codes := r.code(cols, 0)
	return &Change{Want: r.rows(), Got: len(codes), Same: shared(r.codes[0], codes), column: column, codes: codes}
}
