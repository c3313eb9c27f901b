package direction_test

import (
	"testing"

	"github.com/assaybench/assay/internal/direction"
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

func slotOf(estimator string) spec.ResultSlot {
	return spec.ResultSlot{ID: "r", Groups: []string{"Gentoo", "Adelie"}, Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: estimator}}}}
}

func TestOf(t *testing.T) {
	terms := spec.NewTerms(nil)
	months := []spec.Value{spec.NumberValue(1), spec.NumberValue(2), spec.NumberValue(3)}
	species := []spec.Value{spec.TextValue("Adelie"), spec.TextValue("Chinstrap"), spec.TextValue("Gentoo")}
	for name, c := range map[string]struct {
		estimator string
		result    spec.Result
		direction spec.Direction
		groups    []string
		want      direction.Verdict
	}{
		"difference":              {"mean_difference", spec.Result{Value: number(t, "1375")}, spec.Greater, []string{"Gentoo", "Adelie"}, direction.Agrees},
		"difference, turned":      {"mean_difference", spec.Result{Value: number(t, "1375")}, spec.Greater, []string{"Adelie", "Gentoo"}, direction.Refutes},
		"ratio below 1":           {"mean_ratio", spec.Result{Value: number(t, "0.9")}, spec.Less, []string{"Gentoo", "Adelie"}, direction.Agrees},
		"a count has no sign":     {"count", spec.Result{Value: number(t, "9")}, spec.Greater, []string{"Gentoo", "Adelie"}, direction.Silent},
		"means in order":          {"mean", spec.Result{Value: spec.ArrayValue([]float64{3, 4, 5}), Index: species}, spec.Greater, []string{"Gentoo", "Chinstrap", "Adelie"}, direction.Agrees},
		"one against all others":  {"mean", spec.Result{Value: spec.ArrayValue([]float64{3, 4, 5}), Index: species}, spec.Greater, []string{"Chinstrap"}, direction.Refutes},
		"a group that is not met": {"mean", spec.Result{Value: spec.ArrayValue([]float64{3, 4, 5}), Index: species}, spec.Greater, []string{"Emperor", "Adelie"}, direction.Silent},
		"course":                  {"mean", spec.Result{Value: spec.ArrayValue([]float64{3, 2, 5}), Index: months}, spec.Increasing, nil, direction.Agrees},
		"up and down":             {"mean", spec.Result{Value: spec.ArrayValue([]float64{3, 2, 5}), Index: months}, spec.Nonmonotonic, nil, direction.Agrees},
	} {
		t.Run(name, func(t *testing.T) {
			if got, why := direction.Of(slotOf(c.estimator), c.result, c.direction, c.groups, terms); got != c.want {
				t.Errorf("%v (%s), want %v", got, why, c.want)
			}
		})
	}
}

// A p value of alpha itself is not below it, though 1 - 0.95 is a little more than 0.05
// in binary.
func TestSignificantAtTheBound(t *testing.T) {
	for text, want := range map[string]direction.Verdict{"0.05": direction.Refutes, "0.0499": direction.Agrees, "0.06": direction.Refutes} {
		r := spec.Result{Value: number(t, "3"), PValue: number(t, text)}
		if got, why := direction.Significant(r, 0, direction.Alpha(r, nil)); got != want {
			t.Errorf("%s: %v, want %v", why, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	for want, c := range map[string]struct {
		d      spec.Direction
		groups []string
	}{
		"Gentoo greater than Adelie":              {spec.Greater, []string{"Gentoo", "Adelie"}},
		"no difference between Gentoo and Adelie": {spec.NoDifference, []string{"Gentoo", "Adelie"}},
		string(spec.Increasing):                   {spec.Increasing, []string{"Gentoo", "Adelie"}},
		string(spec.Greater):                      {spec.Greater, []string{"Gentoo"}},
	} {
		if got := direction.Sentence(c.d, c.groups); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A word that two categories accept names both, whatever the order of reading.
func TestSharedWord(t *testing.T) {
	vs := spec.VisualSlot{Group: &spec.Channel{Values: map[string][]string{"male": {"m"}, "mature": {"m"}}}}
	marks := []direction.Drawn{{Labels: []string{"m"}, Value: 5}, {Labels: []string{"female"}, Value: 4}}
	for range 40 {
		d := direction.NewDrawing(vs, marks, spec.NewTerms(nil))
		for _, g := range []string{"male", "mature"} {
			if got, why := d.Shows(spec.Greater, []string{g, "female"}); got != direction.Agrees {
				t.Fatalf("%s: %v, %s", g, got, why)
			}
		}
	}
}
