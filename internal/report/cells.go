package report

import (
	"strings"
	"unicode"
)

// width is the number of terminal cells that s takes.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += cells(r)
	}
	return n
}

func cells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		r >= 0xff01 && r <= 0xff60, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

// fit shortens s to w cells.
func fit(s string, w int) string {
	switch {
	case w <= 0:
		return ""
	case width(s) <= w:
		return s
	}
	return strings.TrimRight(s[:prefix(s, w-1)], " ") + "…"
}

// prefix is the length in bytes of the longest start of s that takes at most w cells.
func prefix(s string, w int) int {
	n := 0
	for i, r := range s {
		if n += cells(r); n > w {
			return i
		}
	}
	return len(s)
}

// pad fills s with spaces to w cells.
func pad(s string, w int) string { return s + strings.Repeat(" ", max(0, w-width(s))) }

// wrap breaks s into lines of at most w cells; a longer word is broken.
func wrap(s string, w int) []string {
	w = max(w, 8)
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		for width(word) > w {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			n := prefix(word, w)
			lines, word = append(lines, word[:n]), word[n:]
		}
		switch {
		case line == "":
			line = word
		case width(line)+1+width(word) <= w:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}
