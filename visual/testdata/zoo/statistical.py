"""seaborn's functions of one pair of axes."""

import contourpy
import numpy as np
import pandas as pd
import seaborn as sns
from scipy import stats
from zoo import let, plt

DF = pd.DataFrame(
    {
        "g": ["a", "a", "b", "b", "b", "a", "b", "a"],
        "h": ["u", "v", "u", "v", "v", "u", "u", "v"],
        "v": [1.0, 2.0, 3.0, 5.0, 10.0, 4.0, 6.0, 3.0],
        "x": [1, 2, 3, 4, 5, 6, 7, 8],
    }
)
A, B = [1, 2, 4, 3], [3, 5, 10, 6]


def bar_sd(ax):
    """
    axes: x "g", y "v"
    bar v: x 0 1, y 2.5 6, base 0 0; labels a, b
    errorbar v: x 0 1, lo @lo, hi @hi; labels a, b; sd
    """
    m, sd = np.array([2.5, 6]), np.array([(5 / 3) ** 0.5, (26 / 3) ** 0.5])
    let(lo=m - sd, hi=m + sd)
    sns.barplot(data=DF, x="g", y="v", errorbar="sd", ax=ax)


def bar_of_sums(ax):
    """
    axes: x "g", y "v"
    bar v: x 0 1, y 10 24, base 0 0; labels a, b; estimator sum
    """
    sns.barplot(data=DF, x="g", y="v", estimator="sum", errorbar=None, ax=ax)


def bar_by_hue(ax):
    """
    axes: x "g", y "v"; legend u, v
    bar v [u by any]: x -0.2 0.8, y 2.5 4.5, base 0 0; labels a, b
    bar v [v by any]: x 0.2 1.2, y 2.5 7.5, base 0 0; labels a, b
    """
    sns.barplot(data=DF, x="g", y="v", hue="h", errorbar=None, ax=ax)


def bar_lying(ax):
    """
    axes: x "v", y inverted "g"
    bar h: x 2.5 6, y 0 1, base 0 0; labels a, b
    """
    sns.barplot(data=DF, x="v", y="g", errorbar=None, ax=ax)


def count(ax):
    """
    axes: x "g", y "count"
    bar v: x 0 1, y 4 4, base 0 0; labels a, b
    """
    sns.countplot(data=DF, x="g", ax=ax)


def point_se(ax):
    """
    axes: x "g", y "v"
    line: x 0 1, y 2.5 6; labels a, b
    point: x 0 1, y 2.5 6; labels a, b
    errorbar v: x 0 1, lo @lo, hi @hi; labels a, b; se
    """
    m, se = np.array([2.5, 6]), np.array([(5 / 3) ** 0.5 / 2, (26 / 3) ** 0.5 / 2])
    let(lo=m - se, hi=m + se)
    sns.pointplot(data=DF, x="g", y="v", errorbar="se", ax=ax)


def box(ax):
    """
    axes: x "g", y "v"
    box v: x 0 1, y 2.5 5.5, lo 1.75 4.5, hi 3.25 7, wlo 1 3, whi 4 10; labels a, b; whis 1.5
    """
    sns.boxplot(data=DF, x="g", y="v", ax=ax)


def box_of_range(ax):
    """
    axes: x "g", y "v"
    box v: x 0 1, y 2.5 5.5, lo 1.75 4.5, hi 3.25 7, wlo 1 3, whi 4 10; labels a, b; whis 3
    """
    sns.boxplot(data=DF, x="g", y="v", whis=3, ax=ax)


def violin(ax):
    """
    axes: x "g", y "v"
    violin v: y @ya, lo @la, hi @ha; labels a
    violin v: y @yb, lo @lb, hi @hb; labels b
    """
    widths = []
    for name, values in (("a", A), ("b", B)):
        k = stats.gaussian_kde(values, "scott")
        bw = k.factor * np.std(values, ddof=1)
        y = np.linspace(min(values) - 2 * bw, max(values) + 2 * bw, 100)
        widths.append((name, y, k(y)))
    top = max(d.max() for _, _, d in widths)
    for i, (name, y, d) in enumerate(widths):
        w = 0.4 * d / top
        let(**{"y" + name: y, "l" + name: i - w, "h" + name: i + w})
    if hasattr(sns, "external") and sns.__version__ < "0.13":
        sns.violinplot(data=DF, x="g", y="v", inner=None, ax=ax, scale="area")
    else:
        sns.violinplot(data=DF, x="g", y="v", inner=None, ax=ax)


def strip(ax):
    """
    axes: x "g", y "v"
    point: x 0*4, y 1 2 3 4; labels a, a, a, a
    point: x 1*4, y 3 5 6 10; labels b, b, b, b
    """
    sns.stripplot(data=DF, x="g", y="v", jitter=False, ax=ax)


def swarm(ax):
    """
    axes: x "g", y "v"
    point: x 0*4, y 1 2 3 4; labels a, a, a, a
    point: x 1*4, y 3 5 6 10; labels b, b, b, b
    """
    sns.swarmplot(data=DF, x="g", y="v", size=2, ax=ax)


def scatter(ax):
    """
    axes: x "x", y "v"; legend a, b
    point [a by colour]: x 1 2 6 8, y 1 2 4 3
    point [b by colour]: x 3 4 5 7, y 3 5 10 6
    """
    sns.scatterplot(data=DF, x="x", y="v", hue="g", ax=ax)


def scatter_of_sizes(ax):
    """
    axes: x "x", y "v"
    point: x 1..8, y 1 2 3 5 10 4 6 3, size 10 20 30 50 100 40 60 30
    """
    sns.scatterplot(data=DF, x="x", y="v", size="v", sizes=(10, 100), legend=False, ax=ax)


def line_of_means(ax):
    """
    axes: x "g", y "v"
    line: x 0 1, y 2.5 6; labels a, b
    band v: x 0 1, lo @lo, hi @hi; labels a, b; sd
    """
    m, sd = np.array([2.5, 6]), np.array([(5 / 3) ** 0.5, (26 / 3) ** 0.5])
    let(lo=m - sd, hi=m + sd)
    sns.lineplot(data=DF, x="g", y="v", errorbar="sd", ax=ax)


def line_by_hue(ax):
    """
    axes: x "x", y "v"; legend a, b
    line [a by colour]: x 1 2 6 8, y 1 2 4 3
    line [b by colour]: x 3 4 5 7, y 3 5 10 6
    """
    sns.lineplot(data=DF, x="x", y="v", hue="g", errorbar=None, ax=ax)


def regression(ax):
    """
    axes: x "x", y "v"
    point: x 1..8, y 1 2 3 5 10 4 6 3
    line: x @x, y @y
    """
    slope, intercept = stats.linregress(DF["x"], DF["v"])[:2]
    x = np.linspace(1, 8, 100)
    let(x=x, y=intercept + slope * x)
    sns.regplot(data=DF, x="x", y="v", ci=None, truncate=True, ax=ax)


def histogram(ax):
    """
    axes: x "v", y "Count"
    histogram v: x 0 5, x2 5 10, y 5 3, base 0 0
    """
    sns.histplot(data=DF, x="v", bins=[0, 5, 10], ax=ax)


def histogram_of_shares(ax):
    """
    axes: x "v", y "Probability"
    histogram v: x 0 5, x2 5 10, y 0.625 0.375, base 0 0; stat probability
    """
    sns.histplot(data=DF, x="v", bins=[0, 5, 10], stat="probability", ax=ax)


def histogram_stacked(ax):
    """
    axes: x "v", y "Count"; legend a, b
    histogram v [a by colour]: x 0 5, x2 5 10, y 5 3, base 1 3; multiple stack
    histogram v [b by colour]: x 0 5, x2 5 10, y 1 3, base 0 0; multiple stack
    """
    sns.histplot(data=DF, x="v", hue="g", multiple="stack", bins=[0, 5, 10], ax=ax)


def histogram_in_two_dimensions(ax):
    """
    axes: x "x", y "v"
    mesh: x 0 0 4 4, y 0 5 0 5, x2 4 4 8 8, y2 5 10 5 10, value 3 nan 2 3; colours 0 3
    """
    sns.histplot(data=DF, x="x", y="v", bins=([0, 4, 8], [0, 5, 10]), ax=ax)


def density(ax):
    """
    axes: x "v", y "Density"
    line: x @x, y @y; bw_adjust 0.5
    """
    v = np.array(DF["v"])
    k = stats.gaussian_kde(v, "scott")
    k.set_bandwidth(k.factor * 0.5)
    bw = np.sqrt(k.covariance.squeeze())
    x = np.linspace(v.min() - 3 * bw, v.max() + 3 * bw, 200)
    let(x=x, y=k(x))
    sns.kdeplot(data=DF, x="v", bw_adjust=0.5, ax=ax)


def density_filled(ax):
    """
    axes: x "v", y "Density"
    band v: x @x, lo @zero, hi @y
    """
    v = np.array(DF["v"])
    k = stats.gaussian_kde(v, "scott")
    bw = np.sqrt(k.covariance.squeeze())
    x = np.linspace(v.min() - 3 * bw, v.max() + 3 * bw, 200)
    let(x=x, y=k(x), zero=0 * x)
    sns.kdeplot(data=DF, x="v", fill=True, ax=ax)


def cumulative(ax):
    """
    axes: x "v", y "Proportion"
    line: x -inf 1 2 3 3 4 5 6 10, y 0 0.125 0.25 0.375 0.5 0.625 0.75 0.875 1; step post; 1 outside
    """
    sns.ecdfplot(data=DF, x="v", ax=ax)


def rug(ax):
    """
    axes: x "v"
    rule: x 1 2 3 3 4 5 6 10
    """
    sns.rugplot(data=DF, x="v", ax=ax)


def heat():
    """
    axes 0: x "h", y inverted "g"
    mesh: x 0 0 1 1, y 0 1 0 1, x2 1 1 2 2, y2 1 2 1 2, value 2.5 4.5 2.5 7.5; labels a / u, b / u, a / v, b / v; colours 2.5 7.5
    axes 1: y "mean"; colours of 0
    """
    table = DF.pivot_table(index="g", columns="h", values="v")
    return sns.heatmap(table, cbar_kws={"label": "mean"}).figure


def resampled(values, seed=0):  # 95 % in the middle of bootstrapped means
    rng = np.random.default_rng(seed)
    values = np.array(values)
    means = [values.take(rng.integers(0, len(values), len(values))).mean() for _ in range(50)]
    return np.percentile(means, [2.5, 97.5])


def bar_ci(ax):
    """
    axes: x "g", y "v"
    bar v: x 0 1, y 2.5 6, base 0 0; labels a, b
    errorbar v: x 0 1, lo @lo, hi @hi; labels a, b; ci 0.95
    """
    ends = [resampled([1.0, 2.0, 4.0, 3.0]), resampled([3.0, 5.0, 10.0, 6.0])]
    let(lo=[e[0] for e in ends], hi=[e[1] for e in ends])
    sns.barplot(data=DF, x="g", y="v", n_boot=50, seed=0, ax=ax)


def point_pi(ax):
    """
    axes: x "g", y "v"
    line: x 0 1, y 2.5 5.5; labels a, b; estimator median
    point: x 0 1, y 2.5 5.5; labels a, b; estimator median
    errorbar v: x 0 1, lo 1.75 4.5, hi 3.25 7; labels a, b; pi 0.5; estimator median
    """
    sns.pointplot(data=DF, x="g", y="v", estimator="median", errorbar=("pi", 50), ax=ax)


def two_sd(ax):
    """
    axes: x "g", y "v"
    bar v: x 0 1, y 2.5 6, base 0 0; labels a, b
    errorbar v: x 0 1, lo @lo, hi @hi; labels a, b
    """
    m, sd = np.array([2.5, 6]), np.array([(5 / 3) ** 0.5, (26 / 3) ** 0.5])
    let(lo=m - 2 * sd, hi=m + 2 * sd)
    sns.barplot(data=DF, x="g", y="v", errorbar=("sd", 2), ax=ax)


def regression_band(ax):
    """
    axes: x "x", y "v"
    point: x 1..8, y 1 2 3 5 10 4 6 3; ci 90
    line: x @x, y @y; ci 90
    band v: x @x, lo @lo, hi @hi; ci 0.9; ci 90
    """
    x, y = np.array(DF["x"], float), np.array(DF["v"])
    rng = np.random.default_rng(0)
    grid = np.linspace(1, 8, 100)
    fit = lambda at: np.polyval(np.polyfit(x[at], y[at], 1), grid)
    lines = [fit(rng.integers(0, 8, 8)) for _ in range(50)]
    lo, hi = np.percentile(lines, [5, 95], axis=0)
    let(x=grid, y=fit(np.arange(8)), lo=lo, hi=hi)
    sns.regplot(data=DF, x="x", y="v", ci=90, n_boot=50, seed=0, ax=ax)


def residuals(ax):
    """
    axes: x "x", y "v"
    point: x 1..8, y @e
    rule: y 0
    """
    slope, intercept = stats.linregress(DF["x"], DF["v"])[:2]
    let(e=DF["v"] - intercept - slope * DF["x"])
    sns.residplot(data=DF, x="x", y="v", ax=ax)


def density_in_two_dimensions(ax):
    """
    axes: x "x", y "v"
    contour: x @x, y @y, value @z; levels @levels
    """
    x, v = np.array(DF["x"], float), np.array(DF["v"])
    k = stats.gaussian_kde([x, v])
    bw = np.sqrt(np.diag(k.covariance))
    gx, gy = (np.linspace(a.min() - 3 * w, a.max() + 3 * w, 200) for a, w in zip((x, v), bw))
    z = k([c.ravel() for c in np.meshgrid(gx, gy)]).reshape(200, 200)
    height = np.sort(z.ravel())[::-1]
    share = np.cumsum(height) / height.sum()
    levels = height[np.searchsorted(share, 1 - np.linspace(0.05, 1, 2))]
    found = [(level, np.unique(line, axis=0)) for level in levels for line in contourpy.contour_generator(gx, gy, z, name="mpl2014").lines(level)[0]]
    points = sorted((px, py, level) for level, line in found for px, py in line)
    let(**dict(zip("xyz", zip(*points))), levels=levels)
    sns.kdeplot(data=DF, x="x", y="v", levels=2, ax=ax)


def violin_with_box(ax):
    """
    axes: x "g", y "v"
    violin v: y @y, lo @lo, hi @hi; labels a
    line: x 0 0, y 1 4; labels a, a; part inner
    line: x 0 0, y 1.75 3.25; labels a, a; part inner
    point: x 0, y 2.5; labels a; part inner
    """
    k = stats.gaussian_kde(A)
    bw = k.factor * np.std(A, ddof=1)
    y = np.linspace(min(A) - 2 * bw, max(A) + 2 * bw, 100)
    w = 0.4 * k(y) / k(y).max()
    let(y=y, lo=-w, hi=w)
    sns.violinplot(data=DF[DF["g"] == "a"], x="g", y="v", ax=ax)


def violin_halves(ax):
    """
    axes: x "g", y "v"; legend u, v
    violin v [u by any]: y @yau, lo @lau, hi @hau; labels a
    violin v [v by any]: y @yav, lo @lav, hi @hav; labels a
    violin v [u by any]: y @ybu, lo @lbu, hi @hbu; labels b
    violin v [v by any]: y @ybv, lo @lbv, hi @hbv; labels b
    """
    shapes = []
    for (g, h), rows in DF.groupby(["g", "h"]):
        values = np.array(rows["v"])
        k = stats.gaussian_kde(values)
        bw = k.factor * np.std(values, ddof=1)
        y = np.linspace(min(values) - 2 * bw, max(values) + 2 * bw, 100)
        shapes.append((g, h, y, k(y)))
    one = (lambda g, h: g) if sns.__version__ < "0.13" else (lambda g, h: h)  # what has one greatest width
    top = {one(g, h): max(d.max() for i, j, _, d in shapes if one(i, j) == one(g, h)) for g, h, *_ in shapes}
    for g, h, y, d in shapes:
        w, i = 0.4 * d / top[one(g, h)], "ab".index(g)
        let(**{"y" + g + h: y, "l" + g + h: i - w * (h == "u"), "h" + g + h: i + w * (h == "v")})
    sns.violinplot(data=DF, x="g", y="v", hue="h", split=True, inner=None, ax=ax)


def histogram_with_density(ax):
    """
    axes: x "v", y "Count"
    histogram v: x 0 5, x2 5 10, y 5 3, base 0 0
    line: x @x, y @y
    """
    v = np.array(DF["v"])
    k = stats.gaussian_kde(v)
    bw = np.sqrt(k.covariance.squeeze())
    x = np.linspace(max(v.min() - 3 * bw, v.min()), min(v.max() + 3 * bw, v.max()), 200)
    let(x=x, y=k(x) * 8 * 5)
    sns.histplot(data=DF, x="v", bins=[0, 5, 10], kde=True, ax=ax)


def histogram_of_steps(ax):
    """
    axes: x "v", y "Count"; legend a, b
    histogram v [a by any]: x 0 5, x2 5 10, y 4 0, base 0 0
    histogram v [b by any]: x 0 5, x2 5 10, y 1 3, base 0 0
    """
    sns.histplot(data=DF, x="v", hue="g", element="step", bins=[0, 5, 10], ax=ax)


def strip_by_hue(ax):
    """
    axes: x "g", y "v"; legend u, v
    point [u by colour]: x 0*2, y 1 4; labels a, a
    point [v by colour]: x 0*2, y 2 3; labels a, a
    point [u by colour]: x 1*2, y 3 6; labels b, b
    point [v by colour]: x 1*2, y 5 10; labels b, b
    """
    sns.stripplot(data=DF, x="g", y="v", hue="h", jitter=False, ax=ax)
