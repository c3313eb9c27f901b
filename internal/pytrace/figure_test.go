package pytrace_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/internal/canon"
)

// zoo draws, each on axes of its own, the artists that are read, and says what must
// be found: mark, and channels as text.
const zoo = `
import io
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
df = pd.DataFrame({"g": ["a", "a", "b", "b", "b"], "v": [1.0, 2.0, 3.0, 5.0, 10.0], "x": [1, 2, 3, 4, 5]})
`

// zooOf is the source after what it needs; seaborn, which takes a second to import, only
// where it is used.
func zooOf(source string) string {
	if strings.Contains(source, "sns.") {
		return zoo + "import seaborn as sns\n" + source
	}
	return zoo + source
}

// drawn runs a drawing script, which must save figure.png, and returns the figure.
func drawn(t *testing.T, source string) *trace.Figure {
	t.Helper()
	o, dir := script(t, zooOf(source))
	if len(o.trace.Figures) == 0 {
		t.Fatalf("no figure\n%s", o.stderr)
	}
	f := o.trace.Figures[len(o.trace.Figures)-1]
	if f.Path != "" {
		digest, _, err := canon.File(filepath.Join(dir, f.Path))
		if err != nil || digest != f.SHA256 {
			t.Errorf("%s has digest %s, the trace says %s (%v)", f.Path, digest, f.SHA256, err)
		}
	}
	return f.Figure
}

// text is a mark as text: kind, orientation and channels by name.
func text(m trace.Mark) string {
	var parts []string
	for name, c := range m.Channels {
		fs, ok := c.Floats()
		if !ok {
			return "bad channel " + name
		}
		var nums []string
		for _, f := range fs {
			nums = append(nums, fmt.Sprint(math.Round(f*1e6)/1e6))
		}
		parts = append(parts, name+" "+strings.Join(nums, " "))
	}
	slices.Sort(parts)
	return strings.TrimSpace(m.Mark+" "+m.Orient) + ": " + strings.Join(parts, ", ")
}

func marks(f *trace.Figure) (out []string) {
	for _, a := range f.Axes {
		for _, m := range a.Marks {
			if m.Mark != "text" {
				out = append(out, text(m))
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestMarks(t *testing.T) {
	// Several drawings share a process; each is a figure of its own.
	cases := []struct {
		name, source string
		want         []string
	}{
		{"line", `ax.plot([1, 2, 3], [4, 5, 6.5])`, []string{"line: x 1 2 3, y 4 5 6.5"}},
		{"scatter", `ax.scatter([1, 2], [3, np.nan], s=[5, 6])`, []string{"point: size 5 6, x 1 NaN, y 3 NaN"}},
		{"bar", `ax.bar(["p", "q"], [3, -4])`, []string{"bar v: base 0 0, width 0.8 0.8, x 0 1, y 3 -4"}},
		{"stacked", `ax.bar([0, 1], [1, 2]); ax.bar([0, 1], [3, 4], bottom=[1, 2])`, []string{
			"bar v: base 0 0, width 0.8 0.8, x 0 1, y 1 2", "bar v: base 1 2, width 0.8 0.8, x 0 1, y 4 6"}},
		{"barh", `ax.barh(["p", "q"], [3, 4], xerr=[1, .5])`, []string{
			"bar h: base 0 0, width 0.8 0.8, x 3 4, y 0 1", "errorbar h: hi 4 4.5, lo 2 3.5, x 3 4, y 0 1"}},
		{"errorbar", `ax.errorbar([1, 2], [3, 4], yerr=[[.5, 1], [1, 2]], fmt="o", capsize=3)`, []string{"errorbar v: hi 4 6, lo 2.5 3, x 1 2, y 3 4"}},
		{"errorbar_none", `ax.errorbar([1, 2], [3, 4], yerr=1, fmt="none")`, []string{"errorbar v: hi 4 5, lo 2 3, x 1 2, y 3 4"}},
		{"errorbar_both", `ax.errorbar([1], [3], yerr=1, xerr=.5)`, []string{"errorbar h: hi 1.5, lo 0.5, x 1, y 3", "errorbar v: hi 4, lo 2, x 1, y 3"}},
		{"bar_yerr", `ax.bar([0, 1], [3, 4], yerr=[1, 2])`, []string{
			"bar v: base 0 0, width 0.8 0.8, x 0 1, y 3 4", "errorbar v: hi 4 6, lo 2 2, x 0 1, y 3 4"}},
		{"band", `ax.fill_between([1, 2, 3], [1, 1, 2], [3, 4, 5])`, []string{"band v: hi 3 4 5, lo 1 1 2, x 1 2 3"}},
		{"band_where", `ax.fill_between([1, 2, 3, 4, 5], [0] * 5, [1] * 5, where=[True, True, False, True, True])`, []string{"band v: hi 1 1 1 1, lo 0 0 0 0, x 1 2 4 5"}},
		{"band_h", `ax.fill_betweenx([1, 2], [0, 1], [2, 3])`, []string{"band h: hi 2 3, lo 0 1, y 1 2"}},
		{"hist", `ax.hist([1, 1, 2, 4], bins=[0, 2, 4, 6])`, []string{"histogram v: base 0 0 0, x 0 2 4, x2 2 4 6, y 2 1 1"}},
		{"hist_step", `ax.hist([1, 1, 2, 4], bins=[0, 2, 4, 6], histtype="step")`, []string{"histogram v: base 0 0 0, x 0 2 4, x2 2 4 6, y 2 1 1"}},
		{"hist_h", `ax.hist([1, 1, 2], bins=[0, 2, 4], orientation="horizontal")`, []string{"histogram h: base 0 0, x 0 2, x2 2 4, y 2 1"}},
		{"stairs", `ax.stairs([1, 2], [0, 1, 3])`, []string{"histogram v: base 0 0, x 0 1, x2 1 3, y 1 2"}},
		{"box", `ax.boxplot([[1, 2, 3, 4, 5], [2, 4]], positions=[1, 3])`, []string{
			"box v: med 3, q1 2, q3 4, whi 5, wlo 1, x 1", "box v: med 3, q1 2.5, q3 3.5, whi 4, wlo 2, x 3"}},
		{"box_fliers", `ax.boxplot([[1, 2, 3, 4, 50]])`, []string{"box v: med 3, q1 2, q3 4, whi 4, wlo 1, x 1", "line: x 1, y 50"}},
		{"box_filled", `ax.boxplot([[1, 2, 3, 4, 5]], patch_artist=True, notch=False, orientation="horizontal")`, []string{"box h: med 3, q1 2, q3 4, whi 5, wlo 1, y 1"}},
		{"axhline", `ax.axhline(3); ax.axvline(2)`, []string{"rule: x 2", "rule: y 3"}},
		{"vlines", `ax.vlines([1, 2], [0, 1], [3, 4])`, []string{"rule: x 1 2, x2 1 2, y 0 1, y2 3 4"}},
		{"changed_after", `line, = ax.plot([1, 2], [3, 4]); line.set_ydata([5, 6])`, []string{"line: x 1 2, y 5 6"}},
		{"removed", `b = ax.bar([0], [1]); b.remove(); ax.plot([0], [1], "o")`, []string{"line: x 0, y 1"}},
		{"inset", `ax.inset_axes([.5, .5, .4, .4]).plot([7], [8])`, []string{"line: x 7, y 8"}},
		{"pandas_bar", `df.groupby("g")["v"].mean().plot.bar(ax=ax, yerr=df.groupby("g")["v"].std())`, []string{
			"bar v: base 0 0, width 0.5 0.5, x 0 1, y 1.5 6", "errorbar v: hi 2.207107 9.605551, lo 0.792893 2.394449, x 0 1, y 1.5 6"}},
		{"pandas_line", `df.plot(x="x", y="v", ax=ax)`, []string{"line: x 1 2 3 4 5, y 1 2 3 5 10"}},
		{"pandas_hist", `df["v"].plot.hist(ax=ax, bins=[0, 5, 10])`, []string{"histogram v: base 0 0, x 0 5, x2 5 10, y 3 2"}},
		{"pandas_box", `df.boxplot(column="v", by="g", ax=ax)`, []string{"box v: med 1.5, q1 1.25, q3 1.75, whi 2, wlo 1, x 1", "box v: med 5, q1 4, q3 7.5, whi 10, wlo 3, x 2"}},
		{"sns_bar", `sns.barplot(df, x="g", y="v", ax=ax, errorbar="sd")`, []string{
			"bar v: base 0 0, width 0.8 0.8, x 0 1, y 1.5 6", "line: x 0 0, y 0.792893 2.207107", "line: x 1 1, y 2.394449 9.605551"}},
		{"sns_box", `sns.boxplot(df, x="g", y="v", ax=ax)`, []string{"box v: med 1.5, q1 1.25, q3 1.75, whi 2, wlo 1, x 0", "box v: med 5, q1 4, q3 7.5, whi 10, wlo 3, x 1"}},
		{"sns_scatter", `sns.scatterplot(df, x="x", y="v", hue="g", ax=ax)`, []string{"point: x 1 2 3 4 5, y 1 2 3 5 10"}},
		{"sns_line", `sns.lineplot(df, x="g", y="v", ax=ax, errorbar="sd")`, []string{"band v: hi 2.207107 9.605551, lo 0.792893 2.394449, x 0 1", "line: x 0 1, y 1.5 6"}},
		{"sns_point", `sns.pointplot(df, x="g", y="v", ax=ax, errorbar=("se", 1))`, []string{
			"line: x 0 0, y 1 2", "line: x 0 1, y 1.5 6", "line: x 1 1, y 3.918334 8.081666"}},
		{"sns_hist", `sns.histplot(df, x="v", bins=[0, 5, 10], ax=ax)`, []string{"histogram v: base 0 0, x 0 5, x2 5 10, y 3 2"}},
		{"sns_strip", `sns.stripplot(df, x="g", y="v", ax=ax, jitter=False)`, []string{"point: x 0 0, y 1 2", "point: x 1 1 1, y 3 5 10"}},
	}
	t.Parallel()
	var b strings.Builder
	b.WriteString("cases = {}\n")
	for _, c := range cases {
		fmt.Fprintf(&b, "fig, ax = plt.subplots()\n%s\nfig.savefig(%q)\nplt.close(fig)\n", c.source, c.name+".png")
	}
	o, dir := script(t, zooOf(b.String()))
	figures := map[string]*trace.Figure{}
	for _, f := range o.trace.Figures {
		figures[strings.TrimSuffix(f.Path, ".png")] = f.Figure
	}
	for _, c := range cases {
		f := figures[c.name]
		if f == nil {
			t.Errorf("%s: no figure", c.name)
			continue
		}
		slices.Sort(c.want)
		if diff := cmp.Diff(c.want, marks(f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if digest, _, err := canon.File(filepath.Join(dir, f.Path)); err != nil || digest != f.SHA256 {
			t.Errorf("%s: digest %s, want that of the file", c.name, f.SHA256)
		}
		for _, a := range f.Axes {
			for _, m := range a.Marks {
				if m.Call == 0 || o.trace.Ops[m.Call] == nil || m.Fn == "" {
					t.Errorf("%s: %s names no call", c.name, text(m))
				}
			}
		}
	}
}

func TestSemanticsOfCalls(t *testing.T) {
	t.Parallel()
	f := drawn(t, `
m = df.groupby("g")["v"].mean()
fig, axes = plt.subplots(1, 3)
sns.barplot(df, x="g", y="v", ax=axes[0])
sns.lineplot(df, x="g", y="v", ax=axes[1], errorbar=("se", 1))
axes[2].bar(m.index, m.values, color=["red", "blue"], alpha=.5, label="means")
axes[2].hist(df["v"], bins=3)
fig.savefig("figure.png")
`)
	line := f.Axes[0].Marks[slices.IndexFunc(f.Axes[0].Marks, func(m trace.Mark) bool { return m.Mark == "line" })]
	if line.Extent != "ci" || line.Level != 0.95 || line.Fn != "seaborn.barplot" {
		t.Errorf("error bar of seaborn: %+v", line)
	}
	band := f.Axes[1].Marks[slices.IndexFunc(f.Axes[1].Marks, func(m trace.Mark) bool { return m.Mark == "band" })]
	if band.Extent != "se" {
		t.Errorf("band of seaborn: %+v", band)
	}
	for _, m := range f.Axes[2].Marks {
		switch m.Mark {
		case "bar":
			if m.Label != "means" || m.Alpha != 0.5 || len(m.RGBAs) != 2 || m.RGBAs[1][2] != 1 || len(m.Refs) == 0 || m.Fn != "matplotlib.axes.Axes.bar" {
				t.Errorf("bar: %+v", m)
			}
		case "histogram":
			if m.N != 5 || m.Bins != 3 {
				t.Errorf("histogram: n %d, bins %d", m.N, m.Bins)
			}
		}
	}
}

func TestAxes(t *testing.T) {
	t.Parallel()
	f := drawn(t, `
fig, axes = plt.subplots(2, 2, figsize=(8, 6))
a = axes[0, 0]
a.plot(pd.date_range("2000-01-01", periods=3), [1, 2, 3], label="up")
a.plot(pd.date_range("2000-01-01", periods=3), [3, 2, 1], "k--", label="down")
a.set_xlabel("date")
a.set_ylabel("mass (g)")
a.legend(title="way")
b = a.twinx()
b.set_ylabel("other")
c = axes[0, 1]
c.bar(["p", "q"], [1, 10])
c.set_yscale("log")
c.set_title("site = A")
d = axes[1, 0]
pd.Series([1.0, 2, 3], index=pd.period_range("2000-01", periods=3, freq="M")).plot(ax=d)
e = axes[1, 1]
e.bar([0, 1], [2, 3])
e.set_xticks([0, 1], ["one", "two"])
e.invert_yaxis()
e.text(0.5, 1, "note", transform=e.transAxes)
fig.savefig("figure.png", dpi=50)
`)
	if f.DPI != 50 || f.Format != "png" || len(f.Axes) != 5 {
		t.Fatalf("dpi %v, format %s, %d axes", f.DPI, f.Format, len(f.Axes))
	}
	byTitle := func(ok func(trace.Axes) bool) trace.Axes {
		i := slices.IndexFunc(f.Axes, ok)
		if i < 0 {
			t.Fatal("axes are missing")
		}
		return f.Axes[i]
	}
	a := byTitle(func(a trace.Axes) bool { return a.Y.Label == "mass (g)" })
	if a.X.Kind != "time" || a.X.Label != "date" || a.Y.Kind != "linear" || a.BBoxPx[2] <= 0 {
		t.Errorf("time axis: %+v", a.X)
	}
	if x, _ := a.Marks[0].Channels["x"].Floats(); x[0] != 10957 {
		t.Errorf("2000-01-01 is day %v", x[0])
	}
	if a.Legend == nil || a.Legend.Title != "way" || len(a.Legend.Entries) != 2 || a.Legend.Entries[1].Label != "down" || a.Legend.Entries[1].RGBA[0] != 0 {
		t.Errorf("legend: %+v", a.Legend)
	}
	if b := byTitle(func(a trace.Axes) bool { return a.Y.Label == "other" }); b.TwinOf != a.ID {
		t.Errorf("twin of %q, want %q", b.TwinOf, a.ID)
	}
	c := byTitle(func(a trace.Axes) bool { return a.Title != "" })
	if c.Facet != "site = A" || c.Y.Scale != "log" || c.X.Kind != "category" || !slices.Equal(c.X.Categories, []string{"p", "q"}) {
		t.Errorf("categories: %+v", c)
	}
	d := f.Axes[slices.IndexFunc(f.Axes, func(a trace.Axes) bool {
		x, _ := a.Marks[0].Channels["x"].Floats()
		return a.X.Kind == "time" && len(x) == 3 && x[1] == 10988
	})]
	if d.X.Limits[0].F > 10957 || d.X.Limits[1].F < 11017 {
		t.Errorf("limits of a pandas time axis: %v", d.X.Limits)
	}
	e := byTitle(func(a trace.Axes) bool { return len(a.X.Ticks) == 2 && a.X.Ticks[1].Label == "two" })
	if e.Y.Limits[0].F <= e.Y.Limits[1].F {
		t.Errorf("an inverted axis: %v", e.Y.Limits)
	}
	note := e.Marks[slices.IndexFunc(e.Marks, func(m trace.Mark) bool { return m.Mark == "text" })]
	if note.Text != "note" || note.Coords != "axes" {
		t.Errorf("text: %+v", note)
	}
}

func TestVisibility(t *testing.T) {
	t.Parallel()
	f := drawn(t, `
fig, ax = plt.subplots()
ax.plot([1, 2], [1, 2], visible=False, zorder=7)
ax.plot([1, 2], [2, 3], alpha=0.25, linewidth=3, marker="s", linestyle=":")
fig.savefig("figure.png")
`)
	hidden, shown := f.Axes[0].Marks[0], f.Axes[0].Marks[1]
	if hidden.Visible || hidden.Z != 7 || !shown.Visible || shown.Alpha != 0.25 || shown.LineWidth != 3 || shown.Marker != "s" || shown.LineStyle != ":" {
		t.Errorf("%+v\n%+v", hidden, shown)
	}
}

// V15, and a figure that is saved before its last data: what counts is what stood on
// the axes when the file was written, file by file.
func TestV15_EachSaveIsAFigure(t *testing.T) {
	t.Parallel()
	o, dir := script(t, zooOf(`
fig, ax = plt.subplots()
ax.bar([0, 1], [1, 2])
fig.savefig("first")
ax.bar([2], [3])
plt.savefig("second.svg", bbox_inches="tight")
buffer = io.BytesIO()
buffer.write(b"before")
fig.savefig(buffer, format="png")
open("third.png", "wb").write(buffer.getvalue()[6:])
with open("fourth.png", "wb") as f:
    fig.savefig(f)
`))
	if len(o.trace.Figures) != 4 {
		t.Fatalf("%d figures", len(o.trace.Figures))
	}
	for i, want := range []struct {
		path, file, format string
		marks              int
	}{{"first.png", "first.png", "png", 1}, {"second.svg", "second.svg", "svg", 2}, {"", "third.png", "png", 2}, {"fourth.png", "fourth.png", "png", 2}} {
		f := o.trace.Figures[i]
		if f.Path != want.path || f.Format != want.format || len(f.Axes[0].Marks) != want.marks {
			t.Errorf("figure %d: path %q, format %q, %d marks", i, f.Path, f.Format, len(f.Axes[0].Marks))
		}
		if digest, _, _ := canon.File(filepath.Join(dir, want.file)); digest != f.SHA256 {
			t.Errorf("figure %d: digest of what was written", i)
		}
	}
}

// The same script gives the same bytes twice, SVG included, and with and without the
// tracer where no time or chance is in the file.
func TestFiguresAreReproducible(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "a.py", zooOf(`
fig, ax = plt.subplots()
ax.bar(["a", "b"], [1.5, 6.0], yerr=[0.7, 3.6])
ax.set_title("ö title")
fig.savefig("a.png")
fig.savefig("a.svg")
`))
	digests := map[string]bool{}
	pngs := map[string]bool{}
	for i, traced := range []bool{true, true, false} {
		o := outcome{}
		if i == 0 {
			o = forked(t, dir, "a.py")
		} else {
			o = run(t, dir, "a.py", traced)
		}
		if o.exit != 0 {
			t.Fatal(o.stderr)
		}
		png, err := os.ReadFile(filepath.Join(dir, "a.png"))
		if err != nil {
			t.Fatal(err)
		}
		pngs[canon.Bytes(png)] = true
		if traced {
			svg, _, err := canon.File(filepath.Join(dir, "a.svg"))
			if err != nil {
				t.Fatal(err)
			}
			digests[svg] = true
		}
	}
	if len(digests) != 1 || len(pngs) != 1 {
		t.Errorf("%d SVGs, %d PNGs", len(digests), len(pngs))
	}
}

// A figure of very many points keeps the trace in bounds and says what is missing.
func TestHugeFigure(t *testing.T) {
	t.Parallel()
	o, _ := script(t, zooOf(`
fig, ax = plt.subplots()
ax.scatter(np.arange(1_200_000), np.arange(1_200_000), s=1)
ax.plot([1, 2], [3, 4])
fig.savefig("figure.png")
`))
	if got := o.trace.Figures[0].Axes[0].Marks; len(got) != 1 || text(got[0]) != "line: x 1 2, y 3 4" {
		t.Errorf("%d marks", len(got))
	}
	if !slices.ContainsFunc(o.trace.Audits, func(a trace.Audit) bool { return a.Event == "figure.marks-left-out" }) {
		t.Errorf("audits %v", o.trace.Audits)
	}
}
