package visual_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// edge is the verdict on the edge from a reported result to its figure.
func edge(t *testing.T, a trace.Axes, in visual.ResultInput) spec.Verdict {
	t.Helper()
	slot, terms := meanSlot(), spec.NewTerms(nil)
	saved := spec.Judge("figure.png", []spec.Check{{Name: "saved", Decisive: true, State: spec.StateScored, Pass: true}})
	return visual.Shows(slot, visual.MatchSlots([]spec.VisualSlot{slot}, figure(a), terms)["v"], expected(t, slot, in), saved, terms)
}

// What is wrong with a figure is said in words of the field, with its place.
func TestFindingsInPlainWords(t *testing.T) {
	drawn := func(values, half []float64) trace.Axes {
		a := massAxes(bars(upTo(3), values), errbars(upTo(3), values, half))
		a.Y.Limits[1] = spec.Float(60000)
		return a
	}
	moved := massAxes(bars(upTo(3), []float64{means[0] + 1000, means[1] + 1000, means[2] + 1000}), errbars(upTo(3), means, half))
	moved.Marks[0].Channels["base"] = ch(1000, 1000, 1000)
	low := drawn(means, half)
	low.Y.Limits = [2]spec.Number{spec.Float(3600), spec.Float(5400)}
	unequal := errbars(upTo(3), means, half)
	unequal.Channels["lo"], unequal.Channels["hi"] = ch(means[0]-80, means[1]-100, means[2]-95), ch(means[0]+70, means[1]+90, means[2]+85)
	arms := meanResult()
	arms.Uncertainty = []spec.Uncertainty{{Kind: "ci", Lower: ends(means, []float64{70, 90, 85}, -1), Upper: ends(means, []float64{80, 100, 95}, 1)}}
	se := meanResult()
	se.Uncertainty = append(se.Uncertainty, spec.Uncertainty{Kind: "se", Value: spec.ArrayValue([]float64{37.3, 46.6, 45.4})})
	known := func(half ...float64) visual.ResultInput {
		in := meanResult()
		in.Uncertainty = []spec.Uncertainty{se.Uncertainty[len(se.Uncertainty)-1], {Kind: "ci", Level: spec.NumberValue(0.95), Lower: ends(means, half, -1), Upper: ends(means, half, 1)}}
		return in
	}
	student := known(73.70126884244392, 93.01398929757879, 89.87383448329336)
	normal := known(73.10665662334401, 91.33432167956653, 88.98236489811845)
	said := errbars(upTo(3), means, []float64{61, 78, 75})
	said.Extent, said.Level = "ci", 0.9
	named := meanResult()
	named.ID = "r1"
	cut := drawn(means, half)
	cut.Y.Limits = [2]spec.Number{spec.Float(3600), spec.Float(4000)}
	wrongAxis := drawn(means, half)
	wrongAxis.Y.Label, wrongAxis.TwinOf, wrongAxis.ID = "Body mass and flipper (mm)", "ax0", "ax1"
	for _, tt := range []struct {
		name string
		v    spec.Verdict
		says string
	}{
		{"tonnes in place of grams", edge(t, drawn(scaled(means, 1e-3), scaled(half, 1e-3)), named), "bar for Adelie is drawn at 3.7007 (kg?), result r1 says 3700.7 g (and 2 more): all 3 are 1000 times too small: given in kg, it seems"},
		{"ten", judgeMeans(t, drawn(scaled(means, 10), scaled(half, 10))), "all 3 are 10 times too large"},
		{"names exchanged", judgeMeans(t, drawn([]float64{means[2], means[1], means[0]}, half)), "the values of Adelie and Gentoo are exchanged"},
		{"running sums", judgeMeans(t, drawn([]float64{means[0], means[0] + means[1], means[0] + means[1] + means[2]}, half)), "running sums"},
		{"the baseline", judgeMeans(t, moved), "the bars begin at 1000 g, not at 0"},
		{"a cut axis", judgeMeans(t, low), "cuts the bars off above 0: that for Gentoo looks 14.7 times as long as that for Adelie and is 1.37 times as much"},
		{"sd", judgeMeans(t, drawn(means, sds)), "error bars are the sd, the slot wants the 95 % interval"},
		{"half an interval", judgeMeans(t, drawn(means, scaled(half, 0.5))), "they are half as long: half of the half width is drawn to each side"},
		{"the whole width", judgeMeans(t, drawn(means, scaled(half, 2))), "they are twice as long: the whole width is drawn to each side"},
		{"bars of error exchanged", judgeMeans(t, drawn(means, []float64{half[1], half[0], half[2]})), "the error bars of Adelie and Chinstrap are exchanged"},
		{"arms exchanged", judge(meanSlot(), figure(massAxes(bars(upTo(3), means), unequal)), expected(t, meanSlot(), arms)), "its lower and upper arm are exchanged"},
		{"two se", judge(meanSlot(), figure(drawn(means, []float64{2 * 37.3, 2 * 46.6, 2 * 45.4})), expected(t, meanSlot(), se)), "these are 2 times the se"},
		// Half widths by scipy.stats: t.ppf((1 + level) / 2, n - 1) and norm.ppf, n = 151, 68, 123.
		{"Student's interval of 90 %", judge(meanSlot(), figure(drawn(means, []float64{61.73431615698162, 77.72489091740597, 75.24775327309658})), expected(t, meanSlot(), student)), "error bars are a 90 % interval, the slot wants 95 %"},
		{"of 99 %", judge(meanSlot(), figure(drawn(means, []float64{97.31579570678456, 123.54683732955843, 118.79950527839149})), expected(t, meanSlot(), student)), "error bars are a 99 % interval, the slot wants 95 %"},
		{"of 80 %", judge(meanSlot(), figure(drawn(means, []float64{48.0133400778375, 60.31508817218629, 58.49922947350623})), expected(t, meanSlot(), student)), "error bars are an 80 % interval, the slot wants 95 %"},
		{"of 68 %", judge(meanSlot(), figure(drawn(means, []float64{37.21664784417333, 46.68821922355382, 45.33315041719313})), expected(t, meanSlot(), student)), "error bars are a 68 % interval, the slot wants 95 %"},
		{"of one deviation", judge(meanSlot(), figure(drawn(means, []float64{37.42474846811883, 46.95036609886635, 45.5868296991309})), expected(t, meanSlot(), student)), "error bars are a 68.269 % interval, the slot wants 95 %"},
		{"a normal one of 90 %", judge(meanSlot(), figure(drawn(means, []float64{61.35304028528991, 76.6501790159386, 74.67635466359684})), expected(t, meanSlot(), normal)), "error bars are a 90 % interval, the slot wants 95 %"},
		{"a normal one for Student's", judge(meanSlot(), figure(drawn(means, []float64{61.35304028528991, 76.6501790159386, 74.67635466359684})), expected(t, meanSlot(), student)), "these are 1.6449 times the se, a normal interval of 90 %"},
		{"as the call says", judge(meanSlot(), figure(massAxes(bars(upTo(3), means), said)), expected(t, meanSlot(), student)), "error bars are a 90 % interval, the slot wants 95 %"},
		{"a normal interval", judge(meanSlot(), figure(drawn(means, []float64{1.96 * 37.3, 1.96 * 46.6, 1.96 * 45.4})), expected(t, meanSlot(), se)), "these are 1.96 times the se, a normal interval of 95 %"},
		{"an end outside", judgeMeans(t, cut), "the bar for Gentoo lies outside the axis limits"},
		{"the wrong one of two axes", judge(meanSlot(), figure(trace.Axes{ID: "ax0", X: categories("Species", species...), Y: axis("Body mass (g)", 0, 6000)}, wrongAxis), expected(t, meanSlot(), meanResult())), `it is drawn against the wrong one of two axes: "Body mass (g)" is the one in g`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.v.Score == 1 && len(codes(tt.v)) == 0 || !strings.Contains(notes(tt.v), tt.says) {
				t.Errorf("score %v, wanted %q:\n%s", tt.v.Score, tt.says, notes(tt.v))
			}
		})
	}
}

// Points that cannot be seen are counted by reason.
func TestReasonsOfHiddenMarks(t *testing.T) {
	x, y := upTo(50), upTo(50)
	slot := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}, Hard: []string{"no_hidden_marks"}}
	want := rows(t, slot, num("x", x), num("y", y))
	f := figure(trace.Axes{X: axis("", -1, 50), Y: axis("", -1, 37.5), Marks: []trace.Mark{points(x, y)}})
	if v := judge(slot, f, want); !contains(notes(v), "12 of 50 points lie outside the axis limits") {
		t.Error(notes(v))
	}
	m := points(x, y)
	m.Visible = false
	f = figure(trace.Axes{X: axis("", -1, 50), Y: axis("", -1, 50), Marks: []trace.Mark{m}})
	if v := judge(slot, f, want); !contains(notes(v), "all 50 points are switched off") {
		t.Error(notes(v))
	}
	f = figure(trace.Axes{X: axis("", -1, 50), Y: axis("", -1, 50), Marks: []trace.Mark{m, points(x[:3], scaled(y[:3], 2))}})
	if v := judge(slot, f, want); !slices.Contains(codes(v), "visual.hidden-marks") || !contains(notes(v), "of the marks that show it, all 50 points are switched off") {
		t.Error(notes(v))
	}
}

// Rows that are all wrong in one way are told so.
func TestWhatWasDoneToRows(t *testing.T) {
	x, y, g := sample(60)
	slot := scatterSlot(true)
	slot.X.Unit, slot.Y.Unit = "", ""
	want := rows(t, slot, num("x", x), num("y", y), text("g", g))
	draw := func(names []string, x, y []float64) *spec.Figure {
		a := trace.Axes{X: axis("", -1e6, 1e6), Y: axis("", -1e6, 1e6), Legend: &trace.Legend{}}
		for _, s := range species {
			m := points(of(names, s, x), of(names, s, y))
			m.Label = s
			a.Marks, a.Legend.Entries = append(a.Marks, m), append(a.Legend.Entries, trace.LegendEntry{Label: s})
		}
		return figure(a)
	}
	perfect(t, judge(slot, draw(g, x, y), want))
	exchanged := slices.Clone(g)
	for i, s := range g {
		exchanged[i] = map[string]string{"Adelie": "Gentoo", "Gentoo": "Adelie", "Chinstrap": "Chinstrap"}[s]
	}
	turned := slices.Clone(y)
	turned[0], turned[3], turned[6] = y[3], y[6], y[0] // of one group
	for _, tt := range []struct {
		name string
		f    *spec.Figure
		says string
	}{
		{"groups exchanged", draw(exchanged, x, y), "Adelie and Gentoo are exchanged"},
		{"ten times", draw(g, x, scaled(y, 10)), "the values of all 60 are 10 times too large"},
		{"places in other units", draw(g, scaled(x, 0.1), y), "the places of all 60 are 10 times too small"},
		{"axes exchanged", draw(g, y, x), "the two axes are exchanged"},
		{"values moved", draw(g, x, turned), "the values are right but stand at the places of others"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if v := judge(slot, tt.f, want); v.Score != 0 || !contains(notes(v), tt.says) {
				t.Errorf("score %v, wanted %q:\n%s", v.Score, tt.says, notes(v))
			}
		})
	}
}

// Bars that all reach 100 % are told from the numbers themselves, and the other way round.
func TestNormalisedBars(t *testing.T) {
	slot := spec.VisualSlot{ID: "s", Marks: []string{"bar"}, X: &spec.Channel{Field: "kind"}, Y: &spec.Channel{Field: "n"}, Group: &spec.Channel{Field: "part"}}
	kinds, parts := []string{"p", "p", "q", "q"}, []string{"a", "b", "a", "b"}
	counts, shares := []float64{2, 3, 1, 7}, []float64{40, 60, 12.5, 87.5}
	draw := func(n []float64) *spec.Figure {
		a := trace.Axes{X: categories("", "p", "q"), Y: axis("", 0, 200), Legend: &trace.Legend{Entries: []trace.LegendEntry{{Label: "a"}, {Label: "b"}}}}
		first, second := bars(upTo(2), []float64{n[0], n[2]}), bars(upTo(2), []float64{n[0] + n[1], n[2] + n[3]})
		second.Channels["base"] = ch(n[0], n[2])
		first.Label, second.Label = "a", "b"
		a.Marks = []trace.Mark{first, second}
		return figure(a)
	}
	for _, tt := range []struct {
		wanted, drawn []float64
		says          string
	}{
		{counts, counts, ""},
		{shares, shares, ""},
		{counts, shares, "these are shares of the whole at each place, not the numbers themselves"},
		{shares, counts, "these are the numbers themselves, not their shares of the whole at each place"},
	} {
		v := judge(slot, draw(tt.drawn), rows(t, slot, text("kind", kinds), num("n", tt.wanted), text("part", parts)))
		if (v.Score == 1) != (tt.says == "") || !contains(notes(v), tt.says) {
			t.Errorf("score %v, wanted %q:\n%s", v.Score, tt.says, notes(v))
		}
	}
}

// Two more hard constraints: no group twice, and a legend that can be read.
func TestGroupsOnceAndLegend(t *testing.T) {
	slot := spec.VisualSlot{ID: "v", Marks: []string{"bar", "point"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value", Unit: "g"}, Hard: []string{"no_duplicated_group", "legend_legible"}}
	want := expected(t, slot, meanResult())
	red, blue := []float64{1, 0, 0, 1}, []float64{0, 0, 1, 1}
	legend := func(pt float64, box []float64, entries ...trace.LegendEntry) *trace.Legend {
		return &trace.Legend{Entries: entries, Pt: pt, BBoxPx: box}
	}
	entry := func(label string, colour []float64, look string) trace.LegendEntry {
		return trace.LegendEntry{Label: label, RGBA: colour, Look: look}
	}
	base := func() trace.Axes { return massAxes(bars(upTo(3), means)) }
	inside := []float64{10, 10, 80, 40}
	for _, tt := range []struct {
		name string
		a    func() trace.Axes
		says string
	}{
		{"as it should be", base, ""},
		{"a group at two places", func() trace.Axes {
			a := massAxes(bars(upTo(4), append(slices.Clone(means), means[2])))
			a.X = categories("Species", append(slices.Clone(species), "Gentoo")...)
			return a
		}, "Gentoo is drawn twice: at 2 and at 3 of the axis"},
		{"a group twice at one place", func() trace.Axes {
			return massAxes(bars(upTo(3), means), bars([]float64{2}, []float64{100}))
		}, "Gentoo is drawn twice at one place"},
		{"twice in the legend", func() trace.Axes {
			a := base()
			a.Legend = legend(8, inside, entry("mean", red, "a"), entry("mean", blue, "a"))
			return a
		}, "the legend names mean twice"},
		{"one colour and shape", func() trace.Axes {
			a := base()
			a.Legend = legend(8, inside, entry("mean", red, "a"), entry("median", red, "a"))
			return a
		}, "the legend shows mean and median in one colour and shape"},
		{"one colour and two shapes", func() trace.Axes {
			a := base()
			a.Legend = legend(8, inside, entry("mean", red, "a"), entry("median", red, "b"))
			return a
		}, ""},
		{"an entry without text", func() trace.Axes {
			a := base()
			a.Legend = legend(8, inside, entry("mean", red, "a"), entry(" ", blue, "a"))
			return a
		}, "entry 2 of the legend has no text"},
		{"four points", func() trace.Axes {
			a := base()
			a.Legend = legend(4, inside, entry("mean", red, "a"))
			return a
		}, "the text of the legend has 4 pt"},
		{"outside", func() trace.Axes {
			a := base()
			a.Legend = legend(8, []float64{560, 10, 80, 40}, entry("mean", red, "a"))
			return a
		}, "50 % of the legend lies outside the picture"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := figure(tt.a())
			f.Size = [2]float64{600, 400}
			v := judge(slot, f, want)
			var broken string
			for _, c := range v.Checks {
				if c.Hard && !c.Pass && c.State == spec.StateScored {
					broken += c.Note
				}
			}
			if (broken == "") != (tt.says == "") || !strings.Contains(broken, tt.says) {
				t.Errorf("broken: %q, wanted %q", broken, tt.says)
			}
		})
	}
}

// A slot for one group of several is told under which name its numbers are drawn, and that
// its mark is there where it only cannot be seen.
func TestNamesOfOthers(t *testing.T) {
	slot := spec.VisualSlot{ID: "v", Marks: []string{"line", "point"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value", Unit: "g"}, Group: &spec.Channel{Field: "species"}}
	one := visual.ResultInput{Slot: spec.ResultSlot{ID: "r", Unit: "g", Groups: []string{"Adelie"}}, Value: spec.ArrayValue([]float64{3, 5, 4}), Unit: "g",
		Index: []spec.Value{spec.NumberValue(0), spec.NumberValue(1), spec.NumberValue(2)}}
	draw := func(names ...string) *spec.Figure {
		a := trace.Axes{X: axis("Year", -1, 3), Y: axis("Body mass (g)", 0, 10), Legend: &trace.Legend{}}
		for i, name := range names {
			m := path(upTo(3), [][]float64{{3, 5, 4}, {3, 6, 4}, {1, 2, 3}}[i])
			m.Label = name
			a.Marks, a.Legend.Entries = append(a.Marks, m), append(a.Legend.Entries, trace.LegendEntry{Label: name})
		}
		return figure(a)
	}
	want := expected(t, slot, one)
	if v := judge(slot, draw("Adelie", "Chinstrap", "Gentoo"), want); v.Score != 1 {
		t.Fatal(notes(v))
	}
	if v := judge(slot, draw("Chinstrap", "Adelie", "Gentoo"), want); v.Score != 0 || !strings.Contains(notes(v), "what is wanted for Adelie is drawn under the name Chinstrap") {
		t.Error(notes(v))
	}
	if v := judge(slot, draw("Adelie", "Chinstrap", "Adelie"), want); v.Score != 0 {
		t.Error(notes(v))
	}
	high := axis("Body mass (g)", 0, 5000)
	var single []trace.Mark
	for i, m := range means {
		p := points([]float64{float64(i)}, []float64{m})
		p.Label = species[i]
		single = append(single, p)
	}
	means := meanSlot()
	means.Marks, means.Uncertainty, means.Hard = []string{"point"}, nil, nil
	legend := &trace.Legend{}
	for _, s := range species {
		legend.Entries = append(legend.Entries, trace.LegendEntry{Label: s})
	}
	f := figure(trace.Axes{X: categories("Species", species...), Y: high, Marks: single, Legend: legend})
	if v := judge(means, f, expected(t, means, meanResult())); v.Score == 1 || !strings.Contains(notes(v), "the point for Gentoo lies outside the axis limits") {
		t.Error(notes(v))
	}
}
