"""One analysis in several styles of pandas, scipy and statsmodels, and some faults."""

import json

import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from scipy import stats

animals = pd.read_csv("data/animals.csv")
sexed = animals.dropna(subset=["mass", "sex"])
weighed = animals[animals["mass"].notna()]
out = {}

# Means by sex.
out["groupby"] = sexed.groupby("sex")["mass"].mean().tolist()
out["groupby of the file"] = [float(m) for m in animals.groupby("sex")["mass"].mean()]
out["series by series"] = animals["mass"].groupby(animals["sex"]).mean().tolist()
out["agg"] = animals.groupby("sex").agg(m=("mass", "mean"))["m"].tolist()
out["pivot"] = animals.pivot_table(values="mass", index="sex", aggfunc="mean")["mass"].tolist()
out["iteration"] = [float(group["mass"].mean()) for _, group in sexed.groupby("sex")]
out["masks"] = [float(animals.loc[animals["sex"] == s, "mass"].mean()) for s in ("f", "m")]
out["query"] = [float(animals.query("sex == @s")["mass"].mean()) for s in ("f", "m")]
out["apply"] = sexed.groupby("sex")["mass"].apply(lambda x: x.sum() / len(x)).tolist()
test = stats.ttest_ind(sexed.loc[sexed.sex == "m", "mass"], sexed.loc[sexed.sex == "f", "mass"], equal_var=False)
out["welch"] = float(test.statistic)
out["dummy"] = float(smf.ols("mass ~ C(sex)", data=sexed).fit().params.iloc[1])
out["renamed"] = sexed.rename(columns={"sex": "Sex", "mass": "weight"}).groupby("Sex")["weight"].mean().tolist()
out["rounded"] = [round(float(m), 2) for m in sexed.groupby("sex")["mass"].mean()]

out["lost: complete rows of one island"] = animals[animals.island != "east"].groupby("sex")["mass"].mean().tolist()
out["lost: light ones only"] = sexed[sexed.mass < 3400].groupby("sex")["mass"].mean().tolist()
out["wrong: missing sex is male"] = animals.fillna({"sex": "m"}).groupby("sex")["mass"].mean().tolist()
out["wrong: filled with the mean"] = animals.assign(mass=animals.mass.fillna(animals.mass.mean())).groupby("sex")["mass"].mean().tolist()
out["wrong: twice"] = pd.concat([sexed, sexed]).groupby("sex")["mass"].mean().tolist()
out["wrong: another column"] = sexed.groupby("sex")["length"].mean().tolist()
out["wrong: another column of masks"] = [float(sexed.loc[sexed["sex"] == s, "length"].mean()) for s in ("f", "m")]
out["wrong: another column of two"] = sexed[["sex", "length"]].groupby("sex").length.mean().tolist()
out["counted by another column"] = sexed.groupby("sex")["length"].count().tolist()
out["in kilograms"] = (sexed.assign(length=sexed["mass"] / 1000).groupby("sex")["length"].mean() * 1000).tolist()
exchanged = sexed.assign(sex=sexed["sex"].replace({"f": "m", "m": "f"}))
out["wrong: labels exchanged"] = [float(exchanged.loc[exchanged["sex"] == s, "mass"].mean()) for s in ("f", "m")]
out["literal"] = [2900.5, 3150.25]

# Mass on length.
top = weighed.assign(mass=weighed["mass"].clip(upper=weighed["mass"].quantile(0.9)))
out["wrong: clipped"] = float(stats.linregress(top["length"], top["mass"]).slope)
both = weighed.assign(clipped=weighed["mass"].clip(upper=weighed["mass"].quantile(0.9)))
out["clipped beside"] = float(stats.linregress(both["length"], both["mass"]).slope)
out["formula"] = float(smf.ols("mass ~ length", data=animals).fit().params["length"])
out["matrix"] = float(sm.OLS(weighed["mass"], sm.add_constant(weighed["length"])).fit().params["length"])
out["linregress"] = float(stats.linregress(weighed["length"], weighed["mass"]).slope)
out["polyfit"] = float(np.polyfit(weighed["length"].to_numpy(), weighed["mass"].to_numpy(), 1)[0])
out["covariance"] = float(weighed["length"].cov(weighed["mass"]) / weighed["length"].var())
x, y = weighed["length"].values, weighed["mass"].values
out["sums"] = float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())

short = weighed.nsmallest(40, "length")
out["lost: short ones"] = float(stats.linregress(short["length"], short["mass"]).slope)

with open("results.json", "w") as f:
    json.dump(out, f)
