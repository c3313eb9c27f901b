"""Results of numpy, scipy and statsmodels on NIST's reference sets, as JSON.

usage: python peers.py DIR > peers.json   (DIR has univariate, linear, anova, nonlinear)

Each program gets the data as float64 and its own defaults, but where a column says
otherwise; how many digits are right is for the reader of the output to say.
"""

import json
import math
import re
import sys
import warnings
from pathlib import Path

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.tsa.stattools import acf

TOOLS = {
    "numpy": (np.__version__, "mean, std(ddof=1), linalg.lstsq"),
    "scipy": (scipy.__version__, "stats.describe, linregress, f_oneway; optimize.curve_fit as it is called unasked"),
    "scipy tight": (scipy.__version__, "optimize.curve_fit with ftol, xtol and gtol 1e-15 and 100000 evaluations"),
    "statsmodels": (statsmodels.__version__, "DescrStatsW, acf; OLS as it is called unasked (pseudo-inverse)"),
    "statsmodels qr": (statsmodels.__version__, "OLS by QR"),
}
values = []


def put(tool, name, quantity, value, start=0):
    value = float(value)
    values.append({"tool": tool, "set": name, "start": start, "quantity": quantity, "value": value if math.isfinite(value) else None})


def read(path):
    text = path.read_text()
    lines = text.splitlines()
    first, last = map(int, re.search(r"Data\s*:?\s*\(?lines?\s+(\d+)\s+to\s+(\d+)", text).groups())
    return text, np.array([[float(x) for x in line.split()] for line in lines[first - 1 : last]])


def univariate(path):
    name, x = path.stem, read(path)[1][:, 0]
    put("numpy", name, "mean", np.mean(x))
    put("numpy", name, "sd", np.std(x, ddof=1))
    d = x - np.mean(x)
    put("numpy", name, "autocorrelation", np.dot(d[:-1], d[1:]) / np.dot(d, d))
    put("scipy", name, "mean", stats.describe(x).mean)
    put("scipy", name, "sd", math.sqrt(stats.describe(x).variance))
    w = sm.stats.DescrStatsW(x, ddof=1)
    put("statsmodels", name, "mean", w.mean)
    put("statsmodels", name, "sd", w.std)
    put("statsmodels", name, "autocorrelation", acf(x, nlags=1, fft=False)[1])


def linear(path):
    text, data = read(path)
    name, y, x = path.stem, data[:, 0], data[:, 1:]
    terms = re.findall(r"^\s+(B\d+)\s+\S+\s+\S+\s*$", text, re.M)
    if x.shape[1] == 1:
        x = np.column_stack([x[:, 0] ** int(t[1:]) for t in terms])
    elif terms[0] == "B0":
        x = np.column_stack([np.ones(len(y)), x])
    for t, b in zip(terms, np.linalg.lstsq(x, y, rcond=None)[0]):
        put("numpy", name, t, b)
    if x.shape[1] == 2 and terms[0] == "B0":
        r = stats.linregress(x[:, 1], y)
        for q, v in [("B0", r.intercept), ("B1", r.slope), ("se B0", r.intercept_stderr), ("se B1", r.stderr), ("R2", r.rvalue**2)]:
            put("scipy", name, q, v)
    for tool, method in [("statsmodels", "pinv"), ("statsmodels qr", "qr")]:
        fit = sm.OLS(y, x, hasconst=terms[0] == "B0").fit(method=method)
        for t, b, se in zip(terms, fit.params, fit.bse):
            put(tool, name, t, b)
            put(tool, name, "se " + t, se)
        put(tool, name, "R2", fit.rsquared)
        put(tool, name, "residual sd", math.sqrt(fit.mse_resid))
        put(tool, name, "F", fit.fvalue)


def anova(path):
    name, data = path.stem, read(path)[1]
    groups = [data[data[:, 0] == g, 1] for g in np.unique(data[:, 0])]
    put("scipy", name, "F", stats.f_oneway(*groups).statistic)
    x = (data[:, :1] == np.unique(data[:, 0])).astype(float)
    x[:, 0] = 1
    fit = sm.OLS(data[:, 1], x).fit()
    put("statsmodels", name, "F", fit.fvalue)
    put("statsmodels", name, "R2", fit.rsquared)
    put("statsmodels", name, "residual sd", math.sqrt(fit.mse_resid))


def model(text, columns):
    body = re.search(r"Parameters \([^)]*\)[ ]*\n(.*?)\n\s+Starting", text, re.S).group(1)
    body = re.sub(r"^\s*pi = .*$", "", body, flags=re.M)
    left, right = (" ".join(body.split()).removesuffix("+ e")).split("=", 1)
    names = {"exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "arctan": np.arctan, "pi": math.pi} | columns
    code = compile(right.strip().replace("[", "(").replace("]", ")"), "model", "eval")
    y = eval(left.strip().replace("[", "(").replace("]", ")"), names)
    return y, lambda x, *b: eval(code, names | {f"b{i + 1}": v for i, v in enumerate(b)})


def nonlinear(path):
    text, data = read(path)
    name = path.stem
    heads = re.findall(r"^Data:(.*)$", text, re.M)[-1].split()
    columns = {h.lower(): data[:, j] for j, h in enumerate(heads)}
    y, f = model(text, columns)
    starts = re.findall(r"^\s+(b\d)\s+=\s+(\S+)\s+(\S+)\s+\S+\s+\S+\s*$", text, re.M)
    for tool, how in [("scipy", {}), ("scipy tight", {"ftol": 1e-15, "xtol": 1e-15, "gtol": 1e-15, "maxfev": 100_000})]:
        for start in (1, 2):
            try:
                b, cov = optimize.curve_fit(f, None, y, p0=[float(s[start]) for s in starts], **how)
                se, rss = np.sqrt(np.diag(cov)), np.sum((y - f(None, *b)) ** 2)
            except (RuntimeError, ValueError):
                b = se = np.full(len(starts), np.nan)
                rss = math.nan
            for s, v, e in zip(starts, b, se):
                put(tool, name, s[0], v, start)
                put(tool, name, "se " + s[0], e, start)
            put(tool, name, "RSS", rss, start)
            put(tool, name, "residual sd", np.sqrt(rss / (len(y) - len(starts))), start)


def main():
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    kinds = {"univariate": univariate, "linear": linear, "anova": anova, "nonlinear": nonlinear}
    for kind in kinds:
        for path in sorted((Path(sys.argv[1]) / kind).glob("*.dat")):
            kinds[kind](path)
    notes = {t: note for t, (_, note) in TOOLS.items()}
    versions = {t: version for t, (version, _) in TOOLS.items()}
    json.dump({"versions": versions, "tools": list(TOOLS), "notes": notes, "values": values}, sys.stdout)


main()
