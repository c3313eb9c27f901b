package distance

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// maxExact is how many conditions can be permuted in every way: 40,320 orders, and 5,040 for
// Kendall's tau, which compares all pairs of pairs.
func maxExact(method string) int {
	if method == "kendall" {
		return 7
	}
	return 8
}

// similarities compare two sets of distances of the same conditions.
func similarities() []estimate.Estimator {
	metric := func(name string, def spec.Value, doc string) estimate.Arg {
		return estimate.Arg{Name: name, Kind: estimate.ArgText, Default: def, OneOf: slices.DeleteFunc(numerics.Metrics(), func(n string) bool { return n == "kullbackleibler" }), Doc: doc}
	}
	return []estimate.Estimator{{Name: "rsa", Summary: "the representational similarity",
		Unit: "1", Domain: "numbers; three complete rows, distances that are not all equal",
		Source:  "Kriegeskorte, Mur and Bandettini (2008); p as Mantel (1967)",
		Formula: "correlation of the distances of all pairs of rows in some columns with those in others (upper triangles, without the diagonal); p: the part of all orders of rows of one with a correlation as far from 0, for up to 8 rows (kendall: 7)",
		Args: []estimate.Arg{multivariate.ColumnsArg, {Name: "model", Kind: estimate.ArgColumns, Required: true, Doc: "columns of the other set of distances"},
			metric("metric", spec.TextValue("correlation"), "kind of distance in columns"), metric("model_metric", spec.Value{}, "kind of distance in model; as metric where absent"),
			{Name: "method", Kind: estimate.ArgText, Default: spec.TextValue("spearman"), OneOf: []string{"spearman", "pearson", "kendall"}, Doc: "rank correlation, Pearson's, or Kendall's tau-a"},
			{Name: "alternative", Kind: estimate.ArgText, Default: spec.TextValue("two-sided"), OneOf: []string{"two-sided", "greater"}, Doc: "side of p"}}, Compute: rsa}}
}

// compared are two sets of distances with the way to compare them.
type compared struct {
	a, b   numerics.Pairs
	method string
}

// coefficient of what may hold numbers that are equal but for rounding.
func (c compared) coefficient(a, b []dd.Num) dd.Num {
	if c.method == "pearson" {
		return multivariate.Pearson(a, b)
	}
	a, b = ranked(a), ranked(b)
	if c.method == "kendall" {
		return numerics.Kendall(a, b, false)
	}
	return multivariate.Pearson(a, b)
}

// ranked are mid-ranks from 1 of numbers of which those count as equal that differ by what
// float64 loses, so that ranks do not depend on rounding.
func ranked(x []dd.Num) []dd.Num {
	at, out, order := floats(x), make([]dd.Num, len(x)), make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && at[order[j]]-at[order[j-1]] <= 1e-11*math.Abs(at[order[j]])+1e-14 {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = dd.F(float64(i+j+1) / 2)
		}
		i = j
	}
	return out
}

// squares are the entries of the whole square matrix, and those of its upper triangle with the diagonal.
func squares(p numerics.Pairs) (full, upper []dd.Num) {
	for i := range p.N {
		for j := range p.N {
			full = append(full, p.At(i, j))
			if j >= i {
				upper = append(upper, p.At(i, j))
			}
		}
	}
	return full, upper
}

func rsa(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	data, err := multivariate.DataOf(in, "columns", in.Args.Texts("model")...)
	if err != nil {
		return estimate.Answer{}, err
	}
	model, err := multivariate.DataOf(in, "model", in.Args.Texts("columns")...)
	if err != nil {
		return estimate.Answer{}, err
	}
	n := len(data.Columns[0])
	if n < 3 {
		return estimate.Answer{}, estimate.Undefined("it needs three complete rows, there are %d", n)
	}
	labels, err := data.Labels("")
	if err != nil {
		return estimate.Answer{}, err
	}
	first := Measure{numerics.Metric{Name: in.Args.Text("metric"), P: 2}, "e"}
	second := first
	if in.Args.Has("model_metric") {
		second.Name = in.Args.Text("model_metric")
	}
	c := compared{method: in.Args.Text("method")}
	if c.a, err = first.Among(ctx, data.Rows(), labels); err != nil {
		return estimate.Answer{}, err
	}
	if c.b, err = second.Among(ctx, model.Rows(), labels); err != nil {
		return estimate.Answer{}, err
	}
	r := c.coefficient(c.a.D, c.b.D)
	if !r.Finite() {
		return estimate.Answer{}, estimate.Undefined("all distances of one set are equal")
	}
	a := estimate.Answer{Value: estimate.Number(r.Float()), N: answer.Count(n), Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: 1e-11}}
	put := func(name, note string, x dd.Num) { answer.VaryValue(&a, name, note, x) }
	for _, o := range []struct{ name, note string }{{"spearman", "Spearman's correlation of the distances"}, {"pearson", "Pearson's correlation of the distances"}, {"kendall", "Kendall's tau-a of the distances"}} {
		if o.name != c.method {
			put(o.name, o.note, compared{method: o.name}.coefficient(c.a.D, c.b.D))
		}
	}
	if c.method == "kendall" {
		put("tau-b", "Kendall's tau-b of the distances", numerics.Kendall(ranked(c.a.D), ranked(c.b.D), true))
	}
	fullA, upperA := squares(c.a)
	fullB, upperB := squares(c.b)
	put("full-matrix", "the correlation of the full square matrices, diagonal and both triangles", c.coefficient(fullA, fullB))
	put("with-diagonal", "the correlation of the upper triangles with their diagonals", c.coefficient(upperA, upperB))
	put("sign", "of similarities with distances: the sign is the wrong one", r.Neg())
	for _, other := range []string{"correlation", "euclidean", "cosine"} {
		o, q := first, second
		if o.Name = other; !in.Args.Has("model_metric") {
			q.Name = other
		}
		if other == first.Name {
			continue
		}
		x, err := o.Among(ctx, data.Rows(), labels)
		y, err2 := q.Among(ctx, model.Rows(), labels)
		if err == nil && err2 == nil {
			put(other, "the value by "+other+" distances", c.coefficient(x.D, y.D))
		}
	}
	if n <= maxExact(c.method) {
		two, greater, err := c.permuted(ctx, r)
		if err != nil {
			return a, err
		}
		p, other, name, note := two, greater, "one-sided", "the p-value of the side above"
		if in.Args.Text("alternative") == "greater" {
			p, other, name, note = other, p, "two-sided", "the p-value of both sides"
		}
		a.PValue = estimate.Number(p)
		answer.VaryP(&a, name, note, other)
	}
	return a, ctx.Err()
}

// permuted are the parts of all orders of the second set's rows that give a coefficient as
// far from 0, or as great, as r.
func (c compared) permuted(ctx context.Context, r dd.Num) (two, greater float64, err error) {
	n := c.a.N
	a, b := c.a.D, c.b.D
	if c.method != "pearson" { // ranks go with the pairs
		a, b = ranked(a), ranked(b)
	}
	x, y := floats(a), floats(b)
	statistic := func(order []int) float64 {
		s := 0.0
		k := 0
		at := make([]float64, len(x))
		for i := range n {
			for j := i + 1; j < n; j++ {
				at[k] = y[place(n, order[i], order[j])]
				k++
			}
		}
		if c.method != "kendall" { // r rises with Σ x y, as means and spreads stay
			for i := range x {
				s += x[i] * at[i]
			}
			return s
		}
		for i := range x {
			for j := i + 1; j < len(x); j++ {
				s += sign(x[i]-x[j]) * sign(at[i]-at[j])
			}
		}
		return s
	}
	if c.method != "kendall" {
		x, y = standard(x), standard(y)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	own := statistic(order)
	near := 1e-9 * math.Max(math.Abs(own), 1e-3)
	all, far, high := 0.0, 0.0, 0.0
	for {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		s := statistic(order)
		all++
		if math.Abs(s) >= math.Abs(own)-near {
			far++
		}
		if s >= own-near {
			high++
		}
		if !advance(order) {
			return far / all, high / all, nil
		}
	}
}

func floats(x []dd.Num) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = x[i].Float()
	}
	return out
}

// standard has the mean 0 and the sum of squares 1.
func standard(x []float64) []float64 {
	mean, ss := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v - mean
		ss += out[i] * out[i]
	}
	for i := range out {
		out[i] /= math.Sqrt(ss)
	}
	return out
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// place of the pair of things i and j among those of n.
func place(n, i, j int) int {
	if i > j {
		i, j = j, i
	}
	return i*(2*n-i-1)/2 + j - i - 1
}

// advance goes to the next order of the alphabet; false after the last.
func advance(order []int) bool {
	i := len(order) - 2
	for i >= 0 && order[i] > order[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(order) - 1
	for order[j] < order[i] {
		j--
	}
	order[i], order[j] = order[j], order[i]
	slices.Reverse(order[i+1:])
	return true
}
