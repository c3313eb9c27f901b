"""Asks matplotcheck and plotchecker about the figures of figures.py, and prints what they say as JSON.

Each is asked for the same as Assay, in every way that it offers for the question; the most favourable
way counts, so a wrong figure is caught only where all of them fail. None: it has no check for it.
"""

import importlib.metadata
import json
import sys
import time

import figures
import numpy as np
import pandas as pd
from matplotcheck.base import PlotTester
from plotchecker import BarPlotChecker, LinePlotChecker, ScatterPlotChecker

AT = np.arange(3.0)
CLOSE = {"rtol": 1e-6}


def one_of(*ways):
    """Runs each way of asking until one holds; raises what the last one said where none does."""
    failed = None
    for way in ways:
        try:
            return way()
        except Exception as e:  # a checker says no in many ways
            failed = e
    raise failed


# -- matplotcheck


def frame(x, y):
    return pd.DataFrame({"x": x, "y": y})


def mc_means(ax):
    t = PlotTester(ax)
    one_of(
        lambda: t.assert_xydata(frame(figures.SPECIES, figures.MEAN), "x", "y", xlabels=True),
        lambda: (t.assert_xydata(frame(AT, figures.MEAN), "x", "y", tolerance=1e-3), names(ax)),
        lambda: (t.assert_xydata(frame(AT, figures.MEAN), "x", "y", points_only=True, tolerance=1e-3), names(ax)),
    )
    t.assert_axis_label_contains(axis="y", strings_expected=["mass", "(g)"])


def names(ax):
    assert [t.get_text() for t in ax.get_xticklabels()] == figures.SPECIES


def mc_counts(ax):
    t = PlotTester(ax)
    both = figures.FEMALE + figures.MALE
    one_of(
        lambda: t.assert_xydata(frame(np.r_[AT - 0.2, AT + 0.2], both), "x", "y", tolerance=1e-6),
        lambda: t.assert_xydata(frame(np.r_[AT, AT], both), "x", "y", tolerance=1e-6),
    )
    one_of(lambda: t.assert_legend_labels(["female", "male"]), lambda: t.assert_legend_labels(["male", "female"]))
    names(ax)


def mc_scatter(ax):
    t = PlotTester(ax)
    t.assert_xydata(frame(figures.FLIPPER, figures.MASS), "x", "y", points_only=True, tolerance=1e-6)
    t.assert_legend_labels(figures.SPECIES)
    t.assert_axis_label_contains(axis="x", strings_expected=["lipper", "(mm)"])
    t.assert_axis_label_contains(axis="y", strings_expected=["mass", "(g)"])


def mc_series(ax):
    t = PlotTester(ax)
    one_of(
        lambda: t.assert_xydata(frame(figures.MONTH, figures.CO2), "x", "y", tolerance=1e-6),
        lambda: t.assert_xydata(frame(figures.MONTH, figures.CO2), "x", "y", points_only=True, tolerance=1e-6),
    )
    t.assert_axis_label_contains(axis="y", strings_expected=["CO2", "(ppm)"])


def binned():
    return [np.histogram(figures.SAMPLE, bins=n, density=d)[0].astype(float) for n in (8, 12) for d in (False, True)]


def mc_sample(ax):
    t = PlotTester(ax)
    one_of(*[lambda c=c: t.assert_bin_values(c.tolist()) for c in binned()])
    t.assert_axis_label_contains(axis="x", strings_expected=["(mm)"])


def mc_fit(ax):
    t = PlotTester(ax)
    t.assert_line(figures.SLOPE, figures.INTERCEPT, check_coverage=True)
    t.assert_axis_label_contains(axis="y", strings_expected=["mass", "(g)"])


# -- plotchecker


def pc_bars(ax):
    b = BarPlotChecker(ax)
    b.assert_num_bars(3)
    b.assert_heights_allclose(figures.MEAN, **CLOSE)
    b.assert_bottoms_allclose(0)
    b.assert_xticklabels_equal(figures.SPECIES)


def pc_points(ax):
    p = ScatterPlotChecker(ax)
    p.assert_x_data_allclose(AT, **CLOSE)
    p.assert_y_data_allclose(figures.MEAN, **CLOSE)
    p.assert_xticklabels_equal(figures.SPECIES)


def pc_means(ax):
    one_of(lambda: pc_bars(ax), lambda: pc_points(ax))
    BarPlotChecker.assert_ylabel_equal(one_of(lambda: BarPlotChecker(ax), lambda: ScatterPlotChecker(ax)), "Body mass (g)")


def pc_counts(ax):
    b = BarPlotChecker(ax)
    b.assert_num_bars(6)
    by_place = [v for pair in zip(figures.FEMALE, figures.MALE) for v in pair]
    one_of(
        lambda: (b.assert_heights_allclose(by_place, **CLOSE), b.assert_bottoms_allclose(0)),
        lambda: (b.assert_heights_allclose(by_place, **CLOSE), b.assert_bottoms_allclose([v for f in figures.FEMALE for v in (0, f)], **CLOSE)),
    )
    b.assert_xticklabels_equal(figures.SPECIES)


def pc_scatter(ax):
    p = ScatterPlotChecker(ax)
    by_group = np.concatenate([np.flatnonzero(figures.KIND == s) for s in figures.SPECIES])
    one_of(*[
        lambda o=o: (p.assert_x_data_allclose(figures.FLIPPER[o], **CLOSE), p.assert_y_data_allclose(figures.MASS[o], **CLOSE)) for o in (by_group, slice(None))
    ])
    p.assert_xlabel_equal("Flipper length (mm)")
    p.assert_ylabel_equal("Body mass (g)")


def pc_series(ax):
    def line():
        p = LinePlotChecker(ax)
        p.assert_num_lines(1)
        p.assert_x_data_allclose([figures.MONTH], **CLOSE)
        p.assert_y_data_allclose([figures.CO2], **CLOSE)
        p.assert_ylabel_equal("CO2 (ppm)")

    def points():
        p = ScatterPlotChecker(ax)
        p.assert_x_data_allclose(figures.MONTH, **CLOSE)
        p.assert_y_data_allclose(figures.CO2, **CLOSE)
        p.assert_ylabel_equal("CO2 (ppm)")

    one_of(line, points)


def pc_sample(ax):
    b = BarPlotChecker(ax)
    one_of(*[lambda c=c: b.assert_heights_allclose(c, **CLOSE) for c in binned()])
    b.assert_xlabel_equal("Length (mm)")


def pc_fit(ax):
    p = LinePlotChecker(ax)
    low, high = figures.FLIPPER.min(), figures.FLIPPER.max()
    one_of(*[lambda n=n: p.assert_y_data_allclose([figures.INTERCEPT + figures.SLOPE * np.linspace(low, high, n)], **CLOSE) for n in (50, 2)])
    p.assert_ylabel_equal("Body mass (g)")


ASK = {
    "matplotcheck": {"means": mc_means, "counts": mc_counts, "scatter": mc_scatter, "series": mc_series, "sample": mc_sample, "fit": mc_fit},
    "plotchecker": {"means": pc_means, "counts": pc_counts, "scatter": pc_scatter, "series": pc_series, "sample": pc_sample, "fit": pc_fit},
}


def say(check, ax):
    """(whether a figure passes, seconds, why not)."""
    if check is None:
        return None, 0.0, ""
    times, why, ok = [], "", True
    for _ in range(5):
        begin = time.perf_counter()
        try:
            check(ax)
        except Exception as e:
            ok, why = False, f"{type(e).__name__}: {e}"
        times.append(time.perf_counter() - begin)
    return ok, min(times), why


def main():
    import io
    import warnings

    warnings.simplefilter("ignore")
    answers, draw = [], []
    figure_list = figures.drawn(0, 80)
    begin = time.perf_counter()
    for name, question, right, fig in figure_list:
        fig.savefig(io.BytesIO(), format="png")
        draw.append(time.perf_counter() - begin)
        one = {"name": name, "pass": {}, "seconds": {}}
        for tool, checks in ASK.items():
            one["pass"][tool], one["seconds"][tool], why = say(checks.get(question), fig.axes[0])
            if "--why" in sys.argv:
                print(name, right, tool, one["pass"][tool], why.replace("\n", " ")[:120], file=sys.stderr)
        answers.append(one)
        begin = time.perf_counter()
    versions = {tool: importlib.metadata.version(tool) for tool in ASK}
    json.dump({"versions": versions, "draw": sorted(draw)[len(draw) // 2], "answers": answers}, sys.stdout)


if __name__ == "__main__":
    main()
