package reading

import (
	"fmt"

	"github.com/assaybench/assay/spec"
)

// Moved sums up the reruns on changed data in one line; "" where there were none.
func Moved(all []spec.Intervention) string {
	if len(all) == 0 {
		return ""
	}
	asked, followed, refuted, empty := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
	for _, iv := range all {
		if iv.State != spec.StateScored {
			empty++
		}
		for _, f := range iv.Results {
			switch f.Outcome {
			case spec.OutcomeFollowed:
				followed[f.Slot] = true
			case spec.OutcomeStayed, spec.OutcomeDiffered:
				refuted[f.Slot] = true
			case spec.OutcomeAbsent:
				continue
			}
			asked[f.Slot] = true
		}
	}
	good := 0
	for slot := range followed {
		if !refuted[slot] {
			good++
		}
	}
	line := fmt.Sprintf("%d of %d results moved with the data in %d rerun", good, len(asked), len(all))
	if len(all) > 1 {
		line += "s"
	}
	if len(refuted) > 0 {
		line += fmt.Sprintf("; %d did not move, or went astray", len(refuted))
	}
	if empty > 0 {
		line += fmt.Sprintf("; %d ended without outputs", empty)
	}
	return line
}
