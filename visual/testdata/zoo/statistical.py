"""seaborn's functions of one pair of axes."""

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
    box v: x 0 1, y 2.5 5.5, lo 1.75 4.5, hi 3.25 7, wlo 1 3, whi 4 10; labels a, b
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
