package visual_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The order in which marks and artists are drawn changes no verdict, and one wrong
// number always does.
func TestLawOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		x := make([]float64, n)
		y := make([]float64, n)
		for i := range x {
			x[i] = float64(rapid.IntRange(-5, 5).Draw(t, "x"))
			y[i] = float64(rapid.IntRange(-500, 500).Draw(t, "y")) / 10
		}
		slot := spec.VisualSlot{ID: "s", Marks: []string{"point", "line"}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y"}}
		want, err := visual.FromFrame(slot, &spec.Frame{Columns: []spec.Column{num("x", x), num("y", y)}})
		if err != nil {
			t.Fatal(err)
		}
		order := rapid.Permutation(indexes(n)).Draw(t, "order")
		px, py := pick(x, order), pick(y, order)
		m := points(px, py)
		if rapid.Bool().Draw(t, "line") {
			m = path(px, py)
		}
		wide := trace.Axes{X: axis("", -10, 10), Y: axis("", -100, 100), Marks: []trace.Mark{m}}
		if v := judge(slot, figure(wide), want); v.Score != 1 {
			t.Fatalf("score %v\n%s", v.Score, notes(v))
		}
		py[rapid.IntRange(0, n-1).Draw(t, "which")] += 0.05
		wide.Marks = []trace.Mark{points(px, py)}
		if v := judge(slot, figure(wide), want); v.Score != 0 {
			t.Fatalf("a moved point scores %v", v.Score)
		}
	})
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func pick(f []float64, at []int) []float64 {
	out := make([]float64, len(at))
	for i, j := range at {
		out[i] = f[j]
	}
	return out
}

// The same bars are the same marks whether one call or a loop drew them.
func TestLawOneRepresentation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		h := make([]float64, n)
		var names []string
		var loop []trace.Mark
		for i := range h {
			h[i] = rapid.Float64Range(-1e6, 1e6).Draw(t, "h")
			names = append(names, fmt.Sprintf("g%d", i))
			loop = append(loop, bars([]float64{float64(i)}, h[i:i+1]))
		}
		loop = rapid.Permutation(loop).Draw(t, "order")
		at := trace.Axes{ID: "a", X: categories("", names...), Y: axis("", -1e6, 1e6)}
		a, b := at, at
		a.Marks, b.Marks = []trace.Mark{bars(upTo(n), h)}, loop
		if d := cmp.Diff(figure(a).Axes[0].Marks, figure(b).Axes[0].Marks); d != "" {
			t.Fatal(d)
		}
	})
}

// A figure in another unit says the same, as long as its label says which.
func TestLawUnits(t *testing.T) {
	units := map[string]float64{"g": 1, "kg": 1e-3, "mg": 1e3, "lb": 1 / 453.59237}
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.SampledFrom([]string{"g", "kg", "mg", "lb"}).Draw(t, "unit")
		by := units[u]
		label := rapid.SampledFrom([]string{"Body mass (%s)", "Body mass [%s]", "Body mass, %s", "body mass / %s", "Mean body mass (%s), 95 %% CI", "Body mass in %s", "mass (mean, %s)"}).Draw(t, "label")
		a := massAxes(bars(upTo(3), scaled(means, by)), errbars(upTo(3), scaled(means, by), scaled(half, by)))
		a.Y = axis(fmt.Sprintf(label, u), 0, 6000*by)
		slot := meanSlot()
		want, err := visual.FromResult(slot, []visual.ResultInput{meanResult()})
		if err != nil {
			t.Fatal(err)
		}
		if v := judge(slot, figure(a), want); v.Score != 1 || len(codes(v)) > 0 {
			t.Fatalf("%q: score %v\n%s", a.Y.Label, v.Score, notes(v))
		}
	})
}

// Names that are in no table count where the slot asks for them.
func TestOwnUnit(t *testing.T) {
	slot := spec.VisualSlot{ID: "s", Marks: []string{"point"}, X: &spec.Channel{Field: "x", Unit: "Belgian francs"}, Y: &spec.Channel{Field: "y", Unit: "Belgian francs"}, Hard: []string{"unit_shown"}}
	x, y := []float64{400, 600, 900}, []float64{250, 310, 480}
	a := trace.Axes{X: axis("Income (Belgian francs)", 0, 1000), Y: axis("Food expenditure [Belgian franc]", 0, 1000), Marks: []trace.Mark{points(x, y)}}
	perfect(t, judge(slot, figure(a), rows(t, slot, num("x", x), num("y", y))))
	a.Y.Label = "Food expenditure (pounds)"
	if v := judge(slot, figure(a), rows(t, slot, num("x", x), num("y", y))); v.Score != 0 {
		t.Errorf("pounds for francs: %v", v.Score)
	}
}

func FuzzFigure(f *testing.F) {
	for _, a := range []trace.Axes{good(), xyAxes(path([]float64{1, 2}, []float64{3, math.NaN()})), stack("h", []float64{0, 2})} {
		b, err := json.Marshal(trace.Figure{Path: "figure.png", Axes: []trace.Axes{a}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"axes":[{"marks":[{"mark":"bar","visible":true,"alpha":1,"channels":{"x":{"v":[1]},"y":{"v":[1,2]}}}]}]}`))
	f.Add([]byte(`{"axes":[{"marks":[{"mark":"errorbar","visible":true,"alpha":1,"orient":"h","channels":{"x":{"v":[1]},"lo":{"v":["a"]},"hi":{"v":[null]}}}]}]}`))
	slots := []spec.VisualSlot{
		meanSlot(), scatterSlot(true), fitSlot(),
		{ID: "h", Marks: []string{"histogram", "box"}, X: &spec.Channel{Field: "x"}},
		{ID: "e", Marks: []string{"errorbar", "band", "line"}, X: &spec.Channel{Field: "index"}, Y: &spec.Channel{Field: "value"}},
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var in trace.Figure
		if json.Unmarshal(data, &in) != nil {
			return
		}
		fig := capture.FromFigure(in, 1)
		terms := spec.NewTerms(nil)
		x, y, g := sample(9)
		frame := &spec.Frame{Columns: []spec.Column{num("x", x), num("y", y), text("g", g)}}
		ms := visual.MatchSlots(slots, &fig, terms)
		for i, s := range slots {
			want, err := visual.FromFrame(s, frame)
			if i == 0 || i == 4 || err != nil {
				want, err = visual.FromResult(s, []visual.ResultInput{meanResult()})
			}
			if err != nil {
				t.Fatal(err)
			}
			v := visual.Judge(s, ms[s.ID], want, terms)
			if v.Score < 0 || v.Score > 1 {
				t.Fatalf("score %v", v.Score)
			}
			visual.Shows(s, ms[s.ID], want, spec.Verdict{}, terms)
		}
	})
}

// A table result is drawn by the statistic that the slot names, its sd as error bars.
func TestTableResult(t *testing.T) {
	table := spec.Value{Kind: spec.ValueTable, Columns: []string{"species", "mean", "sd"}}
	for i, s := range species {
		table.Rows = append(table.Rows, []spec.Value{spec.TextValue(s), spec.NumberValue(means[i]), spec.NumberValue(sds[i])})
	}
	slot := meanSlot()
	slot.Y.Field = "mean"
	slot.Uncertainty = &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{"sd"}}
	a := massAxes(bars(upTo(3), means), errbars(upTo(3), means, sds))
	perfect(t, judge(slot, figure(a), expected(t, slot, visual.ResultInput{Value: table, Unit: "g"})))
}

// Read says what is drawn, in the units of the slot.
func TestRead(t *testing.T) {
	a := massAxes(bars(upTo(3), scaled(means, 1e-3)))
	a.Y = axis("Body mass (kg)", 0, 6)
	slot, terms := meanSlot(), spec.NewTerms(nil)
	f := figure(a)
	var got []string
	for _, d := range visual.Read(slot, visual.MatchSlots([]spec.VisualSlot{slot}, f, terms)["v"], expected(t, slot, meanResult()), terms) {
		got = append(got, fmt.Sprintf("%s %.3f", d.Name, d.Value))
	}
	if want := []string{"Adelie 3700.662", "Chinstrap 3733.088", "Gentoo 5076.016"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
