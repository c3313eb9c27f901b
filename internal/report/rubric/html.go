package rubric

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/assaybench/assay/internal/report/page"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

//go:embed assets/rubric.html
var pageText string

//go:embed assets/rubric.css
var pageCSS string

var pageTemplate = template.Must(template.New("rubric").Funcs(template.FuncMap{"safe": safe.Text, "words": words}).Parse(pageText))

type atomView struct {
	spec.AtomVerdict
	Text, Decision, Reason string
	Class                  string
	Evidence, Routes       []string
	Trigger                string
}

type requirementView struct {
	spec.RequirementRecord
	Text, Decision, Reason, Class string
	Level                         string
}

type dimensionView struct {
	Name            string
	Dimension       spec.Dimension
	Met, Applicable int
	Atoms           []atomView
}

type step struct {
	Level string
	Class string
	What  string
}

type groupView struct {
	Title string
	Class spec.Severity
	List  []spec.Finding
}

type scorePage struct {
	Policy, Title, What, State, Line string
	CSS                              template.CSS
	*spec.ClosureScore
	Points, Level string
	Steps         []step
	Requirements  []requirementView
	Dimensions    []dimensionView
	Changes       []string
	Review        []string
	Groups        []groupView
	Facts         [][2]string
}

var names = map[spec.Dimension]string{spec.Formulation: "Formulation", spec.Output: "Output", spec.Identification: "Identification", spec.Mechanism: "Mechanism", spec.Validity: "Validity and scope"}

// HTML writes a score as one file that needs nothing else: no network, no script.
func HTML(w io.Writer, r *spec.ClosureRubric, s *spec.ClosureScore) error {
	css := page.Style() + pageCSS
	sum := sha256.Sum256([]byte(css))
	h := headline(s)
	p := scorePage{
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Title:  level(s.RCBounds) + ", " + points(s.HalfPoints) + " of 10", What: safe.Text(s.Task) + " / " + safe.Text(s.Attempt), State: h.state, Line: h.line,
		CSS: template.CSS(css), ClosureScore: s, Points: points(s.HalfPoints), Level: level(s.RCBounds), Steps: steps(s),
	}
	for i, q := range s.Requirements {
		v := requirementView{RequirementRecord: q, Decision: requirement(q), Reason: safe.Text(q.Why), Class: class(q.Decision), Level: fmt.Sprintf("RC%d", q.Role.Cap())}
		if r != nil && i < len(r.Requirements) {
			v.Text = safe.Text(r.Requirements[i].Text)
		}
		p.Requirements = append(p.Requirements, v)
	}
	for _, d := range spec.Dimensions {
		v := dimensionView{Name: names[d], Dimension: d}
		v.Met, v.Applicable = tally(s, d)
		for i, x := range s.Atoms {
			if x.Dimension == d {
				v.Atoms = append(v.Atoms, newAtom(r, i, x))
			}
		}
		if len(v.Atoms) > 0 {
			p.Dimensions = append(p.Dimensions, v)
		}
	}
	for _, c := range s.Changes {
		p.Changes = append(p.Changes, change(c))
	}
	for _, x := range s.Review {
		p.Review = append(p.Review, Review(x))
	}
	p.Groups = groups(s.Findings)
	p.facts(r)
	return pageTemplate.Execute(w, p)
}

func newAtom(r *spec.ClosureRubric, i int, x spec.AtomVerdict) atomView {
	v := atomView{AtomVerdict: x, Decision: atom(x), Reason: safe.Text(x.Why), Class: class(x.Decision)}
	if len(x.Blocked) > 0 {
		v.Class = "blocked"
	}
	if r != nil && i < len(r.Atoms) {
		v.Text = safe.Text(r.Atoms[i].Text)
		for _, route := range r.Atoms[i].Routes {
			v.Routes = append(v.Routes, safe.Text(route))
		}
		if t := r.Atoms[i].Trigger; t != nil {
			v.Trigger = safe.Text(t.Text)
		}
	}
	for _, e := range x.Evidence {
		v.Evidence = append(v.Evidence, pointer(e))
	}
	return v
}

// pointer names a place of evidence.
func pointer(e spec.EvidencePointer) string {
	out := e.File
	if e.Line > 0 {
		out += fmt.Sprintf(", line %d", e.Line)
	}
	if e.Cell > 0 {
		out += fmt.Sprintf(", cell %d", e.Cell)
	}
	if e.Pointer != "" {
		out += ", " + e.Pointer
	}
	if e.Mark != "" {
		out += ", mark " + e.Mark
	}
	return safe.Text(out)
}

// class is the look of a decision, in the classes of the report's cards.
func class(decision string) string {
	switch decision {
	case "met":
		return "supported"
	case "unmet":
		return "unsupported"
	case "not_applicable":
		return "outside"
	}
	return "undetermined"
}

// steps are what has to hold, from the central calculation to closure, and where it breaks: the
// first that does is the level.
func steps(s *spec.ClosureScore) []step {
	what := []string{"central calculation", "comparison and coverage", "main conclusion", "validity and scope", "closed"}
	var out []step
	for i, w := range what {
		c := "is-below"
		switch {
		case s.RCBounds[0] == s.RCBounds[1] && i == s.RCBounds[0] && i < 4:
			c = "is-breaks"
		case i >= s.RCBounds[0] && i <= s.RCBounds[1] && s.RCBounds[0] != s.RCBounds[1]:
			c = "is-open"
		case i <= s.RCBounds[0]:
			c = ""
		}
		out = append(out, step{fmt.Sprintf("RC%d", i), c, w})
	}
	return out
}

func groups(list []spec.Finding) []groupView {
	var out []groupView
	for _, g := range []groupView{{Title: "Errors", Class: spec.SeverityError}, {Title: "Warnings", Class: spec.SeverityWarning}, {Title: "Notes", Class: spec.SeverityInfo}} {
		for _, f := range list {
			if f.Severity == g.Class {
				f.Node, f.Message, f.Fix, f.Place.File = safe.Text(f.Node), safe.Text(f.Message), safe.Text(f.Fix), safe.Text(f.Place.File)
				g.List = append(g.List, f)
			}
		}
		if len(g.List) > 0 {
			out = append(out, g)
		}
	}
	return out
}

func (p *scorePage) facts(r *spec.ClosureRubric) {
	add := func(name, value string) {
		if value = safe.Text(value); value != "" {
			p.Facts = append(p.Facts, [2]string{name, value})
		}
	}
	add("Rubric", p.Rubric)
	if r != nil {
		add("Task", r.Title)
	}
	add("Model", p.Model)
	add("Run", fmt.Sprint(p.Run))
	add("Supersedes", p.Supersedes)
	for _, g := range p.Grades {
		text := g.Stage
		if g.RC != nil {
			text += fmt.Sprintf(", RC%d", *g.RC)
		}
		if g.Judge != nil {
			text += ", " + strings.TrimSpace(g.Judge.Kind+" "+g.Judge.Model)
		}
		if g.Rationale != "" {
			text += ": " + g.Rationale
		}
		add("Grades of "+safe.Text(g.Grader), text)
	}
}
