package oracle_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assaybench/assay/oracle"
	"github.com/assaybench/assay/spec"
)

// Arrests for murder, assault and rape for each 100,000 people in the 50 states of the USA in
// 1973, and the part of the people in towns in percent (World Almanac 1975; McNeil 1977).
const arrests = `murder 13.2 10 8.1 8.8 9 7.9 3.3 5.9 15.4 17.4 5.3 2.6 10.4 7.2 2.2 6 9.7 15.4 2.1 11.3 4.4 12.1 2.7 16.1 9 6 4.3 12.2 2.1 7.4 11.4 11.1 13 0.8 7.3 6.6 4.9 6.3 3.4 14.4 3.8 13.2 12.7 3.2 2.2 8.5 4 5.7 2.6 6.8
assault 236 263 294 190 276 204 110 238 335 211 46 120 249 113 56 115 109 249 83 300 149 255 72 259 178 109 102 252 57 159 285 254 337 45 120 151 159 106 174 279 86 188 201 120 48 156 145 81 53 161
urbanpop 58 48 80 50 91 78 77 72 80 60 83 54 83 65 57 66 52 66 51 67 85 74 66 44 70 53 62 81 56 89 70 86 45 44 75 68 67 72 87 48 45 59 80 80 32 63 73 39 66 60
rape 21.2 44.5 31 19.5 40.6 38.7 11.1 15.8 31.9 25.8 20.2 14.2 24 21 11.3 18 16.3 22.2 7.8 27.8 16.3 35.1 14.9 17.1 28.2 16.4 16.5 46 9.5 18.8 32.1 26.1 16.1 7.3 21.4 20 29.3 14.9 8.3 22.5 12.8 26.9 25.5 22.9 11.2 20.7 26.2 9.3 10.8 15.6`

// columnsCSV writes lines of a name and its values as columns.
func columnsCSV(text string) string {
	var rows [][]string
	for j, line := range strings.Split(text, "\n") {
		for i, cell := range strings.Fields(line) {
			if j == 0 {
				rows = append(rows, nil)
			}
			rows[i] = append(rows[i], cell)
		}
	}
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(strings.Join(r, ",") + "\n")
	}
	return b.String()
}

func answerOf(t testing.TB, views map[string]*oracle.View, estimator, words string) (oracle.Answer, error) {
	t.Helper()
	return oracle.Default().Compute(context.Background(), spec.OracleCall{Estimator: estimator, View: "v", Args: args(words)}, views, 0)
}

// TestArrests asks for the numbers of R 4.2.2: prcomp(USArrests, scale. = TRUE).
func TestArrests(t *testing.T) {
	views := viewsOf(t, columnsCSV(arrests), map[string]spec.View{"v": {Asset: "data.csv"}})
	const all = "columns=murder,assault,urbanpop,rape standardise=true "
	for words, want := range map[string][]float64{
		"pca_variance give=sd":     {1.57487827439123, 0.994869414817764, 0.597129115502527, 0.41644938195396},
		"pca_loadings component=1": {0.535899474938155, 0.58318363490967, 0.278190874619433, 0.543432091445683},
	} {
		estimator, more, _ := strings.Cut(words, " ")
		a, err := answerOf(t, views, estimator, all+more)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			if got := math.Abs(a.Value.Items[i].Num.F); math.Abs(got/w-1) > 2e-14 {
				t.Errorf("%s: %v, not %v", words, got, w)
			}
		}
	}
}

// small are rows of two columns in three clusters, with labels l, c and shuffled names k.
const small = `id r1 r2 r3 r4 r5 r6 r7
x 0 1 0.5 10 11 10.5 30
y 0 0.3 1 5 5.2 7 -4
z 1 2 4 3 9 1 2
l 1 1 1 2 2 2 3
c 1 1 2 2 2 2 3
p 1 0 2 3 4 1 1
q 2 1 1 1 4 0 3`

// What means nothing is free: the sign of a component, the names of clusters. What means
// something is not.
func TestUpToWhatMeansNothing(t *testing.T) {
	views := viewsOf(t, columnsCSV(small), map[string]spec.View{"v": {Asset: "data.csv"}})
	judge := func(estimator, words, order string, change func(v spec.Value) spec.Value) spec.Verdict {
		t.Helper()
		a, err := answerOf(t, views, estimator, words)
		if err != nil {
			t.Fatal(err)
		}
		slot := spec.ResultSlot{ID: "s", Estimand: "x", Order: order}
		r := spec.Result{ID: "r1", Estimand: "x", Method: "m", Value: change(a.Value), Index: a.Index}
		return oracle.Compare(slot, r, []oracle.MethodAnswer{{Method: spec.Method{Family: "m"}, Answer: a}}, "", spec.Terms{})
	}
	times := func(k float64, places ...int) func(spec.Value) spec.Value {
		return func(v spec.Value) spec.Value {
			v.Items = append([]spec.Value{}, v.Items...)
			for i, it := range v.Items {
				if len(places) == 0 || places[0] == i {
					v.Items[i] = spec.NumberValue(k * it.Num.F)
				}
			}
			return v
		}
	}
	column := func(j int) func(spec.Value) spec.Value {
		return func(v spec.Value) spec.Value {
			rows := v.Rows
			v.Rows = nil
			for _, row := range rows {
				row = append([]spec.Value{}, row...)
				row[j] = spec.NumberValue(-row[j].Num.F)
				v.Rows = append(v.Rows, row)
			}
			return v
		}
	}
	named := func(names ...string) func(spec.Value) spec.Value {
		return func(v spec.Value) spec.Value {
			v.Items = nil
			for _, n := range names {
				v.Items = append(v.Items, spec.TextValue(n))
			}
			return v
		}
	}
	numbered := func(labels ...float64) func(spec.Value) spec.Value {
		return func(spec.Value) spec.Value { return spec.ArrayValue(labels) }
	}
	const xyz, two = "columns=x,y,z ", "columns=x,y "
	for _, c := range []struct {
		estimator, words string
		change           func(spec.Value) spec.Value
		code             spec.Code // "" where it passes
		note             string
	}{
		{"pca_loadings", xyz + "component=2", times(1), "", ""},
		{"pca_loadings", xyz + "component=2", times(-1), "", ""},
		{"pca_loadings", xyz + "component=2", times(-1, 0), spec.ResultValue, "for x says"},
		{"pca_loadings", xyz + "components=3", column(2), "", ""},
		{"pca_scores", xyz + "label=id", times(-1), "", ""},
		{"pca_scores", xyz + "components=2", column(1), "", ""},
		{"pca_variance", xyz, times(-1), spec.ResultVariant, "wrong sign"},
		{"kmeans_labels", two + "k=3", named("b", "b", "b", "a", "a", "a", "c"), "", ""},
		{"kmeans_labels", two + "k=3", named("b", "b", "a", "a", "a", "a", "c"), spec.ResultValue, ""},
		{"kmeans_labels", two + "k=3", numbered(3, 3, 3, 3, 3, 3, 1), spec.ResultVariant, "2 groups"},
		{"hclust_labels", two + "k=3 linkage=average", named("7", "7", "7", "0", "0", "0", "5"), "", ""},
		{"hclust_labels", two + "k=3 linkage=average", numbered(7, 7, 7, 0, 0, 1, 5), spec.ResultVariant, "4 groups"},
	} {
		v := judge(c.estimator, c.words, "", c.change)
		k := check(v, "value")
		if c.code == "" != k.Pass || k.Code != c.code || !strings.Contains(k.Note, c.note) {
			t.Errorf("%s %s: passes %v, %s: %s; want %q %q", c.estimator, c.words, k.Pass, k.Code, k.Note, c.code, c.note)
		}
	}
	// A flipped component of other data is still called by its name.
	scaled, err := answerOf(t, views, "pca_loadings", xyz+"loading=scaled")
	if err != nil {
		t.Fatal(err)
	}
	if k := check(judge("pca_loadings", xyz, "", func(spec.Value) spec.Value { return times(-1)(scaled.Value) }), "value"); k.Code != spec.ResultVariant || !strings.Contains(k.Note, "eigenvalue") {
		t.Errorf("flipped and scaled: %s %s", k.Code, k.Note)
	}
}

// A variant is what the other definition answers: each is held against the estimator that is
// asked for it, which the tests beside scipy and scikit-learn hold against theirs.
func TestMultivariateVariants(t *testing.T) {
	views := viewsOf(t, columnsCSV(small), map[string]spec.View{"v": {Asset: "data.csv"}})
	const xyz = "columns=x,y,z "
	for _, c := range []struct{ estimator, words, variant, other, with string }{
		{"pca_variance", xyz, "ddof0", "pca_variance", xyz + "ddof=0"},
		{"pca_variance", xyz, "standardised", "pca_variance", xyz + "standardise=true"},
		{"pca_variance", xyz + "standardise=true", "unstandardised", "pca_variance", xyz},
		{"pca_variance", xyz, "uncentred", "pca_variance", xyz + "centre=false"},
		{"pca_variance", xyz, "sd", "pca_variance", xyz + "give=sd"},
		{"pca_variance", xyz, "ratio", "pca_ratio", xyz},
		{"pca_ratio", xyz, "percent", "pca_ratio", xyz + "scale=100"},
		{"pca_ratio", xyz, "cumulative", "pca_ratio", xyz + "cumulative=true"},
		{"pca_ratio", xyz, "standardised", "pca_ratio", xyz + "standardise=true"},
		{"pca_loadings", xyz, "scaled", "pca_loadings", xyz + "loading=scaled"},
		{"pca_loadings", xyz, "standardised", "pca_loadings", xyz + "standardise=true"},
		{"pca_loadings", xyz, "component-2", "pca_loadings", xyz + "component=2"},
		{"pca_scores", xyz, "uncentred", "pca_scores", xyz + "centre=false"},
		{"pca_scores", xyz + "standardise=true", "ddof0", "pca_scores", xyz + "standardise=true ddof=0"},
		{"covariance_matrix", xyz, "ddof0", "covariance_matrix", xyz + "ddof=0"},
		{"correlation_matrix", xyz, "spearman", "correlation_matrix", xyz + "method=spearman"},
		{"correlation_matrix", xyz, "covariance", "covariance_matrix", xyz},
		{"distance", "x=x y=y", "squared", "distance", "x=x y=y metric=sqeuclidean"},
		{"distance", "x=x y=y", "manhattan", "distance", "x=x y=y metric=manhattan"},
		{"distance", "x=p y=z metric=kullbackleibler", "jensenshannon", "distance", "x=p y=z metric=jensenshannon"},
		{"distance", "x=x y=z metric=correlation", "similarity", "pearson", "x=x y=z"},
		{"distance", "x=x y=z metric=correlation", "cosine", "distance", "x=x y=z metric=cosine"},
		{"distance_matrix", xyz + "form=pairs", "squared", "distance_matrix", xyz + "form=pairs metric=sqeuclidean"},
		{"mahalanobis", xyz, "squared", "mahalanobis", xyz + "squared=true"},
		{"mahalanobis_between", "columns=x,y label=l first=1 second=2", "total", "mahalanobis_between", "columns=x,y label=l first=1 second=2 covariance=total"},
		{"mahalanobis_between", "columns=x,y label=l first=1 second=2", "euclidean", "row_distance", "columns=x,y label=l first=1 second=2"},
		{"dtw", "x=x y=y", "squared", "dtw", "x=x y=y cost=squared"},
		{"rsa", xyz + "model=p,q metric=euclidean", "pearson", "rsa", xyz + "model=p,q metric=euclidean method=pearson"},
		{"rsa", xyz + "model=p,q metric=euclidean", "kendall", "rsa", xyz + "model=p,q metric=euclidean method=kendall"},
		{"rsa", xyz + "model=p,q metric=euclidean", "cosine", "rsa", xyz + "model=p,q metric=cosine"},
		{"hclust_height", xyz + "linkage=ward.D2", "ward.D", "hclust_height", xyz + "linkage=ward.D"},
		{"hclust_height", xyz + "linkage=average", "complete", "hclust_height", xyz + "linkage=complete"},
		{"hclust_height", xyz + "linkage=centroid", "centroid-unsquared", "hclust_height", xyz + "linkage=centroid-unsquared"},
		{"hclust_height", xyz + "linkage=average", "standardised", "hclust_height", xyz + "linkage=average standardise=true"},
		{"hclust_cophenetic", xyz + "linkage=average", "single", "hclust_cophenetic", xyz + "linkage=single"},
		{"kmeans_inertia", xyz + "cluster=l", "between", "kmeans_inertia", xyz + "cluster=l give=between"},
		{"kmeans_inertia", xyz + "cluster=l give=explained", "percent", "kmeans_inertia", xyz + "cluster=l give=explained scale=100"},
		{"mds", xyz, "standardised", "pca_scores", xyz + "standardise=true"},
		{"mds", xyz, "component-2", "pca_scores", xyz + "component=2"},
		{"kmeans_best", xyz + "k=3", "k-2", "kmeans_best", xyz + "k=2"},
		{"silhouette", xyz + "cluster=l", "manhattan", "silhouette", xyz + "cluster=l metric=manhattan"},
		{"silhouette", xyz + "cluster=l", "squared-distances", "silhouette", xyz + "cluster=l metric=sqeuclidean"},
		{"adjusted_rand", "x=l y=c", "rand", "rand", "x=l y=c"},
		{"rand", "x=l y=c", "adjusted", "adjusted_rand", "x=l y=c"},
		{"nmi", "x=l y=c", "geometric", "nmi", "x=l y=c mean=geometric"},
		{"nmi", "x=l y=c", "max", "nmi", "x=l y=c mean=max"},
		{"nmi", "x=l y=c", "adjusted", "ami", "x=l y=c"},
		{"ami", "x=l y=c", "unadjusted", "nmi", "x=l y=c"},
		{"homogeneity", "x=l y=c", "swapped", "completeness", "x=l y=c"},
		{"v_measure", "x=l y=c beta=2", "swapped", "v_measure", "x=c y=l beta=2"},
		{"purity", "x=l y=z", "swapped", "purity", "x=z y=l"},
	} {
		a, err := answerOf(t, views, c.estimator, c.words)
		if err != nil {
			t.Errorf("%s %s: %v", c.estimator, c.words, err)
			continue
		}
		b, err := answerOf(t, views, c.other, c.with)
		if err != nil {
			t.Errorf("%s %s: %v", c.other, c.with, err)
			continue
		}
		found := false
		for _, v := range a.Variants {
			if v.Name != c.variant {
				continue
			}
			found = true
			got, _ := numbersOf(v.Answer.Value)
			if a.UpTo != "" {
				b = oracle.Alike(b, spec.ResultSlot{Order: "given"}, spec.Result{Value: v.Answer.Value}, spec.Terms{})
			}
			want, _ := numbersOf(b.Value)
			own, _ := numbersOf(a.Value)
			same := len(got) == len(want) && len(got) > 0
			differs := false
			for i := range got {
				same = same && (spec.Tolerance{Rel: 1e-12, Abs: 1e-13}).Close(got[i].F, want[i].F)
				differs = differs || !a.Floor.Close(got[i].F, own[i].F)
			}
			if !same {
				t.Errorf("%s %s, %s: %v, but %s %s is %v", c.estimator, c.words, c.variant, v.Answer.Value, c.other, c.with, b.Value)
			}
			if !differs {
				t.Errorf("%s %s: %s lies within the floor of the answer, %v", c.estimator, c.words, c.variant, a.Value)
			}
		}
		if !found {
			t.Errorf("%s %s has no variant %s", c.estimator, c.words, c.variant)
		}
	}
}

// Closed forms and what is easily seen.
func TestMultivariateByHand(t *testing.T) {
	views := viewsOf(t, columnsCSV(`name north south east west up
x 0 0 3 3 9
y 0 4 0 4 12
s kitten flaw same x größe
t sitting lawn same y grösse
g a a b b b`), map[string]spec.View{"v": {Asset: "data.csv"}})
	for _, c := range []struct {
		estimator, words string
		want             []float64
	}{
		{"row_distance", "columns=x,y label=name first=north second=west", []float64{5}},
		{"row_distance", "columns=x,y label=name first=north second=up metric=manhattan", []float64{21}},
		{"row_distance", "columns=x,y label=g first=a second=b metric=chebyshev", []float64{5}},
		{"distance", "x=x y=y metric=manhattan", []float64{0 + 4 + 3 + 1 + 3}},
		{"distance", "x=x y=y metric=hamming", []float64{0.8}},
		{"edit_distance", "x=s y=t", []float64{(3 + 2 + 0 + 1 + 2) / 5.0}},
		{"edit_distance", "x=s y=t normalised=true", []float64{(3/7.0 + 2/4.0 + 0 + 1 + 2/6.0) / 5}},
		{"wasserstein", "value=x group=g first=a second=b", []float64{5}},
		{"dtw", "x=x y=y", []float64{leastPath([]float64{0, 0, 3, 3, 9}, []float64{0, 4, 0, 4, 12})}},
		{"kmeans_inertia", "columns=x,y cluster=g", []float64{8 + 24 + 224.0/3}},
	} {
		a, err := answerOf(t, views, c.estimator, c.words)
		if err != nil {
			t.Errorf("%s %s: %v", c.estimator, c.words, err)
			continue
		}
		got, _ := numbersOf(a.Value)
		for i, w := range c.want {
			if math.Abs(got[i].F-w) > 1e-13 {
				t.Errorf("%s %s: %v, not %v", c.estimator, c.words, got[i].F, w)
			}
		}
	}
}

// leastPath tries every monotone path.
func leastPath(x, y []float64) float64 {
	d := math.Abs(x[0] - y[0])
	switch {
	case len(x) == 1 && len(y) == 1:
		return d
	case len(x) == 1:
		return d + leastPath(x, y[1:])
	case len(y) == 1:
		return d + leastPath(x[1:], y)
	}
	return d + math.Min(leastPath(x[1:], y[1:]), math.Min(leastPath(x, y[1:]), leastPath(x[1:], y)))
}

// The p-value of representational similarity counts all 720 orders of six rows (counted by
// scipy 1.18.1 with spearmanr and pearsonr over itertools.permutations).
func TestSimilarityPermutations(t *testing.T) {
	views := viewsOf(t, columnsCSV("a 1 4 2 8 5 7\nb 3 1 4 1 5 9\nc 2 7 1 8 2 8\nd 0 3 1 9 4 4"), map[string]spec.View{"v": {Asset: "data.csv"}})
	for words, want := range map[string][2]float64{
		"metric=euclidean": {0.31692044929486146, 170.0 / 720}, "metric=euclidean alternative=greater": {0.31692044929486146, 96.0 / 720},
		"metric=euclidean method=pearson": {0.3624693845754771, 118.0 / 720}, "metric=euclidean method=pearson alternative=greater": {0.3624693845754771, 74.0 / 720},
		"metric=euclidean method=kendall alternative=greater": {0.24761904761904763, 78.0 / 720},
	} {
		a, err := answerOf(t, views, "rsa", "columns=a,b model=c,d "+words)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.Value.Num.F-want[0]) > 1e-13 || math.Abs(a.PValue.Num.F-want[1]) > 1e-13 {
			t.Errorf("%s: %v with p %v, not %v with %v", words, a.Value, a.PValue, want[0], want[1])
		}
	}
}

// What is not defined says why.
func TestMultivariateRefuses(t *testing.T) {
	views := viewsOf(t, columnsCSV("id a b c d e\nx 1 -1 0 0 3\ny 0 0 1 -1 4\nk 7 7 7 7 7\nt 0 1 2 3 4\nz 0 0 0 0 0\ng 1 1 1 1 1\nh 1 2 3 4 5\nw 2 2 1 1 2"), map[string]spec.View{"v": {Asset: "data.csv", Steps: []spec.Step{{Filter: "x < 3"}}}})
	for _, c := range []struct{ estimator, words, want string }{
		{"pca_loadings", "columns=x,y", "same variance"},
		{"pca_loadings", "columns=x,k component=2", "no variance"},
		{"pca_scores", "columns=x,y component=2", "same variance"},
		{"pca_variance", "columns=x,k standardise=true", "constant"},
		{"pca_variance", "columns=k", "nothing varies"},
		{"pca_variance", "columns=x,y component=3", "there are 2 components"},
		{"pca_ratio", "columns=x,y ddof=0.5", "neither 0 nor 1"},
		{"correlation_matrix", "columns=x,k", "constant"},
		{"distance", "x=x y=z metric=cosine", "a vector is 0"},
		{"distance", "x=x y=k metric=correlation", "constant"},
		{"distance", "x=x y=k metric=hellinger", "negative"},
		{"distance", "x=k y=t metric=kullbackleibler", "infinite"},
		{"distance_matrix", "columns=x,y label=g", "two rows have the g 1"},
		{"distance_matrix", "columns=t,z metric=cosine label=id", "rows a and b: a vector is 0"},
		{"row_distance", "columns=x,y label=id first=a second=zz", "no complete row has the id"},
		{"row_distance", "columns=x,y label=id first=a second=a", "same as first"},
		{"mahalanobis", "columns=x,k", "no inverse"},
		{"canonical_correlation", "x=x y=k", "constant"},
		{"canonical_correlation", "x=x y=t,h", "combination"},
		{"mds", "columns=x,y", "same eigenvalue"},
		{"mds", "columns=t component=2", "no extent"},
		{"mds", "columns=k", "all distances are 0"},
		{"rsa", "columns=x,y model=k metric=euclidean", "equal"},
		{"hclust_height", "columns=t linkage=complete", "tie"},
		{"hclust_labels", "columns=t linkage=single k=2", "same height"},
		{"hclust_labels", "columns=t linkage=single", "either k or height"},
		{"hclust_labels", "columns=x,y linkage=ward.D2 k=9", "there are 4 rows"},
		{"kmeans_labels", "columns=t k=3", "same sum of squares"},
		{"kmeans_labels", "columns=k k=2", "cannot be parted"},
		{"kmeans_inertia", "columns=k cluster=w", "no row differs"},
		{"silhouette", "columns=x,y cluster=g", "1 groups"},
		{"silhouette", "columns=x,y cluster=h", "4 groups of 4 rows"},
		{"calinski_harabasz", "columns=w cluster=w", "no row differs"},
		{"davies_bouldin", "columns=z cluster=w", "same centroid"},
		{"adjusted_rand", "x=g y=g", "nothing to agree on"},
		{"nmi", "x=g y=g", "no entropy"},
		{"homogeneity", "x=g y=h", "no entropy"},
		{"fowlkes_mallows", "x=h y=g", "no two things"},
	} {
		_, err := answerOf(t, views, c.estimator, c.words)
		var undefined *oracle.UndefinedError
		var bad *oracle.ArgError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &undefined) && !errors.As(err, &bad) {
			t.Errorf("%s %s: %v, not %q", c.estimator, c.words, err, c.want)
		}
	}
}

// Variants that no other estimator answers: a factor of the answer, or a number of scipy 1.18.1
// (spearmanr of the square matrices, kendalltau).
func TestMultivariateFactors(t *testing.T) {
	views := viewsOf(t, columnsCSV(small), map[string]spec.View{"v": {Asset: "data.csv"}})
	six := viewsOf(t, columnsCSV("a 1 4 2 8 5 7\nb 3 1 4 1 5 9\nc 2 7 1 8 2 8\nd 0 3 1 9 4 4"), map[string]spec.View{"v": {Asset: "data.csv"}})
	is := func(x float64) func(float64) float64 { return func(float64) float64 { return x } }
	times := func(k float64) func(float64) float64 { return func(v float64) float64 { return v * k } }
	less := func(v float64) float64 { return 1 - v }
	for _, c := range []struct {
		views                     map[string]*oracle.View
		estimator, words, variant string
		want                      func(v float64) float64
	}{
		{views, "pca_variance", "columns=x,y,z standardise=true component=1", "mixed-ddof", times(7.0 / 6)},
		{views, "pca_variance", "columns=x,y,z standardise=true component=1", "ddof0", times(6.0 / 7)},
		{views, "pca_ratio", "columns=x,y,z component=2", "percent", times(100)},
		{views, "canonical_correlation", "x=x,y y=z component=1", "squared", func(v float64) float64 { return v * v }},
		{views, "canonical_correlation", "x=x,y y=z component=1", "wilks", func(v float64) float64 { return 1 - v*v }},
		{views, "distance", "x=x y=y", "rms", times(1 / math.Sqrt(7))},
		{views, "distance", "x=x y=y metric=manhattan", "mean", times(1.0 / 7)},
		{views, "distance", "x=x y=z metric=cosine", "similarity", less},
		{views, "distance", "x=x y=z metric=cosine", "angular", func(v float64) float64 { return math.Acos(1-v) / math.Pi }},
		{views, "distance", "x=x y=z metric=correlation", "half", times(0.5)},
		{views, "distance", "x=l y=c metric=hamming", "count", times(7)},
		{views, "distance", "x=p y=q metric=jaccard", "dice", func(v float64) float64 { return v / (2 - v) }},
		{views, "distance", "x=p y=q metric=hellinger", "unscaled", times(math.Sqrt2)},
		{views, "distance", "x=p y=q metric=hellinger", "affinity", func(v float64) float64 { return 1 - v*v }},
		{views, "distance", "x=p y=q metric=jensenshannon", "base-2", times(1 / math.Sqrt(math.Ln2))},
		{views, "distance", "x=p y=q metric=jensenshannon", "divergence", func(v float64) float64 { return v * v }},
		{views, "distance", "x=p y=z metric=kullbackleibler", "base-2", times(1 / math.Ln2)},
		{views, "mahalanobis_between", "columns=x,y label=l first=1 second=2", "ddof0", times(math.Sqrt(6.0 / 4))},
		{views, "hclust_height", "columns=x,y linkage=average merge=6", "half", times(0.5)},
		{views, "kmeans_inertia", "columns=x,y cluster=l", "mean", times(1.0 / 7)},
		{views, "calinski_harabasz", "columns=x,y cluster=l", "no-df", times(2.0 / 4)},
		{views, "kmeans_excess", "columns=x,y cluster=c", "ratio", func(v float64) float64 { return 1 + v }},
		{views, "nmi", "x=l y=c", "bits", is(mutualInBits)},
		{six, "rsa", "columns=a,b model=c,d metric=euclidean", "full-matrix", is(0.6040478239401712)},
		{six, "rsa", "columns=a,b model=c,d metric=euclidean", "with-diagonal", is(0.7462587708968835)},
		{six, "rsa", "columns=a,b model=c,d metric=euclidean", "sign", times(-1)},
		{six, "rsa", "columns=a,b model=c,d metric=euclidean method=kendall", "tau-b", is(0.25121066083370125)},
	} {
		a, err := answerOf(t, c.views, c.estimator, c.words)
		if err != nil {
			t.Errorf("%s %s: %v", c.estimator, c.words, err)
			continue
		}
		found := false
		for _, v := range a.Variants {
			if v.Name == c.variant {
				found = true
				if got, want := v.Answer.Value.Num.F, c.want(a.Value.Num.F); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
					t.Errorf("%s %s: %s is %v, not %v", c.estimator, c.words, c.variant, got, want)
				}
			}
		}
		if !found {
			t.Errorf("%s %s has no variant %s", c.estimator, c.words, c.variant)
		}
	}
}

// mutualInBits is the mutual information of the labels l (3, 3 and 1 of 7) and c (2, 4 and 1)
// that share 2, 1, 3 and 1.
var mutualInBits = 2.0/7*math.Log2(2.0*7/(3*2)) + 1.0/7*math.Log2(1.0*7/(3*4)) + 3.0/7*math.Log2(3.0*7/(3*4)) + 1.0/7*math.Log2(1.0*7/(1*1))
