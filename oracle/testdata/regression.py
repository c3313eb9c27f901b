"""What statsmodels and scipy compute of quantile and robust regressions, panels,
instruments, clusters, counts and gamma responses on random data.

usage: python regression.py DATA.csv
       (columns firm, year, x, w, z1, z2, y, counts c, exposures e, positive g and h, a)

Prints a JSON array of {estimator, args, field, value, rel}: args as the estimator
takes them, field value, se or p, and the relative difference that is rounding or, of
quantile regressions, what its smoothed search leaves.
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.sandbox.regression.gmm import IV2SLS

warnings.simplefilter("ignore")
d = pd.read_csv(sys.argv[1])
X = sm.add_constant(d[["x", "w"]])
n = len(d)
out = []


def put(estimator, field, value, rel, /, **args):
    out.append({"estimator": estimator, "args": args, "field": field, "value": float(value), "rel": rel})


def fit(estimator, f, rel, prel=1e-7, terms=("intercept", "x", "w"), fields=("value", "se", "p"), **args):
    for i, term in enumerate(terms):
        for field, values in zip(("value", "se", "p"), (f.params, f.bse, f.pvalues)):
            if field in fields:
                put(estimator, field, np.asarray(values)[i], prel if field == "p" else rel, term=term, **args)


firm, year = pd.factorize(d.firm)[0], pd.factorize(d.year)[0]
both = np.c_[firm, year]
xw = dict(y="y", x=["x", "w"])
ols = sm.OLS(d.y, X)
two = ols.fit(cov_type="cluster", cov_kwds=dict(groups=both), use_t=True)
if np.all(np.isfinite(two.bse)):
    fit("ols_robust", two, 1e-9, covariance="cluster", cluster="firm", cluster2="year", **xw)

for tau in (0.5, 0.2, 0.85):
    cost = np.r_[np.zeros(3), np.full(n, tau), np.full(n, 1 - tau)]
    best = optimize.linprog(cost, A_eq=np.c_[X, np.eye(n), -np.eye(n)], b_eq=d.y, bounds=[(None, None)] * 3 + [(0, None)] * (2 * n), method="highs")
    for term, b in zip(("intercept", "x", "w"), best.x):
        put("quantile_regression", "value", b, 1e-8, term=term, tau=tau, **xw)
    smooth = sm.QuantReg(d.y, X).fit(q=tau, vcov="iid", p_tol=1e-12, max_iter=20_000)
    if np.abs(smooth.params - best.x[:3]).max() < 1e-6:  # where its search has come to the end
        fit("quantile_regression", smooth, 1e-5, fields=("se",), tau=tau, covariance="iid", **xw)
        if tau == 0.5:
            fit("quantile_regression", sm.QuantReg(d.y, X).fit(p_tol=1e-12, max_iter=20_000), 1e-5, fields=("se",), **xw)

for name, norm in ("huber_regression", sm.robust.norms.HuberT()), ("bisquare_regression", sm.robust.norms.TukeyBiweight()):
    for kind in "H1", "H2", "H3":
        f = sm.RLM(d.y, X, M=norm).fit(tol=1e-13, maxiter=5000, cov=kind)
        fit(name, f, 1e-7, 1e-5, covariance=kind, **xw)

for effects, factors in ("entity", ["firm"]), ("time", ["year"]), ("both", ["firm", "year"]):
    levels = [pd.get_dummies(d[c], drop_first=True, dtype=float).to_numpy() for c in factors]
    m = sm.OLS(d.y.to_numpy(), np.column_stack([d.x, d.w, np.ones(n)] + levels))
    panel = dict(entity="firm", time="year", effects=effects, terms=("x", "w"), **xw)
    fit("fixed_effects", m.fit(), 1e-9, **panel)
    fit("fixed_effects", m.fit(cov_type="HC1", use_t=True), 1e-9, covariance="HC1", **panel)
    fit("fixed_effects", m.fit(cov_type="cluster", cov_kwds=dict(groups=firm), use_t=True), 1e-9, covariance="cluster", cluster="firm", **panel)

for names in ["z1"], ["z1", "z2"]:
    Z = sm.add_constant(d[["w"] + names])
    model = dict(y="y", x="w", endogenous="x", instruments=names)
    f = IV2SLS(d.y, X, Z).fit()
    fit("iv_2sls", f, 1e-9, **model)
    first = sm.OLS(d.x, Z).fit()
    test = first.f_test(np.eye(Z.shape[1])[2:])
    put("iv_first_stage_f", "value", test.fvalue, 1e-9, **model)
    put("iv_first_stage_f", "p", test.pvalue, 1e-7, **model)
    test = sm.OLS(d.y, X.assign(v=first.resid)).fit().f_test(np.array([[0, 0, 0, 1.0]]))
    put("iv_wu_hausman", "value", test.fvalue, 1e-8, **model)
    put("iv_wu_hausman", "p", test.pvalue, 1e-7, **model)
    if len(names) > 1:
        e = d.y - X @ np.asarray(f.params)
        s = n * (1 - sm.OLS(e, Z).fit().ssr / (e**2).sum())
        put("iv_sargan", "value", s, 1e-7, **model)
        put("iv_sargan", "p", stats.chi2.sf(s, 1), 1e-7, **model)
        z, x, y = Z.to_numpy(), X.to_numpy(), d.y.to_numpy()
        S = (z.T * e.to_numpy() ** 2) @ z
        g = np.linalg.solve(x.T @ z @ np.linalg.solve(S, z.T @ x), x.T @ z @ np.linalg.solve(S, z.T @ y))
        left = z.T @ (y - x @ g)
        put("iv_hansen_j", "value", left @ np.linalg.solve(S, left), 1e-7, **model)

counts = dict(y="c", x=["x", "w"], exposure="e")
nb = sm.NegativeBinomial(d.c, X, exposure=d.e)
nb = nb.fit(start_params=nb.fit(maxiter=1000, disp=0).params, method="newton", tol=1e-13, maxiter=500, disp=0)
put("negative_binomial_alpha", "value", nb.params.iloc[-1], 1e-8, **counts)
put("negative_binomial_alpha", "se", nb.bse.iloc[-1], 1e-7, **counts)
tight = dict(tol=1e-14, maxiter=500)
f = sm.GLM(d.c, X, family=sm.families.NegativeBinomial(alpha=nb.params.iloc[-1]), exposure=d.e).fit(**tight)
fit("negative_binomial", f, 1e-7, 1e-6, **counts)
fit("quasi_poisson", sm.GLM(d.c, X, family=sm.families.Poisson(), exposure=d.e).fit(scale="X2", **tight), 1e-7, 1e-6, **counts)
links = sm.families.links
f = sm.GLM(d.g, X, family=sm.families.Gamma(links.Log())).fit(**tight)
fit("gamma_regression", f, 1e-7, 1e-6, y="g", x=["x", "w"])
f = sm.GLM(d.h, sm.add_constant(d[["a"]]), family=sm.families.Gamma(links.InversePower())).fit(**tight)
fit("gamma_regression", f, 1e-7, 1e-6, terms=("intercept", "a"), y="h", x="a", link="inverse")
json.dump(out, sys.stdout)
