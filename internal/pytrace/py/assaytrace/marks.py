"""Artists as marks: what stands on the axes when they are drawn."""

from .artists import channel, draws_violins, line_color, numpy, patch_color, period_days, periods, rgba
from .fields import Fields
from .intervals import Intervals
from .patches import Patches
from .values import number

MAX_POINTS = 1_100_000  # of one mark
MAX_COLORS = 20_000
MAX_TOTAL = 2_200_000  # numbers in all channels of one figure: a line of 24 MB


class Room:
    """How many numbers a figure may still send."""

    def __init__(self):
        self.left, self.left_out = MAX_TOTAL, 0
        self.failed = []  # what could not be read, and why

    def take(self, channels, needed=True):
        longest = max((len(v) for v in channels.values()), default=0)
        total = sum(len(v) for v in channels.values())
        if longest > MAX_POINTS or total > self.left:
            self.left_out += needed
            return False
        self.left -= total
        return True


class Marks(Intervals, Patches, Fields):
    """The marks of one pair of axes."""

    def __init__(self, axes, room):
        self.axes, self.room = axes, room
        self.out = []
        self.done = set()
        self.freq = periods(axes)
        self.frame = axes.bbox.extents

    def all(self):
        axes = self.axes
        if getattr(axes, "_colorbar", None) is not None or axes.name == "3d":
            return []  # a key to colours is no data; what is seen of three dimensions is no number of them
        children = axes.get_children()
        present = {id(c) for c in children}
        for c in axes.containers:
            if type(c).__name__ == "ErrorbarContainer":
                self.read(self.errorbar, c, present)
        for c in axes.containers:
            if type(c).__name__ == "BarContainer":
                self.read(self.bars, c, present)
        for a in children:
            if self.info(a).get("made") == "median":
                self.read(self.box, a, present)
        skip = {id(axes.patch), id(axes.title), id(axes.xaxis), id(axes.yaxis), id(axes.get_legend())}
        skip |= {id(s) for s in axes.spines.values()} | {id(getattr(axes, n, None)) for n in ("_left_title", "_right_title")}
        rest = [a for a in children if id(a) not in skip and id(a) not in self.done]
        self.lone(rest)
        for a in rest:
            if id(a) in self.done:
                continue
            whole = self.info(a).get("contour")
            name = next((c.__name__ for c in type(a).__mro__ if "m_" + c.__name__ in METHODS), None)
            if whole is not None:
                self.read(self.contour, whole, a)
            elif name is not None:
                self.read(getattr(self, "m_" + name), a)
        return self.out

    def read(self, method, *args):
        """Reads an artist. What is stranger than it looks is left out, and said."""
        try:
            method(*args)
        except Exception as e:
            self.room.failed.append(f"{type(args[0]).__name__}: {type(e).__name__}: {e}"[:200])

    @staticmethod
    def known(artist):
        return getattr(artist, "_assay", None)

    def info(self, artist):
        """What the drawing method was given, where there is any."""
        k = self.known(artist)
        return k.info if k is not None else {}

    def coords(self, artist):
        """In which coordinates an artist stands, for x and y each."""
        # Points and arrows stand where their offsets say, whatever their path.
        placed = type(artist).__name__ in ("PathCollection", "Quiver", "Barbs") and "contour" not in self.info(artist)
        transform = artist.get_offset_transform() if placed else artist.get_transform()
        x, y = transform.contains_branch_seperately(self.axes.transData)
        if x and y:
            return "data"
        if not x and not y:
            return "axes" if transform.contains_branch(self.axes.transAxes) else "figure"
        return "blended"

    def add(self, mark, artist, name, channels, style=None, source=None):
        if not self.room.take(channels):
            channels = {}
        out = {"mark": mark, "artist": name, "channels": {k: channel(self.days(k, v)) for k, v in channels.items()}}
        alpha = artist.get_alpha()
        out["alpha"] = float(alpha) if isinstance(alpha, (int, float)) else 1.0
        out["visible"] = bool(artist.get_visible()) and bool(self.axes.get_visible())
        out["z"] = float(artist.get_zorder())
        coords = self.coords(artist)
        if coords != "data":
            out["coords"] = coords
        label = str((source if source is not None else artist).get_label() or "")
        if label and not label.startswith("_"):
            out["label"] = label
        k = self.known(source) if source is not None and getattr(self.known(source), "call", 0) else self.known(artist)
        said = {}
        if k is not None:
            for field in ("call", "fn", "extent", "level"):
                if getattr(k, field):
                    out[field] = getattr(k, field)
            if k.refs:
                out["refs"] = list(k.refs)
            said.update((name, value) for name, value in k.said.items() if value is not None)
        info = self.info(source) or self.info(artist)
        said.update(info.get("said", {}))
        if said:
            out["said"] = said
        if info.get("part"):
            out["part"] = info["part"]
        self.clipped(out, artist)
        out.update({a: b for a, b in (style or {}).items() if b is not None})
        if out.get("coords") == "data":
            del out["coords"]
        if mark in ("line", "point") and draws_violins(k):
            out["part"] = "inner"
        if channels:
            self.out.append(out)
        return out

    def sample(self, out, sample):
        """The raw numbers behind a mark, where there is room for them."""
        if sample is None:
            return
        out["n"] = len(sample)
        if self.room.take({"sample": sample}, needed=False):
            out["sample"] = channel(sample)

    def clipped(self, out, artist):
        """What of an artist is shown, where that is less than the axes."""
        box, path = artist.get_clip_box(), artist.get_clip_path()
        if not artist.get_clip_on() or box is None and path is None:
            return
        bounds = []
        if box is not None and box is not self.axes.bbox:
            bounds.append(box.extents)
        if path is not None and getattr(path, "_patch", None) is not self.axes.patch:
            bounds.append(path.get_fully_transformed_path().get_extents().extents)
        if not bounds:
            return
        np = numpy()
        frame = self.frame
        bounds = [b for b in bounds if b[0] > frame[0] + 1 or b[1] > frame[1] + 1 or b[2] < frame[2] - 1 or b[3] < frame[3] - 1]
        if hasattr(artist, "get_path") and bounds:  # what is clipped to its own outline is whole
            whole = artist.get_window_extent().extents
            bounds = [b for b in bounds if np.abs(b - whole).max() > 1]
        for b in bounds:
            (x0, y0), (x1, y1) = self.axes.transData.inverted().transform(np.reshape(b, (2, 2)))
            out["clip"] = [number(v) for v in (min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1))]

    def days(self, name, values):
        if self.freq is not None and name.startswith("x"):
            return period_days(self.axes, values)
        return values

    def colors(self, out, colors):
        """rgba where all marks have one colour, rgbas where they differ."""
        if len(colors) > MAX_COLORS:
            return
        np = numpy()
        if isinstance(colors, np.ndarray) and colors.shape[1:] == (4,) and ((colors >= 0) & (colors <= 1)).all():
            every = np.round(colors, 6).tolist()
        else:
            every = [rgba(c) for c in colors]
        if any(c is None for c in every) or not every:
            return
        if all(c == every[0] for c in every):
            out["rgba"] = every[0]
        else:
            out["rgbas"] = every

    # -- containers

    def bars(self, c, present):
        patches = [p for p in c.patches if id(p) in present]
        if not patches:
            return
        self.done.update(map(id, patches))
        k = self.known(c)
        info = k.info if k is not None else {}
        orient = "h" if getattr(c, "orientation", None) == "horizontal" else "v"
        fn = k.fn if k is not None else ""
        if info.get("made") == "hist" or fn.endswith("seaborn.histplot"):
            self.histogram(patches, c, orient, info)
        else:
            self.rectangles(patches, "BarContainer", orient, c)

    def rectangles(self, patches, name, orient, source=None):
        np = numpy()
        x = np.array([p.get_x() for p in patches], "float64")
        y = np.array([p.get_y() for p in patches], "float64")
        w = np.array([p.get_width() for p in patches], "float64")
        h = np.array([p.get_height() for p in patches], "float64")
        if orient == "h":
            channels = {"x": self.ends(source, x, w), "y": y + h / 2, "base": x, "width": h}
        else:
            channels = {"x": x + w / 2, "y": self.ends(source, y, h), "base": y, "width": w}
        out = self.add("bar", patches[0], name, channels, {"orient": orient, "linewidth": float(patches[0].get_linewidth())}, source)
        self.looks(out, patches)

    def looks(self, out, patches):
        """Colours of patches, and which of them are switched off."""
        gone = [i for i, p in enumerate(patches) if not p.get_visible()]
        out["visible"] = len(gone) < len(patches) and bool(self.axes.get_visible())
        if gone and out["visible"]:
            out["gone"] = gone
        self.colors(out, [patch_color(p) for p in patches])

    @staticmethod
    def ends(source, base, size):
        """Ends of bars. base + size loses bits that the container's values still hold,
        which stand in where they agree."""
        np = numpy()
        ends = base + size
        values = getattr(source, "datavalues", None)
        if values is not None and len(values) == len(ends) and not base.any():
            values = np.ma.filled(np.ma.asarray(values, "float64"), np.nan)
            if np.allclose(values, ends, rtol=1e-12, atol=0, equal_nan=True):
                return values
        return ends

    def histogram(self, patches, source, orient, info):
        np = numpy()
        flat = orient == "h"
        left = np.array([p.get_y() if flat else p.get_x() for p in patches], "float64")
        width = np.array([p.get_height() if flat else p.get_width() for p in patches], "float64")
        base = np.array([p.get_x() if flat else p.get_y() for p in patches], "float64")
        size = np.array([p.get_width() if flat else p.get_height() for p in patches], "float64")
        right = left + width
        edges = info.get("edges")
        if edges is not None and len(edges) == len(left) + 1:
            edges = np.asarray(edges, "float64")
            if np.allclose(edges[:-1], left) and np.allclose(edges[1:], right):
                left, right = edges[:-1], edges[1:]
        channels = {"x": left, "x2": right, "y": self.ends(source, base, size), "base": base}
        style = {"orient": orient, "bins": len(patches)}
        out = self.add("histogram", patches[0], "BarContainer", channels, style, source)
        self.sample(out, info.get("sample"))
        self.looks(out, patches)

    # -- single artists

    def m_Line2D(self, a):
        if type(a).__name__ in ("AxLine", "_AxLine"):
            self.sloped(a)
            return
        x, y = a.get_xdata(orig=False), a.get_ydata(orig=False)
        if len(x) == 0:
            return
        coords = self.coords(a)
        drawn = a.get_linewidth() > 0
        marked = a.get_markersize() > 0 or str(a.get_marker()) == ","
        steps = str(a.get_drawstyle())
        style = {
            "linestyle": str(a.get_linestyle()) if drawn else "None",
            "marker": str(a.get_marker()) if marked else "None",
            "linewidth": float(a.get_linewidth()),
            "rgba": line_color(a),
            "step": {"steps": "pre", "steps-pre": "pre", "steps-mid": "mid", "steps-post": "post"}.get(steps),
        }
        if coords == "blended":
            in_x, _ = a.get_transform().contains_branch_seperately(self.axes.transData)
            values = x if in_x else y
            if len(values) and all(v == values[0] for v in values):
                values = values[:1]
            self.add("rule", a, "Line2D", {"x" if in_x else "y": values}, style)
            return
        shown = self.marked(a, len(x)) if style["marker"] != "None" else None
        if shown is None:
            self.add("line", a, "Line2D", {"x": x, "y": y}, style)
            return
        if style["linestyle"] not in ("None", "none", "", " "):
            self.add("line", a, "Line2D", {"x": x, "y": y}, dict(style, marker="None"))
        np = numpy()
        at = np.ma.asarray(x)[shown], np.ma.asarray(y)[shown]
        self.add("line", a, "Line2D", {"x": at[0], "y": at[1]}, dict(style, linestyle="None", step=None))

    @staticmethod
    def marked(a, n):
        """Which vertices of a line bear its marker, where not all do. Markers at even distances
        on the canvas are those of no vertex."""
        every, np = a.get_markevery(), numpy()
        if every is None or every == 1 if not hasattr(every, "__len__") else not len(every):
            return None
        if isinstance(every, tuple) and len(every) == 2 and not any(isinstance(v, float) for v in every):
            every = slice(every[0], None, every[1])
        elif isinstance(every, (int, np.integer)) and not isinstance(every, bool):
            every = slice(0, None, int(every))
        if isinstance(every, (float, tuple)):
            return None
        return np.arange(n)[every]

    def sloped(self, a):
        """A line without ends, from one side of the axes to the other."""
        if self.axes.get_xscale() != "linear" or self.axes.get_yscale() != "linear" or a._transform != self.axes.transData:
            return
        (x, y), other, slope = a._xy1, a._xy2, a._slope
        if slope is None:
            slope = (other[1] - y) / (other[0] - x) if other[0] != x else float("inf")
        style = {"linestyle": str(a.get_linestyle()), "marker": "None", "linewidth": float(a.get_linewidth()), "rgba": line_color(a), "coords": "data"}
        if slope - slope != 0:
            self.add("rule", a, "Line2D", {"x": [x]}, style)
        elif slope == 0:
            self.add("rule", a, "Line2D", {"y": [y]}, style)
        else:
            ends = [float(v) for v in self.axes.get_xlim()]
            self.add("line", a, "Line2D", {"x": ends, "y": [y + slope * (v - x) for v in ends]}, style)

    def m_PathCollection(self, a):
        np = numpy()
        offsets = np.ma.asarray(a.get_offsets(), "float64")
        if offsets.size == 0:
            return
        n = len(offsets)
        channels = {"x": offsets[:, 0], "y": offsets[:, 1]}
        sizes = np.asarray(a.get_sizes(), "float64")
        if len(sizes) and ((sizes != sizes[0]).any() or sizes[0] == 0):
            channels["size"] = np.resize(sizes, n)
        values = a.get_array()
        coded = values is not None and getattr(values, "size", 0) == n and getattr(values, "ndim", 0) == 1
        style = {"marker": "o"}
        if coded:
            channels["color"] = values
            style["clim"] = self.clim(a)
        out = self.add("point", a, "PathCollection", channels, style)
        colors, edges = a.get_facecolor(), a.get_edgecolor()
        if len(edges) and (len(colors) == 0 or not colors[:, 3].any()):
            colors = edges
        if len(colors) == 1:
            out["rgba"] = rgba(colors[0])
        elif 1 < len(colors) <= MAX_COLORS and n <= MAX_COLORS:
            self.colors(out, np.resize(colors, (n, 4)) if len(colors) != n else colors)

    def m_Text(self, a):
        text = a.get_text()
        if not text.strip():
            return
        xy, own = getattr(a, "xyann", None) or a.get_position(), {}
        if str(getattr(a, "anncoords", "")).startswith("offset ") and a.xycoords == "data":
            xy, own = a.xy, {"coords": "data"}  # beside the place that it is about
        np = numpy()
        try:
            x = float(np.ravel(self.axes.xaxis.convert_units(xy[0]))[0])
            y = float(np.ravel(self.axes.yaxis.convert_units(xy[1]))[0])
        except (TypeError, ValueError):
            return
        self.add("text", a, "Text", {"x": [x], "y": [y]}, {"text": text, "rgba": rgba(a.get_color()), **own})


METHODS = {n for n in dir(Marks) if n.startswith("m_")}
