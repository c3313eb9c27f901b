"""exec of a string, thread pool, functools, lru_cache, try/except."""

import functools, concurrent.futures as cf, json, math
import pandas as pd, matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy import stats

@functools.lru_cache(maxsize=None)
def data(path="data/penguins.csv"):
    return pd.read_csv(path)


code = """
def split(frame, col):
    keep = frame.dropna(subset=["body_mass_g", col])
    return {k: g["body_mass_g"].to_numpy() for k, g in keep.groupby(col)}
"""
exec(code)
sp, sx = split(data(), "species"), split(data(), "sex")
ALL = "penguins with a recorded body mass"
SEXED = ALL + " and sex"


def mean_ci(v, level=0.95):
    m, s = v.mean(), stats.sem(v)
    lo, hi = stats.t.interval(level, df=len(v) - 1, loc=m, scale=s)
    return float(m), float(lo), float(hi)


def compare(args):
    rid, d, a, b, pop = args
    r = stats.ttest_ind(d[a], d[b], equal_var=True)
    ci = r.confidence_interval(confidence_level=0.95)
    return dict(
        id=rid,
        estimand="mean_difference",
        quantity="body mass",
        variable="body_mass_g",
        population=pop,
        groups=[a, b],
        analysis_unit="penguin",
        method="Student t test",
        unit="g",
        value=float(d[a].mean() - d[b].mean()),
        uncertainty=dict(kind="ci", level=0.95, lower=float(ci.low), upper=float(ci.high)),
        p_value=float(r.pvalue),
    )


def table(rid, d, pop):
    m = {k: mean_ci(v) for k, v in d.items()}
    return dict(
        id=rid,
        estimand="mean",
        quantity="body mass",
        variable="body_mass_g",
        population=pop,
        groups=list(d),
        analysis_unit="penguin",
        method="group mean",
        unit="g",
        value=[x[0] for x in m.values()],
        index=list(d),
        uncertainty=dict(kind="ci", level=0.95, lower=[x[1] for x in m.values()], upper=[x[2] for x in m.values()]),
    )


with cf.ThreadPoolExecutor(2) as pool:
    diffs = list(
        pool.map(
            compare, [("ga", sp, "Gentoo", "Adelie", ALL), ("ca", sp, "Chinstrap", "Adelie", ALL), ("mf", sx, "male", "female", SEXED)]
        )
    )
sds = {k: float(v.std(ddof=1)) for k, v in sp.items()}
RESULTS = [
    table("sm", sp, ALL),
    table("xm", sx, SEXED),
    *diffs,
    dict(
        id="sd",
        estimand="sd",
        quantity="spread of body mass",
        variable="body_mass_g",
        population=ALL,
        groups=list(sds),
        analysis_unit="penguin",
        method="sample standard deviation",
        unit="g",
        value=list(sds.values()),
        index=list(sds),
    ),
]
fig, axes = plt.subplots(1, 3, figsize=(9, 3))
bp = functools.partial(plt.Axes.boxplot, showmeans=True)
bp(axes[0], list(sp.values()), tick_labels=list(sp))
bp(axes[1], list(sx.values()), tick_labels=list(sx))
axes[2].bar(sds.keys(), sds.values())
[a.set_ylabel(l) for a, l in zip(axes, ["Body mass (g)"] * 2 + ["Standard deviation of body mass (g)"])]
[a.set_xlabel(l) for a, l in zip(axes, ["Species", "Sex", "Species"])]
fig.tight_layout()
fig.savefig("figure.png", format="png")


def _say(cid, rid, noun, vis):
    r = BY[rid]
    a, b = r["groups"]
    v, lo, hi = r["value"], r["uncertainty"]["lower"], r["uncertainty"]["upper"]
    num = f"{v:.1f} g (95% CI {lo:.1f} to {hi:.1f} g)"
    if lo <= 0 <= hi:
        d, t = "no_difference", f"Mean body mass of {a} and {b} {noun} does not differ significantly: the difference is {num}."
    else:
        d = "greater" if v > 0 else "less"
        t = f"{a} {noun} are on average {'heavier' if v > 0 else 'lighter'} than {b} {noun}: the difference is {num}."
    return {
        "id": cid,
        "role": "primary",
        "text": t[0].upper() + t[1:],
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": r["population"],
        "groups": [a, b],
        "direction": d,
        "magnitude": {"value": v, "lower": lo, "upper": hi, "unit": "g"},
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": [rid], "visuals": [vis]},
    }


BY = {r["id"]: r for r in RESULTS}
_sd = dict(zip(BY["sd"]["index"], BY["sd"]["value"]))
_more = _sd["Gentoo"] > _sd["Chinstrap"]
CLAIMS = [
    _say("c1", "ga", "penguins", "v1"),
    _say("c2", "ca", "penguins", "v1"),
    _say("c3", "mf", "penguins", "v2"),
    {
        "id": "c4",
        "role": "primary",
        "text": f"Gentoo penguins vary {'more' if _more else 'less'} in body mass than Chinstrap penguins.",
        "quantity": "spread of body mass",
        "variable": "body_mass_g",
        "population": "penguins with a recorded body mass",
        "groups": ["Gentoo", "Chinstrap"],
        "direction": "greater" if _more else "less",
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["sd"], "visuals": ["v3"]},
    },
]
PROV = {
    "schema": "assay/provenance/v1",
    "data": [{"id": "d", "path": "data/penguins.csv"}],
    "transforms": [{"id": "t1", "operation": "drop_missing", "inputs": ["d"]}, {"id": "t2", "operation": "drop_missing", "inputs": ["d"]}],
    "results": {r["id"]: ["t2" if r["population"].endswith("sex") else "t1"] for r in RESULTS},
    "visuals": [{"id": f"v{i+1}", "figure": "figure.png", "axes": i} for i in range(3)],
}

import json

for _n, _d in (
    ("results", {"schema": "assay/results/v1", "results": RESULTS}),
    ("claims", {"schema": "assay/claims/v1", "claims": CLAIMS}),
    ("provenance", PROV),
):
    with open(_n + ".json", mode="w", encoding="utf-8") as _fh:
        _fh.write(json.dumps(_d, sort_keys=True))
