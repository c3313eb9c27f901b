package spec

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Codes of diagnostics about a specification.
const (
	CodeSpecID        = "spec.id"
	CodeSpecReference = "spec.reference"
	CodeSpecChain     = "spec.chain"
	CodeSpecSupport   = "spec.support"
	CodeSpecRule      = "spec.rule"
	CodeSpecCase      = "spec.case"
)

// Lint checks what a schema cannot say: unique ids, references, chains that close
// upward to Data, both kinds of support set for each required claim, and rules that
// could never be met. A demand that the visible case does not tell is a warning. doc gives the places and may not be nil.
func Lint(s *Specification, c *Case, doc *Document) Diagnostics {
	l := &linter{s: s, doc: doc, slots: map[string]NodeKind{}}
	l.ids()
	if c != nil {
		l.assets(c)
		l.visible(c)
	}
	l.views()
	l.results()
	l.visuals()
	l.claims()
	return l.list.Sort()
}

type linter struct {
	s     *Specification
	doc   *Document
	slots map[string]NodeKind
	list  Diagnostics
}

func (l *linter) say(code, pointer, fix, format string, args ...any) {
	l.list = append(l.list, l.doc.Diagnose(code, pointer, fmt.Sprintf(format, args...), fix))
}

func (l *linter) ids() {
	add := func(id string, kind NodeKind, pointer string) {
		if _, dup := l.slots[id]; dup {
			l.say(CodeSpecID, pointer, "give every slot an id of its own", "the id %q names two slots", id)
		}
		l.slots[id] = kind
	}
	for i, t := range l.s.Transforms {
		add(t.ID, KindTransform, at("transforms", i, "id"))
	}
	for i, r := range l.s.Results {
		add(r.ID, KindResult, at("results", i, "id"))
	}
	for i, v := range l.s.Visuals {
		add(v.ID, KindVisual, at("visuals", i, "id"))
	}
	for i, c := range l.s.Claims {
		add(c.ID, KindClaim, at("claims", i, "id"))
	}
}

func (l *linter) assets(c *Case) {
	if l.s.Case != c.ID {
		l.say(CodeSpecCase, "/case", "name the case that the specification belongs to", "the specification is of case %q, the folder holds case %q", l.s.Case, c.ID)
	}
	for _, name := range slices.Sorted(maps.Keys(l.s.Views)) {
		asset := l.s.Views[name].Asset
		if asset != "" && !slices.ContainsFunc(c.Data, func(a Asset) bool { return a.Path == asset }) {
			l.say(CodeSpecChain, "/views/"+escapePointer(name)+"/asset", "name a path of the data manifest in case.json", "view %q rests on %q, which is no declared data", name, asset)
		}
	}
}

func (l *linter) views() {
	names := slices.Sorted(maps.Keys(l.s.Views))
	state := map[string]int{}
	var visit func(name string)
	visit = func(name string) {
		state[name] = 1
		rest := func(other, p string) {
			switch _, known := l.s.Views[other]; {
			case !known:
				l.say(CodeSpecReference, p, "", "there is no view %q", other)
			case state[other] == 1:
				l.say(CodeSpecReference, p, "let views rest on one another in one direction", "the views %q and %q rest on one another", name, other)
			case state[other] == 0:
				visit(other)
			}
		}
		v, p := l.s.Views[name], "/views/"+escapePointer(name)
		if v.From != "" {
			rest(v.From, p+"/from")
		}
		for i, st := range v.Steps {
			if st.Join != nil {
				rest(st.Join.View, p+"/steps/"+strconv.Itoa(i)+"/join/view")
			}
		}
		state[name] = 2
	}
	for _, n := range names {
		if state[n] == 0 {
			visit(n)
		}
	}
	for i, t := range l.s.Transforms {
		if _, ok := l.s.Views[t.View]; !ok {
			l.say(CodeSpecChain, at("transforms", i, "view"), "name one of "+strings.Join(names, ", "), "transform %q has no chain to data: there is no view %q", t.ID, t.View)
		}
	}
}

func (l *linter) results() {
	for i, r := range l.s.Results {
		l.inputs("results", i, r.ID, r.Inputs, KindTransform)
		if r.Tolerance != nil {
			l.tolerance(at("results", i, "tolerance"), *r.Tolerance)
		}
		for j, m := range r.Methods {
			p := at("results", i, "methods") + "/" + strconv.Itoa(j)
			if _, ok := l.s.Views[m.Oracle.View]; !ok {
				l.say(CodeSpecReference, p+"/oracle/view", "", "the oracle of %q has no view %q", r.ID, m.Oracle.View)
			}
			if m.Tolerance != nil {
				l.tolerance(p+"/tolerance", *m.Tolerance)
			}
			for k, o := range r.Methods[:j] {
				if o.Family == m.Family {
					l.say(CodeSpecRule, p+"/family", "name each family once", "result %q lists the family %q at methods %d and %d", r.ID, m.Family, k, j)
				}
			}
		}
	}
}

func (l *linter) visuals() {
	for i, v := range l.s.Visuals {
		l.inputs("visuals", i, v.ID, v.Inputs, KindResult, KindTransform)
		if v.Tolerance != nil {
			l.tolerance(at("visuals", i, "tolerance"), *v.Tolerance)
		}
		if v.Y == nil && v.X == nil {
			l.say(CodeSpecRule, at("visuals", i, ""), "declare the channel x or y", "visual %q says of no channel what it carries, so nothing could be compared", v.ID)
		}
	}
}

func (l *linter) inputs(list string, i int, id string, inputs []string, kinds ...NodeKind) {
	for j, in := range inputs {
		p := at(list, i, "inputs") + "/" + strconv.Itoa(j)
		kind, ok := l.slots[in]
		switch {
		case !ok:
			l.say(CodeSpecChain, p, "name an existing slot", "%q has no chain to data: there is no slot %q", id, in)
		case !slices.Contains(kinds, kind):
			l.say(CodeSpecChain, p, "", "%q cannot rest on %q, which is a %s", id, in, kind)
		}
	}
}

func (l *linter) claims() {
	required := false
	for i, c := range l.s.Claims {
		required = required || c.Required
		if (c.Direction == Greater || c.Direction == Less || c.Direction == Equal || c.Direction == NoDifference) && len(c.Groups) != 2 {
			l.say(CodeSpecRule, at("claims", i, "direction"), "name the two groups, or use increasing or decreasing", "claim %q compares with %q but names %d groups, not 2", c.ID, c.Direction, len(c.Groups))
		}
		if m := c.Magnitude; m != nil {
			switch {
			case m.Result != "" && l.slots[m.Result] != KindResult:
				l.say(CodeSpecReference, at("claims", i, "magnitude")+"/result", "", "claim %q takes its magnitude from %q, which is no result slot", c.ID, m.Result)
			case m.Result == "" && m.Value == nil && m.Lower == nil && m.Upper == nil:
				l.say(CodeSpecRule, at("claims", i, "magnitude"), "name a result slot or give numbers", "the magnitude of claim %q says nothing", c.ID)
			}
			if m.Tolerance != nil {
				l.tolerance(at("claims", i, "magnitude")+"/tolerance", *m.Tolerance)
			}
		}
		l.sets(i, c, "computational", c.Support.Computational, KindResult, KindTransform)
		l.sets(i, c, "visual", c.Support.Visual, KindVisual, KindResult)
	}
	if !required {
		l.say(CodeSpecSupport, "/claims", `set "required" on the claims that the answer must make`, "no claim is required, so nothing could be judged")
	}
}

func (l *linter) sets(i int, c ClaimSlot, side string, sets [][]string, first, other NodeKind) {
	p := at("claims", i, "support") + "/" + side
	if c.Required && len(sets) == 0 {
		l.say(CodeSpecSupport, p, "add a support set", "the required claim %q has no %s support set", c.ID, side)
	}
	for j, set := range sets {
		has := false
		for k, id := range set {
			kind, ok := l.slots[id]
			switch {
			case !ok:
				l.say(CodeSpecReference, fmt.Sprintf("%s/%d/%d", p, j, k), "", "claim %q rests on %q, which is no slot", c.ID, id)
			case kind != first && kind != other:
				l.say(CodeSpecSupport, fmt.Sprintf("%s/%d/%d", p, j, k), "", "a %s support set cannot hold %q, which is a %s", side, id, kind)
			}
			has = has || kind == first
		}
		if !has {
			l.say(CodeSpecSupport, fmt.Sprintf("%s/%d", p, j), "", "this %s support set of claim %q holds no %s", side, c.ID, first)
		}
	}
}

func (l *linter) tolerance(pointer string, t Tolerance) {
	if err := t.Valid(); err != nil {
		l.say(CodeSpecRule, pointer, "", "%v", err)
	}
}

func at(list string, i int, field string) string {
	p := "/" + list + "/" + strconv.Itoa(i)
	if field != "" {
		p += "/" + field
	}
	return p
}
