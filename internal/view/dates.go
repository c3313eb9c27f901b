package view

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/expr-lang/expr"
)

// dateFunctions are the functions of expressions that read and make times, which are days
// since 1970 in UTC. quarter is 1 to 4, week that of ISO 8601, weekday 1 for Monday to 7,
// yearday 1 to 366, second with its fraction. addMonths keeps the day of the month, or takes
// the month's last.
var dateFunctions = []expr.Option{
	real("year", func(d float64) float64 { return float64(at(d).Year()) }),
	real("quarter", func(d float64) float64 { return float64((at(d).Month() + 2) / 3) }),
	real("month", func(d float64) float64 { return float64(at(d).Month()) }),
	real("week", func(d float64) float64 { _, w := at(d).ISOWeek(); return float64(w) }),
	real("day", func(d float64) float64 { return float64(at(d).Day()) }),
	real("weekday", func(d float64) float64 { return float64((at(d).Weekday()+6)%7 + 1) }),
	real("yearday", func(d float64) float64 { return float64(at(d).YearDay()) }),
	real("hour", func(d float64) float64 { return float64(at(d).Hour()) }),
	real("minute", func(d float64) float64 { return float64(at(d).Minute()) }),
	real("second", func(d float64) float64 { return float64(at(d).Second()) }),
	pair("addDays", func(d, n float64) float64 { return d + n }),
	pair("addMonths", addMonths),
	expr.Function("parseDate", func(p ...any) (any, error) { return parseDate(p[0].(string), p[1].(string)) }, new(func(string, string) float64)),
	expr.Function("date", func(...any) (any, error) { return nil, fmt.Errorf("date takes a date in quotes") }, new(func(string) float64)),
}

// timeFunctions give times.
var timeFunctions = []string{"addDays", "addMonths", "parseDate"}

// at is the time that a number of days since 1970 stands for, to the second.
func at(days float64) time.Time {
	whole := math.Floor(days)
	return time.Unix(int64(whole)*86400+int64(math.Round((days-whole)*86400)), 0).UTC()
}

// addMonths is not finite where months are not a whole number of at most 120000.
func addMonths(days, months float64) float64 {
	if months != math.Trunc(months) || math.Abs(months) > 120_000 {
		return nan
	}
	whole := math.Floor(days)
	y, m, d := at(whole).Date()
	first := time.Date(y, m+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return dayCount(first.AddDate(0, 0, min(d, last)-1)) + (days - whole)
}

// directives are what a format may hold: the greatest number of digits, and the range.
var directives = map[byte]struct{ digits, least, most int }{
	'Y': {4, 1, 9999}, 'y': {2, 0, 99}, 'm': {2, 1, 12}, 'd': {2, 1, 31}, 'j': {3, 1, 366},
	'H': {2, 0, 23}, 'I': {2, 1, 12}, 'M': {2, 0, 59}, 'S': {2, 0, 59}, 'f': {6, 0, 999999},
	'b': {}, 'B': {}, 'p': {}, '%': {},
}

// checkDateFormat refuses a format that does not name a day.
func checkDateFormat(format string) error {
	var has []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		if i++; i == len(format) {
			return fmt.Errorf("the format ends in %%")
		}
		if _, known := directives[format[i]]; !known {
			return fmt.Errorf("%%%c is not one of %%Y %%y %%m %%b %%B %%d %%j %%H %%I %%p %%M %%S %%f %%%%", format[i])
		}
		if format[i] != '%' && slices.Contains(has, format[i]) {
			return fmt.Errorf("%%%c occurs twice", format[i])
		}
		has = append(has, format[i])
	}
	any := func(of string) bool { return strings.ContainsAny(string(has), of) }
	switch {
	case !any("Yy"):
		return fmt.Errorf("the format needs a year, %%Y or %%y")
	case any("I") != any("p"):
		return fmt.Errorf("%%I and %%p go together")
	case any("j") && any("mbBd"):
		return fmt.Errorf("%%j stands for month and day, not beside them")
	}
	return nil
}

// parseDate reads a text by a format of strptime, as days since 1970. Numbers may have
// fewer digits than their most, but for the four of %Y; a month or day that the format lacks
// is the first; %y is 1969 to 2068; names of months are English, in any case.
func parseDate(s, format string) (float64, error) {
	fail := func() (float64, error) { return 0, fmt.Errorf("%q is not a date like %s", s, format) }
	v := map[byte]int{'Y': 1970, 'm': 1, 'd': 1}
	rest := s
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			if rest == "" || rest[0] != format[i] {
				return fail()
			}
			rest = rest[1:]
			continue
		}
		i++
		var ok bool
		if rest, ok = readDirective(rest, format[i], v); !ok {
			return fail()
		}
	}
	if rest != "" {
		return fail()
	}
	if h, twelve := v['I']; twelve {
		v['H'] = h%12 + 12*v['p']
	}
	t := time.Date(v['Y'], time.Month(v['m']), v['d'], v['H'], v['M'], v['S'], 0, time.UTC)
	if j, given := v['j']; given {
		t = t.AddDate(0, 0, j-1)
		if t.Year() != v['Y'] {
			return fail()
		}
	} else if t.Day() != v['d'] { // the 30th of February
		return fail()
	}
	return dayCount(t) + float64(v['f'])/86400e6, nil
}

// readDirective reads one value off a text, into v by the directive that holds it.
func readDirective(s string, d byte, v map[byte]int) (rest string, ok bool) {
	switch d {
	case '%':
		return strings.CutPrefix(s, "%")
	case 'b', 'B':
		for m := time.January; m <= time.December; m++ {
			name := m.String()
			if d == 'b' {
				name = name[:3]
			}
			if len(s) >= len(name) && strings.EqualFold(s[:len(name)], name) {
				v['m'] = int(m)
				return s[len(name):], true
			}
		}
		return s, false
	case 'p':
		if len(s) < 2 || !strings.EqualFold(s[1:2], "m") || !strings.ContainsAny(s[:1], "aApP") {
			return s, false
		}
		if v['p'] = 0; strings.EqualFold(s[:1], "p") {
			v['p'] = 1
		}
		return s[2:], true
	}
	rule := directives[d]
	n, x := 0, 0
	for n < len(s) && n < rule.digits && s[n] >= '0' && s[n] <= '9' {
		x = 10*x + int(s[n]-'0')
		n++
	}
	if n == 0 || d == 'Y' && n < 4 || x < rule.least || x > rule.most {
		return s, false
	}
	switch d {
	case 'y':
		if v['Y'] = 1900 + x; x < 69 {
			v['Y'] = 2000 + x
		}
	case 'f':
		for k := n; k < 6; k++ {
			x *= 10
		}
		v['f'] = x
	default:
		v[d] = x
	}
	return s[n:], true
}
