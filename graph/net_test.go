package graph_test

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/graph"
)

// randomNet draws a small network: item i rests on items before it only.
func randomNet(t *rapid.T, maxItems int) []graph.Vertex {
	n := rapid.IntRange(1, maxItems).Draw(t, "items")
	vs := make([]graph.Vertex, n)
	for i := range vs {
		vs[i].ID = fmt.Sprintf("n%02d", i)
		if i == 0 {
			continue
		}
		for range rapid.IntRange(0, 2).Draw(t, "sides") {
			side := [][]string{}
			for range rapid.IntRange(0, 3).Draw(t, "sets") {
				set := []string{}
				for range rapid.IntRange(0, 3).Draw(t, "members") {
					set = append(set, vs[rapid.IntRange(0, i-1).Draw(t, "member")].ID)
				}
				side = append(side, set)
			}
			vs[i].Sides = append(vs[i].Sides, side)
		}
	}
	return vs
}

func randomScores(t *rapid.T, n int) []float64 {
	return rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 1, 1}), n, n).Draw(t, "scores")
}

func mustNet(t interface{ Fatal(...any) }, vs []graph.Vertex) *graph.Net {
	n, err := graph.NewNet(vs)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// wholes lists, as bit masks over the declared order, every whole support set of
// every item: itself with one alternative of each side, closed upward.
func wholes(vs []graph.Vertex) [][]uint32 {
	at := map[string]int{}
	out := make([][]uint32, len(vs))
	product := func(a, b []uint32) (p []uint32) {
		for _, x := range a {
			for _, y := range b {
				p = append(p, x|y)
			}
		}
		slices.Sort(p)
		return slices.Compact(p)
	}
	for i, v := range vs {
		at[v.ID] = i
		all := []uint32{1 << i}
		for _, side := range v.Sides {
			var any []uint32
			for _, set := range side {
				if len(set) == 0 {
					continue
				}
				together := []uint32{0}
				for _, id := range set {
					together = product(together, out[at[id]])
				}
				any = append(any, together...)
			}
			all = product(all, any)
		}
		out[i] = all
	}
	return out
}

func bruteForce(sets []uint32, scores []float64) float64 {
	best := 0.0
	for _, mask := range sets {
		worst := 1.0
		for m := mask; m != 0; m &= m - 1 {
			worst = min(worst, scores[bits.TrailingZeros32(m)])
		}
		best = max(best, worst)
	}
	return best
}

func TestLawWalkEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := randomNet(t, 9)
		scores := randomScores(t, len(vs))
		got := graph.Walk(mustNet(t, vs), scores, 0)
		for i, sets := range wholes(vs) {
			if want := bruteForce(sets, scores); got[i] != want {
				t.Fatalf("%s: walk %v, whole support sets %v", vs[i].ID, got[i], want)
			}
		}
	})
}

func TestLawAddingAMemberNeverRaises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := randomNet(t, 9)
		scores := randomScores(t, len(vs))
		before := graph.Walk(mustNet(t, vs), scores, 0)
		var sets [][3]int // those that have members
		for i, v := range vs {
			for j, side := range v.Sides {
				for k, set := range side {
					if len(set) > 0 {
						sets = append(sets, [3]int{i, j, k})
					}
				}
			}
		}
		if len(sets) == 0 {
			return
		}
		at := rapid.SampledFrom(sets).Draw(t, "set")
		set := &vs[at[0]].Sides[at[1]][at[2]]
		*set = append(*set, vs[rapid.IntRange(0, at[0]-1).Draw(t, "member")].ID)
		for j, after := range graph.Walk(mustNet(t, vs), scores, 0) {
			if after > before[j] {
				t.Fatalf("%s rose from %v to %v", vs[j].ID, before[j], after)
			}
		}
	})
}

func TestLawAddingASetNeverLowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := randomNet(t, 9)
		scores := randomScores(t, len(vs))
		before := graph.Walk(mustNet(t, vs), scores, 0)
		var sided []int
		for i, v := range vs {
			if len(v.Sides) > 0 {
				sided = append(sided, i)
			}
		}
		if len(sided) == 0 {
			return
		}
		i := rapid.SampledFrom(sided).Draw(t, "item")
		set := []string{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			set = append(set, vs[rapid.IntRange(0, i-1).Draw(t, "member")].ID)
		}
		vs[i].Sides[0] = append(vs[i].Sides[0], set)
		for j, after := range graph.Walk(mustNet(t, vs), scores, 0) {
			if after < before[j] {
				t.Fatalf("%s fell from %v to %v", vs[j].ID, before[j], after)
			}
		}
	})
}

// The value over several sets is the best of the values over each set alone: nothing
// is gained by members of different sets.
func TestLawMembersOfDifferentSetsNeverCombine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 4).Draw(t, "sets")
		var leaves []graph.Vertex
		var sets [][]string
		for s := range k {
			var set []string
			for m := range rapid.IntRange(1, 3).Draw(t, "members") {
				id := fmt.Sprintf("s%d m%d", s, m)
				leaves, set = append(leaves, graph.Vertex{ID: id}), append(set, id)
			}
			sets = append(sets, set)
		}
		scores := append(randomScores(t, len(leaves)), 1)
		value := func(sets [][]string) float64 {
			return graph.Walk(mustNet(t, append(slices.Clone(leaves), graph.Vertex{ID: "z", Sides: [][][]string{sets}})), scores, 0)[len(leaves)]
		}
		best := 0.0
		for _, set := range sets {
			best = max(best, value([][]string{set}))
		}
		if got := value(sets); got != best {
			t.Fatalf("all sets %v, best set alone %v", got, best)
		}
	})
}

func TestLawOrderAndNamesChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := randomNet(t, 9)
		scores := randomScores(t, len(vs))
		names := rapid.Permutation(vs).Draw(t, "names")
		to := map[string]string{}
		for i, v := range vs {
			to[v.ID] = "x" + names[i].ID
		}
		renamed := make([]graph.Vertex, len(vs))
		byName := map[string]float64{}
		for i, v := range vs {
			w := graph.Vertex{ID: to[v.ID]}
			for _, side := range v.Sides {
				var sets [][]string
				for _, set := range side {
					var members []string
					for _, m := range set {
						members = append(members, to[m])
					}
					if len(members) > 1 {
						members = rapid.Permutation(members).Draw(t, "members")
					}
					sets = append(sets, members)
				}
				if len(sets) > 1 {
					sets = rapid.Permutation(sets).Draw(t, "sets")
				}
				w.Sides = append(w.Sides, sets)
			}
			renamed[i], byName[w.ID] = w, scores[i]
		}
		net := mustNet(t, rapid.Permutation(renamed).Draw(t, "vertices"))
		local := make([]float64, net.Len())
		for i := range local {
			local[i] = byName[net.ID(i)]
		}
		got, want := graph.Walk(net, local, 0), graph.Walk(mustNet(t, vs), scores, 0)
		for i, v := range vs {
			if j, _ := net.Index(to[v.ID]); got[j] != want[i] {
				t.Fatalf("%s: %v, renamed and shuffled %v", v.ID, want[i], got[j])
			}
		}
	})
}

// No smaller set of items than the bottleneck raises the value, and none of its size
// raises it further.
func TestLawRepairIsTheSmallestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := randomNet(t, 8)
		scores := randomScores(t, len(vs))
		net := mustNet(t, vs)
		value := graph.Walk(net, scores, 0)
		i := len(vs) - 1
		items, raised := net.Repair(scores, value, i)
		size, top := 1000, value[i]
		for mask := 1; mask < 1<<len(vs); mask++ {
			local := slices.Clone(scores)
			for j := range local {
				if mask>>j&1 == 1 {
					local[j] = 1
				}
			}
			v, n := graph.Walk(net, local, 0)[i], bits.OnesCount(uint(mask))
			if v > value[i] && (n < size || n == size && v > top) {
				size, top = n, v
			}
		}
		if size == 1000 {
			size = 0
		}
		if len(items) != size || raised != top {
			t.Fatalf("repair of %v gives %v; the best of %d items gives %v", items, raised, size, top)
		}
	})
}

func TestNewNetRefuses(t *testing.T) {
	_, err := graph.NewNet([]graph.Vertex{{ID: "a"}, {ID: "a"}})
	var dup *graph.DuplicateError
	if !errors.As(err, &dup) || dup.ID != "a" {
		t.Errorf("duplicate: %v", err)
	}
	_, err = graph.NewNet([]graph.Vertex{{ID: "a", Sides: graph.AllOf("b")}})
	var unknown *graph.UnknownError
	if !errors.As(err, &unknown) || unknown.ID != "b" || unknown.From != "a" {
		t.Errorf("unknown: %v", err)
	}
	_, err = graph.NewNet([]graph.Vertex{
		{ID: "a", Sides: graph.AllOf("d")}, {ID: "b", Sides: graph.AllOf("c")},
		{ID: "c", Sides: [][][]string{{{"d"}, {"b"}}}}, {ID: "d"},
	})
	var cycle *graph.CycleError
	if !errors.As(err, &cycle) {
		t.Fatalf("cycle: %v", err)
	}
	if diff := cmp.Diff([]string{"b", "c"}, cycle.Members); diff != "" {
		t.Error(diff)
	}
	long := make([]graph.Vertex, 50)
	for i := range long {
		long[i] = graph.Vertex{ID: fmt.Sprintf("v%02d", i), Sides: graph.AllOf(fmt.Sprintf("v%02d", (i+1)%50))}
	}
	if _, err = graph.NewNet(long); err == nil || !strings.Contains(err.Error(), "50 in all") {
		t.Errorf("long cycle: %v", err)
	}
}

func TestNothingSatisfiesNothing(t *testing.T) {
	net := mustNet(t, []graph.Vertex{
		{ID: "a"}, {ID: "b", Sides: [][][]string{{}}}, {ID: "c", Sides: [][][]string{{{}}}}, {ID: "d", Sides: [][][]string{{{}, {"a"}}}},
	})
	if diff := cmp.Diff([]float64{1, 0, 0, 1}, graph.Walk(net, []float64{1, 1, 1, 1}, 0)); diff != "" {
		t.Error(diff)
	}
	if items, _ := net.Repair([]float64{1, 1, 1, 1}, []float64{1, 0, 0, 1}, 1); items != nil {
		t.Errorf("an empty side cannot be mended, got %v", items)
	}
}

func TestEmptyNet(t *testing.T) {
	if n := mustNet(t, nil); n.Len() != 0 || len(graph.Walk(n, []float64{}, 0)) != 0 {
		t.Error("an empty net has no items")
	}
}
