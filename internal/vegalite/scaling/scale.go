// Package scaling finds the domains of scales, from the values that the views which share
// them show.
package scaling

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/encoding"
	"github.com/assaybench/assay/internal/vegalite/flow"
	"github.com/assaybench/assay/internal/vegalite/formula"
)

// Day is the length of a day in milliseconds.
const Day = 86_400_000

// Scaled lists the channels that have scales.
var Scaled = []string{"x", "y", "xOffset", "yOffset", "color", "fill", "stroke", "shape", "strokeDash", "size", "opacity", "fillOpacity", "strokeOpacity", "strokeWidth", "theta"}

// Scales are those that a view has, each perhaps shared with others.
type Scales map[string]*Scale

// Apart gives scales of which the independent ones are new.
func (s Scales) Apart(independent func(channel string) bool) Scales {
	out := Scales{}
	for _, ch := range Scaled {
		if s[ch] == nil {
			s[ch] = &Scale{}
		}
		out[ch] = s[ch]
		if independent(ch) {
			out[ch] = &Scale{}
		}
	}
	return out
}

// Kinds of scales.
const (
	Names = "category"
	Times = "time"
)

// Scale is one scale on its way: the values that its views show, then its domain.
type Scale struct {
	Kind    string // "" until a field is met; names, times, or linear, log, …
	Pointer string
	spec    encoding.ScaleSpec
	first   *encoding.Field // whose defaults hold
	Values  []any           // of names, in the order in which they are met
	at      map[string]int
	Rank    map[string]float64 // of names sorted by numbers
	sort    encoding.SortSpec
	lo, hi  float64 // of the values met
	zero    bool
	nice    bool
	Pad     float64 // pixels on both sides
	Length  float64 // in pixels
	From    float64 // the domain, once it is settled
	To      float64
	Margin  float64 // beyond the outer names, as a share of the step
	ready   bool
	Off     bool // the axis is not shown
	units   flow.Unit
	Label   func(any) string
	Shares  bool // numbers are written as percent
}

// Meet takes a field onto the scale, which begins at zero where nothing else is said; false where it does not go with those before.
func (s *Scale) Meet(f *encoding.Field, zero bool, channel string) bool {
	kind := "linear"
	switch {
	case f.Discrete():
		kind = Names
	case f.Type == encoding.Temporal:
		kind = Times
	case f.Scale.Kind != "":
		kind = f.Scale.Kind
	}
	if s.Kind == "" {
		s.Kind, s.first, s.Pointer, s.lo, s.hi, s.at, s.Label, s.units = kind, f, f.Pointer, math.Inf(1), math.Inf(-1), map[string]int{}, f.Label, f.Unit
		s.zero, s.nice = zero, (channel == "x" || channel == "y") && f.Bin == nil && f.Scale.Domain == nil && f.Scale.Lo == nil && f.Scale.Hi == nil && kind != Times
	} else if s.Kind != kind {
		if kind != "linear" || s.Kind == Names || s.Kind == Times {
			if s.Kind != "linear" || kind == Names || kind == Times {
				return false
			}
			s.Kind = kind
		}
	}
	if f.Scale.Given && !s.spec.Given {
		s.spec = f.Scale
	}
	if f.Sort.Given && !s.sort.Given {
		s.sort = f.Sort
	}
	s.Off = s.Off || f.AxisOff
	s.Shares = s.Shares || f.Percent
	return true
}

// Add takes values onto the scale.
func (s *Scale) Add(v any) {
	if s.Kind == Names {
		k := formula.Text(v)
		if _, ok := s.at[k]; !ok && !undefined(v) {
			s.at[k] = len(s.Values)
			s.Values = append(s.Values, v)
		}
		return
	}
	if f, ok := Position(v); ok {
		s.lo, s.hi = math.Min(s.lo, f), math.Max(s.hi, f)
	}
}

func undefined(v any) bool { _, is := v.(formula.Undefined); return is }

// Position is a value as a finite number; moments are milliseconds.
func Position(v any) (float64, bool) {
	if formula.None(v) || v == "" {
		return 0, false
	}
	f := formula.Number(v)
	return f, !math.IsNaN(f) && !math.IsInf(f, 0)
}

// Settle finds the domain.
func (s *Scale) Settle() {
	if s.ready || s.Kind == "" {
		return
	}
	s.ready = true
	if s.Kind == Names {
		s.arrange()
		return
	}
	lo, hi := s.lo, s.hi
	end := func(v any, to *float64) bool {
		if s.Kind == Times {
			v = formula.ParseDate(v)
		}
		f, ok := Position(v)
		if ok {
			*to = f
		}
		return ok
	}
	custom := false
	if d := s.spec.Domain; len(d) >= 2 {
		custom = end(d[0], &lo) && end(d[len(d)-1], &hi)
	}
	if lo > hi && !custom {
		lo, hi = 0, 1
		if s.Kind == "log" {
			lo, hi = 1, 10
		}
	}
	zero, nice := s.zero, s.nice
	if s.spec.Zero != nil {
		zero = *s.spec.Zero
	}
	if custom && s.spec.Zero == nil {
		zero = false
	}
	if s.spec.Nice != nil {
		nice = *s.spec.Nice
	}
	if zero && s.Kind != "log" && s.Kind != Times {
		lo, hi = math.Min(lo, 0), math.Max(hi, 0)
	}
	end(s.spec.Lo, &lo)
	end(s.spec.Hi, &hi)
	pad := s.Pad
	if s.spec.Padding != nil {
		pad = *s.spec.Padding
	}
	if pad > 0 && !custom && s.Length > 2*pad && hi > lo {
		lo, hi = s.padded(lo, hi, pad)
	}
	if nice && s.Kind != Times {
		lo, hi = s.rounded(lo, hi)
	}
	s.From, s.To = lo, hi
	if s.spec.Reverse {
		s.From, s.To = hi, lo
	}
}

// padded widens a domain by pixels, on the scale's own ruler.
func (s *Scale) padded(lo, hi, pad float64) (float64, float64) {
	to, back := s.ruler()
	a, b := to(lo), to(hi)
	zoom := s.Length / (s.Length - 2*pad)
	mid, half := (a+b)/2, (b-a)/2*zoom
	x, y := back(mid-half), back(mid+half)
	if math.IsNaN(x) || math.IsNaN(y) {
		return lo, hi
	}
	return x, y
}

// ruler is the map from numbers to places on which the scale is even, and back.
func (s *Scale) ruler() (to, back func(float64) float64) {
	power := s.spec.Exp
	if s.Kind == "sqrt" {
		power = 0.5
	} else if power == 0 {
		power = 1
	}
	switch s.Kind {
	case "log":
		return math.Log, math.Exp
	case "pow", "sqrt":
		return func(x float64) float64 { return math.Copysign(math.Pow(math.Abs(x), power), x) },
			func(x float64) float64 { return math.Copysign(math.Pow(math.Abs(x), 1/power), x) }
	case "symlog":
		c := s.spec.Constant
		if !(c > 0) {
			c = 1
		}
		return func(x float64) float64 { return math.Copysign(math.Log1p(math.Abs(x/c)), x) },
			func(x float64) float64 { return math.Copysign(math.Expm1(math.Abs(x))*c, x) }
	}
	return func(x float64) float64 { return x }, func(x float64) float64 { return x }
}

// rounded extends a domain to round numbers, as d3-scale does.
func (s *Scale) rounded(lo, hi float64) (float64, float64) {
	if s.Kind == "log" {
		base := s.spec.Base
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
func (s *Scale) arrange() {
	switch s.sort.Kind {
	case encoding.SortUp:
		slices.SortStableFunc(s.Values, formula.Compare)
		if s.sort.Descending {
			slices.Reverse(s.Values)
		}
	case encoding.SortList:
		slices.SortStableFunc(s.Values, func(a, b any) int { return s.sort.Index(a) - s.sort.Index(b) })
	case encoding.SortBy, encoding.SortChannel:
		slices.SortStableFunc(s.Values, func(a, b any) int {
			x, y := s.Rank[formula.Text(a)], s.Rank[formula.Text(b)]
			switch less := x < y; {
			case x == y || x != x || y != y:
				return 0
			case less != s.sort.Descending:
				return -1
			}
			return 1
		})
	}
	if s.spec.Domain != nil {
		s.Values = s.spec.Domain
	}
	if s.spec.Reverse {
		s.Values = slices.Clone(s.Values)
		slices.Reverse(s.Values)
	}
	s.at = map[string]int{}
	for i, v := range slices.Backward(s.Values) {
		s.at[formula.Text(v)] = i // of two alike the first
	}
}

// Place is where a value stands: its number, its days since 1970, or the place of its name;
// NaN where it has none.
func (s *Scale) Place(v any) float64 {
	switch s.Kind {
	case "":
		return 0
	case Names:
		if i, ok := s.at[formula.Text(v)]; ok && !undefined(v) {
			return float64(i)
		}
		return math.NaN()
	case Times:
		if f, ok := Position(v); ok {
			return f / Day
		}
		return math.NaN()
	}
	if f, ok := Position(v); ok {
		return f
	}
	return math.NaN()
}
