package compare_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/compare"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

func texts(ss ...string) (out []spec.Value) {
	for _, s := range ss {
		out = append(out, spec.TextValue(s))
	}
	return out
}

func values(fs ...float64) (out []spec.Value) {
	for _, f := range fs {
		out = append(out, spec.NumberValue(f))
	}
	return out
}

// reading is that of one mark set on axes from -100 to 100.
func reading(set spec.MarkSet, want expected.Marks) *drawn.Reading {
	view := spec.AxisView{Kind: "linear", Scale: "linear", Limits: [2]float64{-100, 100}}
	fig := &spec.Figure{Axes: []spec.AxesView{{X: view, Y: view, Marks: []spec.MarkSet{set}}}}
	slot := spec.VisualSlot{ID: "v", Marks: []string{set.Mark}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}}
	return drawn.Readings(slot, fig, []int{0}, set.Mark, want, spec.NewTerms(nil))[0]
}

func TestValues(t *testing.T) {
	named := expected.Marks{X: texts("A", "B"), Y: []float64{3, 5}, Keyed: true}
	rows := expected.Marks{X: values(1, 1, 2), Y: []float64{3, 4, 5}}
	sample := expected.Marks{Y: []float64{1, 2, 3, 4, 5}}
	line := expected.Marks{Fit: &expected.Fit{Slope: 2, Intercept: 1}}
	slope := expected.Marks{Fit: &expected.Fit{Slope: 2, Intercept: math.NaN()}}
	bars := func(y ...float64) spec.MarkSet {
		return spec.MarkSet{Mark: spec.MarkBar, Orient: "v", X: []float64{0, 1}[:len(y)], Y: y, Base: make([]float64, len(y)), Labels: []string{"A", "B"}[:len(y)]}
	}
	hidden := bars(3, 5)
	hidden.Hidden = 2
	points := func(x []float64, y ...float64) spec.MarkSet { return spec.MarkSet{Mark: spec.MarkPoint, X: x, Y: y} }
	path := func(x []float64, y ...float64) spec.MarkSet { return spec.MarkSet{Mark: spec.MarkLine, X: x, Y: y} }
	box := func(q1, med, q3, lo, hi float64) spec.MarkSet {
		return spec.MarkSet{Mark: spec.MarkBox, Orient: "v", X: []float64{0}, Y: []float64{med}, Lo: []float64{q1}, Hi: []float64{q3}, WLo: []float64{lo}, WHi: []float64{hi}}
	}
	bins := func(y ...float64) spec.MarkSet {
		return spec.MarkSet{Mark: spec.MarkHistogram, X: []float64{0.5, 2.5}, X2: []float64{2.5, 5.5}, Y: y, Base: []float64{0, 0}}
	}
	for name, c := range map[string]struct {
		set  spec.MarkSet
		want expected.Marks
		code spec.Code
	}{
		"bars":                    {bars(3, 5), named, ""},
		"one bar too high":        {bars(3, 5.1), named, spec.VisualValues},
		"one bar absent":          {bars(3), named, spec.VisualValues},
		"bars that are not seen":  {hidden, named, spec.VisualHidden},
		"NaN":                     {bars(3, math.NaN()), named, spec.VisualValues},
		"nothing wanted":          {bars(3, 5), expected.Marks{Keyed: true}, spec.VisualValues},
		"rows in any order":       {points([]float64{2, 1, 1}, 5, 4, 3), rows, ""},
		"a row twice":             {points([]float64{2, 1, 1}, 5, 3, 3), rows, spec.VisualValues},
		"a row too many":          {points([]float64{2, 1, 1, 1}, 5, 4, 3, 3), rows, spec.VisualValues},
		"axes exchanged":          {points([]float64{3, 4, 5}, 1, 1, 2), rows, spec.VisualValues},
		"line":                    {path([]float64{0, 10}, 1, 21), line, ""},
		"line, moved":             {path([]float64{0, 10}, 2, 22), line, spec.VisualValues},
		"slope alone":             {path([]float64{0, 10}, 2, 22), slope, ""},
		"no straight line":        {path([]float64{0, 5, 10}, 1, 12, 21), line, spec.VisualValues},
		"line of one point":       {path([]float64{0}, 1), line, spec.VisualValues},
		"box":                     {box(2, 3, 4, 1, 5), sample, ""},
		"box with a wrong median": {box(2, 3.5, 4, 1, 5), sample, spec.VisualValues},
		"whiskers beyond data":    {box(2, 3, 4, 0, 5), sample, spec.VisualValues},
		"histogram of counts":     {bins(2, 3), sample, ""},
		"histogram of densities":  {bins(0.2, 0.2), sample, ""},
		"a bin too high":          {bins(2, 4), sample, spec.VisualValues},
	} {
		t.Run(name, func(t *testing.T) {
			o := compare.Values(reading(c.set, c.want))
			if o.Code != c.code || o.Pass != (c.code == "") || (o.Note == "") != o.Pass {
				t.Errorf("%+v, want %q", o, c.code)
			}
		})
	}
}

// Where nothing is wanted there is nothing to agree with, whoever asks.
func TestNothingWanted(t *testing.T) {
	for _, points := range []spec.MarkSet{{Mark: spec.MarkPoint}, {Mark: spec.MarkPoint, X: []float64{1}, Y: []float64{2}}} {
		r := reading(points, expected.Marks{})
		for name, o := range map[string]compare.Outcome{"Values": compare.Values(r), "Rows": compare.Rows(r)} {
			if o.Pass || o.Code != spec.VisualValues {
				t.Errorf("%s of %d points: %+v", name, len(points.X), o)
			}
		}
	}
}
