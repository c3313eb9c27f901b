"""Plain dictionaries: defaultdict, Counter, itertools.groupby and pairwise, sorted keys, no library for the means."""

import csv
import itertools
import statistics
from collections import Counter, OrderedDict, defaultdict

from scipy import stats

months = defaultdict(list)
with open("data/co2.csv") as f:
    for date, value in itertools.islice(csv.reader(f), 1, None):
        if value not in ("", "NA"):
            year, rest = divmod(int(date), 10000)
            months[year, rest // 100].append(float(value))

series = OrderedDict((key, statistics.fmean(months[key])) for key in sorted(months))
T = [year + (month - 0.5) / 12 for year, month in series]
CO2 = list(series.values())

mt, mc = statistics.fmean(T), statistics.fmean(CO2)
stt = sum((t - mt) ** 2 for t in T)
slope = sum((t - mt) * (c - mc) for t, c in zip(T, CO2)) / stt
rss = sum((c - mc - slope * (t - mt)) ** 2 for t, c in zip(T, CO2))
half = stats.t.ppf(0.975, len(T) - 2) * (rss / (len(T) - 2) / stt) ** 0.5
TREND = slope, slope - half, slope + half

seen = Counter(year for year, _ in series)
annual, departures = {}, defaultdict(list)
for year, items in itertools.groupby(series.items(), key=lambda kv: kv[0][0]):
    if seen[year] != 12:
        continue
    values = {month: v for (_, month), v in items}
    annual[year] = sum(values.values()) / 12
    for month, v in values.items():
        departures[month].append(v - annual[year])
SEASON = {month: sum(d) / len(d) for month, d in departures.items()}
SWING = max(SEASON.values()) - min(SEASON.values())

growth = {"early": [], "late": []}
for (y0, a0), (y1, a1) in itertools.pairwise(annual.items()):
    if y1 == y0 + 1:
        growth["late" if y1 > 1980 else "early"].append(a1 - a0)


def interval(v):
    m, s = statistics.mean(v), statistics.stdev(v) / len(v) ** 0.5
    q = stats.t.ppf(0.975, len(v) - 1)
    return m, m - q * s, m + q * s


GROWTH = {k: interval(v) for k, v in growth.items()}
test = stats.ttest_ind(growth["late"], growth["early"])
DIFFERENCE = statistics.mean(growth["late"]) - statistics.mean(growth["early"]), *test.confidence_interval(0.95)
TEST = "Student t test"
