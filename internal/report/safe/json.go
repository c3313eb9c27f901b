package safe

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON writes what a terminal would obey, and marks that hide or reorder text, of a JSON
// document as escapes (\u009b): it says the same and can be printed. encoding/json leaves
// DEL, the controls from U+0080 and all format characters as they are.
func JSON(doc []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(doc))
	for len(doc) > 0 {
		r, n := utf8.DecodeRune(doc)
		switch {
		case r >= 0x7f && r != utf8.RuneError && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.Write(doc[:n])
		}
		doc = doc[n:]
	}
	return b.Bytes()
}
