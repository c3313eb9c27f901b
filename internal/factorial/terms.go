package factorial

import (
	"fmt"
	"slices"
	"strings"
)

// Parse reads terms: a name, names joined by ":" for their interaction, or by "*" for
// all terms that can be made of them. A name that itself holds such a sign is read as
// the name first. Terms of more names follow those of fewer; each stands once.
func Parse(texts, names []string) ([]Term, error) {
	var out []Term
	add := func(t Term) {
		if !slices.ContainsFunc(out, func(u Term) bool { return slices.Equal(t, u) }) {
			out = append(out, t)
		}
	}
	for _, text := range texts {
		if t, err := ParseTerm(text, names); err == nil {
			add(t)
			continue
		}
		if !strings.Contains(text, "*") {
			_, err := ParseTerm(text, names)
			return nil, err
		}
		parts := []Term{{}}
		for _, p := range strings.Split(text, "*") {
			t, err := ParseTerm(strings.TrimSpace(p), names)
			if err != nil {
				return nil, err
			}
			for _, have := range slices.Clone(parts) {
				parts = append(parts, union(have, t))
			}
			if len(parts) > 1<<10 {
				return nil, fmt.Errorf("%q stands for too many terms; name those that matter", text)
			}
		}
		for _, t := range parts[1:] {
			add(t)
		}
	}
	slices.SortStableFunc(out, func(a, b Term) int { return len(a) - len(b) })
	return out, nil
}

// ParseTerm reads one term; the order of its names does not matter.
func ParseTerm(text string, names []string) (Term, error) {
	if i := slices.Index(names, strings.TrimSpace(text)); i >= 0 {
		return Term{i}, nil
	}
	var t Term
	for _, p := range strings.Split(text, ":") {
		i := slices.Index(names, strings.TrimSpace(p))
		if i < 0 {
			return nil, fmt.Errorf("%q in the term %q is not one of %s", strings.TrimSpace(p), text, strings.Join(names, ", "))
		}
		t = union(t, Term{i})
	}
	return t, nil
}

// Text writes a term, a:b.
func (t Term) Text(names []string) string {
	var out []string
	for _, v := range t {
		out = append(out, names[v])
	}
	return strings.Join(out, ":")
}

func union(a, b Term) Term {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
