package formula

import (
	"math"
	"strings"
	"time"
)

// function is one that expressions can call, with the numbers of its arguments.
type function struct {
	least, most int
	call        func([]any) any
}

func number(f func(float64) float64) function {
	return function{1, 1, func(v []any) any { return f(Number(v[0])) }}
}

func asks(f func(any) bool) function {
	return function{1, 1, func(v []any) any { return f(v[0]) }}
}

func ofText(f func(string) any) function {
	return function{1, 1, func(v []any) any { return f(Text(v[0])) }}
}

// part is a part of a date; NaN where it is none.
func part(f func(time.Time) int) function {
	return function{1, 1, func(v []any) any {
		d, ok := ParseDate(v[0]).(Date)
		if !ok || math.IsNaN(float64(d)) || !(math.Abs(float64(d)) <= 8.64e15) {
			return math.NaN()
		}
		return float64(f(d.Time()))
	}}
}

// round is the nearest integer, halves upward.
func round(f float64) float64 { return math.Floor(f + 0.5) }

const anyNumber = 16 // arguments of functions that take any number of them

var functions = map[string]function{
	"isValid":   asks(func(v any) bool { return !None(v) && !isNaN(v) }),
	"isDefined": asks(func(v any) bool { _, u := v.(Undefined); return !u }),
	"isNumber":  asks(func(v any) bool { _, ok := v.(float64); return ok }),
	"isString":  asks(func(v any) bool { _, ok := v.(string); return ok }),
	"isBoolean": asks(func(v any) bool { _, ok := v.(bool); return ok }),
	"isDate":    asks(func(v any) bool { _, ok := v.(Date); return ok }),
	"isArray":   asks(func(v any) bool { _, ok := v.([]any); return ok }),
	"isNaN":     asks(func(v any) bool { return math.IsNaN(Number(v)) }),
	"isFinite":  asks(func(v any) bool { f := Number(v); return !math.IsNaN(f) && !math.IsInf(f, 0) }),

	"abs": number(math.Abs), "ceil": number(math.Ceil), "floor": number(math.Floor), "round": number(round), "sqrt": number(math.Sqrt), "exp": number(math.Exp), "log": number(math.Log),
	"sin": number(math.Sin), "cos": number(math.Cos), "tan": number(math.Tan), "asin": number(math.Asin), "acos": number(math.Acos), "atan": number(math.Atan),
	"atan2": {2, 2, func(v []any) any { return math.Atan2(Number(v[0]), Number(v[1])) }},
	"pow":   {2, 2, func(v []any) any { return math.Pow(Number(v[0]), Number(v[1])) }},
	"min":   {1, anyNumber, func(v []any) any { return fold(v, math.Min) }},
	"max":   {1, anyNumber, func(v []any) any { return fold(v, math.Max) }},
	"hypot": {1, anyNumber, func(v []any) any {
		s := 0.0
		for _, x := range v {
			s = math.Hypot(s, Number(x))
		}
		return s
	}},
	"clamp": {3, 3, func(v []any) any { return math.Max(Number(v[1]), math.Min(Number(v[2]), Number(v[0]))) }},
	"inrange": {2, 2, func(v []any) any {
		r, ok := v[1].([]any)
		if !ok || len(r) == 0 {
			return false
		}
		x, a, b := Number(v[0]), Number(r[0]), Number(r[len(r)-1])
		return math.Min(a, b) <= x && x <= math.Max(a, b)
	}},

	"toNumber":  {1, 1, func(v []any) any { return orNull(v[0], func(v any) any { return Number(v) }) }},
	"toString":  {1, 1, func(v []any) any { return orNull(v[0], func(v any) any { return Text(v) }) }},
	"toBoolean": {1, 1, func(v []any) any { return orNull(v[0], toBool) }},
	"toDate":    {1, 1, func(v []any) any { return ParseDate(v[0]) }},

	"length": {1, 1, func(v []any) any { return length(v[0]) }},
	"upper":  ofText(func(s string) any { return strings.ToUpper(s) }),
	"lower":  ofText(func(s string) any { return strings.ToLower(s) }),
	"trim":   ofText(func(s string) any { return strings.TrimSpace(s) }),
	"slice": {2, 3, func(v []any) any {
		r := []rune(Text(v[0]))
		lo, hi := bound(v[1], len(r)), len(r)
		if len(v) == 3 {
			hi = bound(v[2], len(r))
		}
		return string(r[lo:max(lo, hi)])
	}},
	"indexof": {2, 2, func(v []any) any {
		if list, ok := v[0].([]any); ok {
			for i, x := range list {
				if Same(x, v[1]) {
					return float64(i)
				}
			}
			return -1.0
		}
		s := Text(v[0])
		i := strings.Index(s, Text(v[1]))
		if i < 0 {
			return -1.0
		}
		return float64(len([]rune(s[:i])))
	}},
	"replace": {3, 3, func(v []any) any { return strings.Replace(Text(v[0]), Text(v[1]), Text(v[2]), 1) }},

	"year": part(time.Time.Year), "date": part(time.Time.Day), "hours": part(time.Time.Hour), "minutes": part(time.Time.Minute), "seconds": part(time.Time.Second), "dayofyear": part(time.Time.YearDay),
	"month":        part(func(t time.Time) int { return int(t.Month()) - 1 }),
	"day":          part(func(t time.Time) int { return int(t.Weekday()) }),
	"quarter":      part(func(t time.Time) int { return int(t.Month()-1) / 3 }),
	"milliseconds": part(func(t time.Time) int { return t.Nanosecond() / 1e6 }),
	"time":         {1, 1, func(v []any) any { return orNull(ParseDate(v[0]), func(v any) any { return Number(v) }) }},
	"datetime":     {1, 7, datetime},
}

func init() {
	for _, name := range []string{"year", "date", "hours", "minutes", "seconds", "dayofyear", "month", "day", "quarter", "milliseconds"} {
		functions["utc"+name] = functions[name]
	}
}

func fold(v []any, f func(a, b float64) float64) float64 {
	out := Number(v[0])
	for _, x := range v[1:] {
		out = f(out, Number(x))
	}
	return out
}

func orNull(v any, f func(any) any) any {
	if None(v) || v == "" {
		return nil
	}
	return f(v)
}

func toBool(v any) any {
	if s, ok := v.(string); ok {
		return s != "false" && s != "0"
	}
	return Truth(v)
}

func length(v any) any {
	switch x := v.(type) {
	case []any:
		return float64(len(x))
	case string:
		return float64(len([]rune(x)))
	}
	return Undefined{}
}

// bound is an index into n things; negative ones count from the end.
func bound(v any, n int) int {
	f := Number(v)
	if math.IsNaN(f) {
		f = 0
	}
	if f < 0 {
		f += float64(n)
	}
	return int(math.Max(0, math.Min(float64(n), f)))
}

// datetime is the moment of year, month (from 0), day and time, of milliseconds, or of text.
func datetime(v []any) any {
	if len(v) == 1 {
		return ParseDate(v[0])
	}
	n := [7]int{0, 0, 1}
	for i, x := range v {
		f := Number(x)
		if !(math.Abs(f) < 1e6) {
			return Date(math.NaN())
		}
		n[i] = int(f)
	}
	return DateOf(time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], n[6]*1e6, time.UTC))
}
