package visual

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Errors that FromResult and FromFrame wrap: the slot and its input do not fit.
var (
	ErrInput = errors.New("a visual slot cannot be drawn from its input")
	ErrField = errors.New("no such field")
)

// Expected is what a slot shows when it is drawn rightly. X, Y and Group have one
// element per mark; X and Group may be nil. Exactly one of three readings applies:
// labelled marks (Keyed), each known by its X and Group; rows of a view, compared as a
// multiset; a straight line (Fit).
type Expected struct {
	X         []spec.Value // position: number, or text for a category
	Y         []float64    // value; for a histogram or box the raw sample
	Group     []string
	Time      bool       // X are days since 1970-01-01
	Keyed     bool       // X and Group name each mark once
	Intervals []Interval // accepted and other known uncertainties
	Fit       *Fit
	Unit      string // of Y and the intervals; empty where it is not known
	XUnit     string
}

// Interval is one kind of uncertainty of all marks, as ends.
type Interval struct {
	Kind   spec.UncertaintyKind
	Level  float64 // 0 where it has none
	Lo, Hi []float64
}

// Fit is the line Y = Intercept + Slope X. Where the intercept is not known (NaN) only
// the slope counts.
type Fit struct{ Slope, Intercept float64 }

// ResultInput is one result that a slot is drawn from: a regenerated one, or the
// oracle's answer. Index labels the elements of an array.
type ResultInput struct {
	Slot        spec.ResultSlot
	Value       spec.Value
	Index       []spec.Value
	Uncertainty []spec.Uncertainty
	Unit        string
}

// FromResult says what results look like when they are drawn: an array or table as one
// mark per label, scalars as one mark each, slope and intercept as a line (the slope
// alone where only it is given).
func FromResult(slot spec.VisualSlot, inputs []ResultInput) (Expected, error) {
	if len(inputs) == 0 {
		return Expected{}, fmt.Errorf("%w: %s has no result to show", ErrInput, slot.ID)
	}
	if e, ok, err := line(slot, inputs); ok || err != nil {
		return e, err
	}
	out := Expected{Keyed: true}
	if slot.X != nil {
		out.XUnit = slot.X.Unit
	}
	for i, in := range inputs {
		part, err := resultMarks(slot, in)
		if err != nil {
			return Expected{}, fmt.Errorf("%w: %s: result %s: %w", ErrInput, slot.ID, in.Slot.ID, err)
		}
		if i == 0 {
			out.Unit = part.Unit
		} else if err := part.in(out.Unit); err != nil {
			return Expected{}, fmt.Errorf("%w: %s: result %s: %w", ErrInput, slot.ID, in.Slot.ID, err)
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
	}
	for _, x := range out.X {
		if x.Missing() && len(out.Y) > 1 {
			return Expected{}, fmt.Errorf("%w: %s: %d marks of which not all have a label; give the results an index or groups", ErrInput, slot.ID, len(out.Y))
		}
	}
	return out, nil
}

// in converts values and ends to another unit, where both are known.
func (e *Expected) in(to string) error {
	if e.Unit == "" || to == "" || unit.Same(e.Unit, to) {
		return nil
	}
	scale, err := conversion(e.Unit, to)
	if err != nil {
		return err
	}
	lists := [][]float64{e.Y}
	for _, iv := range e.Intervals {
		lists = append(lists, iv.Lo, iv.Hi)
	}
	for _, f := range lists {
		for i := range f {
			f[i] = scale.of(f[i])
		}
	}
	e.Unit = to
	return nil
}

// linear is the map v -> a + b v between two units.
type linear struct{ a, b float64 }

func (l linear) of(v float64) float64 {
	if l.b == 0 || l.a == 0 && l.b == 1 {
		return v
	}
	return l.a + float64(l.b*v)
}

// conversion is the map from one unit to another, points on scales with a zero of
// their own included.
func conversion(from, to string) (linear, error) {
	a, err := unit.ConvertPoint(0, from, to)
	if err != nil {
		return linear{}, err
	}
	b, err := unit.ConvertPoint(1, from, to)
	if err != nil {
		return linear{}, err
	}
	if a == 0 {
		return linear{0, b}, nil
	}
	return linear{a, b - a}, nil
}

// resultMarks is one result as labelled marks.
func resultMarks(slot spec.VisualSlot, in ResultInput) (Expected, error) {
	e := Expected{Unit: in.Unit}
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
		return Expected{}, fmt.Errorf("its value %s is no number and no list of numbers", in.Value)
	}
	for _, v := range vals {
		e.Y = append(e.Y, v.F)
	}
	switch {
	case len(in.Index) == len(vals) && in.Value.Kind == spec.ValueArray:
		e.X = in.Index
	case in.Value.Kind == spec.ValueArray && len(in.Slot.Groups) == len(vals):
		for _, g := range in.Slot.Groups {
			e.X = append(e.X, spec.TextValue(g))
		}
	case in.Value.Kind == spec.ValueArray:
		return Expected{}, fmt.Errorf("its %d values have %d labels in index", len(vals), len(in.Index))
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
func tableMarks(slot spec.VisualSlot, in ResultInput, e Expected) (Expected, error) {
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
		return Expected{}, fmt.Errorf("%w: the table has no column to draw among %s", ErrField, strings.Join(t.Columns, ", "))
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
			return Expected{}, fmt.Errorf("%s holds %s, which is no number", t.Columns[at], row[at])
		}
		e.Y = append(e.Y, n.F)
		var labels []string
		for _, i := range by {
			labels = append(labels, labelText(row[i]))
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

// labelText is a label as text, numbers in their shortest form.
func labelText(v spec.Value) string {
	switch v.Kind {
	case spec.ValueText:
		return v.Text
	case spec.ValueNumber:
		return strconv.FormatFloat(v.Num.F, 'g', -1, 64)
	case spec.ValueBool:
		return strconv.FormatBool(v.Bool)
	}
	return ""
}

// line reads inputs as a straight line: a scalar slope, and an intercept where one is
// given. It applies where the slot accepts nothing but lines and the results come from
// an estimator of lines.
func line(slot spec.VisualSlot, inputs []ResultInput) (Expected, bool, error) {
	for _, m := range slot.Marks {
		if m != spec.MarkLine && m != spec.MarkBand {
			return Expected{}, false, nil
		}
	}
	e := Expected{Fit: &Fit{Slope: math.NaN(), Intercept: math.NaN()}}
	if slot.X != nil {
		e.XUnit = slot.X.Unit
	}
	if slot.Y != nil {
		e.Unit = slot.Y.Unit
	}
	for _, in := range inputs {
		n, ok := in.Value.Number()
		part := linePart(in.Slot)
		if !ok || part == "" {
			return Expected{}, false, nil
		}
		v, from := n.F, in.Unit
		if from == "" {
			from = in.Slot.Unit
		}
		to := e.Unit
		if part == "slope" && e.Unit != "" && e.XUnit != "" {
			to = "(" + e.Unit + ")/(" + e.XUnit + ")"
		} else if part == "slope" {
			to = ""
		}
		if c, err := unit.Convert(v, from, to); from != "" && to != "" && err == nil {
			v = c
		} else if s, ok := scaleOf(in.Slot); ok {
			v /= s
		}
		if part == "intercept" {
			if e.Unit == "" {
				e.Unit = from
			}
			e.Fit.Intercept = v
		} else {
			e.Fit.Slope = v
		}
	}
	if math.IsNaN(e.Fit.Slope) {
		return Expected{}, false, fmt.Errorf("%w: %s draws a line, but no input is its slope", ErrInput, slot.ID)
	}
	return e, true, nil
}

// linePart says which part of a line a result slot estimates.
func linePart(r spec.ResultSlot) string {
	for _, m := range r.Methods {
		term := m.Oracle.Args["term"].Text
		switch {
		case m.Oracle.Estimator == "linear_trend":
			return "slope"
		case m.Oracle.Estimator == "ols" && strings.EqualFold(term, "intercept"):
			return "intercept"
		case m.Oracle.Estimator == "ols":
			return "slope"
		}
	}
	return ""
}

// scaleOf is the factor that a result's oracle multiplies its value with.
func scaleOf(r spec.ResultSlot) (float64, bool) {
	for _, m := range r.Methods {
		if n, ok := m.Oracle.Args["scale"].Number(); ok && n.F != 0 {
			return n.F, true
		}
	}
	return 1, false
}

// FromFrame says what rows of a view look like when they are drawn. X, Y and Group
// name columns; a histogram names one only (the other channel is absent or "count").
// Rows without a value in one of them cannot be drawn and are left out.
func FromFrame(slot spec.VisualSlot, f *spec.Frame) (Expected, error) {
	xc, yc := fieldOf(slot.X), fieldOf(slot.Y)
	unitOf := func(c *spec.Column, ch *spec.Channel) string {
		if c.Unit == "" && ch != nil {
			return ch.Unit
		}
		return c.Unit
	}
	var out Expected
	var x, y, g *spec.Column
	if f != nil {
		x, y = f.Column(xc), f.Column(yc)
	}
	if y == nil && x != nil && numeric(x) && countField(yc) { // histogram: the sample stands on x
		x, y = nil, x
		out.Unit = unitOf(y, slot.X)
	} else if y == nil || !numeric(y) {
		return Expected{}, fmt.Errorf("%w: %s: the view has no numeric column %q", ErrField, slot.ID, yc)
	} else {
		out.Unit = unitOf(y, slot.Y)
		if x == nil && xc != "" && !countField(xc) {
			return Expected{}, fmt.Errorf("%w: %s: the view has no column %q", ErrField, slot.ID, xc)
		}
		if x != nil {
			out.XUnit, out.Time = unitOf(x, slot.X), x.Kind == spec.ColumnTime
		}
	}
	if gc := fieldOf(slot.Group); gc != "" {
		if g = f.Column(gc); g == nil {
			return Expected{}, fmt.Errorf("%w: %s: the view has no column %q", ErrField, slot.ID, gc)
		}
	}
	seen, unique := map[string]bool{}, true
	for i := range f.Rows() {
		if y.IsMissing(i) || math.IsNaN(y.Num[i]) || x != nil && cell(x, i).Missing() || g != nil && cell(g, i).Missing() {
			continue
		}
		key := ""
		if x != nil {
			out.X = append(out.X, cell(x, i))
			key = labelText(cell(x, i))
		}
		if g != nil {
			out.Group = append(out.Group, labelText(cell(g, i)))
			key += "\x00" + labelText(cell(g, i))
		}
		out.Y = append(out.Y, y.Num[i])
		unique = unique && !seen[key]
		seen[key] = true
	}
	out.Keyed = unique && len(out.Y) > 0 && (x != nil && x.Kind == spec.ColumnText || x == nil && g != nil)
	return out, nil
}

func fieldOf(c *spec.Channel) string {
	if c == nil {
		return ""
	}
	return c.Field
}

func countField(s string) bool {
	switch strings.ToLower(s) {
	case "", "count", "density", "frequency", "proportion", "percent":
		return true
	}
	return false
}

func numeric(c *spec.Column) bool { return c.Kind == spec.ColumnNumber || c.Kind == spec.ColumnTime }

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
