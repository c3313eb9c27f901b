"""Artists as marks: what stands on the axes when they are drawn."""

from .artists import channel, line_color, numpy, period_days, periods, rgba

MAX_SEGMENTS = 500
MAX_POINTS = 250_000  # of one mark
MAX_COLORS = 20_000
MAX_TOTAL = 800_000  # numbers in all channels of one figure


class Room:
    """How many numbers a figure may still send."""

    def __init__(self):
        self.left, self.left_out = MAX_TOTAL, 0

    def take(self, channels):
        longest = max((len(v) for v in channels.values()), default=0)
        total = sum(len(v) for v in channels.values())
        if longest > MAX_POINTS or total > self.left:
            self.left_out += 1
            return False
        self.left -= total
        return True


class Marks:
    """The marks of one pair of axes."""

    def __init__(self, axes, room):
        self.axes, self.room = axes, room
        self.out = []
        self.done = set()
        self.freq = periods(axes)

    def all(self):
        axes = self.axes
        children = axes.get_children()
        present = {id(c) for c in children}
        for c in axes.containers:
            if type(c).__name__ == "ErrorbarContainer":
                self.errorbar(c, present)
        for c in axes.containers:
            if type(c).__name__ == "BarContainer":
                self.bars(c, present)
        for a in children:
            made = self.known(a).info.get("made") if self.known(a) else None
            if made == "median":
                self.box(a, present)
        skip = {id(axes.patch), id(axes.title), id(axes.xaxis), id(axes.yaxis), id(axes.get_legend())}
        skip |= {id(s) for s in axes.spines.values()} | {id(getattr(axes, n, None)) for n in ("_left_title", "_right_title")}
        for a in children:
            if id(a) in self.done or id(a) in skip:
                continue
            name = next((c.__name__ for c in type(a).__mro__ if "m_" + c.__name__ in METHODS), None)
            if name is not None:
                getattr(self, "m_" + name)(a)
        return self.out

    @staticmethod
    def known(artist):
        return getattr(artist, "_assay", None)

    def coords(self, artist):
        """In which coordinates an artist stands, for x and y each."""
        # Points stand where their offsets say, whatever the path of the marker.
        transform = artist.get_offset_transform() if type(artist).__name__ == "PathCollection" else artist.get_transform()
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
        if k is not None:
            for field in ("call", "fn", "extent", "level"):
                if getattr(k, field):
                    out[field] = getattr(k, field)
            if k.refs:
                out["refs"] = list(k.refs)
        out.update({a: b for a, b in (style or {}).items() if b is not None})
        if channels:
            self.out.append(out)
        return out

    def days(self, name, values):
        if self.freq is not None and name.startswith("x"):
            return period_days(self.axes, values)
        return values

    def colors(self, out, colors):
        """rgba where all marks have one colour, rgbas where they differ."""
        if len(colors) > MAX_COLORS:
            return
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
        out["visible"] = any(p.get_visible() for p in patches)
        self.colors(out, [p.get_facecolor() for p in patches])

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
        style = {"orient": orient, "bins": len(patches), "n": info.get("n") or None}
        out = self.add("histogram", patches[0], "BarContainer", channels, style, source)
        self.colors(out, [p.get_facecolor() for p in patches])

    def errorbar(self, c, present):
        line, caps, bars = (list(c) + [(), ()])[:3]
        bars = [b for b in bars if id(b) in present]
        if not bars:
            return
        np = numpy()
        self.done.update(id(b) for b in bars)
        self.done.update(id(x) for x in caps or ())
        k = self.known(c)
        info = k.info if k is not None else {}
        shown = line is not None and id(line) in present
        if shown:
            self.done.add(id(line))
            px, py = line.get_xdata(orig=False), line.get_ydata(orig=False)
        else:
            px, py = self.centre(info, len(bars[0].get_segments()))
        style = {"marker": "None", "linestyle": "None"}
        if shown:
            style = {"marker": str(line.get_marker()), "linestyle": str(line.get_linestyle()), "rgba": line_color(line)}
        for b in bars:
            segments = [np.asarray(s, "float64") for s in b.get_segments()]
            segments = [s if len(s) == 2 else np.full((2, 2), np.nan) for s in segments]
            if not segments:
                continue
            ends = np.array(segments)
            upright = bool(np.nanmax(np.abs(ends[:, 0, 0] - ends[:, 1, 0]), initial=0) == 0)
            along, across = (0, 1) if upright else (1, 0)
            lo, hi = ends[:, :, across].min(axis=1), ends[:, :, across].max(axis=1)
            at = ends[:, 0, along]
            channels = {"x" if upright else "y": at, "lo": lo, "hi": hi}
            other = py if upright else px
            place = px if upright else py
            if other is not None and len(other) == len(at) and place is not None and np.array_equal(np.ma.filled(place, np.nan), at, equal_nan=True):
                channels["y" if upright else "x"] = other
            color = b.get_edgecolor()
            own = dict(style, orient="v" if upright else "h", linewidth=float(np.max(b.get_linewidth(), initial=0)))
            own.setdefault("rgba", rgba(color[0]) if len(color) else None)
            self.add("errorbar", b, "ErrorbarContainer", channels, own, c)
            style = {"marker": "None", "linestyle": "None"}  # of two directions one draws the centre

    def centre(self, info, n):
        """Centre of error bars that were drawn without a line, as it was given."""
        np = numpy()
        out = []
        for name, axis in (("x", self.axes.xaxis), ("y", self.axes.yaxis)):
            try:
                values = np.atleast_1d(np.asarray(axis.convert_units(info.get(name)), "float64")).ravel()
            except (TypeError, ValueError):
                values = None
            out.append(values if values is not None and len(values) == n else None)
        return out

    def box(self, median, present):
        np = numpy()
        info = self.known(median).info
        parts = info["box"]
        box, low, high = parts["box"], parts["low"], parts["high"]
        if box is None or id(box) not in present:
            return
        self.done.update(id(x) for x in (median, box, low, high, parts["mean"], *parts["caps"]) if x is not None)
        path = np.asarray(box.get_path().vertices if hasattr(box, "get_path") else box.get_xydata(), "float64")
        if hasattr(box, "get_xydata"):
            path = np.asarray(box.get_xydata(), "float64")
        mx, my = (np.asarray(v, "float64") for v in (median.get_xdata(orig=False), median.get_ydata(orig=False)))
        orient = "v" if len(my) and my[0] == my[-1] else "h"
        across = 1 if orient == "v" else 0
        q = path[:, across]
        position = (mx if orient == "v" else my).mean()
        whisker = lambda w, pick: float(pick(np.asarray(w.get_xydata())[:, across])) if w is not None else float("nan")
        channels = {
            "x" if orient == "v" else "y": [position],
            "q1": [q.min()],
            "med": [(my if orient == "v" else mx)[0]],
            "q3": [q.max()],
            "wlo": [whisker(low, np.min)],
            "whi": [whisker(high, np.max)],
        }
        color = box.get_facecolor() if hasattr(box, "get_facecolor") else box.get_color()
        style = {"orient": orient, "rgba": rgba(color), "n": info.get("n") or None, "linewidth": float(box.get_linewidth())}
        self.add("box", box, "BoxContainer", channels, style, box)

    # -- single artists

    def m_Line2D(self, a):
        x, y = a.get_xdata(orig=False), a.get_ydata(orig=False)
        if len(x) == 0:
            return
        coords = self.coords(a)
        style = {
            "linestyle": str(a.get_linestyle()),
            "marker": str(a.get_marker()),
            "linewidth": float(a.get_linewidth()),
            "rgba": line_color(a),
        }
        if coords == "blended":
            in_x, _ = a.get_transform().contains_branch_seperately(self.axes.transData)
            values = x if in_x else y
            if len(values) and all(v == values[0] for v in values):
                values = values[:1]
            self.add("rule", a, "Line2D", {"x" if in_x else "y": values}, style)
            return
        if type(a).__name__ == "AxLine":
            return
        self.add("line", a, "Line2D", {"x": x, "y": y}, style)

    def m_PathCollection(self, a):
        np = numpy()
        offsets = np.ma.asarray(a.get_offsets(), "float64")
        if offsets.size == 0:
            return
        n = len(offsets)
        channels = {"x": offsets[:, 0], "y": offsets[:, 1]}
        sizes = np.asarray(a.get_sizes(), "float64")
        if len(sizes) and (len(set(sizes.tolist())) > 1 or sizes[0] == 0):
            channels["size"] = np.resize(sizes, n)
        values = a.get_array()
        if values is not None and getattr(values, "size", 0) == n and getattr(values, "ndim", 0) == 1:
            channels["color"] = values
        out = self.add("point", a, "PathCollection", channels, {"marker": "o"})
        colors = a.get_facecolor()
        if len(colors) == 0:
            colors = a.get_edgecolor()
        if len(colors) == 1:
            out["rgba"] = rgba(colors[0])
        elif len(colors) > 1:
            self.colors(out, np.resize(colors, (n, 4)) if len(colors) != n else colors)

    def m_PolyCollection(self, a):
        """Bands of fill_between; other polygons are left out."""
        np = numpy()
        k = self.known(a)
        if k is None or k.info.get("made") != "band":
            return
        along = 0
        if getattr(a, "t_direction", "x") == "y":
            along = 1
        place, low, high = [], [], []
        for path in a.get_paths():
            v = np.asarray(path.vertices, "float64")
            n = (len(v) - 3) // 2
            if n < 1 or len(v) != 2 * n + 3:
                return
            one, other = v[1 : n + 1], v[n + 2 : 2 * n + 2][::-1]
            if not np.array_equal(one[:, along], other[:, along]):
                along = 1 - along
                if not np.array_equal(one[:, along], other[:, along]):
                    return
            ends = np.stack([one[:, 1 - along], other[:, 1 - along]])
            place.append(one[:, along])
            low.append(ends.min(axis=0))
            high.append(ends.max(axis=0))
        if not place:
            return
        join = np.concatenate
        channels = {"x" if along == 0 else "y": join(place), "lo": join(low), "hi": join(high)}
        colors = a.get_facecolor()
        style = {"orient": "v" if along == 0 else "h", "rgba": rgba(colors[0]) if len(colors) else None}
        self.add("band", a, "FillBetween", channels, style)

    def m_LineCollection(self, a):
        np = numpy()
        segments = a.get_segments()
        colors = a.get_edgecolor()
        for i, s in enumerate(segments[:MAX_SEGMENTS]):
            s = np.asarray(s, "float64")
            if len(s) < 2:
                continue
            color = rgba(colors[i % len(colors)]) if len(colors) else None
            self.add("rule", a, "LineCollection", {"x": s[:, 0], "y": s[:, 1]}, {"linestyle": "-", "rgba": color})

    def m_Rectangle(self, a):
        if self.coords(a) == "data":
            self.rectangles([a], "Rectangle", "v")

    def m_StepPatch(self, a):
        data = a.get_data()
        np = numpy()
        values = np.asarray(data.values, "float64")
        edges = np.asarray(data.edges, "float64")
        base = np.zeros(len(values)) if data.baseline is None else np.broadcast_to(np.asarray(data.baseline, "float64"), len(values))
        channels = {"x": edges[:-1], "x2": edges[1:], "y": values, "base": base}
        color = a.get_facecolor() if a.get_fill() else a.get_edgecolor()
        self.add("histogram", a, "StepPatch", channels, {"orient": "h" if a.orientation == "horizontal" else "v", "bins": len(values), "rgba": rgba(color)})

    def m_Polygon(self, a):
        """The outline of a step histogram."""
        np = numpy()
        k = self.known(a)
        if k is None or k.info.get("made") != "hist":
            return
        edges = np.asarray(k.info["edges"], "float64")
        counts = np.asarray(k.info["counts"], "float64")
        if counts.ndim != 1 or len(edges) != len(counts) + 1:
            return
        channels = {"x": edges[:-1], "x2": edges[1:], "y": counts, "base": np.zeros(len(counts))}
        color = a.get_facecolor() if a.get_fill() else a.get_edgecolor()
        self.add("histogram", a, "StepPatch", channels, {"orient": "v", "bins": len(counts), "n": k.info.get("n") or None, "rgba": rgba(color)})

    def m_AxesImage(self, a):
        x0, x1, y0, y1 = (float(v) for v in a.get_extent())
        self.add("image", a, type(a).__name__, {"x": [(x0 + x1) / 2], "y": [(y0 + y1) / 2]})

    def m_Text(self, a):
        text = a.get_text()
        if not text.strip():
            return
        xy = getattr(a, "xyann", None) or a.get_position()
        np = numpy()
        try:
            x = float(np.ravel(self.axes.xaxis.convert_units(xy[0]))[0])
            y = float(np.ravel(self.axes.yaxis.convert_units(xy[1]))[0])
        except (TypeError, ValueError):
            return
        self.add("text", a, "Text", {"x": [x], "y": [y]}, {"text": text, "rgba": rgba(a.get_color())})


METHODS = {n for n in vars(Marks) if n.startswith("m_")}
