package view

import (
	"math"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
)

type program = *vm.Program

// functions are those of the expression language that do not read cells.
var functions = []expr.Option{
	real("abs", math.Abs), real("sqrt", math.Sqrt), real("log", math.Log), real("log2", math.Log2), real("log10", math.Log10),
	real("exp", math.Exp), real("floor", math.Floor), real("ceil", math.Ceil), real("round", math.RoundToEven),
	pair("mod", func(a, b float64) float64 { return a - b*math.Floor(a/b) }), pair("min", math.Min), pair("max", math.Max),
	words("lower", strings.ToLower), words("upper", strings.ToUpper), words("trim", strings.TrimSpace),
}

func real(name string, f func(float64) float64) expr.Option {
	return expr.Function(name, func(p ...any) (any, error) { return f(p[0].(float64)), nil }, new(func(float64) float64))
}

func pair(name string, f func(a, b float64) float64) expr.Option {
	return expr.Function(name, func(p ...any) (any, error) { return f(p[0].(float64), p[1].(float64)), nil }, new(func(float64, float64) float64))
}

func words(name string, f func(string) string) expr.Option {
	return expr.Function(name, func(p ...any) (any, error) { return f(p[0].(string)), nil }, new(func(string) string))
}
