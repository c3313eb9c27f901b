// Package dynamics holds quantities of functions, equations and tracks: integrals, zeros,
// solutions of ordinary differential equations, and measures of sampled trajectories.
package dynamics

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/nls"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(integrals(), roots(), equations(), tracks())
}

const language = "operators + - * / ^ and a < b ? c : d; pi, exp, log (natural), log10, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, erf, erfc, abs, sign, step, floor, voigt(x, sigma, gamma)"

var parameterArg = estimate.Arg{Name: "parameters", Kind: estimate.ArgTexts, Doc: "values of the other names, such as k=2.5; a value may be an expression of pi and numbers"}

func varied(a *estimate.Answer, name, note string, x float64) {
	answer.VaryValue(a, name, note, dd.F(x))
}

// whole is an argument that counts.
func whole(in estimate.Input, name string) (int, error) {
	k := int(in.Args.Number(name))
	if float64(k) != in.Args.Number(name) {
		return 0, estimate.BadArg(name, "is not a whole number")
	}
	return k, nil
}

// constant is the value of a text without variables: a number, or an expression of them.
func constant(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	switch text {
	case "inf", "+inf":
		return math.Inf(1), true
	case "-inf":
		return math.Inf(-1), true
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, !math.IsNaN(x)
	}
	e, err := nls.ParseExpression(text, nil)
	if err != nil {
		return math.NaN(), false
	}
	x := e.At(nil)
	return x, !math.IsNaN(x)
}

// end is an argument that is a number, or the text of one.
func end(in estimate.Input, name string) (float64, error) {
	v := in.Args[name]
	switch v.Kind {
	case spec.ValueNumber:
		return v.Num.F, nil
	case spec.ValueText:
		if x, ok := constant(v.Text); ok {
			return x, nil
		}
	}
	return math.NaN(), estimate.BadArg(name, "is %s, neither a number nor inf, -inf, or an expression such as pi/2", v)
}

// named reads texts such as k=2.5, in their order.
func named(in estimate.Input, arg string) (names []string, values []float64, err error) {
	for _, t := range in.Args.Texts(arg) {
		name, value, ok := strings.Cut(t, "=")
		x, isNumber := constant(value)
		if !ok || !isNumber || math.IsInf(x, 0) {
			return nil, nil, estimate.BadArg(arg, "%q is not of the form k=2.5", t)
		}
		names, values = append(names, strings.TrimSpace(name)), append(values, x)
	}
	return names, values, nil
}

// function is an expression of one variable with its parameters bound.
type function struct {
	e      *nls.Expression
	values []float64
}

func functionOf(in estimate.Input) (function, error) {
	names, values, err := named(in, "parameters")
	if err != nil {
		return function{}, err
	}
	e, err := nls.ParseExpression(in.Args.Text("expression"), append([]string{in.Args.Text("variable")}, names...))
	if err != nil {
		return function{}, estimate.BadArg("expression", "%v", err)
	}
	return function{e, append([]float64{0}, values...)}, nil
}

func (f function) at(x float64) float64 {
	f.values[0] = x
	return f.e.At(f.values)
}
