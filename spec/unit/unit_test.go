package unit_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/spec/unit"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ in, canonical, dimension string }{
		{"kg m^2 s^-3 K^-1", "kg m^2/K/s^3", "length^2 mass/temperature/time^3"},
		{"kg·m²·s⁻³·K⁻¹", "kg m^2/K/s^3", "length^2 mass/temperature/time^3"},
		{"J/s/K", "J/K/s", "length^2 mass/temperature/time^3"},
		{"g/(m s)", "g/m/s", "length/time"},
		{"ppm", "ppm", "1"},
		{"ppm per year", "ppm/year", "1/time"},
		{"percentage points", "%", "1"},
		{"per cent", "%", "1"},
		{"kg per mille", "kg ‰", "mass"},
		{"1", "1", "1"},
		{"kg/kg", "1", "1"},
		{"1/yr", "1/year", "1/time"},
		{"per year", "1/year", "1/time"},
		{"mmol/L", "mmol/L", "amount/length^3"},
		{"m s-1", "m/s", "length/time"},
		{"m2", "m^2", "length^2"},
		{"m¹²", "m^12", "length^12"},
		{"square metres", "m^2", "length^2"},
		{"micrograms per cubic metre", "μg/m^3", ""},
		{"\u00b5g", "\u03bcg", "mass"},
		{"metric tons", "t", "mass"},
		{"degrees Celsius", "°C", "temperature"},
		{"Belgian francs", "belgian franc", `"belgian franc"`},
		{"Belgian_francs/year", "belgian franc/year", `"belgian franc"/time`},
		{"kg CO2", "co2 kg", `"co2" mass`},
		{"CI", "ci", `"ci"`}, // neither a curie nor a number
		{"hz", "hz", `"hz"`},
		{"PPM", "ppm", "1"},
		{"person-years", "person year", `"person" time`},
		{"deaths per 1000 person-years", "death/1000/person/year", `"death"/"person"/time`},
		{"US$", "dollar", "dollar"},
		{"10^3 kg", "1000 kg", "mass"},
		{"species", "specie", `"specie"`},
		{"US cents", `"us cent"`, `"us cent"`}, // us alone is a microsecond
	} {
		u, err := unit.Parse(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if u.String() != c.canonical {
			t.Errorf("%q: canonical form %q, want %q", c.in, u, c.canonical)
		}
		if c.in != "g/(m s)" && c.dimension != "" && u.Dimension() != c.dimension {
			t.Errorf("%q: dimension %q, want %q", c.in, u.Dimension(), c.dimension)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, in := range []string{"", " ", "/", "per", "m^", "m^x", "m^0.5", "m^99", "(g", "g)", "((", "0 g", "1e999 g", "g//s", "m*", "\"", "^2", "-", strings.Repeat("(", 50), strings.Repeat("m ", 150),
		"m^30 m", "(1e300^30)^30"} {
		if u, err := unit.Parse(in); !errors.Is(err, unit.ErrSyntax) {
			t.Errorf("%q: got %v, %v; want ErrSyntax", in, u, err)
		}
	}
}

func TestConvert(t *testing.T) {
	for _, c := range []struct {
		v        float64
		from, to string
		want     float64
	}{
		{1358, "g", "kg", 1.358},
		{1.36, "kg", "g", 1360},
		{0.1, "%", "1", 0.001},
		{400, "ppm", "%", 0.04},
		{1.5, "ppm/year", "ppm/decade", 15},
		{1, "month", "day", 30.4375},
		{5, "mmol/L", "mol/m^3", 5},
		{2, "°C/year", "K/decade", 20},
		{3, "Belgian franc", "Belgian francs", 3},
		{180, "deg", "rad", math.Pi},
		{1, "pc", "au", 648000 / math.Pi},
		{20, "°C", "degrees Celsius", 20},
		{math.Inf(1), "g", "kg", math.Inf(1)},
		{1e308, "g", "kg", 1e305},
	} {
		got, err := unit.Convert(c.v, c.from, c.to)
		if err != nil || got != c.want {
			t.Errorf("%v %s to %s: got %v, %v; want %v", c.v, c.from, c.to, got, err, c.want)
		}
	}
	if got, err := unit.Convert(math.NaN(), "g", "kg"); err != nil || !math.IsNaN(got) {
		t.Errorf("NaN: got %v, %v", got, err)
	}
}

func TestConvertRefuses(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     error
	}{
		{"g", "mm", unit.ErrDimension},
		{"W", "W/K", unit.ErrDimension},
		{"Belgian francs", "dollars", unit.ErrDimension},
		{"%", "g", unit.ErrDimension},
		{"deg", "1", unit.ErrDimension},
		{"°C", "K", unit.ErrAffine},
		{"°F", "°C", unit.ErrAffine},
		{"", "g", unit.ErrSyntax},
		{"g", "g)", unit.ErrSyntax},
	} {
		if v, err := unit.Convert(1, c.from, c.to); !errors.Is(err, c.want) {
			t.Errorf("%q to %q: got %v, %v; want %v", c.from, c.to, v, err, c.want)
		}
		if unit.Convertible(c.from, c.to) {
			t.Errorf("%q and %q are said to be convertible", c.from, c.to)
		}
	}
}

func TestConvertPoint(t *testing.T) {
	for _, c := range []struct {
		v        float64
		from, to string
		want     float64
	}{{20, "°C", "K", 293.15}, {212, "°F", "°C", 100}, {0, "K", "°F", -459.67}, {5, "kg", "g", 5000}} {
		if got, err := unit.ConvertPoint(c.v, c.from, c.to); err != nil || got != c.want {
			t.Errorf("%v %s to %s: got %v, %v; want %v", c.v, c.from, c.to, got, err, c.want)
		}
	}
}

// The same text of a number may be compared only in the same unit.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"%", "percent", true}, {"ppm", "µmol/mol", true}, {"g", "grams", true}, {"1/yr", "per year", true},
		{"%", "1", false}, {"%", "ppm", false}, {"fraction", "1", true}, {"g", "kg", false}, {"°C", "K", false}, {"°C/yr", "K/yr", true}, {"", "", false},
		{"mm", "Mm", false}, {"ml", "cm^3", true}, {"francs", "Belgian francs", false},
	} {
		if got := unit.Same(c.a, c.b); got != c.want {
			t.Errorf("Same(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string][]string{"g": nil, "Belgian francs/year": {"belgian franc"}, "kg CO2/person": {"co2", "person"}, "dollar": nil} {
		u, err := unit.Parse(in)
		if diff := cmp.Diff(want, u.Names()); err != nil || diff != "" {
			t.Errorf("%q: %v %s", in, err, diff)
		}
	}
}

func TestN14_PercentOneReader(t *testing.T) {
	asFraction := func(s string) float64 {
		v, u, err := unit.ParseQuantity(s)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		f, err := u.Convert(v, unit.Unit{})
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		return f
	}
	for _, s := range []string{"1%", "1.0%", "1 %", "1 percent", "0.01", "10000 ppm"} {
		if got := asFraction(s); got != 0.01 {
			t.Errorf("%q is %v, want 0.01", s, got)
		}
	}
	if got := asFraction("8%"); got == 8 {
		t.Error("8% passes for 8")
	}
	for _, s := range []string{"", "%", "one %", "--1", "1 %)"} {
		if _, _, err := unit.ParseQuantity(s); !errors.Is(err, unit.ErrSyntax) {
			t.Errorf("%q: got %v, want ErrSyntax", s, err)
		}
	}
}

func TestN15_ElectronVolt(t *testing.T) {
	if got, err := unit.Convert(1, "eV", "J"); err != nil || got != 1.602176634e-19 {
		t.Errorf("1 eV is %v J (%v)", got, err)
	}
	if err := unit.SelfTest(); err != nil {
		t.Error(err)
	}
}

func TestN16_CompoundUnits(t *testing.T) {
	for _, s := range []string{"J/s/K", "kg m^2 s^-3 K^-1", "J/s/degK", "J/(s K)", "J s^-1 K^-1"} {
		if !unit.Same("W/K", s) {
			t.Errorf("%s is not W/K", s)
		}
	}
	if unit.Same("J/s*degK", "W/K") || !unit.Same("J/s*degK", "W K") {
		t.Error("division is not from left to right")
	}
	if _, err := unit.Convert(3, "W", "W/K"); !errors.Is(err, unit.ErrDimension) {
		t.Errorf("W passes for W/K: %v", err)
	}
}

func TestN17_KelvinStays(t *testing.T) {
	if got, err := unit.Convert(500, "K", "kelvin"); err != nil || got != 500 {
		t.Errorf("500 K is %v kelvin (%v)", got, err)
	}
}

func TestN18_LitresAndMillilitres(t *testing.T) {
	if got, _ := unit.Convert(4, "l", "ml"); got != 4000 {
		t.Errorf("4 l is %v ml", got)
	}
	if got, _ := unit.Convert(4000, "l", "ml"); got == 4000 {
		t.Error("4000 l passes for 4000 ml")
	}
}

var some = []string{"g", "kg", "m", "km", "s", "h", "year", "month", "K", "°C", "%", "ppm", "J", "W", "eV", "L", "Pa", "lb", "inch", "franc", "Belgian franc", "penguin", "mol", "dollar", "GHz", "psi", "million", "1000"}

func anyUnit(t *rapid.T, label string) string {
	parts := rapid.SliceOfN(rapid.SampledFrom(some), 1, 4).Draw(t, label)
	s := parts[0]
	for _, p := range parts[1:] {
		s += rapid.SampledFrom([]string{" ", "/", "*", " per "}).Draw(t, "op") + p
		if p != "1000" && p != "million" {
			s += rapid.SampledFrom([]string{"", "^2", "^-1"}).Draw(t, "power")
		}
	}
	return s
}

func TestLawRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyUnit(t, "unit")
		u, err := unit.Parse(s)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		v, err := unit.Parse(u.String())
		if err != nil || !v.Same(u) || v.String() != u.String() {
			t.Fatalf("%q: canonical form %q reads as %q (%v)", s, u, v, err)
		}
	})
}

// There and back is the same number to the last bit but one, and order of factors does
// not matter.
func TestLawConvert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, x := anyUnit(t, "a"), rapid.Float64Range(-1e12, 1e12).Draw(t, "x")
		b := "(" + a + ") km/m"
		y, err := unit.Convert(x, a, b)
		if errors.Is(err, unit.ErrAffine) || x != 0 && math.Abs(x) < 1e-300 { // subnormal numbers have fewer digits
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		want, _ := new(big.Rat).Quo(new(big.Rat).SetFloat64(x), big.NewRat(1000, 1)).Float64()
		if math.Abs(y-want) > 1e-15*math.Abs(want) {
			t.Fatalf("%v %s is %v %s, want %v", x, a, y, b, want)
		}
		back, err := unit.Convert(y, b, a)
		if err != nil || math.Abs(back-x) > 1e-15*math.Abs(x) {
			t.Fatalf("%v %s comes back as %v (%v)", x, a, back, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range append(some, "kg m^2 s^-3 K^-1", "°C/year", "per 1000 persons", "x\"y\"", "US cents", "(g/(m s))^2", "m¹²", "square", "per per", "s-1", "1e", "m-", "\"us cent\"", "per_1") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		unit.ParseQuantity(s)
		u, err := unit.Parse(s)
		if err != nil {
			if !errors.Is(err, unit.ErrSyntax) {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		c := u.String()
		if len(c) > 200 {
			return
		}
		v, err := unit.Parse(c)
		if err != nil || !v.Same(u) || v.String() != c {
			t.Fatalf("%q: canonical form %q reads as %q (%v)", s, c, v, err)
		}
	})
}
