package oracle_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// TestModels asks for the numbers of statsmodels 0.15 on the cars: OLS and WLS with
// robust covariances, and Logit, Probit and Poisson by Newton's method to 1e-14. Those
// marked R are of R 4.2.2 (sandwich, glm) as well. k is the weight in whole 1000 lb.
func TestModels(t *testing.T) {
	views := viewsOf(t, carCSV(), map[string]spec.View{"cars": {Asset: "data.csv", Steps: []spec.Step{{Derive: &spec.Derive{Name: "k", Expr: "round(wt)"}}}}})
	const mpg, am = "y=mpg x=wt,hp,qsec term=", "y=am x=wt,hp term="
	for _, c := range []struct {
		estimator, args string
		terms           []string
		value, se       []float64
		tolerance       float64
	}{
		{"ols_robust", "covariance=HC0 " + mpg, []string{"intercept", "wt", "hp", "qsec"}, nil, []float64{5.841542444729631, 0.7654367522031369, 0.009860883428472567, 0.3417746770618075}, 1e-9},
		{"ols_robust", "covariance=HC1 " + mpg, []string{"intercept", "wt", "hp", "qsec"}, nil, []float64{6.24487155385103, 0.818286307996716, 0.0105417278057874, 0.365372498583059}, 1e-9}, // R
		{"ols_robust", "covariance=HC2 " + mpg, []string{"intercept", "wt", "hp", "qsec"}, nil, []float64{6.559931287424761, 0.8480497681340664, 0.011497134220111064, 0.38077657774639806}, 1e-9},
		{"ols_robust", "covariance=HC3 " + mpg, []string{"intercept", "wt", "hp", "qsec"}, nil, []float64{7.547310887741535, 0.9500652251508067, 0.013818780475160069, 0.4336143490350276}, 1e-9},
		{"ols_robust", "covariance=cluster cluster=k " + mpg, []string{"intercept", "wt", "hp", "qsec"}, nil, []float64{3.4009080087001062, 0.9105184125387524, 0.0052667867803115834, 0.09752587370519528}, 1e-8},
		{"ols_robust", "covariance=newey-west lag=2 " + mpg, []string{"intercept", "wt", "hp", "qsec"}, nil, []float64{5.26674354675409, 0.680788931756912, 0.00930620198283189, 0.284142341759382}, 1e-9}, // R
		{"wls", "weights=qsec " + mpg, []string{"intercept", "wt", "hp", "qsec"}, []float64{28.909629526592454, -4.332738799591963, -0.019676122646891274, 0.4487264279715285},
			[]float64{8.29168992184679, 0.7770719727584906, 0.015613930862764826, 0.42919247083006057}, 1e-9},
		{"logit", am, []string{"intercept", "wt", "hp"}, []float64{18.8662987172041, -8.08347518244463, 0.0362555960822166}, []float64{7.443558427981852, 3.0686752753906466, 0.01773415433194722}, 1e-9}, // R
		{"probit", am, []string{"intercept", "wt", "hp"}, []float64{10.405549898665237, -4.5422075960296775, 0.021259060172769278}, nil, 1e-9},
		{"probit", am, []string{"intercept", "wt", "hp"}, nil, []float64{3.620527703194182, 1.5121490960351505, 0.009190889319298234}, 1e-7}, // statsmodels' GLM, which stops early
		{"poisson", "y=hp x=wt term=", []string{"intercept", "wt"}, []float64{3.994783001246597, 0.2956703593415508}, []float64{0.05215606589255932, 0.014269195500734754}, 1e-9},
		{"poisson", "y=hp x=wt exposure=qsec term=", []string{"intercept", "wt"}, []float64{1.0698973557608646, 0.30925984081858915}, []float64{0.05177855656409765, 0.014157103501977875}, 1e-9},
	} {
		for i, term := range c.terms {
			words := args(c.args + term)
			a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.estimator, View: "cars", Args: words}, views, 0)
			if err != nil {
				t.Errorf("%s %s%s: %v", c.estimator, c.args, term, err)
				continue
			}
			if c.value != nil && math.Abs(a.Value.Num.F/c.value[i]-1) > c.tolerance {
				t.Errorf("%s %s%s is %v, not %v", c.estimator, c.args, term, a.Value, c.value[i])
			}
			if c.se != nil {
				if se := uncertainty(a, spec.UncertaintySE).Value.Num.F; math.Abs(se/c.se[i]-1) > c.tolerance {
					t.Errorf("%s %s%s: standard error %v, not %v", c.estimator, c.args, term, se, c.se[i])
				}
			}
		}
	}
}

// The neighbouring definitions are there by name, with the numbers of statsmodels.
func TestModelVariants(t *testing.T) {
	views := viewsOf(t, carCSV(), map[string]spec.View{"cars": {Asset: "data.csv", Steps: []spec.Step{{Derive: &spec.Derive{Name: "k", Expr: "round(wt)"}}}}})
	for _, c := range []struct {
		estimator, args, variant string
		se                       float64
	}{
		{"ols_robust", "covariance=HC1 y=mpg x=wt,hp,qsec term=wt", "HC3", 0.9500652251508067},
		{"ols_robust", "covariance=HC3 y=mpg x=wt,hp,qsec term=wt", "classical", 0.752700392234739}, // R
		{"ols_robust", "covariance=cluster cluster=k y=mpg x=wt,hp,qsec term=wt", "no-correction", 0.7494066334712887},
		{"ols_robust", "covariance=newey-west lag=2 y=mpg x=wt,hp,qsec term=wt", "small-sample", 0.7277939815266145},
		{"ols_robust", "covariance=newey-west lag=1 y=mpg x=wt,hp,qsec term=wt", "next-lag", 0.6807889317571687},
		{"wls", "weights=qsec y=mpg x=wt,hp,qsec term=wt", "unweighted", 0.752700392234739}, // R
		{"probit", "y=am x=wt,hp term=wt", "observed-information", 1.5524057309698869},
		{"probit", "y=am x=wt,hp term=wt", "logit", 3.0686752753906466},
		{"poisson", "y=hp x=wt term=wt", "HC0", 0.042607481323800774},
	} {
		a, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.estimator, View: "cars", Args: args(c.args)}, views, 0)
		if err != nil {
			t.Errorf("%s %s: %v", c.estimator, c.args, err)
			continue
		}
		found := false
		for _, v := range a.Variants {
			if v.Name == c.variant {
				found = true
				if se := uncertainty(v.Answer, spec.UncertaintySE).Value.Num.F; math.Abs(se/c.se-1) > 1e-8 {
					t.Errorf("%s %s, %s: standard error %v, not %v", c.estimator, c.args, c.variant, se, c.se)
				}
			}
		}
		if !found {
			t.Errorf("%s %s has no variant %s", c.estimator, c.args, c.variant)
		}
	}
}

func TestModelsRefuse(t *testing.T) {
	csv := "y,x,w,g\n0,1,1,a\n0,2,0,a\n1,3,1,a\n1,4,2,a\n"
	for words, c := range map[string]struct{ estimator, want string }{
		"y=y x=x term=x":                              {"logit", "separate"},
		"y=y x=x term=x ":                             {"probit", "separate"},
		"y=x x=y term=y":                              {"logit", "neither 0 nor 1"},
		"y=y x=x term=x exposure=w":                   {"poisson", "must be positive"},
		"y=y x=x term=x weights=w":                    {"wls", "weights are positive"},
		"y=y x=x term=z covariance=HC0":               {"ols_robust", `no term "z"`},
		"y=y x=x term=x covariance=HC9":               {"ols_robust", "not one of"},
		"y=y x=x term=x covariance=cluster":           {"ols_robust", "is required by"},
		"y=y x=x term=x covariance=newey-west":        {"ols_robust", "is required by"},
		"y=y x=x term=x covariance=cluster cluster=g": {"ols_robust", "one cluster"},
	} {
		views := viewsOf(t, csv, map[string]spec.View{"v": {Asset: "data.csv"}})
		_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.estimator, View: "v", Args: args(words)}, views, 0)
		var undefined *oracle.UndefinedError
		var bad *oracle.ArgError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &undefined) && !errors.As(err, &bad) {
			t.Errorf("%s %s: %v, not %q", c.estimator, words, err, c.want)
		}
	}
}
