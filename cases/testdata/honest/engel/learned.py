"""sklearn LinearRegression + manual se; np.c_; percent shown? no."""

import numpy as np, pandas as pd, matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from sklearn.linear_model import LinearRegression
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


data = pd.read_csv("data/engel.csv")
inc, food = data["income"].to_numpy(), data["foodexp"].to_numpy()


def regress(x, y, level=0.95):
    m = LinearRegression().fit(x.reshape(-1, 1), y)
    res = y - m.predict(x[:, None])
    se = np.sqrt((res @ res) / (len(y) - 2) / ((x - x.mean()) ** 2).sum())
    b = m.coef_[0]
    k = stats.t.ppf((1 + level) / 2, len(y) - 2)
    return float(b), float(b - k * se), float(b + k * se)


share = food / inc
upper = inc > np.median(inc)
half = np.where(upper, "upper half", "lower half")
t = stats.ttest_ind(share[upper], share[~upper], equal_var=False)
low, high = t.confidence_interval()
RESULTS = [
    R("b", "slope", "marginal food expenditure", "foodexp", "linear regression", *regress(inc, food)),
    R("e", "elasticity", "income elasticity of food expenditure", "foodexp", "linear regression", *regress(np.log(inc), np.log(food))),
    R(
        "d",
        "mean_difference",
        "food share",
        "share",
        "Welch t test",
        float(share[upper].mean() - share[~upper].mean()),
        float(low),
        float(high),
        groups=["upper half", "lower half"],
    ),
]
fig, ax = plt.subplots(1, 3, figsize=(11, 4), layout="constrained")
for a, s in zip(ax, ("linear", "log")):
    a.scatter(inc[upper], food[upper], s=6, label="upper half")
    a.scatter(inc[~upper], food[~upper], s=6, label="lower half")
    a.set_xscale(s)
    a.set_yscale(s)
    a.set_xlabel("Income (francs)")
    a.set_ylabel("Food (francs)")
    a.legend()
pd.DataFrame({"half": half, "share": share}).boxplot(column="share", by="half", ax=ax[2])
ax[2].set_ylabel("Food share")
ax[2].set_title("")
fig.suptitle("")
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
from pathlib import Path

Path("results.json").write_text(json.dumps({"schema": "assay/results/v1", "results": RESULTS}, indent=1))
Path("claims.json").write_text(json.dumps({"schema": "assay/claims/v1", "claims": CLAIMS}, indent=1))
Path("provenance.json").write_text(json.dumps(PROV))
