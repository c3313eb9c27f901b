"""Body mass of Palmer Archipelago penguins, compared between species and sexes."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
from scipy import stats

DATA = "data/penguins.csv"
MASS = "body_mass_g"
LEVEL = 0.95

penguins = pd.read_csv(DATA)
weighed = penguins.dropna(subset=[MASS])[["species", MASS]]
sexed = penguins.dropna(subset=[MASS, "sex"])[["sex", MASS]]


def mean_result(name, frame, by, population):
    """Mean of each group with its t interval."""
    table = frame.groupby(by)[MASS].agg(["mean", "sem", "count"])
    half = stats.t.ppf((1 + LEVEL) / 2, table["count"] - 1) * table["sem"]
    return {
        "id": name,
        "estimand": "mean",
        "quantity": "body mass",
        "variable": MASS,
        "population": population,
        "groups": table.index.tolist(),
        "analysis_unit": "penguin",
        "method": "group mean",
        "unit": "g",
        "value": table["mean"].tolist(),
        "index": table.index.tolist(),
        "uncertainty": {
            "kind": "ci",
            "level": LEVEL,
            "lower": (table["mean"] - half).tolist(),
            "upper": (table["mean"] + half).tolist(),
        },
        "n": table["count"].tolist(),
    }


def difference_result(name, frame, by, first, second, population):
    """Mean of the first group minus that of the second, by Welch's t test."""
    a = frame.loc[frame[by] == second, MASS]
    b = frame.loc[frame[by] == first, MASS]
    test = stats.ttest_ind(a, b, equal_var=False)
    interval = test.confidence_interval(LEVEL)
    return {
        "id": name,
        "estimand": "mean_difference",
        "quantity": "body mass",
        "variable": MASS,
        "population": population,
        "groups": [first, second],
        "analysis_unit": "penguin",
        "method": "Welch t test",
        "unit": "g",
        "value": float(a.mean() - b.mean()),
        "uncertainty": {
            "kind": "ci",
            "level": LEVEL,
            "lower": float(interval.low),
            "upper": float(interval.high),
        },
        "n": [len(a), len(b)],
        "statistic": float(test.statistic),
        "df": float(test.df),
        "p_value": float(test.pvalue),
    }


ALL = "penguins with a recorded body mass"
SEXED = "penguins with a recorded body mass and sex"

species_means = mean_result("species_means", weighed, "species", ALL)
sex_means = mean_result("sex_means", sexed, "sex", SEXED)
gentoo_adelie = difference_result("gentoo_adelie", weighed, "species", "Gentoo", "Adelie", ALL)
chinstrap_adelie = difference_result("chinstrap_adelie", weighed, "species", "Chinstrap", "Adelie", ALL)
male_female = difference_result("male_female", sexed, "sex", "male", "female", SEXED)

spread = weighed.groupby("species")[MASS].std()
species_sd = {
    "id": "species_sd",
    "estimand": "sd",
    "quantity": "spread of body mass",
    "variable": MASS,
    "population": ALL,
    "groups": spread.index.tolist(),
    "analysis_unit": "penguin",
    "method": "sample standard deviation",
    "unit": "g",
    "value": spread.tolist(),
    "index": spread.index.tolist(),
}

results = [species_means, sex_means, gentoo_adelie, chinstrap_adelie, male_female, species_sd]
with open("results.json", "w") as f:
    json.dump({"schema": "assay/results/v1", "results": results}, f, indent=2)


# Figure: means with their intervals, and the spread.
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
fig, axes = plt.subplots(1, 3, figsize=(8.6, 3.1), layout="constrained")
for ax, result, title, colour in [
    (axes[0], species_means, "By species", "#1f6f8b"),
    (axes[1], sex_means, "By sex", "#b5533c"),
]:
    value = result["value"]
    below = [v - lo for v, lo in zip(value, result["uncertainty"]["lower"])]
    above = [hi - v for v, hi in zip(value, result["uncertainty"]["upper"])]
    ax.errorbar(result["index"], value, yerr=[below, above], fmt="o", color=colour, capsize=4)
    ax.margins(x=0.25, y=0.15)
    ax.set_title(title)
    ax.set_ylabel("Mean body mass (g), 95% CI")
axes[1].sharey(axes[0])
axes[0].set_xlabel("Species")
axes[1].set_xlabel("Sex")
axes[2].bar(species_sd["index"], species_sd["value"], color="#7d8f69", width=0.6)
axes[2].set_title("Spread by species")
axes[2].set_xlabel("Species")
axes[2].set_ylabel("Standard deviation of body mass (g)")
fig.savefig("figure.png", dpi=150)


def difference_claim(name, result, noun):
    """Say which of the two groups is heavier, and by how much."""
    first, second = result["groups"]
    value, u = result["value"], result["uncertainty"]
    low, high = u["lower"], u["upper"]
    size = f"{value:.0f} g (95% CI {low:.0f} to {high:.0f} g)"
    if low <= 0 <= high:
        direction = "no_difference"
        text = f"{first} and {second} {noun} show no significant difference in mean body mass: {size}."
    elif value > 0:
        direction = "greater"
        text = f"{first} {noun} are heavier than {second} {noun} on average, by {size}."
    else:
        direction = "less"
        text = f"{first} {noun} are lighter than {second} {noun} on average, by {size}."
    return {
        "id": name,
        "role": "primary",
        "text": text[0].upper() + text[1:],
        "quantity": "body mass",
        "variable": MASS,
        "population": result["population"],
        "groups": [first, second],
        "direction": direction,
        "magnitude": {"value": value, "lower": low, "upper": high, "unit": "g"},
        "strength": "inferential",
        "causal": "associational",
        "supports": {
            "results": [result["id"]],
            "visuals": ["mean_by_sex" if result is male_female else "mean_by_species"],
        },
    }


more = spread["Gentoo"] > spread["Chinstrap"]
claims = [
    difference_claim("gentoo_heavier", gentoo_adelie, "penguins"),
    difference_claim("chinstrap_like_adelie", chinstrap_adelie, "penguins"),
    difference_claim("males_heavier", male_female, "penguins"),
    {
        "id": "gentoo_spread",
        "role": "primary",
        "text": f"Body mass varies {'more' if more else 'less'} among Gentoo than among Chinstrap penguins.",
        "quantity": "spread of body mass",
        "variable": MASS,
        "population": ALL,
        "groups": ["Gentoo", "Chinstrap"],
        "direction": "greater" if more else "less",
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["species_sd"], "visuals": ["sd_by_species"]},
    },
]
with open("claims.json", "w") as f:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, f, indent=2)

provenance = {
    "schema": "assay/provenance/v1",
    "data": [{"id": "penguins", "path": DATA}],
    "transforms": [
        {"id": "weighed", "operation": "drop_missing", "parameters": {"columns": [MASS]}, "inputs": ["penguins"]},
        {"id": "sexed", "operation": "drop_missing", "parameters": {"columns": [MASS, "sex"]}, "inputs": ["penguins"]},
    ],
    "results": {
        "species_means": ["weighed"],
        "sex_means": ["sexed"],
        "gentoo_adelie": ["weighed"],
        "chinstrap_adelie": ["weighed"],
        "male_female": ["sexed"],
        "species_sd": ["weighed"],
    },
    "visuals": [
        {"id": "mean_by_species", "figure": "figure.png", "axes": 0, "results": ["species_means"]},
        {"id": "mean_by_sex", "figure": "figure.png", "axes": 1, "results": ["sex_means"]},
        {"id": "sd_by_species", "figure": "figure.png", "axes": 2, "results": ["species_sd"]},
    ],
}
with open("provenance.json", "w") as f:
    json.dump(provenance, f, indent=2)
