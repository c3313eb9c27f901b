package multivariate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// Metric is a distance of two vectors with its parameters.
type Metric struct {
	Name string
	P    float64 // exponent of minkowski, at least 1
}

// metrics are the distances by name. Vectors have the same length, at least 1.
var metrics = map[string]func(m Metric, x, y []dd.Num) (dd.Num, error){
	"euclidean":       func(_ Metric, x, y []dd.Num) (dd.Num, error) { return squares(x, y).Sqrt(), nil },
	"sqeuclidean":     func(_ Metric, x, y []dd.Num) (dd.Num, error) { return squares(x, y), nil },
	"manhattan":       func(_ Metric, x, y []dd.Num) (dd.Num, error) { return over(x, y, difference), nil },
	"chebyshev":       chebyshev,
	"minkowski":       minkowski,
	"cosine":          func(_ Metric, x, y []dd.Num) (dd.Num, error) { return angle(x, y, "a vector is 0") },
	"correlation":     correlation,
	"hamming":         hamming,
	"jaccard":         jaccard,
	"braycurtis":      brayCurtis,
	"canberra":        canberra,
	"hellinger":       hellinger,
	"jensenshannon":   jensenShannon,
	"kullbackleibler": kullbackLeibler,
}

// Metrics are the names of the distances, sorted.
func Metrics() []string { return slices.Sorted(maps.Keys(metrics)) }

// Distance of two vectors of the same length:
//
//	euclidean        sqrt Σ(x - y)²
//	sqeuclidean      Σ(x - y)²
//	manhattan        Σ|x - y|
//	chebyshev        max |x - y|
//	minkowski        (Σ|x - y|^p)^(1/p)
//	cosine           1 - x·y / (|x| |y|)
//	correlation      the same of centred vectors: 1 - r
//	hamming          the part of places that differ
//	jaccard          of places where either is not 0, the part where just one is
//	braycurtis       Σ|x - y| / Σ|x + y|
//	canberra         Σ|x - y| / (|x| + |y|), where both are 0 a term is 0
//	hellinger        sqrt(Σ(√p - √q)² / 2), p and q being x and y divided by their sums
//	jensenshannon    sqrt((KL(p, m) + KL(q, m)) / 2), m = (p + q)/2, in nats
//	kullbackleibler  Σ p ln(p / q), 0 ln 0 = 0, in nats
//
// Errors: vectors that are empty or of unequal length, numbers that are not finite, or on
// which the distance is not defined.
func (m Metric) Distance(x, y []dd.Num) (dd.Num, error) {
	f, ok := metrics[m.Name]
	switch {
	case !ok:
		return dd.Num{}, fmt.Errorf("the distance %q is not known", m.Name)
	case len(x) != len(y):
		return dd.Num{}, fmt.Errorf("vectors of %d and %d numbers have no %s distance", len(x), len(y), m.Name)
	case len(x) == 0:
		return dd.Num{}, errors.New("there are no numbers")
	}
	if err := finite(x, y); err != nil {
		return dd.Num{}, err
	}
	x, y, unit := inUnit(x, y)
	d, err := f(m, x, y)
	switch m.Name {
	case "euclidean", "manhattan", "chebyshev", "minkowski":
		d = d.Mul(dd.F(unit))
	case "sqeuclidean":
		d = d.Mul(dd.F(unit)).Mul(dd.F(unit))
	}
	if err == nil && !d.Finite() {
		err = errors.New("the distance is not finite")
	}
	return d, err
}

// inUnit divides both vectors by the power of two that brings the largest number near 1
// where squares might overflow or vanish.
func inUnit(x, y []dd.Num) (a, b []dd.Num, unit float64) {
	big := 0.0
	for i := range x {
		big = math.Max(big, math.Max(math.Abs(x[i].Hi), math.Abs(y[i].Hi)))
	}
	if big == 0 || big > 1e-100 && big < 1e100 { // nothing to fear
		return x, y, 1
	}
	_, e := math.Frexp(big)
	e = min(max(e, -1000), 1000)
	k := math.Ldexp(1, -e)
	a, b = make([]dd.Num, len(x)), make([]dd.Num, len(y))
	for i := range x {
		a[i], b[i] = dd.Num{Hi: x[i].Hi * k, Lo: x[i].Lo * k}, dd.Num{Hi: y[i].Hi * k, Lo: y[i].Lo * k}
	}
	return a, b, math.Ldexp(1, e)
}

func over(x, y []dd.Num, f func(a, b dd.Num) dd.Num) dd.Num {
	var s dd.Num
	for i := range x {
		s = s.Add(f(x[i], y[i]))
	}
	return s
}

func difference(a, b dd.Num) dd.Num { return a.Sub(b).Abs() }

func squares(x, y []dd.Num) dd.Num {
	return over(x, y, func(a, b dd.Num) dd.Num { d := a.Sub(b); return d.Mul(d) })
}

func chebyshev(_ Metric, x, y []dd.Num) (dd.Num, error) {
	var most dd.Num
	for i := range x {
		if d := difference(x[i], y[i]); d.Cmp(most) > 0 {
			most = d
		}
	}
	return most, nil
}

func minkowski(m Metric, x, y []dd.Num) (dd.Num, error) {
	if !(m.P >= 1) || math.IsInf(m.P, 0) {
		return dd.Num{}, fmt.Errorf("the exponent %v is not a number from 1 up", m.P)
	}
	// Divided by the largest difference, so that high powers do not vanish.
	most, _ := chebyshev(m, x, y)
	if most.Sign() == 0 {
		return dd.Num{}, nil
	}
	p := dd.F(m.P)
	s := over(x, y, func(a, b dd.Num) dd.Num {
		d := difference(a, b).Div(most)
		if d.Sign() == 0 {
			return dd.Num{}
		}
		return d.Pow(p)
	})
	return s.Pow(dd.F(1).Div(p)).Mul(most), nil
}

// angle is 1 - cosine.
func angle(x, y []dd.Num, zero string) (dd.Num, error) {
	a, b := dot(x, x).Sqrt(), dot(y, y).Sqrt()
	if a.Sign() <= 0 || b.Sign() <= 0 {
		return dd.Num{}, errors.New(zero)
	}
	// Σ(x/|x| - y/|y|)²/2 keeps the digits of vectors that are nearly parallel.
	return squares(times(dd.F(1).Div(a), x), times(dd.F(1).Div(b), y)).Div(dd.F(2)), nil
}

func correlation(_ Metric, x, y []dd.Num) (dd.Num, error) {
	centre := func(x []dd.Num) ([]dd.Num, bool) {
		mean := dd.Of(x).Mean
		out, varies := make([]dd.Num, len(x)), false
		for i := range x {
			out[i] = x[i].Sub(mean)
			varies = varies || x[i].Cmp(x[0]) != 0
		}
		return out, varies
	}
	a, varies := centre(x)
	b, also := centre(y)
	if !varies || !also {
		return dd.Num{}, errors.New("a vector is constant")
	}
	return angle(a, b, "a vector is constant")
}

func hamming(_ Metric, x, y []dd.Num) (dd.Num, error) {
	n := 0
	for i := range x {
		if x[i].Cmp(y[i]) != 0 {
			n++
		}
	}
	return dd.F(float64(n)).Div(dd.F(float64(len(x)))), nil
}

func jaccard(_ Metric, x, y []dd.Num) (dd.Num, error) {
	either, one := 0, 0
	for i := range x {
		a, b := x[i].Sign() != 0, y[i].Sign() != 0
		if a || b {
			either++
		}
		if a != b {
			one++
		}
	}
	if either == 0 {
		return dd.Num{}, errors.New("both vectors are 0")
	}
	return dd.F(float64(one)).Div(dd.F(float64(either))), nil
}

func brayCurtis(_ Metric, x, y []dd.Num) (dd.Num, error) {
	under := over(x, y, func(a, b dd.Num) dd.Num { return a.Add(b).Abs() })
	if under.Sign() == 0 {
		return dd.Num{}, errors.New("the sums of both vectors are 0 everywhere")
	}
	return over(x, y, difference).Div(under), nil
}

func canberra(_ Metric, x, y []dd.Num) (dd.Num, error) {
	return over(x, y, func(a, b dd.Num) dd.Num {
		under := a.Abs().Add(b.Abs())
		if under.Sign() == 0 {
			return dd.Num{}
		}
		return difference(a, b).Div(under)
	}), nil
}

// shares are numbers divided by their sum: a distribution.
func shares(x []dd.Num) ([]dd.Num, error) {
	for _, v := range x {
		if v.Sign() < 0 {
			return nil, errors.New("a number is negative, so that the vector is no distribution")
		}
	}
	s := dd.Sum(x)
	if s.Sign() <= 0 {
		return nil, errors.New("a vector is 0, and so no distribution")
	}
	return times(dd.F(1).Div(s), x), nil
}

func distributions(x, y []dd.Num) (p, q []dd.Num, err error) {
	if p, err = shares(x); err != nil {
		return nil, nil, err
	}
	q, err = shares(y)
	return p, q, err
}

func hellinger(_ Metric, x, y []dd.Num) (dd.Num, error) {
	p, q, err := distributions(x, y)
	if err != nil {
		return dd.Num{}, err
	}
	s := over(p, q, func(a, b dd.Num) dd.Num { d := a.Sqrt().Sub(b.Sqrt()); return d.Mul(d) })
	return s.Div(dd.F(2)).Sqrt(), nil
}

// divergence is Σ p ln(p / q).
func divergence(p, q []dd.Num) (dd.Num, error) {
	var s dd.Num
	for i := range p {
		switch {
		case p[i].Sign() == 0:
		case q[i].Sign() == 0:
			return dd.Num{}, fmt.Errorf("number %d is 0 in the second distribution but not in the first: the divergence is infinite", i+1)
		default:
			s = s.Add(p[i].Mul(p[i].Div(q[i]).Log()))
		}
	}
	if s.Sign() < 0 { // rounding of two that are equal
		return dd.Num{}, nil
	}
	return s, nil
}

func kullbackLeibler(_ Metric, x, y []dd.Num) (dd.Num, error) {
	p, q, err := distributions(x, y)
	if err != nil {
		return dd.Num{}, err
	}
	return divergence(p, q)
}

func jensenShannon(_ Metric, x, y []dd.Num) (dd.Num, error) {
	p, q, err := distributions(x, y)
	if err != nil {
		return dd.Num{}, err
	}
	m := make([]dd.Num, len(p))
	for i := range m {
		m[i] = p[i].Add(q[i]).Div(dd.F(2))
	}
	a, _ := divergence(p, m) // m is 0 only where both are
	b, _ := divergence(q, m)
	return a.Add(b).Div(dd.F(2)).Sqrt(), nil
}
