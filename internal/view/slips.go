package view

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/table"
	"github.com/assaybench/assay/spec"
)

// slip is a step done in another way.
type slip struct {
	name, note string
	with       []spec.Step // in place of the step
}

// slipsOf are the usual slips with one step:
//
//	rows-kept       a filter, drop_missing or distinct was left out
//	rows-lost       rows without a group's key, or without a partner in a join, went
//	codes-kept      codes of missing values were taken for values
//	fill-left-out   missing cells, or those of a pivot, were not filled
//	fill-overall    they were filled from the whole view, not from their group
//	weights-ignored rows count alike
//	bin-closed      intervals are closed on the other side
//	groups-ignored  a window ran over the borders of its groups
//	ties            tied values are ranked by another rule
//	rank-reversed   ranks run the other way
//	cells-mean      repeated cells of a pivot were averaged, as software does unasked
func slipsOf(s spec.Step) []slip {
	switch {
	case s.Filter != "":
		return []slip{{"rows-kept", "without the filter " + s.Filter, nil}}
	case s.DropMissing != nil:
		return []slip{{"rows-kept", "with the rows kept that lack a value", nil}}
	case s.Distinct != nil:
		return []slip{{"rows-kept", "with repeated rows kept", nil}}
	case s.Missing != nil:
		return []slip{{"codes-kept", "with codes of missing values taken for values", nil}}
	case s.Fill != nil:
		out := []slip{{"fill-left-out", "with missing cells left missing", nil}}
		if s.Fill.By != nil {
			f := *s.Fill
			f.By = nil
			out = append(out, slip{"fill-overall", "with missing cells filled from the whole view", []spec.Step{{Fill: &f}}})
		}
		return out
	case s.Group != nil && len(s.Group.Aggregates) > 0:
		out := []slip{{"rows-lost", "with the rows dropped that lack a key", []spec.Step{{DropMissing: s.Group.By}, s}}}
		g := *s.Group
		g.Aggregates = slices.Clone(g.Aggregates)
		for i := range g.Aggregates {
			g.Aggregates[i].Weight = ""
		}
		return append(out, slip{"weights-ignored", "without the weights", []spec.Step{{Group: &g}}})
	case s.Join != nil && s.Join.Kind == "left":
		j := *s.Join
		j.Kind = "inner"
		return []slip{{"rows-lost", "with the rows dropped that have no partner", []spec.Step{{Join: &j}}}}
	case s.Bin != nil && s.Bin.Period == "":
		b := *s.Bin
		if b.Closed = "left"; s.Bin.Closed == "left" {
			b.Closed = "right"
		}
		return []slip{{"bin-closed", "with intervals closed on the " + b.Closed, []spec.Step{{Bin: &b}}}}
	case s.Window != nil:
		return windowSlips(*s.Window)
	case s.Pivot != nil:
		var out []slip
		if !s.Pivot.Fill.Missing() {
			p := *s.Pivot
			p.Fill = spec.Value{}
			out = append(out, slip{"fill-left-out", "with cells that no row goes to left missing", []spec.Step{{Pivot: &p}}})
		}
		if f := s.Pivot.Function; f != "" && f != "mean" {
			p := *s.Pivot
			p.Function = "mean"
			out = append(out, slip{"cells-mean", "with the mean of repeated cells", []spec.Step{{Pivot: &p}}})
		}
		return out
	}
	return nil
}

func windowSlips(w spec.Window) []slip {
	var out []slip
	add := func(name, note string, other spec.Window) {
		out = append(out, slip{name, note, []spec.Step{{Window: &other}}})
	}
	if w.By != nil {
		all := w
		all.By = nil
		add("groups-ignored", "computed across the borders of groups", all)
	}
	if w.Function == "rank" {
		for _, ties := range rankTies {
			if other := w; ties != w.Ties && (ties != "average" || w.Ties != "") {
				other.Ties = ties
				add("ties", "with ties ranked by "+ties, other)
			}
		}
		reversed := w
		reversed.Descending = !w.Descending
		add("rank-reversed", "ranked the other way", reversed)
	}
	return out
}

// alternatives are what slips with the last step of each kind, or dropping every
// incomplete row first, would have made of a view.
func (b *builder) alternatives(v *View) []Alternative {
	asset, steps := b.chain(v.Name)
	whole := Of(v.Name, asset)
	var out []Alternative
	add := func(s slip, from *View, steps []spec.Step) {
		other, err := b.run(from, steps)
		if err != nil || same(v, other) {
			return
		}
		if other.Rows() != v.Rows() {
			s.note += fmt.Sprintf(" (%d rows, not %d)", other.Rows(), v.Rows())
		}
		out = append(out, Alternative{s.name, s.note, other})
	}
	seen := map[string]bool{}
	for i, step := range slices.Backward(steps) {
		kind := kindOf(step)
		if seen[kind] {
			continue
		}
		seen[kind] = true
		for _, s := range slipsOf(step) {
			add(s, whole, slices.Concat(steps[:i:i], s.with, steps[i+1:]))
		}
	}
	if whole.lacks() {
		if complete, err := whole.complete(whole.Columns()); err == nil {
			add(slip{name: "rows-lost", note: "with every row dropped that lacks any value"}, complete, steps)
		}
	}
	return out
}

// chain is the asset that a sound view rests on, and all steps from there.
func (b *builder) chain(name string) (*table.Table, []spec.Step) {
	s := b.specs[name]
	if s.From == "" {
		return b.tables[s.Asset], s.Steps
	}
	asset, steps := b.chain(s.From)
	return asset, slices.Concat(steps, s.Steps)
}

func (v *View) lacks() bool {
	return slices.ContainsFunc(v.frame.Columns, func(c spec.Column) bool { return slices.Contains(c.Missing, true) })
}

// same reports whether two views have the same columns and cells.
func same(a, b *View) bool {
	if a.Rows() != b.Rows() || !slices.Equal(a.Columns(), b.Columns()) {
		return false
	}
	for j := range a.frame.Columns {
		x, y := &a.frame.Columns[j], &b.frame.Columns[j]
		if x.Kind != y.Kind || !slices.Equal(x.Text, y.Text) || !slices.EqualFunc(x.Num, y.Num, func(p, q float64) bool { return p == q || math.IsNaN(p) && math.IsNaN(q) }) {
			return false
		}
		for i := range a.Rows() {
			if x.IsMissing(i) != y.IsMissing(i) {
				return false
			}
		}
	}
	return true
}
