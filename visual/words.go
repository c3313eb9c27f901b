package visual

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// short writes a number for a message: five significant digits, six for large ones.
func short(f float64) string {
	if a := math.Abs(f); a >= 1e4 && a < 1e7 {
		return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(f, 'f', 1, 64), "0"), ".")
	}
	return strconv.FormatFloat(f, 'g', 5, 64)
}

// place names a mark for a message: `"Gentoo"`, or its position.
func place(labels []string, at float64) string {
	if len(labels) > 0 {
		return strings.Join(labels, ", ")
	}
	return fmt.Sprintf("x = %s", short(at))
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func withUnit(f float64, unit string) string {
	if unit == "" {
		return short(f)
	}
	return short(f) + " " + unit
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func isAre(n int) string {
	if n == 1 {
		return "it is"
	}
	return "they are"
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", n)
}

// list joins names for a message, four at most.
func list(names []string) string {
	if len(names) > 4 {
		return fmt.Sprintf("%s, %s, %s and %d more", names[0], names[1], names[2], len(names)-3)
	}
	out := ""
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			out += " and "
		default:
			out += ", "
		}
		out += n
	}
	return out
}
