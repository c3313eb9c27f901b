package predict

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// calibrations are measures of predicted probabilities.
func calibrations() []estimate.Estimator {
	args := scoredArgs("column of probabilities that the row is positive")
	return []estimate.Estimator{
		{Name: "brier", Summary: "the Brier score",
			Unit: "1", Domain: "labels of two kinds and probabilities from 0 to 1; one row",
			Formula: "mean of (p - y)², y is 1 for positive rows, else 0", Source: "Brier (1950), of one label", PerRow: true, Args: args, Compute: ofProbabilities(brier)},
		{Name: "log_loss", Summary: "the log loss",
			Unit: "nat", Domain: "labels of two kinds and probabilities from 0 to 1; none of 0 for what happened, but where clip is given",
			Formula: "mean of -ln of the probability of the true label, probabilities moved into [clip, 1 - clip]", Source: "Good (1952)", PerRow: true, Compute: ofProbabilities(logLoss),
			Args: append(args[:3:3], estimate.Arg{Name: "clip", Kind: estimate.ArgNumber, Default: spec.NumberValue(sample.Eps), Min: 0, Max: 0.5, Doc: "bound of the probabilities; 0 for none"})},
		{Name: "expected_calibration_error", Summary: "the expected calibration error",
			Unit: "1", Domain: "labels of two kinds and probabilities from 0 to 1; one row",
			Source: "Naeini, Cooper and Hauskrecht (2015); Guo et al. (2017)", PerRow: true, Compute: ofProbabilities(calibrationError),
			Formula: "Σ n_b/n |mean y - mean p| over bins: (b/B, (b + 1)/B] of equal width, 0 in the first, or between the quantiles of p (type 7), a value at an edge in the lower bin",
			Args: append(args[:3:3], estimate.Arg{Name: "bins", Kind: estimate.ArgNumber, Default: spec.NumberValue(10), Min: 1, Max: 1e5, Doc: "number of bins"},
				estimate.Arg{Name: "binning", Kind: estimate.ArgText, Default: spec.TextValue("width"), OneOf: []string{"width", "mass"}, Doc: "bins of equal width or of equal mass"})},
	}
}

func ofProbabilities(f func(s scored, in estimate.Input) (estimate.Answer, error)) sample.Computer {
	return func(_ context.Context, in estimate.Input) (estimate.Answer, error) {
		s, err := scoredOf(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		if len(s.x) == 0 {
			return estimate.Answer{}, estimate.Undefined("no row of view %q has a label and a probability", in.View.Name)
		}
		for _, x := range s.x {
			if x.Sign() < 0 || x.Cmp(dd.F(1)) > 0 {
				return estimate.Answer{}, estimate.Undefined("%v in column %q is no probability", x.Float(), in.Args.Text("score"))
			}
		}
		a, err := f(s, in)
		a.N, a.Unit, a.Floor = answer.Count(len(s.x)), "1", answer.TestFloor
		return a, err
	}
}

// y is 1 for a positive row, else 0.
func (s scored) y(i int) dd.Num {
	if s.is[i] {
		return dd.F(1)
	}
	return dd.Num{}
}

// mean of a function of the rows.
func (s scored) mean(f func(i int) dd.Num) dd.Num {
	terms := make([]dd.Num, len(s.x))
	for i := range terms {
		terms[i] = f(i)
	}
	return dd.Sum(terms).Div(dd.F(float64(len(terms))))
}

func brier(s scored, _ estimate.Input) (estimate.Answer, error) {
	rest := func(i int) dd.Num { return s.x[i].Sub(s.y(i)) }
	b := s.mean(func(i int) dd.Num { return rest(i).Mul(rest(i)) })
	a := estimate.Answer{Value: estimate.Number(b.Float())}
	answer.VaryValue(&a, "both-labels", "summed over both labels, twice the score", b.Mul(dd.F(2)))
	answer.VaryValue(&a, "root", "its square root", b.Sqrt())
	answer.VaryValue(&a, "absolute", "the mean absolute, not squared, difference", s.mean(func(i int) dd.Num { return rest(i).Abs() }))
	p := dd.F(s.pos / (s.pos + s.rest))
	answer.VaryValue(&a, "skill", "the skill score, one less the score over that of the share of positive rows", dd.F(1).Sub(b.Div(p.Mul(dd.F(1).Sub(p)))))
	answer.VaryValue(&a, "sign", "the score with the wrong sign", b.Neg())
	answer.VaryValue(&a, "complement", "with the probabilities of the other label", s.mean(func(i int) dd.Num {
		d := dd.F(1).Sub(s.x[i]).Sub(s.y(i))
		return d.Mul(d)
	}))
	return a, nil
}

// logLoss is NaN or infinite where a true label has the probability 0.
func (s scored) logLoss(clip float64) float64 {
	lo, hi := dd.F(clip), dd.F(1).Sub(dd.F(clip))
	return s.mean(func(i int) dd.Num {
		p := s.x[i]
		if p.Cmp(lo) < 0 {
			p = lo
		} else if p.Cmp(hi) > 0 {
			p = hi
		}
		if !s.is[i] {
			p = dd.F(1).Sub(p)
		}
		if p.Sign() <= 0 {
			return dd.F(math.Inf(1))
		}
		return p.Log().Neg()
	}).Float()
}

func logLoss(s scored, in estimate.Input) (estimate.Answer, error) {
	clip := in.Args.Number("clip")
	x := s.logLoss(clip)
	if estimate.Number(x).Missing() {
		return estimate.Answer{}, estimate.Undefined("a true label has the probability 0; give clip")
	}
	a := estimate.Answer{Value: estimate.Number(x)}
	for _, c := range []float64{0, 1e-15, sample.Eps, 1e-7} {
		if c != clip {
			answer.VaryValue(&a, fmt.Sprintf("clip-%.3g", c), fmt.Sprintf("with probabilities moved into [%.3g, 1 - %.3g]", c, c), dd.F(s.logLoss(c)))
		}
	}
	answer.VaryValue(&a, "base-2", "with logarithms to base 2", dd.F(x/math.Ln2))
	answer.VaryValue(&a, "sum", "the sum over rows, not their mean", dd.F(x*float64(len(s.x))))
	answer.VaryValue(&a, "sign", "the mean log-likelihood, with the wrong sign", dd.F(-x))
	return a, nil
}

// bin is the rows of a bin: how many, positive ones, sum of probabilities.
type bin struct {
	n, pos float64
	sum    dd.Num
}

func (b bin) gap() float64 { return dd.F(b.pos).Sub(b.sum).Div(dd.F(b.n)).Float() }

// byWidth places a probability among k bins of equal width. The product is rounded so
// that 0.3 of 10 bins lies on the edge.
func byWidth(k int, leftClosed bool) func(p dd.Num) int {
	return func(p dd.Num) int {
		at := p.Mul(dd.F(float64(k))).Float()
		if leftClosed {
			return min(int(math.Floor(at)), k-1)
		}
		return max(int(math.Ceil(at))-1, 0)
	}
}

// byMass places a probability between the quantiles.
func (s scored) byMass(k int) func(p dd.Num) int {
	sorted := dd.Sorted(s.x)
	edges := make([]float64, k-1)
	for i := range edges {
		edges[i] = dd.Quantile(sorted, float64(i+1)/float64(k), 7).Float()
	}
	return func(p dd.Num) int {
		x := p.Float()
		lo, hi := 0, len(edges) // the first edge that is not below x
		for lo < hi {
			if m := (lo + hi) / 2; edges[m] < x {
				lo = m + 1
			} else {
				hi = m
			}
		}
		return lo
	}
}

func (s scored) binned(k int, place func(p dd.Num) int) []bin {
	all := make([]bin, k)
	for i, p := range s.x {
		b := &all[place(p)]
		b.n++
		b.sum = b.sum.Add(p)
		if s.is[i] {
			b.pos++
		}
	}
	var out []bin
	for _, b := range all {
		if b.n > 0 {
			out = append(out, b)
		}
	}
	return out
}

// expected is the mean gap of bins, weighted by their rows.
func expected(bins []bin, of func(gap float64) float64) float64 {
	n, sum := 0.0, 0.0
	for _, b := range bins {
		n += b.n
		sum += b.n * of(b.gap())
	}
	return sum / n
}

func calibrationError(s scored, in estimate.Input) (estimate.Answer, error) {
	k := int(in.Args.Number("bins"))
	if float64(k) != in.Args.Number("bins") {
		return estimate.Answer{}, estimate.BadArg("bins", "is not a whole number")
	}
	place := map[string]func(k int) func(dd.Num) int{"mass": s.byMass, "width": func(k int) func(dd.Num) int { return byWidth(k, false) }}
	taken := in.Args.Text("binning")
	bins := s.binned(k, place[taken](k))
	a := estimate.Answer{What: fmt.Sprintf("the expected calibration error (%d bins of equal %s)", k, taken), Value: estimate.Number(expected(bins, math.Abs))}
	for _, other := range []string{"width", "mass"} {
		if other != taken {
			answer.VaryValue(&a, other, "with bins of equal "+other, dd.F(expected(s.binned(k, place[other](k)), math.Abs)))
		}
	}
	if taken == "width" {
		answer.VaryValue(&a, "left-closed", "with a value at an edge in the upper bin", dd.F(expected(s.binned(k, byWidth(k, true)), math.Abs)))
	}
	for _, other := range []int{5, 10, 15, 20} {
		if other != k {
			answer.VaryValue(&a, fmt.Sprintf("bins-%d", other), fmt.Sprintf("with %d bins", other), dd.F(expected(s.binned(other, place[taken](other)), math.Abs)))
		}
	}
	most, plain := 0.0, 0.0
	for _, b := range bins {
		most = math.Max(most, math.Abs(b.gap()))
		plain += math.Abs(b.gap()) / float64(len(bins))
	}
	answer.VaryValue(&a, "maximum", "the largest gap (maximum calibration error)", dd.F(most))
	answer.VaryValue(&a, "unweighted", "the mean over bins, all alike", dd.F(plain))
	answer.VaryValue(&a, "root-mean-square", "the root of the mean squared gap", dd.F(math.Sqrt(expected(bins, func(g float64) float64 { return g * g }))))
	answer.VaryValue(&a, "signed", "the mean of gaps with their signs", dd.F(expected(bins, func(g float64) float64 { return g })))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}
