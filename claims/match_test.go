package claims_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

// What a claim says of its scope decides whether it may answer a slot; what it says of the
// finding does not.
func TestEligible(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*spec.ClaimSlot, *spec.Claim)
		want   bool
	}{
		{"as it is", func(*spec.ClaimSlot, *spec.Claim) {}, true},
		{"other words", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Quantity, c.Groups = "Mass", []string{"gentoo", "ADELIE"} }, true},
		{"groups in other order", func(_ *spec.ClaimSlot, c *spec.Claim) { slices.Reverse(c.Groups) }, true},
		{"reversed direction", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Direction = spec.Less }, true},
		{"other magnitude", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Magnitude = magnitude("mm", "1") }, true},
		{"other population", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Population = "seals" }, true},
		{"other quantity", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Quantity = "bill length" }, false},
		{"no quantity", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Quantity = "" }, false},
		{"other variable", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Variable = "bill_length_mm" }, false},
		{"no variable", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Variable = "" }, false},
		{"other groups", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Groups = []string{"Chinstrap", "Adelie"} }, false},
		{"no groups", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Groups = nil }, false},
		{"a third group", func(_ *spec.ClaimSlot, c *spec.Claim) { c.Groups = append(c.Groups, "Chinstrap") }, false},
		{"groups that no slot asks for", func(s *spec.ClaimSlot, _ *spec.Claim) { s.Groups = nil }, true},
		{"variable that no slot asks for", func(s *spec.ClaimSlot, c *spec.Claim) { s.Variable, c.Variable = "", "anything" }, true},
	} {
		slot, k := heavier(), claim()
		c.change(&slot, &k)
		if got := claims.Eligible(slot, k, terms); got != c.want {
			t.Errorf("%s: eligible %v", c.name, got)
		}
		m := claims.Match([]spec.ClaimSlot{slot}, []spec.Claim{k}, terms, nil)
		if (m.Slots[0] == 0) != c.want || (m.Claims[0] == 0) != c.want {
			t.Errorf("%s: matched %v", c.name, m)
		}
	}
}

// A claim that fits two slots leaves the one to a claim that fits only that one.
func TestD22_OptimalMatching(t *testing.T) {
	g1, g2 := heavier(), heavier()
	g1.ID, g2.ID = "g1", "g2"
	g2.Groups, g2.Population = nil, ""
	g1.Population = ""
	p1, p2 := claim(), claim()
	p1.ID, p2.ID = "p1", "p2" // p1 fits both
	p2.Groups = []string{"Chinstrap", "Adelie"}
	for _, cs := range [][]spec.Claim{{p1, p2}, {p2, p1}} {
		m := claims.Match([]spec.ClaimSlot{g2, g1}, cs, terms, nil)
		if cs[m.Slots[0]].ID != "p2" || cs[m.Slots[1]].ID != "p1" {
			t.Errorf("g2 is answered by %s, g1 by %s", cs[m.Slots[0]].ID, cs[m.Slots[1]].ID)
		}
	}
}

func TestMatchTies(t *testing.T) {
	slot := heavier()
	right, wrong, elsewhere := claim(), claim(), claim()
	wrong.ID, wrong.Direction = "a", spec.Less
	elsewhere.ID, elsewhere.Population = "b", "seals"
	cs := []spec.Claim{elsewhere, wrong, right}
	score := func(_, j int) float64 { return map[string]float64{"k": 0.5, "a": 0, "b": 1}[cs[j].ID] }
	m := claims.Match([]spec.ClaimSlot{slot}, cs, terms, score)
	if diff := cmp.Diff(claims.Matching{Slots: []int{2}, Claims: []int{-1, -1, 0}}, m); diff != "" {
		t.Errorf("scope before fidelity, fidelity before content: %s", diff)
	}
	if m := claims.Match(nil, cs, terms, score); !cmp.Equal(m.Claims, []int{-1, -1, -1}) {
		t.Errorf("no slot: %v", m)
	}
	if m := claims.Match([]spec.ClaimSlot{slot}, nil, terms, score); !cmp.Equal(m.Slots, []int{-1}) {
		t.Errorf("no claim: %v", m)
	}
}

// Order and names of slots and claims change nothing.
func TestLawMatchIsOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.SampledFrom([][]string{nil, {"Gentoo", "Adelie"}, {"Adelie", "Gentoo"}, {"male", "female"}})
		word := func(label string, words ...string) string { return rapid.SampledFrom(words).Draw(t, label) }
		var slots []spec.ClaimSlot
		for i := range rapid.IntRange(0, 4).Draw(t, "slots") {
			slots = append(slots, spec.ClaimSlot{ID: string(rune('a' + i)), Quantity: word("quantity", "mass", "length"), Variable: word("variable", "", "v"), Groups: groups.Draw(t, "groups"), Population: word("population", "", "p")})
		}
		var cs []spec.Claim
		for i := range rapid.IntRange(0, 5).Draw(t, "claims") {
			cs = append(cs, spec.Claim{ID: string(rune('m' + i)), Text: word("text", "x", "y"), Quantity: word("quantity", "mass", "length"), Variable: word("variable", "v", "w"), Groups: groups.Draw(t, "groups"), Population: word("population", "p", "q")})
		}
		content := func(c spec.Claim) string { c.ID = ""; return dump(c) }
		answer := func(slots []spec.ClaimSlot, cs []spec.Claim) map[string]string {
			m := claims.Match(slots, cs, terms, func(i, j int) float64 { return float64(len(content(cs[j]))%7) / 7 })
			out := map[string]string{}
			for i, j := range m.Slots {
				if out[slots[i].ID] = "none"; j >= 0 {
					out[slots[i].ID] = content(cs[j])
					if m.Claims[j] != i {
						t.Fatalf("slot %d has claim %d, which has slot %d", i, j, m.Claims[j])
					}
				}
			}
			return out
		}
		want := answer(slots, cs)
		shuffled := rapid.Permutation(cs).Draw(t, "order")
		for i := range shuffled { // new names too
			shuffled[i].ID = strings.Repeat("z", 1+i)
		}
		if diff := cmp.Diff(want, answer(rapid.Permutation(slots).Draw(t, "slot order"), shuffled)); diff != "" {
			t.Fatalf("the order matters: %s", diff)
		}
	})
}

func TestMissing(t *testing.T) {
	other := claim()
	other.Groups = []string{"Chinstrap", "Adelie"}
	v := claims.Missing(heavier(), []spec.Claim{other}, terms)
	if v.State != spec.StateMissing || v.Score != 0 || v.Checks[0].Code != spec.ClaimMissing {
		t.Fatalf("verdict %s", dump(v))
	}
	if note := v.Checks[0].Note; !strings.Contains(note, `k names the groups ["Chinstrap" "Adelie"]`) {
		t.Errorf("the near miss is not told: %q", note)
	}
	if v := claims.Missing(heavier(), nil, terms); v.State != spec.StateMissing || !strings.Contains(v.Checks[0].Note, "no claim is about") {
		t.Errorf("no claims at all: %s", dump(v))
	}
}
