"""Figures as they are when they are drawn for saving, and which call drew what."""

import functools
import hashlib
import os
import sys
import threading

from .artists import count
from .axes import axes_of, figure_axes

MARK = "_assay"  # attribute of artists and containers that holds what is known of them
DRAWING = ("matplotlib.", "seaborn.", "mpl_toolkits.", "statsmodels.graphics.", "pandas.plotting.")
PANDAS_DRAWING = {"plot", "hist", "boxplot", "hist_frame", "hist_series", "boxplot_frame", "boxplot_frame_groupby"}
INTERVALS = {"barplot", "pointplot", "lineplot", "catplot", "relplot"}
HASHSALT = "assay"


class Known:
    """What the tracer knows of an artist beside the artist itself."""

    __slots__ = ("call", "fn", "refs", "extent", "level", "info")

    def __init__(self):
        self.call, self.fn, self.refs, self.extent, self.level = 0, "", (), "", 0
        self.info = {}  # what the drawing method was given


def known(artist):
    """The Known of an artist or container, made where it has none."""
    k = getattr(artist, MARK, None)
    if k is None:
        k = Known()
        try:
            setattr(artist, MARK, k)
        except AttributeError:
            pass
    return k


class Figures:
    def __init__(self, recorder, files):
        self.recorder, self.files = recorder, files
        self.figures = {}  # id -> figure, as long as it lives
        self.local = threading.local()
        self.fail = lambda error: None

    def prepared(self):
        """Modules that are prepared once they are loaded."""
        return {
            "matplotlib": self.on_matplotlib,
            "matplotlib.backend_bases": self.on_backend,
            "matplotlib.figure": self.on_figure,
            "matplotlib.axes._axes": self.on_axes,
        }

    def guarded(self, f, *args):
        try:
            return f(*args)
        except Exception as e:
            self.fail(e)
            return None

    # -- hooks ----------------------------------------------------------------------

    def on_matplotlib(self, module):
        module.rcParams["svg.hashsalt"] = HASHSALT

    def on_backend(self, module):
        cls, figures = module.FigureCanvasBase, self
        original = cls.print_figure

        @functools.wraps(original)
        def print_figure(canvas, filename, *args, **kwargs):
            local = figures.local
            if getattr(local, "saving", None) is not None:
                return original(canvas, filename, *args, **kwargs)
            local.saving, local.drawn = canvas.figure, None
            before = figures.guarded(position, filename)
            try:
                result = original(canvas, filename, *args, **kwargs)
                drawn = local.drawn
            finally:
                local.saving = local.drawn = None
            figures.guarded(figures.saved, canvas.figure, filename, kwargs.get("format"), before, drawn)
            return result

        cls.print_figure = print_figure

    def on_figure(self, module):
        cls, figures = module.Figure, self
        original = cls.draw

        @functools.wraps(original)
        def draw(figure, renderer, *args, **kwargs):
            result = original(figure, renderer, *args, **kwargs)
            local = figures.local
            if getattr(local, "saving", None) is figure:
                local.drawn = figures.guarded(figures.snapshot, figure)
            return result

        cls.draw = draw

    def on_axes(self, module):
        """Drawing methods note what they were given; artists stay the truth."""
        cls = module.Axes
        for name in ("errorbar", "bar", "barh", "hist", "boxplot", "bxp", "fill_between", "fill_betweenx", "scatter"):
            self.wrap(cls, name, getattr(self, "drew_" + name))

    def wrap(self, cls, name, note):
        original, figures = getattr(cls, name), self

        @functools.wraps(original)
        def method(axes, *args, **kwargs):
            result = original(axes, *args, **kwargs)
            figures.guarded(note, axes, args, kwargs, result)
            return result

        setattr(cls, name, method)

    def drew_errorbar(self, axes, args, kwargs, result):
        k = known(result)
        k.info.setdefault("made", "errorbar")
        k.info["x"] = args[0] if args else kwargs.get("x")
        k.info["y"] = args[1] if len(args) > 1 else kwargs.get("y")

    def drew_bar(self, axes, args, kwargs, result):
        known(result).info["made"] = "bar"

    drew_barh = drew_bar

    def drew_hist(self, axes, args, kwargs, result):
        counts, edges, patches = result
        groups = [patches] if hasattr(patches, "patches") or not isinstance(patches, (list, tuple)) else list(patches)
        if isinstance(patches, (list, tuple)) and not hasattr(patches, "patches") and patches and not hasattr(patches[0], "__len__"):
            groups = [patches]
        many = len(groups) > 1
        for i, group in enumerate(groups):
            info = {"made": "hist", "edges": edges, "counts": counts[i] if many else counts}
            sample = args[0] if args else kwargs.get("x")
            if not many:
                info["n"] = count(sample)
            # BarContainer, or the polygon of a step histogram in a list.
            for target in group if isinstance(group, list) else [group]:
                known(target).info.update(info)

    def drew_boxplot(self, axes, args, kwargs, result):
        sample = args[0] if args else kwargs.get("x")
        for i, artist in enumerate(result.get("medians", ())):
            known(artist).info["n"] = count(sample, i, len(result["medians"]))

    def drew_bxp(self, axes, args, kwargs, result):
        for i, median in enumerate(result.get("medians", ())):
            known(median).info["made"] = "median"
            known(median).info["box"] = {
                "box": pick(result, "boxes", i),
                "low": pick(result, "whiskers", 2 * i),
                "high": pick(result, "whiskers", 2 * i + 1),
                "caps": [pick(result, "caps", 2 * i), pick(result, "caps", 2 * i + 1)],
                "mean": pick(result, "means", i),
            }
        for artist in result.get("fliers", ()):
            known(artist).info["made"] = "fliers"

    def drew_fill_between(self, axes, args, kwargs, result):
        known(result).info["made"] = "band"

    drew_fill_betweenx = drew_fill_between

    def drew_scatter(self, axes, args, kwargs, result):
        known(result).info["made"] = "scatter"

    # -- calls ------------------------------------------------------------------------

    def after(self, fn, ins, params, v, op):
        """A call of the analysis is over: what is new on any axes is its work."""
        if "matplotlib.figure" not in sys.modules or not draws(fn):
            return
        figure = getattr(v, "figure", None) or getattr(v, "_figure", None)
        if figure is not None and hasattr(figure, "axes"):
            self.figures[id(figure)] = figure
        refs = list(dict.fromkeys(i["ref"] for i in ins if i["ref"] and i["role"] != "self"))
        self.claim(op, fn, refs, params)

    def claim(self, op, fn, refs, params=()):
        extent, level = interval(fn, params) if params else ("", 0)
        for axes in self.all_axes():
            children = getattr(axes, "_children", None)
            if children is None:
                children = axes.get_children()
            state = known(axes).info
            start = state.get("claimed", 0)
            if start > len(children):
                start = 0
            for artist in children[start:] + list(getattr(axes, "containers", ())):
                k = known(artist)
                if not k.call and not k.fn:
                    k.call, k.fn, k.refs, k.extent, k.level = op, fn, refs, extent, level
            state["claimed"] = len(children)

    def all_axes(self):
        helpers = sys.modules.get("matplotlib._pylab_helpers")
        figures = dict(self.figures)
        if helpers is not None:
            for manager in list(helpers.Gcf.figs.values()):
                figures[id(manager.canvas.figure)] = manager.canvas.figure
        for figure in figures.values():
            yield from axes_of(figure)

    # -- saving -------------------------------------------------------------------------

    def snapshot(self, figure):
        axes, left_out = figure_axes(figure)
        size = [round(float(v), 3) for v in figure.bbox.size]
        return {"dpi": float(figure.dpi), "size_px": size, "axes": axes}, left_out

    def saved(self, figure, filename, format, before, drawn):
        if drawn is None:
            drawn = self.snapshot(figure)
        drawn, left_out = drawn
        path, digest = "", ""
        if isinstance(filename, (str, bytes, os.PathLike)):
            full = os.fsdecode(filename)
            extension = format or figure.canvas.get_default_filetype()
            if not os.path.splitext(os.path.basename(full))[1] and not os.path.exists(full):
                full = full.rstrip(".") + "." + extension
            path = self.files.relative(full)
            format = format or os.path.splitext(full)[1][1:]
            digest = self.files.digest(full)
        else:
            format = format or figure.canvas.get_default_filetype()
            name = getattr(filename, "name", None)
            if isinstance(name, str) and hasattr(filename, "fileno"):
                filename.flush()
                path, digest = self.files.relative(name), self.files.digest(name)
            elif hasattr(filename, "getvalue"):
                digest = hashlib.sha256(filename.getvalue()[before or 0 :]).hexdigest()
        body = {"path": path, "format": format.lower(), **drawn}
        if digest:
            body["sha256"] = digest
        self.recorder.sink.emit("figure", body)
        if left_out:
            self.recorder.sink.emit("audit", {"event": "figure.marks-left-out", "detail": f"{path}: {left_out}"})


def draws(fn):
    if fn.startswith(DRAWING):
        return True
    if fn.startswith("pandas."):
        return any(part in PANDAS_DRAWING or part.endswith("PlotAccessor") for part in fn.split(".")[1:])
    return False


def interval(fn, params):
    """(extent, level) of the error bars that a seaborn call draws."""
    if not fn.startswith("seaborn.") or fn.rpartition(".")[2] not in INTERVALS:
        return "", 0
    how = params.get("errorbar", ["ci", 95])
    kind, size = (how[0], how[1]) if isinstance(how, list) and len(how) == 2 else (how, None)
    if not isinstance(kind, str):
        return "", 0
    if kind in ("ci", "pi"):
        return kind, (size if isinstance(size, (int, float)) else 95) / 100
    if kind in ("sd", "se") and size in (None, 1):
        return kind, 0
    return "unknown", 0


def pick(parts, name, i):
    found = parts.get(name) or ()
    return found[i] if i < len(found) else None


def position(filename):
    return filename.tell() if hasattr(filename, "getvalue") else None
