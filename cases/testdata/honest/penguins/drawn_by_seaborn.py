"""seaborn catplot style drawn from long data; errorbars callable t interval."""

import warnings

warnings.filterwarnings("ignore")
import matplotlib

matplotlib.use("Agg")
import numpy as np, pandas as pd, seaborn as sns, matplotlib.pyplot as plt
from scipy import stats

sns.set_theme(style="whitegrid")
raw = pd.read_csv("data/penguins.csv", usecols=["species", "sex", "body_mass_g"])
w = raw[np.isfinite(raw["body_mass_g"])].sort_values("species")
x = w[w["sex"].isin({"male", "female"})].sort_values("sex")


def tint(v):
    v = np.asarray(v)
    h = stats.sem(v) * stats.t.ppf(0.975, v.size - 1)
    return v.mean() - h, v.mean() + h


A = "penguins with a recorded body mass"
S = A + " and sex"


def rec(i, e, q, pop, g, m, v, **k):
    return {
        "id": i,
        "estimand": e,
        "quantity": q,
        "variable": "body_mass_g",
        "population": pop,
        "groups": g,
        "analysis_unit": "penguin",
        "method": m,
        "unit": "g",
        "value": v,
        **k,
    }


RESULTS = []
for i, fr, by, pop in [("sm", w, "species", A), ("xm", x, "sex", S)]:
    g = fr.groupby(by)["body_mass_g"]
    ci = g.apply(tint)
    RESULTS.append(
        rec(
            i,
            "mean",
            "body mass",
            pop,
            ci.index.tolist(),
            "sample mean",
            g.mean().tolist(),
            index=ci.index.tolist(),
            uncertainty={"kind": "ci", "level": 0.95, "lower": [c[0] for c in ci], "upper": [c[1] for c in ci]},
        )
    )
for i, fr, by, a, b, pop in [
    ("ga", w, "species", "Gentoo", "Adelie", A),
    ("ca", w, "species", "Chinstrap", "Adelie", A),
    ("mf", x, "sex", "male", "female", S),
]:
    one, two = fr.set_index(by)["body_mass_g"].loc[a], fr.set_index(by)["body_mass_g"].loc[b]
    t = stats.ttest_ind(one, two, equal_var=False)
    RESULTS.append(
        rec(
            i,
            "mean_difference",
            "body mass",
            pop,
            [a, b],
            "Welch t test",
            one.mean() - two.mean(),
            uncertainty={"kind": "ci", "level": 0.95, "lower": t.confidence_interval().low, "upper": t.confidence_interval().high},
            p_value=t.pvalue,
            df=t.df,
        )
    )
s = w.groupby("species")["body_mass_g"].std()
RESULTS.append(rec("sd", "sd", "spread of body mass", A, s.index.tolist(), "standard deviation", s.tolist(), index=s.index.tolist()))
fig, ax = plt.subplots(1, 3, figsize=(10, 3.5))
sns.pointplot(data=w, x="species", y="body_mass_g", errorbar=tint, capsize=0.1, linestyle="none", ax=ax[0])
sns.barplot(data=x, x="sex", y="body_mass_g", errorbar=tint, ax=ax[1])
sns.pointplot(x=s.index, y=s.values, linestyle="none", ax=ax[2])
ax[0].set_ylabel("Body mass (g)")
ax[1].set_ylabel("Body mass (g)")
ax[2].set_ylabel("SD of mass (g)")
ax[2].set_xlabel("species")
fig.tight_layout()
fig.savefig("figure.png")


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


def default(o):
    return o.item()


for n, d in {
    "results": {"schema": "assay/results/v1", "results": RESULTS},
    "claims": {"schema": "assay/claims/v1", "claims": CLAIMS},
    "provenance": PROV,
}.items():
    json.dump(d, open(f"{n}.json", "w"), default=default)
