package capture

import (
	"slices"
	"strings"

	"github.com/assaybench/assay/graph/trace"
)

// Calls that draw marks, and calls that make a figure, by the last part of their name.
var (
	drawing = []string{"bar", "barh", "plot", "scatter", "errorbar", "hist", "boxplot", "bxp", "violinplot", "fill_between", "fill_betweenx",
		"step", "stem", "stairs", "vlines", "hlines", "semilogx", "semilogy", "loglog", "stackplot", "pie", "hexbin", "hist2d", "imshow", "pcolormesh", "contour", "contourf",
		"axline", "plot_date", "barplot", "pointplot", "countplot", "scatterplot", "lineplot", "histplot", "kdeplot", "stripplot", "swarmplot", "boxenplot", "regplot", "heatmap"}
	making = []string{"subplots", "figure", "subplot_mosaic", "Figure", "figaspect", "relplot", "catplot", "displot", "lmplot", "jointplot", "pairplot", "FacetGrid"}
)

// maxLate bounds the calls that are looked at for one figure.
const maxLate = 200

// drawnLater finds the first call that drew on a figure after it was saved. A call
// belongs to the figure if both come from one call that made a figure; where that
// is not known of one of them, if no figure was made in between.
func drawnLater(t *trace.Trace, f trace.FigureEvent) *trace.Op {
	own := map[int64]bool{}
	var calls []int64
	for _, a := range f.Axes {
		for _, m := range a.Marks {
			if m.Call != 0 && len(calls) < maxLate && !slices.Contains(calls, m.Call) {
				calls = append(calls, m.Call)
				makers(t, m.Call, own)
			}
		}
	}
	looked, made := 0, false
	for _, op := range t.Order {
		if t.Seq(op.ID) <= f.Seq || op.Err != "" || !strings.HasPrefix(op.Fam, "plot") {
			continue
		}
		made = made || called(op, making)
		if !called(op, drawing) {
			continue
		}
		if looked++; looked > maxLate {
			return nil
		}
		its := map[int64]bool{}
		makers(t, op.ID, its)
		later, shared := len(its) > 0, false
		for m := range its {
			later = later && t.Seq(m) > f.Seq
			shared = shared || own[m]
		}
		switch {
		case shared, !later && len(own) == 0 && len(its) > 0:
			return op
		case len(its) == 0 && !made:
			return op
		}
	}
	return nil
}

func called(op *trace.Op, names []string) bool {
	return slices.Contains(names, op.Fn[strings.LastIndexByte(op.Fn, '.')+1:])
}

// makers collects the calls that made the figures that a call draws on. What it is given
// to draw says nothing of where: data may have passed through a function that had a figure
// among its arguments, or come from a picture.
func makers(t *trace.Trace, id int64, into map[int64]bool) {
	var on []int64
	if op := t.Ops[id]; op != nil {
		if called(op, making) {
			on = append(on, id)
		}
		for _, in := range op.In {
			if slices.Contains(places, in.Role) {
				on = append(on, in.Ref)
			}
		}
	}
	for _, ref := range on {
		for _, a := range t.Ancestors(ref) {
			if op := t.Ops[a]; op != nil && strings.HasPrefix(op.Fam, "plot") && called(op, making) {
				into[a] = true
			}
		}
	}
}

// places are the roles in which a call is given the axes, or the figure, to draw on.
var places = []string{"self", "ax", "axes", "fig", "figure"}
