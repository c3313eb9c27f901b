// Package safe makes a report fit to be shown or written. Candidates write much of what
// a report quotes: Text shows control characters, and marks that hide or reorder text,
// as visible signs; Copy does so to a whole report, and drops what cannot be drawn.
package safe
