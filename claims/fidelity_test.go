package claims_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

type codes = []spec.Code

func TestFidelity(t *testing.T) {
	type S = *spec.ClaimSlot
	type C = *spec.Claim
	for _, c := range []struct {
		name        string
		change      func(S, C)
		failed      codes
		contradicts bool
	}{
		{"as it is", func(S, C) {}, nil, false},
		{"reversed groups, direction and sign", func(_ S, c C) {
			c.Groups, c.Direction, c.Magnitude = []string{"Adelie", "Gentoo"}, spec.Less, magnitude("g", "-1375.354", "-1491.183", "-1259.525")
		}, nil, false},
		{"reversed groups only", func(_ S, c C) { c.Groups = []string{"Adelie", "Gentoo"} }, codes{spec.ClaimDirection, spec.ClaimMagnitude, spec.ClaimUncertain, spec.ClaimText}, true},
		{"interval of the other approved method", func(_ S, c C) {
			c.Magnitude = magnitude("g", "1375.354", "1260.687", "1490.021")
			c.Text = "Gentoo are heavier than Adelie."
		}, nil, false},
		{"magnitude in kg", func(_ S, c C) { c.Magnitude = magnitude("kg", "1.375354", "1.259525", "1.491183") }, nil, false},
		{"unit inherited", func(_ S, c C) { c.Magnitude.Unit = "" }, nil, false},
		{"wrong dimension", func(_ S, c C) { c.Magnitude.Unit = "mm"; c.Text = "Gentoo are heavier than Adelie." }, codes{spec.ClaimMagnitude, spec.ClaimUncertain}, true},
		{"wrong factor", func(_ S, c C) { c.Magnitude.Unit = "kg"; c.Text = "Gentoo are heavier than Adelie." }, codes{spec.ClaimMagnitude, spec.ClaimUncertain}, true},
		{"rounded magnitude", func(_ S, c C) { c.Magnitude = magnitude("g", "1375", "1260", "1491") }, nil, false},
		{"wrong last digit", func(_ S, c C) { c.Magnitude = magnitude("g", "1376", "1260", "1491"); c.Text = "" }, codes{spec.ClaimMagnitude}, true},
		{"no magnitude", func(_ S, c C) { c.Magnitude = nil; c.Text = "" }, codes{spec.ClaimMagnitude, spec.ClaimUncertain}, false},
		{"no magnitude where none is required", func(s S, c C) { s.Magnitude.Required, s.Uncertainty, c.Magnitude = false, nil, nil }, nil, false},
		{"no magnitude, a wrong one in the text", func(s S, c C) {
			s.Magnitude.Required, s.Uncertainty, c.Magnitude = false, nil, nil
			c.Text = "Gentoo are heavier than Adelie by 900 g."
		}, codes{spec.ClaimText}, true},
		{"no interval", func(_ S, c C) { c.Magnitude = magnitude("g", "1375.354"); c.Text = "" }, codes{spec.ClaimUncertain}, false},
		{"interval of another level", func(_ S, c C) { c.Magnitude = magnitude("g", "1375.354", "1316.5", "1434.2"); c.Text = "" }, codes{spec.ClaimUncertain}, true},
		{"a magnitude of text", func(_ S, c C) { c.Magnitude = &spec.Magnitude{Value: spec.TextValue("1375"), Unit: "g"}; c.Text = "" }, codes{spec.ClaimMagnitude, spec.ClaimUncertain}, false},
		{"NaN", func(_ S, c C) { c.Magnitude.Value = num("NaN"); c.Text = "" }, codes{spec.ClaimMagnitude}, false},
		{"no direction", func(_ S, c C) { c.Direction = ""; c.Text = "" }, codes{spec.ClaimDirection}, false},
		{"wrong direction", func(_ S, c C) { c.Direction = spec.Less; c.Text = "" }, codes{spec.ClaimDirection}, true},
		{"equal is not no difference", func(s S, c C) { s.Direction, c.Direction = spec.NoDifference, spec.Equal; c.Text = "" }, codes{spec.ClaimDirection}, true},
		{"wrong population", func(_ S, c C) { c.Population = "all seabirds" }, codes{spec.ClaimPopulation}, false},
		{"a text too long to be read to its end", func(_ S, c C) { c.Text += strings.Repeat(" ", 4000) + "Gentoo are lighter." }, codes{spec.ClaimText}, false},
		{"no population", func(_ S, c C) { c.Population = "" }, codes{spec.ClaimPopulation}, false},
		{"other quantity", func(_ S, c C) { c.Quantity = "bill" }, codes{spec.ClaimQuantity}, false},
		{"other groups", func(_ S, c C) { c.Groups = []string{"Gentoo", "Chinstrap"}; c.Text = "" }, codes{spec.ClaimGroups}, false},
		{"saying less than the ceilings", func(_ S, c C) { c.Strength, c.Causal = "descriptive", "descriptive" }, nil, false},
		{"saying nothing of strength and cause", func(_ S, c C) { c.Strength, c.Causal = "", "" }, nil, false},
		{"above the ceiling of strength", func(s S, _ C) { s.StrengthMax = "descriptive" }, codes{spec.ClaimStrength}, false},
		{"significance in the text above the ceiling", func(s S, c C) {
			s.StrengthMax, c.Strength = "descriptive", "descriptive"
			c.Text = "Gentoo are heavier than Adelie, a statistically significant finding."
		}, codes{spec.ClaimStrength}, false},
		{"significantly so, above the ceiling", func(s S, c C) {
			s.StrengthMax, c.Strength = "descriptive", "descriptive"
			c.Text = "Gentoo are heavier than Adelie, significantly so."
		}, codes{spec.ClaimStrength}, false},
		{"significantly heavier, above the ceiling", func(s S, c C) {
			s.StrengthMax, c.Strength = "descriptive", "descriptive"
			c.Text = "Gentoo are significantly heavier than Adelie."
		}, codes{spec.ClaimStrength}, false},
		{"no significance said", func(s S, c C) {
			s.StrengthMax, c.Strength = "descriptive", "descriptive"
			c.Text = "Gentoo are heavier than Adelie; whether significantly so is not tested, and krill is a significant part of their food."
		}, nil, false},
		{"another level in the text", func(_ S, c C) { c.Text = "Gentoo are heavier by 1375 g (90% CI 1260 to 1491 g)." }, codes{spec.ClaimUncertain}, false},
		{"the level in the text", func(_ S, c C) { c.Text = "Gentoo are heavier by 1375 g (95 % confidence interval 1260 to 1491 g)." }, nil, false},
		{"a cause without the word", func(_ S, c C) { c.Text = "Gentoo are heavier than Adelie because they eat more krill." }, codes{spec.ClaimCausal}, false},
		{"evidence after because", func(_ S, c C) {
			c.Text = "Gentoo are heavier than Adelie, because the interval excludes zero."
		}, nil, false},
		{"an unknown strength", func(_ S, c C) { c.Strength = "certain" }, codes{spec.ClaimStrength}, false},
		{"causal record", func(_ S, c C) { c.Causal = "causal" }, codes{spec.ClaimCausal}, false},
		{"causal text", func(_ S, c C) { c.Text = "Being a Gentoo causes a greater body mass." }, codes{spec.ClaimCausal}, false},
		{"causal text above the record's own word", func(s S, c C) {
			s.CausalMax = "causal"
			c.Text = "Gentoo are heavier than Adelie because of their diet."
		}, codes{spec.ClaimCausal}, false},
		{"causal text where it is allowed", func(s S, c C) {
			s.CausalMax, c.Causal = "causal", "causal"
			c.Text = "Gentoo are heavier than Adelie because of their diet."
		}, nil, false},
		{"causal words denied", func(_ S, c C) {
			c.Text = "Gentoo are heavier than Adelie, which does not show that species causes mass; it is not due to sex."
		}, nil, false},
		{"reasons for the handling of data", func(_ S, c C) {
			c.Text = "Gentoo are heavier than Adelie; 2 penguins were left out because of missing values."
		}, nil, false},
		{"text against the record", func(_ S, c C) { c.Text = "Gentoo are lighter than Adelie." }, codes{spec.ClaimText}, true},
		{"wording absent", func(s S, _ C) { s.Wording = []string{"outweigh", "more massive"} }, codes{spec.ClaimWording}, false},
		{"wording present", func(s S, _ C) { s.Wording = []string{"more massive", "heavier than"} }, nil, false},
	} {
		slot, k := heavier(), claim()
		c.change(&slot, &k)
		v := claims.Fidelity(slot, k, truth(), terms)
		if diff := cmp.Diff(c.failed, failed(v)); diff != "" {
			t.Errorf("%s: failed checks: %s", c.name, diff)
		}
		if v.Contradicts != c.contradicts {
			t.Errorf("%s: contradicts %v", c.name, v.Contradicts)
		}
		onlyWording := cmp.Equal(c.failed, codes{spec.ClaimWording})
		if sunk := len(c.failed) > 0 && !onlyWording; sunk != (v.Score == 0) || !sunk && onlyWording != (v.Score < 1) {
			t.Errorf("%s: score %v", c.name, v.Score)
		}
		for _, ch := range v.Checks {
			if ch.State == spec.StateScored && !ch.Pass && (ch.Note == "" || ch.Fix == "" || ch.Place.File != spec.FileClaims || !strings.HasPrefix(ch.Place.Pointer, "/claims/0/")) {
				t.Errorf("%s: a failed check must say why, where and what to do: %s", c.name, dump(ch))
			}
		}
	}
}

func TestN06_ClaimAtPrintedPrecision(t *testing.T) {
	slot := spec.ClaimSlot{ID: "c", Quantity: "effect size", Magnitude: &spec.MagnitudeRule{Result: "r", Required: true}}
	tr := map[string]claims.Truth{"r": {Slot: spec.ResultSlot{ID: "r", Quantity: "effect size"}, Reports: []spec.OracleReport{{Value: num("0.216284")}}}}
	k := spec.Claim{ID: "k", Quantity: "effect size", Text: "The effect size is approximately 0.22.", Magnitude: magnitude("", "0.216284")}
	v := claims.Fidelity(slot, k, tr, terms)
	if v.Score != 1 || len(v.Notes) != 1 || v.Notes[0].Code != spec.ResultPrecision || v.Notes[0].Severity != spec.SeverityInfo {
		t.Errorf("0.22 in the text: score %v, notes %s", v.Score, dump(v.Notes))
	}
	for value, want := range map[string]float64{"0.22": 1, "0.23": 0, "0.2163": 1, "0.2164": 0, "0.216284": 1} {
		k := spec.Claim{ID: "k", Quantity: "effect size", Magnitude: magnitude("", value)}
		if v := claims.Fidelity(slot, k, tr, terms); v.Score != want {
			t.Errorf("magnitude %s: score %v, want %v", value, v.Score, want)
		}
	}
}

func TestN18_UnitInherited(t *testing.T) {
	slot := spec.ClaimSlot{ID: "c", Quantity: "volume", Magnitude: &spec.MagnitudeRule{Result: "r", Unit: "ml", Required: true}}
	tr := map[string]claims.Truth{"r": {Slot: spec.ResultSlot{ID: "r", Quantity: "volume", Unit: "ml"}, Reports: []spec.OracleReport{{Value: num("4000")}}}}
	for _, c := range []struct {
		m    *spec.Magnitude
		want float64
	}{{magnitude("", "4000"), 1}, {magnitude("ml", "4000"), 1}, {magnitude("l", "4"), 1}, {magnitude("l", "4000"), 0}, {magnitude("kg", "4000"), 0}} {
		if v := claims.Fidelity(slot, spec.Claim{Quantity: "volume", Magnitude: c.m}, tr, terms); v.Score != c.want {
			t.Errorf("%s: score %v, want %v", dump(c.m), v.Score, c.want)
		}
	}
}

func TestN17_FidelityOfKelvin(t *testing.T) {
	five := spec.Float(500)
	slot := spec.ClaimSlot{ID: "c", Quantity: "boiling point", Magnitude: &spec.MagnitudeRule{Value: &five, Unit: "K", Required: true}}
	k := spec.Claim{Quantity: "boiling point", Magnitude: magnitude("K", "500"), Text: "unlike Celsius and Fahrenheit, kelvin has no degree sign"}
	if v := claims.Fidelity(slot, k, nil, terms); v.Score != 1 {
		t.Errorf("score %v: %s", v.Score, dump(v.Checks))
	}
	k.Magnitude.Unit = "°C"
	if v := claims.Fidelity(slot, k, nil, terms); v.Score != 0 {
		t.Errorf("500 °C passes for 500 K")
	}
}

// An approved alternative passes as well as the first; what no method gives does not, and
// an answer that is not there is undecided, never 0 and never a pass.
func TestS05_ApprovedAlternatives(t *testing.T) {
	slot := spec.ClaimSlot{ID: "c", Quantity: "centre", Magnitude: &spec.MagnitudeRule{Result: "r", Required: true}}
	tr := map[string]claims.Truth{"r": {Slot: spec.ResultSlot{ID: "r", Quantity: "centre"}, Reports: []spec.OracleReport{{Value: num("3.5")}, {Value: num("3.7")}}}}
	for value, want := range map[string]float64{"3.5": 1, "3.7": 1, "3.6": 0} {
		if v := claims.Fidelity(slot, spec.Claim{Quantity: "centre", Magnitude: magnitude("", value)}, tr, terms); v.Score != want || v.State != spec.StateScored {
			t.Errorf("%s: %s %v", value, v.State, v.Score)
		}
	}
	k := spec.Claim{Quantity: "centre", Magnitude: magnitude("", "3.5")}
	broken := map[string]claims.Truth{"r": {Slot: spec.ResultSlot{ID: "r"}, Reports: []spec.OracleReport{{Error: "singular matrix"}}}}
	for name, tr := range map[string]map[string]claims.Truth{"no answer": nil, "an answer in error": broken} {
		if v := claims.Fidelity(slot, k, tr, terms); v.State != spec.StateUnscored {
			t.Errorf("%s: %s %v", name, v.State, v.Score)
		}
	}
}

// What only the candidate states is held against the oracle.
func TestFidelityOfWhatNoSlotAsks(t *testing.T) {
	slot := heavier()
	slot.Direction, slot.Magnitude, slot.Uncertainty = "", nil, nil
	for name, c := range map[string]struct {
		change func(*spec.Claim)
		want   codes
	}{
		"right":           {func(*spec.Claim) {}, nil},
		"wrong direction": {func(c *spec.Claim) { c.Direction, c.Text = spec.Less, "" }, codes{spec.ClaimDirection}},
		"wrong magnitude": {func(c *spec.Claim) { c.Magnitude, c.Text = magnitude("g", "1400"), "" }, codes{spec.ClaimMagnitude}},
		"wrong interval":  {func(c *spec.Claim) { c.Magnitude, c.Text = magnitude("g", "1375", "1", "2"), "" }, codes{spec.ClaimUncertain}},
		"size only": {func(c *spec.Claim) {
			c.Groups, c.Direction, c.Magnitude, c.Text = []string{"Adelie", "Gentoo"}, spec.Less, magnitude("g", "1375"), ""
		}, nil},
		"neither": {func(c *spec.Claim) { c.Direction, c.Magnitude, c.Text = "", nil, "" }, nil},
	} {
		k := claim()
		c.change(&k)
		if v := claims.Fidelity(slot, k, truth(), terms); !cmp.Equal(failed(v), c.want) {
			t.Errorf("%s: failed %v, want %v", name, failed(v), c.want)
		}
	}
}

func TestMagnitudeRules(t *testing.T) {
	n := func(s string) *spec.Number { v := num(s).Num; return &v }
	array := spec.OracleReport{Value: spec.ArrayValue([]float64{3700.66, 3733.09, 5076.02}), Index: []spec.Value{spec.TextValue("Adelie"), spec.TextValue("Chinstrap"), spec.TextValue("Gentoo")}, Unit: "g"}
	tr := map[string]claims.Truth{
		"down":  {Slot: spec.ResultSlot{ID: "down", Quantity: "q"}, Reports: []spec.OracleReport{{Value: num("-0.5")}}},
		"means": {Slot: spec.ResultSlot{ID: "means", Quantity: "q"}, Reports: []spec.OracleReport{array}},
	}
	for _, c := range []struct {
		name string
		rule spec.MagnitudeRule
		m    *spec.Magnitude
		want float64
	}{
		{"signed", spec.MagnitudeRule{Result: "down"}, magnitude("", "-0.5"), 1},
		{"sign lost", spec.MagnitudeRule{Result: "down"}, magnitude("", "0.5"), 0},
		{"size", spec.MagnitudeRule{Result: "down", Absolute: true}, magnitude("", "0.5"), 1},
		{"size with its sign", spec.MagnitudeRule{Result: "down", Absolute: true}, magnitude("", "-0.5"), 1},
		{"element by label", spec.MagnitudeRule{Result: "means", Item: "gentoo"}, magnitude("kg", "5.07602"), 1},
		{"other element", spec.MagnitudeRule{Result: "means", Item: "Adelie"}, magnitude("g", "5076.02"), 0},
		{"difference of elements", spec.MagnitudeRule{Result: "means"}, magnitude("g", "1375.36"), 1},
		{"fixed", spec.MagnitudeRule{Value: n("8"), Unit: "1"}, magnitude("1", "8"), 1},
		{"percent is not fraction", spec.MagnitudeRule{Value: n("8"), Unit: "1"}, magnitude("%", "8"), 0},
		{"percent converts", spec.MagnitudeRule{Value: n("0.08"), Unit: "1"}, magnitude("%", "8"), 1},
		{"fixed range", spec.MagnitudeRule{Lower: n("3"), Upper: n("5")}, magnitude("", "4"), 1},
		{"at its end", spec.MagnitudeRule{Lower: n("3"), Upper: n("5")}, magnitude("", "5.0"), 1},
		{"outside it", spec.MagnitudeRule{Lower: n("3"), Upper: n("5")}, magnitude("", "5.6"), 0},
		{"above a lower end", spec.MagnitudeRule{Lower: n("3")}, magnitude("", "1e9"), 1},
		{"tolerance", spec.MagnitudeRule{Value: n("8"), Tolerance: &spec.Tolerance{Rel: 0.1}}, magnitude("", "8.7"), 1},
		{"beyond it", spec.MagnitudeRule{Value: n("8"), Tolerance: &spec.Tolerance{Rel: 0.1}}, magnitude("", "8.9"), 0},
	} {
		slot := spec.ClaimSlot{Quantity: "q", Magnitude: &c.rule}
		k := spec.Claim{Quantity: "q", Magnitude: c.m}
		if strings.HasPrefix(c.name, "difference") {
			slot.Groups, k.Groups = []string{"Gentoo", "Adelie"}, []string{"Gentoo", "Adelie"}
		}
		if v := claims.Fidelity(slot, k, tr, terms); v.Score != c.want {
			t.Errorf("%s: score %v, want %v: %s", c.name, v.Score, c.want, find(t, v.Checks, "magnitude").Note)
		}
	}
}

// A claim and the same claim read from the other group have the same fidelity.
func TestLawTurnedClaim(t *testing.T) {
	turn := map[spec.Direction]spec.Direction{spec.Greater: spec.Less, spec.Less: spec.Greater}
	rapid.Check(t, func(t *rapid.T) {
		slot, k := heavier(), claim()
		k.Text = ""
		k.Direction = rapid.SampledFrom([]spec.Direction{spec.Greater, spec.Less, spec.Equal, spec.NoDifference, ""}).Draw(t, "direction")
		value := rapid.SampledFrom([]string{"1375.354", "1375", "900", "-1375.354", "0"}).Draw(t, "value")
		neg := func(s string) string {
			if strings.HasPrefix(s, "-") {
				return s[1:]
			}
			return "-" + s
		}
		k.Magnitude = magnitude("g", value, "1259.525", "1491.183")
		slot.Magnitude.Absolute = rapid.Bool().Draw(t, "absolute")
		other := k
		other.Groups = []string{"Adelie", "Gentoo"}
		if d := turn[k.Direction]; d != "" {
			other.Direction = d
		}
		other.Magnitude = magnitude("g", neg(value), "-1491.183", "-1259.525")
		a, b := claims.Fidelity(slot, k, truth(), terms), claims.Fidelity(slot, other, truth(), terms)
		if a.Score != b.Score || a.Contradicts != b.Contradicts || !cmp.Equal(failed(a), failed(b)) {
			t.Fatalf("%v and %v: %v %v, %v %v", k.Groups, other.Groups, a.Score, failed(a), b.Score, failed(b))
		}
		res := result()
		ea, eb := claims.ResultEdge(slot, resultSlot(), res, k, terms), claims.ResultEdge(slot, resultSlot(), res, other, terms)
		if ea.Score != eb.Score || ea.Contradicts != eb.Contradicts {
			t.Fatalf("edges: %v %v, %v %v", ea.Score, failed(ea), eb.Score, failed(eb))
		}
	})
}

// A claim that quotes a result within the floor of its estimator is no contradiction.
func TestFloorOfAFit(t *testing.T) {
	for value, want := range map[string]float64{"1375.35403500000": 1, "1375.35503500000": 0} {
		c := claim()
		c.Magnitude.Value = num(value)
		if v := claims.Fidelity(heavier(), c, truth(), terms); v.Score != want {
			t.Errorf("%s: score %v: %v", value, v.Score, failed(v))
		}
	}
}

// Numbers that differ are shown with the digits in which they do.
func TestNotesTellNumbersApart(t *testing.T) {
	k := claim()
	k.Text, k.Magnitude = "", magnitude("g", "1375.3542200", "1259.5254420", "1491.1828450")
	for check, want := range map[string]string{
		"magnitude":   "k states 1375.3542 g, but it is 1375.354 g",
		"uncertainty": "k states the interval 1259.5254 to 1491.183 g, but it is 1259.5252 to 1491.183 g",
	} {
		if got := find(t, claims.Fidelity(heavier(), k, truth(), terms).Checks, check).Note; got != want {
			t.Errorf("%s: %q, want %q", check, got, want)
		}
	}
	if got, want := find(t, claims.ResultEdge(heavier(), resultSlot(), result(), k, terms).Checks, "magnitude").Note, "k states 1375.3542 g, but res is 1375.354 g"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
