// Package spec owns every document and value type of Assay: the case, the hidden
// specification, the submission's results, claims and provenance, captured figures
// as canonical marks, verdicts and the report. It imports nothing of the project
// but diagnostics and canonical forms, so that its types can pass between all others.
package spec
