package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// randomSpec draws a layered specification and the ids of its members by layer.
func randomSpec(t *rapid.T) *spec.Specification {
	pick := func(from []string, least int, label string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(from), least, len(from), rapid.ID).Draw(t, label)
	}
	ids := func(prefix string) []string {
		var out []string
		for i := range rapid.IntRange(1, 3).Draw(t, prefix) {
			out = append(out, fmt.Sprint(prefix, i))
		}
		return out
	}
	s := &spec.Specification{Case: "random", Views: map[string]spec.View{"a": {Asset: "data/a.csv"}, "b": {Asset: "data/b.csv"}}}
	ts, rs, vs := ids("t"), ids("r"), ids("p")
	for _, id := range ts {
		s.Transforms = append(s.Transforms, spec.TransformSlot{ID: id, View: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "view")})
	}
	for _, id := range rs {
		s.Results = append(s.Results, spec.ResultSlot{ID: id, Inputs: pick(ts, 1, "inputs")})
	}
	for _, id := range vs {
		s.Visuals = append(s.Visuals, spec.VisualSlot{ID: id, Inputs: pick(slices.Concat(rs, ts), 1, "inputs")})
	}
	sets := func(from []string) [][]string {
		var out [][]string
		for range rapid.IntRange(1, 3).Draw(t, "sets") {
			out = append(out, pick(from, 1, "set"))
		}
		return out
	}
	for _, id := range ids("c") {
		s.Claims = append(s.Claims, spec.ClaimSlot{ID: id, Required: len(s.Claims) == 0 || rapid.Bool().Draw(t, "required"),
			Support: spec.SupportSets{Computational: sets(rs), Visual: sets(slices.Concat(vs, rs))}})
	}
	return s
}

// randomVerdicts draws a verdict for every node and edge of s.
func randomVerdicts(t *rapid.T, s *spec.Specification) map[string]spec.Verdict {
	g, err := graph.New(s)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]spec.Verdict{}
	for _, slot := range g.Slots() {
		var v spec.Verdict
		switch k := rapid.IntRange(0, 12).Draw(t, "node"); {
		case k == 0:
			v = spec.Verdict{State: spec.StateMissing}
		case k == 1:
			v = unscored()
		case k < 5:
			checks := make([]spec.Check, k)
			for i := range checks {
				checks[i] = spec.Check{Name: fmt.Sprint(i), State: spec.StateScored, Pass: i > 0}
			}
			v = spec.Judge("x", checks)
		default:
			v = pass()
		}
		out[slot.ID] = v
	}
	for _, e := range g.Edges() {
		out[e.String()] = pass()
		if rapid.IntRange(0, 9).Draw(t, "edge") == 0 {
			out[e.String()] = fail(spec.VisualDetached)
		}
	}
	return out
}

func randomCandidates(t *rapid.T, s *spec.Specification) []graph.Candidate {
	var out []graph.Candidate
	for _, c := range s.Claims {
		if rapid.IntRange(0, 4).Draw(t, "matched") > 0 {
			out = append(out, graph.Candidate{ID: "k" + c.ID, Slot: c.ID, Primary: rapid.Bool().Draw(t, "primary")})
		}
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "unmatched") {
		out = append(out, graph.Candidate{ID: fmt.Sprint("u", i), Primary: rapid.Bool().Draw(t, "primary")})
	}
	return out
}

func filled(t *rapid.T, s *spec.Specification, verdicts map[string]spec.Verdict) *graph.Graph {
	g, err := graph.New(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, slot := range g.Slots() {
		if err := g.SetNode(slot.ID, "", verdicts[slot.ID]); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range g.Edges() {
		if err := g.SetEdge(e.From, e.To, verdicts[e.String()]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// The support of each claim is what its definition says, taken path by path.
func TestLawSupportEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSpec(t)
		verdicts, candidates := randomVerdicts(t, s), randomCandidates(t, s)
		inputs := map[string][]string{}
		for _, r := range s.Results {
			inputs[r.ID] = r.Inputs
		}
		for _, v := range s.Visuals {
			inputs[v.ID] = v.Inputs
		}
		for _, tr := range s.Transforms {
			assets, _ := graph.Assets(s, tr.View)
			inputs[tr.ID] = []string{graph.DataNode(assets[0])}
		}
		score := func(id string) float64 { // at the low end
			if v, ok := verdicts[id]; ok && v.State == spec.StateScored {
				return v.Score
			} else if ok {
				return 0
			}
			return 1
		}
		var closed func(id string) float64
		closed = func(id string) float64 {
			least := score(id)
			for _, in := range inputs[id] {
				least = min(least, score(in+" -> "+id), closed(in))
			}
			return least
		}
		side := func(c spec.ClaimSlot, sets [][]string) float64 {
			best := 0.0
			for _, set := range sets {
				least := 1.0
				for _, id := range set {
					least = min(least, score(id+" -> "+c.ID), closed(id))
				}
				best = max(best, least)
			}
			return best
		}
		out := filled(t, s, verdicts).Score(true, candidates)
		for _, r := range out.Claims {
			if r.Slot == "" {
				continue
			}
			c := s.Claims[slices.IndexFunc(s.Claims, func(c spec.ClaimSlot) bool { return c.ID == r.Slot })]
			f := score(c.ID)
			if r.Candidate == "" {
				f = 0
			}
			want := min(f, side(c, c.Support.Computational), side(c, c.Support.Visual))
			got := num(r.Support)
			if r.Support == nil {
				got = r.Bounds.Low
			}
			if got != want {
				t.Fatalf("%s: %v, path by path %v", r.Slot, got, want)
			}
		}
	})
}

func TestLawMetricsStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSpec(t)
		out := filled(t, s, randomVerdicts(t, s)).Score(true, randomCandidates(t, s))
		all := map[string]*float64{
			"ec.precision": out.Metrics.EC.Precision, "ec.recall": out.Metrics.EC.Recall, "ec.f1": out.Metrics.EC.F1,
			"rg_ec.precision": out.Metrics.RGEC.Precision, "rg_ec.recall": out.Metrics.RGEC.Recall, "rg_ec.f1": out.Metrics.RGEC.F1,
			"gated_claim": out.Metrics.GatedClaim, "soft_chain": out.Metrics.SoftChain,
		}
		for k, v := range out.Metrics.Fidelity {
			all["fidelity."+k] = v
		}
		for k, v := range out.Metrics.Edges {
			all["edges."+k] = v
		}
		for name, v := range all {
			b, undecided := out.Bounds[name]
			switch {
			case (v == nil) != undecided:
				t.Fatalf("%s: number %v, bounds %v", name, v, b)
			case v != nil && !(*v >= 0 && *v <= 1):
				t.Fatalf("%s is %v", name, *v)
			case v == nil && !(0 <= b.Low && b.Low < b.High && b.High <= 1):
				t.Fatalf("%s lies in %v", name, b)
			}
		}
		low := func(v *float64, b *spec.Bounds) float64 {
			if v == nil {
				return b.Low
			}
			return *v
		}
		for _, c := range out.Claims {
			if c.GroundedSupport != nil && low(c.Support, c.Bounds) > *c.GroundedSupport {
				t.Fatalf("%s: EC support above RG-EC support", c.Slot)
			}
			if c.Support != nil && (*c.Support == 1) != (c.Verdict == spec.Supported) {
				t.Fatalf("%s: support %v is %s", c.Slot, *c.Support, c.Verdict)
			}
			if c.Support != nil && (*c.Support == 1) != (c.BrokenStage == spec.StageNone) {
				t.Fatalf("%s: support %v breaks at %q", c.Slot, *c.Support, c.BrokenStage)
			}
		}
	})
}

// What could not be scored lies inside the bounds, whatever it turns out to be.
func TestLawBoundsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSpec(t)
		verdicts, candidates := randomVerdicts(t, s), randomCandidates(t, s)
		out := filled(t, s, verdicts).Score(true, candidates)
		for _, id := range sortedKeys(verdicts) {
			if verdicts[id].State == spec.StateUnscored {
				verdicts[id] = pass()
				if rapid.Bool().Draw(t, "turns out") {
					verdicts[id] = fail(spec.ResultValue)
				}
			}
		}
		decided := filled(t, s, verdicts).Score(true, candidates)
		for _, m := range []struct {
			name      string
			open, got *float64
		}{
			{"ec.precision", out.Metrics.EC.Precision, decided.Metrics.EC.Precision},
			{"ec.recall", out.Metrics.EC.Recall, decided.Metrics.EC.Recall},
			{"ec.f1", out.Metrics.EC.F1, decided.Metrics.EC.F1},
			{"rg_ec.f1", out.Metrics.RGEC.F1, decided.Metrics.RGEC.F1},
			{"gated_claim", out.Metrics.GatedClaim, decided.Metrics.GatedClaim},
			{"soft_chain", out.Metrics.SoftChain, decided.Metrics.SoftChain},
		} {
			b := out.Bounds[m.name]
			if m.open != nil {
				b = spec.Bounds{Low: *m.open, High: *m.open}
			}
			if *m.got < b.Low-1e-12 || *m.got > b.High+1e-12 {
				t.Fatalf("%s turned out %v, outside %v", m.name, *m.got, b)
			}
		}
		if out.Metrics.Strict != nil && *out.Metrics.Strict != *decided.Metrics.Strict {
			t.Fatal("strict was decided and then changed")
		}
	})
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Order of slots, sets, inputs and candidates, and the names of nodes, change no number.
func TestLawNamesAndOrderChangeNoMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSpec(t)
		verdicts, candidates := randomVerdicts(t, s), randomCandidates(t, s)
		want := filled(t, s, verdicts).Score(true, candidates)

		var ids []string
		for id := range verdicts {
			if !strings.Contains(id, " -> ") {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		to := map[string]string{}
		for i, id := range rapid.Permutation(ids).Draw(t, "names") {
			to[ids[i]] = "n" + id
		}
		name := func(in []string) []string {
			out := make([]string, len(in))
			for i, id := range in {
				out[i] = to[id]
			}
			return shuffled(t, out)
		}
		names := func(in [][]string) [][]string {
			out := make([][]string, len(in))
			for i, set := range in {
				out[i] = name(set)
			}
			return shuffled(t, out)
		}
		u := *s
		u.Transforms, u.Results, u.Visuals, u.Claims = slices.Clone(s.Transforms), slices.Clone(s.Results), slices.Clone(s.Visuals), slices.Clone(s.Claims)
		for i := range u.Transforms {
			u.Transforms[i].ID = to[u.Transforms[i].ID]
		}
		for i := range u.Results {
			u.Results[i].ID, u.Results[i].Inputs = to[u.Results[i].ID], name(u.Results[i].Inputs)
		}
		for i := range u.Visuals {
			u.Visuals[i].ID, u.Visuals[i].Inputs = to[u.Visuals[i].ID], name(u.Visuals[i].Inputs)
		}
		for i := range u.Claims {
			c := &u.Claims[i]
			c.ID, c.Support = to[c.ID], spec.SupportSets{Computational: names(c.Support.Computational), Visual: names(c.Support.Visual)}
		}
		u.Transforms, u.Results, u.Visuals, u.Claims = shuffled(t, u.Transforms), shuffled(t, u.Results), shuffled(t, u.Visuals), shuffled(t, u.Claims)
		renamed := map[string]spec.Verdict{}
		for id, v := range verdicts {
			ends := strings.Split(id, " -> ")
			for i, e := range ends {
				if n, ok := to[e]; ok {
					ends[i] = n
				}
			}
			renamed[strings.Join(ends, " -> ")] = v
		}
		cs := shuffled(t, candidates)
		for i := range cs {
			cs[i].Slot = to[cs[i].Slot]
		}
		got := filled(t, &u, renamed).Score(true, cs)
		if diff := cmp.Diff(want.Metrics, got.Metrics); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(want.Bounds, got.Bounds); diff != "" {
			t.Fatal(diff)
		}
		stages := map[string]spec.ClaimReport{}
		for _, c := range got.Claims {
			stages[c.Slot] = c
		}
		for _, c := range want.Claims {
			if c.Slot == "" {
				continue
			}
			g := stages[to[c.Slot]]
			if g.BrokenStage != c.BrokenStage || g.Verdict != c.Verdict || num(g.Support) != num(c.Support) {
				t.Fatalf("%s: %+v, then %+v", c.Slot, c, g)
			}
		}
	})
}

func shuffled[T any](t *rapid.T, in []T) []T {
	if len(in) < 2 {
		return slices.Clone(in)
	}
	return rapid.Permutation(in).Draw(t, "order")
}
