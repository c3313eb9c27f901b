// Package direction judges directions: what the numbers of a result, or the marks of a
// figure, say of "greater", "increasing" or "no difference" claimed for groups. It
// answers whether they agree, refute it or have no say, and why, in a few words.
package direction

import (
	"fmt"

	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/spec"
)

// Turned is d seen from the other group: (A, B, greater) is (B, A, less).
func Turned(d spec.Direction) spec.Direction {
	switch d {
	case spec.Greater:
		return spec.Less
	case spec.Less:
		return spec.Greater
	}
	return d
}

// Oriented is the direction of a claim as it reads for groups in the order of ref.
func Oriented(d spec.Direction, groups, ref []string, t spec.Terms) spec.Direction {
	if magnitude.Reversed(groups, ref, t) {
		return Turned(d)
	}
	return d
}

// Sentence is a direction in words, with its two groups where there are two.
func Sentence(d spec.Direction, groups []string) string {
	form := map[spec.Direction]string{spec.Greater: "%s greater than %s", spec.Less: "%s less than %s", spec.Equal: "%s equal to %s", spec.NoDifference: "no difference between %s and %s"}[d]
	if len(groups) != 2 || form == "" {
		return string(d)
	}
	return fmt.Sprintf(form, groups[0], groups[1])
}

// Verdict is what numbers say of a direction.
type Verdict int

// Verdicts on a direction.
const (
	Silent Verdict = iota // they have no say
	Agrees
	Refutes
)

func says(ok bool) Verdict {
	if ok {
		return Agrees
	}
	return Refutes
}
