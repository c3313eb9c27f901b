package claims

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/assign"
	"github.com/assaybench/assay/spec"
)

// Matching pairs claim slots with candidate claims, one to one.
type Matching struct {
	Slots  []int // for each slot the index of its claim, -1 where it has none
	Claims []int // for each claim the index of its slot, -1 where no slot asks for it
}

// Eligible reports whether a claim may answer a slot: the same quantity, variable and
// unordered groups. A field that the slot does not declare is not compared.
func Eligible(slot spec.ClaimSlot, c spec.Claim, t spec.Terms) bool {
	return t.Same(slot.Quantity, c.Quantity) &&
		(slot.Variable == "" || t.Same(slot.Variable, c.Variable)) &&
		(len(slot.Groups) == 0 || t.SameSet(slot.Groups, c.Groups))
}

// weight counts the scope fields that the slot declares and the claim shares: quantity,
// variable, groups, population. Direction, magnitude, values and support never count.
func weight(slot spec.ClaimSlot, c spec.Claim, t spec.Terms) float64 {
	w := 1.0
	for _, same := range []bool{slot.Variable != "", len(slot.Groups) > 0, slot.Population != "" && t.Same(slot.Population, c.Population)} {
		if same {
			w++
		}
	}
	return w
}

// Match finds the pairing of slots and claims with the greatest sum of weights, a weight
// being the number of shared scope fields. Of equal ones it takes the one with the greatest
// sum of fidelities, which fidelity(slot, claim) returns by index in [0, 1] (to six
// decimals; nil: all equal), then the first by the content of slots and claims, not by
// their order or ids: permuting either changes nothing. An empty list leaves all unmatched.
func Match(slots []spec.ClaimSlot, cs []spec.Claim, t spec.Terms, fidelity func(slot, claim int) float64) Matching {
	m := Matching{Slots: make([]int, len(slots)), Claims: make([]int, len(cs))}
	for i := range m.Slots {
		m.Slots[i] = -1
	}
	for j := range m.Claims {
		m.Claims[j] = -1
	}
	rows := byContent(slots, func(s spec.ClaimSlot) (string, spec.ClaimSlot) { id := s.ID; s.ID = ""; return id, s })
	cols := byContent(cs, func(c spec.Claim) (string, spec.Claim) { id := c.ID; c.ID, c.Pointer = "", ""; return id, c })
	const places = 1e6
	scale := places * float64(len(slots)+1) // one scope field outweighs every fidelity together
	w := make([][]float64, len(rows))
	for a, i := range rows {
		w[a] = make([]float64, len(cols))
		for b, j := range cols {
			if !Eligible(slots[i], cs[j], t) {
				w[a][b] = math.Inf(-1)
				continue
			}
			w[a][b] = scale * weight(slots[i], cs[j], t)
			if fidelity != nil {
				if f := fidelity(i, j); f > 0 {
					w[a][b] += math.Round(places * min(f, 1))
				}
			}
		}
	}
	for a, b := range assign.Max(w) {
		if b >= 0 {
			m.Slots[rows[a]], m.Claims[cols[b]] = cols[b], rows[a]
		}
	}
	return m
}

// byContent orders indices by content without the id, then by id.
func byContent[T any](xs []T, split func(T) (string, T)) []int {
	type key struct{ content, id string }
	keys, order := make([]key, len(xs)), make([]int, len(xs))
	for i, x := range xs {
		id, rest := split(x)
		b, err := json.Marshal(rest)
		if err != nil {
			b = fmt.Appendf(nil, "%+v", rest)
		}
		keys[i], order[i] = key{string(b), id}, i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(keys[a].content, keys[b].content), cmp.Compare(keys[a].id, keys[b].id))
	})
	return order
}

// Missing is the verdict of a slot to which no claim was matched. Where a claim came
// close it says what kept it away.
func Missing(slot spec.ClaimSlot, cs []spec.Claim, t spec.Terms) spec.Verdict {
	note := fmt.Sprintf("no claim is about %s", scope(slot))
	fix := fmt.Sprintf("State a claim with quantity %q", slot.Quantity)
	if slot.Variable != "" {
		fix += fmt.Sprintf(", variable %q", slot.Variable)
	}
	if len(slot.Groups) > 0 {
		fix += fmt.Sprintf(" and groups %q", slot.Groups)
	}
	for _, j := range byContent(cs, func(c spec.Claim) (string, spec.Claim) { return c.ID, c }) {
		c := cs[j]
		switch {
		case !t.Same(slot.Quantity, c.Quantity):
			continue
		case Eligible(slot, c, t):
			note += fmt.Sprintf("; %s is, but answers another slot", name(c))
		case slot.Variable != "" && !t.Same(slot.Variable, c.Variable):
			note += fmt.Sprintf("; %s names the variable %q", name(c), c.Variable)
		default:
			note += fmt.Sprintf("; %s names the groups %q", name(c), c.Groups)
		}
		break
	}
	return spec.MissingVerdict(spec.ClaimMissing, note, fix+".")
}

func scope(slot spec.ClaimSlot) string {
	s := slot.Quantity
	if slot.Variable != "" && slot.Variable != slot.Quantity {
		s += fmt.Sprintf(" (%s)", slot.Variable)
	}
	if len(slot.Groups) > 0 {
		s += fmt.Sprintf(" of %q", slot.Groups)
	}
	return s
}

// name is how messages call a claim.
func name(c spec.Claim) string {
	if c.ID == "" {
		return "the claim"
	}
	return c.ID
}
