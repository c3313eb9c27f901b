"""pivot_table, crosstab, melt, stack, named aggregation, transform, apply and pipe agree on one table."""

import numpy as np
import pandas as pd
from scipy import stats

frame = pd.read_csv("data/penguins.csv", na_values="NA")
weighed = frame.loc[frame["body_mass_g"].notna(), ["species", "sex", "body_mass_g"]]

long = weighed.melt(id_vars="body_mass_g", value_vars=["species", "sex"], var_name="by", value_name="label").dropna()
table = (
    long.groupby(["by", "label"])
    .agg(n=("body_mass_g", "size"), mean=("body_mass_g", "mean"), sd=("body_mass_g", lambda v: v.std(ddof=1)))
    .assign(half=lambda t: stats.t.ppf(0.975, t["n"] - 1) * t["sd"] / np.sqrt(t["n"]))
    .pipe(lambda t: t.assign(low=t["mean"] - t["half"], high=t["mean"] + t["half"]))
)
wide = weighed.pivot_table(index="species", values="body_mass_g", aggfunc=["mean", "std"])
wide.columns = ["mean", "std"]
counts = pd.crosstab(weighed["species"], weighed["sex"])
assert counts.stack().sum() == weighed["sex"].notna().sum()
assert np.allclose(wide["mean"], table.loc["species", "mean"])
centred = weighed["body_mass_g"] - weighed.groupby("species")["body_mass_g"].transform("mean")
spread = (centred**2).groupby(weighed["species"]).sum() / (weighed.groupby("species").size() - 1)

SPECIES = {k: tuple(r) for k, r in table.loc["species", ["mean", "low", "high"]].iterrows()}
SEXES = {r.Index: (r.mean, r.low, r.high) for r in table.xs("sex").itertuples()}
SDS = np.sqrt(spread).to_dict()
TEST = "Welch t test"


def welch(by, a, b):
    t = table.unstack("by").swaplevel(axis=1)[by].loc[[a, b]]
    var = t["sd"] ** 2 / t["n"]
    df = var.sum() ** 2 / (var**2 / (t["n"] - 1)).sum()
    value, half = t.at[a, "mean"] - t.at[b, "mean"], stats.t.ppf(0.975, df) * np.sqrt(var.sum())
    return value, value - half, value + half


GENTOO, CHINSTRAP = [welch("species", s, "Adelie") for s in ("Gentoo", "Chinstrap")]
MALES = welch("sex", "male", "female")
