package flow

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// units are the parts of a time unit, from the largest; day is that of the week.
var units = []string{"year", "quarter", "month", "week", "dayofyear", "date", "day", "hours", "minutes", "seconds", "milliseconds"}

// Unit is a time unit: the parts of a date that it keeps.
type Unit []string

// ParseUnit reads a name such as "yearmonth" or "utchours"; false where it is none.
func ParseUnit(name string) (Unit, bool) {
	name = strings.TrimPrefix(name, "utc")
	var out Unit
next:
	for name != "" {
		for _, u := range slices.Backward(units) {
			// "day" is the beginning of "dayofyear".
			if !strings.HasPrefix(name, u) || u == "day" && strings.HasPrefix(name, "dayofyear") {
				continue
			}
			if len(out) > 0 && slices.Index(units, u) <= slices.Index(units, out[len(out)-1]) {
				return nil, false
			}
			out, name = append(out, u), name[len(u):]
			continue next
		}
		return nil, false
	}
	return out, len(out) > 0 && !slices.Contains(out, "week")
}

func (u Unit) has(part string) bool { return slices.Contains(u, part) }

// Title names the unit: "year-month".
func (u Unit) Title() string { return strings.Join(u, "-") }

// Floor is the moment that stands for all with the same parts: what is not kept is that of
// the beginning of 2012, as in Vega.
func (u Unit) Floor(d formula.Date) formula.Date {
	t := d.Time()
	if t.IsZero() || math.IsNaN(float64(d)) {
		return formula.Date(math.NaN())
	}
	year, month, day := 2012, time.January, 1
	if u.has("year") {
		year = t.Year()
	}
	switch {
	case u.has("month"):
		month = t.Month()
	case u.has("quarter"):
		month = (t.Month()-1)/3*3 + 1
	}
	switch {
	case u.has("dayofyear"):
		month, day = time.January, t.YearDay()
	case u.has("date"):
		day = t.Day()
	case u.has("day"):
		day = int(t.Weekday()) + 1 // 2012 begins on a Sunday
	}
	var h, m, s, ms int
	if u.has("hours") {
		h = t.Hour()
	}
	if u.has("minutes") {
		m = t.Minute()
	}
	if u.has("seconds") {
		s = t.Second()
	}
	if u.has("milliseconds") {
		ms = t.Nanosecond() / 1e6
	}
	return formula.DateOf(time.Date(year, month, day, h, m, s, ms*1e6, time.UTC))
}

// Next is the moment at which the next unit begins.
func (u Unit) Next(d formula.Date) formula.Date {
	t := d.Time()
	switch u[len(u)-1] {
	case "year":
		t = t.AddDate(1, 0, 0)
	case "quarter":
		t = t.AddDate(0, 3, 0)
	case "month":
		t = t.AddDate(0, 1, 0)
	case "dayofyear", "date", "day":
		t = t.AddDate(0, 0, 1)
	case "hours":
		t = t.Add(time.Hour)
	case "minutes":
		t = t.Add(time.Minute)
	case "seconds":
		t = t.Add(time.Second)
	default:
		t = t.Add(time.Millisecond)
	}
	return formula.DateOf(t)
}

// Label is the text of a moment on an axis of names.
func (u Unit) Label(d formula.Date) string {
	if math.IsNaN(float64(d)) {
		return "Invalid Date"
	}
	t := d.Time()
	var parts []string
	add := func(part, layout string) {
		if u.has(part) {
			parts = append(parts, t.Format(layout))
		}
	}
	if u.has("quarter") {
		parts = append(parts, "Q"+string(rune('1'+(t.Month()-1)/3)))
	}
	add("day", "Mon")
	switch {
	case u.has("date") && u.has("month"):
		parts = append(parts, t.Format("Jan 02"))
	default:
		add("month", "Jan")
		add("date", "02")
	}
	if len(parts) > 0 && u.has("date") && u.has("year") {
		parts[len(parts)-1] += ","
	}
	add("dayofyear", "002")
	add("year", "2006")
	switch {
	case u.has("hours") && !u.has("seconds"):
		parts = append(parts, t.Format("15:04"))
	case u.has("hours"):
		parts = append(parts, t.Format("15:04:05"))
	default:
		add("minutes", "04")
		add("seconds", "05")
	}
	return strings.Join(parts, " ")
}

// TimeUnit gives each row the beginning and the end of the unit of a field.
func (rows Rows) TimeUnit(field string, u Unit, as, end string) Rows {
	p := Path(field)
	out := make(Rows, len(rows))
	for i, r := range rows {
		var a, z any
		if d, ok := formula.ParseDate(Get(r, p)).(formula.Date); ok {
			if f := u.Floor(d); !math.IsNaN(float64(f)) {
				a, z = f, u.Next(f)
			}
		}
		out[i] = with(r, as, a)
		out[i][end] = z
	}
	return out
}
