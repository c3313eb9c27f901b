package spec_test

import (
	"testing"

	"github.com/assaybench/assay/spec"
)

func TestTermsOfNumbers(t *testing.T) {
	terms := spec.NewTerms(map[string][]string{"1": {"January"}, "-1": {"below zero"}})
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"body_mass", "Body-Mass ", true}, {"body mass", "bodymass", false}, {"", "", true}, {"", "x", false},
		{"January", "1", true}, {"january", "-1", false}, {"Below-Zero", "-1", true},
		{"-1", "1", false}, {" -0.5", "0.5", false}, {"-1", "- 1", false}, {"dose-1", "dose 1", true}, {"2020-01-02", "2020 01 02", true},
	} {
		if got := terms.Same(c.a, c.b); got != c.same {
			t.Errorf("Same(%q, %q) is %v", c.a, c.b, got)
		}
	}
}
