// Package page writes a report as one self-contained HTML file: the verdict first, then
// the claims, the evidence as a graph, what was drawn and reported beside the oracle,
// findings, scores and the run.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

//go:embed assets/page.html
var pageText string

//go:embed assets/page.css
var pageCSS string

//go:embed assets/page.js
var pageJS string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Write writes one file that needs nothing else: no network, no script to be read. Its
// content security policy allows its own style sheet and script, by digest, and
// nothing more.
func Write(w io.Writer, r *spec.Report) error {
	v, err := reading.Of(r)
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, newPage(v))
}

// policy is the content security policy of the page.
func policy() string {
	digest := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
	}
	return "default-src 'none'; style-src " + digest(pageCSS) + "; script-src " + digest(pageJS) + "; base-uri 'none'; form-action 'none'"
}

// page is what the template shows; every text is ready.
type page struct {
	Policy string
	CSS    template.CSS
	JS     template.JS
	*reading.Reading
	Head         reading.Headline
	Name         string
	Causes       []reasonView
	More         int // findings of severity error beyond the causes
	Steps        []step
	Figures      []figure
	Cards        []card
	Width        float64 // of the drawn graph
	Height       float64
	Columns      []column
	Links        []linkView
	Boxes        []boxView
	Panels       []panel
	Charts       []chart
	Compared     []comparison
	Moved        []moved
	Groups       []findingGroup
	Rates        []rateRow
	Means        []meanGroup
	BoundRows    []factRow
	Facts        []factRow
	OutputLength int
}

func newPage(v *reading.Reading) *page {
	p := &page{Policy: policy(), CSS: template.CSS(pageCSS), JS: template.JS(pageJS), Reading: v, Head: v.Headline(), Name: safe.Cut(v.Submission.Name, 60)}
	if p.Name == "" {
		p.Name = safe.Cut(v.Submission.Digest, 20)
	}
	shown := map[spec.Finding]bool{}
	for _, c := range v.Causes() {
		r := p.reasonView(c.Finding)
		r.Claims = strings.Join(c.Claims, ", ")
		p.Causes = append(p.Causes, r)
		shown[c.Finding] = true
	}
	for _, f := range v.Findings {
		if f.Severity == spec.SeverityError && !shown[f] {
			p.More++
		}
	}
	p.Steps = p.steps(p.Head)
	p.figures()
	p.cards()
	p.graph()
	p.panels()
	p.Charts = p.charts()
	p.Compared = p.comparisons()
	p.Moved = p.moves()
	p.findings()
	p.scores()
	p.facts()
	return p
}
