package multivariate

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"
	"github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// components are principal components.
func components() []estimate.Estimator {
	number := func(name, doc string) estimate.Arg {
		return estimate.Arg{Name: name, Kind: estimate.ArgNumber, Min: 1, Max: 1e6, Doc: doc}
	}
	yes, no := spec.Value{Kind: spec.ValueBool, Bool: true}, spec.Value{Kind: spec.ValueBool}
	shared := []estimate.Arg{ColumnsArg,
		{Name: "centre", Kind: estimate.ArgBool, Default: yes, Doc: "the mean of each column is taken off"},
		{Name: "standardise", Kind: estimate.ArgBool, Default: no, Doc: "each column is divided by its standard deviation: components of the correlations"},
		{Name: "ddof", Kind: estimate.ArgNumber, Default: spec.NumberValue(1), Min: 0, Max: 1, Doc: "variances are divided by n - ddof"}}
	with := func(args ...estimate.Arg) []estimate.Arg { return append(shared[:len(shared):len(shared)], args...) }
	every := number("component", "number of the component, from 1; an array of all where absent")
	one := number("component", "number of the component, from 1")
	one.Default = spec.NumberValue(1)
	several := number("components", "how many components, as a table with the columns PC1, PC2 …; an array of one component where absent")
	const source = "Jolliffe (2002); by singular values of the prepared columns"
	return []estimate.Estimator{
		{Name: "pca_variance", Summary: "the variance along a principal component",
			Unit: "that of columns squared, or as give asks; 1 where standardised", Domain: "numbers; two complete rows, something that varies",
			Source:  source,
			Formula: "λ = s²/(n - ddof), s the singular value of the prepared columns", Compute: ofComponents(pcaVariance),
			Args: with(every, estimate.Arg{Name: "give", Kind: estimate.ArgText, Default: spec.TextValue("variance"), OneOf: []string{"variance", "sd", "singular"}, Doc: "λ, its root, or s"})},
		{Name: "pca_ratio", Summary: "the part of all variance along a principal component",
			Unit: "1", Domain: "numbers; two complete rows, something that varies",
			Source:  source,
			Formula: "λ_k / Σ λ", Compute: ofComponents(pcaRatio),
			Args: with(every, estimate.Arg{Name: "cumulative", Kind: estimate.ArgBool, Default: no, Doc: "together with the components before it"})},
		{Name: "pca_loadings", Summary: "the loadings of a principal component",
			Unit: "1", Domain: "numbers; two complete rows, something that varies, a component of its own variance",
			Source:  source,
			Formula: "the unit vector v of the component, or v sqrt(λ); the sign means nothing", Compute: ofComponents(pcaLoadings),
			Args: with(one, several, estimate.Arg{Name: "loading", Kind: estimate.ArgText, Default: spec.TextValue("direction"), OneOf: []string{"direction", "scaled"}, Doc: "v, or v sqrt(λ)"})},
		{Name: "pca_scores", Summary: "the scores on a principal component",
			Unit: "that of columns; 1 where standardised", Domain: "numbers; two complete rows, something that varies, a component of its own variance",
			Source:  source,
			Formula: "prepared row · v; the sign means nothing", Compute: ofComponents(pcaScores), Args: with(one, several, LabelArg)},
	}
}

// decomposed are the components as they are asked for, and as neighbours would take them.
type decomposed struct {
	multivariate.PCA
	Data
	in     estimate.Input
	others []neighbour
}

type neighbour struct {
	name, note string
	pca        multivariate.PCA
}

func ofComponents(f func(d decomposed) (estimate.Answer, error)) sample.Computer {
	return func(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
		data, err := DataOf(in, "columns")
		if err != nil {
			return estimate.Answer{}, err
		}
		if v := in.Args.Number("ddof"); v != 0 && v != 1 {
			return estimate.Answer{}, estimate.BadArg("ddof", "is %v, neither 0 nor 1", v)
		}
		prep := multivariate.Preparation{Centre: in.Args.Bool("centre"), Standardise: in.Args.Bool("standardise"), DDof: int(in.Args.Number("ddof"))}
		d := decomposed{Data: data, in: in}
		if d.PCA, err = multivariate.Components(ctx, data.Columns, prep); err != nil {
			return estimate.Answer{}, Undefined(err)
		}
		for _, name := range []string{"component", "components"} {
			switch k := in.Args.Number(name); {
			case k != math.Floor(k):
				return estimate.Answer{}, estimate.BadArg(name, "is %v, not a whole number", k)
			case int(k) > d.Count():
				return estimate.Answer{}, estimate.Undefined("there are %d components, not %v", d.Count(), k)
			}
		}
		for _, o := range []struct {
			name, note string
			change     func(p *multivariate.Preparation)
		}{
			{map[bool]string{true: "unstandardised", false: "standardised"}[prep.Standardise],
				map[bool]string{true: "of columns that are not standardised (the covariance matrix)", false: "of standardised columns (the correlation matrix)"}[prep.Standardise],
				func(p *multivariate.Preparation) { p.Standardise = !p.Standardise }},
			{map[bool]string{true: "uncentred", false: "centred"}[prep.Centre],
				map[bool]string{true: "of columns that are not centred", false: "of centred columns"}[prep.Centre], func(p *multivariate.Preparation) { p.Centre = !p.Centre }},
		} {
			q := prep
			o.change(&q)
			p, err := multivariate.Components(ctx, data.Columns, q)
			if ctx.Err() != nil {
				return estimate.Answer{}, ctx.Err()
			}
			if err == nil && p.Count() >= d.Count() {
				d.others = append(d.others, neighbour{o.name, o.note, p})
			}
		}
		a, err := f(d)
		a.N = answer.Count(d.N)
		return a, Undefined(err)
	}
}

// each is f of the component that is asked for, or an array of all with their numbers.
func (d decomposed) each(f func(k int) dd.Num) (v spec.Value, index []spec.Value) {
	if k := int(d.in.Args.Number("component")); k > 0 {
		return estimate.Number(f(k - 1).Float()), nil
	}
	v.Kind = spec.ValueArray
	for k := range d.Count() {
		v.Items = append(v.Items, estimate.Number(f(k).Float()))
		index = append(index, spec.NumberValue(float64(k+1)))
	}
	return v, index
}

// rounding is what float64 loses of the first component's variance, as a part of it.
func (d decomposed) rounding() float64 { return sample.Eps * (64 + 16*d.PCA.Lost()) }

func pcaVariance(d decomposed) (estimate.Answer, error) {
	give := d.in.Args.Text("give")
	of := func(p multivariate.PCA, give string) func(k int) dd.Num {
		return map[string]func(int) dd.Num{"variance": p.Eigenvalue, "sd": p.SD, "singular": p.Singular}[give]
	}
	a := estimate.Answer{What: map[string]string{"variance": "", "sd": "the standard deviation along a principal component", "singular": "the singular value of a principal component"}[give]}
	a.Value, a.Index = d.each(of(d.PCA, give))
	a.Unit = d.Unit
	if give == "variance" {
		a.Unit = answer.Power(d.Unit, 2)
	}
	if d.in.Args.Bool("standardise") {
		a.Unit = "1"
	}
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: d.rounding() * of(d.PCA, give)(0).Abs().Float()}
	if give != "variance" { // the root of a rounding
		a.Floor.Abs = 1e-9 * of(d.PCA, give)(0).Abs().Float()
	}
	if !isFinite(a.Floor.Abs) {
		return a, fmt.Errorf("the variance is too large")
	}
	put := func(name, note string, f func(int) dd.Num) {
		v, _ := d.each(f)
		answer.Vary(&a, name, note, estimate.Answer{Value: v})
	}
	n, ddof := float64(d.N), d.in.Args.Number("ddof")
	factor := dd.F(n - ddof).Div(dd.F(n - 1 + ddof))
	other := map[float64]string{0: "ddof1", 1: "ddof0"}[ddof]
	if give == "sd" {
		factor = factor.Sqrt()
	}
	if give != "singular" {
		put(other, fmt.Sprintf("divided by n%s", map[string]string{"ddof0": "", "ddof1": " - 1"}[other]), func(k int) dd.Num { return of(d.PCA, give)(k).Mul(factor) })
	}
	if d.in.Args.Bool("standardise") && ddof == 1 && give != "singular" {
		mixed := dd.F(n).Div(dd.F(n - 1))
		if give == "sd" {
			mixed = mixed.Sqrt()
		}
		put("mixed-ddof", "of columns divided by their population standard deviation (n), with variances by n - 1", func(k int) dd.Num { return of(d.PCA, give)(k).Mul(mixed) })
	}
	for _, o := range d.others {
		put(o.name, "the value "+o.note, of(o.pca, give))
	}
	for _, g := range []struct{ name, note string }{{"variance", "the variance (eigenvalue)"}, {"sd", "the standard deviation, the root of the variance"}, {"singular", "the singular value"}} {
		if g.name != give {
			put(g.name, g.note, of(d.PCA, g.name))
		}
	}
	put("ratio", "the part of all variance", d.Ratio)
	return a, nil
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func pcaRatio(d decomposed) (estimate.Answer, error) {
	single := func(p multivariate.PCA) func(int) dd.Num { return p.Ratio }
	cumulative := func(p multivariate.PCA) func(int) dd.Num {
		return func(k int) (s dd.Num) {
			for i := range k + 1 {
				s = s.Add(p.Ratio(i))
			}
			return s
		}
	}
	as, other, name, note := single, cumulative, "cumulative", "the part together with the components before it"
	a := estimate.Answer{Unit: "1", Floor: spec.Tolerance{Rel: 1e-9, Abs: d.rounding()}}
	if d.in.Args.Bool("cumulative") {
		as, other, name, note = other, as, "single", "the part of the component alone"
		a.What = "the part of all variance along a principal component and those before it"
	}
	a.Value, a.Index = d.each(as(d.PCA))
	put := func(name, note string, f func(int) dd.Num) {
		v, _ := d.each(f)
		answer.Vary(&a, name, note, estimate.Answer{Value: v})
	}
	put(name, note, other(d.PCA))
	put("percent", "the part in percent, not as a fraction", func(k int) dd.Num { return as(d.PCA)(k).Mul(dd.F(100)) })
	for _, o := range d.others {
		put(o.name, "the part "+o.note, as(o.pca))
	}
	var sds dd.Num
	for k := range d.Count() {
		sds = sds.Add(d.Singular(k))
	}
	put("of-sd", "the part of the sum of standard deviations (or singular values), not of variances", func(k int) dd.Num { return d.Singular(k).Div(sds) })
	return a, nil
}

// directed makes the array or table of what f gives for each component.
func (d decomposed) directed(key string, labels []spec.Value, f func(k int) ([]dd.Num, error)) (spec.Value, error) {
	m := int(d.in.Args.Number("components"))
	if m == 0 {
		v, err := f(int(d.in.Args.Number("component")) - 1)
		return Numbers(v), err
	}
	var names []string
	var cells [][]dd.Num
	for k := range m {
		v, err := f(k)
		if err != nil {
			return spec.Value{}, err
		}
		names, cells = append(names, fmt.Sprintf("PC%d", k+1)), append(cells, v)
	}
	return Table(key, labels, names, cells...), nil
}

// answer is the answer with labels, up to sign; size is that of the numbers.
func (d decomposed) answer(key string, labels []spec.Value, size float64, f func(k int) ([]dd.Num, error)) (estimate.Answer, error) {
	a := estimate.Answer{UpTo: estimate.UpToSign, Index: labels}
	var err error
	if a.Value, err = d.directed(key, labels, f); err != nil {
		return a, err
	}
	last, first := int(d.in.Args.Number("components")), 0
	if last > 0 {
		a.Keys = []string{key}
	} else {
		last = int(d.in.Args.Number("component"))
		first = last - 1
	}
	gap := 1.0
	for k := first; k < last; k++ {
		gap = math.Min(gap, d.Gap(k))
	}
	a.Floor = spec.Tolerance{Rel: 1e-9, Abs: size * math.Min(1e-4, 1e-11+4*d.rounding()/gap)}
	if !isFinite(a.Floor.Abs) {
		return a, fmt.Errorf("the numbers are too large")
	}
	return a, nil
}

// varyDirected adds what f gives of another; none where that has no direction.
func (d decomposed) varyDirected(a *estimate.Answer, name, note, key string, labels []spec.Value, f func(k int) ([]dd.Num, error)) {
	if v, err := d.directed(key, labels, f); err == nil {
		answer.Vary(a, name, note, estimate.Answer{Value: v})
	}
}

// next varies the number of the component.
func (d decomposed) next(a *estimate.Answer, key string, labels []spec.Value, f func(k int) ([]dd.Num, error)) {
	if d.in.Args.Has("components") {
		return
	}
	k := int(d.in.Args.Number("component")) - 1
	for _, o := range []int{k - 1, k + 1} {
		if o >= 0 && o < d.Count() {
			d.varyDirected(a, fmt.Sprintf("component-%d", o+1), fmt.Sprintf("what component %d has", o+1), key, labels, func(int) ([]dd.Num, error) { return f(o) })
		}
	}
}

func pcaLoadings(d decomposed) (estimate.Answer, error) {
	scaled := d.in.Args.Text("loading") == "scaled"
	of := func(p multivariate.PCA) func(int) ([]dd.Num, error) {
		if scaled {
			return p.Loadings
		}
		return p.Direction
	}
	labels := make([]spec.Value, len(d.Names))
	for j, n := range d.Names {
		labels[j] = spec.TextValue(n)
	}
	size := 1.0
	if scaled {
		size = d.SD(0).Float()
	}
	const key = "column"
	a, err := d.answer(key, labels, size, of(d.PCA))
	if err != nil {
		return a, err
	}
	if a.Unit = "1"; scaled && !d.in.Args.Bool("standardise") {
		a.Unit = d.Unit
	}
	if scaled {
		a.What = "the loadings (eigenvector times the root of the eigenvalue) of a principal component"
		d.varyDirected(&a, "direction", "the unit eigenvector, not scaled by the root of the eigenvalue", key, labels, d.Direction)
	} else {
		a.What = "the loadings (unit eigenvector) of a principal component"
		d.varyDirected(&a, "scaled", "the eigenvector times the root of the eigenvalue", key, labels, d.Loadings)
	}
	for _, o := range d.others {
		d.varyDirected(&a, o.name, "loadings "+o.note, key, labels, of(o.pca))
	}
	d.varyDirected(&a, "squared", "squared loadings (contributions)", key, labels, func(k int) ([]dd.Num, error) {
		v, err := of(d.PCA)(k)
		return Mapped(v, func(x dd.Num) dd.Num { return x.Mul(x) }), err
	})
	d.next(&a, key, labels, of(d.PCA))
	return a, nil
}

func pcaScores(d decomposed) (estimate.Answer, error) {
	column := d.in.Args.Text("label")
	labels, err := d.Labels(column)
	if err != nil {
		return estimate.Answer{}, err
	}
	key := column
	if key == "" {
		key = "row"
	}
	a, err := d.answer(key, labels, d.Singular(0).Float(), d.Scores)
	if err != nil {
		return a, err
	}
	if a.Unit = d.Unit; d.in.Args.Bool("standardise") {
		a.Unit = "1"
	}
	for _, o := range d.others {
		d.varyDirected(&a, o.name, "scores "+o.note, key, labels, o.pca.Scores)
	}
	divided := func(by func(k int) dd.Num) func(k int) ([]dd.Num, error) {
		return func(k int) ([]dd.Num, error) {
			v, err := d.Scores(k)
			return Mapped(v, func(x dd.Num) dd.Num { return x.Div(by(k)) }), err
		}
	}
	d.varyDirected(&a, "whitened", "scores divided by their standard deviation", key, labels, divided(d.SD))
	d.varyDirected(&a, "unit", "scores divided by the singular value (left singular vectors)", key, labels, divided(d.Singular))
	if d.in.Args.Bool("standardise") {
		n := float64(d.N)
		factor := dd.F(n - 1).Div(dd.F(n)).Sqrt() // scores with ddof 0 to those with ddof 1, inverted
		if d.in.Args.Number("ddof") == 0 {
			factor = dd.F(1).Div(factor)
		}
		d.varyDirected(&a, map[float64]string{0: "ddof1", 1: "ddof0"}[d.in.Args.Number("ddof")], "scores of columns that were divided by the other standard deviation (n or n - 1)", key, labels,
			divided(func(int) dd.Num { return factor }))
	}
	d.next(&a, key, labels, d.Scores)
	return a, nil
}
