"""Callbacks, a bootstrap, nested loops, recursion, an optimiser."""
import json
import random

import numpy as np
from scipy.optimize import minimize

data = np.genfromtxt("small.csv", delimiter=",", skip_header=1, usecols=(1, 2))
data = data[~np.isnan(data).any(axis=1)]
v, w = data[:, 0], data[:, 1]


def loss(params):
    a, b = params
    return float(((v - a - b * w) ** 2).sum())


fit = minimize(loss, [0.0, 0.0], method="Nelder-Mead")
rng = np.random.default_rng(3)


def resample(values):
    return values[rng.integers(0, len(values), len(values))]


boots = [resample(v).mean() for _ in range(2000)]
low, high = np.percentile(boots, [2.5, 97.5])


def distance(i, j):
    return abs(i - j) + (i * j) % 7


total = 0
for i in range(300):
    for j in range(300):
        total += distance(i, j)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


random.seed(5)
words = sorted(("".join(random.choice("abcde") for _ in range(6)) for _ in range(3000)), key=lambda s: (s[-1], s))
with open("results.json", "w") as f:
    json.dump({"a": float(fit.x[0]), "b": float(fit.x[1]), "low": float(low), "high": float(high), "total": total, "fib": fib(18), "word": words[0]}, f)
