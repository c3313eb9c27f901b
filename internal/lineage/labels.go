package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/spec"
)

// followExchanges finds what was computed from rows that had been given the keys of
// another unit: taken out by these keys, they are the rows of a unit, but not of the one
// that they are taken for.
func (f *flow) followExchanges() {
	f.astray = map[passage]bool{}
	for u := range f.v.Units {
		if !slices.ContainsFunc(f.order, func(id int64) bool { return f.out[id].Exchanged(u) }) {
			continue
		}
		for _, id := range f.order { // operations come after what they depend on
			if f.out[id].Exchanged(u) || slices.ContainsFunc(f.o.data[id], func(from int64) bool { return f.astray[passage{from, u}] }) {
				f.astray[passage{id, u}] = true
			}
		}
	}
}

// exchange describes the first operation on the way to refs that gave the rows of a unit,
// which did not come, the keys of another; false where there is none.
func (f *flow) exchange(c spec.Check, view string, refs []int64, arrivals []arrival) (spec.Check, bool) {
	among := upward(f.o.data, refs, nil)
	for _, id := range f.order {
		var units []string
		for u, a := range arrivals {
			if among[id] && !a.whole && f.out[id].Exchanged(u) {
				units = append(units, f.v.Units[u].Name)
			}
		}
		if len(units) > 0 {
			c.Code, c.Observed, c.Place = spec.TransformView, "labels exchanged", f.o.place(id)
			c.Note = fmt.Sprintf("at %s the rows of %s that belong to %s stand under the labels of others", f.name(id), view, strings.Join(units, ", "))
			c.Fix = "Leave each row the group that it has in the data."
			return c, true
		}
	}
	return c, false
}
