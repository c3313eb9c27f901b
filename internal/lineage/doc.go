// Package lineage reads a trace: where reported and drawn values came from, whether
// the rows of a data view came to the operations they needed, and what became of
// rows that did not.
package lineage
