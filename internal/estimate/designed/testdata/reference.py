"""Writes grouped.csv and grouped.txt: mixed models by statsmodels' MixedLM.

usage: python reference.py   (in this folder; statsmodels 0.15.0, numpy 2.5.5)
"""

import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm
from statsmodels.regression.mixed_linear_model import MixedLMParams

warnings.simplefilter("ignore")
r = np.random.default_rng(11)
rows = []
for g in range(14):
    a, b = r.multivariate_normal([0, 0], [[4, 0.9], [0.9, 1]])
    for _ in range(int(r.integers(4, 12))):
        x, z = round(r.normal(1, 1.5), 3), round(r.uniform(0, 4), 3)
        rows.append((f"s{g:02d}", x, z, round(20 + a + (2 + b) * x - 0.7 * z + 1.5 * r.normal(), 4)))
d = pd.DataFrame(rows, columns=["s", "x", "z", "y"]).sample(frac=1, random_state=5).reset_index(drop=True)
d.to_csv("grouped.csv", index=False)
X = sm.add_constant(d[["x", "z"]])
out = ["# statsmodels 0.15.0 MixedLM: estimator | arguments | field | value"]


def put(estimator, args, field, value):
    out.append(f"{estimator} | {args} | {field} | {float(value)!r}")


for reml in (True, False):
    for random, free in (("", None), ("x", None), ("x", "independent")):
        exog = X[["const"] + random.split()]
        f = None
        for method in ("bfgs",) if free else ("bfgs", "cg", "nm", "bfgs"):
            start = {} if f is None else {"start_params": f.params_object}
            free_params = MixedLMParams.from_components(np.ones(3), np.eye(2)) if free else None
            f = sm.MixedLM(d.y, X, groups=d.s, exog_re=exog).fit(reml=reml, method=method, free=free_params, gtol=1e-10, **start)
        args = f"y=y x=x,z group=s method={'reml' if reml else 'ml'}" + (f" random={random}" if random else "") + (" correlated=false" if free else "")
        for i, term in enumerate(["intercept", "x", "z"]):
            for field, v in (("value", f.params.iloc[i]), ("se", f.bse.iloc[i]), ("p", f.pvalues.iloc[i]), ("lower", f.conf_int().iloc[i, 0]), ("upper", f.conf_int().iloc[i, 1])):
                put("mixed_model", f"{args} covariance=observed term={term}", field, v)
        cov, info = np.asarray(f.cov_re), 0
        for s, rows in d.groupby("s").groups.items():
            x, z = X.loc[rows].to_numpy(), exog.loc[rows].to_numpy()
            info = info + x.T @ np.linalg.solve(z @ cov @ z.T + f.scale * np.eye(len(x)), x)
        for term, v in zip(["intercept", "x", "z"], np.diag(np.linalg.inv(info))):
            put("mixed_model", f"{args} term={term}", "se", v**0.5)
        put("mixed_variance", f"{args} component=intercept", "value", cov[0, 0])
        put("mixed_variance", f"{args} component=residual", "value", f.scale)
        put("mixed_loglik", args, "value", f.llf)
        if random:
            put("mixed_variance", f"{args} component=x", "value", cov[1, 1])
            if not free:
                put("mixed_correlation", f"{args} first=intercept second=x", "value", cov[0, 1] / np.sqrt(cov[0, 0] * cov[1, 1]))
        else:
            put("mixed_icc", args, "value", cov[0, 0] / (cov[0, 0] + f.scale))
open("grouped.txt", "w").write("\n".join(out) + "\n")
