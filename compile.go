package assay

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// compile puts everything into one report, each list in a stated order.
func compile(c *Case, s *Submission, j *judge, out graph.Outcome) *spec.Report {
	t, f := j.truth, j.found
	r := &spec.Report{
		Schema:        spec.SchemaReport,
		Tool:          spec.Tool{Name: "assay", Version: Version()},
		Case:          spec.CaseRef{ID: c.Case.ID, Question: c.Case.Question, Digest: c.Digest},
		Submission:    spec.SubmissionRef{Name: s.Name, Digest: s.Digest},
		Status:        spec.StatusScored,
		Complete:      true,
		Metrics:       out.Metrics,
		Bounds:        out.Bounds,
		Claims:        list(out.Claims),
		Nodes:         list(out.Nodes),
		Edges:         list(out.Edges),
		Adjudication:  list(slices.Concat(out.Adjudication, j.adjudication)),
		Findings:      list(slices.Concat(f.findings, j.findings, out.Findings)),
		Interventions: list(j.interventions),
		Oracles:       []spec.OracleReport{},
		Figures:       []spec.Figure{},
		Shown:         list(j.drawings),
		Records:       spec.Records{Results: f.results, Claims: f.claims},
		Run:           j.run.report(),
	}
	if r.Bounds == nil {
		r.Bounds = map[string]spec.Bounds{}
	}
	switch {
	case !f.executed:
		r.Status = spec.StatusFailed
	case out.Metrics.Strict == nil:
		r.Status = spec.StatusUndecided
	}
	r.Complete = len(r.Bounds) == 0
	for _, slot := range c.Spec.Results {
		for _, a := range t.answers[slot.ID] {
			r.Oracles = append(r.Oracles, oracleReport(slot, a))
		}
	}
	if f.figure != nil {
		r.Figures = append(r.Figures, *f.figure)
	}
	sortFindings(r.Findings)
	r.Findings = slices.CompactFunc(r.Findings, func(a, b spec.Finding) bool { return a == b })
	return r
}

// list is xs, never nil, so that an empty list is written as one.
func list[T any](xs []T) []T {
	if xs == nil {
		return []T{}
	}
	return xs
}

var severities = []spec.Severity{spec.SeverityError, spec.SeverityWarning, spec.SeverityInfo}

// areas is the order in which findings are read: by layer, from the run to the claims.
var areas = []string{"run", "intervention", "submission", "artifact", "record", "trace", "data", "transform", "method", "result", "visual", "claims", "claim", "provenance", "support", "verifier"}

func sortFindings(fs []spec.Finding) {
	area := func(c spec.Code) int {
		a, _, _ := strings.Cut(string(c), ".")
		if i := slices.Index(areas, a); i >= 0 {
			return i
		}
		return len(areas)
	}
	slices.SortFunc(fs, func(a, b spec.Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(severities, a.Severity), slices.Index(severities, b.Severity)),
			cmp.Compare(area(a.Code), area(b.Code)),
			cmp.Compare(a.Node, b.Node), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Pointer, b.Place.Pointer), cmp.Compare(a.Place.Event, b.Place.Event),
			cmp.Compare(a.Message, b.Message))
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
