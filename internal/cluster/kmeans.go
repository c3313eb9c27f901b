package cluster

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// Parts are rows in groups, with the sums that criteria are made of.
type Parts struct {
	Labels    []int // from 0
	Sizes     []int
	Centroids [][]dd.Num // of each group, its mean in each column
	Within    []dd.Num   // of each group, the sum of squared distances of its rows from its centroid
	Total     dd.Num     // sum of squared distances of all rows from the mean of all
	Between   dd.Num     // Total less the sum of Within, computed from the centroids
	rows      [][]dd.Num
}

// Part groups rows by labels that count from 0, each of which occurs. Errors: no rows,
// labels that are not one for each row, numbers that are not finite or too large.
func Part(rows [][]dd.Num, labels []int) (Parts, error) {
	if len(rows) == 0 || len(labels) != len(rows) {
		return Parts{}, fmt.Errorf("%d rows cannot have %d labels", len(rows), len(labels))
	}
	k := slices.Max(labels) + 1
	p := Parts{Labels: labels, Sizes: make([]int, k), Within: make([]dd.Num, k), rows: rows}
	for _, l := range labels {
		p.Sizes[l]++
	}
	sums, all := make([][]dd.Num, k), make([]dd.Num, len(rows[0]))
	for g := range sums {
		sums[g] = make([]dd.Num, len(rows[0]))
	}
	for i, row := range rows {
		for j, x := range row {
			sums[labels[i]][j], all[j] = sums[labels[i]][j].Add(x), all[j].Add(x)
		}
	}
	mean := func(s []dd.Num, n int) []dd.Num {
		out := make([]dd.Num, len(s))
		for j := range s {
			out[j] = s[j].Div(dd.F(float64(n)))
		}
		return out
	}
	for g, s := range sums {
		p.Centroids = append(p.Centroids, mean(s, p.Sizes[g]))
	}
	grand := mean(all, len(rows))
	for i, row := range rows {
		p.Within[labels[i]] = p.Within[labels[i]].Add(squaredDistance(row, p.Centroids[labels[i]]))
		p.Total = p.Total.Add(squaredDistance(row, grand))
	}
	for g, c := range p.Centroids {
		p.Between = p.Between.Add(squaredDistance(c, grand).Mul(dd.F(float64(p.Sizes[g]))))
	}
	if !p.Total.Finite() || !p.Between.Finite() {
		return Parts{}, fmt.Errorf("the numbers are too large to be squared")
	}
	return p, nil
}

func squaredDistance(a, b []dd.Num) dd.Num {
	var s dd.Num
	for i := range a {
		d := a[i].Sub(b[i])
		s = s.Add(d.Mul(d))
	}
	return s
}

// Inertia is the sum of squared distances of all rows from the centroids of their groups:
// what k-means makes small.
func (p Parts) Inertia() dd.Num { return dd.Sum(p.Within) }

// Misplaced counts rows that are nearer to the centroid of another group than to that of
// their own, by more than rounding: none where the labels are a local optimum of k-means.
func (p Parts) Misplaced() int {
	n := 0
	for i, row := range p.rows {
		own := squaredDistance(row, p.Centroids[p.Labels[i]])
		for g, c := range p.Centroids {
			if g != p.Labels[i] && squaredDistance(row, c).Mul(dd.F(1+1e-9)).Cmp(own) < 0 {
				n++
				break
			}
		}
	}
	return n
}

// starts is how often k-means begins anew at most, enough how often it comes to the same
// best groups before it is done, and seed from what its draws come.
const (
	starts = 60
	enough = 15
	seed   = 20240229
	rounds = 500
)

// Best parts rows into k groups with the least inertia that many starts find: seeds as in
// k-means++ (Arthur and Vassilvitskii 2007), Lloyd's rounds, then moves of single rows
// that help (Hartigan 1975). The same rows give the same groups in any order. rival is how
// much more, as a part, the next best grouping that was found costs; infinite where all
// starts agree. Errors: more groups than different rows, or the context's.
func Best(ctx context.Context, rows [][]dd.Num, k int) (labels []int, rival float64, err error) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.CompareFunc(rows[a], rows[b], dd.Num.Cmp) })
	different := 0
	for i, r := range order {
		if i == 0 || slices.CompareFunc(rows[order[i-1]], rows[r], dd.Num.Cmp) != 0 {
			different++
		}
	}
	if k < 1 || k > different {
		return nil, 0, fmt.Errorf("%d different rows cannot be parted into %d groups", different, k)
	}
	s := newSearch(rows, order, k)
	type optimum struct {
		labels []int
		cost   float64
		times  int
	}
	var optima []optimum
	best := 0
	for range starts {
		got, cost, err := s.run(ctx)
		if err != nil {
			return nil, 0, err
		}
		got, _ = Numbered(got)
		at := slices.IndexFunc(optima, func(o optimum) bool { return slices.Equal(o.labels, got) })
		if at < 0 {
			at = len(optima)
			optima = append(optima, optimum{labels: got, cost: cost})
		}
		optima[at].times++
		if optima[at].cost < optima[best].cost {
			best = at
		}
		if optima[best].times == enough {
			break
		}
	}
	rival = math.Inf(1)
	for i, o := range optima {
		if i != best {
			rival = math.Min(rival, (o.cost-optima[best].cost)/optima[best].cost)
		}
	}
	if math.IsNaN(rival) { // both cost nothing
		rival = 0
	}
	labels = make([]int, len(rows))
	for i, r := range order {
		labels[r] = optima[best].labels[i]
	}
	labels, _ = Numbered(labels)
	return labels, rival, nil
}

// search works in float64 on rows that are shifted to their mean and scaled to 1.
type search struct {
	x   [][]float64
	k   int
	rng *rand.Rand
}

func newSearch(rows [][]dd.Num, order []int, k int) search {
	s := search{x: make([][]float64, len(rows)), k: k, rng: rand.New(rand.NewPCG(seed, uint64(k)))}
	big := 0.0
	for i, r := range order {
		s.x[i] = make([]float64, len(rows[r]))
		for j := range rows[r] {
			first := rows[order[0]][j]
			s.x[i][j] = rows[r][j].Sub(first).Float()
			big = math.Max(big, math.Abs(s.x[i][j]))
		}
	}
	for _, row := range s.x {
		for j := range row {
			if big > 0 {
				row[j] /= big
			}
		}
	}
	return s
}

func apart(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		d := a[i] - b[i]
		s += float64(d * d)
	}
	return s
}

// run is one start. All groups keep a row.
func (s search) run(ctx context.Context) ([]int, float64, error) {
	centroids := s.seeds()
	labels := make([]int, len(s.x))
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		changed := false
		for i, row := range s.x {
			at := 0
			for g := range centroids {
				if apart(row, centroids[g]) < apart(row, centroids[at]) {
					at = g
				}
			}
			changed = changed || at != labels[i]
			labels[i] = at
		}
		s.fill(labels)
		centroids = s.means(labels)
		if !changed && round > 0 && !s.move(labels) {
			break
		}
		centroids = s.means(labels)
	}
	cost := 0.0
	for i, row := range s.x {
		cost += apart(row, centroids[labels[i]])
	}
	return labels, cost, nil
}

// seeds draws rows as first centroids, each with a chance in proportion to its squared
// distance from those drawn before.
func (s search) seeds() [][]float64 {
	out := [][]float64{s.x[s.rng.IntN(len(s.x))]}
	d := make([]float64, len(s.x))
	for i := range d {
		d[i] = math.Inf(1)
	}
	for len(out) < s.k {
		sum := 0.0
		for i, row := range s.x {
			d[i] = math.Min(d[i], apart(row, out[len(out)-1]))
			sum += d[i]
		}
		at, u := 0, s.rng.Float64()*sum
		for i := range d {
			if d[i] > 0 {
				at = i
				if u -= d[i]; u < 0 {
					break
				}
			}
		}
		out = append(out, s.x[at])
	}
	return out
}

func (s search) means(labels []int) [][]float64 {
	out, n := make([][]float64, s.k), make([]float64, s.k)
	for g := range out {
		out[g] = make([]float64, len(s.x[0]))
	}
	for i, row := range s.x {
		n[labels[i]]++
		for j, v := range row {
			out[labels[i]][j] += v
		}
	}
	for g := range out {
		for j := range out[g] {
			out[g][j] /= n[g]
		}
	}
	return out
}

// fill gives an empty group the row that is farthest from the mean of its own group.
func (s search) fill(labels []int) {
	for {
		n := make([]int, s.k)
		for _, l := range labels {
			n[l]++
		}
		empty := slices.Index(n, 0)
		if empty < 0 {
			return
		}
		centroids := s.means(labels)
		at, far := -1, -1.0
		for i, row := range s.x {
			if d := apart(row, centroids[labels[i]]); n[labels[i]] > 1 && d > far {
				at, far = i, d
			}
		}
		labels[at] = empty
	}
}

// move puts single rows into the group where they cost less, the means following them,
// until none helps; it reports whether any did.
func (s search) move(labels []int) bool {
	n := make([]float64, s.k)
	for _, l := range labels {
		n[l]++
	}
	c := s.means(labels)
	moved := false
	for i, row := range s.x {
		from := labels[i]
		if n[from] < 2 {
			continue
		}
		gain, to := apart(row, c[from])*n[from]/(n[from]-1)*(1-1e-12), -1
		for g := range c {
			if d := apart(row, c[g]) * n[g] / (n[g] + 1); g != from && d < gain {
				gain, to = d, g
			}
		}
		if to < 0 {
			continue
		}
		for j, v := range row {
			c[from][j] = (c[from][j]*n[from] - v) / (n[from] - 1)
			c[to][j] = (c[to][j]*n[to] + v) / (n[to] + 1)
		}
		n[from]--
		n[to]++
		labels[i], moved = to, true
	}
	return moved
}
