"""A small table: filter, derive, group, test, fit, report."""
import json

import numpy as np
import pandas as pd
from scipy import stats

df = pd.read_csv("small.csv")
df = df.dropna()
df["logv"] = np.log(df["v"])
df = df[df["v"] > df["v"].quantile(0.01)]
summary = df.groupby("g").agg(mean=("v", "mean"), sd=("v", "std"), n=("v", "size"), logmean=("logv", "mean"))
results = []
for g, row in summary.iterrows():
    half = 1.96 * row["sd"] / np.sqrt(row["n"])
    results.append({"id": g, "value": round(float(row["mean"]), 3), "lower": float(row["mean"] - half), "upper": float(row["mean"] + half)})
a, b = df.loc[df["g"] == "a", "v"], df.loc[df["g"] == "b", "v"]
t = stats.ttest_ind(a, b, equal_var=False)
line = stats.linregress(df["w"], df["v"])
pivot = df.assign(half=np.where(df["w"] > 0.5, "high", "low")).pivot_table(index="g", columns="half", values="v", aggfunc="mean")
merged = df.merge(summary.reset_index()[["g", "mean"]], on="g")
spread = float(((merged["v"] - merged["mean"]) ** 2).mean())
with open("results.json", "w") as f:
    json.dump({"results": results, "t": float(t.statistic), "p": float(t.pvalue), "slope": line.slope, "pivot": pivot.to_dict(), "spread": spread}, f)
