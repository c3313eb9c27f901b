package sample

import (
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
)

// Hits counts the rows that fulfil the condition and those that can be asked.
func Hits(in estimate.Input) (k, n int, err error) {
	if in.Args.Has("where") == (in.Args.Has("value") && in.Args.Has("equals")) {
		return 0, 0, estimate.BadArg("where", "give either where, or value and equals")
	}
	if in.Args.Has("where") {
		c, err := in.View.Eval("", in.Args.Text("where"))
		if err != nil {
			return 0, 0, err
		}
		for i := range in.View.Rows() {
			if !c.IsMissing(i) {
				n++
				if c.Num[i] == 1 {
					k++
				}
			}
		}
		return k, n, nil
	}
	c := in.View.Column(in.Args.Text("value"))
	for i := range in.View.Rows() {
		if !c.IsMissing(i) {
			n++
			if view.SameLabel(view.Label(c, i), in.Args["equals"]) {
				k++
			}
		}
	}
	return k, n, nil
}

// HitArgs are the arguments of a proportion.
var HitArgs = []estimate.Arg{{Name: "where", Kind: estimate.ArgExpr, Doc: "true for the rows that count"},
	{Name: "value", Kind: estimate.ArgFactor, Doc: "column compared with equals"},
	{Name: "equals", Kind: estimate.ArgLabel, Doc: "value that counts"}}
