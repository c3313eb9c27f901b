package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// Style says how text is written. The zero Style is plain and 100 columns wide.
type Style struct {
	Color bool // ANSI colours; nothing is said by colour alone
	Width int  // columns; 100 where 0, never under 60
}

func (o Style) width() int {
	if o.Width <= 0 {
		return 100
	}
	return max(o.Width, 60)
}

const (
	bold  = "1"
	dim   = "2"
	good  = "32"
	bad   = "31"
	doubt = "33"
)

func (o Style) paint(code, s string) string {
	if !o.Color || s == "" || code == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// printer collects lines; writing to it cannot fail.
type printer struct {
	strings.Builder
	Style
}

func (p *printer) line(format string, args ...any) {
	p.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	p.WriteByte('\n')
}

// part is a piece of a line in one style.
type part struct{ code, text string }

// row writes one line of parts, cut where it would be wider than the screen.
func (p *printer) row(parts ...part) {
	room := p.width()
	var b strings.Builder
	for _, t := range parts {
		s := fit(t.text, room)
		room -= width(s)
		b.WriteString(p.paint(t.code, s))
	}
	p.line("%s", b.String())
}

// block writes s after a label, its further lines under the first.
func (p *printer) block(indent int, label, code, s string) {
	w := indent + width(label)
	for i, l := range wrap(s, p.width()-w) {
		if i == 0 {
			p.line("%s%s%s", strings.Repeat(" ", indent), p.paint(dim, label), p.paint(code, l))
		} else {
			p.line("%s%s", strings.Repeat(" ", w), p.paint(code, l))
		}
	}
}

const maxRows = 24 // claims in the table of one screen

// Text writes what fits one screen: the verdict, the claims with support and broken
// stage, the first finding of each claim that does not stand with its fix, the scores
// and the run.
func Text(w io.Writer, r *spec.Report, o Style) error {
	v, err := reading.Of(r)
	if err != nil {
		return err
	}
	p := &printer{Style: o}
	h := v.Headline()
	p.verdict(v, h)
	p.claims(v)
	p.why(v)
	p.scores(v)
	p.run(v)
	_, err = io.WriteString(w, p.String())
	return err
}

func (p *printer) verdict(v *reading.Reading, h reading.Headline) {
	mark, code := "✗", bad
	switch h.State {
	case "strict":
		mark, code = "✓", good
	case "open":
		mark, code = "?", doubt
	}
	name := safe.Cut(v.Submission.Name, 40)
	if name == "" {
		name = safe.Cut(strings.TrimPrefix(v.Submission.Digest, "sha256:"), 13)
	}
	p.row(part{bold + ";" + code, mark + " " + h.Title}, part{dim, "  " + safe.Cut(v.Case.ID, 40) + " / " + name})
	line := h.Line
	if h.State != "strict" {
		line = "Strict success: " + h.Strict + ". " + line
	}
	p.block(2, "", "", strings.TrimSpace(line))
	p.line("")
}

func (p *printer) claims(v *reading.Reading) {
	if len(v.Claims) == 0 {
		p.line("No claim was judged.")
		p.line("")
		return
	}
	rows := [][]string{{"claim", "verdict", "support", "grounded", "breaks at", "text"}}
	for i, c := range v.Claims {
		if i == maxRows {
			break
		}
		rows = append(rows, []string{fit(rowName(&c), 22), reading.VerdictMark(c.Verdict) + " " + string(c.Verdict), reading.Support(&c), reading.Grounded(&c), breaksAt(&c), claimText(&c)})
	}
	size := make([]int, len(rows[0])-1)
	for _, r := range rows {
		for i := range size {
			size[i] = max(size[i], width(r[i]))
		}
	}
	for n, r := range rows {
		var b strings.Builder
		used := 2
		b.WriteString("  ")
		for i, w := range size {
			cell := pad(r[i], w)
			if i == 2 || i == 3 {
				cell = strings.Repeat(" ", w-width(r[i])) + r[i]
			}
			used += w + 2
			switch {
			case n == 0:
				cell = p.paint(dim, cell)
			case i == 1:
				cell = p.paint(verdictCode(v.Claims[n-1].Verdict), cell)
			}
			b.WriteString(cell + "  ")
		}
		if room := p.width() - used; room >= 12 {
			code := ""
			if n == 0 {
				code = dim
			}
			b.WriteString(p.paint(code, fit(r[len(size)], room)))
		}
		p.line("%s", b.String())
	}
	if more := len(v.Claims) - maxRows; more > 0 {
		p.line("  … and %s; the JSON holds all", reading.Counted(more, "more claim"))
	}
	p.line("")
}

func rowName(c *spec.ClaimReport) string {
	switch {
	case c.Slot == "":
		return c.Candidate + " (unasked)"
	case !c.Required:
		return c.Slot + " (optional)"
	}
	return c.Slot
}

func claimText(c *spec.ClaimReport) string {
	switch {
	case c.Text != "":
		return "“" + c.Text + "”"
	case c.Candidate == "":
		return "no claim was made"
	}
	return ""
}

func breaksAt(c *spec.ClaimReport) string {
	if c.BrokenStage == spec.StageNone {
		return reading.None
	}
	return string(c.BrokenStage)
}

func verdictCode(v spec.ClaimVerdict) string {
	switch v {
	case spec.Supported:
		return good
	case spec.Undetermined, spec.Blocked:
		return doubt
	}
	return bad
}

// why prints each cause once, with the claims that it brings down.
func (p *printer) why(v *reading.Reading) {
	causes := v.Causes()
	if len(causes) == 0 {
		return
	}
	shown := map[spec.Finding]bool{}
	for _, c := range causes {
		shown[c.Finding] = true
		p.finding(c.Finding, strings.Join(c.Claims, ", "))
	}
	more := 0
	for _, f := range v.Findings {
		if !shown[f] && f.Severity == spec.SeverityError {
			more++
		}
	}
	if more > 0 {
		p.row(part{dim, "  " + reading.Counted(more, "more finding") + " of severity error; assay explain shows all"})
	}
	p.line("")
}

// finding prints one finding; about names what it brings down and may be empty.
func (p *printer) finding(f spec.Finding, about string) {
	code := bad
	switch f.Severity {
	case spec.SeverityWarning:
		code = doubt
	case spec.SeverityInfo:
		code = dim
	}
	head := []part{{code, "  " + string(f.Code)}}
	if f.Node != "" {
		head = append(head, part{"", "  " + safe.Cut(f.Node, 60)})
	}
	word := "brings down "
	if f.Severity != spec.SeverityError {
		word = "leaves open "
	}
	used := 2 + width(string(f.Code)) + 2 + width(safe.Cut(f.Node, 60)) + 2
	switch apart := used+width(word+about) > p.width(); {
	case about == "" || about == f.Node:
		p.row(head...)
	case apart:
		p.row(head...)
		p.block(4, word, dim, about)
	default:
		p.row(append(head, part{dim, "  " + word + about})...)
	}
	p.block(4, "", "", f.Message)
	if f.Expected != "" || f.Observed != "" {
		p.block(4, "expected  ", "", reading.OrNone(f.Expected))
		p.block(4, "observed  ", "", reading.OrNone(f.Observed))
	}
	if f.Fix != "" {
		p.block(4, "fix       ", bold, f.Fix)
	}
	if place := reading.Place(f.Place); place != "" {
		p.block(4, "at        ", dim, safe.Cut(place, 160))
	}
}

func (p *printer) scores(v *reading.Reading) {
	m := v.Metrics
	rate := func(name, key string, r spec.Rate) string {
		return fmt.Sprintf("%s precision %s recall %s F1 %s", name, v.Metric(r.Precision, key+".precision"), v.Metric(r.Recall, key+".recall"), v.Metric(r.F1, key+".f1"))
	}
	p.block(2, "scores    ", "", strings.Join([]string{
		"execution " + reading.Number(m.Execution), rate("EC", "ec", m.EC), rate("RG-EC", "rg_ec", m.RGEC),
		"gated claim " + v.Metric(m.GatedClaim, "gated_claim"), "soft chain " + v.Metric(m.SoftChain, "soft_chain"),
	}, " · "))
}

func (p *printer) run(v *reading.Reading) {
	r := v.Run
	if r.Stopped != "" {
		p.block(2, "run       ", "", r.Stopped)
		return
	}
	parts := []string{fmt.Sprintf("exit %d", r.Exit)}
	if r.Limit != "" {
		parts = append(parts, "ended by the limit on "+safe.Cut(r.Limit, 60))
	}
	parts = append(parts, reading.Seconds(r.WallSeconds)+" wall", reading.Seconds(r.CPUSeconds)+" CPU")
	if r.PeakBytes > 0 {
		parts = append(parts, reading.Bytes(r.PeakBytes)+" peak")
	}
	parts = append(parts, reading.Isolation(r.Sandbox))
	if line := reading.Moved(v.Interventions); line != "" {
		p.block(2, "changed   ", "", line)
	}
	p.block(2, "run       ", "", strings.Join(append(parts, reading.Versions(r.Versions)...), " · "))
}
