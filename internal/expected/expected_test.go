package expected_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

func TestFromResultErrors(t *testing.T) {
	slot := spec.VisualSlot{ID: "v", Marks: []string{"bar"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value", Unit: "g"}}
	for name, in := range map[string][]expected.Input{
		"none":          nil,
		"text":          {{Value: spec.TextValue("much")}},
		"no labels":     {{Value: spec.ArrayValue([]float64{1, 2})}},
		"empty":         {{Value: spec.ArrayValue(nil)}},
		"odd units":     {{Value: spec.NumberValue(1), Slot: spec.ResultSlot{Groups: []string{"a"}}, Unit: "g"}, {Value: spec.NumberValue(1), Slot: spec.ResultSlot{Groups: []string{"b"}}, Unit: "mm"}},
		"table of text": {{Value: spec.Value{Kind: spec.ValueTable, Columns: []string{"species", "mean"}, Rows: [][]spec.Value{{spec.TextValue("a"), spec.TextValue("b")}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := expected.FromResult(slot, in); !errors.Is(err, expected.ErrInput) {
				t.Errorf("error %v", err)
			}
		})
	}
	if _, err := expected.FromFrame(slot, nil); !errors.Is(err, expected.ErrField) {
		t.Errorf("without a view: error %v", err)
	}
}

// Results in several units are put together in the first one's, ends of intervals too.
func TestFromResultUnits(t *testing.T) {
	in := func(group, unit string, v, half float64) expected.Input {
		return expected.Input{Slot: spec.ResultSlot{Groups: []string{group}}, Value: spec.NumberValue(v), Unit: unit,
			Uncertainty: []spec.Uncertainty{{Kind: spec.UncertaintySE, Value: spec.NumberValue(half)}}}
	}
	got, err := expected.FromResult(spec.VisualSlot{ID: "v", Marks: []string{"bar"}}, []expected.Input{in("A", "g", 4000, 100), in("B", "kg", 5, 0.25)})
	if err != nil {
		t.Fatal(err)
	}
	if got.Unit != "g" || !slices.Equal(got.Y, []float64{4000, 5000}) || len(got.Intervals) != 1 ||
		!slices.Equal(got.Intervals[0].Lo, []float64{3900, 4750}) || !slices.Equal(got.Intervals[0].Hi, []float64{4100, 5250}) {
		t.Errorf("%+v", got)
	}
	if k := got.Key(1); k.Text() != "B" || !math.IsNaN(k.Num) {
		t.Errorf("key %+v", k)
	}
}

// Arrays of one group each are series by that name, where the slot tells groups apart.
func TestFromResultSeries(t *testing.T) {
	in := func(groups ...string) expected.Input {
		return expected.Input{Slot: spec.ResultSlot{Groups: groups}, Value: spec.ArrayValue([]float64{3, 4}), Index: []spec.Value{spec.NumberValue(0.5), spec.NumberValue(1)}}
	}
	slot := spec.VisualSlot{ID: "v", Marks: []string{"line"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value"}, Group: &spec.Channel{Field: "potential"}}
	got, err := expected.FromResult(slot, []expected.Input{in("Coulomb"), in(), in("Yukawa 5")})
	if err != nil || !slices.Equal(got.Group, []string{"Coulomb", "Coulomb", "", "", "Yukawa 5", "Yukawa 5"}) || len(got.Y) != 6 {
		t.Errorf("%+v, %v", got, err)
	}
	if k := got.Key(5); k.Text() != "Yukawa 5 at 1" {
		t.Errorf("key %+v", k)
	}
	slot.Group = nil
	if got, err = expected.FromResult(slot, []expected.Input{in("Coulomb")}); err != nil || got.Group != nil {
		t.Errorf("without a group channel: %+v, %v", got, err)
	}
}

func TestFromFrame(t *testing.T) {
	f := &spec.Frame{Columns: []spec.Column{
		{Name: "species", Kind: spec.ColumnText, Text: []string{"Adelie", "Gentoo", "Adelie", "Gentoo"}},
		{Name: "mass", Kind: spec.ColumnNumber, Unit: "g", Num: []float64{3700, 5000, math.NaN(), 5100}},
	}}
	mass, species := &spec.Channel{Field: "mass", Unit: "kg"}, &spec.Channel{Field: "species"}
	for name, c := range map[string]struct {
		slot  spec.VisualSlot
		n     int
		keyed bool
		err   error
	}{
		"strip":           {spec.VisualSlot{X: species, Y: mass}, 3, false, nil},
		"histogram":       {spec.VisualSlot{X: mass, Y: &spec.Channel{Field: "count"}}, 3, false, nil},
		"text as a value": {spec.VisualSlot{X: mass, Y: species}, 0, false, expected.ErrField},
		"no such group":   {spec.VisualSlot{X: species, Y: mass, Group: &spec.Channel{Field: "sex"}}, 0, false, expected.ErrField},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := expected.FromFrame(c.slot, f)
			if !errors.Is(err, c.err) || len(got.Y) != c.n || got.Keyed != c.keyed || err == nil && got.Unit != "g" {
				t.Errorf("%+v, error %v", got, err)
			}
		})
	}
}
