package prose_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
)

var roles = map[prose.Role]string{prose.Plain: "", prose.Size: " size", prose.Ends: " ends", prose.Span: " span", prose.Course: " course", prose.Aside: " aside"}

// line writes the numbers that a text may be held to: text, unit, role, and "+" at the
// second end of a range.
func line(ns []prose.Number) string {
	var out []string
	for _, n := range ns {
		if n.Role == prose.Beside {
			continue
		}
		s := n.Text
		if n.Unit != "" {
			s += " " + n.Unit
		}
		if n.Partner >= 0 {
			s = "+" + s
		}
		out = append(out, s+roles[n.Role])
	}
	return strings.Join(out, "; ")
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ text, own, want string }{
		{"", "", ""},
		{"no number", "", ""},
		{"the slope was (3.14).", "", "3.14"},
		{"-3.14, −3.14, –3.14", "", "-3.14; -3.14; -3.14"},
		{"1,234.5 g and 1,234 and 12,34", "g", "1,234.5 g; 1,234; 12; 34"},
		{"1e-3, 1.5E+2, 2 × 10^-3, 2×10⁻³, 10⁻⁶", "", "1e-3; 1.5E+2; 2 × 10^-3; 2×10^-3; 10^-6"},
		{"5g, 5 g, 5-g, 5 grams, 5 µg/m³", "g", "5 g; 5 g; 5 g; 5 g; 5 μg/m^3"},
		{"8%, 8 %, 8 percent, 8 per cent", "1", "8 %; 8 %; 8 %; 8 %"},
		{`over 5 hours revenue reached \$460, €3 and $1.5 million`, "dollars", "5 h; 460 $; 3 €; 1.5 million $"},
		{"3–5 kg, 3-5 kg, 3 to 5 kg, between 3 and 5 kg", "kg", "3 kg span; +5 kg span; 3 kg span; +5 kg span; 3 kg span; +5 kg span; 3 kg span; +5 kg span"},
		{"from 315 ppm to 371 ppm", "ppm", "315 ppm course; +371 ppm course"},
		{"by 1375 g (95% CI 1260 to 1491 g)", "g", "1375 g size; 1260 g ends; +1491 g ends"},
		{"by 1.38 kg [95 % confidence interval: 1.26, 1.49]", "g", "1.38 kg size; 1.26 kg ends; +1.49 kg ends"},
		{"CI -86 to 150 g; CI (−0.1, 0.2); 95% CI of 3 to 4", "g", "-86 g ends; +150 g ends; -0.1 ends; +0.2 ends; 3 ends; +4 ends"},
		{"with a 95 % confidence interval, is 1375 g", "g", "1375 g"},
		{"at the 5% level, CI (95%)", "1", ""},
		{"1375 ± 59 g (SD = 504, SE 59)", "g", "1375; 59 g aside; 504 aside; 59 aside"},
		{"p < 0.001, P = .03, p-value of 0.2, n = 123, N=5, t(240) = 3.1, F(2, 339) = 343.6, z = 2, df = 4", "", ""},
		{"CO2, PM2.5, H2O, COVID-19, R2, R², x_1, #3, v1.2.3", "", ""},
		{"1. First", "", ""},
		{"(2) Second", "", ""},
		{"Figure 1, Table 2, Fig. 3 and model 4", "", ""},
		{"in 1958, 2009-11-12, 1958–2001, at 12:30, 3/4 of 5 of them", "", "1958 aside; 1958 aside; +2001 aside; 5"},
		{"344 penguins of 3 species on 2nd and 61-year records", "g", "344 aside; 3 aside"},
		{"37 % more and 1.4 times as heavy, 0 being none", "g", "37 % aside; 1.4 aside; 0 aside"},
		{"1.4 times, 1.4-fold", "1", "1.4 1; 1.4 1"},
		{"2 g heavier, 3 g on average less", "g", "2 g size; 3 g size"},
		{"48.5 francs per franc, 3 francs per 100 francs", "Belgian francs/Belgian francs", "48.5 1; 3 1/100"},
		{"48.5 francs, 3 Belgian francs, 2 dollars", "Belgian francs", "48.5 belgian franc; 3 belgian franc; 2 dollar"},
		{"48.5 penguins", "g", "48.5"},
		{"3.14 in total, 5 a day, 7 as well", "", "3.14; 5; 7"},
		{"1.34 ppm per year, 1.34 ppm yr⁻¹, 1.34 ppm/yr", "ppm/year", "1.34 ppm/year; 1.34 ppm/year; 1.34 ppm/year"},
		{"007 and 1e999 and 1.2.3", "", "007; 1.2"},
	} {
		if got := line(prose.Numbers(c.text, c.own)); got != c.want {
			t.Errorf("%q in %q:\n got %s\nwant %s", c.text, c.own, got, c.want)
		}
	}
}

func TestPrecision(t *testing.T) {
	for text, want := range map[string][2]float64{
		"0.22":           {0.215, 0.225},
		"1400":           {1399.5, 1400.5},
		"about 1400":     {1350, 1450},
		"about 0.20":     {0.195, 0.205},
		"more than 1300": {1299.5, 2600},
		"at most 1300":   {650, 1300.5},
		"-5":             {-5.5, -4.5},
	} {
		ns := prose.Numbers(text, "")
		if len(ns) != 1 || math.Abs(ns[0].Lo-want[0]) > 1e-12 || math.Abs(ns[0].Hi-want[1]) > 1e-12 {
			t.Errorf("%q: %+v, want %v", text, ns, want)
		}
	}
}

func TestStatements(t *testing.T) {
	groups := []string{"Gentoo", "Adelie"}
	for text, want := range map[string][]prose.Statement{
		"Gentoo are heavier than Adelie.":                       {{Rel: spec.Greater, Said: "heavier"}},
		"Adelie aren't lighter than Gentoo.":                    {{Rel: spec.Less, Subject: 1, Negated: true, Said: "lighter"}},
		"They are heavier than Adelie.":                         {{Rel: spec.Greater, Weak: true, Said: "heavier"}},
		"Mass increases; it does not fall.":                     {{Rel: spec.Increasing, Subject: -1, Said: "increases"}, {Rel: spec.Decreasing, Subject: -1, Negated: true, Said: "fall"}},
		"As mass increases, Gentoo and Adelie are heavier.":     nil,
		"The larger species lives in the south, more or less.":  nil,
		"Gentoo are heavier by more than 1300 g than Adelie.":   {{Rel: spec.Greater, Said: "heavier"}},
		"The difference of Gentoo and Adelie is above average.": nil,
	} {
		if diff := cmp.Diff(want, prose.Read(text, groups, spec.Terms{}).Statements()); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestJ25_WholeWords(t *testing.T) {
	for _, c := range []struct {
		text, phrase string
		want         bool
	}{
		{"supported", "supported", true}, {"unsupported", "supported", false}, {"not significant", "significant", false},
		{"not significant", "not significant", true}, {"insignificant", "significant", false}, {"significantly", "significant", false}, {"Clearly Significant!", "significant", true},
		{"income elasticity", "elastic", false}, {"anything", "", false}, {"", "significant", false},
	} {
		if got := prose.Read(c.text, nil, spec.Terms{}).Has(c.phrase); got != c.want {
			t.Errorf("%q has %q: %v", c.text, c.phrase, got)
		}
	}
	for text, want := range map[string][2]bool{"significant": {true, false}, "not significant": {false, true}, "non-significant": {false, true}, "no significant difference": {false, true}, "significance": {false, false}} {
		asserted, denied := prose.Read(text, nil, spec.Terms{}).Significance()
		if want != [2]bool{asserted, denied} {
			t.Errorf("%q: asserted %v, denied %v", text, asserted, denied)
		}
	}
}

func TestCausalWord(t *testing.T) {
	for text, want := range map[string]string{
		"Species causes mass.":                          "causes",
		"Mass is caused by species.":                    "caused",
		"Income leads to food.":                         "leads to",
		"It is due to income.":                          "due to",
		"The effect of income is large.":                "effect of",
		"Because it is so.":                             "",
		"The cause of this is unknown.":                 "",
		"It is not due to income.":                      "",
		"There is no effect of income.":                 "",
		"Two rows were left out due to missing values.": "",
		"The difference is not likely due to chance.":   "",
		"Income is associated with food.":               "",
	} {
		if got := prose.Read(text, nil, spec.Terms{}).CausalWord(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"by 1375 g (95% CI 1260 to 1491 g)", "3–5 kg", "1e999", "-.5e-3", "1,23,4", "2009-13-45", "\\$460", "95 % CI [", "1 × 10^", "5-", "\xff1\xfe", "not", "Gentoo no", "10⁻", "1/", "than than", "n't"} {
		f.Add(s, "g", "Gentoo")
	}
	f.Fuzz(func(t *testing.T, text, own, group string) {
		for i, n := range prose.Numbers(text, own) {
			if n.Partner >= i || n.Role != prose.Beside && !(n.Lo <= n.Hi) {
				t.Fatalf("%q: number %d is %+v", text, i, n)
			}
		}
		r := prose.Read(text, []string{group, "Adelie"}, spec.Terms{})
		for _, s := range r.Statements() {
			if s.Subject < -1 || s.Subject > 1 || s.Said == "" {
				t.Fatalf("%q: %+v", text, s)
			}
		}
		r.NoDifference()
		r.Significance()
		r.CausalWord()
		r.Downward()
		if r.Has("") {
			t.Fatal("the empty phrase is in a text")
		}
	})
}

func ExampleNumbers() {
	for _, n := range prose.Numbers("Gentoo are heavier by 1.38 kg (95% CI 1.26 to 1.49; n = 274).", "g") {
		if n.Role != prose.Beside {
			fmt.Println(n.Text, n.Unit, n.Role == prose.Size, n.Role == prose.Ends)
		}
	}
	// Output:
	// 1.38 kg true false
	// 1.26 kg false true
	// 1.49 kg false true
}
