package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/multivariate"
)

// linkage is a rule for the distance of a cluster k from the union of i and j, after Lance
// and Williams (1967).
type linkage struct {
	squared bool // works on squared distances; heights are their roots
	join    func(ik, jk, ij dd.Num, ni, nj, nk float64) dd.Num
}

var linkages = map[string]linkage{
	"single":   {false, func(ik, jk, _ dd.Num, _, _, _ float64) dd.Num { return lesser(ik, jk) }},
	"complete": {false, func(ik, jk, _ dd.Num, _, _, _ float64) dd.Num { return lesser(ik.Neg(), jk.Neg()).Neg() }},
	"average": {false, func(ik, jk, _ dd.Num, ni, nj, _ float64) dd.Num {
		return ik.Mul(dd.F(ni)).Add(jk.Mul(dd.F(nj))).Div(dd.F(ni + nj))
	}},
	"weighted": {false, func(ik, jk, _ dd.Num, _, _, _ float64) dd.Num { return ik.Add(jk).Div(dd.F(2)) }},
	"ward.D2":  {true, ward}, "ward.D": {false, ward},
	"centroid": {true, centroid}, "centroid-unsquared": {false, centroid},
	"median": {true, median}, "median-unsquared": {false, median},
}

// Linkages are the names of the rules, sorted: single, complete, average (UPGMA), weighted
// (WPGMA), ward.D2 (Ward's criterion), ward.D (the same rule on distances that are not
// squared), centroid and median (on squared distances, as their geometry asks; heights are
// roots), centroid-unsquared and median-unsquared (on distances as they are).
func Linkages() []string { return slices.Sorted(maps.Keys(linkages)) }

func lesser(a, b dd.Num) dd.Num {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

func ward(ik, jk, ij dd.Num, ni, nj, nk float64) dd.Num {
	return ik.Mul(dd.F(ni + nk)).Add(jk.Mul(dd.F(nj + nk))).Sub(ij.Mul(dd.F(nk))).Div(dd.F(ni + nj + nk))
}

func centroid(ik, jk, ij dd.Num, ni, nj, _ float64) dd.Num {
	n := dd.F(ni + nj)
	return ik.Mul(dd.F(ni)).Add(jk.Mul(dd.F(nj))).Sub(ij.Mul(dd.F(ni * nj)).Div(n)).Div(n)
}

func median(ik, jk, ij dd.Num, _, _, _ float64) dd.Num {
	return ik.Add(jk).Div(dd.F(2)).Sub(ij.Div(dd.F(4)))
}

// Merge joins the clusters of two things (any that belong to them) at a height.
type Merge struct {
	A, B   int
	Height dd.Num
}

// Tree is a hierarchical clustering of N things: N - 1 merges in the order in which they
// were made. Heights rise but for centroid and median, which may invert.
type Tree struct {
	N      int
	Merges []Merge
	rivals []Tree // what the same distances give where ties are taken in other orders; none where there are no ties
}

// orders is in how many other orders ties are taken, to see what depends on them.
const orders = 9

// tie is how near two distances are that float64 may take for equal.
const tie = 1e-11

// Link clusters things by their distances, and where distances tie in several orders, to see
// what depends on them; with single linkage nothing does. Errors: a rule that is not known,
// fewer than two things, or the context's.
func Link(ctx context.Context, p multivariate.Pairs, rule string) (Tree, error) {
	t, tied, err := first(ctx, p, rule)
	if err != nil || !tied || rule == "single" {
		return t, err
	}
	order := make([]int, p.N)
	for i := range order {
		order[i] = i
	}
	rng := rand.New(rand.NewPCG(seed, uint64(p.N)))
	for k := range orders {
		if k == 0 {
			slices.Reverse(order)
		} else {
			rng.Shuffle(p.N, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		u, _, err := linkages[rule].link(ctx, p, order)
		if err != nil {
			return Tree{}, err
		}
		t.rivals = append(t.rivals, u)
	}
	return t, nil
}

// LinkFirst clusters things by their distances, of pairs that tie taking the first.
func LinkFirst(ctx context.Context, p multivariate.Pairs, rule string) (Tree, error) {
	t, _, err := first(ctx, p, rule)
	return t, err
}

func first(ctx context.Context, p multivariate.Pairs, rule string) (t Tree, tied bool, err error) {
	l, ok := linkages[rule]
	switch {
	case !ok:
		return Tree{}, false, fmt.Errorf("the linkage %q is not known", rule)
	case p.N < 2:
		return Tree{}, false, fmt.Errorf("clustering needs two rows, there are %d", p.N)
	}
	order := make([]int, p.N)
	for i := range order {
		order[i] = i
	}
	return l.link(ctx, p, order)
}

// link clusters, of pairs that tie taking the first in an order of things.
func (l linkage) link(ctx context.Context, p multivariate.Pairs, order []int) (t Tree, tied bool, err error) {
	n := p.N
	d := make([]dd.Num, len(p.D))
	place := func(i, j int) int {
		if i > j {
			i, j = j, i
		}
		return i*(2*n-i-1)/2 + j - i - 1
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			x := p.At(order[i], order[j])
			if l.squared {
				x = x.Mul(x)
			}
			d[place(i, j)] = x
		}
	}
	size, near := make([]float64, n), make([]int, n) // size 0: merged into another
	for i := range size {
		size[i] = 1
	}
	nearest := func(i int) { // of the clusters behind i
		near[i] = -1
		for j := i + 1; j < n; j++ {
			if size[j] > 0 && (near[i] < 0 || d[place(i, j)].Cmp(d[place(i, near[i])]) < 0) {
				near[i] = j
			}
		}
	}
	for i := range n {
		nearest(i)
	}
	t.N = n
	for len(t.Merges) < n-1 {
		if err := ctx.Err(); err != nil {
			return Tree{}, false, err
		}
		a := -1
		for i := range n {
			if size[i] > 0 && near[i] >= 0 && (a < 0 || d[place(i, near[i])].Cmp(d[place(a, near[a])]) < 0) {
				a = i
			}
		}
		b := near[a]
		h := d[place(a, b)]
		tied = tied || l.ties(size, near, d, place, a, b)
		height := h
		if l.squared {
			height = lesser(h.Neg(), dd.Num{}).Neg().Sqrt()
		}
		t.Merges = append(t.Merges, Merge{order[a], order[b], height})
		for k := range n {
			if size[k] > 0 && k != a && k != b {
				d[place(b, k)] = l.join(d[place(a, k)], d[place(b, k)], h, size[a], size[b], size[k])
			}
		}
		size[b], size[a] = size[a]+size[b], 0
		for k := range n {
			switch {
			case size[k] == 0 || k == n-1:
			case k < b && (near[k] == a || near[k] == b), k == b:
				nearest(k)
			case k < b && near[k] >= 0 && d[place(k, b)].Cmp(d[place(k, near[k])]) < 0:
				near[k] = b
			}
		}
	}
	return t, tied, nil
}

// ties reports whether another pair is as near as a and b but for rounding.
func (l linkage) ties(size []float64, near []int, d []dd.Num, place func(i, j int) int, a, b int) bool {
	limit := d[place(a, b)].Float() * (1 + tie)
	for i := range size {
		if size[i] == 0 || near[i] < 0 || d[place(i, near[i])].Float() > limit {
			continue
		}
		for j := i + 1; j < len(size); j++ {
			if size[j] > 0 && !(i == a && j == b) && d[place(i, j)].Float() <= limit {
				return true
			}
		}
	}
	return false
}

// Heights are those of the merges, in their order; an error where they depend on how ties
// of distances are taken.
func (t Tree) Heights() ([]dd.Num, error) {
	out := make([]dd.Num, len(t.Merges))
	for i, m := range t.Merges {
		out[i] = m.Height
		for _, u := range t.rivals {
			if !near(m.Height, u.Merges[i].Height) {
				return nil, fmt.Errorf("distances tie, and height %d is %v or %v as ties are taken", i+1, m.Height.Float(), u.Merges[i].Height.Float())
			}
		}
	}
	return out, nil
}

// cut are the groups after a number of merges; an error where they depend on ties.
func (t Tree) cut(merges int) ([]int, error) {
	labels := t.after(merges)
	for _, u := range t.rivals {
		if !slices.Equal(labels, u.after(merges)) {
			return nil, fmt.Errorf("distances tie, and the %d groups depend on how ties are taken", t.N-merges)
		}
	}
	return labels, nil
}

// near reports whether two heights may be equal.
func near(a, b dd.Num) bool {
	return a.Sub(b).Abs().Float() <= tie*math.Max(a.Abs().Float(), b.Abs().Float())
}

// after are the groups after the first merges, numbered in the order of things.
func (t Tree) after(merges int) []int {
	parent := make([]int, t.N)
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, m := range t.Merges[:merges] {
		parent[root(m.A)] = root(m.B)
	}
	labels := make([]int, t.N)
	for i := range labels {
		labels[i] = root(i)
	}
	labels, _ = Numbered(labels)
	return labels
}

// rising reports an inversion: a merge below one that was made before it.
func (t Tree) rising() error {
	for i := 1; i < len(t.Merges); i++ {
		if a, b := t.Merges[i-1].Height, t.Merges[i].Height; b.Cmp(a) < 0 && !near(a, b) {
			return fmt.Errorf("the heights invert (merge %d is below the one before), so that no cut gives groups", i+1)
		}
	}
	return nil
}

// Cut parts the things into k groups, 1 <= k <= N. Errors: the tree inverts, or the cut
// falls between merges of the same height.
func (t Tree) Cut(k int) ([]int, error) {
	if k < 1 || k > t.N {
		return nil, fmt.Errorf("%d rows cannot be cut into %d groups", t.N, k)
	}
	if err := t.rising(); err != nil {
		return nil, err
	}
	m := t.N - k
	if m > 0 && m < len(t.Merges) && near(t.Merges[m-1].Height, t.Merges[m].Height) {
		return nil, fmt.Errorf("the cut into %d groups falls between merges of the same height (%v), so that groups are not determined", k, t.Merges[m].Height.Float())
	}
	return t.cut(m)
}

// CutAt parts the things by a height: merges at or below it are made. Errors: the tree
// inverts, or a merge lies at the height but for rounding.
func (t Tree) CutAt(height float64) ([]int, error) {
	if err := t.rising(); err != nil {
		return nil, err
	}
	h, m := dd.F(height), 0
	for _, g := range t.Merges {
		if near(g.Height, h) && g.Height.Cmp(h) != 0 {
			return nil, errors.New("a merge lies at the height of the cut but for rounding, so that groups are not determined")
		}
		if g.Height.Cmp(h) <= 0 {
			m++
		}
	}
	return t.cut(m)
}

// Correlation is the cophenetic one: Pearson's, of the distances of pairs and the heights at
// which they come together. Errors: one of both is constant, or it depends on ties.
func (t Tree) Correlation(p multivariate.Pairs) (dd.Num, error) {
	r := t.correlation(p)
	if !r.Finite() {
		return r, errors.New("all distances or all heights are equal")
	}
	for _, u := range t.rivals {
		if s := u.correlation(p); !(r.Sub(s).Abs().Float() <= tie) {
			return r, fmt.Errorf("distances tie, and the correlation is %v or %v as ties are taken", r.Float(), s.Float())
		}
	}
	return r, nil
}

func (t Tree) correlation(p multivariate.Pairs) dd.Num {
	c := t.Cophenetic()
	return dd.Cross(c.D, p.D).Div(dd.Of(c.D).SS.Sqrt().Mul(dd.Of(p.D).SS.Sqrt()))
}

// Cophenetic are the heights at which pairs of things come together.
func (t Tree) Cophenetic() multivariate.Pairs {
	p := multivariate.Pairs{N: t.N, D: make([]dd.Num, t.N*(t.N-1)/2)}
	members := make([][]int, t.N)
	group := make([]int, t.N)
	for i := range members {
		members[i], group[i] = []int{i}, i
	}
	for _, m := range t.Merges {
		a, b := group[m.A], group[m.B]
		for _, i := range members[a] {
			for _, j := range members[b] {
				p.Set(i, j, m.Height)
			}
		}
		for _, i := range members[a] {
			group[i] = b
		}
		members[b], members[a] = append(members[b], members[a]...), nil
	}
	return p
}
