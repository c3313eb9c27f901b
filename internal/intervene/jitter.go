package intervene

import (
	"math"
	"strconv"
	"strings"

	"github.com/assaybench/assay/spec"
)

// jitter lets the numbers of a column drift: by a slope, a slow wave and noise, together
// about share of the column's standard deviation, reflected at the ends of its range and
// written with the decimals that each number had.
func (c *change) jitter(name string, share float64) {
	col := c.table.Frame().Column(name)
	if col == nil || col.Kind != spec.ColumnNumber {
		return
	}
	rows := c.present(name)
	lo, hi, mean, ss := math.Inf(1), math.Inf(-1), 0.0, 0.0
	for k, i := range rows {
		x := col.Num[i]
		lo, hi = math.Min(lo, x), math.Max(hi, x)
		d := x - mean
		mean += d / float64(k+1)
		ss += d * (x - mean)
	}
	if len(rows) < 2 || !(hi > lo) || math.IsInf(hi-lo, 0) {
		return
	}
	size := share * math.Sqrt(ss/float64(len(rows)-1))
	r := c.stream(Jitter, name)
	slope, phase, turns := size*(0.5+r.Float64())*float64(2*r.IntN(2)-1), 2*math.Pi*r.Float64(), float64(1+r.IntN(3))
	moved := 0
	for k, i := range rows {
		u := float64(k)/float64(len(rows)) - 0.5
		x := col.Num[i] + slope*u + size*0.5*math.Sin(2*math.Pi*turns*u+phase) + size*0.5*r.NormFloat64()
		moved += c.put(name, i, like(c.sheet.Cell(name, i), reflect(x, lo, hi)))
	}
	c.note(Perturb, name, moved, "%d of %d values of %s drifted by about %.2g", moved, len(rows), name, size)
}

// reflect folds x back into [lo, hi].
func reflect(x, lo, hi float64) float64 {
	w := hi - lo
	y := math.Mod(x-lo, 2*w)
	if y < 0 {
		y += 2 * w
	}
	if y > w {
		y = 2*w - y
	}
	return lo + y
}

// like writes x as the text is written: as many decimals, an exponent where it has one,
// a sign where it has one.
func like(text string, x float64) string {
	body := strings.TrimSpace(text)
	pad := text[:strings.Index(text, body)]
	mantissa, exponent := body, ""
	if i := strings.IndexAny(body, "eE"); i >= 0 {
		mantissa, exponent = body[:i], body[i:i+1]
	}
	decimals := 0
	if i := strings.IndexByte(mantissa, '.'); i >= 0 {
		decimals = len(mantissa) - i - 1
	}
	out := ""
	if exponent != "" {
		out = strconv.FormatFloat(x, exponent[0], decimals, 64)
	} else {
		out = strconv.FormatFloat(x, 'f', decimals, 64)
	}
	if strings.HasPrefix(body, "+") && x >= 0 {
		out = "+" + out
	}
	if strings.Trim(out, "-0.") == "" {
		out = strings.TrimPrefix(out, "-")
	}
	return pad + out + text[len(pad)+len(body):]
}
