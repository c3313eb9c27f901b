package compare_test

import (
	"math"
	"testing"

	"github.com/assaybench/assay/internal/compare"
)

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		drawn, wanted float64
		printed, want bool
	}{
		{458.57, 458.56612591013476, false, true},
		{458.6, 458.56612591013476, false, true},
		{459, 458.56612591013476, false, false}, // 459.0: four digits are held to
		{457.05, 458.56612591013476, false, false},
		{458.57 * (1 + 1e-15), 458.56612591013476, false, true},
		{458.56612591013476, 458.57, true, true},
		{458.56612591013476, 458.57, false, false},
		{458.56612591013476, 458.58, true, false},
		{3.7007, 3.700662251655629, false, true},
		{1.02 * 458.56612591013476, 458.56612591013476, true, false},
		{0.0001, 0, true, false},
		{math.NaN(), math.NaN(), true, false},
		{math.Inf(1), math.Inf(1), true, false},
	} {
		if got := compare.Rounded(c.drawn, c.wanted, c.printed); got != c.want {
			t.Errorf("Rounded(%v, %v, %v) is %v", c.drawn, c.wanted, c.printed, got)
		}
	}
}

func TestEndsSlack(t *testing.T) {
	exact := [2]float64{3626.920412, 3774.404091}
	for _, c := range []struct {
		name          string
		middle        float64
		drawn, wanted [2]float64
		printed       bool
		want          float64
	}{
		{"nothing was rounded", 3700.662251655629, exact, exact, true, 0},
		{"the middle was", 3700.66, [2]float64{3626.918412, 3774.41}, exact, false, 0.01},
		{"the report was", 3700.662251655629, exact, [2]float64{3626.9, 3774.4}, true, 0.1},
		{"the report is not asked", 3700.662251655629, exact, [2]float64{3626.9, 3774.4}, false, 0},
		{"an end without decimals", 5076.016260162602, [2]float64{4986.0342, 5165.9983}, [2]float64{4986.03, 5166}, true, 0.01},
		{"rounded too far", 3701, [2]float64{3627, 3774}, exact, false, 0},
	} {
		got := compare.EndsSlack(c.middle, c.drawn, c.wanted, c.printed)
		if math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
