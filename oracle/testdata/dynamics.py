"""What numpy, scipy and statsmodels compute of random signals, lines, functions and tracks.

usage: python dynamics.py DATA.csv   (columns t even times, s a series, x uneven places, line a
peak on a sloping ground, u and v coordinates)

Prints a JSON array of {estimator, args, field, value, rel}, as models.py does.
"""

import json
import sys

import numpy as np
import pandas as pd
from scipy import integrate, optimize, signal, special
from statsmodels.regression.linear_model import burg, yule_walker
from statsmodels.tsa.ar_model import AutoReg

d = pd.read_csv(sys.argv[1])
s, t, x, line, u, v = (d[c].to_numpy() for c in ("s", "t", "x", "line", "u", "v"))
n, dt = len(s), t[1] - t[0]
out = []


def put(estimator, value, rel, /, field="value", **args):
    out.append({"estimator": estimator, "args": args, "field": field, "value": float(value), "rel": rel})


z = np.abs(np.fft.rfft(s))
put("dominant_frequency", np.fft.rfftfreq(n, dt)[1:][np.argmax(z[1:])], 1e-9, value="s", time="t")
z = np.abs(np.fft.rfft(signal.detrend(s)))
put("dominant_frequency", np.fft.rfftfreq(n, dt)[1:][np.argmax(z[1:])], 1e-9, value="s", time="t", detrend="linear")
for order in (1, 2, 3):
    for name, (phi, v0) in {
        "yule-walker": (lambda r: (r[0], r[1] ** 2))(yule_walker(s, order, method="mle", result_object=False)),
        "adjusted": (lambda r: (r[0], r[1] ** 2))(yule_walker(s, order, method="adjusted", result_object=False)),
        "burg": burg(s, order),
    }.items():
        for lag in range(1, order + 1):
            put("autoregression", phi[lag - 1], 1e-7, value="s", order=order, method=name, lag=lag)
        put("autoregression", v0, 1e-9, value="s", order=order, method=name, quantity="variance")
    m = AutoReg(s, order, trend="c").fit()
    X = np.column_stack([np.ones(n - order)] + [s[order - j : n - j] for j in range(1, order + 1)])
    for lag in range(1, order + 1):
        put("autoregression", m.params[lag], 1e-7, value="s", order=order, method="ols", lag=lag)
    put("autoregression", m.params[0], 1e-7, value="s", order=order, method="ols", quantity="constant")
    put("autoregression", m.sigma2, 1e-9, value="s", order=order, method="ols", quantity="variance")
    s2 = m.sigma2 * m.nobs / (m.nobs - order - 1)
    se = np.sqrt(np.diag(s2 * np.linalg.inv(X.T @ X)))
    put("autoregression", se[1], 1e-7, field="se", value="s", order=order, method="ols", lag=1)
for window in ("hann", "hamming", "boxcar", "blackman"):
    f, p = signal.welch(s, fs=1 / dt, window=window, nperseg=32)
    low, high = f[2] * 0.99, f[9] * 1.01
    k = (f >= low) & (f <= high)
    args = dict(value="s", time="t", window=window, segment=32, low=low, high=high)
    put("band_power", integrate.trapezoid(p[k], f[k]), 1e-8, **args)
    put("band_power", integrate.trapezoid(p[k], f[k]) / integrate.trapezoid(p, f), 1e-8, relative=True, **args)

for args in (dict(), dict(height=float(np.median(s))), dict(prominence=0.7), dict(distance=4), dict(width=1.5), dict(threshold=0.1), dict(distance=3, prominence=0.3, height=float(s.mean()))):
    at, info = signal.find_peaks(s, height=args.get("height"), threshold=args.get("threshold"), distance=args.get("distance"), prominence=args.get("prominence", 0), width=args.get("width", 0))
    put("peaks", len(at), 0, y="s", x="t", quantity="count", **args)
    if len(at) == 0:
        continue
    top = np.argmax(info["prominences"])
    put("peaks", t[at[top]], 1e-9, y="s", x="t", quantity="position", rank=1, rank_by="prominence", **args)
    put("peaks", info["prominences"].max(), 1e-9, y="s", x="t", quantity="prominence", rank=1, rank_by="prominence", **args)
    put("peaks", s[at[0]], 1e-9, y="s", x="t", quantity="height", rank=1, **args)
    put("peaks", info["widths"][-1] * dt, 1e-9, y="s", x="t", quantity="width", rank=len(at), **args)

gauss = lambda x, a, m, w, b, c: a * np.exp(-((x - m) ** 2) / (2 * w * w)) + b + c * x
voigt = lambda x, a, m, w, g, b, c: a * special.voigt_profile(x - m, w, g) + b + c * x
lorentz = lambda x, a, m, g, b, c: a / (1 + ((x - m) / g) ** 2) + b + c * x
tight = dict(ftol=1e-15, xtol=1e-15, gtol=1e-15, maxfev=100_000)
top = x[np.argmax(line)]
for shape, f, start, names in (
    ("gaussian", gauss, [5, top, 2, 1, 0], ["height", "centre", "sigma", "offset", "slope"]),
    ("lorentzian", lorentz, [5, top, 2, 1, 0], ["height", "centre", "gamma", "offset", "slope"]),
    ("voigt", voigt, [25, top, 1.5, 1, 1, 0], ["area", "centre", "sigma", "gamma", "offset", "slope"]),
):
    b, cov = optimize.curve_fit(f, x, line, p0=start, **tight)
    for i, q in enumerate(names):
        args = dict(x="x", y="line", shape=shape, background="linear", quantity=q)
        loose = 10 if shape == "voigt" else 1
        put("peak_model", abs(b[i]) if q in ("sigma", "gamma") else b[i], 1e-5 * loose, **args)
        put("peak_model", np.sqrt(cov[i, i]), 1e-4 * loose, field="se", **args)
    if shape == "gaussian":
        put("peak_model", b[0] * abs(b[2]) * np.sqrt(2 * np.pi), 1e-5, x="x", y="line", shape=shape, background="linear", quantity="area")
        put("peak_model", abs(b[2]) * 2 * np.sqrt(2 * np.log(2)), 1e-5, x="x", y="line", shape=shape, background="linear", quantity="fwhm")

order = np.argsort(x)
xs, ys = x[order], line[order]
put("line_area", integrate.trapezoid(ys, xs), 1e-10, x="x", y="line")
put("centroid", (xs * ys).sum() / ys.sum(), 1e-10, x="x", y="line")
put("sampled_integral", integrate.simpson(ys, x=xs), 1e-10, x="x", y="line", rule="simpson")
put("sampled_integral", integrate.trapezoid(ys - ys.min(), xs), 1e-10, x="x", y="line", above="lowest")

k = float(np.round(abs(s[0]) + 0.5, 3))
quad = dict(epsabs=0, epsrel=1e-13, limit=500)
for text, f, a, b in (
    ("exp(-k*x^2)*cos(3*x)", lambda x: np.exp(-k * x * x) * np.cos(3 * x), -np.inf, np.inf),
    ("x^2/(exp(k*x)-1)", lambda x: x * x / np.expm1(k * x) if x > 0 else 0, 0, 10),
    ("log(x)/sqrt(x)", lambda x: np.log(x) / np.sqrt(x), 0, k),
    ("1/(1+k*x^4)", lambda x: 1 / (1 + k * x**4), 0, np.inf),
    ("abs(sin(k*x))", lambda x: abs(np.sin(k * x)), 0, 1),
    ("erf(x)*exp(-x)", lambda x: special.erf(x) * np.exp(-x), 0, 20),
):
    value, err = integrate.quad(f, a, b, **quad)
    put("integral", value, 1e-9, expression=text, **{"from": "-inf" if a == -np.inf else a}, to="inf" if b == np.inf else b, parameters=f"k={k}")
for text, f, a, b in (("cos(x)-k*x", lambda x: np.cos(x) - k * x, 0, 2), ("x*exp(x)-k", lambda x: x * np.exp(x) - k, 0, 10), ("tanh(x)-k/(k+1)", lambda x: np.tanh(x) - k / (k + 1), 0, 10)):
    put("root", optimize.brentq(f, a, b, xtol=1e-15, rtol=1e-15), 1e-12, expression=text, **{"from": a}, to=b, parameters=f"k={k}")

tol = dict(method="DOP853", rtol=1e-12, atol=1e-14)
lv = integrate.solve_ivp(lambda t, y: [y[0] * (k - y[1]), y[1] * (y[0] - 1)], (0, 6), [1.5, 0.7], t_eval=[1, 6], **tol)
system = dict(equations=["a=a*(k-b)", "b=b*(a-1)"], start=["a=1.5", "b=0.7"], parameters=f"k={k}")
put("ode", lv.y[0, 0], 1e-9, **system, expression="a", at=1)
put("ode", lv.y[0, 1] * lv.y[1, 1], 1e-9, **system, expression="a*b", at=6)
down = lambda t, y: y[1]
pulse = integrate.solve_ivp(lambda t, y: [y[1], -np.sin(y[0]) - 0.1 * y[1] + k * np.exp(-((t - 2) ** 2))], (0, 15), [0.3, 0], events=down, **tol)
system = dict(equations=["q=p", "p=-sin(q)-0.1*p+k*exp(-(t-2)^2)"], start=["q=0.3", "p=0"], parameters=f"k={k}")
hits = [e for e in pulse.t_events[0] if e > 1e-6]
put("ode", hits[-1], 1e-8, **system, expression="p", quantity="event_time", to=15, which=len(hits))
put("ode", len(hits), 0, **system, expression="p", quantity="event_count", to=15)
put("ode", max(y[0] for y in [*pulse.y_events[0], [0.3], pulse.y[:, -1]]), 1e-8, **system, expression="q", quantity="max", to=15)
stiff = integrate.solve_ivp(lambda t, y: [y[1], 1000 * (1 - y[0] ** 2) * y[1] - y[0]], (0, 500), [2, 0], method="Radau", rtol=1e-11, atol=1e-13)
put("ode", stiff.y[0, -1], 1e-7, equations=["x=v", "v=1000*(1-x^2)*v-x"], start=["x=2", "v=0"], expression="x", at=500)

steps = np.hypot(np.diff(u), np.diff(v))
net = np.hypot(u[-1] - u[0], v[-1] - v[0])
track = dict(coordinates=["u", "v"], time="t")
put("trajectory", steps.sum(), 1e-10, quantity="path_length", **track)
put("trajectory", net / steps.sum(), 1e-10, quantity="straightness", **track)
put("trajectory", steps.sum() / (t[-1] - t[0]), 1e-10, quantity="mean_speed", **track)
put("trajectory", (steps / np.diff(t)).max(), 1e-10, quantity="max_speed", **track)
angle = np.unwrap(np.arctan2(np.diff(v), np.diff(u)))
put("trajectory", np.abs(np.diff(angle)).sum(), 1e-8, quantity="turning", **track)
dev = ((u[-1] - u[0]) * (v - v[0]) - (v[-1] - v[0]) * (u - u[0])) / net
put("trajectory", np.abs(dev).max(), 1e-9, quantity="max_deviation", **track)
along = ((u - u[0]) * (u[-1] - u[0]) + (v - v[0]) * (v[-1] - v[0])) / net
put("trajectory", abs(integrate.trapezoid(dev, along)), 1e-9, quantity="area", **track)
put("trajectory", t[np.argmax(u)], 1e-12, quantity="time_of_peak", **track)
even = np.linspace(t[0], t[-1], 101)
put("trajectory", np.hypot(np.diff(np.interp(even, t, u)), np.diff(np.interp(even, t, v))).sum(), 1e-10, quantity="path_length", points=101, **track)
json.dump(out, sys.stdout)
