"""What statsmodels computes of fitted linear models on random data.

usage: python diagnostic.py DATA.csv   (columns k, x, y, v, w, gap, id)

Prints a JSON array of {estimator, args, value, rel}, as smoothing.py does.
"""

import json
import sys

import numpy as np
import pandas as pd
import statsmodels.api as sm
from statsmodels.stats.diagnostic import het_breuschpagan
from statsmodels.stats.outliers_influence import OLSInfluence, variance_inflation_factor
from statsmodels.stats.stattools import durbin_watson

d = pd.read_csv(sys.argv[1])
out = []


def put(estimator, value, rel=1e-9, /, **args):
    out.append({"estimator": estimator, "args": args, "value": np.atleast_1d(np.asarray(value, float)).tolist(), "rel": rel})


for names in [["x"], ["x", "k"], ["x", "k", "v", "w"]]:
    X = sm.add_constant(d[names])
    fit = sm.OLS(d.y, X).fit()
    on = dict(y="y", x=names)
    put("durbin_watson", durbin_watson(fit.resid), **on)
    put("breusch_pagan", het_breuschpagan(fit.resid, X)[0], **on)
    put("breusch_pagan", het_breuschpagan(fit.resid, X, robust=False)[0], studentised=False, **on)
    for name, value in {"aic": fit.aic, "bic": fit.bic, "loglik": fit.llf}.items():
        put("information_criterion", value, criterion=name, count_variance=False, **on)
    i = OLSInfluence(fit)
    for quantity, values in {
        "cook": i.cooks_distance[0],
        "leverage": i.hat_matrix_diag,
        "standardised": i.resid_studentized_internal,
        "studentised": i.resid_studentized_external,
        "dffits": i.dffits[0],
    }.items():
        put("row_influence", values, quantity=quantity, label="id", **on)
    for j, name in enumerate(names, 1):
        put("vif", variance_inflation_factor(X.to_numpy(), j), term=name, **on)
json.dump(out, sys.stdout)
