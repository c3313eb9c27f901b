"""Writes peaks.json: find_peaks, peak_prominences and peak_widths of scipy 1.18.1 on random
curves with flat tops and ties, and simpson and trapezoid on uneven places."""
import json

import numpy as np
from scipy.integrate import simpson, trapezoid
from scipy.signal import find_peaks

r = np.random.default_rng(11)
out = {"peaks": [], "areas": []}
for i in range(60):
    n = int(r.integers(5, 60))
    # Heights are distinct where peaks may be too close, as the order of ties is not told.
    y = np.round(r.normal(0, 3, n), 0 if i % 2 else 3)
    c = {}
    if i % 3 == 0:
        c["height"] = float(np.round(r.normal(0, 2), 2))
    if i % 4 == 0:
        c["distance"] = float(r.integers(2, 6))
    if i % 5 == 0:
        c["prominence"] = float(np.round(r.uniform(0.5, 4), 2))
    if i % 6 == 1:
        c["threshold"] = float(np.round(r.uniform(0.2, 2), 2))
    rel = float(r.choice([0.5, 0.9, 1.0, 0.25]))
    w = float(np.round(r.uniform(0.3, 2), 2)) if i % 7 == 3 else None
    at, p = find_peaks(y, height=c.get("height"), distance=c.get("distance"), prominence=c.get("prominence", 0), threshold=c.get("threshold"), width=w or 0, rel_height=rel)
    if "distance" in c and len(set(y)) < n:
        y = y + np.arange(n) * 1e-3
        at, p = find_peaks(y, height=c.get("height"), distance=c["distance"], prominence=c.get("prominence", 0), threshold=c.get("threshold"), width=w or 0, rel_height=rel)
    out["peaks"].append(dict(y=y.tolist(), criteria=c, rel=rel, width=w or 0, at=at.tolist(), prominence=p["prominences"].tolist(), left_base=p["left_bases"].tolist(),
                             right_base=p["right_bases"].tolist(), level=p["width_heights"].tolist(), left=p["left_ips"].tolist(), right=p["right_ips"].tolist()))
for n in (3, 4, 5, 6, 11, 30):
    x = np.sort(r.uniform(0, 10, n))
    y = np.sin(x) + x
    out["areas"].append(dict(x=x.tolist(), y=y.tolist(), simpson=float(simpson(y, x=x)), trapezoid=float(trapezoid(y, x))))
print(json.dumps(out))
