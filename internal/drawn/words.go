package drawn

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// Words compare labels of a slot with labels of a figure.
type Words struct {
	t      spec.Terms
	values []map[string][]string // other words that the channels accept
}

// NewWords are the words of the channels of a slot, and of its specification.
func NewWords(slot spec.VisualSlot, t spec.Terms) Words {
	r := Words{t: t}
	for _, c := range []*spec.Channel{slot.X, slot.Group, slot.Y} {
		if c != nil && len(c.Values) > 0 {
			r.values = append(r.values, c.Values)
		}
	}
	return r
}

var months = [12]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// month is the number of a month by its name or the first three or four letters of it.
func month(s string) (float64, bool) {
	s = strings.ToLower(strings.Trim(s, ". "))
	for i, m := range months {
		if len(s) >= 3 && (s == m || len(s) <= 4 && strings.HasPrefix(m, s)) {
			return float64(i + 1), true
		}
	}
	return 0, false
}

// Same reports whether a drawn text names what the slot calls want: the same word, one
// that the slot accepts for it, or the same number or month.
func (r Words) Same(want, drawn string) bool {
	if want == "" || drawn == "" {
		return false
	}
	if r.t.Same(want, drawn) {
		return true
	}
	for _, v := range r.values {
		for canonical, words := range v {
			if r.t.Same(canonical, want) && slices.ContainsFunc(words, func(w string) bool { return r.t.Same(w, drawn) }) {
				return true
			}
		}
	}
	w, okW := axis.Number(want)
	d, okD := axis.Number(drawn)
	if !okW {
		w, okW = month(want)
	}
	if !okD {
		d, okD = month(drawn)
	}
	return okW && okD && spec.Tolerance{Rel: 1e-12}.Close(d, w)
}

var (
	aside   = regexp.MustCompile(`\s*[(\[][^()\[\]]*[)\]]\s*|\s*[,;:]?\s*\b[nN]\s*=\s*[\d,.]+\s*`)
	between = regexp.MustCompile(`[\s/|,;:×&()\[\]+·]+|\s[-–x]\s`)
)

// spellings are the ways to read a drawn label: as it stands, without what stands in
// brackets or counts ("Gentoo (n = 123)"), its first line alone.
func spellings(s string) []string {
	out := []string{s}
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(aside.ReplaceAllString(s, " "))
	if i := strings.IndexByte(s, '\n'); i > 0 && aside.MatchString(s[i:]) {
		add(s[:i])
	}
	return out
}

// Name reports whether drawn labels name all parts of a key: each part by a label of
// its own, or several parts by one label ("Gentoo, male").
func (r Words) Name(parts, drawn []string) bool {
	for _, p := range parts {
		if !slices.ContainsFunc(drawn, func(d string) bool { return r.nameOne(p, parts, d) }) {
			return false
		}
	}
	return true
}

func (r Words) nameOne(part string, parts []string, drawn string) bool {
	for _, s := range spellings(drawn) {
		if r.Same(part, s) {
			return true
		}
	}
	if len(parts) < 2 {
		return false
	}
	words := between.Split(strings.TrimSpace(drawn), -1)
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	for n := 1; n < len(words); n++ { // the part is at the one end, another part at the other
		head, tail := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		for _, q := range parts {
			if q != part && (r.Same(part, head) && r.Same(q, tail) || r.Same(part, tail) && r.Same(q, head)) {
				return true
			}
		}
	}
	return false
}

// In reports whether a text holds one of the words: at the start of a word, a
// whole word where it has three letters or fewer.
func (r Words) In(text string, words []string) bool {
	clean := func(s string) string {
		s = strings.Map(func(c rune) rune {
			if strings.ContainsRune("()[],;:/.\n", c) {
				return ' '
			}
			return c
		}, s)
		return " " + strings.Join(strings.Fields(spec.NewTerms(nil).Canonical(s)), " ") + " "
	}
	in := clean(text)
	for _, w := range words {
		c := strings.TrimSuffix(clean(w), " ")
		if len([]rune(c)) <= 4 {
			c += " "
		}
		if strings.TrimSpace(c) != "" && (strings.Contains(in, c) || r.t.Same(text, w)) {
			return true
		}
	}
	return false
}

// number is the number or month that a name on a position axis says; NaN without one.
func (r Words) number(name string) float64 {
	for _, s := range spellings(name) {
		if n, ok := axis.Number(s); ok {
			return n
		}
		if n, ok := month(s); ok {
			return n
		}
	}
	found := math.NaN()
	for _, v := range r.values {
		for canonical := range v {
			if n, ok := axis.Number(canonical); ok && r.Same(canonical, name) && !(n >= found) {
				found = n
			}
		}
	}
	return found
}
