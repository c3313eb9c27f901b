// Package table reads data files into columns that keep their decimal text, and is
// the only importer of arrow.
package table
