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

// Hard constraints that a slot may name.
const (
	hardGroups      = "groups_present"
	hardUnit        = "unit_shown"
	hardBaseline    = "baseline_zero"
	hardUncertainty = "uncertainty_shown"
	hardInverted    = "axis_not_inverted"
	hardHidden      = "no_hidden_marks"
)

// hardCheck decides one hard constraint. A constraint that is about something the
// marks do not have (the baseline of points) is not applicable; an unknown one fails.
func (r *reading) hardCheck(name string) spec.Check {
	c := r.check(name, false)
	c.Hard = true
	fail := func(fix, format string, args ...any) spec.Check {
		c.Code, c.Fix, c.Note = spec.VisualHard, fix, fmt.Sprintf(format, args...)
		return c
	}
	c.Pass = true
	deny := func(fix, format string, args ...any) spec.Check {
		c.Pass = false
		return fail(fix, format, args...)
	}
	notApplicable := func() spec.Check {
		c.Pass, c.State = false, spec.StateNotApplicable
		return c
	}
	switch name {
	case hardGroups:
		return r.hardGroupsCheck(c)
	case hardUnit:
		ch, axes := r.Slot.Y, r.Val
		if r.Mark == spec.MarkHistogram && r.Sampled() {
			ch, axes = r.Slot.X, r.At
		}
		for k, a := range axes {
			want := r.Want.Unit
			if ch != nil && ch.Unit != "" {
				want = ch.Unit
			}
			shown := axis.ShownUnit(a, r.Axes[k].Title, want)
			if shown == "" || want != "" && !unit.Convertible(shown, want) {
				return deny("Write the unit into the axis label.", "the axis label %q does not show the unit%s", a.Label, phrase.Of(want))
			}
		}
	case hardBaseline:
		if r.Mark != spec.MarkBar && r.Mark != spec.MarkHistogram {
			return notApplicable()
		}
		for k, a := range r.Val {
			if a.Scale != axis.Linear {
				return deny("Use a linear axis for bars.", "bars stand on a %s axis, which has no zero", a.Scale)
			}
			lo, hi := math.Min(a.Limits[0], a.Limits[1]), math.Max(a.Limits[0], a.Limits[1])
			if lo > 0 || hi < 0 {
				return deny("Let the axis begin at 0.", "the axis runs from %s to %s and cuts the bars off above 0", phrase.Short(lo), phrase.Short(hi))
			}
			zero := spec.Tolerance{Abs: 1e-9 * (hi - lo)}
			for _, d := range r.bottoms(k) {
				if !zero.Close(d.Base, 0) {
					return deny("Let the bars begin at 0.", "the bar for %s begins at %s, not at 0", d.Place(), phrase.Short(d.Base))
				}
			}
		}
	case hardUncertainty:
		if r.Mark == spec.MarkBox {
			break // a box shows the spread
		}
		none := 0
		for _, d := range r.Data {
			if math.IsNaN(d.Lo) || math.IsNaN(d.Hi) {
				none++
			}
		}
		if none > 0 || len(r.Data) == 0 {
			return deny("Draw error bars at every mark.", "%d of %d marks have no visible error bar", none, len(r.Data))
		}
	case hardInverted:
		for k := range r.Axes {
			if r.Val[k].Inverted {
				return deny("Do not invert the axis.", "the axis of the values is inverted: it runs from %s to %s", phrase.Short(r.Val[k].Limits[0]), phrase.Short(r.Val[k].Limits[1]))
			}
			if r.At[k].Inverted && !axis.HasNames(r.At[k]) && !r.Want.Keyed {
				return deny("Do not invert the axis.", "the axis of the positions is inverted: it runs from %s to %s", phrase.Short(r.At[k].Limits[0]), phrase.Short(r.At[k].Limits[1]))
			}
		}
	case hardHidden:
		if r.Want.Fit != nil {
			if r.LineHidden() {
				return deny("Make the line visible.", "the line cannot be seen")
			}
			break
		}
		hidden := 0
		for _, d := range r.Data {
			if d.Hidden {
				hidden++
			}
		}
		if hidden > 0 {
			return deny("Widen the axis limits, or make the marks visible.", "%d of %d marks cannot be seen: outside the axis limits, transparent or of no size", hidden, len(r.Data))
		}
	default:
		return deny("", "the constraint %q is not known", name)
	}
	return c
}

// bottoms are the lowest bars of each place on a pair of axes: a stack begins with one.
func (r *reading) bottoms(k int) []drawn.Datum {
	var out []drawn.Datum
	for _, d := range r.Data { // in the order of their places
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

// hardGroupsCheck asks that a reader can tell the groups: each has marks, and its name
// stands in the figure.
func (r *reading) hardGroupsCheck(c spec.Check) spec.Check {
	g, ok := r.groupCheck()
	if !ok {
		c.Pass, c.State = false, spec.StateNotApplicable
		return c
	}
	c.Expected, c.Observed = g.Expected, g.Observed
	if !g.Pass {
		c.Pass, c.Code, c.Note, c.Fix = false, spec.VisualHard, g.Note, g.Fix
		return c
	}
	cs := r.Classes
	for j, k := range cs.Keys {
		for _, i := range cs.Drawn[j] {
			if d := r.Data[i]; len(d.Shown) < len(d.Labels) && !r.Words.Name(k.Parts, d.Shown) {
				c.Pass, c.Code = false, spec.VisualHard
				c.Note = fmt.Sprintf("the name %s is given to its marks in the code only: the figure has no legend or text that shows it", k.Text())
				c.Fix = "Show a legend, or write the names of the groups beside their marks."
				return c
			}
		}
	}
	return c
}
