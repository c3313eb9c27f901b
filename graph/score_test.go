package graph_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// small is a specification with one claim: two alternative results on one
// transform, one visual of the first.
func small() *spec.Specification {
	return &spec.Specification{
		Case:       "small",
		Views:      map[string]spec.View{"v": {Asset: "data/a.csv"}},
		Transforms: []spec.TransformSlot{{ID: "t", View: "v"}},
		Results:    []spec.ResultSlot{{ID: "r1", Inputs: []string{"t"}}, {ID: "r2", Inputs: []string{"t"}}},
		Visuals:    []spec.VisualSlot{{ID: "p", Inputs: []string{"r1"}}},
		Claims: []spec.ClaimSlot{{ID: "c", Required: true, Support: spec.SupportSets{
			Computational: [][]string{{"r1"}, {"r2"}}, Visual: [][]string{{"p"}}}}},
	}
}

func pass() spec.Verdict {
	return spec.Judge("x", []spec.Check{{Name: "all", State: spec.StateScored, Pass: true, Decisive: true}})
}

func fail(code spec.Code) spec.Verdict {
	return spec.Judge("x", []spec.Check{{Name: "all", State: spec.StateScored, Decisive: true, Code: code, Note: "it is wrong"}})
}

func unscored() spec.Verdict {
	return spec.Judge("x", []spec.Check{{Name: "all", State: spec.StateUnscored, Decisive: true, Code: spec.VerifierFailed}})
}

// whole is the graph of s with every node and edge passing, but for the verdicts of
// except, by node id or "from -> to".
func whole(t testing.TB, s *spec.Specification, except map[string]spec.Verdict) *graph.Graph {
	t.Helper()
	g, err := graph.New(s)
	if err != nil {
		t.Fatal(err)
	}
	used := 0
	verdict := func(id string) spec.Verdict {
		if v, ok := except[id]; ok {
			used++
			return v
		}
		return pass()
	}
	for _, slot := range g.Slots() {
		if err := g.SetNode(slot.ID, "", verdict(slot.ID)); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range g.Edges() {
		if err := g.SetEdge(e.From, e.To, verdict(e.String())); err != nil {
			t.Fatal(err)
		}
	}
	if used != len(except) {
		t.Fatalf("only %d of the exceptions exist", used)
	}
	return g
}

var one = []graph.Candidate{{ID: "k1", Text: "A exceeds B", Primary: true, Slot: "c"}}

func num(p *float64) float64 {
	if p == nil {
		return -1
	}
	return *p
}

func codes(fs []spec.Finding, sev spec.Severity) []string {
	out := []string{}
	for _, f := range fs {
		if f.Severity == sev {
			out = append(out, strings.TrimSpace(string(f.Code)+" "+f.Node))
		}
	}
	return out
}

func TestWholeSubmission(t *testing.T) {
	out := whole(t, small(), nil).Score(true, one)
	b, err := json.Marshal(out.Metrics)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"execution":1,"strict":true,"ec":{"precision":1,"recall":1,"f1":1,"strict":true},"rg_ec":{"precision":1,"recall":1,"f1":1,"strict":true},` +
		`"fidelity":{"claim":1,"result":1,"transform":1,"visual":1},"edges":{"data_transform":1,"result_claim":1,"result_visual":1,"transform_result":1,"visual_claim":1},` +
		`"gated_claim":1,"soft_chain":1}`
	if diff := cmp.Diff(want, string(b)); diff != "" {
		t.Error(diff)
	}
	c := out.Claims[0]
	if c.Verdict != spec.Supported || c.BrokenStage != spec.StageNone || c.Bottleneck != nil || c.Bounds != nil {
		t.Errorf("claim: %+v", c)
	}
	if diff := cmp.Diff([]string{"data:data/a.csv", "data:data/a.csv -> t", "p", "p -> c", "r1", "r1 -> c", "r1 -> p", "t", "t -> r1"}, c.Witness); diff != "" {
		t.Error(diff)
	}
	if len(out.Findings) != 0 || len(out.Bounds) != 0 {
		t.Errorf("findings %v, bounds %v", out.Findings, out.Bounds)
	}
}

// One fault at each place: broken stage, verdict and what is blamed.
func TestOneFault(t *testing.T) {
	for _, tc := range []struct {
		name, at string
		verdict  spec.Verdict
		stage    spec.Stage
		word     spec.ClaimVerdict
		blamed   []string
		grounded float64
	}{
		{"file never read", "data:data/a.csv -> t", fail(spec.DataUnread), spec.StageDataTransform, spec.Blocked, []string{"data.unread data:data/a.csv -> t"}, 0},
		{"wrong filter", "t", fail(spec.TransformView), spec.StageDataTransform, spec.Blocked, []string{"transform.wrong-view t"}, 0},
		{"figure of other numbers", "r1 -> p", fail(spec.VisualDetached), spec.StageVisual, spec.Blocked, []string{"visual.detached r1 -> p"}, 1},
		{"wrong encoding", "p", fail(spec.VisualEncoding), spec.StageVisual, spec.Blocked, []string{"visual.encoding p"}, 1},
		{"causal overclaim", "c", fail(spec.ClaimCausal), spec.StageClaim, spec.Unsupported, []string{"claim.causal c"}, 0},
		{"figure shows another direction", "p -> c", fail(spec.ClaimVisual), spec.StageClaim, spec.Blocked, []string{"claim.visual-disagrees p -> c"}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out := whole(t, small(), map[string]spec.Verdict{tc.at: tc.verdict}).Score(true, one)
			c := out.Claims[0]
			if c.BrokenStage != tc.stage || c.Verdict != tc.word || num(c.Support) != 0 || num(c.GroundedSupport) != tc.grounded {
				t.Errorf("stage %q, verdict %q, support %v, grounded %v", c.BrokenStage, c.Verdict, num(c.Support), num(c.GroundedSupport))
			}
			if diff := cmp.Diff(tc.blamed, codes(out.Findings, spec.SeverityError)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(&spec.Bottleneck{Items: []string{tc.at}, Value: 1}, c.Bottleneck); diff != "" {
				t.Error(diff)
			}
			if *out.Metrics.Strict || *out.Metrics.RGEC.Strict != (tc.grounded == 1) {
				t.Errorf("strict %v, grounded strict %v", *out.Metrics.Strict, *out.Metrics.RGEC.Strict)
			}
		})
	}
}

// A broken alternative does not count where another is whole; its findings are not
// told. In the visual, which needs r1, it still does.
func TestAlternatives(t *testing.T) {
	s := small()
	s.Visuals[0].Inputs = []string{"r2"}
	out := whole(t, s, map[string]spec.Verdict{"r1": fail(spec.ResultValue)}).Score(true, one)
	if c := out.Claims[0]; c.Verdict != spec.Supported || !slices.Contains(c.Witness, "r2") || slices.Contains(c.Witness, "r1") {
		t.Errorf("%+v", c)
	}
	if !*out.Metrics.Strict || len(out.Findings) != 0 || num(out.Metrics.Fidelity["result"]) != 1 {
		t.Errorf("strict %v, findings %v", *out.Metrics.Strict, out.Findings)
	}
	out = whole(t, small(), map[string]spec.Verdict{"r1": fail(spec.ResultValue)}).Score(true, one)
	if c := out.Claims[0]; c.BrokenStage != spec.StageTransformResult || num(c.GroundedSupport) != 1 {
		t.Errorf("%+v", c)
	}
}

// What is below a fault is blocked by it, scored all the same, and blamed only for
// faults of its own.
func TestBlamedOnce(t *testing.T) {
	out := whole(t, small(), map[string]spec.Verdict{
		"t": fail(spec.TransformView), "r1": fail(spec.ResultValue), "r2": fail(spec.ResultValue), "p": fail(spec.VisualValues), "c": fail(spec.ClaimCausal),
	}).Score(true, one)
	if diff := cmp.Diff([]string{"transform.wrong-view t", "claim.causal c"}, codes(out.Findings, spec.SeverityError)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"result.value r1", "visual.values p"}, codes(out.Findings, spec.SeverityInfo)); diff != "" {
		t.Error(diff)
	}
	for _, n := range out.Nodes {
		want := []string{"t"}
		if n.ID == "t" || n.Kind == spec.KindData {
			want = nil
		}
		if diff := cmp.Diff(want, append([]string(nil), n.BlockedBy...)); diff != "" {
			t.Errorf("%s: %s", n.ID, diff)
		}
	}
	if f := num(out.Metrics.Fidelity["result"]); f != 0 {
		t.Errorf("fidelity of results is %v: blocked nodes enter the rates", f)
	}
}

// A record that was never written is at fault itself; the edges that lead to it are not.
func TestMissingRecord(t *testing.T) {
	s := small()
	s.Claims[0].Support.Computational = [][]string{{"r1"}}
	g, _ := graph.New(s)
	for id, v := range map[string]spec.Verdict{"t": pass(), "p": fail(spec.VisualValues)} {
		if err := g.SetNode(id, "", v); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.SetEdge("data:data/a.csv", "t", pass()); err != nil {
		t.Fatal(err)
	}
	out := g.Score(true, nil)
	if diff := cmp.Diff([]string{"result.missing r1", "claims.none", "claim.missing c"}, codes(out.Findings, spec.SeverityError)); diff != "" {
		t.Error(diff)
	}
	if c := out.Claims[0]; c.BrokenStage != spec.StageTransformResult || c.Verdict != spec.Unsupported {
		t.Errorf("%+v", c)
	}
}

// A figure that shows nothing is at fault once, not again for what it should have shown.
func TestMissingVisualIsBlamedOnce(t *testing.T) {
	missing := spec.MissingVerdict(spec.VisualMissing, "nothing is drawn", "")
	s := small()
	s.Claims[0].Support.Computational = [][]string{{"r1"}}
	out := whole(t, s, map[string]spec.Verdict{"p": missing, "p -> c": missing}).Score(true, one)
	if diff := cmp.Diff([]string{"visual.missing p"}, codes(out.Findings, spec.SeverityError)); diff != "" {
		t.Error(diff)
	}
}

func TestContradicted(t *testing.T) {
	v := fail(spec.ClaimDirection)
	v.Contradicts = true
	for _, at := range []string{"c", "r1 -> c", "p -> c"} {
		s := small()
		s.Claims[0].Support.Computational = [][]string{{"r1"}}
		out := whole(t, s, map[string]spec.Verdict{at: v, "t": unscored()}).Score(true, one)
		if got := out.Claims[0].Verdict; got != spec.Contradicted {
			t.Errorf("%s: %s", at, got)
		}
	}
}

func TestPartialScores(t *testing.T) {
	half := spec.Judge("x", []spec.Check{{Name: "n", State: spec.StateScored, Pass: true}, {Name: "p", State: spec.StateScored, Code: spec.ResultDetail}})
	s := small()
	s.Claims[0].Support.Computational = [][]string{{"r1"}}
	s.Claims = append(s.Claims, spec.ClaimSlot{ID: "d", Required: true, Support: spec.SupportSets{Computational: [][]string{{"r2"}}, Visual: [][]string{{"p"}}}})
	out := whole(t, s, map[string]spec.Verdict{"r1": half}).Score(true, []graph.Candidate{{ID: "a", Slot: "c"}, {ID: "b", Primary: true}})
	// c is supported at 0.5; d has no candidate; b matches nothing; c is primary as its slot is required.
	m := out.Metrics
	if num(m.EC.Precision) != 0.25 || num(m.EC.Recall) != 0.25 || num(m.EC.F1) != 0.25 || num(m.GatedClaim) != 0.5 {
		t.Errorf("precision %v, recall %v, f1 %v, gated %v", num(m.EC.Precision), num(m.EC.Recall), num(m.EC.F1), num(m.GatedClaim))
	}
	// needed results: r1 (0.5) and r2 (1)
	if num(m.Fidelity["result"]) != 0.75 || num(m.Fidelity["claim"]) != 0.5 {
		t.Errorf("fidelity %v, %v", num(m.Fidelity["result"]), num(m.Fidelity["claim"]))
	}
	// soft, c: F, r1 at 0.5, t, p and 5 edges: 8.5 of 9; d: F at 0, r2, r1, t, p and 6 edges: 9.5 of 11.
	if want := (8.5/9 + 9.5/11) / 2; num(m.SoftChain) < want-1e-12 || num(m.SoftChain) > want+1e-12 {
		t.Errorf("soft chain %v, not %v", num(m.SoftChain), want)
	}
	if c := out.Claims[0]; c.Verdict != spec.Blocked || num(c.Support) != 0.5 {
		t.Errorf("%+v", c)
	}
}

// Hard constraints gate strict success of the visual set that is used, and nothing else.
func TestHardConstraints(t *testing.T) {
	v := pass()
	v.Checks = append(v.Checks, spec.Check{Name: "baseline_zero", Hard: true, State: spec.StateScored, Note: "the bars start at 3000"})
	s := small()
	out := whole(t, s, map[string]spec.Verdict{"p": v}).Score(true, one)
	if *out.Metrics.Strict || !*out.Metrics.RGEC.Strict || num(out.Metrics.EC.F1) != 1 || out.Claims[0].Verdict != spec.Supported {
		t.Errorf("%+v", out.Metrics)
	}
	if diff := cmp.Diff([]string{"visual.hard-constraint p"}, codes(out.Findings, spec.SeverityError)); diff != "" {
		t.Error(diff)
	}
	s.Visuals = append(s.Visuals, spec.VisualSlot{ID: "q", Inputs: []string{"t"}})
	s.Claims[0].Support.Visual = append(s.Claims[0].Support.Visual, []string{"q"})
	out = whole(t, s, map[string]spec.Verdict{"p": v}).Score(true, one)
	if !*out.Metrics.Strict {
		t.Error("a constraint of an alternative that is not needed applies")
	}
	v.Checks[1].State = spec.StateUnscored
	out = whole(t, small(), map[string]spec.Verdict{"p": v}).Score(true, one)
	if out.Metrics.Strict != nil {
		t.Error("an undecided constraint leaves strict undecided")
	}
}

func TestNotExecuted(t *testing.T) {
	out := whole(t, small(), nil).Score(false, one)
	b, _ := json.Marshal(out.Metrics)
	want := `{"execution":0,"strict":false,"ec":{"precision":0,"recall":0,"f1":0,"strict":false},"rg_ec":{"precision":0,"recall":0,"f1":0,"strict":false},` +
		`"fidelity":{"claim":0,"result":0,"transform":0,"visual":0},"edges":{"data_transform":0,"result_claim":0,"result_visual":0,"transform_result":0,"visual_claim":0},` +
		`"gated_claim":0,"soft_chain":0}`
	if diff := cmp.Diff(want, string(b)); diff != "" {
		t.Error(diff)
	}
	if c := out.Claims[0]; c.BrokenStage != spec.StageExecution || c.Verdict != spec.Unsupported || num(c.Support) != 0 {
		t.Errorf("%+v", c)
	}
	if len(out.Findings) != 0 {
		t.Errorf("the run alone is to blame: %v", out.Findings)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*spec.Specification)
		want   any
	}{
		{"duplicate id", func(s *spec.Specification) { s.Results[1].ID = "t" }, new(*graph.DuplicateError)},
		{"unknown input", func(s *spec.Specification) { s.Results[1].Inputs = []string{"x"} }, new(*graph.UnknownError)},
		{"unknown view", func(s *spec.Specification) { s.Transforms[0].View = "w" }, new(*graph.UnknownError)},
		{"unknown member", func(s *spec.Specification) { s.Claims[0].Support.Visual[0][0] = "x" }, new(*graph.UnknownError)},
		{"views join in a circle", func(s *spec.Specification) {
			s.Views["v"] = spec.View{Asset: "data/a.csv", Steps: []spec.Step{{Join: &spec.Join{View: "w"}}}}
			s.Views["w"] = spec.View{Asset: "data/b.csv", Steps: []spec.Step{{Join: &spec.Join{View: "v"}}}}
		}, new(*graph.CycleError)},
		{"no chain to data", func(s *spec.Specification) { s.Results[0].Inputs = nil }, new(*graph.EmptyError)},
		{"view without asset", func(s *spec.Specification) { s.Views["v"] = spec.View{} }, new(*graph.EmptyError)},
		{"empty set", func(s *spec.Specification) { s.Claims[0].Support.Visual = [][]string{{}} }, new(*graph.EmptyError)},
		{"claim on claim", func(s *spec.Specification) { s.Claims[0].Support.Visual = [][]string{{"c"}} }, new(*graph.KindError)},
		{"result on visual", func(s *spec.Specification) { s.Results[0].Inputs = []string{"p"} }, new(*graph.KindError)},
		{"no id", func(s *spec.Specification) { s.Results[0].ID = "" }, new(*graph.EmptyError)},
		{"D11 nothing required", func(s *spec.Specification) { s.Claims[0].Required = false }, new(*graph.EmptyError)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := small()
			tc.change(s)
			_, err := graph.New(s)
			if !errors.As(err, tc.want) {
				t.Errorf("got %v, want a %T", err, tc.want)
			}
		})
	}
}

func TestSetRefuses(t *testing.T) {
	g, _ := graph.New(small())
	for name, err := range map[string]error{
		"unknown node":  g.SetNode("x", "", pass()),
		"unknown edge":  g.SetEdge("r1", "r2", pass()),
		"score above 1": g.SetNode("t", "", spec.Verdict{State: spec.StateScored, Score: 1.5}),
		"no state":      g.SetEdge("t", "r1", spec.Verdict{Score: 1}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestJoinedViewsBringTheirAssets(t *testing.T) {
	s := small()
	s.Views["v"] = spec.View{Asset: "data/a.csv", Steps: []spec.Step{{Join: &spec.Join{View: "w", On: []string{"k"}}}}}
	s.Views["w"] = spec.View{Asset: "data/b.csv"}
	g, err := graph.New(s)
	if err != nil {
		t.Fatal(err)
	}
	want := []graph.EdgeID{{From: "data:data/a.csv", To: "t", Relation: spec.DataTransform}, {From: "data:data/b.csv", To: "t", Relation: spec.DataTransform}}
	if diff := cmp.Diff(want, g.Edges()[:2]); diff != "" {
		t.Error(diff)
	}
	s.Views["base"], s.Views["v"] = s.Views["v"], spec.View{From: "base"}
	if got, err := graph.Assets(s, "v"); err != nil || !cmp.Equal(got, []string{"data/a.csv", "data/b.csv"}) {
		t.Errorf("a view that begins from another: %v, %v", got, err)
	}
	s.Views["base"] = spec.View{From: "v"}
	var cycle *graph.CycleError
	if _, err := graph.Assets(s, "v"); !errors.As(err, &cycle) {
		t.Errorf("views that begin from one another: %v", err)
	}
}
