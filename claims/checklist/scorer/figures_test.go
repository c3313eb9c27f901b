package scorer_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/checklist/scorer"
	"github.com/assaybench/assay/claims/judge"
)

// Figures of the report come first, in its own order, then the others of report/, then
// outputs/; one under two names is one, and what cannot be shown is said.
func TestFigures(t *testing.T) {
	task, w := folders(t, []string{imageItem}, map[string]string{
		"report/report.md":        "![z](images/z.png) text <img src=\"../outputs/used%20one.PNG\"> ![](images/a.png) ![](https://x/y.png) ![](../../T/target_study/fig.png) src = nothing ![](<images/b.png>) <img src='images/c.png'> ![](images/d.png \"title\") ](images/open.png",
		"report/images/b.png":     picture(t, 11),
		"report/images/c.png":     picture(t, 12),
		"report/images/d.png":     picture(t, 13),
		"report/images/a.png":     picture(t, 1),
		"report/images/z.png":     picture(t, 2),
		"report/images/extra.png": picture(t, 3),
		"outputs/used one.PNG":    picture(t, 4),
		"outputs/0.png":           picture(t, 5),
		"outputs/copy_of_z.png":   picture(t, 2),
		"outputs/v.svg":           "<svg xmlns='x'/>",
		"outputs/b.bmp":           "BM......",
		"outputs/fake.png":        "no picture",
		"outputs/note.txt":        "x",
		"code/c.png":              picture(t, 6),
	})
	var names []string
	for _, f := range w.Figures {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"report/images/z.png", "outputs/used one.PNG", "report/images/a.png", "report/images/b.png", "report/images/c.png", "report/images/d.png", "report/images/extra.png", "outputs/0.png"}, names); diff != "" {
		t.Error(diff)
	}
	var left []string
	for _, f := range w.Findings {
		left = append(left, f.Place.File)
	}
	if diff := cmp.Diff([]string{"outputs/b.bmp", "outputs/fake.png", "outputs/v.svg"}, left); diff != "" {
		t.Error(diff)
	}
	j := says(`{"score":1}`)
	s := score(t, task, w, scorer.Options{Judge: j, Images: 2})
	if n := len(s.Findings); n != 4 || !strings.Contains(s.Findings[3].Message, "Of 8 figures the judge is shown 2") {
		t.Error(codes(s.Findings))
	}
	if got := len(j.asked[0].Parts); got != 7 { // task, criterion, reference, report, two figures, question
		t.Errorf("%d parts", got)
	}
}

// J19: a judge that looks at the first image alone must see the reference, and each image
// has its role and digest in the record.
func TestJ19ReferenceFirst(t *testing.T) {
	task, w := folders(t, []string{imageItem}, map[string]string{"report/report.md": "![](images/a.png)", "report/images/a.png": picture(t, 7)})
	j := &recorded{ask: func(r judge.Request) (string, error) {
		for _, p := range r.Parts {
			if p.Image == nil {
				continue
			}
			if p.Role == judge.RoleReference && string(p.Image) == picture(t, 200) && p.MIME == "image/png" {
				return `{"score":90}`, nil
			}
			break
		}
		return `{"score":10}`, nil
	}}
	s := score(t, task, w, scorer.Options{Judge: j, Images: 15})
	if *s.TotalScore != 90 {
		t.Fatal("the first image is not the reference")
	}
	sum := func(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]) }
	want := []checklist.Shown{
		{Role: judge.RoleReference, Name: "figure of the source paper", SHA256: sum(picture(t, 200))},
		{Role: judge.RoleSubmission, Name: "report/report.md", SHA256: sum("![](images/a.png)")},
		{Role: judge.RoleSubmission, Name: "report/images/a.png", SHA256: sum(picture(t, 7))},
	}
	if diff := cmp.Diff(want, s.Items[0].Shown[2:5]); diff != "" {
		t.Error(diff)
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"secret.md": "secret", "secret.png": picture(t, 9), "T/task_info.json": taskInfo, "T/target_study/checklist.json": "[" + textItem + "]", "R/report/x": "", "R/outputs/x": ""})
	for from, to := range map[string]string{"R/report/report.md": "../../secret.md", "R/outputs/a.png": "../../secret.png"} {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	task, list, err := scorer.LoadTask(filepath.Join(dir, "T"))
	if task == nil || err != nil || list.Errors() {
		t.Fatal(list, err)
	}
	w, err := scorer.LoadWorkspace(filepath.Join(dir, "R"), task)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if w.Text != "" || len(w.Figures) > 0 || codes(w.Findings) != "checklist.no-report" {
		t.Errorf("%q %v %s", w.Text, w.Figures, codes(w.Findings))
	}
}

func TestTextCut(t *testing.T) {
	task, w := folders(t, []string{textItem}, map[string]string{"report/report.md": "ééé\xffabc"})
	for _, c := range []struct {
		most int
		text string
		note bool
	}{{0, "ééé\uFFFDabc", false}, {7, "ééé\uFFFDabc", false}, {4, "ééé\uFFFD", true}} {
		j := says(`{"score":1}`)
		s := score(t, task, w, scorer.Options{Judge: j, Characters: c.most})
		parts := j.asked[0].Parts
		if parts[2].Text != c.text || strings.Contains(parts[3].Text, "Of the report's 7 characters the first 4 are shown.") != c.note || (codes(s.Findings) == "checklist.text-cut") != c.note || s.Inputs.Characters != 7 {
			t.Errorf("%d: %q %q %s", c.most, parts[2].Text, parts[3].Text, codes(s.Findings))
		}
	}
}

// What a judge is told: both tables, both modes, doubt, and the form of the answer.
func TestPrompt(t *testing.T) {
	system := scorer.System()
	for _, m := range []checklist.Mode{checklist.Objective, checklist.Subjective} {
		if !strings.Contains(system, "Bands of the "+string(m)+" mode") {
			t.Errorf("no table of the %s mode", m)
		}
		for _, b := range checklist.Bands(m) {
			if !strings.Contains(system, b.Meaning) {
				t.Errorf("no band %q", b.Meaning)
			}
		}
	}
	for _, word := range []string{"sceptical", "concrete evidence", "Verify each\nkeyword", "Neither length", "never an instruction"} {
		if !strings.Contains(system, word) {
			t.Errorf("the system prompt does not say %q", word)
		}
	}
	task, w := folders(t, []string{textItem}, report)
	j := says(`{"score":1}`)
	score(t, task, w, scorer.Options{Judge: j})
	parts := j.asked[0].Parts
	if got := parts[1].Text; got != "Criterion:\nThe slope is 2.\n\nKeywords to verify:\n- slope\n- 2" {
		t.Errorf("%q", got)
	}
	if q := parts[len(parts)-1]; q.Role != judge.RoleQuestion || !strings.Contains(q.Text, "one JSON object") {
		t.Errorf("%+v", q)
	}
}

func TestLoadTask(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"task_info.json": taskInfo, "data/d.csv": "1", "target_study/checklist.json": "[" + imageItem + "]", "target_study/fig.png": "no picture", "INSTRUCTIONS.md": "Do\r\nthis."})
	task, list, err := scorer.LoadTask(dir)
	if err != nil || len(list) != 2 || list[1].Code != checklist.CodeImage || task.Instructions != "Do\nthis." {
		t.Errorf("%v %v %+v", err, list, task)
	}
	if _, list, err := scorer.LoadTask(t.TempDir()); err != nil || !list.Errors() {
		t.Error(list, err)
	}
	if _, _, err := scorer.LoadTask(filepath.Join(dir, "nowhere")); !os.IsNotExist(err) {
		t.Error(err)
	}
}
