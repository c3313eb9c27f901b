package visual

import (
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/internal/legible"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// nothingTwice asks that no group is drawn twice: its name stands once in a legend, and its
// marks at one place of one panel. It applies where the slot names groups.
func (r *reading) nothingTwice(*spec.Check) (breach, bool) {
	named := slices.ContainsFunc(r.Keys(), func(k expected.Key) bool { return len(k.Parts) > 0 })
	if !named {
		return breach{}, false
	}
	const fix = "Draw and name every group once."
	for _, a := range r.Axes {
		for i, l := range a.Legend {
			if l != "" && slices.Contains(a.Legend[:i], l) {
				return broken(fix, "the legend names %s twice", l), true
			}
		}
	}
	if b := r.barsTwice(fix); b != (breach{}) {
		return b, true
	}
	if !r.Want.Keyed && r.Mark != spec.MarkBox {
		return breach{}, true
	}
	c := r.Classes()
	for j, k := range c.Keys {
		for n, i := range c.Drawn[j] {
			for _, other := range c.Drawn[j][:min(n, manyTwice)] {
				a, b := r.Data()[other], r.Data()[i]
				switch {
				case !drawn.Same(a.Number, b.Number) && a.Name == "" && b.Name == "": // places of numbers, not of names
				case a.Panel != b.Panel && !sameFacet(r.Axes[a.Panel], r.Axes[b.Panel]):
				case a.Panel != b.Panel:
					return broken(fix, "%s is drawn on two panels of one name", k.Text()), true
				case !drawn.Same(a.At, b.At):
					return broken(fix, "%s is drawn twice: at %s and at %s of the axis", k.Text(), phrase.Short(a.At), phrase.Short(b.At)), true
				case !drawn.Same(a.Value, b.Value):
					return broken(fix, "%s is drawn twice at one place: as %s and as %s", k.Text(), phrase.Short(a.Value), phrase.Short(b.Value)), true
				}
			}
		}
	}
	return breach{}, true
}

// barsTwice finds two bars of one name and series among all bars of the axes, also those of
// sets that are not read for the slot.
func (r *reading) barsTwice(fix string) breach {
	if r.Mark != spec.MarkBar || r.Stack {
		return breach{}
	}
	type bar struct {
		panel       int
		name, group string
	}
	type tip struct{ at, end float64 }
	for k, a := range r.Axes {
		seen := map[bar]tip{}
		for _, m := range a.Marks {
			at, end := m.X, m.Y
			if m.Orient == "h" {
				at, end = end, at
			}
			for i, name := range m.Labels {
				if m.Mark != spec.MarkBar || name == "" || i >= len(at) || i >= len(end) || axis.Why(&m, &a, i).Hides() {
					continue
				}
				id, now := bar{k, name, m.Group}, tip{at[i], end[i]}
				before, twice := seen[id]
				if twice && !drawn.Same(before.at, now.at) {
					return broken(fix, "%s is drawn twice: at %s and at %s of the axis", name, phrase.Short(before.at), phrase.Short(now.at))
				}
				if twice && !drawn.Same(before.end, now.end) {
					return broken(fix, "%s is drawn twice at one place: as %s and as %s", name, phrase.Short(before.end), phrase.Short(now.end))
				}
				seen[id] = now
			}
		}
	}
	return breach{}
}

// manyTwice bounds the marks of one group that are held against each other.
const manyTwice = 50

func sameFacet(a, b spec.AxesView) bool { return a.Facet == b.Facet && a.Title == b.Title }

// legendLegible asks of each legend of the axes that its entries have texts that can be read,
// and can be told apart by colour, shape or line. It applies where there is a legend.
func (r *reading) legendLegible(*spec.Check) (breach, bool) {
	applies := false
	for _, a := range r.Axes {
		if len(a.Legend) == 0 {
			continue
		}
		applies = true
		for i, l := range a.Legend {
			if strings.TrimSpace(l) == "" {
				return broken("Give every entry of the legend a text.", "entry %d of the legend has no text", i+1), true
			}
			if i < len(a.LegendLike) && a.LegendLike[i] != i && a.Legend[a.LegendLike[i]] != l {
				return broken("Give every group a colour, marker or line of its own.", "the legend shows %s and %s in one colour and shape: they cannot be told apart", a.Legend[a.LegendLike[i]], l), true
			}
		}
		if a.LegendPt > 0 && a.LegendPt < legible.LeastPt {
			return broken("Use a font of at least 5 pt.", "the text of the legend has %s pt, too small to be read in print", phrase.Short(a.LegendPt)), true
		}
		if b, size := a.LegendBox, r.canvas; size[0] > 0 && b[2] > 0 && b[3] > 0 {
			if out := outsideShare(b, size); out > 0.05 {
				return broken("Place the legend inside the picture, or save it with bbox_inches=\"tight\".", "%.0f %% of the legend lies outside the picture", 100*out), true
			}
		}
	}
	return breach{}, applies
}

// outsideShare is which part of a box (left, bottom, width, height) lies outside a canvas.
func outsideShare(b [4]float64, size [2]float64) float64 {
	w := min(b[0]+b[2], size[0]) - max(b[0], 0)
	h := min(b[1]+b[3], size[1]) - max(b[1], 0)
	if w <= 0 || h <= 0 {
		return 1
	}
	return 1 - w*h/(b[2]*b[3])
}
