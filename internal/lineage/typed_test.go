package lineage_test

import (
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/lineage"
	"github.com/assaybench/assay/spec"
)

// A reported number that stands in the program is no computed one, whatever operations
// it went through; short numbers and comments say nothing.
func TestTypedNumbers(t *testing.T) {
	for _, tc := range []struct {
		name, code string
		value      float64
		typed      bool
	}{
		{"the number itself", "v = x * 0 + 1375.3540085069726", 1375.3540085069726, true},
		{"in a list", "value = [1.5,1375.3540085069726]", 1375.3540085069726, true},
		{"in a text", "json.loads('{\"value\": 1375.3540085069726}')", 1375.3540085069726, true},
		{"over several lines", "s = '''\n# 1375.3540085069726\n'''", 1375.3540085069726, true},
		{"with an exponent and underscores", "v = 1_375.3540085069726e0", 1375.3540085069726, true},
		{"its negative", "v = -1 * 1375.3540085069726", -1375.3540085069726, true},
		{"after an apostrophe in a comment", "# it's\nv = 1375.3540085069726", 1375.3540085069726, true},
		{"rounded", "assert abs(v - 1375.3540085) < 1e-6", 1375.3540085069726, false},
		{"seven digits", "assert round(v, 3) == 1375.354", 1375.354, false},
		{"in a comment", "v = f(x)  # 1375.3540085069726", 1375.3540085069726, false},
		{"another number", "v = 1375.3540085069727", 1375.3540085069722, false},
		{"not there", "", 1375.3540085069726, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record()
			_, m := r.grouped()
			r.leaf("/v", tc.value, r.op(3, "operator.add", num1(tc.value), m))
			o := lineage.Observe(r.trace())
			o.Typed([]byte(tc.code))
			rep := o.Reported("results.json", "/v", spec.NumberValue(tc.value))
			if got := len(rep.Untraced()) == 1; got != tc.typed {
				t.Errorf("typed: %v, want %v", got, tc.typed)
			}
		})
	}
}

func TestTypedGo(t *testing.T) {
	const v = 1375.3540085069726
	for name, tc := range map[string]struct {
		code  string
		typed bool
	}{
		"the number itself":     {"package main\nvar v = x*0 + 1375.3540085069726", true},
		"with underscores":      {"package main\nconst v = 1_375.354_008_506_9726e0", true},
		"in a text":             {"package main\nvar s = \"{\\\"value\\\": 1375.3540085069726}\"", true},
		"in a text of lines":    {"package main\nvar s = `# \"value\"\n# 1375.3540085069726 '`", true},
		"after an apostrophe":   {"package main\n// it's\nvar r, v = '\"', 1375.3540085069726", true},
		"in a comment":          {"package main // 1375.3540085069726", false},
		"in a comment of lines": {"package main /* it is\n1375.3540085069726 */", false},
		"rounded":               {"package main\nvar v = 1375.3540085", false},
		"no program":            {"1375.3540085069726 \x00 `", true},
		"not there":             {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := record()
			_, m := r.grouped()
			r.leaf("/v", v, r.op(3, "operator.add", num1(v), m))
			o := lineage.Observe(r.trace())
			o.TypedGo([]byte(tc.code))
			if got := len(o.Reported("results.json", "/v", spec.NumberValue(v)).Untraced()) == 1; got != tc.typed {
				t.Errorf("typed: %v, want %v", got, tc.typed)
			}
		})
	}
}

func FuzzTypedGo(f *testing.F) {
	f.Add([]byte("package main\nvar s = `1.5` // \"\n"))
	f.Fuzz(func(t *testing.T, code []byte) { lineage.Observe(trace.New(nil)).TypedGo(code) })
}

func FuzzTyped(f *testing.F) {
	f.Add([]byte("v = '''1.5''' # 1\n\"\\"))
	f.Fuzz(func(t *testing.T, code []byte) {
		o := lineage.Observe(trace.New(nil))
		o.Typed(code)
	})
}
