"""What can be read of the texts of axes: sizes, overlaps, and how a legend tells its entries apart."""

from .hashes import sha256

MAX_LABELS = 60  # of an axis that are held against their neighbours


def smallest(axes):
    """(size in points of the smallest text on axes, which text it is); None without text."""
    found = []
    for axis in (axes.xaxis, axes.yaxis):
        if not (axis.get_visible() and axes.axison):
            continue
        name = axis.axis_name
        found += [(t, f"the tick labels of {name}") for t in shown_labels(axis, 1)]
        found.append((axis.label, f"the label of the {name} axis"))
    found += [(getattr(axes, n, None), "the title") for n in ("title", "_left_title", "_right_title")]
    found += [(t, "a text") for t in list(axes.texts)[:MAX_LABELS]]
    sizes = [(float(t.get_fontsize()), what) for t, what in found if t is not None and t.get_visible() and t.get_text().strip()]
    return min(sizes, key=lambda s: s[0]) if sizes else None


def shown_labels(axis, most=MAX_LABELS):
    out = []
    for tick in axis.get_major_ticks()[:MAX_LABELS]:
        for label in (tick.label1, tick.label2):
            if len(out) < most and label.get_visible() and label.get_text().strip():
                out.append(label)
    return out


def crowded(axis):
    """How many level or upright tick labels of an axis overlap the next one."""
    labels = [t for t in shown_labels(axis) if t.get_rotation() % 90 == 0]
    low, high = sorted(axis.get_view_interval())
    along = 0 if axis.axis_name == "x" else 1
    margin = 1e-9 * (high - low)
    labels = [t for t in labels if low - margin <= float(t.get_position()[along]) <= high + margin]
    if len(labels) < 2 or roomy(axis, labels, along):
        return 0
    spans = []
    for label in labels:
        box = label.get_window_extent()
        spans.append((float(box.x0), float(box.x1), float(box.y0), float(box.y1)))
    spans.sort(key=lambda s: s[2 * along])
    return sum(bool(a[1] > b[0] and b[1] > a[0] and a[3] > b[2] and b[3] > a[2]) for a, b in zip(spans, spans[1:]))


def roomy(axis, labels, along):
    """Whether labels are so far apart that they need not be measured."""
    places = sorted(float(p) for p in axis.axes.transData.transform([at(axis, t, along) for t in labels])[:, along])
    room = min(b - a for a, b in zip(places, places[1:]))
    em = max(t.get_fontsize() for t in labels) * axis.axes.figure.dpi / 72
    flat = [t.get_rotation() % 180 == (0 if along == 0 else 90) for t in labels]
    texts = [t.get_text().split("\n") for t in labels]
    needed = max(max(map(len, lines)) if level else 1.6 * len(lines) for lines, level in zip(texts, flat))
    return room > em * needed


def at(axis, label, along):
    """A point of the axes at a label's place."""
    other = axis.axes.yaxis if along == 0 else axis.axes.xaxis
    beside = float(other.get_view_interval()[0])
    place = float(label.get_position()[along])
    return (place, beside) if along == 0 else (beside, place)


def look(handle):
    """How a legend draws an entry, but for its colour: shape, size, line, hatch, edge."""
    if type(handle).__name__.endswith("Container") and len(handle):
        handle = next((h for h in handle if h is not None), handle)
    parts = [type(handle).__name__]
    if str(getattr(handle, "get_markerfacecolor", str)()).lower() == "none":
        parts.append("open")
    for name in ("get_marker", "get_markersize", "get_linestyle", "get_linewidth", "get_hatch", "get_sizes", "get_edgecolor", "get_alpha"):
        method = getattr(handle, name, None)
        if method is not None:
            value = method()
            parts.append(str(getattr(value, "tolist", lambda v=value: v)()))
    paths = handle.get_paths() if hasattr(handle, "get_paths") else ()
    if len(paths):
        parts.append(str(paths[0].vertices.round(3).tolist()))
    text = " ".join(parts)
    if len(text) > 80:
        text = parts[0] + " " + sha256(text.encode()).hexdigest()[:16]
    return text
