"""pandas: every kind of plot."""

import numpy as np
import pandas as pd
from scipy import stats
from zoo import let, plt

DF = pd.DataFrame({"g": ["a", "a", "b", "b", "b"], "v": [1.0, 2.0, 3.0, 5.0, 10.0], "x": [1, 2, 3, 4, 5]})
TWO = pd.DataFrame({"p": [1.0, 2.0], "q": [3.0, 4.0]}, index=["a", "b"])


def line(ax):
    """
    axes: x "x"; legend v
    line [v by legend]: x 1 2 3 4 5, y 1 2 3 5 10
    """
    DF.plot(x="x", y="v", ax=ax)


def columns(ax):
    """
    axes: legend p, q
    line [p by legend]: x 3 5, y 1 2
    line [q by legend]: x 3 5, y 3 4
    """
    TWO.set_axis([3, 5]).plot(ax=ax)


def periods(ax):
    """
    axes: x time
    line: x 10957 10988 11017, y 1 2 3
    """
    pd.Series([1.0, 2, 3], index=pd.period_range("2000-01", periods=3, freq="M")).plot(ax=ax)


def timestamps(ax):
    """
    axes: x time
    line: x 10957 10958 10959, y 1 2 3
    """
    pd.Series([1.0, 2, 3], index=pd.date_range("2000-01-01", periods=3, freq="D")).plot(ax=ax)


def bar(ax):
    """
    axes: legend p, q
    bar v [p by legend]: x -0.125 0.875, y 1 2, base 0 0; labels a, b
    bar v [q by legend]: x 0.125 1.125, y 3 4, base 0 0; labels a, b
    """
    TWO.plot.bar(ax=ax)


def barh(ax):
    """
    bar h [p by label]: x 1 2, y 0 1, base 0 0; labels a, b
    """
    TWO["p"].plot.barh(ax=ax)


def bar_stacked(ax):
    """
    axes: legend p, q
    bar v [p by legend]: x 0 1, y 1 2, base 0 0; labels a, b
    bar v [q by legend]: x 0 1, y 4 6, base 1 2; labels a, b
    """
    TWO.plot.bar(stacked=True, ax=ax)


def bar_with_errors(ax):
    """
    axes: x "g"
    bar v [v by label]: x 0 1, y 1.5 6, base 0 0; labels a, b
    errorbar v: x 0 1, y 1.5 6, lo @lo, hi @hi; labels a, b
    """
    m, sd = np.array([1.5, 6]), np.array([0.5**0.5, 13**0.5])
    let(lo=m - sd, hi=m + sd)
    g = DF.groupby("g")["v"]
    g.mean().plot.bar(yerr=g.std(), ax=ax)


def hist(ax):
    """
    axes: y "Frequency"
    histogram v: x 0 5, x2 5 10, y 3 2, base 0 0; sample 1 2 3 5 10
    """
    DF["v"].plot.hist(bins=[0, 5, 10], ax=ax)


def hist_of_columns():
    """
    axes 0: title "v"
    histogram v: x 0 5, x2 5 10, y 3 2, base 0 0; sample 1 2 3 5 10
    axes 1: title "x"
    histogram v: x 0 5, x2 5 10, y 4 1, base 0 0; sample 1 2 3 4 5
    """
    return DF.hist(column=["v", "x"], bins=[0, 5, 10], figsize=(4, 2))[0, 0].figure


def box(ax):
    """
    box v: x 1 2, y 1.5 3.5, lo 1.25 3.25, hi 1.75 3.75, wlo 1 3, whi 2 4; labels p, q; whis 1.5
    """
    TWO.plot.box(ax=ax)


def box_by_group(ax):
    """
    axes: x "g"; title "v"
    box v: x 1 2, y 1.5 5, lo 1.25 4, hi 1.75 7.5, wlo 1 3, whi 2 10; labels a, b; whis 1.5
    """
    DF.boxplot(column="v", by="g", ax=ax)


def kde(ax):
    """
    axes: y "Density"
    line [v by label]: x @x, y @y; bw_method 0.5
    """
    v = DF["v"]
    x = np.linspace(v.min() - 4.5, v.max() + 4.5, 1000)
    let(x=x, y=stats.gaussian_kde(v, 0.5)(x))
    v.plot.kde(bw_method=0.5, ax=ax)


def area(ax):
    """
    axes: legend p, q
    band v [p by any]: x 3 5, lo 0 0, hi 1 2
    line [p by any]: x 3 5, y 1 2
    band v [q by any]: x 3 5, lo 1 2, hi 4 6
    line [q by any]: x 3 5, y 4 6
    """
    TWO.set_axis([3, 5]).plot.area(ax=ax)


def pie(ax):
    """
    arc: y 1/3 2/3, value 1 2; labels a, b
    """
    TWO["p"].plot.pie(labeldistance=None, ylabel="", ax=ax)


def scatter(ax):
    """
    axes: x "x", y "v"
    point: x 1 2 3 4 5, y 1 2 3 5 10
    """
    DF.plot.scatter("x", "v", ax=ax)


def scatter_with_values():
    """
    axes 0: x "x", y "v"
    point: x 1 2 3 4 5, y 1 2 3 5 10, value 1 2 3 4 5; colours 1 5
    axes 1: y "x"; colours of 0
    """
    return DF.plot.scatter("x", "v", c="x", colormap="viridis").figure


def hexbin(ax):
    """
    axes 0: x "x", y "v"
    hex: x @x, y 1 10, value 3 2; colours 2 3
    axes 1: colours of 0
    """
    let(x=[1 - 4e-9, 5 + 4e-9])  # the grid reaches a little beyond the data
    df = pd.DataFrame({"x": [1, 1, 1, 5, 5], "v": [1, 1, 1, 10, 10]})
    df.plot.hexbin("x", "v", gridsize=2, mincnt=1, ax=ax)


def panels_of_columns():
    """
    axes 0: legend p
    line [p by legend]: x 3 5, y 1 2
    axes 1: legend q
    line [q by legend]: x 3 5, y 3 4
    """
    return TWO.set_axis([3, 5]).plot(subplots=True, figsize=(4, 3))[0].figure


def secondary():
    """
    axes 0: legend p, q (right)
    line [p by legend]: x 3 5, y 1 2
    axes 1: twin of 0
    line [q (right) by legend]: x 3 5, y 3 4
    """
    return TWO.set_axis([3, 5]).plot(secondary_y="q", figsize=(4, 3)).figure

