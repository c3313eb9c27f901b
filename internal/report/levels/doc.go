// Package levels shows statistics of physics closure: as text for a terminal, as plots, and
// as one self-contained HTML file in the look of the verification's page.
package levels

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/internal/report/draw"
	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// groups are the groups of one kind.
func groups(s *spec.ClosureStats, by string) []*spec.ClosureGroup {
	var out []*spec.ClosureGroup
	for i := range s.Groups {
		if s.Groups[i].By == by {
			out = append(out, &s.Groups[i])
		}
	}
	return out
}

// compared are all models, and the group of all where there are several.
func compared(s *spec.ClosureStats) []*spec.ClosureGroup {
	list := groups(s, "model")
	if len(list) != 1 {
		list = append(list, groups(s, "all")...)
	}
	return list
}

// name of a group as it is shown.
func name(g *spec.ClosureGroup) string {
	switch g.By {
	case "all":
		return "all models"
	case "run":
		return "run " + g.Name
	}
	return safe.Text(g.Name)
}

// number prints a figure with so many decimals; of what is undecided both ends, or ≈ and
// one where they round to the same.
func number(f spec.ClosureFigure, decimals int) string {
	return between(f, func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) })
}

func between(f spec.ClosureFigure, show func(float64) string) string {
	switch {
	case f.Value != nil:
		return show(*f.Value)
	case f.Bounds == nil:
		return reading.None
	case show(f.Bounds.Low) == show(f.Bounds.High):
		return "≈" + show(f.Bounds.Low)
	}
	return show(f.Bounds.Low) + "…" + show(f.Bounds.High)
}

// interval prints the interval of a figure, "" without one.
func interval(b *spec.Bounds, decimals int) string {
	if b == nil {
		return ""
	}
	return fmt.Sprintf("[%.*f, %.*f]", decimals, b.Low, decimals, b.High)
}

func figureOf(s spec.ClosureShare) spec.ClosureFigure {
	return spec.ClosureFigure{Value: s.Value, Bounds: s.Bounds, Interval: s.Interval}
}

// percent prints a share in per cent, as number does.
func percent(s spec.ClosureShare) string {
	p := between(figureOf(s), func(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) })
	if p != reading.None {
		p += " %"
	}
	return p
}

// count prints how many there are, of what is undecided both ends.
func count(n [2]int) string {
	if n[0] == n[1] {
		return strconv.Itoa(n[0])
	}
	return fmt.Sprintf("%d…%d", n[0], n[1])
}

// outcome is the whole in a sentence, and what is open in another.
func outcome(s *spec.ClosureStats) (title, line string) {
	g := &s.Groups[0]
	title = fmt.Sprintf("RC4 in %s attempts", strings.Replace(stats.Printed(g.RC[4]), "/", " of ", 1))
	line = fmt.Sprintf("%s, %s and %s of each were declared; %d of %d runs were observed.",
		reading.Counted(len(s.Models), "model"), reading.Counted(s.Tasks, "task"), reading.Counted(s.Runs, "run"), g.Counts.Observed, g.Counts.Declared)
	if !s.Complete {
		line += fmt.Sprintf(" %s undecided: figures that hang on them are given as least…greatest, or with ≈ where both round to the same.", reading.Counted(g.Counts.Incomplete, "attempt"))
	}
	return title, line
}

// aside says in words what was set aside or is special.
func aside(c spec.ClosureCounts) string {
	var parts []string
	for _, x := range []struct {
		n    int
		word string
	}{{c.Missing, "missing"}, {c.Invalid, "spoilt by the infrastructure"}, {c.Superseded, "superseded"}, {c.TimedOut, "timed out"}, {c.TerminalZero, "terminal zero"},
		{c.Incomplete, "undecided"}, {c.OpenValidity, "of open validity"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.word))
		}
	}
	return strings.Join(parts, " · ")
}

// pictured are the groups that the plots compare: models, and all where there are several.
func pictured(s *spec.ClosureStats) []draw.Levels {
	at := map[string]int{}
	var rows []draw.Levels
	for i, g := range compared(s) {
		r := draw.Levels{Name: name(g), Mean: span(g.MeanScore), AnyRun: span(figureOf(*g.AnyRun)), AllRuns: span(figureOf(*g.AllRuns)), Declared: s.Tasks}
		at[g.By+" "+g.Name] = i
		rows = append(rows, r)
	}
	for _, o := range s.Attempts {
		for _, key := range []string{"model " + o.Model, "all "} {
			i, ok := at[key]
			switch {
			case !ok:
			case o.Score == nil || o.RC == nil || o.Validity != "valid":
				rows[i].Open++
			default:
				rows[i].Scores[o.HalfPoints[0]][*o.RC]++
			}
		}
	}
	return rows
}

func span(f spec.ClosureFigure) draw.Span {
	s := draw.Span{Least: math.NaN()}
	switch {
	case f.Value != nil:
		s.Least, s.Greatest = *f.Value, *f.Value
	case f.Bounds != nil:
		s.Least, s.Greatest = f.Bounds.Low, f.Bounds.High
	}
	if b := f.Interval; b != nil {
		s.Low, s.High = b.Low, b.High
	}
	return s
}

// maxPictured are the models that one plot compares.
const maxPictured = 40

// Pictures are the plots: scores, closure levels, one against the other, and RC4 in any run
// against every run. Of very many models the first are drawn, and all together.
func Pictures(s *spec.ClosureStats) []*draw.Picture {
	rows := pictured(s)
	all := rows[len(rows)-1]
	if len(rows) > maxPictured {
		rows = append(rows[:maxPictured-1:maxPictured-1], all)
	}
	return []*draw.Picture{draw.Distribution(rows), draw.Stacks(rows), draw.ScoreAgainstLevel(all, s.Groups[0].High.From), draw.AnyAll(rows, s.Runs)}
}
