package visual

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// reader compares labels of a slot with labels of a figure.
type reader struct {
	t      spec.Terms
	values []map[string][]string // other words that the channels accept
}

func newReader(slot spec.VisualSlot, t spec.Terms) reader {
	r := reader{t: t}
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

// same reports whether a drawn text names what the slot calls want.
func (r reader) same(want, drawn string) bool {
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
	w, okW := tickNumber(want)
	d, okD := tickNumber(drawn)
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

// names reports whether drawn labels name all parts of a key: each part by a label of
// its own, or several parts by one label ("Gentoo, male").
func (r reader) names(parts, drawn []string) bool {
	for _, p := range parts {
		if !slices.ContainsFunc(drawn, func(d string) bool { return r.namesOne(p, parts, d) }) {
			return false
		}
	}
	return true
}

func (r reader) namesOne(part string, parts []string, drawn string) bool {
	for _, s := range spellings(drawn) {
		if r.same(part, s) {
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
			if q != part && (r.same(part, head) && r.same(q, tail) || r.same(part, tail) && r.same(q, head)) {
				return true
			}
		}
	}
	return false
}

// key is what names one expected mark: texts, and a number where it stands on an axis
// of numbers.
type key struct {
	parts []string
	num   float64 // NaN without one
}

func (e Expected) key(i int) key {
	k := key{num: math.NaN()}
	if i < len(e.X) {
		if n, ok := e.X[i].Number(); ok {
			k.num = n.F
		} else if s := labelText(e.X[i]); s != "" {
			k.parts = append(k.parts, splitKey(s)...)
		}
	}
	if i < len(e.Group) && e.Group[i] != "" {
		k.parts = append(k.parts, splitKey(e.Group[i])...)
	}
	return k
}

func splitKey(s string) []string {
	var out []string
	for _, p := range strings.Split(s, " / ") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// text names a key in a message.
func (k key) text() string {
	s := strings.Join(k.parts, ", ")
	if math.IsNaN(k.num) {
		return s
	}
	n := short(k.num)
	if s != "" {
		return s + " at " + n
	}
	return n
}

// hasWord reports whether a text holds one of the words: at the start of a word, a
// whole word where it has three letters or fewer.
func (r reader) hasWord(text string, words []string) bool {
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
		if strings.TrimSpace(c) != "" && strings.Contains(in, c) {
			return true
		}
		if r.t.Same(text, w) {
			return true
		}
	}
	return false
}
