package claims

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/direction"
	"github.com/assaybench/assay/spec"
)

// Drawn is one mark of those that were matched to a visual slot, as the figure says it.
type Drawn = direction.Drawn

// VisualEdge judges whether the marks that were matched to a visual slot show what the
// claim says: some can be seen; every group of the claim names some of them; their values
// are ordered, or run, as the direction says; and an uncertainty that the visual slot
// requires is drawn. It is 1 or 0; hidden marks show nothing, and no marks at all are
// missing. That the marks are of the right quantity, variable and population is what
// matching and the visual's own node decide.
//
// Groups are compared by the mean of their values, of a histogram by the mean of its bins;
// an increase or decrease by the sign of the least-squares slope, of each group that the
// claim names and else of all marks together. No difference is held against drawn
// confidence intervals, which must overlap; without them it is not applicable.
func VisualEdge(slot spec.ClaimSlot, vs spec.VisualSlot, drawn []Drawn, c spec.Claim, t spec.Terms) spec.Verdict {
	if len(drawn) == 0 {
		return spec.MissingVerdict(spec.VisualMissing, fmt.Sprintf("%s rests on visual slot %s, to which no mark was matched", name(c), vs.ID), "Draw the figure that shows the claim.")
	}
	j := judge{c: c, code: spec.ClaimVisual}
	d := direction.NewDrawing(vs, drawn, t)
	j.add("marks", len(d.Marks) > 0, "marks that can be seen", fmt.Sprintf("%d of %d marks", len(d.Marks), len(drawn)),
		fmt.Sprintf("every mark of %s is hidden", vs.ID), "Draw the marks inside the axes, opaque and of some size.", "")
	j.drawnGroups(d, vs)
	j.drawnDirection(d, vs)
	if vs.Uncertainty == nil || !vs.Uncertainty.Required {
		j.skip("uncertainty")
	} else {
		n := 0
		for _, m := range d.Marks {
			if m.Bounded() {
				n++
			}
		}
		j.add("uncertainty", n > 0 && n == len(d.Marks), "an interval at every mark", fmt.Sprintf("%d of %d marks have one", n, len(d.Marks)),
			fmt.Sprintf("%s does not show the uncertainty of every value", vs.ID), "Draw the interval of each value.", "")
	}
	return spec.Judge(vs.ID, j.checks)
}

func (j *judge) drawnGroups(d direction.Drawing, vs spec.VisualSlot) {
	if len(j.c.Groups) == 0 {
		j.skip("groups")
		return
	}
	var absent []string
	for _, g := range j.c.Groups {
		if !slices.ContainsFunc(d.Labels(), func(l string) bool { return d.Names(l, g) }) {
			absent = append(absent, g)
		}
	}
	labels := d.Labels()
	j.add("groups", len(absent) == 0, fmt.Sprintf("%q", j.c.Groups), fmt.Sprintf("%q", labels[:min(len(labels), 12)]),
		fmt.Sprintf("%s compares %q, but no mark of %s is named %q", name(j.c), j.c.Groups, vs.ID, absent), "Draw and label every group of the claim.", "/groups")
}

func (j *judge) drawnDirection(d direction.Drawing, vs spec.VisualSlot) {
	s, why := d.Shows(j.c.Direction, j.c.Groups)
	if s == direction.Silent && why == "" {
		j.skip("direction")
		return
	}
	j.add("direction", s == direction.Agrees, string(j.c.Direction), why, fmt.Sprintf("%s says %s, but %s does not show it: %s", name(j.c), j.c.Direction, vs.ID, why),
		"Draw the values that the claim compares, or state the direction that is drawn.", "/direction")
}
