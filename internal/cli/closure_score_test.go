package cli

import (
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

// A report is held against the case and the submission that it has to be of.
func TestReportFits(t *testing.T) {
	cs := &spec.CaseFolder{Case: spec.Case{ID: "c", Contract: spec.Contract{Entry: "analysis.py", Outputs: []string{"results.json"}}}, Digest: "1"}
	places, _ := spec.ParseJSON("attempt.json", []byte(`{"report": "r"}`))
	of := func(id, digest string) *spec.Report {
		return &spec.Report{Case: spec.CaseRef{ID: id, Digest: digest}, Submission: spec.SubmissionRef{Digest: "another"}}
	}
	for _, tt := range []struct {
		name   string
		report *spec.Report
		dir    string
		notes  int
		fails  string
	}{
		{"no report", nil, "", 0, ""},
		{"as it is", of("c", "1"), "", 0, ""},
		{"another case", of("d", "1"), "", 0, "of the case"},
		{"a case that has changed", of("c", "0"), "", 1, ""},
		{"a submission of another layout", of("c", "1"), "testdata", 0, ""},
	} {
		dir := ""
		if tt.dir != "" {
			dir = t.TempDir()
		}
		a := &openedAttempt{rubric: &openedRubric{cs: cs}, file: "attempt.json", doc: &spec.ClosureAttempt{}, report: tt.report, dir: dir}
		err := a.fits(places)
		if (err != nil) != (tt.fails != "") || err != nil && !strings.Contains(err.Error(), tt.fails) || len(a.notes) != tt.notes {
			t.Errorf("%s: %v, %v", tt.name, err, a.notes)
		}
	}
	if err := (&openedAttempt{rubric: &openedRubric{}, report: of("d", "0")}).fits(nil); err != nil {
		t.Error(err)
	}
}
