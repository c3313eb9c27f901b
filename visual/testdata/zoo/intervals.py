"""Uncertainty: error bars, limits, bands."""

import numpy as np
from zoo import let, plt


def symmetric(ax):
    """
    errorbar v: x 1 2, y 3 4, lo 2 3.5, hi 4 4.5
    point: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=[1, 0.5], fmt="o", capsize=3)


def asymmetric(ax):
    """
    errorbar v: x 1 2, y 3 4, lo 2.5 3, hi 4 6
    point: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=[[0.5, 1], [1, 2]], fmt="o")


def lying(ax):
    """
    errorbar h: x 3 4, y 1 2, lo 2 3.5, hi 4 4.5
    point: x 3 4, y 1 2
    """
    ax.errorbar([3, 4], [1, 2], xerr=[1, 0.5], fmt="o")


def both(ax):
    """
    errorbar h: x 1, y 3, lo 0.5, hi 1.5
    errorbar v: x 1, y 3, lo 2, hi 4
    point: x 1, y 3
    """
    ax.errorbar([1], [3], yerr=1, xerr=0.5, fmt="o")


def with_line(ax):
    """
    errorbar v: x 1 2, y 3 4, lo 2 3, hi 4 5
    line: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=1)


def without_centre(ax):
    """errorbar v: x 1 2, y 3 4, lo 2 3, hi 4 5"""
    ax.errorbar([1, 2], [3, 4], yerr=1, fmt="none")


def lower_limits(ax):
    """
    errorbar v: x 1 2, y 3 4, lo 3 3.5, hi 4 4.5; limits lower -
    point: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=[1, 0.5], lolims=[True, False], fmt="o")


def upper_limits(ax):
    """
    errorbar v: x 1 2, y 3 4, lo 2 3.5, hi 3 4; limits upper upper
    point: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=[1, 0.5], uplims=True, fmt="o")


def of_bars(ax):
    """
    bar v: x 0 1, y 3 4, base 0 0
    errorbar v: x 0 1, y 3 4, lo 2 2, hi 4 6
    """
    ax.bar([0, 1], [3, 4], yerr=[1, 2], capsize=4)


def of_lying_bars(ax):
    """
    bar h: x 3 4, y 0 1, base 0 0
    errorbar h: x 3 4, y 0 1, lo 2 3.5, hi 4 4.5
    """
    ax.barh([0, 1], [3, 4], xerr=[1, 0.5])


def by_segments(ax):
    """
    point: x 1 2, y 3 4
    errorbar v: x 1 2, lo 2 3.5, hi 4 4.5
    """
    ax.plot([1, 2], [3, 4], "o")
    ax.vlines([1, 2], [2, 3.5], [4, 4.5])


def by_lines(ax):
    """
    point: x 1 2, y 3 4
    errorbar v: x 1 2, lo 2 3.5, hi 4 4.5
    """
    ax.plot([1, 2], [3, 4], "o", color="k")
    for x, lo, hi in ((1, 2, 4), (2, 3.5, 4.5)):
        ax.plot([x, x], [lo, hi], color="k")


def band(ax):
    """
    band v: x 1 2 3, lo 1 1 2, hi 3 4 5
    line: x 1 2 3, y 2 2 3
    """
    ax.fill_between([1, 2, 3], [1, 1, 2], [3, 4, 5], alpha=0.3)
    ax.plot([1, 2, 3], [2, 2, 3])


def band_with_gap(ax):
    """band v: x 1 2 4 5, lo 0*4, hi 1*4"""
    ax.fill_between([1, 2, 3, 4, 5], [0] * 5, [1] * 5, where=[True, True, False, True, True])


def band_lying(ax):
    """band h: y 1 2, lo 0 1, hi 2 3"""
    ax.fill_betweenx([1, 2], [0, 1], [2, 3])


def bands_of_groups(ax):
    """
    axes: legend a, b
    band v [a by colour]: x 0 1, lo 0 1, hi 2 3
    line [a by legend]: x 0 1, y 1 2
    band v [b by colour]: x 0 1, lo 4 5, hi 6 7
    line [b by legend]: x 0 1, y 5 6
    """
    for name, y in (("a", [1, 2]), ("b", [5, 6])):
        (line,) = ax.plot([0, 1], y, label=name)
        ax.fill_between([0, 1], np.subtract(y, 1), np.add(y, 1), color=line.get_color(), alpha=0.2)
    ax.legend()


def area(ax):
    """band v: x 0 1 2, lo 0*3, hi 1 3 2"""
    ax.fill_between([0, 1, 2], [1, 3, 2])


def stack(ax):
    """
    axes: legend a, b
    band v [a by legend]: x 0 1 2, lo 0 0 0, hi 1 2 3
    band v [b by legend]: x 0 1 2, lo 1 2 3, hi 3 5 4
    """
    ax.stackplot([0, 1, 2], [1, 2, 3], [2, 3, 1], labels=["a", "b"])
    ax.legend()


def means_of_rows(ax):
    """
    errorbar v: x 0 1, y @m, lo @lo, hi @hi
    point: x 0 1, y @m
    """
    groups = [np.array([1.0, 2.0, 4.0]), np.array([3.0, 5.0, 5.5])]
    m = np.array([sum(g) / 3 for g in groups])
    se = np.array([(sum((g - sum(g) / 3) ** 2) / 2) ** 0.5 / 3**0.5 for g in groups])
    let(m=m, lo=m - se, hi=m + se)
    ax.errorbar([0, 1], [g.mean() for g in groups], yerr=[g.std(ddof=1) / np.sqrt(3) for g in groups], fmt="o")


def on_a_log_axis(ax):
    """
    axes: y log
    errorbar v: x 1 2, y 10 100, lo 5 50, hi 20 200
    point: x 1 2, y 10 100
    """
    ax.errorbar([1, 2], [10, 100], yerr=[[5, 50], [10, 100]], fmt="o")
    ax.set_yscale("log")


def of_groups(ax):
    """
    axes: legend a, b
    errorbar v [a by legend]: x 0 1, y 1 2, lo 0.5 1.5, hi 1.5 2.5
    point [a by legend]: x 0 1, y 1 2
    errorbar v [b by legend]: x 0.1 1.1, y 3 4, lo 2 3, hi 4 5
    point [b by legend]: x 0.1 1.1, y 3 4
    """
    ax.errorbar([0, 1], [1, 2], yerr=0.5, fmt="o", label="a")
    ax.errorbar([0.1, 1.1], [3, 4], yerr=1, fmt="s", label="b")
    ax.legend()


def end_outside(ax):
    """
    axes: y from 0 5
    errorbar v: x 1 2, y 3 4, lo 2 2, hi 4 6; 1 outside
    point: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=[1, 2], fmt="o")
    ax.set_ylim(0, 5)


def one_sided(ax):
    """
    errorbar v: x 1 2, y 3 4, lo 3 4, hi 4 6
    point: x 1 2, y 3 4
    """
    ax.errorbar([1, 2], [3, 4], yerr=[[0, 0], [1, 2]], fmt="o")


def stack_around_zero(ax):
    """
    band v: x 0 1, lo -1.5 -2, hi -0.5 0
    band v: x 0 1, lo -0.5 0, hi 1.5 2
    """
    ax.stackplot([0, 1], [1, 2], [2, 2], baseline="sym")


def stepped_band(ax):
    """band v: x 0 1 2, lo 0 1 1, hi 2 3 2; step post"""
    ax.fill_between([0, 1, 2], [0, 1, 1], [2, 3, 2], step="post")


def stepped_band_before(ax):
    """band v: x 0 1 2, lo 0 1 1, hi 2 3 2; step pre"""
    ax.fill_between([0, 1, 2], [0, 1, 1], [2, 3, 2], step="pre")
