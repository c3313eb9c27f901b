"""Penguin body mass in numpy: pooled t tests on arrays, box plots of the raw data."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy import stats

table = np.loadtxt("data/penguins.csv", delimiter=",", dtype=str, skiprows=1)
species, mass_text, sex = table[:, 0], table[:, 5], table[:, 6]

has_mass = mass_text != "NA"
mass = mass_text[has_mass].astype(float)
species = species[has_mass]
sex = sex[has_mass]

kinds = ["Adelie", "Chinstrap", "Gentoo"]
per_species = [mass[species == k] for k in kinds]
has_sex = sex != "NA"
per_sex = [mass[has_sex & (sex == s)] for s in ("female", "male")]
adelie, chinstrap, gentoo = per_species
females, males = per_sex

ALL = "penguins with a recorded body mass"
SEXED = "penguins with a recorded body mass and sex"


def compare(name, a, b, groups, population):
    test = stats.ttest_ind(a, b)
    low, high = test.confidence_interval(0.95)
    return {
        "id": name,
        "estimand": "mean_difference",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": population,
        "groups": groups,
        "analysis_unit": "penguin",
        "method": "Student t test",
        "unit": "g",
        "value": float(np.mean(a) - np.mean(b)),
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": float(low), "upper": float(high)},
        "statistic": float(test.statistic),
        "df": float(test.df),
        "p_value": float(test.pvalue),
    }


results = [
    compare("gentoo_minus_adelie", gentoo, adelie, ["Gentoo", "Adelie"], ALL),
    compare("chinstrap_minus_adelie", chinstrap, adelie, ["Chinstrap", "Adelie"], ALL),
    compare("male_minus_female", males, females, ["male", "female"], SEXED),
]
spread = np.array([np.std(m, ddof=1) for m in per_species])
results.append(
    {
        "id": "spread",
        "estimand": "sd",
        "quantity": "spread of body mass",
        "variable": "body_mass_g",
        "population": ALL,
        "groups": kinds,
        "analysis_unit": "penguin",
        "method": "sample standard deviation",
        "unit": "g",
        "value": spread.tolist(),
        "index": kinds,
    }
)
with open("results.json", "w") as out:
    json.dump({"schema": "assay/results/v1", "results": results}, out, indent=2)

fig, (ax1, ax2, ax3) = plt.subplots(1, 3, figsize=(8.6, 3.1), layout="constrained")
style = {"patch_artist": True, "widths": 0.55, "medianprops": {"color": "black"}}
ax1.boxplot(per_species, tick_labels=kinds, boxprops={"facecolor": "#9ecae1"}, **style)
ax1.set(xlabel="Species", ylabel="Body mass (g)")
ax2.boxplot(per_sex, tick_labels=["female", "male"], boxprops={"facecolor": "#fdd0a2"}, **style)
ax2.set(xlabel="Sex", ylabel="Body mass (g)")
ax3.plot(kinds, spread, "D", color="#54278f", markersize=7)
ax3.margins(x=0.25)
ax3.set_ylim(0, 1.15 * spread.max())
ax3.set(xlabel="Species", ylabel="SD of body mass (g)")
for ax in (ax1, ax2, ax3):
    ax.grid(axis="y", alpha=0.3)
fig.savefig("figure.png", dpi=150)


def claim(name, result, visual):
    d, low, high = result["value"], result["uncertainty"]["lower"], result["uncertainty"]["upper"]
    first, second = result["groups"]
    if low < 0 < high:
        direction, verb = "no_difference", "does not differ significantly from"
    elif d > 0:
        direction, verb = "greater", "exceeds"
    else:
        direction, verb = "less", "is below"
    return {
        "id": name,
        "role": "primary",
        "text": f"The mean body mass of {first} {verb} that of {second} "
        f"(difference {d / 1000:.3f} kg, 95% CI {low / 1000:.3f} to {high / 1000:.3f} kg).",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": result["population"],
        "groups": [first, second],
        "direction": direction,
        "magnitude": {"value": d / 1000, "lower": low / 1000, "upper": high / 1000, "unit": "kg"},
        "strength": "inferential",
        "causal": "associational",
        "supports": {"results": [result["id"]], "visuals": [visual]},
    }


claims = [
    claim("a", results[0], "boxes_species"),
    claim("b", results[1], "boxes_species"),
    claim("c", results[2], "boxes_sex"),
]
gentoo_sd, chinstrap_sd = spread[2], spread[1]
claims.append(
    {
        "id": "d",
        "role": "primary",
        "text": "Gentoo body masses are "
        + ("more" if gentoo_sd > chinstrap_sd else "less")
        + " variable than Chinstrap body masses.",
        "quantity": "spread of body mass",
        "variable": "body_mass_g",
        "population": ALL,
        "groups": ["Gentoo", "Chinstrap"],
        "direction": "greater" if gentoo_sd > chinstrap_sd else "less",
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["spread"], "visuals": ["spread_dots"]},
    }
)
with open("claims.json", "w") as out:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, out, indent=2)

with open("provenance.json", "w") as out:
    json.dump(
        {
            "schema": "assay/provenance/v1",
            "data": [{"id": "table", "path": "data/penguins.csv"}],
            "transforms": [
                {"id": "per_species", "operation": "filter", "parameters": {"by": "species"}, "inputs": ["table"]},
                {"id": "per_sex", "operation": "filter", "parameters": {"by": "sex"}, "inputs": ["table"]},
            ],
            "results": {
                "gentoo_minus_adelie": ["per_species"],
                "chinstrap_minus_adelie": ["per_species"],
                "male_minus_female": ["per_sex"],
                "spread": ["per_species"],
            },
            "visuals": [
                {"id": "boxes_species", "figure": "figure.png", "axes": 0},
                {"id": "boxes_sex", "figure": "figure.png", "axes": 1},
                {"id": "spread_dots", "figure": "figure.png", "axes": 2, "results": ["spread"]},
            ],
        },
        out,
        indent=2,
    )
