package cluster_test

import (
	"context"
	"math"
	"testing"

	"github.com/assaybench/assay/internal/cluster"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/multivariate"
	"pgregory.net/rapid"
)

// Names of labels mean nothing, and which labeling comes first only where a word says so.
func TestNamesMeanNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		labels := func(k int) []int { return rapid.SliceOfN(rapid.IntRange(0, k), n, n).Draw(t, "labels") }
		x, y := labels(4), labels(3)
		names := rapid.Permutation([]int{10, 11, 12, 13, 14}).Draw(t, "names")
		renamed := make([]int, n)
		for i := range x {
			renamed[i] = names[x[i]]
		}
		a, err := cluster.Agree(x, y)
		if err != nil {
			t.Fatal(err)
		}
		b, err := cluster.Agree(renamed, y)
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]func(cluster.Agreement) (float64, error){
			"rand": cluster.Agreement.Rand, "ari": cluster.Agreement.AdjustedRand, "fm": cluster.Agreement.FowlkesMallows, "homogeneity": cluster.Agreement.Homogeneity,
			"nmi": func(a cluster.Agreement) (float64, error) { return a.Normalised("arithmetic") }, "ami": func(a cluster.Agreement) (float64, error) { return a.Adjusted("max") },
			"purity": func(a cluster.Agreement) (float64, error) { return a.Purity(), nil },
		} {
			p, err := f(a)
			q, err2 := f(b)
			if (err == nil) != (err2 == nil) || math.Abs(p-q) > 1e-12 {
				t.Fatalf("%s: %v (%v) by other names %v (%v)", name, p, err, q, err2)
			}
			if r, err := f(a.Swapped()); name != "homogeneity" && name != "purity" && err == nil && math.Abs(p-r) > 1e-12 {
				t.Fatalf("%s: %v, the other way round %v", name, p, r)
			}
		}
		if !cluster.Same(x, renamed) {
			t.Fatal("other names are other groups")
		}
		same, _ := cluster.Agree(x, renamed)
		for _, f := range []func() (float64, error){same.Rand, same.AdjustedRand, same.Homogeneity, func() (float64, error) { return same.Adjusted("min") }} {
			if v, err := f(); err == nil && math.Abs(v-1) > 1e-9 {
				t.Fatalf("a labeling agrees with itself to %v", v)
			}
		}
	})
}

func draw(t *rapid.T) [][]float64 {
	n, p := rapid.IntRange(2, 14).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "p")
	out := make([][]float64, n)
	for i := range out {
		for range p {
			out[i] = append(out[i], float64(rapid.IntRange(-20, 20).Draw(t, "x"))/4)
		}
	}
	return out
}

// Heights rise, and are those of any order of rows for single linkage; ties of the others
// are named.
func TestTreeInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := draw(t)
		order := make([]int, len(x))
		for i := range order {
			order[i] = i
		}
		order = rapid.Permutation(order).Draw(t, "order")
		moved := make([][]float64, len(x))
		for i, r := range order {
			moved[i] = x[r]
		}
		rule := rapid.SampledFrom([]string{"single", "complete", "average", "weighted", "ward.D2", "ward.D"}).Draw(t, "rule")
		link := func(x [][]float64) cluster.Tree {
			p, err := multivariate.Metric{Name: "euclidean"}.Among(context.Background(), rows(x))
			if err != nil {
				t.Fatal(err)
			}
			tree, err := cluster.Link(context.Background(), p, rule)
			if err != nil {
				t.Fatal(err)
			}
			return tree
		}
		a, b := link(x), link(moved)
		if _, err := a.Heights(); rule == "single" && err != nil {
			t.Fatal(err)
		}
		last := dd.Num{}
		for i, m := range a.Merges {
			if m.Height.Sub(last).Float() < -1e-20 {
				t.Fatalf("height %d falls from %v to %v", i, last, m.Height)
			}
			last = m.Height
			if rule == "single" && m.Height.Sub(b.Merges[i].Height).Abs().Float() > 1e-20 {
				t.Fatalf("height %d is %v, in another order %v", i, m.Height, b.Merges[i].Height)
			}
		}
		k := rapid.IntRange(1, len(x)).Draw(t, "k")
		if got, err := a.Cut(k); err == nil {
			if _, n := cluster.Numbered(got); n != k {
				t.Fatalf("%d groups where %d were asked for", n, k)
			}
		}
	})
}

// The best of k-means is a local optimum, and the same in any order of rows.
func TestBestInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := draw(t)
		k := rapid.IntRange(1, 3).Draw(t, "k")
		labels, _, err := cluster.Best(context.Background(), rows(x), k)
		if err != nil {
			return // fewer different rows
		}
		back := make([][]float64, len(x))
		for i := range x {
			back[len(x)-1-i] = x[i]
		}
		again, _, err := cluster.Best(context.Background(), rows(back), k)
		if err != nil {
			t.Fatal(err)
		}
		p, err := cluster.Part(rows(x), labels)
		if err != nil {
			t.Fatal(err)
		}
		q, err := cluster.Part(rows(back), again)
		if err != nil {
			t.Fatal(err)
		}
		if p.Misplaced() != 0 || p.Inertia().Sub(q.Inertia()).Abs().Float() > 1e-20 {
			t.Fatalf("inertia %v with %d misplaced, in another order %v", p.Inertia(), p.Misplaced(), q.Inertia())
		}
		// No labeling at random is better.
		random := rapid.SliceOfN(rapid.IntRange(0, k-1), len(x), len(x)).Draw(t, "labels")
		random, _ = cluster.Numbered(random)
		if r, err := cluster.Part(rows(x), random); err != nil || r.Inertia().Sub(p.Inertia()).Float() < -1e-20 {
			t.Fatalf("inertia %v, but %v has %v", p.Inertia(), random, r.Inertia())
		}
	})
}

// Cuts that ties leave open are refused, and so are cuts of trees that invert.
func TestCuts(t *testing.T) {
	square := among(t, [][]float64{{0, 0}, {0, 1}, {5, 0}, {5, 1}, {20, 0}})
	tree, err := cluster.Link(context.Background(), square, "average")
	if err != nil {
		t.Fatal(err)
	}
	if h, err := tree.Heights(); err != nil || h[0].Float() != 1 || h[1].Float() != 1 {
		t.Errorf("two pairs apart: %v %v", h, err)
	}
	if _, err := tree.Cut(4); err == nil {
		t.Error("a cut between two merges at 1 gives groups")
	}
	if got, err := tree.CutAt(1); err != nil || !cluster.Same(got, []int{0, 0, 1, 1, 2}) {
		t.Errorf("cut at 1: %v %v", got, err)
	}
	if _, err := tree.CutAt(math.Nextafter(1, 0)); err == nil {
		t.Error("a cut at 1 but for rounding gives groups")
	}
	line, err := cluster.Link(context.Background(), among(t, [][]float64{{0}, {1}, {2}, {3}}), "complete")
	if err != nil {
		t.Fatal(err)
	}
	if h, err := line.Heights(); err == nil {
		t.Errorf("three equal steps in a row have the heights %v", h)
	}
	if g, err := line.Cut(2); err == nil {
		t.Errorf("three equal steps in a row have the groups %v", g)
	}
	if r, err := line.Correlation(among(t, [][]float64{{0}, {1}, {2}, {3}})); err == nil {
		t.Errorf("three equal steps in a row have the correlation %v", r)
	}
	h := math.Sqrt(3) / 2
	inverted, err := cluster.Link(context.Background(), among(t, [][]float64{{0, 0}, {1, 0}, {0.5, h + 0.01}}), "centroid")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inverted.Cut(2); err == nil {
		t.Errorf("heights %v and %v give groups", inverted.Merges[0].Height, inverted.Merges[1].Height)
	}
}

// What has no meaning is refused with a reason.
func TestRefusals(t *testing.T) {
	ctx := context.Background()
	if _, err := cluster.Link(ctx, multivariate.Pairs{N: 1}, "single"); err == nil {
		t.Error("one row has a tree")
	}
	if _, err := cluster.Link(ctx, multivariate.Pairs{N: 2, D: []dd.Num{dd.F(1)}}, "none"); err == nil {
		t.Error("an unknown linkage has a tree")
	}
	if _, err := cluster.Silhouettes(among(t, [][]float64{{1}, {2}, {3}}), []int{0, 0, 0}); err == nil {
		t.Error("one group has silhouettes")
	}
	if _, err := cluster.Part(nil, nil); err == nil {
		t.Error("no rows have parts")
	}
	if _, err := cluster.Part(rows([][]float64{{1e300}, {-1e300}}), []int{0, 0}); err == nil {
		t.Error("1e300 has a finite square")
	}
	if _, _, err := cluster.Best(ctx, rows([][]float64{{1}, {1}}), 2); err == nil {
		t.Error("one place makes two groups")
	}
	if labels, _, err := cluster.Best(ctx, rows([][]float64{{7}, {7}}), 1); err != nil || len(labels) != 2 {
		t.Errorf("one group: %v %v", labels, err)
	}
	if _, err := cluster.Agree(nil, nil); err == nil {
		t.Error("nothing agrees")
	}
	one, err := cluster.Agree([]int{1, 1}, []int{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []func() (float64, error){one.AdjustedRand, one.Homogeneity, func() (float64, error) { return one.Normalised("max") }, func() (float64, error) { return one.Adjusted("max") }} {
		if v, err := f(); err == nil {
			t.Errorf("one group each: %v", v)
		}
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := cluster.Link(stopped, among(t, [][]float64{{1}, {2}}), "single"); err == nil {
		t.Error("a cancelled context is not heard")
	}
}
