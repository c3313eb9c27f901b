package assay

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/claims"
	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// found is what the run really produced, read as evidence.
type found struct {
	executed   bool
	results    *spec.Results
	badResults []spec.BadRecord
	claims     *spec.ClaimsFile
	badClaims  []spec.BadRecord
	provenance *spec.Provenance
	figures    []spec.Figure // every captured save
	figure     *spec.Figure  // the capture that wrote the final file; nil where none did
	saved      spec.Verdict
	trace      *trace.Trace
	lineage    *graph.Observation
	findings   []spec.Finding
}

// observe reads the regenerated files as strictly as anything a stranger wrote.
func observe(c *Case, s *Submission, run *run) *found {
	f := &found{executed: run.ok(), trace: run.trace, figures: visual.FromTrace(run.trace), lineage: graph.Observe(run.trace)}
	if code := s.Files[c.Case.Contract.Entry]; run.built != nil {
		f.lineage.TypedGo(code)
	} else {
		f.lineage.Typed(code)
	}
	f.findings = append(f.findings, submissionFindings(s)...)
	f.findings = append(f.findings, run.findings(c)...)
	for _, name := range c.Case.Contract.Outputs {
		data, ok := run.files[name]
		if !ok {
			f.executed = false
			continue
		}
		switch name {
		case spec.FileResults:
			var list spec.Diagnostics
			f.results, f.badResults, list = spec.ReadResults(name, data)
			f.invalid(f.results != nil, list)
			f.badRecords(name, f.badResults)
		case spec.FileClaims:
			var list spec.Diagnostics
			f.claims, f.badClaims, list = spec.ReadClaims(name, data)
			f.invalid(f.claims != nil, list)
			f.badRecords(name, f.badClaims)
		case spec.FileProvenance:
			var list spec.Diagnostics
			f.provenance, list = spec.ReadProvenance(name, data)
			f.invalid(f.provenance != nil, list)
		case spec.FileFigure:
			f.readFigure(name, data)
		}
		if old, ok := s.Files[name]; ok {
			if at, differs := stale(name, old, data); differs {
				f.say(spec.ArtifactStale, spec.SeverityWarning, spec.Place{File: name, Pointer: at}, "the submitted copy differs from what the run writes; only what the run writes is judged", "hand in the files of a fresh run")
			}
		}
	}
	f.checkPointers()
	return f
}

func (f *found) readFigure(name string, data []byte) {
	file := visual.CheckFile(name, data)
	sum := sha256.Sum256(data)
	f.figure, f.saved = visual.Saved(f.figures, name, hex.EncodeToString(sum[:]))
	if f.figure != nil && f.figure.SHA256 == hex.EncodeToString(sum[:]) {
		visual.Ink(f.figure, data)
		f.findings = append(f.findings, visual.Legibility(*f.figure)...)
	}
	f.saved.Checks = append(f.saved.Checks, file.Checks...)
	for _, check := range file.Checks {
		if check.State != spec.StateScored || check.Pass {
			continue
		}
		// A figure that cannot be read is no output; a blank one is, and shows nothing.
		if check.Code == spec.ArtifactInvalid || check.Code == spec.ArtifactRefused {
			f.executed = false
			f.say(check.Code, spec.SeverityError, spec.Place{File: name}, check.Note, check.Fix)
		}
	}
}

func (f *found) say(code spec.Code, severity spec.Severity, place spec.Place, message, fix string) {
	f.findings = append(f.findings, spec.Finding{Code: code, Severity: severity, Place: place, Message: message, Fix: fix})
}

func (f *found) invalid(ok bool, list spec.Diagnostics) {
	if !ok {
		f.executed = false
	}
	for _, d := range list {
		severity := spec.SeverityWarning
		if !ok {
			severity = spec.SeverityError
		}
		f.say(spec.ArtifactInvalid, severity, place(d), d.Message, d.Fix)
	}
}

func (f *found) badRecords(name string, bad []spec.BadRecord) {
	for _, b := range bad {
		for _, d := range b.Diagnostics {
			message := d.Message
			if b.ID != "" {
				message = fmt.Sprintf("the record %q is set aside: %s", b.ID, d.Message)
			}
			f.say(spec.RecordInvalid, spec.SeverityError, place(d), message, d.Fix)
		}
	}
}

func place(d spec.Diagnostic) spec.Place {
	return spec.Place{File: d.File, Line: d.Line, Column: d.Column, Pointer: d.Pointer}
}

func submissionFindings(s *Submission) []spec.Finding {
	var out []spec.Finding
	for _, d := range s.Problems {
		severity := spec.SeverityError
		if d.Severity != "error" {
			severity = spec.SeverityWarning
		}
		code, message := spec.SubmissionFile, d.Message
		if d.Code != string(code) {
			code, message = spec.ArtifactInvalid, fmt.Sprintf("the submitted %s:%d:%d: %s", d.File, d.Line, d.Column, d.Message)
		}
		out = append(out, spec.Finding{Code: code, Severity: severity, Place: place(d), Message: message, Fix: d.Fix})
	}
	for _, name := range s.Extra {
		out = append(out, spec.Finding{Code: spec.SubmissionExtra, Severity: spec.SeverityInfo, Place: spec.Place{File: name}, Message: name + " is none of the five files and was not visible to the run", Fix: "leave it out"})
	}
	return out
}

// checkPointers holds what claims and provenance say they rest on against what exists:
// a wrong pointer is a finding and changes no score.
func (f *found) checkPointers() {
	ids := map[string]bool{}
	if f.results != nil {
		for _, r := range f.results.Results {
			ids[r.ID] = true
		}
	}
	missing := func(where spec.Place, id string) {
		f.say(spec.ProvenanceLink, spec.SeverityWarning, where, fmt.Sprintf("the result %q that is named here does not exist", id), "name a result of results.json")
	}
	if f.claims != nil && f.results != nil {
		for _, c := range f.claims.Claims {
			if c.Supports == nil {
				continue
			}
			for i, id := range c.Supports.Results {
				if !ids[id] {
					missing(spec.Place{File: spec.FileClaims, Pointer: fmt.Sprintf("%s/supports/results/%d", c.Pointer, i)}, id)
				}
			}
		}
	}
	if f.provenance != nil && f.results != nil {
		for id := range f.provenance.Results {
			if !ids[id] {
				missing(spec.Place{File: spec.FileProvenance, Pointer: "/results/" + id}, id)
			}
		}
	}
}

// maxRivals is how many results of one scope are judged, each by itself. Of more, which no
// report needs, none is.
const maxRivals = 64

// pairs is which candidate stands for which slot.
type pairs struct {
	results    map[string][]spec.Result // several where records of one scope compete, at most maxRivals
	crowds     map[string]int           // how many competed where there were more
	visuals    map[string]visual.Match
	claims     map[string]spec.Claim
	candidates []graph.Candidate // every generated claim
}

// match pairs candidates and slots by type and scope, never by value.
func match(c *Case, t *truth, f *found) *pairs {
	terms := spec.NewTerms(c.Spec.Synonyms)
	p := &pairs{results: map[string][]spec.Result{}, crowds: map[string]int{}, claims: map[string]spec.Claim{}}
	if f.results != nil {
		for _, m := range oracle.Match(c.Spec.Results, f.results.Results, terms) {
			p.results[m.Slot] = m.Candidates
			if n := len(m.Candidates); n > maxRivals {
				p.results[m.Slot], p.crowds[m.Slot] = m.Candidates[:1], n
			}
		}
	}
	p.visuals = visual.MatchSlots(c.Spec.Visuals, f.figure, terms)
	slotOf := map[string]string{}
	if f.claims != nil {
		held := t.claimTruth(c)
		fidelity := func(slot, claim int) float64 {
			return claims.Fidelity(c.Spec.Claims[slot], f.claims.Claims[claim], held, terms).Score
		}
		for j, i := range claims.Match(c.Spec.Claims, f.claims.Claims, terms, fidelity).Claims {
			if i >= 0 {
				p.claims[c.Spec.Claims[i].ID] = f.claims.Claims[j]
				slotOf[f.claims.Claims[j].ID] = c.Spec.Claims[i].ID
			}
		}
		for _, cl := range f.claims.Claims {
			cand := graph.Candidate{ID: cl.ID, Text: cl.Text, Primary: cl.Role != "secondary", Slot: slotOf[cl.ID], Place: spec.Place{File: spec.FileClaims, Pointer: cl.Pointer}}
			if cand.Slot == "" {
				cand.Against = claims.Unasked(cl, held, terms)
			}
			p.candidates = append(p.candidates, cand)
		}
	}
	for _, b := range f.badClaims {
		id := b.ID
		if id == "" || slices.ContainsFunc(p.candidates, func(g graph.Candidate) bool { return g.ID == id }) {
			id = strings.TrimPrefix(b.Pointer, "/")
		}
		p.candidates = append(p.candidates, graph.Candidate{ID: id, Primary: true, Place: spec.Place{File: spec.FileClaims, Pointer: b.Pointer}})
	}
	return p
}
