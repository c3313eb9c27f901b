package safe

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

// Text makes candidate text safe to show: white space becomes single spaces, control
// characters and invisible format characters (which hide, reorder or forge text) show
// their code point, as ⟨U+001B⟩, and invalid bytes become U+FFFD. Joiners that scripts need stay.
func Text(s string) string { return Cut(visible(s, false), maxText) }

// Lines is Text for text of several lines: line breaks stay.
func Lines(s string) string { return visible(s, true) }

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

// Cut shortens s to n runes, the last of which is then an ellipsis.
func Cut(s string, n int) string {
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
