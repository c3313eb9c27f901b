package oracle

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/assaybench/assay/internal/diagnose"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// What a diagnosis is made of.
type (
	// DiagnosisKind is what a reported number was found to be; its method Right says whether
	// that is the answer.
	DiagnosisKind = diagnose.Kind
	// Explanation is one way from the answer to what was reported, of one step or two.
	Explanation = diagnose.Explanation
	// Step is one slip on the way, with its kind, its name, and a note that completes "this is …".
	Step = diagnose.Step
	// Distance is how far a reported number is from the answer.
	Distance = diagnose.Distance
)

// The kinds of diagnosis.
const (
	IsExact      = diagnose.Exact      // the float64 of the answer
	IsInFloor    = diagnose.Floor      // the answer, within what honest programs differ by
	IsInBounds   = diagnose.Bounds     // the answer, within a declared tolerance
	IsRounded    = diagnose.Rounded    // the answer, rounded to the digits that are shown
	IsMonteCarlo = diagnose.MonteCarlo // the answer, within four standard errors of random draws
	IsCoarse     = diagnose.Coarse     // what the answer rounds to, but with less than four digits
	IsTruncated  = diagnose.Cut        // the answer with its further digits cut off
	IsVariant    = diagnose.Variant    // something else that has a name
	IsAmbiguous  = diagnose.Ambiguous  // several things, or one that chance explains as well
	IsOptimum    = diagnose.Optimum    // of a fit: other parameters that attain as much
	IsNone       = diagnose.None       // nothing that is known
	IsWrongUnit  = diagnose.Unit       // stated in a unit that the answer cannot have
	IsWrongShape = diagnose.Shape      // one number for many, other labels, text
	IsNonFinite  = diagnose.NonFinite
	IsAbsent     = diagnose.Absent
)

// Diagnosis says what a reported number is. Explanations are those that agree with it,
// where it is not the answer: one for IsVariant (several that give the same number here),
// several for IsAmbiguous. Odds is the probability that a number that has nothing to do
// with the answer, but lies within two powers of ten of it, would have agreed with one of
// the Tried explanations.
type Diagnosis struct {
	Field        string // value, uncertainty, n, statistic, df, p_value
	Kind         DiagnosisKind
	Explanations []Explanation
	Odds         float64
	Tried        int
	Distance     Distance    // of the worst of several numbers
	Says         string      // all of this in one sentence
	Details      []Diagnosis // of what stands beside the value; empty in these
}

// Diagnose says what the value of a result is, held against an answer, and what stands
// beside it: uncertainty, n, statistic, degrees of freedom, p-value. Its unit is the
// answer's where it states none. Compare judges by the same diagnosis.
func Diagnose(a Answer, r spec.Result) Diagnosis {
	c := comparison{r: r, method: MethodAnswer{Answer: a}}
	if c.r.ID == "" {
		c.r.ID = "the result"
	}
	b, factor, ok := c.units()
	if n := len(c.checks); !ok || n > 0 && !c.checks[n-1].Pass {
		return Diagnosis{Field: "value", Kind: IsWrongUnit, Says: c.checks[n-1].Note}
	}
	b = Alike(b, c.slot, c.r, c.terms)
	b = Alike(b, c.slot, r, c.terms)
	at, attained := c.atOptimum(b, factor)
	tol := c.tolerance(at)
	q, problem := c.valueQuestion(at, tol, factor)
	out := found("value", b.What, q, problem)
	switch {
	case r.Value.Missing():
		out.Kind = IsAbsent
	case attained != "" && out.Kind.Right():
		out.Kind, out.Says = IsOptimum, "what is reported is "+attained
	case attained != "":
		out.Says += "; " + attained
	}
	b = at
	if u := r.Uncertainty; u != nil && u.Kind != "" && u.Kind != spec.UncertaintyNone {
		want, problem := c.wanted(b, nil, *u)
		var q diagnose.Question
		if problem == "" {
			if !want.Lower.Missing() {
				tol.Rel = max(tol.Rel, endFloor)
			}
			q, problem = c.uncertaintyQuestion(b, want, *u, tol, factor)
		}
		out.Details = append(out.Details, found("uncertainty", fmt.Sprintf("the %s of %s", u.Kind, b.What), q, problem))
	}
	for _, f := range details(c.tolerance(b)) {
		if q, problem, ok := c.detailQuestion(f, b); ok {
			out.Details = append(out.Details, found(f.name, fmt.Sprintf("the %s of %s", f.words(), b.What), q, problem))
		}
	}
	return out
}

func found(field, what string, q diagnose.Question, problem string) Diagnosis {
	if problem != "" {
		return Diagnosis{Field: field, Kind: IsWrongShape, Says: "what is reported " + problem}
	}
	d := diagnose.Diagnose(q)
	return Diagnosis{Field: field, Kind: d.Kind, Explanations: d.Explanations, Odds: d.Odds, Tried: d.Tried, Distance: d.Distance, Says: d.Sentence(what)}
}

// Diagnose computes what a specification calls for, and says what a result is. Errors are
// those of Compute.
func (r Registry) Diagnose(ctx context.Context, call spec.OracleCall, views map[string]*View, result spec.Result) (Diagnosis, error) {
	a, err := r.Compute(ctx, call, views, 0)
	if err != nil {
		return Diagnosis{}, err
	}
	return Diagnose(a, result), nil
}

// Reported reads a number with an optional unit ("3.20", "-1.5e-3 kg", "8 %"), or an array
// of numbers as JSON, as the value of a result. The digits are kept as they are written.
func Reported(text string) (spec.Result, error) {
	var r spec.Result
	if json.Unmarshal([]byte(text), &r.Value) == nil {
		if _, ok := r.Value.Numbers(); ok {
			return r, nil
		}
	}
	_, u, err := unit.ParseQuantity(text)
	if err != nil {
		return spec.Result{}, fmt.Errorf("%q is neither a number, with a unit or without, nor a JSON array of numbers", text)
	}
	for end := len(text); end > 0; end-- {
		if n, err := spec.ParseNumber(text[:end]); err == nil {
			r.Value = spec.Value{Kind: spec.ValueNumber, Num: n}
			if end < len(text) {
				r.Unit = u.String()
			}
			return r, nil
		}
	}
	return spec.Result{}, fmt.Errorf("%q does not begin with a number as JSON writes them", text)
}
