package picture

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

const (
	reach    = 10   // pixels around the place of a mark in which it is looked for
	contrast = 12   // of 255: the least difference that counts as ink
	fewMarks = 200  // sets up to this size are judged mark by mark
	probes   = 2000 // marks of a larger set that are looked at
)

// Ink marks as hidden the marks of a captured figure at whose place the saved picture
// shows nothing but the background of their axes: white on white, or behind something
// of its colour. Points, error bars and boxes are looked for at their ends, bars by an edge
// where they end, so that no colour has to be known. In a set of more than 200 marks only
// all are hidden or none, as many lie behind one another. A line is hidden where most of
// its corners are.
//
// Where the picture is not the canvas that was captured, as its size tells, where an
// axis is neither linear nor logarithmic, or where a place is off the picture, nothing
// is said.
//
// Marks behind an opaque picture that lies over them are hidden too, whatever it shows.
func Ink(fig *spec.Figure, data []byte) {
	behind(fig)
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || math.Abs(float64(config.Width)-fig.Size[0]) > 1 || math.Abs(float64(config.Height)-fig.Size[1]) > 1 {
		return
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return
	}
	for i := range fig.Axes {
		a := &fig.Axes[i]
		p := paper{img: img, axes: a}
		if !p.ready() {
			continue
		}
		a.Marks = slices.Clone(a.Marks)
		for k := range a.Marks {
			p.look(&a.Marks[k])
		}
	}
}

// paper is one pair of axes on a picture.
type paper struct {
	img    image.Image
	axes   *spec.AxesView
	ground [4]uint32 // colour of the background
}

// ready finds the background: what is most common just inside the frame.
func (p *paper) ready() bool {
	b := p.axes.Box
	if !(b[2] > 4*reach && b[3] > 4*reach) {
		return false
	}
	counts := map[[4]uint32]int{}
	const inside, steps = 0.015, 400
	for k := range steps {
		f := float64(k) / (steps - 1)
		for _, at := range [][2]float64{{f, inside}, {f, 1 - inside}, {inside, f}, {1 - inside, f}} {
			if c, ok := p.colour(int(b[0]+at[0]*b[2]), p.row(b[1]+at[1]*b[3])); ok {
				counts[c]++
			}
		}
	}
	most := 0
	for c, n := range counts {
		if n > most || n == most && slices.Compare(c[:], p.ground[:]) < 0 {
			p.ground, most = c, n
		}
	}
	return most > 0
}

func (p *paper) row(y float64) int { return p.img.Bounds().Dy() - 1 - int(y) }

func (p *paper) colour(x, y int) (c [4]uint32, ok bool) {
	if !(image.Point{X: x, Y: y}).In(p.img.Bounds()) {
		return c, false
	}
	r, g, b, a := p.img.At(x, y).RGBA()
	return [4]uint32{r >> 8, g >> 8, b >> 8, a >> 8}, true
}

// look notes which marks of a set cannot be seen.
func (p *paper) look(m *spec.MarkSet) {
	n := m.Len()
	if n == 0 || m.Hidden >= n || !slices.Contains([]string{spec.MarkPoint, spec.MarkBar, spec.MarkErrorbar, spec.MarkBox, spec.MarkLine}, m.Mark) {
		return
	}
	var unseen []int
	switch {
	case m.Mark == spec.MarkLine && !p.elsewhere(*m):
		return
	case n > fewMarks && m.Mark != spec.MarkLine:
		for k := range probes {
			if !p.bare(*m, k*n/probes) {
				return
			}
		}
	case m.Mark != spec.MarkLine:
		for i := range n {
			if p.bare(*m, i) {
				unseen = append(unseen, i)
			}
		}
		if len(unseen) == 0 {
			return
		}
	}
	why := make([]spec.Unseen, n)
	for i := range why {
		why[i] = axis.Why(m, p.axes, i)
		if !why[i].Hides() && (unseen == nil || slices.Contains(unseen, i)) {
			why[i] = spec.UnseenBlank
		}
	}
	m.Unseen, m.Hidden, m.Covered = why, 0, 0
	for _, u := range why {
		if u.Hides() {
			m.Hidden++
		} else if u != "" {
			m.Covered++
		}
	}
}

// elsewhere reports whether nothing can be seen at more than half of the corners of a line
// that lie on the axes.
func (p *paper) elsewhere(m spec.MarkSet) bool {
	on, blank := 0, 0
	n := m.Len()
	for k := range min(n, probes) {
		i := k * n / min(n, probes)
		if i >= len(m.X) || i >= len(m.Y) {
			return false
		}
		x, y, ok := p.place(m.X[i], m.Y[i])
		if !ok {
			continue
		}
		if on++; p.blankAt(x, y, p.ground) {
			blank++
		}
	}
	return blank > on/2
}

// place is the pixel of a point of the axes; not ok where it lies outside or unknown.
func (p *paper) place(x, y float64) (int, int, bool) {
	px, okX := onAxis(p.axes.X, x)
	py, okY := onAxis(p.axes.Y, y)
	b := p.axes.Box
	return int(b[0] + px*b[2]), p.row(b[1] + py*b[3]), okX && okY
}

// bare reports whether nothing can be seen at any of the places that show mark i.
func (p *paper) bare(m spec.MarkSet, i int) bool {
	at := func(f []float64) float64 {
		if i < len(f) {
			return f[i]
		}
		return math.NaN()
	}
	across, along := at(m.X), []float64{at(m.Y)}
	if m.Orient == "h" {
		across, along[0] = at(m.Y), at(m.X)
	}
	switch m.Mark {
	case spec.MarkErrorbar, spec.MarkBox:
		along = []float64{at(m.Lo), at(m.Hi)}
	}
	looked := false
	for _, v := range along {
		x, y := across, v
		if m.Orient == "h" {
			x, y = v, across
		}
		col, row, ok := p.place(x, y)
		if !ok {
			return false
		}
		ground := p.ground
		if m.Mark == spec.MarkBar { // inside a bar there is ink, too: it ends where the colour changes
			ground, _ = p.colour(col, row)
		}
		if !p.blankAt(col, row, ground) {
			return false
		}
		looked = true
	}
	return looked
}

// onAxis is the place of a number between the ends of an axis: 0 to 1.
func onAxis(a spec.AxisView, v float64) (float64, bool) {
	lo, hi := a.Limits[0], a.Limits[1]
	switch a.Scale {
	case "linear":
	case "log":
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	default:
		return 0, false
	}
	f := (v - lo) / (hi - lo)
	return f, f >= 0 && f <= 1
}

// blankAt reports whether all around a pixel is of one colour.
func (p *paper) blankAt(x, y int, ground [4]uint32) bool {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			c, ok := p.colour(x+dx, y+dy)
			if !ok {
				return false
			}
			for k := range c {
				if max(c[k], ground[k])-min(c[k], ground[k]) > contrast {
					return false
				}
			}
		}
	}
	return true
}
