package lineage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/likeness"
	"github.com/assaybench/assay/spec"
)

// Reported is a reported value, tied to the operations that gave it.
type Reported struct {
	File, Pointer string
	Refs          []int64 // operations, sorted, each once
	Leaves        []Leaf  // every number of the value, in order
	Value         spec.Value
}

// Leaf is one number of a reported value. Ref is 0 where no traced operation gave
// it: it stands in the program as it is.
type Leaf struct {
	Pointer string
	Value   spec.Value
	Ref     int64
	Typed   bool // the program's text holds the number
}

// Untraced lists the leaves that no traced operation gave.
func (r Reported) Untraced() (out []Leaf) {
	for _, l := range r.Leaves {
		if l.Ref == 0 {
			out = append(out, l)
		}
	}
	return out
}

// Reported ties the value at a JSON pointer of a written file to operations: the
// numbers of a scalar, an array or a table.
//
// The trace names an operation for each leaf that it followed. It counts where the
// operation gave this very number, bit for bit, or a container or text that holds
// it; a rounded number counts through the traced rounding or formatting that made it
// (four significant digits at least). Of a leaf that the trace does not name, a
// scalar operation that gave the same number bit for bit is taken, or a small array
// where the number has at least four significant digits and is no integer. Large
// arrays are never searched: there any short number is found by chance.
func (o *Observation) Reported(file, pointer string, v spec.Value) Reported {
	r := Reported{File: file, Pointer: pointer, Value: v}
	o.leaves(&r, pointer, v)
	for _, l := range r.Leaves {
		if l.Ref != 0 {
			r.Refs = append(r.Refs, l.Ref)
		}
	}
	slices.Sort(r.Refs)
	r.Refs = slices.Compact(r.Refs)
	return r
}

func (o *Observation) leaves(r *Reported, pointer string, v spec.Value) {
	switch v.Kind {
	case spec.ValueNumber:
		l := Leaf{Pointer: pointer, Value: v, Typed: o.typed[v.Num.F] || o.typed[-v.Num.F]}
		if !l.Typed {
			l.Ref = o.origin(r.File, pointer, v.Num)
		}
		r.Leaves = append(r.Leaves, l)
	case spec.ValueArray:
		for i, it := range v.Items {
			o.leaves(r, pointer+"/"+strconv.Itoa(i), it)
		}
	case spec.ValueTable:
		for i, row := range v.Rows {
			for j, it := range row {
				o.leaves(r, fmt.Sprintf("%s/rows/%d/%d", pointer, i, j), it)
			}
		}
	}
}

// origin is the operation that gave the number at a pointer, 0 where none did.
func (o *Observation) origin(file, pointer string, n spec.Number) int64 {
	leaf, ok := o.leaf(file, pointer)
	switch {
	case !ok:
		return o.search(n, nil)
	case leaf.Ref == 0:
		return 0
	case o.gave(leaf.Ref, n):
		return leaf.Ref
	case leaf.Approx:
		// The operation made something larger: what it was made of is searched.
		return o.search(n, upward(o.all, []int64{leaf.Ref}, nil))
	}
	return o.rounded(leaf.Ref, n)
}

func (o *Observation) leaf(file, pointer string) (trace.ResultLeaf, bool) {
	if l, ok := o.t.Leaf(file, pointer); ok {
		return l, true
	}
	return o.t.Leaf("./"+file, pointer)
}

// gave reports whether an operation's output is the number, or holds it. A container
// whose content the trace does not hold is believed.
func (o *Observation) gave(id int64, n spec.Number) bool {
	op := o.t.Ops[id]
	if op == nil || op.Out == nil {
		return false
	}
	switch v := op.Out; v.Type {
	case "scalar":
		return len(v.V) == 1 && same(v.V[0], n)
	case "array", "list", "series", "table", "map":
		found := false
		for _, s := range likeness.Sheets(o.t, v) {
			for _, w := range s {
				if w.Mix != "" || slices.ContainsFunc(w.Col.Num, func(f float64) bool { return f == n.F }) {
					return true
				}
				found = true
			}
		}
		return !found && v.Type != "map" && (v.FPSampled || len(v.V) == 0 && v.FP != "")
	}
	return false
}

// same reports whether a traced scalar is the number: bit for bit, or as the text
// that a format gave.
func same(v spec.Value, n spec.Number) bool {
	switch v.Kind {
	case spec.ValueNumber:
		return v.Num.F == n.F
	case spec.ValueText:
		f, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
		return err == nil && f == n.F
	}
	return false
}

// rounded is the operation itself where it rounded or formatted the number, or where
// one that it depends on did.
func (o *Observation) rounded(id int64, n spec.Number) int64 {
	if digits(n) < 4 {
		return 0
	}
	for up := range upward(o.data, []int64{id}, nil) {
		op := o.t.Ops[up]
		if op == nil || op.Fam != "round" && op.Fam != "format" && op.Fam != "cast" {
			continue
		}
		for _, in := range op.In {
			src := o.t.Ops[in.Ref]
			if src == nil {
				continue
			}
			if x, ok := scalar(src); ok && printed(n, x.F) {
				return id
			}
		}
	}
	return 0
}

// printed reports whether x rounds to n as it was printed.
func printed(n spec.Number, x float64) bool {
	lo, hi := n.Interval()
	return lo <= x && x <= hi
}

// digits counts the significant digits of a number's text.
func digits(n spec.Number) int {
	text := n.String()
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		text = text[:i]
	}
	text = strings.TrimLeft(strings.NewReplacer("-", "", "+", "", ".", "").Replace(text), "0")
	return len(text)
}

// search finds an operation that gave the number bit for bit, the latest one, among
// the given ones or all.
func (o *Observation) search(n spec.Number, among map[int64]bool) int64 {
	if !n.Finite() {
		return 0
	}
	scalars := o.scalars[exact(n)]
	for i := len(scalars) - 1; i >= 0; i-- {
		if among == nil || among[scalars[i]] {
			return scalars[i]
		}
	}
	if n.F == math.Trunc(n.F) || digits(n) < 4 {
		return 0
	}
	for i := len(o.t.Order) - 1; i >= 0; i-- {
		op := o.t.Order[i]
		if among != nil && !among[op.ID] || op.Out == nil || len(op.Out.V) > maxSmall {
			continue
		}
		if slices.ContainsFunc(op.Out.V, func(v spec.Value) bool { return v.Kind == spec.ValueNumber && v.Num.F == n.F }) {
			return op.ID
		}
	}
	return 0
}

// maxSmall is the size up to which an array's elements may be searched for a value.
const maxSmall = 64

// TransformResult judges Transform -> Result: every number of the reported value is
// the output of operations that worked on the matched view.
func (o *Observation) TransformResult(m TransformMatch, r Reported) spec.Verdict {
	c := spec.Check{
		Name: "lineage", Decisive: true, State: spec.StateScored, Expected: "computed from the matched rows",
		Place: spec.Place{File: r.File, Pointer: r.Pointer},
	}
	untraced := r.Untraced()
	switch {
	case len(r.Leaves) == 0:
		c.Code, c.Observed = spec.ResultUntraced, "no number"
		c.Note = "the result holds no number that could have been computed"
		c.Fix = "Report the computed number."
	case len(untraced) > 0:
		c.Code, c.Observed, c.Place.Pointer = spec.ResultUntraced, untraced[0].Value.String(), untraced[0].Pointer
		c.Note = fmt.Sprintf("%s was not computed: no operation of the run gave this number", untraced[0].Value)
		if more := len(untraced) - 1; more > 0 {
			c.Note += fmt.Sprintf(", nor %d more", more)
		}
		if untraced[0].Typed {
			c.Note = fmt.Sprintf("%s was not computed: the program itself holds this number", untraced[0].Value)
		}
		c.Fix = "Write the computed value itself, not a number typed into the program."
	default:
		for _, ref := range r.Refs {
			if m.flow != nil && m.flow.reaches([]int64{ref}) {
				continue
			}
			c.Code, c.Observed = spec.ResultDetached, "computed from something else"
			c.Note = fmt.Sprintf("%s was computed, but not from the rows of the matched transform", r.Value)
			c.Fix = "Compute the result from the rows that the question asks about."
			if m.flow != nil && !m.flow.strays(ref) {
				c.Code, c.Observed = spec.ResultUntraced, "computed in a way that was not seen"
				c.Note = fmt.Sprintf("%s was computed, but how it came from the rows of the matched transform was not seen", r.Value)
			}
			if op := o.t.Ops[ref]; op != nil && m.flow != nil {
				c.Observed, c.Place = m.flow.name(ref), o.place(ref)
			}
			return spec.Judge("", []spec.Check{c})
		}
		c.Pass, c.Observed = true, "computed from the matched rows"
	}
	return spec.Judge("", []spec.Check{c})
}

// strays reports whether an operation was seen to depend on something else than the view:
// on its rows changed, on columns like its own, or on other columns of the files. Where
// nothing like the view was seen on the way, the trace says nothing against it.
func (f *flow) strays(id int64) bool {
	for up := range upward(f.o.data, []int64{id}, nil) {
		if f.turned[up] {
			return true
		}
	}
	for u := range f.v.Units {
		if c, _ := f.nearest([]int64{id}, u); c != nil {
			return true
		}
	}
	return false
}

// TransformVisual judges Transform -> Visual for drawn marks whose values came from
// the given operations: the rows of the matched view reached them.
func (o *Observation) TransformVisual(m TransformMatch, refs []int64) spec.Verdict {
	c := spec.Check{Name: "lineage", Decisive: true, State: spec.StateScored, Expected: "drawn from the matched rows"}
	switch {
	case len(refs) == 0:
		c.Code, c.Observed = spec.VisualDetached, "values of no operation"
		c.Note = "the drawn values come from no traced operation"
		c.Fix = "Draw the computed values themselves."
	case m.flow == nil || !m.flow.reaches(refs):
		c.Code, c.Observed = spec.VisualDetached, "drawn from something else"
		c.Note = "the drawn values do not come from the rows of the matched transform"
		c.Fix = "Draw the rows that the question asks about."
		c.Place = o.place(refs[0])
	default:
		c.Pass, c.Observed = true, "drawn from the matched rows"
	}
	return spec.Judge("", []spec.Check{c})
}

// Methods lists, sorted, the method families (as specifications name them) of the
// operations between the matched view and the reported values: what was called, not
// whether it was right. It is empty where nothing of the kind was seen, as in an
// analysis that computes by hand.
func (o *Observation) Methods(m TransformMatch, rs ...Reported) []string {
	var out []string
	for _, r := range rs {
		for _, id := range o.methodOps(m, r.Refs) {
			out = append(out, trace.MethodFamily(o.t.Ops[id]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// methodOps lists, in order, the operations with a method family that lie between
// the matched view and the given operations.
func (o *Observation) methodOps(m TransformMatch, refs []int64) []int64 {
	if m.flow == nil {
		return nil
	}
	return m.flow.below(refs, func(op *trace.Op) bool { return trace.MethodFamily(op) != "" })
}

// Method is the method family last applied on the way from the matched view to the
// reported value; "" where none was seen.
func (o *Observation) Method(r Reported, m TransformMatch) string {
	last := ""
	for _, id := range o.methodOps(m, r.Refs) {
		last = trace.MethodFamily(o.t.Ops[id])
	}
	return last
}
