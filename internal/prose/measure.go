package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assaybench/assay/spec/unit"
)

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
	if w := nextWord.FindString(after); ownErr == nil && ownUnit.Dimensionless() && times[strings.ToLower(strings.Trim(w, " -"))] {
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

// uncounted are words that follow a number and are not what it counts.
var uncounted = set("while", "when", "per", "over", "during", "since", "after", "before", "each", "units", "unit", "times", "fold", "has", "had", "have", "does", "did", "not", "only", "its", "their", "this", "there", "respectively", "overall", "until", "compared", "relative")

// times are words of a multiple.
var times = set("times", "fold", "x")

// countable reports whether a word after a whole number can be what is counted.
func countable(w string) bool {
	w = strings.ToLower(w)
	return len(w) > 2 && !stop[w] && !upward[w] && !downward[w] && !objects[w] && !clauses[w] && !contexts[w] && !adverbs[w] && !uncounted[w]
}

// relative reports whether a number is a proportion where the claim's is none.
func relative(written, own string) bool {
	if written == "" || own == "" {
		return false
	}
	u, errU := unit.Parse(written)
	v, errV := unit.Parse(own)
	return errU == nil && errV == nil && u.Dimensionless() && !v.Dimensionless()
}
