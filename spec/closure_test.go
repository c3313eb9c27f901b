package spec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

const reply = `{"validity":"valid","atoms":[{"atom":"a","decision":"met","evidence":[{"file":"results.json","pointer":"/results/0"}]}],
"triggers":[],"requirements":[{"requirement":"r","decision":"unmet","gap":{"failure_mode":"f"}}],"rc":3,"rationale":"so"}`

// What a judge writes is read as it stands or not at all.
func TestClosureReply(t *testing.T) {
	for _, tt := range []struct{ name, from, to, want string }{
		{"as it is", "", "", ""},
		{"J25 a word within a word", `"met"`, `"not met"`, "/atoms/0/decision"},
		{"J25 another case", `"met"`, `"MET"`, "/atoms/0/decision"},
		{"J25 invalid is not valid", `"valid"`, `"invalid"`, "/validity"},
		{"J08 a level beyond the last", `"rc":3`, `"rc":5`, "/rc"},
		{"a level in quotes", `"rc":3`, `"rc":"3"`, "/rc"},
		{"a part is missing", `"triggers":[],`, ``, "triggers"},
		{"the judge names itself", `{"validity"`, `{"grader":"me","validity"`, "grader"},
		{"a total of its own (J07)", `"rc":3`, `"rc":3,"score":10`, "score"},
		{"prose before", `{"validity"`, `Here: {"validity"`, "json.syntax"},
		{"twice", `"rc":3`, `"rc":3,"rc":4`, "json.duplicate-key"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, _, list := spec.ReadClosureReply("reply", []byte(strings.Replace(reply, tt.from, tt.to, 1)))
			if (g != nil) != (tt.want == "") || tt.want != "" && !strings.Contains(list.Err().Error(), tt.want) {
				t.Errorf("%+v, %v", g, list)
			}
		})
	}
}

// A score that was written is read back.
func TestClosureScoreReads(t *testing.T) {
	s := &spec.ClosureScore{Schema: spec.SchemaClosureScore, Rubric: "r", Attempt: "a", Model: "m", Task: "t", Validity: "valid",
		Atoms: []spec.AtomVerdict{}, Requirements: []spec.RequirementRecord{}, Grades: []spec.ClosureGrade{}, Changes: []spec.DecisionChange{}, Review: []spec.ReviewItem{}, Findings: []spec.Finding{}}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if back, list := spec.ReadClosureScore("score.json", data); back == nil || back.Score != nil || list != nil {
		t.Errorf("%+v, %v", back, list)
	}
	if back, list := spec.ReadClosureScore("score.json", []byte(`{"schema":"assay/closure-score/v1"}`)); back != nil || !list.Errors() {
		t.Error("an empty score was read")
	}
}
