"""Writes spectral.json: numpy 2.5.5 fft, scipy 1.18.1 welch, statsmodels 0.15.0 yule_walker,
burg and AutoReg on random series."""
import json

import numpy as np
from scipy.signal import welch
from statsmodels.regression.linear_model import burg, yule_walker
from statsmodels.tsa.ar_model import AutoReg

r = np.random.default_rng(5)
out = []
for i, n in enumerate((8, 9, 30, 31, 64, 97, 210)):
    x = np.round(np.cumsum(r.normal(0, 1, n)) + 20 * np.sin(np.arange(n) / 3) + 100, 3)
    z = np.fft.fft(x)
    row = dict(x=x.tolist(), re=z.real.tolist(), im=z.imag.tolist(), freq=np.fft.fftfreq(n, 0.25).tolist())
    row["welch"] = []
    for window in ("boxcar", "hann", "hamming", "blackman"):
        for detrend in ("constant", "linear", False):
            for scaling in ("density", "spectrum"):
                for onesided in (True, False):
                    length = min(n, 16)
                    f, p = welch(x, fs=4.0, window=window, nperseg=length, detrend=detrend, scaling=scaling, return_onesided=onesided)
                    row["welch"].append(dict(window=window, detrend=detrend or "none", density=scaling == "density", two=not onesided, length=length, f=f.tolist(), p=p.tolist()))
    p = 1 + i % 2
    row["order"] = p
    for name, f in (("yw", lambda: yule_walker(x, p, method="mle")), ("adjusted", lambda: yule_walker(x, p, method="adjusted"))):
        phi, sigma = f()
        row[name] = [*map(float, phi), float(sigma**2)]
    phi, s2 = burg(x, p, demean=True)
    row["burg"] = [*map(float, phi), float(s2)]
    m = AutoReg(x, p, trend="c").fit()
    row["ols"] = [*map(float, m.params[1:]), float(m.sigma2)]
    row["constant"] = float(m.params[0])
    out.append(row)
print(json.dumps(out))
