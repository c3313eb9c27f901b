package view

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/assaybench/assay/spec"
	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
)

// Expressions are evaluated row by row. Names are columns (col("a name") for names
// with spaces); numbers are float64, dates days since 1970. Operators are arithmetic,
// comparison, and/or/not, in, contains, startsWith, endsWith, matches and ?:.
// Functions are abs, sqrt, log (natural), log2, log10, exp, floor, ceil, round (half
// to even), mod, min, max, lower, upper, trim, those of dateFunctions, date("2006-01-02"),
// parseDate(text, "%d.%m.%Y") and isMissing(column). A row in which an operand that is
// needed is missing has no value. A date, and a date with days added or taken off, is a time; the
// difference of two dates is a number of days.

// errAbsent ends the evaluation of a row at a missing operand.
var errAbsent = errors.New("missing operand")

var operators = []string{"+", "-", "*", "/", "**", "^", "==", "!=", "<", "<=", ">", ">=", "and", "&&", "or", "||", "in", "contains", "startsWith", "endsWith", "matches"}

// Eval evaluates an expression over the rows into a column of the given name. A
// number that is not finite (the log of 0) is an error, which names the row.
func (v *View) Eval(name, src string) (spec.Column, error) {
	v.own()
	out := spec.Column{Name: name}
	if len(src) > 10_000 {
		return out, &Error{Msg: "the expression is longer than 10000 characters"}
	}
	e := &evaluator{v: v}
	if err := e.compile(src); err != nil {
		return out, err
	}
	if i := columnOf(e.program.Node()); i >= 0 { // a column under a new name
		out = v.frame.Columns[i]
		out.Name = name
		return out, nil
	}
	out.Kind = e.kind
	for e.row = range v.Rows() {
		x, err := expr.Run(e.program, nil)
		absent := errors.Is(err, errAbsent)
		if err != nil && !absent {
			return out, &Error{Msg: fmt.Sprintf("row %d: %s", e.row+1, firstLine(err))}
		}
		if absent {
			if out.Missing == nil {
				out.Missing = make([]bool, v.Rows())
			}
			out.Missing[e.row] = true
		}
		if out.Kind == spec.ColumnText {
			s, _ := x.(string)
			out.Text = append(out.Text, s)
			continue
		}
		f := nan
		switch x := x.(type) {
		case float64:
			if f = x; math.IsNaN(f) || math.IsInf(f, 0) {
				return out, &Error{Msg: fmt.Sprintf("row %d gives %v; filter such rows out first", e.row+1, f)}
			}
		case bool:
			if f = 0; x {
				f = 1
			}
		}
		out.Num = append(out.Num, f)
	}
	return out, nil
}

func firstLine(err error) string {
	var f *file.Error
	if errors.As(err, &f) {
		return f.Message
	}
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}

type evaluator struct {
	v       *View
	row     int
	program program
	kind    spec.ColumnKind
	time    bool              // the whole is a time
	dates   map[ast.Node]bool // numbers that were dates in quotes
	err     *Error
}

// compile turns each column's name into a call that reads its cell in the current row,
// so that only the operands that are needed can be missing.
func (e *evaluator) compile(src string) error {
	opts := slices.Concat([]expr.Option{expr.DisableAllBuiltins(), expr.Env(map[string]any{})}, functions, dateFunctions)
	opts = append(opts,
		expr.Function("@number", func(p ...any) (any, error) { return e.number(p[0].(int)) }, new(func(int) float64)),
		expr.Function("@text", func(p ...any) (any, error) { return e.text(p[0].(int)) }, new(func(int) string)),
		expr.Function("@bool", func(p ...any) (any, error) { f, err := e.number(p[0].(int)); return f == 1, err }, new(func(int) bool)),
		expr.Function("@missing", func(p ...any) (any, error) { return e.v.frame.Columns[p[0].(int)].IsMissing(e.row), nil }, new(func(int) bool)),
		expr.Function("isMissing", func(...any) (any, error) { return false, nil }, new(func(any) bool)),
		expr.Function("col", func(...any) (any, error) { return nil, errAbsent }, new(func(string) any)),
	)
	p, err := e.build(src, opts)
	if e.err != nil {
		return e.err
	}
	if err != nil {
		bad := &Error{Msg: err.Error(), Known: e.v.Columns()}
		var f *file.Error
		if errors.As(err, &f) {
			bad.Msg, bad.Position = f.Message, f.Column+1
		}
		bad.Msg = plain.Replace(bad.Msg)
		return bad
	}
	e.program = p
	switch p.Node().Type() {
	case reflect.TypeFor[float64]():
		if e.kind = spec.ColumnNumber; e.time {
			e.kind = spec.ColumnTime
		}
	case reflect.TypeFor[bool]():
		e.kind = spec.ColumnBool
	case reflect.TypeFor[string]():
		e.kind = spec.ColumnText
	default:
		return &Error{Msg: "the expression gives neither a number, a text nor true or false"}
	}
	return nil
}

// build is expr.Compile with the rewriting done before the only type check: the library
// checks before and after its visitors, and forgets what was wrong with the arguments of a
// function.
func (e *evaluator) build(src string, opts []expr.Option) (program, error) {
	config := conf.CreateNew()
	for _, o := range opts {
		o(config)
	}
	for name := range config.Disabled {
		delete(config.Builtins, name)
	}
	config.Check()
	tree, err := parser.ParseWithConfig(src, config)
	if err != nil {
		return nil, err
	}
	ast.Walk(&tree.Node, e)
	if e.err != nil {
		return nil, e.err
	}
	if _, err := checker.Check(tree, config); err != nil {
		return nil, err
	}
	e.time = e.isTime(tree.Node)
	if err := optimizer.Optimize(&tree.Node, config); err != nil {
		return nil, err
	}
	return compiler.Compile(tree, config)
}

// plain takes words of Go out of the checker's messages.
var plain = strings.NewReplacer("float64", "number", "string", "text", "interface {}", "any")

func (e *evaluator) number(col int) (float64, error) {
	c := &e.v.frame.Columns[col]
	if c.IsMissing(e.row) {
		return nan, errAbsent
	}
	return c.Num[e.row], nil
}

func (e *evaluator) text(col int) (string, error) {
	c := &e.v.frame.Columns[col]
	if c.IsMissing(e.row) {
		return "", errAbsent
	}
	return c.Text[e.row], nil
}

// Visit rewrites one node; children come before their parents.
func (e *evaluator) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if i := e.v.index(n.Value); i >= 0 {
			ast.Patch(node, e.reading(i))
		}
	case *ast.IntegerNode:
		ast.Patch(node, &ast.FloatNode{Value: float64(n.Value)})
	case *ast.BinaryNode:
		if !slices.Contains(operators, n.Operator) {
			e.refuse(n, "the operator "+n.Operator)
		}
	case *ast.CallNode:
		e.call(node, n)
	case *ast.FloatNode, *ast.BoolNode, *ast.StringNode, *ast.UnaryNode, *ast.ConditionalNode, *ast.ArrayNode, *ast.ConstantNode:
	default:
		e.refuse(n, "this")
	}
}

func (e *evaluator) refuse(n ast.Node, what string) {
	e.fail(n, what+" is not part of the language of views")
}

func (e *evaluator) fail(n ast.Node, msg string) {
	if e.err == nil {
		e.err = &Error{Position: n.Location().From + 1, Msg: msg, Known: e.v.Columns()}
	}
}

// reading is a call that reads a column's cell.
func (e *evaluator) reading(col int) ast.Node {
	reader := "@number"
	switch e.v.frame.Columns[col].Kind {
	case spec.ColumnText:
		reader = "@text"
	case spec.ColumnBool:
		reader = "@bool"
	}
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: reader}, Arguments: []ast.Node{&ast.IntegerNode{Value: col}}}
}

// isTime reports whether an expression gives a time.
func (e *evaluator) isTime(n ast.Node) bool {
	if i := columnOf(n); i >= 0 {
		return e.v.frame.Columns[i].Kind == spec.ColumnTime
	}
	switch n := n.(type) {
	case *ast.FloatNode:
		return e.dates[n]
	case *ast.CallNode:
		id, ok := n.Callee.(*ast.IdentifierNode)
		return ok && (slices.Contains(timeFunctions, id.Value) || (id.Value == "min" || id.Value == "max") && len(n.Arguments) == 2 && e.isTime(n.Arguments[0]) && e.isTime(n.Arguments[1]))
	case *ast.ConditionalNode:
		return e.isTime(n.Exp1) && e.isTime(n.Exp2)
	case *ast.BinaryNode:
		return n.Operator == "+" && e.isTime(n.Left) != e.isTime(n.Right) || n.Operator == "-" && e.isTime(n.Left) && !e.isTime(n.Right)
	}
	return false
}

// columnOf is the column that a node made by reading reads, -1 for other nodes.
func columnOf(n ast.Node) int {
	if c, ok := n.(*ast.CallNode); ok {
		if id, ok := c.Callee.(*ast.IdentifierNode); ok && strings.HasPrefix(id.Value, "@") && id.Value != "@missing" {
			return c.Arguments[0].(*ast.IntegerNode).Value
		}
	}
	return -1
}

func (e *evaluator) call(node *ast.Node, n *ast.CallNode) {
	if i := columnOf(n.Callee); i >= 0 { // a function with the name of a column
		n.Callee = &ast.IdentifierNode{Value: e.v.frame.Columns[i].Name}
	}
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		e.refuse(n, "this call")
		return
	}
	if id.Value == "parseDate" && len(n.Arguments) == 2 {
		format, quoted := n.Arguments[1].(*ast.StringNode)
		if !quoted {
			e.fail(n.Arguments[1], "parseDate takes its format in quotes")
		} else if err := checkDateFormat(format.Value); err != nil {
			e.fail(n.Arguments[1], err.Error())
		}
		return
	}
	if len(n.Arguments) != 1 {
		return
	}
	arg := n.Arguments[0]
	text, quoted := arg.(*ast.StringNode)
	switch id.Value {
	case "isMissing":
		i := columnOf(arg)
		if i < 0 {
			e.fail(arg, "isMissing takes the name of a column")
			return
		}
		ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: "@missing"}, Arguments: []ast.Node{&ast.IntegerNode{Value: i}}})
	case "col":
		if !quoted {
			e.fail(arg, "col takes the name of a column in quotes")
		} else if i := e.v.index(text.Value); i < 0 {
			e.fail(arg, fmt.Sprintf("unknown name %q", text.Value))
		} else {
			ast.Patch(node, e.reading(i))
		}
	case "date":
		if !quoted {
			e.fail(arg, "date takes a date in quotes; columns of type date need no conversion")
			return
		}
		t, err := time.Parse(time.DateOnly, text.Value)
		if err != nil {
			e.fail(arg, fmt.Sprintf("%q is not a date like 2006-01-02", text.Value))
			return
		}
		day := &ast.FloatNode{Value: dayCount(t)}
		if e.dates == nil {
			e.dates = map[ast.Node]bool{}
		}
		e.dates[day] = true
		ast.Patch(node, day)
	}
}
