"""Polars expressions: sums of squares, covariance, when/then and group_by."""

import polars as pl
from scipy.special import stdtrit

frame = pl.read_csv("data/engel.csv")
frame = frame.with_columns(share=pl.col("foodexp") / pl.col("income"), log_income=pl.col("income").log(), log_foodexp=pl.col("foodexp").log())


def slope(x, y):
    row = frame.select(
        b=pl.cov(x, y) / pl.col(x).var(),
        ratio=pl.col(y).var() / pl.col(x).var(),
        n=pl.len(),
    ).row(0, named=True)
    half = stdtrit(row["n"] - 2, 0.975) * ((row["ratio"] - row["b"] ** 2) / (row["n"] - 2)) ** 0.5
    return row["b"], row["b"] - half, row["b"] + half


SLOPE, ELASTICITY = slope("income", "foodexp"), slope("log_income", "log_foodexp")
INCOME, FOOD = frame["income"].to_list(), frame["foodexp"].to_list()
halves = (
    frame.lazy()
    .with_columns(half=pl.when(pl.col("income") > pl.col("income").median()).then(pl.lit("upper half")).otherwise(pl.lit("lower half")))
    .group_by("half", maintain_order=True)
    .agg(n=pl.len(), mean=pl.col("share").mean(), var=pl.col("share").var())
    .collect()
)
table = {half: (n, mean, var) for half, n, mean, var in halves.rows()}
SHARES = {}
for half, (n, mean, var) in table.items():
    wide = stdtrit(n - 1, 0.975) * (var / n) ** 0.5
    SHARES[half] = mean, mean - wide, mean + wide
(na, ma, va), (nb, mb, vb) = table["upper half"], table["lower half"]
pooled = ((na - 1) * va + (nb - 1) * vb) / (na + nb - 2)
wide = stdtrit(na + nb - 2, 0.975) * (pooled * (1 / na + 1 / nb)) ** 0.5
DIFFERENCE = ma - mb, ma - mb - wide, ma - mb + wide
TEST = "Student t test"
