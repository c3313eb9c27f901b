package slip_test

import (
	"testing"

	"github.com/assaybench/assay/internal/slip"
)

// Quantiles by scipy.stats 1.18.1: 2 t.ppf((1 + level) / 2, df) and norm.ppf.
func TestLevel(t *testing.T) {
	pairs := func(want, got []float64) (out []slip.Pair) {
		for i := range want {
			out = append(out, slip.Pair{Want: want[i], Got: got[i]})
		}
		return out
	}
	se := []float64{2, 2, 2}
	t95 := []float64{2 * 12.706204736174694, 2 * 2.7764451051977934, 2 * 1.9799304050824402} // 1, 4, 120 degrees of freedom
	t90 := []float64{2 * 6.313751514675037, 2 * 2.1318467863266495, 2 * 1.6576508993552352}
	t99 := []float64{2 * 63.656741162871526, 2 * 4.604094871349992, 2 * 2.6174211451068654}
	z95, z90 := []float64{1.959963984540054}, []float64{1.6448536269514722}
	for _, c := range []struct {
		name  string
		ps    []slip.Pair
		se    []float64
		level float64
		is    float64
	}{
		{"90", pairs(t95, t90), se, 0.95, 0.9},
		{"99", pairs(t95, t99), se, 0.95, 0.99},
		{"95 for 90", pairs(t90, t95), se, 0.9, 0.95},
		{"normal", pairs(z95, z90), nil, 0.95, 0.9},
		{"normal, standard error known", pairs(z95, z90), []float64{1}, 0.95, 0.9},
		{"the right one", pairs(t95, t95), se, 0.95, 0},
		{"none of all", pairs(t95, []float64{t90[0], t90[1], t99[2]}), se, 0.95, 0},
		{"Student's without a standard error", pairs(t95, t90), nil, 0.95, 0},
		{"shorter than a normal one", pairs(z95, z90), []float64{2}, 0.95, 0},
		{"no level", pairs(z95, z90), nil, 0, 0},
		{"nothing", nil, nil, 0.95, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := slip.Level(c.ps, c.se, c.level); got != c.is || ok != (c.is > 0) {
				t.Errorf("%v, %v; want %v", got, ok, c.is)
			}
		})
	}
}
