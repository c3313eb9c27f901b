"""What statsmodels and scipy compute of linear and generalised models on random data.

usage: python models.py DATA.csv   (columns x, z, y, b of 0 and 1, c of counts, w > 0, g)

Prints a JSON array of {estimator, args, field, value, rel}: args as the estimator
takes them, field value, se or p, and the relative difference that is rounding.
"""

import json
import sys

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import optimize
from statsmodels.tsa.stattools import acf

d = pd.read_csv(sys.argv[1])
X = sm.add_constant(d[["x", "z"]])
out = []


def put(estimator, field, value, rel, /, **args):
    out.append({"estimator": estimator, "args": args, "field": field, "value": float(value), "rel": rel})


def fit(estimator, f, rel, prel=1e-7, **args):
    for i, term in enumerate(["intercept", "x", "z"]):
        a = dict(args, x=["x", "z"], term=term)
        put(estimator, "value", np.asarray(f.params)[i], rel, **a)
        put(estimator, "se", np.asarray(f.bse)[i], rel, **a)
        put(estimator, "p", np.asarray(f.pvalues)[i], prel, **a)


ols = sm.OLS(d.y, X).fit()
fit("ols", ols, 1e-9, y="y")
for kind in ["HC0", "HC1", "HC2", "HC3"]:
    fit("ols_robust", ols.get_robustcov_results(kind), 1e-9, y="y", covariance=kind)
fit("ols_robust", ols.get_robustcov_results("cluster", groups=d.g), 1e-9, y="y", covariance="cluster", cluster="g")
fit("ols_robust", ols.get_robustcov_results("HAC", maxlags=4), 1e-9, y="y", covariance="newey-west", lag=4)
fit("wls", sm.WLS(d.y, X, weights=d.w).fit(), 1e-9, y="y", weights="w")
put("ols_r2", "value", ols.rsquared, 1e-9, y="y", x=["x", "z"])
put("ols_f", "value", ols.fvalue, 1e-9, y="y", x=["x", "z"])
put("ols_sigma", "value", np.sqrt(ols.mse_resid), 1e-9, y="y", x=["x", "z"])
newton = dict(method="newton", tol=1e-13, maxiter=200, disp=0)
fit("logit", sm.Logit(d.b, X).fit(**newton), 1e-8, y="b")
fit("poisson", sm.Poisson(d.c, X, exposure=d.w).fit(**newton), 1e-8, y="c", exposure="w")
probit = sm.GLM(d.b, X, family=sm.families.Binomial(sm.families.links.Probit())).fit(tol=1e-14, maxiter=500)
fit("probit", probit, 1e-6, 1e-4, y="b")
for lag, r in enumerate(acf(d.y, nlags=3, fft=False)[1:], 1):
    put("autocorrelation", "value", r, 1e-9, value="y", lag=lag)
b, cov = optimize.curve_fit(lambda x, p, q: p * np.exp(q * x), d.x, d.c, p0=[1, 0.2], ftol=1e-15, xtol=1e-15, gtol=1e-15, maxfev=100_000)
for i, term in enumerate("pq"):
    args = dict(model="c = p*exp(q*x)", start=["p=1", "q=0.2"], term=term)
    put("nls", "value", b[i], 1e-5, **args)
    put("nls", "se", np.sqrt(cov[i, i]), 1e-4, **args)
json.dump(out, sys.stdout)
