package drawn

import (
	"math"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

// OnAxis turns a value of the slot's units back into those of the axis of values of axes k.
func (r *Reading) OnAxis(k int, value float64) float64 { return r.valScale(k).back(value) }

// PlaceOnAxis does the same for a position.
func (r *Reading) PlaceOnAxis(k int, at float64) float64 { return r.atScale(k).back(at) }

func (l linear) back(v float64) float64 {
	if l.none() {
		return v
	}
	return (v - l.a) / l.b
}

// Offset is where the axis has the beginning of a mark whose value counts from there: a
// segment of a stack. It is 0 for all others.
func (r *Reading) Offset(d Datum) float64 {
	if r.Stack && r.byGroup() && !math.IsNaN(d.Base) {
		return d.Base
	}
	return 0
}

// PlaceOf is the position at which a wanted mark should stand on axes k, in the units of the
// axis: that of its name, else its number; NaN where neither is known.
func (r *Reading) PlaceOf(key expected.Key, k int) float64 {
	a := r.At[k]
	named := func(label string) bool {
		if label == "" {
			return false
		}
		if !math.IsNaN(key.Num) {
			return spec.Tolerance{Rel: 1e-9}.Close(r.Words.number(label), key.Num)
		}
		for _, p := range key.Parts {
			if r.Words.Same(p, label) {
				return true
			}
		}
		return false
	}
	if axis.HasNames(a) {
		for _, t := range a.Ticks {
			if named(t.Label) {
				return t.At
			}
		}
		for i, c := range a.Categories {
			if named(c) {
				return float64(i)
			}
		}
		return math.NaN()
	}
	return r.PlaceOnAxis(k, key.Num)
}
