package stats

import "github.com/assaybench/assay/spec"

// high are the attempts at 8 of 10 or more: how many of them close, and what those below
// RC4 lack that those at RC4 do not.
func (c *computer) high(g *spec.ClosureGroup, seen []attempt) {
	g.High.From = HighScore
	var share []item
	var of, below, closed []attempt
	for _, a := range seen {
		in, may := a.within(HighScore, 10)
		share = append(share, a.item(in, may))
		if !may {
			continue
		}
		a.maybe = a.maybe || !in
		of = append(of, a)
		at4, could4 := a.level(4)
		if !at4 {
			b := a
			b.maybe = b.maybe || could4
			below = append(below, b)
		}
		if could4 {
			b := a
			b.maybe = b.maybe || !at4
			closed = append(closed, b)
		}
	}
	var rc4 []item
	for _, a := range of {
		rc4 = append(rc4, a.item(a.level(4)))
	}
	g.High.Share = c.share(share, true)
	g.High.RC4Share = c.share(rc4, true)
	g.High.BelowRC4 = c.part(below)
	g.High.RC4 = c.part(closed)
}

// part says what is unmet in some attempts. Shares of attempts get intervals.
func (c *computer) part(list []attempt) spec.ClosurePart {
	var p spec.ClosurePart
	for rc := range 5 {
		var items []item
		for _, a := range list {
			items = append(items, a.item(a.level(rc)))
		}
		p.RC = append(p.RC, c.share(items, false))
	}
	var either []item
	unmet := make([]spec.ClosureUnmet, len(spec.Dimensions))
	for i, d := range spec.Dimensions {
		var attempts, ofDimension, ofAll []item
		for _, a := range list {
			if len(a.Dimensions) == 0 {
				continue
			}
			t := a.Dimensions[i]
			gone := t.Applicable - t.Met
			attempts = append(attempts, a.item(gone > 0, gone+t.Undecided > 0))
			ofDimension = append(ofDimension, atoms(a, t, gone))
			ofAll = append(ofAll, ofUnmet(a, i))
		}
		unmet[i] = spec.ClosureUnmet{Dimension: d, Attempts: c.share(attempts, true), Atoms: c.share(ofDimension, false), OfUnmet: c.share(ofAll, false)}
	}
	for _, a := range list {
		p.Attempts[1]++
		p.Attempts[0] += number(!a.maybe)
		if len(a.Dimensions) > 0 {
			certain, possible := false, false
			for _, t := range a.Dimensions[2:4] {
				certain = certain || t.Applicable > t.Met
				possible = possible || t.Applicable+t.Undecided > t.Met
			}
			either = append(either, a.item(certain, possible))
		}
	}
	p.IOrM, p.Unmet = c.share(either, true), unmet
	return p
}

// ofUnmet is the unmet atoms of a dimension in an attempt, of all that are unmet. The share
// is least where what is undecided is met in the dimension and unmet elsewhere.
func ofUnmet(a attempt, i int) item {
	it := item{unit: a.unit, maybe: a.maybe}
	for k, t := range a.Dimensions {
		gone, open := float64(t.Applicable-t.Met), float64(t.Undecided)
		it.of[0] += gone
		it.of[1] += gone + open
		if k == i {
			it.low.num, it.high.num = gone, gone+open
			it.low.of += gone
			it.high.of += gone + open
		} else {
			it.low.of += gone + open
			it.high.of += gone
		}
	}
	return it
}
