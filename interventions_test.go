package assay_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/spec"
)

// swap puts one piece of a program in place of another.
func swap(t *testing.T, old, new string) func(string) string {
	t.Helper()
	return func(code string) string {
		if !strings.Contains(code, old) {
			t.Fatalf("the reference does not hold %q any more", old)
		}
		return strings.Replace(code, old, new, 1)
	}
}

// What a submission does on changed data decides the edges from the data, whatever its
// trace shows. The ordinary run leaves out what the worked submissions and the attacks try.
func TestInterventions(t *testing.T) {
	const write = `results = [species_means, sex_means, gentoo_adelie, chinstrap_adelie, male_female, species_sd]`
	for _, tt := range []struct {
		name   string
		edit   func(string) string
		n      int
		strict string // yes, no, or open
		stage  spec.Stage
		codes  []spec.Code
		none   []spec.Code
		always bool // in the ordinary run too
	}{
		{"H26 right view, then a literal", swap(t, write, "gentoo_adelie['value'] = 1375.3540085069726\n"+write), 2, "no", spec.StageTransformResult, []spec.Code{spec.ResultHardCoded}, nil, false},
		{"a literal laundered through the data", swap(t, write, "gentoo_adelie['value'] = float(weighed[MASS].mean() * 0 + 13753540085069726 / 1e13)\n"+write), 1, "no", spec.StageTransformResult, []spec.Code{spec.ResultHardCoded}, nil, false},
		{"a literal with a little of the data in it", swap(t, write, "gentoo_adelie['value'] = float(weighed[MASS].mean() * 1e-14 + 13753540085069726 / 1e13)\n"+write), 1, "no", spec.StageTransformResult, nil, nil, false},
		{"a selection by the place of rows", swap(t, `b = frame.loc[frame[by] == second, MASS]`, "b = frame.loc[frame[by] == second, MASS] if second != 'Adelie' else frame[MASS].iloc[:151]"), 1, "no", spec.StageTransformResult, []spec.Code{spec.ResultStray}, nil, true},
		{"a figure of numbers typed in", swap(t, `    value = result["value"]`, "    value = result['value'] if result is not species_means else [3700.662251655629, 3733.0882352941176, 5076.016260162602]"), 1, "no", spec.StageVisual, []spec.Code{spec.VisualStatic}, nil, true},
		{"gold behind a fingerprint of the data", swap(t, write, "import hashlib\nif hashlib.sha256(open(DATA, 'rb').read()).hexdigest() == '"+penguinsDigest+"':\n    gentoo_adelie['value'] = 1375.3540085069726\n"+write), 1, "yes", spec.StageNone, []spec.Code{spec.RunGated}, nil, false},
		{"a wrong definition follows the data", swap(t, `weighed.groupby("species")[MASS].std()`, `weighed.groupby("species")[MASS].std(ddof=0)`), 1, "no", spec.StageTransformResult, []spec.Code{spec.ResultVariant}, []spec.Code{spec.ResultStray, spec.ResultHardCoded}, false},
		{"a count of rows is asserted", before("import pandas\nassert len(pandas.read_csv('data/penguins.csv')) == 344"), 1, "yes", spec.StageNone, nil, []spec.Code{spec.InterventionCrashed}, false},
		{"a mean of the data is asserted", before("import pandas\nassert abs(pandas.read_csv('data/penguins.csv').body_mass_g.mean() - 4201.754385964912) < 1e-6"), 1, "open", spec.StageNone, []spec.Code{spec.InterventionCrashed}, []spec.Code{spec.ResultHardCoded}, false},
		{"no intervention", swap(t, write, write), -1, "yes", spec.StageNone, []spec.Code{spec.RunTraceOnly}, nil, true},
	} {
		if !tt.always && !long() {
			continue
		}
		t.Run(strings.ReplaceAll(tt.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			o := options(t)
			o.Interventions = tt.n
			r := made(t, tt.edit, o)
			got := "open"
			if s := r.Metrics.Strict; s != nil {
				got = map[bool]string{true: "yes", false: "no"}[*s]
			}
			if got != tt.strict {
				t.Errorf("strict: %s, want %s", got, tt.strict)
			}
			if tt.strict == "no" {
				if stage := earliest(r); stage != tt.stage {
					t.Errorf("broken stage %q, want %q", stage, tt.stage)
				}
			}
			var codes []spec.Code
			for _, f := range r.Findings {
				codes = append(codes, f.Code)
			}
			for _, c := range tt.codes {
				if !slices.Contains(codes, c) {
					t.Errorf("no finding %s in %v", c, codes)
				}
			}
			for _, c := range tt.none {
				if slices.Contains(codes, c) {
					t.Errorf("a finding %s", c)
				}
			}
			if want := max(tt.n, 0); len(r.Interventions) != want {
				t.Errorf("%d interventions, want %d", len(r.Interventions), want)
			}
			if got == "open" && len(r.Adjudication) == 0 {
				t.Error("nobody is asked to decide")
			}
			if t.Failed() {
				explain(t, r)
			}
		})
	}
}

// penguinsDigest is the digest of the penguins' data file, which its manifest states.
const penguinsDigest = "f204db2c753b0937caac3cb35258562c14f073e4bbc76be24b4c51ce22767a93"
