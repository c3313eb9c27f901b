package tally

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/internal/report/page"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

//go:embed assets/score.html
var scoreText string

//go:embed assets/board.html
var boardText string

//go:embed assets/shared.html
var sharedText string

//go:embed assets/tally.css
var tallyCSS string

var (
	scorePage = parse(scoreText)
	boardPage = parse(boardText)
)

func parse(text string) *template.Template {
	t := template.New("page").Funcs(template.FuncMap{"number": number, "score": score, "between": between, "percent": percent, "along": along, "safe": safe.Text})
	return template.Must(template.Must(t.Parse(sharedText)).Parse(text))
}

// frame is what both pages begin with.
type frame struct {
	Policy, Title, What string
	CSS                 template.CSS
	Better, MuchBetter  int
	Measured            string
}

func newFrame(title, what string, s *checklist.Settings) frame {
	css := page.Style() + tallyCSS
	sum := sha256.Sum256([]byte(css))
	return frame{
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Title:  title, What: what, CSS: template.CSS(css), Better: checklist.BetterThan, MuchBetter: checklist.MuchBetterThan, Measured: settings(s)}
}

// strip is a scale from 0 to 100 with what is known of one number.
type strip struct {
	Score     *float64
	Low, High float64 // where there is no score
	Width     float64
	Draws     []float64
	Ceiling   *float64 // of the engine, where it is below 100
}

// along is the place of a score on the scale, 4 units a point.
func along(v any) (string, error) {
	switch x := v.(type) {
	case float64:
		return number(4 * x), nil
	case *float64:
		return number(4 * *x), nil
	}
	return "", fmt.Errorf("%T is no score", v)
}

func newStrip(score *float64, b spec.Bounds) strip {
	return strip{Score: score, Low: b.Low, High: b.High, Width: b.High - b.Low}
}

type itemView struct {
	checklist.Record
	State     checklist.State
	ScoreText string
	Text      string
	Why       string
	Band      string
	Class     string
	Strip     strip
}

type scorePageData struct {
	frame
	*checklist.Scoring
	State, Line string
	Rows        []itemView
	Groups      []findingGroup
	Facts       [][2]string
}

type findingGroup struct {
	Title string
	Class spec.Severity
	List  []spec.Finding
}

// HTML writes a scoring as one file that needs nothing else: no network, no script.
func HTML(w io.Writer, s *checklist.Scoring) error {
	title, line := headline(s)
	p := scorePageData{frame: newFrame(title, safe.Text(s.TaskID)+" / "+safe.Text(s.RunID), s.Settings), Scoring: s, State: "strict", Line: line}
	switch {
	case !s.Complete:
		p.State = "open"
	case s.Inputs != nil && s.Inputs.Report == "":
		p.State, p.Line = "fallen", "The run left no report."
	}
	for i := range s.Items {
		p.Rows = append(p.Rows, view(&s.Items[i]))
	}
	p.Groups = groups(s.Findings)
	fact := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, [2]string{name, safe.Text(value)})
		}
	}
	fact("Agent", s.AgentName)
	fact("Judge", settings(s.Settings))
	if in := s.Inputs; in != nil {
		fact("Report", fmt.Sprintf("%s, %d characters", orNone(in.Report), in.Characters))
		fact("SHA-256 of the report", in.SHA256)
		fact("SHA-256 of the engine's report", in.Evidence)
	}
	if s.Settings != nil {
		fact("SHA-256 of the task", s.Settings.Task)
		fact("SHA-256 of the prompt", s.Settings.Prompt)
	}
	return scorePage.Execute(w, p)
}

func view(r *checklist.Record) itemView {
	v := itemView{Record: *r, State: stateOf(r), ScoreText: itemScore(r), Text: criterion(r.Content), Why: safe.Text(r.Reasoning), Class: "supported"}
	b := spec.Bounds{High: 100}
	if r.Bounds != nil {
		b = *r.Bounds
	}
	if r.Score != nil {
		b = spec.Bounds{}
	}
	v.Strip = newStrip(r.Score, b)
	if r.Score == nil {
		v.Class = "undetermined"
	} else if band, ok := checklist.BandOf(r.Mode, int(*r.Score)); ok {
		v.Band = band.Meaning
	}
	for _, d := range r.Draws {
		if d.Score != nil && len(r.Draws) > 1 {
			v.Strip.Draws = append(v.Strip.Draws, float64(*d.Score))
		}
	}
	if e := r.Engine; e != nil && e.High < 1 {
		c := e.High * 100
		v.Strip.Ceiling = &c
		v.Class = string(e.Verdict)
	}
	return v
}

func groups(list []spec.Finding) []findingGroup {
	var out []findingGroup
	for _, g := range []findingGroup{{Title: "Errors", Class: spec.SeverityError}, {Title: "Warnings, which change no score", Class: spec.SeverityWarning}, {Title: "Notes", Class: spec.SeverityInfo}} {
		for _, f := range list {
			if f.Severity == g.Class {
				f.Message, f.Place.File = safe.Text(f.Message), safe.Text(f.Place.File)
				g.List = append(g.List, f)
			}
		}
		if len(g.List) > 0 {
			out = append(out, g)
		}
	}
	return out
}

type agentRow struct {
	checklist.Summary
	Strip strip
}

type taskRow struct {
	Task  string
	Best  *float64
	Cells []*checklist.Cell // by agent; nil where there is none
	Strip strip
}

type boardPageData struct {
	frame
	*checklist.Board
	State, Line string
	Rows        []agentRow
	TaskRows    []taskRow
}

// criterion is the text of an item as a scoring keeps it, which says where it was cut.
func criterion(content string) string {
	if utf8.RuneCountInString(content) >= checklist.Kept {
		content += "…"
	}
	return safe.Text(content)
}

// BoardHTML writes a board as one file.
func BoardHTML(w io.Writer, b *checklist.Board) error {
	title := fmt.Sprintf("%d tasks, %d agents", len(b.Tasks), len(b.Agents))
	p := boardPageData{frame: newFrame(title, "Board", b.Settings), Board: b, State: "strict"}
	if n := len(b.Open); n > 0 {
		p.State, p.Line = "open", fmt.Sprintf("Without a total: %d of the runs. None of them counts as 0.", n)
	}
	for _, s := range b.Summary {
		p.Rows = append(p.Rows, agentRow{s, newStrip(nil, s.Bounds)})
		p.Rows[len(p.Rows)-1].Strip.Score = s.Mean
	}
	for _, t := range b.Tasks {
		row := taskRow{Task: t, Best: b.Frontier[t]}
		var scores []float64
		for _, a := range b.Agents {
			if c, ok := b.Scores[a][t]; ok {
				row.Cells = append(row.Cells, &c)
				scores = append(scores, c.Score)
			} else {
				row.Cells = append(row.Cells, nil)
			}
		}
		slices.Sort(scores)
		row.Strip = strip{Draws: scores}
		p.TaskRows = append(p.TaskRows, row)
	}
	return boardPage.Execute(w, p)
}
