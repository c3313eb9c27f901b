"""seaborn's grids of panels."""

import numpy as np
import pandas as pd
import seaborn as sns
from scipy import stats
from scipy.cluster import hierarchy
from statistical import DF
from zoo import let, plt


def small(g):
    g.figure.set_size_inches(4, 3)
    return g.figure


def relation():
    """
    axes 0: x "x", y "v"; facet a
    point: x 1 2 6 8, y 1 2 4 3
    axes 1: x "x", y "v"; facet b
    point: x 3 4 5 7, y 3 5 10 6
    """
    return small(sns.relplot(data=DF, x="x", y="v", col="g"))


def relation_with_hue():
    """
    axes: x "x", y "v"; legend u, v
    line [u by colour]: x 1 3 6 7, y 1 3 4 6; kind line
    line [v by colour]: x 2 4 5 8, y 2 5 10 3; kind line
    """
    return small(sns.relplot(data=DF, x="x", y="v", hue="h", kind="line", errorbar=None))


def bars():
    """
    axes: x "g", y "v"
    bar v: x 0 1, y 2.5 6, base 0 0; labels a, b; kind bar
    errorbar v: x 0 1, lo @lo, hi @hi; labels a, b; sd; kind bar
    """
    m, sd = np.array([2.5, 6]), np.array([(5 / 3) ** 0.5, (26 / 3) ** 0.5])
    let(lo=m - sd, hi=m + sd)
    return small(sns.catplot(data=DF, x="g", y="v", kind="bar", errorbar="sd"))


def boxes():
    """
    axes 0: x "g", y "v"; facet u
    box v: x 0 1, y 2.5 4.5, lo 1.75 3.75, hi 3.25 5.25, wlo 1 3, whi 4 6; labels a, b; kind box; whis 1.5
    axes 1: x "g", y "v"; facet v
    box v: x 0 1, y 2.5 7.5, lo 2.25 6.25, hi 2.75 8.75, wlo 2 5, whi 3 10; labels a, b; kind box; whis 1.5
    """
    return small(sns.catplot(data=DF, x="g", y="v", col="h", kind="box"))


def counts():
    """
    axes: x "g", y "count"
    bar v: x 0 1, y 4 4, base 0 0; labels a, b; kind count
    """
    return small(sns.catplot(data=DF, x="g", kind="count"))


def histograms():
    """
    axes 0: x "v", y "Count"; facet a
    histogram v: x 0 5, x2 5 10, y 4 0, base 0 0
    axes 1: x "v", y "Count"; facet b
    histogram v: x 0 5, x2 5 10, y 1 3, base 0 0
    """
    return small(sns.displot(data=DF, x="v", col="g", bins=[0, 5, 10]))


def shares():
    """
    axes: x "v", y "Proportion"; legend a, b
    line [a by colour]: x -inf 1 2 3 4, y 0 0.25 0.5 0.75 1; step post; 1 outside; kind ecdf
    line [b by colour]: x -inf 3 5 6 10, y 0 0.25 0.5 0.75 1; step post; 1 outside; kind ecdf
    """
    return small(sns.displot(data=DF, x="v", hue="g", kind="ecdf"))


def regressions():
    """
    axes: x "x", y "v"; legend a, b
    point [a by any]: x 1 2 6 8, y 1 2 4 3
    line [a by any]: x @xa, y @ya
    point [b by any]: x 3 4 5 7, y 3 5 10 6
    line [b by any]: x @xb, y @yb
    """
    for name, rows in DF.groupby("g"):
        slope, intercept = stats.linregress(rows["x"], rows["v"])[:2]
        x = np.linspace(rows["x"].min(), rows["x"].max(), 100)
        let(**{"x" + name: x, "y" + name: intercept + slope * x})
    return small(sns.lmplot(data=DF, x="x", y="v", hue="g", ci=None))


def facets():
    """
    axes 0: x "x", y "v"; facet u / a
    point: x 1 6, y 1 4
    axes 1: x "x", y "v"; facet u / b
    point: x 3 7, y 3 6
    axes 2: x "x", y "v"; facet v / a
    point: x 2 8, y 2 3
    axes 3: x "x", y "v"; facet v / b
    point: x 4 5, y 5 10
    """
    return small(sns.FacetGrid(DF, row="h", col="g").map(plt.scatter, "x", "v"))


def facets_with_margins():
    """
    axes 0: x "x", y "v"; facet u / a
    point: x 1 6, y 1 4
    axes 1: x "x", y "v"; facet u / b
    point: x 3 7, y 3 6
    axes 2: x "x", y "v"; facet v / a
    point: x 2 8, y 2 3
    axes 3: x "x", y "v"; facet v / b
    point: x 4 5, y 5 10
    """
    return small(sns.FacetGrid(DF, row="h", col="g", margin_titles=True).map(plt.scatter, "x", "v"))


def pairs():
    """
    axes 0: x "v", y "v"
    axes 1: x "x", y "v"
    point: x 1..8, y 1 2 3 5 10 4 6 3
    axes 2: x "v", y "x"
    point: x 1 2 3 3 4 5 6 10, y 1 2 3 8 6 4 7 5
    axes 3: x "x", y "x"
    axes 4: twin of 0
    histogram v: x 0 5, x2 5 10, y 5 3, base 0 0
    axes 5: twin of 3
    histogram v: x 0 5, x2 5 10, y 4 4, base 0 0
    """
    return small(sns.PairGrid(DF, vars=["v", "x"]).map_offdiag(sns.scatterplot).map_diag(sns.histplot, bins=[0, 5, 10]))


def joint():
    """
    axes 0: x "x", y "v"
    point: x 1..8, y 1 2 3 5 10 4 6 3
    axes 1: x "x"
    histogram v: x 0 5, x2 5 10, y 4 4, base 0 0
    axes 2: y "v"
    histogram h: x 0 5, x2 5 10, y 5 3, base 0 0
    """
    return small(sns.jointplot(data=DF, x="x", y="v", marginal_kws={"bins": [0, 5, 10]}))


def clusters():
    """
    axes 0: x inverted, y inverted
    line: x @r1, y @r0
    line: x @R1, y @R0
    axes 1:
    line: x @c0, y @c1
    axes 2: y inverted
    mesh: x 0 0 0 1 1 1, y 0 1 2 0 1 2, x2 1 1 1 2 2 2, y2 1 2 3 1 2 3, value 5 1 2 9 2 4; labels r / s, p / s, q / s, r / t, p / t, q / t; colours 1 9
    axes 3: colours of 2
    """
    rows = hierarchy.dendrogram(hierarchy.linkage([[1, 2], [2, 4], [5, 9]], "average"), no_plot=True)
    columns = hierarchy.dendrogram(hierarchy.linkage([[1, 2, 5], [2, 4, 9]], "average"), no_plot=True)
    order = lambda x, y: sorted(zip(x, y))
    for name, (at, height) in zip("rR", zip(rows["icoord"], rows["dcoord"])):
        points = order(height, at)
        let(**{name + "1": [p[0] for p in points], name + "0": [p[1] for p in points]})
    points = order(columns["icoord"][0], columns["dcoord"][0])
    let(c0=[p[0] for p in points], c1=[p[1] for p in points])
    table = pd.DataFrame([[1.0, 2.0], [2.0, 4.0], [5.0, 9.0]], index=["p", "q", "r"], columns=["s", "t"])
    return small(sns.clustermap(table, figsize=(4, 3)))


def points_of_categories():
    """
    axes: x "g", y "v"
    line: x 0 1, y 2.5 6; labels a, b; kind point
    point: x 0 1, y 2.5 6; labels a, b; kind point
    """
    return small(sns.catplot(data=DF, x="g", y="v", kind="point", errorbar=None))


def strips():
    """
    axes 0: x "g", y "v"; facet u
    point: x 0 0, y 1 4; kind strip; labels a, a
    point: x 1 1, y 3 6; kind strip; labels b, b
    axes 1: x "g", y "v"; facet v
    point: x 0 0, y 2 3; kind strip; labels a, a
    point: x 1 1, y 5 10; kind strip; labels b, b
    """
    return small(sns.catplot(data=DF, x="g", y="v", col="h", kind="strip", jitter=False))


def densities():
    """
    axes: x "v", y "Density"; legend a, b
    band v [a by any]: x @xa, lo @z, hi @ya; kind kde; common_norm false
    band v [b by any]: x @xb, lo @z, hi @yb; kind kde; common_norm false
    """
    for name, rows in DF.groupby("g"):
        v = np.array(rows["v"])
        k = stats.gaussian_kde(v)
        bw = np.sqrt(k.covariance.squeeze())
        x = np.linspace(v.min() - 3 * bw, v.max() + 3 * bw, 200)
        let(**{"x" + name: x, "y" + name: k(x), "z": 0 * x})
    return small(sns.displot(data=DF, x="v", hue="g", kind="kde", fill=True, common_norm=False, common_grid=False))


def all_pairs():
    """
    axes 0: x "v", y "v"
    axes 1: x "x", y "v"
    point: x 1..8, y 1 2 3 5 10 4 6 3
    axes 2: x "v", y "x"
    point: x 1 2 3 3 4 5 6 10, y 1 2 3 8 6 4 7 5
    axes 3: x "x", y "x"
    axes 4: twin of 0
    histogram v: x 0 5, x2 5 10, y 5 3, base 0 0
    axes 5: twin of 3
    histogram v: x 0 5, x2 5 10, y 4 4, base 0 0
    """
    return small(sns.pairplot(DF, vars=["v", "x"], diag_kws={"bins": [0, 5, 10]}))


def joint_hexagons():
    """
    axes 0: x "x", y "v"
    hex: x @x, y 1 10 5.5 1 10 5.5 1 10, value 2 0 2 0 1 2 1 0; colours 0 2; kind hex
    axes 1: x "x"
    histogram v: x 0 5, x2 5 10, y 4 4, base 0 0; kind hex
    axes 2: y "v"
    histogram h: x 0 5, x2 5 10, y 5 3, base 0 0; kind hex
    """
    left, right = 1 - 7e-9, 8 + 7e-9  # the grid reaches a little beyond the data
    let(x=left + (right - left) * np.array([0, 0, 1, 2, 2, 3, 4, 4]) / 4)
    return small(sns.jointplot(data=DF, x="x", y="v", kind="hex", gridsize=2, marginal_kws={"bins": [0, 5, 10]}))


def objects_of_points():
    """
    axes: x "x", y "v"; legend a, b
    point [a by colour]: x 1 2 6 8, y 1 2 4 3
    point [b by colour]: x 3 4 5 7, y 3 5 10 6
    """
    import seaborn.objects as so

    fig, ax = plt.subplots(figsize=(4, 3))
    so.Plot(DF, x="x", y="v", color="g").add(so.Dot()).on(ax).plot()
    return fig


def objects_of_bars():
    """
    axes: x "g", y "v"
    bar v: x 0 1, y 2.5 6, base 0 0; labels a, b
    errorbar v: x 0 1, lo @lo, hi @hi; labels a, b
    """
    import seaborn.objects as so

    m, sd = np.array([2.5, 6]), np.array([(5 / 3) ** 0.5, (26 / 3) ** 0.5])
    let(lo=m - sd, hi=m + sd)
    fig, ax = plt.subplots(figsize=(4, 3))
    so.Plot(DF, x="g", y="v").add(so.Bar(), so.Agg()).add(so.Range(), so.Est(errorbar="sd")).on(ax).plot()
    return fig
