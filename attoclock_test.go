package assay_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assaybench/assay/claims/closure"
	"github.com/assaybench/assay/claims/closure/evidence"
	"github.com/assaybench/assay/claims/closure/grading"
	"github.com/assaybench/assay/claims/closure/slots"
	"github.com/assaybench/assay/spec"
)

// The three worked attempts at the attoclock reach RC4, RC3 and RC2, each decided in
// full, by the engine's stored report on the very submission and the stored grades. The
// long tests verify the submissions again.
func TestAttoclockClosure(t *testing.T) {
	const dir = "cases/attoclock/hidden"
	read := func(path string) []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	rubric, doc, list := spec.ReadClosureRubric("rubric.json", read(filepath.Join(dir, "rubric.json")))
	if list.Errors() {
		t.Fatal(list)
	}
	c, list, err := spec.LoadCase(filepath.Dir(dir))
	if err != nil || list.Errors() {
		t.Fatal(err, list)
	}
	if list := closure.Lint(rubric, doc, &c.Spec); len(list) > 0 {
		t.Fatal(list)
	}
	ready, err := closure.New(rubric)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		rc     int
		score  float64
		unmet  []string // requirements
		lost   []string // atoms
		review int      // disagreements between readers that were settled
	}{
		"rc4": {4, 10, nil, nil, 0},
		"rc3": {3, 8.5, []string{"R4"}, []string{"O4", "V2", "V3"}, 1},
		"rc2": {2, 7, []string{"R3"}, []string{"O1", "O5", "I2", "M1", "M2", "M3"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "attempts", name+".json")
			attempt, places, list := spec.ReadClosureAttempt(path, read(path))
			if attempt != nil {
				list = append(list, grading.Check(rubric, attempt, places)...)
			}
			if len(list) > 0 {
				t.Fatal(list)
			}
			sub := filepath.Join(filepath.Dir(path), filepath.FromSlash(attempt.Submission))
			report, list := spec.ReadReport(attempt.Report, read(filepath.Join(filepath.Dir(path), attempt.Report)))
			if list.Errors() {
				t.Fatal(list)
			}
			loaded, err := spec.LoadSubmission(sub, &c.Case)
			if err != nil {
				t.Fatal(err)
			}
			if report.Submission.Digest != loaded.Digest || report.Case.Digest != c.Digest {
				t.Errorf("the stored report is of submission %s and case %s, here are %s and %s: verify it again", report.Submission.Digest, report.Case.Digest, loaded.Digest, c.Digest)
			}
			reports := []*spec.Report{report}
			if os.Getenv("ASSAY_LONG") != "" {
				reports = append(reports, verify(t, filepath.Dir(dir), sub, options(t)))
			}
			for _, r := range reports {
				index, err := slots.New(r)
				if err != nil {
					t.Fatal(err)
				}
				files, err := evidence.Open(sub, r.Figures)
				if err != nil {
					t.Fatal(err)
				}
				s := grading.Score(ready, attempt, grading.Evidence{Report: index, Files: files})
				if err := files.Close(); err != nil {
					t.Error(err)
				}
				if !s.Complete || s.RC == nil || *s.RC != want.rc || s.Score == nil || *s.Score != want.score {
					t.Errorf("complete %v, half points %v, level %v, want RC%d and %v", s.Complete, s.HalfPoints, s.RCBounds, want.rc, want.score)
				}
				var unmet, lost []string
				for _, q := range s.Requirements {
					if q.Decision != "met" {
						unmet = append(unmet, q.Requirement)
					}
				}
				for _, a := range s.Atoms {
					if a.Decision == "unmet" {
						lost = append(lost, a.Atom)
					}
				}
				if !slices.Equal(unmet, want.unmet) || !slices.Equal(lost, want.lost) {
					t.Errorf("unmet requirements %v, want %v; unmet atoms %v, want %v", unmet, want.unmet, lost, want.lost)
				}
				if len(s.Review) > 0 || len(s.Changes) < want.review {
					t.Errorf("open for review %v, changes %v", s.Review, s.Changes)
				}
				for _, f := range s.Findings {
					if f.Severity == spec.SeverityError {
						t.Errorf("%s: %s", f.Code, f.Message)
					}
				}
			}
		})
	}
}
