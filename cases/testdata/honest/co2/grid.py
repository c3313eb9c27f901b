"""A grid of years by months in numpy: add.at, masked means, polyfit on the flat series, diff along years."""

import numpy as np
import statsmodels.api as sm
from scipy import ndimage, stats

table = np.genfromtxt("data/co2.csv", delimiter=",", skip_header=1)
table = table[np.isfinite(table[:, 1])]
date, value = table[:, 0].astype(int), table[:, 1]
year, month = date // 10000, date // 100 % 100
first = year.min()
sums = np.zeros((year.max() - first + 1, 12))
counts = np.zeros_like(sums, dtype=int)
np.add.at(sums, (year - first, month - 1), value)
np.add.at(counts, (year - first, month - 1), 1)
grid = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)

labels = year * 12 + month
check = ndimage.mean(value, labels, np.unique(labels))
assert np.allclose(check, grid[counts > 0])

rows, columns = np.nonzero(counts)
T, CO2 = first + rows + (columns + 0.5) / 12, grid[rows, columns]
model = sm.OLS(CO2, sm.add_constant(T)).fit()
TREND = model.params[1], *model.conf_int(0.05)[1]

complete = (counts > 0).all(axis=1)
annual = np.where(complete, grid.mean(axis=1), np.nan)
departures = (grid - annual[:, None])[complete]
cycle = departures.mean(axis=0)
SEASON = dict(enumerate(cycle.tolist(), start=1))
SWING = cycle.max() - cycle.min()

growth = np.diff(annual)
ends = first + 1 + np.arange(growth.size)
known = ~np.isnan(growth)
late, early = growth[known & (ends > 1980)], growth[known & (ends <= 1980)]


def interval(v):
    half = stats.t.ppf(0.975, v.size - 1) * v.std(ddof=1) / np.sqrt(v.size)
    return [v.mean(), v.mean() - half, v.mean() + half]


GROWTH = {"early": interval(early), "late": interval(late)}
DIFFERENCE = np.subtract(late.mean(), early.mean()), *stats.ttest_ind(late, early, equal_var=False).confidence_interval(0.95)
TEST = "Welch t test"
