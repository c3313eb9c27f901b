package spec_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/spec"
)

func TestToleranceClose(t *testing.T) {
	for _, tt := range []struct {
		name      string
		tol       spec.Tolerance
		cand, orc float64
		want      bool
	}{
		{"N01 no hidden absolute part", spec.Tolerance{Rel: 1e-5}, 9.9e-12, 3.2e-20, false},
		{"N02 factor two far below one", spec.Tolerance{Rel: 1e-5}, 3.16e-30, 1.58e-30, false},
		{"N02 zero wants zero", spec.Tolerance{Rel: 1e-5}, 1e-300, 0, false},
		{"N02 zero with an absolute part", spec.Tolerance{Abs: 1e-299}, 1e-300, 0, true},
		{"N02 subnormal factor two", spec.Tolerance{Rel: 0.5}, 2e-320, 1e-320, false},
		{"N03 small scale", spec.Tolerance{Rel: 1e-2}, 0, 0.001, false},
		{"N03 large scale", spec.Tolerance{Rel: 1e-3}, 51234.5, 51234.0, true},
		{"N04 lower bound is inclusive", spec.Tolerance{Abs: 0.001}, 0.299, 0.3, true},
		{"N04 upper bound is inclusive", spec.Tolerance{Abs: 0.001}, 0.301, 0.3, true},
		{"N04 beyond the bound", spec.Tolerance{Abs: 0.001}, 0.2989, 0.3, false},
		{"N04 relative bound is inclusive", spec.Tolerance{Rel: 0.1}, 1.1, 1, true},
		{"N07 exact count", spec.Tolerance{}, 123459, 123456, false},
		{"N07 numbers, not text", spec.Tolerance{Rel: 1e-5}, 1.000049, 1.00005, true},
		{"N22 NaN equals nothing", spec.Tolerance{Abs: 1e9}, math.NaN(), math.NaN(), false},
		{"infinite candidate", spec.Tolerance{Abs: math.MaxFloat64}, math.Inf(1), math.Inf(1), false},
		{"N26 minus zero is zero", spec.Tolerance{}, math.Copysign(0, -1), 0, true},
		{"scale carries an oracle of zero", spec.Tolerance{Rel: 1e-6, Scale: 1}, 1e-7, 0, true},
		{"huge difference", spec.Tolerance{Rel: 1}, math.MaxFloat64, -math.MaxFloat64, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.tol.Close(tt.cand, tt.orc); got != tt.want {
				t.Errorf("Close(%v, %v) with %v is %v", tt.cand, tt.orc, tt.tol, got)
			}
		})
	}
}

func TestToleranceLaws(t *testing.T) {
	finite := rapid.Float64Range(-1e12, 1e12)
	rapid.Check(t, func(t *rapid.T) {
		tol := spec.Tolerance{Abs: rapid.Float64Range(0, 1e3).Draw(t, "abs"), Rel: rapid.Float64Range(0, 1).Draw(t, "rel"), Scale: rapid.Float64Range(0, 1e3).Draw(t, "scale")}
		c, o := finite.Draw(t, "c"), finite.Draw(t, "o")
		if !tol.Close(o, o) {
			t.Fatal("a number is not close to itself")
		}
		if tol.Close(c, o) != tol.Close(-c, -o) {
			t.Fatal("sign matters")
		}
		wider := tol
		wider.Abs *= 2
		if tol.Close(c, o) && !wider.Close(c, o) {
			t.Fatal("a wider tolerance refuses what a narrower one accepts")
		}
	})
}

func TestNumberInterval(t *testing.T) {
	for _, tt := range []struct {
		text   string
		lo, hi float64
	}{{"0.22", 0.215, 0.225}, {"1358", 1357.5, 1358.5}, {"1.20", 1.195, 1.205}, {"-3", -3.5, -2.5}, {"1.5e3", 1450, 1550}} {
		n, err := spec.ParseNumber(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := n.Interval()
		if math.Abs(lo-tt.lo) > 1e-9 || math.Abs(hi-tt.hi) > 1e-9 {
			t.Errorf("%s is [%v, %v]", tt.text, lo, hi)
		}
	}
}

func TestParseNumberRefuses(t *testing.T) {
	for _, s := range []string{"", "abc", "1,5", "0x10", "+1", ".5", "1.", "nan", "1e", "--1", `"1"`, "[1]"} {
		if n, err := spec.ParseNumber(s); err == nil {
			t.Errorf("%q was read as %v", s, n)
		}
	}
}

func TestValueRoundTrip(t *testing.T) {
	for _, in := range []string{`null`, `1.50`, `-0`, `9223372036854775808`, `"g"`, `"NaN"`, `"-Infinity"`, `true`, `[]`, `[1,null,"x",[2]]`, `{"columns":["a","b"],"rows":[[1,"x"],[null,2]]}`} {
		var v spec.Value
		if err := json.Unmarshal([]byte(in), &v); err != nil {
			t.Fatalf("%s: %v", in, err)
		}
		out, err := json.Marshal(v)
		if err != nil || string(out) != in {
			t.Errorf("%s became %s (%v)", in, out, err)
		}
	}
	for _, in := range []string{`{"columns":["a"],"rows":[[1,2]]}`, `{"a":1}`, `{"columns":3}`} {
		var v spec.Value
		if err := json.Unmarshal([]byte(in), &v); err == nil {
			t.Errorf("%s was read as %v", in, v)
		}
	}
}

// N26, D23: missing, NaN and 0 are three things.
func TestN26_MissingIsNotZero(t *testing.T) {
	var missing, zero, nan spec.Value
	for in, v := range map[string]*spec.Value{`null`: &missing, `0`: &zero, `"NaN"`: &nan} {
		if err := json.Unmarshal([]byte(in), v); err != nil {
			t.Fatal(err)
		}
	}
	if !missing.Missing() || zero.Missing() || nan.Missing() {
		t.Error("states are mixed up")
	}
	if _, ok := missing.Number(); ok {
		t.Error("a missing value has a number")
	}
	if n, ok := nan.Number(); !ok || n.Finite() {
		t.Error("NaN is not a non-finite number")
	}
}

func TestJudge(t *testing.T) {
	pass := spec.Check{Name: "a", State: spec.StateScored, Pass: true}
	soft := spec.Check{Name: "b", State: spec.StateScored}
	hard := spec.Check{Name: "c", State: spec.StateScored, Decisive: true}
	na := spec.Check{Name: "d", State: spec.StateNotApplicable, Pass: true}
	open := spec.Check{Name: "e", State: spec.StateUnscored}
	gate := spec.Check{Name: "f", State: spec.StateScored, Hard: true}
	for _, tt := range []struct {
		name   string
		checks []spec.Check
		score  float64
		state  spec.State
	}{
		{"D11 no check is no pass", nil, 0, spec.StateScored},
		{"V16 only inapplicable checks are no pass", []spec.Check{na}, 0, spec.StateScored},
		{"all pass", []spec.Check{pass, na}, 1, spec.StateScored},
		{"half", []spec.Check{pass, soft}, 0.5, spec.StateScored},
		{"decisive", []spec.Check{pass, pass, hard}, 0, spec.StateScored},
		{"open", []spec.Check{pass, open}, 0, spec.StateUnscored},
		{"decisive beats open", []spec.Check{open, hard}, 0, spec.StateScored},
		{"hard constraints stand apart", []spec.Check{pass, gate}, 1, spec.StateScored},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if v := spec.Judge("x", tt.checks); v.Score != tt.score || v.State != tt.state {
				t.Errorf("score %v, state %v", v.Score, v.State)
			}
		})
	}
}

func TestTerms(t *testing.T) {
	terms := spec.NewTerms(map[string][]string{"mean_difference": {"difference in means"}})
	for _, tt := range []struct {
		a, b string
		want bool
	}{{"Body Mass", "body_mass", true}, {"difference-in-means", "Mean difference", true}, {"mass", "massive", false}, {"valid", "invalid", false}, {"", "x", false}} {
		if terms.Same(tt.a, tt.b) != tt.want {
			t.Errorf("%q and %q", tt.a, tt.b)
		}
	}
	if !terms.SameSet([]string{"B", "a"}, []string{"A", "b"}) || terms.SameSet([]string{"a", "a"}, []string{"a", "b"}) {
		t.Error("sets")
	}
	if d := cmp.Diff(true, terms.SameList([]string{"a", "B"}, []string{"A", "b"})); d != "" {
		t.Error(d)
	}
}
