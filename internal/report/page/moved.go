package page

import (
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

// moved is one rerun on changed data as the page shows it.
type moved struct {
	Index int
	Kinds string
	Moves []string
	Note  string
	Rows  []movedRow
}

// movedRow is how one slot answered to the change.
type movedRow struct {
	Slot, Anchor, Outcome, Before, After, Expected, Note string
	Class                                                string // sound, broken or outside
}

// outcomeWords say an outcome in two words.
var outcomeWords = map[spec.Outcome]string{
	spec.OutcomeFollowed: "followed", spec.OutcomeStayed: "did not move", spec.OutcomeDiffered: "went astray", spec.OutcomeMoved: "moved, wrong on both",
	spec.OutcomeSilent: "nothing to move", spec.OutcomeAbsent: "not reported", spec.OutcomeCrashed: "no outputs",
	spec.OutcomeRestless: "within its own noise",
}

// moves lists the reruns on changed data.
func (p *page) moves() []moved {
	var out []moved
	for _, iv := range p.Interventions {
		m := moved{Index: iv.Index, Kinds: strings.Join(iv.Kinds, ", "), Moves: iv.Moved, Note: iv.Note}
		for _, f := range append(append([]spec.Followed{}, iv.Results...), iv.Visuals...) {
			row := movedRow{Slot: f.Slot, Outcome: outcomeWords[f.Outcome], Before: safe.Cut(f.Before, 60), After: safe.Cut(f.After, 60), Expected: safe.Cut(f.Expected, 60), Note: f.Note, Class: "outside"}
			if row.Outcome == "" {
				row.Outcome = safe.Cut(string(f.Outcome), 30)
			}
			for _, s := range []*string{&row.Before, &row.After, &row.Expected} {
				if *s == "" {
					*s = reading.None
				}
			}
			switch f.Outcome {
			case spec.OutcomeFollowed:
				row.Class = "sound"
			case spec.OutcomeStayed, spec.OutcomeDiffered:
				row.Class = "broken"
			}
			m.Rows = append(m.Rows, row)
		}
		out = append(out, m)
	}
	return out
}
