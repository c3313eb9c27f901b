package checklist

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/assaybench/assay/spec"
)

// Record is one item of _score.json. The fields up to Reasoning are the benchmark's own;
// the others are additions, absent from files of its own program.
type Record struct {
	Index     int         `json:"index"`
	Kind      Kind        `json:"type"`
	Content   string      `json:"content"` // the first 200 characters
	Weight    json.Number `json:"weight"`
	Score     *float64    `json:"score"` // 0 to 100 in halves; nil where the item has no score
	Reasoning string      `json:"reasoning"`

	State  State        `json:"state,omitempty"`  // empty in files of the benchmark's own program
	Bounds *spec.Bounds `json:"bounds,omitempty"` // in which the score of an item without one must lie; nil: 0 to 100
	Mode   Mode         `json:"mode,omitempty"`   // that all scored draws chose
	Spread float64      `json:"spread,omitempty"` // of the scored draws
	Draws  []Draw       `json:"draws,omitempty"`
	Engine *Engine      `json:"engine,omitempty"` // of an item with a slot
	Shown  []Shown      `json:"shown,omitempty"`  // what the judge was shown, in order
}

// Engine is what the report of a verification says of an item's slot: the judge's score
// counts up to 100 times it.
type Engine struct {
	Slot    string            `json:"slot"`
	Verdict spec.ClaimVerdict `json:"verdict"`
	Low     float64           `json:"low"` // 0 to 1; both ends are equal where the engine decided
	High    float64           `json:"high"`
	Note    string            `json:"note,omitempty"`
}

// Shown names one piece of what a judge was shown.
type Shown struct {
	Role   string `json:"role"`
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Scoring is _score.json. Where Failure is set the file holds an error in place of a
// scoring, which is no total of 0. Fields from Schema on are additions, absent from files
// of the benchmark's own program.
type Scoring struct {
	RunID       string   `json:"run_id"`
	TaskID      string   `json:"task_id"`
	AgentName   string   `json:"agent_name"`
	Items       []Record `json:"items"`
	TotalScore  *float64 `json:"total_score"` // nil where an item has no score
	TotalWeight *float64 `json:"total_weight"`
	Failure     string   `json:"error,omitempty"`

	Schema   string         `json:"schema,omitempty"`
	Complete bool           `json:"complete"`
	Bounds   *spec.Bounds   `json:"bounds,omitempty"` // of the total
	Covered  float64        `json:"covered"`          // share of the weight that has a score
	States   map[State]int  `json:"states,omitempty"` // how many items are in each
	Settings *Settings      `json:"settings,omitempty"`
	Inputs   *Inputs        `json:"inputs,omitempty"`
	Findings []spec.Finding `json:"findings,omitempty"`
}

// SchemaScore is the name of a _score.json that this program wrote.
const SchemaScore = "assay/checklist-score/v1"

// Inputs are the SHA-256 of what was judged.
type Inputs struct {
	Report     string `json:"report"`             // file that was read; empty where there is none
	SHA256     string `json:"sha256"`             // of that file
	Characters int    `json:"characters"`         // of that file
	Evidence   string `json:"evidence,omitempty"` // of the assay/report/v1 that decided slots
}

// ReadScoring reads _score.json. Keys beyond the known ones are allowed, as forks of the
// benchmark add some. Scores are halves from 0 to 100; only an item whose state says why
// may have none; no index stands twice.
func ReadScoring(file string, data []byte) (*Scoring, spec.Diagnostics) {
	doc, list := spec.ParseJSON(file, data)
	if doc == nil {
		return nil, list
	}
	s := &Scoring{}
	if list = append(list, decode(doc, "checklist-score", s)...); list.Errors() {
		return nil, list.Sort()
	}
	seen := map[int]bool{}
	for i, r := range s.Items {
		at := "/items/" + strconv.Itoa(i)
		if seen[r.Index] {
			list = append(list, doc.Diagnose(CodeDuplicate, at+"/index", fmt.Sprintf("the item %d is recorded twice", r.Index), "keep one record of it"))
		}
		seen[r.Index] = true
		if _, ok := weight(r.Weight); !ok {
			list = append(list, badWeight(doc, at+"/weight", r.Weight))
		}
		if (r.Score == nil) != (r.State != "" && r.State != Scored) {
			list = append(list, doc.Diagnose(CodeState, at+"/score", "an item has a score where it is scored, and only there", "write null and a state, or a score"))
		}
		if b := r.Bounds; b != nil && b.Low > b.High {
			list = append(list, doc.Diagnose(CodeState, at+"/bounds", "the lower bound is above the upper", "write the lower one first"))
		}
	}
	if list.Errors() {
		return nil, list.Sort()
	}
	return s, list.Sort()
}

// Finish fills in what follows from the items: the total, its bounds, the covered share of
// the weight and the states.
func (s *Scoring) Finish() error {
	items, err := s.Outcomes(nil)
	if err != nil {
		return err
	}
	t, err := Sum(items, false)
	if err != nil {
		return err
	}
	s.TotalScore, s.TotalWeight, s.Complete, s.Covered, s.States = t.Score, &t.Weight, t.Complete, t.Covered, t.States
	s.Bounds = &spec.Bounds{Low: t.Low, High: t.High}
	return nil
}

// Bytes is the scoring as a file.
func (s *Scoring) Bytes() ([]byte, error) {
	b, err := encode(s, style{indent: 2})
	return append(b, '\n'), err
}
