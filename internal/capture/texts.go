package capture

import (
	"github.com/assaybench/assay/graph/trace"
	"github.com/assaybench/assay/spec"
)

// readTexts fills in by what the texts of axes can be read: their size, which of them
// overlap, and the place of legends, with the first entry that each of theirs looks like.
func readTexts(f trace.Figure, out []spec.AxesView) {
	for i, a := range f.Axes {
		v := &out[i]
		v.Pt, v.PtOf = a.Pt, plain(a.PtOf)
		v.X.Crowded, v.Y.Crowded = a.X.Crowded, a.Y.Crowded
		if a.Legend == nil {
			continue
		}
		v.LegendPt = a.Legend.Pt
		if len(a.Legend.BBoxPx) == 4 {
			v.LegendBox = [4]float64(a.Legend.BBoxPx)
		}
		entries := a.Legend.Entries[:min(len(a.Legend.Entries), maxEntries)]
		for k, e := range entries {
			first := k
			for j, other := range entries[:k] {
				if e.Look != "" && e.Look == other.Look && len(e.RGBA) == len(other.RGBA) && near(e.RGBA, other.RGBA) {
					first = j
					break
				}
			}
			v.LegendLike = append(v.LegendLike, first)
		}
	}
}

// pictures are those on a figure, and whether they lie above marks.
func pictures(f trace.Figure) []spec.Picture {
	var out []spec.Picture
	for _, p := range f.Pictures {
		if len(p.BBoxPx) != 4 {
			continue
		}
		v := spec.Picture{Box: [4]float64(p.BBoxPx), Opaque: p.Opaque, Axes: p.Axes}
		if p.Axes == "" {
			v.Over = p.Z >= 0 // pictures of the figure lie above its axes, unless put below
		}
		for _, a := range f.Axes {
			for _, m := range a.Marks {
				if p.Axes != "" && p.Axes == a.ID && m.Mark != spec.MarkText && m.Mark != spec.MarkImage && m.Z < p.Z {
					v.Over = true
				}
			}
		}
		out = append(out, v)
	}
	return out
}
