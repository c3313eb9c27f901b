package draw

import (
	"fmt"
	"html/template"
	"image/color"
	"io"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/assaybench/assay/internal/report/safe"
)

// Picture is a plot that stands for itself: within a page, as an SVG file or as a PNG.
type Picture struct {
	Name   string // of its file, without ending
	Title  string
	Label  string // for those who cannot see it
	height vg.Length
	plot   *plot.Plot
}

// pictureWidth is the width of every picture; in a page it grows with its place. A margin
// is about it on all sides.
const (
	pictureWidth = 560
	margin       = 14
)

// palette are the colours of the style sheet's classes on white paper, in files that no
// style sheet reaches.
var palette = map[string]color.RGBA{
	"p-ink": rgb(0x1c2126), "p-soft": rgb(0x5a646d), "p-line": rgb(0x8b949c), "p-grid": rgb(0xece9e3), "p-mark": rgb(0x5a646d), "p-bar": rgb(0xe6e2da),
	"p-band": rgb(0xe6e2da), "p-oracle": rgb(0x0a6b65), "p-hole": rgb(0xffffff), "p-open": rgb(0xdcb758),
	"p-rc0": rgb(0xd8d3c8), "p-rc1": rgb(0xb3cbc5), "p-rc2": rgb(0x7fb1a9), "p-rc3": rgb(0x438e87), "p-rc4": rgb(0x0a5550),
	"p-on0": rgb(0x1c2126), "p-on1": rgb(0x1c2126), "p-on2": rgb(0x1c2126), "p-on3": rgb(0xffffff), "p-on4": rgb(0xffffff),
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// LevelStyle are the classes of closure levels, which the page's own style sheet lacks;
// on a level's colour text is written in the colour of p-on.
const LevelStyle = `
.p-open { color: #dcb758; }
.p-rc0 { color: #d8d3c8; } .p-rc1 { color: #b3cbc5; } .p-rc2 { color: #7fb1a9; } .p-rc3 { color: #438e87; } .p-rc4 { color: #0a5550; }
.p-on0, .p-on1, .p-on2 { color: #1c2126; } .p-on3, .p-on4 { color: #ffffff; }
@media (prefers-color-scheme: dark) {
  .p-rc0 { color: #5c646b; } .p-rc1 { color: #40635f; } .p-rc2 { color: #3c746e; } .p-rc3 { color: #4ea198; } .p-rc4 { color: #8ee6db; }
  .p-on0, .p-on1, .p-on2 { color: #e7e9eb; } .p-on3, .p-on4 { color: #14171a; }
}
`

// canvas draws the plot; gonum/plot panics on what it cannot draw.
func (p *Picture) draw(c vg.CanvasSizer) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("%s cannot be drawn: %v", p.Name, e)
		}
	}()
	w, h := c.Size()
	p.plot.Draw(draw.Crop(draw.NewCanvas(c, w, h), margin, -margin, margin, -margin))
	return nil
}

// Size implements vg.CanvasSizer.
func (c *svgCanvas) Size() (vg.Length, vg.Length) { return pictureWidth, c.height }

// HTML is the picture for a page whose style sheet has its classes.
func (p *Picture) HTML() (template.HTML, error) {
	c := newCanvas(p.height)
	if err := p.draw(c); err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<svg class="chart" viewBox="0 0 %d %s" role="img" aria-label="%s">`, pictureWidth, coordinate(float64(p.height)), template.HTMLEscapeString(p.Label)) +
		"\n" + c.String() + "</svg>"), nil
}

// SVG writes the picture as a file that needs nothing else.
func (p *Picture) SVG(w io.Writer) error {
	c := newCanvas(p.height)
	if err := p.draw(c); err != nil {
		return err
	}
	var style strings.Builder
	for _, class := range slices.Sorted(maps.Keys(palette)) {
		fmt.Fprintf(&style, ".%s{color:#%02x%02x%02x}", class, palette[class].R, palette[class].G, palette[class].B)
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="0 0 %[1]d %[2]s" role="img" aria-label="%s" font-family="system-ui, Liberation Sans, Arial, sans-serif">
<style>%s</style>
<rect width="100%%" height="100%%" fill="#ffffff"/>
%s</svg>
`, pictureWidth, coordinate(float64(p.height)), template.HTMLEscapeString(p.Label), style.String(), c.String())
	return err
}

// PNG writes the picture as pixels, two for each unit of length.
func (p *Picture) PNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(pictureWidth, p.height), vgimg.UseDPI(144), vgimg.UseBackgroundColor(color.White))
	if err := p.draw(c); err != nil {
		return err
	}
	_, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(w)
	return err
}

// newPicture begins a plot in the look of the page.
func newPicture(name, title, label string, height vg.Length) *Picture {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.Padding = title, vg.Points(8)
	p.Title.TextStyle.Color, p.Title.TextStyle.Font.Size, p.Title.TextStyle.Font.Variant = ink("p-ink"), 13, "Sans"
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Color, a.Label.TextStyle.Font.Size, a.Label.TextStyle.Font.Variant = ink("p-soft"), 12, "Sans"
		a.Tick.Label.Color, a.Tick.Label.Font.Size, a.Tick.Label.Font.Variant = ink("p-soft"), 11, "Sans"
		a.Label.Padding, a.Padding = vg.Points(5), 0
		a.LineStyle.Color, a.LineStyle.Width = ink("p-line"), 1
		a.Tick.LineStyle.Color, a.Tick.LineStyle.Width, a.Tick.Length = ink("p-line"), 1, 4
	}
	return &Picture{Name: name, Title: title, Label: label, height: height + 2*margin, plot: p}
}

// names puts names on the axis, the first on top.
func names(a *plot.Axis, list []string) {
	var ticks plot.ConstantTicks
	for i, n := range list {
		ticks = append(ticks, plot.Tick{Value: float64(len(list) - 1 - i), Label: safe.Cut(safe.Text(n), 28)})
	}
	a.Tick.Marker = ticks
	a.Tick.Length = 0
	a.LineStyle.Width = 0
	a.Min, a.Max = -0.6, float64(len(list))-0.4
}
