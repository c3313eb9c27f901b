package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Number is a decimal number that remembers its text, so that integers stay exact
// and the printed precision can be read. NaN and infinities are written as the
// strings "NaN", "Infinity" and "-Infinity". The zero Number is the number 0.
type Number struct {
	Text string  // as written; empty only in the zero Number
	F    float64 // nearest float64
}

// Float returns the Number of f with its shortest round-trip text.
func Float(f float64) Number {
	switch {
	case math.IsNaN(f):
		return Number{"NaN", f}
	case math.IsInf(f, 1):
		return Number{"Infinity", f}
	case math.IsInf(f, -1):
		return Number{"-Infinity", f}
	}
	return Number{strconv.FormatFloat(f, 'g', -1, 64), f}
}

// ParseNumber reads a JSON number or one of the three words of the non-finite ones.
func ParseNumber(text string) (Number, error) {
	switch text {
	case "NaN":
		return Number{text, math.NaN()}, nil
	case "Infinity":
		return Number{text, math.Inf(1)}, nil
	case "-Infinity":
		return Number{text, math.Inf(-1)}, nil
	}
	if !json.Valid([]byte(text)) || strings.IndexByte("-0123456789", text[0]) < 0 {
		return Number{}, fmt.Errorf("%q is not a number", text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		return Number{}, fmt.Errorf("%q is not a number", text)
	}
	return Number{text, f}, nil
}

// Finite reports whether n is neither NaN nor infinite.
func (n Number) Finite() bool { return !math.IsNaN(n.F) && !math.IsInf(n.F, 0) }

func (n Number) String() string {
	if n.Text == "" {
		return "0"
	}
	return n.Text
}

// Rat returns the exact value of the decimal text; nil where n is not finite or its
// exponent is absurd.
func (n Number) Rat() *big.Rat {
	if !n.Finite() {
		return nil
	}
	if i := strings.IndexAny(n.Text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(n.Text[i+1:]); err != nil || e > 400 || e < -400 {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

// Decimals returns the number of decimals of the text, negative where an exponent
// moves the last printed digit left of the point.
func (n Number) Decimals() int {
	mant, exp := n.String(), 0
	if i := strings.IndexAny(mant, "eE"); i >= 0 {
		exp, _ = strconv.Atoi(mant[i+1:])
		mant = mant[:i]
	}
	d := 0
	if i := strings.IndexByte(mant, '.'); i >= 0 {
		d = len(mant) - i - 1
	}
	return d - exp
}

// Interval returns the closed interval of numbers that round to the text: half a
// unit of its last printed digit on both sides. Trailing zeros of an integer count
// as printed digits.
func (n Number) Interval() (lo, hi float64) {
	h := 0.5 * math.Pow(10, -float64(n.Decimals()))
	return n.F - h, n.F + h
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	text := string(b)
	if len(b) > 1 && b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
		if text != "NaN" && text != "Infinity" && text != "-Infinity" {
			return fmt.Errorf("%q is not a number", text)
		}
	}
	v, err := ParseNumber(text)
	if err != nil {
		return err
	}
	*n = v
	return nil
}

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Finite() {
		return json.Marshal(Float(n.F).Text)
	}
	return []byte(n.String()), nil
}
