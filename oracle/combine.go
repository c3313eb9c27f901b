package oracle

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// zip makes one array answer of the answers of groups. A field that no group has stays
// missing; one that some lack has missing elements.
func zip(parts []Answer, labels []spec.Value) Answer {
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
				u, _ := find(p.Uncertainty, kind)
				return get(u)
			})
		}
		u := spec.Uncertainty{Kind: kind, Lower: of(func(u spec.Uncertainty) spec.Value { return u.Lower }),
			Upper: of(func(u spec.Uncertainty) spec.Value { return u.Upper }), Value: of(func(u spec.Uncertainty) spec.Value { return u.Value })}
		for _, p := range parts {
			if w, ok := find(p.Uncertainty, kind); ok {
				u.Level = w.Level
			}
		}
		a.Uncertainty = append(a.Uncertainty, u)
	}
	for _, p := range parts {
		a.Floor = spec.Tolerance{Abs: math.Max(a.Floor.Abs, p.Floor.Abs), Rel: math.Max(a.Floor.Rel, p.Floor.Rel), Scale: math.Max(a.Floor.Scale, p.Floor.Scale)}
	}
	if slices.ContainsFunc(parts, func(p Answer) bool { return p.Interval != nil }) {
		a.Interval = func(level float64) (lower, upper spec.Value) {
			lower.Kind, upper.Kind = spec.ValueArray, spec.ValueArray
			for _, p := range parts {
				var lo, hi spec.Value
				if p.Interval != nil {
					lo, hi = p.Interval(level)
				}
				lower.Items, upper.Items = append(lower.Items, lo), append(upper.Items, hi)
			}
			return lower, upper
		}
	}
	a.Variants = zipVariants(parts, labels)
	return a
}

// zipVariants joins the variants that every group has.
func zipVariants(parts []Answer, labels []spec.Value) []Variant {
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
			out = append(out, Variant{first.Name, first.Note, zip(same, labels)})
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

func find(us []spec.Uncertainty, kind spec.UncertaintyKind) (spec.Uncertainty, bool) {
	i := slices.IndexFunc(us, func(u spec.Uncertainty) bool { return u.Kind == kind })
	if i < 0 {
		return spec.Uncertainty{}, false
	}
	return us[i], true
}

// scaled is the answer with value and uncertainty multiplied by k; its unit is then
// the slot's business.
func (a Answer) scaled(k float64) Answer {
	a.Value, a.Unit = timesTable(times(a.Value, k), k, len(a.Keys)), ""
	a.Floor.Abs *= math.Abs(k)
	a.Floor.Scale *= math.Abs(k)
	a.Uncertainty = slices.Clone(a.Uncertainty)
	for i, u := range a.Uncertainty {
		u.Lower, u.Upper, u.Value = times(u.Lower, k), times(u.Upper, k), times(u.Value, math.Abs(k))
		if k < 0 {
			u.Lower, u.Upper = u.Upper, u.Lower
		}
		a.Uncertainty[i] = u
	}
	if f := a.Interval; f != nil {
		a.Interval = func(level float64) (spec.Value, spec.Value) {
			lo, hi := f(level)
			if k < 0 {
				lo, hi = hi, lo
			}
			return times(lo, k), times(hi, k)
		}
	}
	a.Variants = slices.Clone(a.Variants)
	for i := range a.Variants {
		a.Variants[i].Answer = a.Variants[i].Answer.scaled(k)
	}
	return a
}

// In is the answer in another unit; unchanged where either unit is not known. Answers
// after scaling have no unit.
func (a Answer) In(to string) (Answer, error) {
	if to == "" || a.Unit == "" || sameUnit(a.Unit, to) {
		return a, nil
	}
	k, err := unit.Convert(1, a.Unit, to)
	if err != nil {
		return a, fmt.Errorf("%s is in %s by the data, and cannot be in %s: %w", a.What, a.Unit, to, err)
	}
	a = a.scaled(k)
	a.Unit = to
	return a, nil
}

// times multiplies every number of a value; labels and missing values stay.
func times(v spec.Value, k float64) spec.Value {
	switch v.Kind {
	case spec.ValueNumber:
		return num(v.Num.F * k)
	case spec.ValueArray:
		items := make([]spec.Value, len(v.Items))
		for i, it := range v.Items {
			items[i] = times(it, k)
		}
		v.Items = items
	}
	return v
}

// timesTable multiplies the cells of a table beside its key columns; counts stay.
func timesTable(v spec.Value, k float64, keys int) spec.Value {
	if v.Kind != spec.ValueTable {
		return v
	}
	rows := make([][]spec.Value, len(v.Rows))
	for i, row := range v.Rows {
		rows[i] = slices.Clone(row)
		for j := keys; j < len(row); j++ {
			if v.Columns[j] != "count" {
				rows[i][j] = times(row[j], k)
			}
		}
	}
	v.Rows = rows
	return v
}
