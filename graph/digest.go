package graph

import (
	"slices"

	"github.com/assaybench/assay/internal/canon"
)

// Of a column too large to be sent the trace holds an order-free digest. It tells
// equal content from other content, and nothing in between.

// digest is the order-free digest of a column of the reference; empty where it has
// none.
func (r *reference) digest() string {
	if r.mix == "" {
		c := r.cols[0]
		sum, err := canon.Rows(canon.Column{Num: c.num, Text: c.text, Missing: c.missing})
		if err != nil {
			return ""
		}
		r.mix = canon.Text(sum)
	}
	return r.mix
}

// compareDigest compares column k of the view with a column of which only the digest
// is known.
func (v *view) compareDigest(l *likeness, obs vector, k int) (held bool) {
	if obs.rows == v.all.rows && obs.mix == v.all.alone[k].digest() {
		for i := range v.units {
			l.holds[i][k] = true
		}
		return true
	}
	for i, u := range v.units {
		if len(v.units) > 1 && obs.rows == u.rows && obs.mix == u.alone[k].digest() {
			l.holds[i][k], held = true, true
		}
	}
	if !held && obs.name == v.values[k].Name && obs.rows != v.all.rows {
		// The view's own column with another number of rows: they can only be counted.
		v.spoil(l, &change{want: v.all.rows, got: obs.rows, same: min(v.all.rows, obs.rows), column: k})
	}
	return held
}

// digestsAlign reports whether a table whose columns are too large to be sent holds
// all columns of the view: columns of one table belong together.
func (v *view) digestsAlign(s sheet, found [][]int) bool {
	return !slices.ContainsFunc(found, func(ws []int) bool {
		return !slices.ContainsFunc(ws, func(w int) bool { return s[w].mix != "" })
	})
}
