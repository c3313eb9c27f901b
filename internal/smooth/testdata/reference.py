"""Writes reference.json: what scipy 1.18.1, statsmodels 0.15.0, scikit-learn 1.9.1,
numpy 2.5.5 and pandas 3.1.1 compute of data that are exact in binary.

usage: python reference.py >reference.json
"""

import json

import numpy as np
import pandas as pd
from scipy import interpolate, signal, stats
from sklearn.isotonic import IsotonicRegression
from sklearn.neighbors import KernelDensity
from statsmodels.nonparametric.smoothers_lowess import lowess

i = np.arange(40)
v = (i * 37 % 101) / 8 + (i % 7) / 4
x = (i * 29 % 97) / 4 + i % 3 / 16
y = (i * i % 53) / 8 + x / 2
w = 1 + i % 5 / 2
k = np.array([0.0, 0.5, 1.75, 2, 3.25, 5, 5.5, 7])
f = np.array([1.0, 2.5, 2.75, 2.75, 1.5, 4, 4.25, 8])
at = np.array([0, 0.25, 0.5, 1.125, 2.5, 4, 5.25, 6.875, 7])
out = {"v": v, "x": x, "y": y, "w": w, "k": k, "f": f, "at": at}

g = stats.gaussian_kde(v)
out["kde scott"] = g(v[:6])
out["kde tail"] = g([-20.0, 40.0])
out["kde below"] = [g.integrate_box_1d(-np.inf, t) for t in v[:6]]
out["bw scott"] = [np.sqrt(g.covariance[0, 0])]
out["bw silverman"] = [np.sqrt(stats.gaussian_kde(v, "silverman").covariance[0, 0])]
for name, theirs in {"epanechnikov": "epanechnikov", "rectangular": "tophat", "triangular": "linear", "optcosine": "cosine"}.items():
    out["kde " + name] = np.exp(KernelDensity(kernel=theirs, bandwidth=1.5, rtol=0, atol=0).fit(v[:, None]).score_samples(v[:6, None]))
for rule in ["sturges", "scott", "fd", "sqrt", "rice", "doane"]:
    out["bins " + rule] = [len(np.histogram_bin_edges(v, rule)) - 1]
out["counts"] = np.histogram(v, [0.25, 2, 5, 5.5, 12.5])[0]
out["equal"] = np.histogram(v, 7)[0]
for steps in [0, 3]:
    out[f"lowess {steps}"] = lowess(y, x, frac=0.4, it=steps, delta=0)[:, 1]
out["lowess delta"] = lowess(y, x, frac=0.4, it=2, delta=0.3)[:, 1]
out["lowess wide"] = lowess(y, x, frac=0.4, it=2, delta=1.5)[:, 1]
out["lowess at"] = lowess(y, x, frac=0.4, it=3, xvals=at)
curves = {
    "natural": interpolate.CubicSpline(k, f, bc_type="natural"),
    "not-a-knot": interpolate.CubicSpline(k, f),
    "clamped": interpolate.CubicSpline(k, f, bc_type=((1, 0.5), (1, -2))),
    "pchip": interpolate.PchipInterpolator(k, f),
    "akima": interpolate.Akima1DInterpolator(k, f),
}
for name, c in curves.items():
    for order in range(3):
        out[f"{name} {order}"] = c(at, order)
    out[f"{name} integral"] = [c.integrate(0.25, 6.5)]
for lam in [0.01, 1, 100]:
    out[f"smoothing {lam:g}"] = interpolate.make_smoothing_spline(k, f, lam=lam)(at)
out["smoothing weighted"] = interpolate.make_smoothing_spline(k, f, w=w[:8], lam=0.5)(at)
s = np.argsort(x, kind="stable")
out["isotonic"] = IsotonicRegression().fit_transform(x, y, sample_weight=w)[s]
out["isotonic falling"] = IsotonicRegression(increasing=False).fit_transform(x, y)[s]
for mode in ["interp", "mirror", "nearest", "constant", "wrap"]:
    out[f"savgol {mode}"] = signal.savgol_filter(v, 7, 3, mode=mode)
    out[f"savgol {mode} 1"] = signal.savgol_filter(v, 5, 2, deriv=1, delta=0.5, mode=mode)
gaps = pd.Series(v).mask(i % 6 == 3)
for adjust in [True, False]:
    for skip in [True, False]:
        e = gaps.ewm(alpha=0.3, adjust=adjust, ignore_na=skip).mean().mask(gaps.isna())
        out[f"ewma {adjust} {skip}"] = [None if np.isnan(z) else z for z in e]
print(json.dumps({n: list(map(lambda z: None if z is None else float(z), a)) for n, a in out.items()}, indent=0).replace(",\n", ", ").replace("[\n", "[").replace("\n]", "]").replace("], ", "],\n"))
