package solve

import (
	"context"
	"math"
)

const doublings = 12 // of the points of the double exponential rule

// exponential integrates each piece by the trapezoidal rule in u, t = 1/(1 + exp(-π sinh u)),
// whose points crowd at both ends faster than a singularity grows that has an integral.
// The text says why it did not converge.
func (q Quadrature) exponential(ctx context.Context, pieces []piece) (Integral, string, error) {
	var out Integral
	values := make([]float64, len(pieces))
	for i, p := range pieces {
		v, reason, err := q.oneExponential(ctx, p, &out.Evaluations)
		if err != nil || reason != "" {
			return out, reason, err
		}
		values[i] = v.Value
		out.Value += v.Value
		out.Error += v.Error
		out.Size += v.Size
	}
	if out.Error > q.wanted(out.Value) {
		return out, "no convergence", nil
	}
	return out, "", nil
}

func (q Quadrature) oneExponential(ctx context.Context, p piece, evaluations *int) (Integral, string, error) {
	var sum, size, tail float64
	// add takes the point u and reports whether the ones beyond it still count.
	add := func(u float64) (more, ok bool) {
		e := math.Exp(-math.Pi * math.Abs(math.Sinh(u)))
		near, far := e/(1+e), 1/(1+e)
		if near < leastT {
			return false, true
		}
		*evaluations++
		t, s := near, far
		if u > 0 {
			t, s = far, near
		}
		y := p.at(t, s)
		term := y * math.Pi * math.Cosh(u) * near * far
		if math.IsNaN(term) || math.IsInf(term, 0) {
			return false, math.Abs(u) > 3 // at the very end a value may overflow
		}
		sum += term
		size += math.Abs(term)
		tail = math.Abs(term)
		return true, true
	}
	const reach = 6.2 // t underflows there
	last := math.NaN()
	for level := range doublings {
		h := math.Ldexp(1, -level)
		worst := 0.0 // terms at which the sums were cut
		for _, sign := range []float64{-1, 1} {
			tail = 0
			for k := 0; ; k++ {
				u := h * float64(k)
				if u > reach {
					break
				}
				if level > 0 && k%2 == 0 || k == 0 && sign > 0 {
					continue
				}
				more, ok := add(sign * u)
				if !ok {
					return Integral{}, "the integrand has no finite value inside", nil
				}
				if !more {
					break
				}
			}
			worst = math.Max(worst, tail)
		}
		if err := ctx.Err(); err != nil {
			return Integral{}, "", err
		}
		value := sum * h
		apart := math.Abs(value - last)
		if level >= 4 && apart <= math.Max(q.wanted(value), 10*epsilon*size*h) && worst*h <= math.Max(q.wanted(value), epsilon*size*h) {
			return Integral{Value: value, Error: math.Max(apart, 10*epsilon*size*h), Size: size * h}, "", nil
		}
		last = value
	}
	return Integral{}, "no convergence", nil
}
