package picture_test

import (
	"testing"

	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

func TestSaved(t *testing.T) {
	fig := func(path, sha string, event int64, marks ...spec.MarkSet) spec.Figure {
		return spec.Figure{Path: path, SHA256: sha, Event: event, Axes: []spec.AxesView{{ID: "ax0", Marks: marks}}}
	}
	one := spec.MarkSet{Mark: spec.MarkPoint, X: []float64{1}, Y: []float64{2}}
	two := spec.MarkSet{Mark: spec.MarkPoint, X: []float64{2}, Y: []float64{3}}
	for name, c := range map[string]struct {
		figs  []spec.Figure
		code  spec.Code
		event int64
	}{
		"as captured":              {[]spec.Figure{fig("figure.png", "aa", 1, one)}, "", 1},
		"dot and slash":            {[]spec.Figure{fig("./figure.png", "aa", 1, one)}, "", 1},
		"copied from another name": {[]spec.Figure{fig("tmp.png", "aa", 1, one)}, "", 1},
		"saved twice":              {[]spec.Figure{fig("figure.png", "bb", 1, one), fig("figure.png", "aa", 2, one)}, "", 2},
		"another figure later":     {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("other.png", "cc", 2, two)}, "", 1},
		"saved elsewhere too":      {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("copy.png", "aa", 2, one)}, "", 1},
		"drawn on afterwards":      {[]spec.Figure{fig("figure.png", "aa", 1, one), fig("", "", 2, one, two)}, spec.VisualStale, 1},
		"overwritten":              {[]spec.Figure{fig("figure.png", "bb", 1, one)}, spec.VisualForeign, 1},
		"never saved":              {[]spec.Figure{fig("other.png", "bb", 1, one)}, spec.VisualForeign, 0},
		"nothing captured":         {nil, spec.VisualForeign, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f, v := picture.Saved(c.figs, "figure.png", "aa")
			var code spec.Code
			for _, k := range v.Checks {
				if !k.Pass {
					code = k.Code
				}
			}
			if code != c.code || (v.Score == 1) != (c.code == "") {
				t.Errorf("code %q, score %v, want %q", code, v.Score, c.code)
			}
			var event int64
			if f != nil {
				event = f.Event
			}
			if event != c.event {
				t.Errorf("figure of event %d, want %d", event, c.event)
			}
		})
	}
}
