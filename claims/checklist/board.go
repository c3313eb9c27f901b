package checklist

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/diag"
	"github.com/assaybench/assay/spec"
)

// SchemaBoard is the name of a board that this program wrote: leaderboard.json of the
// benchmark with additions.
const SchemaBoard = "assay/checklist-board/v1"

// Cell is the best run of an agent on a task.
type Cell struct {
	Score    float64  `json:"score"`
	RunID    string   `json:"run_id"`
	Duration *float64 `json:"duration_seconds,omitempty"`
	Cost     *float64 `json:"cost_usd,omitempty"`
	Model    string   `json:"model,omitempty"`
	Display  string   `json:"model_display,omitempty"`
}

// Board is a leaderboard. Fields from Schema on are additions.
type Board struct {
	Tasks    []string                   `json:"tasks"`
	Agents   []string                   `json:"agents"`
	Scores   map[string]map[string]Cell `json:"scores"`   // by agent and task; only totals without an open item
	Frontier map[string]*float64        `json:"frontier"` // by task, over agents; nil where no agent has a total

	Schema   string    `json:"schema,omitempty"`
	Summary  []Summary `json:"summary,omitempty"` // by agent
	Open     []Open    `json:"open,omitempty"`    // by run
	Settings *Settings `json:"settings,omitempty"`
}

// Summary is an agent over all tasks of the board.
type Summary struct {
	Agent  string      `json:"agent"`
	Tasks  int         `json:"tasks"`  // that have a total
	Of     int         `json:"of"`     // tasks of the board
	Mean   *float64    `json:"mean"`   // over the tasks that have a total, as the benchmark shows it; nil where none has
	Bounds spec.Bounds `json:"bounds"` // of the mean over all tasks: what has no total is between its bounds, 0 to 100 where nothing is known
	Better map[int]int `json:"better"` // how many tasks lie above 50, and above 70
}

// Open is a run without a total.
type Open struct {
	RunID   string      `json:"run_id"`
	Task    string      `json:"task"`
	Agent   string      `json:"agent"`
	Bounds  spec.Bounds `json:"bounds"`
	Covered float64     `json:"covered"` // share of the weight that has a score
	Why     string      `json:"why"`
}

// Run is one run as a board takes it in.
type Run struct {
	RunID, Task, Agent, Model string
	Duration                  *float64
	File                      string   // that was read, for messages
	Scoring                   *Scoring // nil where the run was not scored
	Why                       string   // why there is none
}

// LoadRuns reads the runs of a folder: each folder below it with a _meta.json or a
// _score.json, and each .json file in it, which must be a scoring. Links that leave the
// folder are not followed. Runs are sorted by name. The error is for a directory that
// cannot be opened.
func LoadRuns(dir string) ([]Run, spec.Diagnostics, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, err
	}
	var runs []Run
	var list spec.Diagnostics
	for _, e := range entries {
		r, more := loadRun(root, e)
		list = append(list, more...)
		if r != nil {
			runs = append(runs, *r)
		}
	}
	return runs, list.Sort(), nil
}

func loadRun(root *os.Root, e fs.DirEntry) (*Run, spec.Diagnostics) {
	name := e.Name()
	if !e.IsDir() {
		if !strings.HasSuffix(name, ".json") || name == "leaderboard.json" {
			return nil, nil
		}
		data, d := readIn(root, name)
		if d != nil {
			return nil, spec.Diagnostics{*d}
		}
		s, list := ReadScoring(name, data)
		if s == nil {
			return nil, list
		}
		return newRun(strings.TrimSuffix(name, ".json"), name, s), nil
	}
	file := path.Join(name, "_score.json")
	meta, noMeta := readIn(root, path.Join(name, "_meta.json"))
	r := &Run{RunID: name, File: file, Why: "it was not scored"}
	data, d := readIn(root, file)
	switch _, err := root.Stat(file); {
	case errors.Is(err, fs.ErrNotExist) && noMeta != nil:
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
	case d != nil:
		return nil, spec.Diagnostics{*d}
	default:
		s, list := ReadScoring(file, data)
		if s == nil {
			return nil, list
		}
		r = newRun(name, file, s)
	}
	var m struct {
		Task     string   `json:"task_id"`
		Agent    string   `json:"agent_name"`
		Model    string   `json:"model"`
		Duration *float64 `json:"duration_seconds"`
	}
	if noMeta == nil && json.Unmarshal(meta, &m) == nil {
		r.Task, r.Agent, r.Model, r.Duration = cmp.Or(r.Task, m.Task), cmp.Or(r.Agent, m.Agent), m.Model, m.Duration
	}
	return r, nil
}

func newRun(name, file string, s *Scoring) *Run {
	r := &Run{RunID: cmp.Or(s.RunID, name), Task: s.TaskID, Agent: s.AgentName, File: file, Scoring: s}
	if s.Failure != "" {
		r.Scoring, r.Why = nil, "its file holds an error: "+Clip(s.Failure)
	}
	return r
}

// TaskNames lists the task folders below a folder: those with a task_info.json.
func TaskNames(dir string) ([]string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if _, err := root.Stat(path.Join(e.Name(), "task_info.json")); err == nil && e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// NewBoard takes the best total of each agent on each task; of equal ones the run whose
// name sorts last, as the benchmark has it. A run without a total never counts as 0: it
// stands among the open ones. Tasks adds tasks that no run is of. Runs of different
// settings are refused with the code checklist.settings; runs without recorded settings
// are alike among themselves. A run that is there twice is refused too: the better of two
// scorings of one report is no better report.
func NewBoard(runs []Run, tasks []string) (*Board, error) {
	b := &Board{Schema: SchemaBoard, Scores: map[string]map[string]Cell{}, Frontier: map[string]*float64{}}
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(x, y Run) int { return cmp.Compare(y.RunID, x.RunID) })
	if err := alike(runs); err != nil {
		return nil, err
	}
	taskSet, agents := map[string]bool{}, map[string]bool{}
	for _, t := range tasks {
		taskSet[t] = true
	}
	files := map[[2]string]string{}
	for _, r := range runs {
		k := [2]string{r.RunID, r.Agent}
		if other, twice := files[k]; twice {
			return nil, diag.List{{Code: CodeRun, Severity: diag.Error, File: r.File, Message: fmt.Sprintf("the run %s stands in %s too", r.RunID, other), Fix: "keep one scoring of it; assay checklist total --compare shows how they differ"}}.Err()
		}
		files[k] = r.File
		if r.Task == "" || r.Agent == "" {
			return nil, diag.List{{Code: CodeRun, Severity: diag.Error, File: r.File, Message: "it names no task or no agent", Fix: "write task_id and agent_name, there or in _meta.json"}}.Err()
		}
		taskSet[r.Task], agents[r.Agent] = true, true
		if err := b.take(r); err != nil {
			return nil, diag.List{{Code: CodeTotal, Severity: diag.Error, File: r.File, Message: err.Error(), Fix: "score the run again"}}.Err()
		}
	}
	b.Tasks, b.Agents = slices.Sorted(maps.Keys(taskSet)), slices.Sorted(maps.Keys(agents))
	for _, t := range b.Tasks {
		b.Frontier[t] = nil
		for _, a := range b.Agents {
			if c, ok := b.Scores[a][t]; ok && (b.Frontier[t] == nil || c.Score > *b.Frontier[t]) {
				b.Frontier[t] = &c.Score
			}
		}
	}
	slices.SortStableFunc(b.Open, func(x, y Open) int { return cmp.Or(cmp.Compare(x.RunID, y.RunID), cmp.Compare(x.Agent, y.Agent)) })
	b.summarise()
	for _, r := range runs {
		if r.Scoring != nil && r.Scoring.Settings != nil {
			s := *r.Scoring.Settings
			s.Task = ""
			b.Settings = &s
			break
		}
	}
	return b, nil
}

// take enters one run.
func (b *Board) take(r Run) error {
	open := Open{RunID: r.RunID, Task: r.Task, Agent: r.Agent, Bounds: spec.Bounds{High: 100}, Why: r.Why}
	if r.Scoring != nil {
		items, err := r.Scoring.Outcomes(nil)
		if err != nil {
			return err
		}
		t, err := Sum(items, false)
		if err != nil {
			return err
		}
		if t.Score != nil {
			if b.Scores[r.Agent] == nil {
				b.Scores[r.Agent] = map[string]Cell{}
			}
			if c, ok := b.Scores[r.Agent][r.Task]; !ok || *t.Score > c.Score {
				b.Scores[r.Agent][r.Task] = Cell{Score: *t.Score, RunID: r.RunID, Duration: r.Duration, Model: r.Model}
			}
			return nil
		}
		open.Bounds, open.Covered, open.Why = spec.Bounds{Low: t.Low, High: t.High}, t.Covered, t.Missing()
	}
	b.Open = append(b.Open, open)
	return nil
}

// summarise looks at each agent over all tasks.
func (b *Board) summarise() {
	best := map[[2]string]spec.Bounds{} // of open runs
	for _, o := range b.Open {
		k := [2]string{o.Agent, o.Task}
		best[k] = spec.Bounds{Low: max(best[k].Low, o.Bounds.Low), High: max(best[k].High, o.Bounds.High)}
	}
	b.Summary = nil
	for _, a := range b.Agents {
		s := Summary{Agent: a, Of: len(b.Tasks), Better: map[int]int{BetterThan: 0, MuchBetterThan: 0}}
		var sum, low, high float64
		for _, t := range b.Tasks {
			o, open := best[[2]string{a, t}]
			c, ok := b.Scores[a][t]
			switch {
			case ok:
				s.Tasks++
				sum += c.Score
				o = spec.Bounds{Low: max(o.Low, c.Score), High: max(o.High, c.Score)}
				for line := range s.Better {
					if c.Score > float64(line) {
						s.Better[line]++
					}
				}
			case !open:
				o = spec.Bounds{High: 100}
			}
			low, high = low+o.Low, high+o.High
		}
		if s.Tasks > 0 {
			mean := round(sum / float64(s.Tasks))
			s.Mean = &mean
		}
		if s.Bounds.High = 100; s.Of > 0 {
			s.Bounds = spec.Bounds{Low: round(low / float64(s.Of)), High: round(high / float64(s.Of))}
		}
		b.Summary = append(b.Summary, s)
	}
}

// alike refuses runs whose totals are different measurements.
func alike(runs []Run) error {
	var first *Run
	tasks := map[string]*Run{}
	for i := range runs {
		r := &runs[i]
		if r.Scoring == nil {
			continue
		}
		if first == nil {
			first = r
		}
		a, b := first, r
		differ := differing(a.Scoring.Settings, b.Scoring.Settings, false)
		if differ == nil {
			if tasks[r.Task] == nil {
				tasks[r.Task] = r
			}
			a = tasks[r.Task]
			differ = differing(a.Scoring.Settings, b.Scoring.Settings, true)
		}
		if differ != nil {
			return diag.List{{Code: CodeSettings, Severity: diag.Error, File: b.File, Message: fmt.Sprintf("it cannot be compared with %s, as settings differ: %s", a.File, strings.Join(differ, ", ")), Fix: "score both alike, or keep them in folders of their own"}}.Err()
		}
	}
	return nil
}

func differing(a, b *Settings, task bool) []string {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil || b == nil:
		return []string{"one has none recorded"}
	}
	x, y := *a, *b
	if !task {
		x.Task, y.Task = "", ""
	}
	return x.Differ(y)
}

// ReadBoard reads leaderboard.json of the benchmark, or a board that this program wrote.
func ReadBoard(file string, data []byte) (*Board, spec.Diagnostics) {
	doc, list := spec.ParseJSON(file, data)
	if doc == nil {
		return nil, list
	}
	b := &Board{}
	if list = append(list, decode(doc, "leaderboard", b)...).Sort(); list.Errors() {
		return nil, list
	}
	if b.Summary == nil {
		b.summarise()
	}
	return b, list
}

// Bytes is the board as a file.
func (b *Board) Bytes() ([]byte, error) {
	out, err := encode(b, style{indent: 2})
	return append(out, '\n'), err
}
