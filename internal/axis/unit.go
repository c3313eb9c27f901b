package axis

import (
	"regexp"
	"strings"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

var (
	bracketed = regexp.MustCompile(`[(\[]([^()\[\]]*(?:\([^()]*\))?[^()\[\]]*)[)\]]`)
	splitter  = regexp.MustCompile(`[,;]`)

	percentage = regexp.MustCompile(`^±?\s*\d+(\.\d+)?\s*%`) // 95 % CI: a level, no unit
)

// unitPieces lists the parts of a label that could be a unit, the likeliest first:
// what stands in the last brackets, after a slash, after a comma, after "in".
func unitPieces(label string) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !percentage.MatchString(s) {
			out = append(out, s)
		}
	}
	groups := bracketed.FindAllStringSubmatch(label, -1)
	for i := len(groups) - 1; i >= 0; i-- {
		add(groups[i][1])
		parts := splitter.Split(groups[i][1], -1)
		for j := len(parts) - 1; j >= 0 && len(parts) > 1; j-- {
			add(parts[j])
		}
		for _, p := range parts {
			add(strings.TrimPrefix(strings.TrimSpace(p), "in "))
		}
	}
	bare := strings.TrimSpace(bracketed.ReplaceAllString(label, " "))
	if i := strings.Index(bare, "/"); i > 0 {
		add(bare[i+1:])
	}
	parts := splitter.Split(bare, -1)
	for j := len(parts) - 1; j > 0; j-- {
		add(parts[j])
		add(strings.TrimPrefix(strings.TrimSpace(parts[j]), "in "))
	}
	for _, p := range parts {
		if i := strings.LastIndex(p, " in "); i > 0 {
			add(p[i+4:])
		}
	}
	if i := strings.LastIndexByte(bare, '_'); i > 0 { // a column's name for a label: body_mass_g
		add(bare[i+1:])
	}
	return out
}

// UnitOf is the first part of a label that is a unit of the tables, in canonical
// form; empty where there is none.
func UnitOf(label string) string {
	for _, p := range unitPieces(label) {
		if u, err := unit.Parse(p); err == nil && !strings.Contains(u.Dimension(), `"`) && u.String() != "1" {
			if _, number := Number(p); !number {
				return u.String()
			}
		}
	}
	return ""
}

// ShownUnit is the unit that an axis shows, read with the unit in mind that it should
// show: "(a)" may be a panel's letter, "(N)" a count. Where its label has none, the
// title of the axes may.
func ShownUnit(a spec.AxisView, title, want string) string {
	for _, text := range []string{a.Label, title} {
		pieces := unitPieces(text)
		for _, p := range append([]string{text}, pieces...) {
			if want != "" && unit.Same(p, want) {
				return p
			}
		}
		for _, p := range pieces { // "Belgian francs" where the case says francs
			if _, last, ok := cutLast(p); ok && own(want) && unit.Same(last, want) {
				return last
			}
		}
		for _, p := range pieces {
			if want != "" && unit.Convertible(p, want) && !strings.Contains(dimension(p), `"`) {
				return p
			}
		}
	}
	if a.Unit == "" && len(a.Ticks) > 0 { // "4000 g" at the ticks
		suffix := ""
		for i, t := range a.Ticks {
			s := strings.TrimLeft(strings.TrimSpace(t.Label), "+-−0123456789., ")
			if i > 0 && s != suffix || s == t.Label {
				return ""
			}
			suffix = s
		}
		if want != "" && unit.Convertible(suffix, want) {
			return suffix
		}
	}
	return a.Unit
}

// cutLast parts a text at its last space.
func cutLast(s string) (head, last string, ok bool) {
	i := strings.LastIndexByte(s, ' ')
	return s[:max(i, 0)], s[i+1:], i > 0
}

// own reports whether a unit is a name that is in no table.
func own(s string) bool {
	u, err := unit.Parse(s)
	return err == nil && len(u.Names()) > 0
}

func dimension(s string) string {
	u, err := unit.Parse(s)
	if err != nil {
		return ""
	}
	return u.Dimension()
}
