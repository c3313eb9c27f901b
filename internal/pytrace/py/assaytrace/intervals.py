"""Marks that show a spread: error bars and boxes."""

from .artists import line_color, numpy, rgba


class Intervals:
    """Marks of axes that consist of several artists."""

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
            limit = self.limits(info, upright, len(at))
            if limit is not None:
                channels["limit"] = limit
            color = b.get_edgecolor()
            own = dict(style, orient="v" if upright else "h", linewidth=float(np.max(b.get_linewidth(), initial=0)))
            own.setdefault("rgba", rgba(color[0]) if len(color) else None)
            self.add("errorbar", b, "ErrorbarContainer", channels, own, c)
            style = {"marker": "None", "linestyle": "None"}  # of two directions one draws the centre

    @staticmethod
    def limits(info, upright, n):
        """Which error bars mark bounds: 1 a lower one, 2 an upper one."""
        np = numpy()
        names = ("lolims", "uplims") if upright else ("xlolims", "xuplims")
        out = np.zeros(n)
        for code, name in enumerate(names, 1):
            flags = np.asarray(info.get(name, False))
            if flags.shape in ((), (n,)) and flags.dtype == bool:
                out[np.broadcast_to(flags, n)] = code
        return out if out.any() else None

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
        if len(q) >= 11:  # notches may reach beyond the quartiles, which are at the corners
            q = q[[0, 5]]
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
        mean = parts["mean"]
        if mean is not None:
            channels["mean"] = [self.middle(mean.get_ydata(orig=False) if orient == "v" else mean.get_xdata(orig=False))]
        color = box.get_facecolor() if hasattr(box, "get_facecolor") else box.get_color()
        style = {"orient": orient, "rgba": rgba(color), "linewidth": float(box.get_linewidth())}
        out = self.add("box", box, "BoxContainer", channels, style, box)
        self.sample(out, info.get("sample"))
        if info.get("said"):
            out["said"] = {**out.get("said", {}), **info["said"]}
        if out.get("fn", "").startswith("seaborn."):  # which hands over what it computed by this rule
            out.setdefault("said", {}).setdefault("whis", 1.5)

    @staticmethod
    def middle(values):
        return float(numpy().asarray(values, "float64").mean())
