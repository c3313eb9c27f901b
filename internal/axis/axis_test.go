package axis_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

func TestUnitOf(t *testing.T) {
	for label, want := range map[string]string{
		"Body mass (g)":                     "g",
		"CO2 [ppm]":                         "ppm",
		"mass, g":                           "g",
		"mass / kg":                         "kg",
		"Speed (m/s)":                       "m/s",
		"Flux (W m^-2)":                     "W/m^2",
		"Mean (± 95 % CI) mass (kg)":        "kg",
		"Standard deviation of mass":        "",
		"Mean mass (95% CI)":                "",
		"Count":                             "",
		"":                                  "",
		"body_mass_g":                       "g",
		"Temperature (°C)":                  "°C",
		"Penguins (n = 344)":                "",
		"Food expenditure (Belgian francs)": "",
	} {
		if got := axis.UnitOf(label); got != want {
			t.Errorf("%q: unit %q, want %q", label, got, want)
		}
	}
}

func TestShownUnit(t *testing.T) {
	ticks := []spec.Tick{{At: 1, Label: "1 kg"}, {At: 2, Label: "2 kg"}}
	for _, c := range []struct {
		view              spec.AxisView
		title, want, unit string
	}{
		{spec.AxisView{Label: "Mass (kg)", Unit: "kg"}, "", "g", "kg"},
		{spec.AxisView{Label: "Penguins (a)", Unit: "a"}, "", "g", "a"},
		{spec.AxisView{Label: "Food (Belgian francs)"}, "", "Belgian franc", "Belgian francs"},
		{spec.AxisView{Label: "Food (Belgian francs)"}, "", "franc", "francs"},
		{spec.AxisView{Label: "Food (francs)"}, "", "Belgian franc", ""},
		{spec.AxisView{Label: "Food (Belgian grams)"}, "", "g", ""},
		{spec.AxisView{Label: "Mass"}, "Body mass (g)", "kg", "g"},
		{spec.AxisView{Label: "Mass", Ticks: ticks}, "", "g", "kg"},
		{spec.AxisView{Label: "Mass", Ticks: append(ticks, spec.Tick{At: 3, Label: "3"})}, "", "g", ""},
		{spec.AxisView{Label: "Mass"}, "", "g", ""},
	} {
		if got := axis.ShownUnit(c.view, c.title, c.want); got != c.unit {
			t.Errorf("%+v, %q: %q, want %q", c.view, c.want, got, c.unit)
		}
	}
}

func TestNumber(t *testing.T) {
	for s, want := range map[string]float64{"−2": -2, "1,000": 1000, "10^3": 1000, "2×10^−1": 0.2, "-10^2": -100, "1−10^−1": 0.9, "1/2": 0.5, " 4.5 ": 4.5} {
		if got, ok := axis.Number(s); !ok || !(spec.Tolerance{Rel: 1e-12}).Close(got, want) {
			t.Errorf("%q: %v, %v, want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "Gentoo", "NaN", "inf", "10^x", "1-10^x", "1-10^2", "a10^2"} {
		if got, ok := axis.Number(s); ok {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestNamer(t *testing.T) {
	named := spec.AxisView{Kind: axis.Linear, Ticks: []spec.Tick{{At: 0, Label: "Adelie"}, {At: 2, Label: "Gentoo"}}}
	category := spec.AxisView{Kind: axis.Category, Categories: []string{"Adelie", "Gentoo"}}
	numbers := spec.AxisView{Kind: axis.Linear, Ticks: []spec.Tick{{At: 0, Label: "0"}, {At: 2000, Label: "2"}}}
	angles := spec.AxisView{Kind: axis.Linear, Ticks: []spec.Tick{{At: 0, Label: "0°"}, {At: math.Pi / 4, Label: "45°"}, {At: math.Pi, Label: "180°"}}}
	year, reversed := spec.AxisView{Kind: axis.Linear}, spec.AxisView{Kind: axis.Linear}
	for i, l := range "JFMAMJJASOND" {
		year.Ticks = append(year.Ticks, spec.Tick{At: float64(i), Label: string(l)})
		reversed.Ticks = append(reversed.Ticks, spec.Tick{At: float64(-i), Label: string(l)})
	}
	for _, c := range []struct {
		view spec.AxisView
		at   float64
		want string
	}{
		{year, 0, "January"}, {year, 6, "July"}, {reversed, 0, "J"},
		{named, 0, "Adelie"}, {named, 0.9, "Adelie"}, {named, 1.2, "Gentoo"}, {named, 4, ""}, {named, math.NaN(), ""},
		{category, 0.3, "Adelie"}, {category, 1, "Gentoo"}, {category, 2, ""}, {category, -1, ""},
		{numbers, 0, ""}, {angles, 0.8, ""},
	} {
		n := axis.NewNamer(c.view)
		if got := n.At(c.at); got != c.want {
			t.Errorf("%+v at %v: %q, want %q", c.view, c.at, got, c.want)
		}
		if n.Names() != axis.HasNames(c.view) {
			t.Errorf("%+v: Names says %v", c.view, n.Names())
		}
	}
}

func TestOutside(t *testing.T) {
	v := spec.AxesView{X: spec.AxisView{Limits: [2]float64{0, 10}}, Y: spec.AxisView{Limits: [2]float64{10, 0}}}
	log := v
	log.Y.Scale = "log"
	for _, c := range []struct {
		set  spec.MarkSet
		view spec.AxesView
		want bool
	}{
		{spec.MarkSet{Mark: spec.MarkPoint, X: []float64{5}, Y: []float64{5}}, v, false},
		{spec.MarkSet{Mark: spec.MarkPoint, X: []float64{10}, Y: []float64{0}}, v, false},
		{spec.MarkSet{Mark: spec.MarkPoint, X: []float64{11}, Y: []float64{5}}, v, true},
		{spec.MarkSet{Mark: spec.MarkPoint, X: []float64{5}, Y: []float64{math.NaN()}}, v, false},
		{spec.MarkSet{Mark: spec.MarkPoint, X: []float64{5}, Y: []float64{0}}, log, true},
		{spec.MarkSet{Mark: spec.MarkErrorbar, X: []float64{5}, Lo: []float64{3}, Hi: []float64{12}}, v, true},
		{spec.MarkSet{Mark: spec.MarkHistogram, Orient: "h", X: []float64{0}, X2: []float64{11}, Y: []float64{3}}, v, true},
	} {
		if got := axis.Outside(c.set, c.view, 0); got != c.want {
			t.Errorf("%+v: %v", c.set, got)
		}
	}
}
