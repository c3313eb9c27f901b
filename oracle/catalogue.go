package oracle

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// Near are the names of estimators that resemble a name, the nearest first, at most
// five: those that contain it, or differ from it by few letters.
func (r Registry) Near(name string) []string {
	type candidate struct {
		name string
		far  int
	}
	var found []candidate
	name = strings.ToLower(name[:min(len(name), 64)])
	for _, e := range r.All() {
		far := distance(name, e.Name)
		switch {
		case len(name) >= 3 && strings.Contains(e.Name, name):
			far = min(far, 1)
		case far > max(1, len(name)/3):
			continue
		}
		found = append(found, candidate{e.Name, far})
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var out []string
	for _, c := range found[:min(len(found), 5)] {
		out = append(out, c.name)
	}
	return out
}

// distance is the number of bytes to insert, delete or exchange to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Describe writes what an estimator is and takes, as Markdown.
func Describe(w io.Writer, e Estimator) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s.\n\n", e.Name, capital(e.Summary))
	for _, line := range []struct{ name, text string }{{"Formula", e.Formula}, {"Source", e.Source}, {"Unit", e.Unit}, {"Domain", e.Domain},
		{"Missing cells", cmp.Or(e.Missing, estimate.MissingRule)}, {"Floor", floorOf(e)}} {
		if line.text != "" {
			fmt.Fprintf(&b, "- %s: %s\n", line.name, plain(line.text))
		}
	}
	if len(e.Gives) > 0 {
		words := make([]string, len(e.Gives))
		for i, k := range e.Gives {
			words[i] = string(k)
		}
		fmt.Fprintf(&b, "- Uncertainty: %s\n", strings.Join(words, ", "))
	}
	b.WriteString("\n| argument | type | default | meaning |\n|---|---|---|---|\n")
	for _, a := range e.Arguments() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", a.Name, typeOf(a), defaultOf(a), cell(a.Doc))
	}
	if len(e.Variants) > 0 {
		b.WriteString("\n| variant | what it is |\n|---|---|\n")
		for _, v := range e.Variants {
			fmt.Fprintf(&b, "| `%s` | %s |\n", v.Name, cell(v.Note))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// floorOf is the numerical floor in words.
func floorOf(e Estimator) string {
	if e.Floor == 0 {
		return "exact, or by what is asked an absolute part"
	}
	return fmt.Sprintf("%v of the value, with an absolute part from the scale of the data; more where the data themselves lose digits", e.Floor)
}

func typeOf(a Arg) string {
	switch {
	case len(a.OneOf) > 0:
		return strings.Join(a.OneOf, ", ")
	case a.Min != a.Max:
		return fmt.Sprintf("%s from %v to %v", a.Kind, a.Min, a.Max)
	}
	return string(a.Kind)
}

func defaultOf(a Arg) string {
	switch {
	case a.Required:
		return "required"
	case a.Name == "level":
		return fmt.Sprint(DefaultLevel)
	case a.Default.Missing():
		return ""
	case a.Default.Kind == spec.ValueText:
		return cell(a.Default.Text)
	}
	return cell(a.Default.String())
}

// WriteCatalogue writes the page of all estimators of a registry, as Markdown.
func WriteCatalogue(w io.Writer, r Registry) error {
	var b strings.Builder
	b.WriteString(`# Estimators

What the oracle can recompute. A specification names one of these under ` + "`oracle.estimator`" + `, with its
arguments; ` + "`assay oracle run`" + ` tries one on a data file. Each answers with its value, the uncertainties it
knows, and the variants that neighbouring definitions would give. The floor is the part of the value within which
independent programs agree: where a slot declares no tolerance, that is its tolerance. A number that misses it is held
against the variants, so that the definition behind it is named.

This page is written from the code by ` + "`go test ./oracle -update`" + `.

Rows in which a column that is needed has no value are left out. What is not defined on the data (too few rows,
a constant column) is an error that says so, never a NaN. The types: ` + "`column`" + ` is a column of numbers, bools or
times, ` + "`factor`" + ` a column of any type, ` + "`columns`, `factors`, `texts`" + ` one or an array of them, ` + "`label`" + ` the value
of a cell, ` + "`expression`" + ` is true or false for each row.

| estimator | answers |
|---|---|
`)
	for _, e := range r.All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", e.Name, e.Name, cell(e.Summary))
	}
	for _, e := range r.All() {
		b.WriteByte('\n')
		if err := Describe(&b, e); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plain is text that Markdown leaves as it is.
func plain(s string) string {
	if strings.Contains(s, ">") { // which ends what may seem a tag
		s = strings.ReplaceAll(s, "<", `\<`)
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// cell is text that stays in one cell of a table.
func cell(s string) string { return strings.ReplaceAll(plain(s), "|", `\|`) }

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
