package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// printedDiagnosis is a diagnosis as JSON.
type printedDiagnosis struct {
	Kind         oracle.DiagnosisKind `json:"kind"`
	Says         string               `json:"says"`
	Explanations []oracle.Explanation `json:"explanations"`
	Odds         float64              `json:"odds"`
	Tried        int                  `json:"tried"`
	Distance     printedDistance      `json:"distance"`
}

type printedDistance struct {
	Abs    spec.Number `json:"abs"`
	Rel    spec.Number `json:"rel"`
	Digits spec.Number `json:"digits"`
	ULP    spec.Number `json:"ulp"`
}

func printedDiagnosisOf(d *oracle.Diagnosis) *printedDiagnosis {
	if d == nil {
		return nil
	}
	explanations := d.Explanations
	if explanations == nil {
		explanations = []oracle.Explanation{}
	}
	at := d.Distance
	return &printedDiagnosis{d.Kind, d.Says, explanations, d.Odds, d.Tried, printedDistance{spec.Float(at.Abs), spec.Float(at.Rel), spec.Float(at.Digits), spec.Float(at.ULP)}}
}

// printDiagnosis prints a diagnosis for a person.
func printDiagnosis(w io.Writer, d oracle.Diagnosis) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%s\n  kind\t%s\n", safe(d.Says), d.Kind)
	for _, e := range d.Explanations {
		names := make([]string, len(e.Steps))
		for i, s := range e.Steps {
			names[i] = fmt.Sprintf("%s (%s)", s.Name, s.Kind)
		}
		fmt.Fprintf(tw, "  is\t%s\n", safe(strings.Join(names, ", then ")))
	}
	if d.Distance != (oracle.Distance{}) {
		fmt.Fprintf(tw, "  distance\t%.4g, relative %.4g: %.1f digits agree\n", d.Distance.Abs, d.Distance.Rel, d.Distance.Digits)
	}
	switch {
	case d.Tried == 1:
		fmt.Fprintf(tw, "  odds\t%.2g that chance agrees with it\n", d.Odds)
	case d.Tried > 1:
		fmt.Fprintf(tw, "  odds\t%.2g that chance agrees with one of %d explanations\n", d.Odds, d.Tried)
	}
	return tw.Flush()
}
