package rubric

import (
	"fmt"
	"io"
	"strings"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// ReviewText writes the open disagreements of a score, each with its criterion and what
// every grader said of it and why, and then what nobody decided.
func ReviewText(w io.Writer, r *spec.ClosureRubric, s *spec.ClosureScore, ungraded []string) {
	fmt.Fprintln(w, headline(s).title)
	if len(s.Review)+len(ungraded) == 0 {
		fmt.Fprintln(w, "  Nothing is to be reviewed.")
		return
	}
	for _, x := range s.Review {
		fmt.Fprintf(w, "\n%s\n", Review(x))
		Item(w, r, s, x.Of)
		if _, derived := x.Said["derived"]; derived {
			fmt.Fprintln(w, "  It follows from other decisions: mend those, or agree with what follows.")
		}
	}
	for i, of := range ungraded {
		if i == 0 {
			fmt.Fprintln(w, "\nNot decided by any grader")
		}
		fmt.Fprintf(w, "  %s: %s\n", cell(of), Criterion(r, of))
	}
}

// Item writes the criterion of a thing, and what each grader said of it.
func Item(w io.Writer, r *spec.ClosureRubric, s *spec.ClosureScore, of string) {
	fmt.Fprintf(w, "  %s\n", Criterion(r, of))
	for _, g := range s.Grades {
		decision, why, evidence := said(&g, of)
		if decision == "" {
			continue
		}
		line := fmt.Sprintf("  %s (%s): %s", cell(g.Grader), g.Stage, words(decision))
		if why != "" {
			line += ": " + safe.Text(why)
		}
		fmt.Fprintln(w, line)
		for _, e := range evidence {
			fmt.Fprintf(w, "    %s\n", pointer(e))
		}
	}
}

// Criterion is what is asked of an atom, trigger or requirement, of the validity or the level.
func Criterion(r *spec.ClosureRubric, of string) string {
	switch of {
	case "validity":
		return "Whether the attempt counts: invalid only where the infrastructure spoilt it."
	case "rc":
		return "The closure level that follows from the decisions; mend a decision where it is wrong."
	}
	id, isTrigger := strings.CutPrefix(of, "trigger:")
	text := func(t string, trigger *spec.Trigger) string {
		if isTrigger {
			if trigger == nil {
				return ""
			}
			t = "Whether this holds: " + trigger.Text
		}
		return safe.Text(t)
	}
	for _, a := range r.Atoms {
		if a.ID == id {
			return text(fmt.Sprintf("[%s] %s", a.Dimension, a.Text), a.Trigger)
		}
	}
	for _, q := range r.Requirements {
		if q.ID == id {
			return text(fmt.Sprintf("[%s] %s", q.Role, q.Text), q.Trigger)
		}
	}
	return ""
}

// said is what a grade says of a thing.
func said(g *spec.ClosureGrade, of string) (decision, why string, evidence []spec.EvidencePointer) {
	switch of {
	case "validity":
		return g.Validity, "", nil
	case "rc":
		if g.RC != nil {
			return fmt.Sprintf("RC%d", *g.RC), g.Rationale, nil
		}
		return "", "", nil
	}
	for _, x := range g.Atoms {
		if x.Atom == of {
			return x.Decision, x.Why, x.Evidence
		}
	}
	for _, x := range g.Triggers {
		if "trigger:"+x.Of == of {
			return x.Decision, x.Why, x.Evidence
		}
	}
	for _, x := range g.Requirements {
		if x.Requirement == of {
			return x.Decision, x.Why, x.Evidence
		}
	}
	return "", "", nil
}
