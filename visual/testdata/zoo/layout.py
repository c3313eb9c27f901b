"""Axes: scales, times, categories, panels, twins, insets."""

import datetime

import numpy as np
from zoo import let, plt


def logarithmic(ax):
    """
    axes: x log, y log
    line: x 1 10 100, y 2 20 200
    """
    ax.loglog([1, 10, 100], [2, 20, 200])


def logged_data(ax):
    """line: x 0 1 2, y @y"""
    let(y=[np.log10(2), np.log10(20), np.log10(200)])
    ax.plot(np.log10([1, 10, 100]), np.log10([2, 20, 200]))


def nothing_below_zero(ax):
    """
    axes: y log
    point: x 1 2 3, y 0 1 10; 1 nonpositive
    """
    ax.scatter([1, 2, 3], [0, 1, 10])
    ax.set_yscale("log")


def both_sides_of_zero(ax):
    """
    axes: y symlog
    line: x 0 1 2, y -100 0 100
    """
    ax.plot([0, 1, 2], [-100, 0, 100])
    ax.set_yscale("symlog")


def shares(ax):
    """
    axes: y logit
    line: x 0 1, y 0.1 0.9
    """
    ax.plot([0, 1], [0.1, 0.9])
    ax.set_yscale("logit")


def dates(ax):
    """
    axes: x time
    line: x 10957 10958 10959, y 1 2 3
    """
    ax.plot([datetime.date(2000, 1, d) for d in (1, 2, 3)], [1, 2, 3])


def hours(ax):
    """
    axes: x time
    point: x 10957 10957.25, y 1 2
    """
    ax.scatter(np.array(["2000-01-01T00", "2000-01-01T06"], "datetime64[h]"), [1, 2])


def bars_of_dates(ax):
    """
    axes: x time
    bar v: x 10957 10958, y 1 2, base 0 0
    """
    ax.bar([datetime.datetime(2000, 1, 1), datetime.datetime(2000, 1, 2)], [1, 2])


def categories_of_points(ax):
    """
    axes: x category low high
    point: x 0 1 1, y 1 2 3; labels low, high, high
    """
    ax.scatter(["low", "high", "high"], [1, 2, 3])


def upside_down(ax):
    """
    axes: y inverted
    line: x 0 1, y 0 10
    """
    ax.plot([0, 1], [0, 10])
    ax.invert_yaxis()


def labels_and_units(ax):
    """
    axes: x "Time (s)" in s, y "Mass [kg]" in kg
    line: x 0 1, y 0 1
    """
    ax.plot([0, 1], [0, 1])
    ax.set(xlabel="Time (s)", ylabel="Mass [kg]")


def twin():
    """
    axes 0: y "left"
    line: x 0 1, y 0 1
    axes 1: y "right"; twin of 0
    bar v: x 0 1, y 5 6, base 0 0
    """
    fig, ax = plt.subplots(figsize=(4, 3))
    ax.plot([0, 1], [0, 1])
    ax.set_ylabel("left")
    other = ax.twinx()
    other.bar([0, 1], [5, 6])
    other.set_ylabel("right")
    return fig


def inset():
    """
    axes 0:
    line: x 0 1, y 0 1
    axes 1: inside 0
    point: x 7, y 8
    """
    fig, ax = plt.subplots(figsize=(4, 3))
    ax.plot([0, 1], [0, 1])
    ax.inset_axes([0.6, 0.1, 0.3, 0.3]).plot([7], [8], "o")
    return fig


def second_scale():
    """
    axes 0: y from 0 10 "mass (kg)" in kg
    line: x 0 1, y 0 10
    axes 1: second y of 0; y from 0 10000 "mass (g)" in g
    """
    fig, ax = plt.subplots(figsize=(4, 3))
    ax.plot([0, 1], [0, 10])
    ax.set(ylabel="mass (kg)", ylim=(0, 10))
    ax.secondary_yaxis("right", functions=(lambda v: v * 1000, lambda v: v / 1000)).set_ylabel("mass (g)")
    return fig


def panels():
    """
    axes 0: facet a
    line: x 0 1, y 1 2
    axes 1: facet b
    line: x 0 1, y 3 4
    """
    fig, axes = plt.subplots(1, 2, figsize=(4, 2))
    for ax, name, y in zip(axes, "ab", ([1, 2], [3, 4])):
        ax.plot([0, 1], y)
        ax.set_title(f"kind = {name}")
    return fig


def shared_labels():
    """
    axes 0: x "time (s)" in s, y "mass (kg)" in kg
    line: x 0 1, y 1 2
    axes 1: x "time (s)" in s, y "mass (kg)" in kg
    line: x 0 1, y 1 2
    """
    fig, axes = plt.subplots(1, 2, sharey=True, figsize=(4, 2))
    for ax in axes:
        ax.plot([0, 1], [1, 2])
        ax.set_xlabel("time (s)")
    axes[0].set_ylabel("mass (kg)")
    return fig


def one_legend_for_all():
    """
    axes 0: legend a
    line [a by legend]: x 0 1, y 1 2
    axes 1: legend a
    line [a by legend]: x 0 1, y 3 4
    """
    fig, axes = plt.subplots(1, 2, figsize=(4, 2))
    axes[0].plot([0, 1], [1, 2], label="a")
    (line,) = axes[1].plot([0, 1], [3, 4], label="a")
    fig.legend([line], ["a"])
    return fig


def subfigures():
    """
    axes 0:
    line: x 0 1, y 1 2
    axes 1:
    bar v: x 0 1, y 3 4, base 0 0
    """
    fig = plt.figure(figsize=(4, 2))
    left, right = fig.subfigures(1, 2)
    left.subplots().plot([0, 1], [1, 2])
    right.subplots().bar([0, 1], [3, 4])
    return fig


def mosaic():
    """
    axes 0: title "wide"
    line: x 0 1, y 1 2
    axes 1:
    line: x 0 1, y 3 4
    """
    fig, axes = plt.subplot_mosaic("AA\n.B", figsize=(4, 3))
    axes["A"].plot([0, 1], [1, 2])
    axes["A"].set_title("wide")
    axes["B"].plot([0, 1], [3, 4])
    return fig


def axes_off(ax):
    """line: x 0 1, y 1 2"""
    ax.plot([0, 1], [1, 2])
    ax.set(xlabel="not shown", ylabel="nor this")
    ax.set_axis_off()


def axes_that_are_hidden():
    """
    axes 0:
    line: x 0 1, y 1 2
    axes 1:
    line: x 0 1, y 3 4; 2 invisible
    """
    fig, axes = plt.subplots(1, 2, figsize=(4, 2))
    axes[0].plot([0, 1], [1, 2])
    axes[1].plot([0, 1], [3, 4])
    axes[1].set_visible(False)
    return fig


def no_line_width(ax):
    """line: x 0 1, y 1 2; 2 size"""
    ax.plot([0, 1], [1, 2], lw=0)


def twin_above():
    """
    axes 0: x "below"
    line: x 0 1, y 0 1
    axes 1: x "above"; twin of 0
    line: x 0 10, y 0 1
    """
    fig, ax = plt.subplots(figsize=(4, 3))
    ax.plot([0, 1], [0, 1])
    ax.set_xlabel("below")
    other = ax.twiny()
    other.plot([0, 10], [0, 1])
    other.set_xlabel("above")
    return fig


def own_scale(ax):
    """
    axes: y function
    line: x 0 1 2, y 0 1 4
    """
    ax.plot([0, 1, 2], [0, 1, 4])
    ax.set_yscale("function", functions=(lambda v: v**0.5, lambda v: v**2))
    ax.set_ylim(0, 5)


def ticks_with_units(ax):
    """
    axes: y "mass"
    line: x 0 1, y 0 1000; labels 0 g, 1000 g
    """
    ax.plot([0, 1], [0, 1000])
    ax.set_ylabel("mass")
    ax.yaxis.set_major_formatter("{x:g} g")
