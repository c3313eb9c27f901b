// Package mixed fits linear mixed models with one grouping factor,
//
//	y = X b + Z u + e,   u ~ N(0, σ² Λ Λ') in each group,   e ~ N(0, σ²),
//
// by maximum likelihood, restricted (REML) or not. b and σ have closed forms given Λ, so
// that only the deviance profiled over its entries θ is minimised (Bates, Mächler,
// Bolker, Walker 2015, J. Stat. Softw. 67(1)). Groups are eliminated one by one: no
// matrix is larger than the number of coefficients. All is in double-double, whose
// spare digits also make difference quotients exact enough for Newton's method.
package mixed

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// Model is the data of a model: columns of equal length, not changed by a fit.
type Model struct {
	Y      []dd.Num
	X      [][]dd.Num // columns of the fixed effects, at least one
	Z      [][]dd.Num // columns whose effects vary by group, 1 to MaxRandom
	Group  []int      // of each row, counted from 0
	Groups int        // how many there are, each with a row
}

// MaxRandom is the largest number of random effects of a group.
const MaxRandom = 4

// Options say which likelihood is maximised. The zero Options are REML with correlated
// random effects.
type Options struct {
	ML          bool // maximum likelihood, not restricted
	Independent bool // random effects without correlation
}

// Fit is a fitted model, in the units of the data.
type Fit struct {
	Coef     []dd.Num
	Cov      [][]dd.Num // of Coef: σ² (X' V⁻¹ X)⁻¹, V the covariance of y over σ²
	Random   [][]dd.Num // covariance of the random effects, σ² Λ Λ'
	Residual dd.Num     // σ²
	LogLik   dd.Num     // restricted where the fit is
	Singular bool       // a combination of the random effects has no variance: Λ has lost rank
	Observed []dd.Num   // variances of Coef by the joint observed information, which add what is not known of θ
	DF       []float64  // of each coefficient, by Satterthwaite; NaN where there are none
}

// Errors of data that have no fit.
var (
	ErrFewRows      = errors.New("the rows are too few")
	ErrExact        = errors.New("the fit leaves no residual")
	ErrDiverges     = errors.New("the deviance has no minimum that could be found")
	ErrDependent    = errors.New("columns are linearly dependent")
	ErrUndetermined = errors.New("the fixed effects leave nothing that tells of the variance of the random effects")
)

// RankError says which column of X is a combination of those before it.
type RankError struct{ Column int }

func (e RankError) Error() string {
	return fmt.Sprintf("column %d is a linear combination of the columns before it", e.Column)
}

// Unwrap makes it an ErrDependent.
func (e RankError) Unwrap() error { return ErrDependent }

// Fit maximises the likelihood. Errors: a RankError, ErrDependent for columns of Z,
// ErrFewRows where the random effects are not fewer than the rows, as they then cannot be
// told from residuals, ErrExact, ErrDiverges,
// ErrUndetermined, or the context's.
func (m Model) Fit(ctx context.Context, o Options) (Fit, error) {
	p, err := m.prepare(o)
	if err != nil {
		return Fit{}, err
	}
	theta, err := p.minimum(ctx)
	if err != nil {
		return Fit{}, err
	}
	return p.fit(theta), nil
}

// problem is a model in coordinates in which its arithmetic loses nothing: X orthonormal,
// y what X leaves of it, with mean square 1, the columns of Z with mean square 1.
type problem struct {
	Options
	n       float64
	groups  []group
	p, q    int
	r       [][]dd.Num // X = Q R, upper triangle by [row][column]
	start   []dd.Num   // least-squares coefficients of Q
	yScale  dd.Num
	zScale  []dd.Num
	logDetR dd.Num
}

// group holds the cross-products of the rows of one group.
type group struct {
	zz, zx [][]dd.Num
	zy     []dd.Num
}

func (m Model) prepare(o Options) (problem, error) {
	n, p := problem{Options: o, n: float64(len(m.Y)), p: len(m.X), q: len(m.Z)}, len(m.X)
	switch {
	case n.q < 1 || n.q > MaxRandom:
		return n, fmt.Errorf("%d random effects; there must be from 1 to %d", n.q, MaxRandom)
	case p < 1:
		return n, errors.New("a model has at least one fixed effect")
	case len(m.Y) <= m.Groups*n.q:
		return n, fmt.Errorf("%w: %d rows cannot tell %d random effects from residuals", ErrFewRows, len(m.Y), m.Groups*n.q)
	case len(m.Y) <= p:
		return n, fmt.Errorf("%w: %d rows cannot determine %d fixed effects", ErrFewRows, len(m.Y), p)
	case m.Groups < 2:
		return n, fmt.Errorf("%w: a variance between groups needs two groups", ErrFewRows)
	}
	x, xScale := make([][]dd.Num, p), make([]dd.Num, p)
	for j, col := range m.X {
		if x[j], xScale[j] = scaled(col); xScale[j].Sign() == 0 {
			return n, RankError{j}
		}
	}
	q, _, err := dd.Orthonormal(x)
	if rank := (dd.RankError{}); errors.As(err, &rank) {
		return n, RankError{rank.Column}
	} else if err != nil {
		return n, err
	}
	n.r = square(p)
	for i := range p {
		for j := i; j < p; j++ {
			n.r[i][j] = dot(q[i], x[j]).Mul(xScale[j])
		}
		n.logDetR = n.logDetR.Add(n.r[i][i].Abs().Log())
	}
	y, yScale := scaled(m.Y)
	whole := dot(y, y)
	n.start = make([]dd.Num, p)
	for range 2 { // the second sweep takes what rounding left
		for j := range q {
			c := dot(q[j], y)
			n.start[j] = n.start[j].Add(c)
			for i := range y {
				y[i] = y[i].Sub(q[j][i].Mul(c))
			}
		}
	}
	ms := dot(y, y).Div(dd.F(n.n))
	if !(dot(y, y).Float() > exact*whole.Float()) {
		return n, ErrExact
	}
	for i := range y {
		y[i] = y[i].Div(ms.Sqrt())
	}
	for j := range n.start {
		n.start[j] = n.start[j].Div(ms.Sqrt())
	}
	n.yScale = yScale.Mul(ms.Sqrt())
	z := make([][]dd.Num, n.q)
	for k, col := range m.Z {
		var big dd.Num
		if z[k], big = scaled(col); big.Sign() == 0 {
			return n, fmt.Errorf("%w: a random effect of a column of zeros", ErrDependent)
		}
		rms := dot(z[k], z[k]).Div(dd.F(n.n)).Sqrt()
		for i := range z[k] {
			z[k][i] = z[k][i].Div(rms)
		}
		n.zScale = append(n.zScale, big.Mul(rms))
	}
	if _, _, err := dd.Orthonormal(z); err != nil {
		return n, fmt.Errorf("%w: those of the random effects", ErrDependent)
	}
	n.groups = crossed(q, y, z, m.Group, m.Groups)
	if !n.yScale.Finite() || !n.logDetR.Finite() {
		return n, errors.New("the numbers are too large or too small for a likelihood")
	}
	return n, nil
}

// exact is the share of a sum of squares below which what is left is rounding.
const exact = 1e-26

func crossed(x [][]dd.Num, y []dd.Num, z [][]dd.Num, of []int, count int) []group {
	q := len(z)
	groups := make([]group, count)
	for g := range groups {
		groups[g] = group{zz: square(q), zx: square(q), zy: make([]dd.Num, q)}
		for k := range q {
			groups[g].zx[k] = make([]dd.Num, len(x))
		}
	}
	for i, at := range of {
		g := groups[at]
		for k := range q {
			for l := range k + 1 {
				g.zz[k][l] = g.zz[k][l].Add(z[k][i].Mul(z[l][i]))
				g.zz[l][k] = g.zz[k][l]
			}
			for j := range x {
				g.zx[k][j] = g.zx[k][j].Add(z[k][i].Mul(x[j][i]))
			}
			g.zy[k] = g.zy[k].Add(z[k][i].Mul(y[i]))
		}
	}
	return groups
}

// scaled is col over its largest absolute value, which is 0 where all are.
func scaled(col []dd.Num) ([]dd.Num, dd.Num) {
	var big dd.Num
	for _, c := range col {
		if c.Abs().Cmp(big) > 0 {
			big = c.Abs()
		}
	}
	out := make([]dd.Num, len(col))
	if big.Sign() != 0 {
		for i, c := range col {
			out[i] = c.Div(big)
		}
	}
	return out, big
}

func square(n int) [][]dd.Num {
	a := make([][]dd.Num, n)
	for i := range a {
		a[i] = make([]dd.Num, n)
	}
	return a
}

func dot(a, b []dd.Num) dd.Num {
	var s dd.Num
	for i := range a {
		s = s.Add(a[i].Mul(b[i]))
	}
	return s
}

// cholesky gives the lower triangle L with L L' = a, in place of the lower part of a;
// false where a is not positive definite.
func cholesky(a [][]dd.Num) bool {
	for i := range a {
		for j := range i + 1 {
			s := a[i][j].Sub(dot(a[i][:j], a[j][:j]))
			if i > j {
				a[i][j] = s.Div(a[j][j])
				continue
			}
			if !(s.Float() > 0) || math.IsInf(s.Hi, 0) {
				return false
			}
			a[i][i] = s.Sqrt()
		}
	}
	return true
}

// forward solves L x = b in place.
func forward(l [][]dd.Num, b []dd.Num) {
	for i := range b {
		b[i] = b[i].Sub(dot(l[i][:i], b[:i])).Div(l[i][i])
	}
}
