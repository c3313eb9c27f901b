package visual_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func vegaLite(t *testing.T, text string) *spec.Figure {
	t.Helper()
	fig, list := visual.FromVegaLite("figure.vl.json", []byte(text), func(path string) ([]byte, error) {
		return os.ReadFile(filepath.Join("..", "cases", "penguins", filepath.FromSlash(path)))
	})
	if fig == nil {
		t.Fatal(list.Err())
	}
	return fig
}

// numbersOf are the marks of a figure without what only tells who drew them.
func numbersOf(f *spec.Figure) []spec.MarkSet {
	var out []spec.MarkSet
	for _, a := range f.Axes {
		boxes := slices.ContainsFunc(a.Marks, func(m spec.MarkSet) bool { return m.Mark == spec.MarkBox })
		for _, m := range a.Marks {
			if m.Mark == spec.MarkText {
				continue
			}
			if boxes { // matplotlib counts their places from 1
				m.Y = nil
			}
			m.Part = "" // captured before it was told
			m.Call, m.Event, m.RefOps, m.Extent, m.Level, m.Sample, m.Said, m.Mean = "", 0, nil, "", 0, nil, nil, nil
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b spec.MarkSet) int {
		return cmp.Or(strings.Compare(a.Mark, b.Mark), strings.Compare(a.Group, b.Group), strings.Compare(fmt.Sprint(a.X, a.Y), fmt.Sprint(b.X, b.Y)))
	})
	return out
}

const weighed = `"data": {"url": "data/penguins.csv"}, "transform": [{"filter": "datum.body_mass_g != '' && isFinite(datum.body_mass_g)"}]`
const sexed = `"data": {"url": "data/penguins.csv"}, "transform": [{"filter": "datum.body_mass_g != '' && isFinite(datum.body_mass_g) && (datum.sex == 'male' || datum.sex == 'female')"}]`
const meanMass = `{"field": "body_mass_g", "aggregate": "mean", "type": "quantitative", "title": "Body mass (g)"}`
const mass = `{"field": "body_mass_g", "type": "quantitative", "title": "Body mass (g)"}`

// The same figure gives the same marks, whether matplotlib drew it or a specification of
// Vega-Lite describes it. Only what an error bar spans is known of the latter alone.
func TestVegaLiteAsMatplotlib(t *testing.T) {
	for name, text := range map[string]string{
		"bar_yerr":        `{` + weighed + `, "encoding": {"x": {"field": "species"}}, "layer": [{"mark": "bar", "encoding": {"y": ` + meanMass + `}}, {"mark": {"type": "errorbar", "extent": "stdev"}, "encoding": {"y": ` + mass + `}}]}`,
		"bar_errorbar":    `{` + weighed + `, "encoding": {"x": {"field": "species"}}, "layer": [{"mark": "bar", "encoding": {"y": ` + meanMass + `}}, {"mark": {"type": "errorbar", "extent": "stdev"}, "encoding": {"y": ` + mass + `}}]}`,
		"barh_xerr":       `{` + weighed + `, "encoding": {"y": {"field": "species"}}, "layer": [{"mark": "bar", "encoding": {"x": ` + meanMass + `}}, {"mark": {"type": "errorbar", "extent": "stdev"}, "encoding": {"x": ` + mass + `}}]}`,
		"errorbar_points": `{` + weighed + `, "encoding": {"x": {"field": "species"}}, "layer": [{"mark": "point", "encoding": {"y": ` + meanMass + `}}, {"mark": {"type": "errorbar", "extent": "stdev"}, "encoding": {"y": ` + mass + `}}]}`,
		"grouped":         `{` + sexed + `, "mark": "bar", "encoding": {"x": {"field": "species"}, "xOffset": {"field": "sex"}, "color": {"field": "sex"}, "y": ` + meanMass + `}}`,
		"scatter_loop":    `{` + weighed + `, "mark": "point", "encoding": {"x": {"field": "flipper_length_mm", "type": "quantitative", "scale": {"zero": false}}, "y": ` + strings.Replace(mass, `"title"`, `"scale": {"zero": false}, "title"`, 1) + `, "color": {"field": "species"}}}`,
		"boxplot_h":       `{` + weighed + `, "mark": "boxplot", "encoding": {"y": {"field": "species"}, "x": ` + mass + `}}`,
		"pandas_stacked":  `{` + sexed + `, "mark": "bar", "encoding": {"y": {"field": "species"}, "color": {"field": "sex"}, "x": {"aggregate": "count", "title": "Penguins"}}}`,
		"sns_catplot":     `{` + sexed + `, "mark": "bar", "encoding": {"column": {"field": "species"}, "x": {"field": "sex", "sort": "descending"}, "y": ` + meanMass + `}}`,
	} {
		t.Run(name, func(t *testing.T) {
			want, got := numbersOf(captured(t, name)), numbersOf(vegaLite(t, text))
			near := cmpopts.EquateApprox(1e-12, 1e-9)
			if d := gocmp.Diff(want, got, near, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

// meansFigure is the figure of means with 95 % intervals, with a scale and title of its values.
func meansFigure(t *testing.T, by float64, scale, title string) *spec.Figure {
	var values []string
	for i, s := range species {
		values = append(values, fmt.Sprintf(`{"s": %q, "m": %v, "h": %v}`, s, by*means[i], by*half[i]))
	}
	y := `"field": "m", "type": "quantitative", "title": ` + title + scale
	return vegaLite(t, `{"data": {"values": [`+strings.Join(values, ",")+`]}, "encoding": {"x": {"field": "s", "title": "Species"}}, "layer": [{"mark": "bar", "encoding": {"y": {`+y+`}}}, {"mark": "errorbar", "encoding": {"y": {`+y+`}, "yError": {"field": "h"}}}]}`)
}

// The same faults are found in specifications as in what matplotlib draws.
func TestV02_V10_VegaLiteMeans(t *testing.T) {
	slot := meanSlot()
	want := expected(t, slot, meanResult())
	perfect(t, judge(slot, meansFigure(t, 1, "", `"Body mass (g)"`), want))
	perfect(t, judge(slot, meansFigure(t, 1e-3, "", `"Body mass (kg)"`), want))
	for name, c := range map[string]struct {
		f    *spec.Figure
		code string
	}{
		"V02 no label":      {meansFigure(t, 1, "", `null`), "visual.unit"},
		"V10 data x 10":     {meansFigure(t, 10, "", `"Body mass (g)"`), "visual.values"},
		"baseline cut":      {meansFigure(t, 1, `, "scale": {"domain": [3000, 6000]}`, `"Body mass (g)"`), "baseline_zero!"},
		"axis inverted":     {meansFigure(t, 1, `, "scale": {"reverse": true}`, `"Body mass (g)"`), "axis_not_inverted!"},
		"axis cuts the top": {meansFigure(t, 1, `, "scale": {"domain": [0, 4000]}`, `"Body mass (g)"`), "visual.hidden-marks"},
		"logarithmic":       {meansFigure(t, 1, `, "scale": {"type": "log"}`, `"Body mass (g)"`), "baseline_zero!"},
	} {
		if v := judge(slot, c.f, want); !slices.Contains(codes(v), c.code) {
			t.Errorf("%s: %v, want %s", name, codes(v), c.code)
		}
	}
}

// A row that is null, or outside the domain, is a point that is not shown.
func TestV04_V05_VegaLitePoints(t *testing.T) {
	slot := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}, Hard: []string{"no_hidden_marks"}}
	draw := func(domain string, y ...string) *spec.Figure {
		var values []string
		for i, v := range y {
			values = append(values, fmt.Sprintf(`{"x": %d, "y": %s}`, i/2, v))
		}
		return vegaLite(t, `{"data": {"values": [`+strings.Join(values, ",")+`]}, "mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative"`+domain+`}, "y": {"field": "y", "type": "quantitative"}}}`)
	}
	want := rows(t, slot, num("x", []float64{0, 0, 1, 1, 2, 2}), num("y", []float64{1, 2, 3, 4, 5, 6}))
	perfect(t, judge(slot, draw("", "2", "1", "3", "4", "6", "5"), want)) // V05: points of one x have no order
	if v := judge(slot, draw("", "1", "1", "3", "4", "5", "6"), want); v.Score != 0 {
		t.Errorf("V05: (0,1) twice: score %v", v.Score)
	}
	if v := judge(slot, draw("", "1", "null", "3", "4", "5", "6"), want); v.Score != 0 || !contains(notes(v), "1 of 6 points is not drawn") {
		t.Errorf("V04: a gap: %v %s", v.Score, notes(v))
	}
	if v := judge(slot, draw(`, "scale": {"domain": [0, 1.5]}`, "1", "2", "3", "4", "5", "6"), want); v.Score != 0 || !slices.Contains(codes(v), "no_hidden_marks!") {
		t.Errorf("V04: outside the domain: %v %v", v.Score, codes(v))
	}
}

// Segments of a stack have baselines, lying or upright, and are seen though they do not begin
// at 0.
func TestV06_V07_VegaLiteStacks(t *testing.T) {
	parts, total, wantParts, wantTotal := stackSlots(t)
	for _, c := range [][2]string{{"x", "y"}, {"y", "x"}} {
		for _, stacked := range []bool{true, false} {
			how := ""
			if !stacked {
				how = `, "stack": null`
			}
			f := vegaLite(t, `{"data": {"values": [{"k": "all", "p": "a", "n": 2}, {"k": "all", "p": "b", "n": 3}]}, "mark": "bar", "encoding": {"`+c[0]+`": {"field": "k"}, "`+c[1]+`": {"field": "n", "type": "quantitative"`+how+`}, "color": {"field": "p"}}}`)
			if stacked {
				perfect(t, judge(parts, f, wantParts))
				perfect(t, judge(total, f, wantTotal))
				upper := 0
				for _, m := range f.Axes[0].Marks {
					if m.Mark == spec.MarkBar && m.Base[0] > 0 {
						upper++
					}
				}
				if upper != 1 {
					t.Errorf("V07: %d upper segments", upper)
				}
			} else if v := judge(total, f, wantTotal); v.Score != 0 {
				t.Errorf("V06: bars over one another pass as a stack: %v", v.Score)
			}
		}
	}
}
