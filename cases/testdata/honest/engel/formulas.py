"""statsmodels formula; log columns; summary2 table; groupby transform median; formatted rounding."""

import pandas as pd, numpy as np, statsmodels.formula.api as smf, matplotlib

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


d = pd.read_csv("data/engel.csv")
d["log_inc"] = np.log(d["income"])
d["log_food"] = np.log(d["foodexp"])
d["share"] = d.eval("foodexp / income")
d["half"] = pd.cut(d["income"], [-np.inf, d["income"].median(), np.inf], labels=["lower half", "upper half"])


def coef(f, term):
    tab = smf.ols(f, d).fit().summary2().tables[1]
    r = tab.loc[term]
    return [float(r["Coef."]), float(r["[0.025"]), float(r["0.975]"])]


r = lambda xs: [round(x, 6) for x in xs]
u = d.query("half == 'upper half'").share
l = d.query("half == 'lower half'").share
t = stats.ttest_ind(u, l, equal_var=False)
ci = t.confidence_interval()
g = d.groupby("half", observed=True).share
ci2 = {k: stats.t.interval(0.95, len(v) - 1, loc=v.mean(), scale=v.sem()) for k, v in g}
RESULTS = [
    R("b", "slope", "marginal food expenditure", "foodexp", "OLS", *r(coef("foodexp ~ income", "income"))),
    R("e", "elasticity", "income elasticity of food expenditure", "foodexp", "OLS", *r(coef("log_food ~ log_inc", "log_inc"))),
    R(
        "m",
        "mean",
        "food share",
        "share",
        "group mean",
        g.mean().tolist(),
        [float(c[0]) for c in ci2.values()],
        [float(c[1]) for c in ci2.values()],
        groups=list(ci2),
        index=list(ci2),
    ),
    R(
        "d",
        "mean_difference",
        "food share",
        "share",
        "Welch t test",
        *r([u.mean() - l.mean(), ci.low, ci.high]),
        groups=["upper half", "lower half"],
    ),
]
fig = plt.figure(figsize=(11, 4))
a = fig.add_subplot(131)
b = fig.add_subplot(132)
c = fig.add_subplot(133)
a.plot(d.income, d.foodexp, "o", ms=2)
b.plot("log_inc", "log_food", "o", data=d, ms=2)
a.set_xlabel("Income (BEF)")
a.set_ylabel("Food expenditure (BEF)")
a.set_xlabel("Income (Belgian francs)")
a.set_ylabel("Food expenditure (Belgian francs)")
b.set_xlabel("log(income)")
b.set_ylabel("log(food expenditure)")
m = g.mean()
c.errorbar(m.index, m, yerr=[m - [v[0] for v in ci2.values()], [v[1] for v in ci2.values()] - m], fmt="o", capsize=3)
c.set_ylabel("food share")
c.margins(x=0.4)
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
