package builtin_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
	"github.com/assaybench/assay/spec"
)

// digits is the log relative error of got against a certified value, at most 15.
func digits(got float64, certified string) float64 {
	want, err := strconv.ParseFloat(certified, 64)
	if err != nil {
		return 0
	}
	e := math.Abs(got - want)
	if want != 0 {
		e /= math.Abs(want)
	}
	return math.Min(15, -math.Log10(math.Max(e, 1e-16)))
}

// TestNIST asks for every digit that the certified values print.
func TestNIST(t *testing.T) {
	sets, err := oracletest.NIST()
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 18 {
		t.Fatalf("%d sets, want 18", len(sets))
	}
	for _, s := range sets {
		t.Run(s.Name, func(t *testing.T) {
			views, err := s.Views()
			if err != nil {
				t.Fatal(err)
			}
			call := func(estimator string, args map[string]spec.Value) oracle.Answer {
				t.Helper()
				a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: estimator, View: "data", Args: args}, views, 0)
				if err != nil {
					t.Fatal(err)
				}
				return a
			}
			check := func(what string, got float64, certified string, least float64) {
				t.Helper()
				if d := digits(got, certified); d < least {
					t.Errorf("%s is %.17g, certified %s: %.1f digits, want %v", what, got, certified, d, least)
				}
			}
			if s.Mean != "" {
				y := map[string]spec.Value{"value": spec.TextValue("y")}
				check("mean", call("mean", y).Value.Num.F, s.Mean, 14.5)
				check("sd", call("sd", y).Value.Num.F, s.SD, 14.5)
				return
			}
			args := map[string]spec.Value{"y": spec.TextValue("y"), "degree": spec.NumberValue(float64(s.Degree)), "add_intercept": {Kind: spec.ValueBool, Bool: s.Intercept}}
			x := spec.Value{Kind: spec.ValueArray}
			for _, c := range s.Columns[1:] {
				x.Items = append(x.Items, spec.TextValue(c))
			}
			args["x"] = x
			for i, term := range s.Terms() {
				args["term"] = spec.TextValue(term)
				a := call("ols", args)
				check(term, a.Value.Num.F, s.Coef[i][0], 13)
				se := a.Uncertainty[len(a.Uncertainty)-1]
				if se.Kind != spec.UncertaintySE {
					t.Fatalf("the last uncertainty is %s", se.Kind)
				}
				check("se of "+term, se.Value.Num.F, s.Coef[i][1], 13)
			}
			delete(args, "term")
			check("R2", call("ols_r2", args).Value.Num.F, s.R2, 13)
		})
	}
}
