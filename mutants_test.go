package assay

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// mutant is the figure of a reference with some of its code exchanged: pairs of old and new
// text, each of which the code must hold.
type mutant struct {
	name  string
	slot  string // or several
	edits []string
	code  spec.Code // of a decisive check of the slot
	says  string    // what its message must hold
}

// allSlots stands for every slot that is sound.
const allSlots = "*"

// allOffsets are the slots of the attoclock's panel of offset angles.
const allOffsets = "v_offset_coulomb v_offset_yukawa_10 v_offset_yukawa_5 v_offset_yukawa_3 v_offset_yukawa_2 v_offset_yukawa_1"

// hits reports whether a mutant is a fault of a slot.
func (m mutant) hits(slot string) bool {
	return m.slot == allSlots || slices.Contains(strings.Fields(m.slot), slot)
}

// mutants are faults of one kind each, in the figure alone: what was reported stays right.
var mutants = map[string][]mutant{
	"penguins": {
		{"two groups are exchanged", "v_species_sd", []string{`bar(species_sd["index"]`, `bar([species_sd["index"][i] for i in (2, 1, 0)]`}, spec.VisualValues, "the values of Adelie and Gentoo are exchanged"},
		{"groups go round", "v_species_sd", []string{`bar(species_sd["index"]`, `bar([species_sd["index"][i] for i in (1, 2, 0)]`}, spec.VisualValues, "stand at other names"},
		{"ten times too much", "v_species_sd", []string{`species_sd["value"], color`, `[10 * v for v in species_sd["value"]], color`}, spec.VisualValues, "all 3 are 10 times too large"},
		{"in kg under g", "v_species_sd", []string{`species_sd["value"], color`, `[v / 1000 for v in species_sd["value"]], color`}, spec.VisualValues, "(kg?)"},
		{"a bar is dropped", "v_species_sd", []string{`bar(species_sd["index"], species_sd["value"]`, `bar(species_sd["index"][:2], species_sd["value"][:2]`}, spec.VisualGroups, "no bar is labelled Gentoo"},
		{"the baseline is moved", "v_species_sd", []string{`color="#7d8f69"`, `bottom=100, color="#7d8f69"`}, spec.VisualValues, "begin at 100"},
		{"all are shifted", "v_species_sd", []string{`species_sd["value"], color`, `[v + 100 for v in species_sd["value"]], color`}, spec.VisualValues, "all 3 are 100 g too large"},
		{"another unit in the label", "v_species_sd", []string{`"Standard deviation of body mass (g)"`, `"Standard deviation of body mass (kg)"`}, spec.VisualUnit, "says kg but the numbers drawn are in g"},
		{"another quantity in the label", "v_species_sd", []string{`"Standard deviation of body mass (g)"`, `"Flipper length (g)"`}, spec.VisualLabel, "names none of"},
		{"bars cannot be seen", "v_species_sd", []string{`color="#7d8f69"`, `alpha=0, color="#7d8f69"`}, spec.VisualHidden, "transparent"},
		{"logarithms are drawn", "v_species_sd", []string{`species_sd["value"], color`, `[__import__("math").log10(v) for v in species_sd["value"]], color`}, spec.VisualValues, "the logarithm to base 10 is drawn"},
		{"tick labels are reversed", "v_species_sd", []string{`fig.savefig(`, "axes[2].set_xticks([0, 1, 2], species_sd[\"index\"][::-1])\nfig.savefig("}, spec.VisualValues, "the values of Adelie and Gentoo are exchanged"},
		{"sd for the interval", "v_species_means", []string{`yerr=[below, above]`, `yerr=list(spread) if ax is axes[0] else [below, above]`}, spec.VisualUncertain, "error bars are the sd"},
		{"se for the interval", "v_species_means", []string{`yerr=[below, above]`, `yerr=list(weighed.groupby("species")[MASS].sem()) if ax is axes[0] else [below, above]`}, spec.VisualUncertain, "error bars are the se"},
		{"half of the interval", "v_sex_means", []string{`yerr=[below, above]`, `yerr=[[v / 2 for v in below], [v / 2 for v in above]] if ax is axes[1] else [below, above]`}, spec.VisualUncertain, "half as long"},
		{"no bars of error", "v_sex_means", []string{`yerr=[below, above]`, `yerr=None if ax is axes[1] else [below, above]`}, spec.VisualUncertain, "no error bars are drawn"},
		{"outside the limits", "v_species_sd", []string{`fig.savefig(`, "axes[2].set_ylim(0, 480)\nfig.savefig("}, spec.VisualHidden, "the bar for Gentoo lies outside the axis limits"},
		{"a picture over the bars", "v_species_sd", []string{`fig.savefig(`, "import numpy\naxes[2].imshow(numpy.random.rand(40, 40, 3), extent=[-1, 3, 0, 600], aspect=\"auto\", zorder=9)\nfig.savefig("}, spec.VisualHidden, "or covered"},
		{"a picture of itself", allSlots, []string{`fig.savefig(`, "fig.savefig(\"draft.png\", dpi=150)\nfig = plt.figure(figsize=(8.6, 3.1))\nfig.figimage(plt.imread(\"draft.png\"))\nfig.savefig("}, spec.VisualRaster, "pixels carry no numbers"},
		{"a point is moved", "v_species_means", []string{`value = result["value"]`, `value = [v + 20 * (k == 1) * (ax is axes[0]) for k, v in enumerate(result["value"])]`}, spec.VisualValues, "for Chinstrap"},
	},
	"co2": {
		{"two periods are exchanged", "v_growth_means", []string{`growth_means["index"],`, `growth_means["index"][::-1],`}, spec.VisualValues, "the values of early and late are exchanged"},
		{"ten times too much", "v_growth_means", []string{`growth_means["value"],`, `[10 * v for v in growth_means["value"]],`}, spec.VisualValues, "are 10 times too large"},
		{"the cycle is scaled", "v_season", []string{`season["value"], "o-"`, `[10 * v for v in season["value"]], "o-"`}, spec.VisualValues, "all 12 are 10 times too large"},
		{"a month is dropped", "v_season", []string{`season["index"], season["value"], "o-"`, `season["index"][1:], season["value"][1:], "o-"`}, spec.VisualValues, "1 of 12 marks is not drawn: 1"},
		{"a cycle is moved by a month", "v_season", []string{`season["value"], "o-"`, `season["value"][1:] + season["value"][:1], "o-"`}, spec.VisualValues, "1 place too early"},
		{"the cycle is upside down", "v_season", []string{`season["value"], "o-"`, `[-v for v in season["value"]], "o-"`}, spec.VisualValues, "opposite sign"},
		{"another unit in the label", "v_series", []string{`"CO2 concentration (ppm)"`, `"CO2 concentration (kg)"`}, spec.VisualUnit, "kg"},
		{"another unit of growth", "v_growth_means", []string{`(ppm/year)`, `(ppm/month)`}, spec.VisualUnit, "ppm/month"},
		{"a series is hidden", "v_series", []string{`label="monthly mean")`, `label="monthly mean")[0].set_visible(False)`}, spec.VisualHidden, "all 521 points are switched off"},
		{"the series is logged", "v_series", []string{`ax1.plot(monthly["t"], monthly["co2"]`, `ax1.plot(monthly["t"], __import__("numpy").log(monthly["co2"])`}, spec.VisualValues, "the natural logarithm is drawn"},
		{"the series is shifted", "v_series", []string{`ax1.plot(monthly["t"], monthly["co2"]`, `ax1.plot(monthly["t"], monthly["co2"] - 280`}, spec.VisualValues, "280 ppm too small"},
		{"the record ends early", "v_series", []string{`ax1.plot(monthly["t"], monthly["co2"]`, `ax1.plot(monthly["t"][:500], monthly["co2"][:500]`}, spec.VisualValues, "are not drawn"},
		{"se for the interval", "v_growth_means", []string{`yerr=[early_half, late_half]`, `yerr=[early.sem(), late.sem()]`}, spec.VisualUncertain, "error bars are the se"},
		{"sd for the interval", "v_growth_means", []string{`yerr=[early_half, late_half]`, `yerr=[early.std(), late.std()]`}, spec.VisualUncertain, "error bars are the sd"},
	},
	"engel": {
		{"halves are exchanged", "v_share_means", []string{`    share_means["index"],`, `    share_means["index"][::-1],`}, spec.VisualValues, "exchanged"},
		{"percent for fractions", "v_share_means", []string{`    share_means["value"],`, `    [100 * v for v in share_means["value"]],`}, spec.VisualValues, "100 times too large"},
		{"ten times too much", "v_scatter", []string{`ax1.scatter(households["income"], households["foodexp"]`, `ax1.scatter(households["income"], 10 * households["foodexp"]`}, spec.VisualValues, "10 times too large"},
		{"a point is dropped", "v_scatter", []string{`ax1.scatter(households["income"], households["foodexp"]`, `ax1.scatter(households["income"][1:], households["foodexp"][1:]`}, spec.VisualValues, "1 of 235 points is not drawn"},
		{"logarithms are drawn", "v_scatter", []string{`ax1.scatter(households["income"], households["foodexp"]`, `ax1.scatter(households["income"], np.log(households["foodexp"])`}, spec.VisualValues, "the natural logarithm is drawn"},
		{"axes are exchanged", "v_scatter", []string{`ax1.scatter(households["income"], households["foodexp"]`, `ax1.scatter(households["foodexp"], households["income"]`}, spec.VisualValues, "axes are exchanged"},
		{"values are shuffled", "v_scatter", []string{`ax1.scatter(households["income"], households["foodexp"]`, `ax1.scatter(households["income"], households["foodexp"][::-1]`}, spec.VisualValues, "places of others"},
		{"points lie outside", "v_scatter", []string{`fig.savefig(`, "ax1.set_xlim(0, 2000)\nfig.savefig("}, spec.VisualHidden, "outside the axis limits"},
		{"the axes stay linear", "v_loglog", []string{"ax2.set_xscale(\"log\")\nax2.set_yscale(\"log\")\n", ""}, spec.VisualScale, "linear"},
		{"half of the interval", "v_share_means", []string{`yerr=half_width.tolist()`, `yerr=(half_width / 2).tolist()`}, spec.VisualUncertain, "half as long"},
		{"sd for the interval", "v_share_means", []string{`yerr=half_width.tolist()`, `yerr=shares.groupby("half")["share"].std().tolist()`}, spec.VisualUncertain, "error bars are the sd"},
		{"1.96 se for Student's interval", "v_share_means", []string{`yerr=half_width.tolist()`, `yerr=(1.96 * table["sem"]).tolist()`}, spec.VisualUncertain, "normal"},
		{"another label", "v_scatter", []string{"ax1.set_ylabel(\"Food expenditure (francs)\")", "ax1.set_ylabel(\"Food expenditure (kg)\")"}, spec.VisualUnit, "kg"},
	},
	"attoclock": {
		{"two series are exchanged", "v_offset_yukawa_10 v_offset_yukawa_5", []string{`label=n`, `label=names[[0, 2, 1, 3, 4, 5][i]]`}, spec.VisualValues, "under the name Yukawa"},
		{"series go round", allOffsets, []string{`label=n`, `label=names[i - 1]`}, spec.VisualValues, "under the name"},
		{"ten times too much", "v_offset_yukawa_10", []string{`offset[i], marker`, `np.array(offset[i]) * (10 if i == 1 else 1), marker`}, spec.VisualValues, "10 times too large"},
		{"in radians under degrees", "v_offset_coulomb", []string{`offset[i], marker`, `(np.radians(offset[i]) if i == 0 else offset[i]), marker`}, spec.VisualValues, "rad"},
		{"a field is dropped", "v_offset_yukawa_3", []string{`fields["field"], offset[i], marker`, `fields["field"][int(i == 3) :], offset[i][int(i == 3) :], marker`}, spec.VisualValues, "1 of"},
		{"a series is shifted", "v_offset_yukawa_2", []string{`offset[i], marker`, `np.array(offset[i]) + (i == 4), marker`}, spec.VisualValues, "1 deg too large"},
		{"a point is moved", "v_offset_coulomb", []string{`offset[i], marker`, `np.array(offset[i]) + 0.5 * ((i == 0) & (np.arange(len(offset[i])) == 2)), marker`}, spec.VisualValues, "is drawn at"},
		{"values run backwards", "v_offset_yukawa_1", []string{`offset[i], marker`, `offset[i][::-1 if i == 5 else 1], marker`}, spec.VisualValues, "stand in reverse order"},
		{"upside down", "v_offset_yukawa_5", []string{`offset[i], marker`, `(-np.array(offset[i]) if i == 2 else offset[i]), marker`}, spec.VisualValues, "opposite sign"},
		{"logarithms are drawn", "v_offset_coulomb", []string{`offset[i], marker`, `(np.log(np.abs(offset[i])) if i == 0 else offset[i]), marker`}, spec.VisualValues, "logarithm"},
		{"a series is hidden", "v_offset_yukawa_2", []string{`label=n)`, `label=n)[0].set_alpha(0 if i == 4 else 1)`}, spec.VisualHidden, "transparent"},
		{"a series is left out", "v_offset_yukawa_1", []string{`enumerate(names)`, `enumerate(names[:5])`}, spec.VisualGroups, "no "},
		{"another unit in the label", allOffsets, []string{`(deg)`, `(kg)`}, spec.VisualUnit, "kg"},
		{"no unit in the label", allOffsets, []string{`Offset angle (deg)`, `Offset angle`}, spec.VisualUnit, "no unit"},
		{"another quantity in the label", allOffsets, []string{`Offset angle (deg)`, `Kinetic energy (deg)`}, spec.VisualLabel, "names none of"},
		{"a logarithmic axis", allOffsets, []string{`left.legend`, "left.set_yscale(\"log\")\nleft.legend"}, spec.VisualScale, "log"},
		{"barriers go round", "v_barrier", []string{`upper.scatter(names, barrier`, `upper.scatter(names, np.roll(barrier, 1)`}, spec.VisualValues, "the values are right but stand"},
		{"two barriers are exchanged", "v_barrier", []string{`upper.scatter(names, barrier`, `upper.scatter([names[k] for k in (1, 0, 2, 3, 4, 5)], barrier`}, spec.VisualValues, "exchanged"},
		{"ten times the barrier", "v_barrier", []string{`upper.scatter(names, barrier`, `upper.scatter(names, 10 * np.array(barrier)`, `1.1 * max`, `11 * max`}, spec.VisualValues, "10 times too large"},
		{"a barrier is dropped", "v_barrier", []string{`upper.scatter(names, barrier, color=colours)`, `upper.scatter(names[1:], barrier[1:], color=colours[1:])`}, spec.VisualGroups, "Coulomb"},
		{"bars begin above 0", "v_barrier", []string{`upper.scatter(names, barrier`, `upper.bar(names, barrier, bottom=0.01`}, spec.VisualValues, "begin at 0.01"},
		{"barriers lie outside", "v_barrier", []string{`1.1 * max(barrier)`, `0.9 * max(barrier)`}, spec.VisualHidden, "outside the axis limits"},
		{"tick labels are reversed", "v_barrier", []string{`fig.savefig(`, "upper.set_xticks(range(len(names)), names[::-1])\nfig.savefig("}, spec.VisualValues, "the values are right but stand"},
		{"energies upside down", "v_energy", []string{`lower.scatter(names, energy`, `lower.scatter(names, -np.array(energy)`, `-0.8, 0`, `0, 0.8`}, spec.VisualValues, "opposite sign"},
		{"energies in eV", "v_energy", []string{`lower.scatter(names, energy`, `lower.scatter(names, 27.211386 * np.array(energy)`, `-0.8, 0`, `-20, 0`}, spec.VisualValues, "is drawn at -13.606"},
		{"energies are shifted", "v_energy", []string{`lower.scatter(names, energy`, `lower.scatter(names, np.array(energy) + 0.1`}, spec.VisualValues, "is drawn at -0.4"},
		{"energies switched off", "v_energy", []string{`lower.scatter(names, energy, color=colours)`, `lower.scatter(names, energy, color=colours).set_visible(False)`}, spec.VisualHidden, "switched off"},
	},
}

// restyles change a figure's looks only: edits like those of a mutant, on code that any
// reference holds.
var restyles = []struct {
	name  string
	edits []string
}{
	{asItIs, nil},
	{"serif type", []string{"# Figure:", "plt.rcParams['font.family'] = 'serif'\n# Figure:", `"font.size": 9`, `"font.size": 13`}},
	{"dark", []string{"# Figure:", "plt.style.use('dark_background')\n# Figure:"}},
	{"ggplot", []string{"# Figure:", "plt.style.use('ggplot')\n# Figure:"}},
	{"coarse", []string{"dpi=", "dpi=60 + 0 * "}},
	{"large", []string{"figsize=(8.6, ", "figsize=(15, 2.2 * ", "dpi=", "dpi=70 + 0 * "}},
	{"tight", []string{"dpi=", `bbox_inches="tight", dpi=`}},
	{"transparent", []string{"dpi=", `transparent=True, dpi=`}},
	{"another layout", []string{`layout="constrained"`, `layout="tight"`}},
	{"another backend", []string{"# Figure:", "plt.switch_backend('svg')\n# Figure:"}},
	{"svg", []string{`"figure.png"`, `"figure.svg"`}},
	{"pdf", []string{`"figure.png"`, `"figure.pdf"`}},
	{"tiny type", []string{`"font.size": 9`, `"font.size": 4`}},
}

const asItIs = "as it is"

// inBrief are the variants that the ordinary tests draw, all of one case.
const briefCase = "penguins"

var inBrief = []string{asItIs, "serif type", "two groups are exchanged", "bars cannot be seen", "a picture of itself", "sd for the interval"}

// TestMutants draws every mutant of a case's figure in one run and judges each as if it were
// the figure of the reference: each is caught at its slot, by a check whose message says what
// was done, and no other slot suffers. A restyled figure is as good as the reference's own.
func TestMutants(t *testing.T) {
	for _, name := range []string{"penguins", "co2", "engel", "attoclock"} {
		if !brief(name, "") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := drawVariants(t, name)
			sound := map[string]bool{}
			base := w.judge(t, asItIs)
			for _, v := range w.c.Spec.Visuals {
				if verdict := base.visual(v); verdict.Score == 1 && holds(verdict) {
					sound[v.ID] = true
				}
			}
			if len(sound) < 3 {
				t.Fatalf("the reference's figure shows only %v", sound)
			}
			for _, r := range restyles {
				if brief(name, r.name) {
					t.Run(strings.ReplaceAll(r.name, " ", "_"), func(t *testing.T) { w.same(t, r.name, sound) })
				}
			}
			for _, m := range mutants[name] {
				if brief(name, m.name) {
					t.Run(strings.ReplaceAll(m.name, " ", "_"), func(t *testing.T) { w.caught(t, m, sound) })
				}
			}
		})
	}
}

// brief reports whether a variant of a case, or any where none is named, is tried now.
func brief(name, variant string) bool {
	return os.Getenv("ASSAY_LONG") != "" || name == briefCase && (variant == "" || slices.Contains(inBrief, variant))
}

func holds(v spec.Verdict) bool {
	return !slices.ContainsFunc(v.Checks, func(c spec.Check) bool { return c.State == spec.StateScored && !c.Pass })
}

// same asks of a restyled figure that every sound slot is as sound, and the edge to it.
func (w *workshop) same(t *testing.T, variant string, sound map[string]bool) {
	j := w.judge(t, variant)
	for _, v := range w.c.Spec.Visuals {
		if !sound[v.ID] {
			continue
		}
		if got := j.visual(v); got.Score != 1 || !holds(got) {
			t.Errorf("%s: %s", v.ID, failures(got))
		}
		if got := j.shows(v); got.Score != 1 {
			t.Errorf("the edge to %s: %s", v.ID, failures(got))
		}
	}
}

// caught asks of a mutant that its slot fails by the right check, that the edge from what was
// reported fails with it where numbers are wrong, and that other slots are as before.
func (w *workshop) caught(t *testing.T, m mutant, sound map[string]bool) {
	for _, slot := range strings.Fields(m.slot) {
		if !sound[slot] && m.slot != allSlots {
			t.Fatalf("%s is not sound as it is", slot)
		}
	}
	j := w.judge(t, m.name)
	for _, v := range w.c.Spec.Visuals {
		got := j.visual(v)
		if m.slot == allSlots && !sound[v.ID] {
			continue
		}
		if !m.hits(v.ID) {
			if sound[v.ID] && got.Score != 1 {
				t.Errorf("%s suffers: %s", v.ID, failures(got))
			}
			continue
		}
		if got.Score == 1 || !slices.ContainsFunc(got.Checks, func(c spec.Check) bool {
			return (c.State == spec.StateScored || c.State == spec.StateMissing) && !c.Pass && !c.Hard && c.Code == m.code && strings.Contains(c.Note, m.says)
		}) {
			t.Errorf("score %v, no %s that says %q:\n%s", got.Score, m.code, m.says, failures(got))
		}
		edge := j.shows(v)
		if m.code == spec.VisualValues && (edge.Score != 0 || !strings.Contains(failures(edge), m.says)) {
			t.Errorf("the edge has %v:\n%s", edge.Score, failures(edge))
		}
	}
}

func failures(v spec.Verdict) string {
	var b strings.Builder
	for _, c := range v.Checks {
		if !c.Pass && c.Code != "" {
			fmt.Fprintf(&b, "%s: %s\n", c.Code, c.Note)
		}
	}
	return b.String()
}

// workshop is what one run drew of many variants of a case's figure.
type workshop struct {
	c       *Case
	truth   *truth
	run     *run
	figures []spec.Figure
	results *spec.Results
	files   map[string]string // variant -> file
}

// drawVariants runs the reference of a case with its figure once for each variant.
func drawVariants(t *testing.T, name string) *workshop {
	t.Helper()
	o := Options{Python: filepath.Join(must(filepath.Abs(".")), ".venv/bin/python"), Cache: must(filepath.Abs(".venv/cache"))}
	c := must(LoadCase(must(filepath.Abs(filepath.Join("cases", name)))))
	s := must(LoadSubmission(filepath.Join(c.Dir, "hidden/reference"), c))
	code := string(s.Files["analysis.py"])
	begin, end := strings.Index(code, "# Figure:"), strings.Index(code, "fig.savefig(")
	if begin < 0 || end < begin {
		t.Fatal("the figure of the reference is not where it was")
	}
	end += strings.IndexByte(code[end:], '\n') + 1
	w := &workshop{c: c, files: map[string]string{}}
	outputs := []string{spec.FileResults}
	script := code[:begin]
	draw := func(variant string, edits []string) {
		if !brief(name, variant) {
			return
		}
		figure := code[begin:end]
		for e := range slices.Chunk(edits, 2) {
			if !strings.Contains(figure, e[0]) {
				t.Fatalf("%s: the figure of the reference does not hold %s", variant, e[0])
			}
			figure = strings.ReplaceAll(figure, e[0], e[1])
		}
		file := fmt.Sprintf("variant%d.", len(outputs))
		figure = strings.Replace(figure, `"figure.`, `"`+file, 1)
		file += figure[strings.Index(figure, `"`+file)+1+len(file):][:3]
		w.files[variant], outputs = file, append(outputs, file)
		script += figure + "\nplt.close('all')\nmatplotlib.rcdefaults()\nplt.switch_backend('agg')\n"
	}
	for _, r := range restyles {
		draw(r.name, r.edits)
	}
	for _, m := range mutants[name] {
		draw(m.name, m.edits)
	}
	w.truth = must(recompute(t.Context(), c, must(read(c)), o))
	files := map[string]string{}
	for _, a := range c.Case.Data {
		files[a.Path] = filepath.Join(c.Dir, filepath.FromSlash(a.Path))
	}
	w.run = must(start(t.Context(), job{entry: "analysis.py", code: []byte(script), data: files, outputs: outputs, limits: scriptLimits}, o))
	if w.run.outcome.Exit != 0 {
		t.Fatalf("the script ended with %d:\n%s", w.run.outcome.Exit, w.run.report().Output)
	}
	w.figures = visual.FromTrace(w.run.trace)
	results, bad, list := spec.ReadResults(spec.FileResults, w.run.files[spec.FileResults])
	if results == nil || len(bad) > 0 {
		t.Fatal(list)
	}
	w.results = results
	return w
}

// judge is ready to judge the visual slots by one variant of the figure.
func (w *workshop) judge(t *testing.T, variant string) *judge {
	t.Helper()
	name := w.files[variant]
	data := w.run.files[name]
	if data == nil {
		t.Fatalf("no file of %s was written", variant)
	}
	f := &found{executed: true, trace: w.run.trace, results: w.results}
	for _, fig := range w.figures {
		if fig.Path == name {
			f.figures = append(f.figures, fig)
		}
	}
	sum := sha256.Sum256(data)
	f.figure, f.saved = visual.Saved(f.figures, name, hex.EncodeToString(sum[:]))
	if f.figure == nil {
		t.Fatalf("no figure of %s was captured", variant)
	}
	visual.Ink(f.figure, data)
	j := &judge{c: w.c, truth: w.truth, run: w.run, found: f, pairs: match(w.c, w.truth, f), terms: spec.NewTerms(w.c.Spec.Synonyms), results: map[string]*spec.Result{}, methods: map[string]string{}}
	for id, list := range j.pairs.results {
		if len(list) > 0 {
			j.results[id] = &list[0]
		}
	}
	return j
}
