package picture

import (
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/spec"
)

// Parts of what a picture covers from which on it counts: of what it hides, and of the
// canvas or of axes that it fills.
const (
	hides = 0.5
	fills = 0.5
)

// Pasted reports whether a figure shows a picture in place of marks: one that lies on the
// figure itself and fills the canvas, or one that fills axes without marks of data.
func Pasted(fig spec.Figure) bool {
	canvas := [4]float64{0, 0, fig.Size[0], fig.Size[1]}
	for _, p := range fig.Pictures {
		if p.Axes == "" && share(p.Box, canvas) >= fills {
			return true
		}
		for _, a := range fig.Axes {
			if a.ID == p.Axes && a.Box[2] > 0 && share(p.Box, a.Box) >= fills && len(dataOn(a)) == 0 {
				return true
			}
		}
	}
	return false
}

// dataOn are the sets of a pair of axes that show numbers.
func dataOn(a spec.AxesView) []spec.MarkSet {
	return slices.DeleteFunc(dataMarks(a), func(m spec.MarkSet) bool { return m.Mark == spec.MarkImage || m.Len() == 0 })
}

// share is which part of b is covered by a.
func share(a, b [4]float64) float64 {
	w := min(a[0]+a[2], b[0]+b[2]) - max(a[0], b[0])
	h := min(a[1]+a[3], b[1]+b[3]) - max(a[1], b[1])
	if !(w > 0) || !(h > 0) || !(b[2]*b[3] > 0) {
		return 0
	}
	return w * h / (b[2] * b[3])
}

// behind notes the marks that lie behind opaque pictures, by their places in pixels.
func behind(fig *spec.Figure) {
	for _, p := range fig.Pictures {
		if !p.Over || p.Opaque < hides {
			continue
		}
		for i := range fig.Axes {
			a := &fig.Axes[i]
			if p.Axes != "" && p.Axes != a.ID || share(p.Box, a.Box) == 0 {
				continue
			}
			a.Marks = slices.Clone(a.Marks)
			for k := range a.Marks {
				cover(&a.Marks[k], a, p.Box)
			}
		}
	}
}

// cover notes which marks of a set lie within a box of pixels.
func cover(m *spec.MarkSet, a *spec.AxesView, box [4]float64) {
	n := m.Len()
	if m.Mark == spec.MarkText || m.Mark == spec.MarkImage || m.Hidden >= n {
		return
	}
	why := make([]spec.Unseen, n)
	hidden, covered := 0, 0
	for i := range n {
		if why[i] = axis.Why(m, a, i); !why[i].Hides() && within(m, a, i, box) {
			why[i] = spec.UnseenBlank
		}
		if why[i].Hides() {
			hidden++
		} else if why[i] != "" {
			covered++
		}
	}
	if hidden > m.Hidden {
		m.Unseen, m.Hidden, m.Covered = why, hidden, covered
	}
}

func within(m *spec.MarkSet, a *spec.AxesView, i int, box [4]float64) bool {
	if i >= len(m.X) || i >= len(m.Y) {
		return false
	}
	fx, okX := onAxis(a.X, m.X[i])
	fy, okY := onAxis(a.Y, m.Y[i])
	x, y := a.Box[0]+fx*a.Box[2], a.Box[1]+fy*a.Box[3]
	return okX && okY && x >= box[0] && x <= box[0]+box[2] && y >= box[1] && y <= box[1]+box[3]
}
