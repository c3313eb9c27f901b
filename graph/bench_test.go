package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"github.com/assaybench/assay/graph"
	"github.com/assaybench/assay/spec"
)

var sizes = []int{1e3, 1e4, 1e5}

// layered is a specification with about n nodes: a hundredth assets and views, two
// fifths transforms, two fifths results, the rest visuals and claims. Each node
// rests on one to three of the layer above, each claim on two alternatives a side.
func layered(n int) *spec.Specification {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	pick := func(prefix string, of, k int) []string {
		out := make([]string, 0, k)
		for range k {
			out = append(out, fmt.Sprint(prefix, rng.IntN(of)))
		}
		return out
	}
	assets, nt, nr, nv, nc := n/100+1, n*2/5, n*2/5, n/10, n/10
	s := &spec.Specification{Case: "bench", Views: map[string]spec.View{}}
	for i := range assets {
		s.Views[fmt.Sprint("v", i)] = spec.View{Asset: fmt.Sprint("data/", i, ".csv")}
	}
	for i := range nt {
		s.Transforms = append(s.Transforms, spec.TransformSlot{ID: fmt.Sprint("t", i), View: fmt.Sprint("v", rng.IntN(assets))})
	}
	for i := range nr {
		s.Results = append(s.Results, spec.ResultSlot{ID: fmt.Sprint("r", i), Inputs: pick("t", nt, 1+rng.IntN(3))})
	}
	for i := range nv {
		s.Visuals = append(s.Visuals, spec.VisualSlot{ID: fmt.Sprint("p", i), Inputs: pick("r", nr, 1+rng.IntN(3))})
	}
	for i := range nc {
		s.Claims = append(s.Claims, spec.ClaimSlot{ID: fmt.Sprint("c", i), Required: true, Support: spec.SupportSets{
			Computational: [][]string{pick("r", nr, 2), pick("r", nr, 1)}, Visual: [][]string{pick("p", nv, 1), pick("p", nv, 1)}}})
	}
	return s
}

// vertices is a network of n items, each resting on up to four of the thousand
// before it, every fifth with alternatives.
func vertices(n int) []graph.Vertex {
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	vs := make([]graph.Vertex, n)
	for i := range vs {
		vs[i].ID = fmt.Sprintf("n%06d", i)
		var members []string
		for range min(i, rng.IntN(5)) {
			members = append(members, vs[i-1-rng.IntN(min(i, 1000))].ID)
		}
		switch {
		case len(members) >= 2 && i%5 == 0:
			vs[i].Sides = [][][]string{{members[:1], members[1:]}}
		case len(members) > 0:
			vs[i].Sides = graph.AllOf(members...)
		}
	}
	return vs
}

func scores(n int) []float64 {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	out := make([]float64, n)
	for i := range out {
		out[i] = min(1, 0.2+rng.Float64())
	}
	return out
}

// BenchmarkPass is one support pass: the walk over an index that exists.
func BenchmarkPass(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			net := mustNet(b, vertices(n))
			local := scores(n)
			for b.Loop() {
				graph.Walk(net, local, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}

// BenchmarkGonumSort is gonum's topological sort of the same network.
func BenchmarkGonumSort(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			vs := vertices(n)
			at := map[string]int64{}
			g := simple.NewDirectedGraph()
			for i, v := range vs {
				at[v.ID] = int64(i)
				g.AddNode(simple.Node(i))
			}
			for i, v := range vs {
				for _, side := range v.Sides {
					for _, set := range side {
						for _, m := range set {
							g.SetEdge(simple.Edge{F: simple.Node(at[m]), T: simple.Node(i)})
						}
					}
				}
			}
			for b.Loop() {
				if _, err := topo.Sort(g); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}

// BenchmarkIndex builds the index of the same network from its ids.
func BenchmarkIndex(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			vs := vertices(n)
			for b.Loop() {
				mustNet(b, vs)
			}
		})
	}
}

// BenchmarkNew lays out the graph of a specification of about n nodes.
func BenchmarkNew(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := layered(n)
			for b.Loop() {
				if _, err := graph.New(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkScore scores that graph: every pass, metric, witness, bottleneck and
// finding. A tenth of the nodes fail.
func BenchmarkScore(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := layered(n)
			g := whole(b, s, nil)
			var candidates []graph.Candidate
			for i, slot := range g.Slots() {
				if i%10 == 0 {
					if err := g.SetNode(slot.ID, "", fail(spec.ResultValue)); err != nil {
						b.Fatal(err)
					}
				}
				if slot.Kind == spec.KindClaim {
					candidates = append(candidates, graph.Candidate{ID: "k" + slot.ID, Primary: true, Slot: slot.ID})
				}
			}
			for b.Loop() {
				g.Score(true, candidates)
			}
		})
	}
}
