package table

import "strings"

// Texts are the decimal texts of a column's cells: pieces of one string, so that the
// cells of a file cost eight bytes each beside it. They do not change once made.
type Texts struct {
	src   string
	cells []piece
}

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

func (p piece) first() int { return int(p >> (lengthBits + 1)) }

func (p piece) in(src string) string {
	first := p.first()
	s := src[first : first+int(p>>1&(1<<lengthBits-1))]
	if p&1 != 0 {
		s = unquote.Replace(s)
	}
	return s
}

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
	out := &Texts{src: t.src, cells: make([]piece, len(rows))}
	for k, i := range rows {
		if i >= 0 {
			out.cells[k] = t.cells[i]
		}
	}
	return out
}
