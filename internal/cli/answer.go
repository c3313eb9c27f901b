package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// printedAnswer is an answer as JSON. Numbers are the shortest decimals that give the
// same float64 again.
type printedAnswer struct {
	Estimator string `json:"estimator"`
	Rows      int    `json:"rows"`
	What      string `json:"what"`
	printedFields
	Variants  []printedVariant  `json:"variants,omitempty"`
	Diagnosis *printedDiagnosis `json:"diagnosis,omitempty"`
}

type printedVariant struct {
	Name string `json:"name"`
	Note string `json:"note"`
	printedFields
}

type printedFields struct {
	Value       *spec.Value        `json:"value,omitempty"`
	Index       []spec.Value       `json:"index,omitempty"`
	Unit        string             `json:"unit,omitempty"`
	N           *spec.Value        `json:"n,omitempty"`
	Statistic   *spec.Value        `json:"statistic,omitempty"`
	DF          *spec.Value        `json:"df,omitempty"`
	PValue      *spec.Value        `json:"p_value,omitempty"`
	Uncertainty []spec.Uncertainty `json:"uncertainty,omitempty"`
}

func fields(a oracle.Answer) printedFields {
	given := func(v spec.Value) *spec.Value {
		if v.Missing() {
			return nil
		}
		return &v
	}
	return printedFields{Value: given(a.Value), Index: a.Index, Unit: a.Unit, N: given(a.N), Statistic: given(a.Statistic),
		DF: given(a.DF), PValue: given(a.PValue), Uncertainty: a.Uncertainty}
}

func printed(name string, rows int, a oracle.Answer) printedAnswer {
	out := printedAnswer{Estimator: name, Rows: rows, What: a.What, printedFields: fields(a)}
	for _, v := range a.Variants {
		f := fields(v.Answer)
		f.Index = nil
		out.Variants = append(out.Variants, printedVariant{v.Name, v.Note, f})
	}
	return out
}

// printAnswer prints an answer for a person, with its variants below.
func printAnswer(w io.Writer, a oracle.Answer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%s\n", safe(a.What))
	for _, line := range answerLines(a) {
		fmt.Fprintf(tw, "  %s\t%s\n", line[0], safe(line[1]))
	}
	if len(a.Variants) > 0 {
		fmt.Fprintln(tw, "Variants")
	}
	for _, v := range a.Variants {
		var parts []string
		for _, line := range answerLines(v.Answer) {
			if line[0] == "value" {
				parts = append(parts, line[1])
			} else {
				parts = append(parts, line[0]+" "+line[1])
			}
		}
		fmt.Fprintf(tw, "  %s\t%s\t%s\n", safe(v.Name), safe(v.Note), safe(strings.Join(parts, "; ")))
	}
	return tw.Flush()
}

// answerLines are the given fields of an answer, each with its name.
func answerLines(a oracle.Answer) [][2]string {
	var out [][2]string
	add := func(name string, v spec.Value, unit string) {
		if v.Missing() {
			return
		}
		text := full(v, a.Index)
		if unit != "" {
			text += " " + unit
		}
		out = append(out, [2]string{name, text})
	}
	unit := a.Unit
	if unit == "1" {
		unit = ""
	}
	add("value", a.Value, unit)
	for _, u := range a.Uncertainty {
		if u.Value.Missing() {
			out = append(out, [2]string{fmt.Sprintf("%s %s", u.Kind, u.Level), full(u.Lower, a.Index) + " to " + full(u.Upper, a.Index)})
		} else {
			add(string(u.Kind), u.Value, "")
		}
	}
	add("n", a.N, "")
	add("statistic", a.Statistic, "")
	add("df", a.DF, "")
	add("p", a.PValue, "")
	return out
}

// full is a value with all its digits; elements of an array have their labels.
func full(v spec.Value, index []spec.Value) string {
	switch v.Kind {
	case spec.ValueArray:
		parts := make([]string, len(v.Items))
		for i, it := range v.Items {
			if parts[i] = full(it, nil); i < len(index) {
				parts[i] = full(index[i], nil) + ": " + parts[i]
			}
		}
		return strings.Join(parts, ", ")
	case spec.ValueTable:
		rows := []string{strings.Join(v.Columns, ", ")}
		for _, r := range v.Rows {
			rows = append(rows, full(spec.Value{Kind: spec.ValueArray, Items: r}, nil))
		}
		return strings.Join(rows, " | ")
	case spec.ValueText:
		return v.Text
	}
	return v.String()
}
