package several

import (
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/tail"
)

// shares are effect sizes of an analysis of variance.
func shares() []estimate.Estimator {
	many := []estimate.Arg{sample.ValueArg, sample.GroupArg}
	return []estimate.Estimator{
		{Name: "eta_squared", Summary: "eta squared of a one-way analysis of variance",
			Unit: "1", Domain: "numbers; two groups, more values than groups, and spread within them",
			Formula: "SSB / SST", Source: "Pearson (1905)", Args: many, Compute: explained("eta-squared")},
		{Name: "omega_squared", Summary: "omega squared of a one-way analysis of variance",
			Unit: "1", Domain: "numbers; two groups, more values than groups, and spread within them",
			Formula: "(SSB - (k - 1) MSW) / (SST + MSW)", Source: "Hays (1963)", Args: many, Compute: explained("omega-squared")},
		{Name: "epsilon_squared", Summary: "epsilon squared of a one-way analysis of variance",
			Unit: "1", Domain: "numbers; two groups, more values than groups, and spread within them",
			Formula: "(SSB - (k - 1) MSW) / SST", Source: "Kelley (1935)", Args: many, Compute: explained("epsilon-squared")},
	}
}

var explainedNotes = []struct{ name, note string }{{"eta-squared", "eta squared"}, {"omega-squared", "omega squared"}, {"epsilon-squared", "epsilon squared"}}

// explained is a share of variance between groups, the others being variants.
func explained(name string) sample.Computer {
	return sample.OfGroups(func(g sample.Groups, _ estimate.Input) (estimate.Answer, error) {
		v, err := tableOf(g)
		if err != nil {
			return estimate.Answer{}, err
		}
		ms := v.msWithin()
		less := v.between.Sub(ms.Mul(dd.F(v.d1)))
		shares := map[string]dd.Num{"eta-squared": v.between.Div(v.total), "omega-squared": less.Div(v.total.Add(ms)), "epsilon-squared": less.Div(v.total)}
		f := v.f()
		a := answer.Tested(f, answer.Df2(v.d1, v.d2), tail.F(f, v.d1, v.d2), g.Sizes())
		a.Value, a.Floor = estimate.Number(shares[name].Float()), g.Floor()
		for _, n := range explainedNotes {
			if n.name != name {
				answer.VaryValue(&a, n.name, n.note, shares[n.name])
			}
		}
		s := shares[name]
		answer.VaryValue(&a, "cohen-f", "Cohen's f, the root of share / (1 - share)", s.Div(dd.F(1).Sub(s)).Sqrt())
		answer.VaryValue(&a, "root", "its square root", s.Sqrt())
		answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
		answer.VaryValue(&a, "statistic", "the F statistic", dd.F(f))
		return a, nil
	})
}
