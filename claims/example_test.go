package claims_test

import (
	"fmt"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/spec"
)

// A claim of the right size and the wrong direction is contradicted, with its reason.
func ExampleFidelity() {
	slot := spec.ClaimSlot{ID: "heavier", Quantity: "body mass", Groups: []string{"Gentoo", "Adelie"}, Direction: spec.Greater,
		Magnitude: &spec.MagnitudeRule{Result: "difference", Absolute: true}}
	truth := map[string]claims.Truth{"difference": {
		Slot:    spec.ResultSlot{ID: "difference", Groups: []string{"Gentoo", "Adelie"}, Unit: "g"},
		Reports: []spec.OracleReport{{Value: spec.NumberValue(1375.354)}},
	}}
	claim := spec.Claim{ID: "c1", Quantity: "body mass", Groups: []string{"Adelie", "Gentoo"}, Direction: spec.Greater,
		Text: "Adelie penguins are heavier than Gentoo penguins by 1.38 kg.", Magnitude: &spec.Magnitude{Value: spec.NumberValue(1.38), Unit: "kg"}}
	v := claims.Fidelity(slot, claim, truth, spec.NewTerms(nil))
	fmt.Println(v.Score, v.Contradicts)
	for _, c := range v.Checks {
		if c.State == spec.StateScored {
			fmt.Printf("%s %v\n", c.Name, c.Pass)
		}
		if c.Note != "" {
			fmt.Println(c.Note)
		}
	}
	// Output:
	// 0 true
	// quantity true
	// groups true
	// direction false
	// c1 says Gentoo less than Adelie, but the data say Gentoo greater than Adelie
	// magnitude true
	// text numbers true
	// text direction true
}
