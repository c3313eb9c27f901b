package assay

import (
	"context"

	"github.com/assaybench/assay/internal/leak"
	"github.com/assaybench/assay/spec"
)

// LeakSearch is what was searched for leaks, and what was found.
type LeakSearch = leak.Search

// Leaks searches what authors of submissions are given of a case, and the folders of
// submissions, for what the case hides: numbers of its oracles, names of its slots, texts,
// paths and digests of its hidden folder. An error means that a folder or file cannot be
// read, or that the oracles cannot be computed.
func Leaks(ctx context.Context, c *Case, submissions []string) (*LeakSearch, error) {
	d, err := read(c)
	if err != nil {
		return nil, err
	}
	t, err := recompute(ctx, c, d, Options{})
	if err != nil {
		return nil, err
	}
	var answers []spec.OracleReport
	for _, slot := range c.Spec.Results {
		for _, a := range t.answers[slot.ID] {
			answers = append(answers, oracleReport(slot, a))
		}
	}
	return leak.Run(c, answers, submissions)
}
