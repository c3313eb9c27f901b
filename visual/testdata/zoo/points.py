"""Points: whatever draws them, the same marks."""

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.markers import MarkerStyle
from zoo import plt

X, Y = [1, 2, 3, 2], [4, 1, 3, 2]


def scatter(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    ax.scatter(X, Y)


def plot_dots(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    ax.plot(X, Y, ".")


def plot_pixels(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    ax.plot(X, Y, ",")


def collection(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    marker = MarkerStyle("o")
    path = marker.get_path().transformed(marker.get_transform())
    ax.add_collection(PathCollection([path], [20.0], offsets=np.column_stack([X, Y]), offset_transform=ax.transData))
    ax.set(xlim=(0, 4), ylim=(0, 5))


def one_by_one(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    for x, y in zip(X, Y):
        ax.plot(x, y, "o", color="C0")


def scatter_one_by_one(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    for x, y in zip(X, Y):
        ax.scatter(x, y, color="C0")


def errorbars_without_bars(ax):
    """point: x 1 2 2 3, y 4 1 2 3"""
    ax.errorbar(X, Y, fmt="s")


def sizes(ax):
    """point: x 1 2 3, y 1 2 3, size 10 20 40"""
    ax.scatter([1, 2, 3], [1, 2, 3], s=[10, 20, 40])


def values_by_colour():
    """
    axes 0: y "weight"
    point: x 1 2 3, y 1 2 3, value 5 7 6; colours 5 7
    axes 1: y "mass (g)" in g; colours of 0
    """
    fig, ax = plt.subplots(figsize=(4, 3))
    s = ax.scatter([1, 2, 3], [1, 2, 3], c=[5, 7, 6])
    ax.set_ylabel("weight")
    fig.colorbar(s, label="mass (g)")
    return fig


def values_cut_off(ax):
    """point: x 1 2 3, y 1 2 3, value 5 7 6; colours 5.5 6"""
    ax.scatter([1, 2, 3], [1, 2, 3], c=[5, 7, 6], vmin=5.5, vmax=6)


def groups_by_loop(ax):
    """
    axes: legend a, b
    point [a by legend]: x 1 2, y 1 2
    point [b by legend]: x 3, y 3
    """
    for name, x in (("a", [1, 2]), ("b", [3])):
        ax.scatter(x, x, label=name)
    ax.legend()


def groups_by_colour(ax):
    """
    axes: legend a, b
    point [a by colour]: x 1 3, y 1 2
    point [b by colour]: x 2, y 5
    """
    ax.scatter([1, 2, 3], [1, 5, 2], c=["red", "blue", "red"])
    ax.legend(handles=[plt.Line2D([], [], color="red", marker="o", ls="", label="a"), plt.Line2D([], [], color="blue", marker="o", ls="", label="b")])


def groups_by_elements(ax):
    """
    axes: legend a, b
    point [a by colour]: x 1 3, y 1 2, value 0 0; colours 0 1
    point [b by colour]: x 2, y 5, value 1; colours 0 1
    """
    s = ax.scatter([1, 2, 3], [1, 5, 2], c=[0, 1, 0])
    ax.legend(s.legend_elements()[0], ["a", "b"])


def gaps(ax):
    """point: x nan 1 3, y nan 1 3"""
    ax.scatter([1, 2, 3], [1, np.nan, 3], plotnonfinite=True)


def outside(ax):
    """point: x 1 2 3 4, y 1 2 3 9; 2 outside"""
    ax.scatter([1, 2, 3, 4], [1, 2, 3, 9])
    ax.set(xlim=(1.5, 5), ylim=(0, 5))


def invisible(ax):
    """point: x 1 2, y 1 2; 2 invisible"""
    ax.scatter([1, 2], [1, 2]).set_visible(False)


def transparent(ax):
    """point: x 1 2, y 1 2; 2 transparent"""
    ax.scatter([1, 2], [1, 2], alpha=0)


def partly_transparent(ax):
    """point: x 1 2 3, y 1 2 3; 1 transparent"""
    ax.scatter([1, 2, 3], [1, 2, 3], c=[(0, 0, 1, 1), (0, 0, 1, 0), (0, 0, 1, 1)])


def hollow(ax):
    """
    axes: legend a, b
    point [a by any]: x 1 2, y 1 2
    point [b by any]: x 3, y 3
    """
    ax.scatter([1, 2], [1, 2], facecolors="none", edgecolors="red", label="a")
    ax.scatter([3], [3], facecolors=(0, 0, 0, 0), edgecolors="blue", label="b")
    ax.legend()


def no_size(ax):
    """point: x 1 2 3, y 1 2 3, size 10 0 10; 1 size"""
    ax.scatter([1, 2, 3], [1, 2, 3], s=[10, 0, 10])


def no_marker_size(ax):
    """line: x 1 2 3, y 1 2 3; 3 size"""
    ax.plot([1, 2, 3], [1, 2, 3], "o", ms=0, mew=0)


def clipped(ax):
    """point: x 1 2 3, y 1 2 3; 1 clipped"""
    p = ax.scatter([1, 2, 3], [1, 2, 3])
    p.set_clip_path(plt.Rectangle((0, 0), 2.5, 2.5, transform=ax.transData))
    ax.set(xlim=(0, 4), ylim=(0, 4))


def of_frame(ax):
    """point [b by label]: x 1 2, y 3 4"""
    ax.scatter("a", "b", data={"a": [1, 2], "b": [3, 4]})


def values_on_a_log_scale(ax):
    """point: x 1 2 3, y 1 2 3, value 1 10 100; colours 1 100"""
    from matplotlib.colors import LogNorm

    ax.scatter([1, 2, 3], [1, 2, 3], c=[1, 10, 100], norm=LogNorm())


def categories_upright(ax):
    """
    axes: y category low high
    point: x 1 2 3, y 0 1 1; labels low, high, high
    """
    ax.scatter([1, 2, 3], ["low", "high", "high"])


def repeated(ax):
    """point: x 1*3, y 2*3"""
    ax.scatter([1, 1, 1], [2, 2, 2])


def bubbles(ax):
    """
    axes: legend a, b
    point [a by legend]: x 1 2, y 1 2, size 20 40
    point [b by legend]: x 3 4, y 3 4, size 60 80
    """
    ax.scatter([1, 2], [1, 2], s=[20, 40], label="a")
    ax.scatter([3, 4], [3, 4], s=[60, 80], label="b")
    ax.legend()
