package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/likeness"
	"github.com/assaybench/assay/spec"
)

// viewCheck says whether the rows of the view came through, and if not, what became
// of them.
//
// It is silent where nothing of the rows was seen, or all of them but not every column
// of theirs together: a style may hide that.
func (f *flow) viewCheck(slot spec.TransformSlot, refs []int64, arrivals []arrival) (c spec.Check, silent bool) {
	total := 0
	for _, u := range f.v.Units {
		total += u.Rows
	}
	c = spec.Check{Name: "view", Decisive: true, State: spec.StateScored, Expected: rowCount(total) + " of " + slot.View}
	if complete(arrivals) {
		c.Pass, c.Observed = true, rowCount(total)
		if cut := arrivals[0].cut; len(cut) > 0 {
			c.Place = f.o.place(cut[len(cut)-1])
		}
		return c, false
	}
	if told, ok := f.exchange(c, slot.View, refs, arrivals); ok {
		return told, false
	}
	if id := f.turn(refs, arrivals); id != 0 {
		c.Code, c.Observed, c.Place = spec.TransformView, strings.Join(f.others(id), ", "), f.o.place(id)
		c.Note = fmt.Sprintf("at %s the analysis takes %s, not %s, of the rows of %s", f.name(id), strings.Join(f.others(id), " and "), strings.Join(f.v.Columns, " or "), slot.View)
		c.Fix = "Compute from the columns that the question asks about."
		return c, false
	}
	var lost, gained, got int
	var where, absent []string
	at, known := int64(0), true
	for u, a := range arrivals {
		if a.whole {
			got += f.v.Units[u].Rows
			continue
		}
		ch, id := a.change, a.at
		if ch == nil || f.fragment(ch, id, u) {
			ch, id = f.nearest(refs, u)
		}
		if ch == nil {
			known = false
			break
		}
		if ch.Want != f.v.Units[u].Rows { // told of the whole view: once is enough
			lost, gained, got, where = ch.Lost(), ch.Gained(), ch.Got, nil
			at = id
			break
		}
		lost, gained, got = lost+ch.Lost(), gained+ch.Gained(), got+ch.Got
		at = max(at, id)
		absent = a.absent
		if f.v.Units[u].Name != "" {
			where = append(where, f.v.Units[u].Name)
		}
	}
	switch {
	case !known:
		c.Code, c.Observed = spec.TransformMissing, "nothing like it"
		c.Note = fmt.Sprintf("nothing that the analysis computed with has the rows of %s", slot.View)
		c.Fix = "Compute from the rows that the question asks about."
		return c, true
	case lost == 0 && gained == 0 && len(absent) > 0:
		c.Code, c.Observed = spec.TransformView, "without "+strings.Join(absent, ", ")
		c.Note = fmt.Sprintf("the rows of %s were seen, but not its %s", slot.View, strings.Join(absent, " and "))
		c.Fix = "Compute from the columns that the question asks about."
		return c, true
	case lost == 0 && gained == 0:
		c.Code, c.Observed = spec.TransformView, "its columns apart"
		c.Note = fmt.Sprintf("the columns of %s were seen, but not together row by row", slot.View)
		c.Fix = "Keep the columns of one row together."
		return c, true
	}
	c.Code, c.Observed, c.Place = spec.TransformView, rowCount(got), f.o.place(at)
	if lost > 0 && gained == 0 {
		c.Code = spec.TransformRows
	}
	after := ""
	if name := f.name(at); name != "" {
		after = " at " + name
	}
	group := ""
	if len(where) > 0 && len(where) < len(f.v.Units) {
		group = " in " + strings.Join(where, ", ")
	}
	c.Note = fmt.Sprintf("%s has %s, the analysis worked on %d%s: %s%s", slot.View, rowCount(total), got, after, difference(lost, gained), group)
	c.Fix = "Select the rows as the question asks, no fewer and no others."
	return c, false
}

func difference(lost, gained int) string {
	switch {
	case gained == 0:
		return rowCount(lost) + " lost"
	case lost == 0:
		return rowCount(gained) + " too many"
	}
	return fmt.Sprintf("%s lost and %s that do not belong", rowCount(lost), rowCount(gained))
}

func rowCount(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// telling is how many rows of unit u something has at least that says what became of it.
func (f *flow) telling(u int) int { return max(1, f.v.Units[u].Rows/5) }

// fragment reports whether a change is that of a few rows which one run of a loop, of
// several, had in hand: it says nothing of the rest.
func (f *flow) fragment(c *likeness.Change, id int64, u int) bool {
	at := f.o.t.Site(id)
	if at == nil || c.Same == 0 || c.Same >= f.telling(u) {
		return false
	}
	return slices.ContainsFunc(f.order, func(other int64) bool {
		s := f.o.t.Site(other)
		return other != id && s != nil && *s == *at && f.o.t.Ops[other].Fn == f.o.t.Ops[id].Fn
	})
}

// nearest finds what the consumers depend on that differs least from unit u and has
// at least a fifth of its rows.
func (f *flow) nearest(refs []int64, u int) (best *likeness.Change, at int64) {
	among := upward(f.o.data, refs, nil)
	least := f.telling(u)
	consider := func(c *likeness.Change, id int64) {
		if c != nil && c.Same >= least && (best == nil || c.Size() < best.Size()) {
			best, at = c, id
		}
	}
	for _, id := range f.order {
		if !among[id] {
			continue
		}
		consider(f.out[id].Change(u), id)
		consider(f.in[id].Change(u), id)
	}
	if best != nil {
		return best, at
	}
	// Nothing is a part of the unit or holds it: the most similar column then.
	for _, id := range f.order {
		if !among[id] {
			continue
		}
		consider(f.v.Nearest(u, f.contents(id)), id)
	}
	return best, at
}
