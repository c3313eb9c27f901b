package solve

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// BracketError says that a function does not change its sign between two ends.
type BracketError struct{ A, B, FA, FB float64 }

func (e *BracketError) Error() string {
	if math.IsNaN(e.FA) || math.IsNaN(e.FB) {
		return fmt.Sprintf("the function has no value at an end of the bracket: %v at %v, %v at %v", e.FA, e.A, e.FB, e.B)
	}
	return fmt.Sprintf("the function has the same sign at both ends of the bracket: %.6g at %v, %.6g at %v", e.FA, e.A, e.FB, e.B)
}

// Brent finds the place between a and b at which f changes its sign, to the last digits
// of a number or to within tol where that is more (Brent 1973, 4.1-4.4). A jump through 0
// is found like a zero. Errors: *BracketError; where f has no value inside, a plain one.
func Brent(f func(float64) float64, a, b, tol float64) (float64, error) {
	fa, fb := f(a), f(b)
	switch {
	case math.IsInf(a, 0) || math.IsInf(b, 0) || math.IsNaN(fa) || math.IsNaN(fb):
		return math.NaN(), &BracketError{a, b, fa, fb}
	case fa == 0:
		return a, nil
	case fb == 0:
		return b, nil
	case (fa > 0) == (fb > 0):
		return math.NaN(), &BracketError{a, b, fa, fb}
	}
	c, fc := a, fa
	d := b - a
	e := d
	for range 2000 { // bisection alone needs at most about 1100, at 2 for each
		if math.Abs(fc) < math.Abs(fb) {
			a, b, c = b, c, b
			fa, fb, fc = fb, fc, fb
		}
		least := 2*epsilon*math.Abs(b) + tol/2
		half := (c - b) / 2
		if math.Abs(half) <= least || fb == 0 {
			break
		}
		if math.Abs(e) >= least && math.Abs(fa) > math.Abs(fb) && !math.IsInf(fa, 0) {
			var p, q float64
			s := fb / fa
			if a == c {
				p, q = 2*half*s, 1-s
			} else {
				r, t := fb/fc, fa/fc
				p = s * (2*half*t*(t-r) - (b-a)*(r-1))
				q = (t - 1) * (r - 1) * (s - 1)
			}
			if p > 0 {
				q = -q
			}
			p = math.Abs(p)
			if 2*p < math.Min(3*half*q-math.Abs(least*q), math.Abs(e*q)) {
				e, d = d, p/q
			} else {
				d, e = half, half
			}
		} else {
			d, e = half, half
		}
		a, fa = b, fb
		if math.Abs(d) > least {
			b += d
		} else {
			b += math.Copysign(math.Max(least, math.SmallestNonzeroFloat64), half)
		}
		if fb = f(b); math.IsNaN(fb) {
			return math.NaN(), fmt.Errorf("the function has no value at %v", b)
		}
		if (fb > 0) == (fc > 0) {
			c, fc = a, fa
			d = b - a
			e = d
		}
	}
	return b, nil
}

// Roots are the places in [a, b] at which f is 0 or changes its sign from one of parts
// equal parts to the next, ascending. Parts in which it has no value at an end are passed
// over; so are pairs of zeros within one part, and poles, at which |f| grows towards the
// change of sign.
func Roots(ctx context.Context, f func(float64) float64, a, b float64, parts int) ([]float64, error) {
	if !(a < b) || math.IsInf(a, 0) || math.IsInf(b, 0) || parts < 1 {
		return nil, fmt.Errorf("%d parts from %v to %v are no interval to look for zeros in", parts, a, b)
	}
	var out []float64
	found := func(x float64) {
		if len(out) == 0 || x > out[len(out)-1] {
			out = append(out, x)
		}
	}
	x, fx := a, f(a)
	if fx == 0 {
		found(a)
	}
	for i := 1; i <= parts; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		share := float64(i) / float64(parts)
		y := a*(1-share) + b*share
		fy := f(y)
		switch {
		case fy == 0:
			found(y)
		case fx < 0 && fy > 0 || fx > 0 && fy < 0:
			r, err := Brent(f, x, y, 0)
			if err == nil && math.Abs(f(r)) <= math.Min(math.Abs(fx), math.Abs(fy)) {
				found(r)
			}
		}
		x, fx = y, fy
	}
	return slices.Clip(out), nil
}

// Minimum finds a local minimum of f in [a, b] by golden sections and parabolas (Brent
// 1973, 5.8). Its place is right to about the root of the precision of f; where the slope
// of f is known, a zero of it is righter.
func Minimum(f func(float64) float64, a, b float64) (x, fx float64) {
	const golden = 0.3819660112501051
	x = a + golden*(b-a)
	w, v := x, x
	fx = f(x)
	fw, fv := fx, fx
	var d, e float64
	for range 500 {
		middle := (a + b) / 2
		tol := 1e-9*math.Abs(x) + 1e-300
		if math.Abs(x-middle) <= 2*tol-(b-a)/2 {
			break
		}
		var p, q, r float64
		if math.Abs(e) > tol {
			r = (x - w) * (fx - fv)
			q = (x - v) * (fx - fw)
			p = (x-v)*q - (x-w)*r
			if q = 2 * (q - r); q > 0 {
				p = -p
			} else {
				q = -q
			}
			r, e = e, d
		}
		if math.Abs(p) < math.Abs(q*r/2) && p > q*(a-x) && p < q*(b-x) {
			d = p / q
			if u := x + d; u-a < 2*tol || b-u < 2*tol {
				d = math.Copysign(tol, middle-x)
			}
		} else {
			if e = a - x; x < middle {
				e = b - x
			}
			d = golden * e
		}
		u := x + d
		if math.Abs(d) < tol {
			u = x + math.Copysign(tol, d)
		}
		fu := f(u)
		if fu <= fx {
			if u < x {
				b = x
			} else {
				a = x
			}
			v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
			continue
		}
		if u < x {
			a = u
		} else {
			b = u
		}
		switch {
		case fu <= fw || w == x:
			v, fv, w, fw = w, fw, u, fu
		case fu <= fv || v == x || v == w:
			v, fv = u, fu
		}
	}
	return x, fx
}
