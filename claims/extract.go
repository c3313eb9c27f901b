package claims

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// role says what a number of a text is about.
type role int

const (
	plain  role = iota
	size        // bound to the magnitude: "by 3 g", "a difference of 3 g", "3 g heavier"
	ends        // one end of a confidence interval
	span        // one end of another range: "3–5 g", "between 3 and 5"
	course      // an end of "from 315 to 411 ppm"
	aside       // a year, a count, a spread: may agree, never disagrees
	beside      // p, n, a level, a name, a date: takes no part
)

// mention is a number of a text.
type mention struct {
	text     string
	value    interval // of its printed precision, wider where a word says so ("about", "at least")
	unit     string   // "" where none is written
	negative bool     // a minus sign is written
	rounded  bool     // a word says that it is rounded
	role     role
	end      int // offset behind it, its unit included
	partner  int // for the second end of a range: index of the first; otherwise -1
}

const maxMentions = 300

var (
	numeral  = regexp.MustCompile(`^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3}|\s?[×x*]\s?10\^?[-+]?\d{1,3})?`)
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
	betweenWord  = regexp.MustCompile(`(?i)\bbetween\s*$`)
	fromWord     = regexp.MustCompile(`(?i)\bfrom\s*(?:about|around|roughly|approximately|nearly)?\s*$`)
	joined       = regexp.MustCompile(`(?i)^\s*(?:to|through|until|–|—|-|‒|and|,|;|/|\.\.|…)\s*(?:about|around)?\s*$`)
	sizeBefore   = regexp.MustCompile(`(?i)\b(?:by|difference|differences|differs?|differed|gap|slope|increase|decrease|rise|decline)\s*(?:,|\(|=|:|of|is|was|by|at|equals)?\s*(?:a (?:mean|total) of\s*)?(?:about|approximately|roughly|around|nearly|almost|some|ca\.?|c\.|an average of|on average|at least|at most|up to|more than|less than|over|only|~|≈)*\s*$`)
	sizeAfter    = regexp.MustCompile(`(?i)^\s*(?:on average\s*)?(?:heavier|lighter|higher|lower|greater|more|less|larger|smaller|bigger|longer|shorter|taller|above|below|fewer)\b`)
	roundBefore  = regexp.MustCompile(`(?i)(?:\babout|\bapproximately|\bapprox\.?|\broughly|\baround|\bsome|\bca\.?|\bc\.|~|≈)\s*$`)
	overBefore   = regexp.MustCompile(`(?i)(?:\bmore than|\bgreater than|\bover|\babove|\bat least|\bexceed(?:s|ed|ing)?|\bno less than|>|≥|>=)\s*$`)
	underBefore  = regexp.MustCompile(`(?i)(?:\bless than|\bunder|\bbelow|\bat most|\bup to|\bfewer than|\bno more than|\bnearly|\balmost|<|≤|<=)\s*$`)
	currency     = regexp.MustCompile(`(?:US\s?)?[$€£¥]\s*$`)
	nextWord     = regexp.MustCompile(`^[\s-]*(\pL[\pL'’]*)`)
)

// tidy gives signs one spelling, and takes the backslash from "\$" and "\%".
var tidy = strings.NewReplacer("−", "-", "\\$", "$", "\\%", "%", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// extract finds the numbers of a text and what each is about. own is the unit of the
// claim: a name that is in no table counts as a unit only where it is the claim's.
func extract(text, own string) []mention {
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	text = tidy.Replace(text)
	var out []mention
	for i := 0; i < len(text) && len(out) < maxMentions; {
		if !startsNumber(text, i) {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		m, next := readMention(text, i, own)
		m.partner = -1
		if n := len(out); n > 0 && out[n-1].role != beside && m.role != beside {
			pair(text, i, out, &m)
		}
		out = append(out, m)
		i = next
	}
	last := ""
	for k := range out {
		m := &out[k]
		first := k+1 < len(out) && out[k+1].partner == k
		switch {
		case m.role == ends && m.partner < 0 && !first: // an interval has two ends
			m.role = plain
		case m.role == ends && m.unit == "": // in the unit of the estimate before it
			m.unit = last
		case m.role != beside && m.role != ends && m.unit != "" && (own == "" || unit.Convertible(m.unit, own)):
			last = m.unit
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

// readMention reads the number at i, and says where to go on.
func readMention(text string, i int, own string) (mention, int) {
	tok := numeral.FindString(text[i:])
	if tok == "" { // a digit that begins no number, which cannot be
		return mention{role: beside}, i + 1
	}
	end := i + len(tok)
	prev, width := utf8.DecodeLastRuneInString(text[:i])
	if unicode.IsLetter(prev) || prev == '_' || prev == '#' {
		return mention{role: beside}, skipName(text, i) // CO2
	}
	m := mention{text: tok}
	start := i
	if prev == '-' || prev == '–' {
		before, _ := utf8.DecodeLastRuneInString(text[:i-width])
		switch {
		case unicode.IsLetter(before): // COVID-19
			return mention{role: beside}, skipName(text, i)
		case !unicode.IsDigit(before) && before != ')' && before != '%' && !(prev == '–' && before == ' ' && i > 4):
			m.negative, start = true, i-width
		}
	}
	n, err := spec.ParseNumber(plainNumber(tok))
	if err != nil || !n.Finite() {
		return mention{role: beside}, end
	}
	if m.negative {
		n, _ = spec.ParseNumber("-" + n.Text)
		m.text = "-" + tok
	}
	before, after := text[max(0, start-60):start], text[end:]
	m.value, m.end = printed(n), end
	if c := currency.FindString(before); c != "" {
		m.unit = strings.TrimSpace(c)
		before = strings.TrimSuffix(before, c)
	}
	if u, k := unitAfter(after, own); k > 0 {
		if m.unit == "" {
			m.unit = u
		} else {
			m.unit = u + " " + m.unit
		}
		m.end, after = end+k, after[k:]
	}
	m.role = roleOf(text, i, m, tok, before, after, own)
	m.qualify(n, before)
	if m.role == beside && isoDate.MatchString(text[i:]) {
		return m, i + len(strings.TrimRight(isoDate.FindString(text[i:]), ".,;:) "))
	}
	return m, max(m.end, end)
}

// plainNumber writes a numeral as a JSON number.
func plainNumber(tok string) string {
	s := power.ReplaceAllString(strings.ReplaceAll(tok, ",", ""), "e")
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

func roleOf(text string, i int, m mention, tok, before, after, own string) role {
	first, _ := utf8.DecodeRuneInString(after)
	whole := !strings.ContainsAny(tok, ".eE×x*")
	bareWord := nextWord.FindStringSubmatch(after)
	switch {
	case isoDate.MatchString(text[i:]), statBefore.MatchString(before), statParen.MatchString(before), pOfBefore.MatchString(before):
		return beside
	case m.unit == "%" || m.unit == "":
		if levelAfter.MatchString(after) || levelBefore.MatchString(before) && (m.unit == "%" || strings.HasPrefix(tok, "0.9")) && !ciFollows(after) {
			return beside
		}
	}
	switch {
	case m.unit == "" && labelBefore.MatchString(before),
		m.unit == "" && whole && listItem.MatchString(before) && (first == ')' || first == '.') && len(after) > 1 && after[1] == ' ',
		m.unit == "" && (first == ':' || first == '/') && len(after) > 1 && after[1] >= '0' && after[1] <= '9': // 12:30, 3/4
		return beside
	case unicode.IsLetter(first) && m.unit == "": // 2nd, 3D
		return beside
	case first == '-' && m.unit == "" && len(bareWord) > 0: // 61-year, of another unit than the claim's
		return beside
	case spreadBefore.MatchString(before):
		return aside
	case ciBefore.MatchString(before):
		return ends
	case sizeBefore.MatchString(before), m.unit != "" && sizeAfter.MatchString(after):
		return size
	case whole && m.unit == "" && len(tok) == 4 && tok >= "1500" && tok < "2200":
		return aside // a year
	case whole && m.unit == "" && len(bareWord) > 0 && countable(bareWord[1]):
		return aside // 344 penguins
	}
	return plain
}

// ciFollows reports whether what follows a number in brackets is the second end of an
// interval, as in "CI (1.2, 3.4)".
func ciFollows(after string) bool {
	rest := strings.TrimLeft(after, " ,;–-")
	return strings.HasPrefix(rest, "to ") || rest != after && rest != "" && startsNumber(rest, 0)
}

// qualify widens the number by the words before it. A bound speaks of numbers up to
// twice, or down to half, of its own: "over 5" says nothing of 460.
func (m *mention) qualify(n spec.Number, before string) {
	switch {
	case overBefore.MatchString(before):
		m.value = interval{m.value.lo, max(2*n.F, n.F/2)}
	case underBefore.MatchString(before):
		m.value = interval{min(2*n.F, n.F/2), m.value.hi}
	case roundBefore.MatchString(before):
		m.rounded = true
		// 1400 after "about" has two digits, not four.
		if s := strings.TrimLeft(n.Text, "-"); !strings.ContainsAny(s, ".eE") {
			half := 0.5
			for t := s; len(t) > 1 && t[len(t)-1] == '0'; t = t[:len(t)-1] {
				half *= 10
			}
			m.value = interval{n.F - half, n.F + half}
		}
	}
}

// pair makes m the second end of a range, where it follows the last number with nothing
// but a joining word between. Both ends share role and unit.
func pair(text string, start int, out []mention, m *mention) {
	k := len(out) - 1
	first := &out[k]
	if first.end > start || first.partner >= 0 {
		return
	}
	between := strings.TrimSuffix(strings.TrimRight(text[first.end:start], " "), "-")
	if m.negative {
		between = strings.TrimRight(between, " -")
	}
	gap := text[first.end:start]
	if m.negative {
		gap = strings.TrimSuffix(strings.TrimSuffix(gap, "-"), "–")
	}
	if !joined.MatchString(gap) && !joined.MatchString(between) {
		return
	}
	word := strings.ToLower(strings.Trim(gap, " \t"))
	lead := text[:max(0, first.end-len(first.text))]
	if i := strings.LastIndex(text[:first.end], first.text); i >= 0 {
		lead = text[max(0, i-40):i]
	}
	switch {
	case first.role == ends:
	case word == "and" && !betweenWord.MatchString(lead), word == "," || word == ";" || word == "/":
		return
	case fromWord.MatchString(lead):
		first.role, m.role = course, course
	case first.role == aside && m.role == aside:
	case first.role == size:
		m.role = size
	default:
		first.role, m.role = span, span
	}
	if first.role == ends {
		m.role = ends
	}
	m.partner = k
	if first.unit == "" {
		first.unit = m.unit
	}
	if m.unit == "" {
		m.unit = first.unit
	}
}

// stop words end a unit: some are units too (in, a, at, as), but not in a sentence.
var stop = set("in", "a", "at", "as", "am", "pm", "us", "and", "or", "than", "to", "of", "for", "with", "on", "by", "the", "is", "was", "were", "are", "be", "between", "from", "more", "less", "but", "that", "which",
	"i", "we", "it", "pt", "count", "number", "ratio", "fraction", "proportion", "none")

// unitAfter reads the longest unit at the start of what follows a number, and how many
// bytes it takes; 0 where there is none.
func unitAfter(after, own string) (string, int) {
	ownUnit, ownErr := unit.Parse(own)
	lead := len(after) - len(strings.TrimLeft(after, " "))
	if lead == 0 && strings.HasPrefix(after, "-") {
		lead = 1
	}
	const most = 6
	var offsets []int // ends of words
	for i := lead; i < len(after) && len(offsets) < most; {
		j := i
		for j < len(after) {
			r, n := utf8.DecodeRuneInString(after[j:])
			if unicode.IsSpace(r) || strings.ContainsRune(",;:()[]!?\"", r) || r == '–' || r == '—' || r == '…' {
				break
			}
			j += n
		}
		end := i + len(strings.TrimRight(after[i:j], ".'’"))
		w := strings.ToLower(after[i:end])
		if end == i || stop[w] || number(w) && !(len(offsets) > 0 && strings.HasSuffix(strings.ToLower(after[:i]), "per ")) {
			break
		}
		offsets = append(offsets, end)
		if end < j || j < len(after) && after[j] != ' ' {
			break
		}
		i = j + 1
	}
	for k := len(offsets) - 1; k >= 0; k-- {
		phrase := after[lead:offsets[k]]
		for _, p := range []string{phrase, fullName(phrase, ownUnit, ownErr == nil)} {
			u, err := unit.Parse(p)
			if err != nil || p == "" {
				continue
			}
			usable := len(u.Names()) == 0 && !startsNumber(p, 0) || ownErr == nil && u.Convertible(ownUnit) && len(ownUnit.Names()) > 0
			if lead == 1 && after[0] == '-' { // 1375-g, but not 61-year
				usable = usable && ownErr == nil && u.Convertible(ownUnit)
			}
			if usable {
				return u.String(), offsets[k]
			}
		}
	}
	if w := nextWord.FindString(after); ownErr == nil && ownUnit.Dimensionless() && set(" times", "-fold", " fold", "x")[strings.ToLower(w)] {
		return "1", len(w)
	}
	return "", 0
}

// fullName puts the claim's own name in place of its last word: "francs" where the claim
// is in Belgian francs. "" where there is nothing to put.
func fullName(phrase string, own unit.Unit, ok bool) string {
	if !ok {
		return ""
	}
	for _, n := range own.Names() {
		head, last := "", n
		if i := strings.LastIndexByte(n, ' '); i >= 0 {
			head, last = n[:i], n[i+1:]
		}
		if head == "" || strings.Contains(strings.ToLower(phrase), head) {
			continue
		}
		words := strings.FieldsFunc(phrase, func(r rune) bool { return r == ' ' })
		changed := false
		for i, w := range words {
			name, rest, _ := strings.Cut(w, "/")
			if strings.TrimSuffix(strings.ToLower(name), "s") == last {
				words[i], changed = `"`+n+`"`, true
				if rest != "" {
					words[i] += "/" + rest
				}
			}
		}
		if changed {
			return strings.Join(words, " ")
		}
	}
	return ""
}

// countable reports whether a word after a whole number can be what is counted.
func countable(w string) bool {
	w = strings.ToLower(w)
	return len(w) > 2 && !stop[w] && !upward[w] && !downward[w] && !objects[w] && !clauses[w] && !contexts[w] && !adverbs[w] && !set("while", "when", "per", "over", "during", "since", "after", "before", "each", "units", "unit", "times", "fold", "has", "had", "have", "does", "did", "not", "only", "its", "their", "this", "there", "respectively", "overall", "until", "compared", "relative")[w]
}
