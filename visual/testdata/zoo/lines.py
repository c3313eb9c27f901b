"""Lines: curves, steps, rules, spans."""

import numpy as np
from matplotlib.collections import LineCollection
from zoo import let, plt


def plain(ax):
    """line: x 1 2 3, y 4 5 6.5"""
    ax.plot([1, 2, 3], [4, 5, 6.5])


def by_index(ax):
    """line: x 0 1 2, y 3 1 2"""
    ax.plot([3, 1, 2])


def two_named(ax):
    """
    axes: legend up, down
    line [up by legend]: x 0 1, y 1 2
    line [down by legend]: x 0 1, y 2 1
    """
    ax.plot([0, 1], [1, 2], label="up")
    ax.plot([0, 1], [2, 1], "--", label="down")
    ax.legend()


def unnamed_label(ax):
    """line [only by label]: x 0 1, y 1 2"""
    ax.plot([0, 1], [1, 2], label="only")


def columns(ax):
    """
    axes: legend a, b
    line [a by colour]: x 0 1 2, y 1 2 3
    line [b by colour]: x 0 1 2, y 4 5 6
    """
    lines = ax.plot([0, 1, 2], np.array([[1, 4], [2, 5], [3, 6]]))
    ax.legend(lines, ["a", "b"])


def with_markers(ax):
    """
    line: x 0 1 2, y 2 0 1
    point: x 0 1 2, y 2 0 1
    """
    ax.plot([0, 1, 2], [2, 0, 1], "o-")


def gap(ax):
    """line: x 0 1 2 3, y 1 nan 2 3"""
    ax.plot([0, 1, 2, 3], [1, np.nan, 2, 3])


def masked(ax):
    """line: x 0 1 2, y 1 nan 3"""
    ax.plot([0, 1, 2], np.ma.masked_equal([1, 2, 3], 2))


def changed_after(ax):
    """line: x 1 2, y 5 6; 2 outside"""
    (line,) = ax.plot([1, 2], [3, 4])
    line.set_ydata([5, 6])


def step_pre(ax):
    """line: x 0 1 2, y 1 3 2; step pre"""
    ax.step([0, 1, 2], [1, 3, 2])


def step_post(ax):
    """line: x 0 1 2, y 1 3 2; step post"""
    ax.step([0, 1, 2], [1, 3, 2], where="post")


def step_by_style(ax):
    """line: x 0 1 2, y 1 3 2; step mid"""
    ax.plot([0, 1, 2], [1, 3, 2], drawstyle="steps-mid")


def cumulative_share(ax):
    """line: x @x, y @y; step post"""
    v = np.array([3.0, 1.0, 2.0, 2.0])
    x = np.sort(v)
    y = np.arange(1, 5) / 4
    let(x=x, y=y)
    ax.step(x, y, where="post")


def across(ax):
    """
    rule: y 3
    rule: x 2
    """
    ax.axhline(3)
    ax.axvline(2, 0.1, 0.9)


def sloped(ax):
    """line: x 0 10, y 1 6"""
    ax.set(xlim=(0, 10), ylim=(0, 10))
    ax.axline((2, 2), slope=0.5)


def sloped_by_two(ax):
    """line: x 0 10, y 1 6"""
    ax.set(xlim=(0, 10), ylim=(0, 10))
    ax.axline((2, 2), (4, 3))


def sloped_upright(ax):
    """rule: x 2"""
    ax.set(xlim=(0, 10), ylim=(0, 10))
    ax.axline((2, 2), (2, 3))


def spans(ax):
    """
    span: x 1, x2 2
    span: y 3, y2 5
    """
    ax.axvspan(1, 2, alpha=0.3)
    ax.axhspan(5, 3, alpha=0.3)
    ax.set(xlim=(0, 3), ylim=(0, 6))


def segments_upright(ax):
    """rule: x 1 2 3, y 0.5 1 2, x2 1 2 3, y2 3 4 5"""
    ax.vlines([1, 2, 3], [0.5, 1, 2], [3, 4, 5])


def segments_flat(ax):
    """rule: x 0.5 1, y 1 2, x2 3 4, y2 1 2"""
    ax.hlines([1, 2], [3, 4], [0.5, 1])


def segments_of_a_collection(ax):
    """rule: x 0 1, y 0 3, x2 1 2, y2 2 1"""
    ax.add_collection(LineCollection([[(0, 0), (1, 2)], [(2, 1), (1, 3)]]))
    ax.set(xlim=(0, 2), ylim=(0, 3))


def polylines_of_a_collection(ax):
    """
    line: x 0 1 2, y 0 2 1
    line: x 0 1 2, y 3 2 3
    """
    ax.add_collection(LineCollection([[(0, 0), (1, 2), (2, 1)], [(0, 3), (1, 2), (2, 3)]]))
    ax.set(xlim=(0, 2), ylim=(0, 3))


def stem(ax):
    """
    point: x 1 2 3, y 2 4 -1
    rule: x 1 2 3, y 0 0 -1, x2 1 2 3, y2 2 4 0; part stem
    line: x 1 3, y 0 0; part baseline
    """
    ax.stem([1, 2, 3], [2, 4, -1])


def stem_by_hand(ax):
    """
    point: x 1 2 3, y 2 4 3
    rule: x 1 2 3, y 0*3, x2 1 2 3, y2 2 4 3; part stem
    """
    ax.vlines([1, 2, 3], 0, [2, 4, 3])
    ax.plot([1, 2, 3], [2, 4, 3], "o")


def events(ax):
    """
    rule: x 1 2 4, y 0.6*3, x2 1 2 4, y2 1.4*3
    rule: x 3 5, y 1.6*2, x2 3 5, y2 2.4*2
    """
    ax.eventplot([[1, 2, 4], [3, 5]], lineoffsets=[1, 2], linelengths=0.8)


def filled_polygon(ax):
    """polygon: x 0 1 2, y 0 2 0"""
    ax.fill([0, 1, 2], [0, 2, 0])


def log_by_scale(ax):
    """
    axes: x log
    line: x 1 10 100, y 1 2 3
    """
    ax.semilogx([1, 10, 100], [1, 2, 3])


def white_on_white(ax):
    """line: x 0 1 2, y 0 2 1"""
    ax.plot([0, 1, 2], [0, 2, 1], color="white")  # only the saved picture tells that nothing is seen


def distribution(ax):
    """line: x 1 1 2 2 3, y 0 0.25 0.5 0.75 1; step post"""
    ax.ecdf([3, 1, 2, 2])


def every_second_marker(ax):
    """
    line: x 0 1 2 3, y 0 1 2 3
    point: x 0 2, y 0 2
    """
    ax.plot([0, 1, 2, 3], [0, 1, 2, 3], "o-", markevery=2)


def named_rule(ax):
    """
    axes: legend limit
    line: x 0 1, y 0 2
    rule [limit by legend]: y 1
    """
    ax.plot([0, 1], [0, 2])
    ax.axhline(1, color="red", label="limit")
    ax.legend()


def correlation(ax):
    """
    rule: x -1 0 1, y 0*3, x2 -1 0 1, y2 0.5 1 0.5
    rule: y 0
    """
    ax.xcorr([1.0, 1.0], [1.0, 1.0], maxlags=1)
