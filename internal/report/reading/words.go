package reading

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// None is shown where there is no number; a score of zero is "0", a missing thing
// "missing", an undecided one its bounds or "?".
const None = "–"

// Number prints f with at most four significant decimals after rounding, for scores
// and plain facts.
func Number(f float64) string {
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

// Quantity prints a measured number with six significant digits.
func Quantity(f float64) string {
	if !safe.Finite(f) {
		return "not a number"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// Score prints a score that may be undecided.
func Score(f *float64, b *spec.Bounds) string {
	switch {
	case f != nil:
		return Number(*f)
	case b != nil:
		return Number(b.Low) + "…" + Number(b.High)
	}
	return "?"
}

// NodeScore tells a missing slot, an undecided score, and a score of 0 apart.
func NodeScore(n *spec.NodeReport) string {
	switch n.State {
	case spec.StateMissing:
		return "missing"
	case spec.StateNotApplicable:
		return None
	case spec.StateUnscored:
		return "?"
	}
	return Score(n.Score, nil)
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

// EdgeState is the word for an edge as it is shown.
func (v *Reading) EdgeState(e *spec.EdgeReport) string {
	switch v.EdgeStanding(e) {
	case Outside:
		return "alternative, not used"
	case Blocked:
		if v.Failed() {
			return "not reached"
		}
		return "blocked"
	}
	return edgeWord(e)
}

// CheckValues is what a check compared, in one line.
func CheckValues(c *spec.Check) string {
	s := ""
	switch {
	case c.Expected != "" && c.Expected == c.Observed:
		s = c.Expected
	case c.Expected != "" || c.Observed != "":
		s = "expected " + OrNone(c.Expected) + "; observed " + OrNone(c.Observed)
	}
	if c.Tolerance != "" && s != "" {
		s += "; tolerance " + c.Tolerance
	}
	return s
}

// Bytes prints a size.
func Bytes(n int64) string {
	switch {
	case n >= 1<<30:
		return Number(math.Round(float64(n)/(1<<30)*10)/10) + " GiB"
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", (n+1<<19)>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KiB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%d B", n)
}

// Seconds prints a time; longer ones need fewer digits.
func Seconds(f float64) string {
	switch {
	case !safe.Finite(f):
		return "?"
	case f >= 100:
		return fmt.Sprintf("%.0f s", f)
	}
	return fmt.Sprintf("%.2f s", f)
}

// Versions lists name and version, the interpreter first.
func Versions(m map[string]string) []string {
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

// Isolation says in one line how far the run was shut off.
func Isolation(s spec.SandboxReport) string {
	if !s.Isolated {
		return "not sandboxed"
	}
	return "sandboxed"
}

// ClaimName is the slot of a claim, or the candidate's id where no slot asked for it.
func ClaimName(c *spec.ClaimReport) string {
	if c.Slot != "" {
		return c.Slot
	}
	return c.Candidate
}

// Place is "file#pointer", "file:line:column", and the trace event where known.
func Place(p spec.Place) string {
	s := p.File
	if p.Line > 0 {
		s += fmt.Sprintf(":%d", p.Line)
		if p.Column > 0 {
			s += fmt.Sprintf(":%d", p.Column)
		}
	}
	if p.Pointer != "" {
		s += "#" + p.Pointer
	}
	if p.Event > 0 {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("trace event %d", p.Event)
	}
	return s
}

func count(n int) string {
	if n == 0 {
		return "None"
	}
	return fmt.Sprint(n)
}

// Counted prints a number of things.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sentence gives a phrase its capital and its full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(s[n:], ".") + "."
}

// Support is 0 for a claim that fell, "missing" where none was made.
func Support(c *spec.ClaimReport) string {
	if c.Candidate == "" && c.Verdict != spec.Undetermined {
		return "missing"
	}
	return Score(c.Support, c.Bounds)
}

// Grounded is the support by the computational chain alone; none where no claim was made.
func Grounded(c *spec.ClaimReport) string {
	if c.Candidate == "" && c.Verdict != spec.Undetermined {
		return None
	}
	return Score(c.GroundedSupport, nil)
}

// VerdictMark is the sign of a verdict.
func VerdictMark(v spec.ClaimVerdict) string {
	switch v {
	case spec.Supported:
		return "✓"
	case spec.Undetermined:
		return "?"
	case spec.Blocked:
		return "↥"
	}
	return "✗"
}

// OrNone is s, or the sign for nothing.
func OrNone(s string) string {
	if s == "" {
		return None
	}
	return s
}

// Metric is a number of the report, or its bounds where it is open.
func (v *Reading) Metric(f *float64, key string) string {
	if b, ok := v.Bounds[key]; ok && f == nil {
		return Score(nil, &b)
	}
	if f == nil {
		return None
	}
	return Number(*f)
}
