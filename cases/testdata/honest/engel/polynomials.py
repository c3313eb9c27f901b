"""polyfit with its covariance, linregress, statistics.linear_regression and a Polynomial agree."""

import statistics
from array import array

import numpy as np
from scipy import stats

with open("data/engel.csv") as f:
    names = [n.strip('"') for n in f.readline().strip().split(",")]
    columns = {n: array("d") for n in names}
    for line in f:
        for name, cell in zip(names, line.split(",")):
            columns[name].append(float(cell))

x, y = (np.frombuffer(columns[n]) for n in ("income", "foodexp"))


def fit(x, y):
    (b, a), cov = np.polyfit(x, y, 1, cov=True)
    r = stats.linregress(x, y)
    s = statistics.linear_regression(x.tolist(), y.tolist())
    p = np.polynomial.Polynomial.fit(x, y, 1).convert()
    assert np.allclose([r.slope, s.slope, p.coef[1]], b) and np.isclose(cov[0, 0] ** 0.5, r.stderr, rtol=0.02)
    half = stats.t.ppf(0.975, len(x) - 2) * r.stderr
    return r.slope, r.slope - half, r.slope + half


SLOPE, ELASTICITY, INCOME, FOOD = fit(x, y), fit(np.log(x), np.log(y)), list(x), list(y)
middle = statistics.median(columns["income"])
halves = {"upper half": [], "lower half": []}
for i, f in zip(columns["income"], columns["foodexp"]):
    halves["upper half" if i > middle else "lower half"].append(f / i)


def interval(values):
    m, s, n = statistics.fmean(values), statistics.stdev(values), len(values)
    half = stats.t.ppf(0.975, n - 1) * s / n**0.5
    return m, m - half, m + half


SHARES = {k: interval(v) for k, v in halves.items()}
a, b = halves["upper half"], halves["lower half"]
va, vb = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
gap, half = statistics.mean(a) - statistics.mean(b), stats.t.ppf(0.975, df) * (va + vb) ** 0.5
DIFFERENCE = gap, gap - half, gap + half
TEST = "Welch t test"
