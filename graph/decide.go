package graph

import "github.com/assaybench/assay/spec"

// Stance is what the trace says of an edge.
type Stance int

// The stances of a trace.
const (
	Agrees      Stance = iota // it shows the dependency
	Silent                    // it shows nothing of the kind: the style, or the language, hides it
	Contradicts               // it shows that the value came from elsewhere
)

// contradictions are failures that are seen: something else was computed with, the data
// were altered or never opened, the trace itself is forged. All others are things not seen.
var contradictions = map[spec.Code]bool{spec.ResultDetached: true, spec.DataAltered: true, spec.DataUnopened: true, spec.TraceForged: true}

// StanceOf reads the stance of a trace from the verdict that it gives of an edge.
func StanceOf(v spec.Verdict) Stance {
	if v.State == spec.StateScored && v.Score == 1 {
		return Agrees
	}
	for _, c := range v.Checks {
		if c.State == spec.StateScored && !c.Pass && (contradictions[c.Code]) {
			return Contradicts
		}
	}
	return Silent
}

// Response is how what hangs on an edge answered to changed data, over all interventions.
type Response int

// The responses, from none to the worst.
const (
	Unasked  Response = iota // no intervention was run
	Unmoved                  // no intervention moved the right answer
	Followed                 // it moved as the oracle says, each time
	Loose                    // it moved each time, but is wrong before and after
	Crashed                  // the reruns ended without outputs
	Refuted                  // it stayed, or went astray, at least once
)

// Decide gives the verdict of an edge Data -> Transform or Transform -> Result from the
// trace's verdict and the response to changed data (design, section 7). check is the
// intervention's own: it stands beside the trace's, and decides where that is silent.
//
//	                    trace agrees   trace silent   trace contradicts
//	no intervention     trace (1)      trace (0)      trace (0)
//	right answer still  trace (1)      trace (0)      trace (0)
//	followed            1              1              trace (0)
//	moved, always wrong trace (1)      trace (0)      trace (0)
//	crashed             undecided      undecided      trace (0)
//	refuted             0              0              0
func Decide(trace spec.Verdict, response Response, check spec.Check) spec.Verdict {
	stance := StanceOf(trace)
	check.Decisive = true
	switch {
	case response == Refuted:
		check.State, check.Pass = spec.StateScored, false
		return beside(trace, check, true) // with what the trace has against it
	case stance == Contradicts || response == Unasked || response == Unmoved || response == Loose:
		return trace
	case response == Crashed:
		check.State, check.Pass = spec.StateUnscored, false
		return beside(trace, check, stance == Agrees)
	}
	check.State, check.Pass, check.Code, check.Fix = spec.StateScored, true, "", ""
	return beside(trace, check, stance == Agrees)
}

// beside puts a check beside those of the trace, or in their place where these do not
// count: then they take no part, and are kept for the reader.
func beside(trace spec.Verdict, check spec.Check, count bool) spec.Verdict {
	checks := []spec.Check{check}
	for _, c := range trace.Checks {
		if !count {
			c.State, c.Code, c.Fix = spec.StateNotApplicable, "", ""
		}
		checks = append(checks, c)
	}
	v := spec.Judge(trace.Candidate, checks)
	v.Method, v.Notes = trace.Method, trace.Notes
	return v
}
