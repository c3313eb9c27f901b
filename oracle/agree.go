package oracle

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// minDigits is how many significant digits a rounded number must show to count.
const minDigits = 4

// agreement of one reported number with its oracle, worst last.
type agreement int

const (
	agrees agreement = iota
	coarse           // the oracle rounds to it, but it shows too few digits
	differs
	absent    // nothing was reported
	notNumber // text or the like
	nonFinite
)

// ruler compares reported numbers with oracle values.
type ruler struct {
	tol    spec.Tolerance
	factor float64 // what a reported number is multiplied by, to be in the oracle's unit
	exact  bool    // printed precision is no excuse
	pvalue bool    // compared on a log scale below 1e-3
	width  float64 // of the interval whose end is compared: digits finer than it can stand for significant ones
}

// measure compares one reported value with what the oracle has. A number passes
// within the tolerance, or where the oracle rounds to it and it shows at least four
// significant digits. What the oracle has not must be missing or NaN.
func (r ruler) measure(got, want spec.Value) agreement {
	switch {
	case want.Missing():
		if got.Missing() || got.Kind == spec.ValueNumber && math.IsNaN(got.Num.F) {
			return agrees
		}
		return differs
	case got.Missing():
		return absent
	case want.Kind != spec.ValueNumber:
		if sameLabel(got, want) {
			return agrees
		}
		return differs
	case got.Kind != spec.ValueNumber:
		return notNumber
	case !got.Num.Finite():
		return nonFinite
	}
	c, o, tol := got.Num.F*r.factor, want.Num.F, r.tol
	half := math.Abs(r.factor) * 0.5 * math.Pow(10, -float64(got.Num.Decimals()))
	if r.pvalue && o < 1e-300 && c >= 0 && c < 1e-300 {
		return agrees // both too small for float64 to tell
	}
	if r.pvalue && o < 1e-3 && o > 0 && c > 0 {
		if (spec.Tolerance{Abs: 1e-3}).Close(math.Log10(c), math.Log10(o)) {
			return agrees
		}
		tol = spec.Tolerance{}
	}
	switch {
	case tol.Close(c, o):
		return agrees
	case r.exact || !(spec.Tolerance{Abs: half}).Close(c, o):
		return differs
	case significant(got.Num) < minDigits && half > 5e-4*r.width:
		return coarse
	}
	return agrees
}

// significant counts the printed digits from the first that is not 0.
func significant(n spec.Number) int {
	mant, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	digits := strings.TrimLeft(strings.NewReplacer("-", "", "+", "", ".", "").Replace(mant), "0")
	return len(digits)
}

// cell is one reported value beside what the oracle has in its place.
type cell struct {
	label     string // "" for a single value
	got, want spec.Value
}

// worst measures all cells and gives the first of the worst kind with how many do not
// agree. No cells is never agreement.
func (r ruler) worst(cells []cell) (worst agreement, at cell, bad int) {
	if len(cells) == 0 {
		return absent, cell{}, 0
	}
	for _, c := range cells {
		a := r.measure(c.got, c.want)
		if a != agrees {
			bad++
		}
		if a > worst {
			worst, at = a, c
		}
	}
	return worst, at, bad
}

// align puts reported values beside those of the oracle; problem is why it cannot.
// Arrays are matched by index labels, or by position where order is "given".
func align(got spec.Value, index []spec.Value, want spec.Value, a Answer, order string, t spec.Terms) (cells []cell, problem string) {
	switch want.Kind {
	case spec.ValueArray:
		if got.Kind != spec.ValueArray {
			return nil, fmt.Sprintf("is %s where an array of %d is asked for", kindOf(got), len(want.Items))
		}
		if len(got.Items) != len(want.Items) {
			return nil, fmt.Sprintf("has %d elements, not %d%s", len(got.Items), len(want.Items), missingLabels(index, a.Index, t))
		}
		at, problem := places(index, a.Index, len(want.Items), order, t)
		if problem != "" {
			return nil, problem
		}
		for i, w := range want.Items {
			c := cell{got: got.Items[at[i]], want: w}
			if i < len(a.Index) {
				c.label = view.LabelText(a.Index[i])
			}
			cells = append(cells, c)
		}
		return cells, ""
	case spec.ValueTable:
		return alignTable(got, want, a.Keys, t)
	}
	if got.Kind == spec.ValueArray || got.Kind == spec.ValueTable {
		return nil, fmt.Sprintf("is %s where one number is asked for", kindOf(got))
	}
	return []cell{{got: got, want: want}}, ""
}

// places gives for each label of the oracle the position of the reported element.
func places(index, labels []spec.Value, n int, order string, t spec.Terms) (at []int, problem string) {
	if order == "given" || len(labels) == 0 {
		for i := range n {
			if len(index) > 0 && len(labels) > 0 && (len(index) != n || !sameTerm(index[i], labels[i], t)) {
				return nil, "has index labels in another order than the slot's"
			}
			at = append(at, i)
		}
		return at, ""
	}
	if len(index) == 0 {
		return nil, "has no index to say what its elements stand for"
	}
	if len(index) != n {
		return nil, fmt.Sprintf("has %d elements and %d index labels", n, len(index))
	}
	for _, l := range labels {
		found := -1
		for i, x := range index {
			if sameTerm(x, l, t) {
				if found >= 0 {
					return nil, fmt.Sprintf("has the index label %s twice", l)
				}
				found = i
			}
		}
		if found < 0 {
			return nil, fmt.Sprintf("has no element for %s%s", l, missingLabels(index, labels, t))
		}
		at = append(at, found)
	}
	return at, ""
}

// sameTerm compares a reported label with the oracle's: numbers by value, words as
// terms.
func sameTerm(a, b spec.Value, t spec.Terms) bool {
	return sameLabel(a, b) || a.Kind != spec.ValueMissing && b.Kind != spec.ValueMissing && t.Same(view.LabelText(a), view.LabelText(b))
}

// missingLabels names what is lacking and what is too much.
func missingLabels(index, labels []spec.Value, t spec.Terms) string {
	lack := func(from, in []spec.Value) []string {
		var out []string
		for _, a := range from {
			here := false
			for _, b := range in {
				here = here || sameTerm(a, b, t)
			}
			if !here && len(out) < 6 {
				out = append(out, view.LabelText(a))
			}
		}
		return out
	}
	s := ""
	if len(index) == 0 {
		return s
	}
	if l := lack(labels, index); len(l) > 0 {
		s += "; missing: " + strings.Join(l, ", ")
	}
	if l := lack(index, labels); len(l) > 0 {
		s += "; not asked for: " + strings.Join(l, ", ")
	}
	return s
}

// alignTable matches columns by name and rows by the key columns.
func alignTable(got, want spec.Value, keys []string, t spec.Terms) (cells []cell, problem string) {
	if got.Kind != spec.ValueTable {
		return nil, fmt.Sprintf("is %s where a table is asked for", kindOf(got))
	}
	column := make([]int, len(want.Columns))
	for j, name := range want.Columns {
		column[j] = -1
		for k, g := range got.Columns {
			if t.Same(g, name) {
				if column[j] >= 0 {
					return nil, fmt.Sprintf("has the column %s twice", name)
				}
				column[j] = k
			}
		}
		if column[j] < 0 {
			return nil, fmt.Sprintf("has no column %s", name)
		}
	}
	if len(got.Rows) != len(want.Rows) {
		return nil, fmt.Sprintf("has %d rows, not %d", len(got.Rows), len(want.Rows))
	}
	used := make([]bool, len(got.Rows))
	for _, w := range want.Rows {
		found := -1
		var label []string
		for j := range keys {
			label = append(label, view.LabelText(w[j]))
		}
		for i, g := range got.Rows {
			same := !used[i]
			for j := range keys {
				same = same && sameTerm(g[column[j]], w[j], t)
			}
			if same {
				found = i
				break
			}
		}
		if found < 0 {
			return nil, fmt.Sprintf("has no row for %s", strings.Join(label, " / "))
		}
		used[found] = true
		for j := len(keys); j < len(w); j++ {
			cells = append(cells, cell{strings.Join(label, " / ") + ", " + want.Columns[j], got.Rows[found][column[j]], w[j]})
		}
	}
	return cells, ""
}

func kindOf(v spec.Value) string {
	switch v.Kind {
	case spec.ValueMissing:
		return "missing"
	case spec.ValueArray:
		return fmt.Sprintf("an array of %d", len(v.Items))
	case spec.ValueTable:
		return "a table"
	case spec.ValueNumber:
		return "one number"
	}
	return "a " + string(v.Kind)
}

// show writes a reported number and the oracle's with as many digits, five at least, as
// tell them apart; factor brings the reported one into the oracle's unit. A reported
// text that is shorter stands as it is.
func show(got, want spec.Value, factor float64) (string, string) {
	if got.Kind != spec.ValueNumber || want.Kind != spec.ValueNumber {
		return got.String(), want.String()
	}
	write := func(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }
	for digits := 5; digits < 17; digits++ {
		if o := write(want.Num.F, digits); write(got.Num.F*factor, digits) != o {
			g := write(got.Num.F, digits)
			if text := got.Num.String(); len(text) < len(g) || significant(got.Num) <= digits {
				g = text
			}
			return g, o
		}
	}
	return got.String(), want.String()
}
