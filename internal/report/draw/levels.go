package draw

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Levels are what the pictures show of one model, or of all. Attempts that are undecided
// are in Open and in none of the counts.
type Levels struct {
	Name     string
	Scores   [21][5]int // attempts by half points and level
	Open     int
	Mean     Span // of the score
	AnyRun   Span // shares of tasks with RC4
	AllRuns  Span
	Declared int // tasks
}

// Span is a number, from Least to Greatest where it is undecided and NaN where there is
// none, with an interval about it.
type Span struct{ Least, Greatest, Low, High float64 }

func (s Span) known() bool { return !math.IsNaN(s.Least) }

// mark draws the span along x at the height y: its number as a disc, or as one that is
// drawn out from the least to the greatest, and its interval at the height of line.
func (s Span) mark(c draw.Canvas, x func(float64) vg.Length, y, line, radius vg.Length, open bool) {
	if s.Low < s.High {
		c.StrokeLine2(draw.LineStyle{Color: ink("p-oracle"), Width: 1.4}, x(s.Low), line, x(s.High), line)
	}
	if !s.known() {
		return
	}
	pill := func(class string, r vg.Length) {
		from, to := vg.Point{X: x(s.Least), Y: y}, vg.Point{X: x(s.Greatest), Y: y}
		disc(c, class, from, r)
		disc(c, class, to, r)
		box(c, class, from.X, y-r, to.X, y+r)
	}
	if pill("p-oracle", radius); open {
		pill("p-hole", radius-2)
	}
}

// percent is the span as text.
func (s Span) percent() string {
	if s.Least == s.Greatest {
		return percent(s.Least)
	}
	return fmt.Sprintf("%.0f…%.0f %%", 100*s.Least, 100*s.Greatest)
}

// counts are the attempts of each level, and all that are decided.
func (l *Levels) counts() (of [5]int, all int) {
	for _, row := range l.Scores {
		for rc, n := range row {
			of[rc] += n
			all += n
		}
	}
	return of, all
}

const (
	rowHeight = 30
	frame     = 92 // title, axis and its label
)

// plotter is a plot.Plotter by a function in the plot's own coordinates.
type plotter func(c draw.Canvas, x, y func(float64) vg.Length)

// Plot implements plot.Plotter.
func (f plotter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	f(c, x, y)
}

func write(c draw.Canvas, class ink, size vg.Length, at vg.Point, across, up float64, s string) {
	style := text.Style{Color: class, Font: plot.DefaultFont, XAlign: text.XAlignment(across), YAlign: text.YAlignment(up), Handler: plot.DefaultTextHandler}
	style.Font.Size, style.Font.Variant = size, "Sans"
	at.Y += size / 8 // letters have more above their middle than below
	c.FillText(style, at, s)
}

const (
	toRight = float64(draw.XLeft) // text stands right of its point
	centred = float64(draw.XCenter)
	toLeft  = float64(draw.XRight)
	middle  = float64(draw.YCenter)
)

func box(c draw.Canvas, class string, x0, y0, x1, y1 vg.Length) {
	c.FillPolygon(ink(class), []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
}

func disc(c draw.Canvas, class string, p vg.Point, r vg.Length) {
	var path vg.Path
	path.Move(vg.Point{X: p.X + r, Y: p.Y})
	path.Arc(p, r, 0, 2*math.Pi)
	path.Close()
	c.SetColor(ink(class))
	c.Fill(path)
}

// key writes what the colours of levels mean, above the plot.
func key(c draw.Canvas, open bool) {
	x, y := c.Min.X, c.Max.Y+7
	entry := func(class, word string) {
		box(c, class, x, y-5, x+10, y+5)
		write(c, "p-soft", 11, vg.Point{X: x + 16, Y: y}, toRight, middle, word)
		x += 58
	}
	for rc := range 5 {
		entry("p-rc"+strconv.Itoa(rc), "RC"+strconv.Itoa(rc))
	}
	if open {
		entry("p-open", "undecided")
	}
}

// levelNames are the names of the rows.
func levelNames(rows []Levels) (list []string) {
	for _, r := range rows {
		list = append(list, r.Name)
	}
	return list
}

func verticals(p *Picture, at []float64, label func(float64) string) {
	var ticks plot.ConstantTicks
	for _, v := range at {
		ticks = append(ticks, plot.Tick{Value: v, Label: label(v)})
	}
	p.plot.X.Tick.Marker = ticks
	p.plot.Add(plotter(func(c draw.Canvas, x, _ func(float64) vg.Length) {
		for _, v := range at {
			c.StrokeLine2(draw.LineStyle{Color: ink("p-grid"), Width: 1}, x(v), c.Min.Y, x(v), c.Max.Y)
		}
	}))
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Distribution draws, in a row for each, how many attempts have which score, as a part of
// the row's most frequent one, and the mean with its interval.
func Distribution(rows []Levels) *Picture {
	p := newPicture("score-distribution", "Scores, with means and their intervals", "Distribution of scores of each model with the mean", frame+vg.Length(len(rows))*(rowHeight+14))
	names(&p.plot.Y, levelNames(rows))
	p.plot.X.Min, p.plot.X.Max, p.plot.X.Label.Text = -0.3, 10.3, "score"
	verticals(p, []float64{0, 2, 4, 6, 8, 10}, func(v float64) string { return strconv.Itoa(int(v)) })
	p.plot.Add(plotter(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, r := range rows {
			base, most := float64(len(rows)-1-i)-0.32, 1
			var sums [21]int
			for h, row := range r.Scores {
				for _, n := range row {
					sums[h] += n
				}
				most = max(most, sums[h])
			}
			for h, n := range sums {
				if n > 0 {
					at := float64(h) / 2
					box(c, "p-rc1", x(at-0.2), y(base), x(at+0.2), y(base+0.68*float64(n)/float64(most)))
				}
			}
			c.StrokeLine2(draw.LineStyle{Color: ink("p-line"), Width: 1}, x(-0.3), y(base), x(10.3), y(base))
			at := y(base - 0.14)
			r.Mean.mark(c, x, at, at, 3.5, false)
		}
	}))
	return p
}

// Stacks draws the closure levels of each as parts of its attempts.
func Stacks(rows []Levels) *Picture {
	p := newPicture("closure-levels", "Closure levels of attempts", "Shares of closure levels RC0 to RC4 of each model, as stacked bars", frame+16+vg.Length(len(rows))*rowHeight)
	p.plot.Title.Padding += 16
	names(&p.plot.Y, levelNames(rows))
	p.plot.X.Min, p.plot.X.Max, p.plot.X.Label.Text = -0.01, 1.01, "of the attempts"
	verticals(p, []float64{0, 0.25, 0.5, 0.75, 1}, percent)
	p.plot.Add(plotter(func(c draw.Canvas, x, y func(float64) vg.Length) {
		anyOpen := false
		for i, r := range rows {
			at, done := float64(len(rows)-1-i), 0
			of, all := r.counts()
			all += r.Open
			part := func(class, on string, n int) {
				if n == 0 {
					return
				}
				from, to := x(float64(done)/float64(all)), x(float64(done+n)/float64(all))
				box(c, class, from, y(at-0.34), max(to-1, from+0.5), y(at+0.34))
				if s := percent(float64(n) / float64(all)); to-from > 30 {
					write(c, ink(on), 11, vg.Point{X: (from + to) / 2, Y: y(at)}, centred, middle, s)
				}
				done += n
			}
			for rc, n := range of {
				part("p-rc"+strconv.Itoa(rc), "p-on"+strconv.Itoa(rc), n)
			}
			part("p-open", "p-on0", r.Open)
			anyOpen = anyOpen || r.Open > 0
		}
		key(c, anyOpen)
	}))
	return p
}

// ScoreAgainstLevel draws how many attempts have which score at which level: the area of a
// disc is their number. A line stands at the score from which attempts count as high.
func ScoreAgainstLevel(all Levels, high float64) *Picture {
	p := newPicture("score-against-closure", "Score against closure", "Number of attempts at each score and closure level", frame+5*52)
	names(&p.plot.Y, []string{"RC4", "RC3", "RC2", "RC1", "RC0"})
	p.plot.X.Min, p.plot.X.Max, p.plot.X.Label.Text = -0.5, 11.4, "score"
	verticals(p, []float64{0, 2, 4, 6, 8, 10}, func(v float64) string { return strconv.Itoa(int(v)) })
	p.plot.Add(plotter(func(c draw.Canvas, x, y func(float64) vg.Length) {
		c.StrokeLine2(draw.LineStyle{Color: ink("p-line"), Width: 1, Dashes: []vg.Length{4, 4}}, x(high-0.25), c.Min.Y, x(high-0.25), c.Max.Y)
		most := 1
		for _, row := range all.Scores {
			for _, n := range row {
				most = max(most, n)
			}
		}
		of, _ := all.counts()
		for rc := range 5 {
			at := y(float64(rc))
			for h, row := range all.Scores {
				if n := row[rc]; n > 0 {
					disc(c, "p-rc"+strconv.Itoa(rc), vg.Point{X: x(float64(h) / 2), Y: at}, max(11*vg.Length(math.Sqrt(float64(n)/float64(most))), 1.5))
				}
			}
			write(c, "p-soft", 11, vg.Point{X: c.Max.X, Y: at}, toLeft, middle, fmt.Sprintf("n = %d", of[rc]))
		}
	}))
	return p
}

// AnyAll draws the share of declared tasks with RC4 in at least one run, an open ring, and
// in every declared run, a disc, with their intervals.
func AnyAll(rows []Levels, runs int) *Picture {
	p := newPicture("any-run-against-all-runs", fmt.Sprintf("RC4 in every one of %d runs (disc) and in at least one (ring)", runs), "Share of tasks with RC4 in every run against in any run, of each model", frame+vg.Length(len(rows))*(rowHeight+8))
	names(&p.plot.Y, levelNames(rows))
	p.plot.X.Min, p.plot.X.Max, p.plot.X.Label.Text = -0.1, 1.12, "of the declared tasks"
	verticals(p, []float64{0, 0.25, 0.5, 0.75, 1}, percent)
	p.plot.Add(plotter(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, r := range rows {
			at := y(float64(len(rows) - 1 - i))
			one, all := r.AnyRun, r.AllRuns
			if one.known() && all.known() {
				c.StrokeLine2(draw.LineStyle{Color: ink("p-rc2"), Width: 3}, x(all.Greatest), at, x(one.Least), at)
			}
			one.mark(c, x, at, at+9, 5.5, true)
			all.mark(c, x, at, at-9, 5.5, false)
			if one.known() {
				write(c, "p-soft", 11, vg.Point{X: x(one.Greatest) + 10, Y: at}, toRight, middle, one.percent())
			}
			if all.known() {
				write(c, "p-soft", 11, vg.Point{X: x(all.Least) - 10, Y: at}, toLeft, middle, all.percent())
			}
		}
	}))
	return p
}
