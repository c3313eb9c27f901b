package stats_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/spec"
)

// layout of the synthetic rubrics: four atoms of each dimension; of the V atoms two are
// required, one is about scope and one linked to a risk.
const each = 4

// made is a score with what is unmet (a letter for each atom), N/A and undecided; the
// rest of the twenty atoms is met.
type made struct {
	model, task     string
	run, rc         int
	unmet, free, un string // letters of dimensions, once for each atom
	edit            func(*stats.Scored)
}

func (m made) score() stats.Scored {
	s := stats.Scored{File: "scores.jsonl", ClosureScore: spec.ClosureScore{Schema: spec.SchemaClosureScore, Rubric: "rubric of " + m.task, Attempt: fmt.Sprintf("%s-%s-%d", m.model, m.task, m.run),
		Model: m.model, Task: m.task, Run: m.run, Validity: "valid", Complete: true, RC: &m.rc, RCBounds: [2]int{m.rc, m.rc},
		Requirements: []spec.RequirementRecord{}, Grades: []spec.ClosureGrade{}, Changes: []spec.DecisionChange{}, Review: []spec.ReviewItem{}, Findings: []spec.Finding{}}}
	left := map[rune]map[string]int{}
	for word, letters := range map[string]string{"unmet": m.unmet, "not_applicable": m.free, "undecided": m.un} {
		for _, l := range letters {
			if left[l] == nil {
				left[l] = map[string]int{}
			}
			left[l][word]++
		}
	}
	free, open := 0, 0
	for _, d := range spec.Dimensions {
		for i := range each {
			a := spec.AtomVerdict{Atom: fmt.Sprintf("%s%d", d, i+1), Dimension: d, Decision: "met", By: "consensus"}
			if d == spec.Validity {
				a.Category = []string{"required", "required", "scope", "risk_linked"}[i]
			}
			for _, word := range []string{"unmet", "not_applicable", "undecided"} {
				if n := left[rune(d[0])]; n[word] > 0 {
					a.Decision = word
					n[word]--
					break
				}
			}
			switch a.Decision {
			case "met":
				s.Met, s.Applicable = s.Met+1, s.Applicable+1
			case "unmet":
				s.Applicable++
			case "not_applicable":
				free++
			case "undecided":
				open++
			}
			s.Atoms = append(s.Atoms, a)
		}
	}
	s.HalfPoints = [2]int{s.Met + free, s.Met + free + open}
	if open == 0 {
		x := float64(s.HalfPoints[0]) / 2
		s.Score = &x
	} else {
		s.Complete = false
	}
	if m.edit != nil {
		m.edit(&s)
	}
	return s
}

func scores(list ...made) []stats.Scored {
	var out []stats.Scored
	for _, m := range list {
		out = append(out, m.score())
	}
	return out
}

// zero makes a terminal zero.
func zero(s *stats.Scored) {
	x, rc := 0.0, 0
	s.TerminalZero, s.Atoms, s.Met, s.Applicable = true, []spec.AtomVerdict{}, 0, 0
	s.HalfPoints, s.RCBounds, s.Score, s.RC, s.Complete = [2]int{}, [2]int{}, &x, &rc, true
}

func broken(s *stats.Scored) { s.Validity = "infrastructure_invalid" }

// compute gives the statistics without intervals.
func compute(t testing.TB, tasks, runs int, list []stats.Scored) *spec.ClosureStats {
	t.Helper()
	return with(t, stats.Options{Tasks: tasks, Runs: runs, Level: 0.95}, list)
}

func with(t testing.TB, o stats.Options, list []stats.Scored) *spec.ClosureStats {
	t.Helper()
	s, problems, err := stats.Of(context.Background(), list, o)
	if err != nil || s == nil {
		t.Fatal(problems, err)
	}
	return s
}

// group finds one of the groups.
func group(t testing.TB, s *spec.ClosureStats, by, name string) spec.ClosureGroup {
	t.Helper()
	for _, g := range s.Groups {
		if g.By == by && g.Name == name {
			return g
		}
	}
	t.Fatalf("there is no group %s %s", by, name)
	return spec.ClosureGroup{}
}

// is checks a share that is decided.
func is(t testing.TB, what string, s spec.ClosureShare, count, of int) {
	t.Helper()
	if s.Count != [2]int{count, count} || s.Of != [2]int{of, of} || of > 0 && (s.Value == nil || *s.Value != float64(count)/float64(of)) || of == 0 && s.Value != nil || s.Bounds != nil {
		t.Errorf("%s: %+v, want %d/%d", what, s, count, of)
	}
}

// has checks a figure that is decided.
func has(t testing.TB, what string, f spec.ClosureFigure, want float64) {
	t.Helper()
	if f.Value == nil || f.Bounds != nil || *f.Value-want > 1e-12 || want-*f.Value > 1e-12 {
		t.Errorf("%s: %+v, want %v", what, f, want)
	}
}

func encode(t testing.TB, s stats.Scored) string {
	t.Helper()
	b, err := json.Marshal(s.ClosureScore)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
