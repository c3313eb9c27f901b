package assay_test

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/honest"
	"github.com/assaybench/assay/spec"
)

// edited returns the verdict on the reference of a case with another analysis; the
// other four files stay as they are.
func edited(t *testing.T, name string, edit func(code string) string) *spec.Report {
	t.Helper()
	dir, caseDir := t.TempDir(), filepath.Join("cases", name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(caseDir, "hidden/reference"))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "analysis.py")
	code, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(edit(string(code))), 0o644); err != nil {
		t.Fatal(err)
	}
	return verify(t, caseDir, dir, options(t))
}

// long reports whether the long suites run too (make test-long).
func long() bool { return os.Getenv("ASSAY_LONG") != "" }

// tried reports whether the ordinary run tries a row of a table: about one of n, always the
// same ones. The long run tries all.
func tried(name string, n uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return long() || h.Sum32()%n == 0
}

// An honest analysis is strict in whatever style it is written. In the ordinary run only
// those styles are tried that no other test covers.
func TestHonestStyles(t *testing.T) {
	styles, err := honest.All("cases/testdata/honest")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range styles {
		name := s.Case + "/" + s.Name
		if !long() && !slices.Contains([]string{"penguins/running_sums", "engel/threads_and_queues"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectStrict(t, edited(t, s.Case, instead(s.Code)))
		})
	}
}

// One small fault in the reference is found, and where it is.
func TestSubtleFaults(t *testing.T) {
	for _, tt := range []struct {
		name, fault, old, new string
		stage                 spec.Stage
		code                  spec.Code
		always                bool // in the ordinary run too
	}{
		{"penguins", "numbers typed into a list", `"value": spread.tolist()`, `"value": [458.56612591013476, 384.3350813871914, 504.11623665709163]`, spec.StageTransformResult, spec.ResultUntraced, false},
		{"penguins", "a typed number with data in form only", `"value": spread.tolist()`, `"value": (spread * 0 + [458.56612591013476, 384.3350813871914, 504.11623665709163]).tolist()`, spec.StageTransformResult, spec.ResultUntraced, false},
		{"penguins", "white on white", `fmt="o", color=colour`, `fmt="o", color="white"`, spec.StageVisual, spec.VisualHidden, true},
		{"penguins", "a panel that is covered", `fig.savefig(`, "fig.patches.append(plt.Rectangle((0, 0), 0.33, 1, transform=fig.transFigure, color=\"white\", zorder=100))\nfig.savefig(", spec.StageVisual, spec.VisualHidden, false},
		{"penguins", "a bar that is covered", `fig.savefig(`, "axes[2].axvspan(1.5, 2.5, color=\"white\", zorder=50)\nfig.savefig(", spec.StageVisual, "", false},
		{"penguins", "ticks that read double", `fig.savefig(`, "axes[2].set_yticks([0, 200, 400], [\"0\", \"400\", \"800\"])\nfig.savefig(", spec.StageVisual, spec.VisualValues, false},
		{"penguins", "a significant difference that is none", "show no significant difference in", "differ significantly in", spec.StageClaim, spec.ClaimText, false},
		{"penguins", "another level in the text", `g (95% CI {low`, `g (90% CI {low`, spec.StageClaim, spec.ClaimUncertain, false},
		{"penguins", "single precision", `"value": float(a.mean() - b.mean())`, `"value": float((a.mean() - b.mean()).astype("float32"))`, spec.StageTransformResult, spec.ResultValue, false},
		{"penguins", "an outlier dropped", `pd.read_csv(DATA)`, `pd.read_csv(DATA).query("not body_mass_g > 6200")`, spec.StageDataTransform, spec.TransformRows, false},
		{"penguins", "data in the program", `pd.read_csv(DATA)`, `pd.read_csv(__import__("io").StringIO("species,sex,body_mass_g\n" + "".join(f"{s},{x},{m}\n" for s in ("Adelie", "Chinstrap", "Gentoo") for x in ("male", "female") for m in range(3000, 5000, 100))))`, spec.StageDataTransform, "", false},
		{"engel", "another estimate before the interval", `{subject} is {value:.3f}`, `{subject} is {value + 0.1:.3f}`, spec.StageClaim, spec.ClaimText, false},
		{"engel", "the median household in the upper half", `households["income"] > households`, `households["income"] >= households`, spec.StageDataTransform, spec.TransformView, false},
		{"co2", "slower for faster", `'faster' if faster else 'slower'`, `'slower' if faster else 'faster'`, spec.StageClaim, spec.ClaimText, false},
		{"co2", "a cycle moved by a month", `season["value"], "o-"`, `season["value"][1:] + season["value"][:1], "o-"`, spec.StageVisual, spec.VisualDetached, false},
	} {
		if !tt.always && !long() {
			continue
		}
		t.Run(tt.name+"/"+strings.ReplaceAll(tt.fault, " ", "_"), func(t *testing.T) {
			t.Parallel()
			r := edited(t, tt.name, func(code string) string {
				if !strings.Contains(code, tt.old) {
					t.Fatalf("the reference does not hold %s", tt.old)
				}
				return strings.ReplaceAll(code, tt.old, tt.new)
			})
			if r.Metrics.Strict == nil || *r.Metrics.Strict {
				t.Error("strict success")
			}
			if got := earliest(r); got != tt.stage {
				t.Errorf("broken stage %q, want %q", got, tt.stage)
			}
			if codes := errorCodes(r); tt.code != "" && !slices.Contains(codes, tt.code) {
				t.Errorf("no finding %s in %v", tt.code, codes)
			}
			if t.Failed() {
				explain(t, r)
			}
		})
	}
}
