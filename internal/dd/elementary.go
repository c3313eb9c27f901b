package dd

import "math"

// Constants to 32 digits.
var (
	Pi  = Num{3.141592653589793, 1.2246467991473532e-16}
	ln2 = Num{0.6931471805599453, 2.3190468138462996e-17}
)

var nan = Num{math.NaN(), math.NaN()}

// inverseFactorial holds 1/n!.
var inverseFactorial = func() (f [28]Num) {
	f[0] = F(1)
	for n := 1; n < len(f); n++ {
		f[n] = f[n-1].Div(F(float64(n)))
	}
	return f
}()

func (a Num) ldexp(e int) Num { return Num{math.Ldexp(a.Hi, e), math.Ldexp(a.Lo, e)} }

// Exp is e^a: 0 far below, not Finite above about 709.
func (a Num) Exp() Num {
	switch {
	case math.IsNaN(a.Hi):
		return nan
	case a.Hi > 709.78:
		return F(math.Inf(1))
	case a.Hi < -745:
		return Num{}
	}
	// a = k ln 2 + 256 r with |r| < 0.0014; e^r - 1 by its series, then squared 8 times.
	k := math.Round(a.Hi / ln2.Hi)
	r := a.Sub(ln2.Mul(F(k))).ldexp(-8)
	var s Num
	for n := 11; n >= 1; n-- {
		s = s.Add(inverseFactorial[n]).Mul(r)
	}
	for range 8 {
		s = s.ldexp(1).Add(s.Mul(s))
	}
	return s.Add(F(1)).ldexp(int(k))
}

// Log is the natural logarithm of a: not Finite for 0 and below.
func (a Num) Log() Num {
	if !(a.Hi > 0) || math.IsInf(a.Hi, 1) {
		return F(math.Log(a.Hi))
	}
	m, e := math.Frexp(a.Hi)
	if m < math.Sqrt2/2 {
		e--
	}
	// One step of Newton's method on e^y = a doubles the digits of float64's logarithm.
	b := a.ldexp(-e)
	y := F(math.Log(b.Hi))
	y = y.Add(b.Mul(y.Neg().Exp()).Sub(F(1)))
	return y.Add(ln2.Mul(F(float64(e))))
}

// SinCos is the sine and the cosine of a; not Finite beyond 1e9, where no digits of the
// angle would be left.
func (a Num) SinCos() (sin, cos Num) {
	if !(math.Abs(a.Hi) < 1e9) {
		return nan, nan
	}
	half := Pi.ldexp(-1)
	k := math.Round(a.Hi / half.Hi)
	r := a.Sub(half.Mul(F(k)))
	rr := r.Mul(r).Neg()
	for n := 26; n >= 0; n -= 2 {
		sin = sin.Mul(rr).Add(inverseFactorial[n+1])
		cos = cos.Mul(rr).Add(inverseFactorial[n])
	}
	sin = sin.Mul(r)
	switch int64(k) & 3 {
	case 1:
		return cos, sin.Neg()
	case 2:
		return sin.Neg(), cos.Neg()
	case 3:
		return cos.Neg(), sin
	}
	return sin, cos
}

// Atan is the angle between -pi/2 and pi/2 whose tangent is a.
func (a Num) Atan() Num {
	if math.IsNaN(a.Hi) {
		return nan
	}
	if math.Abs(a.Hi) > 1 {
		rest := F(1).Div(a).Atan()
		return Pi.ldexp(-1).Mul(F(math.Copysign(1, a.Hi))).Sub(rest)
	}
	y := F(math.Atan(a.Hi))
	s, c := y.SinCos()
	// tan(atan a - y), which is of the size of float64's error.
	return y.Add(a.Mul(c).Sub(s).Div(c.Add(a.Mul(s))))
}

// Pow is a^b: exact steps where b is a whole number up to 1024, else e^(b log a), which
// is not Finite for a < 0. 0^b is 0 for b > 0.
func (a Num) Pow(b Num) Num {
	if b.Lo == 0 && b.Hi == math.Trunc(b.Hi) && math.Abs(b.Hi) <= 1024 {
		p, base := F(1), a
		for n := int(math.Abs(b.Hi)); n > 0; n >>= 1 {
			if n&1 == 1 {
				p = p.Mul(base)
			}
			if n > 1 {
				base = base.Mul(base)
			}
		}
		if b.Hi < 0 {
			return F(1).Div(p)
		}
		return p
	}
	if a.Sign() == 0 && b.Sign() > 0 {
		return Num{}
	}
	return b.Mul(a.Log()).Exp()
}
