package survival

import (
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/view"
)

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// split are the rows of each stratum, in the order of their labels; all rows in one where
// no column splits them.
func (l lifetimes) split(by []string) [][]int {
	at := map[string][]int{}
	for i := range l.time {
		key := make([]string, len(by))
		for k, name := range by {
			key[k] = view.LabelText(view.Label(l.v.Column(name), i))
		}
		at[strings.Join(key, "\x00")] = append(at[strings.Join(key, "\x00")], i)
	}
	var keys []string
	for k := range at {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var out [][]int
	for _, k := range keys {
		out = append(out, at[k])
	}
	return out
}

// momentsWithin are the moments of each stratum.
func (l lifetimes) momentsWithin(strata [][]int) [][]moment {
	var out [][]moment
	for _, rows := range strata {
		part := lifetimes{}
		for _, i := range rows {
			part.time, part.event = append(part.time, l.time[i]), append(part.event, l.event[i])
		}
		all := part.moments()
		for _, m := range all {
			for k, i := range m.rows {
				m.rows[k] = rows[i]
			}
		}
		out = append(out, all)
	}
	return out
}

// tied is the largest number of events at one time of a stratum.
func (p partial) tied() int {
	most := 0.0
	for _, s := range p.strata {
		for _, m := range s {
			most = math.Max(most, m.d)
		}
	}
	return int(most)
}

// feasible is an error where the exact likelihood has too many terms for its sums.
func (p partial) feasible() error {
	if p.ties != exact {
		return nil
	}
	rows := 0.0
	for _, s := range p.strata {
		if len(s) == 0 {
			continue
		}
		n, d := s[0].n, 0.0
		for _, m := range s {
			d = math.Max(d, m.d)
		}
		rows += n * d
		all, _ := math.Lgamma(n + 1)
		own, _ := math.Lgamma(d + 1)
		rest, _ := math.Lgamma(n - d + 1)
		if all-own-rest+d > 600 {
			return estimate.Undefined("%v events at one time among %v rows are too many for the exact likelihood", d, n)
		}
	}
	if work := rows * float64(len(p.x)*len(p.x)); work > 2e6 {
		return estimate.Undefined("the ties are too many for the exact likelihood")
	}
	return nil
}

// exactly adds what a stratum gives by Cox's discrete likelihood. The sum over all sets of
// d rows at risk is the elementary symmetric polynomial of degree d of their weights, which
// each row that comes into the risk set extends by e(d) + w e(d - 1).
func (p partial) exactly(stratum []moment, b []dd.Num, out *slopes) {
	k, most := len(p.x), 0
	for _, m := range stratum {
		most = max(most, int(m.d))
	}
	e := make([]sums, most+1) // by degree, with first and second derivatives
	for d := range e {
		e[d] = newSums(k)
	}
	e[0].w = dd.F(1)
	for _, m := range slices.Backward(stratum) {
		for _, i := range m.rows {
			var eta dd.Num
			for j := range b {
				eta = eta.Add(p.x[j][i].Mul(b[j]))
			}
			w := eta.Exp()
			if p.event[i] {
				out.log = out.log.Add(eta)
				for j := range b {
					out.score[j] = out.score[j].Add(p.x[j][i])
				}
			}
			for d := most; d > 0; d-- {
				less, more := e[d-1], &e[d]
				for j := range b {
					xj := p.x[j][i]
					for h := range j + 1 {
						xh := p.x[h][i]
						t := less.wxx[j][h].Add(xj.Mul(less.wx[h])).Add(xh.Mul(less.wx[j])).Add(xj.Mul(xh).Mul(less.w))
						more.wxx[j][h] = more.wxx[j][h].Add(w.Mul(t))
					}
				}
				for j := range b {
					more.wx[j] = more.wx[j].Add(w.Mul(less.wx[j].Add(p.x[j][i].Mul(less.w))))
				}
				more.w = more.w.Add(w.Mul(less.w))
			}
		}
		if m.d == 0 {
			continue
		}
		s := e[int(m.d)]
		out.log = out.log.Sub(s.w.Log())
		for j := range b {
			mean := s.wx[j].Div(s.w)
			out.score[j] = out.score[j].Sub(mean)
			for h := range j + 1 {
				out.info[j][h] = out.info[j][h].Add(s.wxx[j][h].Div(s.w).Sub(mean.Mul(s.wx[h].Div(s.w))))
				out.info[h][j] = out.info[j][h]
			}
		}
	}
}
