// Package report writes a spec.Report for its readers: JSON for programs, text for a
// terminal, one self-contained HTML file for everyone else. It decides nothing: every
// word comes from the report.
//
// Candidates write much of what a report quotes, so Text, Explain and HTML work on a
// copy in which control characters, escape sequences and marks that reorder text are
// replaced by visible signs.
package report
