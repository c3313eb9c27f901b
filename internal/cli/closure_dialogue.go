package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/internal/report/rubric"
	"github.com/assaybench/assay/spec"
)

// dialogue asks a person for decisions, a line each. What is asked goes to standard error,
// so that standard output holds the outcome alone.
type dialogue struct {
	ctx   context.Context
	lines chan string // closed when the input ends
	out   io.Writer
}

// errPassed says that the person passed a question over; errEnded, that the input ended.
var (
	errPassed = errors.New("passed over")
	errEnded  = errors.New("the input ended")
)

// longestLine is the longest answer that is read, in bytes.
const longestLine = 64 << 10

func (a *app) newDialogue(ctx context.Context) *dialogue {
	d := &dialogue{ctx: ctx, lines: make(chan string), out: a.Err}
	go func() { // reading cannot be interrupted; the process ends with it
		defer close(d.lines)
		s := bufio.NewScanner(a.In)
		s.Buffer(nil, longestLine)
		for s.Scan() {
			select {
			case d.lines <- strings.TrimSpace(s.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	return d
}

// line asks until an answer is read that accept takes. An empty one passes over.
func (d *dialogue) line(question string, accept func(string) error) error {
	for {
		fmt.Fprintf(d.out, "  %s: ", question)
		select {
		case text, ok := <-d.lines:
			if !ok {
				fmt.Fprintln(d.out)
				return errEnded
			}
			if text == "" {
				return errPassed
			}
			err := accept(text)
			if err == nil {
				return nil
			}
			fmt.Fprintf(d.out, "  %s\n", safe(err.Error()))
		case <-d.ctx.Done():
			return d.ctx.Err()
		}
	}
}

// word asks for one of several words.
func (d *dialogue) word(question string, words ...string) (string, error) {
	var got string
	err := d.line(fmt.Sprintf("%s (%s)", question, strings.Join(words, ", ")), func(s string) error {
		if !slices.Contains(words, s) {
			return fmt.Errorf("%q is none of %s", s, strings.Join(words, ", "))
		}
		got = s
		return nil
	})
	return got, err
}

// text asks for a line of text; passed over, it is empty.
func (d *dialogue) text(question string) (string, error) {
	var got string
	err := d.line(question, func(s string) error { got = s; return nil })
	if errors.Is(err, errPassed) {
		err = nil
	}
	return got, err
}

// askPerson asks for a decision on each item of a review list, and then on what nobody
// decided. It gives nil where nothing was decided.
func (a *app) askPerson(ctx context.Context, r *openedRubric, s *spec.ClosureScore, ungraded []string, who, stage string) (*spec.ClosureGrade, error) {
	d := a.newDialogue(ctx)
	g := &spec.ClosureGrade{Grader: who, Stage: stage}
	decided := false
	ask := func(of string) error {
		rubric.Item(d.out, r.ClosureRubric, s, of)
		err := d.decide(r, g, of)
		decided = decided || err == nil
		return err
	}
	var todo []string
	for _, x := range s.Review {
		todo = append(todo, x.Of)
	}
	for i, of := range append(todo, ungraded...) {
		if i < len(s.Review) {
			fmt.Fprintf(d.out, "\n%s\n", rubric.Review(s.Review[i]))
		} else {
			fmt.Fprintf(d.out, "\n%s\n", safe(of))
		}
		err := ask(of)
		if errors.Is(err, errEnded) {
			break
		}
		if err != nil && !errors.Is(err, errPassed) {
			return nil, err
		}
	}
	if !decided {
		return nil, nil
	}
	return g, nil
}

// decide asks for one decision and puts it into the grade. Nothing is put there unless all
// of it was answered.
func (d *dialogue) decide(r *openedRubric, g *spec.ClosureGrade, of string) error {
	switch of {
	case "validity":
		w, err := d.word("validity", grading.Valid, grading.Invalid)
		if err == nil {
			g.Validity = w
		}
		return err
	case "rc":
		w, err := d.word("level", "0", "1", "2", "3", "4")
		if err == nil {
			n, _ := strconv.Atoi(w)
			g.RC = &n
		}
		return err
	}
	if id, ok := strings.CutPrefix(of, "trigger:"); ok {
		w, err := d.word("the trigger", closure.Fired, closure.NotFired, closure.Abstain)
		if err != nil {
			return err
		}
		why, err := d.text("why")
		if err == nil {
			g.Triggers = append(g.Triggers, spec.TriggerGrade{Of: id, Decision: w, Why: why})
		}
		return err
	}
	w, err := d.word("decision", closure.Met, closure.Unmet, closure.NotApplicable, closure.Abstain)
	if err != nil {
		return err
	}
	why, err := d.text("why")
	if err != nil {
		return err
	}
	if i := r.Requirement(of); i >= 0 {
		x := spec.RequirementGrade{Requirement: of, Decision: w, Why: why}
		if w == closure.Unmet && r.Requirements[i].Role == spec.RoleValidity {
			if x.Gap, err = d.gap(); err != nil {
				return err
			}
		}
		g.Requirements = append(g.Requirements, x)
		return nil
	}
	x := spec.AtomGrade{Atom: of, Decision: w, Why: why}
	if w == closure.Met {
		if x.Evidence, err = d.evidence(); err != nil {
			return err
		}
		if r.Atoms[r.Atom(of)].Dimension == spec.Output {
			if x.Output, err = d.checks(); err != nil {
				return err
			}
		}
	}
	g.Atoms = append(g.Atoms, x)
	return nil
}

// evidence asks for at least one pointer.
func (d *dialogue) evidence() ([]spec.EvidencePointer, error) {
	var out []spec.EvidencePointer
	for {
		question := "evidence, as report.md:3, run.ipynb@2, results.json#/results/0 or figure.png!ax0/line"
		if len(out) > 0 {
			question = "more evidence (an empty line ends it)"
		}
		err := d.line(question, func(s string) error {
			p, err := grading.ParsePointer(s)
			if err == nil {
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			if errors.Is(err, errPassed) && len(out) > 0 {
				err = nil
			}
			return out, err
		}
	}
}

func (d *dialogue) checks() (*spec.OutputChecks, error) {
	o := &spec.OutputChecks{}
	for _, c := range []struct {
		name string
		to   *bool
	}{{"the object is correct", &o.ObjectCorrect}, {"it can be reconstructed", &o.Reconstructible}, {"its structure is presented", &o.Presented}, {"claims stay within the evidence", &o.WithinEvidence}} {
		w, err := d.word(c.name, "yes", "no")
		if err != nil {
			return nil, err
		}
		*c.to = w == "yes"
	}
	return o, nil
}

func (d *dialogue) gap() (*spec.ValidityGap, error) {
	gap := &spec.ValidityGap{}
	for _, part := range []struct {
		name string
		to   *string
	}{{"the concrete failure mode", &gap.FailureMode}, {"the conclusion that it threatens", &gap.Threatens}, {"why the evidence does not settle it", &gap.Insufficient}} {
		var err error
		if *part.to, err = d.text(part.name); err != nil {
			return nil, err
		}
	}
	remedies, err := d.text("equivalent remedies, parted by ;")
	for r := range strings.SplitSeq(remedies, ";") {
		if r = strings.TrimSpace(r); r != "" {
			gap.Remedies = append(gap.Remedies, r)
		}
	}
	return gap, err
}
