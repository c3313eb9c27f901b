"""Self-merges, MultiIndex, stack and unstack, merge_asof, concat with keys, nlargest, idxmax and eval."""

import numpy as np
import pandas as pd
from scipy import stats
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score

weekly = pd.read_csv("data/co2.csv", na_filter=True).dropna(how="any").eval("year = date // 10000\nmonth = date // 100 % 100")
monthly = weekly.set_index(["year", "month"])["co2"].groupby(level=[0, 1]).mean()
series = monthly.reset_index().eval("t = year + (month - 0.5) / 12")
T, CO2 = series["t"].tolist(), series["co2"].tolist()

model = LinearRegression().fit(series[["t"]], series["co2"])
r2 = r2_score(series["co2"], model.predict(series[["t"]]))
b, n = model.coef_[0], len(series)
half = stats.t.ppf(0.975, n - 2) * abs(b) * np.sqrt((1 / r2 - 1) / (n - 2))
TREND = b, b - half, b + half

wide = monthly.unstack("month").dropna()
departures = wide.sub(wide.mean(axis="columns"), axis="index")
assert np.allclose(departures.stack().groupby("month").mean(), departures.mean())
cycle = departures.mean()
SEASON = cycle.to_dict()
SWING = cycle.nlargest(1).iloc[0] - cycle.nsmallest(1).iloc[0]
assert cycle.loc[cycle.idxmax()] == cycle.max()

annual = wide.mean(axis=1).rename("mean").reset_index()
before = annual.assign(year=annual["year"] + 1)
both = annual.merge(before, on="year", suffixes=("", "_before"), validate="one_to_one")
asof = pd.merge_asof(annual, before, on="year", suffixes=("", "_before"), tolerance=0)
assert asof["mean_before"].notna().sum() == len(both)
both["growth"] = both["mean"].sub(both["mean_before"])
split = pd.concat({"early": both.query("year <= 1980"), "late": both.query("year > 1980")}, names=["period"])["growth"]
table = split.groupby(level="period").agg(["mean", "sem", "count"])
table["half"] = stats.t.ppf(0.975, table["count"] - 1) * table["sem"]
GROWTH = {p: (r["mean"], r["mean"] - r["half"], r["mean"] + r["half"]) for p, r in table.to_dict("index").items()}
test = stats.ttest_ind(split["late"], split["early"], equal_var=False)
DIFFERENCE = float(table["mean"].diff().iloc[-1]), *test.confidence_interval()
TEST = "Welch t test"
