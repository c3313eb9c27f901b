package agreement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/resample"
	"github.com/assaybench/assay/spec"
)

// Rating is what one rater said of one unit. An empty word says that the rater abstained.
type Rating struct {
	Unit    string
	Cluster string // units that are drawn together: those of a task, say
	Rater   string
	Word    string
}

// Options of the bootstrap.
type Options struct {
	Resamples int // below 2 no interval is made
	Seed      uint64
	Level     float64 // of the intervals, within 0 and 1
}

// ErrTwice says that a rater rated a unit twice.
var ErrTwice = errors.New("a rater rated a unit twice")

// Of computes the agreement of ratings, in whatever order they come. The error is ErrTwice,
// or the context's.
//
//	alpha = 1 - (n - 1) * sum of o(c, k) over c != k / sum of n(c) n(k) over c != k
//
// where o(c, k) counts pairs of the words c and k in one unit, each unit of m ratings with
// the weight 1/(m - 1), n(c) sums o(c, k) over k, and n over all (Krippendorff 2011, nominal
// data);
//
//	kappa = (po - pe) / (1 - pe)
//
// with po the share of units on which two raters agree and pe what their own frequencies of
// words let expect (Cohen 1960).
func Of(ctx context.Context, ratings []Rating, o Options) (*spec.Agreement, error) {
	t, err := newTable(ratings)
	if err != nil {
		return nil, err
	}
	out := &spec.Agreement{Words: t.words, Abstained: t.abstained, Pairs: []spec.AgreementPair{}}
	seen := map[int]bool{}
	for _, u := range t.units {
		switch {
		case len(u.cells) > 1:
			out.Units++
			out.Ratings += len(u.cells)
			seen[u.cluster] = true
		case len(u.cells) == 1:
			out.Single++
		}
	}
	out.Clusters = len(seen)
	weights := t.counts(func(cells []cell) float64 { return 1 / float64(len(cells)-1) })
	ones := t.counts(func([]cell) float64 { return 1 })
	if out.Percent, err = figure(ctx, ones, o, percent); err != nil {
		return nil, err
	}
	if out.Alpha, err = figure(ctx, weights, o, alpha); err != nil {
		return nil, err
	}
	for i, a := range t.raters {
		for _, b := range t.raters[i+1:] {
			p := spec.AgreementPair{Raters: [2]string{a, b}}
			counts, n := t.between(a, b)
			if p.Units = n; n == 0 {
				continue
			}
			if p.Percent, err = figure(ctx, counts, o, percent); err != nil {
				return nil, err
			}
			if p.Kappa, err = figure(ctx, counts, o, kappa); err != nil {
				return nil, err
			}
			out.Pairs = append(out.Pairs, p)
		}
	}
	return out, nil
}

type cell struct{ rater, word int }

type unit struct {
	cluster int
	cells   []cell
}

// table is ratings with numbers for names.
type table struct {
	raters, words []string
	units         []unit
	abstained     map[string]int
}

func newTable(ratings []Rating) (*table, error) {
	t := &table{words: []string{}, abstained: map[string]int{}}
	rs := slices.Clone(ratings)
	slices.SortFunc(rs, func(a, b Rating) int {
		return cmp.Or(cmp.Compare(a.Cluster, b.Cluster), cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Rater, b.Rater))
	})
	for _, r := range rs {
		t.raters = append(t.raters, r.Rater)
		if r.Word != "" {
			t.words = append(t.words, r.Word)
		}
	}
	slices.Sort(t.raters)
	slices.Sort(t.words)
	t.raters, t.words = slices.Compact(t.raters), slices.Compact(t.words)
	for _, r := range t.raters {
		t.abstained[r] = 0
	}
	cluster := -1
	for i, r := range rs {
		newCluster := i == 0 || rs[i-1].Cluster != r.Cluster
		if newCluster {
			cluster++
		}
		if newCluster || rs[i-1].Unit != r.Unit {
			t.units = append(t.units, unit{cluster: cluster})
		} else if rs[i-1].Rater == r.Rater {
			return nil, fmt.Errorf("%w: %q and %q", ErrTwice, r.Rater, r.Unit)
		}
		if r.Word == "" {
			t.abstained[r.Rater]++
			continue
		}
		rater, _ := slices.BinarySearch(t.raters, r.Rater)
		word, _ := slices.BinarySearch(t.words, r.Word)
		u := &t.units[len(t.units)-1]
		u.cells = append(u.cells, cell{rater, word})
	}
	return t, nil
}

// counts are, for each cluster that has any, how often each two words meet in one unit, in
// both orders, each unit with its weight. A matrix is in one slice, row by row.
func (t *table) counts(weight func([]cell) float64) [][]float64 {
	return t.sum(func(u unit, add func(a, b int, w float64)) {
		if len(u.cells) < 2 {
			return
		}
		w := weight(u.cells)
		for i, a := range u.cells {
			for k, b := range u.cells {
				if i != k {
					add(a.word, b.word, w)
				}
			}
		}
	})
}

// between are how often each two words of two raters meet, the first one's in the rows.
func (t *table) between(a, b string) (counts [][]float64, units int) {
	i, _ := slices.BinarySearch(t.raters, a)
	k, _ := slices.BinarySearch(t.raters, b)
	counts = t.sum(func(u unit, add func(a, b int, w float64)) {
		x := slices.IndexFunc(u.cells, func(c cell) bool { return c.rater == i })
		y := slices.IndexFunc(u.cells, func(c cell) bool { return c.rater == k })
		if x >= 0 && y >= 0 {
			units++
			add(u.cells[x].word, u.cells[y].word, 1)
		}
	})
	return counts, units
}

func (t *table) sum(each func(u unit, add func(a, b int, w float64))) [][]float64 {
	var out [][]float64
	n, last := len(t.words), -1
	for _, u := range t.units {
		each(u, func(a, b int, w float64) {
			if u.cluster != last {
				out, last = append(out, make([]float64, n*n)), u.cluster
			}
			out[len(out)-1][a*n+b] += w
		})
	}
	return out
}

// figure is a number of the summed counts of all clusters, with its interval.
func figure(ctx context.Context, clusters [][]float64, o Options, of func(sum []float64) float64) (spec.AgreementFigure, error) {
	if len(clusters) == 0 {
		return spec.AgreementFigure{}, nil
	}
	maker := func() resample.Statistic {
		sum := make([]float64, len(clusters[0]))
		return func(w []int32) (float64, float64) {
			clear(sum)
			for i, c := range clusters {
				if w[i] != 0 {
					for k, x := range c {
						sum[k] += float64(w[i]) * x
					}
				}
			}
			return of(sum), math.NaN()
		}
	}
	value, _ := maker()(slices.Repeat([]int32{1}, len(clusters)))
	if math.IsNaN(value) {
		return spec.AgreementFigure{}, nil
	}
	f := spec.AgreementFigure{Value: &value}
	if len(clusters) < 2 || o.Resamples < 2 {
		return f, nil
	}
	drawn, err := resample.Draw(ctx, resample.Simple(len(clusters)), maker, o.Resamples, o.Seed)
	if errors.Is(err, resample.ErrFew) {
		return f, nil
	}
	if err != nil {
		return spec.AgreementFigure{}, err
	}
	if lower, upper, ok := drawn.Interval(resample.Percentile, o.Level, math.Inf(1)); ok {
		f.Interval = &[2]float64{lower.Value, upper.Value}
	}
	return f, nil
}

// margins are the sums of rows and columns, of the diagonal, and of all.
func margins(m []float64) (rows, columns []float64, diagonal, all float64) {
	n := int(math.Round(math.Sqrt(float64(len(m)))))
	rows, columns = make([]float64, n), make([]float64, n)
	for i := range n {
		for k := range n {
			x := m[i*n+k]
			rows[i], columns[k], all = rows[i]+x, columns[k]+x, all+x
			if i == k {
				diagonal += x
			}
		}
	}
	return rows, columns, diagonal, all
}

func percent(m []float64) float64 {
	_, _, agree, all := margins(m)
	return 100 * agree / all
}

func kappa(m []float64) float64 {
	rows, columns, agree, all := margins(m)
	by := 0.0
	for i := range rows {
		by += rows[i] * columns[i]
	}
	if by >= all*all { // both used one word, the same
		return math.NaN()
	}
	return (agree*all - by) / (all*all - by)
}

func alpha(m []float64) float64 {
	rows, _, agree, all := margins(m)
	by := 0.0
	for _, r := range rows {
		by += r * r
	}
	if by >= all*all { // one word alone
		return math.NaN()
	}
	return 1 - (all-1)*(all-agree)/(all*all-by)
}
