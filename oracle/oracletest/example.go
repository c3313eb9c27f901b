package oracletest

import (
	"github.com/assaybench/assay/spec"
	"pgregory.net/rapid"
)

// Example is data on which every built-in case is defined, the same for the same seed.
func Example(seed int) *spec.Frame { return rapid.Custom(frame).Example(seed) }
