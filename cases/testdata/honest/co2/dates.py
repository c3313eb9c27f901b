"""Parsed dates, a time index, periods, resample, rolling, asfreq, shift and the dt accessor."""

import numpy as np
import pandas as pd
from scipy import stats

raw = pd.read_csv("data/co2.csv", parse_dates=["date"], date_format="%Y%m%d", index_col="date")
weekly = raw["co2"].dropna()
assert weekly.index.is_monotonic_increasing and weekly.rolling("30D").mean().notna().all()

monthly = weekly.resample("MS").mean().dropna()
T = monthly.index.year + (monthly.index.month - 0.5) / 12
CO2 = monthly.to_numpy()
line = stats.linregress(T, CO2)
half = stats.t.ppf(0.975, len(CO2) - 2) * line.stderr
TREND = line.slope, line.slope - half, line.slope + half

periods = monthly.to_period("M").to_frame("co2")
periods["year"], periods["month"] = periods.index.year, periods.index.month
whole = periods.groupby("year").filter(lambda g: len(g) == 12)
whole = whole.assign(departure=whole["co2"] - whole.groupby("year")["co2"].transform("mean"))
SEASON = whole.groupby("month")["departure"].mean()
SWING = np.ptp(SEASON.to_numpy())
SEASON = SEASON.to_dict()

annual = whole.groupby("year")["co2"].mean()
annual.index = pd.PeriodIndex(annual.index.astype(str), freq="Y")
full = annual.reindex(pd.period_range(annual.index.min(), annual.index.max(), freq="Y"))
growth = (full - full.shift(1)).dropna()
late, early = growth[growth.index.year > 1980], growth[growth.index.year <= 1980]


def interval(v):
    return v.mean(), *stats.t.interval(0.95, len(v) - 1, loc=v.mean(), scale=v.sem())


GROWTH = {"early": interval(early), "late": interval(late)}
DIFFERENCE = late.mean() - early.mean(), *stats.ttest_ind(late, early, equal_var=False).confidence_interval(0.95)
TEST = "Welch t test"
