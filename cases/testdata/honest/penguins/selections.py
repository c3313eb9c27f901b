"""Selection in as many ways as pandas has: query, eval, loc, iloc, masks, where, isin, between, take, xs."""

import numpy as np
import pandas as pd
from scipy import stats

frame = pd.read_csv("data/penguins.csv")
floor = 0
weighed = frame.query("body_mass_g > @floor and species in ['Adelie', 'Chinstrap', 'Gentoo']")

adelie = weighed.loc[weighed.species.eq("Adelie"), "body_mass_g"]
chinstrap = weighed[weighed.eval("species == 'Chinstrap'")].body_mass_g
gentoo = weighed.iloc[np.flatnonzero(weighed["species"] == "Gentoo"), weighed.columns.get_loc("body_mass_g")]
assert adelie.between(0, 1e4).all()

females = frame["body_mass_g"].where(frame["sex"].isin(["female"])).dropna()
males = frame["body_mass_g"].mask(~(frame["sex"] == "male")).dropna()
by_sex = frame.set_index("sex")["body_mass_g"]
assert len(by_sex.xs("male")) == len(males) and len(frame.take([0, 1])) == 2


def summary(x):
    m = x.mean()
    return (m, *stats.t.interval(0.95, x.count() - 1, m, x.sem()))


def student(a, b):
    r = stats.ttest_ind(a, b)
    return (a.mean() - b.mean(), *r.confidence_interval())


SPECIES = {"Adelie": summary(adelie), "Chinstrap": summary(chinstrap), "Gentoo": summary(gentoo)}
SEXES = {"female": summary(females), "male": summary(males)}
SDS = {"Adelie": adelie.std(), "Chinstrap": chinstrap.std(ddof=1), "Gentoo": gentoo.var() ** 0.5}
TEST = "Student t test"
GENTOO, CHINSTRAP, MALES = student(gentoo, adelie), student(chinstrap, adelie), student(males, females)
