"""to_datetime, resample('MS'), linregress, unstack, pandas plot."""

import numpy as np, pandas as pd, matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy import stats

S = "air at Mauna Loa"


def R(i, e, q, u, unit, m, v, **k):
    return {
        "id": i,
        "estimand": e,
        "quantity": q,
        "variable": "co2",
        "population": S,
        "analysis_unit": u,
        "method": m,
        "unit": unit,
        "value": v,
        **k,
    }


def CI(lo, hi):
    return {"kind": "ci", "level": 0.95, "lower": lo, "upper": hi}


w = pd.read_csv("data/co2.csv")
w["date"] = pd.to_datetime(w["date"].astype(str), format="%Y%m%d")
m = w.set_index("date")["co2"].resample("MS").mean().dropna()
t = m.index.year + (m.index.month - 0.5) / 12
r = stats.linregress(t, m)
h = stats.t.ppf(0.975, len(m) - 2) * r.stderr
tab = m.groupby([m.index.year, m.index.month]).first().unstack()
full = tab.dropna()
dep = full.sub(full.mean(axis=1), axis=0).mean()
ann = full.mean(axis=1)
g = pd.Series({y: ann[y] - ann[y - 1] for y in ann.index if y - 1 in ann.index})
late, early = g[g.index > 1980], g[g.index <= 1980]
tt = stats.ttest_ind(late, early, equal_var=False)
ci = tt.confidence_interval()
mm = [early.mean(), late.mean()]
hh = [stats.t.ppf(0.975, len(v) - 1) * v.sem() for v in (early, late)]
RESULTS = [
    R("tr", "trend", "trend of CO2", "month", "ppm/year", "OLS", float(r.slope), uncertainty=CI(float(r.slope - h), float(r.slope + h))),
    R("se", "mean", "seasonal cycle of CO2", "month", "ppm", "group mean", dep.tolist(), index=dep.index.tolist()),
    R("sw", "peak-to-trough range", "seasonal swing of CO2", "month", "ppm", "range of monthly means", float(np.ptp(dep))),
    R(
        "gm",
        "mean",
        "annual growth of CO2",
        "year",
        "ppm/year",
        "group mean",
        list(map(float, mm)),
        index=["early", "late"],
        groups=["early", "late"],
        uncertainty=CI([float(a - b) for a, b in zip(mm, hh)], [float(a + b) for a, b in zip(mm, hh)]),
    ),
    R(
        "gd",
        "mean_difference",
        "annual growth of CO2",
        "year",
        "ppm/year",
        "Welch t test",
        float(late.mean() - early.mean()),
        groups=["late", "early"],
        uncertainty=CI(float(ci.low), float(ci.high)),
    ),
]
fig, ax = plt.subplots(1, 3, figsize=(11, 3.5))
ax[0].plot(t, m.values)
ax[0].set(xlabel="year", ylabel="CO2 (ppm)")
dep.plot(ax=ax[1], marker="o")
ax[1].set(xlabel="month", ylabel="departure (ppm)")
ax[2].bar(["early", "late"], mm, yerr=hh, capsize=4)
ax[2].set(xlabel="period", ylabel="growth (ppm/year)")
fig.tight_layout()
fig.savefig("figure.png")


BY = {r["id"]: r for r in RESULTS}


def _mag(r):
    u = r.get("uncertainty")
    return {"value": r["value"], "unit": r["unit"]} | ({"lower": u["lower"], "upper": u["upper"]} if u else {})


_u = BY["tr"]["uncertainty"]
_w = BY["gd"]["uncertainty"]
_f = BY["gd"]["value"] > 0
_r = BY["tr"]["value"] > 0
_c = {"variable": "co2", "population": "air at Mauna Loa", "causal": "descriptive", "role": "primary"}
CLAIMS = [
    {
        **_c,
        "id": "c1",
        "text": f"CO2 at Mauna Loa {'rose' if _r else 'fell'} by {BY['tr']['value']:.3f} ppm/year (95% CI {_u['lower']:.3f} to {_u['upper']:.3f} ppm/year).",
        "quantity": "trend of CO2",
        "direction": "increasing" if _r else "decreasing",
        "magnitude": _mag(BY["tr"]),
        "strength": "inferential",
        "supports": {"results": ["tr"], "visuals": ["v0"]},
    },
    {
        **_c,
        "id": "c2",
        "text": f"The seasonal swing of CO2 is {BY['sw']['value']:.2f} ppm.",
        "quantity": "seasonal swing of CO2",
        "magnitude": _mag(BY["sw"]),
        "strength": "descriptive",
        "supports": {"results": ["sw"], "visuals": ["v1"]},
    },
    {
        **_c,
        "id": "c3",
        "text": f"Annual growth of CO2 was {'higher' if _f else 'lower'} in the late period than in the early period, by {BY['gd']['value']:.2f} ppm/year (95% CI {_w['lower']:.2f} to {_w['upper']:.2f} ppm/year).",
        "quantity": "annual growth of CO2",
        "groups": ["late", "early"],
        "direction": "greater" if _f else "less",
        "magnitude": _mag(BY["gd"]),
        "strength": "inferential",
        "supports": {"results": ["gd"], "visuals": ["v2"]},
    },
]
PROV = {
    "schema": "assay/provenance/v1",
    "data": [{"id": "d", "path": "data/co2.csv"}],
    "transforms": [{"id": "t", "operation": "mean", "inputs": ["d"]}],
    "results": {r["id"]: ["t"] for r in RESULTS},
    "visuals": [{"id": f"v{i}", "figure": "figure.png", "axes": i} for i in range(3)],
}

import json
from pathlib import Path

Path("results.json").write_text(json.dumps({"schema": "assay/results/v1", "results": RESULTS}, indent=1))
Path("claims.json").write_text(json.dumps({"schema": "assay/claims/v1", "claims": CLAIMS}, indent=1))
Path("provenance.json").write_text(json.dumps(PROV))
