"""cut, qcut, rank, sort_values with shift and diff, interpolation of the median, melted and read back from JSON."""

import io

import numpy as np
import pandas as pd
from scipy import interpolate, stats

frame = pd.read_table("data/engel.csv", sep=",", quotechar='"', float_precision="round_trip").rename_axis("household").reset_index()
text = frame.melt(id_vars="household", var_name="what", value_name="francs").to_json(orient="split", double_precision=15)
long = pd.read_json(io.StringIO(text), orient="split", precise_float=True)
wide = long.pivot(index="household", columns="what", values="francs").loc[:, ["income", "foodexp"]]
wide = wide.sort_values("income")
assert (wide["income"].diff().dropna() >= 0).all() and wide["income"].shift().isna().sum() == 1

ranks = wide["income"].rank(method="first").to_numpy()
median = interpolate.interp1d(ranks, wide["income"].to_numpy())((len(wide) + 1) / 2)
wide["half"] = pd.cut(wide["income"], [-np.inf, float(median), np.inf], labels=["lower half", "upper half"])
assert (pd.qcut(wide["income"], 2, labels=["lower half", "upper half"]) == wide["half"]).all()
wide["share"] = wide["foodexp"].div(wide["income"])

moments = wide.groupby("half", observed=True)["share"].describe()[["count", "mean", "std"]]
half = moments["std"] / moments["count"].pow(0.5) * stats.t.ppf(0.975, moments["count"] - 1)
SHARES = pd.concat([moments["mean"], moments["mean"] - half, moments["mean"] + half], axis=1).T.to_dict("list")
upper, lower = (wide.loc[wide["half"].eq(h), "share"] for h in ("upper half", "lower half"))
DIFFERENCE = upper.mean() - lower.mean(), *stats.ttest_ind(upper, lower, equal_var=False).confidence_interval()
TEST = "Welch t test"


def slope(x, y):
    b = x.cov(y) / x.var()
    half = stats.t.ppf(0.975, len(x) - 2) * ((y.var() / x.var() - b**2) / (len(x) - 2)) ** 0.5
    return b, b - half, b + half


SLOPE = slope(wide["income"], wide["foodexp"])
ELASTICITY = slope(wide["income"].map(np.log), wide["foodexp"].transform("log"))
INCOME, FOOD = wide["income"], wide["foodexp"]
