package likeness

import (
	"slices"

	"github.com/assaybench/assay/internal/canon"
)

// Of a column too large to be sent the trace holds an order-free digest. It tells
// equal content from other content, and nothing in between.

// digest is the order-free digest of the column of a reference of one column.
func (r *reference) digest() string {
	if r.mix == "" {
		c := r.cols[0]
		if sum, err := canon.Rows(canon.Column{Num: c.num, Text: c.text, Missing: c.missing}); err == nil {
			r.mix = canon.Text(sum)
		}
	}
	return r.mix
}

// compareDigest compares column k of the view with a column of which only the digest
// is known.
func (v *View) compareDigest(l *Likeness, obs Vector, k int) (held bool) {
	if obs.Rows == v.all.Rows && obs.Mix == v.all.alone[k].digest() {
		for u := range v.Units {
			l.Holds[u][k] = true
		}
		return true
	}
	for i, u := range v.Units {
		if len(v.Units) > 1 && obs.Rows == u.Rows && obs.Mix == u.alone[k].digest() {
			l.Holds[i][k], held = true, true
		}
	}
	if !held && obs.Name == v.Columns[k] && obs.Rows != v.all.Rows {
		// The view's own column with another number of rows: they can only be counted.
		l.changeAll(&Change{Want: v.all.Rows, Got: obs.Rows, Same: min(v.all.Rows, obs.Rows), column: k})
	}
	return held
}

// digestsAlign reports whether a table whose columns are too large to be sent holds
// all columns of the view: columns of one table belong together.
func digestsAlign(s Sheet, found [][]int) bool {
	return !slices.ContainsFunc(found, func(ws []int) bool {
		return !slices.ContainsFunc(ws, func(w int) bool { return s[w].Mix != "" })
	})
}
