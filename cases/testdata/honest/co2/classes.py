"""Classes that iterate, compare, call and hold others; a generator of growth; heapq, bisect and operator overloads."""

import bisect
import csv
import dataclasses
import heapq
import math
from functools import cached_property, total_ordering

from scipy import stats


@total_ordering
@dataclasses.dataclass(frozen=True, eq=False)
class Month:
    year: int
    month: int
    weeks: list = dataclasses.field(default_factory=list)

    def __lt__(self, other):
        return (self.year, self.month) < (other.year, other.month)

    def __eq__(self, other):
        return (self.year, self.month) == (other.year, other.month)

    def __hash__(self):
        return hash((self.year, self.month))

    @property
    def t(self):
        return self.year + (self.month - 0.5) / 12

    @cached_property
    def co2(self):
        return math.fsum(self.weeks) / len(self.weeks)


class Record:
    def __init__(self, path):
        self.months = []
        known = {}
        with open(path) as f:
            for row in csv.DictReader(f):
                if not row["co2"] or row["co2"] == "NA":
                    continue
                key = int(row["date"][:4]), int(row["date"][4:6])
                if key not in known:
                    known[key] = Month(*key)
                    bisect.insort(self.months, known[key])
                known[key].weeks.append(float(row["co2"]))

    def __iter__(self):
        return iter(self.months)

    def __len__(self):
        return len(self.months)

    def __getitem__(self, year):
        return [m for m in self.months if m.year == year]

    def __call__(self, level=0.95):
        t, y = zip(*((m.t, m.co2) for m in self))
        n, mt, my = len(self), sum(t) / len(t), sum(y) / len(y)
        sxx = sum((a - mt) ** 2 for a in t)
        b = sum((a - mt) * (c - my) for a, c in zip(t, y)) / sxx
        rest = sum((c - my - b * (a - mt)) ** 2 for a, c in zip(t, y))
        half = stats.t.ppf((1 + level) / 2, n - 2) * math.sqrt(rest / (n - 2) / sxx)
        return b, b - half, b + half

    @cached_property
    def annual(self):
        return {y: sum(m.co2 for m in self[y]) / 12 for y in sorted({m.year for m in self}) if len(self[y]) == 12}

    def season(self):
        for number in range(1, 13):
            values = [m.co2 - self.annual[m.year] for m in self if m.month == number and m.year in self.annual]
            yield number, sum(values) / len(values)

    def growth(self, keep):
        yield from (v - self.annual[y - 1] for y, v in self.annual.items() if y - 1 in self.annual and keep(y))


record = Record("data/co2.csv")
T, CO2 = [m.t for m in record], [m.co2 for m in record]
TREND = record()
SEASON = dict(record.season())
SWING = heapq.nlargest(1, SEASON.values())[0] - heapq.nsmallest(1, SEASON.values())[0]
late, early = list(record.growth(lambda y: y > 1980)), list(record.growth((1981).__gt__))


def interval(v):
    m = sum(v) / len(v)
    half = stats.t.ppf(0.975, len(v) - 1) * stats.tstd(v) / math.sqrt(len(v))
    return m, m - half, m + half


GROWTH = {"early": interval(early), "late": interval(late)}
DIFFERENCE = GROWTH["late"][0] - GROWTH["early"][0], *stats.ttest_ind(late, early, equal_var=False).confidence_interval(0.95)
TEST = "Welch t test"
