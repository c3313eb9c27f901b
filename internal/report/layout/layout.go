// Package layout places a graph of layers: nodes in columns, edges from left to right as
// curves. It is a function of the graph alone, and knows nothing of what is drawn.
package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Sizes of the drawn graph, in its own units.
const (
	BoxWidth   = 172.0
	BoxHeight  = 46.0
	colWidth   = 248.0
	top        = 40.0
	side       = 2.0
	gap        = 16.0
	laneHeight = 12.0
)

// Node is to be placed in a column, from 0; in none where Column is negative.
type Node struct {
	ID     string
	Column int
}

// Edge leads from a node to one in a later column; others are not drawn.
type Edge struct{ From, To string }

// Drawing is a graph laid out.
type Drawing struct {
	Width, Height float64
	Columns       []float64 // left ends
	Boxes         []Box     // column by column, from the top
	Links         []Link
}

// Box is a node as drawn, by its upper left corner.
type Box struct {
	Index int // among the nodes
	X, Y  float64
}

// Link is an edge as drawn; (MX, MY) is where its mark stands.
type Link struct {
	Index  int    // among the edges
	Path   string // of an SVG path
	MX, MY float64
}

// cell is one place of a column: a node, or a lane through which a long edge passes.
type cell struct {
	node   int // index of the node; -1 for a lane
	column int
	y      float64
	height float64
	near   [2][]*cell // neighbours to the left and to the right
}

// Layered places the nodes so that few edges cross: a few sweeps sort each column by
// the mean place of its neighbours, then the places are pulled towards them. Of nodes
// of one id the first counts.
func Layered(columns int, nodes []Node, edges []Edge) Drawing {
	cols := make([][]*cell, columns)
	at := map[string]*cell{}
	for i, n := range nodes {
		if n.Column < 0 || n.Column >= columns || at[n.ID] != nil {
			continue
		}
		c := &cell{node: i, column: n.Column, height: BoxHeight}
		cols[n.Column], at[n.ID] = append(cols[n.Column], c), c
	}
	type chain struct {
		edge  int
		cells []*cell
	}
	var chains []chain
	for i, e := range edges {
		from, to := at[e.From], at[e.To]
		if from == nil || to == nil || from.column >= to.column {
			continue
		}
		cells := []*cell{from}
		for k := from.column + 1; k < to.column; k++ {
			lane := &cell{node: -1, column: k, height: laneHeight}
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
	arrange(cols)

	d := Drawing{Width: float64(columns-1)*colWidth + BoxWidth + 2*side}
	low, high := 0.0, 0.0
	for _, c := range cols {
		for _, e := range c {
			low, high = min(low, e.y-e.height/2), max(high, e.y+e.height/2)
		}
	}
	shift := top - low + gap/2
	d.Height = high + shift + gap
	for k, c := range cols {
		x := side + float64(k)*colWidth
		d.Columns = append(d.Columns, x)
		for _, e := range c {
			if e.y += shift; e.node >= 0 {
				d.Boxes = append(d.Boxes, Box{e.node, x, e.y - BoxHeight/2})
			}
		}
	}
	for _, c := range chains {
		d.Links = append(d.Links, route(c.edge, c.cells))
	}
	return d
}

// arrange orders the cells of each column and gives them their height.
func arrange(cols [][]*cell) {
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
		total += c.height + gap
	}
	y := -total / 2
	for _, c := range col {
		c.y = y + (c.height+gap)/2
		y += c.height + gap
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
			offset[i] = offset[i-1] + (col[i-1].height+c.height)/2 + gap
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
func route(edge int, cells []*cell) Link {
	l := Link{Index: edge}
	var b strings.Builder
	x := side + float64(cells[0].column)*colWidth + BoxWidth
	y := cells[0].y
	fmt.Fprintf(&b, "M%.1f %.1f", x, y)
	for i, c := range cells[1:] {
		nx := side + float64(c.column)*colWidth
		mid := (x + nx) / 2
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", mid, y, mid, c.y, nx, c.y)
		if i == len(cells)-2 {
			l.MX, l.MY = mid, (y+c.y)/2
		} else {
			fmt.Fprintf(&b, "H%.1f", nx+BoxWidth)
		}
		x, y = nx+BoxWidth, c.y
	}
	l.Path = b.String()
	return l
}
