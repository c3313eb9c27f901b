package model

import (
	"context"
	"fmt"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

var covariances = []string{"HC0", "HC1", "HC2", "HC3", "cluster", "newey-west"}

// robust are linear models with weights, or with errors that are not alike.
func robust() []estimate.Estimator {
	ciSE := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	return []estimate.Estimator{
		{Name: "wls", Summary: "the weighted least-squares coefficient",
			Unit: "that of y / that of the term", Domain: "numbers, weights above 0; as many rows as coefficients, one more for inference", Source: "Aitken (1936)",
			Formula: "b minimises Σ w (y - x b)²; se² = s² (X'WX)^-1, s² = Σ w e² / (n - k); interval b ± t(n - k) se",
			PerRow:  true, Gives: ciSE, Compute: wls,
			Args: linear.Args(estimate.Arg{Name: "weights", Kind: estimate.ArgColumn, Required: true, Doc: "column of positive weights: a row's share, the inverse of its variance"})},
		{Name: "ols_robust", Summary: "the least-squares coefficient with robust standard error",
			Unit: "that of y / that of the term", Domain: "numbers; more rows than coefficients, two clusters where there are some",
			PerRow: true, Gives: ciSE, Compute: olsRobust,
			Formula: "b as of ols; HC0 Σ a²e², HC1 times n/(n - k), HC2 e²/(1 - h), HC3 e²/(1 - h)²; cluster G/(G - 1) (n - 1)/(n - k) Σ(Σ a e)², of two kinds of clusters both less that of their intersections; newey-west with weights 1 - l/(lag + 1); interval b ± t(n - k) se, of clusters t(G - 1), G the fewest",
			Source:  "White (1980), MacKinnon and White (1985), Liang and Zeger (1986), Cameron, Gelbach and Miller (2011), Newey and West (1987)",
			Args: linear.Args(append([]estimate.Arg{{Name: "covariance", Kind: estimate.ArgText, Required: true, OneOf: covariances, Doc: "kind of standard error"},
				{Name: "lag", Kind: estimate.ArgNumber, Min: 0, Max: 1e5, Doc: "largest lag of newey-west"}}, linear.ClusterArgs()...)...)},
	}
}

func wls(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	name := in.Args.Text("weights")
	plain, v, j, err := linear.Of(in, name)
	if err != nil {
		return estimate.Answer{}, err
	}
	cols, err := v.Numbers(name)
	if err != nil {
		return estimate.Answer{}, err
	}
	inverse := make([]dd.Num, len(plain.Y))
	for i, w := range cols[0] {
		if w.Sign() <= 0 {
			return estimate.Answer{}, estimate.Undefined("the weight of a row is %v; weights are positive", w.Float())
		}
		inverse[i] = dd.F(1).Div(w)
	}
	m, err := plain.Weighted(cols[0]).Solve()
	if err != nil {
		return estimate.Answer{}, err
	}
	a := m.Coefficient(j, in.Level)
	a.What = fmt.Sprintf("the weighted least-squares coefficient of %s", m.Terms[j])
	a.Floor.Abs = max(a.Floor.Abs, linear.PlainFloor(plain, j))
	for _, o := range []struct {
		name, note string
		m          linear.Model
	}{{"unweighted", "without the weights", plain}, {"inverse-weights", "with the weights the wrong way round (1/w)", plain.Weighted(inverse)}} {
		if f, err := o.m.Solve(); err == nil {
			b := f.Coefficient(j, in.Level)
			b.Variants = nil
			answer.Vary(&a, o.name, o.note, b)
		}
	}
	if s, err := linear.NewSandwich(m, j); err == nil && m.DF() > 0 {
		linear.VarySE(&a, "HC1", "with standard errors robust to unequal variances (HC1)", m.Fit.Coef[j], s.HC(1).Sqrt(), float64(m.DF()), in.Level)
	}
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	return a, nil
}

// notes complete "this is the coefficient …".
var covarianceNotes = map[string]string{
	"HC0": "with White's standard error (HC0)", "HC1": "with the standard error HC1, times n/(n - k)",
	"HC2": "with the standard error HC2, by leverage", "HC3": "with the standard error HC3, by squared leverage",
}

func olsRobust(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	kind := in.Args.Text("covariance")
	var clusters []string
	switch kind {
	case "newey-west":
		if !in.Args.Has("lag") {
			return estimate.Answer{}, estimate.BadArg("lag", "is required by the covariance newey-west")
		}
	case "cluster":
		var err error
		if clusters, err = linear.ClusterColumns(in); err != nil {
			return estimate.Answer{}, err
		}
	}
	lag := int(in.Args.Number("lag"))
	if float64(lag) != in.Args.Number("lag") {
		return estimate.Answer{}, estimate.BadArg("lag", "is not a whole number")
	}
	m, v, j, err := linear.Of(in, clusters...)
	if err != nil {
		return estimate.Answer{}, err
	}
	if m, err = m.Solve(); err != nil {
		return estimate.Answer{}, err
	}
	if m.DF() == 0 {
		return estimate.Answer{}, estimate.Undefined("%d rows leave no degree of freedom to %d coefficients", len(m.Y), len(m.X))
	}
	s, err := linear.NewSandwich(m, j)
	if err != nil {
		return estimate.Answer{}, err
	}
	b, df := m.Fit.Coef[j], float64(m.DF())
	classical := m.Coefficient(j, in.Level)
	a := estimate.Answer{What: fmt.Sprintf("the least-squares coefficient of %s with robust standard error (%s)", m.Terms[j], kind),
		Value: classical.Value, N: classical.N, Floor: classical.Floor}
	var variance, other dd.Num
	otherName, otherNote := "", ""
	switch kind {
	case "cluster":
		c, err := s.Cluster(linear.Labels(v, clusters...)...)
		if err != nil {
			return estimate.Answer{}, err
		}
		c.Vary(&a, b, df, in.Level)
		variance, df = c.Variance, c.DF
	case "newey-west":
		variance = s.NeweyWest(lag)
		other, otherName, otherNote = variance.Mul(s.PerFreedom()), "small-sample", "with the factor n/(n - k)"
		linear.VarySE(&a, "next-lag", fmt.Sprintf("with the lag %d", lag+1), b, s.NeweyWest(lag+1).Sqrt(), df, in.Level)
	default:
		variance = s.HC(slices.Index(covariances, kind))
	}
	if !variance.Finite() {
		return estimate.Answer{}, estimate.Undefined("a row alone determines a coefficient, so that %s divides by 0", kind)
	}
	se := variance.Sqrt()
	answer.Infer(&a, b, se, dd.F(df), in.Level)
	if variance.Sign() < 0 {
		a.What += linear.NoError
	} else {
		a.Floor.Abs = max(a.Floor.Abs, m.Rel()*se.Float())
	}
	if otherName != "" {
		linear.VarySE(&a, otherName, otherNote, b, other.Sqrt(), df, in.Level)
	}
	for i, name := range covariances[:4] {
		if name != kind {
			linear.VarySE(&a, name, covarianceNotes[name], b, s.HC(i).Sqrt(), float64(m.DF()), in.Level)
		}
	}
	answer.Vary(&a, "classical", "with the standard error for equal variances", estimate.Answer{Uncertainty: classical.Uncertainty, Interval: classical.Interval, Statistic: classical.Statistic, PValue: classical.PValue})
	linear.Finish(&a, b, se, in.Level)
	return a, nil
}
