"""numpy alone: a structured array, unique codes, bincount, einsum, reduceat, masked arrays."""

import numpy as np
from scipy.special import stdtrit

raw = np.genfromtxt("data/penguins.csv", delimiter=",", names=True, dtype=None, encoding="utf-8", missing_values="NA", filling_values=-1)
species, sex = raw["species"], raw["sex"]
mass = np.ma.masked_less(raw["body_mass_g"].astype("f8"), 0)
known = ~np.ma.getmaskarray(mass)


def grouped(labels, keep):
    names, codes = np.unique(labels[keep], return_inverse=True)
    x = mass[keep].compressed()
    n = np.bincount(codes)
    mean = np.bincount(codes, weights=x) / n
    order = np.argsort(codes, kind="stable")
    starts = np.r_[0, np.cumsum(n)[:-1]]
    residual = (x - mean[codes])[order]
    squares = np.add.reduceat(residual * residual, starts)
    indicator = (codes[:, None] == np.arange(len(names))).astype(float)
    assert np.allclose(np.einsum("ij,i->j", indicator, x), mean * n)
    var = np.divide(squares, n - 1, out=np.empty(len(names)))
    return {str(k): (int(m), a, v) for k, m, a, v in zip(names, n, mean, var)}


kinds, sexes = grouped(species, known), grouped(sex, known & (sex != "NA"))


def interval(n, mean, var):
    return mean, *(mean + np.array([-1, 1]) * stdtrit(n - 1, 0.975) * np.sqrt(var / n))


def welch(a, b):
    n, mean, var = np.array([a, b]).T
    parts = var / n
    df = parts.sum() ** 2 / (parts**2 / (n - 1)).sum()
    value = -np.diff(mean)[0]
    return np.concatenate([[value], value + stdtrit(df, 0.975) * np.sqrt(parts.sum()) * np.array([-1.0, 1.0])])


SPECIES = {k: interval(*v) for k, v in kinds.items()}
SEXES = {k: interval(*v) for k, v in sexes.items()}
SDS = {k: np.sqrt(v[2]) for k, v in kinds.items()}
TEST = "Welch t test"
GENTOO, CHINSTRAP = welch(kinds["Gentoo"], kinds["Adelie"]), welch(kinds["Chinstrap"], kinds["Adelie"])
MALES = welch(sexes["male"], sexes["female"])
