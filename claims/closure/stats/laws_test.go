package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/spec"
)

// flat has every figure of the group of all by its name.
func flat(t testing.TB, s *spec.ClosureStats) map[string]spec.ClosureFigure {
	out := map[string]spec.ClosureFigure{}
	g := group(t, s, "all", "")
	for _, f := range stats.Figures(&g) {
		out[f.Name] = f.ClosureFigure
	}
	if n := 2 + 5 + 1 + 2 + 5*6 + 2 + 2*(5+1+3*5) + 4 + 4; len(out) != n {
		t.Fatalf("%d figures, want %d", len(out), n)
	}
	return out
}

// decide settles at random what is undecided in a score.
func decide(t *rapid.T, s stats.Scored) stats.Scored {
	s.Atoms = slices.Clone(s.Atoms)
	s.Met, s.Applicable = 0, 0
	free := 0
	for i := range s.Atoms {
		a := &s.Atoms[i]
		if a.Decision == "undecided" {
			a.Decision = rapid.SampledFrom([]string{"met", "unmet", "not_applicable"}).Draw(t, "decision")
		}
		switch a.Decision {
		case "met":
			s.Met, s.Applicable = s.Met+1, s.Applicable+1
		case "unmet":
			s.Applicable++
		default:
			free++
		}
	}
	if len(s.Atoms) > 0 {
		s.HalfPoints = [2]int{s.Met + free, s.Met + free}
	}
	rc := rapid.IntRange(s.RCBounds[0], s.RCBounds[1]).Draw(t, "rc")
	x := float64(s.HalfPoints[0]) / 2
	s.RC, s.RCBounds, s.Score, s.Complete = &rc, [2]int{rc, rc}, &x, true
	if s.Validity == "undecided" {
		s.Validity = rapid.SampledFrom([]string{"valid", "infrastructure_invalid"}).Draw(t, "validity")
	}
	return s
}

func drawScores(t *rapid.T) []stats.Scored {
	letters := func(name string, most int) string {
		return rapid.StringMatching(fmt.Sprintf("[FOIMV]{0,%d}", most)).Draw(t, name)
	}
	var list []stats.Scored
	for task := range rapid.IntRange(1, 4).Draw(t, "tasks") {
		for run := range rapid.IntRange(0, 2).Draw(t, "runs") {
			m := made{model: "m", task: fmt.Sprint(task), run: run, rc: rapid.IntRange(0, 4).Draw(t, "level"), unmet: letters("unmet", 5), free: letters("free", 3), un: letters("undecided", 4)}
			kind := rapid.IntRange(0, 9).Draw(t, "kind")
			m.edit = func(s *stats.Scored) {
				switch kind {
				case 0:
					zero(s)
				case 1:
					s.Validity, s.Complete = "undecided", false
				case 2:
					s.RCBounds[rapid.IntRange(0, 1).Draw(t, "end")] = rapid.IntRange(0, 4).Draw(t, "to")
					slices.Sort(s.RCBounds[:])
					if s.RCBounds[0] < s.RCBounds[1] {
						s.RC, s.Complete = nil, false
					}
				}
			}
			list = append(list, m.score())
		}
	}
	return list
}

// However what is open is decided, every figure lies within its bounds, and is the value
// where there is one.
func TestBoundsHold(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		list := drawScores(r)
		before := flat(t, compute(t, 4, 2, list))
		settled := make([]stats.Scored, len(list))
		for i, s := range list {
			settled[i] = decide(r, s)
		}
		after := compute(t, 4, 2, settled)
		if !after.Complete {
			r.Error("not complete")
		}
		for name, f := range flat(t, after) {
			b := before[name]
			const ulps = 1e-12
			switch {
			case f.Bounds != nil:
				r.Errorf("%s: bounds %v of what is decided", name, *f.Bounds)
			case f.Value == nil && b.Value != nil:
				r.Errorf("%s: nothing, but was %v", name, *b.Value)
			case f.Value == nil:
			case b.Value != nil && math.Abs(*b.Value-*f.Value) > ulps:
				r.Errorf("%s: %v, but was %v", name, *f.Value, *b.Value)
			case b.Value == nil && b.Bounds == nil:
				r.Errorf("%s: %v, but was nothing", name, *f.Value)
			case b.Bounds != nil && (*f.Value < b.Bounds.Low-ulps || *f.Value > b.Bounds.High+ulps):
				r.Errorf("%s: %v is outside %v", name, *f.Value, *b.Bounds)
			}
		}
	})
}

// The bounds are no wider than they need be: a mean, a median, a share of levels and the
// task rates reach both of their ends under some decision.
func TestBoundsAreReached(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var list []stats.Scored
		for i := range rapid.IntRange(1, 4).Draw(r, "attempts") {
			m := made{model: "m", task: fmt.Sprint(i / 2), run: i % 2, unmet: rapid.StringMatching("F{0,3}").Draw(r, "unmet"), un: rapid.StringMatching("O{0,1}").Draw(r, "open"), rc: rapid.IntRange(3, 4).Draw(r, "rc")}
			open := rapid.Bool().Draw(r, "validity")
			m.edit = func(s *stats.Scored) {
				if open {
					s.Validity, s.Complete = "undecided", false
				}
			}
			list = append(list, m.score())
		}
		before := flat(t, compute(t, 2, 2, list))
		least, greatest := map[string]float64{}, map[string]float64{}
		var walk func(int, []stats.Scored)
		walk = func(i int, settled []stats.Scored) {
			if i == len(list) {
				for name, f := range flat(t, compute(t, 2, 2, settled)) {
					if f.Value != nil {
						if _, ok := least[name]; !ok {
							least[name], greatest[name] = *f.Value, *f.Value
						}
						least[name], greatest[name] = min(least[name], *f.Value), max(greatest[name], *f.Value)
					}
				}
				return
			}
			s := list[i]
			for _, validity := range []string{"valid", "infrastructure_invalid"} {
				if s.Validity == "valid" && validity != "valid" {
					continue
				}
				for _, decision := range []string{"met", "unmet"} {
					c := s
					c.Atoms, c.Validity, c.Complete = slices.Clone(s.Atoms), validity, true
					met := 0
					for k := range c.Atoms {
						if c.Atoms[k].Decision == "undecided" {
							c.Atoms[k].Decision = decision
						}
						met += map[bool]int{true: 1}[c.Atoms[k].Decision == "met"]
					}
					x := float64(met) / 2
					c.HalfPoints, c.Score, c.Met, c.Applicable = [2]int{met, met}, &x, met, 20
					walk(i+1, append(slices.Clone(settled), c))
				}
			}
		}
		walk(0, nil)
		for _, name := range []string{"mean_score", "median_score", "rc.RC4", "rc.RC3", "rc4_declared", "any_run", "all_runs", "high", "completion.O", "completion.F", "v"} {
			b, ok := before[name]
			if !ok {
				r.Fatalf("there is no figure %s", name)
			}
			if b.Bounds == nil {
				continue
			}
			if math.Abs(b.Bounds.Low-least[name]) > 1e-12 || math.Abs(b.Bounds.High-greatest[name]) > 1e-12 {
				r.Errorf("%s: bounds %v, reached are %v to %v", name, *b.Bounds, least[name], greatest[name])
			}
		}
	})
}
