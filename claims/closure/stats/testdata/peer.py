"""Scores attempts from stored grades and computes the statistics, straight from the definitions.

usage: peer.py FOLDER TASKS RUNS RESAMPLES

FOLDER holds rubrics/TASK.json and attempts/*.json, where graders decide everything. Prints one JSON
object: figures by group and name, intervals of mean and rates, seconds, processor seconds, MiB."""

import json
import re
import statistics
import sys
import time
from pathlib import Path

import numpy as np

CAPS = {"central": 0, "comparison": 1, "conclusion": 2, "validity": 3}
STAGES = ["first", "review", "adjudication"]


def settle(grades, kind, key, name):
    """What the last stage says in which anybody decided it, if all agree."""
    for stage in reversed(STAGES):
        said = {x["decision"] for g in grades if g["stage"] == stage for x in g.get(kind, []) if x[key] == name}
        if said:
            return said.pop() if len(said) == 1 else "open"
    return "open"


def score(rubric, attempt):
    row = {k: attempt[k] for k in ("id", "model", "task", "run", "validity")}
    row["supersedes"] = attempt.get("supersedes")
    if attempt.get("terminal_zero"):
        return row | {"half": 0, "rc": 0, "atoms": None}
    grades, decided = attempt["grades"], {}
    for atom in rubric["atoms"]:
        name = atom["id"]
        if "trigger" in atom and settle(grades, "triggers", "of", name) == "not_fired":
            decided[name] = "not_applicable"
        else:
            met = settle(grades, "atoms", "atom", name) == "met"
            decided[name] = "met" if met else "unmet"
    changed = True
    while changed:
        changed = False
        for atom in rubric["atoms"]:
            if decided[atom["id"]] == "met" and any(decided[p] == "unmet" for p in atom.get("prerequisites", [])):
                decided[atom["id"]], changed = "unmet", True
    rc = 4
    for q in rubric["requirements"]:
        sets = [[a for a in alt["atoms"] if decided[a] != "not_applicable"] for alt in q["alternatives"]]
        if not any(s and all(decided[a] == "met" for a in s) for s in sets):
            rc = min(rc, CAPS[q["role"]])
    atoms = [(a["dimension"], a.get("category"), decided[a["id"]]) for a in rubric["atoms"]]
    return row | {"half": sum(d != "unmet" for d in decided.values()), "rc": rc, "atoms": atoms}


def final(rows):
    gone = {(r["model"], r["task"], r["supersedes"]) for r in rows if r["supersedes"]}
    return [r for r in rows if (r["model"], r["task"], r["id"]) not in gone and r["validity"] == "valid"]


def share(rows, test):
    return sum(map(bool, map(test, rows))) / len(rows) if rows else None


def unmet(r, dims):
    return sum(d in dims and x == "unmet" for d, _, x in r["atoms"])


def applicable(r, dims):
    return sum(d in dims and x != "not_applicable" for d, _, x in r["atoms"])


def figures(rows, models, tasks, runs):
    f = {}
    f["mean_score"] = statistics.fmean(r["half"] / 2 for r in rows) if rows else None
    f["median_score"] = statistics.median(r["half"] / 2 for r in rows) if rows else None
    cells = {}
    for r in rows:
        cells.setdefault((r["model"], r["task"]), []).append(r["rc"] == 4)
    for rc in range(5):
        f[f"rc.RC{rc}"] = share(rows, lambda r: r["rc"] == rc)
    f["rc4_declared"] = sum(map(sum, cells.values())) / (models * tasks * runs)
    f["any_run"] = sum(map(any, cells.values())) / (models * tasks)
    f["all_runs"] = sum(sum(c) == runs for c in cells.values()) / (models * tasks)
    for low in 0, 2, 4, 6, 8:
        def within(r):
            return low <= r["half"] / 2 and (r["half"] / 2 < low + 2 or low == 8)
        f[f"band.{low}-{low + 2}"] = share(rows, within)
        for rc in range(5):
            f[f"band.{low}-{low + 2}.RC{rc}"] = share(rows, lambda r: within(r) and r["rc"] == rc)
    high = [r for r in rows if r["half"] >= 16]
    f["high"] = share(rows, lambda r: r["half"] >= 16)
    f["high.rc4_share"] = share(high, lambda r: r["rc"] == 4)
    for name, part in ("high.below_rc4", [r for r in high if r["rc"] < 4]), ("high.rc4", [r for r in high if r["rc"] == 4]):
        for rc in range(5):
            f[f"{name}.rc.RC{rc}"] = share(part, lambda r: r["rc"] == rc)
        f[f"{name}.unmet_i_or_m"] = share(part, lambda r: unmet(r, "IM"))
        total = sum(unmet(r, "FOIMV") for r in part)
        for d in "FOIMV":
            n, of = sum(unmet(r, d) for r in part), sum(applicable(r, d) for r in part)
            f[f"{name}.unmet.{d}.attempts"] = share(part, lambda r: unmet(r, d))
            f[f"{name}.unmet.{d}.atoms"] = n / of if of else None
            f[f"{name}.unmet.{d}.of_unmet"] = n / total if total else None
    for d in "FOIM":
        parts = [(applicable(r, d) - unmet(r, d)) / applicable(r, d) if r["atoms"] else 0 for r in rows if not r["atoms"] or applicable(r, d)]
        f[f"completion.{d}"] = statistics.fmean(parts) if parts else None
    atoms = [a for r in rows if r["atoms"] for a in r["atoms"] if a[0] == "V" and a[2] != "not_applicable"]
    f["v"] = share(atoms, lambda a: a[2] == "met")
    for c in "scope", "required", "risk_linked":
        f[f"v.{c}"] = share([a for a in atoms if a[1] == c], lambda a: a[2] == "met")
    return f


def intervals(rows, models, tasks, runs, resamples, rng):
    """Percentile bootstrap over tasks of the mean, the median and the rates."""
    names = sorted({r["task"] for r in rows})
    halves = [np.array([r["half"] / 2 for r in rows if r["task"] == t]) for t in names]
    sums, sizes = np.array([h.sum() for h in halves]), np.array([len(h) for h in halves])
    draws = rng.integers(0, len(names), (resamples, len(names)))
    out = {"mean_score": sums[draws].sum(1) / sizes[draws].sum(1)}
    out["median_score"] = np.array([np.median(np.concatenate([halves[i] for i in row])) for row in draws])
    for rc in range(5):
        n = np.array([sum(r["rc"] == rc for r in rows if r["task"] == t) for t in names])
        out[f"rc.RC{rc}"] = n[draws].sum(1) / sizes[draws].sum(1)
    per = np.zeros((3, tasks))
    for i, t in enumerate(names):
        cells = {}
        for r in rows:
            if r["task"] == t:
                cells.setdefault(r["model"], []).append(r["rc"] == 4)
        per[:, i] = sum(map(sum, cells.values())) / runs, sum(map(any, cells.values())), sum(sum(c) == runs for c in cells.values())
    draws = rng.integers(0, tasks, (resamples, tasks))
    for name, p in zip(("rc4_declared", "any_run", "all_runs"), per):
        out[name] = p[draws].sum(1) / (models * tasks)
    return {k: [float(x) for x in np.percentile(v, [2.5, 97.5])] for k, v in out.items()}


def main():
    folder, tasks, runs, resamples = Path(sys.argv[1]), *map(int, sys.argv[2:5])
    start, before = time.perf_counter(), time.process_time()
    rubrics = {p.stem: json.loads(p.read_text()) for p in (folder / "rubrics").glob("*.json")}
    attempts = [json.loads(p.read_text()) for p in sorted((folder / "attempts").glob("*.json"))]
    out = {"figures": {}, "intervals": {}, "reading": time.process_time() - before}
    rows = [score(rubrics[a["task"]], a) for a in attempts]
    models = sorted({r["model"] for r in rows})
    rows, every = final(rows), sorted({r["run"] for r in rows})
    groups = {"all/": (rows, len(models), tasks, runs)}
    groups |= {f"model/{m}": ([r for r in rows if r["model"] == m], 1, tasks, runs) for m in models}
    groups |= {f"run/{n}": ([r for r in rows if r["run"] == n], len(models), tasks, 1) for n in every}
    rng = np.random.default_rng(1)
    for name, g in groups.items():
        out["figures"][name] = figures(*g)
        out["intervals"][name] = intervals(*g, resamples, rng)
    for t in rubrics:
        out["figures"][f"task/{t}"] = figures([r for r in rows if r["task"] == t], len(models), 1, runs)
    out["seconds"] = time.perf_counter() - start
    out["cpu"] = time.process_time() - before
    out["mib"] = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    json.dump(out, sys.stdout)


main()
