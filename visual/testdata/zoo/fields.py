"""Fields: images, grids, hexagons, contours, arrows."""

import numpy as np
from matplotlib.tri import Triangulation
from zoo import let, plt

Z = np.array([[1, 2, 3], [4, 5, 6]])


def image(ax):
    """
    axes: y inverted
    mesh: x -0.5 -0.5 0.5 0.5 1.5 1.5, y -0.5 0.5 -0.5 0.5 -0.5 0.5, x2 0.5 0.5 1.5 1.5 2.5 2.5, y2 0.5 1.5 0.5 1.5 0.5 1.5, value 1 4 2 5 3 6; colours 1 6
    """
    ax.imshow(Z)


def image_of_extent(ax):
    """mesh: x 0 0 2 2 4 4, y 0 1 0 1 0 1, x2 2 2 4 4 6 6, y2 1 2 1 2 1 2, value 1 4 2 5 3 6; colours 0 10"""
    ax.imshow(Z, extent=(0, 6, 0, 2), origin="lower", vmin=0, vmax=10)


def image_from_above(ax):
    """mesh: x 0 0 2 2 4 4, y 0 1 0 1 0 1, x2 2 2 4 4 6 6, y2 1 2 1 2 1 2, value 4 1 5 2 6 3; colours 1 6"""
    ax.imshow(Z, extent=(0, 6, 0, 2))


def picture(ax):
    """
    axes: y inverted
    image: x 0.5, y 0.5
    """
    ax.imshow(np.zeros((2, 2, 3)))


def matrix(ax):
    """
    axes: y inverted
    mesh: x -0.5 -0.5 0.5 0.5, y -0.5 0.5 -0.5 0.5, x2 0.5 0.5 1.5 1.5, y2 0.5 1.5 0.5 1.5, value 1 3 2 4; colours 1 4
    """
    ax.matshow([[1, 2], [3, 4]])


def grid(ax):
    """mesh: x 0 0 2 2 4 4, y 0 1 0 1 0 1, x2 2 2 4 4 6 6, y2 1 2 1 2 1 2, value 1 4 2 5 3 6; colours 1 6"""
    ax.pcolormesh([0, 2, 4, 6], [0, 1, 2], Z)


def grid_of_middles(ax):
    """mesh: x 0 0 2 2 4 4, y 0 1 0 1 0 1, x2 2 2 4 4 6 6, y2 1 2 1 2 1 2, value 1 4 2 5 3 6; colours 1 6"""
    ax.pcolormesh([1, 3, 5], [0.5, 1.5], Z, shading="nearest")


def grid_of_polygons(ax):
    """mesh: x 0 0 2 2 4 4, y 0 1 0 1 0 1, x2 2 2 4 4 6 6, y2 1 2 1 2 1 2, value 1 4 2 5 3 6; colours 1 6"""
    ax.pcolor([0, 2, 4, 6], [0, 1, 2], Z)


def grid_with_gap(ax):
    """mesh: x 0 1, y 0 0, x2 1 2, y2 1 1, value 1 nan; colours 1 1"""
    ax.pcolormesh([0, 1, 2], [0, 1], np.ma.masked_invalid([[1.0, np.nan]]))


def curved_grid(ax):
    """mesh: x 0.75 1.75, y 0.5 0.5, value 1 2; colours 1 2"""
    ax.pcolormesh([[0, 1, 2], [0.5, 1.5, 2.5]], [[0, 0, 0], [1, 1, 1]], [[1, 2]])


def grid_with_key():
    """
    axes 0: x "distance (km)" in km, y "depth (m)" in m
    mesh: x 0 1, y 0 0, x2 1 2, y2 1 1, value 1 100; colours 1 100
    axes 1: y log "temperature (K)" in K; colours of 0
    """
    from matplotlib.colors import LogNorm

    fig, ax = plt.subplots(figsize=(4, 3))
    m = ax.pcolormesh([0, 1, 2], [0, 1], [[1, 100]], norm=LogNorm(1, 100))
    ax.set(xlabel="distance (km)", ylabel="depth (m)")
    fig.colorbar(m).set_label("temperature (K)")
    return fig


def histogram_in_two_dimensions(ax):
    """mesh: x 0 0 1 1, y 0 1 0 1, x2 1 1 2 2, y2 1 2 1 2, value 2 0 1 1; colours 0 2"""
    ax.hist2d([0.5, 0.6, 1.5, 1.6], [0.5, 0.5, 0.5, 1.5], bins=[[0, 1, 2], [0, 1, 2]])


def hexagons(ax):
    """hex: x @x, y @y, value @n; colours 1 3"""
    let(x=[-2e-9, 2 + 2e-9], y=[0, 2], n=[3, 1])  # the grid reaches a little beyond the data
    ax.hexbin([0, 0, 0, 2], [0, 0, 0, 2], gridsize=2, mincnt=1)


def contours(ax):
    """contour: x 0.5*2 1.5*2, y 0 1 0 1, value 0.5*2 1.5*2; levels 0.5 1.5"""
    ax.contour([0, 1, 2], [0, 1], [[0, 1, 2], [0, 1, 2]], levels=[0.5, 1.5])


def filled_contours(ax):
    """contour: x 0.5 0.5 1 1 1.5 1.5, y 0 1 0 1 0 1, value 0.5*6; levels 0.5 1.5; filled"""
    ax.contourf([0, 1, 2], [0, 1], [[0, 1, 2], [0, 1, 2]], levels=[0.5, 1.5])


def contours_of_triangles(ax):
    """contour: x 1*3, y 0 0.5 1, value 0.5*3; levels 0.5"""
    triangles = Triangulation([0, 2, 0, 2], [0, 0, 1, 1], [[0, 1, 2], [1, 3, 2]])
    ax.tricontour(triangles, [0, 1, 0, 1], levels=[0.5])


def arrows(ax):
    """arrow: x 0 1, y 0 1, u 1 -1, v 2 0"""
    ax.quiver([0, 1], [0, 1], [1, -1], [2, 0])


def arrows_on_a_grid(ax):
    """arrow: x 0 0 1 1, y 0 1 0 1, u 1 3 2 4, v 0*4, value 1 3 2 4"""
    u = np.array([[1, 2], [3, 4]])
    ax.quiver([0, 1], [0, 1], u, np.zeros((2, 2)), u)


def barbs(ax):
    """arrow: x 0 1, y 0 1, u 10 -20, v 20 0"""
    ax.barbs([0, 1], [0, 1], [10, -20], [20, 0])


def triangles_of_values(ax):
    """mesh: x 1/3 2/3, y 1/3 2/3, value 1 2; colours 1 2"""
    ax.tripcolor([0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 2, 3], triangles=[[0, 1, 2], [1, 3, 2]])


def smooth_triangles(ax):
    """mesh: x 0 0 1 1, y 0 1 0 1, value 0 2 1 3; colours 0 3"""
    ax.tripcolor([0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 2, 3], shading="gouraud")


def nonzero(ax):
    """
    axes: y inverted
    mesh: x -0.5 -0.5 0.5 0.5, y -0.5 0.5 -0.5 0.5, x2 0.5 0.5 1.5 1.5, y2 0.5 1.5 0.5 1.5, value 1 0 0 1; colours 0 1
    """
    ax.spy(np.eye(2))


def smooth_grid(ax):
    """mesh: x 0 0 1 1, y 0 1 0 1, value 1 3 2 4; colours 1 4"""
    ax.pcolormesh([0, 1], [0, 1], [[1, 2], [3, 4]], shading="gouraud")


def grid_of_fast_colours(ax):
    """mesh: x 0 0 2 2 4 4, y 0 1 0 1 0 1, x2 2 2 4 4 6 6, y2 1 2 1 2 1 2, value 1 4 2 5 3 6; colours 1 6"""
    ax.pcolorfast((0, 6), (0, 2), Z)
