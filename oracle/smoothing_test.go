package oracle_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// TestSmoothingGaps reports, for each pair of neighbouring definitions, the one where the
// other is asked for: it is called by its name, and neither passes nor merely fails.
func TestSmoothingGaps(t *testing.T) {
	views := moreCars(t)
	women := viewsOf(t, "x,y\n58,115\n59,117\n60,120\n61,123\n62,126\n63,129\n64,132\n65,135\n66,139\n67,142\n68,146\n69,150\n70,154\n71,159\n72,164\n", map[string]spec.View{"women": {Asset: "data.csv"}})
	views["women"] = women["women"]
	for _, c := range []struct{ view, estimator, args, variant, say string }{
		{"cars", "kde_bandwidth", "value=mpg", "rule-nrd0", "R's default"},
		{"cars", "kde_bandwidth", "value=mpg rule=nrd0", "rule-scott", "scipy's default"},
		{"cars", "kde_bandwidth", "value=mpg rule=SJ", "rule-nrd", "R's nrd"},
		{"cars", "kde_bandwidth", "value=mpg", "factor", "scipy's factor"},
		{"cars", "kde", "value=mpg at=18.5", "rule-nrd0", "R's default"},
		{"cars", "kde", "value=mpg at=18.5 rule=nrd0", "binned", "R's density()"},
		{"cars", "kde", "value=mpg at=18.5 rule=nrd0 method=binned", "direct", "direct sum"},
		{"cars", "kde", "value=mpg at=18.5 bandwidth=2 kernel=epanechnikov", "other-width", "half the support"},
		{"cars", "kde", "value=mpg at=18.5 bandwidth=0.4", "scipy-factor", "bw_method"},
		{"cars", "kde_cumulative", "value=mpg at=18.5", "above", "probability of more"},
		{"cars", "kde_mode", "value=mpg", "rule-nrd0", "R's default"},
		{"cars", "histogram_bins", "value=mpg rule=sturges", "rule-scott", "Scott"},
		{"cars", "lowess", "x=wt y=mpg at=3.5", "delta-of-r", "R's default delta"},
		{"cars", "lowess", "x=wt y=mpg at=3.5", "no-robust-steps", "without robust"},
		{"cars", "loess", "x=wt y=mpg at=2.62", "interpolate", "R's default"},
		{"cars", "loess", "x=wt y=mpg at=2.62 surface=interpolate", "direct", "at each place"},
		{"cars", "loess", "x=wt y=mpg at=2.62", "other-family", "symmetric"},
		{"women", "spline", "x=x y=y at=58.5 method=fmm", "not-a-knot", "scipy's default"},
		{"women", "spline", "x=x y=y at=58.5", "fmm", "R's default"},
		{"women", "spline", "x=x y=y at=58.5 method=monoH.FC", "pchip", "PCHIP"},
		{"women", "spline", "x=x y=y at=58.5 method=pchip", "monoH.FC", "monoH.FC"},
		{"women", "spline", "x=x y=y at=60.3", "linear", "straight lines"},
		{"women", "spline_integral", "x=x y=y", "linear", "straight lines"},
		{"women", "smoothing_spline", "x=x y=y at=60.3 lambda=5", "mean-square", "against the mean"},
		{"cars", "isotonic", "x=wt y=hp at=2.5", "step", "step function"},
	} {
		a := compute(t, views, c.view, c.estimator, c.args)
		v := held(a, spec.Result{Value: written(t, variant(t, a, c.variant).Value)})
		if k := check(v, "value"); k.Pass || k.Code != spec.ResultVariant || !strings.Contains(k.Note, c.say) {
			t.Errorf("%s %s as %s: pass %v, %s, %q", c.estimator, c.args, c.variant, k.Pass, k.Code, k.Note)
		}
		if k := check(held(a, spec.Result{Value: written(t, a.Value)}), "value"); !k.Pass {
			t.Errorf("%s %s itself: %q", c.estimator, c.args, k.Note)
		}
	}
}

// Values that computed edges put into another bin than exact ones are known by that.
func TestHistogramEdges(t *testing.T) {
	views := viewsOf(t, "x\n0\n0.1\n0.2\n0.3\n0.4\n0.6\n0.7\n0.9\n1\n", map[string]spec.View{"v": {Asset: "data.csv"}})
	a := compute(t, views, "v", "histogram", "value=x bins=10")
	// numpy 2.5: numpy.histogram([0, .1, .2, .3, .4, .6, .7, .9, 1], 10)[0]
	want := []float64{1, 1, 2, 0, 1, 1, 1, 0, 0, 2}
	if i, got := apart(a.Value, want, 0); i >= 0 {
		t.Errorf("bin %d has %v, not %v", i, got, want)
	}
	exact := variant(t, a, "exact-edges")
	if i, got := apart(exact.Value, []float64{1, 1, 1, 1, 1, 0, 1, 1, 0, 2}, 0); i >= 0 {
		t.Errorf("exact bin %d has %v", i, got)
	}
}

func TestSmoothingRefuses(t *testing.T) {
	csv := "x,y,c,id\n0,1,1,a\n1,3,1,b\n1,2,1,c\n2,5,1,c\n"
	for _, c := range []struct{ estimator, args, want string }{
		{"kde", "value=c", "no bandwidth"},
		{"kde", "value=x from=3 to=1", "not above"},
		{"kde", "value=x points=2.5", "whole"},
		{"histogram", "value=x edges=1,0.5", "do not rise"},
		{"histogram", "value=x edges=1", "two"},
		{"histogram", "value=c bins=3", "no width"},
		{"histogram_bins", "value=c rule=fd", "spread"},
		{"lowess", "x=x y=y at=3", "outside"},
		{"lowess", "x=c y=y", "constant"},
		{"lowess", "x=x y=y label=id", "names two rows"},
		{"loess", "x=x y=y span=0.25", "do not determine"},
		{"isotonic", "x=x y=y weights=x", "positive"},
		{"spline", "x=x y=y at=1.5", "x = 1"},
		{"spline_integral", "x=x y=y from=-1", "beyond"},
		{"smoothing_spline", "x=x y=y", "x = 1"},
		{"savgol", "value=y window=4 order=2", "odd"},
		{"savgol", "value=y window=3 order=3", "below the window"},
		{"savgol", "value=y window=5 order=2", "longer"},
		{"ewma", "value=y", "one of them"},
		{"ewma", "value=y alpha=0.5 span=3", "one of them"},
	} {
		views := viewsOf(t, csv, map[string]spec.View{"v": {Asset: "data.csv"}})
		_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: c.estimator, View: "v", Args: args(c.args)}, views, 0)
		var undefined *oracle.UndefinedError
		var bad *oracle.ArgError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &undefined) && !errors.As(err, &bad) {
			t.Errorf("%s %s: %v, not %q", c.estimator, c.args, err, c.want)
		}
	}
}

// Neighbours of the diagnostics of a linear model, by name.
func TestDiagnosticGaps(t *testing.T) {
	views := moreCars(t)
	const model = "y=mpg x=wt,hp,qsec"
	for _, c := range []struct{ estimator, args, variant, say string }{
		{"durbin_watson", model, "short", "2 (1 - r)"},
		{"durbin_watson", model, "autocorrelation", "at lag 1"},
		{"breusch_pagan", model, "not-studentised", "not studentised"},
		{"breusch_pagan", model, "f", "F of the regression"},
		{"vif", model + " term=wt", "tolerance", "inverse"},
		{"vif", model + " term=wt", "other-centre", "without a constant"},
	} {
		a := compute(t, views, "cars", c.estimator, c.args)
		v := held(a, spec.Result{Value: written(t, variant(t, a, c.variant).Value)})
		if k := check(v, "value"); k.Pass || k.Code != spec.ResultVariant || !strings.Contains(k.Note, c.say) {
			t.Errorf("%s as %s: pass %v, %s, %q", c.estimator, c.variant, k.Pass, k.Code, k.Note)
		}
	}
	for words, want := range map[string]string{"y=mpg x=mpg": "exact", "y=mpg x=wt quantity=size": "not one of"} {
		_, err := oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: "row_influence", View: "cars", Args: args(words)}, views, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", words, err)
		}
	}
}
