// Package solve is numerical analysis of functions that are given as Go code: integrals
// by adaptive quadrature, ordinary differential equations with events, zeros and extrema
// of functions of one variable. Nothing in it knows data. Every answer carries what is
// known of its error, and what cannot be had is an error that says why.
package solve
