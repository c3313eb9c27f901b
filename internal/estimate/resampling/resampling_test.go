package resampling_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/resampling"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Twelve values and eight, and partners of the twelve.
var (
	a = []float64{12.1, 9.4, 15.3, 8.8, 11.0, 30.2, 7.7, 10.5, 13.9, 9.1, 18.4, 12.6}
	b = []float64{8.2, 7.9, 11.1, 6.5, 9.9, 10.0, 5.1, 8.8}
	y = []float64{3.1, 2.2, 4.9, 2.7, 2.0, 7.5, 1.9, 3.3, 3.0, 2.9, 3.5, 4.4}
)

// frame has both groups in v and g, the pairs in x and y, pairs of rows in c, and whether v
// is above 10 in big.
func frame() *spec.Frame {
	var v, x, z, c spec.Column
	var g, big spec.Column
	v, x, z, c = spec.Column{Name: "v", Kind: spec.ColumnNumber, Unit: "cm"}, spec.Column{Name: "x", Kind: spec.ColumnNumber, Unit: "cm"}, spec.Column{Name: "y", Kind: spec.ColumnNumber, Unit: "s"}, spec.Column{Name: "c", Kind: spec.ColumnNumber}
	g, big = spec.Column{Name: "g", Kind: spec.ColumnText}, spec.Column{Name: "big", Kind: spec.ColumnBool}
	for i, w := range slices.Concat(a, b) {
		v.Num, c.Num = append(v.Num, w), append(c.Num, float64(i/2))
		g.Text = append(g.Text, map[bool]string{true: "a", false: "b"}[i < len(a)])
		big.Num = append(big.Num, map[bool]float64{true: 1}[w > 10])
		missing := i >= len(a)
		x.Missing, z.Missing = append(x.Missing, missing), append(z.Missing, missing)
		if missing {
			x.Num, z.Num = append(x.Num, 0), append(z.Num, 0)
			continue
		}
		x.Num, z.Num = append(x.Num, w), append(z.Num, y[i])
	}
	return &spec.Frame{Columns: []spec.Column{v, g, x, z, c, big}}
}

// shuffled has the rows in another order.
func shuffled(f *spec.Frame, seed uint64) *spec.Frame {
	order := rand.New(rand.NewPCG(seed, 1)).Perm(f.Rows())
	out := &spec.Frame{}
	for _, c := range f.Columns {
		d := spec.Column{Name: c.Name, Kind: c.Kind, Unit: c.Unit}
		for _, i := range order {
			if c.Kind == spec.ColumnText {
				d.Text = append(d.Text, c.Text[i])
			} else {
				d.Num = append(d.Num, c.Num[i])
			}
			if c.Missing != nil {
				d.Missing = append(d.Missing, c.Missing[i])
			}
		}
		out.Columns = append(out.Columns, d)
	}
	return out
}

// run computes "estimator name=value …" on a frame.
func run(f *spec.Frame, call string) (estimate.Answer, error) {
	words := strings.Fields(call)
	given := map[string]spec.Value{}
	for _, w := range words[1:] {
		name, text, _ := strings.Cut(w, "=")
		given[name] = spec.TextValue(text)
		if n, err := spec.ParseNumber(text); err == nil {
			given[name] = spec.Value{Kind: spec.ValueNumber, Num: n}
		}
	}
	for _, e := range resampling.Estimators() {
		if e.Name != words[0] {
			continue
		}
		v := view.OfFrame("data", f)
		args, bad := estimate.Check(e, given, v)
		if len(bad) > 0 {
			return estimate.Answer{}, bad[0]
		}
		return estimate.Run(context.Background(), e, estimate.Input{View: v, Args: args, Level: 0.95})
	}
	return estimate.Answer{}, errors.New("no estimator " + words[0])
}

func answer(t *testing.T, f *spec.Frame, call string) estimate.Answer {
	t.Helper()
	a, err := run(f, call)
	if err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	return a
}

func variant(t *testing.T, a estimate.Answer, name string) estimate.Answer {
	t.Helper()
	for _, v := range a.Variants {
		if v.Name == name {
			return v.Answer
		}
	}
	t.Fatalf("there is no variant %s", name)
	return estimate.Answer{}
}

// off is by how many Monte-Carlo errors an interval misses, at its worse end.
func off(a estimate.Answer, lower, upper float64) float64 {
	lo, hi := a.Interval(0.95)
	el, eh := a.Noise.Ends(0.95)
	return math.Max(math.Abs(lo.Num.F-lower)/el.Num.F, math.Abs(hi.Num.F-upper)/eh.Num.F)
}

// The intervals are those of scipy 1.18 (bootstrap, 200,000 resamples, seed 5); each kind
// is told from every other, and found as its variant.
func TestKindsOfInterval(t *testing.T) {
	const call = "bootstrap resamples=100000 "
	for _, c := range []struct {
		statistic string
		ends      map[string][2]float64
		se        float64
	}{
		{"statistic=mean value=x", map[string][2]float64{"percentile": {10.458333333333332, 17.00833333333333}, "basic": {9.49166666666667, 16.041666666666668}, "bca": {10.916666666666664, 18.466666666666665}}, 1.7025686870749401},
		{"statistic=mean_difference value=v group=g first=a second=b", map[string][2]float64{"percentile": {1.6999999999999993, 8.758333333333333}, "basic": {0.8666666666666671, 7.925000000000001}, "bca": {2.1791666666666654, 9.966666666666667}}, 1.8189257138953783},
		{"statistic=mean_ratio value=v group=g first=a second=b", map[string][2]float64{"percentile": {1.1873015873015873, 2.115213973529212}, "basic": {1.0255267672115287, 1.9534391534391535}, "bca": {1.233586325315106, 2.249686183456066}}, 0.23890439974143646},
		{"statistic=pearson x=x y=y", map[string][2]float64{"percentile": {0.46536564049393825, 0.974483848324831}, "basic": {0.8123459338498691, 1.321464141680762}, "bca": {0.538080337498875, 0.9855093908620547}}, 0.15078865329883653},
		{"statistic=spearman x=x y=y", map[string][2]float64{"percentile": {0.4326241134751773, 0.9708029197080292}, "basic": {0.6655607166556072, 1.203739522888459}, "bca": {0.4875444839857651, 0.9782608695652175}}, 0.14036696860089998},
		{"statistic=slope x=x y=y", map[string][2]float64{"percentile": {0.10379524994584141, 0.3635566839706871}, "basic": {0.08932800084410109, 0.3490894348689467}, "bca": {0.11451890204138097, 0.39101942904055237}}, 0.054538731975042755},
		{"statistic=sd value=x", map[string][2]float64{"percentile": {1.9825713138323025, 9.044774985856229}, "basic": {3.246685464391332, 10.308889136415258}, "bca": {2.749490310893451, 10.357905392252073}}, 2.082335527758296},
		{"statistic=quantile p=0.8 type=8 value=x", map[string][2]float64{"percentile": {12.2, 30.2}, "basic": {1.6400000000000077, 19.640000000000008}}, 4.4571355129320915},
		{"statistic=trimmed_mean value=x", map[string][2]float64{"percentile": {10.09, 16.54}, "basic": {7.68, 14.129999999999999}, "bca": {10.069999999999999, 16.47}}, 1.6586499423034542},
	} {
		for kind, ends := range c.ends {
			a := answer(t, frame(), call+c.statistic+" interval="+kind)
			if z := off(a, ends[0], ends[1]); !(z <= 4) {
				t.Errorf("%s %s: off by %.1f errors", c.statistic, kind, z)
			}
			se, _ := estimate.Find(a.Uncertainty, spec.UncertaintySE)
			if z := math.Abs(se.Value.Num.F-c.se) / a.Noise.Spread.Num.F; !(z <= 4) {
				t.Errorf("%s: standard error %v, theirs %v, off by %.1f errors", c.statistic, se.Value, c.se, z)
			}
			for other, ends := range c.ends {
				if other == kind || strings.HasPrefix(c.statistic, "statistic=trimmed") && kind != "basic" && other != "basic" {
					continue // trimmed means are nearly unbiased
				}
				if z := off(a, ends[0], ends[1]); !(z > 4) {
					t.Errorf("%s: a %s interval passes for a %s one", c.statistic, other, kind)
				}
				if z := off(variant(t, a, other), ends[0], ends[1]); !(z <= 4) {
					t.Errorf("%s: the variant %s is off by %.1f errors", c.statistic, other, z)
				}
			}
		}
	}
}

// The order of rows changes no bit, the seed does.
func TestRowsInAnyOrder(t *testing.T) {
	for _, call := range []string{
		"bootstrap statistic=median value=v resamples=1000 draws=500",
		"bootstrap statistic=mean_difference value=v group=g first=b second=a resamples=1000 draws=500 strata=big",
		"bootstrap statistic=pearson x=x y=y resamples=1000 draws=500 cluster=c interval=bca",
		"permutation_test statistic=welch_t value=v group=g first=a second=b method=random resamples=999 draws=500",
		"permutation_test statistic=mean_difference x=y y=c method=random resamples=999 draws=500",
	} {
		one, two, other := answer(t, frame(), call), answer(t, shuffled(frame(), 3), call), answer(t, frame(), call+" seed=9")
		lo := func(a estimate.Answer) spec.Value {
			if a.Interval == nil {
				return a.PValue
			}
			low, high := a.Interval(0.9)
			return spec.ArrayValue([]float64{low.Num.F, high.Num.F})
		}
		if one.Value.String() != two.Value.String() || lo(one).String() != lo(two).String() {
			t.Errorf("%s: %v and %v", call, lo(one), lo(two))
		}
		if lo(one).String() == lo(other).String() {
			t.Errorf("%s: the seed changes nothing", call)
		}
	}
}

// Clusters are drawn as wholes: with equal clusters the standard error of the mean is that
// of their means. Strata are drawn within: it is that within strata.
func TestClustersAndStrata(t *testing.T) {
	means := make([]float64, 10)
	for i, x := range slices.Concat(a, b) {
		means[i/2] += x / 2
	}
	population := func(xs []float64) float64 {
		m, s := 0.0, 0.0
		for _, x := range xs {
			m += x / float64(len(xs))
		}
		for _, x := range xs {
			s += (x - m) * (x - m)
		}
		return s / float64(len(xs))
	}
	for call, want := range map[string]float64{
		"bootstrap statistic=mean value=v resamples=10000 report=se":           math.Sqrt(population(slices.Concat(a, b)) / 20),
		"bootstrap statistic=mean value=v resamples=10000 report=se cluster=c": math.Sqrt(population(means) / 10),
		"bootstrap statistic=mean value=v resamples=10000 report=se strata=g":  math.Sqrt(12*population(a)+8*population(b)) / 20,
	} {
		a := answer(t, frame(), call)
		if z := math.Abs(a.Value.Num.F-want) / a.Noise.Value.Num.F; !(z <= 4) {
			t.Errorf("%s: %v, not %v", call, a.Value, want)
		}
	}
}

func TestGroupsHaveTheirOwn(t *testing.T) {
	a := answer(t, frame(), "bootstrap statistic=median value=v resamples=1000 by=g")
	lo, hi := a.Noise.Ends(0.95)
	if len(a.Value.Items) != 2 || len(lo.Items) != 2 || len(hi.Items) != 2 || len(a.Noise.Spread.Items) != 2 {
		t.Errorf("value %v, noise %v %v %v", a.Value, lo, hi, a.Noise.Spread)
	}
}

func TestValuesAndVariants(t *testing.T) {
	for _, c := range []struct {
		call, variant string
		want          float64
	}{
		{"bootstrap statistic=mean value=x resamples=1000 draws=200", "", 13.25},
		{"bootstrap statistic=mean value=x resamples=1000 draws=200", "median", 11.55},
		{"bootstrap statistic=median value=x resamples=1000 draws=200", "mean", 13.25},
		{"bootstrap statistic=var value=x resamples=1000 draws=200", "", 37.77},
		{"bootstrap statistic=sd value=x resamples=1000 draws=200", "ddof0", 5.88408871449097},
		{"bootstrap statistic=proportion value=g equals=a resamples=1000 draws=200", "", 0.6},
		{"bootstrap statistic=mean_difference value=v group=g first=a second=b resamples=1000 draws=200", "", 4.8125},
		{"bootstrap statistic=mean_difference value=v group=g first=a second=b resamples=1000 draws=200", estimate.VariantSwapped, -4.8125},
		{"bootstrap statistic=mean_ratio value=v group=g first=a second=b resamples=1000 draws=200", estimate.VariantSwapped, 8.4375 / 13.25},
		{"bootstrap statistic=median_difference x=x y=y resamples=1000 draws=200", "", 8.5},
		{"bootstrap statistic=median_difference x=x y=y resamples=1000 draws=200", "mean-difference", 9.8},
		{"permutation_test statistic=median_difference value=v group=g first=a second=b resamples=1000", "", 3.05},
		{"permutation_test statistic=mean_difference x=x y=y resamples=1000", estimate.VariantSwapped, -9.8},
	} {
		a := answer(t, frame(), c.call)
		if c.variant != "" {
			a = variant(t, a, c.variant)
		}
		if !(math.Abs(a.Value.Num.F-c.want) <= 1e-12*math.Abs(c.want)) {
			t.Errorf("%s %s: %v, not %v", c.call, c.variant, a.Value, c.want)
		}
	}
}

// The exact p-values are those of scipy 1.18 (permutation_test over all arrangements); a
// p-value of 0 has its name, as none is (scipy#16460).
func TestPermutation(t *testing.T) {
	small := &spec.Frame{Columns: []spec.Column{{Name: "v", Kind: spec.ColumnNumber, Num: slices.Concat(a[:9], b)}, {Name: "g", Kind: spec.ColumnText}}}
	for i := range 17 {
		small.Columns[1].Text = append(small.Columns[1].Text, map[bool]string{true: "a", false: "b"}[i < 9])
	}
	seven := &spec.Frame{Columns: []spec.Column{{Name: "x", Kind: spec.ColumnNumber, Num: a[:7]}, {Name: "y", Kind: spec.ColumnNumber, Num: y[:7]}}}
	const groups = " value=v group=g first=a second=b"
	for _, c := range []struct {
		f                         *spec.Frame
		call                      string
		statistic, p, less, great float64
	}{
		{small, "statistic=mean_difference" + groups, 4.773611111111112, 0.02081447963800905, 0.990580008227067, 0.010407239819004524},
		{small, "statistic=median_difference" + groups, 2.5, 0.05429864253393665, 0.986013986013986, 0.027149321266968326},
		{small, "statistic=welch_t" + groups, 2.010119720544642, 0.019662690250925544, 0.9902509255450432, 0.009831345125462772},
		{small, "statistic=student_t" + groups, 1.9064008885902497, 0.02081447963800905, 0.990580008227067, 0.010407239819004524},
		{seven, "statistic=pearson x=x y=y", 0.9610340298262959, 0.007142857142857143, 0.9966269841269841, 0.0035714285714285713},
	} {
		call := "permutation_test two_sided=doubled " + c.call
		a := answer(t, c.f, call)
		less, greater := variant(t, a, "less"), variant(t, a, "greater")
		for what, v := range map[string][2]float64{"value": {a.Value.Num.F, c.statistic}, "p": {a.PValue.Num.F, c.p}, "less": {less.PValue.Num.F, c.less}, "greater": {greater.PValue.Num.F, c.great}} {
			if !(math.Abs(v[0]/v[1]-1) < 1e-12) {
				t.Errorf("%s: %s is %v, not %v", c.call, what, v[0], v[1])
			}
		}
		if !a.Noise.PValue.Missing() {
			t.Errorf("%s: an exact p-value has the noise %v", c.call, a.Noise.PValue)
		}
		drawn := answer(t, c.f, call+" method=random resamples=9999")
		if z := math.Abs(drawn.PValue.Num.F-c.p) / drawn.Noise.PValue.Num.F; !(z <= 4) {
			t.Errorf("%s: drawn p-value %v, exact %v", c.call, drawn.PValue, c.p)
		}
		if zero := variant(t, answer(t, c.f, call+" resamples=9999"), "zero"); zero.PValue.Num.F != 0 {
			t.Errorf("%s: the variant zero is %v", c.call, zero.PValue)
		}
	}
}

// Drawn p-values of an analysis lie within four errors of the exact one, small ones too.
func TestNoiseOfSmallP(t *testing.T) {
	far := &spec.Frame{Columns: []spec.Column{{Name: "v", Kind: spec.ColumnNumber}, {Name: "g", Kind: spec.ColumnText}}}
	for i := range 20 {
		far.Columns[0].Num = append(far.Columns[0].Num, float64(i))
		far.Columns[1].Text = append(far.Columns[1].Text, string("ab"[i/10]))
	}
	exact := answer(t, far, "permutation_test statistic=mean_difference value=v group=g first=a second=b resamples=999")
	if p := exact.PValue.Num.F; math.Abs(p-2.0/184756) > 1e-18 {
		t.Fatalf("p is %v", p)
	}
	for seed := range 200 {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		k := 0
		for range 999 {
			if r.Float64() < exact.PValue.Num.F {
				k++
			}
		}
		p := float64(k+1) / 1000
		if z := math.Abs(p-exact.PValue.Num.F) / exact.Noise.PValue.Num.F; !(z <= 4) {
			t.Errorf("seed %d: p %v is off by %v errors", seed, p, z)
		}
	}
}

func TestRefusals(t *testing.T) {
	for call, want := range map[string]string{
		"bootstrap statistic=mean value=v":                                                                        "resamples: is required",
		"bootstrap statistic=mode value=v resamples=1000":                                                         "not one of",
		"bootstrap statistic=mean value=g resamples=1000":                                                         "text, not of numbers",
		"bootstrap statistic=mean resamples=1000":                                                                 "value: is required",
		"bootstrap statistic=mean value=v group=g resamples=1000":                                                 "neither group nor x",
		"bootstrap statistic=quantile value=v resamples=1000":                                                     "p: is required by a quantile",
		"bootstrap statistic=quantile p=0.5 type=2.5 value=v resamples=1000":                                      "whole numbers",
		"bootstrap statistic=proportion value=v resamples=1000":                                                   "equals: is required",
		"bootstrap statistic=pearson value=v resamples=1000":                                                      "x: is required",
		"bootstrap statistic=mean_difference value=v resamples=1000":                                              "group: is required",
		"bootstrap statistic=mean_difference value=v x=x y=y resamples=1000":                                      "x and y for pairs",
		"bootstrap statistic=mean_difference value=v group=g first=a second=a resamples=1000":                     "same group",
		"bootstrap statistic=mean_difference value=v group=g first=a second=z resamples=1000":                     "has no values",
		"bootstrap statistic=median interval=studentised value=v resamples=1000":                                  "by formula",
		"bootstrap statistic=mean value=v resamples=1000 cluster=g strata=big":                                    "more than one stratum",
		"bootstrap statistic=mean value=v resamples=1000 by=c":                                                    "",
		"permutation_test statistic=mean_difference value=v group=g first=a second=b method=random":               "resamples, is required",
		"permutation_test statistic=welch_t x=x y=y":                                                              "of pairs is mean_difference",
		"permutation_test statistic=pearson value=v group=g first=a second=b":                                     "x: is required",
		"permutation_test statistic=mean_difference x=x":                                                          "y: is required",
		"permutation_test statistic=pearson x=x y=y method=exact":                                                 "too many",
		"bootstrap statistic=mean value=v resamples=1000 draws=10":                                                "not from",
		"permutation_test statistic=mean_difference value=v group=g first=a second=b alternative=up resamples=99": "not one of",
	} {
		_, err := run(frame(), call)
		want = strings.ReplaceAll(want, ", is", ": is")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, not %q", call, err, want)
		}
		var undefined *estimate.UndefinedError
		var bad *estimate.ArgError
		if err != nil && !errors.As(err, &undefined) && !errors.As(err, &bad) {
			t.Errorf("%s: an error of another kind: %v", call, err)
		}
	}
	constant := &spec.Frame{Columns: []spec.Column{{Name: "v", Kind: spec.ColumnNumber, Num: []float64{7, 7, 7, 7}}}}
	if _, err := run(constant, "bootstrap statistic=mean value=v resamples=1000 interval=bca"); err == nil {
		t.Error("a constant has a BCa interval")
	}
}
