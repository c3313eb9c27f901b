package spec

import (
	"slices"
	"strings"
	"unicode"
)

// Terms compares the words of scope fields: case, white space, underscores and
// hyphens do not matter, save the sign of a number, and a specification may declare
// synonyms.
type Terms struct {
	canonical map[string]string
}

// NewTerms reads the synonyms of a specification: canonical term to other words.
func NewTerms(synonyms map[string][]string) Terms {
	t := Terms{map[string]string{}}
	for c, words := range synonyms {
		for _, w := range words {
			t.canonical[fold(w)] = fold(c)
		}
	}
	return t
}

// Canonical is the form by which terms are compared.
func (t Terms) Canonical(s string) string {
	f := fold(s)
	if c, ok := t.canonical[f]; ok {
		return c
	}
	return f
}

// Same reports whether two terms mean the same. The empty term is the same as
// nothing but itself.
func (t Terms) Same(a, b string) bool { return t.Canonical(a) == t.Canonical(b) }

// SameSet reports whether two lists hold the same terms, in any order.
func (t Terms) SameSet(a, b []string) bool {
	return len(a) == len(b) && slices.Equal(t.sorted(a), t.sorted(b))
}

// SameList reports whether two lists hold the same terms in the same order.
func (t Terms) SameList(a, b []string) bool {
	return slices.EqualFunc(a, b, t.Same)
}

func (t Terms) sorted(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = t.Canonical(s)
	}
	slices.Sort(out)
	return out
}

func fold(s string) string {
	if n := strings.TrimSpace(s); strings.HasPrefix(n, "-") {
		if _, err := ParseNumber(n); err == nil {
			return n
		}
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return unicode.IsSpace(r) || r == '_' || r == '-' || r == '‐' || r == '–'
	}), " ")
}
