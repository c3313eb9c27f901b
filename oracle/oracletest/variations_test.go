package oracletest_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the floors and variants of the built-in estimators anew")

const variationsFile = "../../internal/estimate/builtin/variants.tsv"

// variations are the floors and variants that the answers of all cases have: the least
// floor of each case, the largest of these of each estimator.
func variations(t *testing.T) string {
	t.Helper()
	floors, names, notes := map[string]float64{}, map[string][]string{}, map[[2]string]string{}
	least := make([]float64, len(oracletest.Builtin()))
	for i := range least {
		least[i] = math.Inf(1)
	}
	for seed := range 6 {
		for _, f := range []*spec.Frame{oracletest.Example(seed), oracletest.Gapped(seed)} {
			views := map[string]*oracle.View{"v": oracle.ViewOf("v", f)}
			for i, c := range oracletest.Builtin() {
				a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "v", Args: c.Args}, views, 0.95)
				if err != nil {
					continue
				}
				least[i] = min(least[i], a.Floor.Rel)
				for _, v := range a.Variants {
					if key := [2]string{c.Estimator, v.Name}; notes[key] == "" {
						names[c.Estimator] = append(names[c.Estimator], v.Name)
						notes[key] = v.Note
					}
				}
			}
		}
	}
	for i, c := range oracletest.Builtin() {
		floors[c.Estimator] = max(floors[c.Estimator], least[i])
	}
	var b strings.Builder
	for _, e := range oracle.Default().All() {
		floor, ok := floors[e.Name]
		if !ok || math.IsInf(floor, 0) {
			t.Errorf("%s has no case that is defined", e.Name)
		}
		fmt.Fprintf(&b, "%s\t%.1g\n", e.Name, floor)
		for _, name := range names[e.Name] {
			fmt.Fprintf(&b, "%s\t%s\t%s\n", e.Name, name, notes[[2]string{e.Name, name}])
		}
	}
	return b.String()
}

// The floors, variants and units that descriptions name are those that answers have: one set
// of data in the ordinary tests, whose variants are among them; all in the long ones.
func TestVariations(t *testing.T) {
	if os.Getenv("ASSAY_LONG") == "" && !*update {
		f := oracletest.Example(0)
		f.Column("value").Unit, f.Column("x").Unit, f.Column("y").Unit = "kg", "m", "s"
		views := map[string]*oracle.View{"v": oracle.ViewOf("v", f)}
		for _, c := range oracletest.Builtin() {
			a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "v", Args: c.Args}, views, 0.95)
			if err != nil {
				t.Errorf("%s: %v", c.Estimator, err)
			}
			e, _ := oracle.Default().Find(c.Estimator)
			if unit, ok := map[string]string{"1": "1", "that of value": "kg", "that of value squared": "kg^2"}[e.Unit]; ok && a.Unit != "" && a.Unit != unit {
				t.Errorf("%s %v answers in %q; its description says %s", c.Estimator, c.Args, a.Unit, e.Unit)
			}
			for _, v := range a.Variants {
				if !slices.ContainsFunc(e.Variants, func(known oracle.Variation) bool { return known.Name == v.Name }) {
					t.Errorf("%s answers with the variant %s, which its description lacks; go test ./oracle/oracletest -run Variations -update writes it", c.Estimator, v.Name)
				}
			}
		}
		return
	}
	want := variations(t)
	if *update {
		if err := os.WriteFile(variationsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(variationsFile)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(got), "\n"), strings.Split(want, "\n")); d != "" {
		t.Errorf("variants.tsv is stale; go test ./oracle/oracletest -run Variations -update writes it anew (-file +answers):\n%s", d)
	}
}
