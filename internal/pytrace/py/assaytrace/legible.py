"""What can be read of the texts of axes: sizes, overlaps, and how a legend tells its entries apart."""

MAX_LABELS = 60  # of an axis that are held against their neighbours


def smallest(axes):
    """(size in points of the smallest text on axes, which text it is); None without text."""
    found = []
    for axis in (axes.xaxis, axes.yaxis):
        if not (axis.get_visible() and axes.axison):
            continue
        name = axis.axis_name
        found += [(t, f"the tick labels of {name}") for t in shown_labels(axis)[:1]]
        found.append((axis.label, f"the label of the {name} axis"))
    found += [(getattr(axes, n, None), "the title") for n in ("title", "_left_title", "_right_title")]
    found += [(t, "a text") for t in list(axes.texts)[:MAX_LABELS]]
    sizes = [(float(t.get_fontsize()), what) for t, what in found if t is not None and t.get_visible() and t.get_text().strip()]
    return min(sizes, key=lambda s: s[0]) if sizes else None


def shown_labels(axis):
    out = []
    for tick in axis.get_major_ticks()[:MAX_LABELS]:
        for label in (tick.label1, tick.label2):
            if label.get_visible() and label.get_text().strip():
                out.append(label)
    return out


def crowded(axis):
    """How many level or upright tick labels of an axis overlap the next one."""
    labels = [t for t in shown_labels(axis) if t.get_rotation() % 90 == 0]
    if len(labels) < 2 or far_apart(axis, labels):
        return 0
    low, high = sorted(axis.get_view_interval())
    along = 0 if axis.axis_name == "x" else 1
    margin = 1e-9 * (high - low)
    spans = []
    for label in labels:
        if low - margin <= float(label.get_position()[along]) <= high + margin:
            box = label.get_window_extent()
            spans.append((float(box.x0), float(box.x1), float(box.y0), float(box.y1)))
    spans.sort(key=lambda s: s[2 * along])
    return sum(bool(a[1] > b[0] and b[1] > a[0] and a[3] > b[2] and b[3] > a[2]) for a, b in zip(spans, spans[1:]))


def far_apart(axis, labels):
    """Whether labels are too far from each other to overlap, however broad their letters: to
    measure them takes as long as to draw them."""
    along = 0 if axis.axis_name == "x" else 1
    pixels = axis.figure.dpi / 72
    sizes = [max(1.6, len(t.get_text()) if t.get_rotation() % 180 == 90 * along else 1.6 * (1 + t.get_text().count("\n"))) * t.get_fontsize() * pixels for t in labels]
    at = sorted((float(t.get_transform().transform(t.get_position())[along]), size) for t, size in zip(labels, sizes))
    return all(b[0] - a[0] > max(a[1], b[1]) for a, b in zip(at, at[1:]))


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
        import hashlib

        text = parts[0] + " " + hashlib.sha256(text.encode()).hexdigest()[:16]
    return text
