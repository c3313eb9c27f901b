package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Vertex declares one item of a Net. The item holds as far as its own local value
// does and every one of its sides does. A side is a list of alternative sets (OR); a
// set is a list of items that are jointly required (AND). A side without sets and a
// set without members satisfy nothing.
type Vertex struct {
	ID    string
	Sides [][][]string
}

// AllOf is the Sides of an item that needs every one of ids and has no alternatives;
// none where ids is empty.
func AllOf(ids ...string) [][][]string {
	if len(ids) == 0 {
		return nil
	}
	return [][][]string{{ids}}
}

// Net is an AND/OR network without cycles, indexed for walks in
// O(items + sets + members). Items are numbered from 0 in the order of their ids. A
// Net is immutable and safe for concurrent use.
type Net struct {
	ids    []string
	index  map[string]int
	order  []int32 // every item after all its members
	sides  []int32 // item i owns sides sides[i] to sides[i+1]
	sets   []int32 // side j owns sets sets[j] to sets[j+1]
	spans  []int32 // set k owns members[spans[k]:spans[k+1]]
	member []int32
}

// DuplicateError says that an id was declared twice.
type DuplicateError struct{ ID string }

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("%q is declared twice; give each node its own id", e.ID)
}

// UnknownError says that From refers to an id that nothing declares.
type UnknownError struct{ From, ID string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%q refers to %q, which is not declared", e.From, e.ID)
}

// CycleError lists the members of a cycle, each needing the next and the last the
// first.
type CycleError struct{ Members []string }

func (e *CycleError) Error() string {
	shown := e.Members
	tail := ""
	if len(shown) > 10 {
		shown, tail = shown[:10], fmt.Sprintf(" … (%d in all)", len(e.Members))
	}
	return "nothing may rest on itself: " + strings.Join(shown, " -> ") + tail + " -> " + e.Members[0]
}

// NewNet indexes the vertices, in any order, in O(n log n) for the ids and linear
// time for the rest. It fails with a *DuplicateError, *UnknownError or *CycleError.
func NewNet(vertices []Vertex) (*Net, error) {
	vs := slices.Clone(vertices)
	slices.SortStableFunc(vs, func(a, b Vertex) int { return cmp.Compare(a.ID, b.ID) })
	n := &Net{ids: make([]string, len(vs)), index: make(map[string]int, len(vs)), sides: make([]int32, 1, len(vs)+1), sets: []int32{0}, spans: []int32{0}}
	for i, v := range vs {
		if _, dup := n.index[v.ID]; dup {
			return nil, &DuplicateError{v.ID}
		}
		n.ids[i], n.index[v.ID] = v.ID, i
	}
	for _, v := range vs {
		for _, side := range v.Sides {
			for _, set := range side {
				for _, id := range set {
					m, ok := n.index[id]
					if !ok {
						return nil, &UnknownError{v.ID, id}
					}
					n.member = append(n.member, int32(m))
				}
				n.spans = append(n.spans, int32(len(n.member)))
			}
			n.sets = append(n.sets, int32(len(n.spans)-1))
		}
		n.sides = append(n.sides, int32(len(n.sets)-1))
	}
	return n, n.sort()
}

// sort sets the order by Kahn's algorithm.
func (n *Net) sort() error {
	count := make([]int32, len(n.ids)+1) // users of item i stand at users[count[i]:count[i+1]]
	for _, m := range n.member {
		count[m+1]++
	}
	for i := range n.ids {
		count[i+1] += count[i]
	}
	users, at := make([]int32, len(n.member)), slices.Clone(count)
	waits := make([]int32, len(n.ids))
	n.order = make([]int32, 0, len(n.ids))
	for i := range n.ids {
		ms := n.members(i)
		for _, m := range ms {
			users[at[m]] = int32(i)
			at[m]++
		}
		if waits[i] = int32(len(ms)); waits[i] == 0 {
			n.order = append(n.order, int32(i))
		}
	}
	for next := 0; next < len(n.order); next++ {
		i := n.order[next]
		for _, u := range users[count[i]:count[i+1]] {
			if waits[u]--; waits[u] == 0 {
				n.order = append(n.order, u)
			}
		}
	}
	if len(n.order) == len(n.ids) {
		return nil
	}
	return n.cycle(waits)
}

// cycle follows, from the first item that still waits, members that wait too.
func (n *Net) cycle(waits []int32) error {
	i := slices.IndexFunc(waits, func(w int32) bool { return w > 0 })
	seen := map[int]int{}
	var path []string
	for {
		if from, ok := seen[i]; ok {
			return &CycleError{path[from:]}
		}
		seen[i] = len(path)
		path = append(path, n.ids[i])
		ms := n.members(i)
		i = int(ms[slices.IndexFunc(ms, func(m int32) bool { return waits[m] > 0 })])
	}
}

// members lists the members of all sets of all sides of item i.
func (n *Net) members(i int) []int32 {
	return n.member[n.spans[n.sets[n.sides[i]]]:n.spans[n.sets[n.sides[i+1]]]]
}

// set lists the members of set k.
func (n *Net) set(k int32) []int32 { return n.member[n.spans[k]:n.spans[k+1]] }

// Len is the number of items.
func (n *Net) Len() int { return len(n.ids) }

// ID is the id of item i.
func (n *Net) ID(i int) string { return n.ids[i] }

// Index finds an item by id.
func (n *Net) Index(id string) (int, bool) {
	i, ok := n.index[id]
	return i, ok
}

// Walk carries local values through the net and returns the value of every item:
//
//	value(i) = min(local[i], over sides: max over sets: min over members: value)
//
// A side without sets and a set without members are worth none. It is one pass in
// topological order; alternatives are never enumerated as paths. With scores it is
// the support, with the ends of intervals its bounds, with ranks of stages the
// broken stage. local has one element for each item.
func Walk[T cmp.Ordered](n *Net, local []T, none T) []T {
	out := make([]T, len(n.ids))
	for _, i := range n.order {
		v := local[i]
		for j := n.sides[i]; j < n.sides[i+1]; j++ {
			best := none
			for k := n.sets[j]; k < n.sets[j+1]; k++ {
				w := none
				for at, m := range n.set(k) {
					if at == 0 || out[m] < w {
						w = out[m]
					}
				}
				if k == n.sets[j] || w > best {
					best = w
				}
			}
			v = min(v, best)
		}
		out[i] = v
	}
	return out
}

// Closure lists, in order, the roots and all that they rest on. Where a side has
// several sets only the best by value is followed, the first of equals.
func (n *Net) Closure(value []float64, roots ...int) []int {
	seen := map[int]bool{}
	stack := slices.Clone(roots)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		for j := n.sides[i]; j < n.sides[i+1]; j++ {
			best, worth := int32(-1), 0.0
			for k := n.sets[j]; k < n.sets[j+1]; k++ {
				if w := n.worth(value, k); best < 0 || w > worth {
					best, worth = k, w
				}
			}
			if best >= 0 {
				for _, m := range n.set(best) {
					stack = append(stack, int(m))
				}
			}
		}
	}
	out := make([]int, 0, len(seen))
	for i := range seen {
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// worth is the value of set k.
func (n *Net) worth(value []float64, k int32) float64 {
	ms := n.set(k)
	if len(ms) == 0 {
		return 0
	}
	w := value[ms[0]]
	for _, m := range ms[1:] {
		w = min(w, value[m])
	}
	return w
}
