// Package checklist reads weighted checklists in the folders of ResearchClawBench and
// does their arithmetic: a task has a few items of text or image kind, each is scored
// from 0 to 100, and the total is their weighted mean. What was never scored is not a
// zero: it opens an interval around the total.
package checklist
