package checklist

import (
	"fmt"
	"slices"
)

// Draw is one answer of a judge about one item.
type Draw struct {
	State     State  `json:"state"`
	Score     *int   `json:"score"` // 0 to 100 where the state is scored, else nil
	Mode      Mode   `json:"mode,omitempty"`
	Model     string `json:"model,omitempty"` // that answered
	Reasoning string `json:"reasoning,omitempty"`
	Note      string `json:"note,omitempty"` // why there is no score
}

// Drawn is what several draws say together.
type Drawn struct {
	State  State   `json:"state"`
	Score  float64 `json:"score"`  // median of the valid draws; the mean of the middle two where they are even
	Spread float64 `json:"spread"` // largest less smallest valid draw
	Mode   Mode    `json:"mode"`   // that all valid draws chose; empty where they differ
	Valid  int     `json:"valid"`
	Failed int     `json:"failed"`
}

// Combine takes the median of the draws that are scored, if there are at least quorum of
// them; a failed draw is never a 0. Below the quorum the state is the commonest failure
// (by name where two are equally common), or missing where nothing was drawn at all. A
// quorum below 1, a valid draw without a score and a score outside 0 to 100 are errors.
func Combine(draws []Draw, quorum int) (Drawn, error) {
	if quorum < 1 {
		return Drawn{}, fmt.Errorf("a quorum of %d is no quorum; ask for at least 1 draw", quorum)
	}
	var valid []int
	var mode Mode
	failures := map[State]int{}
	for i, d := range draws {
		if d.State != Scored {
			failures[d.State]++
			continue
		}
		if d.Score == nil || *d.Score < 0 || *d.Score > 100 {
			return Drawn{}, fmt.Errorf("draw %d: there is no score from 0 to 100", i)
		}
		if len(valid) == 0 {
			mode = d.Mode
		} else if d.Mode != mode {
			mode = ""
		}
		valid = append(valid, *d.Score)
	}
	out := Drawn{State: Missing, Valid: len(valid), Failed: len(draws) - len(valid)}
	if len(valid) < quorum {
		most := 0
		for s, n := range failures {
			if n > most || n == most && s < out.State {
				out.State, most = s, n
			}
		}
		return out, nil
	}
	slices.Sort(valid)
	n := len(valid)
	out.State, out.Mode, out.Spread = Scored, mode, float64(valid[n-1]-valid[0])
	out.Score = float64(valid[(n-1)/2]+valid[n/2]) / 2
	return out, nil
}
