"""A hundred thousand rows in plain Python."""
import csv
import json
import math

totals, squares, counts = {}, {}, {}
biggest = None
with open("large.csv", newline="") as f:
    for row in csv.DictReader(f):
        text = row["v"]
        if text == "":
            continue
        v = float(text)
        g = row["g"]
        totals[g] = totals.get(g, 0.0) + v
        squares[g] = squares.get(g, 0.0) + v * v
        counts[g] = counts.get(g, 0) + 1
        if biggest is None or v > biggest:
            biggest = v
out = {}
for g in sorted(totals):
    mean = totals[g] / counts[g]
    out[g] = {"mean": mean, "sd": math.sqrt((squares[g] - counts[g] * mean * mean) / (counts[g] - 1)), "n": counts[g]}
with open("results.json", "w") as f:
    json.dump({"groups": out, "max": biggest}, f, indent=1)
