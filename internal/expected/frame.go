package expected

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// FromFrame says what rows of a view look like when they are drawn. X, Y and Group
// name columns; a histogram names one only (the other channel is absent or "count").
// Rows without a value in one of them cannot be drawn and are left out.
func FromFrame(slot spec.VisualSlot, f *spec.Frame) (Marks, error) {
	xc, yc := fieldOf(slot.X), fieldOf(slot.Y)
	unitOf := func(c *spec.Column, ch *spec.Channel) string {
		if c.Unit == "" && ch != nil {
			return ch.Unit
		}
		return c.Unit
	}
	var out Marks
	var x, y, g *spec.Column
	if f != nil {
		x, y = f.Column(xc), f.Column(yc)
	}
	if y == nil && x != nil && numeric(x) && Counts(slot.Y) { // histogram: the sample stands on x
		x, y = nil, x
		out.Unit = unitOf(y, slot.X)
	} else if y == nil || !numeric(y) {
		return Marks{}, fmt.Errorf("%w: %s: the view has no numeric column %q", ErrField, slot.ID, yc)
	} else {
		out.Unit = unitOf(y, slot.Y)
		if x == nil && !Counts(slot.X) {
			return Marks{}, fmt.Errorf("%w: %s: the view has no column %q", ErrField, slot.ID, xc)
		}
		if x != nil {
			out.XUnit, out.Time = unitOf(x, slot.X), x.Kind == spec.ColumnTime
		}
	}
	if gc := fieldOf(slot.Group); gc != "" {
		if g = f.Column(gc); g == nil {
			return Marks{}, fmt.Errorf("%w: %s: the view has no column %q", ErrField, slot.ID, gc)
		}
	}
	seen, unique := map[string]bool{}, x != nil && x.Kind == spec.ColumnText || x == nil && g != nil
	out.Y = slices.Grow(out.Y, f.Rows())
	for i := range f.Rows() {
		if y.IsMissing(i) || math.IsNaN(y.Num[i]) || x != nil && gap(x, i) || g != nil && gap(g, i) {
			continue
		}
		key := ""
		switch {
		case x == nil:
		case numeric(x):
			out.At = append(out.At, x.Num[i])
		default:
			out.X = append(out.X, cell(x, i))
			key = Label(cell(x, i))
		}
		if g != nil {
			label := Label(cell(g, i))
			out.Group = append(out.Group, label)
			key += "\x00" + label
		}
		out.Y = append(out.Y, y.Num[i])
		if unique = unique && !seen[key]; unique {
			seen[key] = true
		}
	}
	out.Keyed = unique && len(out.Y) > 0
	return out, nil
}

func fieldOf(c *spec.Channel) string {
	if c == nil {
		return ""
	}
	return c.Field
}

// Counts reports whether a channel stands for no column but for a number of rows: it is
// absent, names no field, or "count" and the like.
func Counts(c *spec.Channel) bool {
	switch strings.ToLower(fieldOf(c)) {
	case "", "count", "density", "frequency", "proportion", "percent":
		return true
	}
	return false
}

func numeric(c *spec.Column) bool { return c.Kind == spec.ColumnNumber || c.Kind == spec.ColumnTime }

// gap reports whether a cell holds nothing that could be drawn.
func gap(c *spec.Column, i int) bool {
	return c.IsMissing(i) || c.Kind != spec.ColumnText && c.Kind != spec.ColumnBool && math.IsNaN(c.Num[i])
}

func cell(c *spec.Column, i int) spec.Value {
	switch {
	case c.IsMissing(i):
		return spec.Value{}
	case c.Kind == spec.ColumnText:
		return spec.TextValue(c.Text[i])
	case c.Kind == spec.ColumnBool:
		return spec.Value{Kind: spec.ValueBool, Bool: c.Num[i] != 0}
	case math.IsNaN(c.Num[i]):
		return spec.Value{}
	}
	return spec.NumberValue(c.Num[i])
}
