"""Reference intervals of interval_test.go: scipy.stats.bootstrap over tasks, and binomial quantiles.

Rows are tasks, columns the half points of three runs. Run with the repository's .venv."""

import numpy as np
from scipy import stats

half = np.array([
    [20, 18, 19], [12, 15, 9], [4, 0, 7], [17, 17, 16], [11, 20, 13], [8, 6, 10],
    [19, 19, 20], [2, 5, 1], [14, 12, 16], [16, 9, 18], [7, 13, 3], [10, 10, 15],
])
tasks = np.arange(len(half))
for name, f in [("mean", np.mean), ("median", np.median)]:
    r = stats.bootstrap((tasks,), lambda i, axis: np.apply_along_axis(lambda k: f(half[k]) / 2, axis, i), n_resamples=200_000,
                        method="percentile", confidence_level=0.95, vectorized=True, batch=20_000, rng=np.random.default_rng(7))
    print(name, f(half) / 2, r.confidence_interval.low, r.confidence_interval.high)
# Unequal numbers of runs: the first four tasks lack the third.
seen = np.ones_like(half, bool)
seen[:4, 2] = False
r = stats.bootstrap((tasks,), lambda i, axis: (half * seen)[i].sum((-1, -2)) / seen[i].sum((-1, -2)) / 2, n_resamples=200_000,
                    method="percentile", confidence_level=0.9, vectorized=True, batch=20_000, rng=np.random.default_rng(8))
print("unequal", (half * seen).sum() / seen.sum() / 2, r.confidence_interval.low, r.confidence_interval.high)
# A share of tasks is binomial when tasks are drawn.
for k in 25, 9:
    print(f"{k}/50", stats.binom.ppf([0.025, 0.975], 50, k / 50) / 50)
