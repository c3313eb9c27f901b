package drawn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/phrase"
	"github.com/assaybench/assay/spec"
)

// Unseen says of some marks, by their numbers (see Datum), why they cannot be seen: "lie
// outside the axis limits", "cannot be seen: 3 are transparent and 2 are of no size".
func (r *Reading) Unseen(at []int) string {
	count := map[spec.Unseen]int{}
	for _, i := range at {
		count[r.why(i)]++
	}
	var reasons []spec.Unseen
	for why := range count {
		reasons = append(reasons, why)
	}
	slices.SortFunc(reasons, func(a, b spec.Unseen) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(string(a), string(b))
	})
	if len(reasons) == 1 {
		return reasons[0].Phrase(len(at))
	}
	var parts []string
	for _, why := range reasons {
		parts = append(parts, fmt.Sprintf("%d %s", count[why], why.Phrase(count[why])))
	}
	return "cannot be seen: " + phrase.List(parts)
}

// Gone says that some of n marks cannot be seen, and why: "12 of 50 points lie outside the
// axis limits".
func (r *Reading) Gone(at []int, n int) string {
	switch {
	case n == 1:
		return "the " + r.Noun() + " " + r.Unseen(at)
	case len(at) == n:
		return fmt.Sprintf("all %d %ss %s", n, r.Noun(), r.Unseen(at))
	}
	return fmt.Sprintf("%d of %d %ss %s", len(at), n, r.Noun(), r.Unseen(at))
}

// Bounds of the sets that are read although they cannot be seen.
const (
	manyLeft  = 8
	leftMarks = 20_000
)

// LeftOut reads, each alone, the sets that are left out as nothing of them can be seen:
// as if they could. There are none where they are very many.
func (r *Reading) LeftOut() []*Reading {
	if r.manyLeftOut() {
		return nil
	}
	var out []*Reading
	for _, s := range r.left {
		alone := *r
		alone.Sets, alone.left, alone.alone = []Set{s}, nil, true
		alone.read()
		for i := range alone.Data() {
			alone.data[i].Hidden = false
		}
		out = append(out, &alone)
	}
	return out
}

// Together reads the chosen sets and those that are left out as nothing of them can be seen.
// It is nil where there are none of these, or very many.
func (r *Reading) Together() *Reading {
	if len(r.left) == 0 || r.manyLeftOut() {
		return nil
	}
	all := *r
	all.Sets, all.left, all.alone = append(slices.Clip(r.Sets), r.left...), nil, true
	all.read()
	return &all
}

func (r *Reading) manyLeftOut() bool {
	n := 0
	for _, s := range r.left {
		n += s.Len()
	}
	return len(r.left) > manyLeft || n > leftMarks
}

// Alone reads each set of the kind that stands on the axes by itself, whether it is one of
// those that were chosen or not; none where they are very many.
func (r *Reading) Alone() []*Reading {
	var out []*Reading
	for k := range r.Axes {
		for j := range r.Axes[k].Marks {
			if s := &r.Axes[k].Marks[j]; s.Mark == r.Mark {
				one := *r
				one.Sets, one.left = []Set{{k, s}}, nil
				one.read()
				out = append(out, &one)
			}
		}
	}
	if len(out) > manySets {
		return nil
	}
	return out
}
