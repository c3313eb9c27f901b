"""The scripts whose figures are captured in figures/: each part is run by itself under
the tracer, in a folder with data/penguins.csv, after the common beginning."""

# -- beginning
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
p = pd.read_csv("data/penguins.csv")
w = p.dropna(subset=["body_mass_g"])
s = p.dropna(subset=["body_mass_g", "sex"])
g = w.groupby("species")["body_mass_g"]
m, sd = g.mean(), g.std()
two = s.groupby(["species", "sex"])["body_mass_g"].mean()

# -- bar_errorbar
fig, ax = plt.subplots()
ax.bar(m.index, m.values, color="0.7")
ax.errorbar(m.index, m.values, yerr=sd.values, fmt="none", capsize=4, color="k")
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- bar_loop
fig, ax = plt.subplots()
for i, k in enumerate(m.index):
    ax.bar(k, m[k], yerr=sd[k])
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- bar_yerr
fig, ax = plt.subplots()
ax.bar(range(3), m, yerr=sd, capsize=3, tick_label=list(m.index))
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- barh_xerr
fig, ax = plt.subplots()
ax.barh(m.index, m, xerr=sd)
ax.invert_yaxis()
ax.set_xlabel("Body mass [kg]" if False else "Body mass [g]")
fig.savefig("figure.png", dpi=60)

# -- boxplot
fig, ax = plt.subplots()
ax.boxplot([g.get_group(k) for k in m.index], tick_labels=list(m.index), showmeans=True)
ax.set(xlabel="Species", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- boxplot_h
fig, ax = plt.subplots()
ax.boxplot([g.get_group(k) for k in m.index], orientation="horizontal", patch_artist=True)
ax.set_yticklabels(m.index)
ax.set(xlabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- decimal_year
t = pd.date_range("1960-01-01", periods=120, freq="MS")
v = 315 + 0.1 * np.arange(120) + 3 * np.sin(np.arange(120) * np.pi / 6)

fig, ax = plt.subplots()
ax.plot(t.year + (t.month - 0.5) / 12, v, "-o", ms=2)
ax.set(xlabel="Year", ylabel="CO2 (ppm)")
fig.savefig("figure.png", dpi=60)

# -- errorbar_points
fig, ax = plt.subplots()
ax.errorbar(m.index, m, yerr=sd, fmt="o", capsize=4)
ax.margins(x=0.2)
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- fit_two
fig, ax = plt.subplots()
x, y = w["flipper_length_mm"], w["body_mass_g"]
b, a = np.polyfit(x, y, 1)
ax.scatter(x, y, s=8)
xs = np.array([x.min(), x.max()])
ax.plot(xs, a + b * xs, "r-", label=f"y = {a:.0f} + {b:.1f} x")
ax.legend()
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- grouped
fig, ax = plt.subplots()
t = two.unstack()
x = np.arange(3)
ax.bar(x - 0.2, t["female"], width=0.4, label="female")
ax.bar(x + 0.2, t["male"], width=0.4, label="male")
ax.set_xticks(x)
ax.set_xticklabels(t.index)
ax.legend(title="Sex")
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- hist
fig, ax = plt.subplots()
ax.hist(w["body_mass_g"], bins=20)
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- hist_step
fig, ax = plt.subplots()
ax.hist(w["body_mass_g"], bins=20, histtype="step")
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- kg_points
fig, ax = plt.subplots()
ax.errorbar(range(3), m / 1000, yerr=sd / 1000, fmt="s")
ax.set_xticks(range(3), [f"{k}\n(n={len(g.get_group(k))})" for k in m.index])
ax.set_ylabel("Body mass (kg)")
fig.savefig("figure.png", dpi=60)

# -- line_dates
t = pd.date_range("1960-01-01", periods=120, freq="MS")
v = 315 + 0.1 * np.arange(120) + 3 * np.sin(np.arange(120) * np.pi / 6)

fig, ax = plt.subplots()
ax.plot(t, v)
ax.set(xlabel="Date", ylabel="CO$_2$ (ppm)")
fig.savefig("figure.png", dpi=60)

# -- monthly
t = pd.date_range("1960-01-01", periods=120, freq="MS")
v = 315 + 0.1 * np.arange(120) + 3 * np.sin(np.arange(120) * np.pi / 6)

mm = pd.Series(v).groupby(t.month).mean()
fig, ax = plt.subplots()
ax.plot(mm.index, mm.values, "o-")
ax.set_xticks(range(1, 13), ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
ax.set(xlabel="Month", ylabel="CO2 (ppm)")
fig.savefig("figure.png", dpi=60)

# -- np_hist
fig, ax = plt.subplots()
c, e = np.histogram(w["body_mass_g"], bins=15)
ax.bar(e[:-1], c, width=np.diff(e), align="edge")
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- pandas_bar
ax = two.unstack().plot.bar(rot=0)
ax.set_ylabel("Body mass (g)")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- pandas_box
ax = w.boxplot(column="body_mass_g", by="species")
ax.set(xlabel="Species", ylabel="Body mass (g)")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- pandas_series
t = pd.date_range("1960-01-01", periods=120, freq="MS")
v = 315 + 0.1 * np.arange(120) + 3 * np.sin(np.arange(120) * np.pi / 6)

ax = pd.Series(v, index=t).plot()
ax.set(xlabel="Date", ylabel="CO2 (ppm)")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- pandas_stacked
c = s.groupby(["species", "sex"]).size().unstack()
ax = c.plot.barh(stacked=True)
ax.set_xlabel("Penguins")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- plot_loop
fig, ax = plt.subplots()
for k, d in w.groupby("species"):
    ax.plot(d["flipper_length_mm"], d["body_mass_g"], "o", label=k)
ax.legend()
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- scatter_codes
fig, ax = plt.subplots()
codes, names = pd.factorize(w["species"])
sc = ax.scatter(w["flipper_length_mm"], w["body_mass_g"], c=codes, cmap="viridis")
h, _ = sc.legend_elements()
ax.legend(h, list(names))
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- scatter_loop
fig, ax = plt.subplots()
for k, d in w.groupby("species"):
    ax.scatter(d["flipper_length_mm"], d["body_mass_g"], label=k, alpha=0.7)
ax.legend()
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- scatter_map
fig, ax = plt.subplots()
cm = {"Adelie": "tab:blue", "Gentoo": "tab:red", "Chinstrap": "tab:green"}
ax.scatter(w["flipper_length_mm"], w["body_mass_g"], c=w["species"].map(cm), s=10)
from matplotlib.lines import Line2D
ax.legend(handles=[Line2D([], [], marker="o", ls="", color=c, label=k) for k, c in cm.items()])
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_barplot
fig, ax = plt.subplots()
sns.barplot(data=w, x="species", y="body_mass_g", errorbar="sd", ax=ax, order=["Gentoo", "Adelie", "Chinstrap"])
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_barplot_cap
fig, ax = plt.subplots()
sns.barplot(data=w, y="species", x="body_mass_g", errorbar="sd", capsize=0.2, hue="species", ax=ax)
ax.set_xlabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_box
fig, ax = plt.subplots()
sns.boxplot(data=w, x="species", y="body_mass_g", hue="species", ax=ax)
ax.set(xlabel="Species", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_catplot
gr = sns.catplot(data=s, kind="bar", x="sex", y="body_mass_g", col="species", errorbar=None)
gr.set_axis_labels("", "Body mass (g)")
fig = gr.figure
fig.savefig("figure.png", dpi=60)

# -- sns_hist
fig, ax = plt.subplots()
sns.histplot(data=w, x="body_mass_g", kde=True, ax=ax)
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- sns_hue_bar
fig, ax = plt.subplots()
sns.barplot(data=s, x="species", y="body_mass_g", hue="sex", errorbar=None, ax=ax)
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_line
t = pd.date_range("1960-01-01", periods=120, freq="MS")
v = 315 + 0.1 * np.arange(120) + 3 * np.sin(np.arange(120) * np.pi / 6)

fig, ax = plt.subplots()
sns.lineplot(x=t, y=v, ax=ax)
ax.set(xlabel="Date", ylabel="CO2 (ppm)")
fig.savefig("figure.png", dpi=60)

# -- sns_pointplot
fig, ax = plt.subplots()
sns.pointplot(data=w, x="species", y="body_mass_g", errorbar="sd", linestyle="none", capsize=.1, ax=ax)
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_reg
fig, ax = plt.subplots()
sns.regplot(data=w, x="flipper_length_mm", y="body_mass_g", ax=ax)
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_relplot
gr = sns.relplot(data=w, x="flipper_length_mm", y="body_mass_g", col="species", height=3)
gr.set_axis_labels("Flipper length (mm)", "Body mass (g)")
fig = gr.figure
fig.savefig("figure.png", dpi=60)

# -- sns_scatter
fig, ax = plt.subplots()
sns.scatterplot(data=w, x="flipper_length_mm", y="body_mass_g", hue="species", style="species", ax=ax)
fig.savefig("figure.png", dpi=60)

# -- sns_strip
fig, ax = plt.subplots()
np.random.seed(0)
sns.stripplot(data=w, x="species", y="body_mass_g", ax=ax)
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- stacked
fig, ax = plt.subplots()
c = s.groupby(["species", "sex"]).size().unstack()
ax.bar(c.index, c["female"], label="female")
ax.bar(c.index, c["male"], bottom=c["female"], label="male")
ax.legend()
ax.set_ylabel("Penguins")
fig.savefig("figure.png", dpi=60)

# -- stairs
fig, ax = plt.subplots()
c, e = np.histogram(w["body_mass_g"], bins=15, density=True)
ax.stairs(c, e, fill=True)
ax.set(xlabel="Body mass (g)", ylabel="Density")
fig.savefig("figure.png", dpi=60)

# -- vlines
fig, ax = plt.subplots()
ax.plot(m.index, m, "o")
ax.vlines(m.index, m - sd, m + sd)
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- bars_strip
fig, ax = plt.subplots()
ax.bar(m.index, m, yerr=sd, alpha=.4)
for i, k in enumerate(m.index):
    v = g.get_group(k)
    ax.scatter(i + np.linspace(-.2, .2, len(v)), v, s=3, c="k")
ax.set(xlabel="", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- box_strip
fig, ax = plt.subplots()
sns.boxplot(data=w, x="species", y="body_mass_g", color="w", showfliers=False, ax=ax)
sns.stripplot(data=w, x="species", y="body_mass_g", size=2, color="k", ax=ax)
ax.set(xlabel="", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- catbox
gr = sns.catplot(data=w, kind="box", x="species", y="body_mass_g")
gr.set_axis_labels("Species", "Body mass (g)")
fig = gr.figure
fig.savefig("figure.png", dpi=60)

# -- df_scatter
cm = {"Adelie": "tab:blue", "Gentoo": "tab:red", "Chinstrap": "tab:green"}
ax = None
for k, d in w.groupby("species"):
    ax = d.plot.scatter("flipper_length_mm", "body_mass_g", c=cm[k], label=k, ax=ax)
ax.set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- displot
gr = sns.displot(data=w, x="body_mass_g", col="species", height=3)
gr.set_axis_labels("Body mass (g)", "Count")
fig = gr.figure
fig.savefig("figure.png", dpi=60)

# -- dodge_points
fig, ax = plt.subplots()
sns.pointplot(data=s, x="species", y="body_mass_g", hue="sex", errorbar=None, dodge=.3, ax=ax)
ax.set(ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- errbar_y
fig, ax = plt.subplots()
ax.errorbar(m, m.index, xerr=sd, fmt="D", capsize=3)
ax.set_xlabel("Mean body mass ± SD (g)")
ax.set_ylabel("Species")
fig.savefig("figure.png", dpi=60)

# -- group_legend_only
fig, ax = plt.subplots()
for i, k in enumerate(m.index):
    ax.bar(i, m[k], yerr=sd[k], label=k)
ax.set_xticks([])
ax.legend()
ax.set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- hist_by
fig, ax = plt.subplots()
for k, d in w.groupby("species"):
    ax.hist(d.body_mass_g, bins=12, alpha=.5, label=k)
ax.legend()
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- hist_multi
fig, ax = plt.subplots()
ax.hist([g.get_group(k) for k in m.index], bins=12, stacked=True, label=list(m.index))
ax.legend()
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- joint
fig, axd = plt.subplot_mosaic("AB;CC")
axd["A"].bar(m.index, m, yerr=sd)
axd["A"].set_ylabel("Body mass (g)")
axd["B"].boxplot([g.get_group(k) for k in m.index])
axd["B"].set_xticks([1, 2, 3], m.index)
axd["B"].set_ylabel("Body mass (g)")
for k, d in w.groupby("species"):
    axd["C"].scatter(d.flipper_length_mm, d.body_mass_g, label=k)
axd["C"].legend()
axd["C"].set(xlabel="Flipper length (mm)", ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- labelled
fig, ax = plt.subplots()
r = ax.bar(m.index, m, yerr=sd, label="mean")
ax.bar_label(r, fmt="%.0f")
ax.axhline(w["body_mass_g"].mean(), ls="--", label="overall mean")
ax.legend()
ax.set(xlabel="Species", ylabel="Body mass (g)", title="Mean ± SD")
fig.savefig("figure.png", dpi=60)

# -- lines_by_sex
fig, ax = plt.subplots()
for x, mk in (("male", "o-"), ("female", "s--")):
    t = two.xs(x, level="sex")
    ax.plot(t.index, t, mk, label=x)
ax.legend()
ax.set(ylabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- lmplot
gr = sns.lmplot(data=w, x="flipper_length_mm", y="body_mass_g", hue="species", ci=None)
gr.set_axis_labels("Flipper length (mm)", "Body mass (g)")
fig = gr.figure
fig.savefig("figure.png", dpi=60)

# -- pandas_barh
ax = (m / 1000).plot.barh(xerr=sd / 1000)
ax.set_xlabel("Body mass, kg")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- pandas_yerr
ax = m.plot.bar(yerr=sd, rot=0, ylabel="Body mass (g)")
fig = ax.figure
fig.savefig("figure.png", dpi=60)

# -- plt_style
plt.figure()
plt.errorbar(range(len(m)), m.values, yerr=sd.values, fmt="none", ecolor="k")
plt.bar(range(len(m)), m.values)
plt.xticks(range(len(m)), m.index)
plt.ylabel("Body mass (g)")
fig = plt.gcf()
fig.savefig("figure.png", dpi=60)

# -- sharey
fig, axs = plt.subplots(1, 2, sharey=True)
for ax, x in zip(axs, ["female", "male"]):
    mm = s[s.sex == x].groupby("species")["body_mass_g"].mean()
    ax.bar(mm.index, mm)
    ax.set_title(x)
axs[0].set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sharey3
fig, axs = plt.subplots(1, 3, sharey=True)
for ax, (k, d) in zip(axs, s.groupby("species")):
    mm = d.groupby("sex")["body_mass_g"].mean()
    ax.bar(mm.index, mm)
    ax.set_title(k)
axs[0].set_ylabel("Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- sns_hist_hue
fig, ax = plt.subplots()
sns.histplot(data=w, x="body_mass_g", hue="species", ax=ax)
ax.set(xlabel="Body mass (g)", ylabel="Count")
fig.savefig("figure.png", dpi=60)

# -- sns_hist_stack
fig, ax = plt.subplots()
sns.histplot(data=w, x="body_mass_g", hue="species", multiple="stack", stat="density", ax=ax)
ax.set(xlabel="Body mass (g)")
fig.savefig("figure.png", dpi=60)

# -- twin
fig, ax = plt.subplots()
ax.bar(m.index, m, yerr=sd)
ax.set(ylabel="Body mass (g)")
a2 = ax.twinx()
a2.plot(m.index, w.groupby("species").flipper_length_mm.mean(), "rs")
a2.set_ylabel("Flipper length (mm)")
fig.savefig("figure.png", dpi=60)
