"""Ten figures of several kinds."""
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

df = pd.read_csv("small.csv").dropna()
groups = sorted(df["g"].unique())
for k in range(10):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4))
    means = [df.loc[df["g"] == g, "v"].mean() + k for g in groups]
    sds = [df.loc[df["g"] == g, "v"].std() for g in groups]
    axes[0].bar(groups, means, yerr=sds, capsize=4)
    axes[0].set_ylabel("v (g)")
    if k % 2:
        axes[1].scatter(df["w"], df["v"], s=4, c="tab:blue", label="rows")
        slope, intercept = np.polyfit(df["w"], df["v"], 1)
        xs = np.linspace(0, 1, 50)
        axes[1].plot(xs, intercept + slope * xs, "r-", label="fit")
        axes[1].legend()
    else:
        axes[1].hist(df["v"], bins=30)
    fig.suptitle(f"figure {k}")
    fig.tight_layout()
    fig.savefig(f"figure_{k}.png", dpi=80)
    plt.close(fig)
