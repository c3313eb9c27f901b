package designed

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/mixed"
	"github.com/assaybench/assay/spec"
)

func mixedModels() []estimate.Estimator {
	yes := spec.Value{Kind: spec.ValueBool, Bool: true}
	args := func(more ...estimate.Arg) []estimate.Arg {
		return append(append([]estimate.Arg{
			{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "response; rows that lack any column of the model are left out"},
			{Name: "x", Kind: estimate.ArgColumns, Doc: "predictors of the fixed part; a constant alone where absent"}}, more...),
			estimate.Arg{Name: "group", Kind: estimate.ArgFactor, Required: true, Doc: "column that names the group of each row"},
			estimate.Arg{Name: "random", Kind: estimate.ArgColumns, Doc: "columns whose slopes vary by group"},
			estimate.Arg{Name: "random_intercept", Kind: estimate.ArgBool, Default: yes, Doc: "whether the constant varies by group"},
			estimate.Arg{Name: "correlated", Kind: estimate.ArgBool, Default: yes, Doc: "whether effects that vary by group may be correlated"},
			estimate.Arg{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("reml"), OneOf: []string{"reml", "ml"}, Doc: "likelihood that is maximised: restricted or full"},
			estimate.Arg{Name: "add_intercept", Kind: estimate.ArgBool, Default: yes, Doc: "whether the fixed part has a constant"})
	}
	const formula = "y = X b + Z u + e, u ~ N(0, G) by group, e ~ N(0, σ²): G and σ² maximise the likelihood, b = (X'V⁻¹X)⁻¹ X'V⁻¹y with V = Z G Z' + σ² I"
	const source = "Laird and Ware (1982); Bates, Mächler, Bolker, Walker (2015); profiled deviance and Newton's method in double-double"
	return []estimate.Estimator{
		{Name: "mixed_model", Summary: "the fixed effect of a linear mixed model",
			Unit: "that of y / that of the term", Domain: "numbers and groups; more rows than random effects, residuals other than 0",
			PerRow: true, Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE}, Compute: mixedModel,
			Formula: formula + "; se² of (X'V⁻¹X)⁻¹; interval b ± z se, or t with Satterthwaite's df", Source: source + "; Satterthwaite (1946)",
			Args: args(estimate.Arg{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "coefficient asked for: a predictor or intercept"},
				estimate.Arg{Name: "inference", Kind: estimate.ArgText, Default: spec.TextValue("normal"), OneOf: []string{"normal", "satterthwaite"}, Doc: "distribution of the test and the interval: normal, or t with Satterthwaite's degrees of freedom"},
				estimate.Arg{Name: "covariance", Kind: estimate.ArgText, Default: spec.TextValue("gls"), OneOf: []string{"gls", "observed"}, Doc: "standard errors: of b given the variances, (X'V⁻¹X)⁻¹, as lme4 has them; or of the joint observed information, as statsmodels has them"})},
		{Name: "mixed_variance", Summary: "a variance component of a linear mixed model",
			Unit: "that of y squared / that of the effect squared", Domain: "numbers and groups; more rows than random effects, residuals other than 0",
			Formula: formula, Source: source, PerRow: true, Compute: mixedVariance,
			Args: args(estimate.Arg{Name: "component", Kind: estimate.ArgText, Required: true, Doc: "intercept or a column of random, for its variance between groups; residual for σ²"},
				estimate.Arg{Name: "measure", Kind: estimate.ArgText, Default: spec.TextValue("variance"), OneOf: []string{"variance", "sd"}, Doc: "the variance or its square root"})},
		{Name: "mixed_correlation", Summary: "the correlation or covariance of two random effects of a linear mixed model",
			Unit: "1; that of both effects, multiplied, for the covariance", Domain: "numbers and groups; more rows than random effects, effects that vary between groups",
			Formula: formula + "; G12 / sqrt(G11 G22), or G12", Source: source, PerRow: true, Compute: mixedCorrelation,
			Args: args(estimate.Arg{Name: "first", Kind: estimate.ArgText, Required: true, Doc: "intercept or a column of random"},
				estimate.Arg{Name: "second", Kind: estimate.ArgText, Required: true, Doc: "another"},
				estimate.Arg{Name: "measure", Kind: estimate.ArgText, Default: spec.TextValue("correlation"), OneOf: []string{"correlation", "covariance"}, Doc: "which of them"})},
		{Name: "mixed_icc", Summary: "the intraclass correlation of a random-intercept model",
			Unit: "1", Domain: "numbers and groups; more rows than random effects",
			Formula: formula + "; G / (G + σ²)", Source: source, PerRow: true, Compute: mixedICC, Args: args()},
		{Name: "mixed_loglik", Summary: "the log-likelihood of a linear mixed model",
			Unit: "1", Domain: "numbers and groups; more rows than random effects, residuals other than 0",
			PerRow: true, Compute: mixedLogLik, Source: source, Args: args(),
			Formula: "ln of the density of y at the fit; restricted: of its contrasts free of b, -½ [(n - p) ln 2π + ln |V| + ln |X'V⁻¹X| + r'V⁻¹r]"},
	}
}

// singular is what is added to the words for a fit on the boundary.
func singular(f mixed.Fit) string {
	if f.Singular {
		return "; the fit is singular: some combination of the random effects has no variance"
	}
	return ""
}

// methods name the likelihoods.
func methods(ml bool) (name, words string) {
	if ml {
		return "ml", "by maximum likelihood (ML)"
	}
	return "reml", "by restricted maximum likelihood (REML)"
}

// varyFits appends what other models would have answered: the other likelihood, other
// random effects.
func (g grouped) varyFits(ctx context.Context, a *estimate.Answer, of func(f mixed.Fit, random []string) (estimate.Answer, bool)) error {
	try := func(name, note string, random []string, o mixed.Options) error {
		f, err := g.fit(ctx, random, o)
		if err != nil {
			return ctx.Err()
		}
		if v, ok := of(f, random); ok {
			answer.Vary(a, name, note, v)
		}
		return nil
	}
	o := g.options
	o.ML = !o.ML
	name, words := methods(o.ML)
	if err := try(name, "the estimate "+words, g.random, o); err != nil {
		return err
	}
	o = g.options
	if len(g.random) > 1 {
		o.Independent = !o.Independent
		name, note := "uncorrelated", "of a model whose random effects are not correlated"
		if !o.Independent {
			name, note = "correlated", "of a model whose random effects are correlated"
		}
		if err := try(name, "the estimate "+note, g.random, o); err != nil {
			return err
		}
	}
	if !slices.Equal(g.random, []string{linear.Intercept}) {
		return try("random-intercept", "the estimate of a model in which only the intercept varies by group", []string{linear.Intercept}, g.options)
	}
	return nil
}

// standardError of a coefficient by the asked covariance.
func standardError(f mixed.Fit, j int, covariance string) dd.Num {
	if covariance == "observed" {
		return f.Observed[j].Sqrt()
	}
	return f.Cov[j][j].Sqrt()
}

func (g grouped) coefficient(f mixed.Fit, j int, inference, covariance string, level float64) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(f.Coef[j].Float())}
	se := standardError(f, j, covariance)
	if inference == "normal" {
		answer.InferNormal(&a, f.Coef[j], se, level)
	} else {
		answer.Infer(&a, f.Coef[j], se, dd.F(f.DF[j]), level)
	}
	return a
}

func mixedModel(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	g, err := groupedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	term, inference, covariance := in.Args.Text("term"), in.Args.Text("inference"), in.Args.Text("covariance")
	j := slices.Index(g.Terms, term)
	if j < 0 {
		return estimate.Answer{}, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(g.Terms, ", "))
	}
	f, err := g.own(ctx)
	if err != nil {
		return estimate.Answer{}, err
	}
	a := g.coefficient(f, j, inference, covariance, in.Level)
	a.What, a.N = fmt.Sprintf("the fixed effect of %s in the mixed model%s", term, singular(f)), answer.Count(len(g.Y))
	y := sample.UnitOf(in, in.Args.Text("y"))
	if a.Unit = y; term != linear.Intercept {
		a.Unit = answer.Per(y, sample.UnitOf(in, term))
	}
	b, se := f.Coef[j].Float(), standardError(f, j, covariance).Float()
	of := func(f mixed.Fit, _ []string) (estimate.Answer, bool) {
		return g.coefficient(f, j, inference, covariance, in.Level), true
	}
	if err := g.varyFits(ctx, &a, of); err != nil {
		return a, err
	}
	// Programs differ by their optimisers; the floor stays below what REML and ML differ by.
	noise := 1e-3
	if o, err := g.other(ctx); err == nil {
		noise = math.Max(1e-6, math.Min(apart(noise, []float64{se}, []float64{standardError(o, j, covariance).Float()}), apart(1, []float64{b}, []float64{o.Coef[j].Float()})*math.Abs(b)/se))
	}
	a.Floor = spec.Tolerance{Rel: math.Min(1e-5, noise*se/math.Max(math.Abs(b), se)), Abs: noise*se + linear.PlainFloor(g.Model, j)}
	if inference == "normal" {
		v := g.coefficient(f, j, "satterthwaite", covariance, in.Level)
		v.Value = spec.Value{}
		answer.Vary(&a, "satterthwaite", "with Student's t and Satterthwaite's degrees of freedom, not the normal distribution", v)
	} else {
		v := g.coefficient(f, j, "normal", covariance, in.Level)
		v.Value, v.DF = spec.Value{}, spec.Value{}
		answer.Vary(&a, "normal", "with the normal distribution, not Student's t", v)
		answer.VaryNormal(&a, f.Coef[j], standardError(f, j, covariance), in.Level)
	}
	for _, o := range []struct{ name, note string }{{"gls", "with the standard error of the coefficients given the variances, (X'V⁻¹X)⁻¹"}, {"observed", "with the standard error of the joint observed information"}} {
		if o.name != covariance {
			v := g.coefficient(f, j, inference, o.name, in.Level)
			v.Value = spec.Value{}
			answer.Vary(&a, o.name, o.note, v)
		}
	}
	g.varyLinear(ctx, &a, j, in)
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	return a, ctx.Err()
}

// varyLinear appends the coefficients of models that are not mixed, and of one in which
// the slope asked for varies by group too.
func (g grouped) varyLinear(ctx context.Context, a *estimate.Answer, j int, in estimate.Input) {
	term := g.Terms[j]
	plain := func(name, note string, m linear.Model, j int) {
		v := m.Coefficient(j, in.Level)
		v.Variants, v.Floor, v.N = nil, spec.Tolerance{}, spec.Value{}
		answer.Vary(a, name, note, v)
	}
	if m, err := g.pooled(); err == nil {
		plain("pooled", "the least-squares coefficient, without regard to groups", m, j)
	}
	if m, k, df, ok := g.within(j); ok {
		se := m.Fit.RSS.Div(dd.F(float64(df))).Mul(m.Fit.Inv[k]).Sqrt()
		v := estimate.Answer{Value: estimate.Number(m.Fit.Coef[k].Float())}
		answer.Infer(&v, m.Fit.Coef[k], se, dd.F(float64(df)), in.Level)
		answer.Vary(a, "fixed-effects", "the coefficient with a constant for each group (fixed effects, within)", v)
	}
	if m, err := g.between(); err == nil {
		plain("group-means", "the least-squares coefficient of the means of groups", m, j)
	}
	if term != linear.Intercept && !slices.Contains(g.random, term) && len(g.random) < mixed.MaxRandom {
		if f, err := g.fit(ctx, append(slices.Clone(g.random), term), g.options); err == nil {
			answer.Vary(a, "random-slope", "of a model in which the slope of "+term+" varies by group too", g.coefficient(f, j, in.Args.Text("inference"), in.Args.Text("covariance"), in.Level))
		}
	}
}

func mixedLogLik(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	g, err := groupedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	f, err := g.own(ctx)
	if err != nil {
		return estimate.Answer{}, err
	}
	_, words := methods(g.options.ML)
	a := estimate.Answer{What: "the log-likelihood of the mixed model, " + words + singular(f), Value: estimate.Number(f.LogLik.Float()), N: answer.Count(len(g.Y)), Unit: "1", Floor: spec.Tolerance{Abs: 1e-4}}
	of := func(f mixed.Fit, _ []string) (estimate.Answer, bool) {
		return estimate.Answer{Value: estimate.Number(f.LogLik.Float())}, true
	}
	if err := g.varyFits(ctx, &a, of); err != nil {
		return a, err
	}
	ll, q := f.LogLik, len(g.random)
	k := float64(len(g.X) + q + 1)
	if !g.options.Independent {
		k += float64(q * (q - 1) / 2)
	}
	deviance := ll.Mul(dd.F(-2))
	answer.VaryValue(&a, "deviance", "-2 times the log-likelihood", deviance)
	answer.VaryValue(&a, "aic", "Akaike's criterion", deviance.Add(dd.F(2*k)))
	answer.VaryValue(&a, "bic", "the Bayesian information criterion", deviance.Add(dd.F(k*math.Log(float64(len(g.Y))))))
	answer.VaryValue(&a, "sign", "the log-likelihood with the wrong sign", ll.Neg())
	if m, err := g.pooled(); err == nil {
		n := float64(len(g.Y))
		answer.VaryValue(&a, "pooled", "the log-likelihood of least squares, without regard to groups", dd.F(-n/2*(math.Log(2*math.Pi*m.Fit.RSS.Float()/n)+1)))
	}
	return a, ctx.Err()
}
