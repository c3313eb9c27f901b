package unit

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on what is read, so that no text can cost more than a moment.
const (
	maxText  = 200  // bytes
	maxPower = 30   // of one symbol
	maxDepth = 8    // of parentheses
	maxBits  = 8192 // of a factor's numerator or denominator
)

// Parse reads a unit: symbols or names, with SI prefixes, joined by a space, "*" or "·"
// (times) and "/" or "per" (divided by), from left to right, so that J/s/K is J/(s K)
// and J/s*K is (J/s) K; only "per 1000 persons" keeps its number and name together. Powers are written m^2, m**2, m2, m² or s^-1. Words that are in no
// table form one name of their own ("Belgian francs"). "" is an error: whoever lets a unit
// be left out knows what it then is.
func Parse(s string) (Unit, error) {
	sys, err := system()
	if err != nil {
		return Unit{}, err
	}
	return sys.parse(s)
}

func (sys *table) parse(s string) (Unit, error) {
	if len(s) > maxText {
		return Unit{}, fmt.Errorf("%w: more than %d bytes", ErrSyntax, maxText)
	}
	p := &parser{sys: sys, toks: lex(normalise(s))}
	u, err := p.product(0)
	if err == nil && p.peek().kind != end {
		err = fmt.Errorf("unexpected %q", p.peek().text)
	}
	if err != nil {
		return Unit{}, fmt.Errorf("%w: %s: %v; write it like kg m^2/s", ErrSyntax, quote(s), err)
	}
	// A zero of its own belongs to °C standing alone, however it came to stand alone.
	u.offset = nil
	for symbol, power := range u.syms {
		if len(u.syms) == 1 && power == 1 && orOne(u.coef).Cmp(orOne(nil)) == 0 {
			u.offset = sys.symbols[symbol].unit.offset
		}
	}
	return u, nil
}

// quote is s in quotes, cut to what fits a message.
func quote(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return strconv.Quote(s)
}

// normalise brings signs that look alike to one spelling, and superscripts to "^".
func normalise(s string) string {
	var b strings.Builder
	raised := false
	for _, r := range alike.Replace(s) {
		i := strings.IndexRune(superscripts, r)
		if i >= 0 {
			if !raised {
				b.WriteByte('^')
			}
			r = rune("0123456789-+"[utf8.RuneCountInString(superscripts[:i])])
		}
		raised = i >= 0
		b.WriteRune(r)
	}
	return b.String()
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"

var alike = strings.NewReplacer("\u00b5", "\u03bc", "\u2126", "\u03a9", "\u212b", "\u00c5", "\u00ba", "°", // micro, ohm, angstrom, degree
	"−", "-", "–", "-", "·", "*", "⋅", "*", "×", "*", "∙", "*", "**", "^", "∕", "/", "⁄", "/", "÷", "/", "[", "(", "]", ")", "℃", "°C", "℉", "°F")

type kind int

const (
	end kind = iota
	num
	word
	sign // * / ^ ( ) and ~ for a hyphen between words
)

type token struct {
	kind  kind
	text  string
	glued bool // no space before it
}

// lex splits a normalised text. Quotes hold a name of one's own together.
func lex(s string) []token {
	var out []token
	rs := []rune(s)
	for i := 0; i < len(rs); {
		r, j := rs[i], i+1
		glued := i > 0 && !unicode.IsSpace(rs[i-1])
		switch {
		case unicode.IsSpace(r):
			i++
			continue
		case r >= '0' && r <= '9':
			j = i + numberEnd(ascii(rs[i:]))
			out = append(out, token{num, string(rs[i:j]), glued})
		case r == '"':
			for j < len(rs) && rs[j] != '"' {
				j++
			}
			out = append(out, token{word, string(rs[i:j]), glued})
			j++
		case strings.ContainsRune("%‰‱$€£¥", r):
			out = append(out, token{word, string(r), glued})
		case wordRune(r):
			for j < len(rs) && (wordRune(rs[j]) || rs[j] >= '0' && rs[j] <= '9' || rs[j] == '_') {
				j++
			}
			out = append(out, token{word, string(rs[i:j]), glued})
		case r == '.':
			out = append(out, token{sign, "*", glued})
		case r == '-' && i+1 < len(rs) && !unicode.IsDigit(rs[i+1]) && glued:
			out = append(out, token{sign, "~", glued}) // person-years
		default:
			out = append(out, token{sign, string(r), glued})
		}
		i = j
	}
	return out
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || strings.ContainsRune("°′″'’", r)
}

// ascii is rs with every other rune as one space, so that byte and rune offsets agree.
func ascii(rs []rune) string {
	b := make([]byte, len(rs))
	for i, r := range rs {
		b[i] = ' '
		if r < unicode.MaxASCII {
			b[i] = byte(r)
		}
	}
	return string(b)
}

type parser struct {
	sys  *table
	toks []token
	i    int
}

func (p *parser) peek() token {
	if p.i < len(p.toks) {
		return p.toks[p.i]
	}
	return token{}
}

// product = factor { ["*" | "/" | "per"] factor }, from left to right.
func (p *parser) product(depth int) (Unit, error) {
	if depth > maxDepth {
		return Unit{}, fmt.Errorf("parentheses deeper than %d", maxDepth)
	}
	u, err := p.factor(depth)
	for err == nil {
		power, t := 1, p.peek()
		switch {
		case t.kind == end || t.text == ")":
			return u, nil
		case t.text == "*":
			p.i++
		case t.text == "/" || p.isPer():
			power = -1
			p.i++
		}
		perNumber := t.kind == word && power < 0 && p.peek().kind == num
		var v Unit
		if v, err = p.factor(depth); err != nil {
			break
		}
		u = u.times(v, power)
		if perNumber && p.peek().kind == word && !p.isPer() { // per 1000 persons
			if v, err = p.factor(depth); err != nil {
				break
			}
			u = u.times(v, power)
		}
		err = bounded(u)
	}
	return Unit{}, err
}

// isPer reports whether the current word divides; in "per cent" it does not.
func (p *parser) isPer() bool {
	if t := p.peek(); t.kind != word || !strings.EqualFold(t.text, "per") {
		return false
	}
	_, _, known := p.known()
	return !known
}

func bounded(u Unit) error {
	for _, r := range []*big.Rat{u.size(), orOne(u.coef)} {
		if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
			return fmt.Errorf("its factor is out of any use")
		}
	}
	for _, n := range u.syms {
		if max(n, -n) > maxPower {
			return fmt.Errorf("a power above %d", maxPower)
		}
	}
	return nil
}

// factor = atom { "~" atom }: a hyphen binds closest.
func (p *parser) factor(depth int) (Unit, error) {
	u, err := p.atom(depth)
	for err == nil && p.peek().text == "~" {
		p.i++
		var v Unit
		if v, err = p.atom(depth); err == nil {
			u = u.times(v, 1)
		}
	}
	return u, err
}

// atom = (number | words | "(" product ")") [power].
func (p *parser) atom(depth int) (Unit, error) {
	t := p.peek()
	var u Unit
	var err error
	switch {
	case t.kind == num:
		p.i++
		r, ok := decimal(t.text)
		if !ok {
			return Unit{}, fmt.Errorf("%q is no usable factor", t.text)
		}
		u = number(r)
	case t.text == "(" && t.kind == sign:
		p.i++
		if u, err = p.product(depth + 1); err != nil {
			return Unit{}, err
		}
		if p.peek().text != ")" {
			return Unit{}, fmt.Errorf("a parenthesis is not closed")
		}
		p.i++
	case t.kind == word && len(p.toks) == 1 && strings.EqualFold(t.text, "per"):
		return Unit{}, fmt.Errorf("nothing to divide")
	case p.isPer() && p.i == 0: // "per year" is 1/year
		return Unit{}, nil
	case t.kind == word:
		return p.words(depth)
	case t.kind == end:
		return Unit{}, fmt.Errorf("a unit is missing")
	default:
		return Unit{}, fmt.Errorf("unexpected %q", t.text)
	}
	return p.powered(u)
}

func decimal(s string) (*big.Rat, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 1e-300 || f > 1e300 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// powered applies a power that follows: "^2", "^-1", or "-1" without a space before it.
func (p *parser) powered(u Unit) (Unit, error) {
	i, n := p.i, 1
	at := func() token {
		if i < len(p.toks) {
			return p.toks[i]
		}
		return token{}
	}
	caret := at().kind == sign && at().text == "^"
	if caret {
		i++
	}
	switch t := at(); {
	case (t.text == "-" || t.text == "+") && (caret || t.glued):
		if i++; t.text == "-" {
			n = -1
		}
	case !caret:
		return u, nil
	}
	m, err := strconv.Atoi(at().text)
	if err != nil || m > maxPower {
		return Unit{}, fmt.Errorf("a power is a whole number up to %d", maxPower)
	}
	p.i = i + 1
	out := Unit{}.times(u, n*m)
	return out, bounded(out)
}

// words reads one unit made of one or more words, or a run of unknown words as one name.
func (p *parser) words(depth int) (Unit, error) {
	if power := squared[strings.ToLower(p.peek().text)]; power != 0 && p.i+1 < len(p.toks) && p.toks[p.i+1].kind == word {
		p.i++ // square metre
		u, err := p.words(depth)
		return Unit{}.times(u, power), err
	}
	if u, n, ok := p.known(); ok {
		p.i += n
		if power := afterwards[strings.ToLower(p.peek().text)]; power != 0 && p.peek().kind == word {
			p.i++ // metre squared
			return Unit{}.times(u, power), nil
		}
		return p.powered(u)
	}
	start := p.i
	for p.peek().kind == word && !p.isPer() {
		if _, _, ok := p.known(); ok {
			break
		}
		p.i++
	}
	var names []string
	for _, t := range p.toks[start:p.i] {
		names = append(names, t.text)
	}
	name := ownName(strings.Join(names, " "))
	if name == "" {
		return Unit{}, fmt.Errorf("an empty name")
	}
	u := Unit{dims: map[string]int{`"` + name + `"`: 1}}
	return p.powered(u.named(p.sys.written(name)))
}

var (
	squared    = map[string]int{"square": 2, "sq": 2, "cubic": 3}
	afterwards = map[string]int{"squared": 2, "cubed": 3}
)

// known finds the longest known unit at the current word, and how many words it has.
func (p *parser) known() (Unit, int, bool) {
	for n := min(longestName, len(p.toks)-p.i); n > 0; n-- {
		words := make([]string, 0, n)
		for _, t := range p.toks[p.i : p.i+n] {
			if t.kind == word {
				words = append(words, t.text)
			}
		}
		if len(words) < n {
			continue
		}
		if u, ok := p.sys.lookup(strings.Join(words, " ")); ok {
			return u, n, true
		}
	}
	return Unit{}, 0, false
}

// ownName normalises a name that is in no table: lower case, one space between words,
// the last word in the singular as far as a final s tells.
func ownName(s string) string {
	s = strings.ToLower(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '_' || r == '"' }), " "))
	if n := len(s); n-strings.LastIndexByte(s, ' ') > 4 && s[n-1] == 's' && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "us") && !strings.HasSuffix(s, "is") {
		s = s[:n-1]
	}
	return s
}
