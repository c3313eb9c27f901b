package visual_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

func points(x, y []float64) trace.Mark {
	return mark(spec.MarkPoint, "PathCollection", channels{"x": ch(x...), "y": ch(y...)})
}

func path(x, y []float64) trace.Mark {
	return mark(spec.MarkLine, "Line2D", channels{"x": ch(x...), "y": ch(y...)})
}

func num(name string, v []float64) spec.Column {
	return spec.Column{Name: name, Kind: spec.ColumnNumber, Num: v}
}

func text(name string, v []string) spec.Column {
	return spec.Column{Name: name, Kind: spec.ColumnText, Text: v}
}

func rows(t *testing.T, slot spec.VisualSlot, cols ...spec.Column) visual.Expected {
	t.Helper()
	e, err := visual.FromFrame(slot, &spec.Frame{Columns: cols})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// sample is a small data set of two numbers and a group.
func sample(n int) (x, y []float64, g []string) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		x = append(x, math.Round(300+200*rng.Float64()))
		y = append(y, math.Round(10*(100+0.5*x[i]+20*rng.NormFloat64()))/10)
		g = append(g, species[i%3])
	}
	return x, y, g
}

func of(g []string, want string, v []float64) []float64 {
	var out []float64
	for i := range g {
		if g[i] == want {
			out = append(out, v[i])
		}
	}
	return out
}

func scatterSlot(group bool) spec.VisualSlot {
	s := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x", Unit: "mm"}, Y: &spec.Channel{Field: "y", Unit: "g"}, Hard: []string{"groups_present", "no_hidden_marks"}}
	if group {
		s.Group = &spec.Channel{Field: "g", Values: map[string][]string{"Gentoo": {"Gen."}}}
	}
	return s
}

func xyAxes(marks ...trace.Mark) trace.Axes {
	return trace.Axes{X: axis("Length (mm)", 250, 550), Y: axis("Mass (g)", 100, 500), Marks: marks}
}

func TestScatterByGroup(t *testing.T) {
	x, y, g := sample(60)
	colour := map[string][]float64{"Adelie": {1, 0, 0, 1}, "Chinstrap": {0, 1, 0, 1}, "Gentoo": {0, 0, 1, 1}}
	legend := &trace.Legend{Entries: []trace.LegendEntry{{Label: "Adelie", RGBA: colour["Adelie"]}, {Label: "Chinstrap", RGBA: colour["Chinstrap"]}, {Label: "Gen.", RGBA: colour["Gentoo"]}}}
	perGroup := func(style func(*trace.Mark, string)) []trace.Mark {
		var out []trace.Mark
		for _, s := range species {
			m := points(of(g, s, x), of(g, s, y))
			style(&m, s)
			out = append(out, m)
		}
		return out
	}
	byLabel := xyAxes(perGroup(func(m *trace.Mark, s string) {
		if m.Label = s; s == "Gentoo" {
			m.Label = "Gen."
		}
	})...)
	byLabel.Legend = legend
	byColour := xyAxes(points(x, y))
	for _, s := range g {
		byColour.Marks[0].RGBAs = append(byColour.Marks[0].RGBAs, append(slices.Clone(colour[s][:3]), 0.8))
	}
	byColour.Legend = legend
	byLine := xyAxes(perGroup(func(m *trace.Mark, s string) {
		m.Mark, m.Artist, m.Marker, m.LineStyle, m.RGBA = spec.MarkLine, "Line2D", "o", "None", colour[s]
	})...)
	byLine.Legend = legend
	var facets []trace.Axes
	for _, s := range species {
		a := xyAxes(points(of(g, s, x), of(g, s, y)))
		a.Title = "species = " + s
		facets = append(facets, a)
	}
	for name, axes := range map[string][]trace.Axes{"labels": {byLabel}, "colours": {byColour}, "markers of lines": {byLine}, "facets": facets} {
		t.Run(name, func(t *testing.T) {
			slot := scatterSlot(true)
			perfect(t, judge(slot, figure(axes...), rows(t, slot, num("x", x), num("y", y), text("g", g))))
			plain := scatterSlot(false)
			perfect(t, judge(plain, figure(axes...), rows(t, plain, num("x", x), num("y", y))))
		})
	}
	t.Run("groups exchanged", func(t *testing.T) {
		slot := scatterSlot(true)
		swapped := slices.Clone(g)
		for i, s := range g {
			swapped[i] = map[string]string{"Adelie": "Gentoo", "Gentoo": "Adelie", "Chinstrap": "Chinstrap"}[s]
		}
		v := judge(slot, figure(byLabel), rows(t, slot, num("x", x), num("y", y), text("g", swapped)))
		if v.Score != 0 || !slices.Contains(codes(v), "visual.values") {
			t.Errorf("score %v, failed %v", v.Score, codes(v))
		}
	})
	t.Run("legend removed", func(t *testing.T) {
		a := byLabel
		a.Legend = nil
		slot := scatterSlot(true)
		v := judge(slot, figure(a), rows(t, slot, num("x", x), num("y", y), text("g", g)))
		if got := codes(v); !slices.Equal(got, []string{"groups_present!"}) {
			t.Errorf("failed %v\n%s", got, notes(v))
		}
	})
	t.Run("axes exchanged", func(t *testing.T) {
		a := xyAxes(points(y, x))
		a.X, a.Y = axis("Length (mm)", 0, 600), axis("Mass (g)", 0, 600)
		slot := scatterSlot(false)
		v := judge(slot, figure(a), rows(t, slot, num("x", x), num("y", y)))
		if v.Score != 0 {
			t.Errorf("score %v", v.Score)
		}
		if n := notes(v); !contains(n, "the two axes are exchanged") {
			t.Errorf("notes %q", n)
		}
	})
}

func contains(s, sub string) bool {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i:i+len(sub)] == sub {
			return true
		}
	}
	return false
}

func fitSlot() spec.VisualSlot {
	return spec.VisualSlot{ID: "fit", Marks: []string{"line"}, X: &spec.Channel{Field: "x", Unit: "mm"}, Y: &spec.Channel{Field: "y", Unit: "g"}, Hard: []string{"no_hidden_marks"}}
}

func ols(term string) spec.ResultSlot {
	return spec.ResultSlot{ID: term, Methods: []spec.Method{{Family: "ols", Oracle: spec.OracleCall{Estimator: "ols", Args: map[string]spec.Value{"term": spec.TextValue(term)}}}}}
}

func TestFittedLine(t *testing.T) {
	x, y, _ := sample(40)
	const a, b = 98.5, 0.4875
	in := []visual.ResultInput{{Slot: ols("x"), Value: spec.NumberValue(b)}, {Slot: ols("intercept"), Value: spec.NumberValue(a)}}
	lineAt := func(a, b float64, xs ...float64) trace.Mark {
		ys := make([]float64, len(xs))
		for i := range xs {
			ys[i] = a + b*xs[i]
		}
		return path(xs, ys)
	}
	grid := make([]float64, 100)
	for i := range grid {
		grid[i] = 300 + 2*float64(i)
	}
	at := lineAt(a, b, x...)
	at.Label = "OLS fit"
	kg := lineAt(a/1000, b/1000, 300, 500)
	for name, marks := range map[string][]trace.Mark{
		"two points":              {points(x, y), lineAt(a, b, 300, 500)},
		"many points":             {points(x, y), lineAt(a, b, grid...)},
		"at the data":             {points(x, y), at},
		"beside a line of data":   {path(x, y), lineAt(a, b, x...)},
		"ends outside the limits": {points(x, y), lineAt(a, b, 0, 800)},
	} {
		t.Run(name, func(t *testing.T) {
			slot := fitSlot()
			perfect(t, judge(slot, figure(xyAxes(marks...)), expected(t, slot, in...)))
		})
	}
	t.Run("other unit", func(t *testing.T) {
		ax := xyAxes(kg)
		ax.Y = axis("Mass (kg)", 0, 1)
		slot := fitSlot()
		perfect(t, judge(slot, figure(ax), expected(t, slot, in...)))
	})
	t.Run("slope alone", func(t *testing.T) {
		slot := fitSlot()
		perfect(t, judge(slot, figure(xyAxes(lineAt(120, b, 300, 500))), expected(t, slot, in[0])))
		v := judge(slot, figure(xyAxes(lineAt(120, 2*b, 300, 500))), expected(t, slot, in[0]))
		if v.Score != 0 || !contains(notes(v), "slope of 0.975, expected 0.4875") {
			t.Errorf("score %v %s", v.Score, notes(v))
		}
	})
	for name, m := range map[string]trace.Mark{"another line": lineAt(a, b*1.01, 300, 500), "another level": lineAt(a+1, b, 300, 500), "curved": path([]float64{300, 400, 500}, []float64{a + 300*b, a + 430*b, a + 500*b}), "a point": lineAt(a, b, 300)} {
		t.Run(name, func(t *testing.T) {
			slot := fitSlot()
			v := judge(slot, figure(xyAxes(points(x, y), m)), expected(t, slot, in...))
			if v.Score != 0 || !slices.Contains(codes(v), "visual.values") {
				t.Errorf("score %v, failed %v", v.Score, codes(v))
			}
		})
	}
	t.Run("trend per decade over years", func(t *testing.T) {
		slot := spec.VisualSlot{ID: "trend", Marks: []string{"line"}, X: &spec.Channel{Field: "year", Unit: "year"}, Y: &spec.Channel{Field: "co2", Unit: "ppm"}}
		trend := spec.ResultSlot{ID: "trend", Unit: "ppm/decade", Methods: []spec.Method{{Oracle: spec.OracleCall{Estimator: "linear_trend", Args: map[string]spec.Value{"scale": spec.NumberValue(10)}}}}}
		want := expected(t, slot, visual.ResultInput{Slot: trend, Value: spec.NumberValue(13.1), Unit: "ppm/decade"})
		ax := trace.Axes{X: axis("Year", 1955, 2005), Y: axis("CO$_2$ (ppm)", 300, 380), Marks: []trace.Mark{lineAt(-2255, 1.31, 1960, 2000)}}
		perfect(t, judge(slot, figure(ax), want))
	})
}

func days(y, m int) float64 {
	return time.Date(y, time.Month(m), 1, 0, 0, 0, 0, time.UTC).Sub(time.Unix(0, 0)).Hours() / 24
}

func TestTimeSeries(t *testing.T) {
	var when, co2, decimal, ordinal []float64
	for i := range 120 {
		y, m := 1960+i/12, 1+i%12
		when = append(when, days(y, m))
		co2 = append(co2, 315+0.1*float64(i)+3*math.Sin(float64(i)*math.Pi/6))
		decimal = append(decimal, float64(y)+(float64(m)-0.5)/12)
		ordinal = append(ordinal, float64((y-1970)*12+m-1))
	}
	slot := spec.VisualSlot{ID: "series", Marks: []string{"line"}, X: &spec.Channel{Field: "date", Scale: "time"}, Y: &spec.Channel{Field: "co2", Unit: "ppm"}, Hard: []string{"no_hidden_marks"}}
	date := spec.Column{Name: "date", Kind: spec.ColumnTime, Num: when}
	dates := axis("Date", -4000, 0)
	dates.Kind = "time"
	months := axis("", -130, 10)
	months.Kind = "time"
	frame := []spec.Column{date, num("co2", co2)}
	for name, a := range map[string]trace.Axes{
		"dates":         {X: dates, Y: axis("CO2 (ppm)", 300, 340), Marks: []trace.Mark{path(when, co2)}},
		"calendar year": {X: axis("Year", 1959, 1971), Y: axis("CO2 (ppm)", 300, 340), Marks: []trace.Mark{path(decimal, co2)}},
		"month numbers": {X: months, Y: axis("CO2 (ppm)", 300, 340), Marks: []trace.Mark{path(ordinal, co2)}},
	} {
		t.Run(name, func(t *testing.T) { perfect(t, judge(slot, figure(a), rows(t, slot, frame...))) })
	}
	t.Run("part of it", func(t *testing.T) {
		a := trace.Axes{X: dates, Y: axis("CO2 (ppm)", 300, 340), Marks: []trace.Mark{path(when[:100], co2[:100])}}
		v := judge(slot, figure(a), rows(t, slot, frame...))
		if v.Score != 0 || !contains(notes(v), "20 of 120 points are not drawn") {
			t.Errorf("score %v: %s", v.Score, notes(v))
		}
	})
	t.Run("missing months may be gaps or left out", func(t *testing.T) {
		gap := slices.Clone(co2)
		gap[5] = math.NaN()
		withGap := spec.Column{Name: "co2", Kind: spec.ColumnNumber, Num: gap, Missing: make([]bool, 120)}
		withGap.Missing[5] = true
		a := trace.Axes{X: dates, Y: axis("CO2 (ppm)", 300, 340), Marks: []trace.Mark{path(when, gap)}}
		perfect(t, judge(slot, figure(a), rows(t, slot, date, withGap)))
		a.Marks = []trace.Mark{path(append(slices.Clone(when[:5]), when[6:]...), append(slices.Clone(co2[:5]), co2[6:]...))}
		perfect(t, judge(slot, figure(a), rows(t, slot, date, withGap)))
	})
}

func TestMonthlyMeans(t *testing.T) {
	var value []float64
	var index []spec.Value
	var names []string
	for i := range 12 {
		value = append(value, 330+3*math.Cos(float64(i)))
		index = append(index, spec.NumberValue(float64(i+1)))
		names = append(names, time.Month(i + 1).String()[:3])
	}
	slot := spec.VisualSlot{ID: "m", Marks: []string{"line", "bar"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value", Unit: "ppm"}}
	in := visual.ResultInput{Value: spec.ArrayValue(value), Index: index, Unit: "ppm"}
	y := axis("Mean CO2 (ppm)", 0, 340)
	one := make([]float64, 12)
	for i := range one {
		one[i] = float64(i + 1)
	}
	digits := axis("Month", 0, 12)
	for i := range 12 {
		digits.Ticks = append(digits.Ticks, trace.Tick{At: spec.Float(float64(i)), Label: fmt.Sprint(i + 1)})
	}
	for name, a := range map[string]trace.Axes{
		"numbers":           {X: axis("Month", 0, 13), Y: y, Marks: []trace.Mark{path(one, value)}},
		"names":             {X: categories("", names...), Y: y, Marks: []trace.Mark{path(upTo(12), value)}},
		"digits at 0 to 11": {X: digits, Y: y, Marks: []trace.Mark{path(upTo(12), value)}},
		"bars":              {X: axis("Month", 0, 13), Y: y, Marks: []trace.Mark{bars(one, value)}},
	} {
		t.Run(name, func(t *testing.T) { perfect(t, judge(slot, figure(a), expected(t, slot, in))) })
	}
	shifted := trace.Axes{X: axis("Month", -1, 13), Y: y, Marks: []trace.Mark{path(upTo(12), value)}}
	if v := judge(slot, figure(shifted), expected(t, slot, in)); v.Score != 0 {
		t.Errorf("months counted from 0 pass: %v", v.Score)
	}
}

func TestGroupedBars(t *testing.T) {
	labels := []string{"Adelie / female", "Adelie / male", "Gentoo / female", "Gentoo / male"}
	value := []float64{3368.8, 4043.5, 4679.7, 5484.8}
	slot := spec.VisualSlot{ID: "g", Marks: []string{"bar"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value", Unit: "g"}, Hard: []string{"groups_present", "baseline_zero"}}
	in := visual.ResultInput{Value: spec.ArrayValue(value), Index: texts(labels...), Unit: "g"}
	y := axis("Body mass (g)", 0, 6000)
	hue := trace.Axes{X: categories("", "Adelie", "Gentoo"), Y: y}
	for i, s := range []string{"female", "male"} {
		b := bars([]float64{-0.2 + 0.4*float64(i), 0.8 + 0.4*float64(i)}, []float64{value[i], value[2+i]})
		b.Label = s
		hue.Marks = append(hue.Marks, b)
	}
	hue.Legend = &trace.Legend{Entries: []trace.LegendEntry{{Label: "female"}, {Label: "male"}}}
	flat := trace.Axes{X: categories("", "Adelie\nfemale", "Adelie, male", "female Gentoo", "Gentoo (male)"), Y: y, Marks: []trace.Mark{bars(upTo(4), value)}}
	for name, a := range map[string]trace.Axes{"hue": hue, "one label each": flat} {
		t.Run(name, func(t *testing.T) { perfect(t, judge(slot, figure(a), expected(t, slot, in))) })
	}
	exchanged := hue
	exchanged.Marks = slices.Clone(hue.Marks)
	exchanged.Marks[0].Label, exchanged.Marks[1].Label = "male", "female"
	if v := judge(slot, figure(exchanged), expected(t, slot, in)); v.Score != 0 {
		t.Errorf("exchanged legend passes: %v", v.Score)
	}
}

func TestStripBesideMeans(t *testing.T) {
	x, y, g := sample(60)
	_ = x
	a := trace.Axes{X: categories("", species...), Y: axis("Mass (g)", 0, 500)}
	for i, s := range species {
		v := of(g, s, y)
		jitter := make([]float64, len(v))
		for k := range v {
			jitter[k] = float64(i) + 0.2*math.Sin(float64(k))
		}
		a.Marks = append(a.Marks, points(jitter, v))
	}
	m := []float64{mean(of(g, species[0], y)), mean(of(g, species[1], y)), mean(of(g, species[2], y))}
	a.Marks = append(a.Marks, points(upTo(3), m))
	raw := spec.VisualSlot{ID: "raw", Marks: []string{"point"}, X: &spec.Channel{Field: "g", Scale: "category"}, Y: &spec.Channel{Field: "y", Unit: "g"}}
	perfect(t, judge(raw, figure(a), rows(t, raw, text("g", g), num("y", y))))
	slot := spec.VisualSlot{ID: "means", Marks: []string{"point"}, X: &spec.Channel{Field: "index", Scale: "category"}, Y: &spec.Channel{Field: "value", Unit: "g"}}
	perfect(t, judge(slot, figure(a), expected(t, slot, visual.ResultInput{Value: spec.ArrayValue(m), Index: texts(species...), Unit: "g"})))
}

func mean(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s / float64(len(v))
}
