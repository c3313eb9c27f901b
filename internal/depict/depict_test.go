package depict_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/depict"
	"github.com/assaybench/assay/spec"
)

func linear(label string, lo, hi float64) spec.AxisView {
	return spec.AxisView{Label: label, Scale: "linear", Kind: "linear", Limits: [2]float64{lo, hi}, Inverted: lo > hi}
}

func species() spec.AxisView {
	return spec.AxisView{Scale: "linear", Kind: "category", Limits: [2]float64{-0.5, 1.5}, Categories: []string{"Adelie", "Gentoo"}}
}

func bars() spec.MarkSet {
	return spec.MarkSet{Mark: spec.MarkBar, Orient: "v", X: []float64{0, 1}, Y: []float64{3700.662, 5076}, Base: []float64{0, 0}, Labels: []string{"Adelie", "Gentoo"}}
}

func errors(kind spec.UncertaintyKind) spec.MarkSet {
	return spec.MarkSet{Mark: spec.MarkErrorbar, Orient: "v", X: []float64{0, 1}, Lo: []float64{3600, 5000}, Hi: []float64{3800, 5150}, Extent: kind, Level: 0.95}
}

func figure(a ...spec.AxesView) spec.Figure {
	return spec.Figure{Path: "figure.png", Size: [2]float64{640, 480}, Axes: a}
}

func TestText(t *testing.T) {
	y := linear("Body mass (g)", 0, 6000)
	y.Unit = "g"
	f := figure(spec.AxesView{ID: "ax0", Title: "Masses", X: species(), Y: y, Legend: []string{"mean"}, Marks: []spec.MarkSet{
		bars(), errors(spec.UncertaintyCI), {Mark: spec.MarkPoint, Group: "mean", Via: "legend", X: []float64{0, 1}, Y: []float64{3700.662, 5076}},
		{Mark: spec.MarkText, X: []float64{0}, Y: []float64{0}, Labels: []string{"n = 274"}},
	}})
	const want = `figure.png: 1 pair of axes, 640 x 480 px

ax0  Masses
  x       (no label)     2 names: Adelie and Gentoo
  y       Body mass (g)  linear, 0 to 6000, unit g
  legend  mean           
  MARKS     N  GROUP  X                  Y             SPANS
  bar       2  -      Adelie and Gentoo  3700.7, 5076  
  errorbar  2  -      0, 1               -             95 % ci, 3600 … 5150
  point     2  mean   0, 1               3700.7, 5076  
  text "n = 274"
`
	var b strings.Builder
	if err := depict.New("script", []spec.Figure{f}).Text(&b, func(s string) string { return s }); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// Lists are lists even when empty, and what no number is stands as a word.
func TestJSON(t *testing.T) {
	f := figure(spec.AxesView{ID: "a", X: linear("", 0, 1), Y: linear("", math.NaN(), math.Inf(1)), Marks: []spec.MarkSet{{Mark: spec.MarkPoint, X: []float64{0}, Y: []float64{math.NaN()}}}})
	b, err := json.Marshal(depict.New("trace", []spec.Figure{f, {}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"legend":[]`, `"texts":[]`, `"from":"NaN"`, `"to":"Infinity"`, `"axes":[]`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s is not in %s", want, b)
		}
	}
	if b, _ = json.Marshal(depict.New("trace", nil)); string(b) != `{"schema":"assay/figure/v1","source":"trace","figures":[]}` {
		t.Errorf("%s", b)
	}
}

// Each warning is there where there is something to warn of, and nothing else is.
func TestWarnings(t *testing.T) {
	good := func() spec.AxesView {
		return spec.AxesView{ID: "ax0", X: species(), Y: linear("Body mass (g)", 0, 6000), Marks: []spec.MarkSet{bars(), errors(spec.UncertaintySD)}}
	}
	change := func(f func(*spec.AxesView)) spec.Figure {
		a := good()
		f(&a)
		return figure(a)
	}
	series := func(group, via string, hidden int, x ...float64) spec.MarkSet {
		return spec.MarkSet{Mark: spec.MarkPoint, Group: group, Via: via, X: x, Y: slices.Repeat([]float64{10}, len(x)), Hidden: hidden}
	}
	xy := func(m ...spec.MarkSet) spec.AxesView {
		return spec.AxesView{ID: "ax0", X: linear("Time (s)", 0, 10), Y: linear("Mass (g)", 0, 20), Marks: m}
	}
	late := figure(good())
	late.Late, late.LateCall = 9, "Axes.bar in line 17"
	over := good()
	over.ID, over.TwinOf, over.X.Kind, over.X.Categories, over.Marks = "ax1", "ax0", "linear", nil, []spec.MarkSet{series("", "", 0, 0, 1)}
	for name, c := range map[string]struct {
		figure spec.Figure
		want   []string
	}{
		"nothing wrong": {figure(good()), nil},
		"V02 no label":  {change(func(a *spec.AxesView) { a.Y.Label = "" }), []string{"visual.label: the y axis has no label"}},
		"cut baseline": {change(func(a *spec.AxesView) { a.Y.Limits[0] = 3000 }), []string{
			"visual.hard-constraint: the y axis runs from 3000 to 6000 and cuts the bars off: their lengths do not compare"}},
		"log bars":      {change(func(a *spec.AxesView) { a.Y.Scale = "log" }), []string{"visual.hard-constraint: bars stand on a log axis, which has no zero"}},
		"floating bars": {change(func(a *spec.AxesView) { a.Marks[0].Base = []float64{0, 100} }), []string{"visual.hard-constraint: 1 of 2 bars begin elsewhere than at 0"}},
		"V06 a stack stands on 0": {change(func(a *spec.AxesView) {
			up := bars()
			up.Base, up.Y = bars().Y, []float64{5000, 5500}
			a.Marks = append(a.Marks, up)
		}), nil},
		"unknown error bars": {change(func(a *spec.AxesView) { a.Marks[1].Extent = "" }), []string{"visual.uncertainty: what the error bars span is not known"}},
		"inverted":           {change(func(a *spec.AxesView) { a.Y = linear("Mass (g)", 6000, 0); a.Y.Inverted = true }), []string{"visual.hard-constraint: the y axis is inverted: it runs from 6000 to 0"}},
		"V04 off the axes":   {figure(xy(series("", "", 2, 1, 5, 11, 12))), []string{"visual.hidden-marks: 2 of 4 points lie outside the axis limits"}},
		"invisible":          {figure(xy(series("a", "legend", 2, 1, 5))), []string{"visual.hidden-marks: 2 of 2 points of a cannot be seen"}},
		"V04 for two reasons": {figure(xy(spec.MarkSet{Mark: spec.MarkPoint, X: []float64{0, 1, 2}, Y: []float64{1, 2, 3}, Hidden: 3,
			Unseen: []spec.Unseen{spec.UnseenSize, spec.UnseenTransparent, spec.UnseenTransparent}})), []string{"visual.hidden-marks: 3 of 3 points cannot be seen: 1 is of no size and 2 are transparent"}},
		"V04 gap":            {figure(xy(series("", "", 0, 1, math.NaN()))), []string{"visual.hidden-marks: 1 of 2 points have no number and are not drawn"}},
		"named in code":      {figure(xy(series("a", "label", 0, 1), series("b", "label", 0, 2))), []string{"visual.groups: a and b are named in the code only: the figure has no legend that shows the names"}},
		"empty legend entry": {change(func(a *spec.AxesView) { a.Legend = []string{"Chinstrap"} }), []string{"visual.groups: the legend names Chinstrap, of which no marks are known"}},
		"twin":               {figure(good(), over), []string{"visual.scale: it lies over ax0: marks at one place are read at two axes"}},
		"saved early":        {late, []string{"visual.saved-early: it was saved before Axes.bar in line 17, which it does not show"}},
		"empty":              {figure(), []string{"visual.blank: it holds no marks that show numbers"}},
		"a pasted picture":   {spec.Figure{Size: [2]float64{600, 400}, Pictures: []spec.Picture{{Box: [4]float64{0, 0, 600, 400}, Opaque: 1}}}, []string{"visual.raster: it shows a picture that was pasted: pixels carry no numbers"}},
		"tiny text":          {change(func(a *spec.AxesView) { a.Pt, a.PtOf = 3, "the title" }), []string{"visual.legibility: the title is of 3 pt, too small to be read in print"}},
		"crowded labels":     {change(func(a *spec.AxesView) { a.X.Crowded = 2 }), []string{"visual.legibility: 2 tick labels of the x axis run over the next one"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, w := range depict.Of(c.figure).Warnings {
				got = append(got, string(w.Code)+": "+w.Message)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
