package safe

import (
	"slices"

	"github.com/assaybench/assay/spec"
)

// What a written report holds of its figures, or little more.
const (
	maxNumbers = 200_000
	maxSets    = 10_000 // sets of marks
)

// Thin leaves an even sample of the sets of a copy's figures, of their marks, and of the
// samples behind them, where they are more than a report can hold. What is there keeps
// one element at least.
func Thin(r *spec.Report) {
	var axes []*spec.AxesView
	total := 0
	for i := range r.Figures {
		for j := range r.Figures[i].Axes {
			a := &r.Figures[i].Axes[j]
			axes, total = append(axes, a), total+len(a.Marks)
		}
	}
	var sets []*spec.MarkSet
	numbers, step := 0, stepOf(total, maxSets)
	for _, a := range axes {
		if n := len(a.Marks); n > step && step > 1 {
			a.Marks, a.SetsOf = pick(a.Marks, every(step, n)), n
		}
		for k := range a.Marks {
			m := &a.Marks[k]
			sets = append(sets, m)
			numbers += len(m.Labels) + len(m.Sample)
			for _, c := range m.Channels() {
				numbers += len(*c)
			}
		}
	}
	if step = stepOf(numbers, maxNumbers); step == 1 {
		return
	}
	for _, m := range sets {
		if n := m.Len(); n > step {
			keep := every(step, n)
			for _, c := range m.Channels() {
				*c = pick(*c, keep)
			}
			m.Labels, m.Limit, m.Unseen, m.Of = pick(m.Labels, keep), pick(m.Limit, keep), pick(m.Unseen, keep), n
		}
		if n := len(m.Sample); n > step {
			m.Sample, m.SampleOf = pick(m.Sample, every(step, n)), n
		}
	}
}

// stepOf thins n to at most most.
func stepOf(n, most int) int { return max((n+most-1)/most, 1) }

// every step-th index below n.
func every(step, n int) []int {
	out := make([]int, 0, n/step+1)
	for i := 0; i < n; i += step {
		out = append(out, i)
	}
	return slices.Clip(out)
}
