"""Everything is changed where it stands: frames, arrays, lists and dictionaries."""

import numpy as np
import pandas as pd
from scipy import stats

frame = pd.read_csv("data/penguins.csv")
frame.drop(columns=["island", "year", "bill_length_mm", "bill_depth_mm", "flipper_length_mm"], inplace=True)
frame.dropna(subset=["body_mass_g"], inplace=True)
frame.sort_values(["species", "body_mass_g"], inplace=True)
frame.reset_index(drop=True, inplace=True)
frame.rename(columns={"body_mass_g": "mass"}, inplace=True)
frame["mass"] /= 1000
frame.loc[:, "mass"] *= 1000
frame.insert(0, "row", range(len(frame)))
del frame["row"]

groups = {}
for kind, mass, sex in frame.itertuples(index=False):
    groups.setdefault(kind, []).append(mass)
    if isinstance(sex, str):
        groups.setdefault(sex, []).append(mass)
for values in groups.values():
    values.sort(reverse=True)
    values.reverse()

arrays = {}
for key in list(groups):
    array = np.empty(len(groups[key]))
    array[:] = groups.pop(key)
    np.round(array, 6, out=array)
    arrays[key] = array

table = {key: [0.0, 0.0, 0.0, 0.0] for key in arrays}
for key, array in arrays.items():
    row = table[key]
    row[0] += array.sum()
    row[0] /= array.size
    row[3] = np.sqrt(((array - row[0]) ** 2).sum() / (array.size - 1))
    half = stats.t.ppf(0.975, array.size - 1) * row[3] / np.sqrt(array.size)
    row[1], row[2] = row[0], row[0]
    row[1] -= half
    row[2] += half

SPECIES = {k: table[k][:3] for k in sorted(set(frame["species"]))}
SEXES = {k: table[k][:3] for k in ("female", "male")}
SDS = {k: table[k][3] for k in SPECIES}
TEST = "Student t test"
tests = []
for a, b in (("Gentoo", "Adelie"), ("Chinstrap", "Adelie"), ("male", "female")):
    test = [table[a][0]]
    test[0] -= table[b][0]
    test += stats.ttest_ind(arrays[a], arrays[b]).confidence_interval(0.95)
    tests.append(test)
GENTOO, CHINSTRAP, MALES = tests
