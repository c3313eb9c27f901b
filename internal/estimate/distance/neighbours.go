package distance

import (
	"math"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/multivariate"
	"github.com/assaybench/assay/internal/estimate/sample"
	numerics "github.com/assaybench/assay/internal/multivariate"
	"github.com/assaybench/assay/spec"
)

// MetricArgs choose a distance, euclidean where nothing is said.
func MetricArgs(def string) []estimate.Arg {
	return []estimate.Arg{
		{Name: "metric", Kind: estimate.ArgText, Default: spec.TextValue(def), OneOf: numerics.Metrics(), Doc: "kind of distance"},
		{Name: "p", Kind: estimate.ArgNumber, Default: spec.NumberValue(2), Min: 1, Max: 1e6, Doc: "exponent of minkowski"},
		{Name: "base", Kind: estimate.ArgText, Default: spec.TextValue("e"), OneOf: []string{"e", "2", "10"}, Doc: "of the logarithm in jensenshannon and kullbackleibler"},
	}
}

// Formulas of the distances.
const Formulas = "euclidean sqrt Σ(x-y)²; sqeuclidean Σ(x-y)²; manhattan Σ|x-y|; chebyshev max|x-y|; minkowski (Σ|x-y|^p)^(1/p); cosine 1 - x·y/(|x||y|); correlation 1 - r; " +
	"hamming share of places that differ; jaccard of places where either is not 0, share where one is; braycurtis Σ|x-y|/Σ|x+y|; canberra Σ|x-y|/(|x|+|y|); " +
	"hellinger sqrt(Σ(√p-√q)²/2), jensenshannon sqrt((KL(p,m)+KL(q,m))/2), kullbackleibler Σ p ln(p/q), p and q being shares"

// Measure is a distance with the base of its logarithm.
type Measure struct {
	numerics.Metric
	Base string
}

// MeasureOf is the distance that the arguments choose.
func MeasureOf(in estimate.Input) Measure {
	return Measure{numerics.Metric{Name: in.Args.Text("metric"), P: in.Args.Number("p")}, in.Args.Text("base")}
}

// logs are the logarithms of bases.
var logs = map[string]float64{"e": 1, "2": math.Ln2, "10": math.Ln10}

// Between is the distance of two vectors.
func (m Measure) Between(x, y []dd.Num) (dd.Num, error) {
	d, err := m.Distance(x, y)
	switch m.Name {
	case "jensenshannon":
		d = d.Div(dd.F(logs[m.Base]).Sqrt())
	case "kullbackleibler":
		d = d.Div(dd.F(logs[m.Base]))
	}
	return d, err
}

// Unit of the distance of vectors in a unit.
func (m Measure) Unit(u string) string {
	switch m.Name {
	case "euclidean", "manhattan", "chebyshev", "minkowski":
		return u
	case "sqeuclidean":
		return answer.Power(u, 2)
	}
	return "1"
}

// Floor of the distance of vectors whose largest number is big: what two that are near
// each other lose in float64. most is the largest distance.
func (m Measure) Floor(big, most float64, n int) spec.Tolerance {
	eps := sample.Eps * (16 + 4*math.Sqrt(float64(n)))
	abs := eps
	switch m.Name {
	case "euclidean", "manhattan", "chebyshev", "minkowski":
		abs = eps * big
	case "sqeuclidean":
		abs = eps * big * (math.Sqrt(most) + eps*big)
	case "jensenshannon", "hellinger":
		abs = 1e-9 // the root of what cancels
	case "cosine", "correlation":
		abs = 16 * eps
	}
	if math.IsNaN(abs) || math.IsInf(abs, 0) {
		abs = 0
	}
	return spec.Tolerance{Rel: 1e-9, Abs: abs}
}

// Neighbour is what another definition makes of the same vectors, whose distance is d.
type Neighbour struct {
	Name, Note string
	Of         func(x, y []dd.Num, d dd.Num) (dd.Num, error)
}

// of takes a function of the distance alone.
func of(f func(d dd.Num) dd.Num) func(x, y []dd.Num, d dd.Num) (dd.Num, error) {
	return func(_, _ []dd.Num, d dd.Num) (dd.Num, error) { return f(d), nil }
}

// Neighbours are the definitions that are taken for this one.
func (m Measure) Neighbours() []Neighbour {
	square := func(d dd.Num) dd.Num { return d.Mul(d) }
	similar := Neighbour{"similarity", "the similarity, 1 less the distance", of(func(d dd.Num) dd.Num { return dd.F(1).Sub(d) })}
	other := func(names ...string) (out []Neighbour) {
		for _, n := range names {
			o := m
			o.Name = n
			out = append(out, Neighbour{n, "the " + n + " distance", func(x, y []dd.Num, _ dd.Num) (dd.Num, error) { return o.Between(x, y) }})
		}
		return out
	}
	per := func(f func(n dd.Num) dd.Num) func(x, y []dd.Num, d dd.Num) (dd.Num, error) {
		return func(x, _ []dd.Num, d dd.Num) (dd.Num, error) { return d.Div(f(dd.F(float64(len(x))))), nil }
	}
	same := func(n dd.Num) dd.Num { return n }
	switch m.Name {
	case "euclidean":
		return append([]Neighbour{{"squared", "the squared distance, its root not taken", of(square)}, {"rms", "the root of the mean squared difference, not of the sum", per(dd.Num.Sqrt)}},
			other("manhattan", "chebyshev", "cosine", "correlation")...)
	case "sqeuclidean":
		return append([]Neighbour{{"root", "the euclidean distance, the root taken", of(dd.Num.Sqrt)}, {"mean", "the mean squared difference, not the sum", per(same)}}, other("manhattan")...)
	case "manhattan":
		return append([]Neighbour{{"mean", "the mean absolute difference, not the sum", per(same)}}, other("euclidean", "chebyshev", "sqeuclidean")...)
	case "chebyshev":
		return other("euclidean", "manhattan")
	case "minkowski":
		return append([]Neighbour{{"power", "the sum of powers, its root not taken", of(func(d dd.Num) dd.Num {
			if d.Sign() == 0 {
				return d
			}
			return d.Pow(dd.F(m.P))
		})}}, other("euclidean", "manhattan", "chebyshev")...)
	case "cosine":
		return append([]Neighbour{similar, {"angular", "the angle as a part of π", of(func(d dd.Num) dd.Num {
			return dd.F(2 * math.Asin(math.Min(1, math.Sqrt(d.Float()/2))) / math.Pi)
		})}}, other("correlation", "euclidean")...)
	case "correlation":
		return append([]Neighbour{similar, {"half", "(1 - r)/2", of(func(d dd.Num) dd.Num { return d.Div(dd.F(2)) })},
			{"root", "sqrt(2 (1 - r)) or the like, the root taken", of(func(d dd.Num) dd.Num { return d.Mul(dd.F(2)).Sqrt() })},
			{"spearman", "1 less the rank correlation", func(x, y []dd.Num, _ dd.Num) (dd.Num, error) { return m.Between(sample.Ranks(x), sample.Ranks(y)) }}},
			other("cosine", "euclidean")...)
	case "hamming":
		return append([]Neighbour{similar, {"count", "the number of places that differ, not their share", func(x, _ []dd.Num, d dd.Num) (dd.Num, error) { return d.Mul(dd.F(float64(len(x)))), nil }}}, other("jaccard")...)
	case "jaccard":
		return append([]Neighbour{similar, {"dice", "the distance of Dice", of(func(d dd.Num) dd.Num { return d.Div(dd.F(2).Sub(d)) })}}, other("hamming")...)
	case "braycurtis":
		return append([]Neighbour{similar, {"shares", "the distance of vectors divided by their sums", func(x, y []dd.Num, _ dd.Num) (dd.Num, error) {
			return m.Between(overSum(x), overSum(y))
		}}}, other("canberra", "manhattan")...)
	case "canberra":
		return append([]Neighbour{{"mean", "the mean of the terms, not their sum", per(same)}, {"mean-nonzero", "the mean of the terms that are not 0/0", func(x, y []dd.Num, d dd.Num) (dd.Num, error) {
			return d.Div(dd.F(nonzero(x, y))), nil
		}}, {"rescaled", "the sum multiplied by n over the number of terms that are not 0/0 (as R does)", func(x, y []dd.Num, d dd.Num) (dd.Num, error) {
			return d.Mul(dd.F(float64(len(x)))).Div(dd.F(nonzero(x, y))), nil
		}}}, other("braycurtis")...)
	case "hellinger":
		return append([]Neighbour{{"unscaled", "without the factor 1/√2", of(func(d dd.Num) dd.Num { return d.Mul(dd.F(2).Sqrt()) })}, {"squared", "the squared distance", of(square)},
			{"affinity", "the coefficient of Bhattacharyya, Σ√(p q)", of(func(d dd.Num) dd.Num { return dd.F(1).Sub(d.Mul(d)) })}}, other("jensenshannon", "euclidean")...)
	case "jensenshannon":
		return append(append([]Neighbour{{"divergence", "the divergence, its root not taken", of(square)}}, m.bases(dd.Num.Sqrt)...), other("hellinger", "kullbackleibler")...)
	case "kullbackleibler":
		reverse := func(x, y []dd.Num, _ dd.Num) (dd.Num, error) { return m.Between(y, x) }
		return append(append([]Neighbour{{estimate.VariantSwapped, "the divergence of the second from the first", reverse}, {"symmetric", "the sum of the divergences both ways (Jeffreys)", func(x, y []dd.Num, d dd.Num) (dd.Num, error) {
			e, err := m.Between(y, x)
			return d.Add(e), err
		}}}, m.bases(same)...), other("jensenshannon", "hellinger")...)
	}
	return nil
}

// bases are the same in other bases of the logarithm.
func (m Measure) bases(factor func(dd.Num) dd.Num) (out []Neighbour) {
	for _, b := range []struct{ name, note string }{{"e", "in nats (natural logarithm)"}, {"2", "in bits (logarithm to base 2)"}, {"10", "in bans (logarithm to base 10)"}} {
		if b.name != m.Base {
			k := factor(dd.F(logs[m.Base]).Div(dd.F(logs[b.name])))
			out = append(out, Neighbour{"base-" + b.name, "the value " + b.note, of(func(d dd.Num) dd.Num { return d.Mul(k) })})
		}
	}
	return out
}

func overSum(x []dd.Num) []dd.Num {
	s := dd.Sum(x)
	return multivariate.Mapped(x, func(v dd.Num) dd.Num { return v.Div(s) })
}

// nonzero counts the places where one of both is not 0.
func nonzero(x, y []dd.Num) float64 {
	n := 0.0
	for i := range x {
		if x[i].Sign() != 0 || y[i].Sign() != 0 {
			n++
		}
	}
	return n
}
