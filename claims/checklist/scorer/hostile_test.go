package scorer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/claims/checklist/scorer"
)

// A report that is made to take long does not.
func TestHostileReports(t *testing.T) {
	for name, text := range map[string]string{
		"src without links":   strings.Repeat("src ", 1<<20),
		"src with a quote":    strings.Repeat("src=", 1<<20) + `"`,
		"links that end":      strings.Repeat("]()", 1<<20),
		"links without end":   strings.Repeat("](", 1<<20),
		"white space":         "](" + strings.Repeat(" ", 1<<22) + "src",
		"no space and no end": strings.Repeat("](a", 1<<20),
	} {
		start := time.Now()
		_, w := folders(t, []string{textItem}, map[string]string{"report/report.md": text})
		if took := time.Since(start); took > 10*time.Second || len(w.Figures) > 0 {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func TestManyImages(t *testing.T) {
	files := map[string]string{"report/report.md": "![](../outputs/z.png)", "outputs/z.png": picture(t, 255)}
	for i := range 120 {
		files[fmt.Sprintf("outputs/%03d.png", i)] = picture(t, uint8(i))
	}
	_, w := folders(t, []string{textItem}, files)
	if len(w.Figures) != 100 || w.Figures[0].Name != "outputs/z.png" || codes(w.Findings) != "checklist.figures" {
		t.Errorf("%d figures, %s", len(w.Figures), codes(w.Findings))
	}
}

func FuzzWorkspace(f *testing.F) {
	f.Add("![](images/a.png)", `{"task_id":"T"}`)
	f.Add(`<img src = 'a.png'>](<b>`, "{")
	f.Add("](\n\n](src=\"", `{"task_id":5}`)
	f.Fuzz(func(t *testing.T, report, meta string) {
		task, w := folders(t, []string{textItem}, map[string]string{"report/report.md": report, "_meta.json": meta, "report/images/a.png": picture(t, 1)})
		if len(w.Figures) != 1 {
			t.Errorf("%d figures", len(w.Figures))
		}
		s := score(t, task, w, scorer.Options{Judge: says(`{"score":7}`)})
		if want := 7.; w.Report == "" && *s.TotalScore != 0 || w.Report != "" && *s.TotalScore != want {
			t.Errorf("%q: %v", w.Report, *s.TotalScore)
		}
	})
}
