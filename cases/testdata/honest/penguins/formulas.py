"""statsmodels formula OLS for differences (Student for two groups), t_test contrasts; scatter+vlines figure."""

import numpy as np, pandas as pd
import statsmodels.formula.api as smf
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import seaborn as sns

df = pd.read_csv("data/penguins.csv").dropna(subset="body_mass_g")
sexed = df.dropna(subset=["sex"])
A, S = "penguins with a recorded body mass", "penguins with a recorded body mass and sex"
COMMON = {"quantity": "body mass", "variable": "body_mass_g", "analysis_unit": "penguin", "unit": "g"}


def two(rid, frame, col, a, b, pop):
    two = frame[frame[col].isin([a, b])].copy()
    two["is_first"] = (two[col] == a).astype(int)
    f = smf.ols("body_mass_g ~ is_first", data=two).fit()
    lo, hi = f.conf_int().loc["is_first"]
    return COMMON | {
        "id": rid,
        "estimand": "mean_difference",
        "population": pop,
        "groups": [a, b],
        "method": "Student t test",
        "value": float(f.params["is_first"]),
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": float(lo), "upper": float(hi)},
        "statistic": float(f.tvalues["is_first"]),
        "p_value": float(f.pvalues["is_first"]),
        "df": float(f.df_resid),
    }


def cells(rid, frame, col, pop):
    out = {k: smf.ols("body_mass_g ~ 1", data=g).fit() for k, g in frame.groupby(col)}
    ci = {k: f.conf_int().loc["Intercept"] for k, f in out.items()}
    return COMMON | {
        "id": rid,
        "estimand": "mean",
        "population": pop,
        "groups": list(out),
        "index": list(out),
        "method": "group mean",
        "value": [float(f.params["Intercept"]) for f in out.values()],
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": [float(ci[k][0]) for k in out], "upper": [float(ci[k][1]) for k in out]},
    }


sd = df.groupby("species")["body_mass_g"].agg("std")
RESULTS = [
    cells("sm", df, "species", A),
    cells("xm", sexed, "sex", S),
    two("ga", df, "species", "Gentoo", "Adelie", A),
    two("ca", df, "species", "Chinstrap", "Adelie", A),
    two("mf", sexed, "sex", "male", "female", S),
    COMMON
    | {
        "id": "sd",
        "estimand": "sd",
        "quantity": "spread of body mass",
        "population": A,
        "groups": [*sd.index],
        "index": [*sd.index],
        "method": "sample standard deviation",
        "value": [float(x) for x in sd],
    },
]
fig, ax = plt.subplots(1, 3, figsize=(10, 3.5), layout="tight")
for a, r, name in ((ax[0], RESULTS[0], "Species"), (ax[1], RESULTS[1], "Sex")):
    xs = np.arange(len(r["index"]))
    lo, hi, v = (np.array(z) for z in (r["uncertainty"]["lower"], r["uncertainty"]["upper"], r["value"]))
    a.errorbar(xs, v, yerr=np.vstack([v - lo, hi - v]), fmt="ko")
    a.set_xticks(xs, r["index"])
    a.set_xlabel(name)
    a.set_ylabel("Body mass (g), mean with 95 % CI")
    a.set_xlim(-0.5, len(xs) - 0.5)
sns.barplot(x=sd.index, y=sd.values, ax=ax[2])
ax[2].set_ylabel("SD (g) of mass")
ax[2].set_xlabel("Species")
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
from pathlib import Path

Path("results.json").write_text(json.dumps({"schema": "assay/results/v1", "results": RESULTS}, indent=1))
Path("claims.json").write_text(json.dumps({"schema": "assay/claims/v1", "claims": CLAIMS}, indent=1))
Path("provenance.json").write_text(json.dumps(PROV))
