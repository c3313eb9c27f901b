package stats

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// place of an attempt: names of attempts are its model's and task's own.
type place struct{ model, task string }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.model, q.model), cmp.Compare(p.task, q.task))
}

// final sets aside superseded and infrastructure-invalid attempts; what is left are the
// observations, one for each run of a model at a task, sorted. A retry counts as the run
// that it replaces. The list holds errors where this cannot be done, else notes.
func final(scores []Scored) ([]spec.ClosureObservation, []spec.ClosureExcluded, diag.List) {
	at := map[place][]Scored{}
	for _, s := range scores {
		p := place{s.Model, s.Task}
		at[p] = append(at[p], s)
	}
	seen := []spec.ClosureObservation{}
	excluded := []spec.ClosureExcluded{}
	var list diag.List
	for _, p := range slices.SortedFunc(keys(at), place.compare) {
		attempts, more := once(at[p])
		list = append(list, more...)
		gone, more := superseded(attempts)
		list = append(list, more...)
		if more.Errors() {
			continue
		}
		byRun := map[int]*Scored{}
		for _, name := range slices.Sorted(keys(attempts)) {
			s := attempts[name]
			s.Run = run(attempts, s)
			switch {
			case gone[name]:
				excluded = append(excluded, spec.ClosureExcluded{Attempt: name, Model: s.Model, Task: s.Task, Run: s.Run, Why: "superseded"})
			case s.Validity == invalid:
				excluded = append(excluded, spec.ClosureExcluded{Attempt: name, Model: s.Model, Task: s.Task, Run: s.Run, Why: invalid})
			case byRun[s.Run] != nil:
				list = append(list, s.diagnose(CodeDuplicate, "/run", fmt.Sprintf("%q and %q are both final attempts of %s at %s, run %d", byRun[s.Run].Attempt, name, s.Model, s.Task, s.Run),
					"say in the later one which it supersedes"))
			default:
				byRun[s.Run] = s
				seen = append(seen, observation(s))
			}
		}
	}
	slices.SortStableFunc(seen, func(a, b spec.ClosureObservation) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Task, b.Task), cmp.Compare(a.Run, b.Run))
	})
	slices.SortStableFunc(excluded, func(a, b spec.ClosureExcluded) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Task, b.Task), cmp.Compare(a.Run, b.Run))
	})
	return seen, excluded, append(list, rubrics(scores)...)
}

// once keeps one score of each attempt: two that say the same are one.
func once(scores []Scored) (map[string]*Scored, diag.List) {
	out := map[string]*Scored{}
	var list diag.List
	for i := range scores {
		s := &scores[i]
		first := out[s.Attempt]
		switch {
		case first == nil:
			c := *s
			out[s.Attempt] = &c
		case reflect.DeepEqual(first.ClosureScore, s.ClosureScore):
			d := s.diagnose(CodeDuplicate, "/attempt", fmt.Sprintf("the score of %q stands twice and counts once", s.Attempt), "first in "+where(first))
			d.Severity = diag.Warning
			list = append(list, d)
		default:
			list = append(list, s.diagnose(CodeDuplicate, "/attempt", fmt.Sprintf("two different scores are of one attempt, %q of %s at %s", s.Attempt, s.Model, s.Task),
				"keep one of this and "+where(first)))
		}
	}
	return out, list
}

func where(s *Scored) string {
	if s.Line > 0 {
		return s.File + ":" + strconv.Itoa(s.Line)
	}
	return s.File
}

// superseded are the attempts that another names, in its model and task.
func superseded(attempts map[string]*Scored) (map[string]bool, diag.List) {
	gone := map[string]bool{}
	var list diag.List
	for _, name := range slices.Sorted(keys(attempts)) {
		s := attempts[name]
		if s.Supersedes == "" {
			continue
		}
		gone[s.Supersedes] = true
		if attempts[s.Supersedes] == nil {
			d := s.diagnose(CodeSupersedes, "/supersedes", fmt.Sprintf("the superseded attempt %q of %s at %s has no score here", s.Supersedes, s.Model, s.Task), "it would add no observation; check the name")
			d.Severity = diag.Warning
			list = append(list, d)
			continue
		}
		for next, steps := attempts[s.Supersedes], 0; next != nil; next, steps = attempts[next.Supersedes], steps+1 {
			if next == s || steps > len(attempts) {
				list = append(list, s.diagnose(CodeSupersedes, "/supersedes", fmt.Sprintf("the attempt %q supersedes itself", name), "only the later attempt names the earlier one"))
				break
			}
		}
	}
	return gone, list
}

// run of an attempt: of a retry, that of the first attempt in its chain.
func run(attempts map[string]*Scored, s *Scored) int {
	for attempts[s.Supersedes] != nil {
		s = attempts[s.Supersedes]
	}
	return s.Run
}

// rubrics refuses attempts at one task under several rubrics: their points are not the same.
func rubrics(scores []Scored) diag.List {
	first := map[string]*Scored{}
	var list diag.List
	for i := range scores {
		s := &scores[i]
		switch f := first[s.Task]; {
		case f == nil:
			first[s.Task] = s
		case f.Rubric != s.Rubric:
			list = append(list, s.diagnose(CodeRubrics, "/rubric", fmt.Sprintf("task %s is scored under the rubrics %q (%s) and %q", s.Task, f.Rubric, where(f), s.Rubric), "score all of its attempts under one"))
		}
	}
	return list
}

// observation counts the atoms of a score by dimension, and V atoms by category.
func observation(s *Scored) spec.ClosureObservation {
	o := spec.ClosureObservation{Attempt: s.Attempt, Model: s.Model, Task: s.Task, Run: s.Run, Validity: s.Validity, TimedOut: s.TimedOut, TerminalZero: s.TerminalZero,
		Complete: s.Complete, HalfPoints: s.HalfPoints, RCBounds: s.RCBounds, Score: s.Score, RC: s.RC, Dimensions: []spec.ClosureTally{}, Categories: []spec.ClosureTally{}}
	if len(s.Atoms) == 0 {
		return o
	}
	dims, cats := map[string]*spec.ClosureTally{}, map[string]*spec.ClosureTally{}
	for _, d := range spec.Dimensions {
		o.Dimensions = append(o.Dimensions, spec.ClosureTally{Name: string(d)})
	}
	for _, c := range spec.VCategories {
		o.Categories = append(o.Categories, spec.ClosureTally{Name: c})
	}
	for i := range o.Dimensions {
		dims[o.Dimensions[i].Name] = &o.Dimensions[i]
	}
	for i := range o.Categories {
		cats[o.Categories[i].Name] = &o.Categories[i]
	}
	for _, a := range s.Atoms {
		for _, t := range []*spec.ClosureTally{dims[string(a.Dimension)], cats[a.Category]} {
			switch {
			case t == nil || a.Decision == free_:
			case a.Decision == met_:
				t.Met, t.Applicable = t.Met+1, t.Applicable+1
			case a.Decision == unmet_:
				t.Applicable++
			default:
				t.Undecided++
			}
		}
	}
	return o
}
