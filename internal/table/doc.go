// Package table reads data files (CSV, TSV, JSON, JSON lines, Parquet, Arrow IPC, Excel,
// NumPy) into columns and is the only importer of arrow.
//
// Reading is strict. Rows of another length than the header, names that occur twice,
// text that is not UTF-8, numbers that are not plain decimals, NaN and infinities are
// refused, with file and line, cell or row; a byte-order mark is tolerated. Cells that are missing
// are named by the manifest, or else are "" and NA. Beside its float64 each number
// keeps the decimal text of the file, because 0.1 in a file is exactly one tenth and
// float64 is not. A binary float has its shortest text. What is compressed is inflated only as
// far as a sound file of its size would be.
package table
