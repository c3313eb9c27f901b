package vegalite

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

const day = 86_400_000 // milliseconds

// scaled lists the channels that have scales.
var scaled = []string{"x", "y", "xOffset", "yOffset", "color", "fill", "stroke", "shape", "strokeDash", "size", "opacity", "fillOpacity", "strokeOpacity", "strokeWidth", "theta"}

// scales are those that a view has, each perhaps shared with others.
type scales map[string]*scale

// apart gives scales of which the independent ones are new.
func (s scales) apart(independent func(channel string) bool) scales {
	out := scales{}
	for _, ch := range scaled {
		if s[ch] == nil {
			s[ch] = &scale{}
		}
		out[ch] = s[ch]
		if independent(ch) {
			out[ch] = &scale{}
		}
	}
	return out
}

// Kinds of scales.
const (
	names = "category"
	times = "time"
)

// scale is one scale on its way: the values that its views show, then its domain.
type scale struct {
	kind   string // "" until a field is met; names, times, or linear, log, …
	ptr    string
	spec   scaleSpec
	first  *field // whose defaults hold
	values []any  // of names, in the order in which they are met
	at     map[string]int
	rank   map[string]float64 // of names sorted by numbers
	sort   sortSpec
	lo, hi float64 // of the values met
	zero   bool
	nice   bool
	pad    float64 // pixels on both sides
	length float64 // in pixels
	from   float64 // the domain, once it is settled
	to     float64
	margin float64 // beyond the outer names, as a share of the step
	ready  bool
	off    bool // the axis is not shown
	units  flow.Unit
	label  func(any) string
	shares bool // numbers are written as percent
}

// meet takes a field onto the scale; false where it does not go with those before.
func (s *scale) meet(f *field, l *layer, channel string) bool {
	kind := "linear"
	switch {
	case f.discrete():
		kind = names
	case f.typ == temporal:
		kind = times
	case f.scale.kind != "":
		kind = f.scale.kind
	}
	if s.kind == "" {
		s.kind, s.first, s.ptr, s.lo, s.hi, s.at, s.label, s.units = kind, f, f.ptr, math.Inf(1), math.Inf(-1), map[string]int{}, f.label, f.unit
		s.zero, s.nice = l.zero(f, channel), (channel == "x" || channel == "y") && f.bin == nil && f.scale.domain == nil && f.scale.lo == nil && f.scale.hi == nil && kind != times
	} else if s.kind != kind {
		if kind != "linear" || s.kind == names || s.kind == times {
			if s.kind != "linear" || kind == names || kind == times {
				return false
			}
			s.kind = kind
		}
	}
	if f.scale.given && !s.spec.given {
		s.spec = f.scale
	}
	if f.sort.given && !s.sort.given {
		s.sort = f.sort
	}
	s.off = s.off || f.axisOff
	s.shares = s.shares || f.percent
	return true
}

// add takes values onto the scale.
func (s *scale) add(v any) {
	if s.kind == names {
		k := formula.Text(v)
		if _, ok := s.at[k]; !ok && !undefined(v) {
			s.at[k] = len(s.values)
			s.values = append(s.values, v)
		}
		return
	}
	if f, ok := position(v); ok {
		s.lo, s.hi = math.Min(s.lo, f), math.Max(s.hi, f)
	}
}

func undefined(v any) bool { _, is := v.(formula.Undefined); return is }

// position is a value as a finite number; moments are milliseconds.
func position(v any) (float64, bool) {
	if formula.None(v) || v == "" {
		return 0, false
	}
	f := formula.Number(v)
	return f, !math.IsNaN(f) && !math.IsInf(f, 0)
}

// settle finds the domain.
func (s *scale) settle() {
	if s.ready || s.kind == "" {
		return
	}
	s.ready = true
	if s.kind == names {
		s.arrange()
		return
	}
	lo, hi := s.lo, s.hi
	end := func(v any, to *float64) bool {
		if s.kind == times {
			v = formula.ParseDate(v)
		}
		f, ok := position(v)
		if ok {
			*to = f
		}
		return ok
	}
	custom := false
	if d := s.spec.domain; len(d) >= 2 {
		custom = end(d[0], &lo) && end(d[len(d)-1], &hi)
	}
	if lo > hi && !custom {
		lo, hi = 0, 1
		if s.kind == "log" {
			lo, hi = 1, 10
		}
	}
	zero, nice := s.zero, s.nice
	if s.spec.zero != nil {
		zero = *s.spec.zero
	}
	if custom && s.spec.zero == nil {
		zero = false
	}
	if s.spec.nice != nil {
		nice = *s.spec.nice
	}
	if zero && s.kind != "log" && s.kind != times {
		lo, hi = math.Min(lo, 0), math.Max(hi, 0)
	}
	end(s.spec.lo, &lo)
	end(s.spec.hi, &hi)
	pad := s.pad
	if s.spec.padding != nil {
		pad = *s.spec.padding
	}
	if pad > 0 && !custom && s.length > 2*pad && hi > lo {
		lo, hi = s.padded(lo, hi, pad)
	}
	if nice && s.kind != times {
		lo, hi = s.rounded(lo, hi)
	}
	s.from, s.to = lo, hi
	if s.spec.reverse {
		s.from, s.to = hi, lo
	}
}

// padded widens a domain by pixels, on the scale's own ruler.
func (s *scale) padded(lo, hi, pad float64) (float64, float64) {
	to, back := s.ruler()
	a, b := to(lo), to(hi)
	zoom := s.length / (s.length - 2*pad)
	mid, half := (a+b)/2, (b-a)/2*zoom
	x, y := back(mid-half), back(mid+half)
	if math.IsNaN(x) || math.IsNaN(y) {
		return lo, hi
	}
	return x, y
}

// ruler is the map from numbers to places on which the scale is even, and back.
func (s *scale) ruler() (to, back func(float64) float64) {
	power := s.spec.exp
	if s.kind == "sqrt" {
		power = 0.5
	} else if power == 0 {
		power = 1
	}
	switch s.kind {
	case "log":
		return math.Log, math.Exp
	case "pow", "sqrt":
		return func(x float64) float64 { return math.Copysign(math.Pow(math.Abs(x), power), x) },
			func(x float64) float64 { return math.Copysign(math.Pow(math.Abs(x), 1/power), x) }
	case "symlog":
		c := s.spec.constant
		if !(c > 0) {
			c = 1
		}
		return func(x float64) float64 { return math.Copysign(math.Log1p(math.Abs(x/c)), x) },
			func(x float64) float64 { return math.Copysign(math.Expm1(math.Abs(x))*c, x) }
	}
	return func(x float64) float64 { return x }, func(x float64) float64 { return x }
}

// rounded extends a domain to round numbers, as d3-scale does.
func (s *scale) rounded(lo, hi float64) (float64, float64) {
	if s.kind == "log" {
		base := s.spec.base
		if !(base > 1) {
			base = 10
		}
		if !(lo > 0) {
			return lo, hi
		}
		logb := func(x float64) float64 {
			if base == 10 {
				return math.Log10(x)
			}
			return math.Log(x) / math.Log(base)
		}
		return math.Pow(base, math.Floor(logb(lo))), math.Pow(base, math.Ceil(logb(hi)))
	}
	last := 0.0
	for range 10 {
		step := increment(lo, hi, 10)
		switch {
		case step == last:
			return lo, hi
		case step > 0:
			lo, hi = math.Floor(lo/step)*step, math.Ceil(hi/step)*step
		case step < 0:
			lo, hi = math.Ceil(lo*step)/step, math.Floor(hi*step)/step
		default:
			return lo, hi
		}
		last = step
	}
	return lo, hi
}

// increment is the step of round ticks; negative ones are the inverse of steps below 1.
func increment(lo, hi, count float64) float64 {
	step := (hi - lo) / count
	if !(step > 0) || math.IsInf(step, 0) {
		return 0
	}
	power := math.Floor(math.Log10(step))
	e := step / math.Pow(10, power)
	factor := 1.0
	switch {
	case e >= math.Sqrt(50):
		factor = 10
	case e >= math.Sqrt(10):
		factor = 5
	case e >= math.Sqrt2:
		factor = 2
	}
	if power < 0 {
		return -math.Pow(10, -power) / factor
	}
	return math.Pow(10, power) * factor
}

// arrange puts names into the order in which they are shown.
func (s *scale) arrange() {
	switch s.sort.kind {
	case sortUp:
		slices.SortStableFunc(s.values, formula.Compare)
		if s.sort.descending {
			slices.Reverse(s.values)
		}
	case sortList:
		slices.SortStableFunc(s.values, func(a, b any) int { return s.sort.index(a) - s.sort.index(b) })
	case sortBy, sortChannel:
		slices.SortStableFunc(s.values, func(a, b any) int {
			x, y := s.rank[formula.Text(a)], s.rank[formula.Text(b)]
			switch less := x < y; {
			case x == y || x != x || y != y:
				return 0
			case less != s.sort.descending:
				return -1
			}
			return 1
		})
	}
	if s.spec.domain != nil {
		s.values = s.spec.domain
	}
	if s.spec.reverse {
		s.values = slices.Clone(s.values)
		slices.Reverse(s.values)
	}
	s.at = map[string]int{}
	for i, v := range slices.Backward(s.values) {
		s.at[formula.Text(v)] = i // of two alike the first
	}
}

// place is where a value stands: its number, its days since 1970, or the place of its name;
// NaN where it has none.
func (s *scale) place(v any) float64 {
	switch s.kind {
	case "":
		return 0
	case names:
		if i, ok := s.at[formula.Text(v)]; ok && !undefined(v) {
			return float64(i)
		}
		return math.NaN()
	case times:
		if f, ok := position(v); ok {
			return f / day
		}
		return math.NaN()
	}
	if f, ok := position(v); ok {
		return f
	}
	return math.NaN()
}
