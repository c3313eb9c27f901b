package leak

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A printed number is a hidden one where its digits are those of the hidden one rounded to
// as many, wherever the point stands, so that kg for g or per cent for a fraction hides
// nothing. Two numbers that have nothing to do with each other share their first d digits
// once in 9·10^(d-1) times. Of m printed numbers and s hidden ones some pair does in about
// m·s/(9·10^(d-1)) of all texts, and d must be such that this is at most chance; leading
// digits are not spread evenly, and this is no more than a measure.
const (
	fewest = 4    // digits, below which nothing is taken for a match
	most   = 10   // digits that are compared; more only differ by rounding in computation
	chance = 0.05 // that a text without a leak has a match
)

// number is a hidden number: its digits and what it is.
type number struct {
	digits [most + 1]string // by count, rounded
	what   string
}

func newNumber(x float64, what string) (number, bool) {
	n := number{what: what}
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return n, false
	}
	for d := fewest; d <= most; d++ {
		mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', d-1, 64), "e")
		n.digits[d] = strings.Replace(mantissa, ".", "", 1)
	}
	// A number that a few digits write down in full, such as 0.25 or 12, is met anywhere.
	full, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', -1, 64), "e")
	return n, len(strings.Replace(full, ".", "", 1)) >= fewest
}

// printed is a number as a text writes it.
type printed struct {
	text   string
	at     int // offset
	digits string
}

var numeral = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?|\.\d+(?:[eE][-+]?\d{1,3})?`)

// numerals are the numbers of a text that have digits enough. Those within words, such as
// digests, and years are none.
func numerals(text string) []printed {
	var out []printed
	for _, at := range numeral.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		if inWord(before) || inWord(after) || at[0] > 0 && before == '.' || after == '.' && at[1]+1 < len(text) && text[at[1]+1] >= '0' && text[at[1]+1] <= '9' {
			continue // v2, 1.2.3
		}
		if p, ok := asPrinted(text[at[0]:at[1]]); ok {
			p.at = at[0]
			out = append(out, p)
		}
	}
	return out
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// asPrinted reads the text of one number. Final zeros of a whole number may only fill it.
func asPrinted(text string) (printed, bool) {
	mantissa := strings.ReplaceAll(strings.TrimLeft(text, "+-"), ",", "")
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		mantissa = mantissa[:i]
	}
	whole, rest, hasPoint := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+rest, "0")
	if !hasPoint {
		if len(digits) == 4 && digits >= "1500" && digits <= "2100" {
			return printed{}, false // a year
		}
		digits = strings.TrimRight(digits, "0")
	}
	return printed{text: text, digits: digits}, len(digits) >= fewest
}

// enough is how many digits a match needs among m printed and s hidden numbers.
func enough(m, s int) int {
	for d := fewest; ; d++ {
		if d == most || float64(m)*float64(s) <= chance*9*math.Pow10(d-1) {
			return d
		}
	}
}

// match pairs printed numbers with hidden ones; one of each printed number at most.
func match(text []printed, secret []number) []pair {
	distinct := map[string]bool{}
	for _, p := range text {
		distinct[p.digits] = true
	}
	need := enough(len(distinct), len(secret))
	index := map[string]string{}
	for _, n := range secret {
		for d := need; d <= most; d++ {
			if _, taken := index[n.digits[d]]; !taken {
				index[n.digits[d]] = n.what
			}
		}
	}
	var out []pair
	for _, p := range text {
		d := len(p.digits)
		if d < need {
			continue
		}
		key := p.digits
		if d > most {
			key = roundTo(p.digits)
		}
		if what, ok := index[key]; ok {
			out = append(out, pair{p, what})
		}
	}
	return out
}

type pair struct {
	printed
	what string
}

// roundTo rounds many digits to those that are compared.
func roundTo(digits string) string {
	f, err := strconv.ParseFloat(digits[:1]+"."+digits[1:], 64)
	if err != nil {
		return digits
	}
	n, _ := newNumber(f, "")
	return n.digits[most]
}
