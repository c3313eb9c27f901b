"""The numbers of reference.txt: python reference.py >reference.txt (scipy 1.18.1, numpy 2.5.5).

Lines "name numbers…": of boot KIND STATISTIC the ends at 0.95 and the standard error
of 200,000 resamples by scipy.stats.bootstrap; of permute STATISTIC the statistic, the
p-values two-sided (doubled), less and greater of all arrangements by
scipy.stats.permutation_test.
"""

import numpy as np
from scipy import stats

a = np.array([12.1, 9.4, 15.3, 8.8, 11.0, 30.2, 7.7, 10.5, 13.9, 9.1, 18.4, 12.6])
b = np.array([8.2, 7.9, 11.1, 6.5, 9.9, 10.0, 5.1, 8.8])
y = np.array([3.1, 2.2, 4.9, 2.7, 2.0, 7.5, 1.9, 3.3, 3.0, 2.9, 3.5, 4.4])


def slope(x, y, axis=-1):
    mx, my = x.mean(axis, keepdims=True), y.mean(axis, keepdims=True)
    return ((x - mx) * (y - my)).sum(axis) / ((x - mx) ** 2).sum(axis)


def pearson(x, y, axis=-1):
    mx, my = x.mean(axis, keepdims=True), y.mean(axis, keepdims=True)
    return ((x - mx) * (y - my)).sum(axis) / np.sqrt(((x - mx) ** 2).sum(axis) * ((y - my) ** 2).sum(axis))


def spearman(x, y, axis=-1):
    return pearson(stats.rankdata(x, axis=axis), stats.rankdata(y, axis=axis), axis)


for name, data, f, paired in [
    ("mean", (a,), np.mean, False),
    ("median", (a,), np.median, False),
    ("sd", (a,), lambda x, axis: np.std(x, axis=axis, ddof=1), False),
    ("quantile", (a,), lambda x, axis: np.quantile(x, 0.8, axis=axis, method="median_unbiased"), False),
    ("trimmed", (a,), lambda x, axis: stats.trim_mean(x, 0.1, axis=axis), False),
    ("difference", (a, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), False),
    ("ratio", (a, b), lambda x, y, axis: x.mean(axis) / y.mean(axis), False),
    ("slope", (a, y), slope, True),
    ("pearson", (a, y), pearson, True),
    ("spearman", (a, y), spearman, True),
]:
    for kind in ["percentile", "basic", "BCa"]:
        r = stats.bootstrap(data, f, paired=paired, method=kind, n_resamples=200_000, batch=5000, vectorized=True, rng=np.random.default_rng(5))
        print("boot", kind.lower(), name, *map(repr, map(float, [*r.confidence_interval, r.standard_error])))

small = a[:9]
for name, data, f, kind in [
    ("mean", (small, b), lambda x, y, axis: x.mean(axis) - y.mean(axis), "independent"),
    ("median", (small, b), lambda x, y, axis: np.median(x, axis) - np.median(y, axis), "independent"),
    ("welch", (small, b), lambda x, y, axis: stats.ttest_ind(x, y, equal_var=False, axis=axis).statistic, "independent"),
    ("pooled", (small, b), lambda x, y, axis: stats.ttest_ind(x, y, axis=axis).statistic, "independent"),
    ("signs", (a - 11,), lambda x, axis: x.mean(axis), "samples"),
    ("correlation", (a[:7],), lambda x, axis: pearson(x, np.broadcast_to(y[:7], x.shape), axis), "pairings"),
]:
    ps = []
    for alternative in ["two-sided", "less", "greater"]:
        r = stats.permutation_test(data, f, permutation_type=kind, alternative=alternative, n_resamples=np.inf, vectorized=True, batch=10_000)
        ps.append(r.pvalue)
    print("permute", name, *map(repr, map(float, [r.statistic, *ps])))
