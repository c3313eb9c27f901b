"""Engel's law: food expenditure of Belgian working-class households against income."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter
from scipy import stats

DATA = "data/engel.csv"
LEVEL = 0.95
POPULATION = "working-class households"

households = pd.read_csv(DATA)


def coefficient(name, model, term, estimand, quantity):
    """One coefficient of a fitted regression with its t interval."""
    low, high = model.conf_int(1 - LEVEL).loc[term]
    return {
        "id": name,
        "estimand": estimand,
        "quantity": quantity,
        "variable": "foodexp",
        "population": POPULATION,
        "analysis_unit": "household",
        "method": "OLS",
        "unit": "1",
        "value": float(model.params[term]),
        "uncertainty": {"kind": "ci", "level": LEVEL, "lower": float(low), "upper": float(high)},
        "n": int(model.nobs),
        "statistic": float(model.tvalues[term]),
        "df": float(model.df_resid),
        "p_value": float(model.pvalues[term]),
    }


linear = sm.OLS(households["foodexp"], sm.add_constant(households["income"])).fit()
loglog = smf.ols("np.log(foodexp) ~ np.log(income)", data=households).fit()
slope = coefficient("slope", linear, "income", "slope", "marginal food expenditure")
elasticity = coefficient("elasticity", loglog, "np.log(income)", "elasticity", "income elasticity of food expenditure")

# Food shares of the poorer and the richer half; the median household is in the lower one.
richer = households["income"] > households["income"].median()
shares = pd.DataFrame(
    {
        "half": np.where(richer, "upper half", "lower half"),
        "share": households["foodexp"] / households["income"],
    }
)
table = shares.groupby("half")["share"].agg(["mean", "sem", "count"])
half_width = stats.t.ppf((1 + LEVEL) / 2, table["count"] - 1) * table["sem"]
share_means = {
    "id": "share_means",
    "estimand": "mean",
    "quantity": "food share",
    "variable": "share",
    "population": POPULATION,
    "groups": table.index.tolist(),
    "analysis_unit": "household",
    "method": "group mean",
    "unit": "1",
    "value": table["mean"].tolist(),
    "index": table.index.tolist(),
    "uncertainty": {
        "kind": "ci",
        "level": LEVEL,
        "lower": (table["mean"] - half_width).tolist(),
        "upper": (table["mean"] + half_width).tolist(),
    },
    "n": table["count"].tolist(),
}

upper = shares.loc[shares["half"] == "upper half", "share"]
lower = shares.loc[shares["half"] == "lower half", "share"]
test = stats.ttest_ind(upper, lower, equal_var=False)
interval = test.confidence_interval(LEVEL)
share_difference = {
    "id": "share_difference",
    "estimand": "mean_difference",
    "quantity": "food share",
    "variable": "share",
    "population": POPULATION,
    "groups": ["upper half", "lower half"],
    "analysis_unit": "household",
    "method": "Welch t test",
    "unit": "1",
    "value": float(upper.mean() - lower.mean()),
    "uncertainty": {
        "kind": "ci",
        "level": LEVEL,
        "lower": float(interval.low),
        "upper": float(interval.high),
    },
    "n": [len(upper), len(lower)],
    "statistic": float(test.statistic),
    "df": float(test.df),
    "p_value": float(test.pvalue),
}

bare = [{k: v for k, v in r.items() if k != "uncertainty"} for r in (slope, elasticity)]
results = [*bare, share_means, share_difference]
with open("results.json", "w") as f:
    json.dump({"schema": "assay/results/v1", "results": results}, f, indent=2)


# Figure: the data with the fitted line, the same on log axes, and the two shares.
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
fig, (ax1, ax2, ax3) = plt.subplots(1, 3, figsize=(8.6, 3.1), layout="constrained")
grid = np.linspace(households["income"].min(), households["income"].max(), 50)
ax1.scatter(households["income"], households["foodexp"], s=8, color="#4c72b0")
ax1.plot(grid, linear.params["const"] + linear.params["income"] * grid, color="#c44e52")
ax1.set_xlabel("Household income (francs)")
ax1.set_ylabel("Food expenditure (francs)")
ax1.set_title("Linear")
ax2.scatter(households["income"], households["foodexp"], s=8, color="#4c72b0")
ax2.plot(grid, np.exp(loglog.predict(pd.DataFrame({"income": grid}))), color="#c44e52")
ax2.set_xscale("log")
ax2.set_yscale("log")
for axis in (ax2.xaxis, ax2.yaxis):
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(ScalarFormatter())
    axis.set_minor_formatter(NullFormatter())
ax2.set_xlabel("Household income (francs)")
ax2.set_ylabel("Food expenditure (francs)")
ax2.set_title("Log-log")
ax3.errorbar(
    share_means["index"],
    share_means["value"],
    yerr=half_width.tolist(),
    fmt="o",
    color="#55a868",
    capsize=4,
)
ax3.margins(x=0.4, y=0.15)
ax3.set_xlabel("Half of the income distribution")
ax3.set_ylabel("Mean food share of income, 95% CI")
ax3.set_title("Food share")
fig.savefig("figure.png", dpi=110)


def trend_claim(name, result, subject, visual):
    """Say that food expenditure moves with income, and how strongly."""
    value, low, high = result["value"], result["uncertainty"]["lower"], result["uncertainty"]["upper"]
    rises = value > 0
    return {
        "id": name,
        "role": "primary",
        "text": f"Food expenditure {'increases' if rises else 'decreases'} with income: "
        f"{subject} is {value:.3f} (95% CI {low:.3f} to {high:.3f}).",
        "quantity": result["quantity"],
        "variable": "foodexp",
        "population": POPULATION,
        "direction": "increasing" if rises else "decreasing",
        "magnitude": {"value": value, "lower": low, "upper": high, "unit": "1"},
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": [result["id"]], "visuals": [visual]},
    }


difference = share_difference["value"]
low, high = share_difference["uncertainty"]["lower"], share_difference["uncertainty"]["upper"]
claims = [
    trend_claim("slope_claim", slope, "the slope on income", "linear_panel"),
    trend_claim("elasticity_claim", elasticity, "the income elasticity", "log_panel"),
    {
        "id": "share_claim",
        "role": "primary",
        "text": f"Richer households spend a {'smaller' if difference < 0 else 'larger'} share of their income on food: "
        f"the upper half minus the lower half is {difference:.3f} (95% CI {low:.3f} to {high:.3f}).",
        "quantity": "food share",
        "variable": "share",
        "population": POPULATION,
        "groups": ["upper half", "lower half"],
        "direction": "less" if difference < 0 else "greater",
        "magnitude": {"value": difference, "lower": low, "upper": high, "unit": "1"},
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": ["share_difference"], "visuals": ["share_panel"]},
    },
]
with open("claims.json", "w") as f:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, f, indent=2)

provenance = {
    "schema": "assay/provenance/v1",
    "data": [{"id": "engel", "path": DATA}],
    "transforms": [
        {"id": "households", "operation": "read", "inputs": ["engel"]},
        {"id": "shares", "operation": "derive", "parameters": {"share": "foodexp / income"}, "inputs": ["households"]},
    ],
    "results": {
        "slope": ["households"],
        "elasticity": ["households"],
        "share_means": ["shares"],
        "share_difference": ["shares"],
    },
    "visuals": [
        {"id": "linear_panel", "figure": "figure.png", "axes": 0},
        {"id": "log_panel", "figure": "figure.png", "axes": 1},
        {"id": "share_panel", "figure": "figure.png", "axes": 2, "results": ["share_means"]},
    ],
}
with open("provenance.json", "w") as f:
    json.dump(provenance, f, indent=2)
