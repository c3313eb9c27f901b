package consistent

import (
	"fmt"
	"math"
	"strings"

	"github.com/assaybench/assay/internal/printed"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// family is the distribution that a test statistic is held against.
type family string

const (
	unknown    family = ""
	studentT   family = "t"
	normal     family = "z"
	fisherF    family = "F"
	chiSquared family = "chi-square"
	pearson    family = "r"
)

// family reads the words of method and estimand, and how many degrees of freedom there
// are. Tests by ranks, permutation or exact counting have p-values of their own.
func (r *record) family() family {
	switch {
	case r.says("binomial test", "exact", "permutation", "bootstrap", "mann", "whitney", "mannwhitney", "wilcoxon", "spearman", "kendall", "shapiro", "kolmogorov", "ks", "fisher", "boschloo", "barnard", "bayesian", "tukey", "dunnett", "dunn"):
		return unknown
	case len(r.df) == 2:
		return fisherF
	case r.says("chi", "chi2", "chisquare", "chisq", "kruskal", "kruskal wallis", "friedman", "log rank", "logrank", "bartlett", "mcnemar", "ljung", "cochran"):
		return chiSquared
	case r.says("anova", "f", "f test", "levene", "variance ratio"):
		return unknown // F, but without both degrees of freedom
	case r.says("pearson", "pearsonr"):
		return pearson
	case r.says("logit", "logistic", "probit", "poisson", "cox", "negative binomial", "z", "z test", "wald"):
		return normal
	case r.says("t", "t test", "ttest", "student", "welch", "ols", "wls", "least squares", "linear regression"):
		return studentT
	}
	return unknown
}

// robust reports whether standard errors are such that programs differ between t and z.
func (r *record) robust() bool {
	return r.says("robust", "hc0", "hc1", "hc2", "hc3", "sandwich", "cluster", "clustered", "newey", "hac", "white")
}

// oneSided reports whether the record says so.
func (r *record) oneSided() bool {
	return r.says("one sided", "one tailed", "onesided", "onetailed", "greater", "less", "1 sided", "1 tailed")
}

// freedom is the interval of degrees of freedom; whole numbers are exact.
func freedom(n spec.Number) printed.Interval {
	if n.F == math.Trunc(n.F) {
		return printed.Point(n.F)
	}
	return printed.Rounded(n)
}

// tails is the interval of two-sided p-values of a statistic, by its family; ok is false
// where it has none.
func (r *record) tails(f family) (p printed.Interval, ok bool) {
	if r.statistic == nil {
		return p, false
	}
	x := printed.Rounded(*r.statistic).Within(1e-12)
	df := func(i int) (printed.Interval, bool) {
		if i >= len(r.df) || !(r.df[i].F > 0) {
			return printed.Interval{}, false
		}
		return freedom(r.df[i]), true
	}
	switch f {
	case normal:
		return x.Abs().Falling(func(z float64) float64 { return 2 * tail.Normal(z) }), true
	case studentT, chiSquared:
		d, ok := df(0)
		if !ok || len(r.df) > 1 {
			return p, false
		}
		if f == studentT { // the tails grow thinner with more degrees of freedom
			t := x.Abs()
			return printed.Interval{Lo: tail.TTwoSided(t.Hi, d.Hi), Hi: tail.TTwoSided(t.Lo, d.Lo)}, true
		}
		return printed.Interval{Lo: tail.ChiSquared(math.Max(0, x.Hi), d.Lo), Hi: tail.ChiSquared(math.Max(0, x.Lo), d.Hi)}, x.Hi >= 0
	case fisherF:
		d1, ok1 := df(0)
		d2, ok2 := df(1)
		if !ok1 || !ok2 || x.Hi < 0 {
			return p, false
		}
		p = printed.Interval{Lo: 1, Hi: 0}
		for _, a := range []float64{d1.Lo, d1.Hi} { // not monotone in either, but nearly constant over a last digit
			for _, b := range []float64{d2.Lo, d2.Hi} {
				p.Lo = math.Min(p.Lo, tail.F(math.Max(0, x.Hi), a, b))
				p.Hi = math.Max(p.Hi, tail.F(math.Max(0, x.Lo), a, b))
			}
		}
		return p, true
	}
	return p, false
}

// counts checks numbers that need no other: p from 0 to 1, sizes that are whole.
func (r *record) counts(add func(Contradiction)) {
	if r.p != nil && (r.p.F < 0 || r.p.F > 1) {
		add(Contradiction{"p_range", "p_value", fmt.Sprintf("the p-value is %s; a probability lies from 0 to 1", r.p), "0 to 1", r.p.String(), "Report the p-value of the test."})
	}
	if r.p != nil && r.p.F == 0 && r.says("permutation", "randomization", "randomisation", "bootstrap") {
		add(Contradiction{"p_range", "p_value", "the p-value of random draws is 0; the data as they are count as one draw, so it is at least 1 over the number of draws plus 1", "above 0", r.p.String(),
			"Count the data among the draws: (hits + 1) / (draws + 1)."})
	}
	for _, n := range r.n {
		if n.F < 0 || n.F != math.Trunc(n.F) {
			add(Contradiction{"n", "n", fmt.Sprintf("n is %s; that is no number of values", n), "a whole number", n.String(), "Count the values that entered."})
			return
		}
	}
}

// pValue holds the p-value against statistic and degrees of freedom.
func (r *record) pValue(add func(Contradiction)) {
	f := r.family()
	if r.bound != "" {
		r.pBound(add, f)
		return
	}
	if r.p == nil || r.p.F < 0 || r.p.F > 1 {
		return
	}
	got := printed.Rounded(*r.p).Within(slack)
	want, ok := r.tails(f)
	name := "two-sided "
	switch f {
	case pearson:
		if want, ok = r.correlation(); !ok {
			return
		}
	case fisherF, chiSquared:
		name = ""
	case unknown:
		return
	}
	if !ok {
		return
	}
	half := func(x float64) float64 { return x / 2 }
	if agrees(got, want) || r.robust() && f == studentT && r.fits(got, normal) || name != "" && r.oneSided() && (agrees(got, want.Rising(half)) || agrees(got, other(want))) {
		return
	}
	c := Contradiction{"p_value", "p_value", fmt.Sprintf("%s gives the %sp-value %s, not %s", r.test(f), name, span(want), r.p), span(want), r.p.String(), "Report statistic, degrees of freedom and p-value of one and the same test."}
	switch {
	case name == "":
	case agrees(got, want.Rising(half)):
		c.Message += "; that is the one-sided one, and the record does not say so"
		c.Fix = "Say that the test is one-sided, or report the two-sided p-value."
	case agrees(got, other(want)):
		c.Message += "; that is the one-sided one of the other side"
	case agrees(got, want.Rising(func(x float64) float64 { return 2 * x })):
		c.Message += "; that is twice as much"
	case f == studentT && r.fits(got, normal):
		c.Message += "; that is by the normal distribution in place of t"
	}
	if d := decision(got, want); d != "" {
		c.Message += d
	}
	add(c)
}

// other is the one-sided p-value of the side on which the statistic does not lie.
func other(two printed.Interval) printed.Interval {
	return two.Falling(func(p float64) float64 { return 1 - p/2 })
}

// fits reports whether the reported p-value is that of another family.
func (r *record) fits(got printed.Interval, f family) bool {
	want, ok := r.tails(f)
	return ok && agrees(got, want)
}

// agrees reports whether a reported p-value may be one of those that follow. Far tails are
// compared by their logarithms, and what is below the smallest of them is 0.
func agrees(got, want printed.Interval) bool {
	rel := slack
	if want.Hi < 1e-3 {
		rel = 2.5e-3
	}
	return got.Meets(want.Within(rel)) || want.Lo < 1e-300 && got.Lo < 1e-300
}

// decision says that a p-value lies on the other side of the usual bound.
func decision(got, want printed.Interval) string {
	const alpha = 0.05
	if got.Hi <= alpha && want.Lo > alpha || got.Lo > alpha && want.Hi <= alpha {
		return "; this changes what is significant at 0.05"
	}
	return ""
}

// test writes the statistic as papers do: t(28) = 2.20.
func (r *record) test(f family) string {
	if f == pearson {
		return fmt.Sprintf("r = %s of %.0f values", r.value, r.total())
	}
	df := make([]string, len(r.df))
	for i, d := range r.df {
		df[i] = short(d.F)
	}
	name := string(f)
	if len(df) > 0 && f != normal {
		name += "(" + strings.Join(df, ", ") + ")"
	}
	return fmt.Sprintf("%s = %s", name, clip(*r.statistic))
}

// clip is a number as written, or with six digits where it has more than ten.
func clip(n spec.Number) string {
	if len(n.String()) > 10 {
		return fmt.Sprintf("%.6g", n.F)
	}
	return n.String()
}

// pBound checks a p-value that is given as a bound, such as "< 0.001".
func (r *record) pBound(add func(Contradiction), f family) {
	op, bound, ok := readBound(r.bound)
	if !ok {
		return
	}
	c := Contradiction{"p_bound", "p_value", "", "", r.bound, "Report the p-value itself."}
	if bound < 0 || bound > 1 || op == '<' && bound == 0 {
		c.Message, c.Expected = fmt.Sprintf("the p-value is %q; no probability is", r.bound), "0 to 1"
		add(c)
		return
	}
	want, ok := r.tails(f)
	if !ok {
		return
	}
	if (f == studentT || f == normal) && r.oneSided() {
		want.Lo /= 2
	}
	if op == '<' && bound < want.Lo*(1-slack) || op == '>' && bound > want.Hi*(1+slack) {
		c.Message, c.Expected = fmt.Sprintf("%s gives the p-value %s, not %s", r.test(f), span(want), strings.TrimSpace(r.bound)), span(want)
		add(c)
	}
}

// readBound reads "p < .001", "> 0.05" or "<=0.01"; the bound itself is on either side.
func readBound(text string) (op byte, bound float64, ok bool) {
	s := strings.NewReplacer("≤", "<", "≥", ">", "<=", "<", ">=", ">", " ", "", "P", "p").Replace(text)
	s = strings.TrimPrefix(s, "p")
	if s == "" || s[0] != '<' && s[0] != '>' {
		return 0, 0, false
	}
	digits := s[1:]
	if strings.HasPrefix(digits, ".") {
		digits = "0" + digits
	}
	n, err := spec.ParseNumber(digits)
	if err != nil || !n.Finite() {
		return 0, 0, false
	}
	return s[0], n.F, true
}
