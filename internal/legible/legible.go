// Package legible says which texts of a figure cannot be read: too small, or one upon the
// other. It is advice; no verdict rests on it.
package legible

import (
	"fmt"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// LeastPt is the size in points below which text cannot be read in print.
const LeastPt = 5

// Note is one piece of advice about a pair of axes.
type Note struct{ Axes, Message, Fix string }

// Advice looks at the texts of a figure, axes by axes. What was not captured says nothing.
func Advice(fig spec.Figure) []Note {
	var out []Note
	for _, a := range fig.Axes {
		say := func(fix, format string, args ...any) {
			out = append(out, Note{a.ID, fmt.Sprintf(format, args...), fix})
		}
		const larger = "Use a font of at least 5 pt."
		if a.Pt > 0 && a.Pt < LeastPt {
			say(larger, "%s is of %s pt, too small to be read in print", a.PtOf, phrase.Short(a.Pt))
		}
		if a.LegendPt > 0 && a.LegendPt < LeastPt {
			say(larger, "the legend is of %s pt, too small to be read in print", phrase.Short(a.LegendPt))
		}
		for _, x := range []struct {
			name string
			n    int
		}{{"x", a.X.Crowded}, {"y", a.Y.Crowded}} {
			if x.n > 0 {
				say("Turn the labels, use a smaller font or fewer ticks, or make the figure larger.", "%s of the %s axis %s over the next one", phrase.Count(x.n, "tick label", "tick labels"), x.name, run(x.n))
			}
		}
	}
	return out
}

func run(n int) string {
	if n == 1 {
		return "runs"
	}
	return "run"
}
