package quantreg

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/partial"
	"github.com/assaybench/assay/internal/tail"
)

// HallSheather is the bandwidth, as a probability, of Hall and Sheather (1988) for
// intervals at 95 %: n^(-1/3) z^(2/3) (1.5 φ(q)² / (2 q² + 1))^(1/3), q = Φ^-1(tau).
func HallSheather(n int, tau float64) float64 {
	q := tail.NormalQuantile(tau)
	z := tail.NormalQuantile(0.975)
	return math.Cbrt(z*z*1.5*sq(density(q))/(2*q*q+1)) / math.Cbrt(float64(n))
}

// Bofinger is the bandwidth, as a probability, of Bofinger (1975):
// n^(-1/5) (4.5 φ(q)⁴ / (2 q² + 1)²)^(1/5).
func Bofinger(n int, tau float64) float64 {
	q := tail.NormalQuantile(tau)
	return math.Pow(4.5*sq(sq(density(q)))/sq(2*q*q+1)/float64(n), 0.2)
}

func sq(x float64) float64      { return x * x }
func density(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

// Errors gives variances of one coefficient, which are not finite where they are not
// defined.
type Errors struct {
	column partial.Column
	tau    float64
	e      []float64 // residuals
}

// NewErrors prepares the variances of coefficient j of a fit.
func NewErrors(columns [][]dd.Num, j int, f Fit, tau float64) (Errors, error) {
	c, err := partial.New(columns, j)
	return Errors{c, tau, partial.Floats(f.Residual)}, err
}

// width is the bandwidth h, a probability, in the units of residuals of a spread.
func (s Errors) width(h, spread float64) float64 {
	return (tail.NormalQuantile(s.tau+h) - tail.NormalQuantile(s.tau-h)) * spread
}

// interquartile is the interquartile range of the residuals (type 7).
func (s Errors) interquartile() float64 {
	sorted := make([]dd.Num, len(s.e))
	for i, e := range s.e {
		sorted[i] = dd.F(e)
	}
	sorted = dd.Sorted(sorted)
	return dd.Quantile(sorted, 0.75, 7).Sub(dd.Quantile(sorted, 0.25, 7)).Float()
}

// Sparsity is 1 / f, f the density of the errors at 0 estimated with Epanechnikov's
// kernel, whose width is that of a bandwidth in min(sd of y, IQR of the residuals / 1.34).
func (s Errors) Sparsity(bandwidth, sdY float64) float64 {
	h := s.width(bandwidth, math.Min(sdY, s.interquartile()/1.34))
	var sum float64
	for _, e := range s.e {
		if u := e / h; math.Abs(u) <= 1 {
			sum += 0.75 * (1 - u*u)
		}
	}
	return float64(len(s.e)) * h / sum
}

// IID is the variance for errors that are alike: tau (1 - tau) (X'X)^-1 / f².
func (s Errors) IID(sparsity float64) float64 {
	return s.tau * (1 - s.tau) * sq(sparsity/s.column.Length)
}

// Robust is (X'X)^-1 X'DX (X'X)^-1, D = (tau / f)² where the residual is positive and
// ((1 - tau) / f)² elsewhere (Greene 2008).
func (s Errors) Robust(sparsity float64) float64 {
	last := s.column.Last()
	var sum float64
	for i, e := range s.e {
		d := 1 - s.tau
		if e > 0 {
			d = s.tau
		}
		sum += sq(d * last[i])
	}
	return sum * sq(sparsity/s.column.Length)
}

// Powell is the sandwich tau (1 - tau) (X'FX)^-1 X'X (X'FX)^-1, F a normal kernel of the
// residuals whose width is that of a bandwidth in min(sd, IQR / 1.34) of the residuals
// (Powell 1991).
func (s Errors) Powell(bandwidth float64) float64 {
	m := make([]dd.Num, len(s.e))
	for i, e := range s.e {
		m[i] = dd.F(e)
	}
	h := s.width(bandwidth, math.Min(dd.Of(m).SD(1).Float(), s.interquartile()/1.34))
	f := make([]float64, len(s.e))
	for i, e := range s.e {
		f[i] = density(e/h) / h
	}
	return s.tau * (1 - s.tau) * s.column.Sandwich(f)
}

// Local is the sandwich with F the local density 2h / (X b(tau + h) - X b(tau - h)) of
// each row, 0 where the fits cross or meet but for rounding (Hendricks and Koenker 1992). A bandwidth that leaves
// (0, 1) is halved.
func (s Errors) Local(ctx context.Context, columns [][]dd.Num, y []dd.Num, bandwidth float64) (float64, error) {
	h := Inside(bandwidth, s.tau)
	above, err := Solve(ctx, columns, y, s.tau+h)
	if err != nil {
		return 0, err
	}
	below, err := Solve(ctx, columns, y, s.tau-h)
	if err != nil {
		return 0, err
	}
	f, least := make([]float64, len(y)), 0.0
	for _, v := range y {
		least = math.Max(least, 1e-13*math.Abs(v.Float()))
	}
	for i := range y {
		var rise dd.Num
		for k := range columns {
			rise = rise.Add(columns[k][i].Mul(above.Coef[k].Sub(below.Coef[k])))
		}
		if r := rise.Float(); r > least {
			f[i] = 2 * h / r
		}
	}
	return s.tau * (1 - s.tau) * s.column.Sandwich(f), nil
}

// Inside is a bandwidth halved until tau ± bandwidth lies between 0 and 1.
func Inside(bandwidth, tau float64) float64 {
	for tau-bandwidth <= 0 || tau+bandwidth >= 1 {
		bandwidth /= 2
	}
	return bandwidth
}
