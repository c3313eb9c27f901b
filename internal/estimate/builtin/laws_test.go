package builtin_test

import (
	"slices"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
)

// The laws are those of the public suite, on the registry that users get.
func TestConformance(t *testing.T) { oracletest.Run(t, oracle.Default(), oracletest.Builtin()...) }

func TestEveryEstimatorHasACase(t *testing.T) {
	cases := oracletest.Builtin()
	for _, e := range oracle.Default().All() {
		if !slices.ContainsFunc(cases, func(c oracletest.Case) bool { return c.Estimator == e.Name }) {
			t.Errorf("%s has no case in the conformance suite", e.Name)
		}
		if e.Summary == "" || e.Formula == "" {
			t.Errorf("%s is not described", e.Name)
		}
	}
}
