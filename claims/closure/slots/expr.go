package slots

import (
	"errors"
	"fmt"
	"slices"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
)

// Expr is a condition on slots (docs/closure.md). A name alone, or slot("a name"), says
// that the slot stands with all that it rests on. Beside and, or, not and parentheses there
// are
//
//	present(x)              something was matched to x
//	met(x, y, …) >= 2       how many of these slots stand
//	score(x), support(x)    x by itself, and with all that it rests on, from 0 to 1
//	value(x)                the number of the result that was matched to x
//	method(x), verdict(x)   the approved method of a result, the word for a claim
//
// with + - * / abs and comparisons of numbers, and == != of texts. What the engine could
// not score leaves a condition open where it hangs on it. A comparison with a value that
// is not there is false, and so is its negation.
type Expr struct {
	src   string
	root  ast.Node
	slots []string
}

// Error says what is wrong with an expression, and from which character on (from 1).
type Error struct {
	Position int
	Message  string
}

func (e *Error) Error() string { return fmt.Sprintf("character %d: %s", e.Position, e.Message) }

// maxExpr bounds an expression in bytes.
const maxExpr = 10_000

// Parse reads an expression and checks the kinds of all its parts.
func Parse(src string) (*Expr, error) {
	if len(src) > maxExpr {
		return nil, &Error{1, fmt.Sprintf("the expression is longer than %d bytes", maxExpr)}
	}
	config := conf.CreateNew()
	expr.DisableAllBuiltins()(config)
	for name := range config.Disabled {
		delete(config.Builtins, name)
	}
	tree, err := parser.ParseWithConfig(src, config)
	if err != nil {
		bad := &Error{1, err.Error()}
		var f *file.Error
		if errors.As(err, &f) {
			bad.Position, bad.Message = f.Column+1, f.Message
		}
		return nil, bad
	}
	c := &checker{}
	if k := c.kind(tree.Node); c.err == nil && k != truth {
		c.refuse(tree.Node, "the expression is a %s, not a condition; compare it with something", k)
	}
	if c.err != nil {
		return nil, c.err
	}
	slices.Sort(c.slots)
	return &Expr{src, tree.Node, slices.Compact(c.slots)}, nil
}

// Slots lists the slots that the expression names, sorted.
func (e *Expr) Slots() []string { return slices.Clone(e.slots) }

// String is the expression as it was written.
func (e *Expr) String() string { return e.src }

// kind of a part of an expression.
type kind string

const (
	truth  kind = "condition"
	number kind = "number"
	text   kind = "text"
	none   kind = ""
)

// functions of slots, by the kind that they give.
var functions = map[string]kind{
	"slot": truth, "present": truth, "met": number, "score": number, "support": number,
	"value": number, "method": text, "verdict": text, "abs": number,
}

var (
	logic      = []string{"and", "&&", "or", "||"}
	arithmetic = []string{"+", "-", "*", "/"}
	order      = []string{"<", "<=", ">", ">="}
	equality   = []string{"==", "!="}
)

// checker finds the first part that is not of the language, and the slots.
type checker struct {
	slots []string
	err   error
}

func (c *checker) refuse(n ast.Node, format string, args ...any) kind {
	if c.err == nil {
		c.err = &Error{n.Location().From + 1, fmt.Sprintf(format, args...)}
	}
	return none
}

func (c *checker) want(n ast.Node, k kind, where string) {
	if got := c.kind(n); got != k {
		c.refuse(n, "%s takes a %s, this is a %s", where, k, got)
	}
}

func (c *checker) kind(n ast.Node) kind {
	switch n := n.(type) {
	case *ast.BoolNode:
		return truth
	case *ast.IntegerNode, *ast.FloatNode:
		return number
	case *ast.StringNode:
		return text
	case *ast.IdentifierNode:
		c.slots = append(c.slots, n.Value)
		return truth
	case *ast.UnaryNode:
		switch n.Operator {
		case "not", "!":
			c.want(n.Node, truth, n.Operator)
			return truth
		case "-", "+":
			c.want(n.Node, number, n.Operator)
			return number
		}
		return c.refuse(n, "the operator %s is not part of the language", n.Operator)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.CallNode:
		return c.call(n)
	}
	return c.refuse(n, "this is not part of the language of conditions")
}

func (c *checker) binary(n *ast.BinaryNode) kind {
	switch {
	case slices.Contains(logic, n.Operator):
		c.want(n.Left, truth, n.Operator)
		c.want(n.Right, truth, n.Operator)
		return truth
	case slices.Contains(arithmetic, n.Operator):
		c.want(n.Left, number, n.Operator)
		c.want(n.Right, number, n.Operator)
		return number
	case slices.Contains(order, n.Operator):
		c.want(n.Left, number, n.Operator)
		c.want(n.Right, number, n.Operator)
		return truth
	case slices.Contains(equality, n.Operator):
		left := c.kind(n.Left)
		if left != number && left != text {
			c.refuse(n.Left, "%s compares numbers or texts; write a condition as it is, or with not", n.Operator)
		}
		c.want(n.Right, left, n.Operator)
		return truth
	}
	return c.refuse(n, "the operator %s is not part of the language", n.Operator)
}

func (c *checker) call(n *ast.CallNode) kind {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || functions[id.Value] == none {
		return c.refuse(n, "there is no such function; there are slot, present, met, score, support, value, method, verdict and abs")
	}
	if len(n.Arguments) == 0 || len(n.Arguments) > 1 && id.Value != "met" {
		return c.refuse(n, "%s takes one argument", id.Value)
	}
	for _, a := range n.Arguments {
		if id.Value == "abs" {
			c.want(a, number, "abs")
		} else if name, ok := slotOf(a); ok {
			c.slots = append(c.slots, name)
		} else {
			c.refuse(a, "%s takes the name of a slot", id.Value)
		}
	}
	return functions[id.Value]
}

// slotOf is the slot that an argument names, bare or in quotes.
func slotOf(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value, true
	case *ast.StringNode:
		return n.Value, n.Value != ""
	}
	return "", false
}
