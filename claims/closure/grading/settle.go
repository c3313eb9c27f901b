package grading

import (
	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// settled is what stands of an item after the voices that were heard.
type settled struct {
	truth    slots.Truth // with the engine's decision
	graders  slots.Truth // of the graders alone; meaningful where they spoke
	spoke    bool        // a grader decided, or several disagreed
	split    bool        // graders of the deciding stage disagree
	by       string
	why      string
	evidence []spec.EvidencePointer
}

// settle applies the rule of consensus, and the engine's word.
func (it *item) settle() settled {
	s := settled{truth: slots.Open, graders: slots.Open}
	voices := it.deciding()
	yes, no := 0, 0
	for _, v := range voices {
		if v.truth == slots.Yes {
			yes++
		} else {
			no++
		}
	}
	s.spoke, s.split = len(voices) > 0, yes > 0 && no > 0
	if s.spoke && !s.split {
		s.graders = slots.Of(yes > 0)
		s.by = voices[0].grader
		if len(voices) > 1 {
			s.by = "consensus"
		}
		if voices[0].stage == len(stages)-1 {
			s.by = Adjudication
		}
		s.why, s.evidence = voices[0].why, voices[0].evidence
		for _, v := range voices[1:] {
			s.evidence = append(s.evidence[:len(s.evidence):len(s.evidence)], v.evidence...)
		}
	}
	s.truth = s.graders
	if it.engine {
		it.lower(&s)
	}
	return s
}

// bounded is a grader's word after the engine's: graders may take credit away, never add
// it. The credit of a trigger is that it did not fire.
func (it *item) bounded(said slots.Truth) slots.Truth {
	switch {
	case !it.engine:
		return said
	case it.kind == atomTrigger || it.kind == requirementTrigger:
		return max(it.first, said)
	}
	return min(it.first, said)
}

// lower puts the engine's decision first.
func (it *item) lower(s *settled) {
	combined := it.first
	if s.spoke {
		combined = it.bounded(s.graders)
	}
	s.truth = combined
	if combined == it.first {
		s.by, s.why, s.evidence = "engine", it.why, it.shown
	}
	if combined == slots.Open {
		s.by = ""
	}
}

// deciding are the voices of the last stage in which anybody decided. Of an atom, one who
// says that it is not applicable does not speak against one who says that it is met: that
// is the trigger's to decide. Alone, it is unmet.
func (it *item) deciding() []voice {
	for stage := len(stages) - 1; stage >= 0; stage-- {
		var firm, na []voice
		for _, v := range it.voices[:it.heard] {
			switch {
			case v.stage != stage || v.silent:
			case v.na:
				na = append(na, v)
			default:
				firm = append(firm, v)
			}
		}
		if len(firm) > 0 {
			return firm
		}
		if len(na) > 0 {
			return na
		}
	}
	return nil
}

// gap says whether an unmet validity requirement caps: Yes where a gap with all four parts
// was stated, No where one was left incomplete, open where nobody called it unmet. The last
// stage that states a gap counts; without any, the rubric's own does.
func (it *item) gap(own *spec.ValidityGap) (t slots.Truth, missing []string) {
	unmet := false
	for stage := len(stages) - 1; stage >= 0; stage-- {
		stated := false
		for _, v := range it.voices[:it.heard] {
			if v.stage != stage || v.said != closure.Unmet {
				continue
			}
			unmet = true
			if v.gap == nil {
				continue
			}
			if lacks := closure.MissingParts(v.gap); len(lacks) == 0 {
				return slots.Yes, nil
			} else if !stated {
				stated, missing = true, lacks
			}
		}
		if stated {
			return slots.No, missing
		}
	}
	missing = closure.MissingParts(own)
	switch {
	case len(missing) == 0:
		return slots.Yes, nil
	case unmet || own != nil:
		return slots.No, missing
	}
	return slots.Open, missing
}

// word is the decision on an item as histories name it.
func (it *item) word(t slots.Truth) string {
	if it.kind == atomTrigger || it.kind == requirementTrigger {
		return [...]string{closure.NotFired, closure.Undecided, closure.Fired}[t]
	}
	return [...]string{closure.Unmet, closure.Undecided, closure.Met}[t]
}

// decisions are those of all items after the voices that were heard.
func (a *attempt) decisions() *closure.Decisions {
	d := a.rubric.Undecided()
	for _, it := range a.items {
		a.put(d, it, it.settle().truth)
	}
	for s := range d.Slots {
		d.Slots[s] = a.evidence.Report.Stands(s)
	}
	return d
}

func (a *attempt) put(d *closure.Decisions, it *item, t slots.Truth) {
	switch it.kind {
	case atom:
		d.Met[it.at] = t
	case atomTrigger:
		d.Fired[it.at] = t
	case requirementTrigger:
		d.Asked[it.at] = t
	case requirement:
		if !it.derived {
			d.Said[it.at] = t
		}
		d.Gap[it.at], _ = it.gap(a.rubric.Requirements[it.at].Gap)
	}
}
