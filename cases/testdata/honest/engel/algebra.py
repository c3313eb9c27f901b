"""Normal equations, QR, SVD and solve give the same line; intervals from the inverse of the Gram matrix."""

import numpy as np
from scipy import linalg, stats

income, foodexp = np.loadtxt("data/engel.csv", delimiter=",", skiprows=1, unpack=True)


def line(x, y):
    design = np.column_stack([np.ones_like(x), x])
    gram = np.einsum("ij,ik->jk", design, design)
    solved = np.linalg.solve(gram, design.T @ y)
    q, r = np.linalg.qr(design)
    by_qr = linalg.solve_triangular(r, q.T @ y)
    u, s, vt = np.linalg.svd(design, full_matrices=False)
    by_svd = vt.T @ ((u.T @ y) / s)
    (b0, b1), rss, rank, _ = np.linalg.lstsq(design, y, rcond=None)
    assert rank == 2 and np.allclose([by_qr, by_svd], solved)
    df = len(y) - 2
    variance = rss[0] / df * np.linalg.inv(gram)[1, 1]
    half = stats.t.ppf(0.975, df) * np.sqrt(variance)
    return b1, b1 - half, b1 + half


SLOPE, ELASTICITY = line(income, foodexp), line(np.log(income), np.log(foodexp))
INCOME, FOOD = income, foodexp
upper = income > np.median(income)
share = foodexp / income
parts = {"upper half": share[upper], "lower half": share[~upper]}
SHARES = {k: (v.mean(), *stats.t.interval(0.95, v.size - 1, v.mean(), v.std(ddof=1) / np.sqrt(v.size))) for k, v in parts.items()}
a, b = parts.values()
DIFFERENCE = (a.mean() - b.mean(), *stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95))
TEST = "Welch t test"
