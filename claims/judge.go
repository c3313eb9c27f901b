package claims

import "github.com/assaybench/assay/spec"

// judge gathers the checks of one claim.
type judge struct {
	c           spec.Claim
	code        spec.Code // of failed checks, where no other is given
	checks      []spec.Check
	contradicts bool
}

// add records a decisive check; note, fix and code are kept only where it failed.
func (j *judge) add(name string, pass bool, expected, observed, note, fix, pointer string) {
	c := spec.Check{Name: name, Decisive: true, State: spec.StateScored, Pass: pass, Expected: expected, Observed: observed,
		Place: spec.Place{File: spec.FileClaims, Pointer: j.c.Pointer + pointer}}
	if !pass {
		c.Code, c.Note, c.Fix = j.code, note, fix
	}
	j.checks = append(j.checks, c)
}

// as gives the check that was added last its own code, where it failed.
func (j *judge) as(code spec.Code) {
	if c := &j.checks[len(j.checks)-1]; !c.Pass && c.State == spec.StateScored {
		c.Code = code
	}
}

// skip records a check that has nothing to compare.
func (j *judge) skip(name string) {
	j.checks = append(j.checks, spec.Check{Name: name, State: spec.StateNotApplicable})
}

// undecided records a decisive check that could not be decided.
func (j *judge) undecided(name, note string) {
	j.checks = append(j.checks, spec.Check{Name: name, Decisive: true, State: spec.StateUnscored, Note: note})
}
