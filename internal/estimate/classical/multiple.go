package classical

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// multiple are adjustments of p-values for the number of tests.
func multiple() []estimate.Estimator {
	var names []string
	for _, m := range adjustments {
		names = append(names, m.name)
	}
	return []estimate.Estimator{
		{Name: "adjusted_p", Summary: "the adjusted p-values",
			Unit: "1", Domain: "p-values from 0 to 1, each test named once; one test",
			Missing: "a test without a p-value is left out and does not count among the tests",
			Source:  "Holm (1979), Hochberg (1988), Hommel (1988), Benjamini and Hochberg (1995), Benjamini and Yekutieli (2001)", Compute: adjustedP,
			Formula: "as p.adjust of R; missing p-values count as no tests; an array by label",
			Args: []estimate.Arg{{Name: "value", Kind: estimate.ArgColumn, Required: true, Doc: "column of p-values"}, {Name: "label", Kind: estimate.ArgFactor, Required: true, Doc: "column that names each test, once"},
				{Name: "method", Kind: estimate.ArgText, Required: true, OneOf: names, Doc: "adjustment"}}},
	}
}

// adjustments take p-values in rising order and give the adjusted ones.
var adjustments = []struct {
	name, note string
	adjust     func(p []float64) []float64
}{
	{"bonferroni", "adjusted by Bonferroni", func(p []float64) []float64 {
		return each(p, func(i int) float64 { return p[i] * float64(len(p)) })
	}},
	{"holm", "adjusted by Holm", func(p []float64) []float64 {
		return running(each(p, func(i int) float64 { return p[i] * float64(len(p)-i) }), math.Max)
	}},
	{"hochberg", "adjusted by Hochberg", func(p []float64) []float64 {
		return stepUp(each(p, func(i int) float64 { return p[i] * float64(len(p)-i) }))
	}},
	{"hommel", "adjusted by Hommel", hommel},
	{"bh", "adjusted by Benjamini and Hochberg", func(p []float64) []float64 {
		return stepUp(each(p, func(i int) float64 { return p[i] * float64(len(p)) / float64(i+1) }))
	}},
	{"by", "adjusted by Benjamini and Yekutieli", func(p []float64) []float64 {
		h := 0.0
		for i := len(p); i > 0; i-- {
			h += 1 / float64(i)
		}
		return stepUp(each(p, func(i int) float64 { return p[i] * h * float64(len(p)) / float64(i+1) }))
	}},
	{"sidak", "adjusted by Sidak", func(p []float64) []float64 {
		return each(p, func(i int) float64 { return -math.Expm1(float64(len(p)) * math.Log1p(-p[i])) })
	}},
	{"none", "not adjusted", slices.Clone[[]float64]},
}

func each(p []float64, f func(i int) float64) []float64 {
	out := make([]float64, len(p))
	for i := range p {
		out[i] = math.Min(1, f(i))
	}
	return out
}

// running replaces each element by the extreme of those up to it.
func running(p []float64, extreme func(a, b float64) float64) []float64 {
	for i := 1; i < len(p); i++ {
		p[i] = extreme(p[i], p[i-1])
	}
	return p
}

// stepUp is the running minimum from the largest p down.
func stepUp(p []float64) []float64 {
	slices.Reverse(p)
	p = running(p, math.Min)
	slices.Reverse(p)
	return p
}

// hommel is the adjustment by closed testing of Simes' test, in the form of Wright (1992).
func hommel(p []float64) []float64 {
	n := len(p)
	simes := math.Inf(1)
	for i, x := range p {
		simes = math.Min(simes, float64(n)*x/float64(i+1))
	}
	out, q := make([]float64, n), make([]float64, n)
	for i := range p {
		out[i], q[i] = simes, simes
	}
	for m := n - 1; m >= 2; m-- {
		split := n - m + 1 // the first of the m - 1 largest
		least := math.Inf(1)
		for i := split; i < n; i++ {
			least = math.Min(least, float64(m)*p[i]/float64(i-split+2))
		}
		for i := range q {
			if i < split {
				q[i] = math.Min(float64(m)*p[i], least)
			} else {
				q[i] = q[split-1]
			}
			out[i] = math.Max(out[i], q[i])
		}
	}
	for i := range out {
		out[i] = math.Min(1, math.Max(out[i], p[i]))
	}
	return out
}

func adjustedP(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	value, label := in.Args.Text("value"), in.Args.Text("label")
	parts, err := sample.Valued(in.View, value).Split(label)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if len(parts) == 0 {
		return estimate.Answer{}, estimate.Undefined("column %q has no values in view %q", value, in.View.Name)
	}
	p, labels := make([]float64, len(parts)), make([]spec.Value, len(parts))
	for i, part := range parts {
		cols, err := part.View.Floats(value)
		if err != nil {
			return estimate.Answer{}, err
		}
		if len(cols[0]) != 1 {
			return estimate.Answer{}, estimate.Undefined("%s of %s names %d tests", view.LabelText(part.Label), label, len(cols[0]))
		}
		if p[i], labels[i] = cols[0][0], part.Label; !(p[i] >= 0 && p[i] <= 1) {
			return estimate.Answer{}, estimate.Undefined("%v of %s is no p-value", p[i], view.LabelText(part.Label))
		}
	}
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	sorted := make([]float64, len(p))
	for i, k := range order {
		sorted[i] = p[k]
	}
	by := func(adjust func([]float64) []float64) spec.Value {
		out := make([]float64, len(p))
		for i, x := range adjust(sorted) {
			out[order[i]] = x
		}
		return spec.ArrayValue(out)
	}
	a := estimate.Answer{Index: labels, N: answer.Count(len(p)), Unit: "1", Floor: answer.TestFloor}
	for _, m := range adjustments {
		if m.name == in.Args.Text("method") {
			a.Value, a.What = by(m.adjust), "the p-values "+m.note
		} else {
			answer.Vary(&a, m.name, "the p-values "+m.note, estimate.Answer{Value: by(m.adjust)})
		}
	}
	return a, nil
}
