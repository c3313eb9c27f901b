"""Patches and their collections as marks: bars, bands, violins, steps, wedges, segments."""

from .artists import draws_violins, numpy, rgba, sample_of

MAX_SEGMENTS = 500
BARS = 1e-9  # of the extent: how far the corners of a rectangle may be off


class Patches:
    """Marks of axes that are drawn as areas or as many segments."""

    def lone(self, artists):
        """Rectangles and wedges that were put on the axes one by one."""
        np = numpy()
        boxes = [a for a in artists if type(a).__name__ == "Rectangle" and self.coords(a) == "data" and not a.get_angle()]
        self.done.update(map(id, boxes))
        boxes = [b for b in boxes if b.get_width() or b.get_height()]  # seaborn puts empty ones on the axes for its legend
        if boxes:
            x, y = np.array([b.get_x() for b in boxes], "float64"), np.array([b.get_y() for b in boxes], "float64")
            flat = len(boxes) > 1 and not (y == y[0]).all() and (x == x[0]).all()
            for b in boxes:
                self.read(self.rectangles, [b], "Rectangle", "h" if flat else "v")
        pies = {}
        for a in artists:
            if type(a).__name__ == "Wedge":
                pies.setdefault(id(self.info(a).get("pie")), []).append(a)
        for wedges in pies.values():
            self.done.update(map(id, wedges))
            self.read(self.wedges, wedges)

    def wedges(self, wedges):
        """Shares of a circle; what the call was given keeps the bits that angles lose."""
        np = numpy()
        shares = np.array([abs(w.theta2 - w.theta1) / 360 for w in wedges])
        channels = {"y": shares, "base": np.array([w.r - w.width if w.width is not None else 0.0 for w in wedges])}
        whole = sample_of(self.info(wedges[0]).get("values"))
        places = [self.info(w).get("i", -1) for w in wedges]
        if whole is not None and 0 <= min(places) and max(places) < len(whole):
            given = whole[places]
            for exact in (given / whole.sum(), given):
                if np.allclose(exact, shares, rtol=1e-5, atol=1e-6):
                    channels["y"] = exact
                    break
            channels["color"] = given
        labels = [str(w.get_label() or "") for w in wedges]
        out = self.add("arc", wedges[0], "Wedge", channels, {"labels": ["" if n.startswith("_") else n for n in labels]})
        out.pop("label", None)
        self.looks(out, wedges)

    # -- bands

    def m_PolyCollection(self, a):
        made = self.info(a).get("made")
        if made == "band" or made == "violin":
            self.band(a, "violin" if made == "violin" or draws_violins(self.known(a)) else "band")
        elif made == "hexbin":
            self.hexagons(a)
        else:
            self.boxes(a, "h" if made == "broken_barh" else "")

    def band(self, a, mark):
        np = numpy()
        along = 1 if getattr(a, "t_direction", "x") == "y" else 0
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
        upright = (along == 0) == (mark == "band")
        style = {"orient": "v" if upright else "h", "rgba": rgba(colors[0]) if len(colors) else None}
        step = self.info(a).get("step")
        if step in ("pre", "post") and len(place) == 1:  # between two of its places stand corners
            channels = {k: v[::2] for k, v in channels.items()}
            if step == "post" and self.info(a).get("bins"):
                at = channels["x" if along == 0 else "y"]
                channels = {"x": at[:-1], "x2": at[1:], "y": channels["hi"][:-1], "base": channels["lo"][:-1]}
                self.add("histogram", a, "FillBetween", channels, dict(style, bins=len(at) - 1))
                return
            style["step"] = step
        out = self.add(mark, a, "FillBetween", channels, style)
        self.sample(out, self.info(a).get("sample"))

    def boxes(self, a, orient):
        """Rectangles of a collection: cells where their colours are values, else bars."""
        np = numpy()
        corners = []
        for path in a.get_paths():
            v = np.asarray(path.vertices, "float64")
            x, y = np.unique(v[:, 0]), np.unique(v[:, 1])
            if not 4 <= len(v) <= 6 or len(x) != 2 or len(y) != 2 or len(np.unique(v, axis=0)) != 4:
                self.cells(a)
                return
            corners.append((x[0], x[1], y[0], y[1]))
        if not corners or self.coords(a) != "data":
            return
        x0, x1, y0, y1 = np.array(corners).T
        values = a.get_array()
        if values is not None and np.size(values) == len(corners):
            channels = {"x": x0, "x2": x1, "y": y0, "y2": y1, "color": np.ravel(values)}
            self.add("mesh", a, type(a).__name__, channels, {"clim": self.clim(a)})
            return
        if not orient:
            orient = "h" if len(corners) > 1 and not (y0 == y0[0]).all() and (x0 == x0[0]).all() else "v"
        if orient == "h":
            channels = {"x": x1, "y": (y0 + y1) / 2, "base": x0, "width": y1 - y0}
        else:
            channels = {"x": (x0 + x1) / 2, "y": y1, "base": y0, "width": x1 - x0}
        out = self.add("bar", a, type(a).__name__, channels, {"orient": orient})
        colors = a.get_facecolor()
        if len(colors):
            self.colors(out, np.resize(colors, (len(corners), 4)))

    def cells(self, a):
        """Polygons whose colours are values, by their middles."""
        np = numpy()
        values, paths = a.get_array(), a.get_paths()
        if values is not None and np.size(values) == len(paths) and self.coords(a) == "data":
            middles = np.array([np.unique(np.asarray(p.vertices, "float64"), axis=0).mean(axis=0) for p in paths])
            self.add("mesh", a, type(a).__name__, {"x": middles[:, 0], "y": middles[:, 1], "color": np.ravel(values)}, {"clim": self.clim(a)})

    def m_PatchCollection(self, a):
        self.boxes(a, "")

    # -- segments

    def m_LineCollection(self, a):
        np = numpy()
        segments = [np.asarray(s, "float64") for s in a.get_segments()]
        segments = [s for s in segments if len(s) > 1]
        if not segments:
            return
        colors, widths = a.get_edgecolor(), a.get_linewidth()
        style = {"linestyle": "-", "linewidth": float(np.max(widths, initial=0))}
        if all(len(s) == 2 for s in segments):
            ends = np.array(segments)
            channels = {"x": ends[:, 0, 0], "y": ends[:, 0, 1], "x2": ends[:, 1, 0], "y2": ends[:, 1, 1]}
            if self.coords(a) == "blended":
                in_x, _ = a.get_transform().contains_branch_seperately(self.axes.transData)
                channels = {"x": channels["x"]} if in_x else {"y": channels["y"]}
            out = self.add("rule", a, type(a).__name__, channels, style)
            if len(colors):
                self.colors(out, np.resize(colors, (len(segments), 4)))
            return
        for i, s in enumerate(segments[:MAX_SEGMENTS]):
            color = rgba(colors[i % len(colors)]) if len(colors) else None
            self.add("line", a, "LineCollection", {"x": s[:, 0], "y": s[:, 1]}, dict(style, marker="None", rgba=color))
        self.room.left_out += max(0, len(segments) - MAX_SEGMENTS)

    # -- single patches

    def m_Rectangle(self, a):
        if self.coords(a) == "blended":
            box = a.get_bbox()
            self.span(a, [box.x0, box.x1], [box.y0, box.y1])

    def span(self, a, x, y):
        in_x, _ = a.get_transform().contains_branch_seperately(self.axes.transData)
        name, ends = ("x", x) if in_x else ("y", y)
        style = {"rgba": rgba(a.get_facecolor() if a.get_fill() else a.get_edgecolor())}
        self.add("span", a, "Rectangle", {name: [float(min(ends))], name + "2": [float(max(ends))]}, style)

    def m_StepPatch(self, a):
        np = numpy()
        data = a.get_data()
        values = np.asarray(data.values, "float64")
        edges = np.asarray(data.edges, "float64")
        base = np.zeros(len(values)) if data.baseline is None else np.broadcast_to(np.asarray(data.baseline, "float64"), len(values))
        channels = {"x": edges[:-1], "x2": edges[1:], "y": values, "base": base}
        color = a.get_facecolor() if a.get_fill() else a.get_edgecolor()
        self.add("histogram", a, "StepPatch", channels, {"orient": "h" if a.orientation == "horizontal" else "v", "bins": len(values), "rgba": rgba(color)})

    def m_Polygon(self, a):
        """The outline of a step histogram, a stripe across the axes, or any polygon."""
        np = numpy()
        info, v = self.info(a), np.asarray(a.get_xy(), "float64")
        color = rgba(a.get_facecolor() if a.get_fill() else a.get_edgecolor())
        if self.coords(a) == "blended":
            self.span(a, v[:, 0], v[:, 1])
        elif info.get("made") == "hist":
            edges = np.asarray(info["edges"], "float64")
            counts = np.asarray(info["counts"], "float64")
            if counts.ndim != 1 or len(edges) != len(counts) + 1:
                return
            flat = len(v) > 1 and v[0, 0] != v[1, 0]  # the outline leaves its baseline first
            base = self.stacked(v[:, 0] if flat else v[:, 1], counts)
            channels = {"x": edges[:-1], "x2": edges[1:], "y": counts, "base": base}
            out = self.add("histogram", a, "StepPatch", channels, {"orient": "h" if flat else "v", "bins": len(counts), "rgba": color})
            self.sample(out, info.get("sample"))
        elif self.coords(a) == "data":
            if len(v) > 1 and (v[0] == v[-1]).all():
                v = v[:-1]
            self.add("polygon", a, "Polygon", {"x": v[:, 0], "y": v[:, 1]}, {"rgba": color})

    @staticmethod
    def stacked(outline, counts):
        """Baselines of a step histogram: 0, or the tops of the one below."""
        np = numpy()
        n = len(counts)
        back = outline[2 * n + 1 :][::-1]
        if len(back) >= 2 * n and back.any():
            return back[:: 2][:n] if len(back) == 2 * n else back[1::2][:n]
        return np.zeros(n)
