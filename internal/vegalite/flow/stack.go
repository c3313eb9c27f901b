package flow

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/vegalite/formula"
)

// Stack gives each row where it begins and ends when the rows of its group stand upon one
// another. Offset is zero, normalize (shares of the sum of absolute values) or center.
func (rows Rows) Stack(by []string, field string, order Sort, offset, start, end string) Rows {
	p := Path(field)
	value := func(i int) float64 {
		v := Get(rows[i], p)
		if f := formula.Number(v); !formula.None(v) && !math.IsNaN(f) {
			return f
		}
		return 0
	}
	groups := rows.Groups(by)
	most := 0.0
	sums := make([]float64, len(groups))
	for k, g := range groups {
		for _, i := range g.At {
			sums[k] += math.Abs(value(i))
		}
		most = math.Max(most, sums[k])
	}
	out := make(Rows, len(rows))
	less := order.Of()
	for k, g := range groups {
		slices.SortStableFunc(g.At, func(i, j int) int { return less(rows[i], rows[j]) })
		up, down, total := 0.0, 0.0, 0.0
		if offset == "center" {
			up = (most - sums[k]) / 2
		}
		for _, i := range g.At {
			v := value(i)
			var a, z float64
			switch {
			case offset == "normalize":
				total += math.Abs(v)
				scale := 0.0
				if sums[k] > 0 {
					scale = 1 / sums[k]
				}
				a, z = up, scale*total
				up = z
			case offset == "center":
				a = up
				up += math.Abs(v)
				z = up
			case v < 0:
				a = down
				down += v
				z = down
			default:
				a = up
				up += v
				z = up
			}
			out[i] = with(rows[i], start, a)
			out[i][end] = z
		}
	}
	return out
}

// Impute adds a row of value 0 for each value of a key that a group lacks.
func (rows Rows) Impute(field, key string, by []string) (Rows, error) {
	kp, bp := Path(key), paths(by)
	type place struct {
		text string
		v    any
	}
	var keys []place
	seen := map[string]bool{}
	for _, r := range rows {
		v := Get(r, kp)
		if t := formula.Text(v); !seen[t] {
			seen[t] = true
			keys = append(keys, place{t, v})
		}
	}
	out := slices.Clone(rows)
	for _, g := range rows.Groups(by) {
		has := map[string]bool{}
		for _, r := range g.Rows {
			has[formula.Text(Get(r, kp))] = true
		}
		for _, k := range keys {
			if has[k.text] {
				continue
			}
			n := formula.Row{field: 0.0, key: k.v}
			for i, f := range by {
				n[f] = Get(g.Rows[0], bp[i])
			}
			if out = append(out, n); len(out) > MaxRows {
				return nil, ErrRows
			}
		}
	}
	return out, nil
}
