#!/usr/bin/env python3
"""treatments.py - the treatments of redundancy of Wojtyra 2017, Example 2, and the elastic rod of Example 5, by closed
forms and by numbers that know nothing of them

    python3 treatments.py [times|motion|elastic]...

At rest one unknown is left over: a + b = A. With the loads of two_sliders.py and mu_s = 1/2 the limits are

    joint 1:  5 a <= |12 a + S1|/2     S1 >= 0: always;  S1 < 0: a >= -S1/2, or a <= -S1/22
    joint 2:  12 b <= (W + 5 b)/2      b <= W/19

A = 4 t, S1 = 5, W = 60 until 1 s; then A = 4; S1 = 15 - 10 t until 2 s, then -5; W = 80 - 20 t until 3 s, then 20.
A joint at its limit carries it while the other holds (eq. 20); when both are at it, the mechanism slips.

(1) An equation of revolute 1 left out: R31 is across the rod, so a = 0, b = A.
    Joint 2 at its limit: 4 t = 60/19, t = 15/19. Then b = W/19, a = A - W/19 = (20 t - 4)/19 after 1 s.
    Slip where a = -S1/2: (20 t - 4)/19 = 5 t - 15/2, t = 277/150.
(2) An equation of revolute 2 left out: b = 0, a = A. F1/N1 = 5 A/(12 A + S1) is at most 20/43 < 1/2: never.
(3) Pseudoinverse, unit rows: least 169 a^2 + 169 b^2 + (12 a + S1)^2 + (W + 5 b)^2 + 25 a^2 + 144 b^2, so
    a - b = (5 W - 12 S1)/338.
    b < 0, incoherent, until 4 t = 120/169, t = 30/169.
    Joint 1 at its limit: 2 + (220 + 20 t)/676 = 5 t - 15/2, t = 1107/560. Then a = -S1/2, b = 4 + S1/2: 3/2 from 2 s.
    Slip where b = W/19: 80 - 20 t = 57/2, t = 103/40.
(4) Least energy (13 a)^2/k1 + (13 b)^2/k2: a : b = k1 : k2.
    k1 = k2: a = b = A/2, in the end the paper's (16). Joint 1 at its limit: 2 = 5 t - 15/2, t = 19/10. If it carried
    that from there on (eq. 20), a = -S1/2 as in (3): slip at 103/40. But an elastic joint does not wait for the other:
    it slides, and then mu_k counts.
    k1 = 3 k2: a = 3, b = 1 from 1 s on, the paper's (17); 15/31 and 12/25 are the final ratios, below 1/2: never.
"""
import sys
from math import atan2, cos, sin

from two_sliders import (A, BREAKS, J3, L, M1, M2, M3, MU_K, MU_S, NAMES, S1, W, Fraction, bisect, motions, solve,
                         statics, weighted_least)

F = Fraction

# --- closed forms -----------------------------------------------------------------------------------------------------

CLOSED = {
    "revolute 1 eliminated": {"joint 2 at its limit": F(15, 19), "slip": F(277, 150)},
    "revolute 2 eliminated": {},
    "pseudoinverse": {"coherent from": F(30, 169), "joint 1 at its limit": F(1107, 560), "slip": F(103, 40)},
    "elastic, k1 = k2": {"joint 1 at its limit": F(19, 10), "slip": F(103, 40)},
    "elastic, k1 = 3 k2": {},
}
PAPER = {
    ("revolute 1 eliminated", "joint 2 at its limit"): "0.8",
    ("revolute 1 eliminated", "slip"): "1.86",
    ("pseudoinverse", "coherent from"): "0.19",
    ("pseudoinverse", "joint 1 at its limit"): "2.98, read as 1.98",
    ("pseudoinverse", "slip"): "3.59, read as 2.59",
    ("elastic, k1 = k2", "joint 1 at its limit"): "1.90",
    ("elastic, k1 = k2", "slip"): "1.92, by sliding of joint 1 with mu_k: see elastic",
}


# --- the same by Newton's method on all 10 multipliers ----------------------------------------------------------------

def floats(rows):
    return [[float(v) for v in row] for row in rows]


def newton(residual, m):
    """Differences for the matrix; |N| is the only thing that bends."""
    for _ in range(50):
        r = residual(m)
        if max(abs(v) for v in r) < 1e-12:
            return m
        columns = []
        for j in range(len(m)):
            step = 1e-6 * (1 + abs(m[j]))
            moved = m[:j] + [m[j] + step] + m[j + 1:]
            columns.append([(p - q) / step for p, q in zip(residual(moved), r)])
        matrix = [[columns[j][i] for j in range(len(m))] for i in range(len(m))]
        m = [v - d for v, d in zip(m, solve(matrix, r))]
    raise ArithmeticError("no convergence")


def dot(row, m):
    return sum(p * q for p, q in zip(row, m))


def left_out(name):
    def treat(rows, right):
        row = [1.0 if n == name else 0.0 for n in NAMES]
        return solve(rows + [row], right + [0.0])
    return treat


def least(*weight):
    def treat(rows, right):
        return weighted_least(rows, right, [float(w) for w in weight])
    return treat


TREATMENTS = {
    "revolute 1 eliminated": [left_out("R1x"), left_out("R1y")],
    "revolute 2 eliminated": [left_out("R2x"), left_out("R2y")],
    "pseudoinverse": [least(*[1] * 10)],
    "elastic, k1 = k2": [least(1, 1, 0, 0, 1, 1, 0, 0, 0, 0)],
    "elastic, k1 = 3 k2": [least(1 / 3, 1 / 3, 0, 0, 1, 1, 0, 0, 0, 0)],
}
JOINTS = (("kappa1", "N1"), ("kappa2", "N2"))


def of(m, name):
    return m[NAMES.index(name)]


def excess(m, joint):
    kappa, normal = JOINTS[joint]
    return abs(of(m, kappa)) - float(MU_S) * abs(of(m, normal))


def distribution(treat, t, saturated, last):
    """The multipliers at t: as treated while no joint is at its limit, else by eq. 20."""
    rows, right = statics(t)
    rows, right = floats(rows), [float(v) for v in right]
    if saturated is None:
        return treat(rows, right)
    kappa, normal = JOINTS[saturated]
    way = 1 if of(last, kappa) > 0 else -1

    def residual(m):
        limit = way * float(MU_S) * abs(of(m, normal))
        return [dot(row, m) - r for row, r in zip(rows, right)] + [of(m, kappa) - limit]
    return newton(residual, last)


def coherent(m):  # friction up on slider 1 and to the left on slider 2 oppose the same motion
    return of(m, "kappa1") * of(m, "kappa2") <= 1e-12


def events(treat, step=0.01):
    found, saturated, t, last = {}, None, 0.0, None
    was_coherent = False
    while t < 4:
        t1 = min(t + step, 4.0)
        m = distribution(treat, t1, saturated, last)
        if not was_coherent and coherent(m):
            at = bisect(lambda s: coherent(distribution(treat, s, saturated, last)), t, t1)
            if at > step:
                found["coherent from"] = at
            was_coherent = True
        reached = [j for j in (0, 1) if j != saturated and excess(m, j) > 1e-9]
        if reached:
            j = reached[0]
            at = bisect(lambda s: excess(distribution(treat, s, saturated, last), j) > 0, t, t1)
            if saturated is not None:
                found["slip"] = at
                return found
            found["joint %d at its limit" % (j + 1)] = at
            last, saturated, t = distribution(treat, at, None, None), j, at
            continue
        if saturated is not None and excess(distribution(treat, t1, None, None), saturated) < 0:
            found["joint %d leaves its limit" % (saturated + 1)] = t1
            return found
        last, t = m, t1
    return found


def show_times():
    print("Times in s: closed form, by numbers, in the paper")
    for name, ways in TREATMENTS.items():
        closed, seen = CLOSED[name], [events(w) for w in ways]
        if not closed:
            print("%-22s never slips, by numbers: %s; paper: never" % (name, "never" if not any(seen) else seen))
            assert not any(seen)
            continue
        for what, exact in closed.items():
            numbers = [e[what] for e in seen]
            assert all(abs(n - exact) < 1e-9 for n in numbers) and all(len(e) == len(closed) for e in seen), seen
            by_numbers = " ".join("%.12f" % n for n in numbers)
            print("%-22s %-21s %9s = %.12f  %s  paper %s" % (name, what, exact, exact, by_numbers, PAPER[name, what]))
    print("\na and b by each treatment at 0.5, 1, 1.5, 2, 2.5 and 4 s (before slip), in N: forces are 5 a and 12 b")
    for name, ways in TREATMENTS.items():
        print("%-22s" % name, "  ".join("%.6f %.6f" % shares(ways[0], CLOSED[name], t) for t in (0.5, 1, 1.5, 2, 2.5, 4)
                                        if t < CLOSED[name].get("slip", 5)))


def shares(treat, closed, t):
    m = distribution(treat, t, None, None)
    for joint in (0, 1):
        at = closed.get("joint %d at its limit" % (joint + 1), t)
        if t > at:
            m = distribution(treat, t, joint, distribution(treat, float(at), None, None))
    return of(m, "kappa1") / 5, -of(m, "kappa2") / 12


# --- after slip -------------------------------------------------------------------------------------------------------

PHI0 = atan2(5, 12)


def sliding(t, phi, rate):
    found = motions(t, phi, rate, MU_K, -1, 1)
    assert len(found) == 1, (t, phi, rate, found)
    return found[0]


def runge_kutta(t, phi, rate, h):
    f = lambda s, p, v: sliding(s, p, v)[0]
    k1, a1 = rate, f(t, phi, rate)
    k2, a2 = rate + h / 2 * a1, f(t + h / 2, phi + h / 2 * k1, rate + h / 2 * a1)
    k3, a3 = rate + h / 2 * a2, f(t + h / 2, phi + h / 2 * k2, rate + h / 2 * a2)
    k4, a4 = rate + h * a3, f(t + h, phi + h * k3, rate + h * a3)
    return phi + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), rate + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)


def slide(t, until, step):
    phi, rate, signs = PHI0, 0.0, set()
    for stop in [b for b in BREAKS if t < b < until] + [until]:
        n = max(1, round((stop - t) / step))
        h, begin = (stop - t) / n, t
        for i in range(n):
            phi, rate = runge_kutta(begin + i * h, phi, rate, h)
            assert rate < 0 and phi > 0
        t = stop
        _, N1, N2 = sliding(t, phi, rate)
        signs.add((N1 < 0, N2 > 0))
    assert signs == {(True, True)}  # no |N| bends on the way
    return phi, rate


def show_motion():
    print("\nSliding from rest with mu_k in both joints, at 4 s (RK4, steps of 5 ms and of 2.5 ms)")
    for name, start in (("from 277/150 s", 277 / 150), ("from 103/40 s", 103 / 40)):
        for step in (0.005, 0.0025):
            phi, rate = slide(start, 4.0, step)
            print("%-15s y1 = %.12f m  x2 = %.12f m  y1' = %.12f m/s  x2' = %.12f m/s" %
                  (name, L * sin(phi), L * cos(phi), L * cos(phi) * rate, -L * sin(phi) * rate))
        alpha, N1, N2 = sliding(start, PHI0, 0.0)
        print("%-15s as it starts: y1'' = %.12f m/s2  x2'' = %.12f  |N1| = %.9f N  N2 = %.9f N" %
              ("", L * cos(PHI0) * alpha, -L * sin(PHI0) * alpha, abs(N1), N2))


# --- Example 5: the rod gives along its axis, small motion ------------------------------------------------------------

def elastic_rates(t, x, k1, k2, d, way1, stuck2):
    """x = y1, x2, u and their rates. u is how far the middle of the rod moved along (12, -5)/13; f1, f2 are the forces
    of the springs on the sliders along it, t1, t2 those of the rod's ends across it, along (5, 12)/13. Slider 1 slides
    in way1."""
    y1, x2, u, vy, vx, vu = x
    f1 = k1 * (u + 5 / 13 * y1) + d * (vu + 5 / 13 * vy)
    f2 = k2 * (u - 12 / 13 * x2) + d * (vu - 12 / 13 * vx)
    mu, A_, S_, W_ = float(MU_K), float(A(t)), float(S1(t)), float(W(t))
    friction2 = [1, 0, 0, 0, 0, 0, 0] if stuck2 else [0, 0, 0, 0, 0, mu, 1]
    # x2'', y1'', t1, t2, N1, N2, F2; N1 < 0 and N2 > 0
    rows = [[0, M1, -12 / 13, 0, -way1 * mu, 0, 0],
            [M2, 0, 0, -5 / 13, 0, 0, -1],
            [0, 0, 5 / 13, 0, 1, 0, 0],
            [0, 0, 0, 12 / 13, 0, 1, 0],
            [M3 * 5 / 26, M3 * 12 / 26, 1, 1, 0, 0, 0],
            [J3 * 5 / (13 * L), -J3 * 12 / (13 * L), -L / 2, L / 2, 0, 0, 0],
            friction2]
    right = [-5 / 13 * f1, 12 / 13 * f2, -(S_ + 12 / 13 * f1), W_ + 5 / 13 * f2, 0, 0, 0]
    ax, ay, _, _, N1, N2, F2 = solve(rows, right)
    assert N1 < 0 < N2
    return [vy, vx, vu, ay, ax, (13 * A_ - f1 - f2) / M3], N2, F2


def show_elastic():
    k1 = k2 = 1e5
    d = 2e3
    print("\nElastic rod, k1 = k2 = 1e5 N/m, d = 2e3 N s/m, ends without mass: joint 1 leaves equilibrium at 19/10 s "
          "and slides with mu_k")
    for h in (2e-5, 1e-5):
        t, x = 1.9, [0.0, 0.0, 13 * 4 / (k1 + k2), 0.0, 0.0, 0.0]
        f = lambda s, y: elastic_rates(s, y, k1, k2, d, -1, True)[0]

        def over(s, y):
            _, N2, F2 = elastic_rates(s, y, k1, k2, d, -1, True)
            return abs(F2) - float(MU_S) * N2

        def moved(t, x, h):
            a = f(t, x)
            b = f(t + h / 2, [p + h / 2 * q for p, q in zip(x, a)])
            c = f(t + h / 2, [p + h / 2 * q for p, q in zip(x, b)])
            e = f(t + h, [p + h * q for p, q in zip(x, c)])
            return [p + h / 6 * (q + 2 * r + 2 * s + w) for p, q, r, s, w in zip(x, a, b, c, e)]
        while over(t + h, moved(t, x, h)) < 0:
            x = moved(t, x, h)
            t += h
            assert x[3] < 0
        at = t + bisect(lambda s: over(t + s, moved(t, x, s)) > 0, 0.0, h)
        print("    joint 2 follows at %.9f s (steps of %g us; paper 1.92)" % (at, h * 1e6))


WHAT = {"times": show_times, "motion": show_motion, "elastic": show_elastic}
for word in sys.argv[1:] or WHAT:
    WHAT[word]()
