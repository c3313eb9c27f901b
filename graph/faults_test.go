package graph_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// Known faults of other graders, by their row in the list; here those of scores.

// two is a specification of two required claims that share nothing but data.
func two() *spec.Specification {
	s := small()
	s.Claims[0].Support.Computational = [][]string{{"r1"}}
	s.Claims = append(s.Claims, spec.ClaimSlot{ID: "d", Required: true, Support: spec.SupportSets{Computational: [][]string{{"r2"}}, Visual: [][]string{{"p"}}}})
	return s
}

var both = []graph.Candidate{{ID: "k1", Primary: true, Slot: "c"}, {ID: "k2", Primary: true, Slot: "d"}}

func TestN21_UnscoredIsNeverANumber(t *testing.T) {
	out := whole(t, two(), map[string]spec.Verdict{"r2": unscored()}).Score(true, both)
	if out.Metrics.EC.Recall != nil {
		t.Fatalf("recall is %v", *out.Metrics.EC.Recall)
	}
	if diff := cmp.Diff(spec.Bounds{Low: 0.5, High: 1}, out.Bounds["ec.recall"]); diff != "" {
		t.Error(diff)
	}
	if got := out.Claims[1]; got.Verdict != spec.Undetermined || got.Support != nil || out.Metrics.Strict != nil {
		t.Errorf("%+v", got)
	}
	b, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	var back graph.Outcome
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if back.Metrics.EC.Recall != nil || back.Nodes[5].State != spec.StateUnscored || back.Nodes[5].Score != nil || *back.Nodes[4].Score != 1 {
		t.Errorf("states do not survive JSON: %+v", back.Nodes)
	}
}

func TestN22_N23_NaNIsRefused(t *testing.T) {
	g, _ := graph.New(small())
	if err := g.SetNode("r1", "", spec.Verdict{State: spec.StateScored, Score: math.NaN()}); err == nil {
		t.Error("a score of NaN was taken")
	}
	out := g.Score(true, one)
	if got := num(out.Metrics.EC.F1); got != 0 {
		t.Errorf("F1 %v without evidence", got)
	}
}

func TestN24_MissingFailedAndZeroAreThreeStates(t *testing.T) {
	soft := spec.Judge("x", []spec.Check{{Name: "n", State: spec.StateScored, Code: spec.ResultDetail}})
	out := whole(t, two(), map[string]spec.Verdict{"r1": {State: spec.StateMissing}, "r2": unscored(), "p": soft}).Score(true, both)
	got := map[string]string{}
	for _, n := range out.Nodes {
		b, _ := json.Marshal(n.Score)
		got[n.ID] = string(n.State) + " " + string(b)
	}
	for id, want := range map[string]string{"r1": "missing 0", "r2": "unscored null", "p": "scored 0", "t": "scored 1", "data:data/a.csv": "not_applicable null"} {
		if got[id] != want {
			t.Errorf("%s is %q, not %q", id, got[id], want)
		}
	}
}

func TestD04_DenominatorIsTheSpecification(t *testing.T) {
	s := two()
	s.Claims = append(s.Claims, spec.ClaimSlot{ID: "e", Required: true, Support: s.Claims[1].Support})
	g := whole(t, s, nil)
	if got := num(g.Score(true, both[:1]).Metrics.EC.Recall); got != 1.0/3 {
		t.Errorf("one right claim of three: recall %v", got)
	}
	if got := num(g.Score(true, nil).Metrics.EC.Recall); got != 0 {
		t.Errorf("no claim: recall %v", got)
	}
}

func TestD09_OrderOfChecksChangesNothing(t *testing.T) {
	v := spec.Judge("x", []spec.Check{
		{Name: "n", State: spec.StateScored, Code: spec.ResultDetail}, {Name: "unit", State: spec.StateScored, Pass: true, Decisive: true},
		{Name: "p", State: spec.StateScored, Pass: true},
	})
	w := v
	w.Checks = slices.Clone(v.Checks)
	slices.Reverse(w.Checks)
	a := whole(t, small(), map[string]spec.Verdict{"r1": v}).Score(true, one)
	b := whole(t, small(), map[string]spec.Verdict{"r1": w}).Score(true, one)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
}

func TestD10_D16_EmptyIsNeverAPass(t *testing.T) {
	out := whole(t, small(), nil).Score(true, nil)
	m := out.Metrics
	if num(m.EC.Precision) != 0 || num(m.EC.Recall) != 0 || num(m.EC.F1) != 0 || *m.Strict || *m.RGEC.Strict {
		t.Errorf("%+v", m)
	}
	if diff := cmp.Diff([]string{"claims.none", "claim.missing c"}, codes(out.Findings, spec.SeverityError)); diff != "" {
		t.Error(diff)
	}
	// Only secondary claims: they are not hidden where a required slot asked for them.
	out = whole(t, small(), nil).Score(true, []graph.Candidate{{ID: "k", Slot: "c"}})
	if num(out.Metrics.EC.Precision) != 1 || !*out.Metrics.Strict {
		t.Errorf("%+v", out.Metrics)
	}
}

func TestD12_NoEvidenceNoSupport(t *testing.T) {
	g, _ := graph.New(small())
	for _, id := range []string{"t", "r1", "r2", "p", "c"} {
		if err := g.SetNode(id, "", pass()); err != nil {
			t.Fatal(err)
		}
	}
	out := g.Score(true, one) // every artifact is right, nothing was traced
	if c := out.Claims[0]; num(c.Support) != 0 || c.BrokenStage != spec.StageDataTransform {
		t.Errorf("%+v", c)
	}
	empty, _ := graph.New(small())
	if got := num(empty.Score(true, nil).Metrics.SoftChain); got != 0 {
		t.Errorf("an empty submission has a soft chain of %v", got)
	}
}

func TestD17_ScoringIsPure(t *testing.T) {
	g := whole(t, two(), map[string]spec.Verdict{"r1": fail(spec.ResultValue)})
	in := slices.Clone(both)
	first := g.Score(true, in)
	g.Score(true, in[:1])
	g.Score(false, nil)
	if diff := cmp.Diff(first, g.Score(true, in)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(both, in); diff != "" {
		t.Error(diff)
	}
}

func TestD18_ClaimsAreJoinedById(t *testing.T) {
	g := whole(t, two(), map[string]spec.Verdict{"r2": fail(spec.ResultValue)})
	forth := []graph.Candidate{both[0], both[1], {ID: "k3", Primary: true, Slot: "nowhere"}, {ID: "k4", Slot: "c"}}
	back := slices.Clone(forth)
	slices.Reverse(back)
	a, b := g.Score(true, forth), g.Score(true, back)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
	var unmatched []string
	for _, c := range a.Claims {
		if c.Slot == "" {
			unmatched = append(unmatched, c.Candidate)
		}
	}
	if diff := cmp.Diff([]string{"k3", "k4"}, unmatched); diff != "" {
		t.Error(diff)
	}
	if got := num(a.Metrics.EC.Precision); got != 1.0/3 { // k1 of k1, k2, k3
		t.Errorf("precision %v", got)
	}
}

func TestD23_TwoFailedJudgesAreUnscored(t *testing.T) {
	out := whole(t, small(), map[string]spec.Verdict{"r1": unscored(), "c": unscored()}).Score(true, one)
	if c := out.Claims[0]; c.Support != nil || *c.Bounds != (spec.Bounds{Low: 0, High: 1}) || c.Verdict != spec.Undetermined {
		t.Errorf("%+v", c)
	}
	if got := codes(out.Findings, spec.SeverityError); len(got) != 2 {
		t.Errorf("what could not be scored is not told: %v", got)
	}
}

func TestD28_TiesHaveADocumentedWinner(t *testing.T) {
	s := small()
	s.Visuals[0].Inputs = []string{"t"}
	// Equal support of 0; r2 has the greater mean.
	g := whole(t, s, map[string]spec.Verdict{"r1": fail(spec.ResultValue), "t -> r1": fail(spec.ResultDetached), "r2": fail(spec.ResultValue)})
	if w := g.Score(true, one).Claims[0].Witness; !slices.Contains(w, "r2") || slices.Contains(w, "r1") {
		t.Errorf("witness %v", w)
	}
	// Equal in all: the first by id, whatever the order of the sets.
	for range 2 {
		g = whole(t, s, nil)
		if w := g.Score(true, one).Claims[0].Witness; !slices.Contains(w, "r1") {
			t.Errorf("witness %v", w)
		}
		slices.Reverse(s.Claims[0].Support.Computational)
	}
}

func TestV15_FigureOfOtherNumbers(t *testing.T) {
	out := whole(t, small(), map[string]spec.Verdict{"r1 -> p": fail(spec.VisualDetached)}).Score(true, one)
	m := out.Metrics
	if num(m.Fidelity["result"]) != 1 || num(m.Fidelity["visual"]) != 1 || num(m.Edges["result_visual"]) != 0 || out.Claims[0].BrokenStage != spec.StageVisual {
		t.Errorf("%+v", m)
	}
}

func TestS05_UnlistedMethodAsksForAdjudication(t *testing.T) {
	out := whole(t, small(), map[string]spec.Verdict{"r1": fail(spec.MethodUnlisted)}).Score(true, one)
	want := []spec.Adjudication{{Node: "r1", Code: spec.MethodUnlisted, Reason: "it is wrong"}}
	if diff := cmp.Diff(want, out.Adjudication); diff != "" {
		t.Error(diff)
	}
	if c := out.Claims[0]; num(c.GroundedSupport) != 1 { // r2, an approved alternative, is whole
		t.Errorf("%+v", c)
	}
}

func TestRefutedClaimThatNoSlotAsksFor(t *testing.T) {
	extra := graph.Candidate{ID: "k3", Against: "k3 says a is greater than b, but by the data it is not so"}
	for _, f := range whole(t, small(), nil).Score(true, append(slices.Clone(both), extra)).Findings {
		if f.Message == extra.Against && f.Severity == spec.SeverityWarning && f.Code == spec.ClaimDirection {
			return
		}
	}
	t.Error("no warning that the claim is refuted")
}
