package source

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/document"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

// Transforms applies those of a view.
func (r *Reader) Transforms(o document.Object, rows flow.Rows) flow.Rows {
	list, ok := o.Array("transform")
	if len(list) > maxTransforms {
		r.Unsupported(o.At("transform"), "the view has more than %d transforms", maxTransforms)
		return rows
	}
	if !ok {
		return rows
	}
	for i, v := range list {
		t, ok := r.Object(v, fmt.Sprintf("%s/%d", o.At("transform"), i))
		if !ok || r.List.Errors() {
			return rows
		}
		rows = r.transform(t, rows)
	}
	return rows
}

// kinds of transforms by the property that tells them apart, in the order in which it is looked for.
var kinds = []struct {
	key string
	do  func(*Reader, document.Object, flow.Rows) (flow.Rows, error)
}{
	{"filter", (*Reader).filter}, {"calculate", (*Reader).calculate}, {"aggregate", (*Reader).aggregate}, {"joinaggregate", (*Reader).joinAggregate}, {"fold", (*Reader).fold},
	{"stack", (*Reader).stackTransform}, {"window", (*Reader).window}, {"bin", (*Reader).binTransform}, {"timeUnit", (*Reader).unitTransform},
}

func (r *Reader) transform(t document.Object, rows flow.Rows) flow.Rows {
	for _, k := range kinds {
		if !t.Has(k.key) {
			continue
		}
		out, err := k.do(r, t, rows)
		if err != nil {
			r.Unsupported(t.At(k.key), "%v", err)
		}
		t.Done("a " + k.key + " transform")
		return out
	}
	name := "this transform"
	for _, k := range []string{"lookup", "impute", "flatten", "pivot", "sample", "density", "regression", "loess", "quantile", "extent"} {
		if t.Has(k) {
			name = "the transform " + k
		}
	}
	r.Unsupported(t.Pointer, "%s is not read", name)
	return rows
}

func (r *Reader) filter(t document.Object, rows flow.Rows) (flow.Rows, error) {
	v, _ := t.Get("filter")
	keep := r.predicate(v, t.At("filter"), 0)
	if keep == nil {
		return rows, nil
	}
	return rows.Where(keep), nil
}

func (r *Reader) calculate(t document.Object, rows flow.Rows) (flow.Rows, error) {
	text, _ := t.Text("calculate")
	as, ok := t.Text("as")
	f := r.expression(text, t.At("calculate"))
	if f == nil || !ok {
		return rows, nil
	}
	return rows.With(as, f), nil
}

// aggregates reads a list of {op, field, as}.
func (r *Reader) aggregates(t document.Object, key string) []flow.Aggregate {
	list, _ := t.Array(key)
	var out []flow.Aggregate
	for i, v := range list {
		o, ok := r.Object(v, fmt.Sprintf("%s/%d", t.At(key), i))
		if !ok {
			continue
		}
		var a flow.Aggregate
		a.Op, _ = o.Text("op")
		a.Field, _ = o.Text("field")
		a.As, _ = o.Text("as")
		if !slices.Contains(flow.Ops, a.Op) {
			r.Unsupported(o.At("op"), "the aggregate %q is not read", a.Op)
		}
		if a.As == "" {
			a.As = a.Op + "_" + a.Field
		}
		o.Done("an aggregate")
		out = append(out, a)
	}
	return out
}

func (r *Reader) aggregate(t document.Object, rows flow.Rows) (flow.Rows, error) {
	aggs := r.aggregates(t, "aggregate")
	by, _ := t.Texts("groupby")
	if r.List.Errors() {
		return rows, nil
	}
	return rows.Aggregate(by, aggs)
}

func (r *Reader) joinAggregate(t document.Object, rows flow.Rows) (flow.Rows, error) {
	aggs := r.aggregates(t, "joinaggregate")
	by, _ := t.Texts("groupby")
	if r.List.Errors() {
		return rows, nil
	}
	return rows.JoinAggregate(by, aggs)
}

func (r *Reader) fold(t document.Object, rows flow.Rows) (flow.Rows, error) {
	fields, ok := t.Texts("fold")
	as := []string{"key", "value"}
	if given, ok := t.Texts("as"); ok && len(given) == 2 {
		as = given
	}
	if !ok {
		return rows, nil
	}
	return rows.Fold(fields, as[0], as[1])
}

// order reads a list of {field, order}.
func (r *Reader) order(t document.Object) flow.Sort {
	var s flow.Sort
	list, _ := t.Array("sort")
	for i, v := range list {
		o, ok := r.Object(v, fmt.Sprintf("%s/%d", t.At("sort"), i))
		if !ok {
			continue
		}
		f, _ := o.Text("field")
		how, _ := o.Text("order")
		s.Fields, s.Descending = append(s.Fields, f), append(s.Descending, how == "descending")
		o.Done("a sort")
	}
	return s
}

func (r *Reader) stackTransform(t document.Object, rows flow.Rows) (flow.Rows, error) {
	field, _ := t.Text("stack")
	by, _ := t.Texts("groupby")
	offset, _ := t.Text("offset")
	var as []string
	if one, ok := t.Members["as"].(string); ok {
		t.Seen["as"] = true
		as = []string{one, one + "_end"}
	} else {
		as, _ = t.Texts("as")
	}
	if len(as) != 2 {
		return rows, fmt.Errorf("a stack transform names two fields in as")
	}
	if offset != "" && !slices.Contains(Offsets, offset) {
		return rows, fmt.Errorf("the offset %q is not read", offset)
	}
	return rows.Stack(by, field, r.order(t), offset, as[0], as[1]), nil
}

// Offsets are the ways to stack.
var Offsets = []string{"zero", "normalize", "center"}

func (r *Reader) window(t document.Object, rows flow.Rows) (flow.Rows, error) {
	list, _ := t.Array("window")
	var ops []flow.Window
	for i, v := range list {
		o, ok := r.Object(v, fmt.Sprintf("%s/%d", t.At("window"), i))
		if !ok {
			continue
		}
		var w flow.Window
		w.Op, _ = o.Text("op")
		w.Field, _ = o.Text("field")
		w.As, _ = o.Text("as")
		w.Param, _ = o.Number("param")
		if !slices.Contains(flow.Ops, w.Op) && !slices.Contains(flow.WindowOps, w.Op) {
			r.Unsupported(o.At("op"), "the window operation %q is not read", w.Op)
		}
		o.Done("a window")
		ops = append(ops, w)
	}
	by, _ := t.Texts("groupby")
	s := r.order(t)
	frame := flow.Frame{After: new(int)}
	if l, ok := t.Array("frame"); ok && len(l) == 2 {
		for i, to := range []**int{&frame.Before, &frame.After} {
			if f, ok := document.Float(l[i]); ok && f > -1e6 && f < 1e6 {
				n := int(f)
				*to = &n
			} else if l[i] == nil {
				*to = nil
			} else {
				r.Invalid(fmt.Sprintf("%s/%d", t.At("frame"), i), "this is no number of rows")
			}
		}
	}
	frame.NoPeers, _ = t.Flag("ignorePeers")
	if r.List.Errors() {
		return rows, nil
	}
	return rows.Window(by, s, frame, ops)
}

// Bins reads the settings of bins; false where there are none.
func (r *Reader) Bins(v any, ptr string, most float64) (b flow.Bins, binned, ok bool) {
	b.MaxBins = most
	switch x := v.(type) {
	case bool:
		return b, false, x
	case nil:
		return b, false, false
	case string:
		return b, x == "binned", x == "binned"
	}
	o, is := r.Object(v, ptr)
	if !is {
		return b, false, false
	}
	if on, given := o.Flag("binned"); given && on {
		o.Done("bins", "step", "maxbins")
		return b, true, true
	}
	for key, to := range map[string]*float64{"maxbins": &b.MaxBins, "base": &b.Base, "step": &b.Step, "minstep": &b.MinStep} {
		if f, ok := o.Number(key); ok {
			*to = f
		}
	}
	b.Steps, _ = o.Numbers("steps")
	b.Divide, _ = o.Numbers("divide")
	if e, ok := o.Numbers("extent"); ok && len(e) == 2 {
		b.Extent = &[2]float64{e[0], e[1]}
	}
	if nice, ok := o.Flag("nice"); ok {
		b.Plain = !nice
	}
	o.Done("bins")
	return b, false, true
}

func (r *Reader) binTransform(t document.Object, rows flow.Rows) (flow.Rows, error) {
	v, _ := t.Get("bin")
	b, binned, ok := r.Bins(v, t.At("bin"), 10)
	field, _ := t.Text("field")
	as := r.oneOrTwo(t)
	if !ok || binned || len(as) == 0 {
		return rows, fmt.Errorf("the bins are not read")
	}
	out, fine := rows.Bin(field, b, as[0], as[1])
	if !fine {
		return rows, fmt.Errorf("the bins of %s cannot be made", field)
	}
	return out, nil
}

func (r *Reader) oneOrTwo(t document.Object) []string {
	if one, ok := t.Members["as"].(string); ok {
		t.Seen["as"] = true
		return []string{one, one + "_end"}
	}
	as, _ := t.Texts("as")
	if len(as) == 1 {
		as = append(as, as[0]+"_end")
	}
	return as
}

func (r *Reader) unitTransform(t document.Object, rows flow.Rows) (flow.Rows, error) {
	name, _ := t.Text("timeUnit")
	field, _ := t.Text("field")
	as := r.oneOrTwo(t)
	unit, ok := flow.ParseUnit(name)
	if !ok || len(as) == 0 {
		return rows, fmt.Errorf("the time unit %q is not read", name)
	}
	return rows.TimeUnit(field, unit, as[0], as[1]), nil
}

// Dated gives a field as moments.
func Dated(rows flow.Rows, from []string, as string) flow.Rows {
	return rows.With(as, func(row formula.Row) any { return formula.ParseDate(flow.Get(row, from)) })
}
