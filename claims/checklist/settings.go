package checklist

import (
	"fmt"
	"strings"
)

// Settings are what a total depends on beside the report: totals of different settings
// are different measurements.
type Settings struct {
	Checklist  string `json:"checklist"`  // digest
	Judge      string `json:"judge"`      // kind of judge
	Model      string `json:"model"`      // empty for a person
	Parameters string `json:"parameters"` // of the model
	Prompt     string `json:"prompt"`     // digest
	Images     int    `json:"images"`     // most images sent for an item
	Characters int    `json:"characters"` // most characters of the report sent
	Draws      int    `json:"draws"`
	Quorum     int    `json:"quorum"`
}

// Measured is a total with the settings that it was measured under.
type Measured struct {
	Settings Settings `json:"settings"`
	Total    Total    `json:"total"`
}

// Difference is b's score less a's. It is refused where a setting differs, naming all
// that do, and where either total is incomplete.
func Difference(a, b Measured) (float64, error) {
	var differ []string
	x, y := a.Settings, b.Settings
	for _, f := range []struct {
		name string
		a, b any
	}{
		{"checklist", x.Checklist, y.Checklist}, {"judge", x.Judge, y.Judge}, {"model", x.Model, y.Model},
		{"parameters", x.Parameters, y.Parameters}, {"prompt", x.Prompt, y.Prompt}, {"images", x.Images, y.Images},
		{"characters", x.Characters, y.Characters}, {"draws", x.Draws, y.Draws}, {"quorum", x.Quorum, y.Quorum},
		{"stock arithmetic", a.Total.Stock, b.Total.Stock},
	} {
		if f.a != f.b {
			differ = append(differ, fmt.Sprintf("%s (%v, %v)", f.name, f.a, f.b))
		}
	}
	switch {
	case differ != nil:
		return 0, fmt.Errorf("these totals cannot be compared, their settings differ: %s; score both alike", strings.Join(differ, ", "))
	case a.Total.Score == nil || b.Total.Score == nil:
		return 0, fmt.Errorf("these totals cannot be compared, items have no score: %g to %g, %g to %g", a.Total.Low, a.Total.High, b.Total.Low, b.Total.High)
	}
	return *b.Total.Score - *a.Total.Score, nil
}
