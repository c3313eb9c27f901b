package resample_test

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/resample"
)

//go:embed testdata/reference.txt
var reference string

// The data of testdata/reference.py.
var (
	a = []float64{12.1, 9.4, 15.3, 8.8, 11.0, 30.2, 7.7, 10.5, 13.9, 9.1, 18.4, 12.6}
	b = []float64{8.2, 7.9, 11.1, 6.5, 9.9, 10.0, 5.1, 8.8}
	y = []float64{3.1, 2.2, 4.9, 2.7, 2.0, 7.5, 1.9, 3.3, 3.0, 2.9, 3.5, 4.4}
)

func nums(xs ...float64) []dd.Num {
	out := make([]dd.Num, len(xs))
	for i, x := range xs {
		out[i] = dd.F(x)
	}
	return out
}

func column(xs ...float64) resample.Column { return resample.NewColumn(nums(xs...)) }

// rows of the reference whose first word is kind.
func rows(t *testing.T, kind string) (words [][]string, values [][]float64) {
	t.Helper()
	for line := range strings.Lines(reference) {
		f := strings.Fields(line)
		if f[0] != kind {
			continue
		}
		var w []string
		var v []float64
		for _, s := range f[1:] {
			if x, err := strconv.ParseFloat(s, 64); err == nil {
				v = append(v, x)
			} else {
				w = append(w, s)
			}
		}
		words, values = append(words, w), append(values, v)
	}
	return words, values
}

// Intervals and standard errors are those of scipy.stats.bootstrap within 4 standard
// deviations of what both draws leave open.
func TestBootstrapAgainstScipy(t *testing.T) {
	const theirs, ours = 200_000, 100_000
	ca, cb, cy, both := column(a...), column(b...), column(y...), resample.Design{Rows: 20, Strata: []int{12, 8}}
	first, second := resample.Side(resample.Mean(ca, false), 0, 12), resample.Side(resample.Mean(cb, false), 12, 20)
	one := resample.Simple(12)
	draws := map[string]*resample.Bootstrap{}
	for name, c := range map[string]struct {
		design resample.Design
		maker  resample.Maker
	}{
		"mean": {one, resample.Mean(ca, false)}, "median": {one, resample.Quantile(ca, 0.5, 7)}, "sd": {one, resample.Deviation(ca)},
		"quantile": {one, resample.Quantile(ca, 0.8, 8)}, "trimmed": {one, resample.TrimmedMean(ca, 0.1)},
		"difference": {both, resample.Difference(first, second)}, "ratio": {both, resample.Ratio(first, second)},
		"slope": {one, resample.Slope(ca, cy)}, "pearson": {one, resample.Pearson(ca, cy)}, "spearman": {one, resample.Spearman(ca, cy)},
	} {
		d, err := resample.Draw(t.Context(), c.design, c.maker, ours, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		draws[name] = d
	}
	words, values := rows(t, "boot")
	if len(words) != 30 {
		t.Fatalf("%d rows of reference", len(words))
	}
	for i, w := range words {
		d, v := draws[w[1]], values[i]
		lower, upper, ok := d.Interval(resample.Kind(w[0]), 0.95, ours)
		lower2, upper2, _ := d.Interval(resample.Kind(w[0]), 0.95, theirs)
		if !ok {
			t.Errorf("%v: no interval", w)
			continue
		}
		for _, c := range []struct {
			what           string
			got, want      float64
			error1, error2 float64
		}{
			{"lower", lower.Value, v[0], lower.Error, lower2.Error}, {"upper", upper.Value, v[1], upper.Error, upper2.Error},
			{"se", d.SD, v[2], d.SDError(ours), d.SDError(theirs)},
		} {
			if !(math.Abs(c.got-c.want) <= 4*math.Hypot(c.error1, c.error2)) {
				t.Errorf("%v: %s is %v, theirs %v, errors %v and %v", w, c.what, c.got, c.want, c.error1, c.error2)
			}
			if e := math.Max(c.error1, c.error2); !(e < 0.03*d.SD || w[0] == "bca" && e < 0.1*d.SD) {
				t.Errorf("%v: %s may be off by %v, a standard error is %v", w, c.what, e, d.SD)
			}
		}
	}
}

// All arrangements give the p-values of scipy.stats.permutation_test.
func TestPermutationAgainstScipy(t *testing.T) {
	all := slices.Concat(a[:9], b)
	in := make([]int, len(all))
	for i := range 9 {
		in[i] = 1
	}
	// Medians want sorted values.
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(math.Copysign(1, all[i]-all[j])) })
	sorted, sortedIn := make([]float64, len(all)), make([]int, len(all))
	for k, i := range order {
		sorted[k], sortedIn[k] = all[i], in[i]
	}
	var shifted []float64
	for _, x := range a {
		shifted = append(shifted, x-11)
	}
	d, cx, cy := column(all...).D, column(a[:7]...), column(y[:7]...)
	words, values := rows(t, "permute")
	if len(words) != 6 {
		t.Fatalf("%d rows of reference", len(words))
	}
	for i, w := range words {
		var s resample.Scheme
		var f func() resample.Arranged
		switch w[0] {
		case "mean":
			s, f = resample.Splits(in), resample.MeanSplit(d)
		case "median":
			s, f = resample.Splits(sortedIn), resample.MedianSplit(sorted)
		case "welch", "pooled":
			s, f = resample.Splits(in), resample.TSplit(d, w[0] == "pooled")
		case "signs":
			s, f = resample.Signs(len(shifted)), resample.MeanSigned(shifted)
		case "correlation":
			s, f = resample.Orders(7), resample.Correlation(cx.D, cy.D)
		}
		p, err := resample.Enumerate(t.Context(), s, 1, f)
		if err != nil {
			t.Fatal(err)
		}
		if p.N != s.Count() || !p.Exact {
			t.Errorf("%v: %v of %v arrangements", w, p.N, s.Count())
		}
		less, greater := p.P(p.Less), p.P(p.Greater)
		for k, got := range []float64{p.Observed, math.Min(1, 2*math.Min(less, greater)), less, greater} {
			if !(math.Abs(got/values[i][k]-1) < 1e-12) {
				t.Errorf("%v: number %d is %v, theirs %v", w, k, got, values[i][k])
			}
		}
		random, err := resample.Permute(t.Context(), s, 1, f, 20_000, 3)
		if err != nil {
			t.Fatal(err)
		}
		for k, c := range [][2]float64{{random.P(random.Less), less}, {random.P(random.Greater), greater}, {random.P(random.Wide), p.P(p.Wide)}} {
			if !(math.Abs(c[0]-c[1]) <= 4*resample.PError(c[1], 20_000)+1.0/20_001) {
				t.Errorf("%v: drawn p-value %d is %v, exact %v", w, k, c[0], c[1])
			}
		}
	}
}
