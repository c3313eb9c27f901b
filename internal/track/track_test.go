package track_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/track"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func total(xs []float64) float64 {
	var sum float64
	for _, x := range xs {
		sum += x
	}
	return sum
}

// A half circle has its length, area, turning and depth.
func TestHalfCircle(t *testing.T) {
	var k track.Track
	const n = 4000
	k.P = make([][]float64, 2)
	for i := range n + 1 {
		a := math.Pi * (1 - float64(i)/n)
		k.T, k.P[0], k.P[1] = append(k.T, float64(i)), append(k.P[0], math.Cos(a)), append(k.P[1], math.Sin(a))
	}
	deepest := 0.0
	for _, d := range k.Deviations() {
		deepest = math.Max(deepest, d)
	}
	for name, c := range map[string][2]float64{"path": {k.Path(), math.Pi}, "net": {k.Net(), 2}, "area": {k.Area(), math.Pi / 2}, "turning": {total(k.Turns()), -math.Pi * (n - 1) / n}, "depth": {deepest, 1}} {
		if math.Abs(c[0]/c[1]-1) > 1e-6 {
			t.Errorf("%s is %v, not %v", name, c[0], c[1])
		}
	}
}

// Turned and moved tracks have the same measures; mirrored ones turn the other way; the way
// back is as long as the way there.
func TestTrackLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "n")
		k := track.Track{P: make([][]float64, 2)}
		for i := range n {
			k.T = append(k.T, float64(i)+rapid.Float64Range(0, 0.9).Draw(t, "time"))
			for j := range k.P {
				k.P[j] = append(k.P[j], rapid.Float64Range(-10, 10).Draw(t, "p"))
			}
		}
		sin, cos := math.Sincos(rapid.Float64Range(0, 6).Draw(t, "angle"))
		turned, mirrored := track.Track{T: k.T, P: make([][]float64, 2)}, track.Track{T: k.T, P: make([][]float64, 2)}
		back := track.Track{P: make([][]float64, 2)}
		for i := range n {
			x, y := k.P[0][i], k.P[1][i]
			turned.P[0], turned.P[1] = append(turned.P[0], cos*x-sin*y+3), append(turned.P[1], sin*x+cos*y-1)
			mirrored.P[0], mirrored.P[1] = append(mirrored.P[0], x), append(mirrored.P[1], -y)
			back.T = append(back.T, -k.T[i])
			back.P[0], back.P[1] = append(back.P[0], x), append(back.P[1], y)
		}
		near := func(what string, a, b float64) {
			if math.Abs(a-b) > 1e-8*(1+math.Abs(a)) {
				t.Errorf("%s: %v and %v", what, a, b)
			}
		}
		near("path", k.Path(), turned.Path())
		near("net", k.Net(), turned.Net())
		near("area", k.Area(), turned.Area())
		near("mirrored area", k.Area(), -mirrored.Area())
		near("back", k.Path(), back.Ordered().Path())
		near("speed", total(k.Speeds()), total(turned.Speeds()))
		if k.Net() > k.Path()*(1+1e-12) {
			t.Errorf("net %v of a path of %v", k.Net(), k.Path())
		}
		even := k.Resampled(n)
		if even.Path() > k.Path()*(1+1e-12) || even.P[0][0] != k.P[0][0] || even.P[1][n-1] != k.P[1][n-1] || even.T[n-1] != k.T[n-1] {
			t.Errorf("resampled: path %v of %v, ends %v to %v", even.Path(), k.Path(), even.T[0], even.T[n-1])
		}
	})
}

func TestStandingStill(t *testing.T) {
	k := track.Track{T: []float64{0, 1, 2, 3}, P: [][]float64{{0, 1, 1, 2}, {0, 0, 0, 1}}}
	if d := cmp.Diff([]float64{math.Pi / 4}, k.Turns(), cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-15 })); d != "" {
		t.Errorf("a step without length turns: %s", d)
	}
	k = track.Track{T: []float64{0, 1}, P: [][]float64{{1, 1}, {2, 2}}}
	if d := k.Deviations(); d[0] == d[0] {
		t.Errorf("a closed track deviates by %v", d)
	}
}
