package builtin_test

import (
	_ "embed"
	"testing"
)

var (
	//go:embed testdata/predicted.csv
	predictedData string
	//go:embed testdata/predicted.txt
	predictedValues string
	//go:embed testdata/lifetimes.csv
	lifetimesData string
	//go:embed testdata/lifetimes.txt
	lifetimesValues string
	//go:embed testdata/series.csv
	seriesData string
	//go:embed testdata/series.txt
	seriesValues string
)

// Classification, ranking and calibration against scikit-learn.
func TestPredicted(t *testing.T) { holds(t, predictedData, predictedValues, 100) }

// Censored times against statsmodels and scipy.
func TestLifetimes(t *testing.T) { holds(t, lifetimesData, lifetimesValues, 150) }

// Lags, moving averages and spectra against statsmodels, pandas and scipy.
func TestSeries(t *testing.T) { holds(t, seriesData, seriesValues, 150) }
