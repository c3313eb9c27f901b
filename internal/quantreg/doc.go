// Package quantreg fits linear models of a conditional quantile, exactly: the
// coefficients minimise a convex function that is linear between points, so that some
// solution passes through as many rows as there are coefficients, and the others, if
// there are any, lie between such solutions.
package quantreg
