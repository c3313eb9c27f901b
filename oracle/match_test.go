package oracle_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func by(slot string, ms []oracle.Matched) []string {
	for _, m := range ms {
		if m.Slot == slot {
			ids := []string{}
			for _, r := range m.Candidates {
				ids = append(ids, r.ID)
			}
			slices.Sort(ids)
			return ids
		}
	}
	return nil
}

func TestMatch(t *testing.T) {
	many := spec.Method{Oracle: spec.OracleCall{Estimator: "mean", Args: map[string]spec.Value{"by": spec.TextValue("g")}}}
	one := spec.Method{Oracle: spec.OracleCall{Estimator: "mean"}}
	slots := []spec.ResultSlot{
		{ID: "mean", Estimand: "mean", Quantity: "mass", Variable: "m", Population: "adults", Methods: []spec.Method{one}},
		{ID: "means", Estimand: "mean", Quantity: "mass", Variable: "m", Population: "adults", Methods: []spec.Method{many}},
		{ID: "ab", Estimand: "mean_difference", Quantity: "mass", Groups: []string{"a", "b"}, Methods: []spec.Method{one}},
		{ID: "ac", Estimand: "mean_difference", Quantity: "mass", Groups: []string{"a", "c"}, Methods: []spec.Method{one}},
	}
	terms := spec.NewTerms(map[string][]string{"mass": {"weight"}})
	array := spec.ArrayValue([]float64{1, 2})
	results := []spec.Result{
		{ID: "r1", Estimand: "Mean", Quantity: "weight", Variable: "m", Value: num(1)},
		{ID: "r2", Estimand: "mean", Quantity: "mass", Variable: "m", Value: array},
		{ID: "r3", Estimand: "mean-difference", Quantity: "mass", Groups: []string{"b", "a"}, Value: num(-1)},
		{ID: "r4", Estimand: "mean difference", Quantity: "mass", Groups: []string{"a", "b"}, Value: num(2)},
		{ID: "r5", Estimand: "something", Quantity: "mass", Groups: []string{"a", "c"}, Value: num(2)},
		{ID: "r6", Estimand: "mean", Quantity: "mass", Variable: "m", Population: "juveniles", Value: num(9)},
		{ID: "r7", Estimand: "mean", Quantity: "length", Value: num(9)},
		{ID: "r8", Estimand: "mean", Quantity: "mass", Variable: "n", Value: num(9)},
	}
	want := map[string][]string{"mean": {"r1"}, "means": {"r2"}, "ab": {"r3", "r4"}, "ac": {"r5"}}
	for range 3 {
		slices.Reverse(results)
		results = append(results[3:], results[:3]...)
		got := map[string][]string{}
		for _, m := range oracle.Match(slots, results, terms) {
			got[m.Slot] = by(m.Slot, []oracle.Matched{m})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestMatchCompetes: a result that fits a slot as well as the one matched, and that no
// other slot needs, competes too, so that nothing is gained by reporting twice.
func TestMatchCompetes(t *testing.T) {
	slot := spec.ResultSlot{ID: "s", Estimand: "mean", Variable: "m", Population: "adults"}
	results := []spec.Result{
		{ID: "a", Estimand: "mean", Variable: "m", Value: num(1)},
		{ID: "b", Estimand: "mean", Population: "adults", Value: num(2)},
		{ID: "c", Estimand: "mean", Value: num(3)},
	}
	if diff := cmp.Diff([]string{"a", "b"}, by("s", oracle.Match([]spec.ResultSlot{slot}, results, spec.Terms{}))); diff != "" {
		t.Error(diff)
	}
}

// TestG09_SlotsAreTheDenominator: what was not reported is an empty match, and what no
// slot asked for is none.
func TestG09_SlotsAreTheDenominator(t *testing.T) {
	slots := []spec.ResultSlot{{ID: "acc", Estimand: "acc"}, {ID: "f1", Estimand: "f1"}, {ID: "loss", Estimand: "loss"}}
	got := oracle.Match(slots, []spec.Result{{ID: "r", Estimand: "acc", Value: num(1)}, {ID: "x", Estimand: "auc", Value: num(1)}}, spec.Terms{})
	if len(got) != 3 || len(got[0].Candidates) != 1 || len(got[1].Candidates)+len(got[2].Candidates) != 0 {
		t.Errorf("%+v", got)
	}
	v := oracle.Missing(slots[1])
	if v.State != spec.StateMissing || v.Score != 0 || v.Checks[0].Code != spec.ResultMissing || v.Checks[0].Note == "" {
		t.Errorf("%+v", v)
	}
}

// TestMatchLaws: order and ids of results and the values in them change nothing, and no
// result stands for two slots.
func TestMatchLaws(t *testing.T) {
	words := func(name string, t *rapid.T) string {
		return rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		var slots []spec.ResultSlot
		var results []spec.Result
		for i := range rapid.IntRange(0, 5).Draw(t, "slots") {
			slots = append(slots, spec.ResultSlot{ID: fmt.Sprint("s", i), Estimand: words("e", t) + "x", Quantity: words("q", t), Variable: words("v", t), Population: words("p", t)})
		}
		for i := range rapid.IntRange(0, 6).Draw(t, "results") {
			results = append(results, spec.Result{ID: fmt.Sprint("r", i), Estimand: words("e", t) + "x", Quantity: words("q", t), Variable: words("v", t), Population: words("p", t), Value: num(float64(i))})
		}
		first := oracle.Match(slots, results, spec.Terms{})
		used := map[string]string{}
		for _, m := range first {
			for _, r := range m.Candidates {
				if other, taken := used[r.ID]; taken {
					t.Fatalf("%s stands for %s and %s", r.ID, other, m.Slot)
				}
				used[r.ID] = m.Slot
			}
		}
		shuffled := rapid.Permutation(results).Draw(t, "order")
		for i := range shuffled {
			shuffled[i].Value = num(-float64(i))
		}
		second := oracle.Match(slots, shuffled, spec.Terms{})
		for _, s := range slots {
			if !cmp.Equal(by(s.ID, first), by(s.ID, second)) {
				t.Fatalf("slot %s: %v, then %v", s.ID, by(s.ID, first), by(s.ID, second))
			}
		}
	})
}
