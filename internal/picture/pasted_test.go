package picture_test

import (
	"testing"

	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

func panel(marks ...spec.MarkSet) spec.AxesView {
	axis := spec.AxisView{Scale: "linear", Kind: "linear", Limits: [2]float64{0, 10}}
	return spec.AxesView{ID: "ax0", X: axis, Y: axis, Box: [4]float64{100, 50, 400, 300}, Marks: marks}
}

// A picture in place of marks is told from one behind them, and from a small one.
func TestPasted(t *testing.T) {
	points := spec.MarkSet{Mark: spec.MarkPoint, X: []float64{1, 9}, Y: []float64{1, 9}}
	image := spec.MarkSet{Mark: spec.MarkImage, X: []float64{5}, Y: []float64{5}}
	whole, onAxes, small := [4]float64{-0.5, -0.5, 600, 400}, [4]float64{100, 50, 400, 300}, [4]float64{100, 50, 60, 60}
	for _, tt := range []struct {
		name     string
		marks    []spec.MarkSet
		pictures []spec.Picture
		want     bool
	}{
		{"none", nil, nil, false},
		{"over the canvas", nil, []spec.Picture{{Box: whole, Opaque: 1, Over: true}}, true},
		{"over the canvas, with marks", []spec.MarkSet{points}, []spec.Picture{{Box: whole, Opaque: 1, Over: true}}, true},
		{"in place of marks", []spec.MarkSet{image}, []spec.Picture{{Box: onAxes, Opaque: 1, Axes: "ax0"}}, true},
		{"behind marks", []spec.MarkSet{image, points}, []spec.Picture{{Box: onAxes, Opaque: 1, Axes: "ax0"}}, false},
		{"small", nil, []spec.Picture{{Box: small, Opaque: 1, Axes: "ax0"}}, false},
	} {
		f := spec.Figure{Size: [2]float64{600, 400}, Axes: []spec.AxesView{panel(tt.marks...)}, Pictures: tt.pictures}
		if got := picture.Pasted(f); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// Marks behind an opaque picture cannot be seen, whatever it shows.
func TestBehindPictures(t *testing.T) {
	draw := func(p spec.Picture) spec.Figure {
		return spec.Figure{Size: [2]float64{600, 400}, Axes: []spec.AxesView{panel(spec.MarkSet{Mark: spec.MarkPoint, X: []float64{1, 9, 11}, Y: []float64{1, 9, 5}, Hidden: 1,
			Unseen: []spec.Unseen{"", "", spec.UnseenOutside}})}, Pictures: []spec.Picture{p}}
	}
	left := [4]float64{100, 50, 200, 300}
	for _, tt := range []struct {
		name string
		p    spec.Picture
		want []spec.Unseen
	}{
		{"over one", spec.Picture{Box: left, Opaque: 1, Axes: "ax0", Over: true}, []spec.Unseen{spec.UnseenBlank, "", spec.UnseenOutside}},
		{"over all", spec.Picture{Box: [4]float64{0, 0, 600, 400}, Opaque: 0.9, Over: true}, []spec.Unseen{spec.UnseenBlank, spec.UnseenBlank, spec.UnseenOutside}},
		{"behind", spec.Picture{Box: left, Opaque: 1, Axes: "ax0"}, []spec.Unseen{"", "", spec.UnseenOutside}},
		{"transparent", spec.Picture{Box: left, Opaque: 0.1, Axes: "ax0", Over: true}, []spec.Unseen{"", "", spec.UnseenOutside}},
		{"on other axes", spec.Picture{Box: left, Opaque: 1, Axes: "ax1", Over: true}, []spec.Unseen{"", "", spec.UnseenOutside}},
	} {
		f := draw(tt.p)
		picture.Ink(&f, nil)
		m := f.Axes[0].Marks[0]
		hidden := 0
		for i, u := range m.Unseen {
			if u != tt.want[i] {
				t.Errorf("%s: mark %d is %q, want %q", tt.name, i, u, tt.want[i])
			}
			if u.Hides() {
				hidden++
			}
		}
		if m.Hidden != hidden {
			t.Errorf("%s: %d are hidden, %d counted", tt.name, hidden, m.Hidden)
		}
	}
}
