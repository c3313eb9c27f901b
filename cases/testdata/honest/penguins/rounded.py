"""plain python: open().read().splitlines, zip, reduce, nested functions with defaults, f-string then float."""

import json
from functools import reduce
from math import sqrt
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy.special import stdtrit

with open("data/penguins.csv") as fh:
    head, *lines = fh.read().splitlines()
cols = [c.strip('"') for c in head.split(",")]
recs = [dict(zip(cols, [x.strip('"') for x in l.split(",")])) for l in lines]
mass = lambda r: float(r["body_mass_g"])
have = [r for r in recs if r["body_mass_g"] != "NA"]
sexed = list(filter(lambda r: r["sex"] != "NA", have))


def group(rs, key):
    def step(acc, r):
        acc.setdefault(r[key], []).append(mass(r))
        return acc

    return dict(sorted(reduce(step, rs, {}).items()))


def describe(v, level=0.95, ddof=1):
    def mean(xs, n=len(v)):
        return sum(xs) / n

    mu = mean(v)
    sd = sqrt(sum((x - mu) ** 2 for x in v) / (len(v) - ddof))
    se = sd / sqrt(len(v))
    return mu, sd, se, stdtrit(len(v) - 1, (1 + level) / 2) * se, len(v)


fl = lambda x: float(f"{x:.6g}")
D1 = {k: describe(v) for k, v in group(have, "species").items()}
D2 = {k: describe(v) for k, v in group(sexed, "sex").items()}
A = "penguins with a recorded body mass"
S = "penguins with a recorded body mass and sex"


def means(i, D, pop):
    return {
        "id": i,
        "estimand": "mean",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": pop,
        "groups": list(D),
        "analysis_unit": "penguin",
        "method": "group mean",
        "unit": "g",
        "value": [fl(d[0]) for d in D.values()],
        "index": list(D),
        "uncertainty": {
            "kind": "ci",
            "level": 0.95,
            "lower": [fl(d[0] - d[3]) for d in D.values()],
            "upper": [fl(d[0] + d[3]) for d in D.values()],
        },
        "n": [d[4] for d in D.values()],
    }


def welch(i, D, a, b, pop):
    (m1, s1, e1, _, n1), (m2, s2, e2, _, n2) = D[a], D[b]
    v = e1**2 + e2**2
    df = v * v / (e1**4 / (n1 - 1) + e2**4 / (n2 - 1))
    h = stdtrit(df, 0.975) * sqrt(v)
    d = m1 - m2
    return {
        "id": i,
        "estimand": "mean_difference",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": pop,
        "groups": [a, b],
        "analysis_unit": "penguin",
        "method": "Welch t test",
        "unit": "g",
        "value": fl(d),
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": fl(d - h), "upper": fl(d + h)},
    }


RESULTS = [
    means("sm", D1, A),
    means("xm", D2, S),
    welch("ga", D1, "Gentoo", "Adelie", A),
    welch("ca", D1, "Chinstrap", "Adelie", A),
    welch("mf", D2, "male", "female", S),
    {
        "id": "sd",
        "estimand": "sd",
        "quantity": "spread of body mass",
        "variable": "body_mass_g",
        "population": A,
        "groups": list(D1),
        "analysis_unit": "penguin",
        "method": "standard deviation",
        "unit": "g",
        "value": [fl(d[1]) for d in D1.values()],
        "index": list(D1),
    },
]
plt.rcParams["figure.figsize"] = 9, 3
f, (x, y, z) = plt.subplots(1, 3)
x.bar(list(D1), [d[0] for d in D1.values()], yerr=[d[3] for d in D1.values()])
y.bar(list(D2), [d[0] for d in D2.values()], yerr=[d[3] for d in D2.values()])
z.barh(list(D1), [d[1] for d in D1.values()])
x.set(xlabel="Species", ylabel="Mean mass (g)")
y.set(xlabel="Sex", ylabel="Mean mass (g)")
z.set(ylabel="Species", xlabel="Spread: SD of mass (g)")
f.tight_layout()
f.savefig("figure.png")


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
