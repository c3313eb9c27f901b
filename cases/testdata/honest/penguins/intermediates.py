"""Each step leaves a file that the next one reads: CSV, JSON, npz and pickle."""

import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

work = Path("work")
work.mkdir(exist_ok=True)

pd.read_csv("data/penguins.csv").dropna(subset=["body_mass_g"])[["species", "sex", "body_mass_g"]].to_csv(work / "weighed.csv", index=False)

weighed = pd.read_csv(work / "weighed.csv")
weighed.to_json(work / "weighed.json", orient="records")
weighed.dropna(subset=["sex"]).to_pickle(work / "sexed.pkl")

records = pd.read_json(work / "weighed.json", orient="records")
np.savez(work / "species.npz", **{name: g.to_numpy() for name, g in records.groupby("species")["body_mass_g"]})

with np.load(work / "species.npz") as archive:
    species = {name: archive[name] for name in sorted(archive.files)}

sexed = pd.read_pickle(work / "sexed.pkl")
with open(work / "sexes.pkl", "wb") as f:
    pickle.dump({s: sexed.loc[sexed.sex == s, "body_mass_g"].tolist() for s in ("female", "male")}, f)
with open(work / "sexes.pkl", "rb") as f:
    sexes = pickle.load(f)


def describe(values):
    d = stats.describe(values)
    half = stats.t.isf(0.025, d.nobs - 1) * (d.variance / d.nobs) ** 0.5
    return {"mean": d.mean, "low": d.mean - half, "high": d.mean + half, "sd": d.variance**0.5}


tables = {name: {k: describe(v) for k, v in t.items()} for name, t in (("species", species), ("sexes", sexes))}
(work / "tables.json").write_text(json.dumps(tables, default=float))
tables = json.loads((work / "tables.json").read_text())

SPECIES = {k: (v["mean"], v["low"], v["high"]) for k, v in tables["species"].items()}
SEXES = {k: (v["mean"], v["low"], v["high"]) for k, v in tables["sexes"].items()}
SDS = {k: v["sd"] for k, v in tables["species"].items()}
TEST = "Welch t test"


def welch(a, b):
    test = stats.ttest_ind(a, b, equal_var=False)
    return np.mean(a) - np.mean(b), *test.confidence_interval()


GENTOO = welch(species["Gentoo"], species["Adelie"])
CHINSTRAP = welch(species["Chinstrap"], species["Adelie"])
MALES = welch(sexes["male"], sexes["female"])
