package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/diag"
)

// Trace is a whole trace, indexed. It is read-only once built.
type Trace struct {
	Events      []Event // in order
	Run         *Run    // nil where the trace has none
	Ops         map[int64]*Op
	Order       []*Op // operations in order
	Files       map[int64]*File
	Arrays      map[string]*Array
	Results     []ResultLeaf // in order; of a leaf written twice to one file the last counts
	Figures     []FigureEvent
	Audits      []Audit // of the run itself
	Outside     Outside // what the kernel saw of it
	End         *End    // nil where the run was ended before the tracer could close
	Malformed   int64
	Diagnostics diag.List
	sites       map[int64]*Site
	seqs        map[int64]int64
	leaves      map[[2]string]int // file and pointer -> place in Results
}

// FigureEvent is a saved figure with the number of its event.
type FigureEvent struct {
	*Figure
	Seq  int64
	Site *Site
}

// New indexes events. Operations without a family get one from Families. References
// to operations that do not exist and ids used twice are diagnostics; of two
// operations with one id the first counts.
func New(events []Event) *Trace {
	t := &Trace{
		Events: events, Ops: map[int64]*Op{}, Files: map[int64]*File{}, Arrays: map[string]*Array{},
		sites: map[int64]*Site{}, seqs: map[int64]int64{},
	}
	for i := range events {
		e := &events[i]
		switch e.K {
		case KindRun:
			if t.Run == nil {
				t.Run = e.Run
			}
		case KindFile:
			if e.Src == SrcOutside {
				t.Outside.add(e)
			} else if t.claim(e, e.File.ID) {
				t.Files[e.File.ID] = e.File
			}
		case KindOp:
			if t.claim(e, e.Op.ID) {
				if e.Op.Fam == "" {
					e.Op.Fam = Family(e.Op.Fn)
				}
				t.Ops[e.Op.ID] = e.Op
				t.Order = append(t.Order, e.Op)
			}
		case KindArray:
			if _, ok := t.Arrays[e.Array.FP]; !ok {
				t.Arrays[e.Array.FP] = e.Array
			}
		case KindResult:
			t.Results = append(t.Results, *e.Result)
		case KindFigure:
			t.Figures = append(t.Figures, FigureEvent{e.Figure, e.Seq, e.Site})
		case KindAudit:
			if e.Src != SrcOutside || !t.Outside.audit(e) {
				t.Audits = append(t.Audits, *e.Audit)
			}
		case KindEnd:
			t.End = e.End
		}
	}
	t.Results, t.leaves = lastLeaves(t.Results)
	for _, op := range t.Order {
		for _, in := range op.In {
			if in.Ref != 0 && !t.known(in.Ref) {
				t.note(op.ID, fmt.Sprintf("operation %d names an input %d that the trace does not hold", op.ID, in.Ref))
			}
		}
	}
	return t
}

func (t *Trace) claim(e *Event, id int64) bool {
	if id == 0 || t.known(id) {
		t.note(id, fmt.Sprintf("the id %d of a %s is used before", id, e.K))
		return false
	}
	t.sites[id], t.seqs[id] = e.Site, e.Seq
	return true
}

func (t *Trace) known(id int64) bool {
	_, ok := t.seqs[id]
	return ok
}

func (t *Trace) note(id int64, message string) {
	if len(t.Diagnostics) < maxDiagnostics {
		t.Diagnostics = append(t.Diagnostics, diag.Diagnostic{
			Code: "trace.reference", Severity: diag.Warning, File: "trace", Line: int(t.seqs[id]), Column: 1, Message: message,
		})
	}
}

// lastLeaves keeps of every (file, pointer) the last leaf, in the order of writing, and
// says where each is.
func lastLeaves(in []ResultLeaf) ([]ResultLeaf, map[[2]string]int) {
	at := map[[2]string]int{}
	for i, l := range in {
		at[[2]string{l.File, l.Pointer}] = i
	}
	out := make([]ResultLeaf, 0, len(at))
	for i, l := range in {
		key := [2]string{l.File, l.Pointer}
		if at[key] == i {
			at[key] = len(out)
			out = append(out, l)
		}
	}
	return out, at
}

// Site is the place in the code of an operation or file access; nil where unknown.
func (t *Trace) Site(id int64) *Site { return t.sites[id] }

// Seq is the number of the event of an operation or file access; 0 where unknown.
func (t *Trace) Seq(id int64) int64 { return t.seqs[id] }

// Leaf finds the leaf that was written to a file at a JSON pointer.
func (t *Trace) Leaf(file, pointer string) (ResultLeaf, bool) {
	if i, ok := t.leaves[[2]string{file, pointer}]; ok {
		return t.Results[i], true
	}
	return ResultLeaf{}, false
}

// Ancestors returns the operations and files that id depends on, itself included,
// sorted by id. Unknown ids give nothing.
func (t *Trace) Ancestors(id int64) []int64 {
	seen := map[int64]bool{}
	for todo := []int64{id}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] || !t.known(n) {
			continue
		}
		seen[n] = true
		if op := t.Ops[n]; op != nil {
			for _, in := range op.In {
				todo = append(todo, in.Ref)
			}
		}
	}
	out := make([]int64, 0, len(seen))
	for n := range seen {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// Sources returns the files that id depends on, sorted by path, each path once.
func (t *Trace) Sources(id int64) []*File {
	var out []*File
	for _, n := range t.Ancestors(id) {
		if f := t.Files[n]; f != nil {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *File) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID)) })
	return slices.CompactFunc(out, func(a, b *File) bool { return a.Path == b.Path })
}
