"""Engel's law with the csv module and plain loops: least squares by its sums."""

import csv
import json
import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy.stats import t as student

income, food = [], []
with open("data/engel.csv", newline="") as f:
    for row in csv.DictReader(f):
        income.append(float(row["income"]))
        food.append(float(row["foodexp"]))


def mean(values):
    return sum(values) / len(values)


def spread(values):
    centre = mean(values)
    return sum((v - centre) ** 2 for v in values)


def least_squares(x, y):
    """Slope of y on x and its standard error."""
    mx, my = mean(x), mean(y)
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, y))
    slope = sxy / spread(x)
    intercept = my - slope * mx
    residual = sum((b - intercept - slope * a) ** 2 for a, b in zip(x, y))
    return slope, math.sqrt(residual / (len(x) - 2) / spread(x))


def regression(name, x, y, estimand, quantity):
    slope, se = least_squares(x, y)
    half = student.ppf(0.975, len(x) - 2) * se
    return {
        "id": name,
        "estimand": estimand,
        "quantity": quantity,
        "variable": "foodexp",
        "population": "working-class households",
        "analysis_unit": "household",
        "method": "least squares",
        "unit": "1",
        "value": slope,
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": slope - half, "upper": slope + half},
        "n": len(x),
    }


log_income = [math.log(v) for v in income]
log_food = [math.log(v) for v in food]
marginal = regression("r1", income, food, "slope", "marginal food expenditure")
elasticity = regression("r2", log_income, log_food, "elasticity", "income elasticity of food expenditure")

median = sorted(income)[len(income) // 2]  # the number of households is odd
shares = {"lower half": [], "upper half": []}
for i, f in zip(income, food):
    shares["upper half" if i > median else "lower half"].append(f / i)

lower_ends, upper_ends, half_widths = [], [], []
for values in shares.values():
    n = len(values)
    half = student.ppf(0.975, n - 1) * math.sqrt(spread(values) / (n - 1) / n)
    half_widths.append(half)
    lower_ends.append(mean(values) - half)
    upper_ends.append(mean(values) + half)
means = {
    "id": "r3",
    "estimand": "mean",
    "quantity": "food share",
    "variable": "share",
    "population": "working-class households",
    "groups": list(shares),
    "analysis_unit": "household",
    "method": "arithmetic mean",
    "unit": "1",
    "value": [mean(values) for values in shares.values()],
    "index": list(shares),
    "uncertainty": {"kind": "ci", "level": 0.95, "lower": lower_ends, "upper": upper_ends},
}

with open("results.json", "w") as out:
    json.dump({"schema": "assay/results/v1", "results": [marginal, elasticity, means]}, out, indent=1)

fig, (left, middle, right) = plt.subplots(1, 3, figsize=(8.6, 3.1), width_ratios=[3, 3, 2])
left.plot(income, food, ".", markersize=4, color="#33658a")
middle.plot(log_income, log_food, ".", markersize=4, color="#33658a")
right.bar(means["index"], means["value"], yerr=half_widths, capsize=4, width=0.6, color=["#86bbd8", "#f6ae2d"])
left.set(xlabel="Income (francs)", ylabel="Food expenditure (francs)")
middle.set(xlabel="Natural log of income", ylabel="Natural log of food expenditure")
right.set(xlabel="Incomes", ylabel="Mean food share, 95% CI")
for ax in (left, middle, right):
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
fig.tight_layout()
fig.savefig("figure.png", dpi=120)


def sentence(r, what):
    low, high = r["uncertainty"]["lower"], r["uncertainty"]["upper"]
    verb = "rises" if r["value"] > 0 else "falls"
    return f"Food expenditure {verb} with income, {what} {r['value']:.2f} (95% CI {low:.2f} to {high:.2f})."


claims = []
for name, r, what, visual in (
    ("k1", marginal, "with a slope of", "left"),
    ("k2", elasticity, "with an elasticity of", "middle"),
):
    claims.append(
        {
            "id": name,
            "text": sentence(r, what),
            "quantity": r["quantity"],
            "variable": "foodexp",
            "population": "working-class households",
            "direction": "increasing" if r["value"] > 0 else "decreasing",
            "magnitude": {
                "value": r["value"],
                "lower": r["uncertainty"]["lower"],
                "upper": r["uncertainty"]["upper"],
                "unit": "1",
            },
            "strength": "inferential",
            "causal": "associational",
            "supports": {"results": [r["id"]], "visuals": [visual]},
        }
    )
poor, rich = means["value"]
claims.append(
    {
        "id": "k3",
        "text": f"The mean food share is {'lower' if rich < poor else 'higher'} in the upper half of incomes "
        "than in the lower half.",
        "quantity": "food share",
        "variable": "share",
        "population": "working-class households",
        "groups": ["upper half", "lower half"],
        "direction": "less" if rich < poor else "greater",
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["r3"], "visuals": ["right"]},
    }
)
with open("claims.json", "w") as out:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, out, indent=1)

with open("provenance.json", "w") as out:
    json.dump(
        {
            "schema": "assay/provenance/v1",
            "data": [{"id": "file", "path": "data/engel.csv"}],
            "transforms": [
                {"id": "lists", "operation": "read", "inputs": ["file"]},
                {"id": "shares", "operation": "split at the median", "inputs": ["lists"]},
            ],
            "results": {"r1": ["lists"], "r2": ["lists"], "r3": ["shares"]},
            "visuals": [
                {"id": "left", "figure": "figure.png", "axes": 0},
                {"id": "middle", "figure": "figure.png", "axes": 1},
                {"id": "right", "figure": "figure.png", "axes": 2, "results": ["r3"]},
            ],
        },
        out,
        indent=1,
    )
