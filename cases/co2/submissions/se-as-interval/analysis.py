"""CO2 at Mauna Loa: the long-term trend, the seasonal swing, and faster growth."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
import statsmodels.api as sm
from scipy import stats

DATA = "data/co2.csv"
LEVEL = 0.95
SITE = "air at Mauna Loa"

weekly = pd.read_csv(DATA).dropna(subset=["co2"])
weekly["year"] = weekly["date"] // 10000
weekly["month"] = weekly["date"] // 100 % 100

# Monthly means, dated at the middle of the month.
monthly = weekly.groupby(["year", "month"], as_index=False)["co2"].mean()
monthly["t"] = monthly["year"] + (monthly["month"] - 0.5) / 12
fit = sm.OLS(monthly["co2"], sm.add_constant(monthly["t"])).fit()
low, high = fit.conf_int(1 - LEVEL).loc["t"]
trend = {
    "id": "trend",
    "estimand": "trend",
    "quantity": "trend of CO2",
    "variable": "co2",
    "population": SITE,
    "analysis_unit": "month",
    "method": "OLS",
    "unit": "ppm/year",
    "value": float(fit.params["t"]),
    "uncertainty": {"kind": "ci", "level": LEVEL, "lower": float(low), "upper": float(high)},
    "n": int(fit.nobs),
    "statistic": float(fit.tvalues["t"]),
    "df": float(fit.df_resid),
    "p_value": float(fit.pvalues["t"]),
}

# Seasonal cycle: monthly means minus their year's mean, over years with all months.
months = monthly.groupby("year")["co2"].transform("count")
complete = monthly[months == 12]
anomaly = complete["co2"] - complete.groupby("year")["co2"].transform("mean")
cycle = anomaly.groupby(complete["month"]).mean()
season = {
    "id": "season",
    "estimand": "mean",
    "quantity": "seasonal cycle of CO2",
    "variable": "co2",
    "population": SITE,
    "analysis_unit": "month",
    "method": "group mean",
    "unit": "ppm",
    "value": cycle.tolist(),
    "index": cycle.index.tolist(),
}
swing = {
    "id": "swing",
    "estimand": "peak-to-trough range",
    "quantity": "seasonal swing of CO2",
    "variable": "co2",
    "population": SITE,
    "analysis_unit": "month",
    "method": "range of monthly means",
    "unit": "ppm",
    "value": float(cycle.max() - cycle.min()),
}

# Growth from one complete year to the next, before and after 1980.
annual = complete.groupby("year")["co2"].mean()
growth = annual.reindex(range(annual.index.min(), annual.index.max() + 1)).diff().dropna()
late = growth[growth.index > 1980]
early = growth[growth.index <= 1980]


def growth_mean(values):
    """Mean of the yearly growth with the half width of its t interval."""
    return values.mean(), stats.t.ppf((1 + LEVEL) / 2, len(values) - 1) * values.sem()


(early_mean, early_half), (late_mean, late_half) = growth_mean(early), growth_mean(late)
growth_means = {
    "id": "growth_means",
    "estimand": "mean",
    "quantity": "annual growth of CO2",
    "variable": "co2",
    "population": SITE,
    "groups": ["early", "late"],
    "analysis_unit": "year",
    "method": "group mean",
    "unit": "ppm/year",
    "value": [early_mean, late_mean],
    "index": ["early", "late"],
    "uncertainty": {
        "kind": "ci",
        "level": LEVEL,
        "lower": [early_mean - early_half, late_mean - late_half],
        "upper": [early_mean + early_half, late_mean + late_half],
    },
    "n": [len(early), len(late)],
}
test = stats.ttest_ind(late, early, equal_var=False)
se = (late.mean() - early.mean()) / test.statistic
growth_difference = {
    "id": "growth_difference",
    "estimand": "mean_difference",
    "quantity": "annual growth of CO2",
    "variable": "co2",
    "population": SITE,
    "groups": ["late", "early"],
    "analysis_unit": "year",
    "method": "Welch t test",
    "unit": "ppm/year",
    "value": float(late.mean() - early.mean()),
    "uncertainty": {
        "kind": "ci",
        "level": LEVEL,
        "lower": float(late.mean() - early.mean() - se),
        "upper": float(late.mean() - early.mean() + se),
    },
    "n": [len(late), len(early)],
    "statistic": float(test.statistic),
    "df": float(test.df),
    "p_value": float(test.pvalue),
}

results = [trend, season, swing, growth_means, growth_difference]
with open("results.json", "w") as f:
    json.dump({"schema": "assay/results/v1", "results": results}, f, indent=2)


# Figure: the record with its trend, the seasonal cycle, the growth of both periods.
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
fig, (ax1, ax2, ax3) = plt.subplots(1, 3, figsize=(8.6, 3.1), layout="constrained")
ax1.plot(monthly["t"], monthly["co2"], color="#2a6f97", linewidth=0.8, label="monthly mean")
ax1.plot(monthly["t"], fit.fittedvalues, color="#e07a5f", linewidth=1.5, label="linear trend")
ax1.set_xlabel("Year")
ax1.set_ylabel("CO2 concentration (ppm)")
ax1.legend(frameon=False)
ax2.plot(season["index"], season["value"], "o-", color="#3d5a40", markersize=4)
ax2.set_xticks(range(1, 13))
ax2.set_xlabel("Month")
ax2.set_ylabel("Mean departure from the year (ppm)")
ax3.errorbar(
    growth_means["index"],
    growth_means["value"],
    yerr=[early_half, late_half],
    fmt="s",
    color="#81559b",
    capsize=4,
)
ax3.margins(x=0.4, y=0.15)
ax3.set_xlabel("Period (early: to 1980, late: after)")
ax3.set_ylabel("Mean growth of CO2 (ppm/year), 95% CI")
fig.savefig("figure.png", dpi=110)


def interval_text(result):
    u = result["uncertainty"]
    return f"{result['value']:.2f} ppm/year (95% CI {u['lower']:.2f} to {u['upper']:.2f} ppm/year)"


def magnitude(result):
    u = result["uncertainty"]
    return {"value": result["value"], "lower": u["lower"], "upper": u["upper"], "unit": result["unit"]}


rising = trend["value"] > 0
faster = growth_difference["value"] > 0
claims = [
    {
        "id": "trend_claim",
        "role": "primary",
        "text": f"The concentration of CO2 at Mauna Loa {'increases' if rising else 'decreases'} "
        f"by {interval_text(trend)}.",
        "quantity": "trend of CO2",
        "variable": "co2",
        "population": SITE,
        "direction": "increasing" if rising else "decreasing",
        "magnitude": magnitude(trend),
        "strength": "inferential",
        "causal": "descriptive",
        "supports": {"results": ["trend"], "visuals": ["record"]},
    },
    {
        "id": "swing_claim",
        "role": "primary",
        "text": f"Within a year CO2 swings by {swing['value']:.2f} ppm between its highest and its lowest month.",
        "quantity": "seasonal swing of CO2",
        "variable": "co2",
        "population": SITE,
        "magnitude": {"value": swing["value"], "unit": "ppm"},
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["swing"], "visuals": ["cycle"]},
    },
    {
        "id": "growth_claim",
        "role": "primary",
        "text": f"CO2 grew {'faster' if faster else 'slower'} in the late period than in the early one; "
        f"the difference is {interval_text(growth_difference)}.",
        "quantity": "annual growth of CO2",
        "variable": "co2",
        "population": SITE,
        "groups": ["late", "early"],
        "direction": "greater" if faster else "less",
        "magnitude": magnitude(growth_difference),
        "strength": "inferential",
        "causal": "descriptive",
        "supports": {"results": ["growth_difference"], "visuals": ["growth"]},
    },
]
with open("claims.json", "w") as f:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, f, indent=2)

provenance = {
    "schema": "assay/provenance/v1",
    "data": [{"id": "co2", "path": DATA}],
    "transforms": [
        {"id": "weekly", "operation": "drop_missing", "parameters": {"columns": ["co2"]}, "inputs": ["co2"]},
        {"id": "monthly", "operation": "mean", "parameters": {"by": ["year", "month"]}, "inputs": ["weekly"]},
        {"id": "growth", "operation": "difference", "inputs": ["monthly"]},
    ],
    "results": {
        "trend": ["monthly"],
        "season": ["monthly"],
        "swing": ["monthly"],
        "growth_means": ["growth"],
        "growth_difference": ["growth"],
    },
    "visuals": [
        {"id": "record", "figure": "figure.png", "axes": 0, "results": ["trend"]},
        {"id": "cycle", "figure": "figure.png", "axes": 1, "results": ["season"]},
        {"id": "growth", "figure": "figure.png", "axes": 2, "results": ["growth_means"]},
    ],
}
with open("provenance.json", "w") as f:
    json.dump(provenance, f, indent=2)
