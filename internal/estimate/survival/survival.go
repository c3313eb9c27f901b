package survival

import (
	"context"
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/internal/view"
	"github.com/assaybench/assay/spec"
)

var lifeArgs = []estimate.Arg{{Name: "time", Kind: estimate.ArgColumn, Required: true, Doc: "column of times from the start, not negative; rows that lack a column are left out"},
	{Name: "event", Kind: estimate.ArgColumn, Doc: "column that is true (1) where the event came at that time, false (0) where the row was censored; all events where absent"}}

// survivals are quantities of censored times.
func survivals() []estimate.Estimator {
	kind := estimate.Arg{Name: "interval", Kind: estimate.ArgText, Default: spec.TextValue("log"), OneOf: []string{"log", "log-log", "plain"}, Doc: "scale on which Greenwood's interval is symmetric; cut at 0 and 1"}
	ci := []spec.UncertaintyKind{spec.UncertaintyCI}
	return []estimate.Estimator{
		{Name: "kaplan_meier", Summary: "the survival at a time",
			Unit: "1", Domain: "times not negative, events 0 or 1; a time at which the survival is known",
			Formula: "S(t) = Π (1 - d/n) over event times up to t; se² = S² Σ d/(n (n - d)); not defined after the last time where that is censored",
			Source:  "Kaplan and Meier (1958); Greenwood (1926)", PerRow: true, Gives: append(ci, spec.UncertaintySE), Compute: kaplanMeier,
			Args: append(lifeArgs[:2:2], estimate.Arg{Name: "at", Kind: estimate.ArgNumber, Required: true, Doc: "time"}, kind)},
		{Name: "median_survival", Summary: "the median survival time",
			Unit: "that of time", Domain: "times not negative, events 0 or 1; a survival that falls to 1/2",
			Formula: "the first time with S(t) <= 1/2; interval: the first times at which its ends are at most 1/2",
			Source:  "Kaplan and Meier (1958); Brookmeyer and Crowley (1982)", PerRow: true, Gives: ci, Args: append(lifeArgs[:2:2], kind), Compute: medianSurvival},
		{Name: "log_rank", Summary: "chi-square of the log-rank test",
			Unit: "1", Domain: "times not negative, events 0 or 1; two groups at risk at an event",
			Formula: "u' V⁻¹ u, u = Σ w (d_j - d n_j/n), V = Σ w² d (n - d)/(n - 1) (n_j/n)(δ - n_l/n); w is 1, n (gehan), sqrt(n) (tarone-ware) or S(t-) (peto)",
			Source:  "Mantel (1966); Peto and Peto (1972); Fleming and Harrington (1982)", Compute: logRank,
			Args: append(lifeArgs[:2:2], sample.GroupArg, estimate.Arg{Name: "weights", Kind: estimate.ArgText, Default: spec.TextValue("none"), OneOf: []string{"none", "gehan", "tarone-ware", "peto"}, Doc: "weights of event times"})},
	}
}

// lifetimes are times, and which of them ended in the event. The view holds their rows.
type lifetimes struct {
	time  []dd.Num
	event []bool
	v     *view.View
}

func lifetimesOf(in estimate.Input, others ...string) (lifetimes, error) {
	need := append([]string{in.Args.Text("time")}, others...)
	if in.Args.Has("event") {
		need = append(need, in.Args.Text("event"))
	}
	l := lifetimes{v: sample.Valued(in.View, need...)}
	if l.v.Rows() == 0 {
		return l, estimate.Undefined("no row of view %q has all columns", in.View.Name)
	}
	cols, err := l.v.Numbers(need[0])
	if err != nil {
		return l, err
	}
	l.time, l.event = cols[0], make([]bool, l.v.Rows())
	for i, t := range l.time {
		if l.event[i] = true; t.Sign() < 0 {
			return l, estimate.Undefined("a time is negative, %v", t.Float())
		}
	}
	if in.Args.Has("event") {
		for i, x := range l.v.Column(in.Args.Text("event")).Num {
			if l.event[i] = x == 1; x != 0 && x != 1 {
				return l, estimate.Undefined("%v in column %q is neither 0 nor 1", x, in.Args.Text("event"))
			}
		}
	}
	return l, nil
}

// moment is one distinct time: rows still at risk, events, and which rows have it.
type moment struct {
	t       dd.Num
	n, d    float64
	rows    []int
	s       dd.Num // survival from this time on
	hazards dd.Num // Greenwood's sum; not finite where no one is left
}

// moments are the distinct times in rising order.
func (l lifetimes) moments() []moment {
	order := sample.ByValue(l.time)
	var out []moment
	s, sum := dd.F(1), dd.Num{}
	for k := 0; k < len(order); {
		m := moment{t: l.time[order[k]], n: float64(len(order) - k)}
		for ; k < len(order) && l.time[order[k]].Cmp(m.t) == 0; k++ {
			m.rows = append(m.rows, order[k])
			if l.event[order[k]] {
				m.d++
			}
		}
		s = s.Mul(dd.F(m.n - m.d)).Div(dd.F(m.n))
		if sum = sum.Add(dd.F(m.d).Div(dd.F(m.n).Mul(dd.F(m.n - m.d)))); m.d == m.n {
			sum = dd.F(math.Inf(1))
		}
		m.s, m.hazards = s, sum
		out = append(out, m)
	}
	return out
}

// greenwood gives the ends of an interval on a scale; NaN where S is 0 or 1.
var greenwood = map[string]func(m moment, z float64) (lower, upper float64){
	"log": func(m moment, z float64) (float64, float64) {
		h := math.Exp(z * m.hazards.Sqrt().Float())
		return m.s.Float() / h, math.Min(1, m.s.Float()*h)
	},
	"log-log": func(m moment, z float64) (float64, float64) {
		s := m.s.Float()
		h := math.Exp(-z * m.hazards.Sqrt().Float() / math.Log(s))
		return math.Pow(s, h), math.Pow(s, 1/h)
	},
	"plain": func(m moment, z float64) (float64, float64) {
		h := z * m.s.Mul(m.hazards.Sqrt()).Float()
		return math.Max(0, m.s.Float()-h), math.Min(1, m.s.Float()+h)
	},
}

var greenwoodNotes = []struct{ name, note string }{{"log", "the interval on the log scale"}, {"log-log", "the interval on the log-log scale"}, {"plain", "the interval S ± z se"}}

func (m moment) within() bool { return m.s.Sign() > 0 && m.hazards.Sign() > 0 && m.hazards.Finite() }

// interval is nil where the survival is 0 or 1.
func (m moment) interval(kind string) estimate.Interval {
	if !m.within() {
		return nil
	}
	return func(level float64) (spec.Value, spec.Value) {
		lo, hi := greenwood[kind](m, answer.NormalTwo(level))
		return estimate.Number(lo), estimate.Number(hi)
	}
}

func kaplanMeier(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	l, err := lifetimesOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	at, all := in.Args["at"].Num, l.moments()
	limit, err := dd.Parse(at.String())
	if err != nil {
		limit = dd.F(at.F)
	}
	if limit.Sign() < 0 {
		return estimate.Answer{}, estimate.BadArg("at", "is %v, before the start", at.F)
	}
	now, before, hazard := moment{s: dd.F(1)}, dd.F(1), dd.Num{}
	for _, m := range all {
		if m.t.Cmp(limit) > 0 {
			break
		}
		if m.t.Cmp(limit) < 0 {
			before = m.s
		}
		now, hazard = m, hazard.Add(dd.F(m.d).Div(dd.F(m.n)))
	}
	if last := all[len(all)-1]; last.s.Sign() > 0 && limit.Cmp(last.t) > 0 {
		return estimate.Answer{}, estimate.Undefined("the last time, %v, is censored, so that no one knows the survival at %v", last.t.Float(), at.F)
	}
	a := estimate.Answer{What: fmt.Sprintf("the survival at time %v", at.F), Value: estimate.Number(now.s.Float()), N: answer.Count(len(l.time)), Unit: "1", Floor: answer.TestFloor}
	kind := in.Args.Text("interval")
	if a.Interval = now.interval(kind); a.Interval != nil {
		answer.GiveInterval(&a, in.Level)
		se := now.s.Mul(now.hazards.Sqrt())
		a.Uncertainty = append(a.Uncertainty, answer.Uncertain(spec.UncertaintySE, se)...)
		for _, g := range greenwoodNotes {
			if g.name != kind {
				answer.VaryInterval(&a, g.name, g.note, in.Level, now.interval(g.name))
			}
		}
		answer.Vary196(&a, in.Level, func(z float64) estimate.Interval {
			return func(float64) (spec.Value, spec.Value) {
				lo, hi := greenwood[kind](now, z)
				return estimate.Number(lo), estimate.Number(hi)
			}
		})
	}
	answer.VaryValue(&a, "before", "the survival just before that time", before)
	answer.VaryValue(&a, "nelson-aalen", "e to the negative cumulative hazard of Nelson and Aalen", hazard.Neg().Exp())
	answer.VaryValue(&a, "failed", "one less the survival", dd.F(1).Sub(now.s))
	longer, events, longerEvents := 0.0, 0.0, 0.0
	for i, t := range l.time {
		after := t.Cmp(limit) > 0
		if after {
			longer++
		}
		if l.event[i] {
			if events++; after {
				longerEvents++
			}
		}
	}
	if events < float64(len(l.time)) {
		answer.VaryValue(&a, "censored-as-events", "the share of all rows with a longer time, as if none were censored", dd.F(longer).Div(dd.F(float64(len(l.time)))))
		answer.VaryValue(&a, "censored-dropped", "the share of rows with a longer time among those with the event", dd.F(longerEvents).Div(dd.F(events)))
	}
	answer.VaryScaled(&a, "percent", "the percentage (times 100), where a fraction belongs", 100)
	return a, nil
}

// halfway is the first time at which a curve is at most 1/2, but for rounding.
func halfway(all []moment, curve func(m moment) float64) spec.Value {
	for _, m := range all {
		if curve(m) <= 0.5+1e-12 {
			return estimate.Number(m.t.Float())
		}
	}
	return spec.Value{}
}

func medianInterval(all []moment, kind string) estimate.Interval {
	return func(level float64) (spec.Value, spec.Value) {
		z := answer.NormalTwo(level)
		end := func(upper bool) spec.Value {
			return halfway(all, func(m moment) float64 {
				if !m.within() {
					return math.NaN()
				}
				lo, hi := greenwood[kind](m, z)
				if upper {
					return hi
				}
				return lo
			})
		}
		return end(false), end(true)
	}
}

func medianSurvival(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	l, err := lifetimesOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	all := l.moments()
	median := halfway(all, func(m moment) float64 { return m.s.Float() })
	if median.Missing() {
		return estimate.Answer{}, estimate.Undefined("the survival stays above 1/2; it ends at %.4g", all[len(all)-1].s.Float())
	}
	times := sample.New(l.time)
	a := estimate.Answer{Value: median, N: answer.Count(len(l.time)), Unit: sample.UnitOf(in, in.Args.Text("time")), Floor: times.Floor()}
	kind := in.Args.Text("interval")
	a.Interval = medianInterval(all, kind)
	answer.GiveInterval(&a, in.Level)
	for _, g := range greenwoodNotes {
		if g.name != kind {
			answer.VaryInterval(&a, g.name, g.note, in.Level, medianInterval(all, g.name))
		}
	}
	if below := answer.Float(halfway(all, func(m moment) float64 { return m.s.Float() + 2e-12 })); below > median.Num.F {
		answer.VaryValue(&a, "below", "the first time with a survival below 1/2, where it is 1/2 for a while", dd.F(below))
		answer.VaryValue(&a, "midpoint", "the middle of the times at which the survival is 1/2", dd.F((below+median.Num.F)/2))
	}
	answer.VaryValue(&a, "censored-as-events", "the median of all times, as if none were censored", times.Median())
	var events []dd.Num
	for i, t := range l.time {
		if l.event[i] {
			events = append(events, t)
		}
	}
	answer.VaryValue(&a, "censored-dropped", "the median of the times with the event", sample.New(events).Median())
	return a, nil
}

var rankWeights = []struct {
	name, note string
	of         func(m moment, before dd.Num) dd.Num
}{
	{"none", "the log-rank test", func(moment, dd.Num) dd.Num { return dd.F(1) }},
	{"gehan", "the test of Gehan and Breslow, weighted by the number at risk", func(m moment, _ dd.Num) dd.Num { return dd.F(m.n) }},
	{"tarone-ware", "the test of Tarone and Ware, weighted by the root of the number at risk", func(m moment, _ dd.Num) dd.Num { return dd.F(m.n).Sqrt() }},
	{"peto", "the test of Peto and Peto, weighted by the survival just before", func(_ moment, before dd.Num) dd.Num { return before }},
}

// groupedLives are lifetimes with the group of each row.
type groupedLives struct {
	all   []moment
	event []bool
	group []int
	size  []float64
}

// test gives observed and expected events of each group, and chi-square with weights.
func (g groupedLives) test(weight func(m moment, before dd.Num) dd.Num) (seen, expected []dd.Num, chi float64) {
	k := len(g.size)
	risk := append([]float64{}, g.size...)
	seen, expected = make([]dd.Num, k), make([]dd.Num, k)
	v := make([][]dd.Num, k-1)
	for j := range v {
		v[j] = make([]dd.Num, k-1)
	}
	before := dd.F(1)
	for _, m := range g.all {
		w := weight(m, before)
		if m.d > 0 {
			for j := range k {
				expected[j] = expected[j].Add(w.Mul(dd.F(m.d * risk[j])).Div(dd.F(m.n)))
			}
			if m.n > 1 {
				c := w.Mul(w).Mul(dd.F(m.d * (m.n - m.d))).Div(dd.F(m.n - 1))
				for j := range v {
					for i := range v {
						share := dd.F(-risk[i]).Div(dd.F(m.n))
						if i == j {
							share = share.Add(dd.F(1))
						}
						v[j][i] = v[j][i].Add(c.Mul(dd.F(risk[j])).Div(dd.F(m.n)).Mul(share))
					}
				}
			}
		}
		for _, i := range m.rows {
			if risk[g.group[i]]--; g.event[i] {
				seen[g.group[i]] = seen[g.group[i]].Add(w)
			}
		}
		before = m.s
	}
	u := make([]dd.Num, k-1)
	for j := range u {
		u[j] = seen[j].Sub(expected[j])
	}
	fit, err := dd.LeastSquares(v, u)
	if err != nil {
		return seen, expected, math.NaN()
	}
	var s dd.Num
	for j := range u {
		s = s.Add(u[j].Mul(fit.Coef[j]))
	}
	return seen, expected, s.Float()
}

func logRank(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	name := in.Args.Text("group")
	l, err := lifetimesOf(in, name)
	if err != nil {
		return estimate.Answer{}, err
	}
	parts, err := l.v.Split(name)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if len(parts) < 2 {
		return estimate.Answer{}, estimate.Undefined("it needs two groups, there are %d", len(parts))
	}
	g := groupedLives{all: l.moments(), event: l.event, group: make([]int, len(l.time))}
	place := map[string]int{}
	for j, p := range parts {
		place[view.LabelText(p.Label)] = j
		g.size = append(g.size, float64(p.View.Rows()))
	}
	c := l.v.Column(name)
	for i := range g.group {
		g.group[i] = place[view.LabelText(view.Label(c, i))]
	}
	df := float64(len(parts) - 1)
	var a estimate.Answer
	taken := in.Args.Text("weights")
	for _, w := range rankWeights {
		if w.name == taken {
			_, _, chi := g.test(w.of)
			if math.IsNaN(chi) || math.IsInf(chi, 0) {
				return a, estimate.Undefined("the events do not set the groups apart: one has no row at risk at any of them, or there are none")
			}
			a = answer.Tested(chi, estimate.Number(df), tail.ChiSquared(chi, df), spec.ArrayValue(g.size))
			a.What = "chi-square of " + w.note
		}
	}
	for _, w := range rankWeights {
		if w.name != taken {
			_, _, chi := g.test(w.of)
			answer.VaryTest(&a, w.name, w.note, chi, tail.ChiSquared(chi, df))
		}
	}
	seen, expected, _ := g.test(rankWeights[0].of)
	var short dd.Num
	for j := range seen {
		d := seen[j].Sub(expected[j])
		short = short.Add(d.Mul(d).Div(expected[j]))
	}
	answer.VaryTest(&a, "short", "Σ (O - E)²/E, without the variances", short.Float(), tail.ChiSquared(short.Float(), df))
	if len(parts) == 2 {
		answer.VaryValue(&a, "root", "its square root, |z|", dd.F(math.Sqrt(answer.Float(a.Statistic))))
		answer.VaryOneSided(&a)
	}
	return a, nil
}
