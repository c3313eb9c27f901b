package grading_test

import (
	"testing"

	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/spec"
)

func TestParsePointer(t *testing.T) {
	type p = spec.EvidencePointer
	for text, want := range map[string]p{
		"report.md":               {File: "report.md"},
		" report.md:3 ":           {File: "report.md", Line: 3},
		"run.ipynb@2":             {File: "run.ipynb", Cell: 2},
		"results.json#/results/0": {File: "results.json", Pointer: "/results/0"},
		"a:b.json#/x:y":           {File: "a:b.json", Pointer: "/x:y"},
		"figure.png!ax0/line/a:b": {File: "figure.png", Mark: "ax0/line/a:b"},
		"figs/a b.png":            {File: "figs/a b.png"},
	} {
		if got, err := grading.ParsePointer(text); err != nil || got != want {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{"", ":3", "a:x", "a:0", "a@-1", "a#results", "a!", "#/a", "a:9999999999999999999999"} {
		if got, err := grading.ParsePointer(text); err == nil {
			t.Errorf("%q was read as %+v", text, got)
		}
	}
}
