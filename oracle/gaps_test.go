package oracle_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
	"github.com/assaybench/assay/spec"
)

// telling reports whether a value has the form of the answer's and numbers with the digits
// that tell it from others: 0, 1 or what rounding leaves of 0 do not.
func telling(v, answer spec.Value) bool {
	items := v.Items
	switch {
	case v.Kind == spec.ValueNumber:
		items = []spec.Value{v}
	case v.Kind == spec.ValueTable:
		items = slices.Concat(v.Rows...)
	}
	shows := false
	for _, it := range items {
		n, ok := it.Number()
		if it.Missing() {
			return false
		}
		shows = shows || ok && math.Abs(n.F) > 1e-9 && len(strings.Trim(n.String(), "-0.")) > 4
	}
	return shows && v.Kind == answer.Kind && len(v.Items) == len(answer.Items)
}

// Every neighbour that any built-in estimator knows is called by its name where it is
// reported, at full precision, and the answer itself is exact.
func TestEveryNeighbourIsNamed(t *testing.T) {
	named, families := 0, map[string]bool{}
	for _, c := range oracletest.Builtin() {
		views := map[string]*oracle.View{"v": oracle.ViewOf("v", oracletest.Example(7))}
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "v", Args: c.Args}, views, 0.95)
		if err != nil {
			t.Errorf("%s %v: %v", c.Estimator, c.Args, err)
			continue
		}
		report := func(v spec.Value) oracle.Diagnosis { return oracle.Diagnose(a, spec.Result{Value: v, Index: a.Index}) }
		if d := report(a.Value); d.Kind != oracle.IsExact {
			t.Errorf("%s %v itself: %s %s", c.Estimator, c.Args, d.Kind, d.Says)
		}
		for _, v := range a.Variants {
			if !telling(v.Answer.Value, a.Value) {
				continue
			}
			d := report(v.Answer.Value)
			if d.Kind.Right() {
				continue // no other number on these data
			}
			hit := slices.ContainsFunc(d.Explanations, func(e oracle.Explanation) bool { return e.Steps[0].Name == v.Name && len(e.Steps) == 1 })
			if !hit || d.Kind != oracle.IsVariant {
				t.Errorf("%s %v reported as %s (%v for %v): %s, odds %.3g: %s", c.Estimator, c.Args, v.Name, v.Answer.Value, a.Value, d.Kind, d.Odds, d.Says)
				continue
			}
			named++
			families[c.Estimator] = true
		}
	}
	if named < 300 || len(families) < 80 {
		t.Errorf("only %d neighbours of %d estimators were named", named, len(families))
	}
	t.Logf("%d neighbours of %d estimators are named", named, len(families))
}
