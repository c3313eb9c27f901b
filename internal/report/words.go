package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// none is shown where there is no number; a score of zero is "0", a missing thing
// "missing", an undecided one its bounds or "?".
const none = "–"

// number prints f with at most four significant decimals after rounding, for scores
// and plain facts.
func number(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "not a number"
	}
	s := strconv.FormatFloat(f, 'f', 3, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	switch {
	case s == "-0", s == "0" && f != 0:
		return strconv.FormatFloat(f, 'g', 2, 64)
	case s == "1" && f < 1:
		return "<1"
	}
	return s
}

// quantity prints a measured number with six significant digits.
func quantity(f float64) string {
	if !isFinite(f) {
		return "not a number"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// score prints a score that may be undecided.
func score(f *float64, b *spec.Bounds) string {
	switch {
	case f != nil:
		return number(*f)
	case b != nil:
		return number(b.Low) + "…" + number(b.High)
	}
	return "?"
}

// nodeScore tells a missing slot, an undecided score, and a score of 0 apart.
func nodeScore(n *spec.NodeReport) string {
	switch n.State {
	case spec.StateMissing:
		return "missing"
	case spec.StateNotApplicable:
		return none
	case spec.StateUnscored:
		return "?"
	}
	return score(n.Score, nil)
}

func edgeWord(e *spec.EdgeReport) string {
	switch {
	case e.State == spec.StateMissing:
		return "missing"
	case e.State == spec.StateNotApplicable:
		return "not applicable"
	case e.State != spec.StateScored || e.Pass == nil:
		return "could not be decided"
	case *e.Pass:
		return "holds"
	}
	return "broken"
}

// edgeState is the word for an edge as it is shown.
func (v *reading) edgeState(e *spec.EdgeReport) string {
	switch v.edgeStanding(e) {
	case outside:
		return "alternative, not used"
	case blocked:
		if v.failed() {
			return "not reached"
		}
		return "blocked"
	}
	return edgeWord(e)
}

// checkValues is what a check compared, in one line.
func checkValues(c *spec.Check) string {
	s := ""
	switch {
	case c.Expected != "" && c.Expected == c.Observed:
		s = c.Expected
	case c.Expected != "" || c.Observed != "":
		s = "expected " + orNone(c.Expected) + "; observed " + orNone(c.Observed)
	}
	if c.Tolerance != "" && s != "" {
		s += "; tolerance " + c.Tolerance
	}
	return s
}

func yesNo(b *bool) string {
	switch {
	case b == nil:
		return "undecided"
	case *b:
		return "yes"
	}
	return "no"
}

func bytesText(n int64) string {
	switch {
	case n >= 1<<30:
		return number(math.Round(float64(n)/(1<<30)*10)/10) + " GiB"
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", (n+1<<19)>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KiB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%d B", n)
}

// seconds prints a time; longer ones need fewer digits.
func seconds(f float64) string {
	switch {
	case !isFinite(f):
		return "?"
	case f >= 100:
		return fmt.Sprintf("%.0f s", f)
	}
	return fmt.Sprintf("%.2f s", f)
}

// versions lists name and version, the interpreter first.
func versions(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		first := func(s string) int {
			if strings.EqualFold(s, "python") {
				return 0
			}
			return 1
		}
		if d := first(a) - first(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, n := range names {
		names[i] = n + " " + m[n]
	}
	return names
}

// isolation says in one line how far the run was shut off.
func isolation(s spec.SandboxReport) string {
	if !s.Isolated {
		return "not sandboxed"
	}
	return "sandboxed"
}
