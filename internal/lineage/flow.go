package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/likeness"
	"github.com/assaybench/assay/spec"
)

// flow is one view followed through a run.
type flow struct {
	o       *Observation
	v       *likeness.View
	out, in map[int64]*likeness.Likeness // what an operation gave, and what it was given
	passed  map[passage]bool             // operations that were found to divide rows without losing any
	order   []int64
	raw     map[string]bool  // names of the columns of the files, as they were read
	astray  map[passage]bool // operations on rows of a unit that were given the keys of another
	turned  map[int64]bool   // operations that turn to a column of the files that is none of the view's
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
	f := &flow{o: o, v: likeness.NewView(frame), out: map[int64]*likeness.Likeness{}, in: map[int64]*likeness.Likeness{}, passed: map[passage]bool{}}
	known := map[string]*likeness.Likeness{}
	compare := func(id string, get func() []likeness.Sheet) *likeness.Likeness {
		l, ok := known[id]
		if !ok || id == "" {
			l = f.v.Compare(get())
			known[id] = l
		}
		return l
	}
	for _, op := range o.t.Order {
		f.order = append(f.order, op.ID)
		if op.Err == "" {
			f.out[op.ID] = compare(valueID(op.Out), func() []likeness.Sheet { return likeness.Sheets(o.t, op.Out) })
		}
		f.in[op.ID] = f.given(op, compare)
	}
	f.findTurns()
	f.followExchanges()
	return f
}

// given is what the arguments of an operation are to the view together: they hold
// what any of them holds, and change a unit where every one of them does. An argument
// is what its operation gave, unless the trace says that it was passed as something
// else.
func (f *flow) given(op *trace.Op, compare func(string, func() []likeness.Sheet) *likeness.Likeness) *likeness.Likeness {
	var ins []*likeness.Likeness
	all := true // every argument is known
	for _, in := range op.In {
		var l *likeness.Likeness
		switch {
		case controls[in.Role] || in.Ref == 0 && in.FP == "":
			continue
		case f.o.t.Arrays[in.FP] != nil:
			l = compare("in "+in.FP, func() []likeness.Sheet { return likeness.ArgumentSheets(f.o.t, in.FP) })
			all = all && l != nil
		default:
			l, all = f.out[in.Ref], false
		}
		if l != nil {
			ins = append(ins, l)
		}
	}
	l := f.v.Together(ins...)
	if l == nil || all && len(ins) == 1 {
		return l
	}
	out := *l
	out.Changes = make([]*likeness.Change, len(l.Changes))
	for u := range out.Changes {
		if all && !slices.ContainsFunc(ins, func(in *likeness.Likeness) bool { return in.Changes[u] == nil }) {
			out.Changes[u] = l.Changes[u]
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

// spoilt is how an operation changed the rows of unit u, nil where it let them
// through: it gave other rows of the unit than the view has, or gave something else
// and was itself given other rows.
func (f *flow) spoilt(id int64, u int) *likeness.Change {
	if f.passed[passage{id, u}] || f.out[id].Has(u) {
		return nil
	}
	op := f.o.t.Ops[id]
	if op == nil {
		return nil
	}
	if c := f.out[id].Change(u); c != nil && !unchanging[op.Fam] {
		return c
	}
	if f.in[id].Has(u) {
		return nil
	}
	return f.in[id].Change(u)
}

// holds reports whether operation id has column k of unit u in hand, and passes it on.
func (f *flow) holds(id int64, u, k int) bool {
	return f.spoilt(id, u) == nil && (f.out[id].HasColumn(u, k) || f.in[id].HasColumn(u, k))
}

func (f *flow) start(id int64, u int) bool {
	return !f.astray[passage{id, u}] && f.spoilt(id, u) == nil && (f.out[id].Has(u) || f.in[id].Has(u))
}

// above is everything from which unit u can have come to the consumers unchanged.
func (f *flow) above(consumers []int64, u int) map[int64]bool {
	return upward(f.o.data, consumers, func(id int64) bool { return !f.turned[id] && f.spoilt(id, u) == nil })
}

// reaches reports whether some unit of the view came, unchanged, to one of the
// operations.
func (f *flow) reaches(ids []int64) bool {
	for u := range f.v.Units {
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
	cut    []int64          // operations that hold it
	whole  bool             // every column came, row by row
	absent []string         // columns that did not come
	change *likeness.Change // the way its rows were changed, where they were
	at     int64            // operation that changed them
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
			if c := f.spoilt(id, u); a.change == nil || c.Size() < a.change.Size() {
				a.change = c
			}
		}
		a.at = f.first(consumers, u, a.change)
		return a
	}
}

// first is the operation at which a change of unit u is first seen.
func (f *flow) first(consumers []int64, u int, c *likeness.Change) int64 {
	among := upward(f.o.data, consumers, nil)
	for _, id := range f.order {
		if s := f.spoilt(id, u); among[id] && s != nil && s.Like(c) {
			return id
		}
	}
	return 0
}

// gather collects, among the given operations, those that hold unit u.
func (f *flow) gather(above map[int64]bool, u int) arrival {
	var a arrival
	columns := make([][]int64, len(f.v.Columns))
	for _, id := range f.order {
		if !above[id] || !f.start(id, u) {
			continue
		}
		a.cut = append(a.cut, id)
		a.whole = a.whole || f.out[id].Whole(u) || f.in[id].Whole(u)
		for k := range columns {
			if f.holds(id, u, k) {
				columns[k] = append(columns[k], id)
			}
		}
	}
	for k, ids := range columns {
		if len(ids) == 0 {
			a.absent = append(a.absent, f.v.Columns[k])
		}
	}
	a.whole = a.whole || len(a.absent) == 0 && f.zipped(columns, u)
	return a
}

// zipped reports whether columns that were passed separately make up the rows.
func (f *flow) zipped(columns [][]int64, u int) bool {
	return f.v.Zipped(u, func(k int) (out []likeness.Sheet) {
		for _, id := range columns[k] {
			out = append(out, f.contents(id)...)
		}
		return out
	})
}

// contents are the sheets that an operation gave and was given.
func (f *flow) contents(id int64) []likeness.Sheet {
	op := f.o.t.Ops[id]
	out := likeness.Sheets(f.o.t, op.Out)
	for _, in := range op.In {
		if in.FP != "" {
			out = append(out, likeness.ArgumentSheets(f.o.t, in.FP)...)
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
	var parts []*likeness.Change
	sites, looped := map[trace.Site]int{}, false
	for _, id := range ids {
		parts = append(parts, f.spoilt(id, u))
		if s := f.o.t.Site(id); s != nil {
			sites[*s]++
			looped = looped || sites[*s] >= f.o.runs()
		}
	}
	all, disjoint := f.v.Divides(u, parts)
	return all || disjoint && looped
}
