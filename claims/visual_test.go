package claims_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

var none = math.NaN()

func mark(label string, at, value float64) claims.Drawn {
	return claims.Drawn{Labels: []string{label}, At: at, Value: value, Lo: none, Hi: none}
}

func bounded(m claims.Drawn, lo, hi float64, kind spec.UncertaintyKind) claims.Drawn {
	m.Lo, m.Hi, m.Kind = lo, hi, kind
	return m
}

func TestVisualEdge(t *testing.T) {
	ga := []string{"Gentoo", "Adelie"}
	bars := []claims.Drawn{mark("Adelie", 0, 3700), mark("Chinstrap", 1, 3733), mark("Gentoo", 2, 5076)}
	var withIntervals, points, bins []claims.Drawn
	for _, m := range bars {
		withIntervals = append(withIntervals, bounded(m, m.Value-80, m.Value+80, spec.UncertaintyCI))
		for _, d := range []float64{-500, 0, 400} {
			points = append(points, mark(m.Labels[0], m.At, m.Value+d))
			bin := mark(m.Labels[0], m.Value+d, 10)
			bin.Bin = 400
			bins = append(bins, bin)
		}
	}
	hidden := append([]claims.Drawn{}, bars...)
	for i := range hidden {
		hidden[i].Hidden = true
	}
	line := func(group string, ys ...float64) (out []claims.Drawn) {
		for i, y := range ys {
			m := mark(group, float64(i), y)
			if group == "" {
				m.Labels = nil
			}
			out = append(out, m)
		}
		return out
	}
	required := spec.VisualSlot{ID: "v", Uncertainty: &spec.UncertaintyRule{Required: true}}
	worded := spec.VisualSlot{ID: "v", X: &spec.Channel{Values: map[string][]string{"Gentoo": {"G. penguin"}, "Adelie": {"A. penguin"}}}}
	for _, c := range []struct {
		name   string
		vs     spec.VisualSlot
		drawn  []claims.Drawn
		groups []string
		d      spec.Direction
		failed []string
	}{
		{"bars", spec.VisualSlot{}, bars, ga, spec.Greater, nil},
		{"bars", spec.VisualSlot{}, bars, ga, spec.Less, []string{"direction"}},
		{"bars, from the other group", spec.VisualSlot{}, bars, []string{"Adelie", "Gentoo"}, spec.Less, nil},
		{"three bars in order", spec.VisualSlot{}, bars, []string{"Gentoo", "Chinstrap", "Adelie"}, spec.Greater, nil},
		{"one above all", spec.VisualSlot{}, bars, []string{"Gentoo"}, spec.Greater, nil},
		{"one not above all", spec.VisualSlot{}, bars, []string{"Chinstrap"}, spec.Greater, []string{"direction"}},
		{"raw points", spec.VisualSlot{}, points, ga, spec.Greater, nil},
		{"histograms", spec.VisualSlot{}, bins, ga, spec.Greater, nil},
		{"histograms", spec.VisualSlot{}, bins, ga, spec.Less, []string{"direction"}},
		{"a group is missing", spec.VisualSlot{}, bars[1:], ga, spec.Greater, []string{"groups", "direction"}},
		{"all hidden", spec.VisualSlot{}, hidden, ga, spec.Greater, []string{"marks", "groups", "direction"}},
		{"labels with more words", spec.VisualSlot{}, []claims.Drawn{mark("Gentoo (n = 123)", 0, 5), mark("Adelie (n = 151)", 1, 3)}, ga, spec.Greater, nil},
		{"accepted other words", worded, []claims.Drawn{mark("G. penguin", 0, 5), mark("A. penguin", 1, 3)}, ga, spec.Greater, nil},
		{"other words that nobody accepts", spec.VisualSlot{}, []claims.Drawn{mark("G. penguin", 0, 5), mark("A. penguin", 1, 3)}, ga, spec.Greater, []string{"groups", "direction"}},
		{"a drawn difference", spec.VisualSlot{}, []claims.Drawn{mark("Gentoo − Adelie", 0, 1375)}, ga, spec.Greater, nil},
		{"a drawn difference, turned", spec.VisualSlot{}, []claims.Drawn{mark("Adelie - Gentoo", 0, -1375)}, ga, spec.Greater, nil},
		{"a drawn difference of the wrong sign", spec.VisualSlot{}, []claims.Drawn{mark("Gentoo − Adelie", 0, -1375)}, ga, spec.Greater, []string{"direction"}},
		{"no direction", spec.VisualSlot{}, bars, ga, "", nil},
		{"interval required and drawn", required, withIntervals, ga, spec.Greater, nil},
		{"interval required and not drawn", required, bars, ga, spec.Greater, []string{"uncertainty"}},
		{"interval required and drawn once", required, append(append([]claims.Drawn{}, withIntervals[:1]...), bars[1:]...), ga, spec.Greater, []string{"uncertainty"}},
		{"no difference, intervals overlap", spec.VisualSlot{}, withIntervals, []string{"Chinstrap", "Adelie"}, spec.NoDifference, nil},
		{"no difference, intervals apart", spec.VisualSlot{}, withIntervals, ga, spec.NoDifference, []string{"direction"}},
		{"no difference, no intervals", spec.VisualSlot{}, bars, ga, spec.NoDifference, nil},
		{"line", spec.VisualSlot{}, line("", 315, 320, 318, 330), nil, spec.Increasing, nil},
		{"line", spec.VisualSlot{}, line("", 315, 320, 318, 330), nil, spec.Decreasing, []string{"direction"}},
		{"line that rises and falls", spec.VisualSlot{}, line("", 315, 320, 318, 330), nil, spec.Nonmonotonic, nil},
		{"steady line", spec.VisualSlot{}, line("", 315, 320, 325, 330), nil, spec.Nonmonotonic, []string{"direction"}},
		{"one point has no course", spec.VisualSlot{}, line("", 315), nil, spec.Increasing, []string{"direction"}},
		{"the line of the claim's group", spec.VisualSlot{}, append(line("early", 1, 2, 3), line("late", 3, 2, 1)...), []string{"early"}, spec.Increasing, nil},
		{"the line of the other group", spec.VisualSlot{}, append(line("early", 1, 2, 3), line("late", 3, 2, 1)...), []string{"late"}, spec.Increasing, []string{"direction"}},
		{"NaN is a gap", spec.VisualSlot{}, line("", 1, none, 3), nil, spec.Increasing, nil},
	} {
		k := spec.Claim{ID: "k", Groups: c.groups, Direction: c.d}
		v := claims.VisualEdge(spec.ClaimSlot{}, c.vs, c.drawn, k, terms)
		var got []string
		for _, ch := range v.Checks {
			if ch.State == spec.StateScored && !ch.Pass {
				got = append(got, ch.Name)
			}
		}
		if diff := cmp.Diff(c.failed, got); diff != "" || v.Score != map[bool]float64{true: 1}[len(c.failed) == 0] {
			t.Errorf("%s, %v %s: score %v, failed checks: %s", c.name, c.groups, c.d, v.Score, diff)
		}
	}
	if v := claims.VisualEdge(spec.ClaimSlot{}, required, nil, claim(), terms); v.State != spec.StateMissing || v.Score != 0 {
		t.Errorf("no marks: %s", dump(v))
	}
}

// The order in which marks are drawn changes nothing.
func TestLawDrawingOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var drawn []claims.Drawn
		for i := range rapid.IntRange(1, 8).Draw(t, "marks") {
			drawn = append(drawn, mark(rapid.SampledFrom([]string{"Gentoo", "Adelie", "Chinstrap"}).Draw(t, "label"), float64(i), float64(rapid.IntRange(-3, 3).Draw(t, "value"))))
		}
		k := spec.Claim{Groups: []string{"Gentoo", "Adelie"}, Direction: rapid.SampledFrom([]spec.Direction{spec.Greater, spec.Increasing, spec.Nonmonotonic}).Draw(t, "direction")}
		a := claims.VisualEdge(spec.ClaimSlot{}, spec.VisualSlot{}, drawn, k, terms)
		b := claims.VisualEdge(spec.ClaimSlot{}, spec.VisualSlot{}, rapid.Permutation(drawn).Draw(t, "order"), k, terms)
		if a.Score != b.Score {
			t.Fatalf("%v and %v", a.Score, b.Score)
		}
	})
}
