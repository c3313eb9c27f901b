"""Axes of a figure: scales, limits, ticks, categories, times, legends."""

from .artists import converter_of, handle_color, numpy, period_days, periods
from .legible import crowded, look, smallest
from .marks import Marks, Room
from .values import number

MAX_TICKS = 200


def figure_axes(figure):
    """(axes of a figure in the wire format, which marks were left out)."""
    room = Room()
    every = list(axes_of(figure))
    ids = {id(a): f"ax{i}" for i, a in enumerate(every)}
    parents = {id(c): a for a in every for c in getattr(a, "child_axes", ())}
    out = []
    held = [axis for a in every for axis in (a.xaxis, a.yaxis)]
    for axis in held:  # many ask, and each time the locator would look for places
        axis.get_majorticklocs = lambda at=axis.get_majorticklocs(): at
    try:
        read_axes(every, ids, parents, room, out)
    finally:
        for axis in held:
            del axis.get_majorticklocs
    for legend in figure.legends:
        entries = legend_of(legend)
        for one in out:
            if entries is not None:
                one.setdefault("legend", entries)
    said = [f"{room.left_out} too large"] if room.left_out else []
    return out, "; ".join(said + room.failed[:5])


def read_axes(every, ids, parents, room, out):
    for a in every:
        one = {"id": ids[id(a)]}
        if id(a) in parents:
            one["parent"] = ids[id(parents[id(a)])]
        key = getattr(a, "_colorbar", None)
        if key is not None and id(getattr(key.mappable, "axes", None)) in ids:
            one["colorbar_of"] = ids[id(key.mappable.axes)]
        if type(a).__name__ == "SecondaryAxis":
            one["secondary"] = a._orientation
        twins = a._twinned_axes.get_siblings(a) if hasattr(a, "_twinned_axes") else ()
        earlier = [ids[id(t)] for t in twins if t is not a and id(t) in ids and every.index(t) < every.index(a)]
        if earlier:
            one["twin_of"] = min(earlier)
        if getattr(a, "name", "rectilinear") != "rectilinear":
            one["projection"] = a.name
        title = ""
        if hasattr(a, "get_title"):  # second scales have none
            title = a.get_title() or a.get_title("left") or a.get_title("right")
        if title:
            one["title"] = title
            if " = " in title and len(every) > 1:
                one["facet"] = title
        box = a.get_window_extent()
        one["bbox_px"] = [round(float(v), 3) for v in box.bounds]
        one["x"], one["y"] = axis_of(a, a.xaxis), axis_of(a, a.yaxis)
        one["marks"] = Marks(a, room).all() if "secondary" not in one else []
        legend = legend_of(getattr(a, "legend_", None))
        if legend is not None:
            one["legend"] = legend
        if "secondary" not in one and a.get_visible():
            quietly(read_texts, a, one)
        out.append(one)


def quietly(read, *args):
    """What texts look like is no evidence: where it cannot be read, nothing is said."""
    try:
        read(*args)
    except Exception:
        pass


def read_legend(legend, out):
    sizes = [float(t.get_fontsize()) for t in legend.get_texts()]
    if sizes:
        out["pt"] = round(min(sizes), 3)
        out["bbox_px"] = [round(float(v), 3) for v in legend.get_window_extent().bounds]


def read_texts(axes, one):
    """Facts by which the texts of axes can be read, or not."""
    small = smallest(axes)
    if small is not None:
        one["pt"], one["pt_of"] = round(small[0], 3), small[1]
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        n = crowded(axis) if axis.get_visible() and axes.axison else 0
        if n:
            one[name]["crowded"] = n


def axes_of(figure):
    """All axes of a figure, insets and secondary ones included."""
    todo, seen = list(figure.axes), set()
    while todo:
        a = todo.pop(0)
        if id(a) in seen or not hasattr(a, "xaxis"):
            continue
        seen.add(id(a))
        yield a
        todo += list(getattr(a, "child_axes", ()))


def axis_of(axes, axis):
    out = {"scale": scale_of(axis), "kind": "linear"}
    label = axis.get_label_text() if axis.label.get_visible() and axis.get_visible() and axes.axison else ""
    if label:
        out["label"] = label
    kind = type(converter_of(axis)).__name__
    mapping = getattr(getattr(axis, "units", None), "_mapping", None)
    convert = None
    if mapping is not None:
        out["kind"] = "category"
        names = {int(v): str(k) for k, v in mapping.items()}
        out["categories"] = [names.get(i, "") for i in range(max(names, default=-1) + 1)]
    elif axis is axes.xaxis and periods(axes) is not None:
        out["kind"] = "time"
        convert = period_days
    elif "Date" in kind or kind in ("TimeConverter", "_SwitchableDateConverter"):
        out["kind"] = "time"
    limits = [float(v) for v in axis.get_view_interval()]
    inverted = bool(axis.get_inverted())  # numpy's own kind of truth is no sort order in 3.11
    limits.sort(reverse=inverted)
    ticks = []
    low, high = min(limits), max(limits)
    margin = 1e-9 * (high - low)
    locations = axis.get_majorticklocs()[:MAX_TICKS]
    drawn = axis.get_major_ticks()
    shown = axis.get_visible() and axes.axison and any(t.label1.get_visible() or t.label2.get_visible() for t in drawn[:3])
    labels = [t.label1.get_text() for t in drawn[:MAX_TICKS]]
    if not any(labels) or [t.get_loc() for t in drawn[:MAX_TICKS]] != list(locations):  # not drawn as they are now
        labels = axis.get_major_formatter().format_ticks(locations) if len(locations) else []
    for where, text in zip(locations, labels):
        where = float(where)
        if low - margin <= where <= high + margin and text and shown:
            ticks.append((where, str(text)))
    if convert is not None:
        limits = [float(v) for v in convert(axes, limits)]
        at = convert(axes, [w for w, _ in ticks])
        ticks = [(float(w), text) for w, (_, text) in zip(at, ticks)]
    out["limits"] = [number(v) for v in limits]
    if ticks:
        out["ticks"] = [{"at": number(w), "label": text} for w, text in ticks]
    return out


def scale_of(axis):
    """The name of a scale. A scale by functions that change nothing, as seaborn's objects
    have, is linear."""
    name = axis.get_scale()
    if name != "function":
        return name
    np = numpy()
    at = np.linspace(*sorted(axis.get_view_interval()), 9)
    step = np.diff(axis.get_transform().transform(at))
    return "linear" if (abs(step - step[0]) <= 1e-9 * abs(step[0])).all() else name


def legend_of(legend):
    if legend is None or not legend.get_visible():
        return None
    handles = getattr(legend, "legend_handles", None) or getattr(legend, "legendHandles", [])
    entries = []
    for text, handle in zip(legend.get_texts(), handles):
        entry = {"label": text.get_text()}
        color = handle_color(handle)
        if color is not None:
            entry["rgba"] = color
        quietly(lambda: entry.update(look=look(handle)))
        entries.append(entry)
    out = {"entries": entries}
    quietly(read_legend, legend, out)
    title = legend.get_title().get_text()
    if title and title != "None":
        out["title"] = title
    return out
