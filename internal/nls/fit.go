package nls

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/dd"
)

// Fit is a minimum of the residual sum of squares.
type Fit struct {
	Params   []dd.Num
	SE       []dd.Num // s sqrt(diag (J'J)^-1), s² = RSS / DF; nil where DF is 0
	RSS      dd.Num
	N, DF    int
	Searches int // how many searches came to a minimum
}

// NoMinimumError says that no search came to a minimum at which the parameters are
// determined.
type NoMinimumError struct{ RSS float64 } // the lowest sum of squares that was met; NaN for none

func (e *NoMinimumError) Error() string {
	if math.IsNaN(e.RSS) {
		return "the model has no value at the starting values; give others"
	}
	return fmt.Sprintf("no minimum was found from these starting values (the lowest residual sum of squares met is %.6g); give others, or a model with fewer parameters", e.RSS)
}

// dampings are those that searches begin with: from nearly Gauss and Newton's step to
// short steps down the gradient.
var dampings = []float64{1e-3, 1, 1e3, 1e6}

// agreeing searches end the fit: more would come to the same minimum.
const agreeing = 2

// Fit looks for the minimum of the sum of (left - right)² over the parameters, and
// gives the lowest that any search found; of equally low ones, such as those of a model
// whose terms may change places, the first: searches go from those that stay near the
// start to those that may leave it. The columns are in the order of m.Columns; n is the
// number of rows. Errors: *NoMinimumError, the context's, or of the data.
func (m *Model) Fit(ctx context.Context, columns [][]dd.Num, n int, start []dd.Num) (Fit, error) {
	s, err := m.search(columns, n, start)
	if err != nil {
		return Fit{}, err
	}
	best, found, agree, lowest := point{}, 0, 0, math.NaN()
	for _, damping := range dampings {
		for _, project := range []bool{false, true} {
			if project && !s.separable() {
				continue
			}
			p, ok, err := s.descend(ctx, start, damping, project)
			if err != nil {
				return Fit{}, err
			}
			if r := p.rss.Float(); p.params != nil && !(r >= lowest) {
				lowest = r
			}
			if !ok {
				continue
			}
			found++
			switch {
			case agree == 0 || p.rss.Float() < best.rss.Float()*(1-1e-9):
				best, agree = p, 1
			case p.rss.Float() <= best.rss.Float()*(1+1e-9):
				agree++
			}
			if agree == agreeing {
				return s.finish(best, found)
			}
		}
	}
	if agree == 0 {
		return Fit{}, &NoMinimumError{lowest}
	}
	return s.finish(best, found)
}

// Near is Fit by a single search, from a start that is known to be good.
func (m *Model) Near(ctx context.Context, columns [][]dd.Num, n int, start []dd.Num) (Fit, error) {
	s, err := m.search(columns, n, start)
	if err != nil {
		return Fit{}, err
	}
	s.steps = nearSteps
	p, ok, err := s.descend(ctx, start, dampings[0], false)
	switch {
	case err != nil:
		return Fit{}, err
	case !ok && p.params == nil:
		return Fit{}, &NoMinimumError{math.NaN()}
	case !ok:
		return Fit{}, &NoMinimumError{p.rss.Float()}
	}
	return s.finish(p, 1)
}

// search prepares the searches of one fit.
func (m *Model) search(columns [][]dd.Num, n int, start []dd.Num) (*search, error) {
	if len(start) != len(m.Params) {
		return nil, fmt.Errorf("%d starting values for %d parameters", len(start), len(m.Params))
	}
	if n < len(m.Params) {
		return nil, fmt.Errorf("%d rows cannot determine %d parameters", n, len(m.Params))
	}
	s := &search{m: m, columns: columns, machine: newMachine(m), steps: maxSteps, y: make([]dd.Num, n)}
	for i := range s.y {
		s.y[i] = s.machine.run(m.left, columns, i, nil).v
		if !s.y[i].Finite() {
			return nil, fmt.Errorf("the left side of the model has no value in row %d", i+1)
		}
	}
	return s, nil
}

// search is what all searches of one fit share.
type search struct {
	m       *Model
	columns [][]dd.Num
	machine *machine
	y       []dd.Num
	steps   int // that one search may take
}

// point is a place in the space of parameters.
type point struct {
	params   []dd.Num
	residual []dd.Num
	jacobian [][]dd.Num // of the right side, by parameter
	rss      dd.Num
}

// separable reports whether some parameters, but not all, are linear.
func (s *search) separable() bool {
	linear := 0
	for _, l := range s.m.linear {
		if l {
			linear++
		}
	}
	return linear > 0 && linear < len(s.m.linear)
}

// at evaluates the model; false where it is not finite.
func (s *search) at(params []dd.Num) (point, bool) {
	n := len(s.y)
	p := point{params: params, residual: make([]dd.Num, n), jacobian: make([][]dd.Num, len(params))}
	for j := range p.jacobian {
		p.jacobian[j] = make([]dd.Num, n)
	}
	for i := range n {
		f := s.machine.run(s.m.right, s.columns, i, params)
		p.residual[i] = s.y[i].Sub(f.v)
		p.rss = p.rss.Add(p.residual[i].Mul(p.residual[i]))
		for j := range params {
			if !f.d[j].Finite() {
				return p, false
			}
			p.jacobian[j][i] = f.d[j]
		}
	}
	return p, p.rss.Finite()
}

// projected is at, with the linear parameters at their best for the others.
func (s *search) projected(params []dd.Num) (point, bool) {
	p, ok := s.at(params)
	if !ok {
		return p, false
	}
	var columns [][]dd.Num
	for j, l := range s.m.linear {
		if l {
			columns = append(columns, p.jacobian[j])
		}
	}
	fit, err := dd.LeastSquares(columns, p.residual)
	if err != nil {
		return p, false
	}
	better := append([]dd.Num(nil), params...)
	k := 0
	for j, l := range s.m.linear {
		if l {
			better[j] = better[j].Add(fit.Coef[k])
			k++
		}
	}
	return s.at(better)
}

const (
	maxSteps  = 1000
	nearSteps = 60
	// done is the square of the distance to the minimum, in standard errors over the root of
	// the degrees of freedom, at which a search ends.
	done = 1e-26
	// stuck is the same where rounding hides any further descent.
	stuck = 1e-14
	// exact is the share of |y|² that rounding alone leaves in a sum of squares.
	exact = 1e-58
	// coarser is how much more that is where functions have the digits of float64 only.
	coarser = 1e29
)

// descend goes downhill from start until it stands in a minimum (true), or cannot go on.
func (s *search) descend(ctx context.Context, start []dd.Num, damping float64, project bool) (point, bool, error) {
	look := s.at
	if project {
		look = s.projected
	}
	p, ok := look(start)
	if !ok {
		return point{}, false, nil
	}
	floor := exact * (1 + dot(s.y, s.y).Float())
	if s.m.coarse() {
		floor *= coarser
	}
	norms := make([]float64, len(start))
	for range s.steps {
		if err := ctx.Err(); err != nil {
			return p, false, err
		}
		free, err := dd.LeastSquares(p.jacobian, p.residual)
		offset := math.Inf(1)
		if err == nil {
			// By Pythagoras this is |J d|² of the undamped step d.
			offset = p.rss.Sub(free.RSS).Float()
			if offset <= done*p.rss.Float() || p.rss.Float() <= floor {
				if q, ok := look(plus(p.params, free.Coef)); ok && q.rss.Cmp(p.rss) <= 0 {
					p = q
				}
				return p, true, nil
			}
		}
		for j := range norms {
			norms[j] = max(norms[j], dot(p.jacobian[j], p.jacobian[j]).Sqrt().Float())
		}
		for {
			step := free.Coef
			if damping > 0 || err != nil {
				if step = s.damped(p, norms, damping, project); step == nil {
					return p, false, nil
				}
			}
			q, ok := look(plus(p.params, step))
			if ok && q.rss.Cmp(p.rss) < 0 {
				p = q
				if damping /= 10; damping < 1e-16 {
					damping = 0
				}
				break
			}
			if offset <= stuck*p.rss.Float() {
				return p, true, nil
			}
			if damping = max(damping*10, 1e-12); damping > 1e20 {
				return p, false, nil
			}
		}
	}
	return p, false, nil
}

// damped is the step that minimises |r - J d|² + damping |D d|², D the largest lengths that
// the columns of J have had; linear parameters that are projected are not damped. nil
// where there is none.
func (s *search) damped(p point, norms []float64, damping float64, project bool) []dd.Num {
	n, k := len(s.y), len(p.params)
	columns := make([][]dd.Num, k)
	for j := range columns {
		columns[j] = make([]dd.Num, n+k)
		copy(columns[j], p.jacobian[j])
		if !project || !s.m.linear[j] {
			columns[j][n+j] = dd.F(math.Sqrt(damping) * norms[j])
		}
	}
	y := make([]dd.Num, n+k)
	copy(y, p.residual)
	fit, err := dd.LeastSquares(columns, y)
	if err != nil {
		return nil
	}
	return fit.Coef
}

// finish adds the standard errors.
func (s *search) finish(p point, searches int) (Fit, error) {
	f := Fit{Params: p.params, RSS: p.rss, N: len(s.y), DF: len(s.y) - len(p.params), Searches: searches}
	if f.DF == 0 {
		return f, nil
	}
	at, err := dd.LeastSquares(p.jacobian, p.residual)
	if err != nil {
		return Fit{}, fmt.Errorf("the parameters are not determined at the minimum: %w", err)
	}
	variance := p.rss.Div(dd.F(float64(f.DF)))
	for _, inv := range at.Inv {
		f.SE = append(f.SE, variance.Mul(inv).Sqrt())
	}
	return f, nil
}

func plus(a, b []dd.Num) []dd.Num {
	out := make([]dd.Num, len(a))
	for i := range a {
		out[i] = a[i].Add(b[i])
	}
	return out
}

func dot(a, b []dd.Num) dd.Num {
	var s dd.Num
	for i := range a {
		s = s.Add(a[i].Mul(b[i]))
	}
	return s
}
