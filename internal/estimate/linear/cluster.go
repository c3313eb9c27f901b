package linear

import (
	"github.com/assaybench/assay/internal/dd"
	"github.com/assaybench/assay/internal/estimate"
	"github.com/assaybench/assay/internal/estimate/answer"
	"github.com/assaybench/assay/internal/view"
)

// ClusterArgs name the clusters of rows.
func ClusterArgs() []estimate.Arg {
	return []estimate.Arg{
		{Name: "cluster", Kind: estimate.ArgFactor, Doc: "column that names the cluster of each row"},
		{Name: "cluster2", Kind: estimate.ArgFactor, Doc: "second column of clusters, crossed with the first"},
	}
}

// ClusterColumns are the columns of clusters that a call names; an error where the
// covariance is to be clustered and no column is named, or only the second.
func ClusterColumns(in estimate.Input) ([]string, error) {
	first, second := in.Args.Text("cluster"), in.Args.Text("cluster2")
	switch {
	case first == "":
		return nil, estimate.BadArg("cluster", "is required by the covariance cluster")
	case second == "":
		return []string{first}, nil
	case second == first:
		return nil, estimate.BadArg("cluster2", "is the column of the first clusters")
	}
	return []string{first, second}, nil
}

// Labels are the texts of the cells of columns.
func Labels(v *view.View, columns ...string) [][]string {
	out := make([][]string, len(columns))
	for k, name := range columns {
		c := v.Column(name)
		out[k] = make([]string, v.Rows())
		for i := range out[k] {
			out[k][i] = view.LabelText(view.Label(c, i))
		}
	}
	return out
}

// Clustered are the variances of a coefficient whose errors are correlated within
// clusters: Σ (Σ a e)², the inner sums over the clusters (Liang and Zeger 1986). Of two
// kinds of clusters it is the sum of both less that of their intersections (Cameron,
// Gelbach and Miller 2011), which may be negative: there is no standard error then.
type Clustered struct {
	Variance dd.Num // each part times its own G/(G - 1) and (n - 1)/(n - k)
	Plain    dd.Num // no part times anything
	Groups   dd.Num // each part times its own G/(G - 1)
	Rows     dd.Num // each part times n/(n - k)
	Fewest   dd.Num // each part times the G/(G - 1) of the fewest clusters and (n - 1)/(n - k)
	First    dd.Num // Variance of the first kind alone
	Second   dd.Num
	DF       float64 // one less than the fewest clusters
	FirstDF  float64
	SecondDF float64 // 0 where there is one kind only
}

// Cluster gives the variances by one or two kinds of clusters. Undefined where there is
// one cluster only.
func (s Sandwich) Cluster(of ...[]string) (Clustered, error) {
	n, free := dd.F(float64(len(s.A))), dd.F(float64(s.DF))
	small := n.Sub(dd.F(1)).Div(free)
	factor := func(g int) dd.Num { return dd.F(float64(g)).Div(dd.F(float64(g - 1))) }
	var c Clustered
	sums, groups := make([]dd.Num, len(of)), make([]int, len(of))
	fewest := 0
	for k := range of {
		if sums[k], groups[k] = s.within(of[k]); groups[k] < 2 {
			return c, estimate.Undefined("there is one cluster; its standard error needs two")
		}
		if fewest == 0 || groups[k] < fewest {
			fewest = groups[k]
		}
		c.Plain, c.Groups = c.Plain.Add(sums[k]), c.Groups.Add(sums[k].Mul(factor(groups[k])))
	}
	c.First, c.FirstDF = sums[0].Mul(factor(groups[0])).Mul(small), float64(groups[0]-1)
	if len(of) > 1 {
		both := make([]string, len(s.A))
		for i := range both {
			both[i] = of[0][i] + "\x00" + of[1][i]
		}
		sum, g := s.within(both)
		c.Plain, c.Groups = c.Plain.Sub(sum), c.Groups.Sub(sum.Mul(factor(g)))
		c.Second, c.SecondDF = sums[1].Mul(factor(groups[1])).Mul(small), float64(groups[1]-1)
	}
	c.Variance, c.DF = c.Groups.Mul(small), float64(fewest-1)
	c.Rows, c.Fewest = c.Plain.Mul(n).Div(free), c.Plain.Mul(factor(fewest)).Mul(small)
	return c, nil
}

// within is Σ (Σ a e)², the inner sums over the clusters, and the number of clusters.
func (s Sandwich) within(of []string) (variance dd.Num, clusters int) {
	at := map[string]int{}
	var sums []dd.Num
	for i, name := range of {
		k, ok := at[name]
		if !ok {
			k = len(sums)
			at[name], sums = k, append(sums, dd.Num{})
		}
		sums[k] = sums[k].Add(s.A[i].Mul(s.E[i]))
	}
	for _, z := range sums {
		variance = variance.Add(z.Mul(z))
	}
	return variance, len(sums)
}

// Vary appends the coefficient b with the standard errors that others take for the
// clustered one.
func (c Clustered) Vary(a *estimate.Answer, b dd.Num, free, level float64) {
	VarySE(a, "no-correction", "with the clustered standard error without the factor G/(G - 1) (n - 1)/(n - k)", b, c.Plain.Sqrt(), c.DF, level)
	VarySE(a, "groups-correction", "with the clustered standard error with the factor G/(G - 1) alone", b, c.Groups.Sqrt(), c.DF, level)
	VarySE(a, "rows-correction", "with the clustered standard error with the factor n/(n - k) alone", b, c.Rows.Sqrt(), c.DF, level)
	VarySE(a, "t-n-k", "with n - k degrees of freedom, not one less than the clusters", b, c.Variance.Sqrt(), free, level)
	if c.SecondDF > 0 {
		VarySE(a, "fewest-correction", "with the factor G/(G - 1) of the fewest clusters on every part", b, c.Fewest.Sqrt(), c.DF, level)
		VarySE(a, "first-clusters", "with the standard error clustered by the first column alone", b, c.First.Sqrt(), c.FirstDF, level)
		VarySE(a, "second-clusters", "with the standard error clustered by the second column alone", b, c.Second.Sqrt(), c.SecondDF, level)
	}
}

// NoError completes What where a variance is negative.
const NoError = " (its variance by two kinds of clusters is negative, so that it has no standard error)"

// Finish appends the variants that every coefficient with a t has.
func Finish(a *estimate.Answer, b, se dd.Num, level float64) {
	answer.VaryNormal(a, b, se, level)
	if t := answer.Float(a.Statistic); t == t {
		answer.VaryP(a, "normal-p", "the p-value by the normal distribution in place of t", answer.NormalTest(t))
	}
	answer.VaryOneSided(a)
	answer.VaryScaled(a, "sign", "the coefficient with the wrong sign", -1)
}
