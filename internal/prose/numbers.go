package prose

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Role says what a number of a text is about.
type Role int

// Roles.
const (
	Plain  Role = iota
	Size        // bound to a size: "by 3 g", "a difference of 3 g", "3 g heavier"
	Ends        // one end of a confidence interval
	Span        // one end of another range: "3–5 g", "between 3 and 5"
	Course      // one end of "from 315 to 411 ppm"
	Aside       // a year, a count, a spread, a proportion beside a unit: may agree with a record, but speaks against none
	Beside      // p, n, a confidence level, a date, a digit in a name: says nothing of the finding
)

// Number is a number of a text.
type Number struct {
	Text    string
	Lo, Hi  float64 // its printed precision, wider where a word says so ("about", "at least")
	Unit    string  // in canonical form, "" where none is written
	Role    Role
	Partner int  // of the second end of a range the index of the first; -1 for others
	Heads   bool // an interval stands right behind it: "3 g (95% CI 2 to 4 g)"
	Denied  bool // the text says that it is not this: "is not 3 g"

	start, end int // offsets of its sign, and behind its unit
}

const maxNumbers = 100

var (
	numeral  = regexp.MustCompile(`^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3}|\s?[×x*]\s?10\^?[-+]?\d{1,3}|\^[-+]?\d{1,3})?`)
	power    = regexp.MustCompile(`\s?[×x*]\s?10\^?`)
	isoDate  = regexp.MustCompile(`^[12]\d{3}-[01]\d(?:-[0-3]\d)?(?:[^\d-]|$)`)
	listItem = regexp.MustCompile(`(?:^|\n)\s*\(?$`)

	statBefore   = regexp.MustCompile(`(?:^|[^\pL])(?i:p|p[- ]?values?|n|df|t|f|z|chi2|χ2|χ²|χ\^2|aic|bic|seed|alpha|α)\s*(?:\([^()]*\))?\s*(?:=|<|>|≤|≥|<=|>=|≈|~|:)\s*$`)
	pOfBefore    = regexp.MustCompile(`(?i)\bp[- ]?values?\s+(?:of|is|was|below|above|under|less than|about)\s*$`)
	levelBefore  = regexp.MustCompile(`(?i)\b(?:ci|confidence level|level)\s*[(=:]?\s*(?:of\s*)?$`)
	levelAfter   = regexp.MustCompile(`^[\s-]*(?:%|percent\b|per cent\b)?[\s-]*(?:(?:bootstrap|percentile|bca|two-sided|simultaneous|pointwise|significance|welch)\s+)*(?i:ci\b|c\.i\.|cis\b|confidence|credible|prediction|interval|level|limits)`)
	labelBefore  = regexp.MustCompile(`(?i)\b(?:figure|fig\.?|table|tab\.?|eq\.?|equation|section|sec\.?|panel|step|model|claim|hypothesis|type|phase|chapter|appendix|version|python|ref\.?|reference|no\.|group|level|day|week|month|experiment|study|class|stage|rank|top|question|column|row)\s*#?\(?$`)
	spreadBefore = regexp.MustCompile(`(?i)(?:±|\+/-|\+-|plus or minus|\b(?:sds?|s\.d\.|se|s\.e\.|sem|standard (?:deviations?|errors?)(?: of the mean)?)\s*(?:=|of|is|was|:)?)\s*$`)
	ciBefore     = regexp.MustCompile(`(?i)(?:\bc\.?i\.?|\bci95|\bintervals?|\blimits|\bbounds)(?:\s*\([^)]*\))?(?:\s*[,:=]?|\s+(?:of|from|is|was|between|runs from|ranges from))\s*[(\[]?\s*$`)
	statParen    = regexp.MustCompile(`(?:^|[^\pL])(?i:t|f|z|chi2|χ2)\s*\([\d.,\s]*$`)
	ciBetween    = regexp.MustCompile(`(?i)^\s*,?\s*[(\[]?\s*(?:with\s+an?\s+)?(?:[\d.]+\s?%[\s-]*)?(?:\pL+\s+){0,2}(?:ci\b|c\.i\.|ci95|(?:confidence\s+)?(?:intervals?|limits))[^\pL.]*(?:(?:of|from|is|was|between)\s+)?[(\[]?\s*$`)
	ciLevel      = regexp.MustCompile(`(?i)(\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)[\s-]*(?:(?:bootstrap|percentile|bca|two-sided|simultaneous|pointwise|welch)\s+)*(?:ci\b|cis\b|c\.i\.|confidence|limits)`)
	betweenWord  = regexp.MustCompile(`(?i)\bbetween\s*$`)
	fromWord     = regexp.MustCompile(`(?i)\bfrom\s*(?:about|around|roughly|approximately|nearly)?\s*$`)
	joined       = regexp.MustCompile(`(?i)^\s*(?:to|through|until|–|—|-|‒|and|,|;|/|\.\.|…)\s*(?:about|around)?\s*$`)
	sizeBefore   = regexp.MustCompile(`(?i)\b(?:by|difference|differences|differs?|differed|gap|slope|increase|decrease|rise|decline)\s*(?:,|\(|=|:|of|is|was|by|at|equals)?\s*(?:a (?:mean|total) of\s*)?(?:about|approximately|roughly|around|nearly|almost|some|ca\.?|c\.|an average of|on average|at least|at most|up to|more than|less than|over|only|~|≈)*\s*$`)
	sizeAfter    = regexp.MustCompile(`(?i)^\s*(?:on average\s*)?(?:heavier|lighter|higher|lower|greater|more|less|larger|smaller|bigger|longer|shorter|taller|above|below|fewer)\b`)
	roundBefore  = regexp.MustCompile(`(?i)(?:\babout|\bapproximately|\bapprox\.?|\broughly|\baround|\bsome|\bca\.?|\bc\.|~|≈)\s*$`)
	overBefore   = regexp.MustCompile(`(?i)(?:\bmore than|\bgreater than|\bover|\babove|\bat least|\bexceed(?:s|ed|ing)?|\bno less than|>|≥|>=)\s*$`)
	underBefore  = regexp.MustCompile(`(?i)(?:\bless than|\bunder|\bbelow|\bat most|\bup to|\bfewer than|\bno more than|\bnearly|\balmost|<|≤|<=)\s*$`)
	currency     = regexp.MustCompile(`(?:US\s?)?[$€£¥]\s*$`)
	deniedBefore = regexp.MustCompile(`(?i)(?:\b(?:is|are|was|were|does|do|did|equals?|be)\s+not|n['’]t)\s+(?:(?:equal|about|approximately|roughly|around)\s+)*(?:to\s+)?$`)
	nextWord     = regexp.MustCompile(`^[\s-]*(\pL[\pL'’]*)`)
)

// tidy gives signs one spelling, and takes the backslash from "\$" and "\%".
var tidy = strings.NewReplacer("−", "-", "\\$", "$", "\\%", "%", "\u00a0", " ", "\u202f", " ", "\u2009", " ")

// raised writes superscripts as powers: 10⁻³ is 10^-3.
var raised = regexp.MustCompile(`[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+`)

var lowered = strings.NewReplacer("⁻", "-", "⁺", "", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// Numbers finds the numbers of a text and what each is about. own is the unit of the
// claim: a name that is in no table counts as a unit only where it is the claim's.
func Numbers(text, own string) []Number {
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	text = raised.ReplaceAllStringFunc(tidy.Replace(text), func(s string) string { return "^" + lowered.Replace(s) })
	var out []Number
	for i := 0; i < len(text) && len(out) < maxNumbers; {
		if !startsNumber(text, i) {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		m, next := readNumber(text, i, own)
		m.Partner = -1
		if n := len(out); n > 0 && out[n-1].Role != Beside && m.Role != Beside {
			pair(text, out, &m)
		}
		out = append(out, m)
		i = next
	}
	last := ""
	for k := range out {
		m := &out[k]
		first := k+1 < len(out) && out[k+1].Partner == k
		switch {
		case m.Role == Ends && m.Partner < 0 && !first: // an interval has two ends
			m.Role = Plain
		case m.Role == Ends && m.Unit == "": // in the unit of the estimate before it
			m.Unit = last
		case m.Role != Beside && m.Role != Ends && m.Unit != "" && (own == "" || unit.Convertible(m.Unit, own)):
			last = m.Unit
		}
	}
	for k := range out {
		if out[k].Role == Ends && out[k].Partner > 0 {
			head(text, out[:out[k].Partner+1])
		}
	}
	return out
}

// head marks the number that the last one, the first end of an interval, stands behind
// with nothing but the words for an interval between.
func head(text string, out []Number) {
	end := len(out) - 1
	k := end - 1
	for k >= 0 && out[k].Role == Beside { // the level
		k--
	}
	if k >= 0 && (out[k].Role == Plain || out[k].Role == Size) && out[k].end <= out[end].start {
		out[k].Heads = ciBetween.MatchString(text[out[k].end:out[end].start])
	}
}

// Levels lists the confidence levels that a text states, as fractions: 0.95 for a 95% CI.
func Levels(text string) []float64 {
	var out []float64
	for _, m := range ciLevel.FindAllStringSubmatch(tidy.Replace(text[:min(len(text), MaxText)]), maxNumbers) {
		if n, err := spec.ParseNumber(plainNumber(m[1])); err == nil {
			out = append(out, n.F/100)
		}
	}
	return out
}

func startsNumber(text string, i int) bool {
	digit := func(k int) bool { return k >= 0 && k < len(text) && text[k] >= '0' && text[k] <= '9' }
	if text[i] == '.' {
		return digit(i+1) && !digit(i-1)
	}
	return digit(i)
}

// readNumber reads the number at i, and says where to go on.
func readNumber(text string, i int, own string) (Number, int) {
	tok := numeral.FindString(text[i:])
	if tok == "" { // a digit that begins no number, which cannot be
		return Number{Role: Beside}, i + 1
	}
	end := i + len(tok)
	prev, width := utf8.DecodeLastRuneInString(text[:i])
	if unicode.IsLetter(prev) || strings.ContainsRune("_#^", prev) {
		return Number{Role: Beside}, skipName(text, i) // CO2
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i-width])
	if strings.ContainsRune(":/.", prev) && unicode.IsDigit(before) {
		return Number{Role: Beside}, end // 12:30, 3/4, version 1.2.3
	}
	m := Number{Text: tok, start: i}
	if prev == '-' || prev == '–' {
		switch {
		case unicode.IsLetter(before): // COVID-19
			return Number{Role: Beside}, skipName(text, i)
		case !unicode.IsDigit(before) && before != ')' && before != '%':
			m.start = i - width
		}
	}
	n, err := spec.ParseNumber(plainNumber(tok))
	if err != nil || !n.Finite() {
		return Number{Role: Beside}, end
	}
	if m.start < i {
		n, _ = spec.ParseNumber("-" + n.Text)
		m.Text = "-" + tok
	}
	lead, after := text[max(0, m.start-60):m.start], text[end:]
	m.Lo, m.Hi = n.Interval()
	m.end = end
	if c := currency.FindString(lead); c != "" {
		m.Unit = strings.TrimSpace(c)
		lead = strings.TrimSuffix(lead, c)
	}
	if u, k := unitAfter(after, own); k > 0 {
		if m.Unit == "" {
			m.Unit = u
		} else {
			m.Unit = u + " " + m.Unit
		}
		m.end, after = end+k, after[k:]
	}
	m.Denied = deniedBefore.MatchString(lead)
	m.Role = roleOf(text, i, m, tok, lead, after, own)
	m.qualify(n, lead)
	if m.Role == Beside && isoDate.MatchString(text[i:]) {
		return m, i + len(strings.TrimRight(isoDate.FindString(text[i:]), ".,;:) "))
	}
	return m, max(m.end, end)
}

// plainNumber writes a numeral as a JSON number.
func plainNumber(tok string) string {
	s := strings.ReplaceAll(tok, ",", "")
	if rest, ok := strings.CutPrefix(s, "10^"); ok {
		s = "1e" + rest
	}
	s = power.ReplaceAllString(s, "e")
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	sign := strings.IndexAny(s, "eE")
	if t := strings.TrimLeft(s, "0"); len(t) < len(s) && (sign < 0 || sign > 0) { // 007
		if t == "" || t[0] == '.' || t[0] == 'e' || t[0] == 'E' {
			t = "0" + t
		}
		s = t
	}
	return s
}

// skipName is the end of the word that a digit at i belongs to.
func skipName(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+n:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !((r == '.' || r == '-' || r == '_') && (unicode.IsDigit(next))) {
			return i
		}
		i += n
	}
	return i
}

func roleOf(text string, i int, m Number, tok, before, after, own string) Role {
	first, _ := utf8.DecodeRuneInString(after)
	whole := !strings.ContainsAny(tok, ".eE×x*")
	bareWord := nextWord.FindStringSubmatch(after)
	switch {
	case isoDate.MatchString(text[i:]), statBefore.MatchString(before), statParen.MatchString(before), pOfBefore.MatchString(before):
		return Beside
	case m.Unit == "%" || m.Unit == "":
		if levelAfter.MatchString(after) || levelBefore.MatchString(before) && (m.Unit == "%" || strings.HasPrefix(tok, "0.9")) && !ciFollows(after) {
			return Beside
		}
	}
	switch {
	case m.Unit == "" && labelBefore.MatchString(before),
		m.Unit == "" && whole && listItem.MatchString(before) && (first == ')' || first == '.') && len(after) > 1 && after[1] == ' ',
		m.Unit == "" && (first == ':' || first == '/') && len(after) > 1 && after[1] >= '0' && after[1] <= '9': // 12:30, 3/4
		return Beside
	case m.Unit == "" && unicode.IsLetter(first), m.Unit == "" && first == '^': // 2nd, 3D
		return Beside
	case first == '-' && m.Unit == "" && len(bareWord) > 0: // 61-year, of another unit than the claim's
		return Beside
	case spreadBefore.MatchString(before), m.Unit == "" && tok == "0": // the null value
		return Aside
	case relative(m.Unit, own), m.Unit == "" && len(bareWord) > 0 && times[bareWord[1]]:
		return Aside // 37 % or twice as much, of a record in grams
	case ciBefore.MatchString(before):
		return Ends
	case sizeBefore.MatchString(before), m.Unit != "" && sizeAfter.MatchString(after):
		return Size
	case whole && m.Unit == "" && len(tok) == 4 && tok >= "1500" && tok < "2200":
		return Aside // a year
	case whole && m.Unit == "" && len(bareWord) > 0 && countable(bareWord[1]):
		return Aside // 344 penguins
	}
	return Plain
}

// ciFollows reports whether what follows a number in brackets is the second end of an
// interval, as in "CI (1.2, 3.4)".
func ciFollows(after string) bool {
	rest := strings.TrimLeft(after, " ,;–-")
	return strings.HasPrefix(rest, "to ") || rest != after && rest != "" && startsNumber(rest, 0)
}

// qualify widens the number by the words before it. A bound speaks of numbers up to
// twice, or down to half, of its own: "over 5" says nothing of 460.
func (m *Number) qualify(n spec.Number, before string) {
	switch {
	case overBefore.MatchString(before):
		m.Hi = max(2*n.F, n.F/2)
	case underBefore.MatchString(before):
		m.Lo = min(2*n.F, n.F/2)
	case roundBefore.MatchString(before):
		// 1400 after "about" has two digits, not four.
		if s := strings.TrimLeft(n.Text, "-"); !strings.ContainsAny(s, ".eE") {
			half := 0.5
			for t := s; len(t) > 1 && t[len(t)-1] == '0'; t = t[:len(t)-1] {
				half *= 10
			}
			m.Lo, m.Hi = n.F-half, n.F+half
		}
	}
}

// pair makes m the second end of a range, where it follows the last number with nothing
// but a joining word between. Both ends share role and unit.
func pair(text string, out []Number, m *Number) {
	k := len(out) - 1
	first := &out[k]
	if first.Partner >= 0 || first.end > m.start || !joined.MatchString(text[first.end:m.start]) {
		return
	}
	word := strings.ToLower(strings.TrimSpace(text[first.end:m.start]))
	lead := text[max(0, first.start-40):first.start]
	switch {
	case first.Role == Ends:
		m.Role = Ends
	case word == "and" && !betweenWord.MatchString(lead), word == "," || word == ";" || word == "/":
		return
	case fromWord.MatchString(lead):
		first.Role, m.Role = Course, Course
	case first.Role == Aside && m.Role == Aside:
	case first.Role == Size:
		m.Role = Size
	default:
		first.Role, m.Role = Span, Span
	}
	m.Partner = k
	if first.Unit == "" {
		first.Unit = m.Unit
	}
	if m.Unit == "" {
		m.Unit = first.Unit
	}
}
