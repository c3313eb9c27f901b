"""Cells of a notebook, as exported: code strings that are run one by one in one namespace."""

import builtins

cells = [
    """
import pandas as pd
import numpy as np
from scipy import stats
df = pd.read_csv("data/penguins.csv")
df.head()
""",
    """
df = df[df.body_mass_g.notnull()].copy()
df["kg"] = df["body_mass_g"] / 1000
display(df.describe())
""",
    """
def ci(v):
    m = np.mean(v); h = stats.t.ppf(.975, len(v)-1) * np.std(v, ddof=1) / np.sqrt(len(v))
    return m, m-h, m+h
out = {}
for col in ["species", "sex"]:
    out[col] = {k: ci(df.loc[df[col] == k, "body_mass_g"].values) for k in sorted(df[col].dropna().unique())}
out["species"]
""",
    """
tests = {}
for col, a, b in [("species", "Gentoo", "Adelie"), ("species", "Chinstrap", "Adelie"), ("sex", "male", "female")]:
    x, y = (df.loc[df[col] == k, "body_mass_g"].values for k in (a, b))
    t = stats.ttest_ind(x, y, equal_var=False)
    tests[a] = (x.mean() - y.mean(),) + tuple(t.confidence_interval(0.95))
display(tests)
sds = df.groupby("species").body_mass_g.std().to_dict()
sds
""",
]


def display(value):
    print(type(value).__name__)


space = {"__name__": "__notebook__", "display": display}
for number, cell in enumerate(cells):
    body, _, last = cell.strip().rpartition("\n")
    exec(body, space)
    try:
        shown = eval(last, space)
    except SyntaxError:
        exec(last, space)
    else:
        if shown is not None:
            builtins.print(f"Out[{number}]", type(shown).__name__)

SPECIES, SEXES = space["out"]["species"], space["out"]["sex"]
GENTOO, CHINSTRAP, MALES = space["tests"].values()
SDS, TEST = space["sds"], "Welch t test"
