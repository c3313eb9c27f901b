package checklist_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/claims/checklist"
	"github.com/assaybench/assay/claims/judge"
	"github.com/assaybench/assay/spec"
)

func scored(scores ...float64) *checklist.Scoring {
	s := &checklist.Scoring{}
	for i, x := range scores {
		r := checklist.Record{Index: i, Weight: "0.5"}
		if x < 0 {
			r.State = checklist.JudgeFailed
		} else {
			r.Score = &x
		}
		s.Items = append(s.Items, r)
	}
	return s
}

func run(id, task, agent string, s *checklist.Scoring) checklist.Run {
	return checklist.Run{RunID: id, Task: task, Agent: agent, File: id, Scoring: s, Why: "it was not scored"}
}

func TestBoard(t *testing.T) {
	b, err := checklist.NewBoard([]checklist.Run{
		run("a_1", "A", "x", scored(40, 60)), run("a_2", "A", "x", scored(50)), run("a_3", "A", "x", scored(20)), run("a_4", "A", "y", scored(80)),
		run("a_5", "A", "x", scored(90, -1)), run("b_1", "B", "x", scored(0)), run("b_2", "B", "y", nil),
	}, []string{"C"})
	if err != nil {
		t.Fatal(err)
	}
	// Of equal totals the run that sorts last counts; what has no total is open, and no 0.
	want := map[string]map[string]checklist.Cell{"x": {"A": {Score: 50, RunID: "a_2"}, "B": {RunID: "b_1"}}, "y": {"A": {Score: 80, RunID: "a_4"}}}
	if diff := cmp.Diff(want, b.Scores); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"A", "B", "C"}, b.Tasks); diff != "" || *b.Frontier["A"] != 80 || *b.Frontier["B"] != 0 || b.Frontier["C"] != nil {
		t.Error(diff, b.Frontier)
	}
	open := []checklist.Open{
		{RunID: "a_5", Task: "A", Agent: "x", Bounds: spec.Bounds{Low: 45, High: 95}, Covered: 0.5, Why: "1 judge_failed"},
		{RunID: "b_2", Task: "B", Agent: "y", Bounds: spec.Bounds{High: 100}, Why: "it was not scored"},
	}
	if diff := cmp.Diff(open, b.Open); diff != "" {
		t.Error(diff)
	}
	mx, my := 25., 80.
	summary := []checklist.Summary{
		{Agent: "x", Tasks: 2, Of: 3, Mean: &mx, Bounds: spec.Bounds{Low: 16.67, High: 65}, Better: map[int]int{50: 0, 70: 0}},
		{Agent: "y", Tasks: 1, Of: 3, Mean: &my, Bounds: spec.Bounds{Low: 26.67, High: 93.33}, Better: map[int]int{50: 1, 70: 1}},
	}
	if diff := cmp.Diff(summary, b.Summary); diff != "" {
		t.Error(diff)
	}
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, list := checklist.ReadBoard("b.json", data)
	if again == nil {
		t.Fatal(list)
	}
	if diff := cmp.Diff(b, again); diff != "" {
		t.Error(diff)
	}
}

func TestBoardRefuses(t *testing.T) {
	with := func(s *checklist.Scoring, settings checklist.Settings) *checklist.Scoring {
		s.Settings = &settings
		return s
	}
	one := checklist.Settings{Task: "1", Judge: judge.Settings{Kind: "openai", Model: "m"}, Images: 15}
	other, cap, task := one, one, one
	other.Judge.Model, cap.Images, task.Task = "n", 5, "2"
	for name, c := range map[string]struct {
		runs []checklist.Run
		says string
	}{
		"other judge":           {[]checklist.Run{run("1", "A", "x", with(scored(1), one)), run("2", "B", "x", with(scored(1), other))}, "model (n, m)"},
		"other cap on images":   {[]checklist.Run{run("1", "A", "x", with(scored(1), one)), run("2", "B", "y", with(scored(1), cap))}, "images (5, 15)"},
		"other checklist":       {[]checklist.Run{run("1", "A", "x", with(scored(1), one)), run("2", "A", "y", with(scored(1), task))}, "task (2, 1)"},
		"one without settings":  {[]checklist.Run{run("1", "A", "x", with(scored(1), one)), run("2", "B", "x", scored(1))}, "none recorded"},
		"one run twice":         {[]checklist.Run{run("1", "A", "x", scored(1)), run("1", "A", "x", scored(2))}, "the run 1 stands in 1 too"},
		"no agent":              {[]checklist.Run{run("1", "A", "", scored(1))}, checklist.CodeRun},
		"no items in a scoring": {[]checklist.Run{run("1", "A", "x", scored())}, checklist.CodeTotal},
	} {
		if _, err := checklist.NewBoard(c.runs, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b, err := checklist.NewBoard([]checklist.Run{run("1", "A", "x", with(scored(1), one)), run("2", "B", "x", with(scored(1), task))}, nil); err != nil || b.Settings.Judge.Model != "m" || b.Settings.Task != "" {
		t.Error(err)
	}
}

func TestLoadRuns(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"T_1/_score.json": `{"run_id":"T_1","task_id":"T","agent_name":"a","items":[{"index":0,"weight":1,"score":5}],"total_score":5.0,"total_weight":1.0}`,
		"T_1/_meta.json":  `{"task_id":"T","agent_name":"other","model":"m","duration_seconds":9.5,"new":1}`,
		"T_2/_meta.json":  `{"task_id":"T","agent_name":"a"}`,
		"T_3/_score.json": `{"error":"no report"}`,
		"T_3/_meta.json":  `{"task_id":"T","agent_name":"a"}`,
		"notes/x":         "",
		"saved.json":      `{"task_id":"U","agent_name":"a","items":[{"index":0,"weight":1,"score":7}]}`,
		"read.me":         "",
	} {
		p := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	runs, list, err := checklist.LoadRuns(dir)
	if err != nil || list.Errors() {
		t.Fatal(err, list)
	}
	var got []string
	for _, r := range runs {
		got = append(got, strings.Join([]string{r.RunID, r.Task, r.Agent, r.Model, r.Why}, "|"))
	}
	if diff := cmp.Diff([]string{"T_1|T|a|m|", "T_2|T|a||it was not scored", "T_3|T|a||its file holds an error: no report", "saved|U|a||"}, got); diff != "" {
		t.Error(diff)
	}
	b, err := checklist.NewBoard(runs, nil)
	if err != nil || *b.Summary[0].Mean != 6 || len(b.Open) != 2 || *b.Scores["a"]["T"].Duration != 9.5 {
		t.Errorf("%v %+v", err, b)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, list, _ := checklist.LoadRuns(dir); !list.Errors() {
		t.Error("a broken file was passed over")
	}
}

// leaderboard.json as the benchmark writes it is read, and what it says is written again.
func TestReadLeaderboard(t *testing.T) {
	const text = `{"tasks":["A","B"],"agents":["x"],"scores":{"x":{"A":{"score":23.5,"run_id":"A_1","duration_seconds":563,"cost_usd":3.753333,"model":"m","model_display":"M"}}},"frontier":{"A":23.5,"B":0}}`
	b, list := checklist.ReadBoard("leaderboard.json", []byte(text))
	if b == nil {
		t.Fatal(list)
	}
	if s := b.Summary[0]; s.Tasks != 1 || s.Of != 2 || *s.Mean != 23.5 || s.Bounds != (spec.Bounds{Low: 11.75, High: 61.75}) {
		t.Errorf("%+v", s)
	}
	b.Summary = nil
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := errors.Join(json.Unmarshal([]byte(text), &want), json.Unmarshal(data, &got)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{`{}`, `[]`, `{"tasks":[],"agents":[],"scores":{"x":{"A":{"score":101,"run_id":""}}},"frontier":{}}`, `{"tasks":["A","A"],"agents":[],"scores":{},"frontier":{}}`} {
		if b, _ := checklist.ReadBoard("b", []byte(bad)); b != nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// The best totals of the last stored scoring of each run, by hand from the published totals.
func TestPublishedBoard(t *testing.T) {
	p := publishedFacts(t)
	var runs []checklist.Run
	best, last := map[string]float64{}, map[string]int{}
	for i, s := range p.Scorings {
		last[s.Run] = i
	}
	for i, s := range p.Scorings {
		if last[s.Run] != i {
			continue
		}
		sc := &checklist.Scoring{}
		for _, it := range s.Items {
			score := float64(it[1])
			for _, task := range p.Tasks {
				if task.ID == s.Task {
					sc.Items = append(sc.Items, checklist.Record{Index: it[0], Weight: task.Items[it[0]].Weight, Score: &score})
				}
			}
		}
		runs = append(runs, run(s.Run, s.Task, s.Agent, sc))
		best[s.Agent+s.Task] = max(best[s.Agent+s.Task], s.Score)
	}
	b, err := checklist.NewBoard(runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	cells := 0
	for agent, row := range b.Scores {
		for task, c := range row {
			cells++
			if c.Score != best[agent+task] {
				t.Errorf("%s %s: %g, published %g", agent, task, c.Score, best[agent+task])
			}
		}
	}
	if cells != len(best) {
		t.Errorf("%d cells, %d published", cells, len(best))
	}
}

func FuzzReadBoard(f *testing.F) {
	f.Add([]byte(`{"tasks":["A"],"agents":["x"],"scores":{"x":{"A":{"score":2,"run_id":"r"}}},"frontier":{"A":null}}`))
	f.Add([]byte(`{"tasks":[],"agents":["x"],"scores":{},"frontier":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, list := checklist.ReadBoard("b", data)
		if (b == nil) != list.Errors() {
			t.Fatal(list)
		}
		if b == nil {
			return
		}
		if _, err := b.Bytes(); err != nil {
			t.Fatal(err)
		}
	})
}
