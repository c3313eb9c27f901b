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
)

// Classification, ranking and calibration against scikit-learn.
func TestPredicted(t *testing.T) { holds(t, predictedData, predictedValues, 100) }
