package assay

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// noiseRatio is how many times the difference of two runs on the same data a result on
// changed data may be off before chance no longer explains it. One honest draw in twenty
// is off by more.
const noiseRatio = 8

// twice runs the submission on the case's data once more where that may explain what was
// found: a result that changed data refute, or a results.json that differs from what was
// handed in. Results that differ between the two runs are nondeterministic.
func (j *judge) twice(ctx context.Context, s *Submission, d data, others *changes) error {
	if !j.found.executed || !j.doubtful() {
		return nil
	}
	o := j.o
	o.Keep = ""
	o.step("running the analysis again")
	again, err := execute(ctx, j.c, s, d, o)
	if err != nil {
		return err
	}
	j.forgery(again, "in a second run ")
	j.unsettle(newJudge(o, j.c, s, j.truth, again), others)
	return nil
}

// doubtful reports whether a second run on the same data could say more.
func (j *judge) doubtful() bool {
	for _, a := range j.response {
		if a.response == graph.Refuted {
			return true
		}
	}
	return slices.ContainsFunc(j.found.findings, func(f spec.Finding) bool { return f.Code == spec.ArtifactStale && f.Place.File == spec.FileResults })
}

// unsettle compares the results with those of a second run on the same data. Both may be
// off the right answer by its own Monte-Carlo error. Where they differ by more, changed
// data refute a result only if it is off by far more than chance makes it.
func (j *judge) unsettle(twin *judge, others *changes) {
	var restless []string
	for _, slot := range j.c.Spec.Results {
		noise := j.noise(slot, twin)
		if noise == nil {
			continue
		}
		restless = append(restless, slot.ID)
		if j.response[slot.ID].response != graph.Refuted {
			continue
		}
		total := answered{}
		for i, ch := range others.all {
			list := j.interventions[i].Results
			f := &list[slices.IndexFunc(list, func(f spec.Followed) bool { return f.Slot == slot.ID })]
			if responses[f.Outcome] == graph.Refuted && j.explained(slot, ch, noise) {
				f.Outcome, f.Note = spec.OutcomeRestless, "two runs on the same data differ as much"
			}
			total = total.with(*f)
		}
		if j.response[slot.ID] = total; total.response == graph.Crashed {
			j.adjudication = append(j.adjudication, spec.Adjudication{Node: slot.ID, Code: spec.RunNondeterministic, Reason: "two runs on the same data give different numbers, so that changed data decide nothing"})
		}
	}
	if len(restless) == 0 {
		return
	}
	for _, t := range j.c.Spec.Transforms {
		j.response[t.ID] = j.answeredTransform(t, others.all)
	}
	j.findings = append(j.findings, spec.Finding{Code: spec.RunNondeterministic, Severity: spec.SeverityError, Node: restless[0], Place: spec.Place{File: j.c.Case.Contract.Entry},
		Message: fmt.Sprintf("two runs on the same data wrote different numbers for %s", strings.Join(restless, ", ")), Fix: "Seed the generator, or declare the Monte-Carlo error."})
}

// noise is by how much the numbers of a result differ between two runs on the same data;
// nil where they do not, or where both are right within the tolerance of the answer.
func (j *judge) noise(slot spec.ResultSlot, twin *judge) []float64 {
	a, b := j.results[slot.ID], twin.results[slot.ID]
	if a == nil || b == nil || sound(j.verdicts[slot.ID]) && sound(twin.verdicts[slot.ID]) {
		return nil
	}
	x, y := numbersOf(a.Value), numbersOf(b.Value)
	if len(x) != len(y) || slices.EqualFunc(x, y, staleTolerance.Close) {
		return nil
	}
	out := make([]float64, len(x))
	for i := range x {
		out[i] = math.Abs(x[i] - y[i])
	}
	return out
}

// explained reports whether noise alone can have led a result astray on changed data.
func (j *judge) explained(slot spec.ResultSlot, ch *changed, noise []float64) bool {
	if ch.judge == nil || ch.judge.results[slot.ID] == nil {
		return false
	}
	got, want := numbersOf(ch.judge.results[slot.ID].Value), numbersOf(ch.truth.by(slot.ID, j.methods[slot.ID]).Answer.Value)
	if len(got) != len(want) || len(got) != len(noise) {
		return false
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= noiseRatio*noise[i]) && !staleTolerance.Close(got[i], want[i]) {
			return false
		}
	}
	return true
}
