package drawn

import (
	"cmp"
	"math"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// fitWords name fitted lines in legends, as opposed to the data they are fitted to.
var fitWords = []string{"fit", "trend", "ols", "regression", "linear", "model", "slope", "prediction", "predicted", "least squares", "y ="}

func (r *Reading) straightness() float64 {
	if !r.Straight() {
		return 0.25
	}
	for _, s := range r.Sets {
		if r.Words.In(s.MarkSet.Group, fitWords) {
			return 1
		}
	}
	return 0.9
}

// Straight reports whether all marks lie on one straight line that is not upright.
func (r *Reading) Straight() bool {
	type point struct{ at, value float64 }
	var first, last point // by place, then value
	lo, hi, n := math.Inf(1), math.Inf(-1), 0
	each := func(f func(p point) bool) bool {
		for _, s := range r.series {
			for i, at := range s.At {
				if !f(point{at, s.Value[i]}) {
					return false
				}
			}
		}
		if r.series == nil {
			for _, d := range r.Data() {
				if !f(point{d.At, d.Value}) {
					return false
				}
			}
		}
		return true
	}
	before := func(p, q point) bool { return cmp.Or(cmp.Compare(p.at, q.at), cmp.Compare(p.value, q.value)) < 0 }
	each(func(p point) bool {
		if n == 0 || before(p, first) {
			first = p
		}
		if n == 0 || !before(p, last) {
			last = p
		}
		if !math.IsInf(p.value, 0) {
			lo, hi = min(lo, p.value), max(hi, p.value)
		}
		n++
		return true
	})
	if n < 2 || !(last.at > first.at) {
		return false
	}
	tol := spec.Tolerance{Rel: 1e-6, Scale: hi - lo}
	return each(func(p point) bool {
		return tol.Close(p.value, first.value+(last.value-first.value)*((p.at-first.at)/(last.at-first.at)))
	})
}

// LineHidden reports whether the one line that is read cannot be seen.
func (r *Reading) LineHidden() bool {
	return len(r.Sets) == 1 && r.Sets[0].Hidden >= r.Sets[0].Len() && !r.acrossAxes()
}

// acrossAxes reports whether a straight line whose ends lie outside still crosses the
// axes.
func (r *Reading) acrossAxes() bool {
	s, v := r.Sets[0], r.Axes[r.Sets[0].Panel]
	in := func(f []float64, a spec.AxisView) bool {
		lo, hi := axis.Range(f)
		return lo <= max(a.Limits[0], a.Limits[1]) && hi >= min(a.Limits[0], a.Limits[1])
	}
	outsideAll := true
	for i := range s.Len() {
		outsideAll = outsideAll && axis.Outside(*s.MarkSet, v, i)
	}
	return outsideAll && in(s.X, v.X) && in(s.Y, v.Y)
}
