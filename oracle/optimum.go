package oracle

import (
	"fmt"

	"github.com/assaybench/assay/internal/diagnose"
)

// atOptimum is the answer of the optimum at which the reported parameters of a fit stand,
// where that is another than the answer's and no worse: terms of a sum may change places,
// and a search may have come further down. Where they stand at a worse one, or at none, it
// is said how much worse, and the answer stays.
func (c *comparison) atOptimum(a Answer, factor float64) (Answer, string) {
	if a.Optimum == nil || factor == 0 {
		return a, ""
	}
	q, problem := c.valueQuestion(a, c.tolerance(a), factor)
	if problem != "" || right(q) {
		return a, ""
	}
	params := make([]float64, len(q.Cells))
	for i, x := range q.Cells {
		n, ok := x.Got.Number()
		if !ok || !n.Finite() {
			return a, ""
		}
		params[i] = n.F * factor
	}
	at, ok := a.Optimum(params)
	if !ok {
		return a, ""
	}
	near := at.Answer
	near.What, near.Unit, near.Index = a.What, a.Unit, a.Index
	stands := false
	if q, problem := c.valueQuestion(near, c.tolerance(near), factor); problem == "" {
		stands = right(q)
	}
	says := fmt.Sprintf("the %s is %.6g at these parameters, against %.6g", at.Objective, at.At, at.Best)
	switch {
	case stands && at.AsGood():
		return near, "as good an optimum: " + says
	case stands:
		return a, "they stand at a local optimum: " + says
	}
	return a, "no optimum is there: " + says
}

// right reports whether all cells of a question agree.
func right(q diagnose.Question) bool {
	return diagnose.Diagnose(diagnose.Question{Cells: q.Cells}).Kind.Right()
}
