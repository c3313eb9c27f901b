"""map/partial, itertools, numpy percentile, OLS via cov/var; percent unit."""

import itertools, functools, json, numpy as np, pandas as pd, matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy import stats

V = "working-class households"


def R(i, e, q, var, m, v, lo, hi, **k):
    return {
        "id": i,
        "estimand": e,
        "quantity": q,
        "variable": var,
        "population": V,
        "analysis_unit": "household",
        "method": m,
        "unit": "1",
        "value": v,
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": lo, "upper": hi},
        **k,
    }


tab = pd.read_csv("data/engel.csv").to_numpy()
x, y = tab.T


def slope(x, y, q=0.975):
    c = np.cov(x, y)
    b = c[0, 1] / c[0, 0]
    n = x.size
    s = np.sqrt((c[1, 1] - b * c[0, 1]) / c[0, 0] / (n - 2))
    return tuple(map(float, (b, b - stats.t.ppf(q, n - 2) * s, b + stats.t.ppf(q, n - 2) * s)))


lx, ly = map(np.log, (x, y))
key = lambda r: r[0] > np.percentile(x, 50)
parts = {
    ("upper half" if k else "lower half"): np.array([f / i for i, f in g])
    for k, g in itertools.groupby(sorted(tab.tolist(), key=lambda r: r[0]), key)
}
ttest = functools.partial(stats.ttest_ind, equal_var=True)
t = ttest(parts["upper half"], parts["lower half"])
ci = t.confidence_interval()
names = sorted(parts)
mean = [float(np.mean(parts[k])) for k in names]
half = [float(stats.t.ppf(0.975, len(parts[k]) - 1) * stats.sem(parts[k])) for k in names]
RESULTS = [
    R("b", "slope", "marginal food expenditure", "foodexp", "OLS", *slope(x, y)),
    R("e", "elasticity", "income elasticity of food expenditure", "foodexp", "OLS", *slope(lx, ly)),
    R(
        "m",
        "mean",
        "food share",
        "share",
        "sample mean",
        mean,
        (np.array(mean) - half).tolist(),
        np.add(mean, half).tolist(),
        groups=names,
        index=names,
    ),
    R(
        "d",
        "mean_difference",
        "food share",
        "share",
        "Student t test",
        float(parts["upper half"].mean() - parts["lower half"].mean()),
        float(ci.low),
        float(ci.high),
        groups=["upper half", "lower half"],
    ),
]
fig, (a, b, c) = plt.subplots(1, 3, figsize=(11, 4))
a.scatter(x, y)
b.scatter(lx, ly)
c.bar(names, mean, yerr=half)
plt.setp(a, xlabel="income (franc)", ylabel="food expenditure (franc)")
plt.setp(b, xlabel="log of income", ylabel="log of food expenditure")
c.set_ylabel("food share")
fig.tight_layout()
fig.savefig("figure.png")


BY = {r["id"]: r for r in RESULTS}


def _ci(r, p=3):
    u = r["uncertainty"]
    return f"{r['value']:.{p}f} (95% CI {u['lower']:.{p}f} to {u['upper']:.{p}f})"


def _mag(r):
    return {"value": r["value"], "lower": r["uncertainty"]["lower"], "upper": r["uncertainty"]["upper"], "unit": "1"}


def _up(r):
    return r["value"] > 0


CLAIMS = [
    {
        "id": "a",
        "text": f"Food expenditure {'rises' if _up(BY['b']) else 'falls'} with income, with a slope of {_ci(BY['b'])}.",
        "quantity": "marginal food expenditure",
        "variable": "foodexp",
        "population": "working-class households",
        "direction": "increasing" if _up(BY["b"]) else "decreasing",
        "magnitude": _mag(BY["b"]),
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": ["b"], "visuals": ["v0"]},
        "role": "primary",
    },
    {
        "id": "e",
        "text": f"The income elasticity of food expenditure is {_ci(BY['e'])}; expenditure {'increases' if _up(BY['e']) else 'decreases'} with income.",
        "quantity": "income elasticity of food expenditure",
        "variable": "foodexp",
        "population": "working-class households",
        "direction": "increasing" if _up(BY["e"]) else "decreasing",
        "magnitude": _mag(BY["e"]),
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": ["e"], "visuals": ["v1"]},
        "role": "primary",
    },
    {
        "id": "s",
        "text": f"The mean food share of the upper half is {'lower' if BY['d']['value'] < 0 else 'higher'} than that of the lower half by {abs(BY['d']['value']):.3f}.",
        "quantity": "food share",
        "variable": "share",
        "population": "working-class households",
        "groups": ["upper half", "lower half"],
        "direction": "less" if BY["d"]["value"] < 0 else "greater",
        "magnitude": _mag(BY["d"]),
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": ["d"], "visuals": ["v2"]},
        "role": "primary",
    },
]
PROV = {
    "schema": "assay/provenance/v1",
    "data": [{"id": "eng", "path": "data/engel.csv"}],
    "transforms": [{"id": "t", "operation": "read", "inputs": ["eng"]}],
    "results": {r["id"]: ["t"] for r in RESULTS},
    "visuals": [{"id": f"v{i}", "figure": "figure.png", "axes": i} for i in range(3)],
}

import json

for _n, _d in (
    ("results", {"schema": "assay/results/v1", "results": RESULTS}),
    ("claims", {"schema": "assay/claims/v1", "claims": CLAIMS}),
    ("provenance", PROV),
):
    with open(_n + ".json", mode="w", encoding="utf-8") as _fh:
        _fh.write(json.dumps(_d, sort_keys=True))
