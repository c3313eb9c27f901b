package lineage

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// Observation is a trace, indexed for questions of lineage: where a value came from
// and what it led to. Once Typed was called it is read-only and safe for concurrent use.
type Observation struct {
	t       *trace.Trace
	data    map[int64][]int64 // op -> what its value was made of, without masks and keys
	all     map[int64][]int64 // op or file -> everything it depends on
	writers map[string][]int64
	scalars map[string][]int64 // exact text of a number -> operations that gave it
	bodies  map[string][]*trace.Op
	typed   map[float64]bool // numbers that stand in the program
}

// controls are the roles of inputs that choose rows or places and give no values.
var controls = map[string]bool{"mask": true, "key": true}

// Observe indexes a trace; nil is an empty trace.
func Observe(t *trace.Trace) *Observation {
	if t == nil {
		t = trace.New(nil)
	}
	o := &Observation{t: t, data: map[int64][]int64{}, all: map[int64][]int64{}, writers: map[string][]int64{}, scalars: map[string][]int64{}, typed: map[float64]bool{}}
	for _, op := range t.Order {
		for _, in := range op.In {
			if in.Ref == 0 {
				continue
			}
			o.all[op.ID] = append(o.all[op.ID], in.Ref)
			if !controls[in.Role] {
				o.data[op.ID] = append(o.data[op.ID], in.Ref)
			}
			if f := t.Files[in.Ref]; f != nil && writes(f) {
				o.writers[clean(f.Path)] = append(o.writers[clean(f.Path)], op.ID)
			}
		}
		if v, ok := scalar(op); ok {
			o.scalars[exact(v)] = append(o.scalars[exact(v)], op.ID)
		}
	}
	o.throughFiles()
	o.learnBodies()
	return o
}

// runs is the number of runs of one place in the code that the tracer followed.
func (o *Observation) runs() int {
	if o.t.Run != nil && o.t.Run.Caps["runs"] > 0 {
		return int(o.t.Run.Caps["runs"])
	}
	return 20
}

// returned is the role of the value that a followed call of the analysis' own
// function gave back.
const returned = "return"

func own(op *trace.Op) bool { return op.Lib != nil && op.Lib.Origin == "user" }

// result is the operation inside a followed call that gave its result; 0 for any
// other operation.
func result(op *trace.Op) int64 {
	if own(op) {
		for _, in := range op.In {
			if in.Role == returned {
				return in.Ref
			}
		}
	}
	return 0
}

// learnBodies notes what the analysis' own functions do inside, from the calls that
// the tracer followed: after its first runs a function is seen from outside only. What
// two calls share was done before them.
func (o *Observation) learnBodies() {
	calls := map[string][]int64{}
	for _, op := range o.t.Order {
		if r := result(op); r != 0 && len(calls[op.Fn]) < o.runs() {
			calls[op.Fn] = append(calls[op.Fn], r)
		}
	}
	o.bodies = map[string][]*trace.Op{}
	for fn, results := range calls {
		users := map[int64]int{}
		for _, r := range results {
			for id := range upward(o.data, []int64{r}, nil) {
				users[id]++
			}
		}
		for _, op := range o.t.Order {
			if users[op.ID] == 1 {
				o.bodies[fn] = append(o.bodies[fn], op)
			}
		}
	}
}

// inside lists what a call that was not followed did, as far as other calls of its
// function tell.
func (o *Observation) inside(op *trace.Op) []*trace.Op {
	if !own(op) || result(op) != 0 {
		return nil
	}
	return o.bodies[op.Fn]
}

// throughFiles lets lineage pass through intermediate files: what is read from a
// file that the run wrote before comes from what wrote it.
func (o *Observation) throughFiles() {
	for id, f := range o.t.Files {
		if writes(f) {
			continue
		}
		for _, w := range o.writers[clean(f.Path)] {
			if o.t.Seq(w) < o.t.Seq(id) {
				o.all[id] = append(o.all[id], w)
				o.data[id] = append(o.data[id], w)
			}
		}
	}
}

func writes(f *trace.File) bool {
	return f.Op == "write" || strings.ContainsAny(f.Mode, "wax+")
}

func clean(p string) string { return path.Clean(strings.ReplaceAll(p, `\`, "/")) }

// upward is the set of everything that roots depend on, roots included. Where
// through is given, only what it lets through is entered.
func upward(edges map[int64][]int64, roots []int64, through func(int64) bool) map[int64]bool {
	seen := map[int64]bool{}
	stack := slices.Clone(roots)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i == 0 || seen[i] || through != nil && !through(i) {
			continue
		}
		seen[i] = true
		stack = append(stack, edges[i]...)
	}
	return seen
}

// scalar is the number that an operation gave, where it gave a single one.
func scalar(op *trace.Op) (spec.Number, bool) {
	if op.Out == nil || op.Out.Type != "scalar" || len(op.Out.V) != 1 {
		return spec.Number{}, false
	}
	return op.Out.V[0].Number()
}

// exact is the text by which bit-equal numbers are found.
func exact(n spec.Number) string { return spec.Float(n.F).Text }

// reads lists the file accesses to a declared asset among ids.
func (o *Observation) reads(ids map[int64]bool, asset string) (out []*trace.File) {
	for id := range ids {
		if f := o.t.Files[id]; f != nil && samePath(f.Path, asset) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *trace.File) int { return int(a.ID - b.ID) })
	return out
}

func samePath(p, asset string) bool {
	p, asset = clean(p), clean(asset)
	return p == asset || strings.HasPrefix(p, "/") && strings.HasSuffix(p, "/"+asset)
}

// dataEdge judges Data -> Transform: bytes of the asset reached the given
// operations. Where the run was watched, its file must have been opened as seen from
// outside, whatever the trace says.
func (o *Observation) dataEdge(asset spec.Asset, ops []int64, seen bool) spec.Verdict {
	v := o.reached(asset, ops, seen)
	if !o.t.Outside.On {
		return v
	}
	c := spec.Check{Name: "asset was opened, as seen from outside", Decisive: true, State: spec.StateScored, Expected: asset.Path, Observed: asset.Path, Pass: true}
	if !o.t.Outside.Opened(func(p string) bool { return samePath(p, asset.Path) }) {
		c.Pass, c.Code, c.Observed = false, spec.DataUnopened, "never opened"
		c.Note = "the kernel never saw " + asset.Path + " opened"
		c.Fix = "Read " + asset.Path + " in the analysis and compute from it."
	}
	return spec.Judge(v.Candidate, append(v.Checks, c))
}

// reached judges by the trace alone.
func (o *Observation) reached(asset spec.Asset, ops []int64, seen bool) spec.Verdict {
	c := spec.Check{Name: "asset reached the operation", Decisive: true, State: spec.StateScored, Expected: asset.Path}
	found := o.reads(upward(o.all, ops, nil), asset.Path)
	if len(found) == 0 {
		opened := o.reads(allFiles(o.t), asset.Path)
		c.Code, c.Observed = spec.DataUnread, "not read"
		switch {
		case len(opened) > 0 && !seen:
			// The transform itself was not found, so there is nothing the data should have
			// reached; that they were read at all is all that can be asked here.
			found = opened
		case len(opened) > 0:
			c.Observed = "read, but not used"
			c.Note = asset.Path + " was opened, but nothing in the lineage of the operation came from it"
			c.Fix = "Compute from the rows of " + asset.Path + "."
			return spec.Judge("", []spec.Check{c})
		default:
			c.Note = asset.Path + " was never read by the analysis"
			c.Fix = "Read " + asset.Path + " in the analysis and compute from it."
			return spec.Judge("", []spec.Check{c})
		}
	}
	c.Observed, c.Place = found[0].Path, spec.Place{Event: o.t.Seq(found[0].ID)}
	for _, f := range found {
		if f.SHA256 != "" && asset.SHA256 != "" && f.SHA256 != asset.SHA256 {
			c.Code, c.Expected, c.Observed = spec.DataAltered, asset.SHA256, f.SHA256
			c.Note = asset.Path + " was not the declared file any more when it was read"
			c.Fix = "Leave the data files as they are; write changed data elsewhere."
			return spec.Judge("", []spec.Check{c})
		}
	}
	c.Code, c.Pass = "", true
	return spec.Judge("", []spec.Check{c})
}

func allFiles(t *trace.Trace) map[int64]bool {
	out := map[int64]bool{}
	for id := range t.Files {
		out[id] = true
	}
	return out
}

// Sites lists where operations stand in the code, each once, in the order of their lines.
func (o *Observation) Sites(ids []int64) []trace.Site {
	var out []trace.Site
	for _, id := range ids {
		if s := o.t.Site(id); s != nil && !slices.Contains(out, *s) {
			out = append(out, *s)
		}
	}
	slices.SortFunc(out, func(a, b trace.Site) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return out
}

// place is where an operation stands in the code.
func (o *Observation) place(id int64) spec.Place {
	p := spec.Place{Event: o.t.Seq(id)}
	if s := o.t.Site(id); s != nil {
		p.File, p.Line, p.Column = s.File, s.Line, s.Col+1
	}
	return p
}
