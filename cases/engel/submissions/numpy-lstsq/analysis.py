"""Engel's law in numpy: least squares by a design matrix, a pooled t test, box plots."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter
from scipy import stats

income, food = np.loadtxt("data/engel.csv", delimiter=",", skiprows=1, unpack=True)
who = {"population": "working-class households", "analysis_unit": "household", "unit": "1"}


def fit(x, y):
    """Slope, standard error and degrees of freedom of a straight line."""
    design = np.column_stack([np.ones_like(x), x])
    beta, residual, _, _ = np.linalg.lstsq(design, y, rcond=None)
    df = len(y) - 2
    cov = residual[0] / df * np.linalg.inv(design.T @ design)
    return beta, np.sqrt(cov[1, 1]), df


def as_result(name, estimand, quantity, beta, se, df):
    half = stats.t.ppf(0.975, df) * se
    return {
        "id": name,
        "estimand": estimand,
        "quantity": quantity,
        "variable": "foodexp",
        **who,
        "method": "ordinary least squares",
        "value": float(beta[1]),
        "uncertainty": {
            "kind": "ci",
            "level": 0.95,
            "lower": float(beta[1] - half),
            "upper": float(beta[1] + half),
        },
        "df": df,
    }


line, line_se, df = fit(income, food)
power, power_se, _ = fit(np.log(income), np.log(food))
slope = as_result("slope", "slope", "marginal food expenditure", line, line_se, df)
elasticity = as_result("elasticity", "elasticity", "income elasticity of food expenditure", power, power_se, df)

share = food / income
rich = income > np.median(income)
upper, lower = share[rich], share[~rich]
pooled = stats.ttest_ind(upper, lower)
low, high = pooled.confidence_interval(0.95)
gap = {
    "id": "gap",
    "estimand": "mean_difference",
    "quantity": "food share",
    "variable": "share",
    "groups": ["upper half", "lower half"],
    **who,
    "method": "Student t test",
    "value": float(np.mean(upper) - np.mean(lower)),
    "uncertainty": {"kind": "ci", "level": 0.95, "lower": float(low), "upper": float(high)},
    "statistic": float(pooled.statistic),
    "p_value": float(pooled.pvalue),
}
with open("results.json", "w") as out:
    json.dump({"schema": "assay/results/v1", "results": [slope, elasticity, gap]}, out, indent=2)

fig, axes = plt.subplots(1, 2, figsize=(7.4, 3.3), layout="constrained", width_ratios=[3, 2])
axes[0].loglog(income, food, "o", markersize=3.5, color="#5e548e", alpha=0.7)
axes[0].set(xlabel="Income (francs)", ylabel="Food expenditure (francs)")
for axis in (axes[0].xaxis, axes[0].yaxis):
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(ScalarFormatter())
    axis.set_minor_formatter(NullFormatter())
axes[0].grid(alpha=0.3)
axes[1].boxplot(
    [lower, upper],
    tick_labels=["lower half", "upper half"],
    widths=0.5,
    patch_artist=True,
    boxprops={"facecolor": "#e0b1cb"},
    medianprops={"color": "black"},
)
axes[1].set(xlabel="Income", ylabel="Food share of income")
fig.savefig("figure.png", dpi=120)


def numbers(r):
    return r["value"], r["uncertainty"]["lower"], r["uncertainty"]["upper"]


def claim(name, r, text, direction, visual):
    value, lo, hi = numbers(r)
    return {
        "id": name,
        "role": "primary",
        "text": text,
        "quantity": r["quantity"],
        "variable": r["variable"],
        "population": r["population"],
        "groups": r.get("groups", []),
        "direction": direction,
        "magnitude": {"value": value, "lower": lo, "upper": hi, "unit": "1"},
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": [r["id"]], "visuals": [visual]},
    }


claims = []
for r, name in ((slope, "slope"), (elasticity, "elasticity")):
    value, lo, hi = numbers(r)
    up = value > 0
    claims.append(
        claim(
            "about_" + name,
            r,
            f"Households with more income spend {'more' if up else 'less'} on food; "
            f"the {name} is {value:.3f} (95% CI {lo:.3f} to {hi:.3f}).",
            "increasing" if up else "decreasing",
            "scatter",
        )
    )
value, lo, hi = numbers(gap)
claims.append(
    claim(
        "about_share",
        gap,
        f"Food takes a {'smaller' if value < 0 else 'larger'} share of income in the upper half than in the lower half "
        f"(difference {100 * value:.1f}%, 95% CI {100 * lo:.1f}% to {100 * hi:.1f}%).",
        "less" if value < 0 else "greater",
        "boxes",
    )
)
with open("claims.json", "w") as out:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, out, indent=2)

with open("provenance.json", "w") as out:
    json.dump(
        {
            "schema": "assay/provenance/v1",
            "data": [{"id": "table", "path": "data/engel.csv"}],
            "transforms": [
                {"id": "columns", "operation": "read", "inputs": ["table"]},
                {"id": "halves", "operation": "filter", "inputs": ["columns"]},
            ],
            "results": {"slope": ["columns"], "elasticity": ["columns"], "gap": ["halves"]},
            "visuals": [
                {"id": "scatter", "figure": "figure.png", "axes": 0},
                {"id": "boxes", "figure": "figure.png", "axes": 1},
            ],
        },
        out,
        indent=2,
    )
