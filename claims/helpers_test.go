package claims_test

import (
	"encoding/json"
	"testing"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

func num(s string) spec.Value {
	n, err := spec.ParseNumber(s)
	if err != nil {
		panic(err)
	}
	return spec.Value{Kind: spec.ValueNumber, Num: n}
}

// magnitude of a value and a unit, and of two bounds where given.
func magnitude(unit string, numbers ...string) *spec.Magnitude {
	m := &spec.Magnitude{Value: num(numbers[0]), Unit: unit}
	if len(numbers) == 3 {
		m.Lower, m.Upper = num(numbers[1]), num(numbers[2])
	}
	return m
}

var terms = spec.NewTerms(map[string][]string{"body mass": {"mass"}})

// heavier is the slot of the penguin case: Gentoo are heavier than Adelie.
func heavier() spec.ClaimSlot {
	return spec.ClaimSlot{ID: "c", Required: true, Quantity: "body mass", Variable: "body_mass_g", Groups: []string{"Gentoo", "Adelie"}, Direction: spec.Greater,
		Magnitude: &spec.MagnitudeRule{Result: "r", Unit: "g", Required: true}, Population: "penguins", StrengthMax: "inferential", CausalMax: "associational",
		Uncertainty: &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{spec.UncertaintyCI}, Level: 0.95},
		Support:     spec.SupportSets{Computational: [][]string{{"r"}}, Visual: [][]string{{"v"}}}}
}

func claim() spec.Claim {
	return spec.Claim{ID: "k", Text: "Gentoo penguins are heavier than Adelie penguins by 1375 g (95% CI 1260 to 1491 g).", Quantity: "body mass", Variable: "body_mass_g",
		Population: "penguins", Groups: []string{"Gentoo", "Adelie"}, Direction: spec.Greater, Magnitude: magnitude("g", "1375.354", "1259.525", "1491.183"),
		Strength: "inferential", Causal: "associational", Pointer: "/claims/0"}
}

func interval(lo, hi string) spec.Uncertainty {
	return spec.Uncertainty{Kind: spec.UncertaintyCI, Level: num("0.95"), Lower: num(lo), Upper: num(hi)}
}

func resultSlot() spec.ResultSlot {
	return spec.ResultSlot{ID: "r", Quantity: "body mass", Variable: "body_mass_g", Estimand: "mean_difference", Groups: []string{"Gentoo", "Adelie"}, Unit: "g",
		Methods: []spec.Method{{Family: "welch_t", Oracle: spec.OracleCall{Estimator: "mean_difference"}}, {Family: "student_t", Oracle: spec.OracleCall{Estimator: "mean_difference"}}}}
}

func truth() map[string]claims.Truth {
	return map[string]claims.Truth{"r": {Slot: resultSlot(), Reports: []spec.OracleReport{
		{Slot: "r", Unit: "g", Value: num("1375.3540085069726"), Uncertainty: []spec.Uncertainty{interval("1259.5251719911826", "1491.1828450227626"), {Kind: spec.UncertaintySE, Value: num("58.8")}}},
		{Slot: "r", Unit: "g", Value: num("1375.3540085069726"), Uncertainty: []spec.Uncertainty{interval("1260.687460317715", "1490.0205566962302")}}}}}
}

func result() *spec.Result {
	u := interval("1259.5251719911826", "1491.1828450227626")
	return &spec.Result{ID: "res", Estimand: "mean_difference", Quantity: "body mass", Variable: "body_mass_g", Groups: []string{"Gentoo", "Adelie"}, Unit: "g",
		Value: num("1375.3540085069726"), Uncertainty: &u, PValue: num("1e-50")}
}

// find returns the check of a name; the test fails where there is none.
func find(t testing.TB, v []spec.Check, name string) spec.Check {
	t.Helper()
	for _, c := range v {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %q in %v", name, names(v))
	return spec.Check{}
}

func names(v []spec.Check) (out []string) {
	for _, c := range v {
		out = append(out, c.Name)
	}
	return out
}

// failed lists the codes of failed checks.
func failed(v spec.Verdict) (out []spec.Code) {
	for _, c := range v.Checks {
		if c.State == spec.StateScored && !c.Pass {
			out = append(out, c.Code)
		}
	}
	return out
}

func dump(v any) string {
	b, _ := json.MarshalIndent(v, "", "  ")
	return string(b)
}

// outcome of a check in one word.
func outcome(c spec.Check) string {
	switch {
	case c.State == spec.StateNotApplicable:
		return "n/a"
	case c.State == spec.StateUnscored:
		return "unscored"
	case c.Pass:
		return "pass"
	}
	return "fail"
}
