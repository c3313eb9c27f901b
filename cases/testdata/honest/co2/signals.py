"""scipy: binned_statistic, signal.detrend, splines and optimize for the trend."""

import numpy as np
from scipy import interpolate, optimize, signal, stats

date, co2 = np.loadtxt("data/co2.csv", delimiter=",", skiprows=1, unpack=True, converters={1: lambda s: float(s) if s.strip() not in (b"", "", "NA", b"NA") else np.nan})
keep = ~np.isnan(co2)
index = (date[keep] // 10000 - 1958) * 12 + date[keep] // 100 % 100 - 1
edges = np.arange(index.max() + 2) - 0.5
means, _, which = stats.binned_statistic(index, co2[keep], statistic="mean", bins=edges)
slots = np.flatnonzero(~np.isnan(means))
T, CO2 = 1958 + (slots + 0.5) / 12, means[slots]

centre = T.mean()
x = T - centre
(slope, level), *_ = optimize.leastsq(lambda p: p[0] * x + p[1] - CO2, [1.0, 300.0])
rest = CO2 - slope * x - level
even = interpolate.CubicSpline(T, CO2)(np.linspace(T[0], T[-1], 400))
assert abs(signal.detrend(even).mean()) < 1e-6
b = np.dot(x, CO2) / np.dot(x, x)
assert np.isclose(b, slope)
half = stats.t.ppf(0.975, len(x) - 2) * np.sqrt(np.sum((CO2 - CO2.mean() - b * x) ** 2) / (len(x) - 2) / np.dot(x, x))
TREND = b, b - half, b + half

padded = np.full(-(-means.size // 12) * 12, np.nan)
padded[: means.size] = means
grid = padded.reshape(-1, 12)
annual = grid.mean(axis=1)
complete = np.isfinite(annual)
cycle = np.mean(grid[complete] - annual[complete, np.newaxis], axis=0)
SEASON = {m + 1: v for m, v in enumerate(cycle)}
SWING = np.max(cycle) - np.min(cycle)

years = 1959 + np.arange(annual.size - 1)
good = np.isfinite(annual[1:]) & np.isfinite(annual[:-1])
growth = annual[1:] - annual[:-1]
late, early = growth[good & (years > 1980)], growth[good & (years <= 1980)]
GROWTH = {k: (v.mean(), *stats.t.interval(0.95, v.size - 1, v.mean(), stats.sem(v))) for k, v in {"early": early, "late": late}.items()}
test = stats.ttest_ind(late, early)
DIFFERENCE = late.mean() - early.mean(), *test.confidence_interval(0.95)
TEST = "Student t test"
