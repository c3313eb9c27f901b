"""Arrow: its CSV reader, compute functions, group_by, and a parquet file that pandas reads."""

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pandas as pd
from pyarrow import csv
from scipy import stats

table = csv.read_csv("data/penguins.csv", convert_options=csv.ConvertOptions(null_values=["NA"], strings_can_be_null=True))
weighed = table.filter(pc.is_valid(table["body_mass_g"])).select(["species", "sex", "body_mass_g"])
pq.write_table(weighed, "weighed.parquet")
frame = pd.read_parquet("weighed.parquet")


def described(column):
    known = weighed.filter(pc.is_valid(weighed[column]))
    options = pc.VarianceOptions(ddof=1)
    rows = known.group_by(column).aggregate([("body_mass_g", "count"), ("body_mass_g", "mean"), ("body_mass_g", "stddev", options)])
    out = {}
    for row in rows.sort_by(column).to_pylist():
        n, mean, sd = (row[f"body_mass_g_{f}"] for f in ("count", "mean", "stddev"))
        half = stats.t.ppf(0.975, n - 1) * sd / n**0.5
        out[row[column]] = mean, mean - half, mean + half, sd
    return out


def welch(column, a, b):
    x = weighed.filter(pc.equal(weighed[column], a)).column("body_mass_g").to_numpy()
    y = frame.loc[frame[column] == b, "body_mass_g"].to_numpy()
    return x.mean() - y.mean(), *stats.ttest_ind(x, y, equal_var=False).confidence_interval(0.95)


species, sexes = described("species"), described("sex")
SPECIES = {k: v[:3] for k, v in species.items()}
SEXES = {k: v[:3] for k, v in sexes.items()}
SDS = {k: v[3] for k, v in species.items()}
TEST = "Welch t test"
GENTOO, CHINSTRAP = welch("species", "Gentoo", "Adelie"), welch("species", "Chinstrap", "Adelie")
MALES = welch("sex", "male", "female")
assert isinstance(table, pa.Table)
