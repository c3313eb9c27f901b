package visual_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/capture"
	"github.com/assaybench/assay/internal/pytrace"
	"github.com/assaybench/assay/spec"
)

// The zoo: figures of every kind, each drawn by a function of testdata/zoo under the
// tracer, and what they show as the text of that function. Some of them are drawn in every
// run, all with the libraries of three years in the long one.
var (
	families = [][]string{
		{"lines", "points", "bars", "intervals", "distributions", "fields", "shapes", "layout"},
		{"frames", "statistical", "grids"},
	}
	some = []string{"points.scatter", "points.collection", "points.plot_dots", "points.one_by_one", "points.sizes", "points.values_by_colour", "points.outside", "bars.beside", "bars.stacked", "bars.switched_off",
		"intervals.asymmetric", "intervals.bands_of_groups", "lines.step_post", "lines.stem", "fields.grid_with_key", "shapes.pie_of_thirds", "layout.twin", "layout.second_scale", "layout.nothing_below_zero"}
)

// exhibit is one figure of the zoo.
type exhibit struct {
	Name  string               `json:"name"`
	Text  string               `json:"text"`
	Names map[string][]float64 `json:"names"`
	Error string               `json:"error"` // of the script, in place of a figure

	figure spec.Figure
}

// zoo is what one environment drew.
type zoo struct {
	Versions string    `json:"versions"`
	Drawn    []exhibit `json:"drawn"`
}

// TestZoo draws figures of the zoo and reads each exactly. The long run draws all, and
// holds docs/figures.md against what it found; with ASSAY_UPDATE=1 it writes that page.
func TestZoo(t *testing.T) {
	t.Parallel()
	if os.Getenv("ASSAY_LONG") == "" {
		z := drawZoo(t, findPython(t, ""), [][]string{some})
		z.hold(t)
		if len(z.Drawn) != len(some) || len(z.unfit()) > 0 {
			t.Errorf("%d of %d figures are drawn; not %v", len(z.Drawn), len(some), z.unfit())
		}
		return
	}
	out, err := exec.Command("bash", "../internal/pytrace/requirements/compat.sh", "../.venv/compat").Output()
	if err != nil {
		t.Fatalf("compat.sh: %v", err)
	}
	var all []zoo
	for _, executable := range strings.Fields(string(out)) {
		z := drawZoo(t, findPython(t, executable), families)
		t.Run(strings.ReplaceAll(z.Versions, " ", "_"), z.hold)
		all = append(all, z)
	}
	if len(all) == 0 {
		t.Fatal("no environment was made")
	}
	if newest := all[len(all)-1]; len(newest.unfit()) > 0 || len(newest.Drawn) < 120 {
		t.Errorf("the current libraries draw %d figures and cannot draw %v", len(newest.Drawn), newest.unfit())
	}
	if !t.Failed() {
		holdPage(t, all)
	}
}

// hold compares every figure with its text.
func (z zoo) hold(t *testing.T) {
	for _, e := range z.Drawn {
		if e.Error != "" {
			continue // no figure of these releases: unfit names it
		}
		t.Run(e.Name, func(t *testing.T) {
			want, err := e.truth()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, shown(e.figure, want)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// unfit are the figures that the script could not draw.
func (z zoo) unfit() []string {
	var out []string
	for _, e := range z.Drawn {
		if e.Error != "" {
			out = append(out, e.Name+": "+e.Error)
		}
	}
	return out
}

func findPython(t testing.TB, executable string) pytrace.Interpreter {
	t.Helper()
	i, err := pytrace.Find(context.Background(), pytrace.Places{Environment: executable, Folder: ".."})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// drawZoo draws figures in as many processes as there are lists of them.
func drawZoo(t testing.TB, python pytrace.Interpreter, lists [][]string) zoo {
	t.Helper()
	cache := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Minute)
	defer cancel()
	fonts, err := python.Prepare(ctx, cache)
	if err != nil {
		t.Fatal(err)
	}
	root, err := python.Tracer(ctx, cache)
	if err != nil {
		t.Fatal(err)
	}
	drawn := make([]zoo, len(lists))
	fails := make([]error, len(lists))
	var wg sync.WaitGroup
	for i, list := range lists {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "zoo"))); err != nil {
			t.Fatal(err)
		}
		main := fmt.Sprintf("import zoo\nzoo.main(%q.split())\n", strings.Join(list, " "))
		if err := os.WriteFile(filepath.Join(dir, "main.py"), []byte(main), 0o644); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			o := pytrace.Options{Script: filepath.Join(dir, "main.py"), Root: root, Fonts: fonts, Home: t.TempDir(), TraceFD: 3}
			drawn[i], fails[i] = drawFigures(ctx, python.Command(o), dir)
		})
	}
	wg.Wait()
	out := zoo{}
	for i, err := range fails {
		if err != nil {
			t.Fatal(err)
		}
		out.Versions = drawn[i].Versions
		out.Drawn = append(out.Drawn, drawn[i].Drawn...)
	}
	return out
}

func drawFigures(ctx context.Context, c pytrace.Command, dir string) (out zoo, err error) {
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Env, cmd.Dir = c.Env, dir
	var stderr, lines bytes.Buffer
	cmd.Stderr = &stderr
	read, write, err := os.Pipe()
	if err != nil {
		return out, err
	}
	defer read.Close()
	cmd.ExtraFiles = []*os.File{write}
	if err := cmd.Start(); err != nil {
		return out, err
	}
	write.Close()
	if _, err := trace.NewWriter(&lines).Copy(read); err != nil {
		return out, err
	}
	if err := cmd.Wait(); err != nil {
		return out, fmt.Errorf("%w\n%s", err, stderr.String())
	}
	tr, err := trace.Read(&lines)
	if err != nil {
		return out, err
	}
	if tr.End == nil || tr.End.Error != "" {
		return out, fmt.Errorf("the tracer gave up: %+v", tr.End)
	}
	for _, a := range tr.Audits {
		if a.Event == "figure.marks-left-out" {
			return out, fmt.Errorf("marks were left out: %s", a.Detail)
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return out, err
	}
	figures := map[string]spec.Figure{}
	for _, f := range capture.FromTrace(tr) {
		figures[strings.TrimSuffix(f.Path, ".png")] = f
	}
	for i := range out.Drawn {
		if out.Drawn[i].Error != "" {
			continue
		}
		f, ok := figures[out.Drawn[i].Name]
		if !ok {
			return out, fmt.Errorf("%s was not captured", out.Drawn[i].Name)
		}
		out.Drawn[i].figure = f
	}
	return out, nil
}
