package slip_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/slip"
)

var masses = []float64{458.56612591013476, 384.3350813871914, 504.11623665709163}

func pairs(want []float64, f func(float64) float64) []slip.Pair {
	var out []slip.Pair
	for i, w := range want {
		out = append(out, slip.Pair{Name: string(rune('A' + i)), Want: w, Got: f(w)})
	}
	return out
}

func TestFind(t *testing.T) {
	shares := []float64{0.686, 0.625}
	for _, tt := range []struct {
		name, unit string
		want       []float64
		f          func(float64) float64
		says, in   string
	}{
		{"as it is", "g", masses, func(x float64) float64 { return x }, "", ""},
		{"ten", "g", masses, func(x float64) float64 { return 10 * x }, "all 3 are 10 times too large", ""},
		{"a hundredth", "", masses[:2], func(x float64) float64 { return x / 100 }, "both are 100 times too small", ""},
		{"one of ten", "", masses[:1], func(x float64) float64 { return 10 * x }, "it is 10 times too large", ""},
		{"kg", "g", masses, func(x float64) float64 { return x / 1000 }, "all 3 are 1000 times too small: given in kg, it seems", "kg"},
		{"kg, rounded", "g", masses, func(x float64) float64 { return math.Round(x) / 1000 }, "", ""},
		{"kg, to four digits", "g", masses, func(x float64) float64 { return math.Round(10*x) / 1e4 }, "all 3 are 1000 times too small: given in kg, it seems", "kg"},
		{"pounds", "kg", masses, func(x float64) float64 { return x / 0.45359237 }, "all 3 are 2.2046 times too large: given in lb, it seems", "lb"},
		{"Fahrenheit", "°C", []float64{10, 20, 25}, func(x float64) float64 { return 32 + 1.8*x }, "all 3 are given in °F, it seems", "°F"},
		{"Kelvin", "°C", []float64{10, 20, 25}, func(x float64) float64 { return x + 273.15 }, "all 3 are given in K, it seems", "K"},
		{"a month", "ppm/year", []float64{1.135, 1.535}, func(x float64) float64 { return x / 12 }, "both are 12 times too small: given in ppm/month, it seems", "ppm/month"},
		{"percent", "1", shares, func(x float64) float64 { return 100 * x }, "both are 100 times too large: given in percent, it seems", "%"},
		{"fractions", "%", []float64{68.6, 62.5}, func(x float64) float64 { return x / 100 }, "both are 100 times too small: given in fractions, it seems", "1"},
		{"sign", "g", masses, func(x float64) float64 { return -x }, "all 3 have the opposite sign", ""},
		{"share", "g", []float64{2, 3, 5}, func(x float64) float64 { return x / 10.0000001 }, "all 3 are 10 times too small", ""},
		{"share of a sum", "g", []float64{2, 3, 7}, func(x float64) float64 { return x / 12 }, "all 3 are their share of the sum of all", ""},
		{"percentage", "g", []float64{2, 3, 7}, func(x float64) float64 { return 100 * x / 12 }, "all 3 are their percentage of the sum of all", ""},
		{"ln", "g", masses, math.Log, "all 3 are logged: the natural logarithm is drawn", ""},
		{"log10", "g", masses, math.Log10, "all 3 are logged: the logarithm to base 10 is drawn", ""},
		{"exp", "", []float64{1, 2, 2.5}, math.Exp, "all 3 are not logged: what is wanted is their natural logarithm", ""},
		{"squares", "", masses, func(x float64) float64 { return x * x }, "all 3 are squared", ""},
		{"a factor", "g", masses, func(x float64) float64 { return 1.96 * x }, "all 3 are 1.96 times too large", ""},
		{"a factor of one", "g", masses[:1], func(x float64) float64 { return 1.96 * x }, "", ""},
		{"a factor of equals", "g", []float64{3, 3, 3}, func(x float64) float64 { return 1.96 * x }, "", ""},
		{"a shift", "g", masses, func(x float64) float64 { return x - 100 }, "all 3 are 100 g too small", ""},
		{"noise", "g", masses, func(x float64) float64 { return x + math.Sin(x) }, "", ""},
		{"not a number", "g", masses, func(float64) float64 { return math.NaN() }, "", ""},
		{"infinite", "g", masses, func(float64) float64 { return math.Inf(1) }, "", ""},
		{"nothing", "g", nil, nil, "", ""},
		{"zeros", "g", []float64{0, 0}, func(float64) float64 { return 3 }, "", ""},
		{"zeros among them", "", []float64{0, 1, 2}, func(x float64) float64 { return 10 * x }, "all 3 are 10 times too large", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ps := pairs(tt.want, tt.f)
			s, ok := slip.Find(ps, tt.unit)
			got := ""
			if ok {
				got = s.Say(len(ps))
			}
			if got != tt.says || s.Unit != tt.in {
				t.Errorf("%q in %q, want %q in %q", got, s.Unit, tt.says, tt.in)
			}
		})
	}
}

func TestMoved(t *testing.T) {
	at := func(order ...int) []slip.Pair {
		var out []slip.Pair
		for i, k := range order {
			out = append(out, slip.Pair{Name: string(rune('A' + i)), Want: float64(i + 1), Got: float64(k)})
		}
		return out
	}
	for _, tt := range []struct {
		name string
		ps   []slip.Pair
		note string
	}{
		{"in their places", at(1, 2, 3), ""},
		{"one wrong", at(1, 2, 4), ""},
		{"two exchanged", at(1, 3, 2), "the values of B and C are exchanged"},
		{"round", at(2, 3, 1), "the values are right but stand at other names: at A that of B"},
		{"reverse", at(5, 4, 3, 2, 1), "the values are right but stand in reverse order"},
		{"a place early", at(2, 3, 4, 5, 1), "the values are right but stand 1 place too early"},
		{"a place late", at(5, 1, 2, 3, 4), "the values are right but stand 1 place too far on"},
		{"the small ones off by less than is drawn", []slip.Pair{{Want: 1e-9, Got: 30}, {Want: 2, Got: 5}, {Want: 5, Got: 2}, {Want: 30, Got: 1.1e-9}}, "the values are right but stand in reverse order"},
		{"nothing", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if note, ok := slip.Moved(tt.ps, "values"); note != tt.note || ok != (tt.note != "") {
				t.Errorf("%q, want %q", note, tt.note)
			}
		})
	}
}

func TestSummed(t *testing.T) {
	if !slip.Summed([]slip.Pair{{Want: 2, Got: 2}, {Want: 3, Got: 5}, {Want: 1, Got: 6}}) || slip.Summed([]slip.Pair{{Want: 2, Got: 2}, {Want: 3, Got: 3}, {Want: 1, Got: 1}}) || slip.Summed(nil) {
		t.Error("running sums")
	}
}

// What Find says was done leads from every wanted number to the one got, whatever they are.
func TestFindIsTrue(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 100), rapid.SampledFrom([]float64{0, 1, -1, math.NaN(), math.Inf(1), 1e300, 1e-300}))
	rapid.Check(t, func(t *rapid.T) {
		var ps []slip.Pair
		k := rapid.SampledFrom([]float64{1, 10, -1, 0.5, 1000}).Draw(t, "factor")
		for range rapid.IntRange(0, 6).Draw(t, "n") {
			w := number.Draw(t, "want")
			g := k * w
			if rapid.IntRange(0, 9).Draw(t, "other") == 0 {
				g = number.Draw(t, "got")
			}
			ps = append(ps, slip.Pair{Want: w, Got: g})
		}
		slip.Moved(ps, "values")
		slip.Summed(ps)
		s, ok := slip.Find(ps, rapid.SampledFrom([]string{"", "g", "1", "%", "°C", "ppm/year", "no such/unit (", "/"}).Draw(t, "unit"))
		if !ok {
			return
		}
		for _, p := range ps {
			if x := s.Of(p.Want); !(math.Abs(x-p.Got) <= 1e-3*math.Max(math.Abs(p.Got), math.Abs(p.Want))) {
				t.Fatalf("%s: %v gives %v, got %v", s.Note, p.Want, x, p.Got)
			}
		}
	})
}
