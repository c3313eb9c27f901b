package nls

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/faddeeva"
)

// Expression is a formula of one side over variables, in float64: the language of models,
// with more functions (sinh, cosh, tanh, asin, acos, erf, erfc, abs, sign, step, which is 0
// below 0 and else 1, floor) and choices, as in t < 5 ? a : b.
type Expression struct {
	Vars    []string // in the order in which values are given
	used    []bool
	program []op
	depth   int
}

// ParseExpression reads an expression. Variables may have any name that is no function and
// not pi.
func ParseExpression(src string, vars []string) (*Expression, error) {
	if len(src) > maxFormula {
		return nil, &SyntaxError{1, fmt.Sprintf("it is longer than %d characters", maxFormula), "expression"}
	}
	for i, name := range vars {
		switch {
		case !isName(name):
			return nil, fmt.Errorf("%q is no name of a variable", name)
		case name == "pi" || name == "voigt" || reals[name] != nil:
			return nil, fmt.Errorf("%q is already the name of a function or constant", name)
		case slices.Contains(vars[:i], name):
			return nil, fmt.Errorf("the variable %q stands twice", name)
		}
	}
	p := &parser{src: src, params: vars, column: func(string) bool { return false }, used: make([]bool, len(vars)), reals: true, what: "expression"}
	p.next()
	p.choice(0)
	if p.tok != "" {
		p.fail("%s after the end of the expression", p.seen())
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Expression{slices.Clone(vars), p.used, p.out, depth(p.out)}, nil
}

// choice reads a sum, or condition ? a : b, whose condition compares two sums.
func (p *parser) choice(depth int) {
	if depth > maxDepth {
		p.fail("it is nested more than %d deep", maxDepth)
		return
	}
	p.sum(depth)
	compare := p.tok
	switch compare {
	case "<", "<=", ">", ">=":
	default:
		return
	}
	p.next()
	p.sum(depth)
	code := opLess
	if compare == "<=" || compare == ">" {
		code = opLessEqual
	}
	p.emit(code) // a > b is the other way round than a <= b
	p.out[len(p.out)-1].at = map[string]int{">": 1, ">=": 1}[compare]
	for _, mark := range []string{"?", ":"} {
		if p.err == nil && p.tok != mark {
			p.fail("%s where %s belongs: a choice is written a < b ? c : d", p.seen(), mark)
		}
		p.next()
		p.choice(depth + 1)
	}
	p.emit(opChoose)
}

// Uses reports whether a variable stands in the expression.
func (e *Expression) Uses(name string) bool {
	i := slices.Index(e.Vars, name)
	return i >= 0 && e.used[i]
}

// At is the value where the variables have these values; NaN or Inf where it has none.
func (e *Expression) At(values []float64) float64 {
	v, _ := e.Along(values, nil)
	return v
}

// Along is the value, and its derivative in a direction; a nil direction is 0. A choice has
// the derivative of what it chooses.
func (e *Expression) Along(values, direction []float64) (value, slope float64) {
	type point struct{ v, d float64 }
	var few [16]point
	stack := few[:0]
	if e.depth > len(few) {
		stack = make([]point, 0, e.depth)
	}
	for _, o := range e.program {
		top := len(stack) - 1
		switch o.code {
		case opConst:
			stack = append(stack, point{v: o.value.Float()})
		case opParam:
			x := point{v: values[o.at]}
			if direction != nil {
				x.d = direction[o.at]
			}
			stack = append(stack, x)
		case opNeg:
			stack[top] = point{-stack[top].v, -stack[top].d}
		case opCall:
			v, d := (*o.real)(stack[top].v)
			stack[top] = point{v, times(d, stack[top].d)}
		case opProfile:
			x, a, b := stack[top-2], stack[top-1], stack[top]
			v, dx, da, db := faddeeva.Voigt(x.v, a.v, b.v)
			stack = append(stack[:top-2], point{v, times(dx, x.d) + times(da, a.d) + times(db, b.d)})
		case opChoose:
			chosen := stack[top]
			switch c := stack[top-2].v; {
			case math.IsNaN(c):
				chosen = point{c, c}
			case c != 0:
				chosen = stack[top-1]
			}
			stack = append(stack[:top-2], chosen)
		default:
			a, b := stack[top-1], stack[top]
			v, d := combined(o, a.v, a.d, b.v, b.d)
			stack = append(stack[:top-1], point{v, d})
		}
	}
	return stack[0].v, stack[0].d
}

// times is a slope along a chain: what does not move has no slope, however steep it is.
func times(slope, move float64) float64 {
	if move == 0 {
		return 0
	}
	return slope * move
}

// combined is a (op) b with its derivative.
func combined(o op, a, da, b, db float64) (v, d float64) {
	switch o.code {
	case opAdd:
		return a + b, da + db
	case opSub:
		return a - b, da - db
	case opMul:
		return a * b, times(b, da) + times(a, db)
	case opDiv:
		return a / b, times(1/b, da) - times(a/b/b, db)
	case opPow:
		v = math.Pow(a, b)
		d = times(b*math.Pow(a, b-1), da)
		if db != 0 && v != 0 {
			d += v * math.Log(a) * db
		}
		return v, d
	}
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.NaN(), 0
	}
	yes := a < b || o.code == opLessEqual && a == b
	if yes != (o.at == 1) {
		return 1, 0
	}
	return 0, 0
}

// realFunction gives its value at x and its derivative there.
type realFunction func(x float64) (value, slope float64)

func real(f func(float64) float64, slope func(x, y float64) float64) *realFunction {
	g := realFunction(func(x float64) (float64, float64) {
		y := f(x)
		return y, slope(x, y)
	})
	return &g
}

func flat(float64, float64) float64 { return 0 }

var reals = map[string]*realFunction{
	"exp":    real(math.Exp, func(_, y float64) float64 { return y }),
	"log":    real(math.Log, func(x, _ float64) float64 { return 1 / x }),
	"log10":  real(math.Log10, func(x, _ float64) float64 { return 1 / (x * math.Ln10) }),
	"sqrt":   real(math.Sqrt, func(_, y float64) float64 { return 0.5 / y }),
	"sin":    real(math.Sin, func(x, _ float64) float64 { return math.Cos(x) }),
	"cos":    real(math.Cos, func(x, _ float64) float64 { return -math.Sin(x) }),
	"tan":    real(math.Tan, func(_, y float64) float64 { return 1 + y*y }),
	"asin":   real(math.Asin, func(x, _ float64) float64 { return 1 / math.Sqrt((1-x)*(1+x)) }),
	"acos":   real(math.Acos, func(x, _ float64) float64 { return -1 / math.Sqrt((1-x)*(1+x)) }),
	"atan":   real(math.Atan, func(x, _ float64) float64 { return 1 / (1 + x*x) }),
	"arctan": real(math.Atan, func(x, _ float64) float64 { return 1 / (1 + x*x) }),
	"sinh":   real(math.Sinh, func(x, _ float64) float64 { return math.Cosh(x) }),
	"cosh":   real(math.Cosh, func(x, _ float64) float64 { return math.Sinh(x) }),
	"tanh":   real(math.Tanh, func(_, y float64) float64 { return (1 - y) * (1 + y) }),
	"erf":    real(math.Erf, func(x, _ float64) float64 { return 2 / math.SqrtPi * math.Exp(-x*x) }),
	"erfc":   real(math.Erfc, func(x, _ float64) float64 { return -2 / math.SqrtPi * math.Exp(-x*x) }),
	"abs":    real(math.Abs, func(x, _ float64) float64 { return sign(x) }),
	"sign":   real(sign, flat),
	"step":   real(step, flat),
	"floor":  real(math.Floor, flat),
}

// sign is NaN of NaN.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}

// step is NaN of NaN.
func step(x float64) float64 {
	switch {
	case x >= 0:
		return 1
	case x < 0:
		return 0
	}
	return x
}
