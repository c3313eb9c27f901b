package associate

import (
	"context"
	"math"
	"slices"

	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/estimate/sample"

	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/tail"
	"github.com/assaybench/assay/spec"
)

// dependences are associations beside Pearson's and Spearman's.
func dependences() []estimate.Estimator {
	x := estimate.Arg{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column; incomplete rows are left out"}
	y := estimate.Arg{Name: "y", Kind: estimate.ArgColumn, Required: true, Doc: "column"}
	base := estimate.Arg{Name: "base", Kind: estimate.ArgText, Default: spec.TextValue("e"), OneOf: []string{"e", "2", "10"}, Doc: "base of the logarithm"}
	ci := []spec.UncertaintyKind{spec.UncertaintyCI}
	return []estimate.Estimator{
		{Name: "kendall", Summary: "Kendall's tau",
			Unit: "1", Domain: "numbers; two complete rows, no constant column",
			Source: "Kendall (1938, 1945); Stuart (1953) for c", PerRow: true, Compute: kendall,
			Formula: "(C - D) / sqrt((n0 - n1)(n0 - n2)) for b, (C - D) / n0 for a, 2 (C - D) m / (n² (m - 1)) for c; z with the tie-corrected variance",
			Args:    []estimate.Arg{x, y, {Name: "kind", Kind: estimate.ArgText, Default: spec.TextValue("b"), OneOf: []string{"a", "b", "c"}, Doc: "definition with regard to ties"}}},
		{Name: "partial_correlation", Summary: "the partial correlation",
			Unit: "1", Domain: "numbers; three rows more than columns held constant, something left of both",
			Source: "Yule (1907)", PerRow: true, Gives: ci, Compute: partialCorrelation,
			Formula: "Pearson's correlation of the residuals of x and y on given; t with n - 2 - k degrees of freedom; interval by Fisher's z",
			Args:    []estimate.Arg{x, y, {Name: "given", Kind: estimate.ArgColumns, Required: true, Doc: "columns held constant"}}},
		{Name: "point_biserial", Summary: "the point-biserial correlation",
			Unit: "1", Domain: "a column of two values and numbers; two complete rows",
			Source: "Tate (1954)", PerRow: true, Gives: ci, Compute: pointBiserial,
			Formula: "Pearson's correlation of a column of two values with numbers", Args: []estimate.Arg{{Name: "x", Kind: estimate.ArgColumn, Required: true, Doc: "column of two values, such as true and false"}, y}},
		{Name: "cramers_v", Summary: "Cramer's V",
			Unit: "1", Domain: "labels; whole counts not negative; two rows and two columns with counts",
			Source: "Cramer (1946); Bergsma (2013) for the corrected form", Compute: sample.OfTable(cramersV),
			Formula: "sqrt(chi² / (N (min(r, c) - 1)))",
			Args:    append(sample.RowColumnArgs[:3:3], estimate.Arg{Name: "corrected", Kind: estimate.ArgBool, Default: spec.Value{Kind: spec.ValueBool}, Doc: "corrected for bias"})},
		{Name: "phi", Summary: "phi of a 2x2 table",
			Unit: "1", Domain: "labels; whole counts not negative; two rows and two columns",
			Formula: "(a d - b c) / sqrt of the product of the four margins", Source: "Yule (1912)", Compute: sample.OfTable(phi),
			Args: append(sample.RowColumnArgs[:3:3], estimate.Arg{Name: "first_row", Kind: estimate.ArgLabel, Doc: "label of the row that comes first; the smaller where absent"},
				estimate.Arg{Name: "first_column", Kind: estimate.ArgLabel, Doc: "label of the column that comes first; the smaller where absent"})},
		{Name: "mutual_information", Summary: "the mutual information of two factors",
			Unit: "bit, nat or ban, by base", Domain: "labels; whole counts not negative; two rows and two columns with counts",
			Formula: "Σ p_ij ln(p_ij / (p_i p_j))", Source: "Shannon (1948)", Compute: sample.OfTable(mutualInformation), Args: append(sample.RowColumnArgs[:3:3], base)},
		{Name: "entropy", Summary: "the entropy of a factor",
			Unit: "bit, nat or ban, by base", Domain: "labels; one row",
			Formula: "-Σ p ln p", Source: "Shannon (1948)", PerRow: true, Compute: entropy,
			Args: []estimate.Arg{{Name: "value", Kind: estimate.ArgFactor, Required: true, Doc: "column whose values are counted"}, base}},
	}
}

// concordance are the pairs of rows that agree less those that do not, with what ties
// take away.
type concordance struct {
	n, score     float64 // n rows; C - D
	xTies        []int   // numbers of the sets of equal x, and of y
	yTies        []int
	xSets, ySets int
}

// concord counts by the mid-ranks, in O(n log n) by merging (Knight 1966).
func concord(x, y []dd.Num) concordance {
	c := concordance{n: float64(len(x))}
	rx, ry := doubled(x), doubled(y)
	pair := make([]uint64, len(x)) // by x, then by y
	for i := range pair {
		pair[i] = uint64(rx[i])<<32 | uint64(ry[i])
	}
	slices.Sort(pair)
	ys := make([]uint32, len(x))
	both := 0.0
	for i := 0; i < len(pair); {
		j := i
		for ; j < len(pair) && pair[j] == pair[i]; j++ {
			ys[j] = uint32(pair[j])
		}
		both += pairs(j - i)
		i = j
	}
	c.xTies, c.yTies = setSizes(rx), setSizes(ry)
	c.xSets, c.ySets = len(c.xTies), len(c.yTies)
	discordant := inversions(ys, make([]uint32, len(ys)))
	c.score = pairs(len(x)) - tiedPairs(c.xTies) - tiedPairs(c.yTies) + both - 2*discordant
	return c
}

// doubled are mid-ranks times 2, which are whole numbers.
func doubled(ranks []dd.Num) []uint32 {
	out := make([]uint32, len(ranks))
	for i, r := range ranks {
		out[i] = uint32(2 * r.Hi)
	}
	return out
}

func pairs(n int) float64 { return float64(n) * float64(n-1) / 2 }

func tiedPairs(sizes []int) float64 {
	s := 0.0
	for _, n := range sizes {
		s += pairs(n)
	}
	return s
}

// setSizes are the sizes of the sets of equal scores, which are at most twice their number.
func setSizes(scores []uint32) []int {
	counts := make([]int, 2*len(scores)+1)
	for _, s := range scores {
		counts[s]++
	}
	return slices.DeleteFunc(counts, func(n int) bool { return n == 0 })
}

// inversions counts the pairs that stand in falling order; it sorts its argument, with room
// for as many beside it.
func inversions(a, room []uint32) float64 {
	if len(a) < 16 {
		n := 0
		for k, x := range a {
			i := k
			for ; i > 0 && a[i-1] > x; i-- {
				a[i] = a[i-1]
			}
			a[i] = x
			n += k - i
		}
		return float64(n)
	}
	mid := len(a) / 2
	n := inversions(a[:mid], room[:mid]) + inversions(a[mid:], room[mid:])
	i, j := 0, mid
	for k := range room {
		if i == mid || j < len(a) && a[j] < a[i] {
			n += float64(mid - i)
			room[k], j = a[j], j+1
		} else {
			room[k], i = a[i], i+1
		}
	}
	copy(a, room)
	return n
}

func (c concordance) tau(kind string) float64 {
	n0 := pairs(int(c.n))
	switch kind {
	case "a":
		return c.score / n0
	case "c":
		m := float64(min(c.xSets, c.ySets))
		return 2 * c.score * m / (c.n * c.n * (m - 1))
	}
	return c.score / math.Sqrt(n0-tiedPairs(c.xTies)) / math.Sqrt(n0-tiedPairs(c.yTies))
}

// sd is the standard deviation of C - D under independence, corrected for ties.
func (c concordance) sd() float64 {
	n := c.n
	sum := func(sizes []int, f func(t float64) float64) float64 {
		s := 0.0
		for _, t := range sizes {
			s += f(float64(t))
		}
		return s
	}
	v := func(t float64) float64 { return t * (t - 1) * (2*t + 5) }
	w := func(t float64) float64 { return t * (t - 1) }
	u := func(t float64) float64 { return t * (t - 1) * (t - 2) }
	s := (n*(n-1)*(2*n+5) - sum(c.xTies, v) - sum(c.yTies, v)) / 18
	s += sum(c.xTies, w) * sum(c.yTies, w) / (2 * n * (n - 1))
	if n > 2 {
		s += sum(c.xTies, u) * sum(c.yTies, u) / (9 * n * (n - 1) * (n - 2))
	}
	return math.Sqrt(s)
}

// exact is the exact two-sided p-value without ties: orders with so many inversions.
func (c concordance) exact() float64 {
	n := int(c.n)
	most := n * (n - 1) / 2
	p := []float64{1}
	for k := 2; k <= n; k++ { // one more value adds 0 to k - 1 inversions
		next := make([]float64, len(p)+k-1)
		for i, v := range p {
			for j := range k {
				next[i+j] += v / float64(k)
			}
		}
		p = next
	}
	d := int(math.Round((float64(most) - c.score) / 2))
	lower, upper := 0.0, 0.0
	for i, v := range p {
		if i <= d {
			lower += v
		}
		if i >= d {
			upper += v
		}
	}
	return answer.Twice(lower, upper)
}

func kendall(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y, err := sample.XYOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	rx, ry := sample.Ranks(x), sample.Ranks(y)
	c := concord(rx, ry)
	if c.xSets < 2 || c.ySets < 2 {
		return estimate.Answer{}, estimate.Undefined("a column is constant")
	}
	kind := in.Args.Text("kind")
	z := c.score / c.sd()
	a := estimate.Answer{What: "Kendall's tau-" + kind, Value: estimate.Number(c.tau(kind)), N: answer.Count(len(x)), Unit: "1", Statistic: estimate.Number(z), PValue: estimate.Number(answer.NormalTest(z)), Floor: answer.TestFloor}
	ties := c.xSets < len(x) || c.ySets < len(x)
	if small := len(x) < 50 && !ties; small {
		a.PValue = estimate.Number(c.exact())
		answer.VaryP(&a, "asymptotic", "the p-value by the normal approximation", answer.NormalTest(z))
	}
	corrected := answer.Shrink(c.score, 1) / c.sd()
	answer.Vary(&a, "continuity", "with the correction for continuity", estimate.Answer{Statistic: estimate.Number(corrected), PValue: estimate.Number(answer.NormalTest(corrected))})
	for _, k := range []string{"a", "b", "c"} {
		if k != kind {
			answer.VaryValue(&a, "tau-"+k, "Kendall's tau-"+k, dd.F(c.tau(k)))
		}
	}
	rho, _ := sample.Correlate(rx, ry)
	answer.VaryValue(&a, "spearman", "Spearman's rank correlation", rho)
	r, _ := sample.Correlate(x, y)
	answer.VaryValue(&a, "pearson", "Pearson's correlation", r)
	answer.VaryValue(&a, "sign", "tau with the wrong sign", dd.F(-c.tau(kind)))
	answer.VaryOneSided(&a)
	return a, nil
}

func partialCorrelation(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	given := in.Args.Texts("given")
	names := append([]string{in.Args.Text("x"), in.Args.Text("y")}, given...)
	cols, err := in.View.Numbers(names...)
	if err != nil {
		return estimate.Answer{}, err
	}
	n, k := len(cols[0]), len(given)
	if n < k+3 {
		return estimate.Answer{}, estimate.Undefined("%d complete rows are too few with %d columns held constant", n, k)
	}
	one := make([]dd.Num, n)
	for i := range one {
		one[i] = dd.F(1)
	}
	design := append([][]dd.Num{one}, cols[2:]...)
	ex, err := residuals(design, cols[0])
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("the columns held constant are linearly dependent: %v", err)
	}
	ey, err := residuals(design, cols[1])
	if err != nil {
		return estimate.Answer{}, err
	}
	r, rest := sample.Correlate(ex, ey)
	small := func(e, x []dd.Num) bool { return dd.Of(e).SS.Float() <= 1e-26*dd.Of(x).SS.Float() }
	if !r.Finite() || small(ex, cols[0]) || small(ey, cols[1]) {
		return estimate.Answer{}, estimate.Undefined("nothing of a column is left when the others are held constant")
	}
	a := ofCorrelation(r, rest, n-k)
	a.N, a.Floor = answer.Count(n), spec.Tolerance{Rel: 1e-8, Abs: 1e-12}
	if n-k > 3 && rest.Float() >= 1e-28 {
		a.Interval = fisherInterval(r.Float(), n-k)
		answer.GiveInterval(&a, in.Level)
	}
	plain, _ := sample.Correlate(cols[0], cols[1])
	answer.VaryValue(&a, "pearson", "Pearson's correlation, with nothing held constant", plain)
	semi, _ := sample.Correlate(cols[0], ey)
	answer.VaryValue(&a, "semipartial-x", "the semipartial correlation, y alone freed of the others", semi)
	semi, _ = sample.Correlate(ex, cols[1])
	answer.VaryValue(&a, "semipartial-y", "the semipartial correlation, x alone freed of the others", semi)
	answer.VaryValue(&a, "squared", "the square of the partial correlation", r.Mul(r))
	answer.VaryValue(&a, "sign", "the partial correlation with the wrong sign", r.Neg())
	df := float64(n - 2)
	t := r.Mul(dd.F(df).Div(rest).Sqrt()).Float()
	answer.Vary(&a, "df-n-2", "with n - 2 degrees of freedom, as if nothing were held constant", estimate.Answer{DF: estimate.Number(df), Statistic: estimate.Number(t), PValue: estimate.Number(answer.TTail(t, df))})
	answer.VaryOneSided(&a)
	return a, nil
}

// residuals of y on the columns of a design.
func residuals(design [][]dd.Num, y []dd.Num) ([]dd.Num, error) {
	fit, err := dd.LeastSquares(design, y)
	if err != nil {
		return nil, err
	}
	e := slices.Clone(y)
	for j, c := range design {
		for i := range e {
			e[i] = e[i].Sub(c[i].Mul(fit.Coef[j]))
		}
	}
	return e, nil
}

// fisherInterval is tanh(atanh r ± z / sqrt(n - 3)).
func fisherInterval(r float64, n int) estimate.Interval {
	z, se := math.Atanh(r), 1/math.Sqrt(float64(n-3))
	return func(level float64) (spec.Value, spec.Value) {
		h := answer.NormalTwo(level) * se
		return estimate.Number(math.Tanh(z - h)), estimate.Number(math.Tanh(z + h))
	}
}

func pointBiserial(ctx context.Context, in estimate.Input) (estimate.Answer, error) {
	x, y, err := sample.XYOf(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	sorted := dd.Sorted(x)
	lo, hi := sorted[0], sorted[len(sorted)-1]
	var upper, lower []dd.Num
	for i, v := range x {
		switch {
		case v.Cmp(hi) == 0:
			upper = append(upper, y[i])
		case v.Cmp(lo) == 0:
			lower = append(lower, y[i])
		default:
			return estimate.Answer{}, estimate.Undefined("column %q has more than two values", in.Args.Text("x"))
		}
	}
	a, err := pearson(ctx, in)
	if err != nil {
		return a, err
	}
	a.What = ""
	a.Variants = slices.DeleteFunc(a.Variants, func(v estimate.Variant) bool { return v.Name == "slope" || v.Name == "spearman" })
	p := float64(len(upper)) / float64(len(y))
	density := math.Exp(-math.Pow(tail.NormalQuantile(p), 2)/2) / math.Sqrt(2*math.Pi)
	answer.VaryValue(&a, "biserial", "the biserial correlation", dd.F(answer.Float(a.Value)*math.Sqrt(p*(1-p))/density))
	d := dd.Of(upper).Mean.Sub(dd.Of(lower).Mean)
	answer.VaryValue(&a, "difference", "the difference of the means", d)
	// With the sample sd (n - 1) in place of the population's r is smaller by this factor.
	n := float64(len(y))
	answer.VaryValue(&a, "ddof1", "with the standard deviation of n - 1", dd.F(answer.Float(a.Value)*math.Sqrt((n-1)/n)))
	return a, nil
}

func least(t sample.Counts) float64 { return float64(min(len(t.Rows), len(t.Columns))) }

func cramer(t sample.Counts) float64 { return math.Sqrt(t.Chi(0) / (t.Total * (least(t) - 1))) }

// corrected is Bergsma's V: phi² less its expectation, over corrected sizes.
func corrected(t sample.Counts) float64 {
	n, r, c := t.Total, float64(len(t.Rows)), float64(len(t.Columns))
	phi2 := math.Max(0, t.Chi(0)/n-(r-1)*(c-1)/(n-1))
	r, c = r-(r-1)*(r-1)/(n-1), c-(c-1)*(c-1)/(n-1)
	return math.Sqrt(phi2 / (math.Min(r, c) - 1))
}

func cramersV(t sample.Counts, in estimate.Input) (estimate.Answer, error) {
	x := t.Chi(0)
	a := estimate.Answer{N: answer.Count(int(t.Total)), Unit: "1", Statistic: estimate.Number(x), DF: estimate.Number(t.DF()), PValue: estimate.Number(tail.ChiSquared(x, t.DF())), Floor: answer.TestFloor}
	v, other, name, note := cramer(t), corrected(t), "corrected", "Cramer's V corrected for bias (Bergsma)"
	if in.Args.Bool("corrected") {
		v, other, name, note = other, v, "uncorrected", "Cramer's V without the correction for bias"
	}
	a.Value = estimate.Number(v)
	answer.VaryValue(&a, name, note, dd.F(other))
	if t.Square() {
		answer.VaryValue(&a, "yates", "Cramer's V from the chi-square with the correction of Yates", dd.F(math.Sqrt(t.Yates()/t.Total)))
	}
	answer.VaryValue(&a, "squared", "the square of Cramer's V", dd.F(v*v))
	answer.VaryValue(&a, "phi", "phi, the root of chi-square over N", dd.F(math.Sqrt(x/t.Total)))
	answer.VaryValue(&a, "contingency", "the contingency coefficient of Pearson", dd.F(math.Sqrt(x/(x+t.Total))))
	answer.VaryValue(&a, "tschuprow", "Tschuprow's T", dd.F(math.Sqrt(x/t.Total/math.Sqrt(t.DF()))))
	answer.VaryValue(&a, "chi-square", "the chi-square statistic, not V", dd.F(x))
	return a, nil
}

func phi(t sample.Counts, in estimate.Input) (estimate.Answer, error) {
	f, err := t.Fourfold(in)
	if err != nil {
		return estimate.Answer{}, err
	}
	over := dd.F(f.A).Mul(dd.F(f.D)).Sub(dd.F(f.B).Mul(dd.F(f.C)))
	under := dd.F(f.A + f.B).Mul(dd.F(f.C + f.D)).Mul(dd.F(f.A + f.C)).Mul(dd.F(f.B + f.D)).Sqrt()
	v := over.Div(under)
	x := t.Chi(0)
	a := estimate.Answer{Value: estimate.Number(v.Float()), N: answer.Count(int(t.Total)), Unit: "1", Statistic: estimate.Number(x), DF: estimate.Number(1), PValue: estimate.Number(tail.ChiSquared(x, 1)), Floor: answer.TestFloor}
	answer.VaryValue(&a, estimate.VariantSwapped, "phi with rows or columns swapped", v.Neg())
	answer.VaryValue(&a, "yates", "the root of the chi-square with the correction of Yates over N", dd.F(math.Sqrt(t.Yates()/t.Total)))
	ad, bc := math.Sqrt(f.A*f.D), math.Sqrt(f.B*f.C)
	answer.VaryValue(&a, "yule-y", "Yule's Y", dd.F((ad-bc)/(ad+bc)))
	answer.VaryValue(&a, "yule-q", "Yule's Q", dd.F((f.A*f.D-f.B*f.C)/(f.A*f.D+f.B*f.C)))
	answer.VaryValue(&a, "squared", "the square of phi", v.Mul(v))
	return a, nil
}

var bases = []struct {
	name, note string
	log        float64
}{{"e", "in nats (natural logarithm)", 1}, {"2", "in bits (logarithm to base 2)", math.Ln2}, {"10", "in bans (logarithm to base 10)", math.Ln10}}

// inBases makes the answer of x nats in the base that is asked for, with the others.
func inBases(in estimate.Input, nats float64, n int) estimate.Answer {
	a := estimate.Answer{N: answer.Count(n), Unit: "1", Floor: answer.TestFloor}
	for _, b := range bases {
		if b.name == in.Args.Text("base") {
			a.Value = estimate.Number(nats / b.log)
		}
	}
	for _, b := range bases {
		if b.name != in.Args.Text("base") {
			answer.VaryValue(&a, "base-"+b.name, "the value "+b.note, dd.F(nats/b.log))
		}
	}
	return a
}

func mutualInformation(t sample.Counts, in estimate.Input) (estimate.Answer, error) {
	nats := t.G() / (2 * t.Total)
	a := inBases(in, nats, int(t.Total))
	hr, hc := entropyOf(t.RowSum), entropyOf(t.ColumnSum)
	answer.VaryValue(&a, "normalized", "normalised by the mean of both entropies", dd.F(nats/((hr+hc)/2)))
	answer.VaryValue(&a, "normalized-root", "normalised by the root of the product of both entropies", dd.F(nats/math.Sqrt(hr*hc)))
	answer.VaryValue(&a, "bias-corrected", "less (r - 1)(c - 1)/(2 N) (Miller and Madow), in nats", dd.F(nats-t.DF()/(2*t.Total)))
	return a, nil
}

// entropyOf counts, in nats; 0 ln 0 is 0.
func entropyOf(counts []float64) float64 {
	n, h := 0.0, 0.0
	for _, c := range counts {
		n += c
	}
	for _, c := range counts {
		if c > 0 {
			h -= c / n * math.Log(c/n)
		}
	}
	return math.Max(0, h)
}

func entropy(_ context.Context, in estimate.Input) (estimate.Answer, error) {
	col := in.Args.Text("value")
	parts, err := sample.Valued(in.View, col).Split(col)
	if err != nil {
		return estimate.Answer{}, estimate.Undefined("%v", err)
	}
	if len(parts) == 0 {
		return estimate.Answer{}, estimate.Undefined("column %q has no values in view %q", col, in.View.Name)
	}
	cs, n := make([]float64, len(parts)), 0
	for i, p := range parts {
		cs[i] = float64(p.View.Rows())
		n += p.View.Rows()
	}
	h, k := entropyOf(cs), float64(len(cs))
	a := inBases(in, h, n)
	if k > 1 {
		answer.VaryValue(&a, "evenness", "the entropy over that of equal shares (Pielou)", dd.F(h/math.Log(k)))
	}
	answer.VaryValue(&a, "miller-madow", "corrected for bias by (k - 1)/(2 n) (Miller and Madow), in nats", dd.F(h+(k-1)/float64(2*n)))
	answer.VaryValue(&a, "effective", "the effective number of values, exp of the entropy", dd.F(math.Exp(h)))
	return a, nil
}
