// Package scorer scores the workspace of a run by a checklist: it reads both folders, asks
// a judge about each item, bounds items by the engine's report where they name a slot of
// it, and writes a scoring. Task, instructions and criteria come from the task folder
// alone; whatever lies in the workspace is material to be judged.
package scorer
