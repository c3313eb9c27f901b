package visual

import (
	"cmp"
	"slices"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/drawn"
	"github.com/assaybench/assay/spec"
	"github.com/assaybench/assay/spec/unit"
)

// Match lists the marks of a figure that could show what a slot asks for.
type Match struct {
	Figure     *spec.Figure
	Candidates []Candidate // best scope first
	Peers      int         // slots, this one included, that the same kind of marks could show
}

// Candidate is marks of one kind on one pair of axes, or on all panels of a grid. Score
// counts scope only: axis labels, units, scales, whether there are error bars.
type Candidate struct {
	Axes    []int  // indexes of Figure.Axes
	Mark    string // kind of the marks
	Score   float64
	Claimed bool // another slot fits these marks alone, and better than any others
	Foreign bool // the slot does not accept this kind
}

// Found reports whether any marks could show the slot.
func (m Match) Found() bool { return m.Figure != nil && len(m.Candidates) > 0 }

// MatchSlots finds for each slot the marks of a figure that could show it, by kind and
// scope and never by value. A slot for which the figure has no marks of an accepted
// kind gets those of other kinds, marked Foreign, so that the encoding can be blamed;
// without any marks it gets a Match that is not Found.
func MatchSlots(slots []spec.VisualSlot, fig *spec.Figure, t spec.Terms) map[string]Match {
	out := map[string]Match{}
	claims := map[string][]string{} // candidate -> slots that it alone fits best
	for _, s := range slots {
		m := Match{Figure: fig, Peers: 1}
		if fig != nil {
			m.Candidates = candidates(s, fig, t)
		}
		for _, other := range slots {
			if other.ID != s.ID && peers(s, other) {
				m.Peers++
			}
		}
		out[s.ID] = m
		if c := m.Candidates; len(c) == 1 || len(c) > 1 && c[0].Score > c[1].Score {
			claims[c[0].id()] = append(claims[c[0].id()], s.ID)
		}
	}
	for _, s := range slots {
		for i := range out[s.ID].Candidates {
			c := &out[s.ID].Candidates[i]
			c.Claimed = slices.ContainsFunc(claims[c.id()], func(other string) bool { return other != s.ID })
		}
	}
	return out
}

func (c Candidate) id() string {
	b := []byte(c.Mark)
	for _, a := range c.Axes {
		b = append(b, byte(a), byte(a>>8))
	}
	return string(b)
}

// peers reports whether the same marks could show both slots: kinds in common, values
// of one dimension, axis labels that do not differ.
func peers(a, b spec.VisualSlot) bool {
	if !slices.ContainsFunc(a.Marks, func(m string) bool { return slices.Contains(b.Marks, m) }) {
		return false
	}
	if a.Y == nil || b.Y == nil {
		return a.Y == b.Y
	}
	if a.Y.Unit != "" && b.Y.Unit != "" && !unit.Convertible(a.Y.Unit, b.Y.Unit) {
		return false
	}
	return len(a.Y.Label) == 0 || len(b.Y.Label) == 0 ||
		slices.ContainsFunc(a.Y.Label, func(l string) bool { return slices.Contains(b.Y.Label, l) })
}

// dataKinds are the kinds of marks that carry data by themselves.
var dataKinds = []string{spec.MarkBar, spec.MarkPoint, spec.MarkErrorbar, spec.MarkLine, spec.MarkBand, spec.MarkHistogram, spec.MarkBox}

func candidates(slot spec.VisualSlot, fig *spec.Figure, t spec.Terms) []Candidate {
	accepted := accepts(slot)
	out := gather(slot, fig, t, accepted)
	if len(out) == 0 {
		var rest []string
		for _, k := range dataKinds {
			if !slices.Contains(accepted, k) {
				rest = append(rest, k)
			}
		}
		out = gather(slot, fig, t, rest)
		for i := range out {
			out[i].Foreign = true
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// accepts lists the kinds of captured marks that a slot accepts. Error bars that carry
// a slot's values alone have a centre that no mark shows, so they count only where
// the slot names them; a histogram of touching bars is bars too.
func accepts(slot spec.VisualSlot) []string {
	var out []string
	for _, m := range slot.Marks {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	if slices.Contains(out, spec.MarkErrorbar) && !slices.Contains(out, spec.MarkPoint) {
		out = append(out, spec.MarkPoint) // the centre of an error bar is a point
	}
	if slices.Contains(out, spec.MarkBar) && !slices.Contains(out, spec.MarkHistogram) {
		out = append(out, spec.MarkHistogram)
	}
	return out
}

func gather(slot spec.VisualSlot, fig *spec.Figure, t spec.Terms, kinds []string) []Candidate {
	var out []Candidate
	for _, kind := range kinds {
		var grid Candidate
		for i, a := range fig.Axes {
			if !slices.ContainsFunc(a.Marks, func(m spec.MarkSet) bool { return m.Mark == kind }) {
				continue
			}
			c := Candidate{Axes: []int{i}, Mark: kind, Score: scope(slot, a, kind, drawn.NewWords(slot, t))}
			out = append(out, c)
			grid.Axes, grid.Score = append(grid.Axes, i), grid.Score+c.Score
		}
		if n := len(grid.Axes); n > 1 {
			grid.Mark, grid.Score = kind, grid.Score/float64(n)
			out = append(out, grid)
		}
	}
	return out
}

// scope scores how well axes fit the fields of a slot.
func scope(slot spec.VisualSlot, a spec.AxesView, kind string, r drawn.Words) float64 {
	at, val := a.X, a.Y
	if drawn.Lying(a, kind, slot) {
		at, val = val, at
	}
	score := 0.0
	fits := func(ch *spec.Channel, v spec.AxisView, weight float64) {
		if ch == nil {
			return
		}
		if len(ch.Label) > 0 && r.In(v.Label, ch.Label) {
			score += 4 * weight
		} else if len(ch.Label) > 0 && r.In(a.Title, ch.Label) {
			score += 2 * weight
		}
		if shown := axis.ShownUnit(v, a.Title, ch.Unit); ch.Unit != "" && shown != "" && unit.Convertible(shown, ch.Unit) {
			score += 2 * weight
		}
		if ch.Scale != "" && scaleHolds(ch.Scale, v) {
			score += 2 * weight
		}
	}
	fits(slot.Y, val, 1)
	fits(slot.X, at, 0.5)
	if u := slot.Uncertainty; u != nil && slices.ContainsFunc(a.Marks, func(m spec.MarkSet) bool {
		return m.Mark == spec.MarkErrorbar || m.Mark == spec.MarkBand
	}) {
		score++
	}
	return score
}

// scaleHolds reports whether an axis has the scale that a slot names.
func scaleHolds(want string, a spec.AxisView) bool {
	switch want {
	case axis.Category:
		return axis.HasNames(a)
	case axis.Time:
		return a.Kind == axis.Time
	case axis.Linear:
		return a.Scale == axis.Linear && a.Kind != axis.Time && !axis.HasNames(a)
	}
	return a.Scale == want
}
