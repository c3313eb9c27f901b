package stats_test

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/spec"
)

// The sample of testdata/reference.py, which made the numbers below with
// scipy.stats.bootstrap (200,000 resamples) and with quantiles of the binomial.
var half = [12][3]int{{20, 18, 19}, {12, 15, 9}, {4, 0, 7}, {17, 17, 16}, {11, 20, 13}, {8, 6, 10},
	{19, 19, 20}, {2, 5, 1}, {14, 12, 16}, {16, 9, 18}, {7, 13, 3}, {10, 10, 15}}

func sample(keep func(task, run int) bool) []stats.Scored {
	var list []made
	for task, row := range half {
		for run, h := range row {
			if keep(task, run) {
				list = append(list, made{model: "m", task: strconv.Itoa(task), run: run, unmet: "FFFFOOOOIIIIMMMMVVVV"[:20-h]})
			}
		}
	}
	return scores(list...)
}

func TestIntervals(t *testing.T) {
	near := func(what string, f *spec.Bounds, low, high, within float64) {
		t.Helper()
		if f == nil || math.Abs(f.Low-low) > within || math.Abs(f.High-high) > within {
			t.Errorf("%s: %+v, want %v to %v", what, f, low, high)
		}
	}
	all := func(int, int) bool { return true }
	g := group(t, with(t, stats.Options{Tasks: 12, Runs: 3, Resamples: 20_000, Seed: 1, Level: 0.95}, sample(all)), "all", "")
	has(t, "mean", g.MeanScore, 5.986111111111111)
	has(t, "median", g.MedianScore, 6.25)
	// The standard deviation of an end over seeds is 0.01 of the mean; the median's moves in steps of a quarter.
	near("mean", g.MeanScore.Interval, 4.458333333333333, 7.430555555555555, 0.04)
	near("median", g.MedianScore.Interval, 4, 8.25, 0.25)
	g = group(t, with(t, stats.Options{Tasks: 12, Runs: 3, Resamples: 20_000, Seed: 2, Level: 0.9}, sample(func(task, run int) bool { return task >= 4 || run < 2 })), "all", "")
	has(t, "unequal", g.MeanScore, 5.9375)
	near("unequal", g.MeanScore.Interval, 4.651515151515151, 7.1875, 0.04)

	// Shares of tasks are binomial: their ends are numbers of tasks, met to the last bit.
	m := group(t, with(t, stats.Options{Tasks: 50, Runs: 3, Resamples: 20_000, Seed: 1, Level: 0.95}, published()[:150]), "model", "model-1")
	near("25 of 50", m.AnyRun.Interval, 0.36, 0.64, 0)
	near("9 of 50", m.AllRuns.Interval, 0.08, 0.3, 0)
}

func TestIntervalsAreKept(t *testing.T) {
	o := stats.Options{Tasks: 12, Runs: 3, Resamples: 500, Seed: 3, Level: 0.95}
	list := sample(func(int, int) bool { return true })
	g := group(t, with(t, o, list), "all", "")
	if again := group(t, with(t, o, list), "all", ""); *g.MeanScore.Interval != *again.MeanScore.Interval {
		t.Error("one seed gives two intervals")
	}
	o.Seed = 4
	if other := group(t, with(t, o, list), "all", ""); *g.MeanScore.Interval == *other.MeanScore.Interval {
		t.Error("two seeds give one interval")
	}
	// A task alone has no spread over tasks.
	if g := group(t, with(t, o, list), "task", "3"); g.MeanScore.Interval != nil || g.RC[0].Interval != nil {
		t.Errorf("%+v", g.MeanScore)
	}
	// What is undecided widens the interval on its side.
	g = group(t, with(t, o, list), "all", "")
	open := scores(made{model: "m", task: "0", run: 0, un: "MMMMIIII"})
	open[0].HalfPoints = [2]int{12, 20}
	wide := group(t, with(t, o, append(open, list[1:]...)), "all", "")
	if wide.MeanScore.Bounds == nil || wide.MeanScore.Interval.Low >= g.MeanScore.Interval.Low || wide.MeanScore.Interval.High != g.MeanScore.Interval.High {
		t.Errorf("%+v beside %+v", wide.MeanScore.Interval, g.MeanScore.Interval)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := stats.Of(ctx, list, o); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestReadRefuses(t *testing.T) {
	text := func(edit func(*stats.Scored)) string {
		return encode(t, made{model: "m", task: "t", run: 1, rc: 4, unmet: "V", free: "I", edit: edit}.score())
	}
	if s, list := stats.Read("s.json", []byte(text(nil))); s == nil || len(list) > 0 {
		t.Fatal(list)
	}
	for _, tt := range []struct {
		name, want string
		edit       func(*stats.Scored)
	}{
		{"a total of its own (J07)", "/half_points: 18 met and 1 not applicable atoms are 19 half points, not 20 to 20", func(s *stats.Scored) { x := 10.0; s.HalfPoints, s.Score = [2]int{20, 20}, &x }},
		{"a score that is no half", "/score", func(s *stats.Scored) { x := 9.0; s.Score = &x }},
		{"a level beside its bounds", "/rc", func(s *stats.Scored) { rc := 3; s.RC = &rc }},
		{"bounds upside down", "/rc_bounds", func(s *stats.Scored) { s.RC, s.Complete, s.RCBounds = nil, false, [2]int{4, 1} }},
		{"half points upside down", "/half_points", func(s *stats.Scored) { s.Score, s.Complete, s.HalfPoints = nil, false, [2]int{20, 19} }},
		{"complete without a level", "/complete", func(s *stats.Scored) { s.RC = nil }},
		{"complete and undecided", "/complete", func(s *stats.Scored) { s.Atoms[0].Decision = "undecided" }},
		{"S06 credit for N/A in a terminal zero", "/terminal_zero", func(s *stats.Scored) { zero(s); s.HalfPoints = [2]int{3, 3} }},
		{"no atoms", "/atoms", func(s *stats.Scored) { s.Atoms = []spec.AtomVerdict{} }},
		{"nineteen atoms", "/atoms", func(s *stats.Scored) { s.Atoms = s.Atoms[1:] }},
		{"an atom twice", "/atoms/1/atom", func(s *stats.Scored) { s.Atoms[1].Atom = s.Atoms[0].Atom }},
		{"a category of F", "/atoms/0/category", func(s *stats.Scored) { s.Atoms[0].Category = "scope" }},
		{"another count", "/met", func(s *stats.Scored) { s.Met-- }},
		{"a word that is none", "/atoms/0/decision", func(s *stats.Scored) { s.Atoms[0].Decision = "passed" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, list := stats.Read("s.json", []byte(text(tt.edit))); !list.Errors() || !strings.Contains(list.Err().Error(), tt.want) {
				t.Errorf("%v, want %s", list, tt.want)
			}
		})
	}
}

func TestReadLines(t *testing.T) {
	a, b := encode(t, made{model: "m", task: "t", run: 1}.score()), encode(t, made{model: "m", task: "t", run: 2}.score())
	list, problems, err := stats.ReadLines("s.jsonl", strings.NewReader(a+"\n\n  "+b+"\r\n"))
	if err != nil || len(problems) > 0 || len(list) != 2 || list[1].Line != 3 || list[1].Run != 2 {
		t.Fatal(list, problems, err)
	}
	_, problems, _ = stats.ReadLines("s.jsonl", strings.NewReader(a+"\n"+strings.Replace(b, `"met"`, `"kept"`, 1)+"\n{"))
	if len(problems) != 2 || problems[0].Line != 2 || problems[1].Line != 3 {
		t.Error(problems)
	}
	_, problems, _ = stats.ReadLines("s.jsonl", strings.NewReader(strings.Repeat("x", spec.MaxJSONBytes+2)))
	if len(problems) != 1 || problems[0].Code != spec.CodeJSONSize || problems[0].Line != 1 {
		t.Error(problems)
	}
}

// Whatever stands in a file, it is read or refused, and what is read has its figures.
func FuzzRead(f *testing.F) {
	f.Add(encode(f, made{model: "m", task: "t", run: 1, unmet: "V", free: "I", un: "M"}.score()))
	f.Add(encode(f, made{model: "m", task: "t", run: 1, edit: zero}.score()))
	f.Add(`{"schema":"assay/closure-score/v1"}`)
	f.Add("[1e999]\n{}")
	f.Fuzz(func(t *testing.T, text string) {
		list, _, err := stats.ReadLines("s.jsonl", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := stats.Of(t.Context(), list, stats.Options{Tasks: 3, Runs: 2, Resamples: 10, Level: 0.5}); err != nil {
			t.Fatal(err)
		}
	})
}
