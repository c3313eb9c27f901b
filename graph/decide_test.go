package graph_test

import (
	"testing"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

// The truth table of how trace and interventions decide an edge.
func TestDecide(t *testing.T) {
	check := func(code spec.Code, pass bool) spec.Verdict {
		return spec.Judge("r1", []spec.Check{{Name: "lineage", Decisive: true, State: spec.StateScored, Pass: pass, Code: code, Note: "as traced"}})
	}
	traces := []spec.Verdict{
		check("", true),                                                                         // agrees
		check(spec.ResultUntraced, false), spec.MissingVerdict(spec.DataUnread, "not seen", ""), // silent
		check(spec.ResultDetached, false), check(spec.DataAltered, false), // contradicts
	}
	const (
		yes  = "1"
		no   = "0"
		open = "undecided"
	)
	for _, row := range []struct {
		response graph.Response
		want     [5]string
	}{
		{graph.Unasked, [5]string{yes, no, no, no, no}},
		{graph.Unmoved, [5]string{yes, no, no, no, no}},
		{graph.Followed, [5]string{yes, yes, yes, no, no}},
		{graph.Loose, [5]string{yes, no, no, no, no}},
		{graph.Crashed, [5]string{open, open, open, no, no}},
		{graph.Refuted, [5]string{no, no, no, no, no}},
	} {
		for i, trace := range traces {
			v := graph.Decide(trace, row.response, spec.Check{Name: "intervention", Code: spec.ResultHardCoded, Note: "it stayed"})
			got := no
			switch {
			case v.State == spec.StateUnscored:
				got = open
			case v.State == spec.StateScored && v.Score == 1:
				got = yes
			}
			if got != row.want[i] {
				t.Errorf("response %d, trace %d: %s, want %s", row.response, i, got, row.want[i])
			}
			if row.response == graph.Refuted && (v.Checks[0].Code != spec.ResultHardCoded || v.Checks[0].Pass) {
				t.Errorf("trace %d: the intervention's reason is not given: %+v", i, v.Checks)
			}
			if row.response == graph.Followed && got == yes && v.Checks[0].Code != "" {
				t.Errorf("trace %d: a passed check has the code %s", i, v.Checks[0].Code)
			}
		}
	}
}
