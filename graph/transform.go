package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// TransformMatch says where the view of a transform slot was seen in a run, and
// whether it reached an operation of an accepted family unchanged.
type TransformMatch struct {
	Verdict spec.Verdict            // of the transform node
	Data    map[string]spec.Verdict // of the edges from its assets, by path
	Cut     []int64                 // operations that hold the view, or a group of it, on the way to a consumer

	flow *flow
}

// flow is one view followed through a run.
type flow struct {
	o       *Observation
	v       *view
	out, in map[int64]*likeness // what an operation gave, and what it was given
	passed  map[passage]bool    // operations that were found to divide rows without losing any
	order   []int64
}

// passage is a unit of the view at an operation.
type passage struct {
	id   int64
	unit int
}

// unchanging are the families of operations whose output is not a choice of their
// input's rows, whatever its values happen to be.
var unchanging = map[string]bool{
	"aggregate": true, "group": true, "test": true, "fit": true, "predict": true, "correlate": true, "interval": true,
	"smooth": true, "plot": true, "format": true, "round": true, "write": true, "compare": true, "resample": true,
}

func (o *Observation) flow(frame *spec.Frame) *flow {
	f := &flow{o: o, v: newView(frame), out: map[int64]*likeness{}, in: map[int64]*likeness{}, passed: map[passage]bool{}}
	known := map[string]*likeness{}
	compare := func(id string, get func() []sheet) *likeness {
		l, ok := known[id]
		if !ok || id == "" {
			l = f.merge(get())
			known[id] = l
		}
		return l
	}
	for _, op := range o.t.Order {
		f.order = append(f.order, op.ID)
		if op.Err == "" {
			f.out[op.ID] = compare(valueID(op.Out), func() []sheet { return sheets(o.t, op.Out) })
		}
		f.in[op.ID] = f.given(op, compare)
	}
	return f
}

// given is what the arguments of an operation are to the view together: they hold
// what any of them holds, and change a unit where every one of them does. An argument
// is what its operation gave, unless the trace says that it was passed as something
// else.
func (f *flow) given(op *trace.Op, compare func(string, func() []sheet) *likeness) *likeness {
	var ins []*likeness
	all := true // every argument is known
	for _, in := range op.In {
		var l *likeness
		switch {
		case controls[in.Role] || in.Ref == 0 && in.FP == "":
			continue
		case f.o.t.Arrays[in.FP] != nil:
			l = compare("in "+in.FP, func() []sheet { return inputSheets(f.o.t, in.FP) })
			all = all && l != nil
		default:
			l, all = f.out[in.Ref], false
		}
		if l != nil {
			ins = append(ins, l)
		}
	}
	l := f.together(ins)
	if l == nil || all && len(ins) == 1 {
		return l
	}
	out := *l
	out.spoils = make([]*change, len(l.spoils))
	for u := range out.spoils {
		if all && !slices.ContainsFunc(ins, func(in *likeness) bool { return in.spoils[u] == nil }) {
			out.spoils[u] = l.spoils[u]
		}
	}
	return &out
}

// valueID names the content of a value with the names of its columns; empty where it
// has no fingerprint.
func valueID(v *trace.Value) string {
	if v == nil {
		return "-"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %v", v.Type, v.FP, v.Shape)
	for _, c := range v.Cols {
		if c.FP == "" {
			return ""
		}
		fmt.Fprintf(&b, " %q %s", c.Name, c.FP)
	}
	if v.FP == "" && len(v.Cols) == 0 {
		return ""
	}
	return b.String()
}

// merge is what several sheets of one value are to the view: nil where there is none.
func (f *flow) merge(ss []sheet) *likeness {
	var all []*likeness
	for _, s := range ss {
		all = append(all, f.v.compare(s))
	}
	return f.together(all)
}

// together is what several values in one place are to the view: they hold what any
// of them holds.
func (f *flow) together(all []*likeness) *likeness {
	if len(all) == 0 {
		return nil
	}
	if len(all) == 1 {
		return all[0]
	}
	l := f.v.nothing()
	for u := range l.holds {
		for _, a := range all {
			for k, h := range a.holds[u] {
				l.holds[u][k] = l.holds[u][k] || h
			}
			l.joint[u] = l.joint[u] || a.joint[u]
			if a.spoils[u] != nil {
				l.spoil(u, a.spoils[u])
			}
		}
		if slices.Contains(l.holds[u], true) {
			l.spoils[u] = nil
		}
	}
	return l
}

func (l *likeness) has(u int) bool { return l != nil && slices.Contains(l.holds[u], true) }

func (l *likeness) spoiled(u int) *change {
	if l == nil {
		return nil
	}
	return l.spoils[u]
}

// spoilt is how an operation changed the rows of unit u, nil where it let them
// through: it gave other rows of the unit than the view has, or gave something else
// and was itself given other rows.
func (f *flow) spoilt(id int64, u int) *change {
	if f.passed[passage{id, u}] || f.out[id].has(u) {
		return nil
	}
	op := f.o.t.Ops[id]
	if op == nil {
		return nil
	}
	if c := f.out[id].spoiled(u); c != nil && !unchanging[op.Fam] {
		return c
	}
	if f.in[id].has(u) {
		return nil
	}
	return f.in[id].spoiled(u)
}

// holds reports whether operation id has column k of unit u in hand, and passes it on.
func (f *flow) holds(id int64, u, k int) bool {
	return f.spoilt(id, u) == nil && (f.out[id] != nil && f.out[id].holds[u][k] || f.in[id] != nil && f.in[id].holds[u][k])
}

func (f *flow) start(id int64, u int) bool {
	return f.spoilt(id, u) == nil && (f.out[id].has(u) || f.in[id].has(u))
}

// above is everything from which unit u can have come to the consumers unchanged.
func (f *flow) above(consumers []int64, u int) map[int64]bool {
	return upward(f.o.data, consumers, func(id int64) bool { return f.spoilt(id, u) == nil })
}

// reaches reports whether some unit of the view came, unchanged, to one of the
// operations.
func (f *flow) reaches(ids []int64) bool {
	for u := range f.v.units {
		for id := range f.above(ids, u) {
			if f.start(id, u) {
				return true
			}
		}
	}
	return false
}

// arrival says how one unit came to the consumers.
type arrival struct {
	cut    []int64  // operations that hold it
	whole  bool     // every column came, row by row
	absent []string // columns that did not come
	change *change  // the way its rows were changed, where they were
	at     int64    // operation that changed them
}

// arrive follows one unit. Where only divisions of its rows stand in the way, they
// are let through and it is followed on.
func (f *flow) arrive(consumers []int64, u int) arrival {
	for {
		above := f.above(consumers, u)
		a := f.gather(above, u)
		spoilers := f.spoilers(consumers, above, u)
		if a.whole || len(spoilers) == 0 {
			return a
		}
		if f.split(spoilers, u) {
			for _, id := range spoilers {
				f.passed[passage{id, u}] = true
			}
			continue
		}
		for _, id := range spoilers {
			if c := f.spoilt(id, u); a.change == nil || c.size() < a.change.size() {
				a.change = c
			}
		}
		a.at = f.first(consumers, u, a.change)
		return a
	}
}

// first is the operation at which a change of unit u is first seen.
func (f *flow) first(consumers []int64, u int, c *change) int64 {
	among := upward(f.o.data, consumers, nil)
	for _, id := range f.order {
		if s := f.spoilt(id, u); among[id] && s != nil && s.want == c.want && s.got == c.got && s.same == c.same {
			return id
		}
	}
	return 0
}

// gather collects, among the given operations, those that hold unit u.
func (f *flow) gather(above map[int64]bool, u int) arrival {
	var a arrival
	columns := make([][]int64, len(f.v.values))
	for _, id := range f.order {
		if !above[id] || !f.start(id, u) {
			continue
		}
		a.cut = append(a.cut, id)
		a.whole = a.whole || f.out[id] != nil && f.out[id].joint[u] || f.in[id] != nil && f.in[id].joint[u]
		for k := range columns {
			if f.holds(id, u, k) {
				columns[k] = append(columns[k], id)
			}
		}
	}
	for k, ids := range columns {
		if len(ids) == 0 {
			a.absent = append(a.absent, f.v.values[k].Name)
		}
	}
	a.whole = a.whole || len(a.absent) == 0 && f.zipped(columns, u)
	return a
}

// zipped reports whether columns that were passed separately make up the rows.
func (f *flow) zipped(columns [][]int64, u int) bool {
	get := func(k int) (out []spec.Column) {
		for _, id := range columns[k] {
			for _, s := range f.contents(id) {
				for _, w := range s {
					if w.mix == "" && f.v.compareColumn(f.v.nothing(), w, k, f.v.values[k]) {
						out = append(out, w.col)
					}
				}
			}
			if len(out) >= maxAlignments/4 {
				break
			}
		}
		return out
	}
	return f.v.aligned(u, get)
}

// contents are the sheets that an operation gave and was given.
func (f *flow) contents(id int64) []sheet {
	op := f.o.t.Ops[id]
	out := sheets(f.o.t, op.Out)
	for _, in := range op.In {
		if in.FP != "" {
			out = append(out, inputSheets(f.o.t, in.FP)...)
		}
	}
	return out
}

// spoilers are the operations that changed the rows of unit u on their way to the
// consumers, the last ones first met from there, in order.
func (f *flow) spoilers(consumers []int64, above map[int64]bool, u int) []int64 {
	edge := map[int64]bool{}
	for _, id := range consumers {
		if f.spoilt(id, u) != nil {
			edge[id] = true
		}
	}
	for id := range above {
		for _, from := range f.o.data[id] {
			if f.spoilt(from, u) != nil {
				edge[from] = true
			}
		}
	}
	var out []int64
	for _, id := range f.order {
		if edge[id] {
			out = append(out, id)
		}
	}
	return out
}

// split reports whether the rows were only divided: the parts together make up the
// unit, or are the first of a loop that was followed for its first runs only.
func (f *flow) split(ids []int64, u int) bool {
	sum := map[int]map[uint64]int{}
	sites := map[trace.Site]int{}
	for _, id := range ids {
		c := f.spoilt(id, u)
		if !c.part() {
			return false
		}
		if sum[c.column] == nil {
			sum[c.column] = map[uint64]int{}
		}
		for _, code := range c.codes {
			sum[c.column][code]++
		}
		if s := f.o.t.Site(id); s != nil {
			sites[*s]++
		}
	}
	for column, parts := range sum {
		ref := f.v.units[u].joint
		if column >= 0 {
			ref = f.v.units[u].alone[column]
		}
		covered, disjoint := true, true
		for code, n := range ref.codes[0] {
			covered = covered && parts[code] >= n
			disjoint = disjoint && parts[code] <= n
		}
		looped := false
		for _, n := range sites {
			looped = looped || n >= f.o.runs()
		}
		if covered || disjoint && looped {
			return true
		}
	}
	return false
}

// Transform looks for the view of a slot in the run, among everything that the
// consumers depend on: the operations of the reported results and drawn marks that
// need the slot. A consumer without operations is one whose value was not traced;
// then, and where there are none, the whole run is searched.
//
// The node passes where every row of the view, and nothing else, came to an
// operation of an accepted family and from there to a consumer. Selections that
// divide the rows are followed; rows that get lost, are added or are relabelled on
// the way are not let through.
func (o *Observation) Transform(slot spec.TransformSlot, frame *spec.Frame, assets []spec.Asset, consumers [][]int64) TransformMatch {
	m := TransformMatch{Data: map[string]spec.Verdict{}}
	if frame.Rows() == 0 {
		m.Verdict = spec.MissingVerdict(spec.TransformMissing, fmt.Sprintf("the view of %s has no rows, so nothing can be compared with it", slot.ID), "Correct the view in the specification.")
		return m
	}
	f := o.flow(frame)
	m.flow = f
	refs, searchAll := slices.Concat(consumers...), len(consumers) == 0
	for _, c := range consumers {
		searchAll = searchAll || len(c) == 0
	}
	arrivals := f.arriveAll(refs)
	if searchAll && !complete(arrivals) {
		refs = f.order
		arrivals = f.arriveAll(refs)
	}
	for _, a := range arrivals {
		m.Cut = append(m.Cut, a.cut...)
	}
	slices.Sort(m.Cut)
	m.Cut = slices.Compact(m.Cut)
	m.Verdict = f.judge(slot, refs, arrivals)
	touched := m.Cut
	if len(touched) == 0 {
		touched = refs
	}
	for _, a := range assets {
		m.Data[a.Path] = o.dataEdge(a, touched, len(m.Cut) > 0)
	}
	return m
}

func (f *flow) arriveAll(refs []int64) []arrival {
	out := make([]arrival, len(f.v.units))
	for u := range out {
		out[u] = f.arrive(refs, u)
	}
	return out
}

func complete(as []arrival) bool {
	return !slices.ContainsFunc(as, func(a arrival) bool { return !a.whole })
}

// judge makes the verdict of the node.
func (f *flow) judge(slot spec.TransformSlot, refs []int64, arrivals []arrival) spec.Verdict {
	viewCheck := f.viewCheck(slot, refs, arrivals)
	ops := f.accepted(slot, refs)
	checks := []spec.Check{viewCheck, f.familyCheck(slot, refs, ops)}
	if !viewCheck.Pass && len(ops) == 0 { // what came nowhere came to no operation: one reason is enough
		checks[1] = spec.Check{Name: checks[1].Name, Decisive: true, State: spec.StateNotApplicable, Expected: checks[1].Expected}
	}
	for _, name := range sorted(slot.Parameters) {
		checks = append(checks, f.parameterCheck(name, slot.Parameters[name], ops))
	}
	v := spec.Judge(f.candidate(ops, arrivals), checks)
	if viewCheck.Code == spec.TransformMissing {
		v.State = spec.StateMissing
	}
	return v
}

// candidate names the operation that was judged: the last of an accepted family that
// has the view in hand, or else the first below it.
func (f *flow) candidate(ops []int64, arrivals []arrival) string {
	for i := len(ops) - 1; i >= 0; i-- {
		for u := range f.v.units {
			if f.start(ops[i], u) {
				return f.name(ops[i])
			}
		}
	}
	if len(ops) > 0 {
		return f.name(ops[0])
	}
	for _, a := range arrivals {
		if len(a.cut) > 0 {
			return f.name(a.cut[len(a.cut)-1])
		}
	}
	return ""
}

func (f *flow) name(id int64) string {
	op := f.o.t.Ops[id]
	if op == nil {
		return ""
	}
	if s := f.o.t.Site(id); s != nil {
		return fmt.Sprintf("%s (%s:%d)", op.Fn, s.File, s.Line)
	}
	return op.Fn
}

// accepted lists the operations of an accepted family that hold the view or lie
// below it on the way to a consumer, in order.
func (f *flow) accepted(slot spec.TransformSlot, refs []int64) []int64 {
	return f.below(refs, func(op *trace.Op) bool { return slices.Contains(slot.Family, op.Fam) })
}

// below lists, in order, the operations of a kind that hold a unit of the view, or
// were made of it, on an unchanged way to refs. Drawing ends a way: calls that draw
// what lies on it count too.
func (f *flow) below(refs []int64, kind func(*trace.Op) bool) []int64 {
	var out []int64
	for u := range f.v.units {
		above := f.above(refs, u)
		made := map[int64]bool{}
		for _, id := range f.order { // operations come after what they depend on
			op := f.o.t.Ops[id]
			from := slices.ContainsFunc(f.o.data[id], func(from int64) bool { return made[from] })
			if above[id] && (from || f.start(id, u)) {
				made[id] = true
			} else if op.Fam != "plot" || !from {
				continue
			}
			if kind(op) || slices.ContainsFunc(f.o.inside(op), kind) {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (f *flow) familyCheck(slot spec.TransformSlot, refs, ops []int64) spec.Check {
	c := spec.Check{Name: "operation family", Decisive: true, State: spec.StateScored, Expected: strings.Join(slot.Family, " or ")}
	if len(ops) > 0 {
		c.Pass, c.Observed, c.Place = true, f.o.t.Ops[ops[0]].Fam, f.o.place(ops[0])
		return c
	}
	var seen []string
	for u := range f.v.units {
		above := f.above(refs, u)
		for _, id := range f.order {
			if above[id] && f.o.t.Ops[id].Fam != "" {
				seen = append(seen, f.o.t.Ops[id].Fam)
			}
		}
	}
	slices.Sort(seen)
	c.Code, c.Observed = spec.TransformFamily, strings.Join(slices.Compact(seen), ", ")
	c.Note = fmt.Sprintf("no %s of the rows of %s leads to what was reported", c.Expected, slot.View)
	c.Fix = "Compute the reported values from these rows with one of the accepted kinds of operation."
	return c
}

func (f *flow) parameterCheck(name string, want spec.Value, ops []int64) spec.Check {
	c := spec.Check{Name: "parameter " + name, State: spec.StateScored, Expected: want.String(), Observed: "absent"}
	for _, id := range ops {
		got, ok := f.o.t.Ops[id].Params[name]
		if !ok {
			continue
		}
		c.Observed, c.Place = got.String(), f.o.place(id)
		if sameValue(got, want) {
			c.Pass = true
			return c
		}
	}
	c.Code, c.Note = spec.TransformParam, fmt.Sprintf("the operation was called with %s %s, not %s", name, c.Observed, c.Expected)
	c.Fix = fmt.Sprintf("Call it with %s = %s.", name, c.Expected)
	return c
}

func sameValue(a, b spec.Value) bool {
	x, okX := a.Number()
	y, okY := b.Number()
	if okX && okY {
		return spec.Tolerance{}.Close(x.F, y.F)
	}
	return a.Kind == b.Kind && strings.EqualFold(a.String(), b.String())
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
