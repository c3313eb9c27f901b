"""What numpy, scipy, statsmodels, scikit-learn and pandas compute of forecasts, lives and series.

usage: python predicted.py DATA.csv   (columns truth, guess of 0 and 1, score from 0 to 1;
kind, called of u, v, w; grade, given from 1 to 4; time, event, arm; t, s, gap, day, peak;
fine is a score of many digits)

Prints a JSON array of {estimator, args, variant, field, value, rel}, as classical.py.
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
from scipy import signal, stats
from sklearn import calibration, metrics
from statsmodels.duration.survfunc import SurvfuncRight, survdiff
from statsmodels.stats.diagnostic import acorr_ljungbox
from statsmodels.tsa.stattools import pacf

warnings.simplefilter("ignore")
d = pd.read_csv(sys.argv[1])
out = []


def put(estimator, field, value, rel=1e-9, /, variant="", **args):
    out.append({"estimator": estimator, "args": args, "variant": variant, "field": field, "value": np.ravel(value).astype(float).tolist(), "rel": rel})


# Labels.
for truth, guess in [("truth", "guess"), ("kind", "called")]:
    y, h = d[truth], d[guess]
    both = {"truth": truth, "predicted": guess}
    put("accuracy", "value", metrics.accuracy_score(y, h), **both)
    put("balanced_accuracy", "value", metrics.balanced_accuracy_score(y, h), **both)
    put("mcc", "value", metrics.matthews_corrcoef(y, h), **both)
    put("cohen_kappa", "value", metrics.cohen_kappa_score(y, h), **both)
    for name, f in [("precision", metrics.precision_score), ("recall", metrics.recall_score), ("f1", metrics.f1_score)]:
        for average in ["micro", "macro", "weighted"]:
            put(name, "value", f(y, h, average=average, zero_division=0), average=average, **both)
        if truth == "truth":
            put(name, "value", f(y, h), **both)
        else:
            put(name, "value", f(y, h, labels=["v"], average="macro"), positive="v", **both)
for weights in ["linear", "quadratic"]:
    put("cohen_kappa", "value", metrics.cohen_kappa_score(d.grade, d.given, weights=weights), truth="grade", predicted="given", weights=weights)

# Scores.
scored = {"truth": "truth", "score": "score"}
put("roc_auc", "value", metrics.roc_auc_score(d.truth, d.score), **scored)
put("average_precision", "value", metrics.average_precision_score(d.truth, d.score), **scored)
put("brier", "value", metrics.brier_score_loss(d.truth, d.score), **scored)
put("log_loss", "value", metrics.log_loss(d.truth, d.score), **scored)
# The bins of calibration_curve hold their left edge, and the scores lie on no inner edge.
seen, said = calibration.calibration_curve(d.truth, d.fine, n_bins=10)
counts = np.histogram(d.fine, np.linspace(0, 1, 11))[0]
put("expected_calibration_error", "value", (abs(seen - said) * counts[counts > 0]).sum() / len(d), truth="truth", score="fine")

# Lives.
s = SurvfuncRight(d.time, d.event)
lives = {"time": "time", "event": "event"}
for q in [0.1, 0.35, 0.6]:
    at = float(np.quantile(s.surv_times, q, method="nearest"))
    i = np.searchsorted(s.surv_times, at, side="right") - 1
    put("kaplan_meier", "value", s.surv_prob[i], at=at, **lives)
    put("kaplan_meier", "se", s.surv_prob_se[i], at=at, **lives)
    half = stats.norm.ppf(0.975) * s.surv_prob_se[i]
    put("kaplan_meier", "lower", max(0, s.surv_prob[i] - half), at=at, interval="plain", **lives)
if s.surv_prob.min() < 0.5 and not (abs(s.surv_prob - 0.5) < 1e-12).any():
    put("median_survival", "value", s.quantile(0.5), **lives)
for ours, theirs in [("none", None), ("gehan", "gb"), ("tarone-ware", "tw")]:
    x, p = survdiff(d.time, d.event, d.arm, weight_type=theirs)
    put("log_rank", "value", x, 1e-8, weights=ours, group="arm", **lives)
    put("log_rank", "p", p, 1e-8, weights=ours, group="arm", **lives)

# Series.
x = d.s.to_numpy()
n = len(x)
detrends = {"none": x, "constant": x - x.mean(), "linear": signal.detrend(x)}
for name, y in detrends.items():
    F = np.fft.rfft(y)
    for quantity, value in [("amplitude", abs(F)), ("power", abs(F) ** 2), ("real", F.real), ("imaginary", F.imag)]:
        put("fft", "value", value, 1e-10, value="s", quantity=quantity, detrend=name)
put("fft", "value", abs(np.fft.fft(x, norm="ortho")), 1e-10, value="s", sides="two", norm="1/sqrt n")
for window in ["boxcar", "hann", "hamming", "blackman"]:
    for detrend, theirs in [("none", False), ("constant", "constant"), ("linear", "linear")]:
        for scaling in ["density", "spectrum"]:
            args = {"value": "s", "window": window, "detrend": detrend, "scaling": scaling}
            f, P = signal.periodogram(x, 4, window, detrend=theirs, scaling=scaling)
            put("periodogram", "value", P, 1e-9, rate=4, **args)
            put("periodogram_power", "value", P[7], 1e-8, rate=4, frequency=float(f[7]), **args)
            f, P = signal.welch(x, 4, window, nperseg=32, detrend=theirs, scaling=scaling)
            put("welch", "value", P, 1e-9, time="t", segment=32, **args)
            put("welch_power", "value", P[5], 1e-8, rate=4, segment=32, frequency=float(f[5]), **args)
for lags, fitted in [(5, 0), (12, 2)]:
    q = acorr_ljungbox(x, [lags], model_df=fitted)
    put("ljung_box", "value", q.lb_stat.iloc[0], value="s", lags=lags, fitted=fitted)
    put("ljung_box", "p", q.lb_pvalue.iloc[0], value="s", lags=lags, fitted=fitted)
for ours, theirs in [("yule-walker", "ywm"), ("adjusted", "yw"), ("ols", "ols")]:
    for lag in [1, 3]:
        put("partial_autocorrelation", "value", pacf(x, 4, method=theirs)[lag], 1e-8, value="s", lag=lag, method=ours)
line = stats.linregress(d.t[d.gap.notna()], d.gap.dropna())
put("linear_trend", "value", line.slope, y="gap", t="t")
put("linear_trend", "se", line.stderr, y="gap", t="t")
put("linear_trend", "p", line.pvalue, 1e-8, y="gap", t="t")
for window in [3, 4, 7]:
    put("moving_average", "value", d.gap.rolling(window).mean().dropna(), value="gap", label="day", window=window)
    put("moving_average", "value", d.gap.rolling(window).mean().shift(1 - window).dropna(), value="gap", label="day", window=window, align="leading")
    if window % 2:
        put("moving_average", "value", d.gap.rolling(window, center=True).mean().dropna(), value="gap", label="day", window=window, align="centred")
put("fwhm", "value", signal.peak_widths(d.peak, [int(d.peak.argmax())], 0.5)[0] * 0.25, x="t", y="peak")
json.dump(out, sys.stdout)
