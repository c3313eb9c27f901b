package cluster

import (
	"errors"
	"fmt"
	"math"
)

// Agreement of two labelings of the same things.
type Agreement struct {
	N     float64
	cells map[[2]int]float64
	a, b  []float64 // sizes of the groups of either
	order [][2]int  // of the cells, as they first appear, so that sums are the same each time
}

// Agree compares two labelings, each any numbers. Errors: nothing to compare, or labelings
// of unequal length.
func Agree(x, y []int) (Agreement, error) {
	if len(x) != len(y) || len(x) == 0 {
		return Agreement{}, fmt.Errorf("labelings of %d and %d things cannot be compared", len(x), len(y))
	}
	x, k := Numbered(x)
	y, m := Numbered(y)
	t := Agreement{N: float64(len(x)), cells: map[[2]int]float64{}, a: make([]float64, k), b: make([]float64, m)}
	for i := range x {
		c := [2]int{x[i], y[i]}
		if t.cells[c] == 0 {
			t.order = append(t.order, c)
		}
		t.cells[c]++
		t.a[x[i]]++
		t.b[y[i]]++
	}
	return t, nil
}

func pairs(n float64) float64 { return n * (n - 1) / 2 }

func pairsIn(sizes []float64) float64 {
	s := 0.0
	for _, n := range sizes {
		s += pairs(n)
	}
	return s
}

// both counts the pairs of things that are together in both labelings.
func (t Agreement) both() float64 {
	s := 0.0
	for _, c := range t.order {
		s += pairs(t.cells[c])
	}
	return s
}

var errTrivial = errors.New("each labeling has one group, or a group for each thing: there is nothing to agree on")

// Rand is the part of pairs of things on which both agree, together or apart (1971).
func (t Agreement) Rand() (float64, error) {
	if t.N < 2 {
		return 0, errors.New("it needs two things")
	}
	all, together, a, b := pairs(t.N), t.both(), pairsIn(t.a), pairsIn(t.b)
	return (all + 2*together - a - b) / all, nil
}

// AdjustedRand is (S - E) / (M - E), S the pairs together in both, E = A B / all as chance
// would give, M = (A + B) / 2 (Hubert and Arabie 1985).
func (t Agreement) AdjustedRand() (float64, error) {
	a, b, all := pairsIn(t.a), pairsIn(t.b), pairs(t.N)
	expected, most := a*b/all, (a+b)/2
	if !(math.Abs(most-expected) > 0) {
		return 0, errTrivial
	}
	return (t.both() - expected) / (most - expected), nil
}

// FowlkesMallows is S / sqrt(A B) (1983).
func (t Agreement) FowlkesMallows() (float64, error) {
	a, b := pairsIn(t.a), pairsIn(t.b)
	if a == 0 || b == 0 {
		return 0, errors.New("a labeling puts no two things together")
	}
	return t.both() / math.Sqrt(a) / math.Sqrt(b), nil
}

// Purity is the part of things that bear, in y, the most frequent label of their group in x.
func (t Agreement) Purity() float64 {
	most := make([]float64, len(t.a))
	for c, n := range t.cells {
		most[c[0]] = math.Max(most[c[0]], n)
	}
	s := 0.0
	for _, n := range most {
		s += n
	}
	return s / t.N
}

// Swapped compares y with x.
func (t Agreement) Swapped() Agreement {
	s := Agreement{N: t.N, a: t.b, b: t.a, cells: map[[2]int]float64{}}
	for _, c := range t.order {
		d := [2]int{c[1], c[0]}
		s.cells[d] = t.cells[c]
		s.order = append(s.order, d)
	}
	return s
}

// Entropies of both labelings, in nats.
func (t Agreement) Entropies() (x, y float64) { return t.entropy(t.a), t.entropy(t.b) }

func (t Agreement) entropy(sizes []float64) float64 {
	if len(sizes) == 1 {
		return 0
	}
	h := 0.0
	for _, n := range sizes {
		h -= n / t.N * math.Log(n/t.N)
	}
	return h
}

// Information is the mutual information of both labelings, in nats.
func (t Agreement) Information() float64 {
	if len(t.a) == 1 || len(t.b) == 1 {
		return 0
	}
	s := 0.0
	for _, c := range t.order {
		n := t.cells[c]
		s += n / t.N * math.Log(n*t.N/(t.a[c[0]]*t.b[c[1]]))
	}
	return math.Max(0, s)
}

// Means are the ways in which two entropies are averaged.
var Means = []string{"arithmetic", "geometric", "min", "max"}

func average(how string, x, y float64) float64 {
	switch how {
	case "geometric":
		return math.Sqrt(x * y)
	case "min":
		return math.Min(x, y)
	case "max":
		return math.Max(x, y)
	}
	return (x + y) / 2
}

// Normalised is the mutual information over the mean of both entropies (NMI).
func (t Agreement) Normalised(mean string) (float64, error) {
	x, y := t.Entropies()
	under := average(mean, x, y)
	if under == 0 {
		return 0, errors.New("a labeling has one group, and no entropy")
	}
	return t.Information() / under, nil
}

// Adjusted is (MI - E) / (mean of entropies - E), E the mutual information that chance
// would give (Vinh, Epps and Bailey 2010).
func (t Agreement) Adjusted(mean string) (float64, error) {
	x, y := t.Entropies()
	e := t.expected()
	under := average(mean, x, y) - e
	if !(math.Abs(under) > 1e-12*math.Max(x, y)) {
		return 0, errTrivial
	}
	return (t.Information() - e) / under, nil
}

// expected is the mutual information of labelings of these sizes at random: a sum over
// the hypergeometric distribution of each cell.
func (t Agreement) expected() float64 {
	lf := func(n float64) float64 { v, _ := math.Lgamma(n + 1); return v }
	counted := func(sizes []float64) (distinct []float64, times map[float64]float64) {
		times = map[float64]float64{}
		for _, n := range sizes {
			if times[n] == 0 {
				distinct = append(distinct, n)
			}
			times[n]++
		}
		return distinct, times
	}
	as, ta := counted(t.a)
	bs, tb := counted(t.b)
	e := 0.0
	for _, a := range as {
		for _, b := range bs {
			sum := 0.0
			margins := lf(a) + lf(b) + lf(t.N-a) + lf(t.N-b) - lf(t.N)
			for n := math.Max(1, a+b-t.N); n <= math.Min(a, b); n++ {
				p := math.Exp(margins - lf(n) - lf(a-n) - lf(b-n) - lf(t.N-a-b+n))
				sum += n / t.N * math.Log(t.N*n/(a*b)) * p
			}
			e += ta[a] * tb[b] * sum
		}
	}
	return e
}

// Homogeneity is 1 - H(x | y) / H(x), how far groups of y hold members of one group of x
// only; completeness is the same with x and y exchanged (Rosenberg and Hirschberg 2007).
func (t Agreement) Homogeneity() (float64, error) {
	x, _ := t.Entropies()
	if x == 0 {
		return 0, errors.New("the reference has one group, and no entropy")
	}
	return t.Information() / x, nil
}

// VMeasure is (1 + beta) h c / (beta h + c) of homogeneity h and completeness c.
func (t Agreement) VMeasure(beta float64) (float64, error) {
	h, err := t.Homogeneity()
	if err != nil {
		return 0, err
	}
	c, err := t.Swapped().Homogeneity()
	if err != nil {
		return 0, errors.New("the found labeling has one group, and no entropy")
	}
	if h+c == 0 {
		return 0, nil
	}
	return (1 + beta) * h * c / (beta*h + c), nil
}
