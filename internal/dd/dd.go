// Package dd computes in double-double: a number is the unevaluated sum of two
// float64, which carries about 32 decimal digits. Sums, moments and least squares in
// this form, started from decimal text, give every digit that float64 can print.
//
// The error-free steps are Knuth's sum and the product by fused multiply-add (Dekker
// 1971; Hida, Li, Bailey 2001). Conversions such as float64(a - b) are not idle: they
// forbid the compiler to fuse operations, so that all machines give the same bits.
package dd

import (
	"fmt"
	"math"
	"math/big"
)

// Num is Hi + Lo, with |Lo| at most half a unit in the last place of Hi. The zero Num
// is 0. Overflow gives a Num that is not Finite; near underflow, where results fall below
// about 1e-290, the digits of Lo are lost.
type Num struct{ Hi, Lo float64 }

// F returns x as a Num.
func F(x float64) Num { return Num{Hi: x} }

// Float is the float64 nearest to a.
func (a Num) Float() float64 { return a.Hi + a.Lo }

// Finite reports whether a is neither NaN nor infinite.
func (a Num) Finite() bool { f := a.Float(); return !math.IsNaN(f) && !math.IsInf(f, 0) }

// Sign is -1, 0 or 1.
func (a Num) Sign() int {
	switch {
	case a.Hi > 0:
		return 1
	case a.Hi < 0:
		return -1
	}
	return 0
}

func twoSum(a, b float64) Num {
	s := float64(a + b)
	t := float64(s - a)
	return Num{s, float64(float64(a-float64(s-t)) + float64(b-t))}
}

// quickSum needs |a| >= |b|.
func quickSum(a, b float64) Num {
	s := float64(a + b)
	return Num{s, float64(b - float64(s-a))}
}

func twoProd(a, b float64) Num {
	p := float64(a * b)
	return Num{p, math.FMA(a, b, -p)}
}

// Add is a + b.
func (a Num) Add(b Num) Num {
	s, t := twoSum(a.Hi, b.Hi), twoSum(a.Lo, b.Lo)
	s = quickSum(s.Hi, float64(s.Lo+t.Hi))
	return quickSum(s.Hi, float64(s.Lo+t.Lo))
}

// Neg is -a.
func (a Num) Neg() Num { return Num{-a.Hi, -a.Lo} }

// Abs is |a|.
func (a Num) Abs() Num {
	if a.Hi < 0 {
		return a.Neg()
	}
	return a
}

// Sub is a - b.
func (a Num) Sub(b Num) Num { return a.Add(b.Neg()) }

// Mul is a b.
func (a Num) Mul(b Num) Num {
	p := twoProd(a.Hi, b.Hi)
	return quickSum(p.Hi, float64(p.Lo+float64(float64(a.Hi*b.Lo)+float64(a.Lo*b.Hi))))
}

// Div is a / b; not Finite where b is 0.
func (a Num) Div(b Num) Num {
	q1 := a.Hi / b.Hi
	r := a.Sub(b.Mul(F(q1)))
	q2 := r.Hi / b.Hi
	r = r.Sub(b.Mul(F(q2)))
	return quickSum(q1, q2).Add(F(r.Hi / b.Hi))
}

// Sqrt is the square root of a; NaN where a is negative.
func (a Num) Sqrt() Num {
	if a.Sign() <= 0 {
		return F(math.Sqrt(a.Hi))
	}
	x := math.Sqrt(a.Hi)
	rest := a.Sub(twoProd(x, x))
	return twoSum(x, rest.Hi/float64(2*x))
}

// Cmp is -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Num) Cmp(b Num) int {
	switch { // the low parts are the rest of nearest float64
	case a.Hi < b.Hi:
		return -1
	case a.Hi > b.Hi:
		return 1
	case a.Lo < b.Lo:
		return -1
	case a.Lo > b.Lo:
		return 1
	}
	return 0
}

// Parse reads a decimal number such as -12.50e-3, correct to about 31 digits.
func Parse(s string) (Num, error) {
	if n, ok := parseShort(s); ok {
		return n, nil
	}
	b, _, err := big.ParseFloat(s, 10, 160, big.ToNearestEven)
	if err != nil {
		return Num{}, fmt.Errorf("%q is not a decimal number", s)
	}
	hi, _ := b.Float64()
	if math.IsInf(hi, 0) {
		return Num{}, fmt.Errorf("%q is too large", s)
	}
	lo, _ := b.Sub(b, new(big.Float).SetFloat64(hi)).Float64()
	return Num{hi, lo}, nil
}

// parseShort reads what has no exponent and at most 18 digits: an exact integer over
// an exact power of ten, so that one division does.
func parseShort(s string) (Num, bool) {
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg, s = s[0] == '-', s[1:]
	}
	var m int64
	digits, decimals, point := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			m = m*10 + int64(c-'0')
			if digits++; point {
				decimals++
			}
		case c == '.' && !point:
			point = true
		default:
			return Num{}, false
		}
	}
	if digits == 0 || digits > 18 {
		return Num{}, false
	}
	if neg {
		m = -m
	}
	hi := float64(m)
	n := quickSum(hi, float64(m-int64(hi)))
	if decimals > 0 {
		n = n.Div(F(pow10[decimals]))
	}
	return n, true
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}
