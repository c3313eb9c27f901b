package spec

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// Tolerance is the one rule by which numbers are compared:
//
//	|candidate - oracle| <= max(Abs, Rel * max(|oracle|, Scale))
//
// Bounds are inclusive. Abs and Scale are 0 unless declared, so an oracle of 0 asks
// for exactly 0. All five numbers enter as the decimals they print as, so that 0.299
// lies within 0.001 of 0.3. NaN equals nothing; non-finite candidates never pass.
type Tolerance struct {
	Abs   float64 `json:"abs,omitempty"`
	Rel   float64 `json:"rel,omitempty"`
	Scale float64 `json:"scale,omitempty"`
}

// Close reports whether candidate is within the tolerance of oracle. Arguments are
// not symmetric: the oracle is the reference.
func (t Tolerance) Close(candidate, oracle float64) bool {
	if math.IsNaN(candidate) || math.IsInf(candidate, 0) || math.IsNaN(oracle) || math.IsInf(oracle, 0) {
		return false
	}
	if candidate == oracle {
		return true
	}
	diff := math.Abs(candidate - oracle)
	bound := math.Max(t.Abs, t.Rel*math.Max(math.Abs(oracle), t.Scale))
	// Away from the bound float64 decides; near it, or near underflow, decimals do.
	if bound > 1e-290 && !math.IsInf(diff, 0) {
		if diff <= bound*(1-1e-9) {
			return true
		}
		if diff > bound*(1+1e-9)+1e-12*math.Max(math.Abs(oracle), math.Abs(candidate)) {
			return false
		}
	}
	c, o := decimal(candidate), decimal(oracle)
	d := new(big.Rat).Sub(c, o)
	d.Abs(d)
	m := new(big.Rat).Abs(o)
	if s := decimal(t.Scale); s.Cmp(m) > 0 {
		m = s
	}
	m.Mul(m, decimal(t.Rel))
	if a := decimal(t.Abs); a.Cmp(m) > 0 {
		m = a
	}
	return d.Cmp(m) <= 0
}

// Valid reports a negative or non-finite part.
func (t Tolerance) Valid() error {
	for _, p := range []struct {
		name string
		v    float64
	}{{"abs", t.Abs}, {"rel", t.Rel}, {"scale", t.Scale}} {
		if math.IsNaN(p.v) || math.IsInf(p.v, 0) || p.v < 0 {
			return fmt.Errorf("tolerance %s is %v: it must be finite and not negative", p.name, p.v)
		}
	}
	return nil
}

func (t Tolerance) String() string {
	s := "rel " + strconv.FormatFloat(t.Rel, 'g', -1, 64)
	if t.Abs != 0 {
		s += ", abs " + strconv.FormatFloat(t.Abs, 'g', -1, 64)
	}
	if t.Scale != 0 {
		s += ", scale " + strconv.FormatFloat(t.Scale, 'g', -1, 64)
	}
	return s
}

func decimal(f float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	return r
}
