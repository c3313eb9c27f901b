package resample_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/resample"
)

func draw(t testing.TB, d resample.Design, m resample.Maker, n int, seed uint64) *resample.Bootstrap {
	t.Helper()
	out, err := resample.Draw(t.Context(), d, m, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The number of processors changes nothing, the seed does.
func TestDrawsDoNotDependOnProcessors(t *testing.T) {
	c := column(a...)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	one := draw(t, resample.Simple(12), resample.Mean(c, true), 1000, 5)
	alone, err := resample.Permute(t.Context(), resample.Signs(12), 1, resample.MeanSigned(c.X), 1000, 5)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(7)
	many := draw(t, resample.Simple(12), resample.Mean(c, true), 1000, 5)
	together, err := resample.Permute(t.Context(), resample.Signs(12), 1, resample.MeanSigned(c.X), 1000, 5)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(one.Values, many.Values) || !slices.Equal(one.Roots, many.Roots) || one.SD != many.SD {
		t.Error("the replicates depend on the number of processors")
	}
	if diff := cmp.Diff(alone, together); diff != "" {
		t.Error(diff)
	}
	if other := draw(t, resample.Simple(12), resample.Mean(c, true), 1000, 6); slices.Equal(one.Values, other.Values) {
		t.Error("the seed changes nothing")
	}
}

// Of three values all 27 resamples are known: so are the distribution of their median, 7, 13
// and 7 in 27, and the moments of their mean.
func TestAllResamplesOfThree(t *testing.T) {
	const n = 200_000
	c := column(1, 2, 4)
	share := func(b *resample.Bootstrap, x float64) float64 {
		k := 0
		for _, v := range b.Values {
			if v == x {
				k++
			}
		}
		return float64(k) / n
	}
	m := draw(t, resample.Simple(3), resample.Quantile(c, 0.5, 7), n, 1)
	for x, p := range map[float64]float64{1: 7.0 / 27, 2: 13.0 / 27, 4: 7.0 / 27} {
		if got := share(m, x); math.Abs(got-p) > 4*resample.PError(p, n) {
			t.Errorf("median %v has the share %v, not %v", x, got, p)
		}
	}
	mean := draw(t, resample.Simple(3), resample.Mean(c, false), n, 1)
	sd := math.Sqrt((16.0 + 1 + 25) / 9 / 3 / 3)
	if math.Abs(mean.SD-sd) > 4*mean.SDError(n) || math.Abs(mean.Mean-7.0/3) > 4*mean.MeanError(n) {
		t.Errorf("mean %v, standard error %v, not %v and %v", mean.Mean, mean.SD, 7.0/3, sd)
	}
}

// The Monte-Carlo errors are the spread of ends over seeds, or somewhat more; those of a
// mean are sqrt(p (1 - p)/n)/phi(z) standard errors.
func TestMonteCarloErrors(t *testing.T) {
	const n, seeds = 500, 400
	xs := normal(60, 3)
	c := resample.NewColumn(xs)
	for name, maker := range map[string]resample.Maker{"mean": resample.Mean(c, true), "median": resample.Quantile(c, 0.5, 7)} {
		large := draw(t, resample.Simple(60), maker, 100_000, 1<<40)
		kinds := []resample.Kind{resample.Percentile, resample.Basic, resample.Normal, resample.Plain, resample.BCa}
		if name == "mean" {
			kinds = append(kinds, resample.Studentised)
		}
		ends := map[resample.Kind][]float64{}
		var sds []float64
		least := map[string]float64{"mean": 0.5, "median": 0.1}[name] // replicates of a median are few numbers
		for seed := range uint64(seeds) {
			small := draw(t, resample.Simple(60), maker, n, seed)
			sds = append(sds, small.SD)
			for _, k := range kinds {
				lower, _, ok := small.Interval(k, 0.95, n)
				if !ok {
					t.Fatalf("%s %s: no interval", name, k)
				}
				ends[k] = append(ends[k], lower.Value)
			}
		}
		for _, k := range kinds {
			end, _, _ := large.Interval(k, 0.95, n)
			if ratio := dd.Of(nums(ends[k]...)).SD(1).Float() / end.Error; !(ratio > least && ratio < 1.15) {
				t.Errorf("%s %s: the spread over seeds is %v of what is said", name, k, ratio)
			}
		}
		if ratio := dd.Of(nums(sds...)).SD(1).Float() / large.SDError(n); !(ratio > 0.6 && ratio < 1.15) {
			t.Errorf("%s: the spread of standard errors is %v of what is said", name, ratio)
		}
	}
	mean := draw(t, resample.Simple(60), resample.Mean(c, false), 100_000, 1)
	for n, want := range map[float64]float64{200: 0.189, 1000: 0.085, 2000: 0.060, 10000: 0.027, math.Inf(1): 0} {
		if end, _, _ := mean.Interval(resample.Percentile, 0.95, n); math.Abs(end.Error/mean.SD-want) > 0.25*want {
			t.Errorf("%v resamples: %v standard errors, not %v", n, end.Error/mean.SD, want)
		}
	}
}

// A statistic of a resample is that of its rows written out.
func TestStatisticsOfWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 15).Draw(t, "n")
		xs, ys, w := make([]float64, n), make([]float64, n), make([]int32, n)
		var lx, ly []float64
		for i := range xs {
			xs[i] = float64(rapid.IntRange(-20, 20).Draw(t, "x")) / 4
			ys[i] = float64(rapid.IntRange(-20, 20).Draw(t, "y")) / 4
			w[i] = int32(rapid.IntRange(0, 3).Draw(t, "w"))
			for range w[i] {
				lx, ly = append(lx, xs[i]), append(ly, ys[i])
			}
		}
		if len(lx) < 2 {
			return
		}
		ones := slices.Repeat([]int32{1}, len(lx))
		x, y, ex, ey := column(xs...), column(ys...), column(lx...), column(ly...)
		p, kind, cut := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.IntRange(1, 9).Draw(t, "type"), rapid.Float64Range(0, 0.5).Draw(t, "cut")
		for name, pair := range map[string][2]resample.Maker{
			"mean": {resample.Mean(x, true), resample.Mean(ex, true)}, "sd": {resample.Deviation(x), resample.Deviation(ex)},
			"var": {resample.Variance(x), resample.Variance(ex)}, "quantile": {resample.Quantile(x, p, kind), resample.Quantile(ex, p, kind)},
			"trimmed": {resample.TrimmedMean(x, cut), resample.TrimmedMean(ex, cut)}, "pearson": {resample.Pearson(x, y), resample.Pearson(ex, ey)},
			"slope": {resample.Slope(x, y), resample.Slope(ex, ey)}, "spearman": {resample.Spearman(x, y), resample.Spearman(ex, ey)},
		} {
			got, se := pair[0]()(w)
			want, wantSE := pair[1]()(ones)
			for _, c := range [][2]float64{{got, want}, {se, wantSE}} {
				same := math.IsNaN(c[0]) && math.IsNaN(c[1]) || math.Abs(c[0]-c[1]) <= 1e-9*(1+math.Abs(c[1]))
				if !same && !(math.Abs(c[1]) > 1e6 || math.IsInf(c[1], 0)) { // a constant column, but for rounding
					t.Fatalf("%s of %v %v times: %v, not %v", name, xs, w, c[0], c[1])
				}
			}
		}
		if got, _ := resample.Quantile(ex, p, kind)()(ones); math.Abs(got-dd.Quantile(dd.Sorted(nums(lx...)), p, kind).Float()) > 1e-12 {
			t.Fatalf("quantile %v of type %d of %v is %v", p, kind, lx, got)
		}
	})
}

// Strata keep their sizes, and the rows of a cluster come together.
func TestDesigns(t *testing.T) {
	sizes := func() resample.Statistic {
		return func(w []int32) (float64, float64) {
			first := 0.0
			for _, k := range w[:4] {
				first += float64(k)
			}
			return first, math.NaN()
		}
	}
	if b := draw(t, resample.Design{Rows: 10, Strata: []int{4, 6}}, sizes, 500, 1); b.Values[0] != 4 || b.Values[499] != 4 {
		t.Errorf("a stratum of 4 has %v to %v rows", b.Values[0], b.Values[499])
	}
	apart := func() resample.Statistic {
		return func(w []int32) (float64, float64) {
			if w[0] != w[3] || w[1] != w[2] || w[1] != w[4] || w[0]+w[1] != 2 {
				return 1, math.NaN()
			}
			return 0, math.NaN()
		}
	}
	if b := draw(t, resample.Design{Rows: 5, Strata: []int{2}, Members: [][]int{{0, 3}, {1, 2, 4}}}, apart, 500, 1); b.Mean != 0 {
		t.Error("the rows of a cluster stand apart")
	}
}

func TestRefusals(t *testing.T) {
	if b := draw(t, resample.Simple(3), resample.Deviation(column(1, math.NaN(), 2)), 10, 1); !math.IsNaN(b.Point) || len(b.Values) != 0 {
		t.Errorf("NaN has replicates: %+v", b)
	}
	if _, err := resample.Draw(t.Context(), resample.Simple(3), resample.Slope(column(1, 2, 4), column(1, 2, 3)), 1000, 1); !errors.Is(err, resample.ErrFew) {
		t.Errorf("a ninth of the resamples has no slope: %v", err)
	}
	if b := draw(t, resample.Simple(4), resample.Mean(column(7, 7, 7, 7), true), 100, 1); b.SD != 0 {
		t.Errorf("a constant has the standard error %v", b.SD)
	} else if _, _, ok := b.Interval(resample.BCa, 0.95, 100); ok {
		t.Error("a constant has a BCa interval")
	} else if _, _, ok := b.Interval("other", 0.95, 100); ok {
		t.Error("an unknown kind has an interval")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := resample.Draw(ctx, resample.Simple(3), resample.Mean(column(1, 2, 3), false), 1000, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("drawn after the end: %v", err)
	}
	if _, err := resample.Enumerate(ctx, resample.Signs(40), 1, resample.MeanSigned(make([]float64, 40))); !errors.Is(err, context.Canceled) {
		t.Errorf("enumerated after the end: %v", err)
	}
}

// Arrangements are as many as there are, each once.
func TestArrangements(t *testing.T) {
	for _, c := range []struct {
		s    resample.Scheme
		want float64
	}{
		{resample.Splits([]int{1, 0, 1, 0, 0, 0}), 15}, {resample.Orders(5), 120}, {resample.Signs(6), 64},
		{resample.Splits([]int{1, 1}), 1}, {resample.Orders(1), 1},
	} {
		seen := map[string]bool{}
		f := func() resample.Arranged {
			return func(s []int) float64 {
				k := ""
				for _, x := range s {
					k += string(rune('a' + x + 1))
				}
				seen[k] = true
				return 0
			}
		}
		p, err := resample.Enumerate(t.Context(), c.s, 1, f)
		if err != nil || c.s.Count() != c.want || p.N != c.want || float64(len(seen)) != c.want {
			t.Errorf("%v of %v arrangements, %d different, %v", p.N, c.want, len(seen), err)
		}
	}
	in := make([]int, 50)
	for i := range 23 {
		in[i] = 1
	}
	want, _ := new(big.Float).SetInt(new(big.Int).Binomial(50, 23)).Float64()
	if got := resample.Splits(in).Count(); math.Abs(got/want-1) > 1e-14 {
		t.Errorf("23 of 50 can be chosen in %v ways, not %v", got, want)
	}
	if got := resample.Orders(400).Count(); !math.IsInf(got, 1) {
		t.Errorf("400! is %v", got)
	}
}

// Equal statistics are equal whatever the order of their sums: of three tenths and their
// like, half of all signs are as extreme (scipy#15869).
func TestTiesOfRounding(t *testing.T) {
	p, err := resample.Enumerate(t.Context(), resample.Signs(3), 0.3, resample.MeanSigned([]float64{0.1, 0.2, 0.3}))
	if err != nil {
		t.Fatal(err)
	}
	if p.Wide != 2 || p.Greater != 1 || p.Less != 8 {
		t.Errorf("%+v", p)
	}
	q, err := resample.Enumerate(t.Context(), resample.Splits([]int{0, 1, 1, 0}), 0.7, resample.MeanSplit([]float64{0.1, 0.3, 0.5, 0.7}))
	if err != nil {
		t.Fatal(err)
	}
	if q.Wide != 6 || q.Greater != 4 || q.Less != 4 {
		t.Errorf("%+v", q)
	}
}

// Of many values the jackknife leaves out groups: the acceleration of a mean is still its
// skewness by 6 √n.
func TestAccelerationOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	xs := make([]float64, 20_000)
	for i := range xs {
		xs[i] = r.ExpFloat64()
	}
	b := draw(t, resample.Simple(len(xs)), resample.Mean(column(xs...), false), 2000, 1)
	bca, _, _ := b.Interval(resample.BCa, 0.95, 2000)
	bc, _, _ := b.Interval(resample.BC, 0.95, 2000)
	// The level moves by about a (z0 + z)², in standard errors, as sd/√n is one.
	want := 2 / (6 * math.Sqrt(20_000)) * 1.96 * 1.96 * b.SD
	if got := bca.Value - bc.Value; !(got > 0.5*want && got < 1.7*want) {
		t.Errorf("acceleration moves an end by %v, not about %v", got, want)
	}
}

// normal are n standard normal numbers.
func normal(n int, seed uint64) []dd.Num {
	r := rand.New(rand.NewPCG(seed, 7))
	xs := make([]dd.Num, n)
	for i := range xs {
		xs[i] = dd.F(r.NormFloat64())
	}
	return xs
}
