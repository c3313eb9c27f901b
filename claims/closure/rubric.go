package closure

import (
	"fmt"
	"strings"

	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// Rubric is a sound rubric, ready to score. It is immutable and safe for concurrent use.
//
// Its network has, for each atom a, the leaves "own" (its own decision), "off" (its trigger
// did not fire) and "on" (it did), and the item "point", which is what the atom gives:
//
//	point(a) = off(a) or (own(a) and point of every prerequisite)
//
// so a prerequisite that is not applicable counts as satisfied, and an atom that is not
// applicable keeps its half point whatever its prerequisites say. An alternative holds where
// all its points and slots do and something of it is applicable; a requirement, where it is
// off, an alternative holds, or a grader said so.
type Rubric struct {
	*spec.ClosureRubric
	net   *graph.Net
	atoms []place // in the order of the rubric
	reqs  []place
	slots map[string]int // leaves of slots that alternatives name
	index map[string]int // atom and requirement ids; requirements after the atoms
	expr  map[string]*slots.Expr
}

// place is where an atom or a requirement stands in the network.
type place struct {
	own, off, on, whole int
	alternatives        []int
}

// New makes a rubric ready. It fails on the errors that Lint finds.
func New(r *spec.ClosureRubric) (*Rubric, error) {
	if err := Lint(r, nil, nil).Err(); err != nil {
		return nil, err
	}
	out := &Rubric{ClosureRubric: r, slots: map[string]int{}, index: map[string]int{}, expr: map[string]*slots.Expr{}}
	if err := out.build(); err != nil {
		return nil, fmt.Errorf("rubric %s: %w", r.ID, err)
	}
	return out, out.parse()
}

// Names of items; no id holds a NUL.
func item(kind, id string) string { return kind + "\x00" + id }

func (r *Rubric) build() (err error) {
	var vs []graph.Vertex
	leaf := func(kind, id string) string {
		vs = append(vs, graph.Vertex{ID: item(kind, id)})
		return item(kind, id)
	}
	leaves := func(id string) (own, off string) {
		leaf("on", id)
		return leaf("own", id), leaf("off", id)
	}
	for _, a := range r.Atoms {
		own, off := leaves(a.ID)
		met := []string{own}
		for _, p := range a.Prerequisites {
			met = append(met, item("point", p))
		}
		vs = append(vs, graph.Vertex{ID: item("point", a.ID), Sides: [][][]string{{{off}, met}}})
	}
	named := map[string]bool{}
	for _, q := range r.Requirements {
		own, off := leaves(q.ID)
		side := [][]string{{off}, {own}}
		for i, alt := range q.Alternatives {
			id := item("alternative", fmt.Sprintf("%s\x00%d", q.ID, i))
			v := graph.Vertex{ID: id}
			var something [][]string // that is applicable
			for _, a := range alt.Atoms {
				v.Sides = append(v.Sides, [][]string{{item("point", a)}})
				something = append(something, []string{item("on", a)})
			}
			for _, s := range alt.Slots {
				if !named[s] {
					named[s] = true
					leaf("slot", s)
				}
				v.Sides = append(v.Sides, [][]string{{item("slot", s)}})
				something = append(something, []string{item("slot", s)})
			}
			v.Sides = append(v.Sides, something)
			vs = append(vs, v)
			side = append(side, []string{id})
		}
		vs = append(vs, graph.Vertex{ID: item("point", q.ID), Sides: [][][]string{side}})
	}
	if r.net, err = graph.NewNet(vs); err != nil {
		return err
	}
	at := func(kind, id string) int { i, _ := r.net.Index(item(kind, id)); return i }
	stand := func(id string, alternatives int) place {
		p := place{own: at("own", id), off: at("off", id), on: at("on", id), whole: at("point", id)}
		for i := range alternatives {
			p.alternatives = append(p.alternatives, at("alternative", fmt.Sprintf("%s\x00%d", id, i)))
		}
		return p
	}
	for i, a := range r.Atoms {
		r.index[a.ID] = i
		r.atoms = append(r.atoms, stand(a.ID, 0))
	}
	for i, q := range r.Requirements {
		r.index[q.ID] = len(r.Atoms) + i
		r.reqs = append(r.reqs, stand(q.ID, len(q.Alternatives)))
	}
	for s := range named {
		r.slots[s] = at("slot", s)
	}
	return nil
}

// parse reads every expression of the rubric once.
func (r *Rubric) parse() error {
	for _, d := range r.deciders() {
		if d.Expr == "" || r.expr[d.Expr] != nil {
			continue
		}
		e, err := slots.Parse(d.Expr)
		if err != nil {
			return err
		}
		r.expr[d.Expr] = e
	}
	return nil
}

func (r *Rubric) deciders() []spec.Decider {
	var out []spec.Decider
	for _, a := range r.Atoms {
		out = append(out, a.Decide)
		if a.Trigger != nil {
			out = append(out, a.Trigger.Decide)
		}
	}
	for _, q := range r.Requirements {
		if q.Trigger != nil {
			out = append(out, q.Trigger.Decide)
		}
	}
	return out
}

// MissingParts lists what a validity gap leaves out.
func MissingParts(g *spec.ValidityGap) []string {
	if g == nil {
		return []string{"failure_mode", "threatens", "insufficient", "remedies"}
	}
	var out []string
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	for _, part := range []struct {
		name    string
		missing bool
	}{
		{"failure_mode", blank(g.FailureMode)}, {"threatens", blank(g.Threatens)}, {"insufficient", blank(g.Insufficient)},
		{"remedies", allBlank(g.Remedies)},
	} {
		if part.missing {
			out = append(out, part.name)
		}
	}
	return out
}

func allBlank(list []string) bool {
	for _, s := range list {
		if strings.TrimSpace(s) != "" {
			return false
		}
	}
	return true
}
