"""pivot_table, stack, formula ols, transform, merge self-join for growth, seaborn."""

import pandas as pd, numpy as np, statsmodels.formula.api as smf, seaborn as sns, matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

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


d = pd.read_csv("data/co2.csv").dropna()
d = d.assign(year=d.date // 10_000, month=(d.date // 100) % 100)
p = d.pivot_table(index="year", columns="month", values="co2", aggfunc="mean")
m = p.stack().rename("co2").reset_index()
m["t"] = m.year + (m.month - 0.5) / 12
f = smf.ols("co2 ~ t", m).fit()
lo, hi = f.conf_int().loc["t"]
full = p.dropna(how="any")
a = full.mean(axis="columns").rename("annual").reset_index()
dep = full.apply(lambda r: r - r.mean(), axis=1)
cyc = dep.mean()
g = a.merge(a.assign(year=a.year + 1), on="year", suffixes=("", "_prev"))
g["growth"] = g.annual - g.annual_prev
g["period"] = g.year.map(lambda y: "late" if y > 1980 else "early")
L, E = (g.loc[g.period == k, "growth"] for k in ("late", "early"))
cm = CompareMeans(DescrStatsW(L), DescrStatsW(E))
lo2, hi2 = cm.tconfint_diff(usevar="unequal")
RESULTS = [
    R("tr", "trend", "trend of CO2", "month", "ppm/year", "OLS", f.params.t.item(), uncertainty=CI(float(lo), float(hi)), n=int(f.nobs)),
    R("se", "mean", "seasonal cycle of CO2", "month", "ppm", "group mean", cyc.tolist(), index=cyc.index.tolist()),
    R("sw", "peak-to-trough range", "seasonal swing of CO2", "month", "ppm", "range of monthly means", cyc.max() - cyc.min()),
    R(
        "gd",
        "mean_difference",
        "annual growth of CO2",
        "year",
        "ppm/year",
        "Welch t test",
        float(L.mean() - E.mean()),
        groups=["late", "early"],
        uncertainty=CI(float(lo2), float(hi2)),
    ),
]
fig, ax = plt.subplots(1, 3, figsize=(11, 3.5))
sns.lineplot(data=m, x="t", y="co2", ax=ax[0])
sns.barplot(x=cyc.index, y=cyc.values, ax=ax[1])
sns.boxplot(data=g, x="period", y="growth", order=["early", "late"], ax=ax[2])
ax[0].set(xlabel="Year", ylabel="CO2 concentration (ppm)")
ax[1].set(xlabel="Month", ylabel="Mean departure (ppm)")
ax[2].set(ylabel="Growth of CO2 (ppm/year)")
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

for _n, _d in (
    ("results", {"schema": "assay/results/v1", "results": RESULTS}),
    ("claims", {"schema": "assay/claims/v1", "claims": CLAIMS}),
    ("provenance", PROV),
):
    with open(_n + ".json", mode="w", encoding="utf-8") as _fh:
        _fh.write(json.dumps(_d, sort_keys=True))
