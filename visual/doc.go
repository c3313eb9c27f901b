// Package visual judges figures by their numbers. MatchSlots finds the marks that could
// show what a visual slot asks for, by kind and scope and never by value; Judge holds
// their numbers, groups, units and error bars against the oracle or a view (the node),
// and Shows against the regenerated result (the edge). What it matches are canonical
// marks, which FromTrace reads from the figures of a run.
//
// Pixels do not count: fonts, sizes, colours and the order of drawing change nothing.
// What cannot be seen (marks outside the axes, of no size, transparent, covered, or of the colour of the background) does not count
// as drawn.
package visual
