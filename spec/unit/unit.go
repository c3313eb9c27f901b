// Package unit reads units of measurement and converts between them exactly.
//
// A Unit is a factor and a vector of dimensions. The factor is a rational number (and
// a power of pi, for angles and parsecs), so that J/s and W, or 4 l and 4000 ml, are
// the same quantity without rounding. Dimensions are those of the SI, with angle and
// information kept apart from plain numbers; a name that is in no table (francs,
// penguins) is a dimension of its own, compared by its normalised name.
//
// Percent, per mille, ppm and the like are dimensionless but on a scale of their own:
// "8 %" converts to 0.08, and Same("%", "1") is false, so that 8 never passes for 8 %.
//
// Times: a day is 86400 s, a week 7 days, a year the Julian year of 365.25 days, a month
// a twelfth of it, a decade and a century 10 and 100 years.
//
// Degrees Celsius and Fahrenheit are points on a scale with its own zero. Alone they
// convert only by ConvertPoint; inside a compound unit (°C/year) they are differences,
// and 1 °C is 1 K.
package unit

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Errors that the functions of this package wrap.
var (
	ErrSyntax    = errors.New("unit not understood")
	ErrDimension = errors.New("different dimensions")
	ErrAffine    = errors.New("temperature scales with different zeros")
)

// Unit is a unit of measurement. The zero Unit is the number 1.
type Unit struct {
	factor *big.Rat       // size in base units; nil is 1
	pi     int            // and this power of pi
	dims   map[string]int // power of each base dimension, none of them 0
	offset *big.Rat       // what to add, in this unit, to count from absolute zero; nil: counts from zero
	coef   *big.Rat       // numeric part of the text; nil is 1
	syms   map[string]int // power of each symbol of the text, none of them 0
}

func (u Unit) size() *big.Rat { return orOne(u.factor) }

func orOne(r *big.Rat) *big.Rat {
	if r == nil {
		return big.NewRat(1, 1)
	}
	return r
}

// number is r as a unit.
func number(r *big.Rat) Unit { return Unit{factor: r, coef: r} }

// named gives u the one symbol by which it is written.
func (u Unit) named(symbol string) Unit {
	u.coef, u.syms = nil, map[string]int{symbol: 1}
	return u
}

func (u Unit) times(v Unit, power int) Unit {
	return Unit{
		factor: new(big.Rat).Mul(u.size(), ratPow(v.size(), power)),
		pi:     u.pi + power*v.pi,
		dims:   sum(u.dims, v.dims, power),
		coef:   new(big.Rat).Mul(orOne(u.coef), ratPow(orOne(v.coef), power)),
		syms:   sum(u.syms, v.syms, power),
	}
}

func sum(a, b map[string]int, power int) map[string]int {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]int{}
	}
	for k, n := range b {
		if out[k] += n * power; out[k] == 0 {
			delete(out, k)
		}
	}
	return out
}

func ratPow(r *big.Rat, n int) *big.Rat {
	e := big.NewInt(int64(max(n, -n)))
	num, den := new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil)
	if n < 0 {
		num, den = den, num
	}
	return new(big.Rat).SetFrac(num, den)
}

// Same reports whether a number means the same in both units: equal dimensions, equal
// size, equal zero.
func (u Unit) Same(v Unit) bool {
	return u.Convertible(v) && u.pi == v.pi && u.size().Cmp(v.size()) == 0 &&
		(u.offset == nil) == (v.offset == nil) && (u.offset == nil || u.offset.Cmp(v.offset) == 0)
}

// Convertible reports whether both units have the same dimensions.
func (u Unit) Convertible(v Unit) bool { return maps.Equal(u.dims, v.dims) }

// Dimensionless reports whether u is a plain number, such as 1, % or ppm.
func (u Unit) Dimensionless() bool { return len(u.dims) == 0 }

// Names lists the names of u that are in no table, such as "belgian franc", sorted: nil
// where every part of u is known.
func (u Unit) Names() []string {
	var out []string
	for _, d := range slices.Sorted(maps.Keys(u.dims)) {
		if d[0] == '"' {
			out = append(out, strings.Trim(d, `"`))
		}
	}
	return out
}

// Dimension is the vector of dimensions in words, such as "length^2 mass/time^2"; "1"
// for a plain number.
func (u Unit) Dimension() string { return write(nil, u.dims, nil) }

// String is the unit as written, in one form: symbols for names, the number first,
// symbols sorted, each divisor after its own slash: "J/K/mol", "1/year". It can be read
// again.
func (u Unit) String() string { return write(u.coef, u.syms, u.dims) }

func write(coef *big.Rat, powers, dims map[string]int) string {
	over, under := "", ""
	if coef != nil && coef.Num().Cmp(big.NewInt(1)) != 0 {
		over = coef.Num().String()
	}
	if coef != nil && !coef.IsInt() {
		under = "/" + coef.Denom().String()
	}
	ownBefore := false
	for _, s := range slices.Sorted(maps.Keys(powers)) {
		n, own := powers[s], dims[`"`+strings.Trim(s, `"`)+`"`] != 0
		if m := max(n, -n); m != 1 {
			s += "^" + strconv.Itoa(m)
		}
		switch {
		case n < 0:
			under += "/" + s
			continue
		case over == "":
			over = s
		case own && ownBefore: // with a space they would read as one name
			over += "*" + s
		default:
			over += " " + s
		}
		ownBefore = own
	}
	if over == "" {
		over = "1"
	}
	return over + under
}

// Same reports whether two unit texts say the same unit, so that their numbers may be
// compared as they stand. It is false where either cannot be read.
func Same(a, b string) bool {
	u, err := Parse(a)
	if err != nil {
		return false
	}
	v, err := Parse(b)
	return err == nil && u.Same(v)
}

// Convertible reports whether Convert succeeds on two unit texts.
func Convertible(a, b string) bool {
	_, err := Convert(0, a, b)
	return err == nil
}

// dimensionError says which dimensions differ.
func dimensionError(u, v Unit) error {
	return fmt.Errorf("%w: %s is %s, %s is %s", ErrDimension, u, u.Dimension(), v, v.Dimension())
}
