package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/direction"
	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/spec"
)

// Unasked is what the oracle's answers say against the direction of a claim that no slot
// asks for, as a sentence; empty where they say nothing against it. They are asked where
// they are of the claim's quantity, variable, groups and population, and refute it only
// where none of them agrees.
func Unasked(c spec.Claim, truth map[string]Truth, t spec.Terms) string {
	ids := make([]string, 0, len(truth))
	for id := range truth {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	against := ""
	for _, id := range ids {
		tr := truth[id]
		if c.Direction == "" || !sameScope(tr.Slot, c, t) {
			continue
		}
		for _, rep := range tr.Reports {
			if rep.Error != "" {
				continue
			}
			switch said, why := direction.Of(tr.Slot, magnitude.AsResult(tr.Slot, rep), c.Direction, c.Groups, t); {
			case said == direction.Agrees:
				return ""
			case said == direction.Refutes && against == "":
				against = fmt.Sprintf("%s says %s, but by the data it is not so: %s", name(c), direction.Sentence(c.Direction, c.Groups), strings.TrimSpace(why))
			}
		}
	}
	return against
}

// sameScope reports whether a result slot is about what a claim is about. The elements of
// an array are found by the names of the claim's groups; a single number has its own.
func sameScope(rs spec.ResultSlot, c spec.Claim, t spec.Terms) bool {
	return t.Same(rs.Quantity, c.Quantity) && t.Same(rs.Variable, c.Variable) && t.Same(rs.Population, c.Population) &&
		(t.SameSet(rs.Groups, c.Groups) || len(c.Groups) > 1 && len(rs.Groups) > len(c.Groups))
}
