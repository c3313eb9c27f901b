package tail_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// folder holds the reference digits beside the repository, from which digits.txt has them.
const folder = "../../../shared/data/nist"

// TestDigitsAreCarried finds each reference value of the folder in digits.txt, where
// TestDigits tries it; one that is too small for a float64 must come out as 0.
func TestDigitsAreCarried(t *testing.T) {
	if _, err := os.Stat(filepath.Dir(folder)); os.IsNotExist(err) {
		t.Logf("there is no folder %s: nothing is held against it", folder)
		return
	}
	text, err := os.ReadFile(filepath.Join(folder, "distribution_reference_digits.json"))
	if err != nil {
		t.Fatal(err)
	}
	var values []struct {
		K string
		A []float64
		V string
	}
	if err := json.Unmarshal(text, &values); err != nil {
		t.Fatal(err)
	}
	if len(values) == 0 {
		t.Fatal("the folder holds no values")
	}
	carried := map[string]string{}
	for line := range strings.Lines(reference) {
		if f := strings.Fields(line); len(f) == 3 {
			carried[key(t, f[0], strings.Split(f[1], ","))] = f[2]
		}
	}
	for _, v := range values {
		words := make([]string, len(v.A))
		for i, a := range v.A {
			words[i] = strconv.FormatFloat(a, 'g', -1, 64)
		}
		if x, _ := strconv.ParseFloat(v.V, 64); x == 0 {
			if got := functions[v.K](v.A); got != 0 {
				t.Errorf("%s %v is %v, which no float64 is near", v.K, v.A, got)
			}
			continue
		}
		got, ok := carried[key(t, v.K, words)]
		x, _ := strconv.ParseFloat(got, 64)
		if want, _ := strconv.ParseFloat(v.V, 64); !ok || x != want {
			t.Errorf("%s %v is %q in digits.txt, %s in the folder", v.K, v.A, got, v.V)
		}
	}
}

// key names a function with its arguments as numbers, however they are written.
func key(t *testing.T, name string, args []string) string {
	t.Helper()
	for _, a := range args {
		x, err := strconv.ParseFloat(a, 64)
		if err != nil {
			t.Fatal(err)
		}
		name += " " + strconv.FormatFloat(x, 'g', -1, 64)
	}
	return name
}
