package checklist_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assaybench/assay/claims/checklist"
)

// docs/checklist.md shows the bands that judges are told.
func TestBandsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/checklist.md")
	if err != nil {
		t.Fatal(err)
	}
	subjective := checklist.Bands(checklist.Subjective)
	for i, b := range checklist.Bands(checklist.Objective) {
		scores := fmt.Sprintf("%d-%d", b.Low, b.High)
		if b.Low == b.High {
			scores = fmt.Sprint(b.Low)
		}
		if line := fmt.Sprintf("| %s | %s | %s |\n", scores, b.Meaning, subjective[i].Meaning); !strings.Contains(string(page), line) {
			t.Errorf("there is no line %s", line)
		}
	}
}

// The example of docs/format/checklist.md reads, and the page names every code of lint.
func TestFormatPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/checklist.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	s, list := checklist.ReadScoring("example", []byte(`{"items":[`+example+`]}`))
	if !ok || s == nil || s.Items[0].State != checklist.JudgeFailed {
		t.Errorf("the example does not read: %v", list)
	}
	for _, code := range []string{checklist.CodeFile, checklist.CodeWeight, checklist.CodeWeights, checklist.CodeDuplicate, checklist.CodePath, checklist.CodeImage, checklist.CodeEmptyText,
		checklist.CodeState, checklist.CodeTotal, checklist.CodeRun, checklist.CodeSettings, checklist.CodeIncomplete} {
		if !strings.Contains(string(page), "`"+code+"`") {
			t.Errorf("the page does not name %s", code)
		}
	}
}
