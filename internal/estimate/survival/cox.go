package survival

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// hazards are models of the hazard.
func hazards() []estimate.Estimator {
	return []estimate.Estimator{{Name: "cox", Summary: "the coefficient of the Cox regression, a log hazard ratio",
		Unit: "log hazard / that of the term", Domain: "times not negative, events 0 or 1, numbers; an event, predictors that vary among the rows at risk and do not separate them",
		PerRow: true, Gives: []spec.UncertaintyKind{spec.UncertaintyCI, spec.UncertaintySE},
		Formula: "maximum of the partial likelihood Π e^(x b) / Σ e^(x b) at risk; tied events as Efron (each thins the sum), Breslow (each has the whole sum) or exact (Cox's discrete likelihood: e^(Σ x b) of the events by the sum over all sets of as many at risk; R's ties = \"exact\"); " +
			"strata have risk sets of their own; se from the information; Wald interval b ± z se",
		Source: "Cox (1972); Efron (1977); Breslow (1974); Gail, Lubin and Rubinstein (1981); Newton's method in double-double", Compute: cox,
		Args: append(lifeArgs[:2:2], estimate.Arg{Name: "x", Kind: estimate.ArgColumns, Required: true, Doc: "predictors"},
			estimate.Arg{Name: "term", Kind: estimate.ArgText, Required: true, Doc: "predictor whose coefficient is asked for"},
			estimate.Arg{Name: "ties", Kind: estimate.ArgText, Default: spec.TextValue("efron"), OneOf: []string{efron, breslow, exact}, Doc: "how events at one time are dealt with"},
			estimate.Arg{Name: "strata", Kind: estimate.ArgFactors, Doc: "columns whose groups have baseline hazards of their own"})}}
}

// How tied events are dealt with.
const efron, breslow, exact = "efron", "breslow", "exact"

// partial is the data of a partial likelihood. Its predictors lie within -1 and 1 about
// their means, which changes no coefficient but its unit.
type partial struct {
	x      [][]dd.Num // by predictor
	unit   []dd.Num   // that each predictor was divided by
	strata [][]moment // in rising order of time
	event  []bool
	ties   string
}

func newPartial(l lifetimes, strata [][]int, columns [][]dd.Num, ties string) partial {
	p := partial{strata: l.momentsWithin(strata), event: l.event, ties: ties}
	for _, col := range columns {
		mean, big := dd.Of(col).Mean, dd.Num{}
		c := make([]dd.Num, len(col))
		for i, x := range col {
			if c[i] = x.Sub(mean); c[i].Abs().Cmp(big) > 0 {
				big = c[i].Abs()
			}
		}
		for i := range c {
			c[i] = c[i].Div(big)
		}
		p.x, p.unit = append(p.x, c), append(p.unit, big)
	}
	return p
}

// sums are Σ w, Σ w x and Σ w x x' over rows, w = e^(x b).
type sums struct {
	w   dd.Num
	wx  []dd.Num
	wxx [][]dd.Num
}

func newSums(k int) sums {
	s := sums{wx: make([]dd.Num, k), wxx: make([][]dd.Num, k)}
	for j := range s.wxx {
		s.wxx[j] = make([]dd.Num, k)
	}
	return s
}

// slopes are the log of the partial likelihood at a point, its gradient and the
// information.
type slopes struct {
	log   dd.Num
	score []dd.Num
	info  [][]dd.Num
}

func (p partial) at(b []dd.Num) slopes {
	k := len(p.x)
	out := slopes{score: make([]dd.Num, k), info: newSums(k).wxx}
	for _, s := range p.strata {
		if p.ties == exact {
			p.exactly(s, b, &out)
		} else {
			p.follow(s, b, &out)
		}
	}
	return out
}

// follow adds what a stratum gives, from its last time to its first.
func (p partial) follow(stratum []moment, b []dd.Num, out *slopes) {
	k := len(p.x)
	risk := newSums(k)
	for _, m := range slices.Backward(stratum) {
		tied := newSums(k)
		for _, i := range m.rows {
			var eta dd.Num
			for j := range b {
				eta = eta.Add(p.x[j][i].Mul(b[j]))
			}
			w := eta.Exp()
			into := []*sums{&risk}
			if p.event[i] {
				into = append(into, &tied)
				out.log = out.log.Add(eta)
				for j := range b {
					out.score[j] = out.score[j].Add(p.x[j][i])
				}
			}
			for _, s := range into {
				s.w = s.w.Add(w)
				for j := range b {
					wx := w.Mul(p.x[j][i])
					s.wx[j] = s.wx[j].Add(wx)
					for h := range j + 1 {
						s.wxx[j][h] = s.wxx[j][h].Add(wx.Mul(p.x[h][i]))
					}
				}
			}
		}
		for e := range int(m.d) {
			var f dd.Num
			if p.ties == efron {
				f = dd.F(float64(e)).Div(dd.F(m.d))
			}
			less := func(a, t dd.Num) dd.Num { return a.Sub(f.Mul(t)) }
			w := less(risk.w, tied.w)
			out.log = out.log.Sub(w.Log())
			for j := range b {
				mean := less(risk.wx[j], tied.wx[j]).Div(w)
				out.score[j] = out.score[j].Sub(mean)
				for h := range j + 1 {
					other := less(risk.wx[h], tied.wx[h]).Div(w)
					out.info[j][h] = out.info[j][h].Add(less(risk.wxx[j][h], tied.wxx[j][h]).Div(w).Sub(mean.Mul(other)))
					out.info[h][j] = out.info[j][h]
				}
			}
		}
	}
}

// fit is the maximum by Newton's method with halved steps, and the slopes there.
func (p partial) fit(ctx context.Context) ([]dd.Num, slopes, error) {
	b := make([]dd.Num, len(p.x))
	here := p.at(b)
	for range 60 {
		if err := ctx.Err(); err != nil {
			return nil, here, err
		}
		step, err := dd.LeastSquares(here.info, here.score)
		if r := (dd.RankError{}); errors.As(err, &r) {
			return nil, here, rankless(r.Column)
		} else if err != nil {
			return nil, here, estimate.Undefined("%v", err)
		}
		size := 0.0
		for j := range b {
			size = math.Max(size, math.Abs(step.Coef[j].Float())/(1+math.Abs(b[j].Float())))
		}
		if math.IsNaN(size) {
			return nil, here, answer.Apart()
		}
		for half := 1.0; ; half /= 2 {
			next := make([]dd.Num, len(b))
			for j := range b {
				next[j] = b[j].Add(step.Coef[j].Mul(dd.F(half)))
			}
			there := p.at(next)
			if !(there.log.Sub(here.log).Float() >= -1e-24*math.Abs(here.log.Float())) && half > 1e-9 {
				continue
			}
			b, here = next, there
			break
		}
		if size <= 1e-16 {
			return b, here, nil
		}
	}
	return nil, here, answer.Apart()
}

// rankless names a predictor that the risk sets do not tell from those before it.
type rankless int

func (r rankless) Error() string {
	return fmt.Sprintf("predictor %d is not told from those before it", int(r)+1)
}

// standardError is that of coefficient j, in units of its predictor.
func (p partial) standardError(s slopes, j int) (dd.Num, error) {
	unit := make([]dd.Num, len(p.x))
	unit[j] = dd.F(1)
	inverse, err := dd.LeastSquares(s.info, unit)
	if err != nil {
		return dd.Num{}, err
	}
	return inverse.Coef[j].Sqrt().Div(p.unit[j]), nil
}

func cox(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	xs, term := in.Args.Texts("x"), in.Args.Text("term")
	j := slices.Index(xs, term)
	if j < 0 {
		return estimate.Answer{}, estimate.BadArg("term", "the model has no term %q; it has %s", term, strings.Join(xs, ", "))
	}
	by := in.Args.Texts("strata")
	l, err := lifetimesOf(in, slices.Concat(xs, by)...)
	if err != nil {
		return estimate.Answer{}, err
	}
	whole, strata := [][]int{indices(len(l.time))}, l.split(by)
	columns, err := l.v.Numbers(xs...)
	if err != nil {
		return estimate.Answer{}, err
	}
	for k, col := range columns {
		if sample.New(col).M.SS.Sign() == 0 {
			return estimate.Answer{}, estimate.Undefined("%s is constant", xs[k])
		}
	}
	if !slices.Contains(l.event, true) {
		return estimate.Answer{}, estimate.Undefined("no row has the event")
	}
	ties := in.Args.Text("ties")
	solve := func(l lifetimes, strata [][]int, ties string) (partial, []dd.Num, slopes, dd.Num, error) {
		p := newPartial(l, strata, columns, ties)
		if err := p.feasible(); err != nil {
			return p, nil, slopes{}, dd.Num{}, err
		}
		b, s, err := p.fit(ctx)
		if err != nil {
			return p, b, s, dd.Num{}, err
		}
		se, err := p.standardError(s, j)
		return p, b, s, se, err
	}
	p, b, top, se, err := solve(l, strata, ties)
	if r := rankless(0); errors.As(err, &r) {
		return estimate.Answer{}, estimate.Undefined("at the events %s is constant or a linear combination of the other predictors among the rows at risk", xs[r])
	}
	if err != nil {
		return estimate.Answer{}, err
	}
	beta := b[j].Div(p.unit[j])
	a := estimate.Answer{What: "the coefficient of " + term + " in the Cox regression", Value: estimate.Number(beta.Float()), N: answer.Count(len(l.time)),
		Floor: spec.Tolerance{Rel: 1e-6, Abs: 1e-5 * se.Float()}}
	answer.InferNormal(&a, beta, se, in.Level)
	varyModel := func(name, note string, l lifetimes, strata [][]int, ties string) {
		if p, b, _, se, err := solve(l, strata, ties); err == nil {
			v := estimate.Answer{Value: estimate.Number(b[j].Div(p.unit[j]).Float())}
			answer.InferNormal(&v, b[j].Div(p.unit[j]), se, in.Level)
			answer.Vary(&a, name, note, v)
		}
	}
	if p.tied() > 1 {
		for _, o := range []struct{ ties, note string }{{efron, "with tied events by Efron"}, {breslow, "with tied events by Breslow"}, {exact, "with tied events by the exact (discrete) likelihood"}} {
			if o.ties != ties {
				varyModel(o.ties, o.note, l, strata, o.ties)
			}
		}
	}
	if len(strata) > 1 {
		varyModel("unstratified", "with one baseline hazard for all strata", l, whole, ties)
	}
	if slices.Contains(l.event, false) {
		every := l
		every.event = slices.Repeat([]bool{true}, len(l.event))
		varyModel("censored-as-events", "with censored rows taken for events", every, strata, ties)
	}
	ratio := estimate.Answer{Value: estimate.Number(beta.Exp().Float())}
	if a.Interval != nil {
		ratio.Interval = func(level float64) (spec.Value, spec.Value) {
			h := answer.NormalTwo(level) * se.Float()
			return estimate.Number(math.Exp(beta.Float() - h)), estimate.Number(math.Exp(beta.Float() + h))
		}
		answer.GiveInterval(&ratio, in.Level)
	}
	if !ratio.Value.Missing() {
		answer.Vary(&a, "ratio", "the hazard ratio, e^b", ratio)
	}
	if len(xs) == 1 {
		null := p.at([]dd.Num{{}})
		answer.VaryP(&a, "likelihood-ratio", "the p-value of the likelihood-ratio test", tail.ChiSquared(2*top.log.Sub(null.log).Float(), 1))
		answer.VaryP(&a, "score", "the p-value of the score test", tail.ChiSquared(null.score[0].Mul(null.score[0]).Div(null.info[0][0]).Float(), 1))
	}
	answer.Vary196(&a, in.Level, answer.Wide(beta, se))
	answer.VaryOneSided(&a)
	answer.VaryScaled(&a, "sign", "the coefficient with the wrong sign", -1)
	return a, nil
}
