"""What statsmodels computes of analyses of variance and mixed models on random data.

usage: python designed.py DATA.csv   (columns a, b of levels, x, z, groups s, y)

Prints a JSON array of {estimator, args, field, value, rel}: args as the estimator
takes them, field value, se or p, and the relative difference that is rounding or, of
mixed models, what its optimiser leaves.
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from statsmodels.stats.anova import anova_lm

warnings.simplefilter("ignore")
d = pd.read_csv(sys.argv[1])
out = []


def put(estimator, field, value, rel, /, **args):
    out.append({"estimator": estimator, "args": args, "field": field, "value": float(value), "rel": rel})


sums = {"a": "C(a, Sum)", "b": "C(b, Sum)", "x": "x", "a:b": "C(a, Sum):C(b, Sum)"}
for terms in [["a", "b", "a:b"], ["b", "a"], ["a", "b", "x"]]:
    fit = smf.ols("y ~ " + " + ".join(sums[t] for t in terms), d).fit()
    covariate = {"x": "x"} if "x" in terms else {}
    for kind, name in enumerate(["I", "II", "III"], 1):
        table = anova_lm(fit, typ=kind)
        for t in terms:
            args = dict(covariate, y="y", factors=["a", "b"], terms=terms, type=name, term=t)
            put("factorial_anova", "value", table.F[sums[t]], 1e-8, **args)
            put("factorial_anova", "p", table["PR(>F)"][sums[t]], 1e-7, **args)
            put("factorial_anova", "value", table.sum_sq[sums[t]], 1e-8, quantity="sum_of_squares", **args)

X = sm.add_constant(d[["x", "z"]])
for method in ["reml", "ml"]:
    for random in [[], ["x"]]:
        f, exog = None, X[["const"] + random]
        for optimiser in ["bfgs", "cg", "bfgs"]:
            start = {} if f is None else {"start_params": f.params_object}
            f = sm.MixedLM(d.y, X, groups=d.s, exog_re=exog).fit(reml=method == "reml", method=optimiser, gtol=1e-9, **start)
        args = dict(y="y", x=["x", "z"], group="s", method=method)
        if random:
            args["random"] = random
        for i, term in enumerate(["intercept", "x", "z"]):
            put("mixed_model", "value", f.params.iloc[i], 1e-6, term=term, **args)
            put("mixed_model", "se", f.bse.iloc[i], 1e-4, term=term, covariance="observed", **args)
        cov = np.asarray(f.cov_re)
        put("mixed_variance", "value", cov[0, 0], 1e-3, component="intercept", **args)
        put("mixed_variance", "value", f.scale, 1e-4, component="residual", **args)
        put("mixed_loglik", "value", f.llf, 1e-8, **args)
        if random:
            put("mixed_correlation", "value", cov[0, 1], 1e-2, first="intercept", second="x", measure="covariance", **args)
        else:
            put("mixed_icc", "value", cov[0, 0] / (cov[0, 0] + f.scale), 1e-3, **args)
json.dump(out, sys.stdout)
