package visual

import (
	"fmt"
	"strings"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/compare"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

func (r *reading) encodingCheck() spec.Check {
	c := r.check("encoding", true)
	c.Expected, c.Observed = strings.Join(r.Slot.Marks, " | "), r.Mark
	if c.Pass = !r.cand.Foreign; !c.Pass {
		c.Code = spec.VisualEncoding
		c.Note = fmt.Sprintf("the figure shows %s as %s marks, the slot accepts %s", subject(r.Slot), r.Mark, strings.Join(r.Slot.Marks, ", "))
		c.Fix = fmt.Sprintf("Draw it as %s.", strings.Join(r.Slot.Marks, " or "))
	}
	return c
}

// groupCheck asks for marks of every group by name; not applicable where the slot
// wants a single unnamed series.
func (r *reading) groupCheck() (spec.Check, bool) {
	if r.Want.Fit != nil {
		return spec.Check{}, false
	}
	var absent, all []string
	for j, k := range r.Keys() {
		if len(k.Parts) == 0 {
			continue
		}
		all = append(all, k.Text())
		if r.Drawn(j) == 0 {
			absent = append(absent, k.Text())
		}
	}
	if len(all) == 0 {
		return spec.Check{}, false
	}
	c := r.check("groups", true)
	c.Expected, c.Observed = phrase.List(all), phrase.List(r.labels())
	if c.Pass = len(absent) == 0; !c.Pass {
		c.Code = spec.VisualGroups
		c.Note = fmt.Sprintf("no %s is labelled %s", r.Noun(), phrase.List(absent))
		if c.Observed == "" {
			c.Note += "; the marks carry no names at all"
		} else {
			c.Note += "; the figure names " + c.Observed
		}
		c.Fix = "Name every group at its mark: as a category of the axis, in a legend, or in the title of its panel."
	}
	return c, true
}

// labels are the texts that name the marks, each once, in their order.
func (r *reading) labels() []string {
	var out []string
	seen := map[string]bool{"": true}
	r.Names(func(_ int, texts, _ []string) bool {
		if l := strings.Join(texts, ", "); !seen[l] {
			seen[l] = true
			out = append(out, l)
		}
		return true
	})
	return out
}

func (r *reading) valueCheck(name string) spec.Check {
	c := r.check(name, true)
	c.Tolerance = compare.Tolerance(r.Reading).String()
	o := r.compare()
	c.Pass, c.Code, c.Note, c.Expected, c.Observed = o.Pass, o.Code, o.Note, o.Expected, o.Observed
	if !c.Pass {
		c.Fix = "Draw the numbers of the result as they are."
		if c.Code == spec.VisualHidden {
			c.Fix = "Widen the axis limits, or make the marks visible."
		}
	}
	return c
}

// ticksCheck asks that the numbers at the axis of the values are where they say; not
// applicable where they are.
func (r *reading) ticksCheck() (spec.Check, bool) {
	for _, a := range r.Val {
		if t, lies := axis.Lying(a); lies {
			c := r.check("ticks", true)
			c.Code, c.Observed, c.Expected = spec.VisualValues, t.Label, phrase.Short(t.At)
			c.Note = fmt.Sprintf("the axis of the values reads %s where it is at %s", t.Label, phrase.Short(t.At))
			c.Fix = "Label the ticks with the numbers at which they stand."
			return c, true
		}
	}
	return spec.Check{}, false
}

// unitChecks ask for the units that the slot names, on both axes.
func (r *reading) unitChecks() []spec.Check {
	var out []spec.Check
	one := func(name string, ch *spec.Channel, axes []spec.AxisView) {
		if ch == nil || ch.Unit == "" || plainNumber(ch.Unit) {
			return
		}
		c := r.check(name, true)
		c.Expected = ch.Unit
		c.Pass = true
		for k, a := range axes {
			if a.Kind == axis.Time && unit.Convertible(ch.Unit, "year") {
				continue // dates carry their unit
			}
			shown := axis.ShownUnit(a, r.Axes[k].Title, ch.Unit)
			c.Observed = shown
			if shown == "" || !unit.Convertible(shown, ch.Unit) {
				c.Pass, c.Code = false, spec.VisualUnit
				c.Note = fmt.Sprintf("the axis label %q shows no unit, the slot wants %s", a.Label, ch.Unit)
				if shown != "" {
					c.Note = fmt.Sprintf("the axis label %q says %s, the slot wants %s", a.Label, shown, ch.Unit)
				}
				if a.Label == "" {
					c.Note = fmt.Sprintf("the axis has no label, so no unit is shown; the slot wants %s", ch.Unit)
				}
				c.Fix = fmt.Sprintf("Write the unit into the axis label: (%s).", ch.Unit)
				r.blameTwin(&c, k, name, ch.Unit)
				break
			}
		}
		if c.Pass && name == "unit" && r.Bare {
			c.Pass, c.Code = false, spec.VisualUnit
			c.Note = fmt.Sprintf("the axis label says %s but the numbers drawn are in %s", c.Observed, r.Want.Unit)
			c.Fix = "Make the axis label and the numbers agree."
			r.blameTwin(&c, 0, name, r.Want.Unit)
		}
		out = append(out, c)
	}
	y, x := r.Slot.Y, r.Slot.X
	if r.Mark == spec.MarkHistogram && r.Sampled() && expected.Counts(y) {
		one("x unit", x, r.At)
		return out
	}
	one("unit", y, r.Val)
	if x != nil && x.Scale != axis.Category {
		one("x unit", x, r.At)
	}
	return out
}

// blameTwin says of a wrong unit that the marks are drawn against the wrong one of two axes
// that lie over one another, where the other shows the right one.
func (r *reading) blameTwin(c *spec.Check, k int, name, want string) {
	twin, ok := r.twin(k, func(v spec.AxisView, title string) bool {
		u := axis.ShownUnit(v, title, want)
		return u != "" && unit.Convertible(u, want) && u != c.Observed
	})
	if ok && name == "unit" {
		c.Note += fmt.Sprintf("; it is drawn against the wrong one of two axes: %q is the one in %s", twin.Label, want)
		c.Fix = "Draw it on the axes that carry its unit."
	}
}

// twin is the value axis of axes that lie over axes k, or under them, and fit.
func (r *reading) twin(k int, fits func(v spec.AxisView, title string) bool) (spec.AxisView, bool) {
	a := r.Axes[k]
	for _, b := range r.all {
		if a.ID == "" || b.ID == "" || b.ID == a.ID || b.ID != a.TwinOf && b.TwinOf != a.ID && (a.TwinOf == "" || b.TwinOf != a.TwinOf) {
			continue
		}
		v := b.Y
		if r.Lies(k) {
			v = b.X
		}
		if fits(v, b.Title) {
			return v, true
		}
	}
	return spec.AxisView{}, false
}

func plainNumber(u string) bool {
	p, err := unit.Parse(u)
	return err == nil && p.Dimensionless() && unit.Same(u, "1")
}

func (r *reading) scaleChecks() []spec.Check {
	var out []spec.Check
	one := func(name string, ch *spec.Channel, axes []spec.AxisView, at bool) {
		if ch == nil || ch.Scale == "" {
			return
		}
		c := r.check(name, true)
		c.Expected, c.Pass = ch.Scale, true
		for _, a := range axes {
			c.Observed = scaleName(a)
			switch {
			case scaleHolds(ch.Scale, a):
				continue
			case ch.Scale == axis.Time && at && r.Want.Time && a.Scale == axis.Linear && !axis.HasNames(a) && compare.Rows(r.Reading).Pass:
				continue // dates written as years
			case ch.Scale == axis.Category && at && len(r.Axes) > 1 || ch.Scale == axis.Category && at && r.named():
				continue // named by panels or a legend in place of the axis
			}
			c.Pass, c.Code = false, spec.VisualScale
			c.Note = fmt.Sprintf("the axis is %s, the slot wants it %s", c.Observed, ch.Scale)
			c.Fix = fmt.Sprintf("Use a %s scale on this axis.", ch.Scale)
			break
		}
		out = append(out, c)
	}
	one("scale", r.Slot.Y, r.Val, false)
	one("x scale", r.Slot.X, r.At, true)
	return out
}

// named reports whether every mark has a name that the figure shows.
func (r *reading) named() bool {
	all := r.Len() > 0
	r.Names(func(_ int, _, shown []string) bool {
		all = all && len(shown) > 0
		return all
	})
	return all
}

func scaleName(a spec.AxisView) string {
	if a.Scale == axis.Linear && axis.HasNames(a) {
		return axis.Category
	}
	if a.Scale == axis.Linear {
		return a.Kind
	}
	return a.Scale
}

func (r *reading) labelChecks() []spec.Check {
	var out []spec.Check
	one := func(name string, ch *spec.Channel, axes []spec.AxisView) {
		if ch == nil || len(ch.Label) == 0 {
			return
		}
		c := r.check(name, false)
		c.Expected, c.Pass = strings.Join(ch.Label, " | "), true
		for _, a := range axes {
			if c.Observed = a.Label; !r.Words.In(a.Label, ch.Label) {
				c.Pass, c.Code = false, spec.VisualLabel
				c.Note = fmt.Sprintf("the axis label %q names none of: %s", a.Label, strings.Join(ch.Label, ", "))
				if a.Label == "" {
					c.Note = fmt.Sprintf("the axis has no label; it should name %s", ch.Label[0])
				}
				c.Fix = fmt.Sprintf("Say in the axis label what it shows, such as %q.", ch.Label[0])
				break
			}
		}
		out = append(out, c)
	}
	one("label", r.Slot.Y, r.Val)
	one("x label", r.Slot.X, r.At)
	return out
}
