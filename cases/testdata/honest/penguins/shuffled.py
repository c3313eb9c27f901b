"""Seeded shuffles before and between: the order of the rows decides nothing."""

import random

import numpy as np
import pandas as pd
from scipy import stats

rng = np.random.default_rng(20)
frame = pd.read_csv("data/penguins.csv").sample(frac=1, random_state=7).dropna(subset=["body_mass_g"])
order = rng.permutation(len(frame))
frame = frame.iloc[order].reset_index(drop=True)
labels = list(frame["species"].unique())
random.Random(3).shuffle(labels)


def values(column, label):
    x = frame.loc[frame[column] == label, "body_mass_g"].to_numpy(copy=True)
    rng.shuffle(x)
    return x


def interval(x):
    return x.mean(), *stats.t(df=x.size - 1, loc=x.mean(), scale=stats.sem(x)).interval(0.95)


species = {label: values("species", label) for label in labels}
sexes = {label: values("sex", label) for label in ("male", "female")}
SPECIES = {k: interval(v) for k, v in species.items()}
SEXES = {k: interval(v) for k, v in sexes.items()}
SDS = {k: np.sqrt(np.var(v, ddof=1)) for k, v in species.items()}
TEST = "Welch t test"


def welch(a, b):
    return a.mean() - b.mean(), *stats.ttest_ind(a, b, equal_var=False).confidence_interval()


GENTOO, CHINSTRAP = welch(species["Gentoo"], species["Adelie"]), welch(species["Chinstrap"], species["Adelie"])
MALES = welch(sexes["male"], sexes["female"])
