"""The table goes through a database in memory; SQL selects and sums."""

import csv
import math
import sqlite3

from scipy import stats

db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE penguins (species TEXT, sex TEXT, mass REAL)")
with open("data/penguins.csv") as f:
    rows = [
        (r["species"], None if r["sex"] == "NA" else r["sex"], None if r["body_mass_g"] == "NA" else float(r["body_mass_g"]))
        for r in csv.DictReader(f)
    ]
db.executemany("INSERT INTO penguins VALUES (?, ?, ?)", rows)
db.commit()


def table(column):
    query = f"""
        SELECT {column}, COUNT(mass), AVG(mass), SUM((mass - m) * (mass - m)) / (COUNT(mass) - 1)
        FROM penguins JOIN (SELECT {column} AS k, AVG(mass) AS m FROM penguins GROUP BY {column}) ON k = {column}
        WHERE mass IS NOT NULL AND {column} IS NOT NULL
        GROUP BY {column} ORDER BY {column}
    """
    return {name: (n, mean, var) for name, n, mean, var in db.execute(query)}


species, sexes = table("species"), table("sex")


def interval(n, mean, var):
    half = stats.t.ppf(0.975, n - 1) * math.sqrt(var / n)
    return mean, mean - half, mean + half


def student(a, b):
    (na, ma, va), (nb, mb, vb) = a, b
    pooled = ((na - 1) * va + (nb - 1) * vb) / (na + nb - 2)
    half = stats.t.ppf(0.975, na + nb - 2) * math.sqrt(pooled * (1 / na + 1 / nb))
    return ma - mb, ma - mb - half, ma - mb + half


SPECIES = {k: interval(*v) for k, v in species.items()}
SEXES = {k: interval(*v) for k, v in sexes.items()}
SDS = {k: math.sqrt(v[2]) for k, v in species.items()}
TEST = "Student t test"
GENTOO = student(species["Gentoo"], species["Adelie"])
CHINSTRAP = student(species["Chinstrap"], species["Adelie"])
MALES = student(sexes["male"], sexes["female"])
db.close()
