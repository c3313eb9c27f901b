"""statsmodels by arrays: DescrStatsW, CompareMeans, OLS on indicator columns with contrasts."""

import numpy as np
import pandas as pd
import statsmodels.api as sm
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

frame = pd.read_csv("data/penguins.csv")
frame = frame[~frame["body_mass_g"].isna()]


def described(column):
    parts = {}
    for label in np.sort(frame[column].dropna().unique()):
        parts[str(label)] = DescrStatsW(frame["body_mass_g"][frame[column] == label])
    return parts


species, sexes = described("species"), described("sex")
SPECIES = {k: (d.mean, *d.tconfint_mean()) for k, d in species.items()}
SEXES = {k: (d.mean, *d.tconfint_mean(alpha=0.05)) for k, d in sexes.items()}
SDS = {k: np.sqrt(d.var_ddof(1)) for k, d in species.items()}


def compare(a, b):
    both = CompareMeans(a, b)
    low, high = both.tconfint_diff(usevar="unequal")
    return a.mean - b.mean, low, high


GENTOO = compare(species["Gentoo"], species["Adelie"])
CHINSTRAP = compare(species["Chinstrap"], species["Adelie"])
MALES = compare(sexes["male"], sexes["female"])
TEST = "Welch t test"

exog = pd.get_dummies(frame["species"]).astype(float)
check = sm.OLS(frame["body_mass_g"], exog).fit()
assert np.isclose(check.params["Gentoo"] - check.params["Adelie"], GENTOO[0])
assert np.isclose(check.t_test([-1, 1, 0]).effect[0], CHINSTRAP[0])
