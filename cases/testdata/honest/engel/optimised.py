"""scipy.optimize: the same lines by curve_fit, least_squares and minimize over a closure; roots give the t quantile."""

import numpy as np
import pandas as pd
from scipy import optimize, stats

data = pd.read_csv("data/engel.csv", dtype="float64", names=["income", "foodexp"], header=0)
x, y = data.to_numpy().T


def fitted(x, y):
    centre = x.mean()

    def line(t, a, b):
        return a + b * (t - centre)

    best, covariance = optimize.curve_fit(line, x, y, p0=[y.mean(), 1.0])
    again = optimize.least_squares(lambda p: line(x, *p) - y, best, x_scale=np.abs(best))
    loss = lambda p: np.mean((line(x, *(p * best)) - y) ** 2) / np.var(y)
    simplex = optimize.minimize(loss, np.ones(2), method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-12})
    assert np.allclose(simplex.x, 1, atol=1e-3) and np.allclose(again.x, best, rtol=1e-4)
    df = len(x) - 2
    t = optimize.brentq(lambda q: stats.t.cdf(q, df) - 0.975, 1, 4, xtol=1e-14, rtol=1e-14)
    half = t * covariance[1, 1] ** 0.5
    return best[1], best[1] - half, best[1] + half


SLOPE = fitted(x, y)
ELASTICITY = fitted(np.log(x), np.log(y))
INCOME, FOOD = x.tolist(), y.tolist()
data["share"] = data.eval("foodexp / income")
data["half"] = np.where(data["income"].le(data["income"].quantile()), "lower half", "upper half")
groups = data.groupby("half")["share"]
halves = groups.agg(["mean", "std", "size"])
halves["wide"] = stats.t.ppf(0.975, halves["size"] - 1) * halves["std"] / halves["size"] ** 0.5
SHARES = {k: (r["mean"], r["mean"] - r["wide"], r["mean"] + r["wide"]) for k, r in halves.iterrows()}
test = stats.ttest_ind(*(groups.get_group(k) for k in ("upper half", "lower half")))
DIFFERENCE = (halves.at["upper half", "mean"] - halves.at["lower half", "mean"], *test.confidence_interval(0.95))
TEST = "Student t test"
