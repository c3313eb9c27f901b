package assay

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/assaybench/assay/internal/intervene"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// changed is one set of changed data, the truth about it, and what the submission made
// of it.
type changed struct {
	plan  *intervene.Plan
	truth *truth
	run   *run
	judge *judge // of what the rerun produced; nil where it left nothing to judge
}

// changes are all changes of one verification, and why there are no more of them where
// the data could not be changed.
type changes struct {
	all []*changed
	why error
}

// draws is how many changes are drawn until one moves every result that is asked for.
const draws = 4

// plan draws the changed data of a verification: a pure function of the digests of the
// case and the submission, which the analysis knows neither of. Where the data cannot be
// changed, a finding says why.
func plan(ctx context.Context, c *Case, s *Submission, d data, before *truth, o Options) (*changes, error) {
	n := max(o.Interventions, 0)
	if o.Interventions == 0 {
		n = 1
	}
	out := &changes{}
	for i, kinds := range intervene.Series(&c.Spec, n) {
		ch, err := draw(ctx, c, s, d, before, o, kinds, i)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			out.why = err
			break
		}
		out.all = append(out.all, ch)
	}
	return out, nil
}

// draw makes one change; of several draws the first that moves every result, or else
// the one that moves the most.
func draw(ctx context.Context, c *Case, s *Submission, d data, before *truth, o Options, kinds []string, index int) (*changed, error) {
	var best *changed
	most := -1
	var failed error
	for attempt := range draws {
		seed := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d\n%d", c.Digest, s.Digest, index, attempt))
		p, err := intervene.New(intervene.Source{Spec: &c.Spec, Assets: c.Case.Data, Data: d, Tables: before.tables}, seed[:], kinds)
		if err != nil {
			return nil, err
		}
		after, err := recompute(ctx, c, p.Files, o)
		if err != nil {
			if failed = err; ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue
		}
		moved := 0
		for _, slot := range c.Spec.Results {
			if !sameAnswer(before.answers[slot.ID][0].Answer, after.answers[slot.ID][0].Answer) {
				moved++
			}
		}
		if moved > most {
			best, most = &changed{plan: p, truth: after}, moved
		}
		if moved == len(c.Spec.Results) {
			break
		}
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

// sameAnswer reports whether two answers of one oracle cannot be told apart.
func sameAnswer(a, b oracle.Answer) bool {
	x, y := numbersOf(a.Value), numbersOf(b.Value)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !(spec.Tolerance{Rel: 1e-4}).Close(x[i], y[i]) {
			return false
		}
	}
	return true
}

// numbersOf are the numbers of a value, in order.
func numbersOf(v spec.Value) []float64 {
	var out []float64
	switch v.Kind {
	case spec.ValueNumber:
		out = append(out, v.Num.F)
	case spec.ValueArray:
		for _, it := range v.Items {
			out = append(out, numbersOf(it)...)
		}
	case spec.ValueTable:
		for _, row := range v.Rows {
			for _, it := range row {
				out = append(out, numbersOf(it)...)
			}
		}
	}
	return out
}

// runs executes the submission on the case's data and on each of the changed, side by
// side as far as there are cores, and reads what the reruns left. Which begins is drawn
// anew each time, so that a run that learns its turn learns nothing by it.
func runs(ctx context.Context, c *Case, s *Submission, d data, before *truth, others *changes, o Options) (*run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wait sync.WaitGroup
	var base *run
	errs := make([]error, len(others.all)+1)
	slots := make(chan struct{}, max(1, runtime.GOMAXPROCS(0)))
	start := func(i int, d data, o Options, out **run) {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			if *out, errs[i] = execute(ctx, c, s, d, o); errs[i] != nil {
				cancel()
			}
		})
	}
	again := o
	again.Keep = ""
	for _, i := range rand.Perm(len(others.all) + 1) {
		if i == 0 {
			start(i, d, o, &base)
		} else {
			start(i, others.all[i-1].plan.Files, again, &others.all[i-1].run)
		}
	}
	wait.Wait()
	for _, err := range errs { // of what one failure cancelled, the failure itself
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	if err := errors.Join(errs...); err != nil || !base.ok() {
		return base, err
	}
	for i := range others.all {
		if err := gentler(ctx, c, s, d, before, again, i, &others.all[i]); err != nil {
			return nil, err
		}
		ch := others.all[i]
		if j := newJudge(o, c, s, ch.truth, ch.run); j.found.executed {
			ch.judge = j
		}
	}
	return base, nil
}

// gentler runs the submission once more where a change of the data broke it: on data of
// which only some digits are others.
func gentler(ctx context.Context, c *Case, s *Submission, d data, before *truth, o Options, index int, ch **changed) error {
	if (*ch).run.ok() || !slices.Contains((*ch).plan.Kinds, intervene.Perturb) {
		return nil
	}
	softer, err := draw(ctx, c, s, d, before, o, []string{intervene.Jitter}, index)
	if err != nil {
		return ctx.Err()
	}
	if softer.run, err = execute(ctx, c, s, softer.plan.Files, o); err != nil {
		return err
	}
	forged := slices.Concat((*ch).run.forged, softer.run.forged)
	if softer.run.ok() {
		*ch = softer
	}
	(*ch).run.forged = forged
	return nil
}
