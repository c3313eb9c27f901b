package claims_test

import (
	"strings"
	"testing"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

func TestUnasked(t *testing.T) {
	means := spec.ResultSlot{ID: "m", Quantity: "body mass", Variable: "body_mass_g", Population: "penguins", Groups: []string{"Adelie", "Chinstrap", "Gentoo"}, Unit: "g"}
	difference := resultSlot()
	difference.Population = "penguins"
	held := map[string]claims.Truth{
		"m": {Slot: means, Reports: []spec.OracleReport{{Unit: "g", Index: texts("Adelie", "Chinstrap", "Gentoo"),
			Value: spec.Value{Kind: spec.ValueArray, Items: []spec.Value{num("3700.7"), num("3733.1"), num("5076.0")}}}}},
		"r": {Slot: difference, Reports: truth()["r"].Reports},
	}
	for text, c := range map[string]struct {
		change  func(*spec.Claim)
		against bool
	}{
		"right":               {func(*spec.Claim) {}, false},
		"right, turned round": {func(c *spec.Claim) { c.Groups, c.Direction = []string{"Adelie", "Gentoo"}, spec.Less }, false},
		"wrong":               {func(c *spec.Claim) { c.Direction = spec.Less }, true},
		"wrong of two means":  {func(c *spec.Claim) { c.Groups = []string{"Chinstrap", "Gentoo"} }, true},
		"right of two means":  {func(c *spec.Claim) { c.Groups = []string{"Gentoo", "Chinstrap"} }, false},
		"another population":  {func(c *spec.Claim) { c.Direction, c.Population = spec.Less, "male penguins" }, false},
		"another quantity":    {func(c *spec.Claim) { c.Direction, c.Quantity = spec.Less, "bill length" }, false},
		"other groups":        {func(c *spec.Claim) { c.Groups = []string{"male", "female"}; c.Direction = spec.Less }, false},
		"no direction":        {func(c *spec.Claim) { c.Direction = "" }, false},
	} {
		k := claim()
		c.change(&k)
		if got := claims.Unasked(k, held, terms); (got != "") != c.against || c.against && !strings.HasPrefix(got, k.ID+" says ") {
			t.Errorf("%s: %q", text, got)
		}
	}
}
