package diagnose

import (
	"math"
	"slices"

	"github.com/assaybench/assay/internal/agree"
	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/spec"
)

// rank orders explanations, the simplest first. Those of one rank are equally simple.
type rank int

const (
	known   rank = iota // a neighbour that the answer itself names
	plain               // sign, percent, labels: slips of the pen
	scaled              // powers of ten, units
	formed              // logarithms, squares, n
	twoStep             // a neighbour and something of the above: its rank is added
	last    = twoStep + formed
)

// limit is the odds up to which an explanation of a rank is believed. A neighbour that the
// oracle names is what every second wrong number is, of the forms one is in five or ten,
// and two slips at once are rare: with these the explanation holds four times in five.
func (r rank) limit() float64 {
	switch {
	case r == known:
		return 1.0 / 4
	case r == plain:
		return 1.0 / 8
	case r < twoStep:
		return 1.0 / 16
	}
	return 1.0 / 64
}

// noise are the odds beyond which explanations that the oracle does not name are not even
// mentioned.
const noise = 0.5

// trial is one explanation to be tried.
type trial struct {
	steps []Step
	cells []Cell
	form  *Form
	ways  float64 // how many arrangements it stands for
	cut   bool    // whether digits may have been cut off
}

// strength is how well an explanation agrees, best first.
type strength int

const (
	closely strength = iota // within the floor, by four digits or more
	well                    // rounded to four digits or more
	roughly                 // to fewer digits
	loosely                 // only within a declared tolerance wider than the floor
	not
)

// match is an explanation that agrees.
type match struct {
	trial
	strength strength
	rank     rank
}

// explain looks for the simplest explanations that agree.
func (q Question) explain(d *Diagnosis) {
	s := search{Question: q, cut: d.Kind == Cut}
	if d.Kind = None; q.Forms != nil {
		s.forms = q.Forms()
	}
	var loose []match
	strict, looseOdds, atLoose := 0.0, 0.0, 0.0
	for r := known; r <= last; r++ {
		var found []match
		for _, t := range s.trials(r) {
			d.Tried++
			strict = math.Min(1, strict+chance(q.Cells, t.cells, t.form, t.ways, false))
			looseOdds = math.Min(1, looseOdds+chance(q.Cells, t.cells, t.form, t.ways, true))
			switch how := t.agrees(); how {
			case not:
			case loosely:
				loose, atLoose = append(loose, match{t, how, r}), looseOdds
			default:
				found = append(found, match{t, how, r})
			}
		}
		if d.Odds = looseOdds; r > known && strict > noise {
			break
		}
		if len(found) > 0 {
			d.settle(found, strict)
			return
		}
	}
	if len(loose) > 0 {
		first := loose[0].rank
		loose = slices.DeleteFunc(loose, func(m match) bool { return m.rank != first })
		d.settle(loose, atLoose)
	}
}

// settle decides between explanations of one rank.
func (d *Diagnosis) settle(found []match, odds float64) {
	best := found[0].strength
	for _, m := range found {
		best = min(best, m.strength)
	}
	found = slices.DeleteFunc(found, func(m match) bool { return m.strength != best })
	d.Odds, d.Same, d.Kind = odds, true, Variant
	for i, m := range found {
		if i > 0 && !sameNumbers(m.trial, found[0].trial) {
			d.Same = false
		}
	}
	for i, m := range found {
		// Only what the answer itself names is worth naming twice for the same numbers.
		if i == 0 || m.rank == known || !d.Same {
			d.Explanations = append(d.Explanations, Explanation{m.steps})
		}
	}
	switch {
	case !d.Same || odds > found[0].rank.limit():
		d.Kind = Ambiguous
	case found[0].cut:
		d.Kind = Cut
	}
}

// search is a question with the forms that are tried.
type search struct {
	Question
	forms []Form
	cut   bool // whether the answer with digits cut off is one explanation
}

// trials lists the explanations of a rank, in a fixed order.
func (q search) trials(r rank) []trial {
	var out []trial
	switch {
	case r == known:
		for _, o := range q.Others {
			out = append(out, trial{steps: []Step{o.Step}, cells: o.Cells, ways: 1})
		}
		if q.cut {
			out = append(out, trial{steps: []Step{{Rounding, "truncated", "the value with its further digits cut off", ""}}, cells: q.Cells, ways: 1, cut: true})
		}
		return out
	case r >= twoStep:
		for _, o := range q.Others {
			for i, f := range q.forms {
				if f.rank == r-twoStep && o.Step.Kind != f.Step.Kind {
					out = append(out, trial{steps: []Step{o.Step, f.Step}, cells: o.Cells, form: &q.forms[i], ways: 1})
				}
			}
		}
		return out
	}
	for i, f := range q.forms {
		if f.rank == r {
			out = append(out, trial{steps: []Step{f.Step}, cells: q.Cells, form: &q.forms[i], ways: 1})
		}
	}
	if r == plain && q.Labelled {
		out = append(out, q.mixed()...)
	}
	return out
}

// agrees says how well all cells agree after the form.
func (t trial) agrees() strength {
	s, digits, numbers := closely, 0, 0
	for _, c := range t.cells {
		want, ruler, ok := t.form.of(c)
		if !ok {
			return not
		}
		a := ruler.Measure(c.Got, want)
		switch {
		case a <= agree.InFloor:
		case a == agree.Rounded, a == agree.Cut && t.cut:
			s = max(s, well)
		case a == agree.InBounds || a == agree.Chance:
			s = max(s, loosely)
		case a == agree.Coarse:
			s = max(s, roughly)
		default:
			return not
		}
		if got, ok := c.Got.Number(); ok {
			numbers++
			digits = max(digits, printed.Digits(got))
		}
	}
	switch {
	case numbers == 0, s == roughly && digits == 0: // what rounds to nothing tells nothing
		return not
	case s < roughly && numbers == 1 && digits < agree.MinDigits && !t.cells[0].Ruler.Exact:
		return roughly // of so few digits, hitting it is no better than rounding to it
	}
	return s
}

// span is the range over which a number that has nothing to do with the answer is taken
// to lie: two powers of ten on either side of it, evenly on a scale of logarithms.
var span = math.Log(1e4)

// chance is the probability that such numbers agree in all cells; answer are the cells of
// the question. Loose agreement is within a declared tolerance or the error of random draws.
func chance(answer, cells []Cell, f *Form, ways float64, loose bool) float64 {
	p, numbers := 1.0, 0
	for i, c := range cells {
		want, ruler, ok := f.of(c)
		if !ok {
			return 0
		}
		got, isNumber := c.Got.Number()
		if want.Kind != spec.ValueNumber || !isNumber {
			continue
		}
		numbers++
		if !loose {
			ruler.Tol, ruler.Error = ruler.Floor, 0
		}
		if p *= window(got, want.Num.F, answer[min(i, len(answer)-1)].Want.Num.F, ruler); p*ways < 1e-15 {
			return 0
		}
	}
	if numbers == 0 {
		return 0
	}
	return math.Min(1, p*ways)
}

// window is the probability that a number with as many digits as got agrees with o, where
// the answer is a.
func window(got spec.Number, o, a float64, r agree.Ruler) float64 {
	if o == 0 && got.F != 0 {
		return 0
	}
	half := math.Max(bound(r.Tol, o), 4*r.Error)
	i := printed.Rounded(got)
	digits := math.Abs(r.Factor) * (i.Hi - i.Lo) / 2
	if got.F != 0 {
		digits = math.Abs(o/got.F) * (i.Hi - i.Lo) / 2
	}
	half = math.Max(half, digits)
	if r.PValue && o > 0 && o < 1e-3 {
		half = math.Max(half, o*1e-3*math.Ln10)
	}
	x := math.Abs(o)
	switch {
	case math.IsNaN(half) || math.IsInf(half, 0):
		return 1
	case half < x:
		return math.Min(1, (math.Log1p(half/x)-math.Log1p(-half/x))/span)
	case a != 0: // from the smallest number on that is taken into account
		return math.Min(1, math.Max(0, math.Log((x+half)/math.Abs(a)*100)/span))
	}
	return 1
}

// bound is how far a number may be off o.
func bound(t spec.Tolerance, o float64) float64 {
	return math.Max(t.Abs, t.Rel*math.Max(math.Abs(o), t.Scale))
}

// sameNumbers reports whether two explanations give the same numbers.
func sameNumbers(a, b trial) bool {
	if len(a.cells) != len(b.cells) {
		return false
	}
	for i := range a.cells {
		x, _, _ := a.form.of(a.cells[i])
		y, _, _ := b.form.of(b.cells[i])
		if x.Kind != y.Kind || x.Kind == spec.ValueNumber && !(spec.Tolerance{Rel: 1e-12}).Close(x.Num.F, y.Num.F) {
			return false
		}
	}
	return true
}
