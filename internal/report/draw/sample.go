package draw

import "github.com/assaybench/assay/spec"

// How much of one pair of axes is drawn.
const (
	maxOfSet = 1500 // marks of one set
	maxMarks = 6000 // marks of all sets
	minOfSet = 12   // marks of one set, before sets are left out
)

// sample says which marks are drawn: of each set every so many-th, that a set keeps at
// most ofSet; and of the sets every sets-th.
type sample struct{ ofSet, sets int }

// sampleOf thins the marks of a set first, then leaves out sets, evenly.
func sampleOf(a *spec.AxesView) sample {
	s := sample{maxOfSet, 1}
	if s.count(a) > maxMarks {
		s.ofSet = min(max(maxMarks/len(a.Marks), minOfSet), maxOfSet)
		s.sets = (s.count(a) + maxMarks - 1) / maxMarks
	}
	return s
}

// step between two marks of n that are drawn.
func (s sample) step(n int) int { return max((n+s.ofSet-1)/s.ofSet, 1) }

func (s sample) count(a *spec.AxesView) int {
	total := 0
	for i := 0; i < len(a.Marks); i += s.sets {
		n := a.Marks[i].Len()
		total += (n + s.step(n) - 1) / s.step(n)
	}
	return total
}

// Drawn counts the marks of a that Chart draws, and all.
func Drawn(a *spec.AxesView) (drawn, all int) {
	for _, m := range a.Marks {
		all += m.Len()
	}
	return sampleOf(a).count(a), all
}
