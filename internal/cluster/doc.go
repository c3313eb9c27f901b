// Package cluster computes what is said of groups that were found in data: trees of
// hierarchical clustering, k-means and its criteria, how well groups are apart, and how far two
// labelings agree. Sums of data are in double-double; labels count from 0 or are any small
// whole numbers.
package cluster

import (
	"slices"
)

// Numbered renames labels to 0, 1, … in the order in which they first appear, and counts them.
func Numbered(labels []int) (renamed []int, k int) {
	to := map[int]int{}
	renamed = make([]int, len(labels))
	for i, l := range labels {
		if _, ok := to[l]; !ok {
			to[l] = len(to)
		}
		renamed[i] = to[l]
	}
	return renamed, len(to)
}

// Same reports whether two labelings part things in the same way, whatever the names.
func Same(a, b []int) bool {
	x, _ := Numbered(a)
	y, _ := Numbered(b)
	return slices.Equal(x, y)
}
