"""Writes unbalanced.csv and reference.txt: sums of squares by statsmodels' ols and anova_lm.

usage: python reference.py   (in this folder; statsmodels 0.15.0, patsy 1.0.3, numpy 2.5.5)
"""

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf
from scipy import stats
from statsmodels.stats.anova import anova_lm

r = np.random.default_rng(7)
rows = []
for a in range(3):
    for b in range(2):
        for c in range(2):
            for _ in range([3, 5, 2, 4, 6, 3, 2, 4, 5, 3, 4, 2][a * 4 + b * 2 + c]):
                x = round(r.normal(5, 2), 3)
                rows.append(("pqr"[a], "uv"[b], "mn"[c], x, round(10 + a - 2 * b + 1.5 * a * b + 0.5 * c + 0.7 * x + r.normal(), 4)))
d = pd.DataFrame(rows, columns=list("abcxy"))
d = d.sample(frac=1, random_state=3).reset_index(drop=True)
d.to_csv("unbalanced.csv", index=False)
holes = d[~((d.a == "q") & (d.b == "v"))].reset_index(drop=True)

out = ["# statsmodels 0.15.0, anova_lm and ols: rows | terms | type | term | sum of squares | df | F | p"]


def put(data, rows, terms, kind, treatment=False):
    names = {"a": "C(a, Sum)", "b": "C(b, Sum)", "c": "C(c, Sum)", "x": "x"} if not treatment else {k: k for k in "abcx"}
    formula = "y ~ " + " + ".join(":".join(names[n] for n in t.split(":")) for t in terms.split())
    table = anova_lm(smf.ols(formula, data).fit(), typ=kind)
    named = {":".join(names[n] for n in t.split(":")): t for t in terms.split()}
    for i, row in table.iterrows():
        if i in named:
            out.append(f"{rows} | {terms} | {'treatment' if treatment else 'I' * kind} | {named[i]} | {row['sum_sq']!r} | {row['df']:.0f} | {row['F']!r} | {row['PR(>F)']!r}".replace("np.float64(", "").replace(")", ""))


def nested(data, rows, terms):
    """Type I in the order as written, by the fits of longer and longer models: anova_lm puts covariates last."""
    fits, formula = [smf.ols("y ~ 1", data).fit()], []
    for t in terms.split():
        formula.append(t)
        fits.append(smf.ols("y ~ " + " + ".join(formula), data).fit())
    for t, less, more in zip(terms.split(), fits, fits[1:]):
        ss, df = less.ssr - more.ssr, int(less.df_resid - more.df_resid)
        f = ss / df / fits[-1].mse_resid
        out.append(f"{rows} | {terms} | I | {t} | {float(ss)!r} | {df} | {float(f)!r} | {float(stats.f.sf(f, df, fits[-1].df_resid))!r}")


for terms in ["a b a:b", "b a a:b", "a b c a:b a:c b:c a:b:c", "x a", "a x a:x", "x a b a:b", "a b c", "a"]:
    if "x" in terms:
        nested(d, "all", terms)
    else:
        put(d, "all", terms, 1)
    for kind in (2, 3):
        put(d, "all", terms, kind)
    put(d, "all", terms, 3, True)
put(holes, "holes", "a b", 1)
put(holes, "holes", "a b", 2)
put(holes, "holes", "a b", 3)
open("reference.txt", "w").write("\n".join(out) + "\n")
