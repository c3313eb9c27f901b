package agree_test

import (
	"testing"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/spec"
)

func number(t *testing.T, text string) spec.Value {
	t.Helper()
	n, err := spec.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec.Value{Kind: spec.ValueNumber, Num: n}
}

func TestMeasure(t *testing.T) {
	exact, wide := agree.Ruler{Factor: 1}, agree.Ruler{Factor: 1, Width: 1000}
	bounds := agree.Ruler{Factor: 1, Tol: spec.Tolerance{Rel: 0.2}, Floor: spec.Tolerance{Rel: 0.02}}
	for _, c := range []struct {
		name      string
		r         agree.Ruler
		got, want spec.Value
		as        agree.Agreement
	}{
		{"equal", exact, number(t, "1.5"), number(t, "1.5"), agree.Exact},
		{"rounded", exact, number(t, "1.235"), number(t, "1.2347"), agree.Rounded},
		{"few digits", exact, number(t, "1.23"), number(t, "1.2347"), agree.Coarse},
		{"few digits of a small end", wide, number(t, "0.1"), number(t, "0.1234"), agree.Rounded},
		{"counts are exact", agree.Ruler{Factor: 1, Exact: true}, number(t, "1235"), number(t, "1234.9"), agree.Differs},
		{"another unit", agree.Ruler{Factor: 1000}, number(t, "1.5"), number(t, "1500"), agree.Exact},
		{"nothing for nothing", exact, spec.Value{}, spec.Value{}, agree.Exact},
		{"NaN for nothing", exact, number(t, "NaN"), spec.Value{}, agree.Exact},
		{"something for nothing", exact, number(t, "0"), spec.Value{}, agree.Differs},
		{"nothing", exact, spec.Value{}, number(t, "0"), agree.Absent},
		{"text", exact, spec.TextValue("1"), number(t, "1"), agree.NotNumber},
		{"infinite", exact, number(t, "Infinity"), number(t, "1"), agree.NonFinite},
		{"cut off", exact, number(t, "1.234"), number(t, "1.2347"), agree.Cut},
		{"cut off below zero", exact, number(t, "-1.23"), number(t, "-1.2397"), agree.Cut},
		{"cut off to nothing", exact, number(t, "0.0"), number(t, "-0.09"), agree.Differs},
		{"off by more than a digit", exact, number(t, "1.233"), number(t, "1.2347"), agree.Differs},
		{"in the floor", bounds, number(t, "1.01"), number(t, "1"), agree.InFloor},
		{"in the bounds", bounds, number(t, "1.1"), number(t, "1"), agree.InBounds},
		{"random draws", agree.Ruler{Factor: 1, Error: 0.1}, number(t, "1.39"), number(t, "1"), agree.Chance},
		{"too far for random draws", agree.Ruler{Factor: 1, Error: 0.1}, number(t, "1.41"), number(t, "1"), agree.Differs},
		{"a drawn p-value", agree.Ruler{Factor: 1, Error: 0.001, PValue: true}, number(t, "0.0002"), number(t, "0.0011"), agree.Chance},
		{"a drawn p-value of nothing (scipy#16460)", agree.Ruler{Factor: 1, Error: 0.001, PValue: true}, number(t, "0.0"), number(t, "0.0011"), agree.Differs},
		{"label", exact, spec.TextValue("a"), spec.TextValue("a"), agree.Exact},
	} {
		if got := c.r.Measure(c.got, c.want); got != c.as {
			t.Errorf("%s: %v, want %v", c.name, got, c.as)
		}
	}
	if worst, _, bad := exact.Worst(nil); worst != agree.Absent || bad != 0 {
		t.Error("no cells agree")
	}
}

// Show tells numbers apart with as few digits as do, and five at least.
func TestShow(t *testing.T) {
	for _, c := range [][4]string{
		{"1.5", "2", "1.5", "2"}, {"457.3", "458.9123456", "457.3", "458.91"},
		{"1.000000001", "1.000000002", "1.000000001", "1.000000002"}, {"3", "3", "3", "3"},
	} {
		got, want := agree.Show(number(t, c[0]), number(t, c[1]), 1)
		if got != c[2] || want != c[3] {
			t.Errorf("%s and %s are shown as %s and %s", c[0], c[1], got, want)
		}
	}
}
