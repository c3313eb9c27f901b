package resampling

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/resample"
	"github.com/assaybench/assay/spec"
)

// What statistics are taken of.
var (
	ofOne   = []string{"mean", "median", "sd", "var", "quantile", "trimmed_mean", "proportion"}
	ofTwo   = []string{"mean_difference", "median_difference", "mean_ratio"}
	ofPairs = []string{"pearson", "spearman", "slope"}
)

// neighbour is another statistic of the same rows.
type neighbour struct {
	name, note string
	maker      resample.Maker
}

// statistic is what is computed of each resample.
type statistic struct {
	data
	what    string
	maker   resample.Maker
	swapped resample.Maker // with the groups exchanged; nil where there are none
	unit    string
	floor   spec.Tolerance
	others  []neighbour
}

func statisticOf(in estimate.Input) (statistic, error) {
	name := in.Args.Text("statistic")
	switch {
	case slices.Contains(ofOne, name):
		return ofColumn(in, name)
	case slices.Contains(ofTwo, name):
		return comparison(in, name)
	}
	return association(in, name)
}

// single makes statistics of one column.
func single(in estimate.Input, name string) func(c resample.Column) resample.Maker {
	p, kind := in.Args.Number("p"), int(in.Args.Number("type"))
	return map[string]func(c resample.Column) resample.Maker{
		"mean":         func(c resample.Column) resample.Maker { return resample.Mean(c, true) },
		"proportion":   func(c resample.Column) resample.Maker { return resample.Mean(c, true) },
		"median":       func(c resample.Column) resample.Maker { return resample.Quantile(c, 0.5, 7) },
		"sd":           resample.Deviation,
		"var":          resample.Variance,
		"quantile":     func(c resample.Column) resample.Maker { return resample.Quantile(c, p, kind) },
		"trimmed_mean": func(c resample.Column) resample.Maker { return resample.TrimmedMean(c, in.Args.Number("cut")) },
	}[name]
}

func ofColumn(in estimate.Input, name string) (statistic, error) {
	if in.Args.Has("group") || in.Args.Has("x") {
		return statistic{}, estimate.BadArg("statistic", "%s is of one column, value; it takes neither group nor x", name)
	}
	var s statistic
	var err error
	if name == "proportion" {
		s.data, err = flags(in)
	} else if err = need(in, "the statistic "+name, "value"); err == nil {
		s.data, err = columnsOf(in, false, in.Args.Text("value"))
	}
	if err != nil {
		return s, err
	}
	if name == "quantile" {
		if err := need(in, "a quantile", "p"); err != nil {
			return s, err
		}
		if k := in.Args.Number("type"); k != math.Trunc(k) {
			return s, estimate.BadArg("type", "is one of the whole numbers 1 to 9")
		}
	}
	xs := s.column(0)
	c, of := resample.NewColumn(xs), sample.New(xs)
	s.maker, s.unit, s.floor = single(in, name)(c), s.data.unit, of.SpreadFloor()
	other := func(variant, note string, m resample.Maker) {
		s.others = append(s.others, neighbour{variant, note, m})
	}
	n := float64(len(xs))
	population := resample.Times(resample.Variance(c), (n-1)/n)
	switch name {
	case "mean":
		other("median", "the median", resample.Quantile(c, 0.5, 7))
	case "median", "trimmed_mean":
		other("mean", "the mean", resample.Mean(c, false))
	case "sd":
		other("ddof0", "the population standard deviation (ddof 0)", resample.Times(resample.Deviation(c), math.Sqrt((n-1)/n)))
		other("variance", "the variance", resample.Variance(c))
	case "var":
		s.unit, s.floor.Rel, s.floor.Abs = answer.Power(s.data.unit, 2), 2*s.floor.Rel, s.floor.Abs*s.floor.Abs
		other("ddof0", "the population variance (ddof 0)", population)
		other("sd", "the standard deviation", resample.Deviation(c))
	case "quantile":
		for kind := 1; kind <= 9; kind++ {
			if kind != int(in.Args.Number("type")) {
				other(fmt.Sprintf("quantile-%d", kind), fmt.Sprintf("the quantile of type %d", kind), resample.Quantile(c, in.Args.Number("p"), kind))
			}
		}
	case "proportion":
		other("percent", "the percentage (times 100), where a fraction belongs", resample.Times(s.maker, 100))
	}
	s.what = map[string]string{"mean": "the mean", "median": "the median", "sd": "the sample standard deviation (n - 1)", "var": "the sample variance (n - 1)",
		"quantile": "the quantile", "trimmed_mean": "the trimmed mean", "proportion": "the proportion"}[name]
	return s, nil
}

// comparison is of two groups, or of the two columns of pairs.
func comparison(in estimate.Input, name string) (statistic, error) {
	paired := in.Args.Has("x") || in.Args.Has("y")
	if paired == in.Args.Has("value") {
		return statistic{}, estimate.BadArg("value", "give value, group, first and second, or x and y for pairs")
	}
	var s statistic
	var err error
	if paired {
		if err = need(in, "pairs", "x", "y"); err == nil {
			s.data, err = columnsOf(in, false, in.Args.Text("x"), in.Args.Text("y"))
		}
	} else if err = need(in, "the statistic "+name, "group", "first", "second"); err == nil {
		s.data, err = columnsOf(in, true, in.Args.Text("value"))
	}
	if err != nil {
		return s, err
	}
	var xs, ys []dd.Num
	n := len(s.rows)
	side := func(m resample.Maker, second bool) resample.Maker { return m }
	if paired {
		xs, ys = s.column(0), s.column(1)
	} else {
		all := s.column(0)
		xs, ys = all[:s.first], all[s.first:]
		side = func(m resample.Maker, second bool) resample.Maker {
			if second {
				return resample.Side(m, s.first, n)
			}
			return resample.Side(m, 0, s.first)
		}
	}
	x, y := resample.NewColumn(xs), resample.NewColumn(ys)
	of := func(f func(c resample.Column) resample.Maker, join func(a, b resample.Maker) resample.Maker) (there, back resample.Maker) {
		a, b := side(f(x), false), side(f(y), true)
		return join(a, b), join(b, a)
	}
	mean, median := single(in, "mean"), single(in, "median")
	means, otherMeans := of(mean, resample.Difference)
	medians, otherMedians := of(median, resample.Difference)
	ratio, otherRatio := of(mean, resample.Ratio)
	if paired { // the differences have a standard error of their own
		d := make([]dd.Num, n)
		for i := range d {
			d[i] = xs[i].Sub(ys[i])
		}
		c := resample.NewColumn(d)
		means = resample.Mean(c, true)
		otherMeans = resample.Times(means, -1)
		s.others = append(s.others, neighbour{"median-of-differences", "the median of the differences of pairs", resample.Quantile(c, 0.5, 7)})
	}
	a, b := sample.New(xs), sample.New(ys)
	s.unit, s.floor = s.data.unit, sample.Pair{A: a, B: b}.Floor()
	switch name {
	case "mean_difference":
		s.what, s.maker, s.swapped = "the difference of the means (first minus second)", means, otherMeans
		s.others = append(s.others, neighbour{"median-difference", "the difference of the medians", medians}, neighbour{"ratio", "the ratio of the means", ratio})
	case "median_difference":
		s.what, s.maker, s.swapped = "the difference of the medians (first minus second)", medians, otherMedians
		s.others = append(s.others, neighbour{"mean-difference", "the difference of the means", means})
	case "mean_ratio":
		if b.M.Mean.Sign() == 0 {
			return s, estimate.Undefined("the mean of the second group is 0")
		}
		s.what, s.maker, s.unit = "the ratio of the means (first to second)", ratio, "1"
		if s.floor.Abs /= math.Abs(b.M.Mean.Float()); a.M.Mean.Sign() != 0 {
			s.swapped = otherRatio
		}
		s.others = append(s.others, neighbour{"difference", "the difference of the means", means}, neighbour{"percent", "the ratio in percent", resample.Times(ratio, 100)})
	}
	return s, nil
}

func association(in estimate.Input, name string) (statistic, error) {
	if err := need(in, "the statistic "+name, "x", "y"); err != nil {
		return statistic{}, err
	}
	if in.Args.Has("group") || in.Args.Has("value") {
		return statistic{}, estimate.BadArg("statistic", "%s is of the columns x and y; it takes neither value nor group", name)
	}
	d, err := columnsOf(in, false, in.Args.Text("x"), in.Args.Text("y"))
	if err != nil {
		return statistic{}, err
	}
	xs, ys := d.column(0), d.column(1)
	x, y := resample.NewColumn(xs), resample.NewColumn(ys)
	a, b := sample.New(xs), sample.New(ys)
	s := statistic{data: d, unit: "1", floor: spec.Tolerance{Rel: math.Max(a.SpreadFloor().Rel, b.SpreadFloor().Rel), Abs: 1e-13}}
	pearson, spearman, slope := resample.Pearson(x, y), resample.Spearman(x, y), resample.Slope(x, y)
	switch name {
	case "pearson":
		s.what, s.maker = "Pearson's correlation", pearson
		s.others = []neighbour{{"spearman", "Spearman's rank correlation", spearman}, {"slope", "the slope of y on x", slope}}
	case "spearman":
		s.what, s.maker = "Spearman's rank correlation", spearman
		s.others = []neighbour{{"pearson", "Pearson's correlation", pearson}}
	default:
		s.what, s.maker, s.unit = "the slope of the least-squares line", slope, answer.Per(in.View.Column(in.Args.Text("y")).Unit, d.unit)
		s.floor.Abs = b.Noise() / a.M.SD(0).Float()
		s.others = []neighbour{{"reverse", "the slope of x on y", resample.Slope(y, x)}, {"pearson", "Pearson's correlation", pearson}}
	}
	return s, nil
}

// of is the statistic of all rows.
func (s statistic) of(m resample.Maker) float64 {
	v, _ := m()(slices.Repeat([]int32{1}, len(s.rows)))
	return v
}

// sizes are the numbers of rows: of both groups, or of all.
func (s statistic) sizes() spec.Value {
	if s.first < len(s.rows) {
		return spec.ArrayValue([]float64{float64(s.first), float64(len(s.rows) - s.first)})
	}
	return answer.Count(len(s.rows))
}
