"""Figures as they are when they are drawn for saving, and which call drew what."""

import _thread
import functools
import os
import sys
import weakref

from .artists import known
from .axes import axes_of, figure_axes
from .drawcalls import METHODS, STATS, wrap
from .hashes import sha256
from .pictures import pictures_of

DRAWING = ("matplotlib.", "seaborn.", "mpl_toolkits.", "statsmodels.graphics.", "pandas.plotting.")
PANDAS_DRAWING = {"plot", "hist", "boxplot", "hist_frame", "hist_series", "boxplot_frame", "boxplot_frame_groupby"}
INTERVALS = {"barplot", "pointplot", "lineplot", "catplot", "relplot"}
FITS = {"regplot", "lmplot"}
PRINTS = {"print_png", "print_jpg", "print_jpeg", "print_tif", "print_tiff", "print_webp", "print_raw", "print_rgba", "print_svg", "print_svgz", "print_pdf"}
HASHSALT = "assay"


class Figures:
    def __init__(self, recorder, files, fail):
        self.recorder, self.files, self.fail = recorder, files, fail
        self.figures = {}  # id -> weak reference to a figure that a call gave
        self.local = _thread._local()

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
        """Every way to a file: print_figure, which savefig calls, and the canvas' own
        methods for each format."""
        self.saves(module.FigureCanvasBase, "print_figure")

    def on_canvas(self, module):
        for cls in {c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__}:
            for name in PRINTS.intersection(vars(cls)):
                self.saves(cls, name)

    def saves(self, cls, name):
        original, figures = getattr(cls, name), self

        @functools.wraps(original)
        def save(canvas, filename, *args, **kwargs):
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
            format = kwargs.get("format") if name == "print_figure" else name.removeprefix("print_")
            figures.guarded(figures.saved, canvas.figure, filename, format, before, drawn, name == "print_figure")
            return result

        setattr(cls, name, save)

    def on_figure(self, module):
        cls, figures = module.Figure, self
        original = cls.draw

        @functools.wraps(original)
        def draw(figure, renderer, *args, **kwargs):
            result = original(figure, renderer, *args, **kwargs)
            local = figures.local
            # Before a figure is drawn it may be laid out by drawing it nowhere.
            if getattr(local, "saving", None) is figure and "open_group" not in getattr(renderer, "__dict__", ()):
                local.drawn = figures.guarded(figures.snapshot, figure)
            return result

        cls.draw = draw

    def on_axes(self, module):
        """Drawing methods note what they were given; artists stay the truth."""
        for name in METHODS:
            wrap(module.Axes, name, self.guarded)

    # -- calls ------------------------------------------------------------------------

    def after(self, fn, ins, params, v, op):
        """A call of the analysis is over: what is new on any axes is its work."""
        if "matplotlib.figure" not in sys.modules or not draws(fn):
            return
        figure = getattr(v, "figure", None) or getattr(v, "_figure", None)
        if isinstance(figure, sys.modules["matplotlib.figure"].FigureBase):
            self.figures[id(figure)] = weakref.ref(figure)
        refs = list(dict.fromkeys(i["ref"] for i in ins if i["ref"] and i["role"] != "self"))
        self.claim(op, fn, refs, params)

    def claim(self, op, fn, refs, params=None):
        extent, level = interval(fn, params) if params is not None else ("", 0)
        said = {name: params[name] for name in STATS if name in params} if params else {}
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
                    k.call, k.fn, k.refs, k.extent, k.level, k.said = op, fn, refs, extent, level, said
            state["claimed"] = len(children)

    def all_axes(self):
        helpers = sys.modules.get("matplotlib._pylab_helpers")
        figures = {i: figure for i, ref in self.figures.items() if (figure := ref()) is not None}
        if helpers is not None:
            for manager in list(helpers.Gcf.figs.values()):
                figures[id(manager.canvas.figure)] = manager.canvas.figure
        for figure in figures.values():
            yield from axes_of(figure)

    # -- saving -------------------------------------------------------------------------

    def snapshot(self, figure):
        axes, left_out = figure_axes(figure)
        size = [round(float(v), 3) for v in figure.bbox.size]
        body = {"dpi": float(figure.dpi), "size_px": size, "axes": axes}
        pictures = self.guarded(pictures_of, figure, list(axes_of(figure)))
        if pictures:
            body["pictures"] = pictures
        return body, left_out

    def saved(self, figure, filename, format, before, drawn, completes):
        if drawn is None:
            drawn = self.snapshot(figure)
        drawn, left_out = drawn
        path, digest = "", ""
        if isinstance(filename, (str, bytes, os.PathLike)):
            full = os.fsdecode(filename)
            extension = format or figure.canvas.get_default_filetype()
            if completes and not os.path.splitext(os.path.basename(full))[1] and not os.path.exists(full):
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
                digest = sha256(filename.getvalue()[before or 0 :]).hexdigest()
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
    name = fn.rpartition(".")[2]
    if not fn.startswith("seaborn.") or name not in INTERVALS | FITS:
        return "", 0
    if name in FITS:
        size = params.get("ci", 95)
        return ("ci", size / 100) if isinstance(size, (int, float)) else ("", 0)
    how = params.get("errorbar", ["ci", 95])
    kind, size = (how[0], how[1]) if isinstance(how, list) and len(how) == 2 else (how, None)
    if not isinstance(kind, str):
        return "", 0
    if kind in ("ci", "pi"):
        return kind, (size if isinstance(size, (int, float)) else 95) / 100
    if kind in ("sd", "se") and size in (None, 1):
        return kind, 0
    return "unknown", 0


def position(filename):
    return filename.tell() if hasattr(filename, "getvalue") else None
