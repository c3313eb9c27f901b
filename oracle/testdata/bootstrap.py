"""Bootstrap intervals and drawn permutation p-values of random data by scipy.

usage: python bootstrap.py DATA.csv SEED   (columns n, e, s as in resampling.py)

Prints a JSON array of {estimator, args, lower, upper, se, p}; args hold the number of
resamples that were drawn.
"""

import json
import sys

import numpy as np
import pandas as pd
from scipy import stats

d = pd.read_csv(sys.argv[1])
seed = int(sys.argv[2])
a, b = d.e[d.s == 0].to_numpy(), d.e[d.s == 1].to_numpy()
out = []


def pearson(x, y, axis=-1):
    mx, my = x.mean(axis, keepdims=True), y.mean(axis, keepdims=True)
    return ((x - mx) * (y - my)).sum(axis) / np.sqrt(((x - mx) ** 2).sum(axis) * ((y - my) ** 2).sum(axis))


groups = dict(value="e", group="s", first=0, second=1)
for args, data, f, paired in [
    (dict(statistic="mean", value="e"), (d.e,), np.mean, False),
    (dict(statistic="median", value="e"), (d.e,), np.median, False),
    (dict(statistic="sd", value="n"), (d.n,), lambda x, axis: np.std(x, axis=axis, ddof=1), False),
    (dict(statistic="quantile", p=0.25, value="n"), (d.n,), lambda x, axis: np.quantile(x, 0.25, axis=axis), False),
    (dict(statistic="mean_difference", **groups), (a, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), False),
    (dict(statistic="median_difference", **groups), (a, b), lambda x, y, axis: np.median(x, axis) - np.median(y, axis), False),
    (dict(statistic="mean_ratio", **groups), (a, b), lambda x, y, axis: x.mean(axis) / y.mean(axis), False),
    (dict(statistic="pearson", x="n", y="e"), (d.n, d.e), pearson, True),
]:
    data = tuple(np.asarray(x) for x in data)
    for kind in ["percentile", "basic", "BCa"]:
        r = stats.bootstrap(data, f, paired=paired, method=kind, n_resamples=5000, batch=500, vectorized=True, rng=np.random.default_rng(seed))
        out.append(dict(estimator="bootstrap", args=dict(args, interval=kind.lower(), resamples=5000), lower=r.confidence_interval.low, upper=r.confidence_interval.high, se=r.standard_error, p=0))

for args, data, f, kind in [
    (dict(statistic="mean_difference", **groups), (a, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), "independent"),
    (dict(statistic="welch_t", **groups), (a, b), lambda x, y, axis: stats.ttest_ind(x, y, equal_var=False, axis=axis).statistic, "independent"),
    (dict(statistic="pearson", x="n", y="e"), (d.n.to_numpy(),), lambda x, axis: pearson(x, np.broadcast_to(d.e.to_numpy(), x.shape), axis), "pairings"),
    (dict(statistic="mean_difference", x="n", y="q"), (d.n.to_numpy() - d.q.to_numpy(),), lambda x, axis: x.mean(axis), "samples"),
]:
    r = stats.permutation_test(data, f, permutation_type=kind, n_resamples=4999, vectorized=True, batch=500, rng=np.random.default_rng(seed))
    out.append(dict(estimator="permutation_test", args=dict(args, two_sided="doubled", resamples=4999), lower=0, upper=0, se=0, p=r.pvalue))
json.dump(out, sys.stdout, default=float)
