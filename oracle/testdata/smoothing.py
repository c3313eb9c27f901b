"""What scipy, statsmodels, scikit-learn, numpy and pandas compute of densities, smoothers,
curves and filters on random data.

usage: python smoothing.py DATA.csv   (columns k rising, x with ties, y, v, w > 0, gap with holes, id)

Prints a JSON array of {estimator, args, value, rel}: value is a list, rel the part of its
largest number that is rounding.
"""

import json
import sys

import numpy as np
import pandas as pd
from scipy import interpolate, signal, stats
from sklearn.isotonic import IsotonicRegression
from sklearn.neighbors import KernelDensity
from statsmodels.nonparametric.smoothers_lowess import lowess

d = pd.read_csv(sys.argv[1])
out = []


def put(estimator, value, rel=1e-10, /, **args):
    out.append({"estimator": estimator, "args": args, "value": np.atleast_1d(np.asarray(value, float)).tolist(), "rel": rel})


v = d.v.to_numpy()
grid = np.linspace(v.min() - 1, v.max() + 1, 50)
for rule in ["scott", "silverman"]:
    g = stats.gaussian_kde(v, rule)
    h = np.sqrt(g.covariance[0, 0])
    put("kde_bandwidth", h, value="v", rule=rule)
    put("kde", g(grid), value="v", rule=rule, points=50, **{"from": grid[0], "to": grid[-1]})
    put("kde_cumulative", [g.integrate_box_1d(-np.inf, t) for t in grid[[9, 20, 33]]], value="v", rule=rule, at=grid[[9, 20, 33]].tolist())
    top = grid[np.argmax(g(grid))]
    fine = np.linspace(top - (grid[1] - grid[0]), top + (grid[1] - grid[0]), 20001)
    put("kde_mode", fine[np.argmax(g(fine))], 1e-4, value="v", rule=rule)
for ours, theirs in {"gaussian": "gaussian", "epanechnikov": "epanechnikov", "rectangular": "tophat", "triangular": "linear", "optcosine": "cosine"}.items():
    density = np.exp(KernelDensity(kernel=theirs, bandwidth=0.7, rtol=0, atol=0).fit(v[:, None]).score_samples(grid[5:9, None]))
    put("kde", density, value="v", kernel=ours, bandwidth=0.7, width="support", at=grid[5:9].tolist())
for rule in ["sturges", "scott", "fd", "sqrt", "rice", "doane"]:
    edges = np.histogram_bin_edges(v, rule)
    put("histogram_bins", len(edges) - 1, 0, value="v", rule=rule)
    put("histogram", np.histogram(v, edges)[0], 0, value="v", rule=rule)
for bins in [7, 20]:  # the cells have one decimal: many stand on an edge
    put("histogram", np.histogram(d.x, bins, (0, 10))[0], 0, value="x", bins=bins, **{"from": 0, "to": 10})
    put("histogram", np.histogram(d.x, bins, (0, 10), density=True)[0], value="x", bins=bins, statistic="density", **{"from": 0, "to": 10})
cut = [0, 1.5, 2.5, 7, 9]
put("histogram", np.histogram(d.x, cut)[0], 0, value="x", edges=cut)
put("histogram", pd.cut(d.x, cut, include_lowest=True).value_counts(sort=False), 0, value="x", edges=cut, closed="right")
put("histogram", pd.cut(d.x, cut, right=False).value_counts(sort=False), 0, value="x", edges=cut, both=False)
inside = np.quantile(d.x, [0.1, 0.5, 0.77])
for frac, it in [(2 / 3, 3), (0.3, 1), (0.5, 0)]:
    put("lowess", lowess(d.y, d.x, frac=frac, it=it, delta=0, return_sorted=False), 1e-8, x="x", y="y", label="id", frac=frac, it=it)
    put("lowess", lowess(d.y, d.x, frac=frac, it=it, delta=0, xvals=inside), 1e-8, x="x", y="y", frac=frac, it=it, at=inside.tolist())
for rising in [True, False]:
    fit = IsotonicRegression(increasing=rising).fit(d.x, d.y, sample_weight=d.w)
    word = "increasing" if rising else "decreasing"
    put("isotonic", fit.predict(d.x), x="x", y="y", weights="w", label="id", direction=word)
    put("isotonic", fit.predict(inside), x="x", y="y", weights="w", at=inside.tolist(), direction=word)
k, y = d.k.to_numpy(), d.y.to_numpy()
at = np.linspace(k[0], k[-1], 23)[1:-1]
curves = {
    "natural": interpolate.CubicSpline(k, y, bc_type="natural"),
    "not-a-knot": interpolate.CubicSpline(k, y),
    "clamped": interpolate.CubicSpline(k, y, bc_type="clamped"),
    "pchip": interpolate.PchipInterpolator(k, y),
    "akima": interpolate.Akima1DInterpolator(k, y),
    "linear": interpolate.make_interp_spline(k, y, 1),
}
for method, c in curves.items():
    for order in range(2 if method == "linear" else 3):
        put("spline", c(at, order), 1e-9, x="k", y="y", method=method, at=at.tolist(), derivative=order)
    put("spline_integral", c.integrate(at[1], at[-2]), x="k", y="y", method=method, **{"from": at[1], "to": at[-2]})
for lam in [0.001, 0.5, 40]:
    put("smoothing_spline", interpolate.make_smoothing_spline(k, y, lam=lam)(at), 1e-7, x="k", y="y", at=at.tolist(), **{"lambda": lam})
    put("smoothing_spline", interpolate.make_smoothing_spline(k, y, w=d.w, lam=lam)(k), 1e-7, x="k", y="y", weights="w", label="id", **{"lambda": lam})
put("smoothing_spline", interpolate.make_smoothing_spline(k, y)(k), 1e-4, x="k", y="y", label="id")
for mode in ["interp", "mirror", "nearest", "constant", "wrap"]:
    for window, degree, order in [(5, 2, 0), (9, 4, 1), (11, 3, 2)]:
        put("savgol", signal.savgol_filter(y, window, degree, deriv=order, delta=0.5, mode=mode), 1e-9, value="y", window=window, order=degree, derivative=order, delta=0.5, mode=mode)
gap = d.gap.to_numpy()
for adjust in [True, False]:
    for skip in [True, False]:
        for name, x in {"alpha": 0.2, "span": 7, "com": 3.5, "halflife": 4}.items():
            e = d.gap.ewm(adjust=adjust, ignore_na=skip, **{name: x}).mean()
            put("ewma", e[~np.isnan(gap)], value="gap", adjust=adjust, ignore_na=skip, label="id", **{name: x})
json.dump(out, sys.stdout)
