package page

import (
	"fmt"
	"strings"

	"github.com/assaybench/assay/internal/report/reading"
)

type factRow struct{ Name, Value string }

// facts tells what is known of the run.
func (p *page) facts() {
	r := p.Run
	add := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, factRow{name, value})
		}
	}
	add("Status", strings.ReplaceAll(string(p.Status), "_", " "))
	if r.Stopped != "" {
		add("Not run", r.Stopped)
	} else {
		p.ran(add)
	}
	add("Tool", strings.TrimSpace(p.Tool.Name+" "+p.Tool.Version))
	add("Case digest", p.Case.Digest)
	add("Submission digest", p.Submission.Digest)
	p.OutputLength = len(strings.Split(r.Output, "\n"))
}

// ran tells of a run that took place.
func (p *page) ran(add func(name, value string)) {
	r := p.Run
	add("Exit", fmt.Sprint(r.Exit))
	add("Ended by limit", r.Limit)
	add("Wall time", reading.Seconds(r.WallSeconds))
	add("CPU time", reading.Seconds(r.CPUSeconds))
	if r.PeakBytes > 0 {
		add("Peak memory", reading.Bytes(r.PeakBytes))
	}
	box := "Isolated"
	if !r.Sandbox.Isolated {
		box = "Not isolated"
	}
	if len(r.Sandbox.Mechanisms) > 0 {
		box += ": " + strings.Join(r.Sandbox.Mechanisms, ", ")
	}
	add("Sandbox", box)
	add("Limits held by", r.Sandbox.Tree)
	for _, n := range r.Sandbox.Notes {
		add("Note", n)
	}
	add("Versions", strings.Join(reading.Versions(r.Versions), ", "))
}
