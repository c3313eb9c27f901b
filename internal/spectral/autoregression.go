package spectral

import (
	"errors"
	"fmt"

	"github.com/assaybench/assay/internal/dd"
)

// Autoregression is x(t) = c + Σ phi(k) x(t - k) + e(t).
type Autoregression struct {
	Phi      []dd.Num
	Constant dd.Num
	Variance dd.Num // of e: what the recursion of the method gives, RSS / rows by least squares
	Errors   dd.Num // mean square of the errors forward and backward; Burg only
	RSS      dd.Num // sum of squares of the rows that were fitted; ols only
	Rows     int    // that were fitted
	SE       []dd.Num
}

// errConstant says that a series does not vary.
var errConstant = errors.New("the values are constant")

func centred(xs []dd.Num, order int) ([]dd.Num, error) {
	n := len(xs)
	if order < 1 || n < order+2 {
		return nil, fmt.Errorf("%d values are too few for an autoregression of order %d", n, order)
	}
	m := dd.Of(xs)
	if m.SS.Sign() == 0 {
		return nil, errConstant
	}
	out := make([]dd.Num, n)
	for i, x := range xs {
		out[i] = x.Sub(m.Mean)
	}
	return out, nil
}

// YuleWalker solves the equations of Yule and Walker by the recursion of Levinson and
// Durbin, from autocovariances divided by n, or by n - k (adjusted).
func YuleWalker(xs []dd.Num, order int, adjusted bool) (Autoregression, error) {
	z, err := centred(xs, order)
	if err != nil {
		return Autoregression{}, err
	}
	n := len(z)
	r := make([]dd.Num, order+1)
	for k := range r {
		for t := range n - k {
			r[k] = r[k].Add(z[t].Mul(z[t+k]))
		}
		by := n
		if adjusted {
			by = n - k
		}
		r[k] = r[k].Div(dd.F(float64(by)))
	}
	var phi []dd.Num
	v := r[0]
	for k := 1; k <= order; k++ {
		top := r[k]
		for j, p := range phi {
			top = top.Sub(p.Mul(r[k-1-j]))
		}
		if v.Sign() == 0 {
			return Autoregression{}, errors.New("a lower order already foretells every value")
		}
		phi = reflected(phi, top.Div(v))
		last := phi[k-1]
		v = v.Mul(dd.F(1).Sub(last.Mul(last)))
	}
	return finished(Autoregression{Phi: phi, Variance: v, Rows: n}, xs), nil
}

// Burg minimises the errors forward and backward, order by order (Burg 1975).
func Burg(xs []dd.Num, order int) (Autoregression, error) {
	forward, err := centred(xs, order)
	if err != nil {
		return Autoregression{}, err
	}
	n := len(forward)
	backward := append([]dd.Num(nil), forward...)
	var v dd.Num
	for _, x := range forward {
		v = v.Add(x.Mul(x))
	}
	v = v.Div(dd.F(float64(n)))
	var phi []dd.Num
	var errs dd.Num
	for k := 1; k <= order; k++ {
		var top, bottom dd.Num
		for t := k; t < n; t++ {
			top = top.Add(forward[t].Mul(backward[t-1]))
			bottom = bottom.Add(forward[t].Mul(forward[t])).Add(backward[t-1].Mul(backward[t-1]))
		}
		if bottom.Sign() == 0 {
			return Autoregression{}, errors.New("a lower order already foretells every value")
		}
		c := top.Add(top).Div(bottom)
		for t := n - 1; t >= k; t-- {
			f, b := forward[t], backward[t-1]
			forward[t], backward[t] = f.Sub(c.Mul(b)), b.Sub(c.Mul(f))
		}
		phi = reflected(phi, c)
		rest := dd.F(1).Sub(c.Mul(c))
		v, errs = v.Mul(rest), bottom.Mul(rest).Div(dd.F(float64(2*(n-k))))
	}
	return finished(Autoregression{Phi: phi, Variance: v, Errors: errs, Rows: n}, xs), nil
}

// reflected are the coefficients of the next order, whose last is c.
func reflected(phi []dd.Num, c dd.Num) []dd.Num {
	out := make([]dd.Num, len(phi)+1)
	for j := range phi {
		out[j] = phi[j].Sub(c.Mul(phi[len(phi)-1-j]))
	}
	out[len(phi)] = c
	return out
}

// finished fills in the constant that goes with the mean.
func finished(a Autoregression, xs []dd.Num) Autoregression {
	rest := dd.F(1)
	for _, p := range a.Phi {
		rest = rest.Sub(p)
	}
	a.Constant = dd.Of(xs).Mean.Mul(rest)
	return a
}

// hopeless is the condition at which the rounding of float64 data decides the coefficients.
const hopeless = 1e12

// LeastSquares regresses each row on the order ones before it and a constant.
func LeastSquares(xs []dd.Num, order int) (Autoregression, error) {
	n := len(xs) - order
	if order < 1 || n < order+2 {
		return Autoregression{}, fmt.Errorf("%d values are too few for a regression of order %d", len(xs), order)
	}
	if dd.Of(xs).SS.Sign() == 0 {
		return Autoregression{}, errConstant
	}
	columns := [][]dd.Num{make([]dd.Num, n)}
	for t := range n {
		columns[0][t] = dd.F(1)
	}
	for k := 1; k <= order; k++ {
		columns = append(columns, xs[order-k:order-k+n])
	}
	f, err := dd.LeastSquares(columns, xs[order:])
	if err != nil || f.Kappa > hopeless {
		return Autoregression{}, errors.New("the past rows do not determine the coefficients; ask for a lower order")
	}
	a := Autoregression{Phi: f.Coef[1:], Constant: f.Coef[0], RSS: f.RSS, Variance: f.RSS.Div(dd.F(float64(n))), Rows: n}
	s2 := f.RSS.Div(dd.F(float64(n - order - 1)))
	for _, inv := range f.Inv[1:] {
		a.SE = append(a.SE, s2.Mul(inv).Sqrt())
	}
	return a, nil
}
