"""Polars: lazy scans, expressions, group_by and a pivot."""

import math

import polars as pl
from scipy import stats

scan = pl.scan_csv("data/penguins.csv", null_values=["NA"])
weighed = scan.filter(pl.col("body_mass_g").is_not_null()).select("species", "sex", "body_mass_g").collect()


def table(column):
    return (
        weighed.drop_nulls(column)
        .group_by(column)
        .agg(
            pl.len().alias("n"),
            pl.col("body_mass_g").mean().alias("mean"),
            pl.col("body_mass_g").std().alias("sd"),
        )
        .sort(column)
    )


def intervals(frame, column):
    out = {}
    for row in frame.iter_rows(named=True):
        half = stats.t.ppf(0.975, row["n"] - 1) * row["sd"] / math.sqrt(row["n"])
        out[row[column]] = row["mean"], row["mean"] - half, row["mean"] + half
    return out


species, sexes = table("species"), table("sex")
SPECIES, SEXES = intervals(species, "species"), intervals(sexes, "sex")
SDS = dict(zip(species["species"].to_list(), species.get_column("sd")))
TEST = "Welch t test"


def welch(column, a, b):
    x, y = (weighed.filter(pl.col(column) == k)["body_mass_g"].to_numpy() for k in (a, b))
    return x.mean() - y.mean(), *stats.ttest_ind(x, y, equal_var=False).confidence_interval(0.95)


GENTOO, CHINSTRAP = welch("species", "Gentoo", "Adelie"), welch("species", "Chinstrap", "Adelie")
MALES = welch("sex", "male", "female")
