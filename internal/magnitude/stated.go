package magnitude

import "github.com/assaybench/assay/spec"

// Stated is the magnitude of a claim, for groups in the order in which it names them.
type Stated struct {
	Value, Lower, Upper Interval
	HasValue, HasBounds bool
	Unit                string
}

// Read reads the magnitude of c; ok is false where something other than a finite number
// stands there.
func Read(c spec.Claim) (s Stated, ok bool) {
	if c.Magnitude == nil {
		return s, true
	}
	ok = true
	read := func(v spec.Value) (Interval, bool) {
		n, isNumber := v.Number()
		ok = ok && (v.Missing() || isNumber && n.Finite())
		return Printed(n), isNumber && n.Finite()
	}
	var hasLower, hasUpper bool
	s.Unit = c.Magnitude.Unit
	s.Value, s.HasValue = read(c.Magnitude.Value)
	s.Lower, hasLower = read(c.Magnitude.Lower)
	s.Upper, hasUpper = read(c.Magnitude.Upper)
	s.HasBounds = hasLower && hasUpper
	return s, ok && hasLower == hasUpper
}

// Neg is the magnitude for groups in the other order.
func (s Stated) Neg() Stated {
	s.Value, s.Lower, s.Upper = s.Value.Neg(), s.Upper.Neg(), s.Lower.Neg()
	return s
}

// Sized is the magnitude as a size: turned round where its value is below zero.
func (s Stated) Sized() Stated {
	if s.HasValue && s.Value.Hi < 0 {
		return s.Neg()
	}
	return s
}

// In gives the magnitude in another unit; where either is not stated nothing is converted.
func (s Stated) In(u string) (Stated, error) {
	var err error
	for _, v := range []*Interval{&s.Value, &s.Lower, &s.Upper} {
		if *v, err = v.In(s.Unit, u); err != nil {
			return s, err
		}
	}
	if u != "" {
		s.Unit = u
	}
	return s, nil
}

// Agrees compares the value with x; with size, signs do not count.
func (s Stated) Agrees(x Interval, tol spec.Tolerance, size bool) bool {
	return s.Value.Agrees(x, tol) || size && s.Sized().Value.Agrees(x.Abs(), tol)
}

// EndsAgree compares lower and upper, end by end; with size, signs do not count.
func (s Stated) EndsAgree(lo, hi Interval, tol spec.Tolerance, size bool) bool {
	same := func(s Stated, lo, hi Interval) bool { return s.Lower.Agrees(lo, tol) && s.Upper.Agrees(hi, tol) }
	return same(s, lo, hi) || size && (same(s.Sized(), lo, hi) || same(s.Sized(), hi.Neg(), lo.Neg()))
}

// Reversed reports whether a and b are the same two groups in opposite order.
func Reversed(a, b []string, t spec.Terms) bool {
	return len(a) == 2 && len(b) == 2 && t.Same(a[0], b[1]) && t.Same(a[1], b[0]) && !t.Same(a[0], a[1])
}
