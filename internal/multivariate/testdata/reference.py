"""Reference numbers of scipy 1.18.1, numpy 2.5.5 and scikit-learn 1.9.1 for the tests of this package.

usage: python reference.py > reference.json
"""

import json
import sys

import numpy as np
from scipy.spatial import distance
from scipy.stats import entropy, wasserstein_distance
from sklearn.decomposition import PCA

rng = np.random.default_rng(7)
out = {"pca": [], "distances": [], "wasserstein": [], "mahalanobis": {}}


def eigenvalues(x, centre, standardise, ddof):
    """Eigenvalues of the covariance, largest first."""
    if centre:
        x = x - x.mean(0)
    if standardise:
        x = x / np.sqrt((x**2).sum(0) / (len(x) - ddof))
    return (np.linalg.svd(x, compute_uv=False) ** 2 / (len(x) - ddof)).tolist()


for n, p in [(12, 3), (30, 5), (4, 6)]:
    x = np.round(rng.normal(size=(n, p)) @ rng.normal(size=(p, p)) + 3, 3)
    for centre, standardise, ddof in [(True, False, 1), (True, True, 1), (False, False, 0), (True, False, 0)]:
        case = dict(x=x.tolist(), centre=centre, standardise=standardise, ddof=ddof,
                    eigenvalues=eigenvalues(x, centre, standardise, ddof))
        if centre and ddof == 1:
            z = (x - x.mean(0)) / x.std(0, ddof=1) if standardise else x
            f = PCA().fit(z)
            case["ratios"] = f.explained_variance_ratio_.tolist()
            case["direction"] = f.components_[0].tolist()
            case["scores"] = f.transform(z)[:, 0].tolist()
        out["pca"].append(case)

for n in [2, 5, 40]:
    x, y = np.round(rng.gamma(1, 3, n), 2), np.round(rng.gamma(2, 3, n), 2)
    x[0] = 0
    p, q = x / x.sum(), y / y.sum()
    a, b = (rng.random(n) < 0.5).astype(float), (rng.random(n) < 0.6).astype(float)
    a[0], b[-1] = 1, 1
    put = lambda metric, u, v, d, p=0.0: out["distances"].append(dict(metric=metric, p=p, x=u.tolist(), y=v.tolist(), value=float(d)))
    for m in ["euclidean", "sqeuclidean", "cosine", "correlation", "braycurtis", "canberra", "chebyshev"]:
        put(m, x, y, getattr(distance, m)(x, y))
    put("manhattan", x, y, distance.cityblock(x, y))
    for e in [1, 1.5, 3, 80]:
        put("minkowski", x, y, distance.minkowski(x, y, e), e)
    put("jensenshannon", x, y, distance.jensenshannon(x, y))
    put("kullbackleibler", x, y, entropy(p, q))
    put("hellinger", x, y, np.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum() / 2))
    put("hamming", a, b, distance.hamming(a, b))
    put("jaccard", a, b, distance.jaccard(a.astype(bool), b.astype(bool)))
    for u, v in [(x, y), (x[: n // 2 + 1], y), (a, b)]:
        out["wasserstein"].append(dict(x=u.tolist(), y=v.tolist(), value=float(wasserstein_distance(u, v))))

x = np.round(rng.normal(size=(15, 3)) @ rng.normal(size=(3, 3)), 3)
inverse = np.linalg.inv(np.cov(x.T))
out["mahalanobis"] = dict(x=x.tolist(), values=[distance.mahalanobis(r, x.mean(0), inverse) for r in x])
json.dump(out, sys.stdout, indent=0)
