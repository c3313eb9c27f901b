package drawn

import (
	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// scales are the maps from the units that one pair of axes shows to those of the slot.
type scales struct{ at, bins, val linear }

// scalesOf reads them: of the position axis in the unit of positions, and in that of the
// values, as a histogram carries its values on it.
func scalesOf(at, val spec.AxisView, title string, want *expected.Marks) scales {
	return scales{scaleTo(at, title, want.XUnit), scaleTo(at, title, want.Unit), scaleTo(val, title, want.Unit)}
}

func (r *Reading) atScale(k int) linear {
	if r.Mark == spec.MarkHistogram && r.Sampled() {
		return r.scales[k].bins
	}
	return r.scales[k].at
}

func (r *Reading) valScale(k int) linear {
	if r.Bare || r.Mark == spec.MarkHistogram && r.Sampled() {
		return linear{}
	}
	return r.scales[k].val
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
