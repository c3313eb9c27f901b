// Package tail computes probabilities of the tails of distributions, each tail as it
// stands and never as one minus the other, so that tiny values keep their digits, and
// the quantiles that belong to them.
//
// Arguments outside the domain (a NaN, no degrees of freedom) give NaN.
package tail

import "math"

const eps = 0x1p-52

var nan = math.NaN()
