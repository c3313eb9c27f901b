package checklist

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// State of an item: only a scored item has a score.
type State string

// States.
const (
	Scored      State = "scored"       // judged; what the report lacks is a scored 0
	JudgeFailed State = "judge_failed" // the judge gave no answer
	Unparseable State = "unparseable"  // it answered, but not with one score
	Skipped     State = "skipped"      // left out on purpose
	Missing     State = "missing"      // there is no record
)

// Outcome is what became of one item.
type Outcome struct {
	Index  int
	State  State
	Score  float64 // 0 to 100; 0 where the state is not scored
	Weight float64
	Bounds *spec.Bounds // in which the score must lie where the state is not scored; nil: 0 to 100
}

// Total is the weighted mean of a checklist. Low and High are what it would be if every
// item without a score had its lower, or upper, bound; all three are rounded to two
// decimals.
type Total struct {
	Score    *float64      `json:"score"` // nil where an item has no score, but for the stock arithmetic
	Low      float64       `json:"low"`
	High     float64       `json:"high"`
	Weight   float64       `json:"weight"`  // sum of all weights
	Covered  float64       `json:"covered"` // share of the weight that is scored, 0 to 1
	Complete bool          `json:"complete"`
	Stock    bool          `json:"stock"` // by the original arithmetic, failures as 0
	States   map[State]int `json:"states"`
}

// ErrNoWeight says that weights sum to 0, so that there is no mean.
var ErrNoWeight = errors.New("the weights sum to 0, so there is no total; give at least one item a weight above 0")

// Sum is sum(weight x score)/sum(weight), each sum taken from left to right in float64.
// With stock, items without a score count as 0 and weights that sum to 0 give 0, as the
// benchmark's own program has it; such a total hides failures, and is complete only where
// every item has a score. No items, a
// score outside 0 to 100, and a weight that is negative or not finite are errors.
func Sum(items []Outcome, stock bool) (Total, error) {
	t := Total{Complete: true, Stock: stock, States: map[State]int{}}
	if len(items) == 0 {
		return t, errors.New("there are no items to sum")
	}
	var low, high, covered float64
	for _, it := range items {
		if !(it.Weight >= 0 && it.Weight <= maxWeight) {
			return t, fmt.Errorf("item %d: the weight %g is no finite number from 0", it.Index, it.Weight)
		}
		worst, best := it.Score, it.Score
		switch {
		case it.State == Scored:
			if !(it.Score >= 0 && it.Score <= 100) {
				return t, fmt.Errorf("item %d: the score %g is outside 0 to 100", it.Index, it.Score)
			}
			covered += it.Weight
		case it.Bounds != nil:
			worst, best = it.Bounds.Low, it.Bounds.High
			if !(0 <= worst && worst <= best && best <= 100) {
				return t, fmt.Errorf("item %d: the bounds %g to %g are no part of 0 to 100", it.Index, worst, best)
			}
		default:
			worst, best = 0, 100
		}
		if it.State != Scored {
			t.Complete = false
			if stock {
				worst, best = 0, 0
			}
		}
		t.States[it.State]++
		t.Weight += it.Weight
		low += float64(worst * it.Weight) // the conversions forbid fused operations: the same bits everywhere
		high += float64(best * it.Weight)
	}
	switch {
	case t.Weight > 0:
		t.Low, t.High, t.Covered = round(low/t.Weight), round(high/t.Weight), covered/t.Weight
	case !stock:
		return t, ErrNoWeight
	}
	if t.Complete || stock {
		score := t.Low
		t.Score = &score
	}
	return t, nil
}

// Missing says, in a few words, how many items have no score and why.
func (t Total) Missing() string {
	var parts []string
	for _, s := range []State{JudgeFailed, Unparseable, Skipped, Missing} {
		if n := t.States[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	return strings.Join(parts, ", ")
}

// round is x to two decimals, by its exact binary value and ties to even, as Python does.
func round(x float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
	return r
}

// The texts by which the benchmark's own program marks the zeros of a failed judge.
const (
	stockFailed      = "Scoring failed."
	stockUnparseable = "Failed to parse scoring response."
)

// Outcomes are the items of a scoring. A zero whose reasoning says that the judge failed,
// or could not be read, is that failure and no score. With a checklist, its weights
// stand, items without a record are missing, and a record that does not belong to it is
// an error; without one, the records are all that is known.
func (s *Scoring) Outcomes(c *Checklist) ([]Outcome, error) {
	if s.Failure != "" {
		return nil, fmt.Errorf("the file holds an error in place of a scoring: %.200s; score the run again", s.Failure)
	}
	if c == nil {
		out := make([]Outcome, len(s.Items))
		for i, r := range s.Items {
			out[i] = r.outcome()
		}
		return out, nil
	}
	out := make([]Outcome, len(c.Items))
	for i, it := range c.Items {
		w, _ := weight(it.Weight)
		out[i] = Outcome{Index: i, State: Missing, Weight: w}
	}
	for _, r := range s.Items {
		if r.Index >= len(out) {
			return nil, fmt.Errorf("item %d is not in the checklist, which has %d items; use the checklist that was scored", r.Index, len(out))
		}
		o, it := r.outcome(), c.Items[r.Index]
		if o.Weight != out[r.Index].Weight || r.Kind != "" && r.Kind != it.Kind || r.Content != "" && r.Content != Clip(it.Content) {
			return nil, fmt.Errorf("item %d was scored by another weight, kind or text than the checklist has; use the checklist that was scored", r.Index)
		}
		out[r.Index] = o
	}
	return out, nil
}

func (r Record) outcome() Outcome {
	w, _ := weight(r.Weight)
	o := Outcome{Index: r.Index, State: Scored, Weight: w}
	switch {
	case r.Score == nil:
		o.State, o.Bounds = r.State, r.Bounds
	case r.State == "" && *r.Score == 0 && r.Reasoning == stockFailed:
		o.State = JudgeFailed
	case r.State == "" && *r.Score == 0 && r.Reasoning == stockUnparseable:
		o.State = Unparseable
	default:
		o.Score = *r.Score
	}
	return o
}

// Kept is how many characters of a content _score.json keeps.
const Kept = 200

// Clip is a content as _score.json keeps it: its first characters.
func Clip(s string) string {
	if r := []rune(s); len(r) > Kept {
		return string(r[:Kept])
	}
	return s
}

// Published is the total by the stock arithmetic, and an error where the scoring states
// another: the score must agree to its two decimals, the weight to the bit. A total that
// is not stated agrees.
func (s *Scoring) Published() (Total, error) {
	items, err := s.Outcomes(nil)
	if err != nil {
		return Total{}, err
	}
	t, err := Sum(items, true)
	if err != nil {
		return t, err
	}
	for _, v := range []struct {
		name   string
		stated *float64
		want   float64
	}{{"total_score", s.TotalScore, *t.Score}, {"total_weight", s.TotalWeight, t.Weight}} {
		if v.stated != nil && *v.stated != v.want {
			return t, fmt.Errorf("%s: %s says %v, its items give %v", CodeTotal, v.name, *v.stated, v.want)
		}
	}
	return t, nil
}
