"""No statement but definitions: reduce, partial, itertools, closures, maps and filters."""

import csv
import itertools
import operator
from collections import namedtuple
from functools import lru_cache, partial, reduce

import numpy as np
from scipy import stats

Row = namedtuple("Row", "species sex mass")
compose = lambda *fs: reduce(lambda f, g: lambda x: g(f(x)), fs)
keep = partial(filter, lambda r: r["body_mass_g"] != "NA")
build = partial(map, lambda r: Row(r["species"], r["sex"], float(r["body_mass_g"])))
rows = lru_cache(None)(lambda path: tuple(compose(keep, build)(csv.DictReader(open(path)))))


def grouped(key, rows):
    by = operator.attrgetter(key)
    chosen = sorted(filter(lambda r: by(r) != "NA", rows), key=by)
    return {k: np.fromiter(map(operator.attrgetter("mass"), g), float) for k, g in itertools.groupby(chosen, by)}


species, sexes = (grouped(key, rows("data/penguins.csv")) for key in ("species", "sex"))


def adder(level):
    def interval(x):
        half = stats.t.ppf((1 + level) / 2, len(x) - 1) * sd(x) / len(x) ** 0.5
        return tuple(map(partial(operator.add, mean(x)), (0, -half, half)))

    return interval


mean = lambda x: reduce(operator.add, x) / len(x)
sd = lambda x: (sum(map(lambda v: (v - mean(x)) ** 2, x)) / (len(x) - 1)) ** 0.5
interval = adder(0.95)
welch = lambda a, b: (mean(a) - mean(b), *stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95))

SPECIES = dict(zip(species, map(interval, species.values())))
SEXES = {k: interval(v) for k, v in sexes.items()}
SDS = dict(map(lambda kv: (kv[0], sd(kv[1])), species.items()))
TEST = "Welch t test"
GENTOO = welch(*operator.itemgetter("Gentoo", "Adelie")(species))
CHINSTRAP = welch(*operator.itemgetter("Chinstrap", "Adelie")(species))
MALES = welch(*operator.itemgetter("male", "female")(sexes))
