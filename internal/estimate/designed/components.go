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

const residual = "residual"

// componentFloor is the relative tolerance of what optimisers find of a variance.
const componentFloor = 5e-3

func mixedVariance(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	g, err := groupedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	component, sd := in.Args.Text("component"), in.Args.Text("measure") == "sd"
	if component != residual && !slices.Contains(g.random, component) {
		return estimate.Answer{}, estimate.BadArg("component", "no effect of %q varies by group; components are %s", component, strings.Join(append(slices.Clone(g.random), residual), ", "))
	}
	f, err := g.own(ctx)
	if err != nil {
		return estimate.Answer{}, err
	}
	variance := func(f mixed.Fit, random []string) (dd.Num, bool) {
		if component == residual {
			return f.Residual, true
		}
		k := slices.Index(random, component)
		if k < 0 {
			return dd.Num{}, false
		}
		return f.Random[k][k], true
	}
	measured := func(v dd.Num, sd bool) dd.Num {
		if sd {
			return v.Sqrt()
		}
		return v
	}
	own, _ := variance(f, g.random)
	a := estimate.Answer{Value: estimate.Number(measured(own, sd).Float()), N: answer.Count(len(g.Y)), Unit: sample.UnitOf(in, in.Args.Text("y"))}
	if slices.Contains(in.Args.Texts("random"), component) {
		a.Unit = answer.Per(a.Unit, sample.UnitOf(in, component))
	}
	words := map[bool]string{true: "standard deviation", false: "variance"}
	a.What = fmt.Sprintf("the %s of %s between groups in the mixed model%s", words[sd], component, singular(f))
	if component == residual {
		a.What = fmt.Sprintf("the residual %s of the mixed model%s", words[sd], singular(f))
	}
	if !sd {
		a.Unit = answer.Power(a.Unit, 2)
	}
	of := func(f mixed.Fit, random []string) (estimate.Answer, bool) {
		v, ok := variance(f, random)
		return estimate.Answer{Value: estimate.Number(measured(v, sd).Float())}, ok
	}
	if err := g.varyFits(ctx, &a, of); err != nil {
		return a, err
	}
	a.Floor.Rel = componentFloor
	if o, err := g.other(ctx); err == nil {
		v, _ := variance(o, g.random)
		a.Floor.Rel = apart(componentFloor, []float64{measured(own, sd).Float()}, []float64{measured(v, sd).Float()})
	}
	if sd {
		a.Floor.Rel /= 2
	}
	a.Floor.Abs = g.nothing(f, component, sd)
	other := map[bool]string{true: "variance", false: "sd"}
	answer.VaryValue(&a, other[sd], "the "+words[!sd]+", not the "+words[sd], measured(own, !sd))
	for k, name := range append(slices.Clone(g.random), residual) {
		switch {
		case name == component:
		case name == residual:
			answer.VaryValue(&a, "of-residual", "the residual "+words[sd], measured(f.Residual, sd))
		default:
			answer.VaryValue(&a, "of-"+name, "the "+words[sd]+" of "+name+" between groups", measured(f.Random[k][k], sd))
		}
	}
	if component != residual {
		answer.VaryValue(&a, "relative", "the "+words[sd]+" over the residual one", measured(own.Div(f.Residual), sd))
	}
	if between, within, n0, ok := g.oneWay(); ok && len(g.X) == 1 && g.Intercept && len(g.random) == 1 {
		if component == residual {
			answer.VaryValue(&a, "anova", "the mean square within groups", measured(within, sd))
		} else {
			answer.VaryValue(&a, "anova", "the estimate of the analysis of variance", measured(between.Sub(within).Div(n0), sd))
		}
		if component != residual {
			answer.VaryValue(&a, "of-means", "the "+words[sd]+" of the means of groups", measured(dd.Of(g.means(g.Y)).Var(1), sd))
		}
	}
	return a, ctx.Err()
}

// nothing is how far from 0 programs may stay where a component is 0: a ten-thousandth
// of the residual variance, in the unit of the component.
func (g grouped) nothing(f mixed.Fit, component string, sd bool) float64 {
	zero := f.Residual.Float() * 1e-4
	if k := slices.Index(g.random, component); k < 0 || f.Random[k][k].Float() > zero/100*g.perUnit(component) {
		return 0
	}
	zero *= g.perUnit(component)
	if sd {
		return math.Sqrt(zero)
	}
	return zero
}

// perUnit turns a variance of the response into that of a slope: one over the mean
// square of its column.
func (g grouped) perUnit(component string) float64 {
	if k, ok := g.byName[component]; ok && component != linear.Intercept {
		return float64(len(g.Y)) / squares(g.cols[k])
	}
	return 1
}

// oneWay are the mean squares between and within groups, and the size of groups that
// enters the expectation of the first: n where all have n rows.
func (g grouped) oneWay() (between, within, n0 dd.Num, ok bool) {
	n, k := len(g.Y), g.groups
	if k < 2 || n <= k {
		return between, within, n0, false
	}
	size := make([]float64, k)
	for _, at := range g.group {
		size[at]++
	}
	grand := dd.Of(g.Y).Mean
	sum2 := 0.0
	for at, m := range g.means(g.Y) {
		d := m.Sub(grand)
		between = between.Add(d.Mul(d).Mul(dd.F(size[at])))
		sum2 += size[at] * size[at]
	}
	for _, d := range g.deviations(g.Y) {
		within = within.Add(d.Mul(d))
	}
	return between.Div(dd.F(float64(k - 1))), within.Div(dd.F(float64(n - k))), dd.F((float64(n) - sum2/float64(n)) / float64(k-1)), true
}

func mixedCorrelation(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	g, err := groupedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	first, second := in.Args.Text("first"), in.Args.Text("second")
	for _, c := range []struct{ arg, name string }{{"first", first}, {"second", second}} {
		if !slices.Contains(g.random, c.name) {
			return estimate.Answer{}, estimate.BadArg(c.arg, "no effect of %q varies by group; those of %s do", c.name, strings.Join(g.random, ", "))
		}
	}
	switch {
	case first == second:
		return estimate.Answer{}, estimate.BadArg("second", "is the same effect as first: %s", first)
	case g.options.Independent:
		return estimate.Answer{}, estimate.BadArg("correlated", "is false: the random effects have no correlation in that model")
	}
	f, err := g.own(ctx)
	if err != nil {
		return estimate.Answer{}, err
	}
	i, j := slices.Index(g.random, first), slices.Index(g.random, second)
	scale := f.Random[i][i].Mul(f.Random[j][j]).Sqrt()
	covariance, r := f.Random[i][j], f.Random[i][j].Div(scale)
	a := estimate.Answer{What: fmt.Sprintf("the %s of %s and %s between groups in the mixed model%s", in.Args.Text("measure"), first, second, singular(f)), N: answer.Count(len(g.Y)), Floor: spec.Tolerance{Abs: componentFloor}}
	own, unscaled := r, dd.F(1)
	if in.Args.Text("measure") == "covariance" {
		own, unscaled = covariance, scale
		a.Unit = g.productUnit(in, first, second)
		answer.VaryValue(&a, "correlation", "the correlation, not the covariance", r)
	} else {
		a.Unit = "1"
		answer.VaryValue(&a, "covariance", "the covariance, not the correlation", covariance)
		answer.VaryValue(&a, "squared", "the square of the correlation", r.Mul(r))
	}
	if !own.Finite() {
		return estimate.Answer{}, estimate.Undefined("%s or %s does not vary between groups (the fit is singular)", first, second)
	}
	a.Value = estimate.Number(own.Float())
	if o, err := g.other(ctx); err == nil {
		v := o.Random[i][j]
		if unscaled == dd.F(1) {
			v = v.Div(o.Random[i][i].Mul(o.Random[j][j]).Sqrt())
		}
		name, words := methods(!g.options.ML)
		answer.VaryValue(&a, name, "the estimate "+words, v)
		if d := v.Sub(own).Abs().Div(unscaled).Float(); d > 1e-9 {
			a.Floor.Abs = math.Min(a.Floor.Abs, d/4)
		}
	}
	a.Floor.Abs *= unscaled.Float()
	answer.VaryValue(&a, "sign", "the "+in.Args.Text("measure")+" with the wrong sign", own.Neg())
	return a, ctx.Err()
}

// productUnit is the unit of a covariance of two effects.
func (g grouped) productUnit(in estimate.Input, names ...string) string {
	u := answer.Power(sample.UnitOf(in, in.Args.Text("y")), 2)
	for _, name := range names {
		if slices.Contains(in.Args.Texts("random"), name) {
			u = answer.Per(u, sample.UnitOf(in, name))
		}
	}
	return u
}

func mixedICC(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	g, err := groupedOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	if !slices.Equal(g.random, []string{linear.Intercept}) {
		return estimate.Answer{}, estimate.BadArg("random", "makes rows of a group more or less alike by their predictors; one intraclass correlation needs a random intercept alone")
	}
	f, err := g.own(ctx)
	if err != nil {
		return estimate.Answer{}, err
	}
	share := func(f mixed.Fit) dd.Num { return f.Random[0][0].Div(f.Random[0][0].Add(f.Residual)) }
	icc := share(f)
	a := estimate.Answer{What: "the intraclass correlation of the random-intercept model" + singular(f), Value: estimate.Number(icc.Float()), N: answer.Count(len(g.Y)), Unit: "1"}
	of := func(f mixed.Fit, _ []string) (estimate.Answer, bool) {
		return estimate.Answer{Value: estimate.Number(share(f).Float())}, true
	}
	if err := g.varyFits(ctx, &a, of); err != nil {
		return a, err
	}
	a.Floor.Rel = componentFloor
	if o, err := g.other(ctx); err == nil {
		a.Floor.Rel = apart(componentFloor, []float64{icc.Float()}, []float64{share(o).Float()})
	}
	if icc.Float() < 1e-6 {
		a.Floor.Abs = 1e-4
	}
	one := dd.F(1)
	answer.VaryValue(&a, "complement", "the share within groups", one.Sub(icc))
	answer.VaryValue(&a, "of-sds", "the share of standard deviations, not of variances", f.Random[0][0].Sqrt().Div(f.Random[0][0].Sqrt().Add(f.Residual.Sqrt())))
	answer.VaryValue(&a, "ratio", "the variance between groups over the residual one", f.Random[0][0].Div(f.Residual))
	answer.VaryValue(&a, "percent", "in percent, where a fraction belongs", icc.Mul(dd.F(100)))
	if between, within, n0, ok := g.oneWay(); ok {
		answer.VaryValue(&a, "anova", "the intraclass correlation of the analysis of variance, ICC(1)", between.Sub(within).Div(between.Add(n0.Sub(one).Mul(within))))
	}
	if len(g.X) > 1 {
		null := g
		null.fits, null.Terms, null.X = map[string]mixed.Fit{}, []string{linear.Intercept}, [][]dd.Num{sample.Constant(len(g.Y))}
		if o, err := null.own(ctx); err == nil {
			answer.VaryValue(&a, "unadjusted", "of a model without predictors", share(o))
		}
	}
	return a, ctx.Err()
}
