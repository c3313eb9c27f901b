"""What scipy, scikit-learn, statsmodels, pandas and numpy compute of several columns on random data.

usage: python multivariate.py DATA.csv   (columns a, b, c, d; m with gaps; p, q positive;
u, v of 0 and 1; g and h labels)

Prints a JSON array of {estimator, args, value, rel}: args as the estimator takes them, value
a list of numbers (tables row by row), and the relative difference that is rounding. The
sign of a component is that of its largest number; groups are numbered as they appear.
"""

import json
import sys

import numpy as np
import pandas as pd
from scipy.cluster import hierarchy
from scipy.spatial import distance
from scipy.stats import entropy, kendalltau, pearsonr, spearmanr, wasserstein_distance
from sklearn import metrics
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.manifold import ClassicalMDS
from statsmodels.multivariate.cancorr import CanCorr

d = pd.read_csv(sys.argv[1])
names = ["a", "b", "c", "d"]
X = d[names].to_numpy()
Z = (X - X.mean(0)) / X.std(0, ddof=1)
out = []


def put(estimator, value, rel=1e-9, /, **args):
    out.append({"estimator": estimator, "args": args, "value": np.ravel(value).astype(float).tolist(), "rel": rel})


def appear(labels):
    return pd.factorize(np.asarray(labels))[0] + 1


for x, more in [(X, {}), (Z, {"standardise": True})]:
    f = PCA().fit(x)
    args = dict(columns=names, **more)
    put("pca_variance", f.explained_variance_, **args)
    put("pca_variance", f.singular_values_, 1e-8, give="singular", **args)
    put("pca_ratio", f.explained_variance_ratio_, **args)
    put("pca_ratio", f.explained_variance_ratio_[:2].sum(), component=2, cumulative=True, **args)
    for k in range(4):
        v = f.components_[k]
        s = np.sign(v[np.argmax(abs(v))])
        put("pca_loadings", s * v, component=k + 1, **args)
        put("pca_loadings", s * v * np.sqrt(f.explained_variance_[k]), component=k + 1, loading="scaled", **args)
        put("pca_scores", s * f.transform(x)[:, k], component=k + 1, **args)
put("pca_variance", np.linalg.svd(X, compute_uv=False) ** 2 / len(X), columns=names, centre=False, ddof=0)

for method in ["pearson", "spearman", "kendall"]:
    put("correlation_matrix", d[names].corr(method), columns=names, method=method)
    put("correlation_matrix", d[names + ["m"]].corr(method), columns=names + ["m"], method=method, missing="pairwise")
    put("correlation_matrix", d[names + ["m"]].dropna().corr(method), columns=names + ["m"], method=method)
put("covariance_matrix", d[names + ["m"]].cov(), columns=names + ["m"], missing="pairwise")
put("covariance_matrix", np.cov(X.T, ddof=0), columns=names, ddof=0)

for metric in ["euclidean", "sqeuclidean", "cosine", "correlation", "braycurtis", "canberra", "chebyshev"]:
    put("distance", getattr(distance, metric)(d.p, d.q), x="p", y="q", metric=metric)
    put("distance_matrix", distance.pdist(X, metric), columns=names, metric=metric, form="pairs")
    full = distance.squareform(distance.pdist(X, metric))
    put("distance_matrix", np.column_stack([np.arange(len(X)) + 1, full]), columns=names, metric=metric)
put("distance", distance.cityblock(d.p, d.q), x="p", y="q", metric="manhattan")
put("distance", distance.minkowski(d.p, d.q, 3), x="p", y="q", metric="minkowski", p=3)
put("distance", distance.jaccard(d.u.astype(bool), d.v.astype(bool)), x="u", y="v", metric="jaccard")
put("distance", distance.hamming(d.u, d.v), x="u", y="v", metric="hamming")
for base, b in [("e", np.e), ("2", 2), ("10", 10)]:
    put("distance", distance.jensenshannon(d.p, d.q, b), x="p", y="q", metric="jensenshannon", base=base)
    put("distance", entropy(d.p, d.q, b), x="p", y="q", metric="kullbackleibler", base=base)
means = d.groupby("g")[names].mean()
put("row_distance", distance.cityblock(means.loc[0], means.loc[2]), columns=names, label="g", first=0, second=2, metric="manhattan")
S = np.linalg.inv(np.cov(X.T))
put("mahalanobis", [distance.mahalanobis(r, X.mean(0), S) for r in X], columns=names)
put("mahalanobis_between", distance.mahalanobis(means.loc[0], means.loc[1], S), columns=names, label="g", first=0, second=1, covariance="total")
parts = [X[d.g == g] for g in (0, 1)]
W = sum(np.cov(x.T, bias=True) * len(x) for x in parts) / (sum(map(len, parts)) - 2)
put("mahalanobis_between", distance.mahalanobis(means.loc[0], means.loc[1], np.linalg.inv(W)), columns=names, label="g", first=0, second=1)
put("wasserstein", wasserstein_distance(d.a[d.g == 0], d.a[d.g == 2]), value="a", group="g", first=0, second=2)

for metric in ["correlation", "euclidean", "cosine"]:
    left, right = distance.pdist(d[["a", "b", "c"]], metric), distance.pdist(d[["d", "p", "q"]], metric)
    put("rsa", spearmanr(left, right)[0], columns=["a", "b", "c"], model=["d", "p", "q"], metric=metric)
    put("rsa", pearsonr(left, right)[0], columns=["a", "b", "c"], model=["d", "p", "q"], metric=metric, method="pearson")
left, right = distance.pdist(d[["a", "b"]]), distance.pdist(d[["d"]], "cityblock")
left, right = left.round(10), right.round(10)  # what ties but for rounding, ties
pairs = len(left) * (len(left) - 1) / 2
untied = [pairs - (n * (n - 1) / 2).sum() for n in (np.unique(x, return_counts=True)[1] for x in (left, right))]
tau_a = kendalltau(left, right)[0] * np.sqrt(untied[0] * untied[1]) / pairs
put("rsa", tau_a, columns=["a", "b"], model="d", metric="euclidean", model_metric="manhattan", method="kendall")

correlations = CanCorr(d[["a", "b"]], d[["c", "d", "p"]]).cancorr
put("canonical_correlation", correlations, 1e-8, x=["a", "b"], y=["c", "d", "p"])
put("canonical_correlation", correlations[1], 1e-8, x=["c", "d", "p"], y=["a", "b"], component=2)
for metric in ["euclidean", "cityblock", "cosine"]:
    f = ClassicalMDS(2, metric="precomputed").fit_transform(distance.squareform(distance.pdist(X, metric)))
    for k in range(2):
        v = f[:, k]
        put("mds", v * np.sign(v[np.argmax(abs(v))]), 1e-8, columns=names, metric=metric.replace("cityblock", "manhattan"), component=k + 1)

for ours, theirs in [("single",) * 2, ("complete",) * 2, ("average",) * 2, ("weighted",) * 2, ("ward.D2", "ward"), ("centroid",) * 2, ("median",) * 2]:
    for metric in ["euclidean", "cityblock"] if ours not in ("ward.D2", "centroid", "median") else ["euclidean"]:
        y = distance.pdist(X, metric)
        z = hierarchy.linkage(y, theirs)
        args = dict(columns=names, linkage=ours, metric=metric.replace("cityblock", "manhattan"))
        put("hclust_height", z[:, 2], **args)
        put("hclust_cophenetic", hierarchy.cophenet(z, y)[0], **args)
        if (np.diff(z[:, 2]) > 0).all():
            put("hclust_labels", appear(hierarchy.fcluster(z, 4, "maxclust")), 0, k=4, **args)
            put("hclust_labels", appear(hierarchy.fcluster(z, z[-5, 2] * 1.0001, "distance")), 0, height=z[-5, 2] * 1.0001, **args)

for k in [2, 3]:
    f = KMeans(k, n_init=150, tol=0, max_iter=1000, random_state=0).fit(X)
    put("kmeans_best", f.inertia_, columns=names, k=k)
    put("kmeans_labels", appear(f.labels_), 0, columns=names, k=k)
within = sum(((x - x.mean(0)) ** 2).sum() for x in (X[d.g == g] for g in range(3)))
total = ((X - X.mean(0)) ** 2).sum()
put("kmeans_inertia", within, columns=names, cluster="g")
put("kmeans_inertia", total - within, columns=names, cluster="g", give="between")
put("kmeans_inertia", 1 - within / total, columns=names, cluster="g", give="explained")
best = KMeans(3, n_init=150, tol=0, max_iter=1000, random_state=0).fit(X).inertia_
put("kmeans_excess", within / best - 1, 1e-8, columns=names, cluster="g")
centres = means.to_numpy()
nearest = ((X[:, None] - centres[None]) ** 2).sum(2).argmin(1)
put("kmeans_misplaced", (nearest != d.g).sum(), 0, columns=names, cluster="g")
put("kmeans_centroids", np.column_stack([means.index, means]), columns=names, cluster="g")
put("silhouette", metrics.silhouette_score(X, d.g), columns=names, cluster="g")
put("silhouette", metrics.silhouette_score(X, d.g, metric="cosine"), columns=names, cluster="g", metric="cosine")
widths = metrics.silhouette_samples(X, d.g)
put("silhouette", widths, columns=names, cluster="g", give="rows")
put("silhouette", pd.Series(widths).groupby(d.g).mean(), columns=names, cluster="g", give="groups")
put("calinski_harabasz", metrics.calinski_harabasz_score(X, d.g), columns=names, cluster="g")
put("davies_bouldin", metrics.davies_bouldin_score(X, d.g), columns=names, cluster="g")

xy = dict(x="g", y="h")
put("adjusted_rand", metrics.adjusted_rand_score(d.g, d.h), **xy)
put("rand", metrics.rand_score(d.g, d.h), **xy)
for mean in ["arithmetic", "geometric", "min", "max"]:
    put("nmi", metrics.normalized_mutual_info_score(d.g, d.h, average_method=mean), mean=mean, **xy)
    put("ami", metrics.adjusted_mutual_info_score(d.g, d.h, average_method=mean), mean=mean, **xy)
put("homogeneity", metrics.homogeneity_score(d.g, d.h), **xy)
put("completeness", metrics.completeness_score(d.g, d.h), **xy)
put("v_measure", metrics.v_measure_score(d.g, d.h), **xy)
put("v_measure", metrics.v_measure_score(d.g, d.h, beta=0.5), beta=0.5, **xy)
put("fowlkes_mallows", metrics.fowlkes_mallows_score(d.g, d.h), **xy)
put("purity", metrics.cluster.contingency_matrix(d.g, d.h).max(0).sum() / len(d), **xy)
json.dump(out, sys.stdout)
