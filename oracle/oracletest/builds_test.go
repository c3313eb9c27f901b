package oracletest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/oracle/oracletest"
	"github.com/assaybench/assay/spec"
	"github.com/google/go-cmp/cmp"
)

// entry is what one call gave, and how results that state it, its variants and numbers
// near by were judged.
type entry struct {
	Call     string
	Error    string   `json:",omitempty"`
	Value    []string // in hexadecimal, every bit
	Others   []string // statistic, df, p-value and uncertainties
	Floor    spec.Tolerance
	Variants []string
	Verdicts []string
}

// transcript makes every call of the conformance suite on fixed data.
func transcript(t *testing.T) []entry {
	t.Helper()
	var out []entry
	seeds := 1
	if os.Getenv("ASSAY_LONG") != "" {
		seeds = 3
	}
	for seed := range seeds {
		views := map[string]*oracle.View{"v": oracle.ViewOf("v", oracletest.Example(seed))}
		for i, c := range oracletest.Builtin() {
			given, err := json.Marshal(c.Args)
			if err != nil {
				t.Fatal(err)
			}
			e := entry{Call: fmt.Sprintf("%d %d %s %s", seed, i, c.Estimator, given)}
			a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.Estimator, View: "v", Args: c.Args}, views, 0.95)
			if err != nil {
				e.Error = err.Error()
				out = append(out, e)
				continue
			}
			e.Value, e.Floor = bits(a.Value), a.Floor
			for _, v := range []spec.Value{a.Statistic, a.DF, a.PValue} {
				e.Others = append(e.Others, bits(v)...)
			}
			for _, u := range a.Uncertainty {
				for _, v := range []spec.Value{u.Lower, u.Upper, u.Value} {
					e.Others = append(e.Others, bits(v)...)
				}
			}
			candidates := []spec.Value{a.Value}
			for _, v := range a.Variants {
				if same := verdict(a, a.Value); !v.Answer.Value.Missing() && verdict(a, v.Answer.Value) == same {
					continue // it cannot be told from the answer here, so that some estimators leave it out
				}
				e.Variants = append(e.Variants, v.Name)
				candidates = append(candidates, v.Answer.Value)
			}
			if x, ok := a.Value.Number(); ok {
				for _, shift := range []float64{3.3e-14, 3.3e-7, 4.7e-5, 0.13} {
					candidates = append(candidates, spec.NumberValue(x.F*(1+shift)+shift))
				}
			}
			for _, v := range candidates {
				if !v.Missing() {
					e.Verdicts = append(e.Verdicts, verdict(a, v))
				}
			}
			out = append(out, e)
		}
	}
	return out
}

// verdict is how a result with a value is judged, check by check.
func verdict(a oracle.Answer, v spec.Value) string {
	slot := spec.ResultSlot{ID: "s", Estimand: "e", Order: "given"}
	r := spec.Result{ID: "r", Estimand: "e", Method: "m", Value: v, Index: a.Index}
	got := oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
	s := fmt.Sprintf("%v", got.Score)
	for _, c := range got.Checks {
		s += fmt.Sprintf(" %s:%v:%s", c.Name, c.Pass, c.Code)
	}
	return s
}

// bits are the numbers of a value to the last bit.
func bits(v spec.Value) []string {
	switch v.Kind {
	case spec.ValueNumber:
		return []string{strconv.FormatFloat(v.Num.F, 'x', -1, 64)}
	case spec.ValueArray:
		var out []string
		for _, it := range v.Items {
			out = append(out, bits(it)...)
		}
		return out
	case spec.ValueTable:
		var out []string
		for _, row := range v.Rows {
			for _, it := range row {
				out = append(out, bits(it)...)
			}
		}
		return out
	}
	return nil
}

// transcriptFile names the file in which a test binary of another build leaves its
// transcript.
const transcriptFile = "ASSAY_TRANSCRIPT"

// TestTranscript makes all calls twice: the same in every bit.
func TestTranscript(t *testing.T) {
	first := transcript(t)
	if len(first) < 200 {
		t.Fatalf("only %d calls", len(first))
	}
	if diff := cmp.Diff(first, transcript(t)); diff != "" {
		t.Errorf("the second time is another: %s", diff)
	}
	if path := os.Getenv(transcriptFile); path != "" {
		text, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBuilds, of the long tests, makes the transcript with gonum's assembly and without,
// and for processors that fuse multiply and add: every verdict is the same, values of
// double-double are the same in every bit, and all others within their floor.
func TestBuilds(t *testing.T) {
	if os.Getenv("ASSAY_LONG") == "" {
		t.Log("one build only; the long tests compare three")
		return
	}
	builds := []struct {
		name, env string
		flags     []string
	}{{"plain", "GOAMD64=v1", nil}, {"noasm", "GOAMD64=v1", []string{"-tags", "noasm"}}, {"v3", "GOAMD64=v3", nil}}
	var all [][]entry
	for _, b := range builds {
		path := filepath.Join(t.TempDir(), b.name+".json")
		cmd := exec.Command("go", append(append([]string{"test", "-count=1", "-run", "^TestTranscript$"}, b.flags...), ".")...)
		cmd.Env = append(os.Environ(), b.env, transcriptFile+"="+path)
		if out, err := cmd.CombinedOutput(); err != nil {
			if bytes.Contains(out, []byte("requires v3 microarchitecture support")) {
				t.Logf("this processor cannot run %s", b.name)
				continue
			}
			t.Fatalf("%s: %v\n%s", b.name, err, out)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var es []entry
		if err := json.Unmarshal(text, &es); err != nil {
			t.Fatal(err)
		}
		all = append(all, es)
	}
	for k, es := range all[1:] {
		if len(es) != len(all[0]) {
			t.Fatalf("build %d makes %d calls, not %d", k+1, len(es), len(all[0]))
		}
		exact := 0
		for i, e := range es {
			same, err := e.sameAs(all[0][i])
			if err != nil {
				t.Errorf("build %d: %s: %v", k+1, e.Call, err)
			}
			if same {
				exact++
			}
		}
		t.Logf("build %d: %d of %d values are the same in every bit", k+1, exact, len(es))
	}
}

// sameAs reports whether the value of another build is the same in every bit, and what
// differs that must not.
func (e entry) sameAs(o entry) (exact bool, err error) {
	if e.Call != o.Call || e.Error != o.Error {
		return false, fmt.Errorf("%s %q became %s %q", o.Call, o.Error, e.Call, e.Error)
	}
	if !slices.Equal(e.Verdicts, o.Verdicts) || !slices.Equal(e.Variants, o.Variants) {
		return false, errors.New("other verdicts: " + cmp.Diff(o.Verdicts, e.Verdicts) + cmp.Diff(o.Variants, e.Variants))
	}
	exact = slices.Equal(e.Value, o.Value)
	if !exact && doubled(e.Call) {
		return exact, fmt.Errorf("double-double gives %v, then %v", o.Value, e.Value)
	}
	loose := e.Floor
	loose.Rel, loose.Abs = math.Max(loose.Rel, 1e-9), math.Max(loose.Abs, 1e-13)
	for _, pair := range [][2][]string{{e.Value, o.Value}, {e.Others, o.Others}} {
		if len(pair[0]) != len(pair[1]) {
			return exact, errors.New("other numbers")
		}
		for i := range pair[0] {
			x, _ := strconv.ParseFloat(pair[0][i], 64)
			y, _ := strconv.ParseFloat(pair[1][i], 64)
			if !loose.Close(x, y) {
				return exact, fmt.Errorf("%v became %v, further than %+v", y, x, loose)
			}
		}
	}
	return exact, nil
}

// inFloat64 are the estimators whose value is computed in float64, or by functions of it:
// a fused multiply and add may change its last bits. Every other one is in double-double
// up to its last rounding, and the same in every bit.
var inFloat64 = []string{
	"kde", "kde_cumulative", "kde_mode", "kde_bandwidth", "lowess", "loess", "isotonic", "smoothing_spline", "spline", "spline_integral", "savgol", "ewma", // internal/smooth
	"fft", "periodogram", "centroid", "line_area", "sampled_integral", // transforms and areas
	"ode", "trajectory", "attoclock_offset", "yukawa_energy", "barrier_field", // steps of a solver
	"t_power", "t_sample_size", "anova_power", "proportion_power", "studentized_range_p", "studentized_range_quantile", // probabilities
	"bartlett", "fisher_exact", "ami", // logarithms, and sums of probabilities
	"factorial_anova_table", // holds p-values
}

// doubled reports whether a call is one of an estimator of double-double.
func doubled(call string) bool {
	return !slices.Contains(inFloat64, strings.Fields(call)[2])
}
