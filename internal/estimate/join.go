package estimate

import (
	"math"
	"slices"

	"github.com/assaybench/assay/spec"
)

// Join makes one array answer of several, such as those of groups or of parameters, with
// their labels. A field that no group has stays
// missing; one that some lack has missing elements.
func Join(parts []Answer, labels []spec.Value) Answer {
	a := Answer{What: parts[0].What, Index: labels, Unit: parts[0].Unit}
	field := func(get func(Answer) spec.Value) spec.Value {
		out := spec.Value{Kind: spec.ValueArray}
		given := false
		for _, p := range parts {
			v := get(p)
			given = given || !v.Missing()
			out.Items = append(out.Items, v)
		}
		if !given {
			return spec.Value{}
		}
		return out
	}
	a.Value = field(func(p Answer) spec.Value { return p.Value })
	a.N = field(func(p Answer) spec.Value { return p.N })
	a.Statistic = field(func(p Answer) spec.Value { return p.Statistic })
	a.DF = field(func(p Answer) spec.Value { return p.DF })
	a.PValue = field(func(p Answer) spec.Value { return p.PValue })
	for _, kind := range kinds(parts) {
		of := func(get func(spec.Uncertainty) spec.Value) spec.Value {
			return field(func(p Answer) spec.Value {
				u, _ := Find(p.Uncertainty, kind)
				return get(u)
			})
		}
		u := spec.Uncertainty{Kind: kind, Lower: of(func(u spec.Uncertainty) spec.Value { return u.Lower }),
			Upper: of(func(u spec.Uncertainty) spec.Value { return u.Upper }), Value: of(func(u spec.Uncertainty) spec.Value { return u.Value })}
		for _, p := range parts {
			if w, ok := Find(p.Uncertainty, kind); ok {
				u.Level = w.Level
			}
		}
		a.Uncertainty = append(a.Uncertainty, u)
	}
	for _, p := range parts {
		a.Floor = spec.Tolerance{Abs: math.Max(a.Floor.Abs, p.Floor.Abs), Rel: math.Max(a.Floor.Rel, p.Floor.Rel), Scale: math.Max(a.Floor.Scale, p.Floor.Scale)}
	}
	a.Noise.Value = field(func(p Answer) spec.Value { return p.Noise.Value })
	a.Noise.Spread = field(func(p Answer) spec.Value { return p.Noise.Spread })
	a.Noise.PValue = field(func(p Answer) spec.Value { return p.Noise.PValue })
	a.Noise.Ends = joinIntervals(parts, func(p Answer) Interval { return p.Noise.Ends })
	a.Interval = joinIntervals(parts, func(p Answer) Interval { return p.Interval })
	a.Variants = joinVariants(parts, labels)
	return a
}

// joinIntervals gives the ends of all parts, missing for those without; nil where no part
// has any.
func joinIntervals(parts []Answer, get func(Answer) Interval) Interval {
	if !slices.ContainsFunc(parts, func(p Answer) bool { return get(p) != nil }) {
		return nil
	}
	return func(level float64) (lower, upper spec.Value) {
		lower.Kind, upper.Kind = spec.ValueArray, spec.ValueArray
		for _, p := range parts {
			var lo, hi spec.Value
			if f := get(p); f != nil {
				lo, hi = f(level)
			}
			lower.Items, upper.Items = append(lower.Items, lo), append(upper.Items, hi)
		}
		return lower, upper
	}
}

// joinVariants joins the variants that every group has.
func joinVariants(parts []Answer, labels []spec.Value) []Variant {
	var out []Variant
	for _, first := range parts[0].Variants {
		var same []Answer
		for _, p := range parts {
			i := slices.IndexFunc(p.Variants, func(v Variant) bool { return v.Name == first.Name })
			if i < 0 {
				break
			}
			same = append(same, p.Variants[i].Answer)
		}
		if len(same) == len(parts) {
			out = append(out, Variant{first.Name, first.Note, Join(same, labels)})
		}
	}
	return out
}

// kinds are the kinds of uncertainty that any part has, in order of first appearance.
func kinds(parts []Answer) []spec.UncertaintyKind {
	var out []spec.UncertaintyKind
	for _, p := range parts {
		for _, u := range p.Uncertainty {
			if !slices.Contains(out, u.Kind) {
				out = append(out, u.Kind)
			}
		}
	}
	return out
}
