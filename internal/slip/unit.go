package slip

import (
	"fmt"
	"math"
	"strings"

	"github.com/assaybench/assay/spec/unit"
)

// common are the units that scientists mix up, in groups of one dimension.
var common = []string{
	"kg", "g", "mg", "µg", "lb", "oz", "km", "m", "cm", "mm", "µm", "nm", "in", "ft",
	"year", "month", "week", "d", "h", "min", "s", "ms", "µs", "decade",
	"°C", "°F", "K", "Pa", "hPa", "kPa", "bar", "J", "kJ", "cal", "kcal", "eV", "W", "kW", "MW",
	"V", "mV", "A", "mA", "mol", "mmol", "µmol", "L", "mL", "Hz", "kHz", "MHz", "GHz", "rad", "deg",
	"ppm", "ppb", "%", "1", "thousand", "million",
}

// units are the slips of giving numbers in another unit than the wanted one; the greatest
// number tells whether they can be fractions.
func units(want string, greatest float64) []Slip {
	if want == "" || want == "1" {
		if math.Abs(greatest) > 1 {
			return nil
		}
		return []Slip{{Note: "{are} 100 times too large: given in percent, it seems", Unit: "%", Of: func(x float64) float64 { return float64(100 * x) }}}
	}
	var out []Slip
	for _, u := range others(want) {
		zero, err := unit.ConvertPoint(0, want, u)
		if err != nil || unit.Same(u, want) {
			continue
		}
		one, err := unit.ConvertPoint(1, want, u)
		if err != nil {
			continue
		}
		slope, note := one-zero, fmt.Sprintf("given in %s, it seems", name(u))
		if zero == 0 {
			note = factor(slope) + ": " + note
		} else {
			note = "{are} " + note
		}
		out = append(out, Slip{Note: note, Unit: u, Of: func(x float64) float64 { return zero + float64(slope*x) }})
	}
	return out
}

// others are units that may have been meant: the common ones, and of a quotient those
// with another numerator or denominator.
func others(want string) []string {
	out := common
	if i := strings.LastIndexByte(want, '/'); i > 0 {
		over, under := want[:i], want[i+1:]
		out = nil
		for _, u := range common {
			if unit.Convertible(u, over) {
				out = append(out, u+"/"+under)
			}
			if unit.Convertible(u, under) {
				out = append(out, over+"/"+u)
			}
		}
	}
	return out
}

func name(u string) string {
	switch u {
	case "%":
		return "percent"
	case "1":
		return "fractions"
	}
	return u
}
