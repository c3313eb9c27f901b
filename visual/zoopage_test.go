package visual_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/spec"
)

const page = "../docs/figures.md"

// holdPage holds the tables of docs/figures.md against what was drawn and read; with
// ASSAY_UPDATE=1 it writes them. The rest of the page is written by hand.
func holdPage(t *testing.T, all []zoo) {
	t.Helper()
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	newest := all[len(all)-1]
	text := string(b)
	for name, table := range map[string]string{
		"libraries": librariesTable(all), "marks": marksTable(newest), "groups": groupsTable(newest), "unseen": unseenTable(newest),
	} {
		part := regexp.MustCompile(`(?s)(<!-- zoo: ` + name + ` -->\n).*?(<!-- end -->)`)
		if !part.MatchString(text) {
			t.Fatalf("%s has no place for the table %q", page, name)
		}
		text = part.ReplaceAllString(text, "${1}"+strings.ReplaceAll(table, "$", "$$")+"${2}")
	}
	if os.Getenv("ASSAY_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(b), text); diff != "" {
		t.Errorf("%s does not hold what was found here: look at it with ASSAY_UPDATE=1\n(-page +found):\n%s", page, diff)
	}
}

// The page counts the figures of the zoo.
func TestZooPage(t *testing.T) {
	scripts, err := os.ReadDir("testdata/zoo")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, s := range scripts {
		b, err := os.ReadFile("testdata/zoo/" + s.Name())
		if err != nil {
			t.Fatal(err)
		}
		if s.Name() != "zoo.py" {
			n += len(regexp.MustCompile(`(?m)^def \w+\((ax)?\):\n    """`).FindAll(b, -1))
		}
	}
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if n < 120 || !strings.Contains(string(b), fmt.Sprintf("| %d | %d |", n, n)) {
		t.Errorf("%s does not tell that all of %d figures are read: write it with ASSAY_LONG=1 ASSAY_UPDATE=1", page, n)
	}
}

// row writes one row of a table.
func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

func librariesTable(all []zoo) string {
	out := row("libraries", "figures", "read exactly", "not in these releases") + row("---", "---", "---", "---")
	for _, z := range all {
		var unfit []string
		for _, e := range z.Drawn {
			if e.Error != "" {
				unfit = append(unfit, e.Name)
			}
		}
		n := len(z.Drawn) - len(unfit) // only a run in which all are right comes here
		out += row(z.Versions, strconv.Itoa(n), strconv.Itoa(n), orNone(unfit))
	}
	return out
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// reads says what is read of each mark.
var reads = [][2]string{
	{spec.MarkPoint, "place; size where sizes differ; the number that colour shows, and its range"},
	{spec.MarkLine, "vertices; where a line of steps turns (`pre`, `mid`, `post`)"},
	{spec.MarkBar, "place, end and baseline; upright or lying"},
	{spec.MarkHistogram, "edges, heights, baselines; the raw sample where the call is given it; density, cumulated, weighted"},
	{spec.MarkErrorbar, "both ends, centre, whether an end is only a bound; kind and level where the call says them"},
	{spec.MarkBand, "both edges; kind and level where the call says them; steps"},
	{spec.MarkBox, "median, quartiles, whiskers, mean; the rule of the whiskers; raw sample; fliers are points of their own"},
	{spec.MarkViolin, "outline; bandwidth and raw sample where the call is given them; lines and points within"},
	{spec.MarkMesh, "edges of each cell and its value (images, grids, triangles), and the range of values that colours tell apart"},
	{spec.MarkHex, "middle and value of each bin"},
	{spec.MarkContour, "vertices and levels of lines and areas"},
	{spec.MarkArrow, "foot and components"},
	{spec.MarkArc, "share of the whole, and the number that was given"},
	{spec.MarkRule, "segments; lines across the axes"},
	{spec.MarkSpan, "both ends of a stripe across the axes"},
	{spec.MarkPolygon, "vertices"},
	{spec.MarkText, "text and place, where that is among the data"},
	{spec.MarkImage, "that there is a picture: its pixels are no data"},
}

func marksTable(z zoo) string {
	out := row("mark", "what is read", "drawn by", "figures") + row("---", "---", "---", "---")
	for _, r := range reads {
		calls, n := map[string]bool{}, 0
		for _, e := range z.Drawn {
			is := false
			for _, a := range e.figure.Axes {
				for _, m := range a.Marks {
					if m.Mark == r[0] {
						is = true
						if m.Call != "" {
							calls[short(m.Call)] = true
						}
					}
				}
			}
			if is {
				n++
			}
		}
		out += row(r[0], r[1], strings.Join(slices.Sorted(maps.Keys(calls)), ", "), strconv.Itoa(n))
	}
	return out
}

// short is the name of a drawing call as its users know it.
func short(call string) string {
	parts := strings.Split(call, ".")
	last := parts[len(parts)-1]
	switch {
	case strings.HasPrefix(call, "seaborn.") && len(parts) > 2 && parts[1] != "_core":
		return "seaborn " + parts[len(parts)-2] + "." + last
	case strings.HasPrefix(call, "seaborn._core"):
		return "seaborn objects"
	case strings.HasPrefix(call, "seaborn."):
		return "seaborn " + last
	case strings.HasPrefix(call, "pandas."):
		return "pandas " + strings.Replace(last, "__call__", "plot", 1)
	}
	return last
}

func groupsTable(z zoo) string {
	out := row("told by", "figures") + row("---", "---")
	count := map[string]int{}
	for _, e := range z.Drawn {
		here := map[string]bool{}
		for _, a := range e.figure.Axes {
			if a.Facet != "" {
				here["facet"] = true
			}
			for _, m := range a.Marks {
				if m.Via != "" {
					here[m.Via] = true
				}
				if m.Labels != nil && m.Mark != spec.MarkText && m.Mark != spec.MarkArc {
					here["name on the axis"] = true
				}
				if m.Mark == spec.MarkArc && slices.ContainsFunc(m.Labels, func(l string) bool { return l != "" }) {
					here["label of a wedge"] = true
				}
			}
		}
		for via := range here {
			count[via]++
		}
	}
	for _, via := range slices.Sorted(maps.Keys(count)) {
		out += row(via, strconv.Itoa(count[via]))
	}
	return out
}

func unseenTable(z zoo) string {
	out := row("reason", "figures") + row("---", "---")
	found := map[spec.Unseen][]string{}
	for _, e := range z.Drawn {
		for _, a := range e.figure.Axes {
			for _, m := range a.Marks {
				for _, why := range m.Unseen {
					if why != "" && !slices.Contains(found[why], e.Name) {
						found[why] = append(found[why], e.Name)
					}
				}
			}
		}
	}
	for _, why := range slices.Sorted(maps.Keys(found)) {
		out += row("`"+string(why)+"`", strings.Join(found[why], ", "))
	}
	return out
}
