package oracle_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
)

// crossScripts are the scripts that say what Python's libraries compute, with the random
// data that each is given.
var crossScripts = map[string]func(seed uint64) string{
	"models.py":       randomModels,
	"designed.py":     randomDesign,
	"multivariate.py": randomGroups,
	"regression.py":   randomPanel,
	"resampling.py":   randomLives,
	"bootstrap.py":    randomLives,
	"dynamics.py":     randomSignals,
	"smoothing.py":    randomCurve,
	"diagnostic.py":   randomCurve,
	"classical.py":    randomTrials,
	"predicted.py":    randomForecasts,
}

// uncrossed are the estimators that none of numpy, scipy, statsmodels, scikit-learn and
// pandas has, with what holds them instead.
var uncrossed = map[string]string{
	"loess":            "statsmodels has lowess only; TestR holds it against R's loess",
	"attoclock_offset": "strong-field physics: internal/attoclock holds it against published numbers",
	"yukawa_energy":    "strong-field physics: internal/attoclock holds it against published numbers",
	"barrier_field":    "strong-field physics: internal/attoclock holds it against closed forms",
}

// TestEveryEstimatorIsCrossed finds each built-in estimator in a script, or here with the
// reason why it is in none. The long tests run the scripts and take their records.
func TestEveryEstimatorIsCrossed(t *testing.T) {
	found := map[string]bool{}
	for _, script := range slices.Sorted(maps.Keys(crossScripts)) {
		text, err := os.ReadFile(filepath.Join("testdata", script))
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("ASSAY_LONG") == "" {
			for _, e := range oracle.Default().All() {
				found[e.Name] = found[e.Name] || strings.Contains(string(text), `"`+e.Name+`"`)
			}
			continue
		}
		file := filepath.Join(t.TempDir(), "data.csv")
		if err := os.WriteFile(file, []byte(crossScripts[script](0)), 0o644); err != nil {
			t.Fatal(err)
		}
		out := printed(t, script, file, "0")
		var records []struct{ Estimator string }
		if err := json.Unmarshal(out, &records); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		for _, r := range records {
			found[r.Estimator] = true
		}
	}
	for _, e := range oracle.Default().All() {
		why, excused := uncrossed[e.Name]
		switch {
		case !found[e.Name] && !excused:
			t.Errorf("%s is held against no library; add it to a script of testdata, or say here why none has it", e.Name)
		case found[e.Name] && excused:
			t.Errorf("%s is excused (%s), but a script has it", e.Name, why)
		case excused && strings.TrimSpace(why) == "":
			t.Errorf("%s is excused for no reason", e.Name)
		}
	}
	for name := range uncrossed {
		if _, ok := oracle.Default().Find(name); !ok {
			t.Errorf("%s is excused, but is no estimator", name)
		}
	}
}
