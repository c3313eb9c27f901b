package diagnose_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/diagnose"
	"github.com/assaybench/assay/spec"
)

var floor = spec.Tolerance{Rel: 1e-9}

func value(t testing.TB, text string) spec.Value {
	t.Helper()
	n, err := spec.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec.Value{Kind: spec.ValueNumber, Num: n}
}

func cell(t testing.TB, got string, want float64) diagnose.Cell {
	t.Helper()
	return diagnose.Cell{Cell: agree.Cell{Got: value(t, got), Want: spec.NumberValue(want)}, N: 25, Ruler: agree.Ruler{Tol: floor, Floor: floor, Factor: 1}}
}

// other is a neighbour that would have given a number.
func other(t testing.TB, name, got string, want float64) diagnose.Other {
	return diagnose.Other{Step: diagnose.Step{Kind: diagnose.Definition, Name: name, Note: "the " + name}, Cells: []diagnose.Cell{cell(t, got, want)}}
}

func question(t testing.TB, got string, want float64, others map[string]float64) diagnose.Question {
	q := diagnose.Question{Cells: []diagnose.Cell{cell(t, got, want)}, Forms: func() []diagnose.Form { return diagnose.Values("") }}
	for _, name := range []string{"median", "sum", "mode"} {
		if x, ok := others[name]; ok {
			q.Others = append(q.Others, other(t, name, got, x))
		}
	}
	return q
}

// named are the steps of the explanations, joined: "median+percent | sum".
func named(d diagnose.Diagnosis) string {
	var all []string
	for _, e := range d.Explanations {
		var steps []string
		for _, s := range e.Steps {
			steps = append(steps, s.Name)
		}
		all = append(all, strings.Join(steps, "+"))
	}
	return strings.Join(all, " | ")
}

func TestDiagnose(t *testing.T) {
	const mean = 3.4372915
	others := map[string]float64{"median": 3.1415926, "sum": 85.9322875}
	for _, c := range []struct {
		got    string
		want   float64
		others map[string]float64
		kind   diagnose.Kind
		named  string
	}{
		{"3.4372915", mean, others, diagnose.Exact, ""},
		{"3.4372915000001", mean, others, diagnose.Floor, ""},
		{"3.4373", mean, others, diagnose.Rounded, ""},
		{"3.44", mean, others, diagnose.Coarse, ""},
		{"3.4372", mean, others, diagnose.Cut, "truncated"},
		{"3.1415926", mean, others, diagnose.Variant, "median"},
		{"3.1416", mean, others, diagnose.Variant, "median"},
		{"-3.4372915", mean, others, diagnose.Variant, "sign"},
		{"343.72915", mean, others, diagnose.Variant, "percent"},
		{"0.034373", mean, others, diagnose.Variant, "fraction"},
		{"3437.2915", mean, others, diagnose.Variant, "1e3"},
		{"1.23468", mean, others, diagnose.Variant, "log"},
		{"0.536216", mean, others, diagnose.Variant, "log10"},
		{"5.362164", mean, others, diagnose.Variant, "db"},
		{"31.1026", mean, others, diagnose.Variant, "exp"},
		{"8.094203", mean, others, diagnose.Variant, "fwhm"},
		{"196.942296", mean, others, diagnose.Variant, "degrees"},
		{"11.814973", mean, others, diagnose.Variant, "square"},
		{"1.853993", mean, others, diagnose.Variant, "root"},
		{"6.874583", mean, others, diagnose.Variant, "double"},
		{"0.2909267", mean, others, diagnose.Variant, "reciprocal"},
		{"17.1864575", mean, others, diagnose.Variant, "times-root-n"},
		{"0.68745830", mean, others, diagnose.Variant, "over-root-n"},
		{"85.9322875", mean, others, diagnose.Variant, "sum"}, // the sum, and n times the value as well: what is named comes first
		{"3.367844", mean, others, diagnose.Variant, "root-n-for-n-1"},
		{"314.15926", mean, others, diagnose.Variant, "median+percent"},
		{"-3.1415926", mean, others, diagnose.Variant, "median+sign"},
		{"9.869604064", mean, others, diagnose.Variant, "median+square"},
		{"4.12345678", mean, others, diagnose.None, ""},
		{"3.1", mean, map[string]float64{"median": 3.14, "mode": 3.06}, diagnose.Ambiguous, "median | mode"},
		{"3.1", mean, map[string]float64{"median": 3.1, "mode": 3.06}, diagnose.Ambiguous, "median | mode"},             // of two digits, the nearer is not the likelier
		{"3.100", mean, map[string]float64{"median": 3.1, "mode": 3.06}, diagnose.Variant, "median"},                    // of four it is
		{"3.1000", mean, map[string]float64{"median": 3.1, "mode": 3.10001}, diagnose.Variant, "median"},                // agrees to the floor, the other in rounding
		{"3.14159", mean, map[string]float64{"median": math.Pi, "mode": math.Pi}, diagnose.Variant, "median | mode"},    // here the same
		{"3.4", 3.7, map[string]float64{"median": 3.4}, diagnose.Variant, "median"},                                     // one neighbour, two digits: believed
		{"4", 3.7, map[string]float64{"median": 3.1}, diagnose.Coarse, ""},                                              // rounds to it
		{"3", 3.7, map[string]float64{"median": 3.1, "sum": 92.5, "mode": 8}, diagnose.Ambiguous, "median | truncated"}, // cut off, or the median
		{"2", 3.7, nil, diagnose.None, ""},                                                                              // so few digits match nearly anything
		{"0.000", 0.001, others, diagnose.None, ""},
		{"0", 3.7, others, diagnose.None, ""},
		{"0", 3.7, map[string]float64{"median": 0}, diagnose.Ambiguous, "median"}, // a number without digits tells little
		{"5", 0, others, diagnose.None, ""},
		{"NaN", mean, others, diagnose.NonFinite, ""},
		{"Infinity", mean, others, diagnose.NonFinite, ""},
		{"1e400", mean, others, diagnose.NonFinite, ""},
		{"5e-324", 1e300, others, diagnose.None, ""},
	} {
		d := diagnose.Diagnose(question(t, c.got, c.want, c.others))
		if d.Kind != c.kind || named(d) != c.named {
			t.Errorf("%s for %v: %s %q (odds %.3g of %d), want %s %q", c.got, c.want, d.Kind, named(d), d.Odds, d.Tried, c.kind, c.named)
		}
		if d.Kind.Right() != (c.kind == diagnose.Exact || c.kind == diagnose.Floor || c.kind == diagnose.Rounded) {
			t.Errorf("%s: right is %v", c.got, d.Kind.Right())
		}
		if d.Odds < 0 || d.Odds > 1 || d.Sentence("the mean") == "" {
			t.Errorf("%s: odds %v, %q", c.got, d.Odds, d.Sentence("the mean"))
		}
	}
}

func TestSentences(t *testing.T) {
	others := map[string]float64{"median": 3.14, "mode": 3.06, "sum": 3.12}
	for got, want := range map[string]string{
		"3.4372915": "3.4372915 is the mean, to the last bit",
		"3.4373":    "3.4373 is the mean, rounded to 5 digits",
		"3.44":      "3.44 is what the mean (3.4373) rounds to, but shows less than 4 digits",
		"3.4372":    "3.4372 is the mean (3.4373) with its further digits cut off, not rounded",
		"3.1":       "3.1 is not the mean (3.4373): what is reported matches 3 definitions, cannot tell which: the median; the sum; the mode",
		"312.0":     "312.0 is not the mean (3.4373): what is reported is the sum, times 100, as percent",
		"-3.4373":   "-3.4373 is not the mean (3.4373): what is reported is the value with the wrong sign",
		"2.7182":    "2.7182 is not the mean (3.4373), nor any of the 215 things it was held against",
	} {
		d := diagnose.Diagnose(question(t, got, 3.4372915, others))
		if s := d.Sentence("the mean"); s != want {
			t.Errorf("%s:\n got %s\nwant %s", got, s, want)
		}
	}
	for got, want := range map[string]string{
		"2":   "2 is not the ratio (1.2), and has too few digits to tell what else it is",
		"120": "120 is not the ratio (1.2): what is reported is the value times 100, as percent",
		"1e3": "1e3 is not the ratio (1.2), and has too few digits to tell what else it is",
		"12":  "12 is not the ratio (1.2): what is reported could be the value times 10, but by chance 1 in 6 such numbers agrees with one of the 17 things tried",
	} {
		d := diagnose.Diagnose(question(t, got, 1.2, nil))
		if s := d.Sentence("the ratio"); s != want {
			t.Errorf("%s:\n got %s\nwant %s", got, s, want)
		}
	}
}

// A declared tolerance that is loose lets no neighbour in that is only near.
func TestLooseTolerance(t *testing.T) {
	loose := func(got string, want float64) diagnose.Cell {
		c := cell(t, got, want)
		c.Ruler.Tol = spec.Tolerance{Rel: 0.05}
		return c
	}
	ask := func(got string, others ...float64) diagnose.Diagnosis {
		q := diagnose.Question{Cells: []diagnose.Cell{loose(got, 100)}}
		for i, x := range others {
			q.Others = append(q.Others, diagnose.Other{Step: diagnose.Step{Name: strconv.Itoa(i)}, Cells: []diagnose.Cell{loose(got, x)}})
		}
		return diagnose.Diagnose(q)
	}
	if d := ask("104.9"); d.Kind != diagnose.Bounds {
		t.Errorf("within the tolerance: %s", d.Kind)
	}
	if d := ask("110.4", 108, 110.4); d.Kind != diagnose.Variant || named(d) != "1" {
		t.Errorf("one near and one exact: %s %s", d.Kind, named(d))
	}
	if d := ask("110.4", 108, 109); d.Kind != diagnose.Ambiguous || named(d) != "0 | 1" {
		t.Errorf("two that are near: %s %s", d.Kind, named(d))
	}
}

func TestLabels(t *testing.T) {
	right := []float64{4.25, 1.125, 9.5, 2.875, 7.75}
	ask := func(got ...string) diagnose.Diagnosis {
		q := diagnose.Question{Labelled: true, Forms: func() []diagnose.Form { return diagnose.Values("") }}
		for i, g := range got {
			c := cell(t, g, right[i])
			c.Label = string(rune('a' + i))
			q.Cells = append(q.Cells, c)
		}
		return diagnose.Diagnose(q)
	}
	for _, c := range []struct{ got, named, note string }{
		{"7.75 2.875 9.5 1.125 4.25", "reversed", "reverse order"},
		{"1.125 9.5 2.875 7.75 0", "shifted", "one place too early"},
		{"0 4.25 1.125 9.5 2.875", "shifted-back", "one place too late"},
		{"4.25 9.5 1.125 2.875 7.75", "permuted", "b and c exchanged"},
		{"1.125 2.875 4.25 7.75 9.5", "permuted", "sorted by size"},
		{"2.875 1.125 4.25 9.5 7.75", "permuted", "under the wrong labels"},
		{"-4.25 -1.125 -9.5 -2.875 -7.75", "sign", "the wrong sign"},
		{"4.25 1.125 9.5 2.875 7.7", "", ""},
	} {
		d := ask(strings.Fields(c.got)...)
		if named(d) != c.named || c.note != "" && !strings.Contains(d.Explanations[0].Note(), c.note) {
			t.Errorf("%s: %s %q %+v, want %q", c.got, d.Kind, named(d), d.Explanations, c.named)
		}
	}
	// Two elements of two digits can be exchanged by chance.
	few := diagnose.Question{Labelled: true, Cells: []diagnose.Cell{cell(t, "4", 1), cell(t, "1", 4)}}
	if d := diagnose.Diagnose(few); d.Odds < 1e-3 {
		t.Errorf("odds %v of two digits", d.Odds)
	}
}

// What random draws put apart is right; four standard errors are the bound.
func TestMonteCarlo(t *testing.T) {
	c := cell(t, "10.3", 10)
	c.Ruler.Error = 0.1
	if d := diagnose.Diagnose(diagnose.Question{Cells: []diagnose.Cell{c}}); d.Kind != diagnose.MonteCarlo || math.Abs(d.Distance.Z-3) > 1e-9 || !d.Kind.Right() {
		t.Errorf("%s, z %v", d.Kind, d.Distance.Z)
	}
	c.Ruler.Error = 0.07
	if d := diagnose.Diagnose(diagnose.Question{Cells: []diagnose.Cell{c}}); d.Kind.Right() {
		t.Errorf("%s, z %v", d.Kind, d.Distance.Z)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		got  string
		want float64
		d    diagnose.Distance
	}{
		{"1", 1, diagnose.Distance{Digits: 17}},
		{"1.01", 1, diagnose.Distance{Abs: 1.01 - 1, Rel: 1.01 - 1, Digits: -math.Log10(1.01 - 1), ULP: 45035996273705}},
		{"1.0000000000000002", 1, diagnose.Distance{Abs: 0x1p-52, Rel: 0x1p-52, Digits: 52 * math.Log10(2), ULP: 1}},
		{"3", 0, diagnose.Distance{Abs: 3, Rel: math.Inf(1), ULP: 0x4008000000000000}},
		{"-0.5", 0.5, diagnose.Distance{Abs: 1, Rel: 2, ULP: 2 * 0x3fe0000000000000}},
	} {
		d := diagnose.Diagnose(diagnose.Question{Cells: []diagnose.Cell{cell(t, c.got, c.want)}}).Distance
		if diff := cmp.Diff(c.d, d, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
			t.Errorf("%s from %v: %s", c.got, c.want, diff)
		}
	}
}

func TestUnits(t *testing.T) {
	names := func(u string) map[string]bool {
		out := map[string]bool{}
		for _, f := range diagnose.Units(u) {
			out[f.Name] = true
		}
		return out
	}
	for u, want := range map[string][]string{"kg": {"in lb", "in g"}, "mi/gal": {"in km/L"}, "°C": {"in °F", "in K"}, "d": {"in week", "in year", "in h"}, "m/s": {"in km/h", "in kn"}, "rad": {"in °"}} {
		got := names(u)
		for _, w := range want {
			if !got[w] {
				t.Errorf("%s is not tried %s: %v", u, w, got)
			}
		}
		if got["in "+u] {
			t.Errorf("%s is tried in itself", u)
		}
	}
	if len(names("")) != 0 || len(names("1")) != 0 || len(names("penguin")) != 0 {
		t.Error("what has no unit is changed to another")
	}
	q := diagnose.Question{Cells: []diagnose.Cell{cell(t, "68.54", 20.3)}, Forms: func() []diagnose.Form { return diagnose.Values("°C") }}
	if d := diagnose.Diagnose(q); named(d) != "in °F" {
		t.Errorf("20.3 °C as 68.54: %s %s", d.Kind, named(d))
	}
}

// Whatever was done to a right number, it is found again, or something that gives the same
// number; and the more digits it shows, the smaller are the odds.
func TestFormsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Exp(rapid.Float64Range(-6, 6).Draw(t, "log x"))
		k := rapid.SampledFrom([]float64{-1, 100, 0.01, 1000, 1e-3, 2, 0.5, math.Ln10, 1 / math.Ln10, 5, 0.2}).Draw(t, "k")
		odds := 1.0
		for _, digits := range []int{6, 9, 15} {
			c := diagnose.Cell{Cell: agree.Cell{Want: spec.NumberValue(x)}, N: 25, Ruler: agree.Ruler{Tol: floor, Floor: floor, Factor: 1}}
			n, err := spec.ParseNumber(strconv.FormatFloat(x*k, 'e', digits, 64))
			if err != nil {
				t.Fatal(err)
			}
			c.Got = spec.Value{Kind: spec.ValueNumber, Num: n}
			d := diagnose.Diagnose(diagnose.Question{Cells: []diagnose.Cell{c}, Forms: func() []diagnose.Form { return diagnose.Values("") }})
			if len(d.Explanations) == 0 || d.Odds > odds {
				t.Fatalf("%v times %v, %d digits: %s with odds %v, before %v", x, k, digits, d.Kind, d.Odds, odds)
			}
			odds = d.Odds
		}
	})
}

// The odds are honest: of numbers drawn as they say, no more agree with something.
func TestOddsHold(t *testing.T) {
	others := map[string]float64{"median": 3.1, "sum": 85.9, "mode": 2.9}
	const draws = 4000
	for _, digits := range []int{0, 1} {
		hits, odds := 0, 0.0
		for i := range draws {
			x := 3.4372915 * math.Exp((float64(i)+0.5)/draws*math.Log(1e4)-math.Log(100))
			got := strconv.FormatFloat(x, 'e', digits, 64)
			q := question(t, got, 3.4372915, others)
			q.Forms = func() []diagnose.Form { return diagnose.Values("")[:3] }
			d := diagnose.Diagnose(q)
			if len(d.Explanations) > 0 {
				hits++
			} else if d.Kind == diagnose.None {
				odds = math.Max(odds, d.Odds)
			}
		}
		if p := float64(hits) / draws; p > odds || p < odds/20 {
			t.Errorf("%d digits: %.3f agree, odds %.3f", digits+1, p, odds)
		}
	}
}

// FuzzDiagnose: no number, however strange, is diagnosed without a kind, with odds that
// are none, or differently a second time.
func FuzzDiagnose(f *testing.F) {
	for _, s := range []string{"1", "-0.0", "1e300", "5e-324", "NaN", "-Infinity", "1e999", "3.14159"} {
		f.Add(s, 3.14159, 1e-300, 25.0)
		f.Add(s, 0.0, -1.0, 0.0)
		f.Add(s, 1e308, math.Pi, math.Inf(1))
	}
	f.Fuzz(func(t *testing.T, got string, want, neighbour, n float64) {
		num, err := spec.ParseNumber(got)
		if err != nil {
			return
		}
		c := diagnose.Cell{Cell: agree.Cell{Got: spec.Value{Kind: spec.ValueNumber, Num: num}, Want: spec.NumberValue(want)}, N: n, Ruler: agree.Ruler{Tol: floor, Floor: floor, Factor: 1}}
		o := c
		o.Want = spec.NumberValue(neighbour)
		q := diagnose.Question{Cells: []diagnose.Cell{c}, Labelled: true, Others: []diagnose.Other{{Step: diagnose.Step{Name: "o", Note: "o"}, Cells: []diagnose.Cell{o}}},
			Forms: func() []diagnose.Form { return diagnose.Values("°C") }}
		d := diagnose.Diagnose(q)
		if d.Kind == "" || !(d.Odds >= 0 && d.Odds <= 1) || d.Sentence("it") == "" || diagnose.Diagnose(q).Sentence("it") != d.Sentence("it") {
			t.Errorf("%s for %v: %+v", got, want, d)
		}
	})
}
