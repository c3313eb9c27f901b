package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assaybench/assay/internal/picture"
	"github.com/assaybench/assay/spec"
)

// canvas is a white picture of 400 x 300 pixels with rectangles: x, y from the top,
// width and height.
func canvas(t *testing.T, ground color.Color, ink color.Color, boxes ...[4]int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 400, 300))
	draw.Draw(img, img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for _, b := range boxes {
		draw.Draw(img, image.Rect(b[0], b[1], b[0]+b[2], b[1]+b[3]), image.NewUniform(ink), image.Point{}, draw.Src)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// figure has one pair of axes from 50, 50 to 350, 250, with x and y from 0 to 10.
func figure(m spec.MarkSet) *spec.Figure {
	axis := spec.AxisView{Scale: "linear", Kind: "linear", Limits: [2]float64{0, 10}}
	return &spec.Figure{Size: [2]float64{400, 300}, Axes: []spec.AxesView{{X: axis, Y: axis, Box: [4]float64{50, 50, 300, 200}, Marks: []spec.MarkSet{m}}}}
}

func TestInk(t *testing.T) {
	points := spec.MarkSet{Mark: spec.MarkPoint, X: []float64{2, 8}, Y: []float64{5, 5}, Labels: []string{"a", "b"}}
	bars := spec.MarkSet{Mark: spec.MarkBar, Orient: "v", X: []float64{2, 8}, Y: []float64{5, 5}, Base: []float64{0, 0}}
	sideways := spec.MarkSet{Mark: spec.MarkBar, Orient: "h", X: []float64{5, 5}, Y: []float64{2, 8}, Base: []float64{0, 0}}
	errors := spec.MarkSet{Mark: spec.MarkErrorbar, Orient: "v", X: []float64{2, 8}, Y: []float64{5, 5}, Lo: []float64{4, 4}, Hi: []float64{6, 6}}
	line := spec.MarkSet{Mark: spec.MarkLine, X: []float64{2, 8, 12}, Y: []float64{5, 5, 5}}
	white, grey := color.White, color.Gray{128}
	left, right := [4]int{109, 149, 3, 3}, [4]int{289, 149, 3, 3}
	for _, c := range []struct {
		name   string
		set    spec.MarkSet
		ground color.Color
		ink    color.Color
		boxes  [][4]int
		hidden []int // of the set, marks and those that are hidden
	}{
		{"both points", points, white, grey, [][4]int{left, right}, []int{2, 0}},
		{"white on black", points, color.Black, white, [][4]int{left, right}, []int{2, 0}},
		{"one point", points, white, grey, [][4]int{left}, []int{2, 1}},
		{"no point", points, white, grey, nil, []int{2, 2}},
		{"almost white", points, white, color.Gray{250}, [][4]int{left, right}, []int{2, 2}},
		{"bars", bars, white, grey, [][4]int{{80, 150, 60, 100}, {260, 150, 60, 100}}, []int{2, 0}},
		{"bars in the colour of the ground", bars, white, white, [][4]int{{80, 150, 60, 100}}, []int{2, 2}},
		{"a wide bar and one that is covered", bars, white, grey, [][4]int{{80, 150, 60, 100}}, []int{2, 1}},
		{"bars of another height", bars, white, grey, [][4]int{{80, 150, 60, 100}, {260, 100, 60, 150}}, []int{2, 1}},
		{"a line", line, white, grey, [][4]int{left, right}, []int{3, 0}},
		{"a line elsewhere", line, white, grey, [][4]int{{100, 60, 200, 2}}, []int{3, 3}},
		{"bars sideways", sideways, white, grey, [][4]int{{50, 200, 150, 20}, {50, 80, 150, 20}}, []int{2, 0}},
		{"error bars", errors, white, grey, [][4]int{{110, 130, 1, 40}, {290, 130, 1, 40}}, []int{2, 0}},
		{"no error bars", errors, white, grey, nil, []int{2, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			fig := figure(c.set)
			picture.Ink(fig, canvas(t, c.ground, c.ink, c.boxes...))
			var got []int
			for _, m := range fig.Axes[0].Marks {
				got = append(got, m.Len(), m.Hidden)
			}
			if d := cmp.Diff(c.hidden, got); d != "" {
				t.Error(d)
			}
			if m := fig.Axes[0].Marks[0]; m.Hidden > 0 && !slices.Contains(m.Unseen, spec.UnseenBlank) {
				t.Errorf("no reason in %v", m.Unseen)
			}
		})
	}
}

// Where the place of a mark is not known, nothing is said.
func TestInkSaysNothing(t *testing.T) {
	blank := canvas(t, color.White, color.White)
	for name, change := range map[string]func(*spec.Figure){
		"another canvas":    func(f *spec.Figure) { f.Size[0] = 500 },
		"no canvas":         func(f *spec.Figure) { f.Size = [2]float64{} },
		"no box":            func(f *spec.Figure) { f.Axes[0].Box = [4]float64{} },
		"another scale":     func(f *spec.Figure) { f.Axes[0].Y.Scale = "symlog" },
		"outside the axes":  func(f *spec.Figure) { f.Axes[0].Marks[0].Y[0] = 11 },
		"off the picture":   func(f *spec.Figure) { f.Axes[0].Box[0] = 390 },
		"negative on a log": func(f *spec.Figure) { f.Axes[0].Y.Scale = "log"; f.Axes[0].Marks[0].Y[0] = -1 },
		"a line outside":    func(f *spec.Figure) { f.Axes[0].Marks[0].Mark, f.Axes[0].Marks[0].X[0] = spec.MarkLine, 11 },
	} {
		t.Run(name, func(t *testing.T) {
			fig := figure(spec.MarkSet{Mark: spec.MarkPoint, X: []float64{2}, Y: []float64{5}})
			change(fig)
			picture.Ink(fig, blank)
			if len(fig.Axes[0].Marks) != 1 || fig.Axes[0].Marks[0].Hidden != 0 {
				t.Errorf("marks %+v", fig.Axes[0].Marks)
			}
		})
	}
	fig := figure(spec.MarkSet{Mark: spec.MarkPoint, X: []float64{2}, Y: []float64{5}})
	picture.Ink(fig, []byte("no picture"))
	picture.Ink(fig, blank[:40])
	if fig.Axes[0].Marks[0].Hidden != 0 {
		t.Error("a broken picture hides marks")
	}
}
