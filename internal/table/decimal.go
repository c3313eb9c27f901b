package table

import (
	"math"
	"strconv"
)

// decimal reads [+-] digits [. digits] [e [+-] digits], with a digit on one side of the
// point at least, as the nearest float64; ok is false for other text. A number that is too
// large is infinite.
func decimal(s string) (f float64, ok bool) {
	i, neg := 0, false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg, i = s[0] == '-', 1
	}
	var mant uint64
	start, point := i, -1
	for ; i < len(s); i++ {
		if d := s[i] - '0'; d < 10 {
			mant = 10*mant + uint64(d)
		} else if s[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	digits, exp := i-start, 0
	if point >= 0 {
		digits--
		exp = point + 1 - i
	}
	if digits == 0 {
		return 0, false
	}
	if i < len(s) {
		if s[i] != 'e' && s[i] != 'E' || !exponent(s[i+1:]) {
			return 0, false
		}
		exp = -99 // left to strconv
	}
	// An integer below 2^53 over a power of ten that float64 holds: one division is exact.
	if digits <= 19 && mant < 1<<53 && exp >= -22 {
		f = float64(mant)
		if exp < 0 {
			f /= powers[-exp]
		}
		if neg {
			f = -f
		}
		return f, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || math.IsInf(f, 0)
}

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func exponent(s string) bool { return integer(s) }

func integer(s string) bool { s = trimSign(s); return s != "" && allDigits(s) }

func trimSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
