package printed_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/spec"
)

func number(t testing.TB, text string) spec.Number {
	t.Helper()
	n, err := spec.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestIntervals(t *testing.T) {
	for _, c := range []struct {
		text               string
		rounded, wide, cut printed.Interval
		digits             int
	}{
		{"1.20", printed.Interval{1.195, 1.205}, printed.Interval{1.195, 1.205}, printed.Interval{1.20, 1.21}, 3},
		{"1200", printed.Interval{1199.5, 1200.5}, printed.Interval{1150, 1250}, printed.Interval{1200, 1201}, 4},
		{"-0.5", printed.Interval{-0.55, -0.45}, printed.Interval{-0.55, -0.45}, printed.Interval{-0.6, -0.5}, 1},
		{"-0.0", printed.Interval{-0.05, 0.05}, printed.Interval{-0.05, 0.05}, printed.Interval{-0.1, 0}, 0},
		{"0", printed.Interval{-0.5, 0.5}, printed.Interval{-0.5, 0.5}, printed.Interval{0, 1}, 0},
		{"1.5e3", printed.Interval{1450, 1550}, printed.Interval{1450, 1550}, printed.Interval{1500, 1600}, 2},
		{"2E-4", printed.Interval{1.5e-4, 2.5e-4}, printed.Interval{1.5e-4, 2.5e-4}, printed.Interval{2e-4, 3e-4}, 1},
		{"-30", printed.Interval{-30.5, -29.5}, printed.Interval{-35, -25}, printed.Interval{-31, -30}, 2},
	} {
		n := number(t, c.text)
		got := []printed.Interval{printed.Rounded(n), printed.Wide(n), printed.Cut(n)}
		if d := cmp.Diff([]printed.Interval{c.rounded, c.wide, c.cut}, got, cmpopts.EquateApprox(1e-12, 1e-15)); d != "" || printed.Digits(n) != c.digits {
			t.Errorf("%s: %d digits\n%s", c.text, printed.Digits(n), d)
		}
	}
}

// A number lies in the interval of its rounded text, and in that of its cut one.
func TestNumbersLieInTheirText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e6, 1e6).Draw(t, "x")
		d := rapid.IntRange(0, 6).Draw(t, "decimals")
		text := strconv.FormatFloat(x, 'f', d, 64)
		n, err := spec.ParseNumber(text)
		if err != nil {
			t.Fatal(err)
		}
		if !printed.Rounded(n).Within(1e-12).Has(x) || !printed.Wide(n).Within(1e-12).Has(x) {
			t.Fatalf("%v does not lie in the interval of %s", x, text)
		}
		k := math.Pow(10, float64(d))
		cut := strconv.FormatFloat(math.Trunc(x*k)/k, 'f', d, 64)
		if n, err = spec.ParseNumber(cut); err != nil {
			t.Fatal(err)
		}
		if i := printed.Cut(n); n.F != 0 && !(printed.Interval{Lo: i.Lo - 1e-9, Hi: i.Hi + 1e-9}).Has(x) {
			t.Fatalf("%v does not lie in what is cut to %s", x, cut)
		}
	})
}

// What is calculated with numbers of two intervals lies in what is calculated with these.
func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (printed.Interval, float64) {
			a, b := rapid.Float64Range(-100, 100).Draw(t, name), rapid.Float64Range(-100, 100).Draw(t, name+"'")
			i := printed.Interval{Lo: math.Min(a, b), Hi: math.Max(a, b)}
			x := i.Lo + rapid.Float64Range(0, 1).Draw(t, "share")*(i.Hi-i.Lo)
			return i, math.Min(math.Max(x, i.Lo), i.Hi)
		}
		i, x := draw("i")
		j, y := draw("j")
		for _, c := range []struct {
			name string
			in   printed.Interval
			x    float64
		}{{"sum", i.Add(j), x + y}, {"difference", i.Sub(j), x - y}, {"product", i.Mul(j), x * y}, {"quotient", i.Div(j), x / y}, {"absolute value", i.Abs(), math.Abs(x)},
			{"exponential", i.Rising(math.Exp), math.Exp(x)}, {"negative", i.Falling(func(x float64) float64 { return -x }), -x}} {
			if y == 0 && c.name == "quotient" {
				continue
			}
			if !c.in.Within(1e-12).Has(c.x) {
				t.Fatalf("the %s %v of %v in %v and %v in %v does not lie in %v", c.name, c.x, x, i, y, j, c.in)
			}
		}
		if i.Meets(j) != j.Meets(i) || !i.Meets(i) || i.Empty() {
			t.Fatal("meeting is no relation between intervals")
		}
	})
	if (printed.Interval{Lo: 1, Hi: 0}).Meets(printed.Everything) || !(printed.Interval{Lo: math.NaN(), Hi: 0}).Empty() {
		t.Error("what is empty meets something")
	}
	if got := printed.Point(0).Mul(printed.Everything); got != printed.Point(0) {
		t.Errorf("nothing times everything is %v", got)
	}
}
