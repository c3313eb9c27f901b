package builtin

import "github.com/assaybench/assay/internal/tail"

// tTwo is the quantile of Student's t with df degrees of freedom that leaves
// (1 - level)/2 above it.
func tTwo(df float64) func(level float64) float64 {
	return func(level float64) float64 { return tail.TTwo(level, df) }
}

// normalTwo is the normal quantile that leaves (1 - level)/2 above it.
func normalTwo(level float64) float64 { return -tail.NormalQuantile((1 - level) / 2) }

// tTail is the two-sided p-value of t.
func tTail(t, df float64) float64 { return tail.TTwoSided(t, df) }
