package lineage

import (
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
)

// A table may carry the view and more. What is computed from another of its columns has
// the view's rows above it, but does not come from them.

// picks are the endings of operations that take columns of a table by name.
var picks = []string{".__getitem__.columns", ".__getitem__.column", ".loc.__getitem__", "GroupBy.__getitem__"}

// counts are the endings of operations that count the cells of a column, whatever is in them.
var counts = []string{".count", ".size", ".nunique", ".value_counts", ".len", ".shape"}

// makers are the endings of operations by which a column may come to hold something else
// than the file's.
var makers = []string{"__setitem__", ".assign", ".insert", ".eval", ".rename", ".transform", ".apply", ".update", ".set_axis", ".columns"}

func endsIn(fn string, endings []string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(fn, e) })
}

// findTurns finds the operations that take, of a table that carries values of the view,
// only columns that are none of the view's and stand so in a file. Columns that may have
// been made in the run are let through, and so are those that are only counted.
func (f *flow) findTurns() {
	f.turned = map[int64]bool{}
	f.raw = f.o.fileColumns()
	if len(f.raw) == 0 {
		return
	}
	users := map[int64][]*trace.Op{}
	for _, op := range f.o.t.Order {
		for _, in := range op.In {
			users[in.Ref] = append(users[in.Ref], op)
		}
	}
	for _, op := range f.o.t.Order {
		if op.Sel == nil || !endsIn(op.Fn, picks) || !f.otherColumns(op.Sel.ColsRead) || !f.carries(op) {
			continue
		}
		counted := slices.ContainsFunc(users[op.ID], func(u *trace.Op) bool { return endsIn(u.Fn, counts) })
		made := false
		for id := range upward(f.o.data, []int64{op.ID}, nil) {
			up := f.o.t.Ops[id]
			made = made || id != op.ID && up != nil && endsIn(up.Fn, makers)
		}
		f.turned[op.ID] = !counted && !made
	}
}

// otherColumns reports whether names are of columns of the files, of which none is the
// view's and some is not of its keys either.
func (f *flow) otherColumns(names []string) bool {
	other := false
	for _, n := range names {
		if !f.raw[n] || slices.Contains(f.v.Columns, n) {
			return false
		}
		other = other || !slices.Contains(f.v.Keys, n)
	}
	return other
}

// others are the columns that an operation takes, without the view's keys.
func (f *flow) others(id int64) []string {
	return slices.DeleteFunc(slices.Clone(f.o.t.Ops[id].Sel.ColsRead), func(n string) bool { return slices.Contains(f.v.Keys, n) })
}

// turn is the first operation on the way to refs that turns to other columns, where a
// unit did not come and no change of its rows is the reason; else 0.
func (f *flow) turn(refs []int64, arrivals []arrival) int64 {
	if !slices.ContainsFunc(arrivals, func(a arrival) bool { return !a.whole && a.change == nil }) {
		return 0
	}
	among := upward(f.o.data, refs, nil)
	for _, id := range f.order {
		if among[id] && f.turned[id] {
			return id
		}
	}
	return 0
}

// carries reports whether an operation was given a table, or groups of one, with columns
// that have the names of the view's.
func (f *flow) carries(op *trace.Op) bool {
	for _, in := range op.In {
		for src := f.o.t.Ops[in.Ref]; src != nil && src.Out != nil && !controls[in.Role]; {
			if src.Out.Type == "groups" && len(src.In) > 0 {
				src = f.o.t.Ops[src.In[0].Ref]
				continue
			}
			if slices.ContainsFunc(src.Out.Cols, func(c trace.Col) bool { return slices.Contains(f.v.Columns, c.Name) }) {
				return true
			}
			break
		}
	}
	return false
}

// fileColumns are the names of the columns of tables that came out of files.
func (o *Observation) fileColumns() map[string]bool {
	names := map[string]bool{}
	for _, op := range o.t.Order {
		if op.Out == nil || op.Out.Type != "table" {
			continue
		}
		if slices.ContainsFunc(op.In, func(in trace.Input) bool { f := o.t.Files[in.Ref]; return f != nil && !writes(f) }) {
			for _, c := range op.Out.Cols {
				names[c.Name] = true
			}
		}
	}
	return names
}
