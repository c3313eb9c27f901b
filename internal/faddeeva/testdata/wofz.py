"""Writes wofz.csv: scipy.special.wofz (scipy 1.18.1) and voigt_profile at spread places."""
import numpy as np
from scipy.special import voigt_profile, wofz

r = np.random.default_rng(7)
zs = [complex(x, y) for x in (0, 1e-3, 0.2558, 0.5, 1, 2.5, 3.0701, 5, 6.5, 6.999, 7.001, 10, 30, 1e3, 1e9) for y in (0, 1e-12, 1e-5, 0.1, 1, 3, 6.14, 6.99, 7.5, 20, 1e4)]
zs += [complex(x, y) for x, y in zip(10 ** r.uniform(-3, 2, 150), 10 ** r.uniform(-6, 2, 150))]
zs += [complex(x, y) for x, y in zip(r.uniform(0, 9, 150), r.uniform(-2, 9, 150))]
for z in zs:
    w = wofz(z)
    print("w", z.real, z.imag, float(w.real).__repr__(), float(w.imag).__repr__(), sep=",")
for x, s, g in zip(r.normal(0, 5, 60), 10 ** r.uniform(-2, 1, 60), 10 ** r.uniform(-3, 1, 60)):
    print("v", float(x), float(s), float(g), float(voigt_profile(x, s, g)), sep=",")
