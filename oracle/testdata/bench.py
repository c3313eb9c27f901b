"""Times Python's call for one task: the fastest of three, and the peak of memory."""

import json
import sys
import time

import numpy as np

task, _, path = sys.argv[1].partition("=")
rng = np.random.default_rng(1)
if task == "ols":
    import statsmodels.api as sm

    x = sm.add_constant(rng.normal(size=(100_000, 20)))
    y = x @ np.ones(21) + rng.normal(size=100_000)
    call = lambda: sm.OLS(y, x).fit().summary2().tables
elif task == "means":
    import pandas as pd

    frame = pd.DataFrame({"value": rng.normal(size=10_000_000), "g": np.arange(10_000_000) * 7919 % 100})
    call = lambda: frame.groupby("g")["value"].agg(["mean", "sem", "std", "median"])
elif task == "mannwhitney":
    from scipy import stats

    a, b = rng.normal(size=500_000), rng.normal(size=500_000)
    call = lambda: stats.mannwhitneyu(a, b)
elif task == "bootstrap":
    from scipy import stats

    a = rng.normal(size=10_000)
    call = lambda: stats.bootstrap((a,), np.mean, n_resamples=10_000, method="percentile", batch=100)
elif task == "kde":
    from scipy import stats

    a, at = rng.normal(size=100_000), np.linspace(-4, 4, 512)
    call = lambda: stats.gaussian_kde(a)(at)
elif task == "csv":
    import pandas as pd

    call = lambda: pd.read_csv(path)
else:
    sys.exit(f"unknown task {task}")
best = cpu = float("inf")
for _ in range(3):
    start, used = time.perf_counter(), time.process_time()
    call()
    best, cpu = min(best, time.perf_counter() - start), min(cpu, time.process_time() - used)
# Not ru_maxrss, which begins with the peak of the process that started this one.
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
print(json.dumps({"Seconds": best, "CPU": cpu, "MiB": peak / 1024}))
