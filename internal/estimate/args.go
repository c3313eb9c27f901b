package estimate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// ArgKind is the type of an argument.
type ArgKind string

const (
	ArgColumn  ArgKind = "column"  // name of a column of numbers, bools or times
	ArgFactor  ArgKind = "factor"  // name of a column of any type
	ArgColumns ArgKind = "columns" // one column of numbers or an array of them
	ArgFactors ArgKind = "factors" // one column of any type or an array of them
	ArgNumber  ArgKind = "number"
	ArgNumbers ArgKind = "numbers" // a number or an array of them
	ArgText    ArgKind = "text"
	ArgTexts   ArgKind = "texts" // a text or an array of texts
	ArgBool    ArgKind = "bool"
	ArgLabel   ArgKind = "label"      // value of a cell: text, number or bool
	ArgExpr    ArgKind = "expression" // true or false for each row
)

// Arg describes one argument of an estimator.
type Arg struct {
	Name     string
	Kind     ArgKind
	Required bool
	Default  spec.Value
	OneOf    []string // accepted texts; any where empty
	Min, Max float64  // inclusive bounds of a number; none where equal
	Doc      string
}

var commonArgs = []Arg{
	{Name: "level", Kind: ArgNumber, Min: 1e-6, Max: 1 - 1e-6, Doc: "level of intervals"},
	{Name: "scale", Kind: ArgNumber, Default: spec.NumberValue(1), Doc: "factor by which value and uncertainty are multiplied"},
}

var byArg = Arg{Name: "by", Kind: ArgFactors, Doc: "columns that split the rows: one answer for each group"}

// Arguments are all that the estimator takes: its own, the common ones, and `by`
// where it answers for groups.
func (e Estimator) Arguments() []Arg {
	out := slices.Concat(e.Args, commonArgs)
	if e.PerRow {
		out = append(out, byArg)
	}
	return out
}

// Args are the arguments of one call; defaults are filled in.
type Args map[string]spec.Value

// Text of an argument; "" where it was not given.
func (a Args) Text(name string) string { return a[name].Text }

// Number of an argument; 0 where it was not given.
func (a Args) Number(name string) float64 { return a[name].Num.F }

// Numbers of an argument that is one number or an array of them.
func (a Args) Numbers(name string) []spec.Number {
	v := a[name]
	if v.Kind == spec.ValueNumber {
		return []spec.Number{v.Num}
	}
	var out []spec.Number
	for _, it := range v.Items {
		out = append(out, it.Num)
	}
	return out
}

// Bool of an argument; false where it was not given.
func (a Args) Bool(name string) bool { return a[name].Bool }

// Has reports whether an argument was given or has a default.
func (a Args) Has(name string) bool { return !a[name].Missing() }

// Texts of an argument that is one text or an array of texts.
func (a Args) Texts(name string) []string {
	v := a[name]
	if v.Kind == spec.ValueText {
		return []string{v.Text}
	}
	var out []string
	for _, it := range v.Items {
		out = append(out, it.Text)
	}
	return out
}

// ArgError says what is wrong with an argument of a call.
type ArgError struct {
	Estimator string
	Arg       string
	Msg       string
}

func (e *ArgError) Error() string {
	return fmt.Sprintf("estimator %s, argument %s: %s", e.Estimator, e.Arg, e.Msg)
}

// BadArg is the error of an estimator that finds an argument wrong only when it
// computes; Run fills in the estimator's name.
func BadArg(arg, format string, args ...any) error {
	return &ArgError{Arg: arg, Msg: fmt.Sprintf(format, args...)}
}

// Check fills in defaults and reports every argument that is unknown, lacking or of
// the wrong type, in the order of the estimator's arguments.
func Check(e Estimator, given map[string]spec.Value, v *view.View) (Args, []*ArgError) {
	var bad []*ArgError
	fail := func(name, format string, args ...any) {
		bad = append(bad, &ArgError{e.Name, name, fmt.Sprintf(format, args...)})
	}
	args, known := Args{}, e.Arguments()
	for _, a := range known {
		x := given[a.Name]
		if x.Missing() {
			if a.Required {
				fail(a.Name, "is required (%s)", a.Doc)
			}
			if x = a.Default; x.Missing() {
				continue
			}
		}
		if msg := a.wrong(x, v); msg != "" {
			fail(a.Name, "%s", msg)
			continue
		}
		args[a.Name] = x
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(known, func(a Arg) bool { return a.Name == name }) {
			all := make([]string, len(known))
			for i, a := range known {
				all[i] = a.Name
			}
			fail(name, "is not known; %s takes %s", e.Name, strings.Join(all, ", "))
		}
	}
	return args, bad
}

// wrong says what is wrong with x as this argument; "" if nothing is.
func (a Arg) wrong(x spec.Value, v *view.View) string {
	switch a.Kind {
	case ArgNumber:
		if x.Kind != spec.ValueNumber || !x.Num.Finite() {
			return fmt.Sprintf("is %s, not a number", x)
		}
		if a.Min != a.Max && (x.Num.F < a.Min || x.Num.F > a.Max) {
			return fmt.Sprintf("is %s, not from %v to %v", x, a.Min, a.Max)
		}
	case ArgBool:
		if x.Kind != spec.ValueBool {
			return fmt.Sprintf("is %s, neither true nor false", x)
		}
	case ArgLabel:
		if x.Kind != spec.ValueText && x.Kind != spec.ValueNumber && x.Kind != spec.ValueBool {
			return fmt.Sprintf("is %s, not a text, number or bool", x)
		}
	case ArgColumns, ArgFactors, ArgTexts, ArgNumbers:
		items := x.Items
		if x.Kind != spec.ValueArray {
			items = []spec.Value{x}
		}
		if len(items) == 0 {
			return "names nothing"
		}
		one := a
		one.Kind = map[ArgKind]ArgKind{ArgColumns: ArgColumn, ArgFactors: ArgFactor, ArgTexts: ArgText, ArgNumbers: ArgNumber}[a.Kind]
		for i, it := range items {
			if msg := one.wrong(it, v); msg != "" {
				return msg
			}
			if slices.ContainsFunc(items[:i], func(o spec.Value) bool { return view.SameLabel(o, it) }) {
				return fmt.Sprintf("names %q twice", view.LabelText(it))
			}
		}
	case ArgText, ArgColumn, ArgFactor, ArgExpr:
		if x.Kind != spec.ValueText {
			return fmt.Sprintf("is %s, not a text", x)
		}
		return a.wrongText(x.Text, v)
	default:
		return fmt.Sprintf("has the kind %q, which is not known", a.Kind)
	}
	return ""
}

func (a Arg) wrongText(s string, v *view.View) string {
	switch {
	case a.Kind == ArgText && len(a.OneOf) > 0 && !slices.Contains(a.OneOf, s):
		return fmt.Sprintf("is %q, not one of %s", s, strings.Join(a.OneOf, ", "))
	case a.Kind == ArgExpr:
		if c, err := v.Eval("", s); err != nil {
			return err.Error()
		} else if c.Kind != spec.ColumnBool {
			return fmt.Sprintf("gives a %s, not true or false", c.Kind)
		}
	case a.Kind == ArgColumn || a.Kind == ArgFactor:
		c := v.Column(s)
		if c == nil {
			return fmt.Sprintf("view %q has no column %q; it has %s", v.Name, s, strings.Join(v.Columns(), ", "))
		}
		if a.Kind == ArgColumn && c.Kind == spec.ColumnText {
			return fmt.Sprintf("column %q is text, not numbers%s", s, suchAs(c))
		}
	}
	return ""
}

// suchAs names the first cell of a column of text that is no number; where another one is a
// number, it may stand for a missing one.
func suchAs(c *spec.Column) string {
	first, numbers := -1, 0
	for i, s := range c.Text {
		if c.IsMissing(i) {
			continue
		}
		if x, err := strconv.ParseFloat(s, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
			numbers++
		} else if first < 0 {
			first = i
		}
		if first >= 0 && numbers > 0 {
			break
		}
	}
	if first < 0 {
		return ""
	}
	text := strconv.Quote(c.Text[first][:min(len(c.Text[first]), 40)])
	if x, err := strconv.ParseFloat(c.Text[first], 64); numbers > 0 || err == nil && math.IsNaN(x) {
		return fmt.Sprintf(": it holds %s; if that stands for a missing value, declare it missing", text)
	}
	return fmt.Sprintf(": it holds %s", text)
}
