package axis

import (
	"math"
	"strings"

	"github.com/assaybench/assay/spec"
)

// farOffset is how many times the span of its ticks an axis must be away from zero for
// plotting libraries to write an offset.
const farOffset = 100

// Lying finds a tick of an axis of numbers whose label is another number than the place
// where it stands. Labels may be in another power of ten or moved by one offset, as
// plotting libraries write these beside the axis; those that are no numbers say nothing.
func Lying(a spec.AxisView) (spec.Tick, bool) {
	if a.Kind != Linear {
		return spec.Tick{}, false
	}
	var ticks []spec.Tick
	var says []float64
	for _, t := range a.Ticks {
		if n, ok := Number(t.Label); ok {
			ticks, says = append(ticks, t), append(says, n)
		}
	}
	if len(ticks) < 2 {
		return spec.Tick{}, false
	}
	step := 0.0
	for i := range ticks[1:] {
		step = max(step, math.Abs(ticks[i+1].At-ticks[i].At))
	}
	last := len(ticks) - 1
	power := math.Pow10(int(math.Round(math.Log10(math.Abs(says[last]-says[0]) / math.Abs(ticks[last].At-ticks[0].At)))))
	wrong := -1
	for _, p := range []float64{1, power} {
		for _, offset := range []float64{0, says[last] - p*ticks[last].At} {
			if offset != 0 && math.Abs(offset) < farOffset*p*math.Abs(ticks[last].At-ticks[0].At) {
				continue
			}
			wrong = -1
			for i, t := range ticks {
				open := spec.Tolerance{Abs: max(half(t.Label), p*step/100)}
				if wrong < 0 && !open.Close(says[i], p*t.At+offset) {
					wrong = i
				}
			}
			if wrong < 0 {
				return spec.Tick{}, false
			}
		}
	}
	return ticks[wrong], true
}

// half is half a unit of the last decimal of a label.
func half(label string) float64 {
	decimals := 0
	if i := strings.IndexByte(label, '.'); i >= 0 {
		for _, c := range label[i+1:] {
			if c < '0' || c > '9' {
				break
			}
			decimals++
		}
	}
	return math.Pow10(-decimals) / 2 * (1 + 1e-9)
}
