#!/usr/bin/env python3
"""references_dynamic.py - minima by SciPy's least_squares for laws with states, for test_fit.c: loops.csv (data with noise), minima_dynamic.csv

SciPy minimises the residuals that the library computes (residuals.c), by differences of its own, to the limits of its tolerances. The steps of the integration
are held, and become those of the minimum, until it stays. Run it in this folder: references_dynamic.py BUILD, the folder with tests/fit_residuals.
"""
import csv
import subprocess
import sys
import numpy as np
from scipy.optimize import least_squares

program = sys.argv[1] + "/tests/fit_residuals"
rng = np.random.default_rng(16)
rows = 500
s = np.arange(rows) / (rows - 1)
turn = 2 * np.pi * 6 * s
t = [float(f"{x:.9g}") for x in 1.2 * s]
v = [float(f"{x:.9g}") for x in 2e-3 * np.where(s < 0.4, 0.15, np.where(s < 0.7, 1, 20)) * (np.sin(turn + 0.3) + 0.2 * np.sin(3.7 * turn))]
load = [float(f"{x:.6f}") for x in 10 + 3 * np.sin(0.7 * turn)]

laws = {  # names, true values
    "dahl": {"sigma0": 8e4, "mu_k": 0.25, "exponent": 1.4},
    "lugre": {"sigma0": 9e4, "sigma1": 250, "mu_k": 0.2, "mu_s": 0.3, "v_s": 3e-3, "sigma2": 6},
    "elastic_coulomb": {"k": 6e4, "mu_k": 0.3},
}


def write(measured):
    with open("loops.csv", "w", newline="") as file:
        file.write("# made by references_dynamic.py: a motion, and the forces of laws with noise\n")
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["time [s]", "velocity [m/s]", "load [N]"] + [f"{name} [N]" for name in laws])
        for i in range(rows):
            out.writerow([repr(t[i]), repr(v[i]), repr(load[i])] + [repr(measured[name][i]) for name in laws])


class Residuals:
    def __init__(self, law):
        self.process = subprocess.Popen([program, law, "loops.csv", law, *laws[law]], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def __call__(self, values, start, hold=False):
        self.process.stdin.write(" ".join(repr(float(x)) for x in [*values, start]) + f" {int(hold)}\n")
        self.process.stdin.flush()
        return np.array([float(x) for x in self.process.stdout.readline().split()])


ones = [float(i % 2) - 0.5 for i in range(rows)]
write({name: ones for name in laws})
measured = {}
for name, truth in laws.items():
    force = ones - Residuals(name)(truth.values(), 0.3)
    measured[name] = [float(f"{x:.6f}") for x in force + 0.03 * rng.standard_normal(rows)]
write(measured)
with open("minima_dynamic.csv", "w", newline="") as file:
    file.write("# made by references_dynamic.py: law, quantity, value at the minimum\n")
    out = csv.writer(file, lineterminator="\n")
    for name, truth in laws.items():
        residuals = Residuals(name)
        f = lambda q: residuals(np.exp(q[:-1]), q[-1])
        q = np.append(np.log(list(truth.values())), 0.3)
        for turn in range(6):
            residuals(np.exp(q[:-1]), q[-1], hold=True)
            best = least_squares(f, q, jac="3-point", diff_step=1e-4, xtol=3e-16, ftol=3e-16, gtol=3e-16, max_nfev=400)
            q = best.x
        for key, value in zip(truth, np.exp(best.x[:-1])):
            out.writerow([name, key, repr(float(value))])
        out.writerow([name, "squares", repr(float(2 * best.cost))])
