package assay

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// respond reads how the submission answered to each change, and what that says of the
// edges. Of a run that itself left nothing to judge they say nothing.
func (j *judge) respond(others *changes) {
	j.response, j.follows = map[string]answered{}, map[string]answered{}
	j.forged = j.run.forged
	if !j.found.executed {
		return
	}
	for _, ch := range others.all {
		j.forgery(ch.run, "on changed data ")
	}
	for i, ch := range others.all {
		iv := spec.Intervention{Index: i + 1, Kinds: ch.plan.Kinds, Moved: []string{}, State: spec.StateScored, Results: []spec.Followed{}, Visuals: []spec.Followed{}}
		for _, m := range ch.plan.Moved {
			iv.Moved = append(iv.Moved, m.Note)
		}
		if ch.judge == nil {
			iv.State, iv.Note = spec.StateUnscored, "the analysis did not end with all its files on the changed data"+lastLine(ch.run.outcome.Output)
		}
		for _, slot := range j.c.Spec.Results {
			f := j.follow(slot, ch)
			iv.Results = append(iv.Results, f)
			j.response[slot.ID] = j.response[slot.ID].with(f)
		}
		for _, slot := range j.c.Spec.Visuals {
			f := j.followVisual(slot, ch)
			iv.Visuals = append(iv.Visuals, f)
			j.follows[slot.ID] = j.follows[slot.ID].with(f)
		}
		j.interventions = append(j.interventions, iv)
	}
	for _, t := range j.c.Spec.Transforms {
		j.response[t.ID] = j.answeredTransform(t, others.all)
	}
	j.findings = append(j.findings, j.interventionFindings(others)...)
}

// answered sums up how one slot answered to all changes.
type answered struct {
	response graph.Response
	worst    spec.Followed
}

var responses = map[spec.Outcome]graph.Response{
	spec.OutcomeFollowed: graph.Followed, spec.OutcomeStayed: graph.Refuted, spec.OutcomeDiffered: graph.Refuted, spec.OutcomeMoved: graph.Loose,
	spec.OutcomeSilent: graph.Unmoved, spec.OutcomeCrashed: graph.Crashed,
	spec.OutcomeRestless: graph.Crashed,
}

// with adds the outcome of one more change: one that refutes outweighs all, one that
// was followed outweighs a crash, and what says nothing is outweighed.
func (a answered) with(f spec.Followed) answered {
	weight := []graph.Response{graph.Unasked, graph.Unmoved, graph.Crashed, graph.Followed, graph.Loose, graph.Refuted}
	if r, ok := responses[f.Outcome]; ok && slices.Index(weight, r) > slices.Index(weight, a.response) {
		return answered{r, f}
	}
	return a
}

// follow says how the result of a slot answered to one change.
func (j *judge) follow(slot spec.ResultSlot, ch *changed) spec.Followed {
	f := spec.Followed{Slot: slot.ID}
	before := j.results[slot.ID]
	if before == nil {
		f.Outcome = spec.OutcomeAbsent
		return f
	}
	f.Before = before.Value.String()
	if ch.judge == nil {
		f.Outcome = spec.OutcomeCrashed
		return f
	}
	right := j.verdicts[slot.ID]
	f.Expected = ch.truth.by(slot.ID, j.methods[slot.ID]).Answer.Value.String()
	// What was right on the case's data and would be right on the changed cannot tell.
	if unmoved := oracle.Compare(slot, *before, ch.truth.answers[slot.ID], "", j.terms); sound(right) && sound(unmoved) ||
		sameAnswer(j.truth.by(slot.ID, j.methods[slot.ID]).Answer, ch.truth.by(slot.ID, j.methods[slot.ID]).Answer) {
		f.Outcome = spec.OutcomeSilent
		return f
	}
	after := ch.judge.results[slot.ID]
	if after == nil {
		f.Outcome, f.Note = spec.OutcomeDiffered, "on the changed data it was not reported"
		return f
	}
	f.After = after.Value.String()
	verdict := ch.judge.verdicts[slot.ID]
	worse := worseCheck(right, verdict)
	x, y := numbersOf(before.Value), numbersOf(after.Value)
	switch {
	case still(x, y) && !sound(verdict):
		f.Outcome, f.Note = spec.OutcomeStayed, fmt.Sprintf("%s stayed %s on changed data, where it should be %s", before.ID, f.Before, f.Expected)
	case worse == nil && sound(verdict), sameSlip(right, verdict):
		f.Outcome = spec.OutcomeFollowed
	case worse != nil:
		f.Outcome, f.Note = spec.OutcomeDiffered, "on changed data "+worse.Note
	default:
		f.Outcome = spec.OutcomeMoved
	}
	return f
}

// still reports whether numbers stayed where they were, but for traces of the data that
// were laid over them.
func still(x, y []float64) bool {
	return slices.EqualFunc(x, y, spec.Tolerance{Rel: 1e-9}.Close)
}

// figures are the checks of a result that hold numbers.
var figures = []string{"value", "uncertainty", "statistic", "df", "p_value", "n"}

// sound reports whether no decisive check of a result's numbers failed.
func sound(v spec.Verdict) bool {
	seen := false
	for _, c := range v.Checks {
		if !slices.Contains(figures, c.Name) || c.State != spec.StateScored || !c.Decisive {
			continue
		}
		if seen = true; !c.Pass {
			return false
		}
	}
	return seen
}

// worseCheck is the first check of a number that passed before and does not now.
func worseCheck(before, after spec.Verdict) *spec.Check {
	for i := range after.Checks {
		c := &after.Checks[i]
		if c.State != spec.StateScored || c.Pass || !slices.Contains(figures, c.Name) {
			continue
		}
		if slices.ContainsFunc(before.Checks, func(b spec.Check) bool { return b.Name == c.Name && b.State == spec.StateScored && b.Pass }) {
			return c
		}
	}
	return nil
}

// sameSlip reports whether a result is wrong by the same named slip before and after:
// then it follows the data, and the result itself is blamed for the slip.
func sameSlip(before, after spec.Verdict) bool {
	slips := func(v spec.Verdict) []string {
		for _, c := range v.Checks {
			if c.State == spec.StateScored && !c.Pass && c.Decisive && c.Variant != "" && slices.Contains(figures, c.Name) {
				return strings.Split(c.Variant, " or ")
			}
		}
		return nil
	}
	now := slips(after)
	return slices.ContainsFunc(slips(before), func(s string) bool { return slices.Contains(now, s) })
}

// followVisual says whether the figure followed the results, or the view, that it shows.
func (j *judge) followVisual(slot spec.VisualSlot, ch *changed) spec.Followed {
	f := spec.Followed{Slot: slot.ID}
	before := j.shown[slot.ID]
	switch {
	case !j.pairs.visuals[slot.ID].Found():
		f.Outcome = spec.OutcomeAbsent
		return f
	case ch.judge == nil:
		f.Outcome = spec.OutcomeCrashed
		return f
	}
	after := ch.judge.shows(slot)
	passes := func(v spec.Verdict) bool { return v.State == spec.StateScored && v.Score == 1 }
	switch {
	case !passes(before):
		f.Outcome = spec.OutcomeMoved
	case passes(after):
		f.Outcome = spec.OutcomeFollowed
	default:
		f.Outcome, f.Note = spec.OutcomeDiffered, "on changed data the figure does not show the reported numbers"
		if note := firstNote(after); note != "" {
			f.Note += ": " + note
		}
	}
	return f
}

func firstNote(v spec.Verdict) string {
	for _, c := range v.Checks {
		if c.State == spec.StateScored && !c.Pass && c.Note != "" {
			return c.Note
		}
	}
	return ""
}

// answeredTransform is the response of the edges from data to a transform: a result or
// mark that rests on it followed, or the rows that it worked on did.
func (j *judge) answeredTransform(t spec.TransformSlot, others []*changed) answered {
	var a answered
	refuted, crashed := 0, 0
	for _, slot := range j.c.Spec.Results {
		if !slices.Contains(slot.Inputs, t.ID) {
			continue
		}
		switch r := j.response[slot.ID]; r.response {
		case graph.Followed:
			return r
		case graph.Loose:
			a = r
		case graph.Refuted:
			refuted++
		case graph.Crashed:
			crashed++
			if a.response == graph.Unasked {
				a = r
			}
		}
	}
	if j.transforms[t.ID].Verdict.Score < 1 {
		return a
	}
	asked := false
	for _, ch := range others {
		if ch.judge == nil {
			continue
		}
		if ch.judge.transforms[t.ID].Verdict.Score == 1 {
			asked = true
		} else if refuted > 0 {
			return answered{graph.Refuted, spec.Followed{Slot: t.ID, Outcome: spec.OutcomeStayed, Note: "on changed data the analysis did not work on the rows of " + t.View}}
		}
	}
	if asked {
		return answered{graph.Followed, spec.Followed{Slot: t.ID, Outcome: spec.OutcomeFollowed}}
	}
	return a
}

// forgery adds what the trace of another run of the submission says against what the kernel
// saw of that run. Who forges in one run is believed in none.
func (j *judge) forgery(r *run, when string) {
	for _, what := range r.forged {
		what = when + what
		if !slices.Contains(j.forged, what) {
			j.forged = append(slices.Clip(j.forged), what)
			j.findings = append(j.findings, forgedFinding(j.c.Case.Contract.Entry, what))
		}
	}
}

// decided is the verdict of an edge from data to a transform, or from a transform to a
// result, when the response to changed data is heard beside the trace. Nothing rests on a
// trace that is forged.
func (j *judge) decided(trace spec.Verdict, a answered, static spec.Code) spec.Verdict {
	if len(j.forged) > 0 {
		trace.Checks = append([]spec.Check{{Name: "trace", Decisive: true, State: spec.StateScored, Code: spec.TraceForged, Expected: "what the kernel saw", Observed: "other files",
			Note: "the trace says that " + j.forged[0] + ", and the kernel saw nothing of the kind", Fix: "Leave the tracer and its channel alone."}}, trace.Checks...)
		trace = spec.Judge(trace.Candidate, trace.Checks)
	}
	check := spec.Check{Name: "intervention", Expected: a.worst.Expected, Observed: a.worst.After, Note: a.worst.Note}
	switch a.response {
	case graph.Refuted:
		check.Code, check.Fix = spec.ResultStray, "Compute it by the stated method from all the rows that the question asks about."
		if a.worst.Outcome == spec.OutcomeStayed {
			check.Code, check.Fix = static, "Report the number that is computed from the data as they are read."
		}
	case graph.Crashed:
		check.Code, check.Note = spec.InterventionCrashed, "the analysis ended with an error on changed data that look like the original, so this edge is undecided"
		if a.worst.Outcome == spec.OutcomeRestless {
			check.Code, check.Note = spec.RunNondeterministic, "on changed data the number is off by no more than two runs on the same data differ, so this edge is undecided"
		}
	case graph.Followed:
		check.Observed, check.Expected, check.Note = "moved with the data", "moves with the data", ""
	}
	return graph.Decide(trace, a.response, check)
}

// unseen lets interventions speak for a transform that the trace does not show: where a
// result that rests on it followed every change of the data, its rows were the right ones.
func (j *judge) unseen(t spec.TransformSlot) spec.Verdict {
	m := j.transforms[t.ID]
	v := m.Verdict
	if j.response[t.ID].response != graph.Followed || !m.Silent {
		return v
	}
	for _, slot := range j.c.Spec.Results {
		if slices.Contains(slot.Inputs, t.ID) && j.response[slot.ID].response == graph.Followed {
			return spec.Judge(v.Candidate, []spec.Check{{Name: "intervention", Decisive: true, State: spec.StateScored, Pass: true, Expected: "the rows of " + t.View,
				Observed: "not seen; " + slot.ID + " followed every change of the data"}})
		}
	}
	return v
}

// staticClaims lists the claims that read the same on changed data that refute them:
// information, which changes no score.
func (j *judge) staticClaims(others []*changed) []spec.Finding {
	var out []spec.Finding
	for _, slot := range j.c.Spec.Claims {
		before, ok := j.pairs.claims[slot.ID]
		if !ok {
			continue
		}
		for _, ch := range others {
			if ch.judge == nil {
				continue
			}
			after, ok := ch.judge.pairs.claims[slot.ID]
			if !ok || before.Text != after.Text || before.Direction != after.Direction {
				continue
			}
			if claims.Fidelity(slot, before, j.truth.claimTruth(j.c), j.terms).Score == 1 && claims.Fidelity(slot, after, ch.truth.claimTruth(j.c), j.terms).Score < 1 {
				out = append(out, spec.Finding{Code: spec.ClaimStatic, Severity: spec.SeverityInfo, Node: slot.ID, Place: spec.Place{File: spec.FileClaims, Pointer: before.Pointer},
					Message: fmt.Sprintf("the claim %s reads the same on changed data that refute it", before.ID), Fix: "Derive the claim from the results."})
				break
			}
		}
	}
	return out
}

// interventionFindings says what the interventions could not decide.
func (j *judge) interventionFindings(others *changes) []spec.Finding {
	var out []spec.Finding
	if others.why != nil {
		out = append(out, spec.Finding{Code: spec.InterventionOff, Severity: spec.SeverityWarning, Message: "the data of the case could not be changed: " + others.why.Error()})
	}
	if len(others.all) == 0 {
		return append(out, spec.Finding{Code: spec.RunTraceOnly, Severity: spec.SeverityInfo,
			Message: "the edges from data to transforms and from transforms to results rest on the trace alone: the run was not repeated on changed data"})
	}
	var still, crashed []string
	for _, slot := range j.c.Spec.Results {
		switch j.response[slot.ID].response {
		case graph.Unmoved:
			still = append(still, slot.ID)
		case graph.Crashed:
			crashed = append(crashed, slot.ID)
		}
	}
	if len(still) > 0 {
		out = append(out, spec.Finding{Code: spec.InterventionSilent, Severity: spec.SeverityInfo,
			Message: "no change of the data moved " + strings.Join(still, ", ") + ", so that the trace alone decides where it came from"})
	}
	if len(crashed) > 0 {
		out = append(out, spec.Finding{Code: spec.InterventionCrashed, Severity: spec.SeverityWarning, Place: spec.Place{File: j.c.Case.Contract.Entry},
			Message: "on changed data that look like the original the analysis ended with an error" + lastLine(others.all[0].run.outcome.Output), Fix: "Do not let the analysis depend on the very numbers of the file."})
	}
	return append(append(out, j.gated(others.all)...), j.staticClaims(others.all)...)
}

// gated lists results that follow the data, but that other statements gave on the case's
// data than on changed data, or that stand in the program as they were reported: the
// program may know the data by a fingerprint. A person is asked to look; nothing falls
// for it alone.
func (j *judge) gated(others []*changed) []spec.Finding {
	var out []spec.Finding
	say := func(slot spec.ResultSlot, line int, format string, args ...any) {
		message := fmt.Sprintf(format, args...)
		out = append(out, spec.Finding{Code: spec.RunGated, Severity: spec.SeverityWarning, Node: slot.ID, Place: spec.Place{File: j.c.Case.Contract.Entry, Line: line},
			Message: message, Fix: "Compute the number by the same statements whatever the data are."})
		j.adjudication = append(j.adjudication, spec.Adjudication{Node: slot.ID, Code: spec.RunGated, Reason: message})
	}
	for _, slot := range j.c.Spec.Results {
		if j.response[slot.ID].response != graph.Followed {
			continue
		}
		before := j.reported[slot.ID]
		if i := slices.IndexFunc(before.Leaves, typedOut); i >= 0 {
			say(slot, 0, "the program itself holds %s, which it reports for the case's data; on changed data it computes another number", before.Leaves[i].Value)
			continue
		}
		here := j.found.lineage.Sites(before.Refs)
		for _, ch := range others {
			if ch.judge == nil {
				continue
			}
			after := ch.judge.reported[slot.ID]
			there := ch.judge.found.lineage.Sites(after.Refs)
			if i := slices.IndexFunc(before.Leaves, unseenNumber); i >= 0 && len(there) > 0 && !slices.ContainsFunc(after.Leaves, unseenNumber) {
				say(slot, 0, "no statement is seen to compute %s, which it reports for the case's data; on changed data the number comes from line %d", before.Leaves[i].Value, there[0].Line)
				break
			}
			if len(here) > 0 && len(there) > 0 && !slices.ContainsFunc(here, func(at trace.Site) bool { return slices.Contains(there, at) }) {
				say(slot, here[0].Line, "on the case's data the number comes from line %d, on changed data from line %d", here[0].Line, there[0].Line)
				break
			}
		}
	}
	return out
}

// typedOut reports whether a number is written out in the program, with so many digits
// that this is no accident.
func typedOut(l graph.Leaf) bool { return l.Typed && telling(l.Value.Num) }

// unseenNumber reports whether no operation of the trace gave a number of many digits.
func unseenNumber(l graph.Leaf) bool { return l.Ref == 0 && telling(l.Value.Num) }

// telling reports whether a number has so many digits that it is not met by accident.
func telling(n spec.Number) bool {
	return n.F != math.Trunc(n.F) && len(strings.Trim(strings.ReplaceAll(n.String(), ".", ""), "-0")) >= 4
}

// followed is the verdict of an edge to a figure: one that shows the reported numbers on
// the case's data and not on changed data does not come from them.
func (j *judge) followed(shows spec.Verdict, a answered) spec.Verdict {
	if a.response != graph.Refuted {
		return shows
	}
	check := spec.Check{Name: "intervention", Decisive: true, State: spec.StateScored, Code: spec.VisualStatic, Expected: "follows the results", Observed: "does not follow them",
		Note: a.worst.Note, Fix: "Draw the computed values."}
	v := spec.Judge(shows.Candidate, append([]spec.Check{check}, shows.Checks...))
	v.Notes = shows.Notes
	return v
}
