package visual_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Marks that are nothing but places and values get the verdict, and are listed, as the same
// marks that are read one by one: here beside error bars of which there are none.
func TestLawPlain(t *testing.T) {
	names := []string{"Adelie", "Chinstrap", "Gentoo"}
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		number := func(name string) []float64 {
			out := make([]float64, n)
			for i := range out {
				out[i] = float64(rapid.IntRange(-2, 8).Draw(t, name))
				if rapid.IntRange(0, 30).Draw(t, "gap") == 0 {
					out[i] = math.NaN()
				}
			}
			return out
		}
		x, y, g := number("x"), number("y"), make([]string, n)
		for i := range g {
			g[i] = names[rapid.IntRange(0, 2).Draw(t, "g")]
		}
		grouped := rapid.Bool().Draw(t, "grouped")
		mark := rapid.SampledFrom([]string{"point", "line"}).Draw(t, "mark")
		slot := spec.VisualSlot{ID: "s", Marks: []string{mark}, X: &spec.Channel{Field: "x"}, Y: &spec.Channel{Field: "y", Unit: "g"},
			Hard: []string{"unit_shown", "axis_not_inverted", "no_hidden_marks", "groups_present", "no_duplicated_group", "uncertainty_shown"}}
		if grouped {
			slot.Group = &spec.Channel{Field: "g"}
		}
		want, err := visual.FromFrame(slot, &spec.Frame{Columns: []spec.Column{num("x", x), num("y", y), text("g", g)}})
		if err != nil {
			t.Fatal(err)
		}
		order := indexes(n)
		if rapid.Bool().Draw(t, "permuted") {
			order = rapid.Permutation(order).Draw(t, "order")
		}
		px, py := pick(x, order), pick(y, order)
		i := rapid.IntRange(0, n-1).Draw(t, "which")
		switch rapid.IntRange(0, 4).Draw(t, "change") {
		case 0:
			py[i] += 0.5
		case 1:
			px[i], py[i] = px[0], py[0]
		case 2:
			px[i] *= 1 + 1e-9 // within the tolerance
		}
		unit := rapid.SampledFrom([]string{"g", "kg", ""}).Draw(t, "unit")
		if unit == "kg" && rapid.Bool().Draw(t, "converted") {
			for k := range py {
				py[k] /= 1000
			}
		}
		var sets []spec.MarkSet
		for _, name := range names {
			s := spec.MarkSet{Mark: mark, Group: name, Via: rapid.SampledFrom([]string{"legend", "label"}).Draw(t, "via")}
			for k, j := range order {
				if !grouped || g[j] == name {
					s.X, s.Y = append(s.X, px[k]), append(s.Y, py[k])
				}
			}
			if !grouped {
				s.Group, s.Via = "", ""
			}
			if len(s.X) > 0 {
				sets = append(sets, s)
			}
			if !grouped {
				break
			}
		}
		if len(sets) > 1 && rapid.IntRange(0, 4).Draw(t, "swap") == 0 {
			sets[0].Group, sets[1].Group = sets[1].Group, sets[0].Group
		}
		if rapid.IntRange(0, 6).Draw(t, "cut") == 0 {
			s := &sets[0]
			s.Unseen = make([]spec.Unseen, len(s.X))
			for k, x := range s.X {
				if x > 6 {
					s.Unseen[k] = spec.UnseenOutside
					s.Hidden++
				}
			}
			if s.Hidden == 0 {
				s.Unseen = nil
			}
		}
		scale := rapid.SampledFrom([]string{"linear", "log"}).Draw(t, "scale")
		view := func(label string) spec.AxisView {
			return spec.AxisView{Scale: scale, Kind: "linear", Label: label, Unit: unit, Limits: [2]float64{-3, 9}}
		}
		panel := spec.AxesView{ID: "ax0", X: view("Length"), Y: view("Mass (" + unit + ")"), Marks: sets}
		verdict := func(more ...spec.MarkSet) (spec.Verdict, spec.ShownReport) {
			p := panel
			p.Marks = append(more, sets...)
			fig := &spec.Figure{Path: "a.png", Axes: []spec.AxesView{p}}
			terms := spec.NewTerms(nil)
			return visual.Examine(slot, visual.MatchSlots([]spec.VisualSlot{slot}, fig, terms)["s"], want, terms)
		}
		v, shown := verdict()
		if v.Score == 1 {
			passed++
		}
		slow, slowShown := verdict(spec.MarkSet{Mark: spec.MarkErrorbar, Orient: "v"})
		if diff := cmp.Diff(slow, v); diff != "" {
			t.Fatalf("verdict (-one by one +plain):\n%s", diff)
		}
		if diff := cmp.Diff(slowShown, shown); diff != "" {
			t.Fatalf("shown (-one by one +plain):\n%s", diff)
		}
	})
	if passed == 0 {
		t.Error("no figure was right")
	}
}
