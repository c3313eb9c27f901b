// Package judge asks judges: an OpenAI-compatible endpoint, an external command, a person
// or a file of recorded replies answer a question on a checklist item or a rubric atom.
//
// A judge returns text or an error, never a score: what a reply means is for the caller to
// read, strictly. A judge that could not answer is an *Error with a stable code, and what
// it was asked stays undecided.
package judge
