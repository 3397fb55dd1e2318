#!/usr/bin/env python3
"""references.py - writes what the tests of samples compare with, by SciPy and SALib, and the direction numbers of Sobol's sequence

    tests/study/references.py          needs scipy and SALib; run it where this file is in the tree

src/study/sobol.def    direction numbers of Joe and Kuo (new-joe-kuo-6.21201), from SciPy's copy
tests/study/*.csv      numbers with all digits
"""
import os
import numpy as np
import scipy
from scipy.stats import norm, qmc
from importlib.metadata import version
from SALib.analyze import sobol as analyze

here = os.path.dirname(os.path.abspath(__file__))
DIMENSIONS = 64

numbers = np.load(os.path.join(os.path.dirname(scipy.stats.__file__), "_sobol_direction_numbers.npz"))
with open(os.path.join(here, "../../src/study/sobol.def"), "w") as out:
    out.write("/* sobol.def - direction numbers of Joe and Kuo, new-joe-kuo-6.21201: DIMENSION(polynomial, m_1, m_2, ...); written by\n"
              " * tests/study/references.py */\n")
    for d in range(1, DIMENSIONS):
        polynomial = int(numbers["poly"][d])
        m = [str(int(x)) for x in numbers["vinit"][d][:polynomial.bit_length() - 1]]
        out.write("DIMENSION(%d, %s)\n" % (polynomial, ", ".join(m)))


def save(name, head, rows):
    with open(os.path.join(here, name), "w") as out:
        out.write("# %s\n" % head)
        for row in rows:
            out.write(",".join(repr(float(x)) for x in row) + "\n")


versions = "SciPy %s, SALib %s" % (scipy.__version__, version("SALib"))
indices = list(range(32)) + [100, 1023, 1024, 65535, 123456, 2**20 + 7]
sequence, rows, at = qmc.Sobol(DIMENSIONS, scramble=False), [], 0
for index in indices:
    if index > at:
        sequence.fast_forward(index - at)
    rows.append([index] + list(sequence.random(1)[0]))
    at = index + 1
save("sobol_points.csv", "index, point of scipy.stats.qmc.Sobol(64, scramble=False); " + versions, rows)
shares = [2.0**-31, 1e-9, 1e-6, 1e-3, 0.02, 0.0749, 0.0751, 0.3, 0.5, 0.77, 0.9249, 0.9251, 0.999, 1 - 1e-6, 1 - 1e-9]
save("normal_quantiles.csv", "share, scipy.stats.norm.ppf(share); " + versions, [(p, norm.ppf(p)) for p in shares])

# Ishigami's function at the rows that bri_sample(BRI_SALTELLI) has: a, a with one of b, ..., b
N, D = 512, 3
both = qmc.Sobol(2 * D, scramble=False).random(N)
y = []
for point in both:
    a, b = point[:D], point[D:]
    for row in [a] + [np.where(np.arange(D) == i, b, a) for i in range(D)] + [b]:
        x = np.pi * (2 * row - 1)
        y.append(np.sin(x[0]) + 7 * np.sin(x[1])**2 + 0.1 * x[2]**4 * np.sin(x[0]))
found = analyze.analyze({"num_vars": D, "names": ["a", "b", "c"], "bounds": [[0, 1]] * D}, np.array(y), calc_second_order=False)
save("sobol_indices.csv", "first order and total indices of Ishigami's function, 512 points; SALib.analyze.sobol; " + versions,
     [found["S1"], found["ST"]])
