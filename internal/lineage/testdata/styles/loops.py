"""The same analysis with csv, lists and loops, and with numpy arrays, and some faults."""

import csv
import json
import math
import statistics

import numpy as np

out = {}
by_sex = {"f": [], "m": []}
lengths, masses = [], []
light = {"f": [], "m": []}
with open("data/animals.csv", newline="") as f:
    for row in csv.DictReader(f):
        if row["mass"] == "NA":
            continue
        lengths.append(float(row["length"]))
        masses.append(float(row["mass"]))
        if row["sex"] != "NA":
            by_sex[row["sex"]].append(float(row["mass"]))
            if float(row["mass"]) < 3400:
                light[row["sex"]].append(float(row["mass"]))


def mean(values):
    return sum(values) / len(values)


def slope(x, y):
    mx, my = mean(x), mean(y)
    top = bottom = 0.0
    for a, b in zip(x, y):
        top += (a - mx) * (b - my)
        bottom += (a - mx) ** 2
    return top / bottom


out["loop"] = [mean(by_sex[s]) for s in ("f", "m")]
out["statistics"] = [statistics.mean(v) for v in by_sex.values()]
out["fsum"] = [math.fsum(by_sex["f"]) / len(by_sex["f"]), math.fsum(by_sex["m"]) / len(by_sex["m"])]
out["lost: light in a loop"] = [mean(light[s]) for s in ("f", "m")]
out["slope in a loop"] = slope(lengths, masses)
out["slope of statistics"] = statistics.linear_regression(lengths, masses).slope
out["lost: slope of some"] = slope(lengths[:40], masses[:40])

# A stream that keeps masses by bins of length only, of all animals and of the light ones.
bins, light_bins, fine = {}, {}, {i: [] for i in range(400)}
with open("data/animals.csv", newline="") as f:
    for row in csv.DictReader(f):
        if row["mass"] != "NA":
            bins.setdefault(int(float(row["length"])) // 10, []).append(float(row["mass"]))
            fine[int(float(row["length"]))].append(float(row["mass"]))
            if float(row["mass"]) < 3400:
                light_bins.setdefault(int(float(row["length"])) // 10, []).append(float(row["mass"]))
out["mean of binned masses"] = sum(mean(v) * len(v) for v in bins.values()) / sum(map(len, bins.values()))
out["sum of finely binned masses"] = sum(sum(v) for v in fine.values())
out["lost: light masses in bins"] = sum(mean(v) for v in light_bins.values())

with open("data/animals.csv") as f:
    rows = [line.strip().split(",") for line in f][1:]
kept = [r for r in rows if r[3] != "NA" and r[0] != "NA"]
out["comprehension"] = [statistics.fmean(float(r[3]) for r in kept if r[0] == s) for s in ("f", "m")]

text = np.genfromtxt("data/animals.csv", delimiter=",", dtype=str, skip_header=1)
sex, mass = text[:, 0], np.array([float(t) if t != "NA" else np.nan for t in text[:, 3]])
out["nanmean"] = [float(np.nanmean(mass[sex == s])) for s in ("f", "m")]
numbers = np.genfromtxt("data/animals.csv", delimiter=",", skip_header=1, usecols=(2, 3))
whole = numbers[~np.isnan(numbers).any(axis=1)]
out["lstsq"] = float(np.linalg.lstsq(np.column_stack([np.ones(len(whole)), whole[:, 0]]), whole[:, 1], rcond=None)[0][1])
out["corrcoef"] = float(np.corrcoef(whole[:, 0], whole[:, 1])[0, 1] * whole[:, 1].std() / whole[:, 0].std())
out["wrong: not male is female"] = [float(np.nanmean(mass[sex != s])) for s in ("m", "f")]
out["lost: first fifty"] = [float(np.nanmean(mass[:50][sex[:50] == s])) for s in ("f", "m")]

with open("results.json", "w") as f:
    json.dump(out, f)
