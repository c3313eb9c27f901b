package robustfit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/quantreg"
	"github.com/assaybench/assay/spec"
)

// quantileErrors are the kinds of standard errors of a quantile regression.
var quantileErrors = []string{"robust", "iid", "nid", "powell"}

var quantileNotes = map[string]string{
	"robust": "with the standard error of a sandwich whose middle counts rows by the side on which they lie (the default of statsmodels)",
	"iid":    "with the standard error for errors that are alike, from one density",
	"nid":    "with the standard error from local densities (Hendricks and Koenker; R's nid)",
	"powell": "with the standard error by Powell's kernel (R's ker)",
}

func quantiles() []estimate.Estimator {
	return []estimate.Estimator{{
		Name: "quantile_regression", Summary: "the coefficient of the quantile regression",
		Unit: "that of y / that of the term", Domain: "numbers; more rows than coefficients, no dependent columns",
		PerRow: true,
		Formula: "b minimises Σ e (tau - [e < 0]), e = y - x b; interval b ± t(n - k) se; robust (X'X)^-1 X'DX (X'X)^-1, D = (tau/f)² where e > 0, ((1 - tau)/f)² elsewhere; " +
			"iid tau (1 - tau) (X'X)^-1 / f²; nid and powell tau (1 - tau) (X'FX)^-1 X'X (X'FX)^-1; f by Epanechnikov's kernel",
		Source: "Koenker and Bassett (1978); Barrodale and Roberts (1973) in double-double; Hall and Sheather (1988), Bofinger (1975), Hendricks and Koenker (1992), Powell (1991), Greene (2008)",
		Gives:  []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
		Args: linear.Args(
			estimate.Arg{Name: "tau", Kind: estimate.ArgNumber, Default: spec.NumberValue(0.5), Min: 1e-6, Max: 1 - 1e-6, Doc: "share of the rows below the fit"},
			estimate.Arg{Name: "covariance", Kind: estimate.ArgText, Default: spec.TextValue("robust"), OneOf: quantileErrors, Doc: "kind of standard error"},
			estimate.Arg{Name: "bandwidth", Kind: estimate.ArgText, Default: spec.TextValue("hall-sheather"), OneOf: []string{"hall-sheather", "bofinger"}, Doc: "rule by which errors near the quantile are looked at"}),
		Compute: quantileRegression,
	}}
}

func quantileRegression(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	m, _, j, err := linear.Of(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	tau, kind, rule := in.Args.Number("tau"), in.Args.Text("covariance"), in.Args.Text("bandwidth")
	least, err := m.Solve() // which says in words what is wrong with the design
	if err != nil {
		return estimate.Answer{}, err
	}
	f, err := quantreg.Solve(ctx, m.X, m.Y, tau)
	if err != nil {
		return estimate.Answer{}, undefined(ctx, err)
	}
	// Of many solutions each is right: the middle answers, and the floor reaches to the ends.
	b := f.Low[j].Add(f.High[j]).Div(dd.F(2))
	a := estimate.Answer{What: fmt.Sprintf("the coefficient of %s in the regression of the %v quantile", m.Terms[j], tau), Value: estimate.Number(b.Float()),
		N: answer.Count(len(m.Y)), Unit: linear.TermUnit(in, m.Terms[j]), Floor: spec.Tolerance{Rel: 1e-6, Abs: f.High[j].Sub(f.Low[j]).Float()/2 + linear.PlainFloor(m, j)}}
	if f.Low[j].Cmp(f.High[j]) != 0 {
		a.What += fmt.Sprintf(" (any from %.6g to %.6g is a solution)", f.Low[j].Float(), f.High[j].Float())
	}
	if free := float64(m.DF()); free > 0 {
		se := errorsOf(ctx, m, j, f, tau)
		own := se(kind, rule)
		if own == own {
			answer.Infer(&a, b, dd.F(own), dd.F(free), in.Level)
			a.Floor.Abs += 1e-3 * own
		}
		for _, other := range quantileErrors {
			if s := se(other, rule); other != kind && s == s {
				linear.VarySE(&a, other, quantileNotes[other], b, dd.F(s), free, in.Level)
			}
		}
		other := map[string]string{"hall-sheather": "bofinger", "bofinger": "hall-sheather"}[rule]
		if s := se(kind, other); s == s {
			linear.VarySE(&a, other, "with the bandwidth of the rule "+other, b, dd.F(s), free, in.Level)
		}
		if own == own {
			linear.Finish(&a, b, dd.F(own), in.Level)
		}
	}
	answer.VaryValue(&a, "ols", "the least-squares coefficient, of the mean", least.Fit.Coef[j])
	for _, o := range []struct {
		name, note string
		tau        float64
	}{{"median", "of the regression of the median", 0.5}, {"other-tail", fmt.Sprintf("of the regression of the %.6g quantile", 1-tau), 1 - tau}} {
		if math.Abs(o.tau-tau) < 1e-9 {
			continue
		}
		if g, err := quantreg.Solve(ctx, m.X, m.Y, o.tau); err == nil {
			answer.VaryValue(&a, o.name, o.note, g.Low[j].Add(g.High[j]).Div(dd.F(2)))
		}
	}
	return a, ctx.Err()
}

// errorsOf gives standard errors of coefficient j by kind and bandwidth; NaN where there
// is none, as where every row lies on the fit.
func errorsOf(ctx context.Context, m linear.Model, j int, f quantreg.Fit, tau float64) func(kind, rule string) float64 {
	e, err := quantreg.NewErrors(m.X, j, f, tau)
	sd := dd.Of(m.Y).SD(0).Float()
	return func(kind, rule string) float64 {
		if err != nil {
			return math.NaN()
		}
		h := quantreg.HallSheather(len(m.Y), tau)
		if rule == "bofinger" {
			h = quantreg.Bofinger(len(m.Y), tau)
		}
		h = quantreg.Inside(h, tau)
		var v float64
		switch kind {
		case "robust":
			v = e.Robust(e.Sparsity(h, sd))
		case "iid":
			v = e.IID(e.Sparsity(h, sd))
		case "powell":
			v = e.Powell(h)
		default:
			var err error
			if v, err = e.Local(ctx, m.X, m.Y, h); err != nil {
				return math.NaN()
			}
		}
		if !(v > 0) || math.IsInf(v, 0) {
			return math.NaN()
		}
		return math.Sqrt(v)
	}
}

// undefined makes what the numerical core refuses a property of the data, but for the
// end of the context.
func undefined(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return estimate.Undefined("%v", err)
}
