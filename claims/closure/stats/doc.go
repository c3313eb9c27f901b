// Package stats computes the statistics of physics closure over many scored attempts:
// scores, closure levels, the share of tasks that reach RC4 in any and in every declared
// run, completion of the dimensions, and what high scores below RC4 lack.
//
// Data flows one way: Read takes scores out of files, Of decides which attempts are final
// (observe.go), groups them by model, task and run (group.go), and gives each figure with
// its bounds (bounds.go) and its interval (interval.go). The formulas stand in
// docs/closure-statistics.md.
package stats

// Codes of diagnostics about scores and what is declared of them.
const (
	CodeScore      = "closure.score"      // the parts of a score contradict one another
	CodeDuplicate  = "closure.duplicate"  // two final attempts of one run, or two scores of one attempt
	CodeSupersedes = "closure.supersedes" // an attempt supersedes itself, or one that is not there
	CodeDeclared   = "closure.declared"   // there are more tasks or runs than were declared
	CodeRubrics    = "closure.rubrics"    // attempts at one task were scored under different rubrics
)
