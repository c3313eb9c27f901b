"""CO2 at Mauna Loa on numpy arrays, with annual means and box plots of the growth."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy import stats

date, co2 = np.genfromtxt("data/co2.csv", delimiter=",", skip_header=1, unpack=True)
keep = ~np.isnan(co2)
date, co2 = date[keep].astype(int), co2[keep]
stamp = date // 100  # year and month in one number

stamps = np.unique(stamp)
monthly = np.array([co2[stamp == s].mean() for s in stamps])
year, month = stamps // 100, stamps % 100
decimal = year + (month - 0.5) / 12

line = stats.linregress(decimal, monthly)
margin = stats.t.ppf(0.975, len(monthly) - 2) * line.stderr

years, counts = np.unique(year, return_counts=True)
years = years[counts == 12]
table = np.array([monthly[year == y] for y in years])  # a row for each complete year
annual = table.mean(axis=1)
cycle = (table - annual[:, None]).mean(axis=0)

follows = np.diff(years) == 1
growth = np.diff(annual)[follows]
ends = years[1:][follows]
early, late = growth[ends <= 1980], growth[ends > 1980]
welch = stats.ttest_ind(late, early, equal_var=False)
low, high = welch.confidence_interval(0.95)


def result(name, estimand, quantity, unit_of_analysis, method, unit, value, **more):
    return {
        "id": name,
        "estimand": estimand,
        "quantity": quantity,
        "variable": "co2",
        "population": "air at Mauna Loa",
        "analysis_unit": unit_of_analysis,
        "method": method,
        "unit": unit,
        "value": value,
        **more,
    }


def ci(lower, upper):
    return {"kind": "ci", "level": 0.95, "lower": float(lower), "upper": float(upper)}


results = [
    result(
        "trend",
        "trend",
        "trend of CO2",
        "month",
        "linear regression",
        "ppm/year",
        float(line.slope),
        uncertainty=ci(line.slope - margin, line.slope + margin),
        p_value=float(line.pvalue),
    ),
    result(
        "annual",
        "mean",
        "annual mean of CO2",
        "month",
        "arithmetic mean",
        "ppm",
        annual.tolist(),
        index=years.tolist(),
    ),
    result(
        "cycle",
        "mean",
        "seasonal cycle of CO2",
        "month",
        "arithmetic mean",
        "ppm",
        cycle.tolist(),
        index=list(range(1, 13)),
    ),
    result(
        "swing",
        "peak-to-trough range",
        "seasonal swing of CO2",
        "month",
        "range of monthly means",
        "ppm",
        float(np.ptp(cycle)),
    ),
    result(
        "acceleration",
        "mean_difference",
        "annual growth of CO2",
        "year",
        "Welch t test",
        "ppm/year",
        float(late.mean() - early.mean()),
        groups=["late", "early"],
        uncertainty=ci(low, high),
        df=float(welch.df),
    ),
]
with open("results.json", "w") as out:
    json.dump({"schema": "assay/results/v1", "results": results}, out, indent=2)

fig, axes = plt.subplots(1, 3, figsize=(8.6, 3.1), layout="constrained")
axes[0].plot(years, annual, "o", markersize=3, color="#6a4c93")
axes[0].set(xlabel="Year", ylabel="Annual mean of CO2 (ppm)")
axes[1].plot(np.arange(1, 13), cycle, "-", color="#1982c4", linewidth=2)
axes[1].set(xlabel="Month", ylabel="Departure from the annual mean (ppm)", xticks=[1, 3, 5, 7, 9, 11])
axes[2].boxplot(
    [early, late],
    tick_labels=["early", "late"],
    widths=0.5,
    patch_artist=True,
    boxprops={"facecolor": "#8ac926"},
    medianprops={"color": "black"},
)
axes[2].set(xlabel="Period", ylabel="Growth of CO2 from year to year (ppm/year)")
for ax in axes:
    ax.grid(alpha=0.3)
fig.savefig("figure.png", dpi=120)

trend, swing, acceleration = results[0], results[3], results[4]


def claim(name, r, text, visual, **more):
    magnitude = {"value": r["value"], "unit": r["unit"]}
    if "uncertainty" in r:
        magnitude |= {"lower": r["uncertainty"]["lower"], "upper": r["uncertainty"]["upper"]}
    return {
        "id": name,
        "role": "primary",
        "text": text,
        "quantity": r["quantity"],
        "variable": "co2",
        "population": "air at Mauna Loa",
        "magnitude": magnitude,
        "causal": "descriptive",
        "supports": {"results": [r["id"]], "visuals": [visual]},
        **more,
    }


up = line.slope > 0
quicker = acceleration["value"] > 0
claims = [
    claim(
        "A",
        trend,
        f"Over the record, CO2 {'increased' if up else 'decreased'} at {line.slope:.2f} ppm/year.",
        "years",
        direction="increasing" if up else "decreasing",
        strength="inferential",
    ),
    claim(
        "B",
        swing,
        f"The seasonal cycle has a peak-to-trough amplitude of {swing['value']:.2f} ppm.",
        "months",
        strength="descriptive",
    ),
    claim(
        "C",
        acceleration,
        f"Growth of CO2 was {'greater' if quicker else 'smaller'} in the late period than in the early period "
        f"by {acceleration['value']:.2f} ppm/year.",
        "boxes",
        groups=["late", "early"],
        direction="greater" if quicker else "less",
        strength="inferential",
    ),
]
with open("claims.json", "w") as out:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, out, indent=2)

with open("provenance.json", "w") as out:
    json.dump(
        {
            "schema": "assay/provenance/v1",
            "data": [{"id": "table", "path": "data/co2.csv"}],
            "transforms": [
                {"id": "months", "operation": "mean", "inputs": ["table"]},
                {"id": "complete_years", "operation": "mean", "inputs": ["months"]},
                {"id": "steps", "operation": "diff", "inputs": ["complete_years"]},
            ],
            "results": {
                "trend": ["months"],
                "annual": ["complete_years"],
                "cycle": ["complete_years"],
                "swing": ["complete_years"],
                "acceleration": ["steps"],
            },
            "visuals": [
                {"id": "years", "figure": "figure.png", "axes": 0, "results": ["annual"]},
                {"id": "months", "figure": "figure.png", "axes": 1, "results": ["cycle"]},
                {"id": "boxes", "figure": "figure.png", "axes": 2},
            ],
        },
        out,
        indent=2,
    )
