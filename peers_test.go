package assay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// exhibit is one of the figures that other checkers are held against too.
type exhibit struct {
	name, question string
	right          bool
}

// asked is what the figures should show, by question.
type asked struct {
	Questions struct {
		Means struct {
			Names           []string
			Y, Half, SD, SE []float64
		}
		Counts struct {
			Names        []string
			Female, Male []float64
		}
		Scatter struct {
			X, Y  []float64
			Group []string
		}
		Series struct{ X, Y []float64 }
		Sample struct{ Y []float64 }
		Boxes  struct {
			Names   []string
			Samples [][]float64
		}
		Fit struct{ Slope, Intercept float64 }
	}
}

// question is a visual slot with what it should show.
type question struct {
	slot spec.VisualSlot
	want visual.Expected
}

// Forty figures that answer their question pass, forty that do not fail, by all that a slot
// can ask of each. With ASSAY_PEERS, the answers of other checkers to the same questions,
// docs/figures.md says how they do beside it.
func TestFortyRightAndFortyWrong(t *testing.T) {
	peers := os.Getenv("ASSAY_PEERS")
	if os.Getenv("ASSAY_LONG") == "" && peers == "" {
		return
	}
	code, err := os.ReadFile("visual/testdata/peers/figures.py")
	if err != nil {
		t.Fatal(err)
	}
	var all []exhibit
	outputs := []string{"figures.json"}
	for _, m := range regexp.MustCompile(`(?m)^@(right|wrong)\("(\w+)"\)\ndef (\w+)\(ax\)`).FindAllStringSubmatch(string(code), -1) {
		all = append(all, exhibit{m[3], m[2], m[1] == "right"})
		outputs = append(outputs, m[3]+".png")
	}
	o := Options{Python: filepath.Join(must(filepath.Abs(".")), ".venv/bin/python"), Cache: must(filepath.Abs(".venv/cache"))}
	// A function is traced for its first twenty calls: so many figures make a run.
	slices.SortStableFunc(all, func(a, b exhibit) int {
		switch {
		case a.right == b.right:
			return 0
		case a.right:
			return -1
		}
		return 1
	})
	var figures []spec.Figure
	files := map[string][]byte{}
	o.Cold = peers != "" // so that both pay for what they import
	var watched, alone float64
	for first := 0; first < len(all); first += 20 {
		part := strings.Replace(string(code), "    main()\n", fmt.Sprintf("    main(%d, %d)\n", first, first+20), 1)
		run := must(start(t.Context(), job{entry: "figures.py", code: []byte(part), outputs: outputs, limits: scriptLimits}, o))
		if run.outcome.Exit != 0 {
			t.Fatalf("the script ended with %d:\n%s", run.outcome.Exit, run.report().Output)
		}
		figures = append(figures, visual.FromTrace(run.trace)...)
		maps.Copy(files, run.files)
		if watched += run.report().CPUSeconds; peers != "" {
			alone += plainly(t, o.Python, part)
		}
	}
	var data asked
	if err := json.Unmarshal(files["figures.json"], &data); err != nil {
		t.Fatal(err)
	}
	questions, terms := data.questions(t), spec.NewTerms(nil)
	right := map[bool]int{}
	passed := map[string]bool{}
	begin := time.Now()
	for _, e := range all {
		file := files[e.name+".png"]
		var own []spec.Figure
		for _, f := range figures {
			if f.Path == e.name+".png" {
				own = append(own, f)
			}
		}
		sum := sha256.Sum256(file)
		fig, saved := visual.Saved(own, e.name+".png", hex.EncodeToString(sum[:]))
		if check := visual.CheckFile(e.name+".png", file); fig == nil || check.Score < 1 || saved.Score < 1 {
			t.Fatalf("%s: no figure, or no sound file\n%s%s", e.name, failures(check), failures(saved))
		}
		visual.Ink(fig, file)
		q := questions[e.question]
		v := visual.Judge(q.slot, visual.MatchSlots([]spec.VisualSlot{q.slot}, fig, terms)[q.slot.ID], q.want, terms)
		passed[e.name] = v.Score == 1 && holds(v)
		if passed[e.name] == e.right {
			right[e.right]++
			t.Logf("%s: %v %s", e.name, v.Score, failures(v))
		} else {
			t.Errorf("%s (%s): score %v\n%s", e.name, e.question, v.Score, failures(v))
		}
	}
	took := time.Since(begin) / time.Duration(len(all))
	if len(all) != 80 || right[true] != 40 || right[false] != 40 {
		t.Fatalf("right verdicts: %d of the right and %d of the wrong figures, of %d", right[true], right[false], len(all))
	}
	if peers != "" {
		writePeers(t, peers, all, took, time.Duration((watched-alone)/float64(len(all))*float64(time.Second)))
	}
}

// questions are the slots of the data, each asking all that a slot can.
func (a asked) questions(t *testing.T) map[string]question {
	t.Helper()
	q := a.Questions
	num := func(name string, v []float64) spec.Column {
		return spec.Column{Name: name, Kind: spec.ColumnNumber, Num: v}
	}
	text := func(name string, v []string) spec.Column {
		return spec.Column{Name: name, Kind: spec.ColumnText, Text: v}
	}
	hard := []string{"groups_present", "unit_shown", "baseline_zero", "axis_not_inverted", "no_hidden_marks", "no_duplicated_group", "legend_legible"}
	bare := slices.DeleteFunc(slices.Clone(hard), func(h string) bool { return h == "unit_shown" })
	out := map[string]question{}
	rows := func(s spec.VisualSlot, columns ...spec.Column) {
		want, err := visual.FromFrame(s, &spec.Frame{Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		out[s.ID] = question{s, want}
	}
	results := func(s spec.VisualSlot, in ...visual.ResultInput) {
		want, err := visual.FromResult(s, in)
		if err != nil {
			t.Fatal(err)
		}
		out[s.ID] = question{s, want}
	}
	flipper, mass := &spec.Channel{Field: "x", Unit: "mm", Label: []string{"flipper"}}, &spec.Channel{Field: "y", Unit: "g", Label: []string{"mass"}}
	species := func(field string) *spec.Channel { return &spec.Channel{Field: field, Scale: "category"} }

	means := visual.ResultInput{Slot: spec.ResultSlot{ID: "means"}, Value: spec.ArrayValue(q.Means.Y), Unit: "g"}
	lower, upper := slices.Clone(q.Means.Y), slices.Clone(q.Means.Y)
	for i, n := range q.Means.Names {
		means.Index = append(means.Index, spec.TextValue(n))
		lower[i], upper[i] = lower[i]-q.Means.Half[i], upper[i]+q.Means.Half[i]
	}
	means.Uncertainty = []spec.Uncertainty{{Kind: spec.UncertaintyCI, Level: spec.NumberValue(0.95), Lower: spec.ArrayValue(lower), Upper: spec.ArrayValue(upper)},
		{Kind: spec.UncertaintySD, Value: spec.ArrayValue(q.Means.SD)}, {Kind: spec.UncertaintySE, Value: spec.ArrayValue(q.Means.SE)}}
	results(spec.VisualSlot{ID: "means", Marks: []string{"bar", "point"}, X: species("index"), Y: &spec.Channel{Field: "value", Unit: "g", Label: []string{"mass"}},
		Uncertainty: &spec.UncertaintyRule{Required: true, Kinds: []spec.UncertaintyKind{spec.UncertaintyCI}, Level: 0.95}, Hard: append([]string{"uncertainty_shown"}, hard...)}, means)

	counts := spec.VisualSlot{ID: "counts", Marks: []string{"bar"}, X: species("species"), Y: &spec.Channel{Field: "n"}, Group: &spec.Channel{Field: "sex"}, Hard: bare}
	sexes := slices.Concat(slices.Repeat([]string{"female"}, 3), slices.Repeat([]string{"male"}, 3))
	rows(counts, text("species", slices.Concat(q.Counts.Names, q.Counts.Names)), num("n", slices.Concat(q.Counts.Female, q.Counts.Male)), text("sex", sexes))

	rows(spec.VisualSlot{ID: "scatter", Marks: []string{"point"}, X: flipper, Y: mass, Group: &spec.Channel{Field: "group"}, Hard: hard}, num("x", q.Scatter.X), num("y", q.Scatter.Y), text("group", q.Scatter.Group))
	rows(spec.VisualSlot{ID: "series", Marks: []string{"line", "point"}, X: &spec.Channel{Field: "x", Label: []string{"month"}}, Y: &spec.Channel{Field: "y", Unit: "ppm", Label: []string{"CO2"}}, Hard: hard},
		num("x", q.Series.X), num("y", q.Series.Y))
	rows(spec.VisualSlot{ID: "sample", Marks: []string{"histogram"}, X: &spec.Channel{Field: "y", Unit: "mm"}, Y: &spec.Channel{Field: "count"}, Hard: hard}, num("y", q.Sample.Y))
	var names []string
	for i, n := range q.Boxes.Names {
		names = append(names, slices.Repeat([]string{n}, len(q.Boxes.Samples[i]))...)
	}
	rows(spec.VisualSlot{ID: "boxes", Marks: []string{"box"}, X: species("species"), Y: &spec.Channel{Field: "y", Unit: "mm"}, Hard: hard}, text("species", names), num("y", slices.Concat(q.Boxes.Samples...)))
	part := func(term string) spec.ResultSlot {
		return spec.ResultSlot{ID: term, Methods: []spec.Method{{Family: "ols", Oracle: spec.OracleCall{Estimator: "ols", Args: map[string]spec.Value{"term": spec.TextValue(term)}}}}}
	}
	results(spec.VisualSlot{ID: "fit", Marks: []string{"line"}, X: flipper, Y: mass, Hard: hard},
		visual.ResultInput{Slot: part("x"), Value: spec.NumberValue(q.Fit.Slope)}, visual.ResultInput{Slot: part("intercept"), Value: spec.NumberValue(q.Fit.Intercept)})
	return out
}

// plainly runs a script without Assay and returns the seconds of CPU that it took.
func plainly(t *testing.T, python, code string) float64 {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "figures.py"), []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "figures.py")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// answer is what another checker says of one figure: nil where it has no check for it.
type answer struct {
	Name    string
	Pass    map[string]*bool
	Seconds map[string]float64
}

// writePeers writes the table of docs/figures.md between its marks.
func writePeers(t *testing.T, file string, all []exhibit, took, watching time.Duration) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var given struct {
		Versions map[string]string
		Draw     float64
		Answers  []answer
	}
	if err := json.Unmarshal(data, &given); err != nil {
		t.Fatal(err)
	}
	by := map[string]answer{}
	for _, a := range given.Answers {
		by[a.Name] = a
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "| | right figures passed | wrong figures caught | right verdicts | no check for | time for a figure |\n|---|---|---|---|---|---|\n")
	fmt.Fprintf(&b, "| Assay | 40 of 40 | 40 of 40 | 80 of 80 | 0 | %.1f ms |\n", float64(took.Microseconds())/1000)
	for _, tool := range []string{"matplotcheck", "plotchecker"} {
		passed, caught, none, seconds := 0, 0, 0, 0.0
		for _, e := range all {
			a := by[e.name]
			seconds += a.Seconds[tool]
			switch pass := a.Pass[tool]; {
			case pass == nil:
				none++
			case *pass && e.right:
				passed++
			case !*pass && !e.right:
				caught++
			}
		}
		fmt.Fprintf(&b, "| %s %s | %d of 40 | %d of 40 | %d of 80 | %d | %.1f ms |\n", tool, given.Versions[tool], passed, caught, passed+caught, none, 1000*seconds/float64(len(all)))
	}
	fmt.Fprintf(&b, "\nDrawing and saving one of them takes %.0f ms. Watching the analysis that draws them costs Assay %.1f ms of CPU more for each, beside the time above. Wrong figures that pass:\n\n",
		1000*given.Draw, float64(watching.Microseconds())/1000)
	for _, tool := range []string{"matplotcheck", "plotchecker"} {
		var missed []string
		for _, e := range all {
			if pass := by[e.name].Pass[tool]; !e.right && pass != nil && *pass {
				missed = append(missed, strings.ReplaceAll(e.name, "_", " "))
			}
		}
		fmt.Fprintf(&b, "- %s: %s\n", tool, strings.Join(missed, ", "))
	}
	page, err := os.ReadFile("docs/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	const from, to = "<!-- peers -->\n", "<!-- end -->"
	i := bytes.Index(page, []byte(from))
	if i < 0 {
		t.Fatalf("docs/figures.md has no %s", from)
	}
	i += len(from)
	j := bytes.Index(page[i:], []byte(to))
	if j < 0 {
		t.Fatalf("docs/figures.md has no end of %s", from)
	}
	if err := os.WriteFile("docs/figures.md", slices.Concat(page[:i], b.Bytes(), page[i+j:]), 0o644); err != nil {
		t.Fatal(err)
	}
}
