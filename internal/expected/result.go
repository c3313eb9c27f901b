package expected

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// FromResult says what results look like when they are drawn: an array or table as one
// mark per label, scalars as one mark each, slope and intercept as a line (the slope
// alone where only it is given). Where the slot has a group channel, the array of a result
// that is about one group is a series of that name.
func FromResult(slot spec.VisualSlot, inputs []Input) (Marks, error) {
	if len(inputs) == 0 {
		return Marks{}, fmt.Errorf("%w: %s has no result to show", ErrInput, slot.ID)
	}
	if e, ok, err := line(slot, inputs); ok || err != nil {
		return e, err
	}
	out := Marks{Keyed: true}
	if id := inputs[0].ID; id != "" && len(inputs) == 1 {
		out.Source = "result " + id
	}
	if slot.X != nil {
		out.XUnit = slot.X.Unit
	}
	var groups []string
	for i, in := range inputs {
		part, err := resultMarks(slot, in)
		if err != nil {
			return Marks{}, fmt.Errorf("%w: %s: result %s: %w", ErrInput, slot.ID, in.Slot.ID, err)
		}
		if i == 0 {
			out.Unit = part.Unit
		} else if err := part.in(out.Unit); err != nil {
			return Marks{}, fmt.Errorf("%w: %s: result %s: %w", ErrInput, slot.ID, in.Slot.ID, err)
		}
		if i > 0 && len(part.Intervals) != len(out.Intervals) {
			out.Intervals, part.Intervals = nil, nil
		}
		for j, iv := range part.Intervals {
			if i == 0 {
				out.Intervals = append(out.Intervals, iv)
			} else {
				o := &out.Intervals[j]
				o.Lo, o.Hi = append(o.Lo, iv.Lo...), append(o.Hi, iv.Hi...)
			}
		}
		out.X, out.Y = append(out.X, part.X...), append(out.Y, part.Y...)
		if part.Group == nil {
			part.Group = make([]string, len(part.Y))
		}
		groups = append(groups, part.Group...)
	}
	if slices.ContainsFunc(groups, func(g string) bool { return g != "" }) {
		out.Group = groups
	}
	for _, x := range out.X {
		if x.Missing() && len(out.Y) > 1 {
			return Marks{}, fmt.Errorf("%w: %s: %d marks of which not all have a label; give the results an index or groups", ErrInput, slot.ID, len(out.Y))
		}
	}
	return out, nil
}

// resultMarks is one result as labelled marks.
func resultMarks(slot spec.VisualSlot, in Input) (Marks, error) {
	e := Marks{Unit: in.Unit}
	if e.Unit == "" {
		e.Unit = in.Slot.Unit
	}
	if e.Unit == "" && slot.Y != nil {
		e.Unit = slot.Y.Unit
	}
	if in.Value.Kind == spec.ValueTable {
		return tableMarks(slot, in, e)
	}
	vals, ok := in.Value.Numbers()
	if !ok || len(vals) == 0 {
		return Marks{}, fmt.Errorf("its value %s is no number and no list of numbers", in.Value)
	}
	for _, v := range vals {
		e.Y = append(e.Y, v.F)
	}
	switch {
	case len(in.Index) == len(vals) && in.Value.Kind == spec.ValueArray:
		e.X = in.Index
		if slot.Group != nil && len(in.Slot.Groups) == 1 {
			e.Group = slices.Repeat(in.Slot.Groups, len(vals))
		}
	case in.Value.Kind == spec.ValueArray && len(in.Slot.Groups) == len(vals):
		for _, g := range in.Slot.Groups {
			e.X = append(e.X, spec.TextValue(g))
		}
	case in.Value.Kind == spec.ValueArray:
		return Marks{}, fmt.Errorf("its %d values have %d labels in index", len(vals), len(in.Index))
	case len(in.Slot.Groups) == 1:
		e.X = []spec.Value{spec.TextValue(in.Slot.Groups[0])}
	default:
		e.X = []spec.Value{{}}
	}
	for _, u := range in.Uncertainty {
		if iv, ok := ends(u, e.Y); ok {
			e.Intervals = append(e.Intervals, iv)
		}
	}
	return e, nil
}

// ends reads an uncertainty as an interval around each value: its ends, or the value
// less and plus its size.
func ends(u spec.Uncertainty, values []float64) (Interval, bool) {
	if u.Kind == "" || u.Kind == spec.UncertaintyNone {
		return Interval{}, false
	}
	iv := Interval{Kind: u.Kind}
	if l, ok := u.Level.Number(); ok {
		iv.Level = l.F
	}
	lo, okLo := u.Lower.Numbers()
	hi, okHi := u.Upper.Numbers()
	size, okSize := u.Value.Numbers()
	for i, v := range values {
		switch {
		case okLo && okHi && len(lo) == len(values) && len(hi) == len(values):
			iv.Lo, iv.Hi = append(iv.Lo, lo[i].F), append(iv.Hi, hi[i].F)
		case okSize && len(size) == len(values):
			iv.Lo, iv.Hi = append(iv.Lo, v-size[i].F), append(iv.Hi, v+size[i].F)
		default:
			return Interval{}, false
		}
	}
	return iv, true
}

// tableMarks draws one column of a table result: that which the channel y names, or
// the first that is a known statistic; its text columns label the marks.
func tableMarks(slot spec.VisualSlot, in Input, e Marks) (Marks, error) {
	t := in.Value
	column := func(name string) int {
		for i, c := range t.Columns {
			if strings.EqualFold(c, name) {
				return i
			}
		}
		return -1
	}
	at := -1
	if slot.Y != nil {
		at = column(slot.Y.Field)
	}
	for _, s := range []string{"value", "mean", "median", "count", "sd", "se", "min", "max"} {
		if at < 0 {
			at = column(s)
		}
	}
	if at < 0 || len(t.Rows) == 0 {
		return Marks{}, fmt.Errorf("%w: the table has no column to draw among %s", ErrField, strings.Join(t.Columns, ", "))
	}
	var by []int
	for i := range t.Columns {
		if t.Rows[0][i].Kind == spec.ValueText || i == 0 && i != at {
			by = append(by, i)
		}
	}
	sizes := map[spec.UncertaintyKind][]spec.Value{}
	for _, row := range t.Rows {
		n, ok := row[at].Number()
		if !ok {
			return Marks{}, fmt.Errorf("%s holds %s, which is no number", t.Columns[at], row[at])
		}
		e.Y = append(e.Y, n.F)
		var labels []string
		for _, i := range by {
			labels = append(labels, Label(row[i]))
		}
		if len(by) == 1 {
			e.X = append(e.X, row[by[0]])
		} else {
			e.X = append(e.X, spec.TextValue(strings.Join(labels, " / ")))
		}
		for _, kind := range []spec.UncertaintyKind{spec.UncertaintySD, spec.UncertaintySE} {
			if i := column(string(kind)); i >= 0 && i != at {
				sizes[kind] = append(sizes[kind], row[i])
			}
		}
	}
	for _, kind := range []spec.UncertaintyKind{spec.UncertaintySD, spec.UncertaintySE} {
		if iv, ok := ends(spec.Uncertainty{Kind: kind, Value: spec.Value{Kind: spec.ValueArray, Items: sizes[kind]}}, e.Y); ok {
			e.Intervals = append(e.Intervals, iv)
		}
	}
	return e, nil
}
