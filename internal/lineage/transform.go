package lineage

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
	Silent  bool                    // nothing was seen of the view, or all of it but not together: nothing speaks against it
	Data    map[string]spec.Verdict // of the edges from its assets, by path
	Cut     []int64                 // operations that hold the view, or a group of it, on the way to a consumer

	flow *flow
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
	m.Verdict, m.Silent = f.judge(slot, refs, arrivals)
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
	out := make([]arrival, len(f.v.Units))
	for u := range out {
		out[u] = f.arrive(refs, u)
	}
	return out
}

func complete(as []arrival) bool {
	return !slices.ContainsFunc(as, func(a arrival) bool { return !a.whole })
}

// judge makes the verdict of the node, and says whether its view is silent.
func (f *flow) judge(slot spec.TransformSlot, refs []int64, arrivals []arrival) (v spec.Verdict, silent bool) {
	viewCheck, silent := f.viewCheck(slot, refs, arrivals)
	ops := f.accepted(slot, refs)
	checks := []spec.Check{viewCheck, f.familyCheck(slot, refs, ops)}
	if !viewCheck.Pass && len(ops) == 0 { // what came nowhere came to no operation: one reason is enough
		checks[1] = spec.Check{Name: checks[1].Name, Decisive: true, State: spec.StateNotApplicable, Expected: checks[1].Expected}
	}
	for _, name := range sorted(slot.Parameters) {
		checks = append(checks, f.parameterCheck(name, slot.Parameters[name], ops))
	}
	v = spec.Judge(f.candidate(ops, arrivals), checks)
	if viewCheck.Code == spec.TransformMissing {
		v.State = spec.StateMissing
	}
	return v, silent
}

// candidate names the operation that was judged: the last of an accepted family that
// has the view in hand, or else the first below it.
func (f *flow) candidate(ops []int64, arrivals []arrival) string {
	for i := len(ops) - 1; i >= 0; i-- {
		for u := range f.v.Units {
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
	for u := range f.v.Units {
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
	for u := range f.v.Units {
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
