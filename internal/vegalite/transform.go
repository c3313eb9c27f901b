package vegalite

import (
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

// transforms applies those of a view.
func (r *reader) transforms(o object, rows flow.Rows) flow.Rows {
	list, ok := o.array("transform")
	if len(list) > maxTransforms {
		r.unsupported(o.at("transform"), "the view has more than %d transforms", maxTransforms)
		return rows
	}
	if !ok {
		return rows
	}
	for i, v := range list {
		t, ok := r.object(v, fmt.Sprintf("%s/%d", o.at("transform"), i))
		if !ok || r.list.Errors() {
			return rows
		}
		rows = r.transform(t, rows)
	}
	return rows
}

// kinds of transforms by the property that tells them apart, in the order in which it is looked for.
var kinds = []struct {
	key string
	do  func(*reader, object, flow.Rows) (flow.Rows, error)
}{
	{"filter", (*reader).filter}, {"calculate", (*reader).calculate}, {"aggregate", (*reader).aggregate}, {"joinaggregate", (*reader).joinAggregate}, {"fold", (*reader).fold},
	{"stack", (*reader).stackTransform}, {"window", (*reader).window}, {"bin", (*reader).binTransform}, {"timeUnit", (*reader).unitTransform},
}

func (r *reader) transform(t object, rows flow.Rows) flow.Rows {
	for _, k := range kinds {
		if !t.has(k.key) {
			continue
		}
		out, err := k.do(r, t, rows)
		if err != nil {
			r.unsupported(t.at(k.key), "%v", err)
		}
		t.done("a " + k.key + " transform")
		return out
	}
	name := "this transform"
	for _, k := range []string{"lookup", "impute", "flatten", "pivot", "sample", "density", "regression", "loess", "quantile", "extent"} {
		if t.has(k) {
			name = "the transform " + k
		}
	}
	r.unsupported(t.ptr, "%s is not read", name)
	return rows
}

func (r *reader) filter(t object, rows flow.Rows) (flow.Rows, error) {
	v, _ := t.get("filter")
	keep := r.predicate(v, t.at("filter"), 0)
	if keep == nil {
		return rows, nil
	}
	return rows.Where(keep), nil
}

func (r *reader) calculate(t object, rows flow.Rows) (flow.Rows, error) {
	text, _ := t.text("calculate")
	as, ok := t.text("as")
	f := r.expression(text, t.at("calculate"))
	if f == nil || !ok {
		return rows, nil
	}
	return rows.With(as, f), nil
}

// aggregates reads a list of {op, field, as}.
func (r *reader) aggregates(t object, key string) []flow.Aggregate {
	list, _ := t.array(key)
	var out []flow.Aggregate
	for i, v := range list {
		o, ok := r.object(v, fmt.Sprintf("%s/%d", t.at(key), i))
		if !ok {
			continue
		}
		var a flow.Aggregate
		a.Op, _ = o.text("op")
		a.Field, _ = o.text("field")
		a.As, _ = o.text("as")
		if !slices.Contains(flow.Ops, a.Op) {
			r.unsupported(o.at("op"), "the aggregate %q is not read", a.Op)
		}
		if a.As == "" {
			a.As = a.Op + "_" + a.Field
		}
		o.done("an aggregate")
		out = append(out, a)
	}
	return out
}

func (r *reader) aggregate(t object, rows flow.Rows) (flow.Rows, error) {
	aggs := r.aggregates(t, "aggregate")
	by, _ := t.texts("groupby")
	if r.list.Errors() {
		return rows, nil
	}
	return rows.Aggregate(by, aggs)
}

func (r *reader) joinAggregate(t object, rows flow.Rows) (flow.Rows, error) {
	aggs := r.aggregates(t, "joinaggregate")
	by, _ := t.texts("groupby")
	if r.list.Errors() {
		return rows, nil
	}
	return rows.JoinAggregate(by, aggs)
}

func (r *reader) fold(t object, rows flow.Rows) (flow.Rows, error) {
	fields, ok := t.texts("fold")
	as := []string{"key", "value"}
	if given, ok := t.texts("as"); ok && len(given) == 2 {
		as = given
	}
	if !ok {
		return rows, nil
	}
	return rows.Fold(fields, as[0], as[1])
}

// order reads a list of {field, order}.
func (r *reader) order(t object) flow.Sort {
	var s flow.Sort
	list, _ := t.array("sort")
	for i, v := range list {
		o, ok := r.object(v, fmt.Sprintf("%s/%d", t.at("sort"), i))
		if !ok {
			continue
		}
		f, _ := o.text("field")
		how, _ := o.text("order")
		s.Fields, s.Descending = append(s.Fields, f), append(s.Descending, how == "descending")
		o.done("a sort")
	}
	return s
}

func (r *reader) stackTransform(t object, rows flow.Rows) (flow.Rows, error) {
	field, _ := t.text("stack")
	by, _ := t.texts("groupby")
	offset, _ := t.text("offset")
	var as []string
	if one, ok := t.m["as"].(string); ok {
		t.seen["as"] = true
		as = []string{one, one + "_end"}
	} else {
		as, _ = t.texts("as")
	}
	if len(as) != 2 {
		return rows, fmt.Errorf("a stack transform names two fields in as")
	}
	if offset != "" && !slices.Contains(offsets, offset) {
		return rows, fmt.Errorf("the offset %q is not read", offset)
	}
	return rows.Stack(by, field, r.order(t), offset, as[0], as[1]), nil
}

var offsets = []string{"zero", "normalize", "center"}

func (r *reader) window(t object, rows flow.Rows) (flow.Rows, error) {
	list, _ := t.array("window")
	var ops []flow.Window
	for i, v := range list {
		o, ok := r.object(v, fmt.Sprintf("%s/%d", t.at("window"), i))
		if !ok {
			continue
		}
		var w flow.Window
		w.Op, _ = o.text("op")
		w.Field, _ = o.text("field")
		w.As, _ = o.text("as")
		w.Param, _ = o.number("param")
		if !slices.Contains(flow.Ops, w.Op) && !slices.Contains(flow.WindowOps, w.Op) {
			r.unsupported(o.at("op"), "the window operation %q is not read", w.Op)
		}
		o.done("a window")
		ops = append(ops, w)
	}
	by, _ := t.texts("groupby")
	s := r.order(t)
	frame := flow.Frame{After: new(int)}
	if l, ok := t.array("frame"); ok && len(l) == 2 {
		for i, to := range []**int{&frame.Before, &frame.After} {
			if f, ok := float(l[i]); ok && f > -1e6 && f < 1e6 {
				n := int(f)
				*to = &n
			} else if l[i] == nil {
				*to = nil
			} else {
				r.invalid(fmt.Sprintf("%s/%d", t.at("frame"), i), "this is no number of rows")
			}
		}
	}
	frame.NoPeers, _ = t.flag("ignorePeers")
	if r.list.Errors() {
		return rows, nil
	}
	return rows.Window(by, s, frame, ops)
}

// bins reads the settings of bins; false where there are none.
func (r *reader) bins(v any, ptr string, most float64) (b flow.Bins, binned, ok bool) {
	b.MaxBins = most
	switch x := v.(type) {
	case bool:
		return b, false, x
	case nil:
		return b, false, false
	case string:
		return b, x == "binned", x == "binned"
	}
	o, is := r.object(v, ptr)
	if !is {
		return b, false, false
	}
	if on, given := o.flag("binned"); given && on {
		o.done("bins", "step", "maxbins")
		return b, true, true
	}
	for key, to := range map[string]*float64{"maxbins": &b.MaxBins, "base": &b.Base, "step": &b.Step, "minstep": &b.MinStep} {
		if f, ok := o.number(key); ok {
			*to = f
		}
	}
	b.Steps, _ = o.numbers("steps")
	b.Divide, _ = o.numbers("divide")
	if e, ok := o.numbers("extent"); ok && len(e) == 2 {
		b.Extent = &[2]float64{e[0], e[1]}
	}
	if nice, ok := o.flag("nice"); ok {
		b.Plain = !nice
	}
	o.done("bins")
	return b, false, true
}

func (r *reader) binTransform(t object, rows flow.Rows) (flow.Rows, error) {
	v, _ := t.get("bin")
	b, binned, ok := r.bins(v, t.at("bin"), 10)
	field, _ := t.text("field")
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

func (r *reader) oneOrTwo(t object) []string {
	if one, ok := t.m["as"].(string); ok {
		t.seen["as"] = true
		return []string{one, one + "_end"}
	}
	as, _ := t.texts("as")
	if len(as) == 1 {
		as = append(as, as[0]+"_end")
	}
	return as
}

func (r *reader) unitTransform(t object, rows flow.Rows) (flow.Rows, error) {
	name, _ := t.text("timeUnit")
	field, _ := t.text("field")
	as := r.oneOrTwo(t)
	unit, ok := flow.ParseUnit(name)
	if !ok || len(as) == 0 {
		return rows, fmt.Errorf("the time unit %q is not read", name)
	}
	return rows.TimeUnit(field, unit, as[0], as[1]), nil
}

// dated gives a field as moments.
func dated(rows flow.Rows, from []string, as string) flow.Rows {
	return rows.With(as, func(row formula.Row) any { return formula.ParseDate(flow.Get(row, from)) })
}
