package oracletest

import (
	"github.com/assaybench/assay/spec"
	"pgregory.net/rapid"
)

// Example is data on which every built-in case is defined, the same for the same seed.
func Example(seed int) *spec.Frame { return rapid.Custom(frame).Example(seed) }

// Gapped is Example with two rows more, in which all numbers are missing.
func Gapped(seed int) *spec.Frame {
	f := Example(seed)
	return take(f, append(indices(f.Rows()), -1, -1))
}
