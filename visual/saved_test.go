package visual_test

import (
	"testing"

	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/visual"
)

// What a figure that was saved early shows all the same is not held against it.
func TestSavedEarlyBlamesWhatIsMissing(t *testing.T) {
	slot, terms := meanSlot(), spec.NewTerms(nil)
	f := figure(good())
	f.Late, f.LateCall = 9, "Axes.bar in line 17"
	f.Path, f.SHA256 = "figure.png", "aa"
	fig, saved := visual.Saved([]spec.Figure{*f}, "figure.png", "aa")
	m := visual.MatchSlots([]spec.VisualSlot{slot}, fig, terms)["v"]
	perfect(t, visual.Shows(slot, m, expected(t, slot, meanResult()), saved, terms))
	empty := figure(trace.Axes{})
	empty.Late = 9
	if v := visual.Judge(slot, visual.MatchSlots([]spec.VisualSlot{slot}, empty, terms)["v"], expected(t, slot, meanResult()), terms); v.State != spec.StateMissing || v.Checks[0].Code != spec.VisualStale {
		t.Errorf("an empty figure: %+v", v)
	}
	a := good()
	a.Marks = a.Marks[:1]
	bare := figure(a)
	m = visual.MatchSlots([]spec.VisualSlot{slot}, bare, terms)["v"]
	in := meanResult()
	in.Value = spec.ArrayValue(scaled(means, 2))
	v := visual.Shows(slot, m, expected(t, slot, in), saved, terms)
	if got := codes(v); v.Score != 0 || len(got) != 1 || got[0] != string(spec.VisualStale) {
		t.Errorf("score %v, %v", v.Score, got)
	}
}
