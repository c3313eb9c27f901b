package checklist

import (
	"fmt"
	"strings"

	"github.com/assaybench/assay/claims/judge"
)

// Settings are what a total depends on beside the report: totals of different settings
// are different measurements.
type Settings struct {
	Task       string         `json:"task_sha256"` // of instructions, checklist and target images
	Judge      judge.Settings `json:"judge"`
	Prompt     string         `json:"prompt_sha256"`
	Images     int            `json:"images"`     // most figures shown for an item
	Characters int            `json:"characters"` // most characters of the report shown; 0: all
	Draws      int            `json:"draws"`
	Quorum     int            `json:"quorum"`
}

// Differ names, in order, the settings that differ, each with both values.
func (s Settings) Differ(o Settings) []string {
	var out []string
	for _, f := range []struct {
		name string
		a, b any
	}{
		{"task", s.Task, o.Task}, {"judge", s.Judge.Kind, o.Judge.Kind}, {"model", s.Judge.Model, o.Judge.Model},
		{"parameters", s.Judge.Parameters, o.Judge.Parameters}, {"system prompt", s.Judge.System, o.Judge.System}, {"prompt", s.Prompt, o.Prompt},
		{"images", s.Images, o.Images}, {"characters", s.Characters, o.Characters}, {"draws", s.Draws, o.Draws}, {"quorum", s.Quorum, o.Quorum},
	} {
		if f.a != f.b {
			out = append(out, fmt.Sprintf("%s (%v, %v)", f.name, f.a, f.b))
		}
	}
	if out == nil && s != o {
		out = []string{"judge"}
	}
	return out
}

// Measured is a total with the settings that it was measured under.
type Measured struct {
	Settings Settings `json:"settings"`
	Total    Total    `json:"total"`
}

// Difference is b's score less a's. It is refused, with the code checklist.settings, where
// settings differ, naming all that do, and where either total is incomplete.
func Difference(a, b Measured) (float64, error) {
	differ := a.Settings.Differ(b.Settings)
	if a.Total.Stock != b.Total.Stock {
		differ = append(differ, fmt.Sprintf("stock arithmetic (%v, %v)", a.Total.Stock, b.Total.Stock))
	}
	switch {
	case differ != nil:
		return 0, fmt.Errorf("%s: these totals cannot be compared, their settings differ: %s; score both alike", CodeSettings, strings.Join(differ, ", "))
	case a.Total.Score == nil || b.Total.Score == nil:
		return 0, fmt.Errorf("%s: these totals cannot be compared, items have no score: %g to %g, %g to %g", CodeIncomplete, a.Total.Low, a.Total.High, b.Total.Low, b.Total.High)
	}
	return *b.Total.Score - *a.Total.Score, nil
}
