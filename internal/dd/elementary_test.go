package dd_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"pgregory.net/rapid"
)

// Known to 40 digits (Abramowitz and Stegun, tables 1.1, 4.3 and 4.14).
func TestElementaryConstants(t *testing.T) {
	sin1, cos1 := dd.F(1).SinCos()
	for want, got := range map[string]dd.Num{
		"2.718281828459045235360287471352662497757":  dd.F(1).Exp(),
		"0.3678794411714423215955237701614608674458": dd.F(-1).Exp(),
		"22026.46579480671651695790064528424436635":  dd.F(10).Exp(),
		"0.6931471805599453094172321214581765680755": dd.F(2).Log(),
		"2.302585092994045684017991454684364207601":  dd.F(10).Log(),
		"-2.302585092994045684017991454684364207601": dd.F(1).Div(dd.F(10)).Log(),
		"0.8414709848078965066525023216302989996226": sin1,
		"0.5403023058681397174009366074429766037323": cos1,
		"0.7853981633974483096156608458198757210493": dd.F(1).Atan(),
		"-1.107148717794090503017065460178537040070": dd.F(-2).Atan(),
		"1.414213562373095048801688724209698078570":  dd.F(2).Pow(dd.F(0.5)),
		"0.0001220703125": dd.F(2).Pow(dd.F(-13)),
		"-0.001953125":    dd.F(-0.125).Pow(dd.F(3)),
		"3.141592653589793238462643383279502884197":    dd.Pi,
		"1.259921049894873164767210607278228350570":    dd.F(2).Pow(dd.F(1).Div(dd.F(3))),
		"2.688117141816135448412625551580013587361e43": dd.F(100).Exp(),
	} {
		w, err := dd.Parse(want)
		if err != nil {
			t.Fatal(err)
		}
		if e := got.Sub(w).Div(w).Abs().Float(); !(e < 1e-29) {
			t.Errorf("%s: off by %.1e of it", want, e)
		}
	}
}

func TestElementaryLaws(t *testing.T) {
	near := func(t *rapid.T, what string, a, b dd.Num, scale float64) {
		if e := a.Sub(b).Abs().Float(); !(e <= 1e-28*scale) {
			t.Fatalf("%s: off by %g", what, e)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := dd.F(rapid.Float64Range(-300, 300).Draw(t, "x")).Add(dd.F(rapid.Float64Range(-1e-17, 1e-17).Draw(t, "low")))
		near(t, "log exp", x.Exp().Log(), x, 300)
		s, c := x.SinCos()
		near(t, "sin² + cos²", s.Mul(s).Add(c.Mul(c)), dd.F(1), 1)
		near(t, "tan atan", s.Div(c).Atan().Sub(x).Div(dd.Pi).Sub(dd.F(math.Round(s.Div(c).Atan().Sub(x).Div(dd.Pi).Float()))), dd.Num{}, 100)
		near(t, "half powers", x.Abs().Pow(dd.F(1.5)).Div(x.Abs().Add(dd.F(1e-300))), x.Abs().Sqrt(), 300)
	})
}

// What has no value gives none, without end or panic.
func TestElementaryEdges(t *testing.T) {
	for _, x := range []float64{0, -1, 1e308, -1e308, 5e-324, math.Inf(1), math.Inf(-1), math.NaN()} {
		a := dd.F(x)
		a.Exp()
		a.Atan()
		a.SinCos()
		a.Pow(dd.F(2.5))
		dd.F(2).Pow(a)
		if l := a.Log(); x <= 0 && l.Finite() {
			t.Errorf("log %g is %v", x, l)
		}
	}
	if !(dd.Num{}).Pow(dd.F(0.5)).Finite() || dd.F(-8).Pow(dd.F(1.0/3)).Finite() {
		t.Error("0^0.5 is 0, and (-8)^0.33 has no value")
	}
}
