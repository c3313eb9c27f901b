package checklist_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/checklist"
)

// published are facts about the benchmark's 40 checklists and about scorings of them;
// testdata/published.json names source and columns. The sentences are not ours to carry:
// folders are rebuilt with as many letters.
type published struct {
	Tasks    []publishedTask
	Scorings []publishedScoring
}

type publishedTask struct {
	ID    string
	Data  int
	Items []publishedItem
}

type publishedItem struct {
	Kind       string
	Weight     json.Number
	Keywords   int
	Characters int
}

type publishedScoring struct {
	Run, Task, Agent string
	Items            [][2]int // index and score
	Score, Weight    float64
}

func row(data []byte, fields ...any) error {
	var cells []json.RawMessage
	if err := json.Unmarshal(data, &cells); err != nil {
		return err
	}
	if len(cells) != len(fields) {
		return fmt.Errorf("%d cells, want %d", len(cells), len(fields))
	}
	for i, c := range cells {
		if err := json.Unmarshal(c, fields[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *publishedTask) UnmarshalJSON(b []byte) error { return row(b, &p.ID, &p.Data, &p.Items) }
func (p *publishedItem) UnmarshalJSON(b []byte) error {
	return row(b, &p.Kind, &p.Weight, &p.Keywords, &p.Characters)
}
func (p *publishedScoring) UnmarshalJSON(b []byte) error {
	return row(b, &p.Run, &p.Task, &p.Agent, &p.Items, &p.Score, &p.Weight)
}

func publishedFacts(t testing.TB) published {
	t.Helper()
	data, err := os.ReadFile("testdata/published.json")
	if err != nil {
		t.Fatal(err)
	}
	var p published
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// write makes the task's folder as the benchmark lays it out: CRLF, no final newline, raw
// text beyond ASCII, one file for each target image and datum.
func (p publishedTask) write(t testing.TB, dir string) {
	t.Helper()
	var items, data []string
	file := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for i, it := range p.Items {
		content := fmt.Sprintf("%s %d μ", p.ID, i)
		content += strings.Repeat("é", it.Characters-len([]rune(content)))
		path := "null"
		if it.Kind == "image" {
			path = fmt.Sprintf(`"images/%d.png"`, i)
			file(fmt.Sprintf("target_study/images/%d.png", i), "image")
		}
		words := strings.TrimSuffix(strings.Repeat("\r\n      \"k\",", it.Keywords), ",")
		items = append(items, fmt.Sprintf("  {\r\n    \"type\": %q,\r\n    \"content\": \"%s\",\r\n    \"path\": %s,\r\n    \"keywords\": [%s\r\n    ],\r\n    \"weight\": %s\r\n  }", it.Kind, content, path, words, it.Weight))
	}
	for i := range p.Data {
		file(fmt.Sprintf("data/%d.csv", i), "1")
		data = append(data, fmt.Sprintf("    {\r\n      \"name\": \"d\",\r\n      \"path\": \"./data/%d.csv\",\r\n      \"type\": \"t\",\r\n      \"description\": \"<d>\"\r\n    }", i))
	}
	file("target_study/checklist.json", "[\r\n"+strings.Join(items, ",\r\n")+"\r\n]")
	file("task_info.json", "{\r\n  \"task\": \"Measure a≈b.\",\r\n  \"data\": [\r\n"+strings.Join(data, ",\r\n")+"\r\n  ]\r\n}")
}

// load loads a task folder and writes its documents again, byte for byte.
func load(t *testing.T, dir string) (*checklist.Folder, map[string]int) {
	t.Helper()
	f, diags, err := checklist.LoadFolder(dir)
	if err != nil || f == nil {
		t.Fatalf("%s: %v %v", dir, err, diags)
	}
	codes := map[string]int{}
	for _, d := range diags {
		codes[d.Code]++
	}
	for name, written := range map[string]func() ([]byte, error){"target_study/checklist.json": f.Checklist.Bytes, "task_info.json": f.Task.Bytes} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := written(); err != nil || string(got) != string(want) {
			t.Errorf("%s/%s is written otherwise than it was read: %v %s", dir, name, err, cmp.Diff(string(want), string(got)))
		}
	}
	return f, codes
}

// All 40 checklists load: 154 items, 91 of images and 63 of text; weights sum to 1 by
// rounding, and in five tasks not to the bit.
func TestPublishedTasks(t *testing.T) {
	p := publishedFacts(t)
	count, data, items, sums := map[checklist.Kind]int{}, 0, map[int]int{}, map[float64]int{}
	for _, task := range p.Tasks {
		dir := filepath.Join(t.TempDir(), task.ID)
		task.write(t, dir)
		f, codes := load(t, dir)
		if len(codes) > 0 {
			t.Errorf("%s: %v", task.ID, codes)
		}
		data += len(f.Task.Data)
		items[len(f.Checklist.Items)]++
		sum := 0.0
		for i, it := range f.Checklist.Items {
			count[it.Kind]++
			w, err := it.Weight.Float64()
			if err != nil || len(it.Keywords) != task.Items[i].Keywords {
				t.Errorf("%s item %d: %v", task.ID, i, err)
			}
			sum += w
		}
		sums[sum]++
	}
	if diff := cmp.Diff(map[checklist.Kind]int{checklist.Text: 63, checklist.Image: 91}, count); len(p.Tasks) != 40 || data != 113 || diff != "" {
		t.Errorf("%d checklists, %d data: %s", len(p.Tasks), data, diff)
	}
	if diff := cmp.Diff(map[int]int{3: 21, 5: 11, 4: 7, 8: 1}, items); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[float64]int{1: 35, 0.9999999999999999: 5}, sums); diff != "" {
		t.Error(diff)
	}
}

// Every stored scoring has the published total by the stock arithmetic, and the published
// sum of weights to the bit. None of them has a failed judge, so the interval is a point.
func TestPublishedScorings(t *testing.T) {
	p := publishedFacts(t)
	tasks := map[string]publishedTask{}
	for _, task := range p.Tasks {
		tasks[task.ID] = task
	}
	for _, s := range p.Scorings {
		var outcomes []checklist.Outcome
		for _, it := range s.Items {
			w, err := tasks[s.Task].Items[it[0]].Weight.Float64()
			if err != nil {
				t.Fatal(err)
			}
			outcomes = append(outcomes, checklist.Outcome{Index: it[0], State: checklist.Scored, Score: float64(it[1]), Weight: w})
		}
		for _, stock := range []bool{true, false} {
			got, err := checklist.Sum(outcomes, stock)
			if err != nil || got.Score == nil || *got.Score != s.Score || got.Low != s.Score || got.High != s.Score || got.Weight != s.Weight {
				t.Errorf("%s: %+v %v, published %v of %v", s.Run, got, err, s.Score, s.Weight)
			}
		}
	}
	if len(p.Scorings) != 15 {
		t.Errorf("%d scorings", len(p.Scorings))
	}
}

// The files themselves, where they lie beside the repository: they must be whole, load
// without a complaint but for the images and data that they come without, and be what
// testdata/published.json says of them.
func TestPublishedFiles(t *testing.T) {
	dir := filepath.FromSlash("../../../shared/data/researchclawbench")
	if _, err := os.Stat(filepath.Dir(dir)); errors.Is(err, fs.ErrNotExist) {
		t.Logf("there is no folder %s: the files themselves are not tried, only the facts about them", dir)
		return
	}
	p := publishedFacts(t)
	for _, task := range p.Tasks {
		f, codes := load(t, filepath.Join(dir, "tasks", task.ID))
		want := map[string]int{checklist.CodeFile: task.Data}
		for i, it := range f.Checklist.Items {
			if it.Kind == checklist.Image {
				want[checklist.CodeImage]++
			}
			if got := (publishedItem{string(it.Kind), it.Weight, len(it.Keywords), len([]rune(it.Content))}); got != task.Items[i] {
				t.Errorf("%s item %d: %+v, carried %+v", task.ID, i, got, task.Items[i])
			}
		}
		if diff := cmp.Diff(want, codes); diff != "" {
			t.Errorf("%s: %s", task.ID, diff)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "scorings.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil || len(all) != len(p.Scorings) {
		t.Fatalf("%d scorings, %v", len(all), err)
	}
	for i, raw := range all {
		s, diags := checklist.ReadScoring("_score.json", raw)
		if s == nil {
			t.Fatal(diags)
		}
		if s.TotalScore == nil || s.TotalWeight == nil || s.RunID != p.Scorings[i].Run {
			t.Fatalf("%+v", s)
		}
		if got, err := s.Published(); err != nil || *got.Score != *s.TotalScore {
			t.Errorf("%s: %v", s.RunID, err)
		}
		f, _, err := checklist.LoadFolder(filepath.Join(dir, "tasks", s.TaskID))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Outcomes(f.Checklist); err != nil {
			t.Errorf("%s: %v", s.RunID, err)
		}
	}
}
