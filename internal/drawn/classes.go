package drawn

import (
	"math"
	"strings"

	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

// Classes sorts the marks that are wanted, and those that are drawn, by the texts that
// name them.
type Classes struct {
	Keys   []expected.Key // one per class: its parts
	Wanted [][]int        // marks of want in each class
	Drawn  [][]int        // data in each class
	Other  []int          // data of no class
}

// slowLimit bounds the classes that are compared label by label; beyond it a label
// must be a key as it stands.
const slowLimit = 300

// Keys are the names of the classes: their parts.
func (r *Reading) Keys() []expected.Key { return r.wants.keys }

// ClassOf is the class of wanted mark i.
func (r *Reading) ClassOf(i int) int { return r.wants.class(i) }

// Wanted is the number of marks that are wanted in class j.
func (r *Reading) Wanted(j int) int { return r.wants.count[j] }

// Drawn is the number of marks in class j; of those in none for j = -1.
func (r *Reading) Drawn(j int) int {
	if r.counts == nil {
		r.counts = make([]int, len(r.Keys())+1)
		last := len(r.counts) - 1
		for _, s := range r.series {
			if s.Class < 0 {
				s.Class = last
			}
			r.counts[s.Class] += len(s.At)
		}
		if r.series == nil {
			c := r.Classes()
			for k, list := range c.Drawn {
				r.counts[k] = len(list)
			}
			r.counts[last] = len(c.Other)
		}
	}
	if j < 0 {
		j = len(r.counts) - 1
	}
	return r.counts[j]
}

// Classes are all marks by their classes.
func (r *Reading) Classes() Classes {
	if r.classes == nil {
		c := r.classify()
		r.classes = &c
	}
	return *r.classes
}

func (r *Reading) classify() Classes {
	c := Classes{Keys: r.Keys(), Wanted: r.wants.each(len(r.Want.Y)), Drawn: make([][]int, len(r.Keys()))}
	single := r.Single()
	known := map[string]int{}
	for i, d := range r.Data() {
		id := strings.Join(d.Labels, "\x00")
		j, ok := known[id]
		if !ok {
			j = r.class(d.Labels, single)
			known[id] = j
		}
		if j < 0 {
			c.Other = append(c.Other, i)
		} else {
			c.Drawn[j] = append(c.Drawn[j], i)
		}
	}
	return c
}

// class is the one that some labels name, -1 without one; single tells that one mark is
// wanted and one drawn.
func (r *Reading) class(labels []string, single bool) int {
	for _, l := range labels {
		if j, ok := r.wants.exact[r.Words.t.Canonical(l)]; ok {
			return j
		}
	}
	keys := r.Keys()
	if len(keys) <= slowLimit {
		for j, k := range keys {
			if r.Words.Name(k.Parts, labels) {
				return j
			}
		}
	}
	if len(keys) == 1 && len(r.Want.Group) == 0 && single {
		return 0 // a single mark needs no name
	}
	return -1
}

// Single reports whether one mark is wanted and one drawn.
func (r *Reading) Single() bool { return len(r.Want.Y) == 1 && r.Len() == 1 }

// Coverage says how much of what is wanted the marks could be, by names and numbers of
// marks alone, between 0 and 1; surplus marks lower it by less than a half.
func (r *Reading) Coverage() float64 {
	if r.Want.Fit != nil {
		return r.straightness()
	}
	covered, surplus, total := 0, r.Drawn(-1), 0
	sample := r.Mark == spec.MarkBox || r.Mark == spec.MarkHistogram && r.Sampled()
	for j := range r.Keys() {
		n := r.Drawn(j)
		switch {
		case sample:
			total++
			covered += min(n, 1)
			if r.Mark == spec.MarkBox {
				surplus += max(0, n-1)
			}
		case r.Want.Keyed:
			c := r.Classes()
			total += len(c.Wanted[j])
			used := map[int]bool{}
			for _, w := range c.Wanted[j] {
				here := 0
				for _, i := range c.Drawn[j] {
					if r.Here(w, i) {
						here++
						used[i] = true
					}
				}
				covered += min(here, 1)
				surplus += max(0, here-1)
			}
			surplus += n - len(used)
		default:
			total += r.Wanted(j)
			covered += min(r.Wanted(j), n)
			surplus += max(0, n-r.Wanted(j))
		}
	}
	if total == 0 {
		return 0
	}
	cov := float64(covered) / float64(total)
	if r.Mark == spec.MarkLine && !r.Want.Keyed && r.Straight() && total > 2 {
		cov -= 0.2 // observations are no straight line
	}
	return cov - 0.45*math.Min(1, float64(surplus)/float64(total))
}

// Here reports whether datum i stands where mark w of the same class is wanted.
func (r *Reading) Here(w, i int) bool { return r.Stands(w, r.Data()[i]) }

// Stands reports whether a datum stands where mark w is wanted, whatever its class.
func (r *Reading) Stands(w int, d Datum) bool {
	n := r.Want.Key(w).Num
	return math.IsNaN(n) || spec.Tolerance{Rel: 1e-6}.Close(d.Number, n)
}

// Stranger reports whether the marks are about something else: no name that the slot
// wants, and no word of it in the axis labels.
func (r *Reading) Stranger() bool {
	y := r.Slot.Y
	if y == nil || len(y.Label) == 0 || r.Want.Fit != nil {
		return false
	}
	for j, k := range r.Keys() {
		if len(k.Parts) == 0 || r.Drawn(j) > 0 {
			return false
		}
	}
	for k, a := range r.Axes {
		if r.Words.In(a.Title, y.Label) || r.Words.In(r.Val[k].Label, y.Label) {
			return false
		}
	}
	return len(r.Keys()) > 0
}
