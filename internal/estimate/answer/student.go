package answer

import "github.com/assaybench/assay/internal/tail"

// TTwo is the quantile of Student's t with df degrees of freedom that leaves
// (1 - level)/2 above it.
func TTwo(df float64) func(level float64) float64 {
	return func(level float64) float64 { return tail.TTwo(level, df) }
}

// NormalTwo is the normal quantile that leaves (1 - level)/2 above it.
func NormalTwo(level float64) float64 { return -tail.NormalQuantile((1 - level) / 2) }

// TTail is the two-sided p-value of t.
func TTail(t, df float64) float64 { return tail.TTwoSided(t, df) }
