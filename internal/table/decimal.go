package table

import (
	"math"
	"strconv"
)

// decimal reads [+-] digits [. digits] [e [+-] digits], with a digit on one side of the
// point at least, as the nearest float64; ok is false for other text. A number that is too
// large is infinite. places is the number of digits after the point, more than 22 where there
// is an exponent.
func decimal(s string) (f float64, places int, ok bool) {
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
	digits := i - start
	if point >= 0 {
		digits--
		places = i - point - 1
	}
	if digits == 0 {
		return 0, 0, false
	}
	if i < len(s) {
		if s[i] != 'e' && s[i] != 'E' || !integer(s[i+1:]) {
			return 0, 0, false
		}
		places = 99 // left to strconv
	}
	if digits <= 18 && places <= 22 {
		if f, ok = quotient(int64(mant), places); ok {
			if neg {
				f = -f
			}
			return f, places, true
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, places, err == nil || math.IsInf(f, 0)
}

// quotient is the float64 nearest to m / 10^k, for m from 0 to 10^18 and k to 22; ok is false
// where it is too near the middle of two to tell.
func quotient(m int64, k int) (f float64, ok bool) {
	hi, p := float64(m), powers[k]
	if m < 1<<53 { // both are exact, and the division rounds once
		return hi / p, true
	}
	// The rest of the division is exact too, so that q + rest/p is off by a few parts in 2^52
	// of rest/p, which is below an ulp of q.
	lo := float64(m - int64(hi))
	q := hi / p
	rest := (math.FMA(-q, p, hi) + lo) / p
	f = q + float64(rest*(1-0x1p-49))
	return f, f == q+float64(rest*(1+0x1p-49))
}

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

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
