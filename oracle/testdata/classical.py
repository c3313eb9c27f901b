"""What numpy, scipy, statsmodels, scikit-learn and pandas compute of samples, groups, tables and plans.

usage: python classical.py DATA.csv   (columns a, b, k, w, gap of numbers, g and h groups, block
and treat of a design, ok, u, v of yes and no, one of 0 and 1, again as h, x, y texts, p of p-values, id)

Prints a JSON array of {estimator, args, variant, field, value, rel}: args as the estimator
takes them; field value, se, p, statistic, df, lower or upper, of the answer or of the variant
that is named; value a number or a list (tables row by row, without their keys); rel the
difference, as a part of the largest, that is rounding.
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf
from scipy import stats
from sklearn import metrics
from statsmodels.stats import contingency_tables, meta_analysis, multitest, oneway, power, proportion
from statsmodels.stats.anova import anova_lm

warnings.simplefilter("ignore")
d = pd.read_csv(sys.argv[1])
out = []


def put(estimator, field, value, rel=1e-9, /, variant="", **args):
    out.append({"estimator": estimator, "args": args, "variant": variant, "field": field, "value": np.ravel(value).astype(float).tolist(), "rel": rel})


# One sample.
a, w, gap = d.a.to_numpy(), d.w.to_numpy(), d.gap.dropna().to_numpy()
for column, x in [("a", a), ("w", w), ("gap", gap)]:
    one = {"value": column}
    n = len(x)
    put("count", "value", n, **one)
    put("sum", "value", x.sum(), **one)
    put("mean", "value", x.mean(), **one)
    put("mean", "se", stats.sem(x), **one)
    low, high = stats.t.interval(0.9, n - 1, x.mean(), stats.sem(x))
    put("mean", "lower", low, level=0.9, **one)
    put("mean", "upper", high, level=0.9, **one)
    put("sd", "value", x.std(ddof=1), **one)
    put("sd", "value", x.std(), variant="ddof0", **one)
    put("se", "value", stats.sem(x), **one)
    put("var", "value", x.var(ddof=1), **one)
    put("min", "value", x.min(), **one)
    put("max", "value", x.max(), **one)
    put("median", "value", np.median(x), **one)
    put("iqr", "value", stats.iqr(x), **one)
    for kind, method in enumerate(["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased"], 1):
        for q in [0.05, 0.3, 0.77]:
            put("quantile", "value", np.quantile(x, q, method=method), p=q, type=kind, **one)
    put("mad", "value", stats.median_abs_deviation(x), constant="raw", **one)
    put("mad", "value", stats.median_abs_deviation(x, scale="normal"), constant="normal", **one)
    put("cv", "value", stats.variation(x, ddof=1), **one)
    put("skewness", "value", stats.skew(x), kind="g1", **one)
    put("skewness", "value", stats.skew(x, bias=False), kind="G1", **one)
    put("kurtosis", "value", stats.kurtosis(x), 1e-8, kind="g2", **one)
    put("kurtosis", "value", stats.kurtosis(x, bias=False), 1e-8, kind="G2", **one)
    for cut in [0.1, 0.25]:
        put("trimmed_mean", "value", stats.trim_mean(x, cut), cut=cut, **one)
        put("winsorized_mean", "value", stats.mstats.winsorize(x, (cut, cut)).mean(), cut=cut, **one)
    put("shapiro_wilk", "value", stats.shapiro(x).statistic, 1e-6, **one)
    put("shapiro_wilk", "p", stats.shapiro(x).pvalue, 1e-4, **one)
    t = stats.ttest_1samp(x, 1.5)
    put("one_sample_t", "value", t.statistic, mu=1.5, **one)
    put("one_sample_t", "p", t.pvalue, mu=1.5, **one)
    put("one_sample_z", "value", (x.mean() - 1.5) / (2.5 / np.sqrt(n)), mu=1.5, sigma=2.5, **one)
    put("one_sample_z", "p", 2 * stats.norm.sf(abs(x.mean() - 1.5) / (2.5 / np.sqrt(n))), mu=1.5, sigma=2.5, **one)
put("geometric_mean", "value", stats.gmean(w), value="w")
put("harmonic_mean", "value", stats.hmean(w), value="w")
put("entropy", "value", stats.entropy(d.h.value_counts(), base=2), value="h", base="2")
put("entropy", "value", stats.entropy(d.h.value_counts()), value="h")

# Shares of a total: no library has these, but their formulas.
x = np.sort(w)
n, m = len(x), x.mean()
put("gini", "value", abs(np.subtract.outer(x, x)).sum() / (2 * n * n * m), value="w")
put("theil", "value", (x / m * np.log(x / m)).mean(), value="w")
put("mean_log_deviation", "value", np.log(m / x).mean(), value="w")
put("atkinson", "value", 1 - np.sqrt(x).mean() ** 2 / m, value="w", epsilon=0.5)
put("atkinson", "value", 1 - stats.gmean(x) / m, value="w", epsilon=1)
put("herfindahl", "value", ((x / x.sum()) ** 2).sum(), value="w")
put("hoover", "value", abs(x - m).sum() / (2 * x.sum()), value="w")
curve = np.concatenate([[0], np.cumsum(x) / x.sum()])
put("lorenz", "value", np.interp(0.35, np.arange(n + 1) / n, curve), value="w", p=0.35)
put("top_share", "value", 1 - np.interp(0.8, np.arange(n + 1) / n, curve), value="w", top=0.2)

# Two groups and pairs.
for column in ["a", "k"]:
    f, m = (d[column][d.g == s].to_numpy() for s in ["f", "m"])
    two = {"value": column, "group": "g", "first": "f", "second": "m"}
    n1, n2 = len(f), len(m)
    for equal, name in [(True, "student_t"), (False, "welch_t")]:
        t = stats.ttest_ind(f, m, equal_var=equal)
        low, high = t.confidence_interval(0.95)
        put(name, "value", t.statistic, **two)
        put(name, "p", t.pvalue, **two)
        for field, value in [("value", f.mean() - m.mean()), ("statistic", t.statistic), ("df", t.df), ("p", t.pvalue), ("lower", low), ("upper", high)]:
            put("mean_difference", field, value, equal_var=equal, **two)
    pooled = stats.ttest_ind(f, m).statistic * np.sqrt(1 / n1 + 1 / n2)
    put("cohen_d", "value", pooled, **two)
    g, variance = meta_analysis.effectsize_smd(f.mean(), f.std(ddof=1), n1, m.mean(), m.std(ddof=1), n2)
    put("hedges_g", "value", g, correction="approximate", **two)
    put("glass_delta", "value", (f.mean() - m.mean()) / m.std(ddof=1), **two)
    put("mean_ratio", "value", f.mean() / m.mean(), **two)
    put("variance_ratio", "value", f.var(ddof=1) / m.var(ddof=1), **two)
    r = f.var(ddof=1) / m.var(ddof=1)
    put("variance_ratio", "p", 2 * min(stats.f.sf(r, n1 - 1, n2 - 1), stats.f.cdf(r, n1 - 1, n2 - 1)), **two)
    u = stats.mannwhitneyu(f, m, method="asymptotic")
    put("mann_whitney", "value", u.statistic, **two)
    put("mann_whitney", "p", u.pvalue, method="asymptotic", **two)
    put("mann_whitney", "p", stats.mannwhitneyu(f, m, method="asymptotic", use_continuity=False).pvalue, method="asymptotic", correct=False, **two)
    put("a12", "value", u.statistic / (n1 * n2), **two)
    put("cliffs_delta", "value", 2 * u.statistic / (n1 * n2) - 1, **two)
    put("rank_biserial", "value", 2 * u.statistic / (n1 * n2) - 1, **two)
    put("kolmogorov_smirnov", "value", stats.ks_2samp(f, m).statistic, **two)
    put("wasserstein", "value", stats.wasserstein_distance(f, m), **two)
    if column == "a":
        put("mann_whitney", "p", stats.mannwhitneyu(f[:9], m[:9], method="exact").pvalue, method="exact", value="few", group="g", first="f", second="m")
        put("kolmogorov_smirnov", "p", stats.ks_2samp(f, m, method="exact").pvalue, **two)
b = d.b.to_numpy()
t = stats.ttest_rel(a, b)
low, high = t.confidence_interval(0.95)
put("paired_t", "value", t.statistic, x="a", y="b")
put("paired_t", "p", t.pvalue, x="a", y="b")
for field, value in [("value", (a - b).mean()), ("p", t.pvalue), ("lower", low), ("upper", high)]:
    put("paired_difference", field, value, x="a", y="b")
put("cohen_dz", "value", t.statistic / np.sqrt(len(a)), x="a", y="b")
put("cohen_dav", "value", (a - b).mean() / ((a.std(ddof=1) + b.std(ddof=1)) / 2), x="a", y="b")
put("wilcoxon", "p", stats.wilcoxon(a, b, zero_method="wilcox", method="asymptotic").pvalue, x="a", y="b", method="asymptotic")
put("wilcoxon", "p", stats.wilcoxon(a, b, zero_method="wilcox", correction=True, method="asymptotic").pvalue, x="a", y="b", method="asymptotic", correct=True)
put("wilcoxon", "value", stats.wilcoxon(a, b, alternative="greater").statistic, x="a", y="b")
for name, other in [("b", d.b), ("k", d.k)]:
    for estimator, r in [("pearson", stats.pearsonr(a, other)), ("spearman", stats.spearmanr(a, other))]:
        put(estimator, "value", r.statistic, x="a", y=name)
        put(estimator, "p", r.pvalue, 1e-8, x="a", y=name)
    low, high = stats.pearsonr(a, other).confidence_interval(0.95)
    put("pearson", "lower", low, x="a", y=name)
    put("pearson", "upper", high, x="a", y=name)
    tau = stats.kendalltau(a, other, method="asymptotic")
    put("kendall", "value", tau.statistic, x="a", y=name)
    put("kendall", "p" if name == "k" else "value", tau.pvalue if name == "k" else tau.statistic, x="a", y=name)
    put("kendall", "value", stats.kendalltau(a, other, variant="c").statistic, x="a", y=name, kind="c")
yes = (d.ok == "yes").to_numpy().astype(float)
put("point_biserial", "value", stats.pointbiserialr(d.one, a).statistic, x="one", y="a")
put("point_biserial", "p", stats.pointbiserialr(d.one, a).pvalue, x="one", y="a")
Z = np.column_stack([np.ones(len(a)), d.k, w])
left, right = (v - Z @ np.linalg.lstsq(Z, v)[0] for v in (a, b))
put("partial_correlation", "value", stats.pearsonr(left, right).statistic, x="a", y="b", given=["k", "w"])

# Several groups.
for column in ["a", "k"]:
    parts = [d[column][d.h == s].to_numpy(float) for s in ["p", "q", "r"]]
    many = {"value": column, "group": "h"}
    F = stats.f_oneway(*parts)
    put("anova", "value", F.statistic, **many)
    put("anova", "p", F.pvalue, **many)
    ws = oneway.anova_oneway(parts, use_var="unequal")
    put("welch_anova", "value", ws.statistic, **many)
    put("welch_anova", "p", ws.pvalue, **many)
    effects = oneway._fstat2effectsize(F.statistic, (2, len(d) - 3))
    put("eta_squared", "value", effects.eta2, **many)
    put("omega_squared", "value", effects.omega2, **many)
    put("epsilon_squared", "value", effects.eps2, **many)
    for estimator, r in [("bartlett", stats.bartlett(*parts)), ("kruskal_wallis", stats.kruskal(*parts))]:
        put(estimator, "value", r.statistic, **many)
        put(estimator, "p", r.pvalue, **many)
    for center in ["mean", "median"]:
        put("levene", "value", stats.levene(*parts, center=center).statistic, center=center, **many)
        put("levene", "p", stats.levene(*parts, center=center).pvalue, center=center, **many)
    tukey = stats.tukey_hsd(*parts)
    ends = tukey.confidence_interval(0.95)
    for i, j in [(0, 1), (2, 0), (1, 2)]:
        pair = dict(many, first="pqr"[i], second="pqr"[j])
        put("tukey_hsd", "value", tukey.statistic[i, j], **pair)
        put("tukey_hsd", "p", tukey.pvalue[i, j], 1e-7, **pair)
        put("tukey_hsd", "lower", ends.low[i, j], 1e-6, **pair)
        put("tukey_hsd", "upper", ends.high[i, j], 1e-6, **pair)
    put("mean_range", "value", np.ptp([x.mean() for x in parts]), value=column, by="h")
    wide = d.groupby("h")[column].agg(["mean", "std", "sem", "count", "median", "min", "max"])
    put("group_table", "value", wide, value=column, by="h", statistics=["mean", "sd", "se", "count", "median", "min", "max"])
    blocks = d.pivot(index="block", columns="treat", values=column)
    r = stats.friedmanchisquare(*[blocks[c] for c in blocks])
    put("friedman", "value", r.statistic, value=column, group="treat", block="block")
    put("friedman", "p", r.pvalue, value=column, group="treat", block="block")
table = anova_lm(smf.ols("a ~ C(g) * C(h)", d).fit(), typ=2)
put("factorial_anova_table", "value", table[["sum_sq", "df"]], 1e-8, y="a", factors=["g", "h"], terms=["g", "h", "g:h"], type="II", statistics=["sum_of_squares", "df"])

# Proportions and tables.
f, m = yes[d.g == "f"], yes[d.g == "m"]
one, two = {"value": "ok", "equals": "yes"}, {"value": "ok", "equals": "yes", "group": "g", "first": "f", "second": "m"}
k, n = yes.sum(), len(yes)
put("proportion", "value", k / n, **one)
for ours, theirs in [("wilson", "wilson"), ("wald", "normal"), ("clopper_pearson", "beta"), ("agresti_coull", "agresti_coull"), ("jeffreys", "jeffreys")]:
    low, high = proportion.proportion_confint(k, n, method=theirs)
    put("proportion", "lower", low, interval=ours, **one)
    put("proportion", "upper", high, interval=ours, **one)
put("binomial_test", "value", k / n, **one)
put("binomial_test", "p", stats.binomtest(int(k), n, 0.4).pvalue, p0=0.4, **one)
put("proportion_z", "value", proportion.proportions_ztest(k, n, 0.4, prop_var=0.4)[0], p0=0.4, **one)
put("proportion_z", "p", proportion.proportions_ztest(k, n, 0.4, prop_var=0.4)[1], p0=0.4, **one)
z, p = proportion.proportions_ztest([f.sum(), m.sum()], [len(f), len(m)])
put("two_proportion_z", "value", z, **two)
put("two_proportion_z", "p", p, **two)
put("proportion_difference", "value", f.mean() - m.mean(), **two)
put("proportion_difference", "p", p, **two)
low, high = proportion.confint_proportions_2indep(f.sum(), len(f), m.sum(), len(m), method="wald", compare="diff")
put("proportion_difference", "lower", low, **two)
put("proportion_difference", "upper", high, **two)
low, high = proportion.confint_proportions_2indep(f.sum(), len(f), m.sum(), len(m), method="newcomb", compare="diff")
put("proportion_difference", "lower", low, variant="newcombe", **two)
square = contingency_tables.Table2x2([[f.sum(), len(f) - f.sum()], [m.sum(), len(m) - m.sum()]])
for estimator, value, ends, p in [("odds_ratio", square.oddsratio, square.oddsratio_confint(), square.oddsratio_pvalue()), ("risk_ratio", square.riskratio, square.riskratio_confint(), square.riskratio_pvalue())]:
    put(estimator, "value", value, **two)
    put(estimator, "lower", ends[0], **two)
    put(estimator, "upper", ends[1], **two)
    put(estimator, "p", p, **two)
for row, column in [("h", "ok"), ("g", "ok"), ("h", "k")]:
    counts = pd.crosstab(d[row], d[column]).to_numpy()
    c = stats.chi2_contingency(counts, correction=False)
    args = {"row": row, "column": column}
    put("chi_square", "value", c.statistic, **args)
    put("chi_square", "p", c.pvalue, **args)
    put("chi_square", "value", stats.chi2_contingency(counts, correction=False, lambda_="log-likelihood").statistic, variant="g-test", **args)
    put("cramers_v", "value", stats.contingency.association(counts, method="cramer"), **args)
    put("mutual_information", "value", metrics.mutual_info_score(d[row], d[column]), **args)
counts = pd.crosstab(d.g, d.ok).to_numpy()
args = {"row": "g", "column": "ok"}
put("chi_square", "value", stats.chi2_contingency(counts).statistic, yates=True, **args)
fisher = stats.fisher_exact(counts)
put("fisher_exact", "value", fisher.statistic, **args)
put("fisher_exact", "p", fisher.pvalue, **args)
odds = stats.contingency.odds_ratio(counts, kind="conditional")
put("fisher_exact", "value", odds.statistic, 1e-6, odds="conditional", **args)
put("fisher_exact", "lower", odds.confidence_interval(0.95).low, 1e-6, odds="conditional", **args)
put("fisher_exact", "upper", odds.confidence_interval(0.95).high, 1e-6, odds="conditional", **args)
put("phi", "value", metrics.matthews_corrcoef(d.g == "m", d.ok == "yes"), **args)
fit = stats.chisquare(d.h.value_counts())
put("chi_square_fit", "value", fit.statistic, category="h")
put("chi_square_fit", "p", fit.pvalue, category="h")
paired = pd.crosstab(d.u, d.v).to_numpy()
for method, more in [("plain", {"exact": False, "correction": False}), ("corrected", {"exact": False, "correction": True}), ("exact", {"exact": True})]:
    r = contingency_tables.mcnemar(paired, **more)
    put("mcnemar", "value", r.statistic, row="u", column="v", method=method)
    put("mcnemar", "p", r.pvalue, row="u", column="v", method=method)
symmetry = contingency_tables.SquareTable(pd.crosstab(d.h, d.again).to_numpy(), shift_zeros=False).symmetry()
put("mcnemar", "value", symmetry.statistic, row="h", column="again")
put("mcnemar", "p", symmetry.pvalue, row="h", column="again")

# Many tests.
p = d.p.dropna().to_numpy()
order = d.id[d.p.notna()]
for ours, theirs in [("bonferroni", "bonferroni"), ("holm", "holm"), ("hochberg", "simes-hochberg"), ("hommel", "hommel"), ("bh", "fdr_bh"), ("by", "fdr_by"), ("sidak", "sidak")]:
    put("adjusted_p", "value", multitest.multipletests(p, method=theirs)[1], value="p", label="id", method=ours)

# Plans.
for n, delta, alpha in [(20, 1, 0.05), (7, 0.6, 0.01), (150, 0.2, 0.05)]:
    for sides, name in [("two-sided", "two-sided"), ("larger", "one-sided")]:
        more = {"alpha": alpha, "alternative": name, "delta": delta}
        put("t_power", "value", power.TTestIndPower().power(delta, n, alpha, alternative=sides), n=n, **more)
        put("t_power", "value", power.TTestIndPower().power(delta, n, alpha, ratio=2, alternative=sides), n=n, n2=2 * n, **more)
        put("t_power", "value", power.TTestPower().power(delta, n, alpha, alternative=sides), n=n, design="paired", **more)
        put("t_sample_size", "value", power.TTestIndPower().solve_power(delta, None, alpha, 0.85, alternative=sides), 1e-6, power=0.85, **more)
        put("proportion_power", "value", power.NormalIndPower().power(proportion.proportion_effectsize(0.55, 0.35), n, alpha, alternative=sides), variant="arcsine", n=n, p1=0.55, p2=0.35, alpha=alpha, alternative=name)
    put("proportion_power", "value", proportion.power_proportions_2indep(0.2, 0.35, n, alpha=alpha).power, n=n, p1=0.55, p2=0.35, alpha=alpha)
    put("anova_power", "value", power.FTestAnovaPower().power(delta / 3, 4 * n, alpha, k_groups=4), n=n, groups=4, f=delta / 3, alpha=alpha)
for q, k, df in [(3.5, 4, 20), (2.2, 3, 7), (5.5, 8, 60)]:
    put("studentized_range_p", "value", stats.studentized_range.sf(q, k, df), 1e-7, q=q, groups=k, df=df)
    put("studentized_range_quantile", "value", stats.studentized_range.ppf(0.95, k, df), 1e-7, groups=k, df=df)

# Texts: no library has these, but their definitions.
def edits(x, y):
    row = list(range(len(y) + 1))
    for i, c in enumerate(x, 1):
        last, row = row, [i]
        for j, e in enumerate(y, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (c != e)))
    return row[-1]


def warp(x, y):
    best = np.full((len(x) + 1, len(y) + 1), np.inf)
    best[0, 0] = 0
    for i, p in enumerate(x):
        for j, q in enumerate(y):
            best[i + 1, j + 1] = abs(p - q) + min(best[i, j], best[i, j + 1], best[i + 1, j])
    return best[-1, -1]


put("edit_distance", "value", np.mean([edits(p, q) for p, q in zip(d.x, d.y)]), x="x", y="y")
put("dtw", "value", warp(a, gap), x="a", y="gap")
json.dump(out, sys.stdout)
