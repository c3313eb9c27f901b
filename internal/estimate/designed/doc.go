// Package designed holds analyses of designed experiments: factorial analyses of
// variance and covariance, and mixed models of grouped rows.
package designed

import (
	"cmp"
	"slices"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

// Estimators are those of the package.
func Estimators() []estimate.Estimator {
	return slices.Concat(analyses(), mixedModels())
}

// levels gives the number of each row's label in a column, labels counted in order:
// numbers by value, text by code point. No cell may be missing.
func levels(c *spec.Column, rows int) (of []int, labels []spec.Value) {
	at := map[string]int{}
	of = make([]int, rows)
	for i := range of {
		l := view.Label(c, i)
		k, known := at[view.LabelText(l)]
		if !known {
			k = len(labels)
			at[view.LabelText(l)] = k
			labels = append(labels, l)
		}
		of[i] = k
	}
	order := make([]int, len(labels))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := labels[a], labels[b]
		if x.Kind == spec.ValueNumber && y.Kind == spec.ValueNumber {
			return cmp.Compare(x.Num.F, y.Num.F)
		}
		return cmp.Compare(view.LabelText(x), view.LabelText(y))
	})
	place, sorted := make([]int, len(labels)), make([]spec.Value, len(labels))
	for to, k := range order {
		place[k], sorted[to] = to, labels[k]
	}
	for i := range of {
		of[i] = place[of[i]]
	}
	return of, sorted
}
