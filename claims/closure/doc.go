// Package closure scores attempts at a physics task under a rubric of twenty half-point
// atoms and a closure level from RC0 to RC4 (docs/closure.md). [Lint] checks a rubric, [New]
// makes it ready, and [Rubric.Evaluate] turns decisions into points and level: a rubric is
// an AND/OR network of package graph, a decision a value in three-valued logic, and a score
// one walk over the network. What is undecided leaves bounds, never a lower total.
//
// Who decided, in which stage and on what evidence is the matter of package grading.
package closure
