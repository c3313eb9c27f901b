package canon

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable writes what a terminal would obey, and marks that hide or reorder text, of a JSON
// document as escapes (\u009b): it says the same and can be printed. encoding/json leaves
// DEL, the controls from U+0080 and all format characters as they are. A byte that is no
// UTF-8 becomes \ufffd, as which any reader would take it. What is fit is returned as it is.
func Printable(doc []byte) []byte {
	if !bytes.ContainsFunc(doc, unfit) {
		return doc
	}
	var b bytes.Buffer
	b.Grow(len(doc))
	for len(doc) > 0 {
		r, n := utf8.DecodeRune(doc)
		if unfit(r) {
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		} else {
			b.Write(doc[:n])
		}
		doc = doc[n:]
	}
	return b.Bytes()
}

func unfit(r rune) bool {
	return r >= 0x7f && (r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp))
}
