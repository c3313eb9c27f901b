package smoothing

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/smooth"
	"github.com/assaybench/assay/spec"
)

var binRules = []struct{ name, note string }{
	{"sturges", "Sturges's, log2 n + 1"}, {"scott", "Scott's, width (24 √π / n)^(1/3) sd (ddof 0), as numpy"}, {"scott-r", "Scott's, width 3.5 sd n^(-1/3), as R"},
	{"fd", "Freedman and Diaconis's, width 2 IQR n^(-1/3)"}, {"sqrt", "√n"}, {"rice", "Rice's, 2 n^(1/3)"}, {"doane", "Doane's"},
}

// mostBins is how many bins a rule may give.
const mostBins = 100_000

// histograms are counts in bins, and how many bins a rule gives.
func histograms() []estimate.Estimator {
	var names []string
	for _, r := range binRules {
		names = append(names, r.name)
	}
	none := math.NaN()
	return []estimate.Estimator{
		{Name: "histogram", Summary: "the counts of values in bins",
			Unit: "1; 1 / that of value for densities", Domain: "numbers; bins with a width",
			Formula: "edges e_0 < … < e_k; bins [e, e') but the last [e, e'], as numpy; or (e, e'] but the first [e, e'], as R; density: count / (all in bins · width)", Source: "Sturges (1926); Scott (1979); Freedman and Diaconis (1981)", Compute: histogram,
			Args: []estimate.Arg{sample.ValueArg, {Name: "edges", Kind: estimate.ArgNumbers, Doc: "edges of the bins, rising"},
				number("bins", none, 1, mostBins, "number of equal bins; by the rule where absent, 10 without one"),
				{Name: "rule", Kind: estimate.ArgText, OneOf: names, Doc: "rule of the number of bins"},
				{Name: "from", Kind: estimate.ArgNumber, Doc: "first edge of equal bins; the smallest value where absent"},
				{Name: "to", Kind: estimate.ArgNumber, Doc: "last edge of equal bins; the largest value where absent"},
				choice("closed", "left", "which edge a bin holds", "left", "right"),
				{Name: "both", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool, Bool: true}, Doc: "whether the bin at the open end holds both"},
				choice("statistic", "count", "what is given of each bin", "count", "density", "proportion", "cumulative")}},
		{Name: "histogram_bins", Summary: "the number of bins by a rule",
			Unit: "1", Domain: "numbers; spread, where the rule asks for it",
			Formula: "sturges log2 n + 1; scott, scott-r, fd: range / width; sqrt √n; rice 2 n^(1/3); doane; all rounded up", Source: "Sturges (1926); Scott (1979); Freedman and Diaconis (1981); Doane (1976)", PerRow: true, Compute: histogramBins,
			Args: []estimate.Arg{sample.ValueArg, {Name: "rule", Kind: estimate.ArgText, Required: true, OneOf: names, Doc: "rule"}}},
	}
}

func histogramBins(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	all, rule := smooth.SpreadOf(s.Xs).BinRules(), in.Args.Text("rule")
	a := estimate.Answer{What: "the number of bins by the rule " + rule, Value: estimate.Number(all[rule]), N: answer.Count(s.M.N), Unit: "1"}
	if a.Value.Missing() {
		return a, estimate.Undefined("the rule %s needs values that spread; of %d values the quartiles or all are equal", rule, s.M.N)
	}
	for _, r := range binRules {
		if r.name != rule && all[r.name] != all[rule] {
			answer.VaryValue(&a, "rule-"+r.name, "the number by another rule, "+r.note, dd.F(all[r.name]))
		}
	}
	answer.VaryValue(&a, "edges", "the number of edges, one more than of bins", dd.F(all[rule]+1))
	return a, nil
}

// binning is a way to count.
type binning struct {
	edges       []dd.Num
	right, both bool
	statistic   string
	exact       bool // values are not rounded to float64
}

// of are the numbers of a binning's statistic; all divides by the number of all values
// where else by that of those in bins.
func (b binning) of(xs []dd.Num, all bool) []float64 {
	if !b.exact {
		rounded := make([]dd.Num, len(xs))
		for i, x := range xs {
			rounded[i] = dd.F(x.Float())
		}
		xs = rounded
	}
	out := smooth.Counts(xs, b.edges, b.right, b.both)
	total := 0.0
	for _, c := range out {
		total += c
	}
	if all {
		total = float64(len(xs))
	}
	sum := 0.0
	for i, c := range out {
		sum += c
		switch b.statistic {
		case "density":
			out[i] = c / total / b.edges[i+1].Sub(b.edges[i]).Float()
		case "proportion":
			out[i] = c / total
		case "cumulative":
			out[i] = sum
		}
	}
	return out
}

func histogram(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := sample.Of(in, in.Args.Text("value"))
	if err != nil {
		return estimate.Answer{}, err
	}
	b := binning{right: in.Args.Text("closed") == "right", both: in.Args.Bool("both"), statistic: in.Args.Text("statistic")}
	k, equal, err := binEdges(in, s, &b)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := estimate.Answer{What: fmt.Sprintf("the %s in %d bins", map[string]string{"count": "counts", "density": "density", "proportion": "proportions", "cumulative": "cumulative counts"}[b.statistic], k),
		Value: spec.ArrayValue(b.of(s.Xs, false)), N: answer.Count(s.M.N), Unit: "1"}
	if b.statistic == "density" {
		a.Unit = answer.Per("1", sample.UnitOf(in, in.Args.Text("value")))
	}
	if b.statistic == "density" || b.statistic == "proportion" {
		a.Floor = spec.Tolerance{Rel: 1e-9}
	}
	also := func(name, note string, b binning) {
		varyNumbers(&a, name, note, spec.ArrayValue(b.of(s.Xs, false)), nil)
	}
	other := b
	other.right = !b.right
	also("other-edge", "with bins that hold their "+map[bool]string{true: "left", false: "right"}[b.right]+" edge", other)
	other = b
	other.both = !b.both
	also("other-end", map[bool]string{true: "with the outermost edge left out", false: "with the outermost edge counted in"}[b.both], other)
	if equal != nil {
		other = b
		other.edges, other.exact = equal(k, true), true
		also("exact-edges", "with edges that are not rounded to float64, so that values on an edge are in other bins", other)
		other = b
		for _, m := range []int{k - 1, k + 1} {
			if m > 0 {
				other.edges = equal(m, false)
				also(fmt.Sprintf("bins-%+d", m-k), fmt.Sprintf("in %d bins", m), other)
			}
		}
	}
	for _, statistic := range []string{"count", "density", "proportion", "cumulative"} {
		if statistic != b.statistic {
			other = b
			other.statistic = statistic
			also(statistic, "the "+statistic+" of each bin", other)
		}
	}
	if v := b.of(s.Xs, true); b.statistic != "count" && b.statistic != "cumulative" {
		varyNumbers(&a, "of-all", "as a part of all values, those outside the bins among them", spec.ArrayValue(v), nil)
	}
	return a, nil
}

// binEdges fills in the edges that the arguments give; equal makes other equal bins, nil
// where the edges were given.
func binEdges(in estimate.Input, s sample.Sample, b *binning) (k int, equal func(k int, exact bool) []dd.Num, err error) {
	if in.Args.Has("edges") {
		for i, e := range floats(in, "edges") {
			if i > 0 && e <= b.edges[i-1].Float() {
				return 0, nil, estimate.BadArg("edges", "do not rise at %v", e)
			}
			b.edges = append(b.edges, dd.F(e))
		}
		if len(b.edges) < 2 {
			return 0, nil, estimate.BadArg("edges", "are %d; a bin needs two", len(b.edges))
		}
		return len(b.edges) - 1, nil, nil
	}
	spread := smooth.SpreadOf(s.Xs)
	if k = 10; in.Args.Has("bins") {
		if k, err = whole(in, "bins"); err != nil {
			return 0, nil, err
		}
	} else if rule := in.Args.Text("rule"); rule != "" {
		n := spread.BinRules()[rule]
		if !(n <= mostBins) {
			return 0, nil, estimate.Undefined("the rule %s gives %v bins", rule, n)
		}
		k = int(n)
	}
	sorted := dd.Sorted(s.Xs)
	lo, hi := sorted[0], sorted[len(sorted)-1]
	for _, end := range []struct {
		name string
		at   *dd.Num
	}{{"from", &lo}, {"to", &hi}} {
		if in.Args.Has(end.name) {
			if *end.at, err = dd.Parse(in.Args[end.name].Num.String()); err != nil {
				*end.at = dd.F(in.Args.Number(end.name))
			}
		}
	}
	if lo.Cmp(hi) >= 0 {
		return 0, nil, estimate.Undefined("bins from %v to %v have no width", lo.Float(), hi.Float())
	}
	equal = func(k int, exact bool) []dd.Num {
		if exact {
			return smooth.ExactEdges(lo, hi, k)
		}
		var out []dd.Num
		for _, e := range smooth.EqualEdges(lo.Float(), hi.Float(), k) {
			out = append(out, dd.F(e))
		}
		return out
	}
	b.edges = equal(k, false)
	return k, equal, nil
}
