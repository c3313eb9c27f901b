package rubric

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/spec"
)

// AgreementText writes the agreement of graders for a person.
func AgreementText(w io.Writer, a *spec.ClosureAgreement) error {
	fmt.Fprintf(w, "First passes on %d attempts under %s\n", a.Attempts, cell(a.Rubric))
	for _, g := range a.Groups {
		fmt.Fprintf(w, "\n%s: %d units with %d ratings", g.On, g.Units, g.Ratings)
		if g.Single > 0 {
			fmt.Fprintf(w, ", %d with one", g.Single)
		}
		var silent []string
		for _, who := range slices.Sorted(maps.Keys(g.Abstained)) {
			if n := g.Abstained[who]; n > 0 {
				silent = append(silent, fmt.Sprintf("%s %d", cell(who), n))
			}
		}
		if len(silent) > 0 {
			fmt.Fprintf(w, "; abstained: %s", strings.Join(silent, ", "))
		}
		fmt.Fprintln(w)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(tw, "  graders\tunits\tper cent\tkappa\talpha\n")
		fmt.Fprintf(tw, "  all\t%d\t%s\t\t%s\n", g.Units, figure(g.Percent, 1), figure(g.Alpha, 3))
		for _, p := range g.Pairs {
			fmt.Fprintf(tw, "  %s, %s\t%d\t%s\t%s\t\n", cell(p.Raters[0]), cell(p.Raters[1]), p.Units, figure(p.Percent, 1), figure(p.Kappa, 3))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// figure is a number with its interval, "0.743 (0.512 to 0.9)"; a dash where it is undefined.
func figure(f spec.AgreementFigure, decimals int) string {
	if f.Value == nil {
		return "-"
	}
	out := fmt.Sprintf("%.*f", decimals, *f.Value)
	if f.Interval != nil {
		out += fmt.Sprintf(" (%.*f to %.*f)", decimals, f.Interval[0], decimals, f.Interval[1])
	}
	return out
}
