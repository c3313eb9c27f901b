"""Penguin body mass with the csv module and plain loops; Student's t test by hand."""

import csv
import json
import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from scipy.stats import t as student

by_species = {"Adelie": [], "Chinstrap": [], "Gentoo": []}
by_sex = {"female": [], "male": []}
with open("data/penguins.csv", newline="") as f:
    for row in csv.DictReader(f):
        if row["body_mass_g"] == "NA":
            continue
        mass = float(row["body_mass_g"])
        by_species[row["species"]].append(mass)
        if row["sex"] != "NA":
            by_sex[row["sex"]].append(mass)


def mean(values):
    return sum(values) / len(values)


def sd(values):
    centre = mean(values)
    squares = 0.0
    for v in values:
        squares += (v - centre) ** 2
    return math.sqrt(squares / (len(values) - 1))


def half_width(values):
    return student.ppf(0.975, len(values) - 1) * sd(values) / math.sqrt(len(values))


def means_of(groups, name, population):
    lower, upper = [], []
    for values in groups.values():
        lower.append(mean(values) - half_width(values))
        upper.append(mean(values) + half_width(values))
    return {
        "id": name,
        "estimand": "mean",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": population,
        "groups": list(groups),
        "analysis_unit": "penguin",
        "method": "arithmetic mean",
        "unit": "g",
        "value": [mean(values) for values in groups.values()],
        "index": list(groups),
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": lower, "upper": upper},
        "n": [len(values) for values in groups.values()],
    }


def student_difference(groups, first, second, name, population):
    a, b = groups[first], groups[second]
    df = len(a) + len(b) - 2
    pooled = ((len(a) - 1) * sd(a) ** 2 + (len(b) - 1) * sd(b) ** 2) / df
    se = math.sqrt(pooled * (1 / len(a) + 1 / len(b)))
    difference = mean(a) - mean(b)
    half = student.ppf(0.975, df) * se
    return {
        "id": name,
        "estimand": "mean_difference",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": population,
        "groups": [first, second],
        "analysis_unit": "penguin",
        "method": "Student t test",
        "unit": "g",
        "value": difference,
        "uncertainty": {"kind": "ci", "level": 0.95, "lower": difference - half, "upper": difference + half},
        "df": df,
    }


weighed = "penguins with a recorded body mass"
sexed = "penguins with a recorded body mass and sex"
species = means_of(by_species, "m1", weighed)
sexes = means_of(by_sex, "m2", sexed)
gentoo = student_difference(by_species, "Gentoo", "Adelie", "d1", weighed)
chinstrap = student_difference(by_species, "Chinstrap", "Adelie", "d2", weighed)
spread = {
    "id": "s1",
    "estimand": "sd",
    "quantity": "spread of body mass",
    "variable": "body_mass_g",
    "population": weighed,
    "groups": list(by_species),
    "analysis_unit": "penguin",
    "method": "sample standard deviation",
    "unit": "g",
    "value": [sd(values) for values in by_species.values()],
    "index": list(by_species),
}

with open("results.json", "w") as f:
    json.dump(
        {"schema": "assay/results/v1", "results": [species, sexes, gentoo, chinstrap, spread]},
        f,
        indent=1,
    )

fig, (left, middle, right) = plt.subplots(1, 3, figsize=(8.4, 3.1), width_ratios=[3, 2, 3])
for ax, result, colours in (
    (left, species, ["#e08e45", "#8e6c8a", "#3a7d7c"]),
    (middle, sexes, ["#c8553d", "#588b8b"]),
):
    errors = [u - v for u, v in zip(result["uncertainty"]["upper"], result["value"])]
    ax.bar(result["index"], result["value"], yerr=errors, capsize=3, color=colours, width=0.65)
left.set_xlabel("Species")
middle.set_xlabel("Sex")
right.set_xlabel("Species")
left.set_ylabel("Mean body mass (g), 95% CI")
middle.set_ylabel("Mean body mass (g), 95% CI")
right.bar(spread["index"], spread["value"], color=["#e08e45", "#8e6c8a", "#3a7d7c"], width=0.65)
right.set_ylabel("Standard deviation of mass (g)")
for ax in (left, middle, right):
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
fig.tight_layout()
fig.savefig("figure.png", dpi=150)


def sentence(d):
    size = f"{d['value']:.1f} g (95% CI {d['uncertainty']['lower']:.1f} g to {d['uncertainty']['upper']:.1f} g)"
    a, b = d["groups"]
    if d["uncertainty"]["lower"] <= 0 <= d["uncertainty"]["upper"]:
        return "no_difference", f"We find no difference in mean body mass between {a} and {b}: {size}."
    if d["value"] > 0:
        return "greater", f"The mean body mass of {a} is higher than that of {b}, by {size}."
    return "less", f"The mean body mass of {a} is lower than that of {b}, by {size}."


claims = []
for name, d in (("k1", gentoo), ("k2", chinstrap)):
    direction, text = sentence(d)
    claims.append(
        {
            "id": name,
            "text": text,
            "quantity": "body mass",
            "variable": "body_mass_g",
            "population": weighed,
            "groups": d["groups"],
            "direction": direction,
            "magnitude": {
                "value": d["value"],
                "lower": d["uncertainty"]["lower"],
                "upper": d["uncertainty"]["upper"],
                "unit": "g",
            },
            "strength": "inferential",
            "causal": "descriptive",
            "supports": {"results": [d["id"]], "visuals": ["species"]},
        }
    )
female_mean, male_mean = sexes["value"]
heavier = male_mean > female_mean
claims.append(
    {
        "id": "k3",
        "text": f"Males are on average {'heavier' if heavier else 'lighter'} than females.",
        "quantity": "body mass",
        "variable": "body_mass_g",
        "population": sexed,
        "groups": ["male", "female"],
        "direction": "greater" if heavier else "less",
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["m2"], "visuals": ["sexes"]},
    }
)
wider = sd(by_species["Gentoo"]) > sd(by_species["Chinstrap"])
claims.append(
    {
        "id": "k4",
        "text": f"The spread of body mass is {'larger' if wider else 'smaller'} in Gentoo than in Chinstrap.",
        "quantity": "spread of body mass",
        "variable": "body_mass_g",
        "population": weighed,
        "groups": ["Gentoo", "Chinstrap"],
        "direction": "greater" if wider else "less",
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["s1"], "visuals": ["spread"]},
    }
)
with open("claims.json", "w") as f:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, f, indent=1)

with open("provenance.json", "w") as f:
    json.dump(
        {
            "schema": "assay/provenance/v1",
            "data": [{"id": "file", "path": "data/penguins.csv"}],
            "transforms": [
                {"id": "mass_by_species", "operation": "collect by species", "inputs": ["file"]},
                {"id": "mass_by_sex", "operation": "collect by sex", "inputs": ["file"]},
            ],
            "results": {
                "m1": ["mass_by_species"],
                "m2": ["mass_by_sex"],
                "d1": ["mass_by_species"],
                "d2": ["mass_by_species"],
                "s1": ["mass_by_species"],
            },
            "visuals": [
                {"id": "species", "figure": "figure.png", "axes": 0, "results": ["m1"]},
                {"id": "sexes", "figure": "figure.png", "axes": 1, "results": ["m2"]},
                {"id": "spread", "figure": "figure.png", "axes": 2, "results": ["s1"]},
            ],
        },
        f,
        indent=1,
    )
