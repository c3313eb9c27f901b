package graph

import "slices"

// repairBranches bounds the search of Repair. Up to this many combinations of
// alternatives the answer is the smallest set; beyond, the smallest one seen.
const repairBranches = 4096

// Repair finds the bottleneck of item i: the smallest set of items whose repair (a
// local value of 1) raises the value of i, and the value it then has. Of sets of
// one size it takes the one that raises most, then the first in order. local and
// value are the argument and result of Walk. It returns nothing where value[i] is 1
// or where no repair of local values can raise it.
//
// Only items that pull i down are visited: those with a value no greater than that
// of i.
func (n *Net) Repair(local, value []float64, i int) (items []int, raised float64) {
	if value[i] >= 1 {
		return nil, value[i]
	}
	r := &repair{net: n, local: local, value: value, limit: value[i], left: repairBranches}
	r.search(state{seen: map[int]bool{}, open: []int{i}})
	best := -1.0
	for _, c := range r.found {
		slices.Sort(c)
		v := n.repaired(local, value, i, c)
		if v > best || v == best && slices.Compare(c, items) < 0 {
			items, best = c, v
		}
	}
	if items == nil {
		return nil, value[i]
	}
	return items, best
}

// repair is the search for the smallest sets of items to mend.
type repair struct {
	net          *Net
	local, value []float64
	limit        float64 // the value that must be exceeded
	left         int     // branches that may still be opened
	found        [][]int // the smallest complete sets so far, all of one size
}

// state is a partial choice of alternatives.
type state struct {
	seen    map[int]bool
	open    []int   // items still to be looked into
	choices []int32 // sides with several sets, not yet decided
	mend    []int
}

func (r *repair) search(s state) {
	for {
		for len(s.open) > 0 {
			i := s.open[len(s.open)-1]
			s.open = s.open[:len(s.open)-1]
			if s.seen[i] || r.value[i] > r.limit {
				continue
			}
			s.seen[i] = true
			if r.local[i] <= r.limit {
				s.mend = append(s.mend, i)
			}
			for j := r.net.sides[i]; j < r.net.sides[i+1]; j++ {
				switch sets := r.net.sets[j+1] - r.net.sets[j]; {
				case r.holds(j):
				case sets == 1 && len(r.net.set(r.net.sets[j])) > 0:
					s.push(r.net.set(r.net.sets[j]))
				case sets <= 1:
					return // nothing can be mended into an empty side
				default:
					s.choices = append(s.choices, j)
				}
			}
		}
		if len(r.found) > 0 && len(s.mend) > len(r.found[0]) {
			return
		}
		if len(s.choices) == 0 {
			if len(r.found) > 0 && len(s.mend) < len(r.found[0]) {
				r.found = nil
			}
			r.found = append(r.found, s.mend)
			return
		}
		j := s.choices[len(s.choices)-1]
		s.choices = s.choices[:len(s.choices)-1]
		for k := r.net.sets[j]; k < r.net.sets[j+1]; k++ {
			if len(r.net.set(k)) == 0 || r.left == 0 && len(r.found) > 0 {
				continue
			}
			r.left = max(0, r.left-1)
			t := s.clone()
			t.push(r.net.set(k))
			r.search(t)
		}
		return
	}
}

// holds reports whether side j is above the limit as it is.
func (r *repair) holds(j int32) bool {
	for k := r.net.sets[j]; k < r.net.sets[j+1]; k++ {
		if r.net.worth(r.value, k) > r.limit {
			return true
		}
	}
	return false
}

func (s *state) push(members []int32) {
	for _, m := range members {
		s.open = append(s.open, int(m))
	}
}

func (s *state) clone() state {
	seen := make(map[int]bool, len(s.seen))
	for i := range s.seen {
		seen[i] = true
	}
	return state{seen, slices.Clone(s.open), slices.Clone(s.choices), slices.Clone(s.mend)}
}

// repaired is the value of item i when the items of mend, sorted, have local value
// 1. What lies outside the items that a repair can change keeps its value.
func (n *Net) repaired(local, value []float64, i int, mend []int) float64 {
	memo := map[int]float64{}
	var visit func(int) float64
	visit = func(i int) float64 {
		if value[i] >= 1 {
			return value[i]
		}
		if v, ok := memo[i]; ok {
			return v
		}
		v := local[i]
		if _, ok := slices.BinarySearch(mend, i); ok {
			v = 1
		}
		for j := n.sides[i]; j < n.sides[i+1]; j++ {
			best := 0.0
			for k := n.sets[j]; k < n.sets[j+1]; k++ {
				ms := n.set(k)
				if len(ms) == 0 {
					continue
				}
				w := 1.0
				for _, m := range ms {
					w = min(w, visit(int(m)))
				}
				best = max(best, w)
			}
			v = min(v, best)
		}
		memo[i] = v
		return v
	}
	return visit(i)
}
