"""Generators of every shape: pipelines, delegation, coroutines that are sent rows, endless ones."""

import itertools
import math
from contextlib import closing

from scipy import stats


def lines(path):
    with open(path) as f:
        header = next(f).rstrip("\n").split(",")
        yield from (dict(zip(header, line.rstrip("\n").split(","))) for line in f)


def weighed(rows):
    for row in rows:
        if (mass := row["body_mass_g"]) != "NA":
            yield {**row, "mass": float(mass)}


def collector(column):
    """Takes rows by send, gives back the table when it is closed with None."""
    table = {}
    while (row := (yield len(table))) is not None:
        if row[column] != "NA":
            table.setdefault(row[column], []).append(row["mass"])
    return table


def ask(generator):
    try:
        generator.send(None)
    except StopIteration as stop:
        return stop.value


def both(rows):
    first, second = collector("species"), collector("sex")
    next(first), next(second)
    for row in rows:
        first.send(row)
        second.send(row)
    return ask(first), ask(second)


with closing(lines("data/penguins.csv")) as source:
    species, sexes = both(weighed(source))


def moments(values):
    """Yields mean and variance; the mean is handed back before the squares are summed."""
    mean = math.fsum(values) / len(values)
    yield mean
    yield math.fsum((x - mean) ** 2 for x in values) / (len(values) - 1)


def interval(values):
    mean, var = moments(values)
    half = stats.t.ppf(0.975, len(values) - 1) * math.sqrt(var / len(values))
    return mean, mean - half, mean + half


class Pair:
    def __init__(self, a, b):
        self.samples = a, b

    def __iter__(self):
        for values in self.samples:
            yield from itertools.chain((len(values),), moments(values))


def welch(a, b):
    na, ma, va, nb, mb, vb = Pair(a, b)
    se2a, se2b = va / na, vb / nb
    df = (se2a + se2b) ** 2 / (se2a**2 / (na - 1) + se2b**2 / (nb - 1))
    half = stats.t.ppf(0.975, df) * math.sqrt(se2a + se2b)
    return ma - mb, ma - mb - half, ma - mb + half


SPECIES = {k: interval(v) for k, v in sorted(species.items())}
SEXES = {k: interval(v) for k, v in sorted(sexes.items())}
SDS = dict((k, math.sqrt(next(itertools.islice(moments(v), 1, None)))) for k, v in species.items())
TEST = "Welch t test"
GENTOO, CHINSTRAP, MALES = itertools.starmap(
    welch,
    [(species["Gentoo"], species["Adelie"]), (species["Chinstrap"], species["Adelie"]), (sexes["male"], sexes["female"])],
)
