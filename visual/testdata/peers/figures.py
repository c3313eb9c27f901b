"""Forty figures that answer their question and forty that do not. Run alone, it draws and saves them."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

SPECIES = ["Adelie", "Chinstrap", "Gentoo"]
MEAN, HALF = [3700.7, 3733.1, 5076.0], [73.6, 93.0, 89.9]
SD, SE = [458.6, 384.3, 504.1], [37.3, 46.6, 45.4]
FEMALE, MALE = [73.0, 34.0, 58.0], [73.0, 34.0, 61.0]
MONTH = np.arange(1.0, 37.0)
CO2 = np.round(315 + 0.1 * MONTH + 3 * np.sin(MONTH * np.pi / 6), 2)
N = 30
FLIPPER = np.round(180 + 1.4 * np.arange(N) + 6 * np.sin(3.0 * np.arange(N)), 1)
MASS = np.round(30 * FLIPPER - 2000 + 200 * np.cos(5.0 * np.arange(N)), 0)
KIND = np.array([SPECIES[i % 3] for i in range(N)])
SAMPLE = np.round(50 + 12 * np.sin(np.arange(60) * 1.7) + 0.2 * np.arange(60), 2)
GROUPS = {s: SAMPLE[k::3] + 5 * k for k, s in enumerate(SPECIES)}
SLOPE, INTERCEPT = 29.5, -1900.0
COLOUR = {"Adelie": "#1f77b4", "Chinstrap": "#ff7f0e", "Gentoo": "#2ca02c", "female": "#9467bd", "male": "#8c564b"}

QUESTIONS = {
    "means": {"names": SPECIES, "y": MEAN, "half": HALF, "sd": SD, "se": SE},
    "counts": {"names": SPECIES, "female": FEMALE, "male": MALE},
    "scatter": {"x": FLIPPER.tolist(), "y": MASS.tolist(), "group": KIND.tolist()},
    "series": {"x": MONTH.tolist(), "y": CO2.tolist()},
    "sample": {"y": SAMPLE.tolist()},
    "boxes": {"names": SPECIES, "samples": [GROUPS[s].tolist() for s in SPECIES]},
    "fit": {"slope": SLOPE, "intercept": INTERCEPT},
}

RIGHT, WRONG = [], []


def right(question):
    return lambda f: RIGHT.append((f.__name__, question, f)) or f


def wrong(question):
    return lambda f: WRONG.append((f.__name__, question, f)) or f


# -- means with their 95 % intervals


def mass_labels(ax, unit="g"):
    ax.set_xlabel("Species")
    ax.set_ylabel(f"Body mass ({unit})")


def means(ax, names=SPECIES, y=MEAN, half=HALF, **style):
    ax.bar(names, y, yerr=half, **style)
    mass_labels(ax)


@right("means")
def bars(ax):
    means(ax)


@right("means")
def bars_apart(ax):
    ax.bar(SPECIES, MEAN)
    ax.errorbar(SPECIES, MEAN, yerr=HALF, fmt="none", color="black", capsize=4)
    mass_labels(ax)


@right("means")
def bars_in_a_loop(ax):
    for i in range(3):
        ax.bar(i, MEAN[i], yerr=HALF[i])
    ax.set_xticks(range(3), SPECIES)
    mass_labels(ax)


@right("means")
def bars_lying(ax):
    ax.barh(SPECIES, MEAN, xerr=HALF)
    ax.set_ylabel("Species")
    ax.set_xlabel("Body mass (g)")


@right("means")
def bars_in_kg(ax):
    means(ax, y=[v / 1000 for v in MEAN], half=[v / 1000 for v in HALF])
    mass_labels(ax, "kg")


@right("means")
def bars_in_reverse(ax):
    means(ax, SPECIES[::-1], MEAN[::-1], HALF[::-1])


@right("means")
def bars_by_numbers(ax):
    ax.bar([1, 2, 3], MEAN, yerr=HALF, color=list(COLOUR.values())[:3], width=0.5)
    ax.set_xticks([1, 2, 3], SPECIES)
    mass_labels(ax)


@right("means")
def points(ax):
    ax.errorbar(SPECIES, MEAN, yerr=HALF, fmt="o", capsize=4)
    mass_labels(ax)


@right("means")
def points_lying(ax):
    ax.errorbar(MEAN, SPECIES, xerr=HALF, fmt="s")
    ax.set_ylabel("Species")
    ax.set_xlabel("Body mass (g)")


@right("means")
def points_and_bars_of_error(ax):
    ax.scatter(SPECIES, MEAN, s=40, color="crimson")
    ax.errorbar(SPECIES, MEAN, yerr=HALF, fmt="none", color="crimson")
    mass_labels(ax)


@right("means")
def points_with_segments(ax):
    ax.plot(range(3), MEAN, "D")
    ax.vlines(range(3), [m - h for m, h in zip(MEAN, HALF)], [m + h for m, h in zip(MEAN, HALF)])
    ax.set_xticks(range(3), SPECIES)
    mass_labels(ax)


@right("means")
def bars_in_another_style(ax):
    ax.set_facecolor("#222222")
    means(ax, color="gold", edgecolor="white", linewidth=2, error_kw={"ecolor": "white", "capsize": 6})
    ax.grid(axis="y", alpha=0.3)


@wrong("means")
def two_names_exchanged(ax):
    means(ax, ["Gentoo", "Chinstrap", "Adelie"])


@wrong("means")
def ten_times_too_much(ax):
    means(ax, y=[10 * v for v in MEAN], half=[10 * v for v in HALF])


@wrong("means")
def kg_under_g(ax):
    means(ax, y=[v / 1000 for v in MEAN], half=[v / 1000 for v in HALF])


@wrong("means")
def a_bar_is_missing(ax):
    means(ax, SPECIES[:2], MEAN[:2], HALF[:2])


@wrong("means")
def the_baseline_is_moved(ax):
    means(ax, bottom=1000)


@wrong("means")
def sd_in_place_of_the_interval(ax):
    means(ax, half=SD)


@wrong("means")
def se_in_place_of_the_interval(ax):
    means(ax, half=SE)


@wrong("means")
def no_bars_of_error(ax):
    ax.bar(SPECIES, MEAN)
    mass_labels(ax)


@wrong("means")
def a_cut_axis(ax):
    means(ax)
    ax.set_ylim(3500, 5300)


@wrong("means")
def another_unit_in_the_label(ax):
    means(ax)
    mass_labels(ax, "mm")


@wrong("means")
def no_label(ax):
    means(ax)
    ax.set_ylabel("")


@wrong("means")
def white_on_white(ax):
    means(ax, color="white", error_kw={"ecolor": "white"})


@wrong("means")
def an_end_off_the_axes(ax):
    means(ax)
    ax.set_ylim(0, 5000)


@wrong("means")
def tick_labels_in_reverse(ax):
    means(ax)
    ax.set_xticks(range(3), SPECIES[::-1])


@wrong("means")
def logarithms(ax):
    means(ax, y=np.log10(MEAN), half=[0.01] * 3)


@wrong("means")
def one_value_off_by_a_hundredth(ax):
    means(ax, y=[MEAN[0], MEAN[1] * 1.01, MEAN[2]])


# -- counts by species and sex


def count_labels(ax, title="Sex"):
    ax.set_xticks(range(3), SPECIES)
    ax.set_xlabel("Species")
    ax.set_ylabel("Penguins")
    ax.legend(title=title)


def dodged(ax, female=FEMALE, male=MALE, names=("female", "male")):
    at = np.arange(3)
    ax.bar(at - 0.2, female, 0.4, label=names[0], color=COLOUR["female"])
    ax.bar(at + 0.2, male, 0.4, label=names[1], color=COLOUR["male"])
    count_labels(ax)


@right("counts")
def side_by_side(ax):
    dodged(ax)


@right("counts")
def side_by_side_the_other_way(ax):
    at = np.arange(3)
    ax.bar(at - 0.2, MALE, 0.4, label="male")
    ax.bar(at + 0.2, FEMALE, 0.4, label="female")
    count_labels(ax)


@right("counts")
def one_bar_at_a_time(ax):
    for i in range(3):
        ax.bar(i - 0.2, FEMALE[i], 0.4, color=COLOUR["female"], label="female" if i == 0 else None)
        ax.bar(i + 0.2, MALE[i], 0.4, color=COLOUR["male"], label="male" if i == 0 else None)
    count_labels(ax)


@right("counts")
def stacked(ax):
    ax.bar(range(3), FEMALE, label="female")
    ax.bar(range(3), MALE, bottom=FEMALE, label="male")
    count_labels(ax)


@right("counts")
def stacked_the_other_way(ax):
    ax.bar(range(3), MALE, label="male")
    ax.bar(range(3), FEMALE, bottom=MALE, label="female")
    count_labels(ax, "")


@right("counts")
def stacked_lying(ax):
    ax.barh(range(3), FEMALE, label="female")
    ax.barh(range(3), MALE, left=FEMALE, label="male")
    ax.set_yticks(range(3), SPECIES)
    ax.set_ylabel("Species")
    ax.set_xlabel("Penguins")
    ax.legend()


@right("counts")
def named_by_handles(ax):
    from matplotlib.patches import Patch

    at = np.arange(3)
    ax.bar(at - 0.2, FEMALE, 0.4, color=COLOUR["female"])
    ax.bar(at + 0.2, MALE, 0.4, color=COLOUR["male"])
    count_labels(ax)
    ax.legend(handles=[Patch(color=COLOUR[s], label=s) for s in ("male", "female")])


@wrong("counts")
def sexes_exchanged(ax):
    dodged(ax, names=("male", "female"))


@wrong("counts")
def bottoms_lost(ax):
    ax.bar(range(3), FEMALE, label="female")
    ax.bar(range(3), MALE, label="male")
    count_labels(ax)


@wrong("counts")
def shares_for_counts(ax):
    whole = np.add(FEMALE, MALE)
    ax.bar(range(3), 100 * np.array(FEMALE) / whole, label="female")
    ax.bar(range(3), 100 * np.array(MALE) / whole, bottom=100 * np.array(FEMALE) / whole, label="male")
    count_labels(ax)


@wrong("counts")
def one_sex_drawn_twice(ax):
    dodged(ax, male=FEMALE)


@wrong("counts")
def a_segment_missing(ax):
    ax.bar(range(3), FEMALE, label="female")
    ax.bar(range(2), MALE[:2], bottom=FEMALE[:2], label="male")
    count_labels(ax)


# -- flippers and masses


def scatter_labels(ax):
    ax.set_xlabel("Flipper length (mm)")
    ax.set_ylabel("Body mass (g)")


def clouds(ax, x=FLIPPER, y=MASS, kind=KIND, **style):
    for s in SPECIES:
        ax.scatter(x[kind == s], y[kind == s], label=s, **style)
    scatter_labels(ax)
    ax.legend()


@right("scatter")
def by_groups(ax):
    clouds(ax)


@right("scatter")
def by_lines_without_a_line(ax):
    for s in SPECIES:
        ax.plot(FLIPPER[KIND == s], MASS[KIND == s], "o", label=s)
    scatter_labels(ax)
    ax.legend()


@right("scatter")
def by_colours(ax):
    from matplotlib.lines import Line2D

    ax.scatter(FLIPPER, MASS, c=[COLOUR[k] for k in KIND])
    scatter_labels(ax)
    ax.legend(handles=[Line2D([], [], marker="o", linestyle="", color=COLOUR[s], label=s) for s in SPECIES])


@right("scatter")
def point_by_point(ax):
    for i in range(N):
        ax.scatter(FLIPPER[i], MASS[i], color=COLOUR[KIND[i]], label=KIND[i] if i < 3 else None)
    scatter_labels(ax)
    ax.legend()


@right("scatter")
def in_another_order(ax):
    order = np.argsort(MASS)
    clouds(ax, FLIPPER[order], MASS[order], KIND[order])


@right("scatter")
def transparent_and_large(ax):
    clouds(ax, s=150, alpha=0.3, edgecolors="black")


@right("scatter")
def with_lines_of_mean(ax):
    clouds(ax)
    ax.axhline(MASS.mean(), color="grey", linestyle=":")
    ax.axvline(FLIPPER.mean(), color="grey", linestyle=":")


@right("scatter")
def in_kg_and_cm(ax):
    clouds(ax, FLIPPER / 10, MASS / 1000)
    ax.set_xlabel("Flipper length (cm)")
    ax.set_ylabel("Body mass (kg)")


@wrong("scatter")
def axes_exchanged(ax):
    clouds(ax, MASS, FLIPPER)


@wrong("scatter")
def a_point_missing(ax):
    clouds(ax, FLIPPER[1:], MASS[1:], KIND[1:])


@wrong("scatter")
def a_point_without_a_number(ax):
    y = MASS.copy()
    y[4] = np.nan
    clouds(ax, y=y)


@wrong("scatter")
def points_off_the_axes(ax):
    clouds(ax)
    ax.set_xlim(FLIPPER.min() + 3, FLIPPER.max() + 1)


@wrong("scatter")
def groups_exchanged(ax):
    turn = {"Adelie": "Gentoo", "Gentoo": "Adelie", "Chinstrap": "Chinstrap"}
    clouds(ax, kind=np.array([turn[k] for k in KIND]))


@wrong("scatter")
def masses_logged(ax):
    clouds(ax, y=np.log(MASS))


@wrong("scatter")
def masses_moved(ax):
    clouds(ax, y=np.roll(MASS, 3))


@wrong("scatter")
def points_of_no_colour(ax):
    clouds(ax, alpha=0)


@wrong("scatter")
def one_group_hidden(ax):
    clouds(ax)
    ax.collections[1].set_visible(False)


# -- a monthly series


def series_labels(ax):
    ax.set_xlabel("Month")
    ax.set_ylabel("CO2 (ppm)")


@right("series")
def line(ax):
    ax.plot(MONTH, CO2)
    series_labels(ax)


@right("series")
def line_with_markers(ax):
    ax.plot(MONTH, CO2, "o--", color="green", markersize=3)
    series_labels(ax)


@right("series")
def line_beside_its_trend(ax):
    ax.plot(MONTH, CO2, label="monthly")
    ax.plot(MONTH, np.polyval(np.polyfit(MONTH, CO2, 1), MONTH), label="trend")
    series_labels(ax)
    ax.legend()


@right("series")
def points_of_a_series(ax):
    ax.scatter(MONTH, CO2, s=9)
    series_labels(ax)


@right("series")
def line_and_points(ax):
    ax.plot(MONTH, CO2, color="lightgrey")
    ax.scatter(MONTH, CO2, s=9)
    series_labels(ax)


@wrong("series")
def a_month_missing(ax):
    ax.plot(np.delete(MONTH, 17), np.delete(CO2, 17))
    series_labels(ax)


@wrong("series")
def shifted(ax):
    ax.plot(MONTH, CO2 - 15)
    series_labels(ax)


@wrong("series")
def a_month_late(ax):
    ax.plot(MONTH, np.roll(CO2, 1))
    series_labels(ax)


@wrong("series")
def only_the_trend_is_seen(ax):
    ax.plot(MONTH, CO2, label="monthly", visible=False)
    ax.plot(MONTH, np.polyval(np.polyfit(MONTH, CO2, 1), MONTH), label="trend")
    series_labels(ax)


# -- a histogram, boxes, a fitted line


def sample_labels(ax):
    ax.set_xlabel("Length (mm)")
    ax.set_ylabel("Count")


@right("sample")
def histogram(ax):
    ax.hist(SAMPLE, bins=8)
    sample_labels(ax)


@right("sample")
def histogram_of_density(ax):
    ax.hist(SAMPLE, bins=8, density=True)
    sample_labels(ax)


@right("sample")
def histogram_of_bars(ax):
    counts, edges = np.histogram(SAMPLE, bins=12)
    ax.bar(edges[:-1], counts, np.diff(edges), align="edge", edgecolor="white")
    sample_labels(ax)


@right("sample")
def histogram_of_steps(ax):
    ax.hist(SAMPLE, bins=8, histtype="step")
    sample_labels(ax)


@wrong("sample")
def half_of_the_sample(ax):
    ax.hist(SAMPLE[:30], bins=8)
    sample_labels(ax)


@wrong("sample")
def a_cut_sample(ax):
    ax.hist(SAMPLE, bins=8, range=(45, 75))
    sample_labels(ax)


@wrong("sample")
def two_bins_exchanged(ax):
    counts, edges = np.histogram(SAMPLE, bins=8)
    counts[[0, 3]] = counts[[3, 0]]
    ax.bar(edges[:-1], counts, np.diff(edges), align="edge")
    sample_labels(ax)


def box_labels(ax):
    ax.set_xlabel("Species")
    ax.set_ylabel("Length (mm)")


@right("boxes")
def boxes(ax):
    ax.boxplot(list(GROUPS.values()))
    ax.set_xticks([1, 2, 3], SPECIES)
    box_labels(ax)


@right("boxes")
def boxes_lying(ax):
    ax.boxplot(list(GROUPS.values()), vert=False)
    ax.set_yticks([1, 2, 3], SPECIES)
    ax.set_ylabel("Species")
    ax.set_xlabel("Length (mm)")


@wrong("boxes")
def boxes_under_other_names(ax):
    ax.boxplot(list(GROUPS.values())[::-1])
    ax.set_xticks([1, 2, 3], SPECIES)
    box_labels(ax)


@right("fit")
def fitted_line(ax):
    ax.scatter(FLIPPER, MASS, s=9)
    grid = np.linspace(FLIPPER.min(), FLIPPER.max(), 50)
    ax.plot(grid, INTERCEPT + SLOPE * grid)
    scatter_labels(ax)


@right("fit")
def line_of_two_points(ax):
    ends = np.array([FLIPPER.min(), FLIPPER.max()])
    ax.plot(ends, INTERCEPT + SLOPE * ends, color="black")
    ax.scatter(FLIPPER, MASS, s=9)
    scatter_labels(ax)


@wrong("fit")
def a_slope_off_by_a_hundredth(ax):
    ax.scatter(FLIPPER, MASS, s=9)
    grid = np.linspace(FLIPPER.min(), FLIPPER.max(), 50)
    ax.plot(grid, INTERCEPT + 1.01 * SLOPE * grid)
    scatter_labels(ax)


@wrong("fit")
def a_line_too_high(ax):
    ax.scatter(FLIPPER, MASS, s=9)
    grid = np.linspace(FLIPPER.min(), FLIPPER.max(), 50)
    ax.plot(grid, INTERCEPT + 40 + SLOPE * grid)
    scatter_labels(ax)


def listed():
    return [(n, q, True, f) for n, q, f in RIGHT] + [(n, q, False, f) for n, q, f in WRONG]


def drawn(first, last):
    """(name, question, right, figure) of some figures, one after the other."""
    for name, question, answers, draw in listed()[first:last]:
        fig, ax = plt.subplots(figsize=(5, 3.5))
        draw(ax)
        yield name, question, answers, fig
        plt.close(fig)


def main(first=0, last=80):
    for name, _, _, fig in drawn(first, last):
        fig.savefig(name + ".png")
    with open("figures.json", "w") as f:
        json.dump({"questions": QUESTIONS}, f)


if __name__ == "__main__":
    main()
