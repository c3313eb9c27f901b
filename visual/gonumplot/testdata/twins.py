"""The figure that twins_test.go draws with gonum/plot, drawn with matplotlib.

twins.json is what the tracer captures of it: the figure event of `assay trace twins.py`,
with matplotlib 3.11. The data are small and written out in both programs.
"""

import datetime

import matplotlib

matplotlib.use("Agg")
import matplotlib.dates as dates
import matplotlib.pyplot as plt

x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
y = [2.5, 1.25, 3.75, 8.0, 13.0, 21.5]
names = ["apple", "pear", "plum"]
size = [3.0, 5.5, 4.25]
low = [0.5, 0.25, 1.0]
high = [0.75, 1.25, 0.5]

fig, axes = plt.subplots(3, 4, figsize=(12, 9), dpi=96)
a = axes.ravel()

a[0].scatter(x, y, color="#ff0000", label="first")
a[0].scatter(y, x, color="#0000ff", label="second")
a[0].set_xlabel("Width (mm)")
a[0].set_ylabel("Mass (g)")
a[0].set_title("Two groups")
a[0].legend()

a[1].plot(x, y, marker="o", color="#008000")
a[1].set_xscale("log")
a[1].set_yscale("log")
a[1].set_xlabel("Width (mm)")

a[2].bar(names, size, color="#808080")
a[2].errorbar([0, 1, 2], size, yerr=[low, high], fmt="none", color="black")
a[2].set_ylabel("Size (cm)")

a[3].bar([-0.2, 0.8, 1.8], size, width=0.4, color="#ff0000", label="first")
a[3].bar([0.2, 1.2, 2.2], low, width=0.4, color="#0000ff", label="second")
a[3].set_xticks([0, 1, 2], names)
a[3].legend()

a[4].bar(names, size, color="#ff0000")
a[4].bar(names, low, bottom=size, color="#0000ff")

a[5].barh(names, size, color="#808080")

a[6].hist(y, bins=[0, 5, 10, 15, 20, 25], color="#808080")
a[6].set_xlabel("Mass (g)")

a[7].fill_between(x, [v - 1 for v in y], [v + 2 for v in y], color="#c0c0c0")
a[7].plot(x, y, color="#000000")

a[8].bxp(
    [
        {"med": 3.0, "q1": 2.0, "q3": 5.5, "whislo": 1.0, "whishi": 6.0, "fliers": [20.0]},
        {"med": 4.0, "q1": 2.5, "q3": 6.0, "whislo": 2.0, "whishi": 7.0, "fliers": []},
    ],
    positions=[0, 1],
)
a[8].set_xticks([0, 1], ["f", "m"])

a[9].scatter(size, [0, 1, 2], color="#0000ff")
a[9].errorbar(size, [0, 1, 2], xerr=[low, high], fmt="none", color="#0000ff")
a[9].set_yticks([0, 1, 2], names)

a[10].plot([datetime.datetime(2000, 1, d) for d in (1, 2, 4)], size, color="#000000")
a[10].xaxis.set_major_formatter(dates.DateFormatter("%Y-%m-%d"))

a[11].scatter(x, y, color="#000000")
a[11].text(2.0, 10.0, "note")
a[11].invert_yaxis()
fig.savefig("figure.png")
