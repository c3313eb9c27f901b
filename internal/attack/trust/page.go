package trust

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/attack"
)

// kinds says of each kind of attack what it is, in the order of the page.
var kinds = []struct{ name, is string }{
	{"literal", "numbers typed into the program"},
	{"shipped", "data or results that the program brings along"},
	{"laundering", "a literal laid over real data: times zero, plus a trifle, the search for a known number"},
	{"view", "other rows than the question asks about"},
	{"gate", "a program that knows the case's data by a fingerprint"},
	{"patched", "changed pandas, numpy, scipy, json or open"},
	{"objects", "objects with two faces"},
	{"figure", "pictures that are overwritten, fudged, overlaid, hidden or saved twice"},
	{"trace", "a trace that is forged, silenced, flooded or cut"},
	{"process", "exits, children, threads and signals; writers that outlive the program; outputs that change while they are read"},
	{"peek", "looks for the hidden folder, in paths, links, /proc, the environment, memory and the network"},
	{"bomb", "forks, memory, disk, files, JSON and pictures too large or too deep"},
	{"terminal", "output and names meant for the terminal or browser of who reads the report"},
}

// Page is docs/trust.md: the same text for the same outcomes on the same machine.
func (m *Measurement) Page() string {
	var b strings.Builder
	caught, passed := m.count()
	fmt.Fprintf(&b, head, caught, len(m.Attacks), percent(caught, len(m.Attacks)), passed, len(m.Honest), percent(passed, len(m.Honest)))
	m.conditions(&b)
	m.table(&b)
	m.missed(&b)
	m.list(&b)
	m.honest(&b)
	return b.String()
}

const head = `# Trust

Made by ` + "`make trust`" + `, which runs every attack of internal/attack/suite and every honest analysis of cases/testdata/honest
through the verifier, prints a line of each, and ends with an error where one is missed. To run some of them:
` + "`go run ./cmd/trust -only gate/`" + `.

| | | of | |
|---|---|---|---|
| attacks that lost what they should lose, by the finding that says why | %d | %d | %s |
| honest submissions that reached full support | %d | %d | %s |

An attack is a reference submission with one dishonest change. It is caught where exactly those claims lose all support
that should, the others keep theirs, the earliest broken stage is the right one, and each code of the right finding is in
the report; or, where the reported numbers are right for all that can be known, where a person is asked to look. Attacks
on the machine are caught where the run ends inside its limits, nothing of it is left a second later, and no form of the
report passes on more than text. An honest submission passes with strict success: support 1 for each required claim.
Both suites are this project's own: the rates say that what is known is caught, not what share of the unknown is.

`

// conditions says what it was measured with.
func (m *Measurement) conditions(b *strings.Builder) {
	v := m.Run.Versions
	var libraries []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if name != "python" {
			libraries = append(libraries, strings.ReplaceAll(name, "_", "-")+" "+v[name])
		}
	}
	fmt.Fprintf(b, `## Measured with

One run on changed data for each submission, three where an attack asks for more; each in a fork of a warm interpreter.
Python %s with %s. Isolation: %s; limits of the tree by %s.

`, v["python"], strings.Join(libraries, ", "), strings.Join(m.Run.Sandbox.Mechanisms, ", "), m.Run.Sandbox.Tree)
}

// table is one line for each kind of attack.
func (m *Measurement) table(b *strings.Builder) {
	b.WriteString("## Attacks by kind\n\n| kind | what | caught | of | found by |\n|---|---|---|---|---|\n")
	for _, k := range kinds {
		caught, all := 0, 0
		codes := map[string]bool{}
		for _, a := range m.Attacks {
			if kind(a.Attack) != k.name {
				continue
			}
			all++
			if len(a.Faults) == 0 {
				caught++
			}
			for _, c := range found(a.Attack) {
				codes[c] = true
			}
		}
		if all > 0 {
			fmt.Fprintf(b, "| %s | %s | %d | %d | %s |\n", k.name, k.is, caught, all, strings.Join(slices.Sorted(maps.Keys(codes)), ", "))
		}
	}
	b.WriteString("\n")
}

// missed lists what was missed, and why; nothing where nothing was.
func (m *Measurement) missed(b *strings.Builder) {
	var lines []string
	for _, a := range m.Attacks {
		if len(a.Faults) > 0 {
			lines = append(lines, fmt.Sprintf("- %s: %s\n", a.Attack.Name, cell(strings.Join(a.Faults, "; "))))
		}
	}
	for _, h := range m.Honest {
		if len(h.Faults) > 0 {
			lines = append(lines, fmt.Sprintf("- %s/%s: %s\n", h.Style.Case, h.Style.Name, cell(strings.Join(h.Faults, "; "))))
		}
	}
	if len(lines) > 0 {
		b.WriteString("## Missed\n\n" + strings.Join(lines, "") + "\n")
	}
}

// list is one line for each attack.
func (m *Measurement) list(b *strings.Builder) {
	b.WriteString("## Attacks\n\n| attack | what it does | loses | breaks at | found by |\n|---|---|---|---|---|\n")
	for _, a := range m.Attacks {
		loses := "nothing"
		switch {
		case len(a.Attack.Loses) > 0:
			loses = strings.Join(a.Attack.Loses, ", ")
		case len(a.Attack.Open) > 0:
			loses = "undecided: " + strings.Join(a.Attack.Open, ", ")
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", a.Attack.Name, cell(a.Attack.Tries), loses, a.Attack.Stage, strings.Join(found(a.Attack), ", "))
	}
	b.WriteString("\n")
}

// honest is one line for each honest submission.
func (m *Measurement) honest(b *strings.Builder) {
	b.WriteString("## Honest submissions\n\n| style | expected support | attained |\n|---|---|---|\n")
	for _, h := range m.Honest {
		attained := h.Attained
		if len(h.Faults) > 0 {
			attained += ", missed"
		}
		fmt.Fprintf(b, "| %s/%s | 1 | %s |\n", h.Style.Case, strings.ReplaceAll(h.Style.Name, "_", " "), attained)
	}
}

func kind(a attack.Attack) string {
	k, _, _ := strings.Cut(a.Name, "/")
	return k
}

// found lists the codes that an attack must be met by; those by which a person is asked
// to look are marked.
func found(a attack.Attack) []string {
	var out []string
	for _, c := range a.By {
		out = append(out, "`"+string(c)+"`")
	}
	for _, c := range a.Review {
		out = append(out, "`"+string(c)+"` (review)")
	}
	return out
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.4g %%", 100*float64(n)/float64(of))
}

// cell is a text fit for a table.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(s)
}
