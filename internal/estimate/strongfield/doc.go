// Package strongfield holds quantities of strong-field ionization in atomic units: the
// attoclock's offset angle, the ground state of a screened potential, and the field that
// takes its barrier away.
package strongfield

import (
	"context"
	"errors"
	"math"

	"github.com/assaybench/assay/internal/attoclock"
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return []estimate.Estimator{offsets(), energies(), barriers()}
}

const either = "a number, or the column that holds it, the same in all rows"

var (
	strengthArg = estimate.Arg{Name: "strength", Kind: estimate.ArgLabel, Required: true, Doc: "strength Z of the potential -Z exp(-r/L) / r: " + either}
	lengthArg   = estimate.Arg{Name: "length", Kind: estimate.ArgLabel, Doc: "screening length L: " + either + "; no screening where it is absent, or the cell missing"}
	ipArg       = estimate.Arg{Name: "ip", Kind: estimate.ArgLabel, Default: spec.NumberValue(0.5), Doc: "ionization potential: " + either}
)

// quantity is an argument that is a number above 0, or a column of one such number. Where
// it may be unlimited, an absent argument and missing cells are +Inf.
func quantity(in estimate.Input, name string, unlimited bool) (float64, error) {
	v := in.Args[name]
	switch {
	case v.Missing():
		return math.Inf(1), nil // a required one is never missing
	case v.Kind == spec.ValueNumber:
		return positive(name, v.Num.F)
	case v.Kind != spec.ValueText:
		return math.NaN(), estimate.BadArg(name, "is %s, neither a number nor a column", v)
	}
	c := in.View.Column(v.Text)
	if c == nil || c.Kind != spec.ColumnNumber {
		return math.NaN(), estimate.BadArg(name, "view %q has no column of numbers %q", in.View.Name, v.Text)
	}
	out, found, gaps := math.NaN(), false, false
	for i := range c.Len() {
		if c.IsMissing(i) || math.IsNaN(c.Num[i]) {
			gaps = true
			continue
		}
		if found && c.Num[i] != out {
			return math.NaN(), estimate.Undefined("column %q holds both %v and %v; split the rows with `by`", v.Text, out, c.Num[i])
		}
		out, found = c.Num[i], true
	}
	switch {
	case found:
		return positive(name, out)
	case unlimited && gaps:
		return math.Inf(1), nil
	}
	return math.NaN(), estimate.Undefined("column %q holds no number", v.Text)
}

// The range of quantities in atomic units that still makes sense.
const least, most = 1e-6, 1e6

func positive(name string, x float64) (float64, error) {
	if !(x >= least && x <= most) {
		return math.NaN(), estimate.Undefined("%s is %v, not from %v to %v", name, x, least, most)
	}
	return x, nil
}

// wellOf reads the potential.
func wellOf(in estimate.Input) (attoclock.Well, error) {
	z, err := quantity(in, "strength", false)
	if err != nil {
		return attoclock.Well{}, err
	}
	l, err := quantity(in, "length", true)
	return attoclock.Well{Strength: z, Length: l}, err
}

// undefined makes an answer's absence of a failure in the numerics, but for the context's.
func undefined(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var over *attoclock.OverBarrier
	if errors.As(err, &over) {
		return estimate.Undefined("%v; ask for the exit triangle, or for weaker fields", err)
	}
	return estimate.Undefined("%v", err)
}

func varied(a *estimate.Answer, name, note string, x float64) {
	if x != answer.Float(a.Value) {
		answer.VaryValue(a, name, note, dd.F(x))
	}
}
