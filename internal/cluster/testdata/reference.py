"""Reference numbers of scipy 1.18.1 and scikit-learn 1.9.1 for the tests of this package.

usage: python reference.py > reference.json
"""

import json
import sys

import numpy as np
from scipy.cluster import hierarchy as h
from scipy.spatial.distance import pdist
from sklearn import metrics
from sklearn.cluster import KMeans

rng = np.random.default_rng(11)
out = {"trees": [], "groups": [], "labels": []}
names = {"single": "single", "complete": "complete", "average": "average", "weighted": "weighted",
         "ward.D2": "ward", "centroid": "centroid", "median": "median"}
for n, p in [(3, 1), (12, 2), (40, 3)]:
    x = np.round(rng.normal(size=(n, p)) + 3 * rng.integers(0, 3, size=(n, 1)), 4)
    for ours, theirs in names.items():
        z = h.linkage(pdist(x), theirs)
        case = dict(x=x.tolist(), linkage=ours, heights=z[:, 2].tolist(), cophenetic=float(h.cophenet(z, pdist(x))[0]))
        if (np.diff(z[:, 2]) >= 0).all():
            case["three"] = h.fcluster(z, min(3, n), "maxclust").tolist()
        out["trees"].append(case)

for n, p, k in [(20, 2, 2), (60, 3, 4)]:
    x = np.round(rng.normal(size=(n, p)) + 4 * rng.integers(0, k, size=(n, 1)), 4)
    labels = rng.integers(0, k, size=n)
    labels[:k] = range(k)
    out["groups"].append(dict(
        x=x.tolist(), labels=labels.tolist(), silhouettes=metrics.silhouette_samples(x, labels).tolist(),
        calinski_harabasz=float(metrics.calinski_harabasz_score(x, labels)), davies_bouldin=float(metrics.davies_bouldin_score(x, labels)),
        k=k, best=float(KMeans(k, n_init=200, random_state=1, tol=0, max_iter=1000).fit(x).inertia_)))

for n, a, b in [(10, 2, 3), (50, 4, 3), (300, 12, 9), (25, 25, 4)]:
    x, y = rng.integers(0, a, size=n), rng.integers(0, b, size=n)
    if a == n:
        x = np.arange(n)
    case = dict(x=x.tolist(), y=y.tolist(), rand=metrics.rand_score(x, y), ari=metrics.adjusted_rand_score(x, y),
                homogeneity=metrics.homogeneity_score(x, y), v=metrics.v_measure_score(x, y), v2=metrics.v_measure_score(x, y, beta=2),
                fm=metrics.fowlkes_mallows_score(x, y),
                nmi={m: metrics.normalized_mutual_info_score(x, y, average_method=m) for m in ["arithmetic", "geometric", "min", "max"]},
                ami={m: metrics.adjusted_mutual_info_score(x, y, average_method=m) for m in ["arithmetic", "geometric", "min", "max"]})
    out["labels"].append(json.loads(json.dumps(case, default=float)))
json.dump(out, sys.stdout, indent=0)
