package stats

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// Scored is a score and where it stands.
type Scored struct {
	spec.ClosureScore
	File string
	Line int // in JSON Lines, from 1; else 0
}

// IsScore tells by its schema whether a document is, or means to be, a closure score:
// folders hold other documents beside them.
func IsScore(data []byte) bool {
	var head struct {
		Schema string `json:"schema"`
	}
	return json.Unmarshal(data, &head) == nil && head.Schema == spec.SchemaClosureScore
}

// Read reads one score (assay/closure-score/v1) and holds its parts against one another.
func Read(file string, data []byte) (*Scored, diag.List) {
	s, list := spec.ReadClosureScore(file, data)
	if s == nil {
		return nil, list
	}
	out := &Scored{ClosureScore: *s, File: file}
	return out, append(list, out.check()...)
}

// ReadLines reads JSON Lines: one score on each line that is not blank. An error of the
// reader ends it.
func ReadLines(file string, r io.Reader) ([]Scored, diag.List, error) {
	var out []Scored
	var list diag.List
	in := bufio.NewScanner(r)
	in.Buffer(nil, spec.MaxJSONBytes+1)
	line := 0
	for in.Scan() {
		line++
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		s, more := Read(file, in.Bytes())
		for i := range more {
			more[i].Line, more[i].Column = line, max(more[i].Column, 1)
		}
		list = append(list, more...)
		if s != nil {
			s.Line = line
			out = append(out, *s)
		}
		if len(list) >= maxDiagnostics {
			return out, list, nil
		}
	}
	err := in.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		list = append(list, diag.Diagnostic{Code: spec.CodeJSONSize, Severity: diag.Error, File: file, Line: line + 1,
			Message: fmt.Sprintf("the line has more than %d bytes", spec.MaxJSONBytes), Fix: "write one score on each line"})
		err = nil
	}
	return out, list, err
}

// maxDiagnostics are enough to see what is wrong.
const maxDiagnostics = 100

// check holds the parts of a score against one another: what it says of itself must follow
// from its atoms, so that no figure rests on a total that somebody wrote by hand.
func (s *Scored) check() diag.List {
	var list diag.List
	bad := func(pointer, format string, args ...any) {
		list = append(list, s.diagnose(CodeScore, pointer, fmt.Sprintf(format, args...), "score the attempt again (assay closure score)"))
	}
	low, high := s.HalfPoints[0], s.HalfPoints[1]
	switch {
	case low > high:
		bad("/half_points", "the least number of half points, %d, is above the greatest, %d", low, high)
	case s.RCBounds[0] > s.RCBounds[1]:
		bad("/rc_bounds", "the lowest level, RC%d, is above the highest, RC%d", s.RCBounds[0], s.RCBounds[1])
	}
	if s.Score != nil && (low != high || *s.Score != float64(low)/2) {
		bad("/score", "a score of %v is not half of %d to %d half points", *s.Score, low, high)
	}
	if s.RC != nil && (s.RCBounds != [2]int{*s.RC, *s.RC}) {
		bad("/rc", "RC%d is not the level from RC%d to RC%d", *s.RC, s.RCBounds[0], s.RCBounds[1])
	}
	if s.Validity == invalid {
		return list
	}
	if s.Complete && (s.Score == nil || s.RC == nil || s.Validity != valid) {
		bad("/complete", "the attempt is called complete, but its score, level or validity is open")
	}
	if s.TerminalZero && (s.HalfPoints != [2]int{} || s.RCBounds != [2]int{}) {
		bad("/terminal_zero", "a terminal zero has score 0 and RC0, not %d to %d half points and RC%d to RC%d", low, high, s.RCBounds[0], s.RCBounds[1])
	}
	switch n := len(s.Atoms); {
	case n == 0 && !s.TerminalZero:
		bad("/atoms", "the attempt is no terminal zero and has no atoms")
	case n != 0 && n != spec.AtomsOfRubric:
		bad("/atoms", "there are %d atoms, not %d", n, spec.AtomsOfRubric)
	case n != 0 && !s.TerminalZero:
		s.checkAtoms(bad)
	}
	return list
}

func (s *Scored) checkAtoms(bad func(pointer, format string, args ...any)) {
	met, applicable, free, open := 0, 0, 0, 0
	seen := map[string]bool{}
	for i, a := range s.Atoms {
		if seen[a.Atom] {
			bad(fmt.Sprintf("/atoms/%d/atom", i), "the atom %q stands twice", a.Atom)
		}
		seen[a.Atom] = true
		if a.Category != "" && a.Dimension != spec.Validity {
			bad(fmt.Sprintf("/atoms/%d/category", i), "only V atoms have a category")
		}
		switch a.Decision {
		case met_:
			met, applicable = met+1, applicable+1
		case unmet_:
			applicable++
		case free_:
			free++
		default:
			open++
		}
	}
	switch {
	case open > 0:
		if s.Complete {
			bad("/complete", "the attempt is called complete, but %d of its atoms are undecided", open)
		}
	case s.HalfPoints != [2]int{met + free, met + free}:
		bad("/half_points", "%d met and %d not applicable atoms are %d half points, not %d to %d", met, free, met+free, s.HalfPoints[0], s.HalfPoints[1])
	case s.Met != met || s.Applicable != applicable:
		bad("/met", "%d of %d applicable atoms are met, not %d of %d", met, applicable, s.Met, s.Applicable)
	}
}

// Words of the documents.
const (
	valid   = "valid"
	invalid = "infrastructure_invalid"
	met_    = "met"
	unmet_  = "unmet"
	free_   = "not_applicable"
)

func (s *Scored) diagnose(code, pointer, message, fix string) diag.Diagnostic {
	return diag.Diagnostic{Code: code, Severity: diag.Error, File: s.File, Line: s.Line, Pointer: pointer, Message: message, Fix: fix}
}
