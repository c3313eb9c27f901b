package attack

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/assaybench/assay"
	"github.com/assaybench/assay/internal/report"
	"github.com/assaybench/assay/spec"
)

// Outcome is what became of a submission, and what should have become of it and did not.
type Outcome struct {
	Report *spec.Report
	Faults []string // empty: the attack was caught, the honest submission passed
}

// Runner runs submissions against the cases of a folder.
type Runner struct {
	Cases   string
	Options assay.Options
}

// Attack runs one attack. An error means that there is no verdict.
func (r Runner) Attack(ctx context.Context, a Attack) (*Outcome, error) {
	c, err := assay.LoadCase(filepath.Join(r.Cases, a.Case))
	if err != nil {
		return nil, err
	}
	bounded := *c
	for name, v := range a.Contract {
		if err := limit(&bounded.Case.Contract, name, v); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	o := r.Options
	o.Interventions = a.Reruns
	rep, err := r.verdict(ctx, &bounded, o, func(dir string) error { return a.Write(dir, c) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	out := &Outcome{Report: rep}
	out.Faults = slices.Concat(a.missed(rep), shown(rep))
	if a.Gone != "" {
		out.Faults = append(out.Faults, survivors(ctx, a.Gone)...)
	}
	return out, nil
}

// verdict runs the submission that write makes.
func (r Runner) verdict(ctx context.Context, c *assay.Case, o assay.Options, write func(dir string) error) (*spec.Report, error) {
	dir, err := os.MkdirTemp("", "assay-attack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := write(dir); err != nil {
		return nil, err
	}
	s, err := assay.LoadSubmission(dir, c)
	if err != nil {
		return nil, err
	}
	return assay.Verify(ctx, c, s, o)
}

func limit(k *spec.Contract, name string, v float64) error {
	switch name {
	case "wall_seconds":
		k.WallSeconds = v
	case "cpu_seconds":
		k.CPUSeconds = v
	case "memory_bytes":
		k.MemoryBytes = int64(v)
	case "output_bytes":
		k.OutputBytes = int64(v)
	case "files":
		k.Files = int(v)
	default:
		return fmt.Errorf("the contract has no limit %s", name)
	}
	return nil
}

// missed says what the attack should have met and did not.
func (a *Attack) missed(r *spec.Report) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	all := slices.Equal(a.Loses, []string{"all"})
	known := map[string]bool{}
	for _, c := range r.Claims {
		if !c.Required {
			continue
		}
		known[c.Slot] = true
		want := "1"
		switch {
		case all || slices.Contains(a.Loses, c.Slot):
			want = "0"
		case slices.Equal(a.Open, []string{"all"}) || slices.Contains(a.Open, c.Slot):
			want = "open"
		}
		if got := Support(c); got != want {
			say("%s has support %s, not %s", c.Slot, got, want)
		}
	}
	for _, slot := range slices.Concat(a.Loses, a.Open) {
		if slot != "all" && !known[slot] {
			say("the case has no claim %s", slot)
		}
	}
	strict := r.Metrics.Strict != nil && *r.Metrics.Strict
	if want := len(a.Loses) == 0 && len(a.Open) == 0; strict != want {
		say("strict success: %t", strict)
	}
	if len(a.Loses) > 0 {
		if stage := Earliest(r); stage != a.Stage {
			say("breaks at %q, not at %q", stage, a.Stage)
		}
	}
	for _, code := range a.By {
		if !slices.ContainsFunc(r.Findings, func(f spec.Finding) bool { return f.Code == code }) {
			say("no finding %s", code)
		}
	}
	for _, code := range a.Review {
		if !slices.ContainsFunc(r.Adjudication, func(d spec.Adjudication) bool { return d.Code == code }) {
			say("nobody is asked about %s", code)
		}
	}
	if len(a.Open) > 0 && len(r.Adjudication) == 0 {
		say("nobody is asked to decide")
	}
	if !strings.Contains(r.Run.Output, a.Print) {
		say("the run did not print %q", a.Print)
	}
	return out
}

// Earliest is the earliest broken stage over the required claims.
func Earliest(r *spec.Report) spec.Stage {
	best := len(spec.Stages)
	for _, c := range r.Claims {
		if i := slices.Index(spec.Stages, c.BrokenStage); c.Required && i >= 0 {
			best = min(best, i)
		}
	}
	if best == len(spec.Stages) {
		return spec.StageNone
	}
	return spec.Stages[best]
}

// shown holds the report, in all its forms, against what a terminal or a browser would
// obey: nothing that a submission wrote reaches them as more than text.
func shown(r *spec.Report) []string {
	var out []string
	forms := map[string]func(*bytes.Buffer) error{
		"text": func(b *bytes.Buffer) error { return report.Text(b, r, report.Style{}) },
		"page": func(b *bytes.Buffer) error { return report.HTML(b, r) },
		"JSON": func(b *bytes.Buffer) error { return report.JSON(b, r) },
	}
	for _, c := range r.Claims {
		forms["explanation of "+c.Slot] = func(b *bytes.Buffer) error { return report.Explain(b, r, c.Slot, report.Style{}) }
	}
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		var b bytes.Buffer
		if err := forms[name](&b); err != nil {
			out = append(out, fmt.Sprintf("the %s cannot be written: %v", name, err))
			continue
		}
		for _, c := range b.String() {
			if c != '\n' && c != '\t' && unicode.Is(unicode.Cc, c) || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069' {
				out = append(out, fmt.Sprintf("the %s holds %U", name, c))
				break
			}
		}
		if name == "page" && bytes.Contains(b.Bytes(), []byte("<script>alert")) {
			out = append(out, "the page holds a script of the submission")
		}
	}
	return out
}

// survivors lists processes with a word in their command line that live a second after
// the run.
func survivors(ctx context.Context, word string) []string {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, name := range names {
		if line, err := os.ReadFile(name); err == nil && bytes.Contains(line, []byte(word)) {
			out = append(out, "a process outlives the run: "+string(bytes.ReplaceAll(line, []byte{0}, []byte(" "))))
		}
	}
	return out
}
