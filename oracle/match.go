package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/assign"
	"github.com/assaybench/assay/spec"
)

// Matched is one slot with the reported results that may stand for it: several where they
// claim the same scope. None where nothing was reported.
type Matched struct {
	Slot       string
	Candidates []spec.Result
}

// Match pairs slots and results one to one by type and scope: estimand or quantity,
// variable, unordered groups, population where both give it, and whether the value is
// one number or many. A field that one side leaves out does not part them, but a pair
// that agrees in more fields comes first; values are never looked at. Results of one
// scope go together, and the caller judges each. The order of results and their ids
// change nothing.
func Match(slots []spec.ResultSlot, results []spec.Result, t spec.Terms) []Matched {
	groups := map[string][]spec.Result{}
	for _, r := range results {
		if slices.ContainsFunc(slots, func(s spec.ResultSlot) bool { return weight(s, r, t) > 0 }) {
			k := scopeKey(r, t)
			groups[k] = append(groups[k], r)
		}
	}
	keys := slices.Sorted(maps.Keys(groups))
	weights := make([][]float64, len(slots))
	for i, s := range slots {
		for _, k := range keys {
			w := float64(weight(s, groups[k][0], t))
			if w == 0 {
				w = -1 // not eligible
			}
			weights[i] = append(weights[i], w)
		}
	}
	pairs := assign.Max(weights)
	out := make([]Matched, len(slots))
	for i, s := range slots {
		out[i].Slot = s.ID
	}
	for j, k := range keys {
		i := slices.Index(pairs, j)
		if i < 0 {
			i = rival(weights, pairs, j)
		}
		if i >= 0 {
			out[i].Candidates = append(out[i].Candidates, groups[k]...)
		}
	}
	return out
}

// rival is the slot for which candidates j, which no slot got, compete with those that
// got it: where they fit no worse, and best. -1 where there is none.
func rival(weights [][]float64, pairs []int, j int) int {
	best := -1
	for i, row := range weights {
		if pairs[i] >= 0 && row[j] > 0 && row[j] >= row[pairs[i]] && (best < 0 || row[j] > weights[best][j]) {
			best = i
		}
	}
	return best
}

// weight counts the scope fields in which slot and result agree; 0 where any of them
// contradicts.
func weight(s spec.ResultSlot, r spec.Result, t spec.Terms) int {
	estimand := t.Same(s.Estimand, r.Estimand)
	quantity := s.Quantity != "" && t.Same(s.Quantity, r.Quantity)
	if !estimand && !quantity || s.Quantity != "" && r.Quantity != "" && !quantity {
		return 0
	}
	w := 0
	if estimand {
		w += 16
	}
	if quantity {
		w += 8
	}
	for _, f := range []struct {
		slot, result string
	}{{s.Variable, r.Variable}, {s.Population, r.Population}} {
		switch {
		case f.slot == "" || f.result == "":
		case !t.Same(f.slot, f.result):
			return 0
		default:
			w += 2
		}
	}
	switch {
	case t.SameSet(s.Groups, r.Groups):
		w += 2
	case len(s.Groups) > 0 && len(r.Groups) > 0:
		return 0
	}
	if shapeOf(s) == shape(r.Value) {
		w += 4
	}
	return w
}

// shape is one or many.
func shape(v spec.Value) string {
	if v.Kind == spec.ValueArray || v.Kind == spec.ValueTable {
		return "many"
	}
	return "one"
}

// shapeOf is the shape that the oracle of a slot's methods gives.
func shapeOf(s spec.ResultSlot) string {
	for _, m := range s.Methods {
		by := !m.Oracle.Args["by"].Missing()
		all := m.Oracle.Estimator == "nls" && m.Oracle.Args["term"].Missing() // its parameters
		if by && m.Oracle.Estimator != "mean_range" || m.Oracle.Estimator == "group_table" || all {
			return "many"
		}
	}
	return "one"
}

// scopeKey is a text that two results share just when they claim the same scope.
func scopeKey(r spec.Result, t spec.Terms) string {
	groups := make([]string, len(r.Groups))
	for i, g := range r.Groups {
		groups[i] = t.Canonical(g)
	}
	slices.Sort(groups)
	return fmt.Sprintf("%q", []string{t.Canonical(r.Estimand), t.Canonical(r.Quantity), t.Canonical(r.Variable), t.Canonical(r.Population), strings.Join(groups, "\x00"), shape(r.Value)})
}
