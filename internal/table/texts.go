package table

import "strings"

// Texts are the texts of a column's cells: pieces of one string, so that a cell of a file
// costs eight bytes beside it. They do not change once made.
type Texts struct {
	src    string
	cells  []piece
	places int // one more than Places; 0 where that is not ok
}

// Places is the most digits that a cell has after its point. It is ok where every cell is
// then an integer below 2^50 over 10^Places: with its float64 that says all that the text does.
func (t *Texts) Places() (places int, ok bool) { return t.places - 1, t.places > 0 }

// piece is where a cell lies in the string: its first byte, its length, and whether it
// is quoted text with doubled quotes. The zero piece is the empty text.
type piece uint64

const lengthBits = 21 // holds MaxCell

func pieceOf(first, length int, escaped bool) piece {
	p := piece(first)<<(lengthBits+1) | piece(length)<<1
	if escaped {
		p |= 1
	}
	return p
}

func (p piece) first() int    { return int(p >> (lengthBits + 1)) }
func (p piece) length() int   { return int(p >> 1 & (1<<lengthBits - 1)) }
func (p piece) escaped() bool { return p&1 != 0 }

func (p piece) in(src string) string {
	s := src[p.first() : p.first()+p.length()]
	if p.escaped() {
		s = unquote.Replace(s)
	}
	return s
}

// bare reports whether a text has no white space around it, nor anything that could be.
func bare(s string) bool {
	return s == "" || s[0]-'!' < 0x5e && s[len(s)-1]-'!' < 0x5e // printable ASCII at both ends
}

// trimmed is the piece without the white space around it, and its text.
func (p piece) trimmed(src string) (piece, string) {
	s := src[p.first() : p.first()+p.length()]
	if bare(s) && !p.escaped() {
		return p, s
	}
	rest := strings.TrimLeft(s, space)
	first := p.first() + len(s) - len(rest)
	p = pieceOf(first, len(strings.TrimRight(rest, space)), p.escaped())
	return p, p.in(src)
}

// space is what unicode.IsSpace holds for space.
const space = "\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

// unquote reads the inside of a quoted cell as encoding/csv does.
var unquote = strings.NewReplacer(`""`, `"`, "\r\n", "\n")

// NewTexts holds a copy of the texts, none longer than MaxCell.
func NewTexts(texts []string) *Texts {
	t := &Texts{cells: make([]piece, len(texts))}
	var b strings.Builder
	for i, s := range texts {
		t.cells[i] = pieceOf(b.Len(), len(s), false)
		b.WriteString(s)
	}
	t.src = b.String()
	return t
}

// Len is the number of cells.
func (t *Texts) Len() int { return len(t.cells) }

// At is the text of a cell, "" where it is missing.
func (t *Texts) At(i int) string { return t.cells[i].in(t.src) }

// Strings are the texts of all cells.
func (t *Texts) Strings() []string {
	out := make([]string, len(t.cells))
	for i, p := range t.cells {
		out[i] = p.in(t.src)
	}
	return out
}

// Pick are the texts of some of the cells, in the given order; "" for -1.
func (t *Texts) Pick(rows []int) *Texts {
	out := &Texts{src: t.src, cells: make([]piece, len(rows)), places: t.places}
	for k, i := range rows {
		if i >= 0 {
			out.cells[k] = t.cells[i]
		}
	}
	return out
}
