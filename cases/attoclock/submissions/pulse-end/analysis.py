"""Attoclock offset angles of an atom with a Coulomb or an equally bound Yukawa potential."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.special import eval_genlaguerre, roots_laguerre

fields = pd.read_csv("data/fields.csv")
potentials = pd.read_csv("data/potentials.csv")
pulse = pd.read_csv("data/pulse.csv").iloc[0]
omega, ellipticity, cycles, ip = (float(pulse[c]) for c in ("frequency", "ellipticity", "cycles", "ionization_potential"))
names = potentials["potential"].tolist()
end = np.pi * cycles / omega
RELEASES = 21

# Axes of every array below: potential, field, time of release.
strength = potentials["strength"].to_numpy()[:, None, None]
screening = (1 / potentials["screening_length"]).fillna(0).to_numpy()[:, None, None]
peak = fields["field"].to_numpy()[None, :, None]
release = (np.linspace(-0.5, 0.5, RELEASES) * np.pi / omega)[None, None, :]


def electric(t):
    """The field at time t for a peak of 1; its major axis is y, and it turns from y towards -x."""
    k = omega / (2 * cycles)
    envelope, slope = np.cos(k * t) ** 4, -4 * k / omega * np.cos(k * t) ** 3 * np.sin(k * t)
    x = ellipticity * (slope * np.cos(omega * t) - envelope * np.sin(omega * t))
    y = slope * np.sin(omega * t) + envelope * np.cos(omega * t)
    return x, y


def pull(r, z, mu):
    """The force towards the ion over the distance."""
    return z * np.exp(-mu * r) * (1 + mu * r) / r**3


def follow(motion, shape, span, state):
    """Integrate all trajectories at once; state has the axes of shape after x, y, vx, vy."""
    run = solve_ivp(lambda s, y: np.ravel(motion(s, y.reshape(4, *shape))), span, np.ravel(state), method="DOP853", rtol=1e-9, atol=1e-10)
    return run.y[:, -1].reshape(4, *shape)


shape = (len(names), len(fields), RELEASES)
ex, ey = electric(release)
at_release = peak * np.hypot(ex, ey)
distance = ip / at_release  # exit of the triangular barrier, opposite to the field
rest = 0 * at_release
start = np.stack([-distance * peak * ex / at_release, -distance * peak * ey / at_release, rest, rest])
start = np.broadcast_to(start, (4, *shape))  # the same for every potential


def in_pulse(s, y):
    """Newton's equation while the pulse is on; s runs from 0 at the release to 1 at the end."""
    span = end - release
    fx, fy = electric(release + s * span)
    g = pull(np.hypot(y[0], y[1]), strength, screening)
    return np.stack([y[2], y[3], -peak * fx - g * y[0], -peak * fy - g * y[1]]) * span


state = follow(in_pulse, shape, (0, 1), start)

# After the pulse: Laplace's vector without screening, a free flight until the force is gone with it.
bare = screening[:, 0, 0] == 0


def afterwards(_, y):
    g = pull(np.hypot(y[0], y[1]), strength[~bare], screening[~bare])
    return np.stack([y[2], y[3], -g * y[0], -g * y[1]])


momentum = np.empty((2, *shape))
momentum[:, ~bare] = follow(afterwards, state[:, ~bare].shape[1:], (0, 2500), state[:, ~bare])[2:]
x, y, vx, vy = state[:, bare]
z, r = strength[bare], np.hypot(x, y)
angular = x * vy - y * vx
ax, ay = vy * angular - z * x / r, -vx * angular - z * y / r
k = np.sqrt(vx**2 + vy**2 - 2 * z / r)
momentum[:, bare] = np.stack([-k * angular * ay - z * ax, k * angular * ax - z * ay]) * k / (k**2 * angular**2 + z**2)

# The electron would leave along +x, minus the vector potential at the peak, without an ion.
angle = np.degrees(np.arctan2(momentum[1], momentum[0]))
offset = np.degrees(np.arctan2(state[3], state[2]))[:, :, RELEASES // 2]
weight = np.exp(-2 * (2 * ip) ** 1.5 / 3 * (1 / at_release - 1 / peak))
mean_offset = np.degrees(np.angle((weight * np.exp(1j * np.radians(angle))).sum(axis=2)))


def ground_state(z, mu, size=40, points=160):
    """The least energy in an orthonormal basis of Laguerre functions with the decay z."""
    u, w = roots_laguerre(points)
    n = np.arange(size)[:, None]
    norm = np.sqrt(2 * z / ((n + 1) * (n + 2)))
    p = eval_genlaguerre(n, 2, u)
    q = np.where(n > 0, -eval_genlaguerre(np.maximum(n - 1, 0), 3, u), 0)
    basis, slope = norm * u * p, norm * (p + u * q - u * p / 2) * 2 * z
    r, w = u / (2 * z), w / (2 * z)
    return np.linalg.eigvalsh((slope * w) @ slope.T / 2 - (basis * w * z * np.exp(-mu * r) / r) @ basis.T)[0]


def barrier_field(z, mu):
    """The static field that lowers the top of the barrier to the bound level -ip."""
    top = brentq(lambda r: ip - z * np.exp(-mu * r) * (2 + mu * r) / r, 1e-3, 100)
    return z * np.exp(-mu * top) * (1 + mu * top) / top**2


pairs = list(zip(strength.ravel(), screening.ravel()))
energy = [float(ground_state(*p)) for p in pairs]
barrier = [float(barrier_field(*p)) for p in pairs]

POPULATION = "electrons released at rest at the triangular exit"


def angles(kind, quantity, method, name, values):
    return {
        "id": f"{kind}_{name.lower().replace(' ', '_')}",
        "estimand": f"{kind} offset angle",
        "quantity": quantity,
        "variable": name,
        "population": POPULATION,
        "groups": [name],
        "analysis_unit": "trajectory",
        "method": method,
        "unit": "deg",
        "value": values.tolist(),
        "index": fields["field"].tolist(),
    }


def by_potential(name, estimand, method, values):
    return {
        "id": name,
        "estimand": estimand,
        "quantity": estimand,
        "variable": estimand,
        "analysis_unit": "potential",
        "method": method,
        "value": values,
        "index": names,
    }


results = [angles("most probable", "offset angle", "most probable trajectory", n, offset[i]) for i, n in enumerate(names)]
results += [angles("mean", "mean offset angle", "weighted ensemble", n, mean_offset[i]) for i, n in enumerate(names)]
results += [
    by_potential("energy", "ground-state energy", "Laguerre basis", energy),
    by_potential("barrier", "barrier field", "root of the barrier top", barrier),
]
for r in results:
    r["id"] = r["id"].replace(" ", "_")
with open("results.json", "w") as f:
    json.dump({"schema": "assay/results/v1", "results": results}, f, indent=2)


# Figure: the offset angles, the field at which each barrier is gone, and the bound levels.
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
fig = plt.figure(figsize=(8.6, 4.2), layout="constrained")
grid = fig.add_gridspec(2, 2, width_ratios=[3, 2])
left, upper, lower = fig.add_subplot(grid[:, 0]), fig.add_subplot(grid[0, 1]), fig.add_subplot(grid[1, 1])
colours = plt.get_cmap("viridis")(np.linspace(0, 0.9, len(names)))
for i, n in enumerate(names):
    left.plot(fields["field"], offset[i], marker="o", markersize=3, color=colours[i], label=n)
left.set_xlabel("Peak field (a.u.)")
left.set_ylabel("Offset angle (deg)")
left.legend(frameon=False, fontsize=8)
upper.scatter(names, barrier, color=colours)
upper.axhline(ip**2 / 4, color="grey", linewidth=0.8, linestyle="--")
upper.set_ylim(0, 1.1 * max(barrier))
upper.set_ylabel("Barrier field (a.u.)")
lower.scatter(names, energy, color=colours)
lower.set_ylim(-0.8, 0)
lower.set_ylabel("Bound energy (a.u.)")
for axes in (upper, lower):
    axes.tick_params(axis="x", rotation=30, labelsize=8)
fig.savefig("figure.png", dpi=110)


def course(name, values):
    """How the offset angle of one potential runs with the field, from the sign of its fitted slope."""
    falls = np.polyfit(fields["field"], values, 1)[0] < 0
    why = "a force of infinite range turns the electron, which a strong pulse takes away quickly"
    if name != "Coulomb":
        why = "the exit Ip/F comes within reach of a force that the screening ends"
    span = float(np.ptp(values))
    return {
        "id": f"course_{name.lower().replace(' ', '_')}",
        "role": "primary",
        "text": f"{name}: the offset angle {'decreases' if falls else 'increases'} with the peak field, by {span:.3f} deg: {why}. The mean direction of the ensemble runs the same way.",
        "quantity": "offset angle",
        "variable": name,
        "population": POPULATION,
        "direction": "decreasing" if falls else "increasing",
        "magnitude": {"value": span, "unit": "deg"},
        "strength": "descriptive",
        "causal": "causal",
        "supports": {"results": [f"most_probable_{name.lower().replace(' ', '_')}"], "visuals": ["offsets"]},
    }


claims = [course(n, offset[i]) for i, n in enumerate(names)]
first, second = names.index("Yukawa 10"), names.index("Coulomb")
claims += [
    {
        "id": "barrier_rises",
        "role": "primary",
        "text": f"Screening keeps the barrier up: the barrier field of Yukawa 10 is greater than that of Coulomb, by {barrier[first] - barrier[second]:.4f} a.u., so that Ip^2/4 is no threshold of the screened potentials.",
        "quantity": "barrier field",
        "variable": "barrier field",
        "groups": ["Yukawa 10", "Coulomb"],
        "direction": "greater",
        "magnitude": {"value": barrier[first] - barrier[second]},
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["barrier"], "visuals": ["barriers"]},
    },
    {
        "id": "range",
        "role": "primary",
        "text": f"The conclusion is drawn for fields below {barrier[second]:.4f} a.u., where every potential still has a quasistatic exit under the barrier.",
        "quantity": "range of the conclusion",
        "variable": "barrier field",
        "magnitude": {"value": barrier[second]},
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["barrier"], "visuals": ["barriers"]},
    },
    {
        "id": "equally_bound",
        "role": "primary",
        "text": f"All potentials bind equally, so that their range alone tells them apart: the ground state of Yukawa 1 lies at {energy[-1]:.5f}, as that of Coulomb does.",
        "quantity": "ground-state energy",
        "variable": "ground-state energy",
        "groups": ["Yukawa 1"],
        "magnitude": {"value": energy[-1]},
        "strength": "descriptive",
        "causal": "descriptive",
        "supports": {"results": ["energy"], "visuals": ["energies"]},
    },
]
with open("claims.json", "w") as f:
    json.dump({"schema": "assay/claims/v1", "claims": claims}, f, indent=2)

provenance = {
    "schema": "assay/provenance/v1",
    "data": [{"id": n, "path": f"data/{n}.csv"} for n in ("fields", "potentials", "pulse")],
    "transforms": [
        {"id": "trajectories", "operation": "solve_ivp", "parameters": {"method": "DOP853", "rtol": 1e-9}, "inputs": ["fields", "potentials", "pulse"]},
        {"id": "states", "operation": "eigvalsh", "inputs": ["potentials"]},
        {"id": "barriers", "operation": "brentq", "inputs": ["potentials", "pulse"]},
    ],
    "results": {r["id"]: ["states" if r["id"] == "energy" else "barriers" if r["id"] == "barrier" else "trajectories"] for r in results},
    "visuals": [
        {"id": "offsets", "figure": "figure.png", "axes": 0, "results": [r["id"] for r in results[: len(names)]]},
        {"id": "barriers", "figure": "figure.png", "axes": 1, "results": ["barrier"]},
        {"id": "energies", "figure": "figure.png", "axes": 2, "results": ["energy"]},
    ],
}
with open("provenance.json", "w") as f:
    json.dump(provenance, f, indent=2)
