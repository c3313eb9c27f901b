// Package factorial computes the sums of squares of analyses of variance and covariance
// with any number of factors and covariates, in double-double: types I, II and III of
// any list of terms. Terms that other terms explain wholly are aliased, as in R.
package factorial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/dd"
)

// Variable is a factor or a covariate.
type Variable struct {
	Level  []int // of each row, counted from 0; nil for a covariate
	Levels int
	X      []dd.Num // of each row; nil for a factor
}

// Term is a product of variables: their numbers in rising order.
type Term []int

// Within reports whether every variable of t is in u.
func (t Term) Within(u Term) bool {
	return !slices.ContainsFunc(t, func(v int) bool { return !slices.Contains(u, v) })
}

// Design is a response with the variables and terms that may explain it. There is
// always an intercept.
type Design struct {
	Y         []dd.Num
	Variables []Variable
	Terms     []Term
}

// Type says what a term is adjusted for.
type Type int

// The types of sums of squares (as named by SAS).
const (
	I         Type = iota + 1 // the terms before it: main effects first, then interactions
	II                        // all terms that do not contain it
	III                       // all other terms, with contrasts that sum to zero
	Treatment                 // all other terms, with contrasts against the first level: not type III, though often printed as it
)

// Effect is what a term explains beside those that it is adjusted for.
type Effect struct {
	SS dd.Num
	DF int
}

// Table is a whole analysis. Effects are in the order of Design.Terms.
type Table struct {
	Effects  []Effect
	Residual Effect
	Total    dd.Num  // about the mean
	Kappa    float64 // how much of a column's length survives the columns before it, inverted
}

// Errors of designs that have no answer.
var (
	ErrNoResidual = errors.New("the model leaves no degree of freedom to residuals")
	ErrAliased    = errors.New("some combinations of levels have no rows, or covariates are dependent: type III is not defined there")
	ErrTooLarge   = errors.New("the factors have too many levels for the rows")
)

// entries is the largest size of a model matrix.
const entries = 1e7

// Analyse gives the table. ErrNoResidual, ErrTooLarge; ErrAliased where types III and
// Treatment meet columns without a coefficient; or the context's.
func (d Design) Analyse(ctx context.Context, kind Type) (Table, error) {
	all := make([]int, len(d.Terms))
	for i := range all {
		all[i] = i
	}
	return d.analyse(ctx, kind, all)
}

// One is Analyse for a single term: only its effect is filled in.
func (d Design) One(ctx context.Context, kind Type, term int) (Table, error) {
	return d.analyse(ctx, kind, []int{term})
}

func (d Design) analyse(ctx context.Context, kind Type, terms []int) (Table, error) {
	if kind < I || kind > Treatment {
		return Table{}, fmt.Errorf("there is no type %d", kind)
	}
	blocks, y, within, err := d.blocks(kind)
	if err != nil {
		return Table{}, err
	}
	order := d.order()
	whole, err := sweep(ctx, pick(blocks, order), y)
	if err != nil {
		return Table{}, err
	}
	t := Table{Effects: make([]Effect, len(d.Terms)), Kappa: whole.kappa}
	t.Residual = Effect{SS: whole.rest.Add(within), DF: len(d.Y) - 1}
	t.Total = t.Residual.SS
	for i, s := range whole.blocks {
		if i > 0 { // the first is the intercept
			t.Residual.DF -= s.DF
			t.Total = t.Total.Add(s.SS)
		}
		if kind >= III && s.DF < len(blocks[order[i]]) {
			return Table{}, ErrAliased
		}
	}
	if t.Residual.DF <= 0 {
		return Table{}, ErrNoResidual
	}
	for _, at := range terms {
		if kind == I {
			t.Effects[at] = whole.blocks[slices.Index(order, at+1)]
			continue
		}
		var before []int
		for _, o := range order {
			if o == 0 || o != at+1 && (kind >= III || !d.Terms[at].Within(d.Terms[o-1])) {
				before = append(before, o)
			}
		}
		s, err := sweep(ctx, pick(blocks, append(before, at+1)), y)
		if err != nil {
			return Table{}, err
		}
		t.Effects[at] = s.blocks[len(before)]
	}
	return t, nil
}

// order is the intercept, then the terms by the number of their variables, those of as
// many as they stand.
func (d Design) order() []int {
	out := []int{0}
	for i := range d.Terms {
		out = append(out, i+1)
	}
	slices.SortStableFunc(out[1:], func(a, b int) int { return len(d.Terms[a-1]) - len(d.Terms[b-1]) })
	return out
}

func pick(blocks [][][]dd.Num, order []int) [][][]dd.Num {
	out := make([][][]dd.Num, len(order))
	for i, o := range order {
		out[i] = blocks[o]
	}
	return out
}

// swept are the shares of |y|² of blocks of columns, each beyond those before it.
type swept struct {
	blocks []Effect
	rest   dd.Num
	kappa  float64
}

// sweep orthogonalises columns in order (Gram and Schmidt, twice); one of which nothing
// is left counts for nothing.
func sweep(ctx context.Context, blocks [][][]dd.Num, y []dd.Num) (swept, error) {
	out := swept{blocks: make([]Effect, len(blocks)), kappa: 1}
	y = slices.Clone(y)
	var basis [][]dd.Num
	for b, columns := range blocks {
		for _, col := range columns {
			if err := ctx.Err(); err != nil {
				return out, err
			}
			v := slices.Clone(col)
			whole := dot(v, v).Sqrt().Float()
			for range 2 {
				for _, u := range basis {
					take(v, u, dot(u, v))
				}
			}
			length := dot(v, v).Sqrt()
			// A dependent column leaves rounding of 1e-31; honest data leave far more.
			if !(length.Float() > 1e-22*whole) || math.IsInf(whole, 0) {
				continue
			}
			out.kappa = max(out.kappa, whole/length.Float())
			for i := range v {
				v[i] = v[i].Div(length)
			}
			c := dot(v, y)
			take(y, v, c)
			more := dot(v, y)
			take(y, v, more)
			c = c.Add(more)
			basis = append(basis, v)
			out.blocks[b].SS = out.blocks[b].SS.Add(c.Mul(c))
			out.blocks[b].DF++
		}
	}
	out.rest = dot(y, y)
	return out, nil
}

// take subtracts c u from v.
func take(v, u []dd.Num, c dd.Num) {
	for i := range v {
		v[i] = v[i].Sub(u[i].Mul(c))
	}
}

func dot(a, b []dd.Num) dd.Num {
	var s dd.Num
	for i := range a {
		s = s.Add(a[i].Mul(b[i]))
	}
	return s
}
