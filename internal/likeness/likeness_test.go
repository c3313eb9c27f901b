package likeness_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/likeness"
	"github.com/assaybench/assay/spec"
)

func num(name string, f ...float64) spec.Column {
	return spec.Column{Name: name, Kind: spec.ColumnNumber, Num: f}
}

func text(name string, s ...string) spec.Column {
	return spec.Column{Name: name, Kind: spec.ColumnText, Text: s}
}

func sheet(cols ...spec.Column) []likeness.Sheet {
	var s likeness.Sheet
	for _, c := range cols {
		s = append(s, likeness.Vector{Name: c.Name, Col: c, Rows: c.Len()})
	}
	return []likeness.Sheet{s}
}

// keyed has two groups of a value; plain has two columns and no key.
var (
	keyed = likeness.NewView(&spec.Frame{Keys: []string{"g"}, Columns: []spec.Column{text("g", "a", "a", "b", "b", "b"), num("v", 1, 2.5, 3, 4, 5)}})
	plain = likeness.NewView(&spec.Frame{Columns: []spec.Column{num("x", 1, 2, 3, 4), num("c", 7, 7, 7, 7), num("y", 10, 20, 20, 40)}})
)

// verdict sums up a likeness: for each unit whole, part (some columns), or how it
// differs.
func verdict(l *likeness.Likeness, units int) (out []string) {
	for u := range units {
		switch c := l.Change(u); {
		case l.Whole(u):
			out = append(out, "whole")
		case l.Has(u):
			out = append(out, "part")
		case c != nil:
			out = append(out, fmt.Sprintf("-%d +%d", c.Lost(), c.Gained()))
		default:
			out = append(out, "")
		}
	}
	return out
}

func TestCompare(t *testing.T) {
	for _, tc := range []struct {
		name   string
		view   *likeness.View
		sheets []likeness.Sheet
		want   []string
	}{
		{"the rows in another order", keyed, sheet(num("v", 5, 3, 2.5, 1, 4), text("g", "b", "b", "a", "a", "b")), []string{"whole", "whole"}},
		{"further groups and columns", keyed, sheet(num("v", 1, 2.5, 3, 4, 5, 9), text("g", "a", "a", "b", "b", "b", "z"), num("w", 0, 0, 0, 0, 0, 0)), []string{"whole", "whole"}},
		{"labels exchanged", keyed, sheet(num("v", 1, 2.5, 3, 4, 5), text("g", "b", "b", "a", "a", "a")), []string{"-2 +3", "-3 +2"}},
		{"one row lost", keyed, sheet(num("v", 1, 2.5, 3, 4), text("g", "a", "a", "b", "b")), []string{"whole", "-1 +0"}},
		{"one row in another group", keyed, sheet(num("v", 1, 2.5, 3, 4, 5), text("g", "a", "a", "a", "b", "b")), []string{"-0 +1", "-1 +0"}},
		{"one group as a list", keyed, sheet(num("", 4, 5, 3)), []string{"-2 +0", "whole"}},
		{"one group and more as a list", keyed, sheet(num("", 4, 5, 3, 11)), []string{"", "-0 +1"}},
		{"means of the groups", keyed, sheet(text("g", "a", "b"), num("v", 1.75, 4.01)), []string{"", ""}},
		{"all values without groups", keyed, sheet(num("other", 5, 4, 3, 2.5, 1)), []string{"whole", "whole"}},
		{"numbers as text", keyed, sheet(text("v", "1", "2.50", "3.0", "4e0", " 5", "NA"), text("g", "a", "a", "b", "b", "b", "b")), []string{"whole", "whole"}},
		{"a missing value beside", keyed, sheet(spec.Column{Name: "v", Kind: spec.ColumnNumber, Num: []float64{1, 2.5, 3, 4, 5, 0}, Missing: []bool{5: true}}, text("g", "a", "a", "b", "b", "b", "b")), []string{"whole", "whole"}},
		{"other columns of equal content, a constant left out", plain, sheet(num("p", 4, 3, 2, 1), num("q", 40, 20, 20, 10)), []string{"whole"}},
		{"columns of equal content, rows mixed up", plain, sheet(num("p", 4, 3, 2, 1), num("q", 20, 40, 20, 10)), []string{"part"}},
		{"one column", plain, sheet(num("x", 1, 2, 3, 4)), []string{"part"}},
		{"within the precision of arithmetic", plain, sheet(num("x", 1, 2, 3+4e-16, 4), num("y", 10, 20, 20, 40)), []string{"whole"}},
		{"beyond it", plain, sheet(num("x", 1, 2, 3+1e-9, 4), num("y", 10, 20, 20, 40)), []string{"part"}},
		{"a column clipped", plain, sheet(num("x", 1, 2, 3, 3), num("y", 10, 20, 20, 40)), []string{"-1 +1"}},
		{"a column clipped, and kept", plain, sheet(num("x", 1, 2, 3, 3), num("y", 10, 20, 20, 40), num("z", 1, 2, 3, 4)), []string{"whole"}},
		{"nothing alike", plain, sheet(num("x", 100, 200), text("y", "high", "low")), []string{""}},
		{"rows twice", plain, sheet(num("x", 1, 2, 3, 4, 1, 2, 3, 4), num("y", 10, 20, 20, 40, 10, 20, 20, 40)), []string{"-0 +4"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := tc.view.Compare(tc.sheets)
			if diff := cmp.Diff(tc.want, verdict(l, len(tc.view.Units))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDates(t *testing.T) {
	numbers := likeness.NewView(&spec.Frame{Columns: []spec.Column{num("date", 19580329, 19580405, 19580412)}})
	times := likeness.NewView(&spec.Frame{Columns: []spec.Column{{Name: "date", Kind: spec.ColumnTime, Num: []float64{-4296, -4289, -4282}}}})
	days := spec.Column{Name: "date", Kind: spec.ColumnTime, Num: []float64{-4296, -4289, -4282}}
	for name, l := range map[string]*likeness.Likeness{
		"days for yyyymmdd": numbers.Compare(sheet(days)),
		"days for days":     times.Compare(sheet(days)),
		"text for days":     times.Compare(sheet(text("date", "1958-03-29", "1958-04-05", "1958-04-12"))),
	} {
		if !l.Whole(0) {
			t.Errorf("%s: not recognised", name)
		}
	}
}

func TestDivides(t *testing.T) {
	part := func(f ...float64) *likeness.Change { return plain.Compare(sheet(num("", f...))).Change(0) }
	for _, tc := range []struct {
		name          string
		parts         []*likeness.Change
		all, disjoint bool
	}{
		{"halves", []*likeness.Change{part(10, 20), part(20, 40)}, true, true},
		{"overlapping", []*likeness.Change{part(10, 20, 20), part(20, 20, 40)}, true, false},
		{"one half", []*likeness.Change{part(10, 20)}, false, true},
		{"nothing", nil, false, false},
	} {
		all, disjoint := plain.Divides(0, tc.parts)
		if all != tc.all || disjoint != tc.disjoint {
			t.Errorf("%s: all %v, disjoint %v", tc.name, all, disjoint)
		}
	}
}

func TestSheets(t *testing.T) {
	f8 := func(fp string, shape []int, f ...float64) trace.Event {
		return trace.Event{Header: trace.Header{K: trace.KindArray}, Array: &trace.Array{FP: fp, DType: trace.F8, Shape: shape, B64: trace.EncodeFloats(f)}}
	}
	tr := trace.New([]trace.Event{f8("m", []int{4, 2}, 1, 10, 2, 20, 3, 20, 4, 40), f8("x", []int{4}, 1, 2, 3, 4), f8("y", []int{4}, 10, 20, 20, 40)})
	for name, tc := range map[string]struct {
		sheets []likeness.Sheet
		want   string
	}{
		"matrix":            {likeness.Sheets(tr, &trace.Value{Type: "array", Shape: []int{4, 2}, FP: "m"}), "whole"},
		"matrix, argument":  {likeness.ArgumentSheets(tr, "m"), "whole"},
		"labelled series":   {likeness.Sheets(tr, &trace.Value{Type: "series", Shape: []int{4}, FP: "y", Cols: []trace.Col{{Name: "y", FP: "y"}, {Name: "x", FP: "x", Index: true}}}), "whole"},
		"series, no name":   {likeness.Sheets(tr, &trace.Value{Type: "series", Shape: []int{4}, FP: "y", Cols: []trace.Col{{Name: "x", FP: "x", Index: true}}}), "whole"},
		"map of lists":      {likeness.Sheets(tr, &trace.Value{Type: "map", Shape: []int{2}, Cols: []trace.Col{{Name: "k", FP: "x"}, {Name: "l", FP: "y"}}}), "part"},
		"content not held":  {likeness.Sheets(tr, &trace.Value{Type: "array", Shape: []int{4}, FP: "none"}), ""},
		"scalar":            {likeness.Sheets(tr, &trace.Value{Type: "scalar", V: []spec.Value{spec.NumberValue(1)}}), ""},
		"shape that lies":   {likeness.Sheets(tr, &trace.Value{Type: "array", Shape: []int{3, 3}, FP: "m"}), "-0 +4"},
		"unknown argument":  {likeness.ArgumentSheets(tr, "none"), ""},
		"nothing":           {likeness.Sheets(tr, nil), ""},
		"negative shape":    {likeness.Sheets(tr, &trace.Value{Type: "array", Shape: []int{-4, -2}, FP: "m"}), "-0 +4"},
		"shape overflowing": {likeness.Sheets(tr, &trace.Value{Type: "array", Shape: []int{1 << 62, 4}, FP: "m"}), "-0 +4"},
	} {
		if got := verdict(plain.Compare(tc.sheets), 1)[0]; got != tc.want {
			t.Errorf("%s: %q, not %q", name, got, tc.want)
		}
	}
}

// Time grows with units and columns, not with their product to the square.
func BenchmarkCompareManyUnits(b *testing.B) {
	const n = 20_000
	g, v := make([]float64, n), make([]float64, n)
	for i := range g {
		g[i], v[i] = float64(i%500), float64(i)/3
	}
	view := likeness.NewView(&spec.Frame{Keys: []string{"g"}, Columns: []spec.Column{num("g", g...), num("v", v...)}})
	s := sheet(num("w", v[:n-1]...))
	for b.Loop() {
		view.Compare(s)
	}
}
