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

func (r *Reading) classify() Classes {
	var c Classes
	at := map[string]int{}
	for i := range r.Want.Y {
		k := r.Want.Key(i)
		id := strings.Join(k.Parts, "\x00")
		j, ok := at[id]
		if !ok {
			j = len(c.Keys)
			at[id] = j
			c.Keys, c.Wanted, c.Drawn = append(c.Keys, expected.Key{Parts: k.Parts, Num: math.NaN()}), append(c.Wanted, nil), append(c.Drawn, nil)
		}
		c.Wanted[j] = append(c.Wanted[j], i)
	}
	exact := map[string]int{}
	for j, k := range c.Keys {
		if len(k.Parts) == 1 {
			exact[r.Words.t.Canonical(k.Parts[0])] = j
		}
	}
	known := map[string]int{}
	for i, d := range r.Data {
		id := strings.Join(d.Labels, "\x00")
		j, ok := known[id]
		if !ok {
			j = r.class(c, exact, d.Labels)
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

func (r *Reading) class(c Classes, exact map[string]int, labels []string) int {
	for _, l := range labels {
		if j, ok := exact[r.Words.t.Canonical(l)]; ok {
			return j
		}
	}
	if len(c.Keys) <= slowLimit {
		for j, k := range c.Keys {
			if r.Words.Name(k.Parts, labels) {
				return j
			}
		}
	}
	if len(c.Keys) == 1 && len(r.Want.Group) == 0 && r.Single() {
		return 0 // a single mark needs no name
	}
	return -1
}

// Single reports whether one mark is wanted and one drawn.
func (r *Reading) Single() bool { return len(r.Want.Y) == 1 && len(r.Data) == 1 }

// Coverage says how much of what is wanted the marks could be, by names and numbers of
// marks alone, between 0 and 1; surplus marks lower it by less than a half.
func (r *Reading) Coverage() float64 {
	if r.Want.Fit != nil {
		return r.straightness()
	}
	c := r.Classes
	covered, surplus, total := 0, len(c.Other), 0
	sample := r.Mark == spec.MarkBox || r.Mark == spec.MarkHistogram && r.Sampled()
	for j := range c.Keys {
		switch {
		case sample:
			total++
			if len(c.Drawn[j]) > 0 {
				covered++
			}
			if r.Mark == spec.MarkBox {
				surplus += max(0, len(c.Drawn[j])-1)
			}
		case r.Want.Keyed:
			total += len(c.Wanted[j])
			used := map[int]bool{}
			for _, w := range c.Wanted[j] {
				n := 0
				for _, i := range c.Drawn[j] {
					if r.Here(w, i) {
						n++
						used[i] = true
					}
				}
				covered += min(n, 1)
				surplus += max(0, n-1)
			}
			surplus += len(c.Drawn[j]) - len(used)
		default:
			total += len(c.Wanted[j])
			covered += min(len(c.Wanted[j]), len(c.Drawn[j]))
			surplus += max(0, len(c.Drawn[j])-len(c.Wanted[j]))
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
func (r *Reading) Here(w, i int) bool {
	n := r.Want.Key(w).Num
	return math.IsNaN(n) || spec.Tolerance{Rel: 1e-6}.Close(r.Data[i].Number, n)
}

// Stranger reports whether the marks are about something else: no name that the slot
// wants, and no word of it in the axis labels.
func (r *Reading) Stranger() bool {
	y := r.Slot.Y
	if y == nil || len(y.Label) == 0 || r.Want.Fit != nil {
		return false
	}
	c := r.Classes
	for j, k := range c.Keys {
		if len(k.Parts) == 0 || len(c.Drawn[j]) > 0 {
			return false
		}
	}
	for k, a := range r.Axes {
		if r.Words.In(a.Title, y.Label) || r.Words.In(r.Val[k].Label, y.Label) {
			return false
		}
	}
	return len(c.Keys) > 0
}
