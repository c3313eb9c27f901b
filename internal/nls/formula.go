// Package nls fits nonlinear models by least squares, in double-double and with exact
// derivatives (forward differentiation), so that the parameters are right to the last
// digit of float64 wherever the data determine them.
//
// A model is a formula such as "y = b1*(1 - exp(-b2*x))" over columns and parameters.
// The minimum is looked for by the method of Levenberg and Marquardt with scaled
// parameters (Marquardt 1963; Moré 1978) from several dampings; parameters in which the
// model is linear are also solved for at each step (variable projection, in the form of
// Kaufman 1975), which mends bad starting values.
package nls

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
)

const (
	maxFormula = 10_000 // characters
	maxDepth   = 100    // of brackets, and of the stack
	maxParams  = 100
)

type opcode int

const (
	opConst opcode = iota
	opColumn
	opParam
	opAdd
	opSub
	opMul
	opDiv
	opPow
	opNeg
	opCall
	opProfile // Voigt's, of a place and two widths
	opLess    // of expressions only, like the next two
	opLessEqual
	opChoose
)

// op is one instruction of a stack machine.
type op struct {
	code  opcode
	at    int    // column or parameter
	value dd.Num // constant
	f     *function
	real  *realFunction // of an expression
}

// Model is a formula that has been read.
type Model struct {
	Columns []string // that it uses, in the order of their first use
	Params  []string
	left    []op // of columns only
	right   []op
	linear  []bool // parameters in which, taken together, the model is linear
}

// SyntaxError says what is wrong with a formula, and where.
type SyntaxError struct {
	Position int // character, from 1
	Msg      string
	what     string // model, where empty
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s, character %d: %s", cmp.Or(e.what, "model"), e.Position, e.Msg)
}

// Parse reads "left = right". Names are parameters, columns where column(name) is true,
// pi, or functions: exp, log (natural), log10, sqrt, sin, cos, tan, atan (arctan), and
// voigt(x, sigma, gamma), the profile of area 1 with the half width at half height gamma of
// its Lorentzian, which has the digits of float64 only.
// Operators are + - * / ^ (or **); brackets are ( ) or [ ]. The left side must not use
// parameters, and each parameter must be used on the right.
func Parse(src string, params []string, column func(name string) bool) (*Model, error) {
	if len(src) > maxFormula {
		return nil, &SyntaxError{Position: 1, Msg: fmt.Sprintf("it is longer than %d characters", maxFormula)}
	}
	if len(params) == 0 || len(params) > maxParams {
		return nil, fmt.Errorf("a model has 1 to %d parameters, not %d", maxParams, len(params))
	}
	for i, name := range params {
		switch {
		case !isName(name):
			return nil, fmt.Errorf("%q is no name of a parameter", name)
		case slices.Contains(params[:i], name):
			return nil, fmt.Errorf("parameter %q stands twice", name)
		case column(name):
			return nil, fmt.Errorf("%q is both a parameter and a column", name)
		}
	}
	p := &parser{src: src, params: params, column: column, used: make([]bool, len(params))}
	p.next()
	m := &Model{Params: slices.Clone(params)}
	p.sum(0)
	m.left, p.out = p.out, nil
	if i := slices.Index(p.used, true); i >= 0 {
		p.fail("parameter %s stands on the left of =", params[i])
	}
	if p.tok != "=" {
		p.fail("%s where = belongs", p.seen())
	}
	p.next()
	p.sum(0)
	m.right, m.Columns = p.out, p.columns
	if p.tok != "" {
		p.fail("%s after the end of the formula", p.seen())
	}
	if p.err != nil {
		return nil, p.err
	}
	if i := slices.Index(p.used, false); i >= 0 {
		return nil, fmt.Errorf("the model does not use the parameter %s", params[i])
	}
	m.linear = linearParams(m.right, len(params))
	return m, nil
}

// coarse reports whether the model has functions with the digits of float64 only.
func (m *Model) coarse() bool {
	return slices.ContainsFunc(m.right, func(o op) bool { return o.code == opProfile })
}

func isName(s string) bool {
	for i, c := range s {
		if !letter(byte(c)) && (i == 0 || !digit(byte(c))) || c > 127 {
			return false
		}
	}
	return s != ""
}

func letter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// parser writes the instructions of what it reads; after the first error it reads on
// to nothing.
type parser struct {
	src     string
	pos     int // after tok
	start   int // of tok
	tok     string
	params  []string
	column  func(string) bool
	columns []string
	used    []bool
	out     []op
	reals   bool // what is read is an expression, in float64
	what    string
	err     error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = &SyntaxError{p.start + 1, fmt.Sprintf(format, args...), p.what}
	}
	p.tok, p.pos = "", len(p.src)
}

func (p *parser) seen() string {
	if p.tok == "" {
		return "it ends"
	}
	return fmt.Sprintf("%q stands", p.tok)
}

func (p *parser) next() {
	s := p.src
	for p.pos < len(s) && (s[p.pos] == ' ' || s[p.pos] == '\t' || s[p.pos] == '\n' || s[p.pos] == '\r') {
		p.pos++
	}
	p.start = p.pos
	if p.pos == len(s) {
		p.tok = ""
		return
	}
	i := p.pos
	switch c := s[i]; {
	case letter(c):
		for i < len(s) && (letter(s[i]) || digit(s[i])) {
			i++
		}
	case digit(c) || c == '.':
		for i < len(s) && (digit(s[i]) || s[i] == '.') {
			i++
		}
		if j := i; j < len(s) && s[j]|0x20 == 'e' {
			if j++; j < len(s) && (s[j] == '+' || s[j] == '-') {
				j++
			}
			for ; j < len(s) && digit(s[j]); j++ {
				i = j + 1
			}
		}
	case strings.HasPrefix(s[i:], "**"), p.reals && (strings.HasPrefix(s[i:], "<=") || strings.HasPrefix(s[i:], ">=")):
		i += 2
	case strings.IndexByte("+-*/^()[]=,", c) >= 0, p.reals && strings.IndexByte("<>?:", c) >= 0:
		i++
	default:
		p.fail("%q does not belong here", s[i:min(len(s), i+1)])
		return
	}
	p.pos, p.tok = i, s[p.start:i]
}

func (p *parser) emit(code opcode) { p.out = append(p.out, op{code: code}) }

func (p *parser) sum(depth int) {
	p.product(depth)
	for p.tok == "+" || p.tok == "-" {
		code := opAdd
		if p.tok == "-" {
			code = opSub
		}
		p.next()
		p.product(depth)
		p.emit(code)
	}
}

func (p *parser) product(depth int) {
	p.signed(depth)
	for p.tok == "*" || p.tok == "/" {
		code := opMul
		if p.tok == "/" {
			code = opDiv
		}
		p.next()
		p.signed(depth)
		p.emit(code)
	}
}

// signed reads -x^2 as -(x^2).
func (p *parser) signed(depth int) {
	if depth > maxDepth {
		p.fail("it is nested more than %d deep", maxDepth)
		return
	}
	switch p.tok {
	case "-":
		p.next()
		p.signed(depth + 1)
		p.emit(opNeg)
	case "+":
		p.next()
		p.signed(depth + 1)
	default:
		p.power(depth)
	}
}

// power is right-associative, and its exponent may have a sign.
func (p *parser) power(depth int) {
	p.atom(depth)
	if p.tok == "^" || p.tok == "**" {
		p.next()
		p.signed(depth + 1)
		p.emit(opPow)
	}
}

func (p *parser) atom(depth int) {
	switch tok := p.tok; {
	case tok == "":
		p.fail("it ends where a value belongs")
	case digit(tok[0]) || tok[0] == '.':
		v, err := dd.Parse(tok)
		if err != nil || !v.Finite() {
			p.fail("%q is not a number", tok)
			return
		}
		p.out = append(p.out, op{code: opConst, value: v})
		p.next()
	case letter(tok[0]):
		p.name(depth)
	case tok == "(" || tok == "[":
		p.brackets(depth)
	default:
		p.fail("%q stands where a value belongs", tok)
	}
}

func (p *parser) brackets(depth int) {
	closing := map[string]string{"(": ")", "[": "]"}[p.tok]
	if closing == "" {
		p.fail("%s where ( belongs", p.seen())
		return
	}
	p.next()
	p.inside(depth + 1)
	if p.err == nil && p.tok != closing {
		p.fail("%s where %s belongs", p.seen(), closing)
		return
	}
	p.next()
}

func (p *parser) name(depth int) {
	name := p.tok
	if i := slices.Index(p.params, name); i >= 0 {
		p.used[i] = true
		p.out = append(p.out, op{code: opParam, at: i})
		p.next()
		return
	}
	if p.column(name) {
		i := slices.Index(p.columns, name)
		if i < 0 {
			i = len(p.columns)
			p.columns = append(p.columns, name)
		}
		p.out = append(p.out, op{code: opColumn, at: i})
		p.next()
		return
	}
	if name == "pi" {
		p.out = append(p.out, op{code: opConst, value: dd.Pi})
		p.next()
		return
	}
	f := functions[name]
	switch {
	case name == "voigt":
		p.profile(depth)
		return
	case p.reals && reals[name] != nil:
		p.next()
		p.brackets(depth)
		p.out = append(p.out, op{code: opCall, real: reals[name]})
		return
	case p.reals:
		f = nil
	}
	if f == nil {
		p.fail("%q is neither %s nor a function; there are %s", name, p.kind(), strings.Join(p.params, ", "))
		return
	}
	p.next()
	p.brackets(depth)
	p.out = append(p.out, op{code: opCall, f: f})
}

// kind is what the names of a formula stand for.
func (p *parser) kind() string {
	if p.reals {
		return "a variable"
	}
	return "a parameter, a column"
}

// inside reads what stands in brackets.
func (p *parser) inside(depth int) {
	if p.reals {
		p.choice(depth)
		return
	}
	p.sum(depth)
}

// profile reads voigt(x, sigma, gamma).
func (p *parser) profile(depth int) {
	p.next()
	for i, want := range []string{"(", ",", ","} {
		if p.err == nil && p.tok != want {
			p.fail("%s where %s belongs: voigt(x, sigma, gamma)", p.seen(), want)
		}
		p.next()
		p.inside(depth + i + 1)
	}
	if p.err == nil && p.tok != ")" {
		p.fail("%s where ) belongs", p.seen())
	}
	p.next()
	p.emit(opProfile)
}
