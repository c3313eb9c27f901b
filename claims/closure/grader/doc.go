// Package grader asks judges (package judge) for first passes of grades: it shows a judge
// the task, the rubric and the submission, and reads one strict reply. A judge that fails,
// or whose reply is not exactly what was asked for, leaves its decisions open.
package grader
