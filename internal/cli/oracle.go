package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assaybench/assay/internal/canon"
	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

func (a *app) oracleCommand() *cobra.Command {
	c := &cobra.Command{Use: "oracle", Short: "Find and try the estimators that recompute numbers", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		return usagef("name what to do: assay oracle list, describe, run or certify")
	}}
	c.AddCommand(a.oracleList(), a.oracleDescribe(), a.oracleRun(), a.oracleCertify())
	return c
}

func (a *app) oracleList() *cobra.Command {
	var asJSON bool
	c := a.command("list [WORD …] [flags]", "List the estimators", `
List the estimators that a specification can call, each with the quantity that it
gives, sorted by name; with words, those whose descriptions hold all of them, such as
list rank test.`,
		`  0  listed
  2  wrong arguments, or no estimator has the words`, cobra.ArbitraryArgs, func(_ *cobra.Command, words []string) error {
			all := oracle.Default().All()
			if all = slices.DeleteFunc(all, func(e oracle.Estimator) bool { return !tells(e, words) }); len(all) == 0 {
				return usagef("no estimator tells of %s; assay oracle list shows all", strings.Join(words, " "))
			}
			if asJSON {
				out := make([]describedEstimator, len(all))
				for i, e := range all {
					out[i] = describe(e)
				}
				return printJSON(a.Out, out)
			}
			tw := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			for _, e := range all {
				fmt.Fprintf(tw, "%s\t%s\n", e.Name, e.Summary)
			}
			return tw.Flush()
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the descriptions as a JSON array")
	return c
}

// tells reports whether the description of an estimator holds all words.
func tells(e oracle.Estimator, words []string) bool {
	text := strings.ToLower(strings.Join([]string{e.Name, e.Summary, e.Formula, e.Source}, "\n"))
	for _, v := range e.Variants {
		text += "\n" + v.Name
	}
	for _, w := range words {
		if !strings.Contains(text, strings.ToLower(w)) {
			return false
		}
	}
	return true
}

func (a *app) oracleDescribe() *cobra.Command {
	var asJSON bool
	c := a.command("describe ESTIMATOR [flags]", "Say what an estimator is and takes", `
Print the formula and source of an estimator, its unit and domain, what missing cells
do, its numerical floor, its arguments, and the neighbours that it knows by name.`,
		`  0  described
  2  there is no such estimator`, cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
			e, err := estimator(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.Out, describe(e))
			}
			return oracle.Describe(a.Out, e)
		})
	c.Flags().BoolVar(&asJSON, "json", false, "print the description as one JSON document")
	return c
}

// estimator finds an estimator, or says which ones have a name like it.
func estimator(name string) (oracle.Estimator, error) {
	r := oracle.Default()
	if e, ok := r.Find(name); ok {
		return e, nil
	}
	hint := "assay oracle list shows all"
	if near := r.Near(name); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return oracle.Estimator{}, usagef("there is no estimator %q; %s", name, hint)
}

type describedEstimator struct {
	Name      string                 `json:"name"`
	Summary   string                 `json:"summary"`
	Formula   string                 `json:"formula"`
	Source    string                 `json:"source,omitempty"`
	Unit      string                 `json:"unit,omitempty"`
	Domain    string                 `json:"domain,omitempty"`
	Missing   string                 `json:"missing"`
	Floor     float64                `json:"floor"`
	Gives     []spec.UncertaintyKind `json:"uncertainty,omitempty"`
	Arguments []describedArgument    `json:"arguments"`
	Variants  []oracle.Variation     `json:"variants,omitempty"`
}

type describedArgument struct {
	Name     string      `json:"name"`
	Kind     string      `json:"kind"`
	Required bool        `json:"required,omitempty"`
	Default  *spec.Value `json:"default,omitempty"`
	OneOf    []string    `json:"one_of,omitempty"`
	Range    []float64   `json:"range,omitempty"`
	Doc      string      `json:"doc"`
}

func describe(e oracle.Estimator) describedEstimator {
	out := describedEstimator{Name: e.Name, Summary: e.Summary, Formula: e.Formula, Source: e.Source, Unit: e.Unit, Domain: e.Domain,
		Missing: cmp.Or(e.Missing, oracle.MissingRule), Floor: e.Floor, Gives: e.Gives, Variants: e.Variants}
	for _, arg := range e.Arguments() {
		d := describedArgument{Name: arg.Name, Kind: string(arg.Kind), Required: arg.Required, OneOf: arg.OneOf, Doc: arg.Doc}
		if !arg.Default.Missing() {
			d.Default = &arg.Default
		}
		if arg.Min != arg.Max {
			d.Range = []float64{arg.Min, arg.Max}
		}
		out.Arguments = append(out.Arguments, d)
	}
	return out
}

func (a *app) oracleRun() *cobra.Command {
	var asJSON bool
	var data, sheet, diagnose string
	var filters, pairs, missing []string
	var own map[string]*[]string
	c := a.command("run ESTIMATOR [--data FILE] [--ARGUMENT VALUE …] [flags]", "Try an estimator on a data file", `
Compute an estimator on a data file and print its value at full precision, with
every uncertainty that it knows and the named variants that neighbouring
definitions would give. Its arguments (assay oracle describe ESTIMATOR) are given
as --NAME VALUE, or as --arg NAME=VALUE; one that takes an array is given several
times, or as a JSON array. Filters are expressions of views. An estimator that takes
numbers only, such as t_power, needs no data.

With --diagnose it is said what a NUMBER is that somebody reports: the value itself,
exactly or rounded to the digits that are shown; a variant, by its name; the value in
another unit, as percent, with the wrong sign, as logarithm …; two of these at once; or
none. NUMBER may have a unit ("428.65 g") or be a JSON array. The odds are those that
a number of so many digits, which has nothing to do with the value, agrees with one of
the explanations that were tried; where they are poor, or several explanations that
differ agree, it is said that they cannot be told apart.`,
		`  0  computed
  1  the quantity is not defined on these data
  2  there is no such estimator or file, or an argument is wrong`, cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
			e, err := estimator(args[0])
			if err != nil {
				return err
			}
			given := map[string][]string{}
			for name, values := range own {
				if c.Flags().Changed(name) {
					given[name] = *values
				}
			}
			for _, p := range pairs {
				name, value, ok := strings.Cut(p, "=")
				if !ok || name == "" {
					return usagef("--arg takes NAME=VALUE, not %q", p)
				}
				given[name] = append(given[name], value)
			}
			call := spec.OracleCall{Estimator: e.Name, View: "data", Args: map[string]spec.Value{}}
			for _, name := range slices.Sorted(maps.Keys(given)) {
				if call.Args[name], err = argument(e, name, given[name]); err != nil {
					return err
				}
			}
			var views map[string]*oracle.View
			if data == "" {
				views, err = noData(e)
			} else {
				views, err = dataView(data, spec.Asset{Path: filepath.Base(data), Sheet: sheet, Missing: missing}, filters)
			}
			if err != nil {
				return err
			}
			answer, err := oracle.Default().Compute(c.Context(), call, views, 0)
			var undefined *oracle.UndefinedError
			switch {
			case errors.As(err, &undefined):
				return &codeError{ExitJudged, err}
			case err != nil && c.Context().Err() == nil:
				return usagef("%v", err)
			case err != nil:
				return err
			}
			var said *oracle.Diagnosis
			if c.Flags().Changed("diagnose") {
				reported, err := oracle.Reported(diagnose)
				if err != nil {
					return usagef("%v", err)
				}
				if reported.Value.Kind == spec.ValueArray {
					reported.Index = answer.Index
				}
				d := oracle.Diagnose(answer, reported)
				said = &d
			}
			if asJSON {
				out := printed(e.Name, views["data"].Rows(), answer)
				out.Diagnosis = printedDiagnosisOf(said)
				return printJSON(a.Out, out)
			}
			if said != nil {
				return printDiagnosis(a.Out, *said)
			}
			return printAnswer(a.Out, answer)
		})
	c.Flags().StringVar(&data, "data", "", "the data `FILE` (CSV, TSV, JSON, JSON lines, Parquet, Arrow, Excel, NumPy; by its ending)")
	c.Flags().StringVar(&sheet, "sheet", "", "the `NAME` of a workbook's sheet; the first without")
	c.Flags().StringArrayVar(&filters, "filter", nil, "keep the rows for which this `expression` is true; may be repeated")
	c.Flags().StringArrayVar(&missing, "missing", nil, "cells of this `TEXT` have no value; may be repeated; the empty text and NA without")
	c.Flags().StringArrayVar(&pairs, "arg", nil, "an argument of the estimator, as `NAME=VALUE`")
	c.Flags().StringVar(&diagnose, "diagnose", "", "say what this reported `NUMBER` is, with a unit or without")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	own = argumentFlags(c)
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if args := c.Flags().Args(); len(args) == 1 {
			if e, ok := oracle.Default().Find(args[0]); ok {
				return fmt.Errorf("%w; %s takes %s", err, e.Name, strings.Join(argumentNames(e), ", "))
			}
		}
		return err
	})
	return c
}

func argumentNames(e oracle.Estimator) []string {
	var out []string
	for _, a := range e.Arguments() {
		out = append(out, a.Name)
	}
	return out
}

// argumentFlags gives the command one flag for each argument that any estimator
// takes. Those are hidden: describe lists the ones of an estimator.
func argumentFlags(c *cobra.Command) map[string]*[]string {
	out := map[string]*[]string{}
	for _, e := range oracle.Default().All() {
		for _, arg := range e.Arguments() {
			if c.Flags().Lookup(arg.Name) != nil || arg.Name == "help" {
				continue
			}
			out[arg.Name] = c.Flags().StringArray(arg.Name, nil, arg.Doc)
			_ = c.Flags().MarkHidden(arg.Name)
		}
	}
	return out
}

// argument reads the texts of one argument as the type that the estimator wants.
func argument(e oracle.Estimator, name string, texts []string) (spec.Value, error) {
	all := e.Arguments()
	i := slices.IndexFunc(all, func(a oracle.Arg) bool { return a.Name == name })
	if i < 0 {
		return spec.Value{}, usagef("%s takes no argument %q; it takes %s", e.Name, name, strings.Join(argumentNames(e), ", "))
	}
	switch all[i].Kind {
	case oracle.ArgNumbers:
		var v spec.Value
		text := strings.Join(texts, ",")
		if json.Unmarshal([]byte(text), &v) != nil && json.Unmarshal([]byte("["+text+"]"), &v) != nil {
			return v, usagef("argument %s: %q is neither a number nor several; write 1 or 1,2.5", name, text)
		}
		return v, nil
	case oracle.ArgColumns, oracle.ArgFactors, oracle.ArgTexts:
		if len(texts) == 1 && !strings.HasPrefix(texts[0], "[") {
			return spec.TextValue(texts[0]), nil
		}
		v := spec.Value{Kind: spec.ValueArray}
		for _, t := range texts {
			var one spec.Value
			if !strings.HasPrefix(t, "[") {
				one = spec.Value{Items: []spec.Value{spec.TextValue(t)}}
			} else if err := json.Unmarshal([]byte(t), &one); err != nil {
				return v, usagef("argument %s: %q is no JSON array: %v", name, t, err)
			}
			v.Items = append(v.Items, one.Items...)
		}
		return v, nil
	}
	if len(texts) != 1 {
		return spec.Value{}, usagef("argument %s takes one value; it is given %d times", name, len(texts))
	}
	switch text := texts[0]; all[i].Kind {
	case oracle.ArgNumber, oracle.ArgBool, oracle.ArgLabel:
		var v spec.Value
		if whole := "0" + text; strings.HasPrefix(text, ".") && json.Unmarshal([]byte(whole), &v) == nil { // .5
			return v, nil
		}
		if text != "" && text[0] != '"' && text[0] != '[' && text[0] != '{' && json.Unmarshal([]byte(text), &v) == nil && !v.Missing() {
			return v, nil
		}
		return spec.TextValue(text), nil
	default:
		return spec.TextValue(text), nil
	}
}

// noData is an empty view, for an estimator that asks for numbers only.
func noData(e oracle.Estimator) (map[string]*oracle.View, error) {
	for _, arg := range e.Arguments() {
		switch arg.Kind {
		case oracle.ArgColumn, oracle.ArgColumns, oracle.ArgFactor, oracle.ArgFactors:
			if arg.Name != "by" {
				return nil, usagef("%s takes columns of data, such as --%s; give their file by --data FILE", e.Name, arg.Name)
			}
		}
	}
	return map[string]*oracle.View{"data": oracle.ViewOf("data", &spec.Frame{})}, nil
}

// dataView is the view named data of a file.
func dataView(path string, a spec.Asset, filters []string) (map[string]*oracle.View, error) {
	t, err := oracle.Load(path, a)
	if err != nil {
		return nil, usagef("%v", err)
	}
	v := spec.View{Asset: path}
	for _, f := range filters {
		if strings.TrimSpace(f) == "" {
			return nil, usagef("a filter is an expression; this one is empty")
		}
		v.Steps = append(v.Steps, spec.Step{Filter: f})
	}
	views, err := oracle.Views(map[string]*oracle.Table{path: t}, map[string]spec.View{"data": v})
	if err != nil {
		return nil, usagef("%v", err)
	}
	return views, nil
}

// printJSON prints one indented document, fit for a terminal whatever strangers wrote.
func printJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(canon.Printable(b.Bytes()))
	return err
}
