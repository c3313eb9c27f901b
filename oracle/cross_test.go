package oracle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// randomModels are rows of y linear in x and z with unequal errors, b logistic and c
// Poisson in them, weights w and groups g.
func randomModels(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	n := 60 + r.IntN(200)
	var b strings.Builder
	b.WriteString("x,z,y,b,c,w,g\n")
	for range n {
		x, z := 5+2*r.NormFloat64(), 3*r.ExpFloat64()
		y := 1 + 2*x - z + (0.5+z)*r.NormFloat64()
		hit, events := 0, 0
		if r.Float64() < 1/(1+math.Exp(-0.5*(x-5-0.2*z))) {
			hit = 1
		}
		for t := r.ExpFloat64(); t < math.Exp(0.2*x); t += r.ExpFloat64() {
			events++
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%.5f,%d,%d,%.3f,%d\n", x, z, y, hit, events, 0.1+4*r.Float64(), r.IntN(12))
	}
	return b.String()
}

// Models on random data have the numbers of statsmodels and scipy.
func TestModelsAgainstPython(t *testing.T) { numbersAgainst(t, "models.py", 90, randomModels) }

// numbersAgainst holds each value, standard error or p-value that a script prints against
// the oracle's.
func numbersAgainst(t *testing.T, script string, atLeast int, data func(seed uint64) string) {
	t.Helper()
	type theirs struct {
		Estimator string
		Args      map[string]spec.Value
		Field     string
		Value     float64
		Rel       float64
	}
	againstPython(t, script, atLeast, data, func(t *testing.T, views map[string]*oracle.View, c theirs) {
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "data", Args: c.Args}, views, 0)
		if err != nil {
			t.Errorf("%s %v: %v", c.Estimator, c.Args, err)
			return
		}
		got := a.Value.Num.F
		switch c.Field {
		case "se":
			got = uncertainty(a, spec.UncertaintySE).Value.Num.F
		case "p":
			got = a.PValue.Num.F
		}
		if !(math.Abs(got-c.Value) <= c.Rel*math.Abs(c.Value)) {
			t.Errorf("%s %v: %s is %v, theirs %v", c.Estimator, c.Args, c.Field, got, c.Value)
		}
	})
}

// againstPython runs a script of testdata on random data (one draw, ten in the long
// tests) and checks each of the records that it prints, atLeast so many.
func againstPython[T any](t *testing.T, script string, atLeast int, data func(seed uint64) string, check func(t *testing.T, views map[string]*oracle.View, theirs T)) {
	t.Helper()
	draws := 1
	if os.Getenv("ASSAY_LONG") != "" {
		draws = 10
	}
	for seed := range draws {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			csv := data(uint64(seed))
			file := filepath.Join(t.TempDir(), "data.csv")
			if err := os.WriteFile(file, []byte(csv), 0o644); err != nil {
				t.Fatal(err)
			}
			text := printed(t, script, file, fmt.Sprint(seed))
			var all []T
			if err := json.Unmarshal(text, &all); err != nil {
				t.Fatal(err)
			}
			if len(all) < atLeast {
				t.Fatalf("only %d records", len(all))
			}
			views := viewsOf(t, csv, map[string]spec.View{"data": {Asset: "data.csv"}})
			for _, c := range all {
				check(t, views, c)
			}
		})
	}
}
