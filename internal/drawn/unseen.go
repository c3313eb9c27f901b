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
	n := 0
	for _, s := range r.left {
		n += s.Len()
	}
	if len(r.left) > manyLeft || n > leftMarks {
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
