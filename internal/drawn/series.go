package drawn

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/axis"
	"github.com/assaybench/assay/internal/expected"
	"github.com/assaybench/assay/spec"
)

// Series are marks of a set that share all but their place and value, in the order in
// which the set has them.
type Series struct {
	Class         int      // of the classes of a reading; -1 where they are of none
	Labels, Shown []string // as those of a Datum
	At, Value     []float64
	Why           []spec.Unseen // of each: why it cannot be seen; nil where all can

	set Set
}

// Series are all marks of a plain reading: points or vertices that have no names and error
// bars of their own, and are compared as rows. They stand for its Data, which are then made
// only when they are asked for. None where a reading is not plain.
func (r *Reading) Series() []Series { return r.series }

// plainly reads the sets as series; false where they are more than that.
func (r *Reading) plainly() ([]Series, bool) {
	if r.Mark != spec.MarkPoint && r.Mark != spec.MarkLine || r.Want.Keyed || r.Want.Fit != nil || r.alone {
		return nil, false
	}
	for _, a := range r.Axes {
		if slices.ContainsFunc(a.Marks, func(m spec.MarkSet) bool { return m.Mark == spec.MarkErrorbar || m.Mark == spec.MarkBand }) {
			return nil, false
		}
	}
	out := make([]Series, 0, len(r.Sets))
	for _, s := range r.Sets {
		at, val := s.X, s.Y
		if r.lying[s.Panel] {
			at, val = val, at
		}
		if s.Labels != nil || len(at) != len(val) || len(at) == 0 {
			return nil, false
		}
		one := Series{set: s, Class: -1}
		one.At, one.Value = at, val
		if s.Hidden > 0 || s.Unseen != nil {
			one.Why = make([]spec.Unseen, len(at))
			for i := range at {
				one.Why[i] = axis.Why(s.MarkSet, &r.Axes[s.Panel], i)
			}
		}
		one.leaveGaps()
		one.At, one.Value = r.atScale(s.Panel).all(one.At), r.valScale(s.Panel).all(one.Value)
		one.Labels, one.Shown = r.named(s, "")
		out = append(out, one)
	}
	return out, true
}

// leaveGaps leaves out the marks without a place, or a value.
func (s *Series) leaveGaps() {
	at, value := s.At, s.Value
	gap := 0
	for gap < len(at) && at[gap] == at[gap] && value[gap] == value[gap] {
		gap++
	}
	if gap == len(at) {
		return
	}
	s.At, s.Value = slices.Clone(at[:gap]), slices.Clone(value[:gap])
	n := gap
	for i := gap; i < len(at); i++ {
		if at[i] == at[i] && value[i] == value[i] {
			s.At, s.Value = append(s.At, at[i]), append(s.Value, value[i])
			if s.Why != nil {
				s.Why[n] = s.Why[i]
			}
			n++
		}
	}
	if s.Why != nil {
		s.Why = s.Why[:n]
	}
}

// hidden reports whether mark i cannot be seen.
func (s *Series) hidden(i int) bool { return s.Why != nil && s.Why[i].Hides() }

// all maps numbers.
func (l linear) all(f []float64) []float64 {
	if l.none() {
		return f
	}
	out := make([]float64, len(f))
	for i, v := range f {
		out[i] = l.of(v)
	}
	return out
}

// first is the place of the first mark of a series by place and value.
func (s Series) first() (at, value float64) {
	at, value = s.At[0], s.Value[0]
	for i, a := range s.At {
		if a < at || a == at && s.Value[i] < value {
			at, value = a, s.Value[i]
		}
	}
	return at, value
}

// Names calls yield with all texts that name marks and those of them that the figure shows,
// in the order of the marks; marks that follow each other with the same texts count once. It
// stops where yield returns false.
func (r *Reading) Names(yield func(class int, labels, shown []string) bool) {
	if r.series != nil {
		type start struct {
			Series
			at, value float64
		}
		var order []start
		for _, s := range r.series {
			if len(s.At) > 0 {
				at, value := s.first()
				order = append(order, start{s, at, value})
			}
		}
		slices.SortStableFunc(order, func(a, b start) int {
			return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.value, b.value), slices.Compare(a.Labels, b.Labels))
		})
		for _, s := range order {
			if !yield(s.Class, s.Labels, s.Shown) {
				return
			}
		}
		return
	}
	of := make([]int, len(r.Data()))
	for j, list := range r.Classes().Drawn {
		for _, i := range list {
			of[i] = j
		}
	}
	for _, i := range r.Classes().Other {
		of[i] = -1
	}
	for i, d := range r.data {
		if i > 0 && of[i] == of[i-1] && slices.Equal(d.Labels, r.data[i-1].Labels) && slices.Equal(d.Shown, r.data[i-1].Shown) {
			continue
		}
		if !yield(of[i], d.Labels, d.Shown) {
			return
		}
	}
}

// Len is the number of marks.
func (r *Reading) Len() int {
	if r.series == nil {
		return len(r.Data())
	}
	n := 0
	for _, s := range r.series {
		n += len(s.At)
	}
	return n
}

// Event is that of the figure; 0 without marks.
func (r *Reading) Event() int64 {
	if len(r.Sets) == 0 {
		return 0
	}
	return r.Sets[0].Event
}

// Datum is one of the marks: those of a plain reading are counted series by series, others
// as in Data.
func (r *Reading) Datum(i int) Datum {
	if r.series == nil {
		return r.Data()[i]
	}
	s, i := r.serial(i)
	d := noDatum(s.set)
	d.At, d.Number, d.Value, d.Labels, d.Shown = s.At[i], s.At[i], s.Value[i], s.Labels, s.Shown
	if s.Why != nil {
		d.Why, d.Hidden = s.Why[i], s.hidden(i)
	}
	return d
}

// serial finds a mark of a plain reading: its series, and its place there.
func (r *Reading) serial(i int) (*Series, int) {
	k := 0
	for i >= len(r.series[k].At) {
		i -= len(r.series[k].At)
		k++
	}
	return &r.series[k], i
}

// Each calls yield with every mark, by the number that Datum has it by: those of one class
// in the order of that number. Class is -1 where it is of none.
func (r *Reading) Each(yield func(i, class int, at, value float64, hidden bool)) {
	if r.series != nil {
		from := 0
		for _, s := range r.series {
			for i, at := range s.At {
				yield(from+i, s.Class, at, s.Value[i], s.hidden(i))
			}
			from += len(s.At)
		}
		return
	}
	c := r.Classes()
	for j, list := range append(slices.Clip(c.Drawn), c.Other) {
		if j == len(c.Drawn) {
			j = -1
		}
		for _, i := range list {
			d := &r.data[i]
			yield(i, j, d.At, d.Value, d.Hidden)
		}
	}
}

// Hidden are the numbers of the marks that cannot be seen.
func (r *Reading) Hidden() []int {
	var out []int
	if r.series == nil {
		for i, d := range r.Data() {
			if d.Hidden {
				out = append(out, i)
			}
		}
		return out
	}
	from := 0
	for _, s := range r.series {
		for i, why := range s.Why {
			if why.Hides() {
				out = append(out, from+i)
			}
		}
		from += len(s.At)
	}
	return out
}

// why is the reason for which a mark cannot be seen.
func (r *Reading) why(i int) spec.Unseen {
	if r.series == nil {
		return r.Data()[i].Why
	}
	s, i := r.serial(i)
	if s.Why == nil {
		return ""
	}
	return s.Why[i]
}

// Bars is the number of marks with an error bar.
func (r *Reading) Bars() int {
	if r.series != nil {
		return 0
	}
	n := 0
	for _, d := range r.Data() {
		if d.Lo == d.Lo && d.Hi == d.Hi {
			n++
		}
	}
	return n
}

// Spread is the difference between the greatest and the least value that is wanted.
func (r *Reading) Spread() float64 { return r.wants.spread }

// wants are the classes of what is wanted, the same for all readings of a figure.
type wants struct {
	keys  []expected.Key
	of    []int32 // of each wanted mark; nil where all are of the first
	count []int
	exact map[string]int // canonical name of one part -> class
	lists [][]int        // marks of each class, once they are asked for

	spread float64 // of the values
}

func classesOf(want *expected.Marks, t spec.Terms) *wants {
	lo, hi := axis.Range(want.Y)
	w := &wants{exact: map[string]int{}, spread: max(hi-lo, 0)}
	type name struct{ at, group string }
	known, at := map[name]int32{}, map[string]int32{}
	one := func(i int) int32 {
		k := want.Key(i)
		id := strings.Join(k.Parts, "\x00")
		j, ok := at[id]
		if !ok {
			j = int32(len(w.keys))
			at[id] = j
			w.keys, w.count = append(w.keys, expected.Key{Parts: k.Parts, Num: none}), append(w.count, 0)
		}
		return j
	}
	if len(want.Group) == 0 && len(want.X) == 0 && len(want.Y) > 0 {
		w.count[one(0)] = len(want.Y)
	} else {
		w.of = make([]int32, len(want.Y))
		for i := range want.Y {
			var n name
			if i < len(want.X) && want.X[i].Kind != spec.ValueNumber {
				n.at = expected.Label(want.X[i])
			}
			if i < len(want.Group) {
				n.group = want.Group[i]
			}
			j, ok := known[n]
			if !ok {
				j = one(i)
				known[n] = j
			}
			w.of[i] = j
			w.count[j]++
		}
	}
	for j, k := range w.keys {
		if len(k.Parts) == 1 {
			w.exact[t.Canonical(k.Parts[0])] = j
		}
	}
	return w
}

func (w *wants) class(i int) int {
	if w.of == nil {
		return 0
	}
	return int(w.of[i])
}

// each are the marks of each class.
func (w *wants) each(n int) [][]int {
	if w.lists == nil {
		w.lists = make([][]int, len(w.keys))
		for j, n := range w.count {
			w.lists[j] = make([]int, 0, n)
		}
		for i := range n {
			w.lists[w.class(i)] = append(w.lists[w.class(i)], i)
		}
	}
	return w.lists
}
