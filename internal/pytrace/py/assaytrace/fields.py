"""Marks whose colour or direction is a number: grids, images, hexagons, contours, arrows."""

from .artists import numpy
from .values import number

ROUND = 1e-12  # of the extent: how far edges of a straight grid may be off


class Fields:
    """Marks of axes that show a field."""

    @staticmethod
    def clim(a):
        low, high = a.get_clim()
        return [number(float(low)), number(float(high))] if low is not None and high is not None else None

    def grid(self, a, x, y, values):
        """A straight grid by its edges: rows of cells from the first edge of y on."""
        np = numpy()
        values = np.ma.asarray(values, "float64")
        self.add("mesh", a, type(a).__name__, {"x": x, "y": y, "color": values.ravel()}, {"shape": list(values.shape), "clim": self.clim(a)})

    def m_QuadMesh(self, a):
        np = numpy()
        corners = np.ma.filled(np.ma.asarray(a.get_coordinates(), "float64"), np.nan)
        values = a.get_array()
        if values is None or self.coords(a) != "data":
            return
        x, y = corners[..., 0], corners[..., 1]
        rows, columns = x.shape[0] - 1, x.shape[1] - 1
        if np.size(values) == x.size:  # Gouraud's shading: values stand at the corners
            self.add("mesh", a, "QuadMesh", {"x": x.ravel(), "y": y.ravel(), "color": np.ravel(values)}, {"clim": self.clim(a)})
            return
        if np.size(values) != rows * columns:
            return
        values = np.ma.reshape(values, (rows, columns))
        if np.ptp(x, axis=0).max() <= ROUND * np.ptp(x) and np.ptp(y, axis=1).max() <= ROUND * np.ptp(y):
            self.grid(a, x[0], y[:, 0], values)
            return
        middle = lambda v: ((v[:-1, :-1] + v[1:, :-1] + v[:-1, 1:] + v[1:, 1:]) / 4).ravel()
        self.add("mesh", a, "QuadMesh", {"x": middle(x), "y": middle(y), "color": np.ravel(values)}, {"clim": self.clim(a)})

    def m_PolyQuadMesh(self, a):
        self.m_QuadMesh(a)

    def m_AxesImage(self, a):
        np = numpy()
        values = a.get_array()
        if type(a).__name__ != "AxesImage" or values is None or values.ndim != 2 or self.coords(a) != "data":
            x0, x1, y0, y1 = (float(v) for v in a.get_extent())
            self.add("image", a, type(a).__name__, {"x": [(x0 + x1) / 2], "y": [(y0 + y1) / 2]})
            return
        left, right, bottom, top = (float(v) for v in a.get_extent())
        rows, columns = values.shape
        first, last = (top, bottom) if a.origin == "upper" else (bottom, top)
        self.grid(a, np.linspace(left, right, columns + 1), np.linspace(first, last, rows + 1), values)

    def m_TriMesh(self, a):
        """Colours that blend between the corners of triangles, where the values stand."""
        mesh, values = a._triangulation, a.get_array()
        if values is not None and len(values) == len(mesh.x):
            self.add("mesh", a, "TriMesh", {"x": mesh.x, "y": mesh.y, "color": values}, {"clim": self.clim(a)})

    def hexagons(self, a):
        np = numpy()
        values, middles = a.get_array(), np.asarray(a.get_offsets(), "float64")
        paths = a.get_paths()
        if values is None:
            return
        if len(paths) == len(values) and len(paths) > 1:  # on logarithmic axes each has a path of its own
            logs = [self.axes.get_xscale() == "log", self.axes.get_yscale() == "log"]
            corners = np.array([p.vertices[:6] for p in paths], "float64")
            middles = np.stack([10 ** np.log10(corners[..., i]).mean(axis=1) if logs[i] else corners[..., i].mean(axis=1) for i in (0, 1)], axis=1)
        if len(middles) == len(values):
            self.add("hex", a, "PolyCollection", {"x": middles[:, 0], "y": middles[:, 1], "color": values}, {"clim": self.clim(a)})

    # -- contours

    def m_ContourSet(self, a):
        self.contour(a, a)

    def contour(self, whole, a):
        """Vertices of the lines or areas of all levels, each once."""
        np = numpy()
        pieces = getattr(whole, "collections", ()) if whole is not a else ()
        self.done.update(map(id, pieces))
        points, levels = [], []
        for level, lines in zip(whole.levels, whole.allsegs):
            for line in lines:
                if len(line):
                    points.append(np.unique(np.asarray(line, "float64"), axis=0))
                    levels.append(np.full(len(points[-1]), float(level)))
        if not points:
            return
        points = np.concatenate(points)
        style = {"levels": [number(float(v)) for v in whole.levels], "filled": bool(whole.filled)}
        self.add("contour", a, "ContourSet", {"x": points[:, 0], "y": points[:, 1], "color": np.concatenate(levels)}, style)

    # -- arrows

    def m_Quiver(self, a):
        self.arrows(a, a.X, a.Y, a.U, a.V)

    def m_Barbs(self, a):
        self.arrows(a, a.x, a.y, a.u, a.v)

    def arrows(self, a, x, y, u, v):
        np = numpy()
        flat = lambda v: np.ma.filled(np.ma.asarray(v, "float64"), np.nan).ravel()
        channels = {"x": flat(x), "y": flat(y), "u": flat(u), "v": flat(v)}
        values = a.get_array()
        if values is not None and np.size(values) == len(channels["x"]):
            channels["color"] = np.ma.ravel(values)
        if len({len(v) for v in channels.values()}) == 1:
            self.add("arrow", a, type(a).__name__, channels)
