package designed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/linear"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/mixed"
)

// grouped is the mixed model that a call describes.
type grouped struct {
	linear.Model                // fixed effects
	random       []string       // names of the columns of Z
	byName       map[string]int // of columns that may be random, in cols
	cols         [][]dd.Num
	group        []int
	groups       int
	options      mixed.Options
	fits         map[string]mixed.Fit // those made
}

func groupedOf(in estimate.Input) (grouped, error) {
	y, xs, slopes, by := in.Args.Text("y"), in.Args.Texts("x"), in.Args.Texts("random"), in.Args.Text("group")
	v := sample.Valued(in.View, slices.Concat([]string{y, by}, xs, slopes)...)
	m, err := linear.NewDesign(v, y, xs, 1, in.Args.Bool("add_intercept"))
	if err != nil {
		return grouped{}, err
	}
	g := grouped{Model: m, byName: map[string]int{}, fits: map[string]mixed.Fit{}, options: mixed.Options{ML: in.Args.Text("method") == "ml", Independent: !in.Args.Bool("correlated")}}
	if len(g.X) == 0 {
		return g, estimate.BadArg("x", "names nothing, and the model has no constant; it needs a fixed effect")
	}
	if in.Args.Bool("random_intercept") {
		g.random = append(g.random, linear.Intercept)
	}
	g.random = append(g.random, slopes...)
	switch {
	case len(g.random) == 0:
		return g, estimate.BadArg("random", "names nothing, and there is no random intercept; one of them must vary by group")
	case len(g.random) > mixed.MaxRandom:
		return g, estimate.BadArg("random", "asks for %d effects that vary by group; there may be %d", len(g.random), mixed.MaxRandom)
	}
	g.cols, err = v.Numbers(append(slices.Clone(xs), slopes...)...)
	if err != nil {
		return g, err
	}
	for j, name := range append(slices.Clone(xs), slopes...) {
		g.byName[name] = j
	}
	of, labels := levels(v.Column(by), v.Rows())
	g.group, g.groups = of, len(labels)
	return g, nil
}

// fit estimates the model with other random effects or options than its own.
func (g grouped) fit(ctx context.Context, random []string, o mixed.Options) (mixed.Fit, error) {
	key := fmt.Sprintf("%q %v", random, o)
	if f, made := g.fits[key]; made {
		return f, nil
	}
	m := mixed.Model{Y: g.Y, X: g.X, Group: g.group, Groups: g.groups}
	for _, name := range random {
		if name == linear.Intercept {
			m.Z = append(m.Z, sample.Constant(len(g.Y)))
		} else {
			m.Z = append(m.Z, g.cols[g.byName[name]])
		}
	}
	f, err := m.Fit(ctx, o)
	var rank mixed.RankError
	switch {
	case err == nil:
		g.fits[key] = f
		return f, nil
	case ctx.Err() != nil:
		return f, ctx.Err()
	case errors.As(err, &rank):
		return f, estimate.Undefined("%s is a linear combination of the other terms", g.Terms[rank.Column])
	}
	return f, estimate.Undefined("%v", err)
}

func (g grouped) own(ctx context.Context) (mixed.Fit, error) { return g.fit(ctx, g.random, g.options) }

// other is the fit by the other likelihood, REML or ML.
func (g grouped) other(ctx context.Context) (mixed.Fit, error) {
	o := g.options
	o.ML = !o.ML
	return g.fit(ctx, g.random, o)
}

// pooled is least squares without regard to groups.
func (g grouped) pooled() (linear.Model, error) { return g.Solve() }

// within is least squares on deviations from the means of groups, which is that with a
// constant for each group; j is the place of a term there.
func (g grouped) within(term int) (m linear.Model, j, df int, ok bool) {
	m = linear.Model{Y: g.deviations(g.Y)}
	j = -1
	for k, name := range g.Terms {
		d := g.deviations(g.X[k])
		if sum := dd.Of(d).SS.Float(); !(sum > exact*squares(g.X[k])) { // the same throughout each group
			continue
		}
		if k == term {
			j = len(m.X)
		}
		m.Add(name, d)
	}
	df = len(g.Y) - g.groups - len(m.X)
	if j < 0 || df <= 0 {
		return m, j, df, false
	}
	m, err := m.Solve()
	return m, j, df, err == nil
}

func squares(col []dd.Num) float64 {
	s := 0.0
	for _, x := range col {
		s += x.Hi * x.Hi
	}
	return s
}

// means are those of a column by group.
func (g grouped) means(col []dd.Num) []dd.Num {
	sums, n := make([]dd.Num, g.groups), make([]float64, g.groups)
	for i, x := range col {
		sums[g.group[i]] = sums[g.group[i]].Add(x)
		n[g.group[i]]++
	}
	for k := range sums {
		sums[k] = sums[k].Div(dd.F(n[k]))
	}
	return sums
}

func (g grouped) deviations(col []dd.Num) []dd.Num {
	means, out := g.means(col), make([]dd.Num, len(col))
	for i, x := range col {
		out[i] = x.Sub(means[g.group[i]])
	}
	return out
}

// between is least squares on the means of groups.
func (g grouped) between() (linear.Model, error) {
	m := linear.Model{Y: g.means(g.Y), Intercept: g.Intercept}
	for k, name := range g.Terms {
		m.Add(name, g.means(g.X[k]))
	}
	return m.Solve()
}

// apart is a quarter of the smallest of relative differences, at most most: a tolerance
// that no neighbouring definition passes. Differences that are rounding count for nothing.
func apart(most float64, a, b []float64) float64 {
	for i := range a {
		size := math.Max(math.Abs(a[i]), math.Abs(b[i]))
		if d := math.Abs(a[i]-b[i]) / size; d > 1e-9 {
			most = math.Min(most, d/4)
		}
	}
	return most
}
