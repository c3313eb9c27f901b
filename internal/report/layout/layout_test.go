package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assaybench/assay/internal/report/layout"
)

// No two boxes of a column overlap, all lie in the picture, and the same graph gives
// the same drawing.
func TestLayered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var nodes []layout.Node
		for i := range rapid.IntRange(0, 30).Draw(t, "nodes") {
			nodes = append(nodes, layout.Node{ID: fmt.Sprint(i), Column: rapid.IntRange(-1, 5).Draw(t, "column")})
		}
		end := rapid.Map(rapid.IntRange(0, 31), func(i int) string { return fmt.Sprint(i) })
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) layout.Edge {
			return layout.Edge{From: end.Draw(t, "from"), To: end.Draw(t, "to")}
		}), 0, 40).Draw(t, "edges")
		d := layout.Layered(5, nodes, edges)
		if diff := cmp.Diff(d, layout.Layered(5, nodes, edges)); diff != "" {
			t.Error(diff)
		}
		placed := map[int]bool{}
		for i, b := range d.Boxes {
			placed[b.Index] = true
			if b.X < 0 || b.X+layout.BoxWidth > d.Width || b.Y < 0 || b.Y+layout.BoxHeight > d.Height {
				t.Errorf("box %+v lies outside %v x %v", b, d.Width, d.Height)
			}
			for _, o := range d.Boxes[:i] {
				if o.X == b.X && o.Y < b.Y+layout.BoxHeight-1e-6 && b.Y < o.Y+layout.BoxHeight-1e-6 {
					t.Errorf("boxes %+v and %+v overlap", o, b)
				}
			}
		}
		for i, n := range nodes {
			if placed[i] != (n.Column >= 0 && n.Column < 5) {
				t.Errorf("node %+v is placed: %v", n, placed[i])
			}
		}
		for _, l := range d.Links {
			if !strings.HasPrefix(l.Path, "M") {
				t.Errorf("link %+v", l)
			}
		}
	})
}

// A chain lies on one level, with curves that are straight.
func TestChainIsStraight(t *testing.T) {
	d := layout.Layered(3, []layout.Node{{"a", 0}, {"b", 1}, {"c", 2}, {"a", 1}}, []layout.Edge{{"a", "b"}, {"b", "c"}, {"a", "c"}, {"c", "a"}, {"b", "x"}})
	if len(d.Boxes) != 3 || len(d.Links) != 3 || d.Links[2].Index != 2 {
		t.Fatalf("%+v", d)
	}
	if !strings.Contains(d.Links[2].Path, "H") {
		t.Errorf("the long edge does not pass the column between: %s", d.Links[2].Path)
	}
}
