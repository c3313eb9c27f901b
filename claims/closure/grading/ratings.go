package grading

import (
	"fmt"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// Kinds of decisions whose agreement is told.
const (
	OnAtoms        = "atoms"
	OnRequirements = "requirements"
	OnLevels       = "levels"
)

// Rating is the effective decision of one grader in a first pass. Word is empty where the
// grader abstained.
type Rating struct {
	On     string // one of the kinds above
	Of     string // id of the atom or requirement; of a level "rc"
	Grader string
	Word   string
}

// Ratings lists the effective decisions of the first passes, in the rubric's order: a grader
// who says that a trigger did not fire says not applicable; one who says met without
// evidence, or not applicable without such a trigger, says unmet.
func Ratings(r *closure.Rubric, doc *spec.ClosureAttempt, e Evidence) []Rating {
	if doc.TerminalZero {
		return nil
	}
	var out []Rating
	a := newAttempt(r, doc, e)
	for _, it := range a.items {
		on := OnAtoms
		switch it.kind {
		case requirement:
			on = OnRequirements
		case atomTrigger, requirementTrigger:
			continue
		}
		for _, v := range it.voices {
			if v.stage == 0 {
				out = append(out, Rating{on, it.of, v.grader, a.effective(it, v)})
			}
		}
	}
	for _, g := range a.grades {
		if g.Stage == First && g.RC != nil {
			out = append(out, Rating{OnLevels, "rc", g.Grader, fmt.Sprintf("RC%d", *g.RC)})
		}
	}
	return out
}

// effective is the word that one grader's decision comes to.
func (a *attempt) effective(it *item, v voice) string {
	if t := a.at[triggerOf(it.of)]; t != nil {
		for _, w := range t.voices {
			if w.grade == v.grade && !w.silent && w.truth == slots.No {
				return closure.NotApplicable
			}
		}
	}
	if v.silent {
		return ""
	}
	return it.word(v.truth)
}
