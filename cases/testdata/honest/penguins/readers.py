"""Readers with their options, chunks, an intermediate file, columns by position."""

import pandas as pd
from scipy import stats

PATH = "data/penguins.csv"

chunks = pd.read_csv(
    PATH,
    usecols=["species", "body_mass_g", "sex"],
    dtype={"species": "category", "sex": "object"},
    na_values=["NA"],
    keep_default_na=False,
    chunksize=100,
)
kept = []
for chunk in chunks:
    kept.append(chunk[chunk["body_mass_g"].notna()].astype({"species": "str"}))
weighed = pd.concat(kept, ignore_index=True)

sexed = pd.read_table(PATH, sep=",", index_col="sex", usecols=[0, 5, 6], header=0).loc[["female", "male"], "body_mass_g"].dropna()
with pd.read_csv(PATH, iterator=True) as reader:
    count = len(reader.get_chunk())
assert count == 344


def summary(values):
    mean = values.mean()
    low, high = stats.t.interval(0.95, len(values) - 1, loc=mean, scale=values.sem())
    return mean, low, high


groups = {name: g for name, g in weighed.groupby("species")["body_mass_g"]}
SPECIES = {name: summary(g) for name, g in groups.items()}
SEXES = {name: summary(sexed.loc[name]) for name in sexed.index.unique()}
SDS = {name: g.std() for name, g in groups.items()}
TEST = "Welch t test"


def welch(a, b):
    test = stats.ttest_ind(a, b, equal_var=False)
    low, high = test.confidence_interval(0.95)
    return a.mean() - b.mean(), low, high


GENTOO = welch(groups["Gentoo"], groups["Adelie"])
CHINSTRAP = welch(groups["Chinstrap"], groups["Adelie"])
MALES = welch(sexed.loc["male"], sexed.loc["female"])
