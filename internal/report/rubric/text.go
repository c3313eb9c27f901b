package rubric

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// Text writes a score for a person.
func Text(w io.Writer, r *spec.ClosureRubric, s *spec.ClosureScore) error {
	h := headline(s)
	fmt.Fprintf(w, "%s\n%s\n", h.title, indent(h.line))
	if s.TerminalZero {
		return findings(w, s)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "\n  requirement\trole\tdecision\tby\t\n")
	for _, q := range s.Requirements {
		fmt.Fprintf(tw, "  %s\t%s\t%s\t%s\t\n", cell(q.Requirement), q.Role, requirement(q), cell(q.By))
	}
	fmt.Fprintf(tw, "\n  atom\tdim\tdecision\tby\twhy\n")
	for i, x := range s.Atoms {
		fmt.Fprintf(tw, "  %s\t%s\t%s\t%s\t%s\n", cell(x.Atom), x.Dimension, atom(x), cell(x.By), safe.Cut(why(r, i, x), 70))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n  %s\n", completion(s))
	for i, c := range s.Changes {
		if i == 0 {
			fmt.Fprintln(w, "\nChanged by later stages")
		}
		fmt.Fprintf(w, "  %s\n", change(c))
	}
	for i, x := range s.Review {
		if i == 0 {
			fmt.Fprintln(w, "\nTo be reviewed")
		}
		fmt.Fprintf(w, "  %s\n", Review(x))
	}
	return findings(w, s)
}

func findings(w io.Writer, s *spec.ClosureScore) error {
	for i, f := range s.Findings {
		if i == 0 {
			fmt.Fprintln(w, "\nFindings")
		}
		node := safe.Text(f.Node)
		if node != "" {
			node = " " + node
		}
		fmt.Fprintf(w, "  %s %s%s: %s\n", f.Severity, f.Code, node, safe.Text(f.Message))
		if f.Fix != "" {
			fmt.Fprintf(w, "    %s\n", safe.Text(f.Fix))
		}
	}
	return nil
}

// Table writes a line for each of several scores.
func Table(w io.Writer, scores []*spec.ClosureScore) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "attempt\tmodel\ttask\trun\tscore\tlevel\tmet\tstate")
	for _, s := range scores {
		state := "complete"
		switch {
		case !s.Complete && len(s.Review) > 0:
			state = fmt.Sprintf("open, %d to be reviewed", len(s.Review))
		case !s.Complete:
			state = "open"
		case s.TerminalZero:
			state = "terminal zero"
		case s.Validity != "valid":
			state = s.Validity
		case len(s.Review) > 0:
			state = fmt.Sprintf("%d to be reviewed", len(s.Review))
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%s\t%s\t%d/%d\t%s\n", cell(s.Attempt), cell(s.Model), cell(s.Task), s.Run, points(s.HalfPoints), level(s.RCBounds), s.Met, s.Applicable, state)
	}
	return tw.Flush()
}

type head struct{ state, title, line string }

// headline is a score in two sentences.
func headline(s *spec.ClosureScore) head {
	h := head{state: "open", title: fmt.Sprintf("%s, %s of 10: %s by %s, run %d of %s", level(s.RCBounds), points(s.HalfPoints), cell(s.Attempt), cell(s.Model), s.Run, cell(s.Task))}
	switch {
	case s.TerminalZero:
		h.state, h.line = "failed", "Terminal zero: nothing gradable was left."
	case !s.Complete:
		h.line = fmt.Sprintf("Undecided: %d of the atoms are open. Nothing that is open counts as a zero.", open(s))
	case *s.RC == 4:
		h.state, h.line = "strict", "Complete closure: no requirement is unmet."
	default:
		h.state, h.line = "fallen", "The weakest requirement: "+strings.Join(weakest(s), ", ")+"."
	}
	if s.Validity != "valid" {
		h.line += " Validity: " + s.Validity + "."
	}
	if s.TimedOut {
		h.line += " It timed out, and was graded on what it left."
	}
	return h
}

func open(s *spec.ClosureScore) int {
	n := 0
	for _, x := range s.Atoms {
		if x.Decision == "undecided" {
			n++
		}
	}
	return n
}

// weakest are the requirements that hold the level down.
func weakest(s *spec.ClosureScore) []string {
	var out []string
	for _, q := range s.Requirements {
		if q.Cap != nil && *q.Cap == s.RCBounds[1] {
			out = append(out, cell(q.Requirement))
		}
	}
	return out
}

// points are half points as a score, "9.5" or "9 to 10".
func points(p [2]int) string {
	one := func(n int) string { return strconv.FormatFloat(float64(n)/2, 'f', 1, 64) }
	if p[0] == p[1] {
		return one(p[0])
	}
	return one(p[0]) + " to " + one(p[1])
}

func level(rc [2]int) string {
	if rc[0] == rc[1] {
		return fmt.Sprintf("RC%d", rc[0])
	}
	return fmt.Sprintf("RC%d to RC%d", rc[0], rc[1])
}

func cell(s string) string { return safe.Cut(safe.Text(s), 40) }

func indent(s string) string { return "  " + s }

func words(decision string) string { return strings.ReplaceAll(decision, "_", " ") }

func requirement(q spec.RequirementRecord) string {
	out := words(q.Decision)
	switch {
	case q.Cap != nil:
		out += fmt.Sprintf(", caps at RC%d", *q.Cap)
	case q.Decision == "unmet":
		out += ", does not cap"
	case q.Alternative > 0:
		out += fmt.Sprintf(" by alternative %d", q.Alternative)
	}
	return out
}

func atom(x spec.AtomVerdict) string {
	if len(x.Blocked) > 0 {
		return words(x.Decision) + ", blocked by " + cell(strings.Join(x.Blocked, ", "))
	}
	return words(x.Decision)
}

// why is the reason of a decision, or the criterion where none was given.
func why(r *spec.ClosureRubric, i int, x spec.AtomVerdict) string {
	if x.Why != "" {
		return safe.Text(x.Why)
	}
	if r != nil && i < len(r.Atoms) {
		return safe.Text(r.Atoms[i].Text)
	}
	return ""
}

// completion counts what is met of what is applicable, by dimension.
func completion(s *spec.ClosureScore) string {
	parts := []string{}
	for _, d := range spec.Dimensions {
		met, applicable := tally(s, d)
		parts = append(parts, fmt.Sprintf("%s %d/%d", d, met, applicable))
	}
	return fmt.Sprintf("met of applicable: %s, all %d/%d", strings.Join(parts, ", "), s.Met, s.Applicable)
}

func tally(s *spec.ClosureScore, d spec.Dimension) (met, applicable int) {
	for _, x := range s.Atoms {
		if x.Dimension != d || x.Decision == "not_applicable" {
			continue
		}
		if x.Decision == "met" {
			met++
		}
		if x.Decision != "undecided" {
			applicable++
		}
	}
	return met, applicable
}

func change(c spec.DecisionChange) string {
	out := fmt.Sprintf("%s: %s → %s by %s (%s)", cell(c.Of), words(c.From), words(c.To), cell(c.By), c.Stage)
	if c.Score[0] != c.Score[1] {
		out += fmt.Sprintf(", %s → %s points", points([2]int{c.Score[0], c.Score[0]}), points([2]int{c.Score[1], c.Score[1]}))
	}
	if c.RC[0] != c.RC[1] {
		out += fmt.Sprintf(", RC%d → RC%d", c.RC[0], c.RC[1])
	}
	return out
}

// Review is one item of a review list in a line.
func Review(x spec.ReviewItem) string {
	var said []string
	for _, who := range slices.Sorted(maps.Keys(x.Said)) {
		said = append(said, cell(who)+" "+words(x.Said[who]))
	}
	out := fmt.Sprintf("%s: %s; %s points, %s", cell(x.Of), strings.Join(said, ", "), points(x.Points), level(x.RC))
	if x.Validity {
		out += ", or no observation at all"
	}
	return out
}
