package consistent

import (
	"fmt"
	"math"

	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// isStatistic reports whether the value is the statistic itself.
func (r *record) isStatistic() bool {
	return r.value != nil && r.statistic != nil && printed.Rounded(*r.value).Within(slack).Meets(printed.Rounded(*r.statistic).Within(slack))
}

// linear reports whether the value is on the scale on which its standard error is: no
// ratio, no change in percent, nothing that was taken back from a logarithm.
func (r *record) linear() bool {
	return !r.isStatistic() && !r.says("ratio", "ratios", "odds", "hazard", "relative", "change", "percent", "fold", "exp", "exponentiated", "antilog", "geometric", "correlation", "effect size", "cohen", "hedges", "proportion", "proportions")
}

// about0 reports whether the statistic is the value over its standard error: a test of a
// difference or a coefficient against 0, not of a mean against some other number.
func (r *record) about0(f family) bool {
	mean := r.says("mean") && !r.says("difference", "paired", "trend", "slope")
	return (f == studentT || f == normal) && r.value != nil && r.statistic != nil && r.linear() && !mean && !r.says("one sample", "1 sample", "equivalence", "tost", "noninferiority", "score test")
}

// relation holds value, standard error and statistic against each other, and a correlation
// against its t.
func (r *record) relation(add func(Contradiction)) {
	f := r.family()
	if f == pearson {
		r.pearsonT(add)
		return
	}
	if !r.about0(f) {
		return
	}
	value, stat := printed.Rounded(*r.value).Within(slack), printed.Rounded(*r.statistic).Within(slack)
	if r.kind == spec.UncertaintySE && r.size != nil && r.size.F > 0 {
		want := value.Div(printed.Rounded(*r.size).Within(slack))
		if !want.Abs().Meets(stat.Abs()) {
			add(Contradiction{"statistic", "statistic", fmt.Sprintf("%s over its standard error %s is %s, not %s", clip(*r.value), clip(*r.size), span(want), clip(*r.statistic)), span(want), r.statistic.String(),
				"Report estimate, standard error and statistic of one and the same test."})
			return
		}
	}
	if value.Lo > 0 && stat.Hi < 0 || value.Hi < 0 && stat.Lo > 0 {
		add(Contradiction{"statistic", "statistic", fmt.Sprintf("the value is %s but its statistic %s, with the other sign", clip(*r.value), clip(*r.statistic)), "the sign of the value", r.statistic.String(),
			"Take value and statistic from the same order of the groups."})
	}
}

// correlation is the interval of p-values of Pearson's r by its n.
func (r *record) correlation() (printed.Interval, bool) {
	t, df, ok := r.tOfR()
	if !ok {
		return printed.Interval{}, false
	}
	return t.Abs().Falling(func(t float64) float64 { return tail.TTwoSided(t, df) }), true
}

// tOfR is the interval of t = r sqrt((n - 2) / (1 - r²)).
func (r *record) tOfR() (t printed.Interval, df float64, ok bool) {
	df = r.total() - 2
	if r.value == nil || len(r.n) != 1 || df < 1 {
		return t, df, false
	}
	i := printed.Rounded(*r.value).Within(1e-12)
	i.Lo, i.Hi = math.Max(i.Lo, -1), math.Min(i.Hi, 1)
	if i.Empty() {
		return t, df, false
	}
	return i.Rising(func(r float64) float64 {
		switch r {
		case 1, -1:
			return math.Inf(int(r))
		}
		return r * math.Sqrt(df/(1-r*r))
	}), df, true
}

// pearsonT holds the statistic of a correlation against r and n.
func (r *record) pearsonT(add func(Contradiction)) {
	t, _, ok := r.tOfR()
	if !ok || r.statistic == nil || r.isStatistic() {
		return
	}
	if !t.Within(slack).Abs().Meets(printed.Rounded(*r.statistic).Within(slack).Abs()) {
		add(Contradiction{"statistic", "statistic", fmt.Sprintf("r = %s of %.0f values gives t = %s, not %s", clip(*r.value), r.total(), span(t), clip(*r.statistic)), span(t), r.statistic.String(),
			"Report r, n and t of the same pairs."})
	}
}

// interval checks the ends against each other, the value, the test's quantile, and, where
// told, the p-value.
func (r *record) interval(add func(Contradiction), withP bool) {
	if r.level != 0 && !(r.level > 0 && r.level < 1) {
		return // said elsewhere, and nothing follows
	}
	if r.lower == nil || r.upper == nil {
		return
	}
	lo, hi := printed.Rounded(*r.lower).Within(slack), printed.Rounded(*r.upper).Within(slack)
	ends := fmt.Sprintf("%s to %s", clip(*r.lower), clip(*r.upper))
	if lo.Lo > hi.Hi {
		add(Contradiction{"interval", "uncertainty/lower", fmt.Sprintf("the %s runs from %s: its lower end is the larger", r.kind, ends), "lower end first", ends, "Exchange the ends."})
		return
	}
	if r.value == nil || r.kind == spec.UncertaintyIQR || r.says("bootstrap", "percentile", "bca", "permutation") {
		return
	}
	value := printed.Rounded(*r.value).Within(slack)
	if value.Hi < lo.Lo || value.Lo > hi.Hi {
		add(Contradiction{"interval", "uncertainty/lower", fmt.Sprintf("the %s, %s, does not hold the value %s", r.kind, ends, clip(*r.value)), "an interval around the value", ends,
			"Report value and interval of one and the same estimate, in one unit."})
		return
	}
	if r.kind != spec.UncertaintyCI || r.level == 0 || r.family() != studentT || !r.linear() {
		return
	}
	centre := lo.Add(hi).Mul(printed.Point(0.5))
	// An end at full precision may have lost digits against the width.
	if w := 1e-9 * (hi.Hi - lo.Lo); !(printed.Interval{Lo: centre.Lo - w, Hi: centre.Hi + w}).Meets(value) {
		add(Contradiction{"interval", "uncertainty/lower", fmt.Sprintf("the interval by t, %s, is centred on %s, not on the value %s", ends, span(centre), clip(*r.value)), span(centre), r.value.String(),
			"Report value and interval of one and the same estimate."})
		return
	}
	r.width(add, lo, hi, ends, withP)
}

// width holds half the width of an interval by t against the quantile times the standard
// error that value and statistic make known, and both ends against the p-value.
func (r *record) width(add func(Contradiction), lo, hi printed.Interval, ends string, withP bool) {
	if !r.about0(studentT) || len(r.df) != 1 || !(r.df[0].F > 0) || r.robust() {
		return
	}
	stat := printed.Rounded(*r.statistic).Within(slack).Abs()
	if !(stat.Lo > 0) {
		return
	}
	se := printed.Rounded(*r.value).Within(slack).Abs().Div(stat)
	half := hi.Sub(lo).Mul(printed.Point(0.5)).Within(slack)
	df := freedom(r.df[0])
	by := func(q printed.Interval) printed.Interval { return se.Mul(q) }
	t := printed.Interval{Lo: tail.TTwo(r.level, df.Hi), Hi: tail.TTwo(r.level, df.Lo)}
	z := -tail.NormalQuantile((1 - r.level) / 2)
	if want := by(t); !half.Meets(want.Within(slack)) {
		c := Contradiction{"interval_width", "uncertainty", fmt.Sprintf("half the width of the interval %s is %s; %s times the standard error %s, which value and statistic give, is %s", ends, span(half), span(t), span(se), span(want)),
			span(want), span(half), "Take the interval from the test that is reported, at the level that is stated."}
		switch {
		case half.Meets(by(printed.Point(z)).Within(slack)):
			c.Message += "; the normal quantile was taken in place of that of t"
		case half.Meets(by(printed.Point(1.96)).Within(slack)):
			c.Message += "; 1.96 was taken in place of the quantile of t"
		case half.Meets(se.Within(slack)):
			c.Message += "; it is one standard error"
		}
		add(c)
		return
	}
	if r.p == nil || !withP || r.oneSided() {
		return
	}
	p, alpha := printed.Rounded(*r.p).Within(slack), 1-r.level
	inside, outside := lo.Hi < 0 && hi.Lo > 0, lo.Lo > 0 || hi.Hi < 0
	if inside && p.Hi < alpha || outside && p.Lo > alpha {
		word := map[bool]string{true: "holds", false: "does not hold"}[inside]
		add(Contradiction{"interval_p", "p_value", fmt.Sprintf("the interval %s at the level %v %s 0, which the p-value %s contradicts", ends, r.level, word, clip(*r.p)), "", r.p.String(),
			"Report interval and p-value of one and the same test."})
	}
}

// degrees holds the degrees of freedom against n.
func (r *record) degrees(add func(Contradiction)) {
	n := r.total()
	if n == 0 || len(r.df) == 0 || r.robust() || r.says("mixed", "satterthwaite") || r.says("paired") && len(r.n) > 1 {
		return
	}
	say := func(got, want string) {
		add(Contradiction{"df", "df", fmt.Sprintf("with n = %s there cannot be %s degrees of freedom: %s", r.sizes(), got, want), want, got, "Report n and degrees of freedom of one and the same test."})
	}
	switch df := freedom(r.df[0]).Within(slack); r.family() {
	case fisherF:
		if d := df.Add(freedom(r.df[1])); d.Lo > n-1+slack*n {
			say(fmt.Sprintf("%s and %s", short(r.df[0].F), short(r.df[1].F)), fmt.Sprintf("both together are at most n - 1 = %.0f", n-1))
		} else if r.says("one way") && r.groups > 1 && !r.says("welch") && (!df.Has(float64(r.groups-1)) || !d.Has(n-1)) {
			say(fmt.Sprintf("%s and %s", short(r.df[0].F), short(r.df[1].F)), fmt.Sprintf("of %d groups they are %d and %.0f", r.groups, r.groups-1, n-float64(r.groups)))
		}
	case pearson:
		if !df.Has(n - 2) {
			say(short(r.df[0].F), fmt.Sprintf("a correlation has n - 2 = %.0f", n-2))
		}
	case studentT:
		switch two := r.groups == 2 || len(r.n) == 2; {
		case two && r.says("welch"):
			least := 1.0
			if len(r.n) == 2 {
				least = math.Min(r.n[0].F, r.n[1].F) - 1
			}
			if df.Hi < least || df.Lo > n-2 {
				say(short(r.df[0].F), fmt.Sprintf("Welch's lie from %.0f to n1 + n2 - 2 = %.0f", least, n-2))
			}
		case two && r.says("student", "pooled", "equal variances") && !r.says("paired", "one sample"):
			if !df.Has(n - 2) {
				say(short(r.df[0].F), fmt.Sprintf("Student's are n1 + n2 - 2 = %.0f", n-2))
			}
		case r.says("paired"):
			if !df.Has(n-1) && !df.Has(n/2-1) { // n pairs, or n values in pairs
				say(short(r.df[0].F), fmt.Sprintf("pairs have their number less 1, %.0f", n-1))
			}
		case df.Lo > n-1:
			say(short(r.df[0].F), fmt.Sprintf("they are at most n - 1 = %.0f", n-1))
		}
	}
}

func (r *record) sizes() string {
	if len(r.n) == 1 {
		return r.n[0].String()
	}
	s := ""
	for i, n := range r.n {
		if i > 0 {
			s += " + "
		}
		s += n.String()
	}
	return s
}
