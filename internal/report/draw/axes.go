package draw

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// setAxis gives a plot's axis the range, scale and ticks of the captured one.
func setAxis(p *plot.Axis, a *spec.AxisView, data [2]float64, room int) {
	lo, hi := math.Min(a.Limits[0], a.Limits[1]), math.Max(a.Limits[0], a.Limits[1])
	if lo == hi {
		lo, hi = data[0], data[1]
	}
	lo, hi = math.Min(lo, data[0]), math.Max(hi, data[1])
	if least := 1e-9 * math.Max(1e-9, math.Max(math.Abs(lo), math.Abs(hi))); hi-lo < least {
		lo, hi = lo-least, hi+least
	}
	p.Min, p.Max = lo, hi
	p.Tick.Marker = plot.ConstantTicks(ticks(lo, hi, min(room, 8)))
	switch {
	case a.Kind == "category" && len(a.Categories) > 0:
		p.Tick.Marker = categories(a.Categories, room)
	case a.Kind == "time" && len(a.Ticks) > 0, slices.ContainsFunc(a.Ticks, worded):
		p.Tick.Marker = captured(a.Ticks, lo, hi, room)
	case a.Scale == "log" && lo > 0:
		p.Scale, p.Tick.Marker = plot.LogScale{}, plot.ConstantTicks(logTicks(lo, hi))
	}
	if a.Inverted {
		p.Scale = plot.InvertedScale{Normalizer: p.Scale}
	}
	p.Label.Text = safe.Cut(a.Label, 60)
	style := func(s *text.Style, class ink, size font.Length) {
		s.Color, s.Font.Size, s.Font.Variant = class, size, "Sans"
	}
	style(&p.Label.TextStyle, "p-soft", 12)
	style(&p.Tick.Label, "p-soft", 11)
	p.Label.Padding = vg.Points(5)
	p.Padding = 0
	p.LineStyle.Color, p.LineStyle.Width = ink("p-line"), 1
	p.Tick.LineStyle.Color, p.Tick.LineStyle.Width, p.Tick.Length = ink("p-line"), 1, 4
}

// ticks are at most room multiples of 1, 2 or 5 times a power of ten. (Those of gonum
// do not end for some ranges, and a candidate chooses the range.)
func ticks(lo, hi float64, room int) []plot.Tick {
	least := (hi - lo) / float64(max(room, 2))
	step := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 5, 10} {
		if f*step >= least {
			step *= f
			break
		}
	}
	var out []plot.Tick
	for k, first := 0.0, math.Ceil(lo/step); k <= float64(room); k++ {
		if t := (first + k) * step; t <= hi {
			out = append(out, plot.Tick{Value: t, Label: quantity(t)})
		}
	}
	return out
}

// logTicks label 1, 2 and 5 of each decade where there are few, else the decades.
func logTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	few := math.Log10(hi/lo) < 2.5
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	for e := first; e <= last; e++ {
		for d := 1.0; d < 10; d++ {
			t := plot.Tick{Value: d * math.Pow(10, e)}
			if t.Value < lo || t.Value > hi {
				continue
			}
			if d == 1 || few && (d == 2 || d == 5) {
				t.Label = quantity(t.Value)
			}
			out = append(out, t)
		}
	}
	return out
}

func categories(names []string, room int) plot.ConstantTicks {
	step := (len(names) + room - 1) / room
	long := max(6, 80/max(1, min(len(names), room)))
	var ticks plot.ConstantTicks
	for i, n := range names {
		t := plot.Tick{Value: float64(i)}
		if i%step == 0 {
			t.Label = safe.Cut(n, long)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// worded reports a tick whose label is no number, such as the name of a box.
func worded(t spec.Tick) bool {
	return strings.IndexFunc(t.Label, unicode.IsLetter) >= 0
}

func captured(list []spec.Tick, lo, hi float64, room int) plot.ConstantTicks {
	step := (len(list) + room - 1) / room
	var ticks plot.ConstantTicks
	for i, t := range list {
		if t.At >= lo && t.At <= hi && i%step == 0 {
			ticks = append(ticks, plot.Tick{Value: t.At, Label: safe.Cut(t.Label, 12)})
		}
	}
	return ticks
}

func quantity(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }
