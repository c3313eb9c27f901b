package planning

import (
	"math"

	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// powers are the powers of tests, and the sizes that reach one.
func powers() []estimate.Estimator {
	sizeArg := number("n", 2, 1e9, "values in each group; pairs, where they are paired")
	effect := []estimate.Arg{
		{Name: "delta", Kind: estimate.ArgNumber, Required: true, Doc: "true difference of the means"},
		byDefault(number("sd", 1e-300, 1e300, "standard deviation within groups; of the differences, where they are paired; 1 makes delta Cohen's d"), spec.NumberValue(1)),
		{Name: "design", Kind: estimate.ArgText, Default: spec.TextValue("two-sample"), OneOf: []string{"two-sample", "one-sample", "paired"}, Doc: "kind of t test"}, sidesArg, alphaArg}
	const source = "Cohen (1988); noncentral distributions as in Johnson, Kotz and Balakrishnan (1995)"
	return []estimate.Estimator{
		{Name: "t_power", Summary: "the power of a t test",
			Unit: "1", Domain: "design, no data: n from 2, sd above 0, alpha in (0, 1/2]",
			Missing: "no data are read",
			Source:  source, Compute: of(powerOfT),
			Formula: "P(|T| > c) for the noncentral t with ncp delta/(sd sqrt(1/n + 1/n2)), df n + n2 - 2 (one sample and pairs: delta sqrt(n)/sd, n - 1), c the critical value; one-sided: P(T > c)",
			Args:    append([]estimate.Arg{sizeArg, byDefault(number("n2", 2, 1e9, "values in the second group, where it has another size"), spec.Value{})}, effect...)},
		{Name: "t_sample_size", Summary: "the size of each group at which a t test has a power",
			Unit: "1", Domain: "design, no data: a power above alpha, a difference other than 0",
			Missing: "no data are read",
			Source:  source, Compute: of(sizeOfT),
			Formula: "n, not rounded, at which the power of t_power is reached", Args: append([]estimate.Arg{number("power", 1e-3, 1-1e-9, "power to be reached, above alpha")}, effect...)},
		{Name: "anova_power", Summary: "the power of a one-way analysis of variance",
			Unit: "1", Domain: "design, no data: n from 2, groups from 2, f above 0",
			Missing: "no data are read",
			Source:  source, Compute: of(powerOfF),
			Formula: "P(F > c) for the noncentral F with ncp f² k n, df k - 1 and k (n - 1), c the critical value",
			Args:    []estimate.Arg{number("n", 2, 1e6, "values in each group"), number("groups", 2, 1000, "number of groups"), number("f", 1e-9, 100, "Cohen's f: the standard deviation of the means (divisor k) over that within groups"), alphaArg}},
		{Name: "proportion_power", Summary: "the power of a test of two proportions",
			Unit: "1", Domain: "design, no data: proportions from 0 to 1, not both 0 or 1",
			Missing: "no data are read",
			Source:  "Fleiss, Levin and Paik (2003), without correction for continuity; Cohen (1988)", Compute: of(powerOfProportions),
			Formula: "Φ((|p1 - p2| sqrt(n) - z sqrt(2 p (1 - p))) / sqrt(p1 (1 - p1) + p2 (1 - p2))), p = (p1 + p2)/2, and the same below, where two-sided",
			Args:    []estimate.Arg{sizeArg, number("p1", 0, 1, "proportion in the first group"), number("p2", 0, 1, "proportion in the second group"), sidesArg, alphaArg}},
	}
}

// test is a t test that is planned.
type test struct {
	n, n2, d, alpha float64 // d is delta over sd
	groups, sides   float64
}

func testOf(in estimate.Input) (test, error) {
	t := test{n: in.Args.Number("n"), d: math.Abs(in.Args.Number("delta")) / in.Args.Number("sd"), alpha: in.Args.Number("alpha"), groups: 2, sides: 2}
	t.n2 = t.n
	if in.Args.Text("design") != "two-sample" {
		t.groups = 1
	}
	if in.Args.Text("alternative") == "one-sided" {
		t.sides = 1
	}
	if in.Args.Has("n2") {
		if t.n2 = in.Args.Number("n2"); t.groups == 1 {
			return t, estimate.BadArg("n2", "is for two samples")
		}
	}
	if ncp, _ := t.noncentral(); !(ncp <= 500) {
		return t, estimate.BadArg("delta", "is %.6g standard errors: such a test cannot fail; the power is 1", ncp)
	}
	return t, nil
}

// noncentral is the expected statistic, with its degrees of freedom.
func (t test) noncentral() (ncp, df float64) {
	if t.groups == 1 {
		return t.d * math.Sqrt(t.n), t.n - 1
	}
	return t.d / math.Sqrt(1/t.n+1/t.n2), t.n + t.n2 - 2
}

// tails are the powers on the side of the effect and on the other, which counts where the
// test is two-sided.
func (t test) tails() (near, far float64) {
	ncp, df := t.noncentral()
	c := tail.TTwo(1-2*t.alpha/t.sides, df)
	near = tail.NoncentralT(c, df, ncp)
	if t.sides == 2 {
		far = tail.NoncentralT(c, df, -ncp)
	}
	return near, far
}

func (t test) power() float64 {
	near, far := t.tails()
	return near + far
}

// normal is the power of the z test.
func (t test) normal() float64 {
	ncp, _ := t.noncentral()
	c := tail.NormalQuantile(1 - t.alpha/t.sides)
	if t.sides == 2 {
		return tail.Normal(c-ncp) + tail.Normal(c+ncp)
	}
	return tail.Normal(c - ncp)
}

func (t test) sized(n float64) test {
	t.n, t.n2 = n, n
	return t
}

func (t test) other() test {
	t.sides = 3 - t.sides
	return t
}

func powerOfT(in estimate.Input) (estimate.Answer, error) {
	t, err := testOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	near, far := t.tails()
	a, err := answered(near+far, floor)
	if err != nil {
		return a, err
	}
	if t.sides == 2 {
		varied(&a, "near-tail", "without the rejections on the side opposite to the effect (power.t.test of R unless strict)", near)
	}
	varied(&a, "type-two", "the probability of an error of the second kind, 1 - power", 1-near-far)
	varied(&a, "other-sides", map[float64]string{1: "of the two-sided test", 2: "of the one-sided test"}[t.sides], t.other().power())
	varied(&a, "normal", "by the normal distribution, as of a z test", t.normal())
	if t.groups == 2 {
		if half := t.sized(t.n / 2); t.n == t.n2 && half.n > 1 {
			varied(&a, "n-in-all", "with n as the size of both groups together", half.power())
		}
		one := t
		one.groups = 1
		varied(&a, "one-sample", "of one sample or of pairs", one.power())
	} else {
		two := t
		two.groups = 2
		varied(&a, "two-sample", "of two samples of this size", two.power())
	}
	return a, nil
}

// least is the size at which a power that grows with it is reached; NaN where none from 2
// to 1e9 does.
func least(power float64, at func(n float64) float64) float64 {
	lo, hi := 2.0, 2.0
	if at(lo) >= power {
		return math.NaN()
	}
	for at(hi) < power {
		if lo, hi = hi, 2*hi; hi > 1e9 {
			return math.NaN()
		}
	}
	below, above := at(lo)-power, at(hi)-power
	for range 100 { // Ridders' method
		mid := lo + (hi-lo)/2
		if !(mid > lo && mid < hi) || hi-lo <= 1e-14*hi {
			break
		}
		m := at(mid) - power
		x := mid - (mid-lo)*m/math.Sqrt(m*m-below*above)
		for _, p := range [][2]float64{{mid, m}, {x, at(x) - power}} {
			switch {
			case !(p[0] > lo && p[0] < hi):
			case p[1] < 0:
				lo, below = p[0], p[1]
			default:
				hi, above = p[0], p[1]
			}
		}
		if above == 0 {
			break
		}
	}
	return hi
}

func sizeOfT(in estimate.Input) (estimate.Answer, error) {
	t, err := testOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	power := in.Args.Number("power")
	if t.d == 0 || power <= t.alpha {
		return estimate.Answer{}, estimate.Undefined("no size belongs to a power of %v at alpha %v and delta %v", power, t.alpha, in.Args.Number("delta"))
	}
	n := least(power, func(n float64) float64 { return t.sized(n).power() })
	if math.IsNaN(n) {
		return estimate.Answer{}, estimate.Undefined("the power %v is reached with less than 2 values, or only with more than 1e9", power)
	}
	a, err := answered(n, iterated)
	if err != nil {
		return a, err
	}
	varied(&a, "rounded-up", "rounded up to whole numbers", math.Ceil(n))
	if t.groups == 2 {
		varied(&a, "in-all", "of both groups together", 2*n)
		varied(&a, "in-all-rounded-up", "of both groups together, each rounded up", 2*math.Ceil(n))
	}
	varied(&a, "near-tail", "without the rejections on the side opposite to the effect (power.t.test of R unless strict)", least(power, func(n float64) float64 {
		near, _ := t.sized(n).tails()
		return near
	}))
	varied(&a, "other-sides", map[float64]string{1: "of the two-sided test", 2: "of the one-sided test"}[t.sides], least(power, func(n float64) float64 { return t.sized(n).other().power() }))
	varied(&a, "normal", "by the normal distribution, as of a z test", least(power, func(n float64) float64 { return t.sized(n).normal() }))
	return a, nil
}

func powerOfF(in estimate.Input) (estimate.Answer, error) {
	n, k, f, alpha := in.Args.Number("n"), in.Args.Number("groups"), in.Args.Number("f"), in.Args.Number("alpha")
	if k != math.Floor(k) {
		return estimate.Answer{}, estimate.BadArg("groups", "is %v, not a whole number", k)
	}
	if f*f*k*n > 1e5 {
		return estimate.Answer{}, estimate.BadArg("f", "is %v: such a test of %v values cannot fail; the power is 1", f, k*n)
	}
	power := func(n, ncp, alpha float64) float64 {
		d1, d2 := k-1, k*(n-1)
		return tail.NoncentralF(tail.FQuantile(1-alpha, d1, d2), d1, d2, ncp)
	}
	a, err := answered(power(n, f*f*k*n, alpha), floor)
	if err != nil {
		return a, err
	}
	varied(&a, "type-two", "the probability of an error of the second kind, 1 - power", 1-power(n, f*f*k*n, alpha))
	if n/k > 1 {
		varied(&a, "n-in-all", "with n as the size of all groups together", power(n/k, f*f*n, alpha))
	}
	varied(&a, "f-for-f2", "with f in place of f²", power(n, f*k*n, alpha))
	if f < 1 {
		varied(&a, "eta", "with f taken for η²", power(n, f/(1-f)*k*n, alpha))
	}
	varied(&a, "divisor-k-1", "with a standard deviation of the means of divisor k - 1", power(n, f*f*(k-1)*n, alpha))
	return a, nil
}

func powerOfProportions(in estimate.Input) (estimate.Answer, error) {
	n, p1, p2, alpha := in.Args.Number("n"), in.Args.Number("p1"), in.Args.Number("p2"), in.Args.Number("alpha")
	sides := 2.0
	if in.Args.Text("alternative") == "one-sided" {
		sides = 1
	}
	apart, p := math.Abs(p1-p2), (p1+p2)/2
	within := math.Sqrt(p1*(1-p1) + p2*(1-p2))
	if within == 0 {
		return estimate.Answer{}, estimate.Undefined("proportions of 0 and 1 do not vary")
	}
	pooled := math.Sqrt(2 * p * (1 - p))
	power := func(n, null, sides float64) (near, far float64) {
		z := tail.NormalQuantile(1 - alpha/sides)
		near = tail.Normal((z*null - apart*math.Sqrt(n)) / within)
		if sides == 2 {
			far = tail.Normal((z*null + apart*math.Sqrt(n)) / within)
		}
		return near, far
	}
	near, far := power(n, pooled, sides)
	a, err := answered(near+far, floor)
	if err != nil {
		return a, err
	}
	if sides == 2 {
		varied(&a, "near-tail", "without the rejections on the side opposite to the effect (power.prop.test of R unless strict)", near)
	}
	varied(&a, "type-two", "the probability of an error of the second kind, 1 - power", 1-near-far)
	sum := func(x, y float64) float64 { return x + y }
	varied(&a, "unpooled", "with the same standard error for the critical value", sum(power(n, within, sides)))
	h := 2 * math.Abs(math.Asin(math.Sqrt(p1))-math.Asin(math.Sqrt(p2)))
	varied(&a, "arcsine", "by the difference of the arcs (Cohen's h)", test{n: n, n2: n, d: h, alpha: alpha, groups: 2, sides: sides}.normal())
	varied(&a, "other-sides", map[float64]string{1: "of the two-sided test", 2: "of the one-sided test"}[sides], sum(power(n, pooled, 3-sides)))
	varied(&a, "n-in-all", "with n as the size of both groups together", sum(power(n/2, pooled, sides)))
	return a, nil
}
