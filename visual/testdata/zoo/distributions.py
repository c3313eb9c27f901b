"""Distributions: histograms, boxes, violins."""

import numpy as np
from scipy import stats
from zoo import let, plt

V = [1, 1, 2, 4]
FIVE = [1.0, 2.0, 3.0, 5.0, 10.0]


def histogram(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 2 1 1, base 0*3; sample 1 1 2 4"""
    ax.hist(V, bins=[0, 2, 4, 6])


def outline(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 2 1 1, base 0*3; sample 1 1 2 4"""
    ax.hist(V, bins=[0, 2, 4, 6], histtype="step")


def filled_outline(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 2 1 1, base 0*3; sample 1 1 2 4"""
    ax.hist(V, bins=[0, 2, 4, 6], histtype="stepfilled")


def lying(ax):
    """histogram h: x 0 2, x2 2 4, y 2 1, base 0 0; sample 1 1 2"""
    ax.hist([1, 1, 2], bins=[0, 2, 4], orientation="horizontal")


def lying_outline(ax):
    """histogram h: x 0 2, x2 2 4, y 2 1, base 0 0; sample 1 1 2"""
    ax.hist([1, 1, 2], bins=[0, 2, 4], orientation="horizontal", histtype="step")


def touching_bars(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 2 1 1, base 0*3"""
    ax.bar([1, 3, 5], [2, 1, 1], width=2)


def stairs(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 2 1 1, base 0*3"""
    ax.stairs([2, 1, 1], [0, 2, 4, 6])


def stairs_on_a_baseline(ax):
    """histogram v: x 0 1, x2 1 3, y 5 6, base 2 3"""
    ax.stairs([5, 6], [0, 1, 3], baseline=[2, 3], fill=True)


def density(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 0.25 0.125 0.125, base 0*3; stat density; sample 1 1 2 4"""
    ax.hist(V, bins=[0, 2, 4, 6], density=True)


def cumulative(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 2 3 4, base 0*3; cumulative true; sample 1 1 2 4"""
    ax.hist(V, bins=[0, 2, 4, 6], cumulative=True)


def weighted(ax):
    """histogram v: x 0 2 4, x2 2 4 6, y 3 3 4, base 0*3; weights true"""
    ax.hist(V, bins=[0, 2, 4, 6], weights=[1, 2, 3, 4])


def two_groups(ax):
    """
    axes: legend a, b
    histogram v [a by any]: x 0 2, x2 2 4, y 2 1, base 0 0; sample 0 1 3
    histogram v [b by any]: x 0 2, x2 2 4, y 1 2, base 0 0; sample 1 2 3
    """
    ax.hist([0, 1, 3], bins=[0, 2, 4], alpha=0.5, label="a")
    ax.hist([1, 2, 3], bins=[0, 2, 4], alpha=0.5, label="b")
    ax.legend()


def stacked_groups(ax):
    """
    axes: legend a, b
    histogram v [a by any]: x 0 2, x2 2 4, y 2 1, base 0 0; sample 0 1 3
    histogram v [b by any]: x 0 2, x2 2 4, y 3 3, base 2 1; sample 1 2 3
    """
    ax.hist([[0, 1, 3], [1, 2, 3]], bins=[0, 2, 4], stacked=True, label=["a", "b"])
    ax.legend()


def of_counts(ax):
    """histogram v: x @left, x2 @right, y @counts, base 0*4"""
    counts, edges = np.histogram(np.arange(10) ** 2, bins=4)
    let(left=[0, 20.25, 40.5, 60.75], right=[20.25, 40.5, 60.75, 81], counts=[5, 2, 1, 2])
    ax.bar(edges[:-1], counts, width=np.diff(edges), align="edge")


def box(ax):
    """
    box v: x 1 2, y 3 3, lo 2 2.5, hi 5 3.5, wlo 1 2, whi 5 4; whis 1.5
    point: x 1, y 10; part flier
    """
    ax.boxplot([FIVE, [2, 4]])


def box_lying(ax):
    """
    box h: x 3, y 1, lo 2, hi 5, wlo 1, whi 10; labels a; whis 5; sample 1 2 3 5 10
    """
    ax.boxplot([FIVE], vert=False, patch_artist=True, whis=5)
    ax.set_yticklabels(["a"])


def box_of_percentiles(ax):
    """
    box v: x 1, y 3, lo 2, hi 5, wlo 1, whi 10; whis (0, 100); sample 1 2 3 5 10
    """
    ax.boxplot(FIVE, whis=(0, 100))


def box_with_mean(ax):
    """
    box v: x 1, y 3, lo 2, hi 5, wlo 1, whi 5, mean 4.2; whis 1.5; sample 1 2 3 5 10
    """
    ax.boxplot(FIVE, showmeans=True, showfliers=False)


def box_of_statistics(ax):
    """
    box v: x 1, y 3, lo 2, hi 4, wlo 0, whi 7; labels a
    """
    ax.bxp([{"med": 3, "q1": 2, "q3": 4, "whislo": 0, "whishi": 7, "label": "a"}], showfliers=False)


def violin(ax):
    """
    violin v: y @y, lo @lo, hi @hi; sample 1 2 3 5 10
    rule: x 1, y 1, x2 1, y2 10; part range
    rule: x 0.875, y 1, x2 1.125, y2 1; part min
    rule: x 0.875, y 10, x2 1.125, y2 10; part max
    """
    y = np.linspace(1, 10, 100)
    d = stats.gaussian_kde(FIVE, "scott")(y)
    w = 0.25 * d / d.max()
    let(y=y, lo=1 - w, hi=1 + w)
    ax.violinplot([FIVE])


def violin_with_median(ax):
    """
    violin h: x @x, lo @lo, hi @hi; bw_method 0.5; sample 1 2 3 5 10
    rule: x 3, y 1.875, x2 3, y2 2.125; part median; bw_method 0.5
    """
    x = np.linspace(1, 10, 100)
    d = stats.gaussian_kde(FIVE, 0.5)(x)
    w = 0.25 * d / d.max()
    let(x=x, lo=2 - w, hi=2 + w)
    ax.violinplot([FIVE], [2], vert=False, showextrema=False, showmedians=True, bw_method=0.5)


def on_log_bins(ax):
    """
    axes: x log
    histogram v: x 1 10, x2 10 100, y 2 1, base 0 0; sample 2 5 50
    """
    ax.hist([2, 5, 50], bins=[1, 10, 100])
    ax.set_xscale("log")


def beside_each_other(ax):
    """
    axes: legend a, b
    histogram v [a by any]: x 0.2 2.2, x2 1 3, y 2 1, base 0 0; sample 0 1 3
    histogram v [b by any]: x 1 3, x2 1.8 3.8, y 1 2, base 0 0; sample 1 2 3
    """
    ax.hist([[0, 1, 3], [1, 2, 3]], bins=[0, 2, 4], label=["a", "b"])
    ax.legend()


def notched(ax):
    """
    box v: x 1, y 3, lo 2, hi 5, wlo 1, whi 5; whis 1.5; sample 1 2 3 5 10
    """
    ax.boxplot(FIVE, notch=True, showfliers=False)
