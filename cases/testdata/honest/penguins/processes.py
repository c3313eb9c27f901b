"""Child processes compute each group and each comparison."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pandas as pd
from scipy import stats


def summary(item):
    name, values = item
    mean, sem = values.mean(), values.sem()
    low, high = stats.t.interval(0.95, len(values) - 1, mean, sem)
    return name, (float(mean), float(low), float(high)), float(values.std())


def compare(pair):
    a, b = pair
    ci = stats.ttest_ind(a, b).confidence_interval(0.95)
    return float(a.mean() - b.mean()), float(ci.low), float(ci.high)


if __name__ == "__main__":
    frame = pd.read_csv("data/penguins.csv").dropna(subset=["body_mass_g"])
    species = dict(list(frame.groupby("species")["body_mass_g"]))
    sexes = dict(list(frame.groupby("sex")["body_mass_g"]))
    fork = multiprocessing.get_context("fork")
    with fork.Pool(2) as pool:
        tables = pool.map(summary, [*species.items(), *sexes.items()])
    with ProcessPoolExecutor(2, mp_context=fork) as executor:
        GENTOO, CHINSTRAP, MALES = executor.map(
            compare,
            [(species["Gentoo"], species["Adelie"]), (species["Chinstrap"], species["Adelie"]), (sexes["male"], sexes["female"])],
        )
    SPECIES = {name: ci for name, ci, _ in tables[:3]}
    SEXES = {name: ci for name, ci, _ in tables[3:]}
    SDS = {name: sd for name, _, sd in tables[:3]}
    TEST = "Student t test"
