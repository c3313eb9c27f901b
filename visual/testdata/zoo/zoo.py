"""Draws the figures of the zoo. Each family is a module; each function of it whose text
begins with a mark or axes is a figure, and the text says what it shows: what stands on
each pair of axes, in the words of the test. A function with a parameter is given axes,
one without returns its figure. Numbers that need computing are named by let()."""

import importlib
import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

names = {}


def let(**values):
    """Names numbers for the text of the figure: @name."""
    for name, v in values.items():
        names[name] = [float(x) for x in v]


def draw(family, f):
    names.clear()
    out = {"name": f"{family}.{f.__name__}", "text": f.__doc__}
    try:
        if f.__code__.co_argcount:
            fig, ax = plt.subplots(figsize=(4, 3))
            f(ax)
        else:
            fig = f()
    except (AttributeError, ImportError, TypeError, ValueError) as e:  # these releases have no such figure
        out["error"] = f"{type(e).__name__}: {e}"
    else:
        fig.savefig(f"{family}.{f.__name__}.png", dpi=40)
    plt.close("all")
    return dict(out, names=dict(names))


def main(wanted):
    """Draws the figures of families, or single ones: "bars", "bars.upright"."""
    truth = []
    for family in dict.fromkeys(w.partition(".")[0] for w in wanted):
        module = importlib.import_module(family)
        for f in list(vars(module).values()):
            if getattr(f, "__module__", "") == family and callable(f) and f.__doc__ and {family, f"{family}.{f.__name__}"} & set(wanted):
                truth.append(draw(family, f))
    versions = ["Python " + ".".join(map(str, sys.version_info[:3]))]
    versions += [f"{name} {sys.modules[name].__version__}" for name in ("matplotlib", "pandas", "seaborn") if name in sys.modules]
    with open("truth.json", "w") as out:
        json.dump({"versions": ", ".join(versions), "drawn": truth}, out)
