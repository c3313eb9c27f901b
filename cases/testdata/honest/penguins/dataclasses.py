"""Dataclasses, typed, csv.DictReader, statistics module."""

from __future__ import annotations
import csv, statistics as st, math
from dataclasses import dataclass, field, asdict
from collections import defaultdict
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt
from scipy.stats import t as student


@dataclass
class Sample:
    name: str
    values: list[float] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        return st.fmean(self.values)

    @property
    def sd(self) -> float:
        return st.stdev(self.values)

    @property
    def se(self) -> float:
        return self.sd / math.sqrt(self.n)

    def ci(self, level: float = 0.95) -> tuple[float, float]:
        h = float(student.ppf(0.5 + level / 2, self.n - 1)) * self.se
        return self.mean - h, self.mean + h


@dataclass
class Uncertainty:
    lower: float | list[float]
    upper: float | list[float]
    kind: str = "ci"
    level: float = 0.95


@dataclass
class Result:
    id: str
    estimand: str
    quantity: str
    population: str
    groups: list[str]
    method: str
    value: float | list[float]
    variable: str = "body_mass_g"
    analysis_unit: str = "penguin"
    unit: str = "g"
    uncertainty: Uncertainty | None = None
    index: list[str] | None = None

    def record(self) -> dict:
        return {k: v for k, v in asdict(self).items() if v is not None}


def read(path: str, key: str) -> dict[str, Sample]:
    out: dict[str, Sample] = {}
    with open(path, newline="") as fh:
        for row in csv.DictReader(fh):
            if row["body_mass_g"] == "NA" or row[key] == "NA":
                continue
            out.setdefault(row[key], Sample(row[key])).values.append(float(row["body_mass_g"]))
    return dict(sorted(out.items()))


def compare(id_: str, a: Sample, b: Sample, pop: str) -> Result:
    va, vb = a.se**2, b.se**2
    d = a.mean - b.mean
    df = (va + vb) ** 2 / (va**2 / (a.n - 1) + vb**2 / (b.n - 1))
    h = float(student.ppf(0.975, df)) * math.sqrt(va + vb)
    return Result(id_, "mean_difference", "body mass", pop, [a.name, b.name], "Welch t test", d, uncertainty=Uncertainty(d - h, d + h))


def means(id_: str, groups: dict[str, Sample], pop: str) -> Result:
    cis = [s.ci() for s in groups.values()]
    return Result(
        id_,
        "mean",
        "body mass",
        pop,
        list(groups),
        "group mean",
        [s.mean for s in groups.values()],
        uncertainty=Uncertainty([c[0] for c in cis], [c[1] for c in cis]),
        index=list(groups),
    )


ALL, SEXED = "penguins with a recorded body mass", "penguins with a recorded body mass and sex"
species = read("data/penguins.csv", "species")
sex = read("data/penguins.csv", "sex")
objs = [
    means("sm", species, ALL),
    means("xm", sex, SEXED),
    compare("ga", species["Gentoo"], species["Adelie"], ALL),
    compare("ca", species["Chinstrap"], species["Adelie"], ALL),
    compare("mf", sex["male"], sex["female"], SEXED),
    Result(
        "sd",
        "sd",
        "spread of body mass",
        ALL,
        list(species),
        "sample standard deviation",
        [s.sd for s in species.values()],
        index=list(species),
    ),
]
RESULTS = [o.record() for o in objs]

fig, (a1, a2, a3) = plt.subplots(ncols=3, figsize=(9, 3), constrained_layout=True)
a1.boxplot([s.values for s in species.values()], tick_labels=list(species))
a2.boxplot([s.values for s in sex.values()], tick_labels=list(sex))
a3.bar(list(species), [s.sd for s in species.values()])
for a, xl, yl in zip((a1, a2, a3), ("Species", "Sex", "Species"), ("Body mass [g]", "Body mass [g]", "Standard deviation of mass [g]")):
    a.set_xlabel(xl)
    a.set_ylabel(yl)
plt.savefig("figure.png", dpi=120)


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
