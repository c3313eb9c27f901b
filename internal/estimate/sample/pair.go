package sample

import (
	"cmp"
	"math"
	"sync"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Pair holds two samples; A and B are first and second.
type Pair struct {
	A, B Sample
	Unit string
}

// PairOf are the values of the groups that are named first and second.
func PairOf(in estimate.Input) (Pair, error) {
	value, group := in.Args.Text("value"), in.Args.Text("group")
	p := Pair{Unit: UnitOf(in, value)}
	if view.SameLabel(in.Args["first"], in.Args["second"]) {
		return p, estimate.BadArg("second", "is the same group as first: %s", in.Args["first"])
	}
	side := func(arg string) (Sample, error) {
		want := in.Args[arg]
		cols, err := in.View.Where(group, want).Numbers(value)
		if err != nil {
			return Sample{}, err
		}
		if len(cols[0]) == 0 {
			return Sample{}, estimate.Undefined("group %s of %s has no values in view %q", want, group, in.View.Name)
		}
		return New(cols[0]), nil
	}
	var err, second error
	if in.View.Rows() < 1<<15 {
		p.B, second = side("second")
		p.A, err = side("first")
	} else { // both at one time
		var wg sync.WaitGroup
		wg.Go(func() { p.B, second = side("second") })
		p.A, err = side("first")
		wg.Wait()
	}
	return p, cmp.Or(err, second)
}

// Swapped has the groups exchanged.
func (p Pair) Swapped() Pair { return Pair{p.B, p.A, p.Unit} }

// Difference is the first mean minus the second.
func (p Pair) Difference() dd.Num { return p.A.M.Mean.Sub(p.B.M.Mean) }

// Sizes are n1 and n2 in double-double.
func (p Pair) Sizes() (n1, n2 dd.Num) { return dd.F(float64(p.A.M.N)), dd.F(float64(p.B.M.N)) }

// Error is the standard error of the difference with its degrees of freedom; not
// finite where a group has one value only.
func (p Pair) Error(equalVar bool, ddof int) (se, df dd.Num) {
	n1, n2 := p.Sizes()
	if equalVar {
		df = n1.Add(n2).Sub(dd.F(2))
		pooled := p.A.M.SS.Add(p.B.M.SS).Div(df.Add(dd.F(float64(2 * (1 - ddof)))))
		return pooled.Mul(dd.F(1).Div(n1).Add(dd.F(1).Div(n2))).Sqrt(), df
	}
	v1, v2 := p.A.M.Var(ddof).Div(n1), p.B.M.Var(ddof).Div(n2)
	sum := v1.Add(v2)
	under := v1.Mul(v1).Div(n1.Sub(dd.F(1))).Add(v2.Mul(v2).Div(n2.Sub(dd.F(1))))
	return sum.Sqrt(), sum.Mul(sum).Div(under)
}

// Floor is the tolerance of a difference of means.
func (p Pair) Floor() spec.Tolerance {
	return spec.Tolerance{Rel: math.Max(p.A.SpreadFloor().Rel, p.B.SpreadFloor().Rel), Abs: p.A.Noise() + p.B.Noise()}
}

// MeanDifference is the first mean minus the second, with its error by Welch or by a
// common variance, its interval and test.
func MeanDifference(p Pair, equalVar bool, level float64) estimate.Answer {
	a := estimate.Answer{Value: estimate.Number(p.Difference().Float()), N: spec.ArrayValue([]float64{float64(p.A.M.N), float64(p.B.M.N)}), Unit: p.Unit, Floor: p.Floor()}
	se, df := p.Error(equalVar, 1)
	answer.Infer(&a, p.Difference(), se, df, level)
	return a
}
