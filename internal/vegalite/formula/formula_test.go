package formula_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// The wanted values are those of ECMAScript and of Vega's expression functions, written by
// hand from their definitions.
func TestEval(t *testing.T) {
	row := formula.Row{"a": 3.0, "b": "4", "n": nil, "s": "Gentoo", "d": formula.Date(1577836800000), "o": map[string]any{"in": 7.0}, "body mass": 5.0, "l": []any{1.0, 2.0}}
	for _, c := range []struct {
		text string
		want any
	}{
		{"1 + 2 * 3", 7.0},
		{"(1 + 2) * 3", 9.0},
		{"2 ** 3 ** 2", 512.0},
		{"-2 * -datum.a", 6.0},
		{"7 % 4 - -7 % 4", 6.0},
		{"datum.a + datum.b", "34"},
		{"datum.a * datum.b", 12.0},
		{"+datum.b + 1", 5.0},
		{"datum['body mass'] / 2", 2.5},
		{"datum.o.in + datum.l[1] + datum.l.length", 11.0},
		{"datum.none", formula.Undefined{}},
		{"datum.none.deeper", formula.Undefined{}},
		{"datum.n + 1", 1.0},
		{"datum.none + 1", math.NaN()},
		{"datum.n == datum.none", true},
		{"datum.n === datum.none", false},
		{"datum.b == 4", true},
		{"datum.b === 4", false},
		{"datum.s != 'Adelie' && datum.a >= 3", true},
		{"datum.s < 'H' || missing", nil}, // an error, below
		{"'10' < '9'", true},
		{"10 < 9", false},
		{"NaN < 1 || NaN >= 1", false},
		{"datum.a > 2 ? 'big' : 'small'", "big"},
		{"if(datum.a > 5, 1, 2)", 2.0},
		{"!datum.n && !0 && !''", true},
		{"year(datum.d) + month(datum.d) + date(datum.d) + day(datum.d)", 2024.0},
		{"month(datetime(2007, 5, 3))", 5.0},
		{"datetime(2007, 0) < datetime(2007, 1)", true},
		{"time('1970-01-02')", 86400000.0},
		{"round(2.5) + round(-2.5) + floor(-1.5) + ceil(1.2)", 1.0},
		{"log(E) + pow(2, 10) + sqrt(16) + abs(-1) + exp(0)", 1031.0},
		{"min(3, 1, 2) + max(3, 1, 2) + clamp(5, 0, 2)", 6.0},
		{"inrange(3, [4, 1])", true},
		{"isValid(datum.n) || isValid(NaN) || isValid(datum.none)", false},
		{"isNumber(datum.a) && isString(datum.s) && !isNumber(datum.b)", true},
		{"toNumber('') === null && toNumber('2.5') == 2.5", true},
		{"upper(datum.s) + length(datum.s) + slice(datum.s, 0, 3) + slice(datum.s, -3)", "GENTOO6Gentoo"},
		{"indexof(datum.s, 'too') + indexof(datum.l, 2)", 4.0},
		{"replace('a-b-c', '-', '+')", "a+b-c"},
		{"1e21 + ' ' + 1e-7 + ' ' + 0.1 + ' ' + -0", "1e+21 1e-7 0.1 0"},
		{"p * 2", 8.0},
		{"\"it's\" + 'x\\n'", "it'sx\n"},
	} {
		e, err := formula.Parse(c.text, map[string]any{"p": 4.0})
		if c.want == nil {
			if err == nil {
				t.Errorf("%s: no error", c.text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if d := cmp.Diff(c.want, e.Eval(row, map[string]any{"p": 4.0}), cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s: %s", c.text, d)
		}
	}
}

// What is not known is named.
func TestUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"random()":                     "the function random is not supported",
		"datum.a.map(x => x)":          "is not supported in an expression",
		"window.alert(1)":              `the name "window" is not known`,
		"datum.a; 1":                   `";" is not supported`,
		"1 +":                          "a value is missing at the end",
		"(1":                           `")" is missing at the end`,
		"1 2":                          `"2" is not expected there`,
		"'open":                        "a text is not closed",
		"pow(1)":                       "the function pow does not take 1 arguments",
		"datum.":                       "a name is missing behind the dot",
		"":                             "a value is missing",
		strings.Repeat("(", 5000):      "at most 4096 are read",
		strings.Repeat("(", 200):       "nested more than 100 deep",
		strings.Repeat("!", 200) + "1": "nested more than 100 deep",
		strings.Repeat("1?", 200):      "nested more than 100 deep",
	} {
		if _, err := formula.Parse(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

// Text that is put together by parts that double stays bounded.
func TestBounded(t *testing.T) {
	e, err := formula.Parse("datum.s + datum.s", nil)
	if err != nil {
		t.Fatal(err)
	}
	row := formula.Row{"s": "ab"}
	for range 60 {
		row["s"] = e.Eval(row, nil)
	}
	if n := len(row["s"].(string)); n != 1<<16 {
		t.Errorf("%d bytes", n)
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]float64{
		"1970-01-01": 0, "1970-01-01T00:00:01Z": 1000, "1970-01-02 00:00": 86400000, "1971": 365 * 86400000, "1970-02": 31 * 86400000, "1970/1/2": 86400000, "Jan 2 1970": 86400000, "1/2/1970": 86400000,
		"1970-01-01T01:00:00+01:00": 0,
	} {
		if got := formula.ParseDate(text); got != formula.Date(want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if d, ok := formula.ParseDate("no date").(formula.Date); !ok || !math.IsNaN(float64(d)) {
		t.Errorf("%v", d)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"datum.a + 1", "if(datum['x'] > 2, 'a', null)", "inrange(datum.a, [1, 2])", "-(1 ** 2) % 3", "a ? b : c", "datetime(2000, 1e300)", "slice('é', -1e308, NaN)", "!!datum.l[0.5]"} {
		f.Add(s)
	}
	row := formula.Row{"a": 1.5, "x": "text", "l": []any{nil, true}}
	f.Fuzz(func(t *testing.T, s string) {
		if e, err := formula.Parse(s, nil); err == nil {
			formula.Text(e.Eval(row, nil))
		}
	})
}
