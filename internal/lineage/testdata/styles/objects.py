"""The same analysis with classes that hold the values, and some faults."""

import csv
import functools
import json
import statistics
from dataclasses import dataclass, field


@dataclass
class Sample:
    name: str
    values: list[float] = field(default_factory=list)

    @property
    def n(self):
        return len(self.values)

    @property
    def mean(self):
        return statistics.fmean(self.values)

    @property
    def through_n(self):
        return sum(self.values) / self.n

    @functools.cached_property
    def kept(self):
        return statistics.mean(self.values)

    def total(self):
        return sum(self.values)


def read(path, most=float("inf")):
    samples = {}
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            if "NA" not in (row["mass"], row["sex"]) and float(row["mass"]) < most:
                samples.setdefault(row["sex"], Sample(row["sex"])).values.append(float(row["mass"]))
    return [samples[s] for s in ("f", "m")]


samples, light = read("data/animals.csv"), read("data/animals.csv", 3400)
out = {
    "property": [s.mean for s in samples],
    "a property of a property": [s.through_n for s in samples],
    "cached property": [s.kept for s in samples],
    "method": [s.total() / s.n for s in samples],
    "lost: property of some": [s.mean for s in light],
}
with open("results.json", "w") as f:
    json.dump(out, f)
