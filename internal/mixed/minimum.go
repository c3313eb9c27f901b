package mixed

import (
	"context"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"gonum.org/v1/gonum/mat"
)

// step is the width of difference quotients, relative where a number is above 1. With
// 31 digits in the deviance it leaves a gradient good to 1e-14 and a Hessian good to 1e-12.
const step = 0x1p-24

func width(x dd.Num) float64 { return step * math.Exp2(math.Round(math.Log2(max(1, math.Abs(x.Hi))))) }

// moved is x with d added to one number.
func moved(x []dd.Num, i int, d float64) []dd.Num {
	y := append([]dd.Num(nil), x...)
	y[i] = y[i].Add(dd.F(d))
	return y
}

// differences are the value of f at x, its gradient and its Hessian by central
// differences. ok is false where f is not finite around x.
func differences(f func([]dd.Num) dd.Num, x []dd.Num) (value dd.Num, grad []float64, hess *mat.SymDense, ok bool) {
	k := len(x)
	value = f(x)
	grad, hess = make([]float64, k), mat.NewSymDense(k, nil)
	second := make([]dd.Num, k) // f(+h) + f(-h) - 2f
	for i := range k {
		h := width(x[i])
		up, down := f(moved(x, i, h)), f(moved(x, i, -h))
		grad[i] = up.Sub(down).Float() / (2 * h)
		second[i] = up.Add(down).Sub(value.Mul(dd.F(2)))
		hess.SetSym(i, i, second[i].Float()/(h*h))
		for j := range i {
			g := width(x[j])
			both := f(moved(moved(x, i, h), j, g)).Add(f(moved(moved(x, i, -h), j, -g))).Sub(value.Mul(dd.F(2)))
			hess.SetSym(i, j, both.Sub(second[i]).Sub(second[j]).Float()/(2*h*g))
		}
	}
	ok = value.Finite()
	for i := range k {
		for j := range k {
			ok = ok && !math.IsNaN(hess.At(i, j)) && !math.IsInf(hess.At(i, j), 0)
		}
	}
	return value, grad, hess, ok
}

// descent is the Newton step with every curvature made positive, so that it leads down
// from saddles too, and its length, at most 1 in a flat direction or a far one.
func descent(grad []float64, hess *mat.SymDense) ([]float64, float64) {
	k := len(grad)
	out := make([]float64, k)
	var e mat.EigenSym
	if !e.Factorize(hess, true) {
		return grad, math.Inf(1)
	}
	values := e.Values(nil)
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return out, 0
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	length := 0.0
	for c, v := range values {
		along := 0.0
		for i := range k {
			along += vectors.At(i, c) * grad[i]
		}
		along /= max(math.Abs(v), 1e-8*largest)
		length = math.Hypot(length, along)
		for i := range k {
			out[i] -= along * vectors.At(i, c)
		}
	}
	return out, length
}

const (
	near  = 1e-3  // length of a step after which a start is compared with the others
	done  = 1e-11 // and after which the search ends: the square of it is beyond the digits
	steps = 600   // a deviance that hardly falls towards a singular fit takes hundreds
	far   = 1e7   // no standard deviation of groups is so many times the residual one
)

// newton walks from x until a step is shorter than enough.
func newton(ctx context.Context, f func([]dd.Num) dd.Num, x []dd.Num, enough float64) (end []dd.Num, value dd.Num, err error) {
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, dd.Num{}, err
		}
		here, grad, hess, ok := differences(f, x)
		if !ok { // the deviance ends only where no residual is left
			return nil, dd.Num{}, ErrExact
		}
		way, length := descent(grad, hess)
		share, lower := 1.0, false
		if size := norm(x); length > 1+size {
			share = (1 + size) / length
		}
		for ; share*length > 1e-16; share /= 3 {
			to := make([]dd.Num, len(x))
			for i := range to {
				to[i] = x[i].Add(dd.F(share * way[i]))
			}
			if there := f(to); there.Finite() && there.Cmp(here) < 0 {
				x, here, lower = to, there, true
				break
			}
		}
		if norm(x) > far {
			return nil, dd.Num{}, ErrExact
		}
		if !lower || length < enough*(1+norm(x)) {
			return x, here, nil
		}
	}
	return nil, dd.Num{}, ErrDiverges
}

func norm(x []dd.Num) float64 {
	s := 0.0
	for _, v := range x {
		s = math.Hypot(s, v.Float())
	}
	return s
}

// minimum is the θ of the smallest deviance that several starts lead to. The deviance is
// even in each column of Λ, so that a variance of 0 is a minimum like any other.
func (p problem) minimum(ctx context.Context) ([]dd.Num, error) {
	var best []dd.Num
	var least dd.Num
	var failure error
	for _, size := range []float64{1, 0.2, 5} {
		x := make([]dd.Num, p.parameters())
		at := 0
		for k := range p.q {
			x[at] = dd.F(size)
			if at++; !p.Independent {
				at += p.q - 1 - k
			}
		}
		end, value, err := newton(ctx, p.deviance, x, near)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err != nil {
			failure = err
		} else if best == nil || value.Cmp(least) < 0 {
			best, least = end, value
		}
	}
	if best == nil {
		return nil, failure
	}
	best, least, err := newton(ctx, p.deviance, best, done)
	if err != nil {
		return nil, err
	}
	best = p.zeroed(best, least)
	if !p.singular(p.lambda(best)) && p.flat(best) {
		return nil, ErrUndetermined
	}
	return best, nil
}

// flat reports whether the deviance does not change with some combination of θ.
func (p problem) flat(theta []dd.Num) bool {
	_, _, hess, ok := differences(p.deviance, theta)
	if !ok {
		return true
	}
	var e mat.EigenSym
	return !e.Factorize(hess, false) || e.Values(nil)[0]*(1+norm(theta)*norm(theta)) < 1e-8
}

// nothing is the relative standard deviation below which an effect has none.
const nothing = 1e-4

// zeroed puts 0 for entries of θ that the search left within rounding of it, where that
// is no worse.
func (p problem) zeroed(theta []dd.Num, value dd.Num) []dd.Num {
	for i := range theta {
		if math.Abs(theta[i].Float()) > nothing {
			continue
		}
		to := append([]dd.Num(nil), theta...)
		to[i] = dd.Num{}
		if there := p.deviance(to); there.Finite() && there.Sub(value).Float() < 1e-10 {
			theta = to
		}
	}
	return theta
}

// singular reports whether Λ has lost rank: its smallest singular value is below nothing.
func (p problem) singular(lambda [][]dd.Num) bool {
	a := mat.NewDense(p.q, p.q, nil)
	for i := range p.q {
		for j := range p.q {
			a.Set(i, j, lambda[i][j].Float())
		}
	}
	var s mat.SVD
	if !s.Factorize(a, mat.SVDNone) {
		return true
	}
	values := s.Values(nil)
	return values[len(values)-1] < nothing
}
