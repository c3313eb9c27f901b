package drawn

import (
	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// atScale and valScale are the maps from the units that the axes show to those of the
// slot; a histogram carries its values on the position axis.
func (r *Reading) atScale(k int) linear {
	want := r.Want.XUnit
	if r.Mark == spec.MarkHistogram && r.Sampled() {
		want = r.Want.Unit
	}
	return scaleTo(r.At[k], r.Axes[k].Title, want)
}

func (r *Reading) valScale(k int) linear {
	if r.Bare || r.Mark == spec.MarkHistogram && r.Sampled() {
		return linear{}
	}
	return scaleTo(r.Val[k], r.Axes[k].Title, r.Want.Unit)
}

func scaleTo(a spec.AxisView, title, want string) linear {
	shown := axis.ShownUnit(a, title, want)
	if want == "" || shown == "" {
		return linear{}
	}
	l, err := conversion(shown, want)
	if err != nil {
		return linear{}
	}
	return l
}

// linear is the map v -> a + b v between two units.
type linear struct{ a, b float64 }

func (l linear) of(v float64) float64 {
	if l.none() {
		return v
	}
	return l.a + float64(l.b*v)
}

// none reports whether the map changes nothing.
func (l linear) none() bool { return l.b == 0 || l.a == 0 && l.b == 1 }

func (l linear) slope() float64 {
	if l.b == 0 {
		return 1
	}
	return l.b
}

// conversion is the map from one unit to another, points on scales with a zero of
// their own included.
func conversion(from, to string) (linear, error) {
	a, err := unit.ConvertPoint(0, from, to)
	if err != nil {
		return linear{}, err
	}
	b, err := unit.ConvertPoint(1, from, to)
	if err != nil {
		return linear{}, err
	}
	if a == 0 {
		return linear{0, b}, nil
	}
	return linear{a, b - a}, nil
}
