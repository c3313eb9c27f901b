package drawn_test

import (
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

var slot = spec.VisualSlot{ID: "v", Marks: []string{spec.MarkBar}, X: &spec.Channel{Field: "index", Values: map[string][]string{"Adelie": {"ADE"}}}, Y: &spec.Channel{Field: "value", Unit: "g", Label: []string{"mass"}}}

var want = expected.Marks{X: []spec.Value{spec.TextValue("Adelie"), spec.TextValue("Gentoo")}, Y: []float64{3700, 5000}, Keyed: true, Unit: "g"}

// panel is a pair of axes with masses in kg, set by set.
func panel(sets ...spec.MarkSet) spec.AxesView {
	return spec.AxesView{
		X:     spec.AxisView{Kind: axis.Category, Scale: axis.Linear, Limits: [2]float64{-1, 2}, Categories: []string{"ADE", "Gentoo"}},
		Y:     spec.AxisView{Kind: axis.Linear, Scale: axis.Linear, Limits: [2]float64{0, 10}, Label: "Body mass (kg)", Unit: "kg"},
		Marks: sets,
	}
}

func barSet(at, base, end float64, label string) spec.MarkSet {
	return spec.MarkSet{Mark: spec.MarkBar, Orient: "v", X: []float64{at}, Y: []float64{end}, Base: []float64{base}, Labels: []string{label}}
}

func read(a spec.AxesView) []*drawn.Reading {
	return drawn.Readings(slot, &spec.Figure{Axes: []spec.AxesView{a}}, []int{0}, spec.MarkBar, want, spec.NewTerms(nil))
}

func TestReadings(t *testing.T) {
	band := spec.MarkSet{Mark: spec.MarkErrorbar, Orient: "v", X: []float64{0}, Lo: []float64{3.6}, Hi: []float64{3.8}}
	all := read(panel(barSet(0, 0, 3.7, "ADE"), barSet(1, 0, 5, "Gentoo"), band))
	if len(all) != 3 {
		t.Fatalf("%d readings, want both sets and each alone", len(all))
	}
	r := all[0]
	if len(r.Data()) != 2 || r.Data()[0].Value != 3700 || r.Data()[1].Value != 5000 || r.Data()[0].Lo != 3600 || !math.IsNaN(r.Data()[1].Lo) {
		t.Errorf("%+v", r.Data())
	}
	if r.Coverage() != 1 || !(all[1].Coverage() < 1) || r.Stranger() || len(r.Classes().Other) != 0 {
		t.Errorf("coverage %v and %v, classes %+v", r.Coverage(), all[1].Coverage(), r.Classes())
	}
	bare := r.AsDrawn()
	if bare == nil || bare.Data()[1].Value != 5 || r.Data()[1].Value != 5000 || bare.AsDrawn() != nil {
		t.Errorf("as drawn: %+v", bare)
	}
}

// Segments of a stack belong together: what counts is where the upper one ends.
func TestStack(t *testing.T) {
	all := read(panel(barSet(0, 0, 2, "ADE"), barSet(0, 2, 3.7, "ADE")))
	if len(all) != 1 || !all[0].Stack || len(all[0].Data()) != 1 || !drawn.Same(all[0].Data()[0].Value, 3700) {
		t.Errorf("%+v", all[0].Data())
	}
}

func TestStranger(t *testing.T) {
	a := panel(barSet(0, 0, 3, "Oak"), barSet(1, 0, 4, "Elm"))
	a.Y.Label, a.Y.Unit = "Height (m)", "m"
	if r := read(a)[0]; !r.Stranger() {
		t.Errorf("heights of trees for the mass of penguins: %+v", r.Classes())
	}
}

func TestWords(t *testing.T) {
	w := drawn.NewWords(slot, spec.NewTerms(nil))
	for _, c := range []struct {
		parts, drawn []string
		want         bool
	}{
		{[]string{"Adelie"}, []string{"adelie"}, true},
		{[]string{"Adelie"}, []string{"ADE"}, true},
		{[]string{"Gentoo"}, []string{"GEN"}, false},
		{[]string{"Gentoo"}, []string{"Gentoo (n = 123)"}, true},
		{[]string{"Gentoo", "male"}, []string{"male", "Gentoo"}, true},
		{[]string{"Gentoo", "male"}, []string{"Gentoo, male"}, true},
		{[]string{"Gentoo", "male"}, []string{"Gentoo"}, false},
		{[]string{"1"}, []string{"Jan"}, true},
		{[]string{"5"}, []string{"5.0"}, true},
		{[]string{""}, []string{""}, false},
	} {
		if got := w.Name(c.parts, c.drawn); got != c.want {
			t.Errorf("%q by %q: %v", c.parts, c.drawn, got)
		}
	}
	if !w.In("Mean body mass (g)", []string{"mass"}) || w.In("Massive (g)", []string{"mas"}) || w.In("", []string{""}) {
		t.Error("words of a label")
	}
}

func TestSets(t *testing.T) {
	hidden := barSet(0, 0, 9, "ADE")
	hidden.Hidden = 1
	all := read(panel(hidden, barSet(1, 0, 5, "Gentoo")))
	if len(all) != 1 || len(all[0].Data()) != 1 || !slices.Equal(all[0].Data()[0].Labels, []string{"Gentoo"}) {
		t.Errorf("a set that cannot be seen is read: %+v", all[0].Data())
	}
}
