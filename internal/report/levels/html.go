package levels

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/internal/report/draw"
	"github.com/assaybench/assay/internal/report/page"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

//go:embed assets/stats.html
var pageText string

//go:embed assets/stats.css
var pageCSS string

var pageTemplate = template.Must(template.New("stats").Funcs(template.FuncMap{
	"name": name, "aside": aside, "percent": percent, "count": count, "printed": stats.Printed, "band": bandName, "safe": safe.Text, "figure": figureOf,
	"two": func(f spec.ClosureFigure) string { return number(f, 2) }, "between": func(b *spec.Bounds) string { return interval(b, 2) },
	"rate": func(b *spec.Bounds) string {
		if b == nil {
			return ""
		}
		return fmt.Sprintf("[%.0f, %.0f] %%", 100*b.Low, 100*b.High)
	},
}).Parse(pageText))

type pageData struct {
	Policy, State, Title, Line string
	CSS                        template.CSS
	*spec.ClosureStats
	All      *spec.ClosureGroup
	Compared []*spec.ClosureGroup
	TaskRows []*spec.ClosureGroup
	RunRows  []*spec.ClosureGroup
	Plots    []template.HTML
	Level    string
	Shown    []spec.ClosureExcluded
	Hidden   int // excluded attempts that are not shown
}

const maxExcluded = 200

// HTML writes the statistics as one file that needs nothing else: no network, no script.
func HTML(w io.Writer, s *spec.ClosureStats) error {
	css := page.Style() + draw.LevelStyle + pageCSS
	sum := sha256.Sum256([]byte(css))
	p := pageData{Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		CSS: template.CSS(css), State: "strict", ClosureStats: s, All: &s.Groups[0], Compared: compared(s), TaskRows: groups(s, "task"), RunRows: groups(s, "run"),
		Level: fmt.Sprintf("%.3g %%", 100*s.Bootstrap.Level), Shown: s.Excluded}
	p.Title, p.Line = outcome(s)
	if !s.Complete {
		p.State = "open"
	}
	if n := len(s.Excluded); n > maxExcluded {
		p.Shown, p.Hidden = s.Excluded[:maxExcluded], n-maxExcluded
	}
	for _, picture := range Pictures(s) {
		svg, err := picture.HTML()
		if err != nil {
			return err
		}
		p.Plots = append(p.Plots, svg)
	}
	return pageTemplate.Execute(w, p)
}
