package visual

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/internal/slip"
	"github.com/assaybench/assay/spec"
)

// multiples are the numbers of standard errors, or deviations, that are drawn for an
// interval; those of a normal interval with its level.
var multiples = []struct{ by, level float64 }{
	{1.9599639845400545, 0.95}, {1.96, 0.95}, {2, 0}, {3, 0}, {1.6448536269514722, 0.9}, {1.645, 0.9}, {2.5758293035489004, 0.99}, {2.576, 0.99}, {0.5, 0},
}

// intervalCause says what one slip makes of an interval the error bars that are drawn:
// those of two groups exchanged, both arms exchanged, so many standard errors, a constant
// factor. Empty where none does.
func (r *reading) intervalCause(iv expected.Interval, pairs [][2]int) string {
	halves, ok := r.halves(iv, pairs)
	if !ok {
		return ""
	}
	if note, ok := slip.Moved(halves, "error bars"); ok {
		return note
	}
	if r.armsExchanged(iv, pairs) {
		return "its lower and upper arm are exchanged"
	}
	for _, known := range r.Want.Intervals {
		if known.Kind != spec.UncertaintySE && known.Kind != spec.UncertaintySD {
			continue
		}
		size, ok := r.halves(known, pairs)
		if !ok {
			continue
		}
		if all(size, func(x float64) float64 { return float64(x * x) }) {
			return fmt.Sprintf("these are the square of the %s", known.Kind)
		}
		for _, m := range multiples {
			if all(size, func(x float64) float64 { return float64(m.by * x) }) {
				note := fmt.Sprintf("these are %s times the %s", phrase.Short(m.by), known.Kind)
				if m.level > 0 && known.Kind == spec.UncertaintySE {
					note += fmt.Sprintf(", a normal interval of %s %%", phrase.Short(100*m.level))
				}
				return note
			}
		}
	}
	c := halves[0].Got / halves[0].Want
	if !all(halves, func(x float64) float64 { return float64(c * x) }) {
		return ""
	}
	near := func(x float64) bool { return spec.Tolerance{Rel: 1e-6}.Close(c, x) }
	switch {
	case near(1):
		return "they are as long, but about other middles"
	case near(2):
		return "they are twice as long: the whole width is drawn to each side"
	case near(0.5):
		return "they are half as long: half of the half width is drawn to each side"
	case len(halves) > 1:
		return fmt.Sprintf("they are %s times as long", phrase.Short(c))
	}
	return ""
}

// otherLevel says of which level intervals are that should be of another one: about the same
// middles, as long as those of Student's t with the standard errors that are known, or of a
// normal distribution. Empty where there is no such level.
func (r *reading) otherLevel(iv expected.Interval, pairs [][2]int) string {
	halves, ok := r.halves(iv, pairs)
	if !ok || iv.Kind != spec.UncertaintyCI || len(pairs) > manyLevels {
		return ""
	}
	for i, p := range pairs {
		w, d := p[0], r.Data()[p[1]]
		if off := math.Abs((d.Lo + d.Hi - iv.Lo[w] - iv.Hi[w]) / 2); !(off <= 1e-6*halves[i].Want) {
			return ""
		}
	}
	errors := [][]float64{nil}
	for _, known := range r.Want.Intervals {
		if size, ok := r.halves(known, pairs); ok && known.Kind == spec.UncertaintySE {
			var se []float64
			for _, s := range size {
				se = append(se, s.Want)
			}
			errors = append(errors, se)
		}
	}
	for _, se := range errors {
		if level, ok := slip.Level(halves, se, iv.Level); ok {
			return wrongLevel(level, iv.Level)
		}
	}
	return ""
}

// manyLevels bounds the error bars of which it is asked of which level they are.
const manyLevels = 200

func wrongLevel(is, want float64) string {
	a := "a"
	if is >= 0.8 && is < 0.9 {
		a = "an"
	}
	return fmt.Sprintf("error bars are %s %s %% interval, the slot wants %s %%", a, phrase.Short(100*is), phrase.Short(100*want))
}

// halves are half the lengths of an interval and of the error bars of some marks; not ok
// where one has none, or no length.
func (r *reading) halves(iv expected.Interval, pairs [][2]int) ([]slip.Pair, bool) {
	var out []slip.Pair
	for _, p := range pairs {
		w, d := p[0], r.Data()[p[1]]
		if w >= len(iv.Lo) || w >= len(iv.Hi) {
			return nil, false
		}
		h := slip.Pair{Name: r.Want.Key(w).Text(), Want: (iv.Hi[w] - iv.Lo[w]) / 2, Got: (d.Hi - d.Lo) / 2}
		if !(h.Want > 0) || !(h.Got > 0) || math.IsInf(h.Want, 0) || math.IsInf(h.Got, 0) {
			return nil, false
		}
		out = append(out, h)
	}
	return out, len(out) > 0
}

// armsExchanged reports whether every error bar reaches as far up as it should reach down,
// and the other way round.
func (r *reading) armsExchanged(iv expected.Interval, pairs [][2]int) bool {
	tol := spec.Tolerance{Rel: 1e-6}
	for _, p := range pairs {
		d := r.Data()[p[1]]
		if down, up := d.Value-iv.Lo[p[0]], iv.Hi[p[0]]-d.Value; !tol.Close(d.Value-d.Lo, up) || !tol.Close(d.Hi-d.Value, down) {
			return false
		}
	}
	return true
}

func all(ps []slip.Pair, f func(float64) float64) bool {
	for _, p := range ps {
		if !(spec.Tolerance{Rel: 1e-6}).Close(p.Got, f(p.Want)) {
			return false
		}
	}
	return true
}
