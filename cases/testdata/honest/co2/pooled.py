"""The main program only orders; each part is a function of its own in a pool of threads, futures wait for each other."""

from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from operator import methodcaller

import numpy as np
import pandas as pd
import statsmodels.api as sm
from statsmodels.stats.weightstats import DescrStatsW


def load():
    frame = pd.read_csv("data/co2.csv").dropna()
    keys = [frame["date"].floordiv(10000).rename("year"), frame["date"].floordiv(100).mod(100).rename("month")]
    return frame["co2"].groupby(keys).mean()


def trend(monthly):
    t = np.array([y + (m - 0.5) / 12 for y, m in monthly.index])
    fit = sm.OLS(monthly.to_numpy(), np.vander(t, 2)).fit()
    return t, monthly.to_numpy(), (fit.params[0], *fit.conf_int()[0])


def complete(monthly):
    return monthly[monthly.groupby("year").transform("size") == 12]


def season(whole):
    cycle = whole.sub(whole.groupby("year").mean(), level="year").groupby("month").apply(np.mean)
    return cycle.to_dict(), max(cycle) - min(cycle)


def growth(whole):
    annual = whole.groupby(level="year").agg("mean")
    steps = {y: annual[y] - annual[y - 1] for y in annual.index if y - 1 in annual.index}
    return [np.array([v for y, v in steps.items() if (y > 1980) == after]) for after in (False, True)]


def describe(values):
    d = DescrStatsW(values)
    return d.mean, *d.tconfint_mean()


with ThreadPoolExecutor(max_workers=3) as pool:
    loaded = pool.submit(load)
    fitted = pool.submit(lambda: trend(loaded.result()))
    whole = pool.submit(lambda f: complete(f.result()), loaded)
    wait([whole])
    parts = {pool.submit(f, whole.result()): f.__name__ for f in (season, growth)}
    found = {parts[f]: f.result() for f in as_completed(parts)}
    means = list(pool.map(describe, found["growth"]))

T, CO2, TREND = fitted.result()
SEASON, SWING = found["season"]
GROWTH = dict(zip(["early", "late"], means))
early, late = map(DescrStatsW, found["growth"])
comparison = late.get_compare(early)
DIFFERENCE = (late.mean - early.mean, *methodcaller("tconfint_diff", usevar="unequal")(comparison))
TEST = "Welch t test"
