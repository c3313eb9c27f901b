package depict

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// Rows of one pair of axes that are printed; JSON has all.
const (
	maxRows = 40
	fewSets = 6 // numbers of a set that are printed one by one
)

// Text prints a document for a person. Clean takes out of a text what a terminal would
// not show as text.
func (d Document) Text(out io.Writer, clean func(string) string) error {
	if len(d.Figures) == 0 {
		_, err := fmt.Fprintln(out, "no figure")
		return err
	}
	var b strings.Builder
	for i, f := range d.Figures {
		if i > 0 {
			b.WriteByte('\n')
		}
		f.text(&b)
	}
	_, err := io.WriteString(out, clean(b.String()))
	return err
}

func (f Figure) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %s", cmp.Or(f.Path, "figure"), phrase.Count(len(f.Axes), "pair of axes", "pairs of axes"))
	if f.Size != nil {
		fmt.Fprintf(b, ", %s x %s px", phrase.Short(f.Size[0]), phrase.Short(f.Size[1]))
	}
	b.WriteByte('\n')
	for _, a := range f.Axes {
		a.text(b)
	}
	if len(f.Warnings) > 0 {
		b.WriteString("\nWarnings\n")
		w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		for _, x := range f.Warnings {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", x.Axes, x.Code, line(x.Message))
		}
		w.Flush()
	}
}

func (a Axes) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s", a.ID)
	for _, t := range []struct{ word, text string }{{"", a.Title}, {"panel of ", a.Facet}, {"over ", a.TwinOf}, {"within ", a.Parent}, {"colours of ", a.ColorbarOf}, {"projection ", a.Projection}} {
		if t.text != "" && (t.word == "" || t.text != a.Title) {
			fmt.Fprintf(b, "  %s%s", t.word, line(t.text))
		}
	}
	b.WriteByte('\n')
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, x := range []struct {
		name string
		axis Axis
	}{{"x", a.X}, {"y", a.Y}} {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", x.name, line(cmp.Or(x.axis.Label, "(no label)")), x.axis.text())
	}
	if len(a.Legend) > 0 {
		fmt.Fprintf(w, "  legend\t%s\t\n", line(strings.Join(a.Legend, ", ")))
	}
	w.Flush()
	if len(a.Marks) > 0 {
		fmt.Fprintf(w, "  MARKS\tN\tGROUP\tX\tY\tSPANS\n")
		for i, m := range a.Marks {
			if i == maxRows {
				fmt.Fprintf(w, "  … %s\n", phrase.Count(len(a.Marks)-i, "more set", "more sets"))
				break
			}
			m.text(w)
		}
		w.Flush()
	}
	for i, t := range a.Texts {
		if i == maxRows {
			break
		}
		fmt.Fprintf(b, "  text %q\n", line(t))
	}
}

func (x Axis) text() string {
	parts := []string{x.Scale}
	switch {
	case x.Kind == axis.Category || len(x.Categories) > 0:
		parts = []string{phrase.Count(len(x.Categories), "name", "names") + ": " + line(phrase.List(x.Categories))}
	case x.Kind == axis.Time:
		parts = []string{"time, days since 1970"}
	}
	if x.Kind != axis.Category {
		parts = append(parts, short(x.From)+" to "+short(x.To))
	}
	if x.Unit != "" {
		parts = append(parts, "unit "+x.Unit)
	}
	if x.Inverted {
		parts = append(parts, "inverted")
	}
	return strings.Join(parts, ", ")
}

func (m Marks) text(w io.Writer) {
	mark := m.Mark
	if m.Orient == "h" {
		mark += " (horizontal)"
	}
	if m.Part != "" {
		mark += " (" + m.Part + ")"
	}
	group := line(m.Group)
	switch m.Via {
	case "", "legend":
	case "label":
		group += " (in the code only)"
	default:
		group += " (by " + m.Via + ")"
	}
	n := fmt.Sprint(m.N)
	if m.Hidden > 0 {
		n += fmt.Sprintf(" (%d hidden)", m.Hidden)
	}
	var v Values
	if m.Values != nil && m.N <= fewSets {
		v = *m.Values
	}
	x, y := few(v.X, m.X), few(v.Y, m.Y)
	if len(m.Labels) > 0 {
		names := line(phrase.List(m.Labels))
		if m.Orient == "h" || m.X == nil {
			y = names
		} else {
			x = names
		}
	}
	if m.Base != nil {
		if m.Orient == "h" {
			x += " from " + m.Base.text()
		} else {
			y += " from " + m.Base.text()
		}
	}
	spans := m.Uncertainty.text()
	if m.Value != nil {
		spans = "colour " + m.Value.text()
	}
	fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\t%s\n", mark, n, cmp.Or(group, "-"), x, y, spans)
}

func (u *Uncertainty) text() string {
	if u == nil {
		return ""
	}
	s := u.Kind
	if u.Level > 0 {
		s = fmt.Sprintf("%s %% %s", phrase.Short(100*u.Level), u.Kind)
	}
	return fmt.Sprintf("%s, %s … %s", s, short(u.Lo), short(u.Hi))
}

func few(v []spec.Number, r *Range) string {
	if len(v) == 0 {
		return r.text()
	}
	parts := make([]string, len(v))
	for i, n := range v {
		parts[i] = short(n)
	}
	return strings.Join(parts, ", ")
}

func (r *Range) text() string {
	switch {
	case r == nil:
		return "-"
	case r.Min.F == r.Max.F:
		return short(r.Min)
	}
	return short(r.Min) + " … " + short(r.Max)
}

func short(n spec.Number) string {
	if math.Abs(n.F) < 1e-300 {
		return "0"
	}
	return phrase.Short(n.F)
}

// line puts a text on one line, cut where it is long.
func line(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 100 {
		s = string(r[:100]) + "…"
	}
	return s
}
