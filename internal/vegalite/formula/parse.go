package formula

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of an expression.
const (
	maxLength = 4096
	maxDepth  = 100
)

// Row gives the fields of a row by name.
type Row map[string]any

// Expression is a parsed expression.
type Expression struct{ root node }

// Eval is the value for a row. Params are values that have names of their own.
func (e *Expression) Eval(row Row, params map[string]any) any { return e.root(&scope{row, params}) }

type scope struct {
	row    Row
	params map[string]any
}

type node func(*scope) any

// Parse reads an expression. Names are datum, the given params, constants and functions; all
// else is an error.
func Parse(text string, params map[string]any) (*Expression, error) {
	if len(text) > maxLength {
		return nil, fmt.Errorf("the expression has %d bytes; at most %d are read", len(text), maxLength)
	}
	toks, err := scan(text)
	if err != nil {
		return nil, err
	}
	p := &parser{toks: toks, params: params}
	n, err := p.ternary()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != 0 {
		return nil, fmt.Errorf("%q is not expected there", t.text)
	}
	return &Expression{n}, nil
}

// token kinds: 'i' name, 'n' number, 's' text, 'o' operator, 0 the end.
type token struct {
	kind byte
	text string
	num  float64
}

var operators = []string{"===", "!==", "**", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "!", "?", ":", "(", ")", "[", "]", ",", "."}

func scan(s string) ([]token, error) {
	var out []token
next:
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case unicode.IsSpace(r):
			s = s[size:]
			continue
		case r == '_' || r == '$' || unicode.IsLetter(r):
			n := strings.IndexFunc(s, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if n < 0 {
				n = len(s)
			}
			out, s = append(out, token{'i', s[:n], 0}), s[n:]
			continue
		case r >= '0' && r <= '9' || r == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
			n := 0
			for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || s[n] == 'e' || s[n] == 'E' || n > 0 && (s[n] == '+' || s[n] == '-') && (s[n-1] == 'e' || s[n-1] == 'E')) {
				n++
			}
			f, err := strconv.ParseFloat(s[:n], 64)
			if err != nil && !math.IsInf(f, 0) {
				return nil, fmt.Errorf("%q is no number", s[:n])
			}
			out, s = append(out, token{'n', s[:n], f}), s[n:]
			continue
		case r == '\'' || r == '"':
			text, rest, err := quoted(s)
			if err != nil {
				return nil, err
			}
			out, s = append(out, token{'s', text, 0}), rest
			continue
		}
		for _, op := range operators {
			if strings.HasPrefix(s, op) {
				out, s = append(out, token{'o', op, 0}), s[len(op):]
				continue next
			}
		}
		return nil, fmt.Errorf("%q is not supported in an expression", string(r))
	}
	return out, nil
}

func quoted(s string) (text, rest string, err error) {
	var b strings.Builder
	q := s[0]
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == q:
			return b.String(), s[i+1:], nil
		case c == '\\' && i+1 < len(s):
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '\\', '\'', '"':
				b.WriteByte(s[i])
			default:
				return "", "", fmt.Errorf(`the escape \%c is not supported in an expression`, s[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "", fmt.Errorf("a text is not closed")
}

type parser struct {
	toks   []token
	params map[string]any
	depth  int
}

func (p *parser) peek() token {
	if len(p.toks) == 0 {
		return token{}
	}
	return p.toks[0]
}

func (p *parser) take(op string) bool {
	if t := p.peek(); t.kind == 'o' && t.text == op {
		p.toks = p.toks[1:]
		return true
	}
	return false
}

func (p *parser) want(op string) error {
	if p.take(op) {
		return nil
	}
	if t := p.peek(); t.kind != 0 {
		return fmt.Errorf("%q is expected in place of %q", op, t.text)
	}
	return fmt.Errorf("%q is missing at the end", op)
}

func (p *parser) ternary() (node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fmt.Errorf("the expression is nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	c, err := p.binary(0)
	if err != nil || !p.take("?") {
		return c, err
	}
	a, err := p.ternary()
	if err != nil {
		return nil, err
	}
	if err := p.want(":"); err != nil {
		return nil, err
	}
	b, err := p.ternary()
	return choice(c, a, b), err
}

func choice(c, a, b node) node {
	return func(s *scope) any {
		if Truth(c(s)) {
			return a(s)
		}
		return b(s)
	}
}

// levels of binary operators, the loosest first.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "===", "!=="}, {"<", ">", "<=", ">="}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) (node, error) {
	if level == len(levels) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		op := ""
		for _, o := range levels[level] {
			if p.take(o) {
				op = o
				break
			}
		}
		if op == "" {
			return left, nil
		}
		var right node
		if right, err = p.binary(level + 1); err == nil {
			left = operation(op, left, right)
		}
	}
	return nil, err
}

func operation(op string, a, b node) node {
	switch op {
	case "||":
		return func(s *scope) any {
			if v := a(s); Truth(v) {
				return v
			}
			return b(s)
		}
	case "&&":
		return func(s *scope) any {
			if v := a(s); !Truth(v) {
				return v
			}
			return b(s)
		}
	}
	f := binaries[op]
	return func(s *scope) any { return f(a(s), b(s)) }
}

var binaries = map[string]func(a, b any) any{
	"==":  func(a, b any) any { return Equal(a, b) },
	"!=":  func(a, b any) any { return !Equal(a, b) },
	"===": func(a, b any) any { return Same(a, b) },
	"!==": func(a, b any) any { return !Same(a, b) },
	"<":   func(a, b any) any { return less(a, b) == yes },
	">":   func(a, b any) any { return less(b, a) == yes },
	"<=":  func(a, b any) any { return less(b, a) == no },
	">=":  func(a, b any) any { return less(a, b) == no },
	"+": func(a, b any) any {
		if textual(a) || textual(b) {
			return cut(Text(a) + Text(b))
		}
		return Number(a) + Number(b)
	},
	"-": func(a, b any) any { return Number(a) - Number(b) },
	"*": func(a, b any) any { return Number(a) * Number(b) },
	"/": func(a, b any) any { return Number(a) / Number(b) },
	"%": func(a, b any) any { return math.Mod(Number(a), Number(b)) },
}

func textual(v any) bool {
	switch v.(type) {
	case string, Date, []any, map[string]any:
		return true
	}
	return false
}

func (p *parser) unary() (node, error) {
	for _, op := range []string{"!", "-", "+"} {
		if !p.take(op) {
			continue
		}
		if p.depth++; p.depth > maxDepth {
			return nil, fmt.Errorf("the expression is nested more than %d deep", maxDepth)
		}
		defer func() { p.depth-- }()
		a, err := p.unary()
		switch op {
		case "!":
			return func(s *scope) any { return !Truth(a(s)) }, err
		case "-":
			return func(s *scope) any { return -Number(a(s)) }, err
		}
		return func(s *scope) any { return Number(a(s)) }, err
	}
	base, err := p.member()
	if err != nil || !p.take("**") {
		return base, err
	}
	if p.depth++; p.depth > maxDepth {
		return nil, fmt.Errorf("the expression is nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	power, err := p.unary()
	return func(s *scope) any { return math.Pow(Number(base(s)), Number(power(s))) }, err
}

func (p *parser) member() (node, error) {
	n, err := p.primary()
	for err == nil {
		switch {
		case p.take("."):
			t := p.peek()
			if t.kind != 'i' {
				return nil, fmt.Errorf("a name is missing behind the dot")
			}
			p.toks = p.toks[1:]
			n = property(n, func(*scope) any { return t.text })
		case p.take("["):
			var key node
			if key, err = p.ternary(); err != nil {
				return nil, err
			}
			if err = p.want("]"); err != nil {
				return nil, err
			}
			n = property(n, key)
		default:
			return n, nil
		}
	}
	return nil, err
}

func property(of, key node) node {
	return func(s *scope) any {
		k := key(s)
		switch v := of(s).(type) {
		case Row:
			if f, ok := v[Text(k)]; ok {
				return f
			}
		case map[string]any:
			if f, ok := v[Text(k)]; ok {
				return f
			}
		case []any:
			if Text(k) == "length" {
				return float64(len(v))
			}
			if i := Number(k); i >= 0 && i < float64(len(v)) && i == math.Trunc(i) {
				return v[int(i)]
			}
		case string:
			if Text(k) == "length" {
				return float64(len([]rune(v)))
			}
		}
		return Undefined{}
	}
}

func (p *parser) primary() (node, error) {
	t := p.peek()
	if t.kind == 0 {
		return nil, fmt.Errorf("a value is missing at the end")
	}
	p.toks = p.toks[1:]
	constant := func(v any) (node, error) { return func(*scope) any { return v }, nil }
	switch {
	case t.kind == 'n':
		return constant(t.num)
	case t.kind == 's':
		return constant(t.text)
	case t.kind == 'o' && t.text == "(":
		n, err := p.ternary()
		if err != nil {
			return nil, err
		}
		return n, p.want(")")
	case t.kind == 'o' && t.text == "[":
		items, err := p.list("]")
		return func(s *scope) any {
			out := make([]any, len(items))
			for i, n := range items {
				out[i] = n(s)
			}
			return out
		}, err
	case t.kind == 'o':
		return nil, fmt.Errorf("%q is not expected there", t.text)
	}
	if p.take("(") {
		return p.call(t.text)
	}
	if t.text == "datum" {
		return func(s *scope) any { return s.row }, nil
	}
	if v, ok := constants[t.text]; ok {
		return constant(v)
	}
	if _, ok := p.params[t.text]; ok {
		return func(s *scope) any { return s.params[t.text] }, nil
	}
	return nil, fmt.Errorf("the name %q is not known in an expression", t.text)
}

var constants = map[string]any{
	"null": nil, "undefined": Undefined{}, "true": true, "false": false, "NaN": math.NaN(), "Infinity": math.Inf(1), "PI": math.Pi, "E": math.E, "LN2": math.Ln2, "LN10": math.Ln10,
	"LOG2E": math.Log2E, "LOG10E": math.Log10E, "SQRT2": math.Sqrt2, "SQRT1_2": 1 / math.Sqrt2, "MIN_VALUE": 5e-324, "MAX_VALUE": math.MaxFloat64,
}

func (p *parser) list(end string) ([]node, error) {
	var out []node
	if p.take(end) {
		return nil, nil
	}
	for {
		n, err := p.ternary()
		if err != nil {
			return nil, err
		}
		out = append(out, n)
		if p.take(end) {
			return out, nil
		}
		if err := p.want(","); err != nil {
			return nil, err
		}
	}
}

func (p *parser) call(name string) (node, error) {
	args, err := p.list(")")
	if err != nil {
		return nil, err
	}
	if name == "if" && len(args) == 3 {
		return choice(args[0], args[1], args[2]), nil
	}
	f, ok := functions[name]
	if !ok {
		return nil, fmt.Errorf("the function %s is not supported in an expression", name)
	}
	if len(args) < f.least || len(args) > f.most {
		return nil, fmt.Errorf("the function %s does not take %d arguments", name, len(args))
	}
	return func(s *scope) any {
		v := make([]any, len(args))
		for i, a := range args {
			v[i] = a(s)
		}
		return f.call(v)
	}, nil
}
