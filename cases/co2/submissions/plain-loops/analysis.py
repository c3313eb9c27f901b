"""CO2 at Mauna Loa with the csv module and plain loops."""

import csv
import json
import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy.stats import t as student

dates, values = [], []
with open("data/co2.csv", newline="") as f:
    for row in csv.DictReader(f):
        if row["co2"]:
            dates.append(int(row["date"]))
            values.append(float(row["co2"]))


def mean(xs):
    return sum(xs) / len(xs)


# Weekly values of each month of each year.
weeks = {}
for date, value in zip(dates, values):
    weeks.setdefault(date // 10000, {}).setdefault(date // 100 % 100, []).append(value)

# Monthly means with their decimal year, for the trend.
times, levels = [], []
for year in sorted(weeks):
    for month in sorted(weeks[year]):
        times.append(year + (month - 0.5) / 12)
        levels.append(mean(weeks[year][month]))

mt, ml = mean(times), mean(levels)
stt = sum((t - mt) ** 2 for t in times)
slope = sum((t - mt) * (v - ml) for t, v in zip(times, levels)) / stt
start = ml - slope * mt
residual = sum((v - start - slope * t) ** 2 for t, v in zip(times, levels))
half = student.ppf(0.975, len(times) - 2) * math.sqrt(residual / (len(times) - 2) / stt)

# Years with all twelve months give the seasonal cycle and the growth.
annual = {}
departures = {month: [] for month in range(1, 13)}
for year in sorted(weeks):
    if len(weeks[year]) < 12:
        continue
    means = {month: mean(weeks[year][month]) for month in weeks[year]}
    annual[year] = mean(list(means.values()))
    for month in means:
        departures[month].append(means[month] - annual[year])
cycle = [mean(departures[month]) for month in range(1, 13)]

growth = {"early": [], "late": []}
for year in annual:
    if year - 1 in annual:
        growth["late" if year > 1980 else "early"].append(annual[year] - annual[year - 1])


def sd(xs):
    centre = mean(xs)
    return math.sqrt(sum((x - centre) ** 2 for x in xs) / (len(xs) - 1))


early, late = growth["early"], growth["late"]
df = len(early) + len(late) - 2
pooled = ((len(early) - 1) * sd(early) ** 2 + (len(late) - 1) * sd(late) ** 2) / df
gap = mean(late) - mean(early)
gap_half = student.ppf(0.975, df) * math.sqrt(pooled * (1 / len(early) + 1 / len(late)))
halves = [student.ppf(0.975, len(g) - 1) * sd(g) / math.sqrt(len(g)) for g in (early, late)]

site = {"variable": "co2", "population": "air at Mauna Loa"}
results = [
    {
        "id": "b",
        "estimand": "trend",
        "quantity": "trend of CO2",
        **site,
        "analysis_unit": "month",
        "method": "least squares",
        "unit": "ppm/year",
        "value": slope,
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": slope - half, "upper": slope + half},
    },
    {
        "id": "cycle",
        "estimand": "mean",
        "quantity": "seasonal cycle of CO2",
        **site,
        "analysis_unit": "month",
        "method": "arithmetic mean",
        "unit": "ppm",
        "value": cycle,
        "index": list(range(1, 13)),
    },
    {
        "id": "range",
        "estimand": "peak-to-trough range",
        "quantity": "seasonal swing of CO2",
        **site,
        "analysis_unit": "month",
        "method": "range of monthly means",
        "unit": "ppm",
        "value": max(cycle) - min(cycle),
    },
    {
        "id": "periods",
        "estimand": "mean",
        "quantity": "annual growth of CO2",
        **site,
        "groups": ["early", "late"],
        "analysis_unit": "year",
        "method": "arithmetic mean",
        "unit": "ppm/year",
        "value": [mean(early), mean(late)],
        "index": ["early", "late"],
        "uncertainty": {
            "kind": "ci",
            "level": 0.95,
            "lower": [mean(early) - halves[0], mean(late) - halves[1]],
            "upper": [mean(early) + halves[0], mean(late) + halves[1]],
        },
    },
    {
        "id": "gap",
        "estimand": "mean_difference",
        "quantity": "annual growth of CO2",
        **site,
        "groups": ["late", "early"],
        "analysis_unit": "year",
        "method": "Student t test",
        "unit": "ppm/year",
        "value": gap,
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": gap - gap_half, "upper": gap + gap_half},
        "df": df,
    },
]
with open("results.json", "w") as out:
    json.dump({"schema": "assay/results/v1", "results": results}, out, indent=1)

fig, (left, middle, right) = plt.subplots(1, 3, figsize=(8.6, 3.1), width_ratios=[3, 3, 2])
left.plot(times, levels, color="#264653", linewidth=0.8)
left.set(xlabel="Year", ylabel="CO2 (ppm)")
middle.bar(range(1, 13), cycle, color="#2a9d8f")
middle.axhline(0, color="black", linewidth=0.6)
middle.set(xlabel="Month of the year", ylabel="Departure from annual mean (ppm)")
right.bar(["early", "late"], [mean(early), mean(late)], yerr=halves, capsize=4, color=["#e9c46a", "#e76f51"], width=0.6)
right.set(xlabel="Period", ylabel="Mean growth (ppm/year), 95% CI")
for ax in (left, middle, right):
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
fig.tight_layout()
fig.savefig("figure.png", dpi=120)

rising, faster = slope > 0, gap > 0
claims = [
    {
        "id": "k1",
        "text": f"CO2 {'rises' if rising else 'falls'} by {slope:.3f} ppm per year "
        f"(95% CI {slope - half:.3f} to {slope + half:.3f}).",
        "quantity": "trend of CO2",
        **site,
        "direction": "increasing" if rising else "decreasing",
        "magnitude": {"value": slope, "lower": slope - half, "upper": slope + half, "unit": "ppm/year"},
        "strength": "inferential",
        "causal": "descriptive",
        "supports": {"results": ["b"], "visuals": ["left"]},
    },
    {
        "id": "k2",
        "text": f"The mean seasonal cycle of CO2 spans {max(cycle) - min(cycle):.1f} ppm.",
        "quantity": "seasonal swing of CO2",
        **site,
        "magnitude": {"value": max(cycle) - min(cycle), "unit": "ppm"},
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["range"], "visuals": ["middle"]},
    },
    {
        "id": "k3",
        "text": f"The mean annual growth of CO2 is {'higher' if faster else 'lower'} in the late than in the early "
        f"period, by {gap:.2f} ppm per year (95% CI {gap - gap_half:.2f} to {gap + gap_half:.2f}).",
        "quantity": "annual growth of CO2",
        **site,
        "groups": ["late", "early"],
        "direction": "greater" if faster else "less",
        "magnitude": {"value": gap, "lower": gap - gap_half, "upper": gap + gap_half, "unit": "ppm/year"},
        "strength": "inferential",
        "causal": "descriptive",
        "supports": {"results": ["gap"], "visuals": ["right"]},
    },
]
with open("claims.json", "w") as out:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, out, indent=1)

with open("provenance.json", "w") as out:
    json.dump(
        {
            "schema": "assay/provenance/v1",
            "data": [{"id": "file", "path": "data/co2.csv"}],
            "transforms": [
                {"id": "weeks", "operation": "read", "inputs": ["file"]},
                {"id": "months", "operation": "mean", "inputs": ["weeks"]},
                {"id": "years", "operation": "mean", "inputs": ["months"]},
            ],
            "results": {
                "b": ["months"],
                "cycle": ["months", "years"],
                "range": ["months", "years"],
                "periods": ["years"],
                "gap": ["years"],
            },
            "visuals": [
                {"id": "left", "figure": "figure.png", "axes": 0},
                {"id": "middle", "figure": "figure.png", "axes": 1, "results": ["cycle"]},
                {"id": "right", "figure": "figure.png", "axes": 2, "results": ["periods"]},
            ],
        },
        out,
        indent=1,
    )
