package peak_test

import (
	_ "embed"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/peak"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

//go:embed testdata/peaks.json
var reference []byte

func TestAgainstScipy(t *testing.T) {
	var want struct {
		Peaks []struct {
			Y                              []float64
			Criteria                       map[string]float64
			Rel, Width                     float64
			At                             []int
			LeftBase                       []int `json:"left_base"`
			RightBase                      []int `json:"right_base"`
			Prominence, Level, Left, Right []float64
		}
		Areas []struct {
			X, Y               []float64
			Simpson, Trapezoid float64
		}
	}
	if err := json.Unmarshal(reference, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Peaks) < 60 || len(want.Areas) < 6 {
		t.Fatal("the reference is short")
	}
	found := 0
	for i, w := range want.Peaks {
		height, has := w.Criteria["height"]
		got := peak.Find(w.Y, peak.Criteria{HasHeight: has, Height: height, Threshold: w.Criteria["threshold"], Distance: int(w.Criteria["distance"]),
			Prominence: w.Criteria["prominence"], Width: w.Width, RelHeight: w.Rel})
		var at, lb, rb []int
		var prominence, level, left, right []float64
		for _, p := range got {
			at, lb, rb = append(at, p.At), append(lb, p.LeftBase), append(rb, p.RightBase)
			prominence, level, left, right = append(prominence, p.Prominence), append(level, p.Level), append(left, p.Left), append(right, p.Right)
		}
		found += len(got)
		near, empty := cmpopts.EquateApprox(1e-12, 1e-12), cmpopts.EquateEmpty()
		for _, c := range [][2]any{{w.At, at}, {w.LeftBase, lb}, {w.RightBase, rb}, {w.Prominence, prominence}, {w.Level, level}, {w.Left, left}, {w.Right, right}} {
			if d := cmp.Diff(c[0], c[1], near, empty); d != "" {
				t.Errorf("curve %d: %s", i, d)
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d peaks", found)
	}
	for i, w := range want.Areas {
		l := peak.Line{X: w.X, Y: w.Y}
		if math.Abs(l.Simpson()/w.Simpson-1) > 1e-13 || math.Abs(l.Area()/w.Trapezoid-1) > 1e-13 {
			t.Errorf("areas %d: %v and %v, not %v and %v", i, l.Simpson(), l.Area(), w.Simpson, w.Trapezoid)
		}
	}
}

func TestFindEdges(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		y    []float64
		want []int
	}{
		"nothing": {nil, nil}, "one": {[]float64{1}, nil}, "rising": {[]float64{1, 2, 3}, nil}, "flat": {[]float64{1, 1, 1, 1}, nil},
		"flat top": {[]float64{0, 2, 2, 2, 2, 0}, []int{2}}, "flat to the end": {[]float64{0, 2, 2}, nil}, "step up": {[]float64{0, 1, 1, 2, 0}, []int{3}},
		"nan": {[]float64{0, nan, 0, 3, 0, 2, nan}, []int{3}}, "infinite": {[]float64{0, math.Inf(1), 0}, []int{1}},
	} {
		var at []int
		for _, p := range peak.Find(c.y, peak.Criteria{}) {
			at = append(at, p.At)
		}
		if d := cmp.Diff(c.want, at); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// Mirrored curves have mirrored peaks; heights and widths go with both axes.
func TestPeakLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.SliceOfN(rapid.Float64Range(-10, 10), 3, 40).Draw(t, "y")
		for i := range y {
			y[i] = math.Round(y[i]*64) / 64 // exact when it is scaled and shifted
		}
		mirrored, scaled := make([]float64, len(y)), make([]float64, len(y))
		for i := range y {
			mirrored[len(y)-1-i], scaled[i] = y[i], 4*y[i]+16
		}
		ps, ms, ss := peak.Find(y, peak.Criteria{}), peak.Find(mirrored, peak.Criteria{}), peak.Find(scaled, peak.Criteria{})
		if len(ps) != len(ms) || len(ps) != len(ss) {
			t.Fatalf("%d peaks, mirrored %d, scaled %d", len(ps), len(ms), len(ss))
		}
		for i, p := range ps {
			m, s := ms[len(ps)-1-i], ss[i]
			if math.Abs(p.Prominence-m.Prominence) > 1e-9 || math.Abs(p.Width()-m.Width()) > 1e-9 || math.Abs(4*p.Prominence-s.Prominence) > 1e-9 || p.Prominence < 0 || p.Width() < 0 {
				t.Errorf("%+v mirrored %+v scaled %+v", p, m, s)
			}
		}
	})
}

// A Gaussian line that is sampled finely has the area, width and centre that it was made with.
func TestLine(t *testing.T) {
	var x, y []float64
	for i := range 4001 {
		v := 400 + float64(i)/100
		x, y = append(x, v), append(y, 5+0.25*v+3*math.Exp(-(v-420)*(v-420)/(2*1.5*1.5)))
	}
	l, err := peak.Window(x, y, 400, 440, "ends")
	if err != nil {
		t.Fatal(err)
	}
	width, left, right, err := l.FullWidth(0.5)
	sigma := 1.5
	for name, c := range map[string][2]float64{
		"area": {l.Area(), 3 * sigma * math.Sqrt(2*math.Pi)}, "simpson": {l.Simpson(), 3 * sigma * math.Sqrt(2*math.Pi)}, "sum": {l.Sum() / 100, 3 * sigma * math.Sqrt(2*math.Pi)},
		"centroid": {l.Centroid(), 420}, "by area": {l.CentroidByArea(), 420}, "vertex": {l.Vertex(), 420}, "width": {width, 2 * math.Sqrt(2*math.Ln2) * sigma}, "middle": {(left + right) / 2, 420},
	} {
		if err != nil || math.Abs(c[0]/c[1]-1) > 1e-5 {
			t.Errorf("%s: %v, not %v (%v)", name, c[0], c[1], err)
		}
	}
	for baseline, want := range map[string]float64{"none": y[0], "min": 0, "constant": y[0] - (y[0]+y[4000])/2} {
		l, err := peak.Window(x, y, 400, 440, baseline)
		if err != nil || math.Abs(l.Y[0]-want) > 1e-12 {
			t.Errorf("%s: first value %v, not %v (%v)", baseline, l.Y[0], want, err)
		}
	}
	if _, err := peak.Window(x, y, 400, 400.01, "none"); err == nil {
		t.Error("two rows are a line")
	}
	if _, err := peak.Window([]float64{1, 2, 2, 3}, []float64{1, 2, 3, 4}, 0, 9, "none"); err == nil {
		t.Error("a place twice")
	}
	if _, _, _, err := (peak.Line{X: []float64{1, 2, 3}, Y: []float64{1, 2, 3}}).FullWidth(0.5); !errors.Is(err, peak.ErrOpen) {
		t.Errorf("a rising curve has a width: %v", err)
	}
	if got := peak.Place([]float64{10, 20, 40}, 1.5); got != 30 {
		t.Errorf("place 1.5 is %v", got)
	}
	if got := peak.Place([]float64{10}, 3); got == got {
		t.Errorf("a place beyond the rows is %v", got)
	}
}
