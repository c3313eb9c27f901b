package likeness

import "slices"

// Likeness says what observed content is to a view: of which units it holds which
// columns, and of which it carries other rows than the view does.
type Likeness struct {
	Holds   [][]bool  // by unit, by value column
	Joint   []bool    // by unit: all value columns, row by row
	Changes []*Change // by unit; nil where it holds the unit or is something else

	exchanged []bool // by unit; nil for none
}

// Change is how observed rows of a unit differ from the view's.
type Change struct {
	Want, Got, Same int // rows of the view, observed, and in common

	column int      // value column that was compared; -1 for all together
	codes  []uint64 // of the observed rows
}

// Lost counts the view's rows that were not observed.
func (c *Change) Lost() int { return c.Want - c.Same }

// Gained counts the observed rows that the view does not have.
func (c *Change) Gained() int { return c.Got - c.Same }

// Size counts the rows in which both differ.
func (c *Change) Size() int { return c.Lost() + c.Gained() }

// Like reports whether both changes are of the same size.
func (c *Change) Like(d *Change) bool {
	return c.Want == d.Want && c.Got == d.Got && c.Same == d.Same
}

// telling reports whether the rows in common are three, or half of a small unit.
func (c *Change) telling() bool { return c.Same >= min(3, (c.Want+1)/2) }

// oneWay reports whether rows were only lost or only gained.
func (c *Change) oneWay() bool { return c.Lost() == 0 || c.Gained() == 0 }

func (v *View) nothing() *Likeness {
	l := &Likeness{Holds: make([][]bool, len(v.Units)), Joint: make([]bool, len(v.Units)), Changes: make([]*Change, len(v.Units))}
	flags := make([]bool, len(v.Units)*len(v.values))
	for i := range l.Holds {
		l.Holds[i] = flags[i*len(v.values) : (i+1)*len(v.values)]
	}
	return l
}

// Has reports whether any column of unit u is held. A nil Likeness has nothing.
func (l *Likeness) Has(u int) bool { return l != nil && slices.Contains(l.Holds[u], true) }

// HasColumn reports whether column k of unit u is held.
func (l *Likeness) HasColumn(u, k int) bool { return l != nil && l.Holds[u][k] }

// Whole reports whether unit u is held with all its columns, row by row.
func (l *Likeness) Whole(u int) bool { return l != nil && l.Joint[u] }

// Change is how unit u was changed; nil where it was not, or is not there at all.
func (l *Likeness) Change(u int) *Change {
	if l == nil {
		return nil
	}
	return l.Changes[u]
}

// Exchanged reports whether the rows of unit u stand under the keys of another.
func (l *Likeness) Exchanged(u int) bool {
	return l != nil && l.exchanged != nil && l.exchanged[u]
}

// change notes a change of unit u; of several the smallest counts.
func (l *Likeness) change(u int, c *Change) {
	if l.Changes[u] == nil || c.Size() < l.Changes[u].Size() {
		l.Changes[u] = c
	}
}

func (l *Likeness) changeAll(c *Change) {
	for u := range l.Changes {
		l.change(u, c)
	}
}

func (l *Likeness) hold(u int) {
	l.Joint[u] = true
	for k := range l.Holds[u] {
		l.Holds[u][k] = true
	}
}

// Together is what several things in one place are to the view: they hold what any
// of them holds. It is nil where there is nothing.
func (v *View) Together(all ...*Likeness) *Likeness {
	all = slices.DeleteFunc(all, func(l *Likeness) bool { return l == nil })
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	l := v.nothing()
	for u := range l.Holds {
		for _, a := range all {
			for k, h := range a.Holds[u] {
				l.Holds[u][k] = l.Holds[u][k] || h
			}
			l.Joint[u] = l.Joint[u] || a.Joint[u]
			if a.Changes[u] != nil {
				l.change(u, a.Changes[u])
			}
		}
		if l.Has(u) {
			l.Changes[u] = nil
		}
	}
	return l
}

// Divides reports what parts of unit u, given by their changes, are together: all of
// its rows, or at least no row more often than the unit has it.
func (v *View) Divides(u int, parts []*Change) (all, disjoint bool) {
	sums := map[int]map[uint64]int{}
	for _, c := range parts {
		if c.Gained() > 0 {
			return false, false
		}
		if sums[c.column] == nil {
			sums[c.column] = map[uint64]int{}
		}
		for _, code := range c.codes {
			sums[c.column][code]++
		}
	}
	for column, sum := range sums {
		ref := v.Units[u].joint
		if column >= 0 {
			ref = v.Units[u].alone[column]
		}
		covered, apart := true, true
		for code, n := range ref.codes[0] {
			covered = covered && sum[code] >= n
			apart = apart && sum[code] <= n
		}
		all, disjoint = all || covered, disjoint || apart
	}
	return all, disjoint
}
