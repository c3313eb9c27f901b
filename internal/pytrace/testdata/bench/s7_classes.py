"""Objects over rows: dataclasses, generators, dictionaries of lists, comprehensions, sorting."""
import csv
import json
import statistics
from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Row:
    group: str
    value: float
    weight: float

    @property
    def product(self):
        return self.value * self.weight


def rows(path):
    with open(path, newline="") as f:
        for r in csv.DictReader(f):
            if r["v"]:
                yield Row(r["g"], float(r["v"]), float(r["w"]))


class Table:
    def __init__(self, rows):
        self.groups = defaultdict(list)
        for row in rows:
            self.groups[row.group].append(row)

    def summary(self, group):
        values = [r.value for r in self.groups[group]]
        weighted = sum(r.product for r in self.groups[group]) / sum(r.weight for r in self.groups[group])
        return {"id": group, "value": statistics.fmean(values), "sd": statistics.stdev(values), "weighted": weighted}


table = Table(rows("large.csv"))
results = [table.summary(g) for g in sorted(table.groups)]
top = sorted((r for g in table.groups.values() for r in g), key=lambda r: -r.product)[:20]
with open("results.json", "w") as f:
    json.dump({"results": results, "top": [r.product for r in top]}, f)
