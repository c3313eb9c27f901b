package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is the longest text shown in one place, in runes. The JSON keeps all of it.
const maxText = 1200

// maxMarks is the number of combining marks that may follow one letter.
const maxMarks = 4

// clean makes candidate text safe to show: white space becomes single spaces, control
// characters and invisible format characters (which hide, reorder or forge text) show
// their code point, as ⟨U+001B⟩, and invalid bytes become U+FFFD. Joiners that scripts need stay.
func clean(s string) string { return cut(visible(s, false), maxText) }

// cleanLines is clean for text of several lines: line breaks stay.
func cleanLines(s string) string { return visible(s, true) }

func visible(s string, lines bool) string {
	var b strings.Builder
	space, marks := false, 0
	for _, r := range s {
		switch {
		case lines && r == '\n':
			b.WriteByte('\n')
			space, marks = false, 0
			continue
		case lines && r == '\r':
			continue
		case unicode.IsSpace(r):
			space = true
			continue
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		switch {
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d', unicode.In(r, unicode.Zl, unicode.Zp):
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

// cut shortens s to n runes, the last of which is then an ellipsis.
func cut(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	i, count := 0, 0
	for i = range s {
		if count++; count == n {
			break
		}
	}
	return strings.TrimRight(s[:i], " ") + "…"
}

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
