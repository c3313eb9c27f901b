// Package estimatetest runs estimators of one domain in its tests, on columns in memory,
// and holds their answers and named neighbours against numbers.
package estimatetest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Column is a column of numbers with its unit.
type Column struct {
	Name, Unit string
	Num        []float64
}

// Run computes one of the estimators on columns; those without numbers are left out.
// Arguments are numbers, texts, bools, or slices of numbers or texts.
func Run(ctx context.Context, from []estimate.Estimator, name string, data []Column, args map[string]any) (estimate.Answer, error) {
	f := &spec.Frame{}
	for _, c := range data {
		if c.Num != nil {
			f.Columns = append(f.Columns, spec.Column{Name: c.Name, Kind: spec.ColumnNumber, Num: c.Num, Unit: c.Unit})
		}
	}
	if len(f.Columns) == 0 {
		f.Columns = []spec.Column{{Name: "none", Kind: spec.ColumnNumber}}
	}
	v := view.OfFrame("v", f)
	values := map[string]spec.Value{}
	for k, a := range args {
		values[k] = value(a)
	}
	i := slices.IndexFunc(from, func(e estimate.Estimator) bool { return e.Name == name })
	if i < 0 {
		return estimate.Answer{}, fmt.Errorf("there is no estimator %s", name)
	}
	checked, bad := estimate.Check(from[i], values, v)
	if len(bad) > 0 {
		return estimate.Answer{}, bad[0]
	}
	return estimate.Run(ctx, from[i], estimate.Input{View: v, Args: checked, Level: 0.95})
}

func value(a any) spec.Value {
	switch a := a.(type) {
	case float64:
		return spec.NumberValue(a)
	case int:
		return spec.NumberValue(float64(a))
	case string:
		return spec.TextValue(a)
	case bool:
		return spec.Value{Kind: spec.ValueBool, Bool: a}
	case []float64:
		return spec.ArrayValue(a)
	case []string:
		list := spec.Value{Kind: spec.ValueArray}
		for _, s := range a {
			list.Items = append(list.Items, spec.TextValue(s))
		}
		return list
	}
	panic(fmt.Sprintf("an argument is a %T", a))
}

// Holds checks the value ("") and the variants of an answer, each to a part of itself;
// NaN stands for a missing number.
func Holds(t *testing.T, what string, a estimate.Answer, err error, rel float64, want map[string][]float64) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	for name, xs := range want {
		v := a.Value
		if name != "" {
			i := slices.IndexFunc(a.Variants, func(v estimate.Variant) bool { return v.Name == name })
			if i < 0 || a.Variants[i].Note == "" {
				t.Errorf("%s has no variant %s", what, name)
				continue
			}
			v = a.Variants[i].Answer.Value
		}
		got := numbers(v)
		if len(got) != len(xs) {
			t.Errorf("%s %s: %v, not %v", what, name, got, xs)
			continue
		}
		for i, x := range xs {
			if !(math.Abs(got[i]-x) <= rel*math.Abs(x)+1e-12) && !(math.IsNaN(x) && math.IsNaN(got[i])) {
				t.Errorf("%s %s: %.12g, not %.12g", what, name, got[i], x)
			}
		}
	}
}

func numbers(v spec.Value) []float64 {
	if v.Kind == spec.ValueNumber {
		return []float64{v.Num.F}
	}
	out := make([]float64, len(v.Items))
	for i, it := range v.Items {
		if out[i] = math.NaN(); it.Kind == spec.ValueNumber {
			out[i] = it.Num.F
		}
	}
	return out
}
