package assay

import (
	"slices"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// contradictions are the results that cannot be true in themselves, asked for or not. They
// are warnings: what a node scores is the oracle's business.
func (j *judge) contradictions() []spec.Finding {
	if j.found.results == nil {
		return nil
	}
	var out []spec.Finding
	for _, r := range j.found.results.Results {
		node, facts := "", oracle.Facts{}
		for _, slot := range j.c.Spec.Results {
			if slices.ContainsFunc(j.pairs.results[slot.ID], func(o spec.Result) bool { return o.Pointer == r.Pointer }) {
				node, facts = slot.ID, j.facts(slot, r)
			}
		}
		for _, f := range oracle.Consistency(r, facts) {
			f.Node = node
			out = append(out, f)
		}
	}
	return out
}

// facts are what the data say of the values behind a result: nothing where the oracle
// rescales them, or the result is in another unit.
func (j *judge) facts(slot spec.ResultSlot, r spec.Result) oracle.Facts {
	if len(slot.Methods) == 0 {
		return oracle.Facts{}
	}
	call := slot.Methods[0].Oracle
	v, name := j.truth.views[call.View], call.Args["value"].Text
	if v == nil || name == "" || !call.Args["scale"].Missing() {
		return oracle.Facts{}
	}
	if c := v.Column(name); c == nil || r.Unit != "" && c.Unit != r.Unit && !unit.Same(r.Unit, c.Unit) {
		return oracle.Facts{}
	}
	return oracle.FactsOf(v, name)
}
