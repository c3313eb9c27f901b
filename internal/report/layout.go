package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// Sizes of the drawn graph, in its own units.
const (
	boxWidth   = 172.0
	boxHeight  = 46.0
	colWidth   = 248.0
	graphTop   = 40.0
	graphSide  = 2.0
	gapBox     = 16.0
	laneHeight = 12.0
	maxBoxes   = 300 // nodes drawn
)

// drawing is the evidence graph laid out in five columns.
type drawing struct {
	Width, Height float64
	Columns       []column
	Boxes         []box
	Links         []link
}

type column struct {
	X     float64
	Title string
	Note  string
}

// box is a node as drawn.
type box struct {
	node  *spec.NodeReport
	Index int // in the report's nodes
	X, Y  float64
}

// link is an edge as drawn; (MX, MY) is where its mark stands.
type link struct {
	edge   *spec.EdgeReport
	Index  int // in the report's edges
	Path   string
	MX, MY float64
}

// cell is one place of a column: a node, or a lane through which a long edge passes.
type cell struct {
	node   int // index of the node; -1 for a lane
	y      float64
	height float64
	near   [2][]*cell // neighbours to the left and to the right
}

// layout puts each node in the column of its kind and orders the columns so that few
// edges cross: a few sweeps sort each column by the mean place of its neighbours, then
// the places are pulled towards them. It is a function of the report alone.
func layout(v *reading, drawn map[string]bool) drawing {
	cols := make([][]*cell, len(kinds))
	at := map[string]*cell{}
	colOf := map[*cell]int{}
	for i := range v.Nodes {
		k := slices.Index(kinds, v.Nodes[i].Kind)
		if k < 0 || at[v.Nodes[i].ID] != nil || !drawn[v.Nodes[i].ID] {
			continue
		}
		c := &cell{node: i, height: boxHeight}
		cols[k] = append(cols[k], c)
		at[v.Nodes[i].ID], colOf[c] = c, k
	}
	type chain struct {
		edge  int
		cells []*cell
	}
	var chains []chain
	for i := range v.Edges {
		from, to := at[v.Edges[i].From], at[v.Edges[i].To]
		if from == nil || to == nil || colOf[from] >= colOf[to] {
			continue
		}
		cells := []*cell{from}
		for k := colOf[from] + 1; k < colOf[to]; k++ {
			lane := &cell{node: -1, height: laneHeight}
			cols[k] = append(cols[k], lane)
			cells = append(cells, lane)
		}
		cells = append(cells, to)
		for j := 1; j < len(cells); j++ {
			cells[j-1].near[1] = append(cells[j-1].near[1], cells[j])
			cells[j].near[0] = append(cells[j].near[0], cells[j-1])
		}
		chains = append(chains, chain{i, cells})
	}
	for _, c := range cols {
		stack(c)
	}
	for sweep := range 8 {
		for i := range cols {
			k, side := i, 0
			if sweep%2 == 1 {
				k, side = len(cols)-1-i, 1
			}
			slices.SortStableFunc(cols[k], func(a, b *cell) int { return cmp.Compare(a.want(side), b.want(side)) })
			stack(cols[k])
		}
	}
	for sweep := range 6 {
		for i := range cols {
			k := i
			if sweep%2 == 1 {
				k = len(cols) - 1 - i
			}
			settle(cols[k])
		}
	}

	d := drawing{Width: 4*colWidth + boxWidth + 2*graphSide}
	low, high := 0.0, 0.0
	for _, c := range cols {
		for _, e := range c {
			low, high = min(low, e.y-e.height/2), max(high, e.y+e.height/2)
		}
	}
	shift := graphTop - low + gapBox/2
	d.Height = high + shift + gapBox
	for k, c := range cols {
		col := column{X: graphSide + float64(k)*colWidth, Title: kindTitle(kinds[k])}
		n, fine := 0, 0
		for _, e := range c {
			e.y += shift
			if e.node < 0 {
				continue
			}
			switch v.nodeStanding(&v.Nodes[e.node]) {
			case sound:
				fine++
				n++
			case outside:
			default:
				n++
			}
			d.Boxes = append(d.Boxes, box{&v.Nodes[e.node], e.node, col.X, e.y - boxHeight/2})
		}
		col.Note = fmt.Sprintf("%d of %d sound", fine, n)
		if n == 0 {
			col.Note = "none"
		}
		d.Columns = append(d.Columns, col)
	}
	for _, c := range chains {
		d.Links = append(d.Links, route(v, c.edge, c.cells, colOf[c.cells[0]]))
	}
	return d
}

// drawn are the nodes that fit a picture: all of them, or as many as the paths of the
// claims need, those that fell first.
func (v *reading) drawn() map[string]bool {
	set := map[string]bool{}
	if len(v.Nodes) <= maxBoxes {
		for id := range v.nodes {
			set[id] = true
		}
		return set
	}
	for _, stands := range []bool{false, true} {
		for i := range v.Claims {
			c := &v.Claims[i]
			if (c.Verdict == spec.Supported) != stands {
				continue
			}
			for _, id := range v.path(c) {
				if v.nodes[id] != nil && len(set) < maxBoxes {
					set[id] = true
				}
			}
		}
	}
	return set
}

// want is the mean place of the neighbours on one side, or the cell's own place.
func (c *cell) want(side int) float64 {
	if len(c.near[side]) == 0 {
		return c.y
	}
	sum := 0.0
	for _, n := range c.near[side] {
		sum += n.y
	}
	return sum / float64(len(c.near[side]))
}

// stack places the cells of a column one below the other, centred on 0.
func stack(col []*cell) {
	total := 0.0
	for _, c := range col {
		total += c.height + gapBox
	}
	y := -total / 2
	for _, c := range col {
		c.y = y + (c.height+gapBox)/2
		y += c.height + gapBox
	}
}

// settle moves each cell towards the mean of all its neighbours, in order and without
// overlap: the least-squares answer, by pooling adjacent cells that collide.
func settle(col []*cell) {
	type pool struct {
		sum, n float64 // of wanted place minus offset in the column
		cells  int
	}
	offset, pools := make([]float64, len(col)), []pool{}
	for i, c := range col {
		if i > 0 {
			offset[i] = offset[i-1] + (col[i-1].height+c.height)/2 + gapBox
		}
		want, n := 0.0, 0
		for _, side := range c.near {
			for _, o := range side {
				want += o.y
				n++
			}
		}
		if n == 0 {
			want, n = c.y, 1
		}
		pools = append(pools, pool{want/float64(n) - offset[i], 1, 1})
		for len(pools) > 1 {
			a, b := pools[len(pools)-2], pools[len(pools)-1]
			if a.sum/a.n <= b.sum/b.n {
				break
			}
			pools = append(pools[:len(pools)-2], pool{a.sum + b.sum, a.n + b.n, a.cells + b.cells})
		}
	}
	i := 0
	for _, p := range pools {
		for range p.cells {
			col[i].y = p.sum/p.n + offset[i]
			i++
		}
	}
}

// route draws an edge through its cells, flat where it passes a column.
func route(v *reading, edge int, cells []*cell, first int) link {
	l := link{edge: &v.Edges[edge], Index: edge}
	var b strings.Builder
	x := graphSide + float64(first)*colWidth + boxWidth
	y := cells[0].y
	fmt.Fprintf(&b, "M%.1f %.1f", x, y)
	for i, c := range cells[1:] {
		nx := graphSide + float64(first+i+1)*colWidth
		mid := (x + nx) / 2
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", mid, y, mid, c.y, nx, c.y)
		if i == len(cells)-2 {
			l.MX, l.MY = mid, (y+c.y)/2
		} else {
			fmt.Fprintf(&b, "H%.1f", nx+boxWidth)
		}
		x, y = nx+boxWidth, c.y
	}
	l.Path = b.String()
	return l
}

func kindTitle(k spec.NodeKind) string {
	switch k {
	case spec.KindData:
		return "Data"
	case spec.KindTransform:
		return "Transform"
	case spec.KindResult:
		return "Result"
	case spec.KindVisual:
		return "Visual"
	case spec.KindClaim:
		return "Claim"
	}
	return string(k)
}
