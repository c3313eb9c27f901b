"""Bars: upright, lying, stacked, beside each other, by hand."""

import numpy as np
from matplotlib.collections import PatchCollection
from zoo import let, plt


def upright(ax):
    """
    axes: x category p q
    bar v: x 0 1, y 3 4, base 0 0; labels p, q
    """
    ax.bar(["p", "q"], [3, 4])


def lying(ax):
    """
    axes: y category p q
    bar h: x 3 4, y 0 1, base 0 0; labels p, q
    """
    ax.barh(["p", "q"], [3, 4])


def negative(ax):
    """bar v: x 0 1 2, y 1 -2 3, base 0*3"""
    ax.bar([0, 1, 2], [1, -2, 3])


def rectangles(ax):
    """bar v: x 0 1 2, y 1 2 3, base 0*3"""
    for i in range(3):
        ax.add_patch(plt.Rectangle((i - 0.25, 0), 0.5, i + 1))
    ax.set(xlim=(-1, 3), ylim=(0, 4))


def rectangles_lying(ax):
    """bar h: x 1 2 3, y 0 1 2, base 0*3"""
    for i in range(3):
        ax.add_patch(plt.Rectangle((0, i - 0.25), i + 1, 0.5))
    ax.set(ylim=(-1, 3), xlim=(0, 4))


def patches(ax):
    """bar v: x 0 1 2, y 1 2 3, base 0*3"""
    ax.add_collection(PatchCollection([plt.Rectangle((i - 0.25, 0), 0.5, i + 1) for i in range(3)]))
    ax.set(xlim=(-1, 3), ylim=(0, 4))


def broad_lines(ax):
    """bar v: x 0 1 2, y 1 2 3, base 0*3"""
    ax.vlines([0, 1, 2], 0, [1, 2, 3], lw=12)
    ax.set(xlim=(-1, 3), ylim=(0, 4))


def broad_lines_lying(ax):
    """bar h: x 1 2 3, y 0 1 2, base 0*3"""
    ax.hlines([0, 1, 2], 0, [1, 2, 3], lw=12)
    ax.set(ylim=(-1, 3), xlim=(0, 4))


def one_by_one(ax):
    """bar v: x 0 1 2, y 1 2 3, base 0*3"""
    for i in range(3):
        ax.bar(i, i + 1, 0.5)


def by_edges(ax):
    """bar v: x 0.25 2.25, y 1 2, base 0 0"""
    ax.bar([0, 2], [1, 2], 0.5, align="edge")


def ticks_name_them(ax):
    """
    bar v: x 0 1, y 3 4, base 0 0; labels p, q
    """
    ax.bar([0, 1], [3, 4])
    ax.set_xticks([0, 1])
    ax.set_xticklabels(["p", "q"])


def beside(ax):
    """
    axes: legend a, b
    bar v [a by legend]: x -0.2 0.8, y 1 2, base 0 0; labels p, q
    bar v [b by legend]: x 0.2 1.2, y 3 4, base 0 0; labels p, q
    """
    x = np.arange(2)
    ax.bar(x - 0.2, [1, 2], 0.4, label="a")
    ax.bar(x + 0.2, [3, 4], 0.4, label="b")
    ax.set_xticks(x)
    ax.set_xticklabels(["p", "q"])
    ax.legend()


def stacked(ax):
    """
    axes: legend a, b
    bar v [a by legend]: x 0 1, y 1 2, base 0 0
    bar v [b by legend]: x 0 1, y 4 6, base 1 2
    """
    ax.bar([0, 1], [1, 2], label="a")
    ax.bar([0, 1], [3, 4], bottom=[1, 2], label="b")
    ax.legend()


def stacked_lying(ax):
    """
    axes: legend a, b
    bar h [a by legend]: x 1 2, y 0 1, base 0 0
    bar h [b by legend]: x 4 6, y 0 1, base 1 2
    """
    ax.barh([0, 1], [1, 2], label="a")
    ax.barh([0, 1], [3, 4], left=[1, 2], label="b")
    ax.legend()


def normalised(ax):
    """
    bar v: x 0 1, y 0.25 0.5, base 0 0
    bar v: x 0 1, y 1 1, base 0.25 0.5
    """
    a, b = np.array([1, 2.0]), np.array([3, 2.0])
    ax.bar([0, 1], a / (a + b))
    ax.bar([0, 1], b / (a + b), bottom=a / (a + b))


def one_behind_another(ax):
    """
    bar v: x 0 1, y 1 5, base 0 0; 1 covered
    bar v: x 0 1, y 3 4, base 0 0
    """
    ax.bar([0, 1], [1, 5])
    ax.bar([0, 1], [3, 4])


def floating(ax):
    """bar v: x 0 1, y 3 5, base 1 2"""
    ax.bar([0, 1], [2, 3], bottom=[1, 2])


def cut_baseline(ax):
    """
    axes: y from 90 110
    bar v: x 0 1, y 95 105, base 0 0
    """
    ax.bar([0, 1], [95, 105])
    ax.set_ylim(90, 110)


def end_outside(ax):
    """bar v: x 0 1, y 3 9, base 0 0; 1 outside"""
    ax.bar([0, 1], [3, 9])
    ax.set_ylim(0, 5)


def coloured_by_group(ax):
    """
    axes: legend a, b
    bar v [a by colour]: x 0 2, y 1 3, base 0 0
    bar v [b by colour]: x 1, y 2, base 0
    """
    ax.bar([0, 1, 2], [1, 2, 3], color=["C0", "C1", "C0"])
    ax.legend(handles=[plt.Rectangle((0, 0), 1, 1, color="C0", label="a"), plt.Rectangle((0, 0), 1, 1, color="C1", label="b")])


def removed(ax):
    """bar v: x 2, y 3, base 0"""
    b = ax.bar([0, 1], [1, 2])
    b.remove()
    ax.bar([2], [3])


def switched_off(ax):
    """bar v: x 0 1 2, y 1 2 3, base 0*3; 1 invisible"""
    ax.bar([0, 1, 2], [1, 2, 3])[1].set_visible(False)


def of_no_width(ax):
    """bar v: x 0 1 2, y 1 2 3, base 0*3; 1 size"""
    ax.bar([0, 1, 2], [1, 2, 3], [0.5, 0, 0.5])


def outlined(ax):
    """
    axes: legend a, b
    bar v [a by any]: x 0, y 1, base 0
    bar v [b by any]: x 1, y 2, base 0
    """
    ax.bar([0], [1], facecolor="none", edgecolor="red", label="a")
    ax.bar([1], [2], facecolor="none", edgecolor="blue", label="b")
    ax.legend()


def broken(ax):
    """bar h: x 3 6, y 1.5 1.5, base 1 5"""
    ax.broken_barh([(1, 2), (5, 1)], (1, 1))


def with_text(ax):
    """
    bar v: x 0 1, y 3 4, base 0 0
    text: x 0, y 3; labels 3
    text: x 1, y 4; labels 4
    """
    ax.bar([0, 1], [3, 4])
    for i, y in enumerate([3, 4]):
        ax.text(i, y, str(y))


def waterfall(ax):
    """bar v: x 0 1 2 3, y 5 8 6 6, base 0 5 8 0"""
    ax.bar([0, 1, 2, 3], [5, 3, -2, 6], bottom=[0, 5, 8, 0])


def on_a_log_axis(ax):
    """
    axes: y log
    bar v: x 0 1, y 10 1000, base 0 0
    """
    ax.bar([0, 1], [10, 1000], log=True)


def with_labels_of_values(ax):
    """
    bar v: x 0 1, y 3 4, base 0 0
    text: x 0, y 3; labels 3
    text: x 1, y 4; labels 4
    """
    ax.bar_label(ax.bar([0, 1], [3, 4]))


def negative_stack(ax):
    """
    bar v: x 0 1, y 2 3, base 0 0
    bar v: x 0 1, y -1 -4, base 0 0
    """
    ax.bar([0, 1], [2, 3])
    ax.bar([0, 1], [-1, -4])


def lost_bits(ax):
    """
    bar v: x 0 1, y 0.1 0.2, base 0 0
    bar v: x 0 1, y 0.3 0.5, base 0.1 0.2
    """
    ax.bar([0, 1], [0.1, 0.2])
    ax.bar([0, 1], [0.2, 0.3], bottom=[0.1, 0.2])


def grouped_by_dates(ax):
    """
    axes: x time; legend a, b
    bar v [a by legend]: x 10956.75 10957.75, y 1 2, base 0 0
    bar v [b by legend]: x 10957.25 10958.25, y 3 4, base 0 0
    """
    days = np.array(["2000-01-01", "2000-01-02"], "datetime64[D]").astype("datetime64[h]")
    half = np.timedelta64(6, "h")
    ax.bar(days - half, [1, 2], 0.5, label="a")
    ax.bar(days + half, [3, 4], 0.5, label="b")
    ax.legend()
