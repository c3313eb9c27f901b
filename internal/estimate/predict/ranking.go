package predict

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

func scoredArgs(doc string) []estimate.Arg {
	return []estimate.Arg{{Name: "truth", Kind: estimate.ArgFactor, Required: true, Doc: "column of true labels; rows that lack truth or score are left out"},
		{Name: "score", Kind: estimate.ArgColumn, Required: true, Doc: doc}, positiveArg}
}

// rankings are measures of how well scores set the positive rows apart.
func rankings() []estimate.Estimator {
	args := scoredArgs("column of scores, large ones for positive rows")
	return []estimate.Estimator{
		{Name: "roc_auc", Summary: "the area under the ROC curve",
			Unit: "1", Domain: "labels of two kinds and numbers as scores; a row of each kind",
			Formula: "P(score of a positive row > that of another) + P(equal)/2; variance by the placements of both sides; interval AUC ± z se, not cut at 0 and 1",
			Source:  "Hanley and McNeil (1982); DeLong, DeLong and Clarke-Pearson (1988)", PerRow: true, Args: args, Compute: rocAUC, Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}},
		{Name: "average_precision", Summary: "the average precision",
			Unit: "1", Domain: "labels of two kinds and numbers as scores; a positive row",
			Formula: "Σ (R(k) - R(k - 1)) P(k) over falling thresholds, equal scores at one threshold", Source: "Zhu (2004)", PerRow: true, Args: args, Compute: averagePrecision},
	}
}

// scored are the scores of the rows with whether each is positive.
type scored struct {
	x         []dd.Num
	is        []bool
	pos, rest float64
}

func scoredOf(in estimate.Input) (scored, error) {
	truth, score := in.Args.Text("truth"), in.Args.Text("score")
	v := sample.Valued(in.View, truth, score)
	label := in.Args["positive"]
	if label.Missing() {
		var err error
		if label, err = truthLabel(in); err != nil {
			return scored{}, err
		}
	}
	cols, err := v.Numbers(score)
	if err != nil {
		return scored{}, err
	}
	s, c := scored{x: cols[0], is: make([]bool, v.Rows())}, v.Column(truth)
	for i := range s.is {
		l := view.Label(c, i)
		if s.is[i] = view.SameLabel(l, label); s.is[i] {
			s.pos++
			continue
		}
		if s.rest++; c.Kind == spec.ColumnNumber && !in.Args.Has("positive") && l.Num.F != 0 {
			return s, estimate.Undefined("a label is %s, neither 0 nor 1; say which is positive", view.LabelText(l))
		}
	}
	return s, nil
}

// both is an error unless there are positive and other rows.
func (s scored) both() error {
	if s.pos == 0 || s.rest == 0 {
		return estimate.Undefined("it needs positive and other rows, there are %v and %v", s.pos, s.rest)
	}
	return nil
}

// split are the scores of positive rows and of the others.
func (s scored) split() (pos, rest []dd.Num) {
	for i, x := range s.x {
		if s.is[i] {
			pos = append(pos, x)
		} else {
			rest = append(rest, x)
		}
	}
	return pos, rest
}

func rocAUC(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := scoredOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if err := s.both(); err != nil {
		return estimate.Answer{}, err
	}
	pos, rest := s.split()
	all := sample.Ranks(append(slices.Clone(pos), rest...))
	// The placement of a row is the share of the other side that it beats, ties half.
	place := func(own []dd.Num, from int, other float64) []dd.Num {
		inner, out := sample.Ranks(own), make([]dd.Num, len(own))
		for i := range own {
			out[i] = all[from+i].Sub(inner[i]).Div(dd.F(other))
		}
		return out
	}
	m1, m0 := dd.Of(place(pos, 0, s.rest)), dd.Of(place(rest, len(pos), s.pos))
	auc := m1.Mean
	x := auc.Float()
	a := estimate.Answer{Value: estimate.Number(x), N: spec.ArrayValue([]float64{s.pos, s.rest}), Unit: "1", Floor: answer.TestFloor}
	if s.pos > 1 && s.rest > 1 {
		se := m1.Var(1).Div(dd.F(s.pos)).Add(m0.Var(1).Div(dd.F(s.rest))).Sqrt()
		a.Interval = answer.Around(auc, se, answer.NormalTwo)
		answer.GiveInterval(&a, in.Level)
		a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
		varyAUCIntervals(&a, s, auc, se, in.Level)
	}
	answer.VaryValue(&a, "complement", "one less the area: the scores, or the labels, the other way round", dd.F(1).Sub(auc))
	answer.VaryValue(&a, "gini", "2 AUC - 1 (Gini, Somers' D)", auc.Mul(dd.F(2)).Sub(dd.F(1)))
	won, equal := s.won()
	if equal > 0 {
		answer.VaryValue(&a, "ties-lost", "with equal scores as lost, not half won", dd.F(won/s.pos/s.rest))
		answer.VaryValue(&a, "ties-won", "with equal scores as won, not half won", dd.F((won+equal)/s.pos/s.rest))
	}
	answer.VaryValue(&a, "u", "U of Mann and Whitney, not divided by the number of pairs", auc.Mul(dd.F(s.pos*s.rest)))
	answer.VaryValue(&a, "average-precision", "the average precision", dd.F(s.averagePrecision()))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

// won counts the pairs of a positive row and another in which the first has the larger
// score, and those with equal scores.
func (s scored) won() (more, equal float64) {
	below := 0.0 // other rows with a lower score
	for _, g := range slices.Backward(s.steps()) {
		more += g.pos * below
		equal += g.pos * g.rest
		below += g.rest
	}
	return more, equal
}

// varyAUCIntervals appends the intervals of other makers.
func varyAUCIntervals(a *estimate.Answer, s scored, auc, se dd.Num, level float64) {
	x := auc.Float()
	answer.Vary196(a, level, answer.Wide(auc, se))
	answer.VaryInterval(a, "cut", "the interval cut at 0 and 1", level, func(l float64) (spec.Value, spec.Value) {
		h := answer.NormalTwo(l) * se.Float()
		return estimate.Number(math.Max(0, x-h)), estimate.Number(math.Min(1, x+h))
	})
	if x > 0 && x < 1 {
		expit := func(t float64) spec.Value { return estimate.Number(1 / (1 + math.Exp(-t))) }
		answer.VaryInterval(a, "logit-interval", "DeLong's interval on the logit scale", level, func(l float64) (spec.Value, spec.Value) {
			t, h := math.Log(x/(1-x)), answer.NormalTwo(l)*se.Float()/(x*(1-x))
			return expit(t - h), expit(t + h)
		})
	}
	q1, q2 := x/(2-x), 2*x*x/(1+x)
	hm := math.Sqrt((x*(1-x) + (s.pos-1)*(q1-x*x) + (s.rest-1)*(q2-x*x)) / (s.pos * s.rest))
	b := estimate.Answer{Interval: answer.Around(auc, dd.F(hm), answer.NormalTwo)}
	answer.GiveInterval(&b, level)
	b.Uncertainty = append(b.Uncertainty, answer.Uncertain(spec.UncertaintySE, dd.F(hm))...)
	answer.Vary(a, "hanley-mcneil", "with the standard error by Hanley and McNeil", b)
	if z := answer.Float(estimate.Number((x - 0.5) / se.Float())); !math.IsNaN(z) {
		answer.VaryP(a, "half", "the p-value of the hypothesis that the area is 1/2, by DeLong", math.Min(1, 2*tail.Normal(math.Abs(z))))
	}
}

// step is one threshold: how many positive and other rows have just this score.
type step struct{ pos, rest float64 }

// steps are in order of falling scores.
func (s scored) steps() []step {
	order := sample.ByValue(s.x)
	slices.Reverse(order)
	var out []step
	for k, i := range order {
		if k == 0 || s.x[order[k-1]].Cmp(s.x[i]) != 0 {
			out = append(out, step{})
		}
		if s.is[i] {
			out[len(out)-1].pos++
		} else {
			out[len(out)-1].rest++
		}
	}
	return out
}

// averagePrecision has the steps of the curve of precision over recall.
func (s scored) averagePrecision() float64 {
	tp, n, sum := 0.0, 0.0, 0.0
	for _, g := range s.steps() {
		tp, n = tp+g.pos, n+g.pos+g.rest
		sum += g.pos / s.pos * tp / n
	}
	return sum
}

// underPrecision is the area under the curve of precision over recall with straight
// lines, from precision 1 at recall 0, and that under its upper envelope.
func (s scored) underPrecision() (trapezoid, envelope float64) {
	steps := s.steps()
	p := make([]float64, len(steps))
	tp, n, last := 0.0, 0.0, 1.0
	for i, g := range steps {
		tp, n = tp+g.pos, n+g.pos+g.rest
		p[i] = tp / n
		trapezoid += g.pos / s.pos * (p[i] + last) / 2
		last = p[i]
	}
	best := 0.0
	for i, g := range slices.Backward(steps) {
		best = math.Max(best, p[i])
		envelope += g.pos / s.pos * best
	}
	return trapezoid, envelope
}

func averagePrecision(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	s, err := scoredOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if s.pos == 0 {
		return estimate.Answer{}, estimate.Undefined("no row is positive")
	}
	a := estimate.Answer{Value: estimate.Number(s.averagePrecision()), N: spec.ArrayValue([]float64{s.pos, s.rest}), Unit: "1", Floor: answer.TestFloor}
	trapezoid, envelope := s.underPrecision()
	answer.VaryValue(&a, "trapezoid", "the area under the curve of precision over recall with straight lines", dd.F(trapezoid))
	answer.VaryValue(&a, "envelope", "with the best precision at any recall as large (interpolated)", dd.F(envelope))
	answer.VaryValue(&a, "prevalence", "the share of positive rows, which chance would give", dd.F(s.pos/(s.pos+s.rest)))
	if s.rest > 0 {
		won, equal := s.won()
		answer.VaryValue(&a, "roc-auc", "the area under the ROC curve", dd.F((won+equal/2)/s.pos/s.rest))
	}
	turned := scored{is: s.is, pos: s.pos, rest: s.rest}
	for _, x := range s.x {
		turned.x = append(turned.x, x.Neg())
	}
	answer.VaryValue(&a, "sign", "with the scores the other way round", dd.F(turned.averagePrecision()))
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}
