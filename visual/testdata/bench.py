"""Draws figures, captures them as the tracer does, and tells what each took.

bench.py TRACER figures|points|dots FOLDER: writes the figures' events to FOLDER/events.jsonl, their data to
FOLDER/x.f8, y.f8 (little-endian float64) and g.u1 (which group), and their pictures beside; prints CPU seconds and peaks of memory."""

import hashlib
import json
import os
import resource
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
task, folder = sys.argv[2], sys.argv[3]

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from assaytrace.axes import figure_axes
from assaytrace.drawcalls import METHODS, wrap
from assaytrace.sink import Sink
from matplotlib.axes import Axes

for name in METHODS:
    wrap(Axes, name, lambda f, *args: f(*args))

random = np.random.default_rng(1)
n = 344 if task == "figures" else 1_000_000
names = ["Adelie", "Chinstrap", "Gentoo"]
of = random.integers(0, 3, n).astype("u1")
group = np.array(names)[of]
x = random.normal(200, 14, n)
y = random.normal(4200, 800, n) + 300 * (group == "Gentoo")
parts = [y[group == s] for s in names]


def bars(ax):
    ax.bar(names, [p.mean() for p in parts], yerr=[p.std(ddof=1) for p in parts], capsize=4)
    ax.set(xlabel="Species", ylabel="Body mass (g)")


def scatter(ax):
    for s, p in zip(names, parts):
        ax.scatter(x[group == s], p, s=12, alpha=0.7, label=s)
    ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
    ax.legend(title="Species")


def boxes(ax):
    ax.boxplot(parts)
    ax.set_xticks([1, 2, 3], names)
    ax.set(xlabel="Species", ylabel="Body mass (g)")


def histogram(ax):
    ax.hist(y, bins=20)
    ax.set(xlabel="Body mass (g)", ylabel="Count")


def points(ax):
    ax.scatter(x, y, **({"s": 1} if task == "dots" else {}))
    ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def sink():
    """What takes events, as for a run: a pipe, which another process empties into the file."""
    with open(os.path.join(folder, "events.jsonl"), "wb") as f:
        reader = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=f)
    return Sink(os.dup(reader.stdin.fileno())), reader


many = task != "figures"  # points: the least of three drawings of one figure
times = []
kinds = [points] * 3 if many else [bars, scatter, boxes, histogram] * 25
events, reader = sink()
for i, draw in enumerate([kinds[0]] + kinds):  # the first only warms up
    path = os.path.join(folder, f"{i}.png")
    start = time.process_time()
    fig, ax = plt.subplots()
    draw(ax)
    fig.savefig(path)
    drawn, before = time.process_time(), peak()
    axes, left_out = figure_axes(fig)
    assert not left_out, left_out
    with open(path, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    if i > 0:
        events.emit("figure", {"path": f"{i}.png", "format": "png", "sha256": digest, "dpi": float(fig.dpi), "size_px": list(map(float, fig.bbox.size)), "axes": axes})
        times.append((drawn - start, time.process_time() - drawn))
    plt.close(fig)
    del fig, ax, axes
    if i == len(kinds) or many and i > 0:
        events.close()
        os.close(events.fd)
        reader.communicate()
        if i < len(kinds):
            events, reader = sink()
drawing, captured = (min if many else sum)(t[0] for t in times), (min if many else sum)(t[1] for t in times)
for name, column in {"x.f8": x, "y.f8": y, "g.u1": of}.items():
    column.tofile(os.path.join(folder, name))
print(json.dumps({"drawing": drawing, "capture": captured, "before": before, "peak": peak()}))
