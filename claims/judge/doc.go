// Package judge says what a judge is asked and what it answers: questions on a checklist
// item or a rubric atom, shown so that what others wrote is data. Judges themselves are
// opened by panel, and what they said is kept by record.
//
// A judge returns text or an error, never a score: what a reply means is for the caller to
// read, strictly. A judge that could not answer is an *Error with a stable code, and what
// it was asked stays undecided.
package judge
