package attack

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/honest"
	"github.com/assaybench/assay/spec"
)

// Honest runs an honest analysis in the place of its case's reference: every required
// claim must reach full support. An error means that there is no verdict.
func (r Runner) Honest(ctx context.Context, s honest.Style) (*Outcome, error) {
	c, err := assay.LoadCase(filepath.Join(r.Cases, s.Case))
	if err != nil {
		return nil, err
	}
	rep, err := r.verdict(ctx, c, r.Options, func(dir string) error {
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(c.Dir, "hidden", "reference"))); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, c.Case.Contract.Entry), []byte(s.Code), 0o644)
	})
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", s.Case, s.Name, err)
	}
	out := &Outcome{Report: rep, Faults: shown(rep)}
	for _, c := range rep.Claims {
		if got := Support(c); c.Required && got != "1" {
			out.Faults = append(out.Faults, fmt.Sprintf("%s has support %s, not 1", c.Slot, got))
		}
	}
	if rep.Metrics.Strict == nil || !*rep.Metrics.Strict {
		out.Faults = append(out.Faults, "no strict success")
	}
	return out, nil
}

// Support is the support of a claim in words: a number, or "open" where it is undecided.
func Support(c spec.ClaimReport) string {
	if c.Support == nil {
		return "open"
	}
	return fmt.Sprint(*c.Support)
}
