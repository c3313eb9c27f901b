package robustfit

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/mest"
	"github.com/assaybench/assay/internal/quantreg"
	"github.com/assaybench/assay/spec"
)

// influence is a psi of the package and the constant that it takes unasked.
type influence struct {
	name, note string
	usual      float64
	of         func(tuning float64) mest.Psi
}

var (
	huber    = influence{"huber", "by Huber's M-estimation", 1.345, mest.Huber}
	bisquare = influence{"bisquare", "by M-estimation with Tukey's bisquare", 4.685, mest.Bisquare}
)

var spreads = map[string]mest.Spread{"zero": mest.AboutZero, "median": mest.AboutMedian}

// estimations are linear models by M-estimation.
func estimations() []estimate.Estimator {
	const (
		formula = "b solves Σ psi(e/s) x = 0, e = y - x b, s = median |e| / 0.67449; "
		errors  = "; H1 = K² S / m² (X'X)^-1, H2 = K S / m (X'WX)^-1, H3 = S / K (X'WX)^-1 X'X (X'WX)^-1, W = psi', m its mean, S = s² Σ psi² / (n - k), K = 1 + k var(psi') / (n m²); interval b ± z se"
	)
	args := func(f influence) []estimate.Arg {
		return linear.Args(
			estimate.Arg{Name: "tuning", Kind: estimate.ArgNumber, Default: spec.NumberValue(f.usual), Min: 1e-3, Max: 1e6, Doc: "residual, in units of the spread, from which on it counts less (huber) or not at all (bisquare)"},
			estimate.Arg{Name: "centre", Kind: estimate.ArgText, Default: spec.TextValue("zero"), OneOf: []string{"zero", "median"}, Doc: "about what the spread of the residuals is taken"},
			estimate.Arg{Name: "covariance", Kind: estimate.ArgText, Default: spec.TextValue("H1"), OneOf: []string{"H1", "H2", "H3"}, Doc: "kind of standard error"})
	}
	gives := []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}
	return []estimate.Estimator{
		{Name: "huber_regression", Summary: "the coefficient by Huber's M-estimation",
			Unit: "that of y / that of the term", Domain: "numbers; more rows than coefficients, no dependent columns, less than half of the rows on the fit",
			Formula: formula + "psi(u) = u within ± tuning and ± tuning beyond" + errors,
			Source:  "Huber (1964, 1981); iteratively reweighted least squares, Holland and Welsch (1977)", PerRow: true, Gives: gives, Args: args(huber), Compute: estimation(huber, bisquare)},
		{Name: "bisquare_regression", Summary: "the coefficient by M-estimation with Tukey's bisquare",
			Unit: "that of y / that of the term", Domain: "numbers; more rows than coefficients, no dependent columns, less than half of the rows on the fit",
			Formula: formula + "psi(u) = u (1 - (u/tuning)²)² within ± tuning and 0 beyond" + errors,
			Source:  "Beaton and Tukey (1974); iteratively reweighted least squares from the least-squares fit, Holland and Welsch (1977)", PerRow: true, Gives: gives, Args: args(bisquare), Compute: estimation(bisquare, huber)},
	}
}

// estimation computes the coefficient by one influence, with another as its neighbour.
func estimation(own, other influence) func(context.Context, estimate.Input) (estimate.Answer, error) {
	return func(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
		m, _, j, err := linear.Of(in)
		if err != nil {
			return estimate.Answer{}, err
		}
		least, err := m.Solve()
		if err != nil {
			return estimate.Answer{}, err
		}
		tuning, centre, kind := in.Args.Number("tuning"), in.Args.Text("centre"), in.Args.Text("covariance")
		f, err := mest.Solve(ctx, m.X, m.Y, own.of(tuning), spreads[centre])
		if err != nil {
			return estimate.Answer{}, undefined(ctx, err)
		}
		b := f.Coef[j]
		a := estimate.Answer{What: fmt.Sprintf("the coefficient of %s %s", m.Terms[j], own.note), Value: estimate.Number(b.Float()), N: answer.Count(len(m.Y)),
			Unit: linear.TermUnit(in, m.Terms[j]), Floor: spec.Tolerance{Rel: 1e-4, Abs: linear.PlainFloor(m, j)}}
		if m.DF() > 0 {
			inferM(&a, m, f, j, kind, in.Level)
		}
		answer.VaryValue(&a, "ols", "the least-squares coefficient", least.Fit.Coef[j])
		vary := func(name, note string, psi mest.Psi, s mest.Spread) {
			if g, err := mest.Solve(ctx, m.X, m.Y, psi, s); err == nil {
				answer.VaryValue(&a, name, note, g.Coef[j])
			}
		}
		vary(other.name, other.note, other.of(other.usual), spreads[centre])
		if centre == "zero" {
			vary("median-spread", "with the spread of the residuals taken about their median, not about 0", own.of(tuning), mest.AboutMedian)
		} else {
			vary("zero-spread", "with the spread of the residuals taken about 0, not about their median", own.of(tuning), mest.AboutZero)
		}
		if tuning != own.usual {
			vary("usual-tuning", fmt.Sprintf("with the tuning constant %v", own.usual), own.of(own.usual), spreads[centre])
		}
		if g, err := quantreg.Solve(ctx, m.X, m.Y, 0.5); err == nil {
			answer.VaryValue(&a, "lad", "of the regression of the median (least absolute deviations)", g.Low[j].Add(g.High[j]).Div(dd.F(2)))
		}
		return a, ctx.Err()
	}
}

// inferM fills in what follows from the kinds of standard errors.
func inferM(a *estimate.Answer, m linear.Model, f mest.Fit, j int, kind string, level float64) {
	b := f.Coef[j]
	v, err := f.Variances(m.X, j, 0)
	if err != nil {
		return
	}
	all := map[string]float64{"H1": v.H1, "H2": v.H2, "H3": v.H3}
	se := math.Sqrt(all[kind])
	if !(se > 0) || math.IsInf(se, 0) {
		return
	}
	answer.InferNormal(a, b, dd.F(se), level)
	a.Floor.Abs += 1e-3 * se
	for _, name := range []string{"H1", "H2", "H3"} {
		if s := math.Sqrt(all[name]); name != kind && s > 0 {
			answer.VaryNormalSE(a, name, "with the standard error "+name+" of Huber", b, dd.F(s), level)
		}
	}
	if w, err := f.Variances(m.X, j, 1); err == nil && w.H1 > 0 {
		answer.VaryNormalSE(a, "sample-variance", "with the standard error H1 and the sample variance of psi' (as R's MASS)", b, dd.F(math.Sqrt(w.H1)), level)
	}
	linear.VarySE(a, "t-interval", "with Student's t in place of the normal distribution", b, dd.F(se), float64(m.DF()), level)
	answer.VaryOneSided(a)
	answer.VaryScaled(a, "sign", "the coefficient with the wrong sign", -1)
}
