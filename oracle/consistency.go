package oracle

import (
	"math"
	"strings"

	"github.com/assaybench/assay/internal/consistent"
	"github.com/assaybench/assay/spec"
)

// Facts are what is known of the values behind a result: whether they are whole numbers or
// only 0 and 1, in the unit of the result, and of how many such each is the mean (Items).
type Facts = consistent.Facts

// FactsOf are the facts of a column of numbers; none where the view has no such column, or
// it has no values.
func FactsOf(v *View, column string) Facts {
	c := v.Column(column)
	if c == nil || c.Kind != spec.ColumnNumber && c.Kind != spec.ColumnBool {
		return Facts{}
	}
	f, values := Facts{Whole: true, Binary: true}, 0
	for i, x := range c.Num {
		if c.IsMissing(i) {
			continue
		}
		values++
		f.Whole = f.Whole && x == math.Trunc(x)
		f.Binary = f.Binary && (x == 0 || x == 1)
	}
	if values == 0 {
		return Facts{}
	}
	return f
}

// Consistency finds what cannot be true within one result, whatever the data: a p-value
// that does not follow from statistic and degrees of freedom, an interval that does not
// hold its value or is not as wide as its test says, degrees of freedom that n does not
// allow, a mean, a standard deviation or a proportion that no whole numbers have (GRIM,
// GRIMMER, DEBIT). Printed digits are read as the intervals that they leave open. The
// findings are warnings, result.inconsistent or result.impossible, placed in the result by
// its Pointer; the oracle's own verdict decides.
func Consistency(r spec.Result, f Facts) []spec.Finding {
	var out []spec.Finding
	for _, c := range consistent.Check(r, f) {
		code := spec.ResultInconsistent
		if c.Impossible() {
			code = spec.ResultImpossible
		}
		who := r.ID
		if who == "" {
			who = "the result"
		}
		out = append(out, spec.Finding{Code: code, Severity: spec.SeverityWarning, Place: spec.Place{File: spec.FileResults, Pointer: strings.TrimSuffix(r.Pointer+"/"+c.Field, "/")},
			Message: who + " contradicts itself: " + c.Message, Expected: c.Expected, Observed: c.Observed, Fix: c.Fix})
	}
	return out
}
