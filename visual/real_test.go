package visual_test

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
	"gonum.org/v1/gonum/stat"
)

// The figures in testdata/figures were captured from scripts that matplotlib 3.11,
// pandas 3.1 and seaborn 0.13 drew (testdata/figures.py); what they should show is computed here from
// the same data.

func captured(t *testing.T, name string) *spec.Figure {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "figures", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var f trace.Figure
	if err := json.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	out := capture.FromFigure(f, 1)
	return &out
}

type penguins struct {
	species, sex    []string
	mass, flipper   []float64
	bySpecies, both map[string][]float64
}

func readPenguins(t *testing.T) penguins {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "cases", "penguins", "data", "penguins.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	col := func(name string) int { return slices.Index(all[0], name) }
	p := penguins{bySpecies: map[string][]float64{}, both: map[string][]float64{}}
	for _, r := range all[1:] {
		m, err := strconv.ParseFloat(r[col("body_mass_g")], 64)
		if err != nil {
			continue
		}
		fl, _ := strconv.ParseFloat(r[col("flipper_length_mm")], 64)
		s, x := r[col("species")], r[col("sex")]
		p.species, p.sex, p.mass, p.flipper = append(p.species, s), append(p.sex, x), append(p.mass, m), append(p.flipper, fl)
		p.bySpecies[s] = append(p.bySpecies[s], m)
		if x != "NA" {
			p.both[s+" / "+x] = append(p.both[s+" / "+x], m)
		}
	}
	return p
}

func (p penguins) means() visual.ResultInput {
	var m, sd []float64
	for _, s := range species {
		m, sd = append(m, stat.Mean(p.bySpecies[s], nil)), append(sd, stat.StdDev(p.bySpecies[s], nil))
	}
	return visual.ResultInput{Value: spec.ArrayValue(m), Index: texts(species...), Unit: "g", Uncertainty: []spec.Uncertainty{{Kind: "sd", Value: spec.ArrayValue(sd)}}}
}

func (p penguins) cells(f func([]float64) float64, unit string) visual.ResultInput {
	in := visual.ResultInput{Unit: unit}
	var v []float64
	for _, s := range species {
		for _, x := range []string{"female", "male"} {
			in.Index = append(in.Index, spec.TextValue(s+" / "+x))
			v = append(v, f(p.both[s+" / "+x]))
		}
	}
	in.Value = spec.ArrayValue(v)
	return in
}

// tampered changes the numbers that are wanted a little: the figure must then fail.
func tampered(e visual.Expected) visual.Expected {
	e.Y = slices.Clone(e.Y)
	if e.Fit != nil {
		fit := *e.Fit
		fit.Slope *= 1.001
		e.Fit = &fit
		return e
	}
	for i := range e.Y {
		if i%2 == 0 {
			e.Y[i] *= 1.01
		}
	}
	return e
}

func TestRealFigures(t *testing.T) {
	p := readPenguins(t)
	category := &spec.Channel{Field: "index", Scale: "category"}
	mass := &spec.Channel{Field: "value", Unit: "g", Label: []string{"mass"}}
	hard := []string{"groups_present", "unit_shown", "baseline_zero", "axis_not_inverted", "no_hidden_marks"}
	means := spec.VisualSlot{ID: "means", Marks: []string{"bar", "point"}, X: category, Y: mass, Hard: append([]string{"uncertainty_shown"}, hard...),
		Uncertainty: &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{"sd"}}}
	cells := spec.VisualSlot{ID: "cells", Marks: []string{"bar", "point", "line"}, X: &spec.Channel{Field: "index"}, Y: mass, Hard: hard}
	scatter := spec.VisualSlot{ID: "scatter", Marks: []string{"point"}, X: &spec.Channel{Field: "flipper", Unit: "mm", Label: []string{"flipper"}}, Y: &spec.Channel{Field: "mass", Unit: "g"}, Group: &spec.Channel{Field: "species"}, Hard: hard}
	plain := scatter
	plain.ID, plain.Group = "plain", nil
	strip := spec.VisualSlot{ID: "strip", Marks: []string{"point"}, X: &spec.Channel{Field: "species", Scale: "category"}, Y: &spec.Channel{Field: "mass", Unit: "g"}, Hard: hard}
	box := strip
	box.ID, box.Marks = "box", []string{"box"}
	hist := spec.VisualSlot{ID: "hist", Marks: []string{"histogram"}, X: &spec.Channel{Field: "mass", Unit: "g"}, Y: &spec.Channel{Field: "count"}, Hard: hard}
	byGroup := hist
	byGroup.ID, byGroup.Group = "hist by species", &spec.Channel{Field: "species"}
	fit := spec.VisualSlot{ID: "fit", Marks: []string{"line"}, X: &spec.Channel{Field: "x", Unit: "mm"}, Y: &spec.Channel{Field: "y", Unit: "g"}, Hard: hard}
	series := spec.VisualSlot{ID: "series", Marks: []string{"line"}, X: &spec.Channel{Field: "date", Scale: "time"}, Y: &spec.Channel{Field: "co2", Unit: "ppm", Label: []string{"CO2"}}, Hard: hard}
	monthly := spec.VisualSlot{ID: "monthly", Marks: []string{"line"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value", Unit: "ppm"}, Hard: hard}

	frame := []spec.Column{text("species", p.species), num("mass", p.mass), num("flipper", p.flipper)}
	a, b := stat.LinearRegression(p.flipper, p.mass, nil, false)
	var when, co2 []float64
	byMonth := make([][]float64, 12)
	for i := range 120 {
		when, co2 = append(when, days(1960+i/12, 1+i%12)), append(co2, 315+0.1*float64(i)+3*math.Sin(float64(i)*math.Pi/6))
		byMonth[i%12] = append(byMonth[i%12], co2[i])
	}
	season := visual.ResultInput{Unit: "ppm"}
	var perMonth []float64
	for i, v := range byMonth {
		season.Index, perMonth = append(season.Index, spec.NumberValue(float64(i+1))), append(perMonth, stat.Mean(v, nil))
	}
	season.Value = spec.ArrayValue(perMonth)
	count := spec.VisualSlot{ID: "counts", Marks: []string{"bar"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value"}, Hard: []string{"groups_present", "baseline_zero", "no_hidden_marks"}}

	wantMeans := expected(t, means, p.means())
	wantCells := expected(t, cells, p.cells(func(v []float64) float64 { return stat.Mean(v, nil) }, "g"))
	wantCounts := expected(t, count, p.cells(func(v []float64) float64 { return float64(len(v)) }, ""))
	wantFit := expected(t, fit, visual.ResultInput{Slot: ols("x"), Value: spec.NumberValue(b)}, visual.ResultInput{Slot: ols("intercept"), Value: spec.NumberValue(a)})
	wantSeries := rows(t, series, spec.Column{Name: "date", Kind: spec.ColumnTime, Num: when}, num("co2", co2))

	for _, c := range []struct {
		slot  spec.VisualSlot
		want  visual.Expected
		names []string
	}{
		{means, wantMeans, []string{"bar_errorbar", "bar_yerr", "bar_loop", "errorbar_points", "barh_xerr", "kg_points", "vlines", "sns_barplot", "sns_barplot_cap", "sns_pointplot",
			"errbar_y", "bars_strip", "labelled", "joint", "twin", "pandas_yerr", "pandas_barh", "plt_style", "group_legend_only"}},
		{cells, wantCells, []string{"grouped", "pandas_bar", "sns_hue_bar", "sns_catplot", "sharey", "sharey3", "dodge_points", "lines_by_sex"}},
		{scatter, rows(t, scatter, frame...), []string{"scatter_loop", "plot_loop", "scatter_codes", "scatter_map", "sns_scatter", "sns_relplot", "lmplot", "joint", "df_scatter"}},
		{plain, rows(t, plain, frame...), []string{"scatter_loop", "plot_loop", "scatter_codes", "scatter_map", "sns_scatter", "sns_relplot", "fit_two", "sns_reg"}},
		{strip, rows(t, strip, frame...), []string{"sns_strip", "box_strip", "bars_strip"}},
		{box, rows(t, box, frame...), []string{"boxplot", "boxplot_h", "sns_box", "pandas_box", "box_strip", "joint", "catbox"}},
		{hist, rows(t, hist, frame...), []string{"hist", "hist_step", "np_hist", "stairs", "sns_hist"}},
		{byGroup, rows(t, byGroup, frame...), []string{"hist_by", "hist_multi", "sns_hist_hue", "sns_hist_stack", "displot"}},
		{fit, wantFit, []string{"fit_two", "sns_reg"}},
		{series, wantSeries, []string{"line_dates", "pandas_series", "decimal_year", "sns_line"}},
		{monthly, expected(t, monthly, season), []string{"monthly"}},
		{count, wantCounts, []string{"stacked", "pandas_stacked"}},
	} {
		for _, name := range c.names {
			t.Run(c.slot.ID+"/"+name, func(t *testing.T) {
				f := captured(t, name)
				perfect(t, judge(c.slot, f, c.want))
				if v := judge(c.slot, f, tampered(c.want)); v.Score != 0 {
					t.Errorf("a changed number is not noticed: score %v", v.Score)
				}
			})
		}
	}
}
