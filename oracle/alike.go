package oracle

import (
	"slices"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/spec"
)

// Alike is the answer with what means nothing in it (Answer.UpTo: the sign of a principal
// component, the names of clusters) as a result has it; its variants too. What was drawn of
// the result can then be held against it.
func Alike(a Answer, slot spec.ResultSlot, r spec.Result, t spec.Terms) Answer {
	free := map[estimate.Equivalence]func(agree.Reported, agree.Computed, string, spec.Terms) spec.Value{
		estimate.UpToSign: agree.FreeSign, estimate.UpToNames: agree.FreeNames,
	}[a.UpTo]
	if free == nil {
		return a
	}
	alike := func(b Answer) spec.Value {
		return free(agree.Reported{Value: r.Value, Index: r.Index}, agree.Computed{Value: b.Value, Index: b.Index, Keys: b.Keys}, slot.Order, t)
	}
	a.Variants = slices.Clone(a.Variants)
	for i := range a.Variants {
		v := &a.Variants[i].Answer
		v.Value = alike(withLabels(*v, a))
	}
	a.Value = alike(a)
	return a
}
