package visual

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// breach is what breaks a hard constraint, and what to do about it; none where it holds.
type breach struct{ note, fix string }

func broken(fix, format string, args ...any) breach {
	return breach{fmt.Sprintf(format, args...), fix}
}

// constraints are the hard constraints that a slot may name. A constraint does not apply
// where it is about something that the marks do not have, such as the baseline of points.
var constraints = map[string]func(r *reading, c *spec.Check) (b breach, applies bool){
	"groups_present":      (*reading).groupsPresent,
	"unit_shown":          (*reading).unitShown,
	"baseline_zero":       (*reading).baselineZero,
	"uncertainty_shown":   (*reading).uncertaintyShown,
	"axis_not_inverted":   (*reading).notInverted,
	"no_hidden_marks":     (*reading).nothingHidden,
	"no_duplicated_group": (*reading).nothingTwice,
	"legend_legible":      (*reading).legendLegible,
}

// hardCheck decides one hard constraint; one that is not known fails.
func (r *reading) hardCheck(name string) spec.Check {
	c := r.check(name, false)
	c.Hard = true
	b, applies := broken("", "the constraint %q is not known", name), true
	if holds, known := constraints[name]; known {
		b, applies = holds(r, &c)
	}
	switch {
	case !applies:
		c.State = spec.StateNotApplicable
	case b != breach{}:
		c.Code, c.Note, c.Fix = spec.VisualHard, b.note, b.fix
	default:
		c.Pass = true
	}
	return c
}

// groupsPresent asks that a reader can tell the groups: each has marks, and its name
// stands in the figure.
func (r *reading) groupsPresent(c *spec.Check) (breach, bool) {
	g, ok := r.groupCheck()
	if !ok {
		return breach{}, false
	}
	c.Expected, c.Observed = g.Expected, g.Observed
	if !g.Pass {
		return breach{g.Note, g.Fix}, true
	}
	unshown := len(r.Keys()) // the first class with a name that only the code has
	r.Names(func(j int, labels, shown []string) bool {
		if j >= 0 && j < unshown && len(shown) < len(labels) && !r.Words.Name(r.Keys()[j].Parts, shown) {
			unshown = j
		}
		return true
	})
	if unshown < len(r.Keys()) {
		return broken("Show a legend, or write the names of the groups beside their marks.",
			"the name %s is given to its marks in the code only: the figure has no legend or text that shows it", r.Keys()[unshown].Text()), true
	}
	return breach{}, true
}

func (r *reading) unitShown(*spec.Check) (breach, bool) {
	ch, axes := r.Slot.Y, r.Val
	if r.Mark == spec.MarkHistogram && r.Sampled() {
		ch, axes = r.Slot.X, r.At
	}
	want := r.Want.Unit
	if ch != nil && ch.Unit != "" {
		want = ch.Unit
	}
	for k, a := range axes {
		if shown := axis.ShownUnit(a, r.Axes[k].Title, want); shown == "" || want != "" && !unit.Convertible(shown, want) {
			return broken("Write the unit into the axis label.", "the axis label %q does not show the unit%s", a.Label, phrase.Of(want)), true
		}
	}
	return breach{}, true
}

func (r *reading) baselineZero(*spec.Check) (breach, bool) {
	if r.Mark != spec.MarkBar && r.Mark != spec.MarkHistogram {
		return breach{}, false
	}
	for k, a := range r.Val {
		lo, hi := min(a.Limits[0], a.Limits[1]), max(a.Limits[0], a.Limits[1])
		switch {
		case a.Scale != axis.Linear:
			return broken("Use a linear axis for bars.", "bars stand on a %s axis, which has no zero", a.Scale), true
		case lo > 0 || hi < 0:
			return broken("Let the axis begin at 0.", "the axis runs from %s to %s and cuts the bars off above 0%s", phrase.Short(lo), phrase.Short(hi), r.distorted(k, lo)), true
		}
		zero := spec.Tolerance{Abs: 1e-9 * (hi - lo)}
		for _, d := range r.bottoms(k) {
			if !zero.Close(d.Base, 0) {
				return broken("Let the bars begin at 0.", "the bar for %s begins at %s, not at 0", d.Place(), phrase.Short(d.Base)), true
			}
		}
	}
	return breach{}, true
}

// distorted says how a cut axis makes the longest bar look beside the shortest.
func (r *reading) distorted(k int, from float64) string {
	var least, most *drawn.Datum
	for i := range r.Data() {
		d := &r.Data()[i]
		if d.Panel != k || d.Hidden || !(d.Value > from) || from <= 0 || r.Stack {
			continue
		}
		if least == nil || d.Value < least.Value {
			least = d
		}
		if most == nil || d.Value > most.Value {
			most = d
		}
	}
	if least == nil || most.Value == least.Value {
		return ""
	}
	looks, is := (most.Value-from)/(least.Value-from), most.Value/least.Value
	return fmt.Sprintf(": that for %s looks %.3g times as long as that for %s and is %.3g times as much", most.Place(), looks, least.Place(), is)
}

// bottoms are the lowest bars of each place on a pair of axes: a stack begins with one.
func (r *reading) bottoms(k int) []drawn.Datum {
	var out []drawn.Datum
	for _, d := range r.Data() { // in the order of their places
		if d.Panel != k || math.IsNaN(d.Base) {
			continue
		}
		if n := len(out); (r.Stack || r.Mark == spec.MarkHistogram) && n > 0 && drawn.Same(out[n-1].At, d.At) {
			if math.Abs(d.Base) < math.Abs(out[n-1].Base) {
				out[n-1] = d
			}
			continue
		}
		out = append(out, d)
	}
	return out
}

func (r *reading) uncertaintyShown(*spec.Check) (breach, bool) {
	if r.Mark == spec.MarkBox {
		return breach{}, true // a box shows the spread
	}
	n := r.Len()
	if none := n - r.Bars(); none > 0 || n == 0 {
		return broken("Draw error bars at every mark.", "%d of %d marks have no visible error bar", none, n), true
	}
	return breach{}, true
}

func (r *reading) notInverted(*spec.Check) (breach, bool) {
	const fix, format = "Do not invert the axis.", "the axis of the %s is inverted: it runs from %s to %s"
	for k := range r.Axes {
		if a := r.Val[k]; a.Inverted {
			return broken(fix, format, "values", phrase.Short(a.Limits[0]), phrase.Short(a.Limits[1])), true
		}
		if a := r.At[k]; a.Inverted && !axis.HasNames(a) && !r.Want.Keyed {
			return broken(fix, format, "positions", phrase.Short(a.Limits[0]), phrase.Short(a.Limits[1])), true
		}
	}
	return breach{}, true
}

func (r *reading) nothingHidden(*spec.Check) (breach, bool) {
	if r.Want.Fit != nil {
		if r.LineHidden() {
			return broken("Make the line visible.", "the line cannot be seen"), true
		}
		return breach{}, true
	}
	if hidden := r.Hidden(); len(hidden) > 0 {
		return broken("Widen the axis limits, or make the marks visible.", "%s", r.Gone(hidden, r.Len())), true
	}
	return breach{}, true
}
