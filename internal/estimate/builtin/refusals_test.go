package builtin_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// What has no value is refused with the reason, and never answered with a NaN.
func TestRefusals(t *testing.T) {
	const table = "v,w,g,b,k,half,p,three,z,twice\n1,1,a,1,yes,0.5,0.1,u,0,0.2\n2,1,a,2,yes,1,0.2,v,0,0.4\n3,1,b,1,no,2,1.5,w,0,3\n4,1,b,1,no,3,0.3,u,0,0.6\n-5,1,c,2,no,4,0.4,v,0,0.8\n"
	c := newCaller(t, table)
	for _, r := range []struct{ call, reason string }{
		{"one_sample_t value=w", "no spread"},
		{"paired_t x=w y=w", "no spread"},
		{"anova value=w group=g", "no spread within"},
		{"anova value=v group=w", "two groups"},
		{"bartlett value=v group=g", "group c has 1 of the 2 values"},
		{"variance_ratio value=v group=g first=a second=c", "no spread"},
		{"tukey_hsd value=v group=g first=a second=d", "group d of g has no values"},
		{"mann_whitney value=w group=g first=a second=b", "all values are equal"},
		{"kruskal_wallis value=w group=g", "all values are equal"},
		{"wilcoxon value=w mu=1", "other than 0"},
		{"friedman value=v group=g block=b", "block 1 has two values in group b"},
		{"shapiro_wilk value=w", "equal"},
		{"chi_square row=w column=k", "1 rows"},
		{"fisher_exact row=g column=k", "3 rows and 2 columns, not 2 and 2"},
		{"chi_square_fit observed=half", "0.5 in column \"half\" is no count"},
		{"proportion_z value=k equals=yes p0=0", "no spread"},
		{"kendall x=w y=v", "constant"},
		{"partial_correlation x=v y=half given=w", "linearly dependent"},
		{"point_biserial x=half y=v", "more than two values"},
		{"odds_ratio value=k equals=yes group=g first=a second=b", "all rows of the first group count"},
		{"risk_ratio value=k equals=yes group=g first=a second=b", "no row of the second group counts"},
		{"cohen_d value=w group=g first=a second=b", "no spread"},
		{"hedges_g value=v group=g first=a second=d", "of g has no values"},
		{"glass_delta value=v group=g first=a second=c", "no spread"},
		{"adjusted_p value=p label=half method=bh", "1.5 of 2 is no p-value"},
		{"adjusted_p value=w label=three method=bh", "u of three names 2 tests"},
		{"geometric_mean value=v", "one is -5"},
		{"gini value=v", "not negative"},
		{"skewness value=w", "no spread"},
		{"kaplan_meier time=v at=1", "a time is negative, -5"},
		{"kaplan_meier time=half event=b at=1", "neither 0 nor 1"},
		{"median_survival time=half event=z", "stays above 1/2"},
		{"kaplan_meier time=half event=z at=9", "the last time, 4, is censored"},
		{"log_rank time=half event=z group=g", "set the groups apart"},
		{"log_rank time=half group=w", "two groups"},
		{"cox time=half x=w term=w", "w is constant"},
		{"cox time=half event=z x=v term=v", "no row has the event"},
		{"cox time=half x=half term=half", "no maximum"},
		{"cox time=half x=p,twice term=p", "linear combination"},
		{"partial_autocorrelation value=w", "constant"},
		{"partial_autocorrelation value=v lag=5", "5 values have no pair 5 rows apart"},
		{"partial_autocorrelation value=v lag=3 method=ols", "do not determine"},
		{"ljung_box value=v lags=2 fitted=2", "no degree of freedom"},
		{"moving_average value=v label=g window=2", "b names two rows"},
		{"moving_average value=v label=half window=6", "no window of 6 rows is full"},
		{"accuracy truth=g predicted=b", "cannot be the same"},
		{"mcc truth=w predicted=b", "the same"},
		{"cohen_kappa truth=w predicted=w", "the same one"},
		{"precision truth=w predicted=b positive=7", "0/0"},
		{"roc_auc truth=b score=v", "neither 0 nor 1"},
		{"roc_auc truth=k positive=maybe score=v", "there are 0 and 5"},
		{"average_precision truth=k positive=maybe score=v", "no row is positive"},
		{"brier truth=w score=half", "2 in column \"half\" is no probability"},
		{"expected_calibration_error truth=w score=v", "is no probability"},
	} {
		_, err := c.compute(r.call)
		var undefined *oracle.UndefinedError
		if !errors.As(err, &undefined) || !strings.Contains(err.Error(), r.reason) {
			t.Errorf("%s: %v, want it to be undefined: %s", r.call, err, r.reason)
		}
	}
	for _, r := range []struct{ call, reason string }{
		{"wilcoxon mu=1", "give either value, or x and y"},
		{"wilcoxon value=v x=v y=w", "give either value, or x and y"},
		{"chi_square_fit", "give either category or observed"},
		{"chi_square row=g column=k yates=true", "2 rows and 2 columns"},
		{"binomial_test value=k", "give either where, or value and equals"},
		{"tukey_hsd value=v group=g first=a second=a", "the same group"},
		{"proportion_difference value=k equals=yes group=g first=a second=a", "the same group"},
		{"iqr value=v type=6.5", "whole numbers"},
		{"ljung_box value=v lags=1.5", "whole number"},
		{"moving_average value=v label=half window=2.5", "whole number"},
		{"periodogram_power value=v frequency=0.6", "above half the rate, 0.5"},
		{"welch_power value=v frequency=0.2 segment=4 overlap=4", "not less than the segment of 4 rows"},
		{"cox time=half x=p term=v", "no term \"v\"; it has p"},
		{"kaplan_meier time=half at=-1", "before the start"},
		{"precision truth=k predicted=g", "positive: is required where truth is text"},
		{"roc_auc truth=k score=v", "positive: is required where truth is text"},
		{"expected_calibration_error truth=w score=w bins=2.5", "whole number"},
		{"mad value=v constant=2", "not one of raw, normal, 1.4826"},
		{"phi row=k column=k first_row=maybe", "not one of no and yes"},
	} {
		_, err := c.compute(r.call)
		var arg *oracle.ArgError
		if !errors.As(err, &arg) || !strings.Contains(err.Error(), r.reason) {
			t.Errorf("%s: %v, want an argument to be wrong: %s", r.call, err, r.reason)
		}
	}
}

func (c caller) compute(call string) (oracle.Answer, error) {
	words := strings.Fields(call)
	return oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: words[0], View: "data", Args: arguments(words[1:])}, c.views, 0.95)
}
