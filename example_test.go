package assay_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// The project's own Python environment; a zero Options finds it when the program is
// started in the project's folder.
func environment() assay.Options {
	python, err := filepath.Abs(".venv/bin/python")
	if err != nil {
		panic(err)
	}
	return assay.Options{
		Python: python, Cache: filepath.Join(filepath.Dir(filepath.Dir(python)), "cache"),
		Interventions: -1, // the trace is enough here
	}
}

func ExampleVerify() {
	c, err := assay.LoadCase("cases/penguins")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := assay.LoadSubmission("cases/penguins/submissions/swapped-groups", c)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := assay.Verify(context.Background(), c, s, environment())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("strict:", *report.Metrics.Strict)
	for _, claim := range report.Claims {
		fmt.Println(claim.Slot, claim.BrokenStage)
	}
	// Output:
	// strict: false
	// c_gentoo_heavier transform_result
	// c_chinstrap_like_adelie transform_result
	// c_males_heavier claim
	// c_gentoo_spread
}

// A verifier of one's own judges the slots that name it. This one asks that a claim be
// short; the rest of the chain is judged as always.
func ExampleOptions_verifiers() {
	c, err := assay.LoadCase("cases/penguins")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range c.Spec.Claims {
		c.Spec.Claims[i].Verifier = "brief"
	}
	s, err := assay.LoadSubmission("cases/penguins/hidden/reference", c)
	if err != nil {
		fmt.Println(err)
		return
	}
	o := environment()
	o.Verifiers = map[string]graph.Verifier{
		"brief": graph.VerifierFunc(func(_ context.Context, s graph.Slot, e graph.Evidence) (spec.Verdict, error) {
			if e.Claims == nil {
				return spec.Verdict{}, errors.New("no claims were written")
			}
			longest := 0
			for _, c := range e.Claims.Claims {
				longest = max(longest, len(c.Text))
			}
			return spec.Judge(s.ID, []spec.Check{{Name: "brief", Decisive: true, State: spec.StateScored, Pass: longest <= 80,
				Expected: "at most 80 bytes", Observed: fmt.Sprintf("%d bytes", longest), Code: spec.ClaimWording, Note: "a claim is too long"}}), nil
		}),
	}
	report, err := assay.Verify(context.Background(), c, s, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Claims[0].Verdict, report.Claims[0].BrokenStage)
	// Output:
	// unsupported claim
}

// An oracle of one's own recomputes what the built-in ones do not know, or takes the
// place of one: here a mean difference that is off by one, which no honest submission
// can match.
func ExampleOptions_oracles() {
	c, err := assay.LoadCase("cases/penguins")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := assay.LoadSubmission("cases/penguins/hidden/reference", c)
	if err != nil {
		fmt.Println(err)
		return
	}
	usual, _ := oracle.Default().Find("mean_difference")
	odd := usual
	odd.Compute = func(ctx context.Context, in oracle.Input) (oracle.Answer, error) {
		a, err := usual.Compute(ctx, in)
		a.Value, a.Variants = spec.NumberValue(a.Value.Num.F+1), nil
		return a, err
	}
	o := environment()
	o.Oracles = []oracle.Estimator{odd}
	report, err := assay.Verify(context.Background(), c, s, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range report.Nodes {
		if n.ID == "r_gentoo_adelie" {
			fmt.Println(n.ID, *n.Score)
		}
	}
	// Output:
	// r_gentoo_adelie 0
}
