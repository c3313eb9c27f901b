// Package draw draws charts as SVG: the captured marks of one pair of axes in grey, and
// beside them the values of the oracle with their intervals. Of many marks it draws an
// even sample. Colours are classes of the page's style sheet.
package draw

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

const (
	chartWidth  = 520
	chartHeight = 300
)

// Point is one value of the oracle at its place on the axis of categories, and what is drawn
// there. What is not known is NaN.
type Point struct {
	At, Value float64
	Low, High float64
	Ranged    bool // Low and High are the ends of its interval
	Drawn     float64
	Off       bool // what is drawn is not what it should be
}

// Chart draws the captured marks of a and the oracle's values with gonum/plot.
func Chart(a *spec.AxesView, title string, points []Point) (svg template.HTML, err error) {
	defer func() {
		if e := recover(); e != nil { // gonum/plot panics on ranges that it cannot draw
			svg, err = "", fmt.Errorf("%v", e)
		}
	}()
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.Padding = safe.Cut(title, 60), vg.Points(6)
	p.Title.TextStyle.Color, p.Title.TextStyle.Font.Size, p.Title.TextStyle.Font.Variant = ink("p-ink"), 12, "Sans"
	marks := &marksPlotter{axes: a, flat: Horizontal(a), points: points}
	xs, ys := marks.extent()
	for _, r := range [][2]float64{xs, ys, a.X.Limits, a.Y.Limits} {
		if big := math.Max(math.Abs(r[0]), math.Abs(r[1])); big > 1e100 || big > 0 && big < 1e-100 {
			return "", errors.New("their range is out of all proportion")
		}
	}
	setAxis(&p.X, &a.X, xs, chartWidth/56)
	setAxis(&p.Y, &a.Y, ys, chartHeight/24)
	p.Add(&gridPlotter{}, marks)
	c := newCanvas(chartHeight)
	p.Draw(draw.NewCanvas(c, chartWidth, chartHeight))
	label := fmt.Sprintf("Drawn marks of %s against %s", cmp.Or(a.Y.Label, "the y axis"), cmp.Or(a.X.Label, "the x axis"))
	return template.HTML(fmt.Sprintf(`<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s">`, chartWidth, chartHeight, template.HTMLEscapeString(label)) +
		"\n" + c.String() + "</svg>"), nil
}

// Horizontal reports whether the values run along x.
func Horizontal(a *spec.AxesView) bool {
	for _, m := range a.Marks {
		if m.Orient == "h" {
			return true
		}
	}
	return false
}
