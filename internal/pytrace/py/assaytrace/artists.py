"""Small questions to artists: numbers, colours, places on a time axis."""

import sys

from .sink import Numbers, base64_text
from .values import DAY

MANY = 4096  # numbers of a channel that go out by themselves

MARK = "_assay"  # attribute of artists and containers that holds what is known of them


class Known:
    """What the tracer knows of an artist beside the artist itself."""

    __slots__ = ("call", "fn", "refs", "extent", "level", "said", "info")

    def __init__(self):
        self.call, self.fn, self.refs, self.extent, self.level, self.said = 0, "", (), "", 0, {}
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


def numpy():
    return sys.modules["numpy"]


def channel(values):
    """A channel of numbers; masked ones are NaN."""
    np = numpy()
    if isinstance(values, list):  # which may hold masked numbers
        values = np.ma.asarray(values)
    if np.ma.isMaskedArray(values):
        mask = np.ma.getmask(values)
        values = np.ma.filled(values.astype("float64"), np.nan) if mask is not np.ma.nomask and mask.any() else np.ma.getdata(values)
    values = np.ascontiguousarray(np.asarray(values, "float64").ravel(), "<f8")
    return {"b64": Numbers(values) if len(values) > MANY else base64_text(values)}


def as_number(x):
    """A plain finite number, or None."""
    try:
        x = float(x)
    except (TypeError, ValueError):
        return None
    return x if x - x == 0 else None


def sample_of(sample, i=0, groups=1):
    """The numbers of a raw sample, or of its group i, without gaps; None where they cannot
    be told."""
    np = numpy()
    try:
        if groups > 1:
            sample = sample[i] if isinstance(sample, (list, tuple)) else np.asarray(sample)[:, i] if np.ndim(sample) == 2 else list(sample)[i]
        elif isinstance(sample, (list, tuple)) and len(sample) == 1 and hasattr(sample[0], "__len__"):
            sample = sample[0]
        flat = np.asarray(sample, "float64").ravel()
        return flat[~np.isnan(flat)]
    except (TypeError, ValueError, IndexError):
        return None


def rgba(color):
    from matplotlib.colors import to_rgba

    try:
        return [round(float(c), 6) for c in to_rgba(color)]
    except (ValueError, TypeError):
        return None


def patch_color(patch):
    """The colour in which a patch is seen: its face, or its edge where that is open."""
    face, edge = patch.get_facecolor(), patch.get_edgecolor()
    open_face = not len(face) or not face[-1]
    return edge if open_face and len(edge) and edge[-1] and patch.get_linewidth() else face


def handle_color(handle):
    kind = type(handle).__name__
    if kind.endswith("Container") and len(handle):
        handle = next((h for h in handle if h is not None), None)
        kind = type(handle).__name__
    if hasattr(handle, "get_markerfacecolor"):
        return line_color(handle)
    if hasattr(handle, "get_facecolor") and getattr(handle.get_facecolor(), "ndim", 1) == 1:
        return rgba(patch_color(handle))
    if hasattr(handle, "get_facecolor"):
        colors = handle.get_facecolor()
        if kind == "LineCollection" or len(colors) == 0:
            colors = handle.get_edgecolor()
        return rgba(colors[0]) if len(colors) else None
    return None


def line_color(line):
    if line.get_linestyle() in ("None", "none", "", " ") and line.get_marker() not in ("None", "none", "", " ", None):
        color = line.get_markerfacecolor()
        if isinstance(color, str) and color == "none":
            color = line.get_markeredgecolor()
        return rgba(color)
    return rgba(line.get_color())


def converter_of(axis):
    return axis._converter if hasattr(axis, "_converter") else getattr(axis, "converter", None)  # 3.10 warns of the latter


def periods(axes):
    """The frequency of a time axis of pandas, whose positions are counts of periods."""
    freq = getattr(axes, "freq", None)
    return freq if freq is not None and type(converter_of(axes.xaxis)).__name__ == "PeriodConverter" else None


def period_days(axes, values):
    """Positions of a pandas time axis as days since 1970."""
    np, pd = numpy(), sys.modules["pandas"]
    freq = periods(axes)
    zero = pd.Period(ordinal=0, freq=freq)
    out = []
    for v in np.asarray(values, "float64").ravel():
        if v != v:
            out.append(v)
            continue
        whole = int(np.floor(v))
        start = (zero + whole).start_time.value
        end = (zero + whole + 1).start_time.value
        out.append((start + (v - whole) * (end - start)) / (DAY * 1e9))
    return np.array(out)


def draws_violins(k):
    """Whether a seaborn call draws violins: what it draws within them is part of them."""
    return k is not None and (k.fn == "seaborn.violinplot" or k.fn == "seaborn.catplot" and k.said.get("kind") == "violin")
