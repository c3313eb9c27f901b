"""What scipy, statsmodels and scikit-learn compute of random data: stratified and exact Cox
regressions, areas of several classes, one-sample D.

usage: python resampling.py DATA.csv   (columns time in whole units, event of 0 and 1, x, z,
s of strata, truth of u, v, w with scores pu, pv, pw, n normal, e positive, q from 0 to 1)

Prints a JSON array of {estimator, args, field, value, rel}. The exact likelihood is that of a
conditional logit whose groups are the risk sets.
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
from scipy import stats
from sklearn.metrics import roc_auc_score
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.duration.hazard_regression import PHReg
from statsmodels.stats.diagnostic import lilliefors

warnings.simplefilter("ignore")
d = pd.read_csv(sys.argv[1])
out = []


def put(estimator, field, value, rel, /, **args):
    out.append({"estimator": estimator, "args": args, "field": field, "value": float(value), "rel": rel})


def terms(f, rel, **args):
    for i, term in enumerate(["x", "z"]):
        a = dict(time="time", event="event", x=["x", "z"], term=term, **args)
        put("cox", "value", f.params[i], rel, **a)
        put("cox", "se", f.bse[i], rel, **a)
        put("cox", "p", f.pvalues[i], 1e-4, **a)


X = d[["x", "z"]].to_numpy()
for ties in ["efron", "breslow"]:
    terms(PHReg(d.time, X, status=d.event, ties=ties).fit(), 1e-7, ties=ties)
    terms(PHReg(d.time, X, status=d.event, strata=d.s, ties=ties).fit(), 1e-7, ties=ties, strata="s")

for strata in [None, "s"]:
    y, x, group, k = [], [], [], 0
    for _, part in d.groupby(strata) if strata else [(None, d)]:
        for t in part.time[part.event == 1].unique():
            risk = part[part.time >= t]
            y += list(((risk.time == t) & (risk.event == 1)).astype(int))
            x.append(risk[["x", "z"]].to_numpy())
            group += [k] * len(risk)
            k += 1
    f = ConditionalLogit(np.array(y), np.concatenate(x), groups=np.array(group))
    f = f.fit(start_params=f.fit(method="bfgs", disp=0).params, method="newton", tol=1e-12, maxiter=100, disp=0)
    for i, term in enumerate(["x", "z"]):
        a = dict(time="time", event="event", x=["x", "z"], term=term, ties="exact", **({"strata": strata} if strata else {}))
        put("cox", "value", f.params[i], 1e-6, **a)
        put("cox", "se", f.bse[i], 1e-4, **a)  # of a numerical Hessian

scores = d[["pu", "pv", "pw"]].to_numpy()
for compare in ["ovr", "ovo"]:
    for average in ["macro", "weighted"]:
        put("roc_auc_multiclass", "value", roc_auc_score(d.truth, scores, multi_class=compare, average=average, labels=["u", "v", "w"]), 1e-12,
            truth="truth", scores=["pu", "pv", "pw"], classes=["u", "v", "w"], compare=compare, average=average)

for alternative in ["two-sided", "greater", "less"]:
    for args, value, law in [
        (dict(value="n", mean=0.1, sd=1.1), d.n, stats.norm(0.1, 1.1)),
        (dict(value="q", distribution="uniform"), d.q, stats.uniform()),
        (dict(value="e", distribution="exponential", rate=0.45), d.e, stats.expon(scale=1 / 0.45)),
    ]:
        r = stats.kstest(value, law.cdf, alternative=alternative)
        put("ks_one_sample", "value", r.statistic, 1e-11, alternative=alternative, **args)
        put("ks_one_sample", "p", r.pvalue, 1e-7, alternative=alternative, **args)
put("ks_one_sample", "value", lilliefors(d.n, pvalmethod="approx")[0], 1e-11, value="n", parameters="estimated")
put("ks_one_sample", "value", lilliefors(d.e, dist="exp")[0], 1e-11, value="e", parameters="estimated", distribution="exponential")
D, p = lilliefors(d.e, pvalmethod="approx")
if p < 0.1:
    put("ks_one_sample", "p", p, 1e-8, value="e", parameters="estimated")
json.dump(out, sys.stdout)
