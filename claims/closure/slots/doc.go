// Package slots decides conditions on the slots of a case from a report of the engine: a
// slot by its name, or an expression over several. A decision is true, false or open, in
// Kleene's three-valued logic: what the engine could not score stays open.
package slots
