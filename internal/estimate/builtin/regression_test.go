package builtin_test

import (
	_ "embed"
	"errors"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
)

var (
	//go:embed testdata/regression.csv
	regressionData string
	//go:embed testdata/regression.txt
	regressionValues string
)

// Quantile regression, M-estimation, clusters, panels, instruments, counts and gamma
// responses against statsmodels and scipy.
func TestRegression(t *testing.T) { holds(t, regressionData, regressionValues, 500) }

// What has no value is refused with the reason.
func TestRegressionRefusals(t *testing.T) {
	c := newCaller(t, `y,x,z,one,zero,g,h,id,count,neg,flat
1,1,2,1,0,a,u,p,0,-1,3
2,2,1,1,0,a,u,q,1,2,3
4,3,5,1,0,b,u,r,0,3,3
3,4,4,1,0,b,v,s,2,1,3
7,5,3,1,0,c,v,t,1,2,3
6,6,7,1,0,c,v,u,1,5,4
`)
	for _, r := range []struct{ call, reason string }{
		{"quantile_regression y=y x=one term=one", "linear combination"},
		{"quantile_regression y=y x=zero term=zero", "linear combination"},
		{"quantile_regression y=y x=x term=w", "no term \"w\""},
		{"quantile_regression y=y x=x term=x tau=0", "not from"},
		{"huber_regression y=x x=z,y,count,neg,flat term=z", "half of the rows"},
		{"huber_regression y=one x=z term=z", "half of the rows"},
		{"bisquare_regression y=x x=one,x term=x", "linear combination"},
		{"fixed_effects y=y x=x term=x entity=id", "does not vary beside the fixed effects"},
		{"fixed_effects y=y x=x term=x entity=g effects=both", "required by the effects both"},
		{"fixed_effects y=y x=x,z term=x entity=g time=h effects=both covariance=cluster", "required by the covariance cluster"},
		{"fixed_effects y=y x=x,z,count term=x entity=g", "degree of freedom"},
		{"fixed_effects y=y x=x term=x entity=g covariance=cluster cluster=one", "one cluster"},
		{"ols_robust y=y x=x term=x covariance=cluster cluster=g cluster2=g", "the column of the first clusters"},
		{"ols_robust y=y x=x term=x covariance=cluster cluster=g cluster2=one", "one cluster"},
		{"iv_2sls y=y endogenous=x,z instruments=count term=x", "cannot identify"},
		{"iv_2sls y=y endogenous=x instruments=x term=x", "which is in endogenous"},
		{"iv_2sls y=y endogenous=x instruments=one term=x", "linear combination"},
		{"iv_first_stage_f y=y endogenous=x,z instruments=count,neg", "is required: the endogenous predictors are x, z"},
		{"iv_first_stage_f y=y endogenous=x instruments=z of=z", "not among the endogenous"},
		{"iv_sargan y=y endogenous=x instruments=z", "as many instruments as endogenous"},
		{"iv_hansen_j y=y endogenous=x instruments=z", "as many instruments as endogenous"},
		{"gamma_regression y=neg x=x term=x", "not positive"},
		{"quasi_poisson y=neg x=x term=x", "negative"},
		{"quasi_poisson y=count x=x term=x exposure=neg", "must be positive"},
		{"negative_binomial y=neg x=x term=x", "no count"},
		{"negative_binomial y=count x=x term=x", "no more than Poisson's"},
		{"negative_binomial_alpha y=count x=x", "no more than Poisson's"},
		{"negative_binomial_alpha y=zero x=x", "no maximum"},
	} {
		a, err := c.compute(r.call)
		if err == nil || !strings.Contains(err.Error(), r.reason) {
			t.Errorf("%s: %v, error %v; it should say %q", r.call, a.Value, err, r.reason)
		}
		var undefined *oracle.UndefinedError
		var arg *oracle.ArgError
		if !errors.As(err, &undefined) && !errors.As(err, &arg) {
			t.Errorf("%s: an error of another kind: %v", r.call, err)
		}
	}
}

// Where a quantile regression has many solutions each of them is within the floor.
func TestManySolutions(t *testing.T) {
	c := newCaller(t, "y,x\n1,0\n3,0\n5,1\n9,1\n")
	a := c.answer("quantile_regression y=y x=x term=x")
	if !strings.Contains(a.What, "any from 2 to 8 is a solution") || field(a, "value") != 5 {
		t.Errorf("%s: %v", a.What, a.Value)
	}
	for _, b := range []float64{2, 4, 8} {
		if !a.Floor.Close(b, 5) {
			t.Errorf("%v is a solution and not within the floor", b)
		}
	}
	if a.Floor.Close(8.1, 5) {
		t.Error("8.1 is no solution")
	}
}
