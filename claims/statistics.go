package claims

import (
	"fmt"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/magnitude"
	"github.com/assaybench/assay/internal/prose"
	"github.com/assaybench/assay/spec"
)

// resultStatistics holds the sample size and the p value that the text states ("n = 12",
// "p < 0.001") against those of the result. Of several in a text one must agree. A size
// may be that of a group or of several together.
func (j *judge) resultStatistics(r spec.Result) {
	var sizes, ps []prose.Statistic
	for _, s := range prose.Statistics(j.c.Text) {
		if s.Name == "n" {
			sizes = append(sizes, s)
		} else {
			ps = append(ps, s)
		}
	}
	ns, ok := r.N.Numbers()
	sums := sumsOf(ns)
	j.statistic("text sample size", sizes, ok && len(ns) > 0, r.N.String(), func(s prose.Statistic) bool {
		return slices.ContainsFunc(sums, func(n float64) bool { return s.Lo <= n && n <= s.Hi })
	}, fmt.Sprintf("%s rests on n = %s", r.ID, r.N))
	p, ok := r.PValue.Number()
	j.statistic("text p value", ps, ok && p.Finite(), r.PValue.String(), func(s prose.Statistic) bool { return statesP(s, p.F) },
		fmt.Sprintf("%s has the p value %s", r.ID, magnitude.Show(r.PValue, "")))
}

func (j *judge) statistic(check string, said []prose.Statistic, known bool, want string, agrees func(prose.Statistic) bool, but string) {
	if !known || len(said) == 0 {
		return
	}
	if k := slices.IndexFunc(said, agrees); k >= 0 {
		j.add(check, true, want, said[k].Text, "", "", "/text")
		return
	}
	j.contradicts = true
	j.add(check, false, want, said[0].Text, fmt.Sprintf("the text of %s says %s, but %s", name(j.c), said[0].Text, but), "Quote the number of the result.", "/text")
}

// tinyP is the size below which p values are not told apart: they rest on the far tails of
// a distribution, and underflow.
const tinyP = 1e-12

func statesP(s prose.Statistic, p float64) bool {
	middle := s.Lo + (s.Hi-s.Lo)/2
	switch s.Sign {
	case "<", "≤":
		return p <= middle+tinyP
	case ">", "≥":
		return p >= middle-tinyP
	}
	return s.Lo-tinyP <= p && p <= s.Hi+tinyP || spec.Tolerance{Rel: 0.01, Abs: tinyP}.Close(middle, p)
}

// sumsOf are all sums of some of a few sizes; of many, the sizes and the sum of all.
func sumsOf(ns []spec.Number) []float64 {
	const few = 8
	var out []float64
	total := 0.0
	for _, n := range ns {
		if !n.Finite() || n.F != math.Trunc(n.F) {
			continue
		}
		if len(ns) <= few {
			for _, s := range slices.Clone(out) {
				out = append(out, s+n.F)
			}
		}
		out = append(out, n.F)
		total += n.F
	}
	return append(out, total)
}
