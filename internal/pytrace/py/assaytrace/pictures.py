"""Pictures on a figure: arrays of colours, which carry no numbers of their own."""

import sys

MAX_PICTURES = 50
MAX_SIDE = 200  # pixels of a picture that are looked at, along each side


def pictures_of(figure, axes):
    """Where visible pictures lie, in pixels, and how much of each is opaque."""
    module = sys.modules.get("matplotlib.image")
    base = getattr(module, "_ImageBase", None)
    if base is None:
        return []
    ids = {id(a): f"ax{i}" for i, a in enumerate(axes)}
    found = list(figure.images)
    for a in axes:
        found += getattr(a, "images", ())
    for owner in [figure, *axes]:
        for artist in owner.artists:
            found += artist.findobj(base)
    out = []
    for image in found:
        try:
            one = picture(image, figure)
        except Exception:  # of no known kind: nothing is said of it
            continue
        if one is not None and len(out) < MAX_PICTURES:
            owner = ids.get(id(getattr(image, "axes", None)))
            out.append(one if owner is None else {**one, "axes": owner})
    return out


def picture(image, figure):
    array = image.get_array() if image.get_visible() else None
    if array is None or getattr(array, "ndim", 0) != 3:
        return None
    alpha = image.get_alpha()
    seen = 1.0 if alpha is None else float(getattr(alpha, "mean", lambda: alpha)())
    box = [round(float(v), 3) for v in box_of(image, figure)]
    return {"bbox_px": box, "z": float(image.get_zorder()), "opaque": opaque(array) if seen > 0.5 else 0.0}


def box_of(image, figure):
    if type(image).__name__ == "FigureImage":
        left, right, bottom, top = image.get_extent()
        return left, bottom, right - left, top - bottom
    return image.get_window_extent(figure._get_renderer()).bounds


def opaque(array):
    """Which part of a picture hides what lies behind it."""
    if array.shape[2] < 4:
        return 1.0
    steps = [max(1, n // MAX_SIDE) for n in array.shape[:2]]
    alpha = array[:: steps[0], :: steps[1], 3]
    full = 255 if alpha.dtype.kind in "iu" else 1.0
    return round(float((alpha > full / 2).mean()), 4)
