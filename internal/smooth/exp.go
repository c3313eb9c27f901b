package smooth

import "math"

// steps of the table of exp2 between powers of two.
const steps = 128

// shift rounds a number added to it to a whole one, which its last bits then hold.
const shift = 3 << 51

var (
	powers = func() (t [steps]float64) {
		for i := range t {
			t[i] = math.Exp2(float64(i) / steps)
		}
		return t
	}()
	stepHi = math.Float64frombits(math.Float64bits(math.Ln2/steps) &^ (1<<20 - 1)) // so many bits fewer, that k · stepHi is exact
	stepLo = math.Ln2/steps - stepHi + 2.3190468138462996e-17/steps
)

// gaussSum is Σ exp(-u²/2), u = (x - v) / width, over values no further than 37 widths:
// each by a table of 128 powers and a polynomial, good to a unit in the last place.
func gaussSum(vs []float64, x, width float64) float64 {
	var total acc
	inverse := 1 / width
	for len(vs) > 0 {
		block := vs[:min(32, len(vs))]
		vs = vs[len(block):]
		s := 0.0
		for _, v := range block {
			u := (x - v) * inverse
			y := -0.5 * u * u
			near := y*(steps/math.Ln2) + shift
			k := near - shift
			r := (y - k*stepHi) - k*stepLo
			p := r + r*r*(0.5+r*(1.0/6+r*(1.0/24+r*(1.0/120))))
			i := int64(int32(math.Float64bits(near))) // k as an integer
			t := powers[i&(steps-1)]
			s += math.Float64frombits(math.Float64bits(t+t*p) + uint64(i>>7)<<52)
		}
		total.add(s)
	}
	return total.value()
}
