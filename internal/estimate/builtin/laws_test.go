package builtin_test

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
)

// TestMain draws fewer examples of each law than the long tests do (make test-long).
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f != nil && os.Getenv("ASSAY_LONG") == "" && f.Value.String() == f.DefValue {
		if err := f.Value.Set("8"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

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
