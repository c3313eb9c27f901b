package oracletest

import (
	"github.com/assaybench/assay/spec"
)

// multivariateCases are those of components, distances, clusters and labelings.
func multivariateCases() []Case {
	times := func(v, k float64) float64 { return v * k }
	squared := func(v, k float64) float64 { return v * k * k }
	stays := func(v, _ float64) float64 { return v }
	number := spec.NumberValue
	truth := func(b bool) spec.Value { return spec.Value{Kind: spec.ValueBool, Bool: b} }
	list := func(ss ...string) spec.Value {
		v := spec.Value{Kind: spec.ValueArray}
		for _, s := range ss {
			v.Items = append(v.Items, text(s))
		}
		return v
	}
	three := args{"columns": list("value", "x", "y")}
	two := args{"columns": list("value", "x")}
	one := args{"columns": text("value")}
	xy := args{"x": text("x"), "y": text("y")}
	vx := args{"x": text("value"), "y": text("x")}
	standard := with(three, args{"standardise": truth(true)})
	groups := args{"label": text("group"), "first": text("a"), "second": text("b")}
	rows := args{"label": text("id"), "first": text("test 03"), "second": text("test 05")}
	found := args{"x": text("three"), "y": text("group")}
	cases := []Case{
		{Estimator: "pca_variance", Args: three, Moves: "value", Shift: stays},
		{Estimator: "pca_variance", Args: with(one, args{"component": number(1), "ddof": number(0)}), Moves: "value", Shift: stays, Scale: squared},
		{Estimator: "pca_variance", Args: with(standard, args{"give": text("sd")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "pca_variance", Args: with(two, args{"give": text("singular"), "centre": truth(false)})},
		{Estimator: "pca_ratio", Args: standard, Moves: "x", Shift: stays, Scale: stays},
		{Estimator: "pca_ratio", Args: with(three, args{"component": number(2), "cumulative": truth(true)}), Moves: "value", Shift: stays},
		{Estimator: "pca_loadings", Args: three, Moves: "value", Shift: stays},
		{Estimator: "pca_loadings", Args: with(standard, args{"components": number(2), "loading": text("scaled")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "pca_scores", Args: with(three, args{"component": number(1)}), Moves: "value", Shift: stays, Ordered: true},
		{Estimator: "pca_scores", Args: with(standard, args{"components": number(3), "label": text("id")}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "covariance_matrix", Args: with(three, args{"missing": text("pairwise")}), Moves: "value", Shift: stays},
		{Estimator: "covariance_matrix", Args: with(one, args{"ddof": number(0)}), Moves: "value", Shift: stays, Scale: squared},
		{Estimator: "correlation_matrix", Args: with(three, args{"method": text("spearman")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "correlation_matrix", Args: with(three, args{"method": text("kendall")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "correlation_matrix", Args: three, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "canonical_correlation", Args: args{"x": list("value", "x"), "y": list("y", "t")}, Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "canonical_correlation", Args: args{"x": text("value"), "y": text("t"), "component": number(1)}, Moves: "t", Shift: stays, Scale: stays},
		{Estimator: "mds", Args: with(one, args{"label": text("id")}), Moves: "value", Shift: stays, Scale: times, Ordered: true},
		{Estimator: "mds", Args: with(three, args{"components": number(2)}), Moves: "value", Shift: stays, Ordered: true},
		{Estimator: "distance", Args: with(vx, args{"metric": text("correlation")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "distance", Args: with(vx, args{"metric": text("cosine")}), Moves: "x", Scale: stays},
		{Estimator: "distance", Args: args{"x": text("yes"), "y": text("guess"), "metric": text("jaccard")}},
		{Estimator: "distance", Args: args{"x": text("yes"), "y": text("guess"), "metric": text("hamming")}},
		{Estimator: "row_distance", Args: with(three, groups), Moves: "value", Shift: stays},
		{Estimator: "row_distance", Args: with(with(one, rows), args{"metric": text("manhattan")}), Moves: "value", Shift: stays, Scale: times},
		{Estimator: "distance_matrix", Args: with(one, args{"label": text("id")}), Moves: "value", Shift: stays, Scale: times, Ordered: true},
		{Estimator: "distance_matrix", Args: with(three, args{"form": text("pairs"), "metric": text("chebyshev")}), Moves: "x", Shift: stays, Ordered: true},
		{Estimator: "mahalanobis", Args: with(three, args{"label": text("id")}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "mahalanobis_between", Args: with(two, groups), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "mahalanobis_between", Args: with(with(two, groups), args{"covariance": text("total")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "wasserstein", Args: args{"value": text("value"), "group": text("group"), "first": text("a"), "second": text("b")}, Moves: "value", Shift: stays, Scale: times},
		{Estimator: "dtw", Args: xy, Ordered: true},
		{Estimator: "dtw", Args: with(xy, args{"cost": text("squared"), "window": number(2), "by": text("group")}), Ordered: true},
		{Estimator: "edit_distance", Args: args{"x": text("id"), "y": text("three")}, CountsRows: true},
		{Estimator: "edit_distance", Args: args{"x": text("id"), "y": text("group"), "normalised": truth(true)}, CountsRows: true},
		{Estimator: "rsa", Args: with(two, args{"model": list("y", "t"), "metric": text("euclidean")}), Moves: "value", Shift: stays},
		{Estimator: "rsa", Args: with(three, args{"model": text("t"), "model_metric": text("manhattan"), "method": text("pearson"), "alternative": text("greater")}), Moves: "t", Shift: stays, Scale: stays},
		{Estimator: "rsa", Args: with(one, args{"model": text("t"), "metric": text("euclidean"), "method": text("kendall")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "hclust_height", Args: with(two, args{"linkage": text("single")}), Moves: "value", Shift: stays},
		{Estimator: "hclust_height", Args: with(one, args{"linkage": text("single"), "merge": number(7)}), Moves: "value", Shift: stays, Scale: times},
		{Estimator: "hclust_height", Args: with(standard, args{"linkage": text("single")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "hclust_cophenetic", Args: with(two, args{"linkage": text("single"), "metric": text("manhattan")}), Moves: "value", Shift: stays},
		{Estimator: "hclust_labels", Args: with(one, args{"linkage": text("single"), "height": number(3000)}), Moves: "value", Shift: stays},
		{Estimator: "kmeans_inertia", Args: with(three, args{"cluster": text("group")}), Moves: "value", Shift: stays},
		{Estimator: "kmeans_inertia", Args: with(one, args{"cluster": text("three"), "give": text("between")}), Moves: "value", Shift: stays, Scale: squared},
		{Estimator: "kmeans_inertia", Args: with(one, args{"cluster": text("three"), "give": text("explained")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "kmeans_centroids", Args: with(one, args{"cluster": text("group")}), Moves: "value", Shift: func(v, k float64) float64 { return v + k }, Scale: times},
		{Estimator: "kmeans_misplaced", Args: with(one, args{"cluster": text("group")}), Moves: "value", Scale: stays},
		{Estimator: "kmeans_excess", Args: with(one, args{"cluster": text("group")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "kmeans_best", Args: with(one, args{"k": number(2)}), Moves: "value", Shift: stays, Scale: squared},
		{Estimator: "kmeans_labels", Args: with(one, args{"k": number(1)}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "silhouette", Args: with(three, args{"cluster": text("group")}), Moves: "value", Shift: stays},
		{Estimator: "silhouette", Args: with(one, args{"cluster": text("three"), "give": text("groups"), "metric": text("manhattan")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "silhouette", Args: with(one, args{"cluster": text("group"), "give": text("rows"), "label": text("id")}), Moves: "value", Shift: stays, Scale: stays, Ordered: true},
		{Estimator: "calinski_harabasz", Args: with(one, args{"cluster": text("group")}), Moves: "value", Shift: stays, Scale: stays},
		{Estimator: "davies_bouldin", Args: with(two, args{"cluster": text("group")}), Moves: "value", Shift: stays},
	}
	for _, m := range []string{"euclidean", "manhattan", "chebyshev", "minkowski"} {
		cases = append(cases, Case{Estimator: "distance", Args: with(xy, args{"metric": text(m), "p": number(3)})})
	}
	for _, m := range []string{"braycurtis", "canberra", "hellinger", "jensenshannon", "kullbackleibler", "sqeuclidean"} {
		cases = append(cases, Case{Estimator: "distance", Args: args{"x": text("value"), "y": text("value"), "metric": text(m), "base": text("2")}, Moves: "value", Scale: stays})
	}
	for _, e := range []string{"adjusted_rand", "rand", "nmi", "ami", "homogeneity", "completeness", "v_measure", "fowlkes_mallows", "purity"} {
		cases = append(cases, Case{Estimator: e, Args: found, CountsRows: true})
	}
	for _, m := range []string{"geometric", "min", "max"} {
		cases = append(cases, Case{Estimator: "nmi", Args: with(found, args{"mean": text(m)}), CountsRows: true},
			Case{Estimator: "ami", Args: with(found, args{"mean": text(m)}), CountsRows: true})
	}
	return cases
}
