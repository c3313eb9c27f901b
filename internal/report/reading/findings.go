package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// FindingsOf are the findings about one claim in the order in which they matter: what
// the bottleneck, then the witness, then anything upstream says; of one node what is
// decisive first. Items that are blocked come last, warnings and notes after errors. Of
// a claim that no slot asked for, which is no node, they are those at its place.
func (v *Reading) FindingsOf(c *spec.ClaimReport) []spec.Finding {
	sets := []map[string]bool{{}, {}, {}}
	if c.Bottleneck != nil {
		for _, id := range c.Bottleneck.Items {
			sets[0][id] = true
		}
	}
	for _, id := range c.Witness {
		sets[1][id] = true
	}
	var places []string
	if c.Slot != "" {
		sets[1][c.Slot], sets[2] = true, v.closure(c.Slot)
	} else {
		places = v.places(c.Candidate)
		sets[1][c.Candidate] = v.nodes[c.Candidate] == nil // its name may be that of a node
	}
	rank := func(f *spec.Finding) int {
		at := len(sets)
		switch {
		case f.Node == "" && c.BrokenStage == spec.StageExecution:
			at = 0
		case f.Node == "" && slices.ContainsFunc(places, func(p string) bool { return within(f.Place, p) }):
			at = 1
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
		if s, ok := v.StandingOf(f.Node); ok && s == Blocked {
			at += 10
		}
		return at + 100*slices.Index(Severities, f.Severity)
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

// places are the pointers of the records in claims.json that bear an id.
func (v *Reading) places(id string) []string {
	var out []string
	if v.Records.Claims == nil || id == "" {
		return nil
	}
	for i, c := range v.Records.Claims.Claims {
		if c.ID == id {
			out = append(out, cmp.Or(c.Pointer, fmt.Sprintf("/claims/%d", i)))
		}
	}
	return out
}

// within reports whether a place lies at or below a pointer of claims.json.
func within(p spec.Place, pointer string) bool {
	return p.File == spec.FileClaims && (p.Pointer == pointer || strings.HasPrefix(p.Pointer, pointer+"/"))
}

// telling are the codes that say best why an item fell.
var telling = []spec.Code{spec.TransformView, spec.TransformRows, spec.ResultVariant, spec.ResultValue, spec.VisualValues, spec.VisualDetached, spec.ClaimDirection}

// minor ranks the findings of one item: what is telling, what is decisive, the rest.
func (v *Reading) minor(f *spec.Finding) int {
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

// Severities from the worst.
var Severities = []spec.Severity{spec.SeverityError, spec.SeverityWarning, spec.SeverityInfo}

// Reason is the finding by which a claim fell first; false where no error names one. A
// warning does for a claim that is undetermined, or that no slot asked for.
func (v *Reading) Reason(c *spec.ClaimReport) (spec.Finding, bool) {
	if c.Verdict == spec.Supported {
		return spec.Finding{}, false
	}
	for _, f := range v.FindingsOf(c) {
		if f.Severity == spec.SeverityError {
			return f, true
		}
	}
	if c.Verdict == spec.Undetermined || c.Slot == "" {
		for _, f := range v.FindingsOf(c) {
			return f, true
		}
	}
	return spec.Finding{}, false
}

// Cause is one finding with the claims that it brings down.
type Cause struct {
	Claims  []string
	Finding spec.Finding
}

// Causes lists the first finding of each claim that does not stand, each once, in the
// order of the report, which is that of the stages; where none speaks, the first error.
func (v *Reading) Causes() []Cause {
	var out []Cause
	for i := range v.Claims {
		c := &v.Claims[i]
		f, ok := v.Reason(c)
		if !ok || f.Severity != spec.SeverityError && c.Verdict != spec.Undetermined {
			continue
		}
		at := slices.IndexFunc(out, func(c Cause) bool { return c.Finding == f })
		if at < 0 {
			out = append(out, Cause{Finding: f})
			at = len(out) - 1
		}
		out[at].Claims = append(out[at].Claims, ClaimName(&v.Claims[i]))
	}
	at := func(c Cause) int { return slices.Index(v.Findings, c.Finding) }
	slices.SortStableFunc(out, func(a, b Cause) int { return at(a) - at(b) })
	if len(out) == 0 && (v.Metrics.Strict == nil || !*v.Metrics.Strict) {
		for _, f := range v.Findings {
			if f.Severity == spec.SeverityError {
				return []Cause{{Finding: f}}
			}
		}
	}
	return out
}
