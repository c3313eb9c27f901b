"""What drawing methods of axes were given, where the artists alone do not tell."""

import functools
import sys

from .artists import MARK, Known, as_number, known, sample_of

METHODS = (
    "errorbar",
    "bar",
    "barh",
    "hist",
    "boxplot",
    "bxp",
    "fill_between",
    "fill_betweenx",
    "scatter",
    "stem",
    "pie",
    "violinplot",
    "violin",
    "hexbin",
    "broken_barh",
    "contour",
    "contourf",
    "tricontour",
    "tricontourf",
)
STATS = ("stat", "bw_method", "bw_adjust", "cumulative", "common_norm", "common_bins", "estimator", "whis", "multiple", "kind", "ci", "lowess", "order", "logistic")


def wrap(cls, name, guarded):
    """Lets a drawing method note what it was given and what it made."""
    import inspect  # which matplotlib has loaded; others need not

    original, note = getattr(cls, name, None), NOTES[name]
    if original is None:
        return
    try:
        signature = inspect.signature(original)
    except (TypeError, ValueError):
        return

    @functools.wraps(original)
    def method(axes, *args, **kwargs):
        result = original(axes, *args, **kwargs)
        guarded(noted, note, signature, axes, args, kwargs, result)
        return result

    setattr(cls, name, method)


def noted(note, signature, axes, args, kwargs, result):
    given = dict(signature.bind(axes, *args, **kwargs).arguments)
    given.update(given.pop("kwargs", {}))
    note(Given(axes, given), result)


class Given:
    """Arguments by name; names of columns stand for the columns of data=."""

    def __init__(self, axes, arguments):
        self.axes, self.arguments = axes, arguments

    def __call__(self, name, default=None):
        value = self.arguments.get(name, default)
        data = self.arguments.get("data")
        if data is not None and isinstance(value, str):
            try:
                return data[value]
            except (KeyError, TypeError, ValueError, IndexError):
                pass
        return value


# -- notes: (what was given, what was made) -> nothing


def errorbar(given, result):
    info = known(result).info
    info.setdefault("made", "errorbar")
    info["x"], info["y"] = given("x"), given("y")
    for name in ("lolims", "uplims", "xlolims", "xuplims", "errorevery"):
        value = given(name)
        if value is not None and value is not False:
            info[name] = value


def made(what):
    def note(given, result):
        if hasattr(result, "__dict__"):
            known(result).info["made"] = what

    return note


def by_seaborn():
    """Whether one of seaborn's functions for distributions draws, whatever called it."""
    frame, depth = sys._getframe(2), 0
    while frame is not None and depth < 12:
        if frame.f_globals.get("__name__") == "seaborn.distributions":
            return True
        frame, depth = frame.f_back, depth + 1
    return False


def bar(given, result):
    if by_seaborn():
        known(result).info["made"] = "hist"


def band(given, result):
    info = known(result).info
    info["made"], info["step"] = "band", given("step")
    if given("step") is not None:
        info["bins"] = by_seaborn()


def hist(given, result):
    counts, edges, patches = result
    if hasattr(patches, "patches") or patches and not hasattr(patches[0], "__len__"):
        groups = [patches]  # one BarContainer, or the one polygon of steps in a list
    else:
        groups = list(patches)
    n = len(groups)
    said = {"stat": "density"} if given("density") else {}
    if given("cumulative"):
        said["cumulative"] = True
    for i, group in enumerate(groups):
        info = {"made": "hist", "edges": edges, "counts": counts[i] if n > 1 else counts, "said": said}
        if given("weights") is None:
            info["sample"] = sample_of(given("x"), i, n)
        else:
            info["said"] = dict(said, weights=True)
        for target in [group] if hasattr(group, "patches") else group:
            known(target).info.update(info)


def boxplot(given, result):
    import matplotlib

    medians = result.get("medians", ())
    whis = given("whis")
    if whis is None:
        whis = matplotlib.rcParams["boxplot.whiskers"]
    for i, artist in enumerate(medians):
        info = known(artist).info
        info["sample"] = sample_of(given("x"), i, len(medians))
        size = as_number(whis)
        info["said"] = {"whis": size if size is not None else str(whis)}


def bxp(given, result):
    def pick(name, i):
        found = result.get(name) or ()
        return found[i] if i < len(found) else None

    for i, median in enumerate(result.get("medians", ())):
        info = known(median).info
        info["made"] = "median"
        info["box"] = {
            "box": pick("boxes", i),
            "low": pick("whiskers", 2 * i),
            "high": pick("whiskers", 2 * i + 1),
            "caps": [pick("caps", 2 * i), pick("caps", 2 * i + 1)],
            "mean": pick("means", i),
        }
    for artist in result.get("fliers", ()):
        known(artist).info["part"] = "flier"


def stem(given, result):
    lines = result.stemlines
    for artist in lines if isinstance(lines, (list, tuple)) else [lines]:
        known(artist).info["part"] = "stem"
    known(result.baseline).info["part"] = "baseline"


def pie(given, result):
    wedges = result.wedges if hasattr(result, "wedges") else result[0]
    for texts in getattr(result, "texts", None) or result[1:]:
        for text in texts:
            known(text).info["part"] = "label"
    whole = object()
    for i, wedge in enumerate(wedges):
        known(wedge).info.update(pie=whole, values=given("x"), i=i)


def violinplot(given, result):
    bodies = result.get("bodies", ())
    for i, body in enumerate(bodies):
        info = known(body).info
        info["sample"] = sample_of(given("dataset"), i, len(bodies))
        bandwidth = as_number(given("bw_method"))
        if bandwidth is not None or isinstance(given("bw_method"), str):
            info["said"] = {"bw_method": bandwidth if bandwidth is not None else given("bw_method")}


PARTS = {"cmeans": "mean", "cmedians": "median", "cmins": "min", "cmaxes": "max", "cbars": "range", "cquantiles": "quantile"}


def violin(given, result):
    for body in result.get("bodies", ()):
        known(body).info["made"] = "violin"
    for name, part in PARTS.items():
        if name in result:
            known(result[name]).info["part"] = part


def contour(given, result):
    pieces = getattr(result, "collections", None) if not hasattr(result, "get_paths") else None
    for artist in pieces if pieces is not None else [result]:
        known(artist).info["contour"] = result


NOTES = {
    "errorbar": errorbar,
    "bar": bar,
    "barh": bar,
    "hist": hist,
    "boxplot": boxplot,
    "bxp": bxp,
    "fill_between": band,
    "fill_betweenx": band,
    "scatter": made("scatter"),
    "stem": stem,
    "pie": pie,
    "violinplot": violinplot,
    "violin": violin,
    "hexbin": made("hexbin"),
    "broken_barh": made("broken_barh"),
    "contour": contour,
    "contourf": contour,
    "tricontour": contour,
    "tricontourf": contour,
}
