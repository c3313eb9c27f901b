package closure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Codes of diagnostics about a rubric (docs/closure.md).
const (
	CodeAtoms        = "rubric.atoms"        // not exactly twenty
	CodeID           = "rubric.id"           // twice, or reserved
	CodeReference    = "rubric.reference"    // to an atom that does not exist
	CodeCycle        = "rubric.cycle"        // prerequisites that rest on one another
	CodeCategory     = "rubric.category"     // of an atom that is not V
	CodeDecider      = "rubric.decider"      // none, or more than one way to decide
	CodeExpression   = "rubric.expression"   // that cannot be read
	CodeSlot         = "rubric.slot"         // that the case does not have
	CodeRequirement  = "rubric.requirement"  // that nothing could meet, or a role that has none
	CodeConditional  = "rubric.conditional"  // a requirement that conditional atoms could empty
	CodePrerequisite = "rubric.prerequisite" // advice: it may not be logically necessary
)

// Words that name something else where an id may stand.
const (
	ofValidity    = "validity"
	ofRC          = "rc"
	triggerPrefix = "trigger:"
)

// Lint checks what a schema cannot say of a rubric. doc gives the places; without one (nil)
// only pointers are given. s is the specification of the case that the rubric names, nil
// where there is none. A rubric without errors can be made ready by New.
func Lint(r *spec.ClosureRubric, doc *spec.Document, s *spec.Specification) spec.Diagnostics {
	l := &linter{r: r, doc: doc, atoms: map[string]*spec.Atom{}}
	if s != nil {
		l.slots = slotKinds(s)
	}
	l.ids()
	l.order()
	for i := range r.Atoms {
		l.atom(&r.Atoms[i], "/atoms/"+strconv.Itoa(i))
	}
	for i := range r.Requirements {
		l.requirement(&r.Requirements[i], "/requirements/"+strconv.Itoa(i))
	}
	l.roles()
	return l.list.Sort()
}

type linter struct {
	r     *spec.ClosureRubric
	doc   *spec.Document
	slots map[string]spec.NodeKind // nil where no case is known
	atoms map[string]*spec.Atom
	list  spec.Diagnostics
}

func slotKinds(s *spec.Specification) map[string]spec.NodeKind {
	out := map[string]spec.NodeKind{}
	for _, x := range s.Transforms {
		out[x.ID] = spec.KindTransform
	}
	for _, x := range s.Results {
		out[x.ID] = spec.KindResult
	}
	for _, x := range s.Visuals {
		out[x.ID] = spec.KindVisual
	}
	for _, x := range s.Claims {
		out[x.ID] = spec.KindClaim
	}
	return out
}

func (l *linter) add(severity diag.Severity, code, pointer, fix, format string, args ...any) {
	d := spec.Diagnostic{Code: code, Pointer: pointer, Message: fmt.Sprintf(format, args...), Fix: fix}
	if l.doc != nil {
		d = l.doc.Diagnose(code, pointer, d.Message, fix)
	}
	d.Severity = severity
	l.list = append(l.list, d)
}

func (l *linter) say(code, pointer, fix, format string, args ...any) {
	l.add(diag.Error, code, pointer, fix, format, args...)
}

func (l *linter) warn(code, pointer, fix, format string, args ...any) {
	l.add(diag.Warning, code, pointer, fix, format, args...)
}

func (l *linter) ids() {
	if n := len(l.r.Atoms); n != spec.AtomsOfRubric {
		l.say(CodeAtoms, "/atoms", "split or join atoms until there are twenty of half a point", "the rubric has %d atoms, not %d", n, spec.AtomsOfRubric)
	}
	seen := map[string]string{}
	add := func(id, pointer string) {
		switch at, dup := seen[id]; {
		case dup:
			l.say(CodeID, pointer, "give every atom and requirement an id of its own", "the id %q stands at %s, too", id, at)
		case id == "" || id == ofRC || id == ofValidity || strings.HasPrefix(id, triggerPrefix) || strings.ContainsRune(id, 0):
			l.say(CodeID, pointer, "choose another id", "the id %q is reserved", id)
		}
		seen[id] = pointer
	}
	for i := range l.r.Atoms {
		a := &l.r.Atoms[i]
		add(a.ID, fmt.Sprintf("/atoms/%d/id", i))
		l.atoms[a.ID] = a
	}
	for i, q := range l.r.Requirements {
		add(q.ID, fmt.Sprintf("/requirements/%d/id", i))
	}
}

// order checks that prerequisites exist and lead in no circle.
func (l *linter) order() {
	state := map[string]int{}
	var path []string
	var visit func(id string)
	visit = func(id string) {
		state[id] = 1
		path = append(path, id)
		for _, p := range l.atoms[id].Prerequisites {
			switch {
			case l.atoms[p] == nil: // told by atom
			case state[p] == 1:
				err := &graph.CycleError{Members: path[slices.Index(path, p):]}
				i := slices.IndexFunc(l.r.Atoms, func(a spec.Atom) bool { return a.ID == id })
				l.say(CodeCycle, fmt.Sprintf("/atoms/%d/prerequisites", i), "take one of them out", "%v", err)
			case state[p] == 0:
				visit(p)
			}
		}
		path = path[:len(path)-1]
		state[id] = 2
	}
	for i := range l.r.Atoms {
		if id := l.r.Atoms[i].ID; state[id] == 0 {
			visit(id)
		}
	}
}

func (l *linter) atom(a *spec.Atom, p string) {
	switch {
	case !slices.Contains(spec.Dimensions, a.Dimension):
		l.say(CodeCategory, p+"/dimension", "choose F, O, I, M or V", "atom %q has no dimension %q", a.ID, a.Dimension)
	case a.Dimension != spec.Validity && a.Category != "":
		l.say(CodeCategory, p+"/category", "drop it, or make the dimension V", "atom %q is of dimension %s; only V atoms have a category", a.ID, a.Dimension)
	case a.Dimension == spec.Validity && a.Category == "":
		l.say(CodeCategory, p, `add "category": scope, required or risk_linked`, "the V atom %q has no category", a.ID)
	}
	l.decider(&a.Decide, p+"/decide", "atom "+strconv.Quote(a.ID))
	l.trigger(a.Trigger, p, "atom "+strconv.Quote(a.ID))
	for i, id := range a.Prerequisites {
		at := fmt.Sprintf("%s/prerequisites/%d", p, i)
		if q := l.atoms[id]; q == nil {
			l.say(CodeReference, at, "name an atom of the rubric", "atom %q rests on %q, which is no atom", a.ID, id)
		} else if slices.Index(spec.Dimensions, q.Dimension) > slices.Index(spec.Dimensions, a.Dimension) {
			l.warn(CodePrerequisite, at, "keep it only if the atom cannot be true without it", "the %s atom %q rests on %q of the later dimension %s", a.Dimension, a.ID, id, q.Dimension)
		} else if via := l.implied(a, id); via != "" {
			l.warn(CodePrerequisite, at, "drop it", "atom %q rests on %q through %q already", a.ID, id, via)
		}
	}
	if n := len(a.Prerequisites); n > 2 {
		l.warn(CodePrerequisite, p+"/prerequisites", "keep those without which it cannot be true", "atom %q loses its half point with any of %d prerequisites, though its own work may be valid", a.ID, n)
	}
}

// implied is another prerequisite of a that rests on id, empty for none.
func (l *linter) implied(a *spec.Atom, id string) string {
	if len(l.r.Atoms) > spec.AtomsOfRubric {
		return "" // told as it is; a search would take long in a very large document
	}
	for _, via := range a.Prerequisites {
		seen := map[string]bool{a.ID: true}
		var rests func(string) bool
		rests = func(x string) bool {
			if q := l.atoms[x]; q != nil && !seen[x] {
				seen[x] = true
				return slices.ContainsFunc(q.Prerequisites, func(p string) bool { return p == id || rests(p) })
			}
			return false
		}
		if via != id && rests(via) {
			return via
		}
	}
	return ""
}

func (l *linter) trigger(t *spec.Trigger, p, what string) {
	if t == nil {
		return
	}
	if !slices.Contains([]string{"method", "evidence", "conclusion"}, t.On) {
		l.say(CodeDecider, p+"/trigger/on", "choose method, evidence or conclusion", "a trigger cannot be on %q", t.On)
	}
	l.decider(&t.Decide, p+"/trigger/decide", "the trigger of "+what)
}

func (l *linter) decider(d *spec.Decider, p, what string) {
	ways := 0
	for _, set := range []bool{d.Grader, d.Slot != "", d.Expr != ""} {
		if set {
			ways++
		}
	}
	if ways != 1 {
		l.say(CodeDecider, p, `name exactly one of "grader": true, "slot" and "expr"`, "%s is decided in %d ways", what, ways)
	}
	if d.Slot != "" {
		l.slot(d.Slot, p+"/slot", what)
	}
	if d.Expr == "" {
		return
	}
	e, err := slots.Parse(d.Expr)
	if err != nil {
		l.say(CodeExpression, p+"/expr", "see docs/closure.md for the language of conditions", "the expression of %s cannot be read: %v", what, err)
		return
	}
	if len(e.Slots()) == 0 {
		l.say(CodeExpression, p+"/expr", "name at least one slot", "the expression of %s names no slot: it says the same of every attempt", what)
	}
	for _, s := range e.Slots() {
		l.slot(s, p+"/expr", what)
	}
}

func (l *linter) slot(id, p, what string) {
	if l.slots == nil {
		return
	}
	switch kind, ok := l.slots[id]; {
	case !ok:
		l.say(CodeSlot, p, "name a result, visual or claim slot of its specification", "%s names %q, which is no slot of the case", what, id)
	case kind == spec.KindTransform:
		l.say(CodeSlot, p, "name a result, visual or claim slot", "%s names %q, which is a transform", what, id)
	}
}

func (l *linter) requirement(q *spec.ClosureRequirement, p string) {
	what := "requirement " + strconv.Quote(q.ID)
	if q.Role.Cap() == 4 {
		l.say(CodeRequirement, p+"/role", "choose central, comparison, conclusion or validity", "%s has no role %q", what, q.Role)
	}
	if len(q.Alternatives) == 0 && !q.Grader {
		l.say(CodeRequirement, p, `add alternatives, or "grader": true`, "nothing could meet %s", what)
	}
	l.trigger(q.Trigger, p, what)
	if q.Gap != nil {
		if q.Role != spec.RoleValidity {
			l.say(CodeRequirement, p+"/gap", "drop it", "%s is no validity requirement, so it has no gap", what)
		} else if missing := MissingParts(q.Gap); len(missing) > 0 {
			l.warn(CodeRequirement, p+"/gap", "state all four parts", "unmet, %s does not cap at RC3: its gap lacks %s", what, strings.Join(missing, ", "))
		}
	}
	var conditional []*spec.Atom
	firm := q.Grader
	for i, alt := range q.Alternatives {
		at := fmt.Sprintf("%s/alternatives/%d", p, i)
		if len(alt.Atoms)+len(alt.Slots) == 0 {
			l.say(CodeRequirement, at, "name atoms or slots", "an alternative of %s is empty; it satisfies nothing", what)
		}
		for j, s := range alt.Slots {
			l.slot(s, fmt.Sprintf("%s/slots/%d", at, j), what)
			firm = true
		}
		for j, id := range alt.Atoms {
			switch a := l.atoms[id]; {
			case a == nil:
				l.say(CodeReference, fmt.Sprintf("%s/atoms/%d", at, j), "name an atom of the rubric", "%s rests on %q, which is no atom", what, id)
				firm = true
			case a.Trigger == nil:
				firm = true
			default:
				conditional = append(conditional, a)
			}
		}
	}
	if firm || len(conditional) == 0 {
		return
	}
	if q.Trigger == nil {
		l.say(CodeConditional, p, "give it a trigger of its own, or an alternative with an atom that is always asked", "%s is unconditional but rests on conditional atoms alone: where they are not applicable nothing could meet it", what)
	} else if slices.ContainsFunc(conditional, func(a *spec.Atom) bool { return a.Trigger.Decide != q.Trigger.Decide }) {
		l.warn(CodeConditional, p+"/trigger", "let one condition activate both", "%s may be asked where its atoms are not applicable, and then nothing could meet it: their triggers differ", what)
	}
}

// roles says which roles no requirement has: their levels could not be reached.
func (l *linter) roles() {
	if len(l.r.Requirements) == 0 {
		l.say(CodeRequirement, "/requirements", "add what is indispensable, with its role", "no requirement: every attempt would be RC4")
		return
	}
	for _, role := range []spec.Role{spec.RoleCentral, spec.RoleComparison, spec.RoleConclusion, spec.RoleValidity} {
		if !slices.ContainsFunc(l.r.Requirements, func(q spec.ClosureRequirement) bool { return q.Role == role }) {
			l.warn(CodeRequirement, "/requirements", "add one if the task has it", "no requirement has the role %s: RC%d cannot be given for it", role, role.Cap())
		}
	}
}
