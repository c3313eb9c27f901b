package visual

import (
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// classes sorts the marks that are wanted, and those that are drawn, by the texts that
// name them.
type classes struct {
	keys   []key   // one per class: its parts
	wanted [][]int // marks of want in each class
	drawn  [][]int // data in each class
	other  []int   // data of no class
}

// slowLimit bounds the classes that are compared label by label; beyond it a label
// must be a key as it stands.
const slowLimit = 300

func (r *reading) classes() classes {
	var c classes
	at := map[string]int{}
	for i := range r.want.Y {
		k := r.want.key(i)
		id := strings.Join(k.parts, "\x00")
		j, ok := at[id]
		if !ok {
			j = len(c.keys)
			at[id] = j
			c.keys, c.wanted, c.drawn = append(c.keys, key{k.parts, math.NaN()}), append(c.wanted, nil), append(c.drawn, nil)
		}
		c.wanted[j] = append(c.wanted[j], i)
	}
	exact := map[string]int{}
	for j, k := range c.keys {
		if len(k.parts) == 1 {
			exact[r.r.t.Canonical(k.parts[0])] = j
		}
	}
	known := map[string]int{}
	for i, d := range r.data {
		id := strings.Join(d.Labels, "\x00")
		j, ok := known[id]
		if !ok {
			j = r.class(c, exact, d.Labels)
			known[id] = j
		}
		if j < 0 {
			c.other = append(c.other, i)
		} else {
			c.drawn[j] = append(c.drawn[j], i)
		}
	}
	return c
}

func (r *reading) class(c classes, exact map[string]int, labels []string) int {
	for _, l := range labels {
		if j, ok := exact[r.r.t.Canonical(l)]; ok {
			return j
		}
	}
	if len(c.keys) <= slowLimit {
		for j, k := range c.keys {
			if r.r.names(k.parts, labels) {
				return j
			}
		}
	}
	if len(c.keys) == 1 && len(r.want.Group) == 0 && r.single() {
		return 0 // a single mark needs no name
	}
	return -1
}

// single reports whether one mark is wanted and one drawn.
func (r *reading) single() bool { return len(r.want.Y) == 1 && len(r.data) == 1 }

// number is the number or month that a name on a position axis says; NaN without one.
func (r reader) number(name string) float64 {
	for _, s := range spellings(name) {
		if n, ok := tickNumber(s); ok {
			return n
		}
		if n, ok := month(s); ok {
			return n
		}
	}
	found := math.NaN()
	for _, v := range r.values {
		for canonical := range v {
			if n, ok := tickNumber(canonical); ok && r.same(canonical, name) && !(n >= found) {
				found = n
			}
		}
	}
	return found
}

// coverage says how much of what is wanted the marks could be, by names and numbers of
// marks alone, between 0 and 1; surplus marks lower it by less than a half.
func (r *reading) coverage() float64 {
	if r.want.Fit != nil {
		return r.straightness()
	}
	c := r.classes()
	covered, surplus, total := 0, len(c.other), 0
	sample := r.cand.Mark == spec.MarkBox || r.cand.Mark == spec.MarkHistogram && r.sampled()
	for j := range c.keys {
		switch {
		case sample:
			total++
			if len(c.drawn[j]) > 0 {
				covered++
			}
			if r.cand.Mark == spec.MarkBox {
				surplus += max(0, len(c.drawn[j])-1)
			}
		case r.want.Keyed:
			total += len(c.wanted[j])
			used := map[int]bool{}
			for _, w := range c.wanted[j] {
				n := 0
				for _, i := range c.drawn[j] {
					if r.here(w, i) {
						n++
						used[i] = true
					}
				}
				covered += min(n, 1)
				surplus += max(0, n-1)
			}
			surplus += len(c.drawn[j]) - len(used)
		default:
			total += len(c.wanted[j])
			covered += min(len(c.wanted[j]), len(c.drawn[j]))
			surplus += max(0, len(c.drawn[j])-len(c.wanted[j]))
		}
	}
	if total == 0 {
		return 0
	}
	cov := float64(covered) / float64(total)
	if r.cand.Mark == spec.MarkLine && !r.want.Keyed && r.straightLine() && total > 2 {
		cov -= 0.2 // observations are no straight line
	}
	return cov - 0.45*math.Min(1, float64(surplus)/float64(total))
}

// here reports whether datum i stands where mark w of the same class is wanted.
func (r *reading) here(w, i int) bool {
	n := r.want.key(w).num
	return math.IsNaN(n) || spec.Tolerance{Rel: 1e-6}.Close(r.data[i].num, n)
}

// fitWords name fitted lines in legends, as opposed to the data they are fitted to.
var fitWords = []string{"fit", "trend", "ols", "regression", "linear", "model", "slope", "prediction", "predicted", "least squares", "y ="}

func (r *reading) straightness() float64 {
	if !r.straightLine() {
		return 0.25
	}
	for _, s := range r.sets {
		if r.r.hasWord(s.set.Group, fitWords) {
			return 1
		}
	}
	return 0.9
}

// straightLine reports whether all marks lie on one straight line that is not upright.
func (r *reading) straightLine() bool {
	if len(r.data) < 2 {
		return false
	}
	a, b := r.data[0], r.data[len(r.data)-1]
	if !(b.At > a.At) {
		return false
	}
	lo, hi := valueRange(r.data)
	tol := spec.Tolerance{Rel: 1e-6, Scale: hi - lo}
	return !slices.ContainsFunc(r.data, func(d Datum) bool {
		return !tol.Close(d.Value, a.Value+(b.Value-a.Value)*((d.At-a.At)/(b.At-a.At)))
	})
}

func valueRange(data []Datum) (lo, hi float64) {
	vals := make([]float64, len(data))
	for i, d := range data {
		vals[i] = d.Value
	}
	return extremes(vals)
}
