// Package phrase writes numbers, units and lists the way messages show them to a
// scientist: few digits, a unit behind the number, a long list cut short.
package phrase

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Short writes a number with five significant digits, and with one decimal from 1e4
// up to 1e7, where five digits would need an exponent.
func Short(f float64) string {
	if a := math.Abs(f); a >= 1e4 && a < 1e7 {
		return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
	}
	return strconv.FormatFloat(f, 'g', 5, 64)
}

// mostApart is the number of digits behind which a difference is one of bits.
const mostApart = 10

// Apart writes two numbers like Short, with as many more digits as it takes to tell
// them from one another, ten at most.
func Apart(a, b float64) (string, string) {
	x, y := Short(a), Short(b)
	for digits := 6; x == y && a != b && digits <= mostApart; digits++ {
		x, y = strconv.FormatFloat(a, 'g', digits, 64), strconv.FormatFloat(b, 'g', digits, 64)
	}
	return x, y
}

// Number writes a number with all digits that it takes to read it back.
func Number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// Unit puts a unit behind what is written; none where it is empty or 1.
func Unit(s, unit string) string {
	if unit == "" || unit == "1" {
		return s
	}
	return s + " " + unit
}

// Count writes n things: "1 mark", "3 marks".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// More says in brackets that there are n like it; nothing where there is none.
func More(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", n)
}

// List joins names: "A, B and C". Of more than four it shows three and counts the rest.
func List(names []string) string {
	n := len(names)
	switch {
	case n > 4:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), n-3)
	case n < 2:
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

// Of is " of name", and nothing without a name.
func Of(name string) string {
	if name == "" {
		return ""
	}
	return " of " + name
}
