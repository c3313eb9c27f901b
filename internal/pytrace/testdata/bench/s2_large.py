"""A million rows: grouping, selecting and deriving whole columns."""
import json

import numpy as np
import pandas as pd

rng = np.random.default_rng(7)
n = 1_000_000
df = pd.DataFrame({"g": rng.integers(0, 200, n), "v": rng.normal(10, 2, n), "w": rng.random(n)})
df["z"] = (df["v"] - df["v"].mean()) / df["v"].std()
kept = df[(df["w"] > 0.1) & (df["z"].abs() < 3)]
by_group = kept.groupby("g")["v"].agg(["mean", "std", "count"])
top = by_group.sort_values("mean", ascending=False).head(10)
quantiles = kept["v"].quantile([0.05, 0.5, 0.95]).tolist()
corr = float(np.corrcoef(kept["v"], kept["w"])[0, 1])
ranks = kept["v"].rank(pct=True)
with open("results.json", "w") as f:
    json.dump({"top": top["mean"].round(4).tolist(), "quantiles": quantiles, "corr": corr, "rank": float(ranks.iloc[-1])}, f)
