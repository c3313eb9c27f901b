package canon

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

// Column is a column of cells for Rows: numbers, or texts where Text is not nil. A cell
// is missing where Missing says so, or where its number is NaN. Integers, floats, bools
// (0, 1) and times (days since 1970-01-01T00:00Z) are numbers and equal by value;
// categories are texts.
type Column struct {
	Num     []float64
	Text    []string
	Missing []bool
}

// Len is the number of cells.
func (c Column) Len() int {
	if c.Text != nil {
		return len(c.Text)
	}
	return len(c.Num)
}

// Keys of the mix: one for each kind of cell, and one by which cells are folded along a
// row. They are odd numbers with mixed bits; the tracer's canon.py has the same.
const (
	keyNumber  = 0x9E3779B97F4A7C15
	keyText    = 0xC2B2AE3D27D4EB4F
	keyMissing = 0x165667B19E3779F9
	keyStep    = 0xD6E8FEB86659FD93
)

// Rows is an order-free digest of rows, given as columns of one length: the same for
// every order of the rows, another one (but for chance, 2^-64) for other rows. Columns
// are told apart by their place, not by name. For row r with cells c1 … ck,
//
//	code(r) = m(… m(m(cell(c1))·step + cell(c2)) … )      m: finaliser of splitmix64
//	Rows    = Σ code(r) mod 2^64
//
// where cell is m of the float64 bits xor a key (-0 counts as 0), m of the first eight
// bytes of the text's SHA-256 xor a key, or m of one constant for missing. No rows give
// 0. Columns of different lengths are an error.
func Rows(columns ...Column) (uint64, error) {
	if len(columns) == 0 {
		return 0, nil
	}
	n := columns[0].Len()
	for i, c := range columns {
		if c.Len() != n || c.Missing != nil && len(c.Missing) != n {
			return 0, fmt.Errorf("rows: column %d has %d cells, the first has %d", i, c.Len(), n)
		}
	}
	codes := make([]uint64, n)
	for k, c := range columns {
		texts := map[string]uint64{}
		for i := range codes {
			code := mix(keyMissing)
			switch {
			case c.Missing != nil && c.Missing[i]:
			case c.Text != nil:
				t, ok := texts[c.Text[i]]
				if !ok {
					t = textCell(c.Text[i])
					texts[c.Text[i]] = t
				}
				code = t
			case !math.IsNaN(c.Num[i]):
				code = mix(math.Float64bits(c.Num[i]+0) ^ keyNumber) // -0 + 0 is 0
			}
			if k == 0 {
				codes[i] = mix(code)
			} else {
				codes[i] = mix(codes[i]*keyStep + code)
			}
		}
	}
	var sum uint64
	for _, c := range codes {
		sum += c
	}
	return sum, nil
}

// Text is a digest as it is written in a trace: 16 hexadecimal digits.
func Text(digest uint64) string { return fmt.Sprintf("%016x", digest) }

func textCell(s string) uint64 {
	h := sha256.Sum256([]byte(s))
	return mix(binary.LittleEndian.Uint64(h[:8]) ^ keyText)
}

func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	return x ^ x>>31
}
