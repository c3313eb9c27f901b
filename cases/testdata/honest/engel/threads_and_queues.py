"""Threads with queues, locks and thread-local state; child processes share an array."""

import csv
import multiprocessing
import queue
import threading

import numpy as np
import statsmodels.api as sm

todo, done, lock = queue.Queue(), queue.Queue(), threading.Lock()
columns = {"income": [], "foodexp": []}
own = threading.local()


def reader():
    with open("data/engel.csv", newline="") as f:
        for row in csv.DictReader(f):
            todo.put({k: float(v) for k, v in row.items()})
    todo.put(None)


def sorter():
    own.count = 0
    while (row := todo.get()) is not None:
        with lock:
            for name, value in row.items():
                columns[name].append(value)
        own.count += 1
    done.put(own.count)


workers = [threading.Thread(target=f) for f in (reader, sorter)]
for w in workers:
    w.start()
for w in workers:
    w.join()
assert done.get_nowait() == len(columns["income"])
x, y = (np.asarray(columns[n]) for n in ("income", "foodexp"))


class Fit(threading.Thread):
    def __init__(self, x, y):
        super().__init__()
        self.x, self.y = x, y

    def run(self):
        model = sm.OLS(self.y, sm.add_constant(self.x)).fit()
        self.answer = (model.params[1], *model.conf_int()[1])


fits = [Fit(x, y), Fit(np.log(x), np.log(y))]
[f.start() for f in fits]
[f.join() for f in fits]
SLOPE, ELASTICITY = (f.answer for f in fits)
INCOME, FOOD = x, y


def share(kind, out):
    mask = x > np.median(x) if kind == "upper half" else x <= np.median(x)
    d = sm.stats.DescrStatsW((y / x)[mask])
    out[:] = [d.mean, *d.tconfint_mean(), d.var_ddof(1), d.nobs]


if __name__ == "__main__":
    fork = multiprocessing.get_context("fork")
    shared = {k: fork.Array("d", 5) for k in ("upper half", "lower half")}
    children = [fork.Process(target=share, args=item) for item in shared.items()]
    [c.start() for c in children]
    [c.join() for c in children]
    found = {k: list(v) for k, v in shared.items()}
    SHARES = {k: v[:3] for k, v in found.items()}
    (m1, _, _, v1, n1), (m2, _, _, v2, n2) = found.values()
    a, b = v1 / n1, v2 / n2
    df = (a + b) ** 2 / (a**2 / (n1 - 1) + b**2 / (n2 - 1))
    from scipy.special import stdtrit

    half = stdtrit(df, 0.975) * (a + b) ** 0.5
    DIFFERENCE = m1 - m2, m1 - m2 - half, m1 - m2 + half
    TEST = "Welch t test"
