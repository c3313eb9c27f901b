package unit

import (
	"slices"
	"strings"
	"testing"
)

// Every row that is wrong by any factor breaks the self-test, the electronvolt of 1e-9
// included.
func TestN15_WrongTableIsFound(t *testing.T) {
	for i, r := range rows {
		if r.def[0] == '!' {
			continue
		}
		wrong := slices.Clone(rows)
		wrong[i].def = "1.0000001 " + r.def
		if _, err := build(wrong); err == nil || !strings.Contains(err.Error(), "table is wrong") {
			t.Errorf("%s: a wrong factor is not found: %v", r.symbol, err)
		}
	}
	wrong := slices.Clone(rows)
	for i := range wrong {
		if wrong[i].symbol == "eV" {
			wrong[i].def = "1.60E-9 J"
		}
	}
	if _, err := build(wrong); err == nil {
		t.Error("an electronvolt of 1.60E-9 J is accepted")
	}
}

// No symbol or name of the table means two things.
func TestTableHasNoCollision(t *testing.T) {
	seen := map[string]string{}
	all := slices.Clone(rows)
	for _, s := range special {
		all = append(all, s.row)
	}
	for _, r := range all {
		for _, name := range append(strings.Split(r.names, "|"), r.symbol) {
			if name == "" {
				continue
			}
			if other, ok := seen[name]; ok {
				t.Errorf("%q is %s and %s", name, other, r.symbol)
			}
			seen[name] = r.symbol
			if n := len(strings.Fields(name)); n > longestName {
				t.Errorf("%q has %d words", name, n)
			}
		}
	}
}
