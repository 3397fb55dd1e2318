"""two_sliders.py - the mechanism of Wojtyra 2017, Examples 1-5, for the other files here: loads, statics, dynamics

Slider 1 is at (0, y) on a vertical guide, slider 2 at (x, 0) on a horizontal one; x = L cos(phi), y = L sin(phi),
L = 26 h.
R31 = (X1, Y1) and R32 = (X2, Y2) are what the rod does to the sliders. With phi as it starts, in equilibrium

    R31 = a (12, -5), R32 = b (12, -5), a + b = |P|/13 = A
    N1 = -(12 a + S1x), F1 = 5 a, N2 = W + 5 b, F2 = -12 b, W = -S2y

where F1, N1, F2, N2 are what the guides do to the sliders (F2 is to the left; its size is 12 b).
"""
from fractions import Fraction
from math import cos, sin

H, M1, M2, M3, J3 = 0.05, 20.0, 20.0, 10.0, 2.0
L = 26 * H
MU_S, MU_K = Fraction(1, 2), Fraction(3, 10)
BREAKS = (1, 2, 3)


def ramp(t, t0, v0, t1, v1):
    return v0 if t <= t0 else v1 if t >= t1 else v0 + (v1 - v0) * (t - t0) / (t1 - t0)


def A(t):  # |P|/13
    return ramp(t, 0, 0, 1, 4)


def S1(t):  # S1x
    return ramp(t, 1, 5, 2, -5)


def W(t):  # -S2y
    return ramp(t, 1, 60, 3, 20)


# --- plain linear algebra ---------------------------------------------------------------------------------------------

def solve(matrix, right):
    """Gauss with pivots; exact with fractions."""
    n = len(matrix)
    m = [list(row) + [r] for row, r in zip(matrix, right)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(m[i][k]))
        if m[best][k] == 0:
            raise ZeroDivisionError("singular")
        m[k], m[best] = m[best], m[k]
        for i in range(n):
            if i != k and m[i][k] != 0:
                f = m[i][k] / m[k][k]
                m[i] = [p - f * q for p, q in zip(m[i], m[k])]
    return [m[i][n] / m[i][i] for i in range(n)]


def bisect(f, lo, hi, exact=1e-13):
    """Where f, false at lo and true at hi, becomes true."""
    while hi - lo > exact:
        mid = (lo + hi) / 2
        lo, hi = (lo, mid) if f(mid) else (mid, hi)
    return hi


# --- statics: 9 equations, 10 multipliers -----------------------------------------------------------------------------

NAMES = ["R1x", "R1y", "N1", "M1", "R2x", "R2y", "N2", "M2", "kappa1", "kappa2"]
X0, Y0 = Fraction(24, 20), Fraction(10, 20)  # m


def statics(t):
    """(rows of forces and moments on slider 1, slider 2 and rod by a unit of each multiplier; the loads on them)"""
    one, zero = Fraction(1), Fraction(0)
    rows = [[zero] * 10 for _ in range(9)]
    for slider, first in ((0, 0), (3, 4)):
        rows[slider][first] = rows[slider + 1][first + 1] = one          # R on the slider, at its centre
        rows[slider + 2][first + 3] = one                                # the guide's couple
        rows[6][first] = rows[7][first + 1] = -one                       # R on the rod
    rows[0][2] = rows[4][6] = one                                        # N1 along x, N2 along y
    rows[1][8] = rows[3][9] = one                                        # kappa1 along y, kappa2 along x
    for first, px, py in ((0, -X0 / 2, Y0 / 2), (4, X0 / 2, -Y0 / 2)):   # arms of the pins about the rod's centre
        rows[8][first], rows[8][first + 1] = py, -px
    zero_t = zero * t
    loads = [S1(t), zero_t, zero_t, zero_t, -W(t), zero_t, 12 * A(t), -5 * A(t), zero_t]
    return rows, [-q for q in loads]


def weighted_least(rows, right, weight):
    """The multipliers of least sum weight m^2 under rows m = right; a weight of 0 leaves one out."""
    n, m = len(rows[0]), len(rows)
    zero = rows[0][0] * 0
    top = [[weight[i] if i == j else zero for j in range(n)] + [rows[k][i] for k in range(m)] for i in range(n)]
    low = [list(rows[k]) + [zero] * m for k in range(m)]
    return solve(top + low, [zero] * n + list(right))[:n]


# --- dynamics: one degree of freedom, friction mu |N| in both joints --------------------------------------------------

def motions(t, phi, rate, mu, way1, way2):
    """All solutions (phi'', N1, N2) of sliding with slider 1 moving in way1 along y and slider 2 in way2 along x.

    Friction is mu |N|, so that each sign of N1 and of N2 is one linear problem; what it gives counts if it has them."""
    mu, A_, S_, W_ = float(mu), float(A(t)), float(S1(t)), float(W(t))
    x, y = L * cos(phi), L * sin(phi)
    found = []
    for s1 in (1, -1):
        for s2 in (1, -1):
            # phi'', X1, Y1, X2, Y2, N1, N2
            f1, f2 = -way1 * mu * s1, -way2 * mu * s2  # times N1, N2: friction along y and x
            xx, yy = -x * rate**2, -y * rate**2
            rows = [[0, 1, 0, 0, 0, 1, 0],
                    [M1 * x, 0, -1, 0, 0, -f1, 0],
                    [-M2 * y, 0, 0, -1, 0, 0, -f2],
                    [0, 0, 0, 0, 1, 0, 1],
                    [-M3 * y / 2, 1, 0, 1, 0, 0, 0],
                    [M3 * x / 2, 0, 1, 0, 1, 0, 0],
                    [J3, y / 2, x / 2, -y / 2, -x / 2, 0, 0]]
            right = [-S_, -M1 * yy, -M2 * xx, W_, 12 * A_ - M3 * xx / 2, -5 * A_ - M3 * yy / 2, 0]
            try:
                m = solve(rows, right)
            except ZeroDivisionError:
                continue
            if m[5] * s1 >= 0 and m[6] * s2 >= 0:
                found.append((m[0], m[5], m[6]))
    return found
