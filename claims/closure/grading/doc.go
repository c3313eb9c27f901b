// Package grading turns the grades of an attempt into its score. Grading is staged: first
// passes are independent of one another, a review looks at the disagreements that could
// change something, an adjudication settles what stays open. Every decision is kept.
//
// The rule of consensus: the last stage in which anybody decided a thing counts; within it
// the decision is that on which all agree who did not abstain, and open where they do not.
// What the engine decides comes first: graders may lower it, never raise it. Data flows one
// way: voices are taken out of the grades (voices.go), settled (settle.go), carried through
// the rubric (score.go), and what is open is listed (review.go).
package grading
