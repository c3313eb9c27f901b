"""Arrays: simulation by steps, linear algebra, signals, windows over a series."""
import json

import numpy as np
from scipy import linalg, signal

data = np.genfromtxt("large.csv", delimiter=",", skip_header=1, usecols=(1, 2))
data = data[~np.isnan(data).any(axis=1)]
v, w = data.T
smooth = signal.savgol_filter(v, 51, 3)
freq, power = signal.welch(v - v.mean(), nperseg=1024)
state, path = np.zeros(4), []
step = linalg.expm(np.array([[-0.1, 0.2, 0, 0], [0, -0.2, 0.1, 0], [0, 0, -0.1, 0.3], [0.1, 0, 0, -0.3]]))
for i in range(5000):
    state = step @ state + v[i] * np.eye(4)[i % 4] / 100
    if i % 50 == 0:
        path.append(float(state.sum()))
windows = np.lib.stride_tricks.sliding_window_view(v[:20000], 100)
spread = windows.std(axis=1)
u, s, vt = np.linalg.svd(np.corrcoef(windows[:400]))
design = np.vander(w, 4)
coefficients, *_ = np.linalg.lstsq(design, v, rcond=None)
with open("results.json", "w") as f:
    json.dump({"peak": float(freq[power.argmax()]), "path": path, "spread": float(spread.mean()), "sv": s[:5].tolist(), "b": coefficients.tolist(), "smooth": float(smooth.std())}, f)
