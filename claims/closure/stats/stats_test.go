package stats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/spec"
)

// S06: an atom that is not applicable keeps its half point and is not performed; a terminal
// zero gets nothing for it.
func TestS06NotApplicable(t *testing.T) {
	s := compute(t, 1, 2, scores(
		made{model: "m", task: "t", run: 1, rc: 4, free: "V"},
		made{model: "m", task: "t", run: 2, free: "VVV", edit: zero}))
	if o := s.Attempts[0]; *o.Score != 10 || o.Dimensions[4] != (spec.ClosureTally{Name: "V", Met: 3, Applicable: 3}) {
		t.Errorf("19 met and 1 N/A: %+v", o)
	}
	if o := s.Attempts[1]; *o.Score != 0 || *o.RC != 0 || len(o.Dimensions) != 0 {
		t.Errorf("terminal zero: %+v", o)
	}
	g := group(t, s, "all", "")
	has(t, "mean", g.MeanScore, 5)
	is(t, "V", g.V, 3, 3)
	is(t, "RC4", g.RC[4], 1, 2)
	for _, c := range g.Completion {
		has(t, "completion "+string(c.Dimension), c.Mean, 0.5)
	}
}

// S06: the level is no threshold on the score.
func TestS06LevelIsNoThreshold(t *testing.T) {
	g := group(t, compute(t, 2, 1, scores(
		made{model: "m", task: "a", run: 1, rc: 4, unmet: "OOVV"},
		made{model: "m", task: "b", run: 1, rc: 0, unmet: "F"})), "all", "")
	is(t, "8 to 10", g.Bands[4].Share, 2, 2)
	is(t, "8 to 10, RC0", g.Bands[4].RC[0], 1, 2)
	is(t, "8 to 10, RC4", g.Bands[4].RC[4], 1, 2)
	is(t, "high at RC4", g.High.RC4Share, 1, 2)
	is(t, "unmet F below RC4", g.High.BelowRC4.Unmet[0].Attempts, 1, 1)
	is(t, "unmet V of RC4's unmet", g.High.RC4.Unmet[4].OfUnmet, 2, 4)
}

// S07: a run that the infrastructure spoilt and an attempt that was superseded add nothing;
// the retry counts once, as the run that it replaces.
func TestS07RunSet(t *testing.T) {
	for name, retry := range map[string]int{"under the number of the run": 3, "under a number of its own": 4} {
		t.Run(name, func(t *testing.T) {
			s := compute(t, 1, 3, scores(
				made{model: "m", task: "t", run: 1, rc: 4}, made{model: "m", task: "t", run: 2, rc: 4},
				made{model: "m", task: "t", run: 3, rc: 4, edit: broken},
				made{model: "m", task: "t", run: retry, rc: 2, edit: func(s *stats.Scored) { s.Attempt, s.Supersedes = "retry", "m-t-3" }}))
			g := group(t, s, "model", "m")
			is(t, "any", *g.AnyRun, 1, 1)
			is(t, "all", *g.AllRuns, 0, 1)
			is(t, "RC4", g.RC[4], 2, 3)
			if g.Counts.Observed != 3 || g.Counts.Superseded != 1 || g.Counts.Missing != 0 {
				t.Errorf("%+v", g.Counts)
			}
			if d := cmp.Diff([]spec.ClosureExcluded{{Attempt: "m-t-3", Model: "m", Task: "t", Run: 3, Why: "superseded"}}, s.Excluded); d != "" {
				t.Error(d)
			}
		})
	}
}

// Time-outs are observations; what the infrastructure spoilt is not, and its run is missing.
func TestTimeOutsCount(t *testing.T) {
	g := group(t, compute(t, 1, 2, scores(
		made{model: "m", task: "t", run: 1, rc: 1, unmet: "IIII", edit: func(s *stats.Scored) { s.TimedOut = true }},
		made{model: "m", task: "t", run: 2, rc: 4, edit: broken})), "all", "")
	want := spec.ClosureCounts{Declared: 2, Observed: 1, Missing: 1, TimedOut: 1, Invalid: 1}
	if d := cmp.Diff(want, g.Counts); d != "" {
		t.Error(d)
	}
	has(t, "mean", g.MeanScore, 8)
	is(t, "RC4", g.RC[4], 0, 1)
	is(t, "RC4 of declared", g.RC4Declared, 0, 2)
}

func TestMedianAndBands(t *testing.T) {
	unmet := []string{"", "F", "FFFFOOOO", "FFFFOOOOIIIIMMMM", "FFFFOOOOIIIIMMMMVVVV"} // 10, 9.5, 6, 2, 0
	var list []made
	for i, u := range unmet {
		list = append(list, made{model: "m", task: fmt.Sprint(i), run: 1, rc: 1, unmet: u})
	}
	g := group(t, compute(t, 5, 1, scores(list...)), "all", "")
	has(t, "median of five", g.MedianScore, 6)
	has(t, "mean", g.MeanScore, 27.5/5)
	for i, want := range []int{1, 1, 0, 1, 2} {
		is(t, fmt.Sprintf("band %d", i), g.Bands[i].Share, want, 5)
		is(t, fmt.Sprintf("band %d, RC1", i), g.Bands[i].RC[1], want, 5)
	}
	has(t, "F", g.Completion[0].Mean, (1+0.75)/5)
	has(t, "median of four", group(t, compute(t, 5, 1, scores(list[:4]...)), "all", "").MedianScore, 7.75)
	if g := group(t, compute(t, 5, 1, scores(made{model: "m", task: "t", run: 1, edit: broken})), "all", ""); g.MeanScore.Value != nil || g.MedianScore.Value != nil || g.MedianScore.Bounds != nil || g.RC[0].Value != nil {
		t.Errorf("without an attempt there is no figure: %+v", g.MeanScore)
	}
}

// What is undecided makes an interval, never a lower figure.
func TestUndecided(t *testing.T) {
	rc := func(lo, hi int) func(*stats.Scored) {
		return func(s *stats.Scored) { s.RC, s.RCBounds, s.Complete = nil, [2]int{lo, hi}, false }
	}
	s := compute(t, 2, 1, scores(
		made{model: "m", task: "a", run: 1, rc: 4, unmet: "VVVV"},
		made{model: "m", task: "b", run: 1, un: "MMV", unmet: "M", edit: rc(2, 4)}))
	g := group(t, s, "all", "")
	if s.Complete || g.Complete || g.Counts.Incomplete != 1 {
		t.Error("complete")
	}
	between := func(what string, f spec.ClosureFigure, low, high float64) {
		t.Helper()
		if f.Value != nil || f.Bounds == nil || *f.Bounds != (spec.Bounds{Low: low, High: high}) {
			t.Errorf("%s: %+v, want %v to %v", what, f, low, high)
		}
	}
	share := func(what string, s spec.ClosureShare, count, of [2]int, low, high float64) {
		t.Helper()
		if s.Count != count || s.Of != of {
			t.Errorf("%s: %+v", what, s)
		}
		between(what, spec.ClosureFigure{Value: s.Value, Bounds: s.Bounds}, low, high)
	}
	between("mean", g.MeanScore, 8, 8.75)
	between("median", g.MedianScore, 8, 8.75)
	share("RC4", g.RC[4], [2]int{1, 2}, [2]int{2, 2}, 0.5, 1)
	share("RC3", g.RC[3], [2]int{0, 1}, [2]int{2, 2}, 0, 0.5)
	is(t, "RC0", g.RC[0], 0, 2)
	share("any", *g.AnyRun, [2]int{1, 2}, [2]int{2, 2}, 0.5, 1)
	between("M", g.Completion[3].Mean, (1+0.25)/2, (1+0.75)/2)
	has(t, "F", g.Completion[0].Mean, 1)
	share("V", g.V, [2]int{3, 4}, [2]int{7, 8}, 3.0/8, 0.5)
	is(t, "high", g.High.Share, 2, 2)
	share("high at RC4", g.High.RC4Share, [2]int{1, 2}, [2]int{2, 2}, 0.5, 1)
	if p := g.High.BelowRC4; p.Attempts != [2]int{0, 1} || p.Unmet[3].Attempts.Of != [2]int{0, 1} {
		t.Errorf("below RC4: %+v", p)
	}
	is(t, "no M is unmet at RC4 for certain, or one", group(t, compute(t, 1, 1, scores(made{model: "m", task: "a", run: 1, rc: 4, unmet: "VVVV"})), "all", "").High.RC4.Unmet[3].Attempts, 0, 1)

	// An attempt whose validity is open may be no observation at all.
	s = compute(t, 2, 1, scores(
		made{model: "m", task: "a", run: 1, rc: 4, unmet: "VVVV"},
		made{model: "m", task: "b", run: 1, rc: 4, edit: func(s *stats.Scored) { s.Validity, s.Complete = "undecided", false }}))
	g = group(t, s, "all", "")
	between("mean", g.MeanScore, 8, 9)
	between("median", g.MedianScore, 8, 9)
	if x := g.RC[4]; x.Count != [2]int{1, 2} || x.Of != [2]int{1, 2} || *x.Value != 1 {
		t.Errorf("RC4: %+v", x)
	}
	share("any", *g.AnyRun, [2]int{1, 2}, [2]int{2, 2}, 0.5, 1)
	share("V", g.V, [2]int{0, 4}, [2]int{4, 8}, 0, 0.5)
}

func TestRefused(t *testing.T) {
	one := made{model: "m", task: "t", run: 1, rc: 4}
	edit := func(do func(*stats.Scored)) made { m := one; m.edit = do; return m }
	for _, tt := range []struct {
		name string
		list []made
		want string
	}{
		{"two final attempts of a run", []made{one, edit(func(s *stats.Scored) { s.Attempt = "other" })}, "closure.duplicate"},
		{"two scores of an attempt", []made{one, edit(func(s *stats.Scored) { s.TimedOut = true })}, "two different scores are of one attempt"},
		{"itself", []made{edit(func(s *stats.Scored) { s.Supersedes = s.Attempt })}, "supersedes itself"},
		{"one another", []made{edit(func(s *stats.Scored) { s.Supersedes = "other" }), edit(func(s *stats.Scored) { s.Attempt, s.Supersedes = "other", s.Attempt })}, "closure.supersedes"},
		{"two rubrics", []made{one, {model: "n", task: "t", run: 1, edit: func(s *stats.Scored) { s.Rubric = "other" }}}, "closure.rubrics"},
		{"more tasks", []made{one, {model: "m", task: "u", run: 1}}, "2 tasks (t, u), but 1 was declared; declare what was planned with --tasks"},
		{"more runs", []made{one, {model: "m", task: "t", run: 2}}, "2 runs (1, 2), but 1 was declared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, list, err := stats.Of(t.Context(), scores(tt.list...), stats.Options{Tasks: 1, Runs: 1})
			if s != nil || err != nil || !list.Errors() || !strings.Contains(list.Err().Error(), tt.want) {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
	// What is said twice counts once, and is said.
	s, list, _ := stats.Of(t.Context(), scores(one, one, made{model: "m", task: "t", run: 2, edit: func(s *stats.Scored) { s.Supersedes = "gone" }}), stats.Options{Tasks: 1, Runs: 2})
	if s == nil || len(s.Attempts) != 2 || len(list) != 2 || list.Errors() || len(s.Notes) != 2 {
		t.Errorf("%v", list)
	}
}

// The order in which scores are read changes nothing.
func TestOrder(t *testing.T) {
	list := published()[:300]
	a := with(t, stats.Options{Tasks: 60, Runs: 3, Resamples: 64, Level: 0.9}, list)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	if d := cmp.Diff(a, with(t, stats.Options{Tasks: 60, Runs: 3, Resamples: 64, Level: 0.9}, list)); d != "" {
		t.Error(d)
	}
}
