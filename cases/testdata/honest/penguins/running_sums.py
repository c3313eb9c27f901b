"""One pass over the file: counts, means and squares grow row by row, no row is kept."""

import csv
import math

from scipy.special import stdtrit

n, mean, square = {}, {}, {}


def add(key, x):
    n[key] = n.get(key, 0) + 1
    step = x - mean.get(key, 0.0)
    mean[key] = mean.get(key, 0.0) + step / n[key]
    square[key] = square.get(key, 0.0) + step * (x - mean[key])


with open("data/penguins.csv", newline="") as file:
    for row in csv.DictReader(file):
        if row["body_mass_g"] == "NA":
            continue
        mass = float(row["body_mass_g"])
        add(row["species"], mass)
        if row["sex"] != "NA":
            add(row["sex"], mass)


def variance(key):
    return square[key] / (n[key] - 1)


def interval(key):
    half = stdtrit(n[key] - 1, 0.975) * math.sqrt(variance(key) / n[key])
    return mean[key], mean[key] - half, mean[key] + half


def welch(a, b):
    va, vb = variance(a) / n[a], variance(b) / n[b]
    df = (va + vb) ** 2 / (va**2 / (n[a] - 1) + vb**2 / (n[b] - 1))
    value, half = mean[a] - mean[b], stdtrit(df, 0.975) * math.sqrt(va + vb)
    return value, value - half, value + half


kinds = ("Adelie", "Chinstrap", "Gentoo")
SPECIES = {k: interval(k) for k in kinds}
SEXES = {k: interval(k) for k in ("female", "male")}
SDS = {k: math.sqrt(variance(k)) for k in kinds}
TEST = "Welch t test"
GENTOO, CHINSTRAP, MALES = welch("Gentoo", "Adelie"), welch("Chinstrap", "Adelie"), welch("male", "female")
