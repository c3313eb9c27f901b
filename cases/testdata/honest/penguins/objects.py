"""Slots, descriptors, properties, decorators, context managers, singledispatch, match and walrus."""

import contextlib
import functools
import math

import pandas as pd
from scipy import stats


def once(f):
    known = {}

    @functools.wraps(f)
    def wrapper(*args):
        if args not in known:
            known[args] = f(*args)
        return known[args]

    return wrapper


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        if not value > 0:
            raise ValueError(f"{self.name[1:]} is {value}")
        setattr(obj, self.name, value)


class Sample:
    __slots__ = ("label", "values", "_mean", "_sd")
    mean, sd = Positive(), Positive()

    def __init__(self, label, values):
        self.label, self.values = label, values
        self.mean, self.sd = values.mean(), values.std()

    def __len__(self):
        return len(self.values)

    @property
    def error(self):
        return self.sd / math.sqrt(len(self))

    def interval(self, level=0.95):
        half = stats.t.ppf((1 + level) / 2, len(self) - 1) * self.error
        return self.mean, self.mean - half, self.mean + half

    def __sub__(self, other):
        return Difference(self, other)


class Difference:
    def __init__(self, a, b):
        self.a, self.b = a, b

    @functools.cached_property
    def test(self):
        return stats.ttest_ind(self.a.values, self.b.values, equal_var=False)

    def __iter__(self):
        ci = self.test.confidence_interval(0.95)
        yield self.a.mean - self.b.mean
        yield from (ci.low, ci.high)


@contextlib.contextmanager
def opened(path):
    frame = pd.read_csv(path)
    try:
        yield frame.dropna(subset=["body_mass_g"])
    finally:
        del frame


@once
def samples(column):
    with opened("data/penguins.csv") as frame:
        return {label: Sample(label, v) for label, v in frame.groupby(column)["body_mass_g"]}


@functools.singledispatch
def numbers(thing):
    raise TypeError(type(thing))


@numbers.register
def _(thing: Sample):
    return thing.interval()


@numbers.register
def _(thing: Difference):
    return tuple(thing)


def pick(query):
    match query:
        case {"by": by, "of": str(label)}:
            return samples(by)[label]
        case {"by": by, "of": [first, second]} if first != second:
            return samples(by)[first] - samples(by)[second]
        case _:
            raise LookupError(query)


SPECIES = {k: numbers(pick({"by": "species", "of": k})) for k in samples("species")}
SEXES = {k: numbers(pick({"by": "sex", "of": k})) for k in samples("sex")}
SDS = {k: s.sd for k in samples("species") if (s := samples("species")[k])}
TEST = "Welch t test"
GENTOO, CHINSTRAP, MALES = (
    numbers(pick({"by": by, "of": pair}))
    for by, pair in (("species", ["Gentoo", "Adelie"]), ("species", ["Chinstrap", "Adelie"]), ("sex", ["male", "female"]))
)
