package chat

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"unicode/utf8"
)

// hidden stands where a key stood.
const hidden = "[key]"

// shortest is the length below which a key is taken for the word that a server
// without keys is given ("none", "EMPTY"): it is searched for nowhere, as it may be a common word.
const shortest = 8

// Secret is a key that prints, formats and marshals as "[key]". The zero Secret is none.
type Secret struct{ value string }

// NewSecret hides a key; white space around it is dropped.
func NewSecret(key string) Secret { return Secret{strings.TrimSpace(key)} }

func (Secret) String() string               { return hidden }
func (Secret) Format(s fmt.State, _ rune)   { io.WriteString(s, hidden) } // whatever the verb
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
func (Secret) LogValue() slog.Value         { return slog.StringValue(hidden) }

// Within reports whether the key occurs in s.
func (k Secret) Within(s string) bool {
	return len(k.value) >= shortest && strings.Contains(s, k.value)
}

// said is a text of a stranger, fit for a message: without the key, without what could
// speak to a terminal, and short.
func (k Secret) said(s string) string {
	const most = 300
	if len(k.value) >= shortest {
		s = strings.ReplaceAll(s, k.value, hidden)
	}
	s = Plain(strings.Join(strings.Fields(s), " "))
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// Plain is a stranger's text with all that could speak to a terminal, hide or reorder text
// shown as a dot: control characters except line feed and tab, bytes that are no UTF-8,
// marks of direction and characters without width.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20, r >= 0x7f && r < 0xa0, r == utf8.RuneError, r == 0xad, r == 0x61c, r == 0xfeff,
			r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r >= 0xe0000 && r <= 0xe007f:
			return '·'
		}
		return r
	}, s)
}
