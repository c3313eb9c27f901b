package draw

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"github.com/assaybench/assay/internal/report/safe"
)

// ink is a colour by the name of a class of the style sheet, so that a plot follows
// the page into dark mode and onto paper.
type ink string

// RGBA implements color.Color for canvases that know no classes.
func (i ink) RGBA() (r, g, b, a uint32) { return palette[string(i)].RGBA() }

// svgCanvas is a vg.Canvas that writes SVG elements whose colours are classes.
type svgCanvas struct {
	strings.Builder
	height vg.Length
	state  state
	stack  []state
}

type state struct {
	class string
	width vg.Length
	dash  []vg.Length
	m     [6]float64 // x' = m0 x + m2 y + m4, y' = m1 x + m3 y + m5
}

func newCanvas(height vg.Length) *svgCanvas {
	return &svgCanvas{height: height, state: state{width: 1, m: [6]float64{1, 0, 0, 1, 0, 0}}}
}

func (c *svgCanvas) SetLineWidth(w vg.Length)               { c.state.width = w }
func (c *svgCanvas) SetLineDash(d []vg.Length, _ vg.Length) { c.state.dash = d }

func (c *svgCanvas) SetColor(col color.Color) {
	c.state.class = "p-ink"
	if i, ok := col.(ink); ok {
		c.state.class = string(i)
	}
}

func (c *svgCanvas) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	c.multiply([6]float64{cos, sin, -sin, cos, 0, 0})
}

func (c *svgCanvas) Translate(p vg.Point) {
	c.multiply([6]float64{1, 0, 0, 1, float64(p.X), float64(p.Y)})
}

func (c *svgCanvas) Scale(x, y float64) { c.multiply([6]float64{x, 0, 0, y, 0, 0}) }

func (c *svgCanvas) multiply(n [6]float64) {
	m := c.state.m
	c.state.m = [6]float64{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (c *svgCanvas) Push() { c.stack = append(c.stack, c.state) }

func (c *svgCanvas) Pop() {
	c.state = c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
}

// at maps a point to SVG, whose y runs down.
func (c *svgCanvas) at(p vg.Point) (x, y float64) {
	m := c.state.m
	x = m[0]*float64(p.X) + m[2]*float64(p.Y) + m[4]
	return x, float64(c.height) - (m[1]*float64(p.X) + m[3]*float64(p.Y) + m[5])
}

func (c *svgCanvas) Stroke(p vg.Path) {
	if c.state.width <= 0 {
		return
	}
	dash := ""
	if len(c.state.dash) > 0 {
		parts := make([]string, len(c.state.dash))
		for i, d := range c.state.dash {
			parts[i] = coordinate(float64(d))
		}
		dash = fmt.Sprintf(` stroke-dasharray="%s"`, strings.Join(parts, " "))
	}
	fmt.Fprintf(c, `<path class="%s" fill="none" stroke="currentColor" stroke-width="%s"%s d="%s"/>`+"\n", c.state.class, coordinate(float64(c.state.width)), dash, c.path(p))
}

func (c *svgCanvas) Fill(p vg.Path) {
	fmt.Fprintf(c, `<path class="%s" fill="currentColor" d="%s"/>`+"\n", c.state.class, c.path(p))
}

func (c *svgCanvas) path(p vg.Path) string {
	var b strings.Builder
	for _, e := range p {
		x, y := c.at(e.Pos)
		switch e.Type {
		case vg.MoveComp:
			fmt.Fprintf(&b, "M%s %s", coordinate(x), coordinate(y))
		case vg.LineComp:
			fmt.Fprintf(&b, "L%s %s", coordinate(x), coordinate(y))
		case vg.ArcComp:
			c.arc(&b, e)
		case vg.CurveComp:
			b.WriteString(map[int]string{1: "Q", 2: "C"}[len(e.Control)])
			for _, q := range e.Control {
				cx, cy := c.at(q)
				fmt.Fprintf(&b, "%s %s ", coordinate(cx), coordinate(cy))
			}
			fmt.Fprintf(&b, "%s %s", coordinate(x), coordinate(y))
		case vg.CloseComp:
			b.WriteByte('Z')
		}
	}
	return b.String()
}

// arc draws an arc in two halves, as SVG has no full circle; y is flipped, and so is
// the sense of turning.
func (c *svgCanvas) arc(b *strings.Builder, e vg.PathComp) {
	sweep := 0
	if e.Angle < 0 {
		sweep = 1
	}
	for i := range 3 {
		sin, cos := math.Sincos(e.Start + e.Angle*float64(i)/2)
		x, y := c.at(vg.Point{X: e.Pos.X + e.Radius*vg.Length(cos), Y: e.Pos.Y + e.Radius*vg.Length(sin)})
		switch r := coordinate(float64(e.Radius)); {
		case i > 0:
			fmt.Fprintf(b, "A%s %s 0 0 %d %s %s", r, r, sweep, coordinate(x), coordinate(y))
		case b.Len() == 0:
			fmt.Fprintf(b, "M%s %s", coordinate(x), coordinate(y))
		default:
			fmt.Fprintf(b, "L%s %s", coordinate(x), coordinate(y))
		}
	}
}

// FillString centres the text where gonum measured it, since the reader's font has
// other widths.
func (c *svgCanvas) FillString(f font.Face, p vg.Point, text string) {
	x, y := c.at(vg.Point{X: p.X + f.Width(text)/2, Y: p.Y})
	turn := ""
	if angle := math.Atan2(c.state.m[1], c.state.m[0]); angle != 0 {
		turn = fmt.Sprintf(` transform="rotate(%s %s %s)"`, coordinate(-angle*180/math.Pi), coordinate(x), coordinate(y))
	}
	fmt.Fprintf(c, `<text class="%s" fill="currentColor" text-anchor="middle" font-size="%s" x="%s" y="%s"%s>%s</text>`+"\n",
		c.state.class, coordinate(float64(f.Font.Size)), coordinate(x), coordinate(y), turn, html.EscapeString(text))
}

// DrawImage leaves images out: no plot of a report has one.
func (c *svgCanvas) DrawImage(vg.Rectangle, image.Image) {}

func coordinate(f float64) string {
	if !safe.Finite(f) {
		return "0"
	}
	s := fmt.Sprintf("%.2f", f)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
