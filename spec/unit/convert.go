package unit

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Convert expresses v, given in from, in to:
//
//	v * size(from) / size(to)
//
// The decimal that v prints as is multiplied exactly and rounded once; only a power of
// pi (degrees to radians) is rounded before. NaN and infinities stay what they are. The
// error wraps ErrSyntax, ErrDimension or, where the two scales have different zeros (°C,
// °F, K) and it is not said whether v is a point or a difference, ErrAffine.
func Convert(v float64, from, to string) (float64, error) {
	u, w, err := both(from, to)
	if err != nil {
		return 0, err
	}
	return u.Convert(v, w)
}

// Convert is the function Convert on units that are already read.
func (u Unit) Convert(v float64, to Unit) (float64, error) {
	if !u.Convertible(to) {
		return 0, dimensionError(u, to)
	}
	if (u.offset != nil || to.offset != nil) && !u.Same(to) {
		return 0, fmt.Errorf("%w: %s to %s depends on whether the number is a temperature or a difference; state it in one scale", ErrAffine, u, to)
	}
	return scaled(v, u, to, nil, nil), nil
}

// ConvertPoint converts a point on a scale, such as a temperature of 20 °C to 293.15 K:
// the zeros of both scales count. For units without a zero of their own it is Convert.
func ConvertPoint(v float64, from, to string) (float64, error) {
	u, w, err := both(from, to)
	if err != nil {
		return 0, err
	}
	if !u.Convertible(w) {
		return 0, dimensionError(u, w)
	}
	return scaled(v, u, w, u.offset, w.offset), nil
}

func both(from, to string) (u, w Unit, err error) {
	if u, err = Parse(from); err != nil {
		return
	}
	w, err = Parse(to)
	return
}

func scaled(v float64, from, to Unit, add, subtract *big.Rat) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) || from.Same(to) {
		return v
	}
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if add != nil {
		r.Add(r, add)
	}
	r.Mul(r, from.size())
	r.Quo(r, to.size())
	if subtract != nil {
		r.Sub(r, subtract)
	}
	f, _ := r.Float64()
	return f * math.Pow(math.Pi, float64(from.pi-to.pi))
}

// ParseQuantity reads a number with an optional unit, such as "1.0 %", "8%" or
// "-3.2e-4 kg/m^3": one reader for every spelling. Without a unit the Unit is 1.
func ParseQuantity(s string) (float64, Unit, error) {
	s = strings.TrimSpace(strings.ReplaceAll(s, "−", "-"))
	end := numberEnd(s)
	f, err := strconv.ParseFloat(s[:end], 64)
	if err != nil {
		return 0, Unit{}, fmt.Errorf("%w: %s does not begin with a number", ErrSyntax, quote(s))
	}
	rest := strings.TrimSpace(s[end:])
	if rest == "" {
		return f, Unit{}, nil
	}
	if rest[0] == '/' {
		rest = "1" + rest
	}
	u, err := Parse(rest)
	return f, u, err
}

// numberEnd is the length of the decimal number at the start of s: sign, digits, point,
// exponent. An e without digits is left for the unit.
func numberEnd(s string) int {
	digits := func(i int) int {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i
	}
	sign := func(i int) int {
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		return i
	}
	i := digits(sign(0))
	if i < len(s) && s[i] == '.' {
		i = digits(i + 1)
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		if j := sign(i + 1); digits(j) > j {
			i = digits(j)
		}
	}
	return i
}
