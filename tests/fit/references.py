#!/usr/bin/env python3
"""references.py - minima by SciPy's least_squares, for test_fit.c: points.csv (data with noise) and minima.csv

The laws are written here again, from their equations; SciPy iterates to the limits of its tolerances. Run it in this folder.
"""
import csv
import numpy as np
from scipy.optimize import least_squares

rng = np.random.default_rng(15)
rows = 300
v = np.concatenate([-np.geomspace(1e-4, 0.05, rows // 2), np.geomspace(1e-4, 0.05, rows // 2)])
load = 10 + 3 * np.sin(np.arange(rows))


def stribeck_tanh(p, v, load):
    mu_k, mu_s, v_s, exponent, k_tanh, k_v = p
    s = np.abs(v)
    mu = mu_k + (mu_s - mu_k) * np.exp(-(s / v_s) ** exponent)
    return -np.sign(v) * (load * mu * np.tanh(k_tanh * s) + k_v * s)


def popp_stelter(p, v, load):
    alpha, gamma, beta, eta = p
    s = np.abs(v)
    return -np.sign(v) * load * (alpha / (1 + gamma * s) + beta + eta * s**2)


laws = {
    "stribeck_tanh": (stribeck_tanh, ["mu_k", "mu_s", "v_s", "exponent", "k_tanh", "k_v"], [0.2, 0.3, 5e-3, 1.5, 3e3, 4]),
    "popp_stelter": (popp_stelter, ["alpha", "gamma", "beta", "eta"], [0.15, 120, 0.2, 25]),
}
with open("points.csv", "w", newline="") as points, open("minima.csv", "w", newline="") as minima:
    points.write("# made by references.py: velocity, load, and the force of two laws with noise\n")
    minima.write("# made by references.py: law, quantity, value at the minimum\n")
    measured = {}
    for name, (law, names, truth) in laws.items():
        force = law(truth, v, load)
        measured[name] = [float(f"{x:.6f}") for x in force + 0.02 * rng.standard_normal(rows)]
    out = csv.writer(points, lineterminator="\n")
    out.writerow(["velocity [m/s]", "load [N]"] + [f"{name} [N]" for name in laws])
    vt = [float(f"{x:.9g}") for x in v]
    lt = [float(f"{x:.6f}") for x in load]
    for i in range(rows):
        out.writerow([repr(vt[i]), repr(lt[i])] + [repr(measured[name][i]) for name in laws])
    out = csv.writer(minima, lineterminator="\n")
    for name, (law, names, truth) in laws.items():
        f = lambda q: law(np.exp(q), np.array(vt), np.array(lt)) - np.array(measured[name])
        best = least_squares(f, np.log(truth), jac="3-point", xtol=3e-16, ftol=3e-16, gtol=3e-16, max_nfev=2000)
        for key, value in zip(names, np.exp(best.x)):
            out.writerow([name, key, repr(float(value))])
        out.writerow([name, "squares", repr(float(2 * best.cost))])
