package slots

import (
	"math"

	"github.com/expr-lang/expr/ast"
)

// Eval decides the condition on a report.
func (e *Expr) Eval(r *Report) Truth { return evaluation{r}.truth(e.root, false) }

// evaluation reads one report. Parse has checked the kinds of all parts.
type evaluation struct{ report *Report }

// truth decides a condition, or its negation. The negation is carried down to the
// comparisons, so that one with a value that is not there is false either way.
func (v evaluation) truth(n ast.Node, negated bool) Truth {
	turn := func(t Truth) Truth {
		if negated {
			return t.Not()
		}
		return t
	}
	switch n := n.(type) {
	case *ast.BoolNode:
		return turn(Of(n.Value))
	case *ast.IdentifierNode:
		return turn(v.report.Stands(n.Value))
	case *ast.UnaryNode:
		return v.truth(n.Node, !negated)
	case *ast.CallNode:
		slot, _ := slotOf(n.Arguments[0])
		if n.Callee.(*ast.IdentifierNode).Value == "present" {
			return turn(v.report.Present(slot))
		}
		return turn(v.report.Stands(slot))
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			left, right := v.truth(n.Left, negated), v.truth(n.Right, negated)
			if (n.Operator == "and" || n.Operator == "&&") != negated {
				return min(left, right)
			}
			return max(left, right)
		}
		return v.compare(n, turn)
	}
	return Open
}

func (v evaluation) compare(n *ast.BinaryNode, turn func(Truth) Truth) Truth {
	if isText(n.Left) {
		a, b := v.word(n.Left), v.word(n.Right)
		switch {
		case a.absent || b.absent:
			return No
		case !a.known || !b.known:
			return Open
		}
		return turn(Of((a.text == b.text) == (n.Operator == "==")))
	}
	a, okA := v.number(n.Left)
	b, okB := v.number(n.Right)
	if !okA || !okB {
		return No
	}
	switch n.Operator {
	case "<":
		return turn(below(a, b))
	case ">":
		return turn(below(b, a))
	case "<=":
		return turn(below(b, a).Not())
	case ">=":
		return turn(below(a, b).Not())
	case "!=":
		return turn(equal(a, b).Not())
	}
	return turn(equal(a, b))
}

func below(a, b Interval) Truth {
	switch {
	case a.High < b.Low:
		return Yes
	case a.Low >= b.High:
		return No
	}
	return Open
}

func equal(a, b Interval) Truth {
	switch {
	case a.High < b.Low || b.High < a.Low:
		return No
	case a.Low == a.High && b.Low == b.High:
		return Yes
	}
	return Open
}

func isText(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.StringNode:
		return true
	case *ast.CallNode:
		return functions[n.Callee.(*ast.IdentifierNode).Value] == text
	}
	return false
}

func (v evaluation) word(n ast.Node) word {
	switch n := n.(type) {
	case *ast.StringNode:
		return word{text: n.Value, known: true}
	case *ast.CallNode:
		slot, _ := slotOf(n.Arguments[0])
		if n.Callee.(*ast.IdentifierNode).Value == "method" {
			return v.report.method(slot)
		}
		return v.report.verdict(slot)
	}
	return word{}
}

// number is the interval of a number; ok is false where there is none.
func (v evaluation) number(n ast.Node) (Interval, bool) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return Interval{float64(n.Value), float64(n.Value)}, true
	case *ast.FloatNode:
		return Interval{n.Value, n.Value}, true
	case *ast.UnaryNode:
		a, ok := v.number(n.Node)
		if n.Operator == "-" {
			a = Interval{-a.High, -a.Low}
		}
		return a, ok
	case *ast.BinaryNode:
		a, okA := v.number(n.Left)
		b, okB := v.number(n.Right)
		out := calculate(n.Operator, a, b)
		return out, okA && okB && !math.IsNaN(out.Low)
	case *ast.CallNode:
		return v.call(n)
	}
	return Interval{}, false
}

func (v evaluation) call(n *ast.CallNode) (Interval, bool) {
	name := n.Callee.(*ast.IdentifierNode).Value
	if name == "abs" {
		a, ok := v.number(n.Arguments[0])
		switch {
		case a.High < 0:
			a = Interval{-a.High, -a.Low}
		case a.Low < 0:
			a = Interval{0, max(-a.Low, a.High)}
		}
		return a, ok
	}
	if name == "met" {
		var count Interval
		for _, arg := range n.Arguments {
			slot, _ := slotOf(arg)
			switch v.report.Stands(slot) {
			case Yes:
				count.Low++
				count.High++
			case Open:
				count.High++
			}
		}
		return count, true
	}
	slot, _ := slotOf(n.Arguments[0])
	switch name {
	case "score":
		return v.report.Score(slot), true
	case "support":
		return v.report.Support(slot), true
	}
	return v.report.quantity(slot)
}

// calculate is exact for two numbers; of intervals, sums and differences have ends, and
// other results may be anything. It is NaN where there is no finite result.
func calculate(op string, a, b Interval) Interval {
	points := a.Low == a.High && b.Low == b.High
	var out Interval
	switch {
	case op == "+":
		out = Interval{a.Low + b.Low, a.High + b.High}
	case op == "-":
		out = Interval{a.Low - b.High, a.High - b.Low}
	case !points:
		out = Interval{math.Inf(-1), math.Inf(1)}
	case op == "*":
		out = Interval{a.Low * b.Low, a.Low * b.Low}
	default:
		out = Interval{a.Low / b.Low, a.Low / b.Low}
	}
	if points && (math.IsInf(out.Low, 0) || math.IsNaN(out.Low)) || math.IsNaN(out.Low) || math.IsNaN(out.High) {
		return Interval{math.NaN(), math.NaN()}
	}
	return out
}
