package levels

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/claims/closure/stats"
	"github.com/assaybench/assay/internal/report/safe"
	"github.com/assaybench/assay/spec"
)

const maxRows = 12 // models in the tables of one screen

// Text writes what fits one screen: levels and rates of each model, completion and high
// scores, and score bands by level over all.
func Text(w io.Writer, s *spec.ClosureStats) error {
	title, line := outcome(s)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n", title, line)
	if x := aside(s.Groups[0].Counts); x != "" {
		fmt.Fprintf(&b, "  %s\n", x)
	}
	rows, more := compared(s), 0
	if n := len(rows); n > maxRows {
		rows, more = append(rows[:maxRows-1:maxRows-1], rows[n-1]), n-maxRows
	}
	table := func(head string, line func(*spec.ClosureGroup) []string) {
		fmt.Fprintln(&b)
		tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "  "+head)
		for _, g := range rows {
			fmt.Fprintln(tw, "  "+safe.Cut(name(g), 20)+"\t"+strings.Join(line(g), "\t"))
		}
		tw.Flush()
	}
	level := fmt.Sprintf("%.3g %%", 100*s.Bootstrap.Level)
	table("model\tmean\t"+level+"\tmedian\tRC0\tRC1\tRC2\tRC3\tRC4\tof declared\tany run\tall runs", func(g *spec.ClosureGroup) []string {
		out := []string{number(g.MeanScore, 2), interval(g.MeanScore.Interval, 2), number(g.MedianScore, 2)}
		for _, rc := range g.RC {
			out = append(out, percent(rc))
		}
		return append(out, stats.Printed(g.RC4Declared), stats.Printed(*g.AnyRun), stats.Printed(*g.AllRuns))
	})
	table("completion\tF\tO\tI\tM\tV\t8 or more\tRC4\tbelow: I\tM\tI or M\tRC4: I\tM\tI or M", func(g *spec.ClosureGroup) []string {
		var out []string
		for _, c := range g.Completion {
			out = append(out, number(c.Mean, 2))
		}
		h := g.High
		return append(out, number(figureOf(g.V), 2), stats.Printed(h.Share), stats.Printed(h.RC4Share),
			percent(h.BelowRC4.Unmet[2].Attempts), percent(h.BelowRC4.Unmet[3].Attempts), stats.Printed(h.BelowRC4.IOrM),
			percent(h.RC4.Unmet[2].Attempts), percent(h.RC4.Unmet[3].Attempts), stats.Printed(h.RC4.IOrM))
	})
	if more > 0 {
		fmt.Fprintf(&b, "  … and %d more; the JSON holds all\n", more)
	}
	fmt.Fprintln(&b)
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  score, of all attempts\tRC0\tRC1\tRC2\tRC3\tRC4\tall")
	bands := s.Groups[0].Bands
	for i := len(bands) - 1; i >= 0; i-- {
		row := []string{"  " + bandName(bands[i])}
		for _, rc := range bands[i].RC {
			row = append(row, percent(rc))
		}
		fmt.Fprintln(tw, strings.Join(append(row, percent(bands[i].Share)), "\t"))
	}
	tw.Flush()
	for line := range strings.Lines(b.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(line, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func bandName(b spec.ClosureBand) string {
	if b.To == 10 {
		return fmt.Sprintf("%g to 10", b.From)
	}
	return fmt.Sprintf("%g to below %g", b.From, b.To)
}
