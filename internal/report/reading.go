package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

var errNil = errors.New("report: there is no report to write")

// reading is a report made safe to show, with what its readers look up in it.
type reading struct {
	*spec.Report
	nodes    map[string]*spec.NodeReport
	edges    map[string]*spec.EdgeReport // by edgeID
	incoming map[string][]*spec.EdgeReport
	blamed   map[string]bool // nodes and edges with an error of their own
	needed   map[string]bool // nodes and edges that a claim rests on; nil where no claim says so
	nodeAt   map[string]int  // place in Nodes, by id
	edgeAt   map[string]int  // place in Edges, by edgeID
}

func read(r *spec.Report) (*reading, error) {
	if r == nil {
		return nil, errNil
	}
	c := duplicate(r, clean)
	c.Run.Output = cleanLines(r.Run.Output)
	v := &reading{
		Report: c, nodes: map[string]*spec.NodeReport{}, edges: map[string]*spec.EdgeReport{}, incoming: map[string][]*spec.EdgeReport{},
		blamed: map[string]bool{}, nodeAt: map[string]int{}, edgeAt: map[string]int{},
	}
	for i := range c.Nodes {
		if n := &c.Nodes[i]; v.nodes[n.ID] == nil {
			v.nodes[n.ID], v.nodeAt[n.ID] = n, i
		}
	}
	for i := range c.Edges {
		e := &c.Edges[i]
		if id := edgeID(e); v.edges[id] == nil {
			v.edges[id], v.edgeAt[id] = e, i
		}
		v.incoming[e.To] = append(v.incoming[e.To], e)
	}
	c.Findings = unique(c.Findings)
	for _, f := range c.Findings {
		if f.Severity == spec.SeverityError && f.Node != "" {
			v.blamed[f.Node] = true
		}
	}
	for i := range c.Claims {
		k := &c.Claims[i]
		items := slices.Concat(k.Witness, []string{k.Slot})
		if k.Bottleneck != nil {
			items = append(items, k.Bottleneck.Items...)
		}
		for _, id := range items {
			if len(k.Witness) > 0 && v.needed == nil {
				v.needed = map[string]bool{}
			}
			if v.needed != nil {
				v.needed[id] = true
			}
		}
	}
	return v, nil
}

// edgeID is the name of an edge in lists.
func edgeID(e *spec.EdgeReport) string { return e.From + " -> " + e.To }

// unique drops findings that say the same of the same thing.
func unique(in []spec.Finding) []spec.Finding {
	type key struct {
		code spec.Code
		node string
		text string
	}
	seen := map[key]bool{}
	out := []spec.Finding{}
	for _, f := range in {
		if k := (key{f.Code, f.Node, f.Message}); !seen[k] {
			seen[k] = true
			out = append(out, f)
		}
	}
	return out
}

// closure is the set of nodes and edges from which id can be reached, id included.
func (v *reading) closure(id string) map[string]bool {
	set := map[string]bool{id: true}
	for todo := []string{id}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range v.incoming[at] {
			set[edgeID(e)] = true
			if !set[e.From] {
				set[e.From] = true
				todo = append(todo, e.From)
			}
		}
	}
	return set
}

// path is what a claim rests on: its witness, or everything that leads to it where
// the report names none. Nodes come layer by layer, each after the edges into it.
func (v *reading) path(c *spec.ClaimReport) []string {
	set := map[string]bool{}
	for _, id := range c.Witness {
		set[id] = true
	}
	if len(set) == 0 && c.Slot != "" {
		set = v.closure(c.Slot)
	}
	if c.Slot != "" { // the claim itself, and how it hangs on its witness
		set[c.Slot] = true
		for _, e := range v.incoming[c.Slot] {
			if set[e.From] {
				set[edgeID(e)] = true
			}
		}
	}
	var out []string
	for _, kind := range kinds {
		for i := range v.Nodes {
			n := &v.Nodes[i]
			if n.Kind != kind || !set[n.ID] {
				continue
			}
			for _, e := range v.incoming[n.ID] {
				if set[edgeID(e)] {
					out = append(out, edgeID(e))
				}
			}
			out = append(out, n.ID)
		}
	}
	return out
}

// kinds are the layers from the data to the claim.
var kinds = []spec.NodeKind{spec.KindData, spec.KindTransform, spec.KindResult, spec.KindVisual, spec.KindClaim}

// findingsOf are the findings about one claim in the order in which they matter: what
// the bottleneck, then the witness, then anything upstream says; of one node what is
// decisive first. Items that are blocked come last, warnings and notes after errors.
func (v *reading) findingsOf(c *spec.ClaimReport) []spec.Finding {
	sets := []map[string]bool{{}, {}, {}}
	if c.Bottleneck != nil {
		for _, id := range c.Bottleneck.Items {
			sets[0][id] = true
		}
	}
	for _, id := range append([]string{c.Slot, c.Candidate}, c.Witness...) {
		sets[1][id] = id != ""
	}
	if c.Slot != "" {
		sets[2] = v.closure(c.Slot)
	}
	rank := func(f *spec.Finding) int {
		at := len(sets)
		switch {
		case f.Node == "" && c.BrokenStage == spec.StageExecution:
			at = 0
		case f.Node == "":
			return -1
		default:
			for i := len(sets) - 1; i >= 0; i-- {
				if sets[i][f.Node] {
					at = i
				}
			}
			if at == len(sets) {
				return -1
			}
		}
		if s, ok := v.item(f.Node); ok && s == blocked {
			at += 10
		}
		return at + 100*slices.Index(severities, f.Severity)
	}
	type ranked struct {
		rank, node, minor, at int
		f                     spec.Finding
	}
	first := map[string]int{} // where the findings of a node begin
	var list []ranked
	for i := range v.Findings {
		f := v.Findings[i]
		if _, ok := first[f.Node]; !ok {
			first[f.Node] = i
		}
		if k := rank(&f); k >= 0 {
			list = append(list, ranked{k, first[f.Node], v.minor(&f), i, f})
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(a.rank-b.rank, a.node-b.node, a.minor-b.minor, a.at-b.at)
	})
	out := make([]spec.Finding, len(list))
	for i, l := range list {
		out[i] = l.f
	}
	return out
}

// telling are the codes that say best why an item fell.
var telling = []spec.Code{spec.TransformView, spec.TransformRows, spec.ResultVariant, spec.ResultValue, spec.VisualValues, spec.VisualDetached, spec.ClaimDirection}

// minor ranks the findings of one item: what is telling, what is decisive, the rest.
func (v *reading) minor(f *spec.Finding) int {
	var checks []spec.Check
	if n := v.nodes[f.Node]; n != nil {
		checks = n.Checks
	} else if e := v.edges[f.Node]; e != nil {
		checks = e.Checks
	}
	switch {
	case slices.Contains(telling, f.Code):
		return 0
	case slices.ContainsFunc(checks, func(c spec.Check) bool {
		return c.Code == f.Code && c.Decisive && c.State == spec.StateScored && !c.Pass
	}):
		return 1
	}
	return 2
}

var severities = []spec.Severity{spec.SeverityError, spec.SeverityWarning, spec.SeverityInfo}

// reason is the finding by which a claim fell first; false where no error names one.
func (v *reading) reason(c *spec.ClaimReport) (spec.Finding, bool) {
	if c.Verdict == spec.Supported {
		return spec.Finding{}, false
	}
	for _, f := range v.findingsOf(c) {
		if f.Severity == spec.SeverityError {
			return f, true
		}
	}
	if c.Verdict == spec.Undetermined {
		for _, f := range v.findingsOf(c) {
			return f, true
		}
	}
	return spec.Finding{}, false
}

// cause is one finding with the claims that it brings down.
type cause struct {
	Claims  []string
	Finding spec.Finding
}

// causes lists the first finding of each claim that does not stand, each once, in the
// order of the report, which is that of the stages; where none speaks, the first error.
func (v *reading) causes() []cause {
	var out []cause
	for i := range v.Claims {
		f, ok := v.reason(&v.Claims[i])
		if !ok {
			continue
		}
		at := slices.IndexFunc(out, func(c cause) bool { return c.Finding == f })
		if at < 0 {
			out = append(out, cause{Finding: f})
			at = len(out) - 1
		}
		out[at].Claims = append(out[at].Claims, claimName(&v.Claims[i]))
	}
	at := func(c cause) int { return slices.Index(v.Findings, c.Finding) }
	slices.SortStableFunc(out, func(a, b cause) int { return at(a) - at(b) })
	if len(out) == 0 && (v.Metrics.Strict == nil || !*v.Metrics.Strict) {
		for _, f := range v.Findings {
			if f.Severity == spec.SeverityError {
				return []cause{{Finding: f}}
			}
		}
	}
	return out
}

// claimName is the slot of a claim, or the candidate's id where no slot asked for it.
func claimName(c *spec.ClaimReport) string {
	if c.Slot != "" {
		return c.Slot
	}
	return c.Candidate
}

// headline is the verdict in two lines.
type headline struct {
	State   string // strict | fallen | failed | open
	Strict  string // yes | no | undecided
	Title   string
	Line    string
	Stage   spec.Stage // earliest broken stage
	Need    int        // required claims
	Stand   int        // of these, supported
	Outside int        // primary or secondary claims that no slot asked for
}

func (v *reading) headline() headline {
	h := headline{Stage: v.firstStage(), State: "fallen", Strict: "no"}
	for _, c := range v.Claims {
		switch {
		case c.Slot == "":
			h.Outside++
		case c.Required:
			h.Need++
			if c.Verdict == spec.Supported {
				h.Stand++
			}
		}
	}
	breaks := ""
	if h.Stage != spec.StageNone {
		breaks = " The evidence breaks first at " + stageName(h.Stage) + "."
	}
	fallen := h.Need - h.Stand
	switch strict := v.Metrics.Strict; {
	case v.Status == spec.StatusInfra:
		h.State, h.Strict, h.Title = "open", "undecided", "No verdict: the infrastructure failed"
		h.Line = "The submission was not judged, and nothing here speaks against it."
		if v.Run.Stopped != "" {
			h.Line += " " + sentence(v.Run.Stopped)
		}
	case v.failed():
		h.State, h.Title, h.Stage = "failed", "The submission did not execute", spec.StageExecution
		if v.Run.Exit == 0 && v.Run.Limit == "" {
			h.Title = "The run did not meet its contract"
		}
		h.Line = "A run that does not end well and write its four files supports nothing: every score is 0."
	case strict == nil || v.Status == spec.StatusUndecided:
		h.State, h.Strict, h.Title = "open", "undecided", "Undecided"
		h.Line = fmt.Sprintf("%s of %s could be shown to stand; something that decides the rest could not be scored.", count(h.Stand), counted(h.Need, "required claim"))
	case *strict && h.Need == 0:
		h.State, h.Strict, h.Title = "open", "undecided", "No required claim was judged"
		h.Line = "The report speaks of strict success, but holds no required claim to which it could apply."
	case *strict:
		h.State, h.Strict, h.Title = "strict", "yes", "Strict success"
		h.Line = "The required claim is supported by evidence that this run produced."
		if h.Need != 1 {
			h.Line = fmt.Sprintf("All %d required claims are supported by evidence that this run produced.", h.Need)
		}
	case h.Need > 0 && fallen == 0:
		h.Title = "Not a strict success"
		h.Line = "Every required claim stands, but another condition of strict success fails." + breaks
	case fallen == h.Need && h.Need == 1:
		h.Title = "The required claim does not stand"
		h.Line = strings.TrimSpace(breaks)
	default:
		verb := "do"
		if fallen == 1 {
			verb = "does"
		}
		h.Title = fmt.Sprintf("%d of %s %s not stand", fallen, counted(h.Need, "required claim"), verb)
		h.Line = strings.TrimSpace(breaks)
	}
	return h
}

// firstStage is the earliest broken stage over the required claims, else over all.
func (v *reading) firstStage() spec.Stage {
	best, bestAny := len(spec.Stages), len(spec.Stages)
	for _, c := range v.Claims {
		if i := slices.Index(spec.Stages, c.BrokenStage); i >= 0 {
			bestAny = min(bestAny, i)
			if c.Required {
				best = min(best, i)
			}
		}
	}
	if best == len(spec.Stages) {
		best = bestAny
	}
	if best == len(spec.Stages) {
		return spec.StageNone
	}
	return spec.Stages[best]
}

func stageName(s spec.Stage) string {
	switch s {
	case spec.StageExecution:
		return "contract and execution"
	case spec.StageDataTransform:
		return "data → transform"
	case spec.StageTransformResult:
		return "transform → result"
	case spec.StageVisual:
		return "the visual"
	case spec.StageClaim:
		return "the claim"
	case spec.StageNone:
		return ""
	}
	return string(s)
}

// placeText is "file#pointer", "file:line:column", and the trace event where known.
func placeText(p spec.Place) string {
	s := p.File
	if p.Line > 0 {
		s += fmt.Sprintf(":%d", p.Line)
		if p.Column > 0 {
			s += fmt.Sprintf(":%d", p.Column)
		}
	}
	if p.Pointer != "" {
		s += "#" + p.Pointer
	}
	if p.Event > 0 {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("trace event %d", p.Event)
	}
	return s
}

func count(n int) string {
	if n == 0 {
		return "None"
	}
	return fmt.Sprint(n)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func sentence(s string) string {
	if s != "" && !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}
