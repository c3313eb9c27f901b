// Package formula is the expression language of Vega-Lite specifications, as far as it
// computes numbers from the fields of a row, and the values it knows. It follows the rules of
// ECMAScript, in which data and expressions are written, for what it supports; what it does
// not know is an error when an expression is parsed, never a guess. It has no loops and no
// state: evaluation ends after as many steps as the expression has parts.
package formula

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Values of a row are nil (null), float64, string, bool, Date, []any, map[string]any, and
// Undefined for what is not there.

// Date is a moment in milliseconds since 1970 in UTC; NaN where it is none.
type Date float64

// Undefined is what a field that does not exist is.
type Undefined struct{}

// None reports whether a value is null or not there.
func None(v any) bool {
	switch v.(type) {
	case nil, Undefined:
		return true
	}
	return false
}

// Number is a value as a number: null, false and blank text are 0, true is 1, text is what it
// says; NaN for what is none.
func Number(v any) float64 {
	switch x := v.(type) {
	case nil:
		return 0
	case float64:
		return x
	case Date:
		return float64(x)
	case bool:
		if x {
			return 1
		}
		return 0
	case string:
		s := strings.TrimSpace(x)
		if s == "" {
			return 0
		}
		switch s {
		case "Infinity", "+Infinity":
			return math.Inf(1)
		case "-Infinity":
			return math.Inf(-1)
		}
		if strings.ContainsAny(s, "xXpP_iInN") {
			return math.NaN()
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(f, 0) {
			return math.NaN()
		}
		return f
	}
	return math.NaN()
}

// Text is a value as text.
func Text(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return x
	case bool:
		return strconv.FormatBool(x)
	case float64:
		return numberText(x)
	case Date:
		if math.IsNaN(float64(x)) {
			return "Invalid Date"
		}
		return x.Time().Format("2006-01-02T15:04:05.000Z")
	case []any:
		parts := make([]string, len(x))
		for i, e := range x {
			if _, nested := e.([]any); !None(e) && !nested { // a list in a list has no text
				parts[i] = Text(e)
			}
		}
		return cut(strings.Join(parts, ","))
	case Undefined:
		return "undefined"
	}
	return "[object Object]"
}

// maxText bounds the texts that expressions put together.
const maxText = 1 << 16

func cut(s string) string { return s[:min(len(s), maxText)] }

func numberText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}
	if a := math.Abs(f); a >= 1e21 || a < 1e-6 {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		mant, exp, _ := strings.Cut(s, "e")
		return mant + "e" + exp[:1] + strings.TrimLeft(exp[1:], "0")
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// Truth is a value as a condition.
func Truth(v any) bool {
	switch x := v.(type) {
	case nil, Undefined:
		return false
	case bool:
		return x
	case float64:
		return x != 0 && !math.IsNaN(x)
	case string:
		return x != ""
	}
	return true
}

// Time is the moment as a time in UTC; the zero time where it is none.
func (d Date) Time() time.Time {
	if !(math.Abs(float64(d)) <= 8.64e15) {
		return time.Time{}
	}
	return time.UnixMilli(int64(d)).UTC()
}

// DateOf is the moment of a time.
func DateOf(t time.Time) Date { return Date(t.UnixMilli()) }

var layouts = []string{
	"2006-01-02", "2006-01", "2006", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"2006/01/02", "2006/1/2", "1/2/2006", "Jan 2 2006", "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "Mon, 02 Jan 2006 15:04:05 GMT", "Jan 2006", "January 2006",
}

// ParseDate reads a value as a moment: a number is milliseconds since 1970, text a date in one
// of the usual forms, all in UTC where it names no zone. The Date is NaN where it is none.
func ParseDate(v any) any {
	switch x := v.(type) {
	case nil, Undefined, Date:
		return v
	case float64:
		return Date(x)
	case string:
		s := strings.TrimSpace(x)
		if s == "" {
			return nil
		}
		for _, l := range layouts {
			if t, err := time.Parse(l, s); err == nil {
				return DateOf(t)
			}
		}
		return Date(math.NaN())
	}
	return Date(math.NaN())
}

// Compare orders two values of a sort: null and what is no number first, then by value.
func Compare(a, b any) int {
	an, bn := None(a) || isNaN(a), None(b) || isNaN(b)
	switch {
	case an && bn:
		return 0
	case an:
		return -1
	case bn:
		return 1
	}
	switch {
	case less(a, b) == yes:
		return -1
	case less(b, a) == yes:
		return 1
	}
	return 0
}

func isNaN(v any) bool {
	switch x := v.(type) {
	case float64:
		return math.IsNaN(x)
	case Date:
		return math.IsNaN(float64(x))
	}
	return false
}

type verdict int

const (
	no verdict = iota
	yes
	never // one of them is no number
)

// less is the relational comparison: of texts by code unit, of all else as numbers.
func less(a, b any) verdict {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return truth(x < y)
		}
	}
	x, y := Number(a), Number(b)
	if math.IsNaN(x) || math.IsNaN(y) {
		return never
	}
	return truth(x < y)
}

func truth(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// Same is strict equality.
func Same(a, b any) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case Undefined:
		_, ok := b.(Undefined)
		return ok
	case float64:
		y, ok := b.(float64)
		return ok && x == y
	case string:
		y, ok := b.(string)
		return ok && x == y
	case bool:
		y, ok := b.(bool)
		return ok && x == y
	}
	return false // dates, lists and objects are equal to themselves only
}

// Equal is loose equality: null is what is not there, and unlike kinds are compared as
// numbers.
func Equal(a, b any) bool {
	if None(a) || None(b) {
		return None(a) && None(b)
	}
	_, da := a.(Date)
	_, db := b.(Date)
	if da && db {
		return false
	}
	if da || db {
		if _, s := a.(string); s {
			return false
		}
		if _, s := b.(string); s {
			return false
		}
		return Number(a) == Number(b)
	}
	switch a.(type) {
	case float64, string, bool:
	default:
		return false
	}
	switch b.(type) {
	case float64, string, bool:
	default:
		return false
	}
	x, sx := a.(string)
	y, sy := b.(string)
	if sx && sy {
		return x == y
	}
	return Number(a) == Number(b)
}
