package drawn

import (
	"slices"

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
	if len(r.Data) < 2 {
		return false
	}
	a, b := r.Data[0], r.Data[len(r.Data)-1]
	if !(b.At > a.At) {
		return false
	}
	lo, hi := valueRange(r.Data)
	tol := spec.Tolerance{Rel: 1e-6, Scale: hi - lo}
	return !slices.ContainsFunc(r.Data, func(d Datum) bool {
		return !tol.Close(d.Value, a.Value+(b.Value-a.Value)*((d.At-a.At)/(b.At-a.At)))
	})
}

func valueRange(data []Datum) (lo, hi float64) {
	vals := make([]float64, len(data))
	for i, d := range data {
		vals[i] = d.Value
	}
	return axis.Range(vals)
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
