package tally

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// number is a score in as few digits as it has, at most two decimals.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// between is an interval, or a number where both ends are one.
func between(b spec.Bounds) string {
	if b.Low == b.High {
		return number(b.Low)
	}
	return number(b.Low) + " to " + number(b.High)
}

func percent(share float64) string { return number(float64(int(share*1000+0.5))/10) + " %" }

// headline is a scoring in one sentence.
func headline(s *checklist.Scoring) (title, line string) {
	if s.TotalScore != nil {
		title = number(*s.TotalScore) + " of 100"
	} else if s.Bounds != nil {
		title = "Between " + number(s.Bounds.Low) + " and " + number(s.Bounds.High) + " of 100"
		line = fmt.Sprintf("There is no total: %s of the weight has a score (%s).", percent(s.Covered), checklist.Total{States: s.States}.Missing())
	}
	return title, line
}

// itemScore is an item's score, or where it lies.
func itemScore(r *checklist.Record) string {
	switch {
	case r.Score != nil:
		return number(*r.Score)
	case r.Bounds != nil:
		return between(*r.Bounds)
	}
	return "0 to 100"
}

// limit words a limit of 0, which is none.
func limit(n int, what string) string {
	if n == 0 {
		return "all " + what
	}
	return fmt.Sprintf("at most %d %s", n, what)
}

// settings are what a total was measured with.
func settings(s *checklist.Settings) string {
	if s == nil {
		return "not recorded"
	}
	judge := s.Judge.Kind
	if s.Judge.Model != "" {
		judge += " " + s.Judge.Model
	}
	if s.Judge.Parameters != "" {
		judge += " " + s.Judge.Parameters
	}
	draws := "1 draw"
	if s.Draws != 1 {
		draws = fmt.Sprintf("%d draws, %d needed", s.Draws, s.Quorum)
	}
	return fmt.Sprintf("%s; %s; at most %d figures; %s", safe.Text(judge), draws, s.Images, limit(s.Characters, "characters of the report"))
}

// Text writes a scoring for a person.
func Text(w io.Writer, s *checklist.Scoring) error {
	title, line := headline(s)
	head := safe.Text(s.RunID) + " of " + safe.Text(s.TaskID)
	if s.AgentName != "" {
		head += ", by " + safe.Text(s.AgentName)
	}
	fmt.Fprintf(w, "%s: %s\n", head, lower(title))
	if line != "" {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintln(w)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "item\tkind\tweight\tscore\tstate\tmode\tcriterion")
	for i := range s.Items {
		r := &s.Items[i]
		fmt.Fprintf(tw, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Index, r.Kind, r.Weight, itemScore(r), stateOf(r), orNone(string(r.Mode)), safe.Cut(safe.Text(r.Content), 60))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if len(s.Findings) > 0 {
		fmt.Fprintln(w, "\nFindings")
	}
	for _, f := range s.Findings {
		where := f.Node
		if where == "" {
			where = f.Place.File
		}
		fmt.Fprintf(w, "  %s %s%s: %s\n", f.Severity, f.Code, prefixed(" ", safe.Text(where)), safe.Text(f.Message))
		if f.Fix != "" {
			fmt.Fprintf(w, "    %s\n", safe.Text(f.Fix))
		}
	}
	_, err := fmt.Fprintf(w, "\nJudge: %s\n", settings(s.Settings))
	return err
}

func stateOf(r *checklist.Record) checklist.State {
	if r.State == "" {
		return checklist.Scored
	}
	return r.State
}

func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

func orNone(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func prefixed(with, s string) string {
	if s == "" {
		return ""
	}
	return with + s
}

// BoardText writes a board for a person: agents over all tasks, the best of each task, and
// the runs without a total.
func BoardText(w io.Writer, b *checklist.Board) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "agent\ttasks\tmean of these\tover all %d\tabove %d\tabove %d\n", len(b.Tasks), checklist.BetterThan, checklist.MuchBetterThan)
	for _, s := range b.Summary {
		fmt.Fprintf(tw, "%s\t%d\t%s\t%s\t%d\t%d\n", safe.Text(s.Agent), s.Tasks, score(s.Mean), between(s.Bounds), s.Better[checklist.BetterThan], s.Better[checklist.MuchBetterThan])
	}
	fmt.Fprint(tw, "\ntask\tbest")
	for _, a := range b.Agents {
		fmt.Fprint(tw, "\t", safe.Text(a))
	}
	fmt.Fprintln(tw)
	for _, t := range b.Tasks {
		fmt.Fprint(tw, safe.Text(t), "\t", score(b.Frontier[t]))
		for _, a := range b.Agents {
			if c, ok := b.Scores[a][t]; ok {
				fmt.Fprint(tw, "\t", number(c.Score))
			} else {
				fmt.Fprint(tw, "\t–")
			}
		}
		fmt.Fprintln(tw)
	}
	if len(b.Open) > 0 {
		fmt.Fprintln(tw, "\nruns without a total\tagent\tbetween\tcovered\twhy")
	}
	for _, o := range b.Open {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", safe.Text(o.RunID), safe.Text(o.Agent), between(o.Bounds), percent(o.Covered), safe.Text(o.Why))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nJudge: %s\n", settings(b.Settings))
	return err
}

func score(x *float64) string {
	if x == nil {
		return "–"
	}
	return number(*x)
}
