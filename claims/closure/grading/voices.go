package grading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// Stages of grading.
const (
	First        = "first"
	Review       = "review"
	Adjudication = "adjudication"
)

var stages = []string{First, Review, Adjudication}

// triggerOf names the trigger of an atom or requirement in histories and reviews.
func triggerOf(id string) string { return "trigger:" + id }

// Evidence is what decisions are held against.
type Evidence struct {
	Report *slots.Report  // of the engine; nil: what it decides stays open
	Files  Checker        // of the submission; nil: pointers are not checked, and the score says so
	Notes  []spec.Finding // of how the grades came about, for the findings of the score
}

// Checker says why a pointer leads nowhere, or nil (package evidence).
type Checker interface {
	Check(spec.EvidencePointer) error
}

// voice is what one grader said of one thing.
type voice struct {
	grade    int // among the grades of the attempt
	stage    int
	grader   string
	said     string      // as it was said
	truth    slots.Truth // met or fired: Yes; an effective decision, after evidence and output checks
	silent   bool        // abstained
	na       bool        // said not applicable: not met, but not against one who said met
	why      string
	evidence []spec.EvidencePointer
	gap      *spec.ValidityGap
}

// kind of a thing that is decided.
type kind int

const (
	atom kind = iota
	atomTrigger
	requirement
	requirementTrigger
)

// item is a thing that is decided, with all that was said of it.
type item struct {
	of      string // as histories name it
	kind    kind
	at      int // in the rubric
	voices  []voice
	heard   int  // of the voices; the rest come later in a replay
	derived bool // a requirement that graders do not decide: their voices are compared with it
	engine  bool // the engine decides first
	first   slots.Truth
	why     string // of the engine
	shown   []spec.EvidencePointer
}

// known are the grades of stages that there are; Check refuses others.
func known(grades []spec.ClosureGrade) []spec.ClosureGrade {
	return slices.DeleteFunc(ordered(grades), func(g spec.ClosureGrade) bool { return !slices.Contains(stages, g.Stage) })
}

// attempt is an attempt under a rubric while it is scored.
type attempt struct {
	rubric   *closure.Rubric
	doc      *spec.ClosureAttempt
	evidence Evidence
	grades   []spec.ClosureGrade // by stage, then grader
	items    []*item             // atoms, their triggers, requirements, their triggers
	at       map[string]*item
	findings []spec.Finding
}

// ordered sorts grades by stage, then grader.
func ordered(grades []spec.ClosureGrade) []spec.ClosureGrade {
	out := append([]spec.ClosureGrade{}, grades...)
	slices.SortStableFunc(out, func(a, b spec.ClosureGrade) int {
		return cmp.Or(cmp.Compare(slices.Index(stages, a.Stage), slices.Index(stages, b.Stage)), cmp.Compare(a.Grader, b.Grader))
	})
	return out
}

func newAttempt(r *closure.Rubric, doc *spec.ClosureAttempt, e Evidence) *attempt {
	a := &attempt{rubric: r, doc: doc, evidence: e, grades: known(doc.Grades), at: map[string]*item{}}
	for i := range r.Atoms {
		x := &r.Atoms[i]
		a.add(&item{of: x.ID, kind: atom, at: i}, &x.Decide)
		if x.Trigger != nil {
			a.add(&item{of: triggerOf(x.ID), kind: atomTrigger, at: i}, &x.Trigger.Decide)
		}
	}
	for i := range r.Requirements {
		q := &r.Requirements[i]
		a.add(&item{of: q.ID, kind: requirement, at: i, derived: !q.Grader}, nil)
		if q.Trigger != nil {
			a.add(&item{of: triggerOf(q.ID), kind: requirementTrigger, at: i}, &q.Trigger.Decide)
		}
	}
	a.listen()
	return a
}

func (a *attempt) add(it *item, d *spec.Decider) {
	a.items, a.at[it.of] = append(a.items, it), it
	if d == nil {
		return
	}
	it.first, it.engine = a.rubric.Engine(*d, a.evidence.Report)
	if !it.engine {
		return
	}
	for _, s := range a.rubric.Named(*d) {
		stands := a.evidence.Report.Stands(s)
		if it.kind == atom && a.rubric.Atoms[it.at].Dimension == spec.Output {
			if within := max(stands.Not(), a.evidence.Report.Within(s)); within < it.first {
				it.first, it.why = within, fmt.Sprintf("a claim about %s says what it does not show", s)
			}
		}
		if it.first != slots.Yes && it.why == "" {
			it.why = a.evidence.Report.Why(s)
		}
		if stands == slots.Yes {
			it.shown = append(it.shown, a.evidence.Report.Evidence(s)...)
		}
	}
}

func (a *attempt) find(code spec.Code, severity spec.Severity, node, message, fix string) {
	a.findings = append(a.findings, spec.Finding{Code: code, Severity: severity, Node: node, Message: message, Fix: fix})
}

// listen takes the voices out of the grades.
func (a *attempt) listen() {
	for i, g := range a.grades {
		stage := slices.Index(stages, g.Stage)
		base := func(said, why string, ev []spec.EvidencePointer) voice {
			return voice{grade: i, stage: stage, grader: g.Grader, said: said, silent: said == closure.Abstain, na: said == closure.NotApplicable, why: why, evidence: ev}
		}
		hear := func(it *item, v voice) {
			it.voices = append(it.voices, v)
			it.heard = len(it.voices)
		}
		for _, x := range g.Atoms {
			if it := a.at[x.Atom]; it != nil && it.kind == atom {
				v := base(x.Decision, x.Why, x.Evidence)
				v.truth = slots.Of(a.holds(it, g.Grader, &x))
				hear(it, v)
			}
		}
		for _, x := range g.Triggers {
			if it := a.at[triggerOf(x.Of)]; it != nil {
				v := base(x.Decision, x.Why, x.Evidence)
				v.truth = slots.Of(x.Decision == closure.Fired)
				a.pointers(it.of, g.Grader, x.Evidence)
				hear(it, v)
			}
		}
		for _, x := range g.Requirements {
			if it := a.at[x.Requirement]; it != nil && it.kind == requirement {
				v := base(x.Decision, x.Why, x.Evidence)
				v.truth, v.gap = slots.Of(x.Decision == closure.Met), x.Gap
				a.pointers(it.of, g.Grader, x.Evidence)
				hear(it, v)
			}
		}
	}
}

// holds is the effective decision of one grader on an atom: met counts only with evidence
// that is there and, for an output, with all four checks. Where the engine decides, the
// grader only agrees, and need show nothing.
func (a *attempt) holds(it *item, grader string, x *spec.AtomGrade) bool {
	there := a.pointers(it.of, grader, x.Evidence)
	if x.Decision != closure.Met {
		return false
	}
	if a.rubric.Atoms[it.at].Dimension == spec.Output && (x.Output != nil || !it.engine) {
		if failed := failedChecks(x.Output); len(failed) > 0 {
			a.find(spec.ClosureOutput, spec.SeverityError, it.of, fmt.Sprintf("%s says met without %s: it counts as unmet", grader, strings.Join(failed, ", ")), "record all four output checks, or decide unmet")
			return false
		}
	}
	if !there && !it.engine {
		a.find(spec.ClosureEvidence, spec.SeverityError, it.of, fmt.Sprintf("%s says met and points to nothing that is in the submission: it counts as unmet", grader), "point to a file, line, cell or mark of the submission")
		return false
	}
	return true
}

func failedChecks(o *spec.OutputChecks) []string {
	if o == nil {
		o = &spec.OutputChecks{}
	}
	var out []string
	for _, c := range []struct {
		name string
		ok   bool
	}{{"object_correct", o.ObjectCorrect}, {"reconstructible", o.Reconstructible}, {"presented", o.Presented}, {"within_evidence", o.WithinEvidence}} {
		if !c.ok {
			out = append(out, c.name)
		}
	}
	return out
}

// pointers tells which evidence leads nowhere, and whether some leads somewhere.
func (a *attempt) pointers(of, grader string, list []spec.EvidencePointer) bool {
	there := false
	for _, p := range list {
		if a.evidence.Files == nil {
			there = true
			continue
		}
		if err := a.evidence.Files.Check(p); err != nil {
			a.findings = append(a.findings, spec.Finding{Code: spec.ClosurePointer, Severity: spec.SeverityWarning, Node: of, Place: spec.Place{File: p.File, Line: p.Line, Pointer: p.Pointer},
				Message: fmt.Sprintf("evidence that %s names leads nowhere: %v", grader, err), Fix: "point to what the submission holds"})
			continue
		}
		there = true
	}
	return there
}
