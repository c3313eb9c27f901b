package distance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/sample"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// distances are those of columns, of rows or the centroids of groups, and of all rows.
func distances() []estimate.Estimator {
	xy := []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; rows that lack x or y are left out"}, {Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column"}}
	ends := []estimate.Arg{{Name: "label", Kind: estimate.ArgFactor, Required: true, Doc: "column that names the rows; of a label with several rows the centroid (mean) is taken"},
		{Name: "first", Kind: estimate.ArgLabel, Required: true, Doc: "label of the first row or group"}, {Name: "second", Kind: estimate.ArgLabel, Required: true, Doc: "label of the second"}}
	return []estimate.Estimator{
		{Name: "distance", Summary: "the distance of two columns",
			Unit: "as the metric has it: that of x, its square, or 1", Domain: "numbers, of one unit; shares not negative where the metric compares distributions; no vector of 0 for a cosine", Source: "Deza and Deza (2009)",
			Formula: Formulas, PerRow: true, Args: append(xy, MetricArgs("euclidean")...), Compute: distanceOfColumns},
		{Name: "row_distance", Summary: "the distance of two rows, or of the centroids of two groups",
			Unit: "as the metric has it: that of columns, its square, or 1", Domain: "numbers, of one unit; both rows or groups complete", Source: "Deza and Deza (2009)",
			Formula: Formulas,
			Args:    slices.Concat([]estimate.Arg{multivariate.ColumnsArg}, ends, MetricArgs("euclidean")), Compute: distanceOfRows},
		{Name: "distance_matrix", Summary: "the distances of rows among themselves",
			Unit: "as the metric has it: that of columns, its square, or 1", Domain: "numbers, of one unit; two complete rows", Source: "Deza and Deza (2009)",
			Formula: Formulas,
			Args: slices.Concat([]estimate.Arg{multivariate.ColumnsArg, multivariate.LabelArg, {Name: "form", Kind: estimate.ArgText, Default: spec.TextValue("table"), OneOf: []string{"table", "pairs"},
				Doc: "a table with a row and a column for each row, or an array of pairs: first with second, first with third …, named “a / b”"}}, MetricArgs("euclidean")), Compute: distanceMatrix},
		{Name: "mahalanobis", Summary: "the Mahalanobis distance of each row from the mean",
			Unit: "1", Domain: "numbers; a covariance with an inverse",
			Source: "Mahalanobis (1936)", Formula: "sqrt((x - m)' S⁻¹ (x - m)), m and S the mean and covariance (n - 1) of all rows",
			Args: []estimate.Arg{multivariate.ColumnsArg, multivariate.LabelArg, {Name: "squared", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "without the root"}}, Compute: mahalanobis},
		{Name: "mahalanobis_between", Summary: "the Mahalanobis distance of the centroids of two groups",
			Unit: "1", Domain: "numbers; a covariance with an inverse",
			Source: "Mahalanobis (1936)", Formula: "sqrt((a - b)' S⁻¹ (a - b)), S the pooled covariance within both groups (n1 + n2 - 2), or that of all rows (n - 1)",
			Args:    slices.Concat([]estimate.Arg{multivariate.ColumnsArg}, ends, []estimate.Arg{{Name: "covariance", Kind: estimate.ArgText, Default: spec.TextValue("within"), OneOf: []string{"within", "total"}, Doc: "within both groups, or of all rows of the view"}}),
			Compute: mahalanobisBetween},
	}
}

// between is the answer for two vectors with its neighbours.
func (m Measure) between(x, y []dd.Num, unit string) (estimate.Answer, error) {
	d, err := m.Between(x, y)
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	big := math.Max(dd.Largest(x), dd.Largest(y))
	a := estimate.Answer{What: "the " + m.Name + " distance", Value: estimate.Number(d.Float()), Unit: m.Unit(unit), Floor: m.Floor(big, d.Float(), len(x))}
	for _, o := range m.Neighbours() {
		if v, err := o.Of(x, y, d); err == nil {
			answer.VaryValue(&a, o.Name, o.Note, v)
		}
	}
	return a, nil
}

func distanceOfColumns(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y := in.Args.Text("x"), in.Args.Text("y")
	cols, err := in.View.Numbers(x, y)
	if err != nil {
		return estimate.Answer{}, err
	}
	if len(cols[0]) == 0 {
		return estimate.Answer{}, estimate.Undefined("no row has both columns")
	}
	unit := sample.UnitOf(in, x)
	if sample.UnitOf(in, y) != unit {
		unit = ""
	}
	a, err := MeasureOf(in).between(cols[0], cols[1], unit)
	a.N = answer.Count(len(cols[0]))
	return a, err
}

// ends are the rows of the two labels that are asked for.
type ends struct {
	multivariate.Data
	first, second []int
}

func endsOf(in estimate.Input) (e ends, err error) {
	label := in.Args.Text("label")
	if e.Data, err = multivariate.DataOf(in, "columns", label); err != nil {
		return e, err
	}
	if view.SameLabel(in.Args["first"], in.Args["second"]) {
		return e, estimate.BadArg("second", "is the same as first: %s", in.Args["first"])
	}
	for i := range e.Columns[0] {
		l := view.Label(e.View.Column(label), i)
		switch {
		case view.SameLabel(l, in.Args["first"]):
			e.first = append(e.first, i)
		case view.SameLabel(l, in.Args["second"]):
			e.second = append(e.second, i)
		}
	}
	for _, side := range []struct {
		arg  string
		rows []int
	}{{"first", e.first}, {"second", e.second}} {
		if len(side.rows) == 0 {
			return e, estimate.Undefined("no complete row has the %s %s", label, in.Args[side.arg])
		}
	}
	return e, nil
}

// centroid of some rows.
func centroid(columns [][]dd.Num, rows []int) []dd.Num {
	out := make([]dd.Num, len(columns))
	for j, c := range columns {
		for _, i := range rows {
			out[j] = out[j].Add(c[i])
		}
		out[j] = out[j].Div(dd.F(float64(len(rows))))
	}
	return out
}

func distanceOfRows(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	e, err := endsOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	m := MeasureOf(in)
	a, err := m.between(centroid(e.Columns, e.first), centroid(e.Columns, e.second), e.Unit)
	if err != nil {
		return a, err
	}
	a.N = answer.Count(len(e.first) + len(e.second))
	if z, err := multivariate.Standardised(e.Columns); err == nil {
		if d, err := m.Between(centroid(z, e.first), centroid(z, e.second)); err == nil {
			answer.VaryValue(&a, "standardised", "the distance in standardised columns", d)
		}
	}
	if n := len(e.first) * len(e.second); n > 1 && n <= 1e6 {
		var sum dd.Num
		for _, i := range e.first {
			for _, j := range e.second {
				d, err := m.Between(centroid(e.Columns, []int{i}), centroid(e.Columns, []int{j}))
				if err != nil {
					return a, nil
				}
				sum = sum.Add(d)
			}
		}
		answer.VaryValue(&a, "mean-of-pairs", "the mean distance of pairs of rows, not the distance of the centroids", sum.Div(dd.F(float64(len(e.first)*len(e.second)))))
	}
	return a, nil
}

// Among are the distances of rows with what neighbours give; rows by their labels in errors.
func (m Measure) Among(ctx context.Context, rows [][]dd.Num, labels []spec.Value) (numerics.Pairs, error) {
	p, err := m.Metric.Among(ctx, rows)
	var pair *numerics.PairError
	switch {
	case errors.As(err, &pair):
		return p, estimate.Undefined("rows %s and %s: %v", view.LabelText(labels[pair.I]), view.LabelText(labels[pair.J]), pair.Err)
	case err != nil:
		return p, multivariate.Undefined(err)
	}
	switch k := dd.F(logs[m.Base]); m.Name {
	case "jensenshannon":
		p.D = multivariate.Mapped(p.D, func(d dd.Num) dd.Num { return d.Div(k.Sqrt()) })
	case "kullbackleibler":
		p.D = multivariate.Mapped(p.D, func(d dd.Num) dd.Num { return d.Div(k) })
	}
	return p, nil
}

func distanceMatrix(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	label := in.Args.Text("label")
	data, err := multivariate.DataOf(in, "columns", some(label)...)
	if err != nil {
		return estimate.Answer{}, err
	}
	labels, err := data.Labels(label)
	if err != nil {
		return estimate.Answer{}, err
	}
	if len(labels) < 2 {
		return estimate.Answer{}, estimate.Undefined("it needs two complete rows, there is 1")
	}
	m, rows := MeasureOf(in), data.Rows()
	if m.Name == "kullbackleibler" {
		return estimate.Answer{}, estimate.BadArg("metric", "is not the same both ways; jensenshannon is")
	}
	p, err := m.Among(ctx, rows, labels)
	if err != nil {
		return estimate.Answer{}, err
	}
	most := 0.0
	for _, d := range p.D {
		most = math.Max(most, d.Float())
	}
	a := estimate.Answer{What: "the " + m.Name + " distances of rows among themselves", N: answer.Count(len(rows)), Unit: m.Unit(data.Unit), Floor: m.Floor(data.Big, most, len(data.Columns))}
	form := func(p numerics.Pairs, diagonal dd.Num) spec.Value {
		if in.Args.Text("form") == "pairs" {
			return multivariate.Numbers(p.D)
		}
		names, cells := make([]string, p.N), make([][]dd.Num, p.N)
		for j := range cells {
			names[j] = view.LabelText(labels[j])
			for i := range p.N {
				d := p.At(i, j)
				if i == j {
					d = diagonal
				}
				cells[j] = append(cells[j], d)
			}
		}
		return multivariate.Table(key(label), labels, names, cells...)
	}
	if in.Args.Text("form") == "pairs" {
		for i := range labels {
			for j := i + 1; j < len(labels); j++ {
				a.Index = append(a.Index, spec.TextValue(fmt.Sprintf("%s / %s", view.LabelText(labels[i]), view.LabelText(labels[j]))))
			}
		}
	} else {
		a.Keys, a.Index = []string{key(label)}, labels
	}
	a.Value = form(p, dd.Num{})
	for _, o := range m.Neighbours() {
		q := numerics.Pairs{N: p.N}
		for i := range rows {
			for j := i + 1; j < len(rows); j++ {
				d, err := o.Of(rows[i], rows[j], p.At(i, j))
				if err == nil && d.Finite() {
					q.D = append(q.D, d)
				}
			}
		}
		if len(q.D) == len(p.D) {
			diagonal := dd.Num{}
			if o.Name == "similarity" {
				diagonal = dd.F(1)
			}
			answer.Vary(&a, o.Name, o.Note, estimate.Answer{Value: form(q, diagonal)})
		}
	}
	if z, err := multivariate.Standardised(data.Columns); err == nil {
		if q, err := m.Among(ctx, numerics.Rows(z), labels); err == nil {
			answer.Vary(&a, "standardised", "the distances in standardised columns", estimate.Answer{Value: form(q, dd.Num{})})
		}
	}
	return a, ctx.Err()
}

// key is the name of the column of row labels.
func key(label string) string {
	if label == "" {
		return "row"
	}
	return label
}

// some are the names that are given.
func some(names ...string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

func mahalanobis(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	label := in.Args.Text("label")
	data, err := multivariate.DataOf(in, "columns", some(label)...)
	if err != nil {
		return estimate.Answer{}, err
	}
	labels, err := data.Labels(label)
	if err != nil {
		return estimate.Answer{}, err
	}
	ellipse, err := numerics.NewEllipse(numerics.Covariance(data.Columns, 1))
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	all := make([]int, len(labels))
	for i := range all {
		all[i] = i
	}
	m := centroid(data.Columns, all)
	squared, plain := make([]dd.Num, len(labels)), make([]dd.Num, len(labels))
	for i := range labels {
		d := make([]dd.Num, len(m))
		for j := range m {
			d[j] = data.Columns[j][i].Sub(m[j])
		}
		squared[i] = ellipse.Squared(d)
		var s dd.Num
		for _, x := range d {
			s = s.Add(x.Mul(x))
		}
		plain[i] = s.Sqrt()
	}
	as, other, name, note := multivariate.Mapped(squared, dd.Num.Sqrt), squared, "squared", "the squared distance"
	if in.Args.Bool("squared") {
		as, other, name, note = other, as, "root", "the distance, not its square"
	}
	n := dd.F(float64(len(labels)))
	factor := n.Div(n.Sub(dd.F(1)))
	if !in.Args.Bool("squared") {
		factor = factor.Sqrt()
	}
	a := estimate.Answer{Value: multivariate.Numbers(as), Index: labels, N: answer.Count(len(labels)), Unit: "1", Floor: spec.Tolerance{Rel: 1e-8 * math.Max(1, data.Lost*1e-5), Abs: 1e-10}}
	answer.Vary(&a, name, note, estimate.Answer{Value: multivariate.Numbers(other)})
	answer.Vary(&a, "ddof0", "with the covariance divided by n", estimate.Answer{Value: multivariate.Numbers(multivariate.Mapped(as, func(d dd.Num) dd.Num { return d.Mul(factor) }))})
	answer.Vary(&a, "euclidean", "the euclidean distance from the mean", estimate.Answer{Value: multivariate.Numbers(plain)})
	return a, nil
}

func mahalanobisBetween(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	e, err := endsOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	p := len(e.Columns)
	d := make([]dd.Num, p)
	from, to := centroid(e.Columns, e.first), centroid(e.Columns, e.second)
	for j := range d {
		d[j] = from[j].Sub(to[j])
	}
	// Sums of products within both groups.
	within := make([][]dd.Num, p)
	for i := range within {
		within[i] = make([]dd.Num, p)
	}
	for _, rows := range [][]int{e.first, e.second} {
		part := make([][]dd.Num, p)
		for j, c := range e.Columns {
			for _, i := range rows {
				part[j] = append(part[j], c[i])
			}
		}
		for i := range p {
			for j := range p {
				within[i][j] = within[i][j].Add(dd.Cross(part[i], part[j]))
			}
		}
	}
	n := len(e.first) + len(e.second)
	of := func(s [][]dd.Num, divisor int) (dd.Num, error) {
		if divisor < 1 {
			return dd.Num{}, fmt.Errorf("%d rows are too few", n)
		}
		t := make([][]dd.Num, p)
		for i := range s {
			t[i] = multivariate.Mapped(s[i], func(x dd.Num) dd.Num { return x.Div(dd.F(float64(divisor))) })
		}
		ellipse, err := numerics.NewEllipse(t)
		if err != nil {
			return dd.Num{}, err
		}
		return ellipse.Squared(d).Sqrt(), nil
	}
	total := numerics.Covariance(e.Columns, 1)
	pooled := func(divisor int) func() (dd.Num, error) {
		return func() (dd.Num, error) { return of(within, divisor) }
	}
	all := func() (dd.Num, error) { return of(total, 1) }
	f, other, name, note := pooled(n-2), all, "total", "with the covariance of all rows, group differences among it"
	if in.Args.Text("covariance") == "total" {
		f, other, name, note = other, f, "within", "with the pooled covariance within both groups"
	}
	x, err := f()
	if err != nil {
		return estimate.Answer{}, multivariate.Undefined(err)
	}
	a := estimate.Answer{Value: estimate.Number(x.Float()), N: answer.Count(n), Unit: "1", Floor: spec.Tolerance{Rel: 1e-8 * math.Max(1, e.Lost*1e-5), Abs: 1e-10}}
	answer.VaryValue(&a, "squared", "the squared distance", x.Mul(x))
	if y, err := other(); err == nil {
		answer.VaryValue(&a, name, note, y)
	}
	if y, err := pooled(n)(); err == nil && in.Args.Text("covariance") == "within" {
		answer.VaryValue(&a, "ddof0", "with the pooled covariance divided by n1 + n2", y)
	}
	var s dd.Num
	for _, v := range d {
		s = s.Add(v.Mul(v))
	}
	answer.VaryValue(&a, "euclidean", "the euclidean distance of the centroids", s.Sqrt())
	return a, nil
}
