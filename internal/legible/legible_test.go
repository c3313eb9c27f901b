package legible_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/legible"
	"github.com/assaybench/assay/spec"
)

func TestAdvice(t *testing.T) {
	fig := spec.Figure{Axes: []spec.AxesView{
		{ID: "ax0", Pt: 8, PtOf: "the title", LegendPt: 7},
		{ID: "ax1"}, // nothing is known
		{ID: "ax2", Pt: 3.5, PtOf: "the title", LegendPt: 4.99, X: spec.AxisView{Crowded: 1}, Y: spec.AxisView{Crowded: 3}},
	}}
	var got []string
	for _, n := range legible.Advice(fig) {
		if n.Fix == "" {
			t.Errorf("no remedy for %q", n.Message)
		}
		got = append(got, n.Axes+": "+n.Message)
	}
	want := []string{
		"ax2: the title is of 3.5 pt, too small to be read in print",
		"ax2: the legend is of 4.99 pt, too small to be read in print",
		"ax2: 1 tick label of the x axis runs over the next one",
		"ax2: 3 tick labels of the y axis run over the next one",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
