// Package likeness compares content that was observed in a run with a data view: does
// a table, a series or a few lists hold the view's rows, or some group of them, whole
// and in any order; or does it hold other rows in their place.
package likeness
