"""Wedges, polar axes, text."""

import numpy as np
from zoo import let, plt


def pie(ax):
    """
    arc: y 0.5 0.25 0.25, value 2 1 1; labels a, b, c
    text: x @xa, y @ya; labels a; part label
    text: x @xb, y @yb; labels b; part label
    text: x @xc, y @yc; labels c; part label
    """
    for name, turn in (("a", 0.25), ("b", 0.625), ("c", 0.875)):
        let(**{"x" + name: [1.1 * np.cos(2 * np.pi * turn)], "y" + name: [1.1 * np.sin(2 * np.pi * turn)]})
    ax.pie([2, 1, 1], labels=["a", "b", "c"])


def pie_with_legend(ax):
    """
    axes: legend a, b
    arc: y 0.75 0.25, value 3 1; labels a, b
    """
    wedges = ax.pie([3, 1])[0]
    ax.legend(wedges, ["a", "b"])


def pie_of_thirds(ax):
    """arc: y 1/3 2/3, value 1 2; labels a, b"""
    ax.pie([1, 2], labels=["a", "b"], labeldistance=None)


def ring(ax):
    """arc: y 0.5 0.5, value 1 1; labels a, b"""
    ax.pie([1, 1], labels=["a", "b"], labeldistance=None, wedgeprops={"width": 0.3})


def part_of_a_pie(ax):
    """arc: y 0.5 0.25, value 0.5 0.25; labels a, b"""
    ax.pie([0.5, 0.25], labels=["a", "b"], labeldistance=None, normalize=False)


def wedges_by_hand(ax):
    """arc: y 0.25 0.75; labels a, b"""
    from matplotlib.patches import Wedge

    ax.add_patch(Wedge((0, 0), 1, 0, 90, label="a"))
    ax.add_patch(Wedge((0, 0), 1, 90, 360, label="b"))


def polar_line():
    """
    axes: polar
    line: x 0 1 2, y 1 2 3
    """
    fig, ax = plt.subplots(subplot_kw={"projection": "polar"}, figsize=(3, 3))
    ax.plot([0, 1, 2], [1, 2, 3])
    return fig


def rose():
    """
    axes: polar
    bar v: x 0 1 2, y 1 2 3, base 0*3
    """
    fig, ax = plt.subplots(subplot_kw={"projection": "polar"}, figsize=(3, 3))
    ax.bar([0, 1, 2], [1, 2, 3], width=0.5)
    return fig


def polar_points_around():
    """
    axes: polar
    point: x 0 7, y 1 2
    """
    fig, ax = plt.subplots(subplot_kw={"projection": "polar"}, figsize=(3, 3))
    ax.scatter([0, 7], [1, 2])
    return fig


def notes(ax):
    """
    point: x 1, y 2
    text: x 1, y 2; labels peak
    text: x 0.5, y 1; labels here
    """
    ax.plot([1], [2], "o")
    ax.text(1, 2, "peak")
    ax.annotate("here", (1, 2), (0.5, 1), arrowprops={"arrowstyle": "->"})
    ax.text(0.5, 0.5, "not on the data", transform=ax.transAxes)


def formula_in_text(ax):
    """
    axes: y "CO2 (ppm)" in ppm
    text: x 0, y 0; labels x2
    """
    ax.set_ylabel("CO$_2$ (ppm)")
    ax.text(0, 0, "x$_2$")


def three_dimensions():
    """
    axes: 3d
    """
    fig = plt.figure(figsize=(3, 3))
    fig.add_subplot(projection="3d").scatter([1, 2], [1, 2], [1, 2])
    return fig


def radar():
    """
    axes: polar
    line: x 0 1 2 3, y 1 2 3 4; labels a, b, c, d
    """
    fig, ax = plt.subplots(subplot_kw={"projection": "polar"}, figsize=(3, 3))
    ax.plot([0, 1, 2, 3], [1, 2, 3, 4])
    ax.set_xticks([0, 1, 2, 3], ["a", "b", "c", "d"])
    return fig
