package grading

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// validity is what is said of an attempt's validity: the word of whoever ran it counts
// among the first passes.
type validity struct {
	word  string
	split bool
	said  map[string]string
}

func (a *attempt) validity() validity { return a.validityAfter(len(a.grades)) }

// validityAfter is the validity after so many grades.
func (a *attempt) validityAfter(n int) validity {
	v := validity{said: map[string]string{"attempt": a.doc.Validity}}
	words := make([][]string, len(stages))
	words[0] = []string{a.doc.Validity}
	for _, g := range a.grades[:n] {
		if g.Validity != "" {
			stage := slices.Index(stages, g.Stage)
			words[stage] = append(words[stage], g.Validity)
			v.said[g.Grader] = g.Validity
		}
	}
	for _, list := range slices.Backward(words) {
		if len(list) == 0 {
			continue
		}
		v.word, v.split = list[0], slices.ContainsFunc(list, func(w string) bool { return w != list[0] })
		if v.split {
			v.word = closure.Undecided
		}
		break
	}
	return v
}

func (v validity) item(points, rc [2]int) spec.ReviewItem {
	return spec.ReviewItem{Of: "validity", Said: v.said, Points: points, RC: rc, Validity: true, Rationale: "graders disagree on whether the attempt counts"}
}

// review lists the open disagreements that could change score, completion, closure or
// validity: each is decided either way, everything else being as it is, and only what makes
// a difference is listed. Order: validity, then the rubric's, then the level.
func (a *attempt) review(d *closure.Decisions, o closure.Outcome, v validity) []spec.ReviewItem {
	var out []spec.ReviewItem
	if v.split {
		out = append(out, v.item(o.Points, o.RC))
	}
	for _, it := range a.items {
		if it.derived {
			out = append(out, a.compare(it, d, o)...)
			continue
		}
		if !it.settle().split {
			continue
		}
		either := [2]closure.Outcome{}
		words := [2][]string{}
		for i, t := range []slots.Truth{slots.No, slots.Yes} {
			with := d.Clone()
			a.put(with, it, it.bounded(t))
			either[i] = a.rubric.Evaluate(with)
			for k := range a.rubric.Atoms {
				words[i] = append(words[i], closure.Word(either[i].Point[k], with.Fired[k]))
			}
		}
		if either[0].Points != either[1].Points || either[0].RC != either[1].RC || !slices.Equal(words[0], words[1]) {
			out = append(out, spec.ReviewItem{Of: it.of, Said: it.said(), Points: hull(either[0].Points, either[1].Points), RC: hull(either[0].RC, either[1].RC), Rationale: "graders disagree"})
		}
	}
	return append(out, a.level(d, o)...)
}

func hull(a, b [2]int) [2]int { return [2]int{min(a[0], b[0]), max(a[1], b[1])} }

// said is the last word of each grader on an item.
func (it *item) said() map[string]string {
	out := map[string]string{}
	for _, v := range it.voices[:it.heard] {
		out[v.grader] = v.said
	}
	return out
}

// compare holds a requirement that follows from atoms and slots against what graders say of
// it: where one differs, also from what follows from that grader's own decisions, and the
// level hangs on it, an atom may be decided wrongly.
func (a *attempt) compare(it *item, d *closure.Decisions, o closure.Outcome) []spec.ReviewItem {
	derived := closure.Word(o.Holds[it.at], d.Asked[it.at])
	if derived == closure.Undecided || derived == closure.NotApplicable {
		return nil
	}
	if !slices.ContainsFunc(it.deciding(), func(v voice) bool {
		return it.word(v.truth) != derived && v.truth != a.alone(d, v.grade).Holds[it.at]
	}) {
		return nil
	}
	caps := slices.Clone(o.Caps)
	if derived == closure.Met {
		caps[it.at] = slots.Yes
		if a.rubric.Requirements[it.at].Role == spec.RoleValidity {
			caps[it.at] = d.Gap[it.at]
		}
	} else {
		caps[it.at] = slots.No
	}
	rc := a.rubric.Level(caps)
	if rc == o.RC {
		return nil
	}
	said := it.said()
	said["derived"] = derived
	return []spec.ReviewItem{{Of: it.of, Said: said, Points: o.Points, RC: hull(rc, o.RC), Rationale: "graders differ from what the atoms say"}}
}

// level holds the level that graders state against the one that follows. The last stage in
// which anybody stated one counts. One that follows from the grader's own decisions, which
// others overruled, says nothing new.
func (a *attempt) level(d *closure.Decisions, o closure.Outcome) []spec.ReviewItem {
	for _, stage := range slices.Backward(stages) {
		said, rc, off := map[string]string{}, o.RC, false
		for i, g := range a.grades {
			if g.Stage == stage && g.RC != nil {
				said[g.Grader] = "RC" + strconv.Itoa(*g.RC)
				off = off || outside(*g.RC, o.RC) && outside(*g.RC, a.alone(d, i).RC)
				rc = hull(rc, [2]int{*g.RC, *g.RC})
			}
		}
		if len(said) == 0 {
			continue
		}
		if !off {
			return nil
		}
		said["derived"] = "RC" + strconv.Itoa(o.RC[0])
		if o.RC[0] != o.RC[1] {
			said["derived"] = fmt.Sprintf("RC%d to RC%d", o.RC[0], o.RC[1])
		}
		return []spec.ReviewItem{{Of: "rc", Said: said, Points: o.Points, RC: rc, Rationale: "graders differ from the level that follows from the decisions"}}
	}
	return nil
}

func outside(rc int, bounds [2]int) bool { return rc < bounds[0] || rc > bounds[1] }

// alone is the outcome if one grader's decisions stood, everything else being as it is.
func (a *attempt) alone(d *closure.Decisions, grade int) closure.Outcome {
	with := d.Clone()
	for _, it := range a.items {
		for _, v := range it.voices {
			if v.grade == grade && !v.silent {
				a.put(with, it, it.bounded(v.truth))
			}
		}
	}
	return a.rubric.Evaluate(with)
}

// replay hears the later stages voice by voice, and notes each that changed a decision or
// what it is worth, with the least points and level before and after.
func (a *attempt) replay() []spec.DecisionChange {
	type place struct{ grade, item, voice int }
	var later []place
	for i, it := range a.items {
		for k := len(it.voices) - 1; k >= 0 && it.voices[k].stage > 0; k-- {
			later = append(later, place{it.voices[k].grade, i, k})
			it.heard = k
		}
	}
	slices.SortFunc(later, func(x, y place) int {
		return slices.Compare([]int{x.grade, x.item, x.voice}, []int{y.grade, y.item, y.voice})
	})
	d := a.decisions()
	before := a.rubric.Evaluate(d)
	out := a.revalued(before)
	for _, p := range later {
		it := a.items[p.item]
		from := it.settle().truth
		it.heard = p.voice + 1
		to, v := it.settle().truth, it.voices[p.voice]
		a.put(d, it, to)
		after := a.rubric.Evaluate(d)
		if from != to || before.Points != after.Points || before.RC != after.RC {
			out = append(out, spec.DecisionChange{Of: it.of, Stage: stages[v.stage], By: v.grader, From: it.word(from), To: it.word(to), Why: v.why,
				Score: [2]int{before.Points[0], after.Points[0]}, RC: [2]int{before.RC[0], after.RC[0]}})
		}
		before = after
	}
	return out
}

// revalued notes each later stage that changed the attempt's validity.
func (a *attempt) revalued(o closure.Outcome) []spec.DecisionChange {
	var out []spec.DecisionChange
	for i, g := range a.grades {
		if g.Stage == First {
			continue
		}
		if from, to := a.validityAfter(i).word, a.validityAfter(i+1).word; from != to {
			out = append(out, spec.DecisionChange{Of: "validity", Stage: g.Stage, By: g.Grader, From: from, To: to, Why: g.Rationale, Score: [2]int{o.Points[0], o.Points[0]}, RC: [2]int{o.RC[0], o.RC[0]}})
		}
	}
	return out
}
