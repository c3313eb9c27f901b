package builtin_test

import (
	_ "embed"
	"testing"
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
