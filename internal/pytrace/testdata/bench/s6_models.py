"""Models: formulas and arrays, a pipeline with cross-validation, metrics."""
import json

import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

df = pd.read_csv("small.csv").dropna()
fits = {f: smf.ols(f, data=df).fit() for f in ("v ~ w", "v ~ C(g)", "v ~ w * C(g)", "np.log(v) ~ w")}
table = [{"id": f, "value": float(m.rsquared), "aic": float(m.aic), "first": float(m.params.iloc[1])} for f, m in fits.items()]
glm = sm.GLM(df["v"], sm.add_constant(df[["w"]]), family=sm.families.Gaussian()).fit()
x, y = df[["v", "w"]].to_numpy(), (df["g"] == "a").to_numpy()
model = make_pipeline(StandardScaler(), LogisticRegression())
scores = cross_val_score(model, x, y, cv=5)
accuracy = accuracy_score(y, model.fit(x, y).predict(x))
with open("results.json", "w") as f:
    json.dump({"fits": table, "glm": glm.params.tolist(), "scores": scores.tolist(), "accuracy": float(accuracy)}, f)
