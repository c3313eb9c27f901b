package assay

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// A result that two runs on the same data give differently is not refuted by changed data
// where its noise explains what it gave there, and is where it does not.
func TestNoiseIsNoRefutation(t *testing.T) {
	t.Parallel()
	o := Options{Python: filepath.Join(must(filepath.Abs(".")), ".venv/bin/python"), Cache: must(filepath.Abs(".venv/cache"))}
	c := must(LoadCase("cases/penguins"))
	s := must(LoadSubmission("cases/penguins/hidden/reference", c))
	d := must(read(c))
	held := must(recompute(t.Context(), c, d, o))
	changes := must(plan(t.Context(), c, s, d, held, o))
	const entry, value = "analysis.py", `"value": float(a.mean() - b.mean())`
	if !bytes.Contains(s.Files[entry], []byte(value)) {
		t.Fatal("the reference has changed")
	}
	// with is the submission whose differences are off by a number, as chance would make them.
	with := func(off string) *Submission {
		edited := *s
		edited.Files = map[string][]byte{}
		for name, b := range s.Files {
			edited.Files[name] = b
		}
		edited.Files[entry] = bytes.Replace(s.Files[entry], []byte(value), []byte(`"value": float(a.mean() - b.mean()) + `+off), 1)
		return &edited
	}
	judged := func(s *Submission, d data, right *truth) *judge {
		return newJudge(o, c, s, right, must(execute(t.Context(), c, s, d, o)))
	}
	base := must(execute(t.Context(), c, s, d, o))
	ch := changes.all[0]
	ch.judge = judged(with("60"), ch.plan.Files, ch.truth)
	ch.run = ch.judge.run
	for _, tt := range []struct {
		name, off string
		response  graph.Response
		outcome   spec.Outcome
		found     bool
	}{
		{"noise", "37", graph.Crashed, spec.OutcomeRestless, true},
		{"too little noise", "1.5", graph.Refuted, spec.OutcomeDiffered, true},
		{"none", "0", graph.Refuted, spec.OutcomeDiffered, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJudge(o, c, s, held, base)
			j.respond(changes)
			const slot = "r_gentoo_adelie"
			if r := j.response[slot].response; r != graph.Refuted || !j.doubtful() {
				t.Fatalf("response %v of %+v", r, j.interventions)
			}
			twin := newJudge(o, c, s, held, base)
			if tt.off != "0" {
				twin = judged(with(tt.off), d, held)
			}
			j.unsettle(twin, changes)
			if got := j.response[slot]; got.response != tt.response || got.worst.Outcome != tt.outcome {
				t.Errorf("response %v, outcome %q", got.response, got.worst.Outcome)
			}
			found := slices.ContainsFunc(j.findings, func(f spec.Finding) bool { return f.Code == spec.RunNondeterministic })
			if found != tt.found {
				t.Errorf("finding %v", found)
			}
		})
	}
}

// An analysis whose numbers are drawn anew each time is found out, and one that is
// seeded is not run again.
func TestNondeterministic(t *testing.T) {
	t.Parallel()
	o := Options{Python: filepath.Join(must(filepath.Abs(".")), ".venv/bin/python"), Cache: must(filepath.Abs(".venv/cache")), Interventions: -1}
	c := must(LoadCase("cases/penguins"))
	for name, want := range map[string]bool{"": true, "4": false} {
		s := must(LoadSubmission("cases/penguins/hidden/reference", c))
		code := bytes.Replace(s.Files["analysis.py"], []byte(`"value": float(a.mean() - b.mean())`),
			[]byte(`"value": float(a.mean() - b.mean()) + 500 * float(__import__("numpy").random.default_rng(`+name+`).normal())`), 1)
		s.Files = map[string][]byte{}
		for n, b := range must(LoadSubmission("cases/penguins/hidden/reference", c)).Files {
			s.Files[n] = b
		}
		s.Files["analysis.py"] = code
		r, err := Verify(t.Context(), c, s, o)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(r.Findings, func(f spec.Finding) bool { return f.Code == spec.RunNondeterministic })
		if found != want || r.Metrics.Strict != nil && *r.Metrics.Strict {
			t.Errorf("seed %q: found %v, strict %v", name, found, r.Metrics.Strict)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
