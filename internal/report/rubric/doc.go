// Package rubric shows the score of a closure attempt to people: as text for one screen,
// and as one HTML page in the look of all reports.
package rubric
