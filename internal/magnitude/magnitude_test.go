package magnitude_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/spec"
)

func parse(t *testing.T, text string) spec.Number {
	t.Helper()
	n, err := spec.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func number(t *testing.T, text string) spec.Value {
	return spec.Value{Kind: spec.ValueNumber, Num: parse(t, text)}
}

func TestInterval(t *testing.T) {
	for _, c := range []struct {
		printed string
		x       float64
		want    bool
	}{
		{"1375", 1375.4, true}, {"1375", 1375.6, false}, {"1375.0", 1375.4, false}, {"1.4e3", 1375, true}, {"0", 0.4, true}, {"NaN", 0, false},
	} {
		if got := magnitude.Printed(parse(t, c.printed)).Agrees(magnitude.Point(c.x), magnitude.Exact); got != c.want {
			t.Errorf("%s for %v: %v", c.printed, c.x, got)
		}
	}
	if v := magnitude.Reference(parse(t, "4")); v != magnitude.Point(4) {
		t.Errorf("a number of one digit stands for %v", v)
	}
	if v := (magnitude.Interval{Lo: -2, Hi: 1}).Abs(); v != (magnitude.Interval{Lo: 0, Hi: 2}) {
		t.Errorf("abs %v", v)
	}
	if magnitude.Point(math.NaN()).Agrees(magnitude.Interval{Lo: math.Inf(-1), Hi: math.Inf(1)}, magnitude.Exact) {
		t.Error("NaN agrees")
	}
	if v, err := magnitude.Point(1.5).In("kg", "g"); err != nil || v != magnitude.Point(1500) {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := magnitude.Point(1.5).In("kg", "m"); err == nil {
		t.Error("kg in m")
	}
}

func TestElement(t *testing.T) {
	terms := spec.NewTerms(nil)
	v := spec.ArrayValue([]float64{3, 4, 6})
	index := []spec.Value{spec.TextValue("A"), spec.TextValue("B"), spec.NumberValue(5)}
	for _, c := range []struct {
		item   string
		groups []string
		want   float64
		ok     bool
	}{
		{"", nil, 3, true}, {"", []string{"b"}, 4, true}, {"", []string{"B", "A"}, 1, true}, {"5.0", nil, 6, true}, {"", []string{"C"}, 0, false}, {"", []string{"A", "B", "5"}, 0, false},
	} {
		x, how, ok := magnitude.Element(v, index, c.item, c.groups, terms, magnitude.Oracular)
		if ok != c.ok || ok && (x != magnitude.Point(c.want) || how == "") {
			t.Errorf("%q %q: %v (%s), %v", c.item, c.groups, x, how, ok)
		}
	}
}

func TestRead(t *testing.T) {
	s, ok := magnitude.Read(spec.Claim{Magnitude: &spec.Magnitude{Value: number(t, "-3.0"), Lower: number(t, "-4.0"), Upper: number(t, "-2.0"), Unit: "g"}})
	if !ok || !s.HasValue || !s.HasBounds {
		t.Fatalf("%+v, %v", s, ok)
	}
	three, two, four := magnitude.Point(3), magnitude.Point(2), magnitude.Point(4)
	if s.Agrees(three, magnitude.Exact, false) || !s.Agrees(three, magnitude.Exact, true) {
		t.Error("sign of the value")
	}
	if s.EndsAgree(two, four, magnitude.Exact, false) || !s.EndsAgree(two, four, magnitude.Exact, true) || !s.EndsAgree(four.Neg(), two.Neg(), magnitude.Exact, false) {
		t.Error("signs of the ends")
	}
	for name, m := range map[string]*spec.Magnitude{
		"one end":    {Value: number(t, "3"), Lower: number(t, "2")},
		"a text":     {Value: spec.TextValue("much")},
		"not finite": {Value: number(t, "NaN")},
	} {
		if _, ok := magnitude.Read(spec.Claim{Magnitude: m}); ok {
			t.Errorf("%s is read", name)
		}
	}
}

func TestAnswers(t *testing.T) {
	terms := spec.NewTerms(nil)
	truth := map[string]magnitude.Truth{"r": {
		Slot: spec.ResultSlot{ID: "r", Quantity: "difference", Groups: []string{"A", "B"}, Unit: "g"},
		Reports: []spec.OracleReport{{Family: "welch", Value: number(t, "1375.354"), Uncertainty: []spec.Uncertainty{{
			Kind: spec.UncertaintyCI, Level: number(t, "0.95"), Lower: number(t, "1200"), Upper: number(t, "1500")}}}},
	}}
	claim := spec.Claim{Groups: []string{"B", "A"}, Magnitude: &spec.Magnitude{Value: number(t, "-1.38"), Lower: number(t, "-1.500"), Upper: number(t, "-1.200"), Unit: "kg"}}
	stated, _ := magnitude.Read(claim)
	slot := spec.ClaimSlot{Groups: []string{"A", "B"}, Magnitude: &spec.MagnitudeRule{Result: "r"}}
	as, known := magnitude.Answers(slot, claim, truth, terms)
	if len(as) != 1 || !known.Declared || known.Failed != "" {
		t.Fatalf("%+v, %+v", as, known)
	}
	if ok, err := as[0].Accepts(stated); !ok || err != nil {
		t.Errorf("%s is not accepted: %v", as[0].Show(), err)
	}
	for level, want := range map[float64]bool{0.95: true, 0.9: false, 0: true} {
		if got := as[0].AcceptsEnds(stated, &spec.UncertaintyRule{Kinds: []spec.UncertaintyKind{spec.UncertaintyCI}, Level: level}); got != want {
			t.Errorf("level %v: %v", level, got)
		}
	}
	slot.Magnitude.Result = "other"
	if as, known := magnitude.Answers(slot, claim, truth, terms); len(as) > 0 || known.Failed == "" {
		t.Errorf("%+v, %+v", as, known)
	}
}
