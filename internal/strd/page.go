package strd

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Peers are results of other programs on the same sets, as peers.py prints them.
type Peers struct {
	Versions map[string]string `json:"versions"`
	Tools    []string          `json:"tools"` // in the order of the columns
	Notes    map[string]string `json:"notes"` // what each tool was asked for
	Values   []PeerValue       `json:"values"`
}

// PeerValue is what a program computed; a null Value says that it gave no finite number.
type PeerValue struct {
	Tool     string   `json:"tool"`
	Set      string   `json:"set"`
	Start    int      `json:"start,omitempty"`
	Quantity string   `json:"quantity"`
	Value    *float64 `json:"value"`
}

// ReadPeers reads the results of other programs.
func ReadPeers(r io.Reader) (Peers, error) {
	var p Peers
	d := json.NewDecoder(io.LimitReader(r, 64<<20))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("the results of other programs: %w", err)
	}
	if len(p.Values) == 0 {
		return p, fmt.Errorf("the results of other programs are empty")
	}
	for _, v := range p.Values {
		if !slices.Contains(p.Tools, v.Tool) {
			return p, fmt.Errorf("the program %q is not among the tools", v.Tool)
		}
	}
	return p, nil
}

// row is a line of a table: the fewest digits of a group of quantities.
type row struct {
	set   string
	start int
	group string
}

var titles = map[Kind]string{
	Univariate: "Univariate summary statistics", Linear: "Linear regression",
	ANOVA: "One-way analysis of variance", Nonlinear: "Nonlinear regression",
}

// WritePage writes how many digits were reached, beside those of other programs by the
// same measure, as Markdown. Each number is the fewest digits in its group of values.
func WritePage(w io.Writer, lines []Line, peers Peers) error {
	var b strings.Builder
	b.WriteString(`# Accuracy

Correct digits on NIST's [Statistical Reference Datasets](https://www.itl.nist.gov/div898/strd/): -log10 of the
relative error against the certified value, at most 15, and at most 11 for nonlinear sets, which are certified
to 11 digits. Where 0 is certified it is -log10 of the value. A number stands for the worst of its group of
values, such as all coefficients; – was not computed, and 0.0 is also a fit that failed. Where NIST certifies an
infinite F (Wampler1, Wampler2), Assay must say that it is infinite.

Assay computes in double-double from the decimal text of the data. The other programs get the data as float64,
which for some sets (NumAcc4, Filip, SmLs07 to SmLs09) no longer hold the digits asked for.

`)
	if len(peers.Tools) > 0 {
		b.WriteString("| program | version | what was asked of it |\n|---|---|---|\n")
		for _, t := range peers.Tools {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", t, peers.Versions[t], peers.Notes[t])
		}
		b.WriteByte('\n')
	}
	b.WriteString("Written by `make accuracy`, all programs in one run.\n")

	at := map[string]Line{}
	for _, l := range lines {
		at[fmt.Sprint(l.Set, " ", l.Start, " ", l.Quantity)] = l
	}
	theirs := map[string]map[row]float64{}
	for _, v := range peers.Values {
		l, ok := at[fmt.Sprint(v.Set, " ", v.Start, " ", v.Quantity)]
		if !ok {
			return fmt.Errorf("%s computed %q of set %q from start %d, which is not certified", v.Tool, v.Quantity, v.Set, v.Start)
		}
		if l.Certified == "Infinity" {
			continue
		}
		digits := 0.0
		if v.Value != nil {
			digits = Digits(l.Kind, *v.Value, l.Certified)
		}
		fewest(theirs, v.Tool, row{l.Set, l.Start, l.Group}, digits)
	}
	ours := map[string]map[row]float64{}
	for _, l := range lines {
		fewest(ours, "assay", row{l.Set, l.Start, l.Group}, l.Digits)
	}
	for _, k := range Kinds {
		writeTable(&b, k, lines, ours["assay"], theirs, peers.Tools)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTable writes the table of one kind: a line for each set and start, a column for
// each program, and in each cell the fewest digits of each group of values.
func writeTable(b *strings.Builder, k Kind, lines []Line, ours map[row]float64, theirs map[string]map[row]float64, all []string) {
	var sets []row
	var groups []string
	low := math.Inf(1)
	for _, l := range lines {
		if l.Kind != k {
			continue
		}
		low = min(low, l.Digits)
		if r := (row{l.Set, l.Start, ""}); !slices.Contains(sets, r) {
			sets = append(sets, r)
		}
		if !slices.Contains(groups, l.Group) {
			groups = append(groups, l.Group)
		}
	}
	if len(sets) == 0 {
		return
	}
	cell := func(of map[row]float64, r row) (string, bool) {
		parts, some := make([]string, len(groups)), false
		for i, g := range groups {
			r.group, parts[i] = g, "–"
			if d, ok := of[r]; ok {
				parts[i], some = fmt.Sprintf("%.1f", d), true
			}
		}
		return strings.Join(parts, " / "), some
	}
	var tools []string
	for _, t := range all {
		if slices.ContainsFunc(sets, func(r row) bool { _, some := cell(theirs[t], r); return some }) {
			tools = append(tools, t)
		}
	}
	fmt.Fprintf(b, "\n## %s\n\nEach cell: %s. Asked for: %.1f digits. The fewest of Assay: %.1f.\n\n| set | assay |", titles[k], strings.Join(groups, " / "), Asked[k], low)
	for _, t := range tools {
		fmt.Fprintf(b, " %s |", t)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(tools)) + "\n")
	for _, r := range sets {
		name := r.set
		if r.start > 0 {
			name += fmt.Sprintf(", start %d", r.start)
		}
		own, _ := cell(ours, r)
		fmt.Fprintf(b, "| %s | %s |", name, own)
		for _, t := range tools {
			text, some := cell(theirs[t], r)
			if !some {
				text = ""
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteString("\n")
	}
}

func fewest(m map[string]map[row]float64, tool string, r row, digits float64) {
	if m[tool] == nil {
		m[tool] = map[row]float64{}
	}
	if old, ok := m[tool][r]; !ok || digits < old {
		m[tool][r] = digits
	}
}
