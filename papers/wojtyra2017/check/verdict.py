#!/usr/bin/env python3
"""verdict.py - do the two sliders stick, must they slip, or can rigid bodies not tell? By hand, and by brute force

    python3 verdict.py              spans of time, scales of mu_s, intervals of the forces
    python3 verdict.py csv [STEP]   the same at 0, STEP, ... 4 s, as numbers

The quantities are those of two_sliders.py; mu is the static coefficient, 1/2. In equilibrium a + b = A >= 0; coherence
(friction in both joints opposes one motion) is a b >= 0, so 0 <= a <= A.

Possible: an a in [0, A] is within both limits. With 12 a + S1 of either sign, they are
    joint 1:  5 a <= mu |12 a + S1|    S1 >= 0: all a;  S1 < 0: a >= -S1/2 or a <= -S1/22
    joint 2:  12 b <= mu (W + 5 b)     a >= A - W/19
    In the end a is in [4 - 20/19, 4]: always possible.
Certain: all a in [0, A] are. Joint 2 asks for A <= W/19, so 4 t <= 60/19, t <= 15/19; joint 1 holds while S1 >= 0.
Saturated slip accelerates: slider 1 goes down with 12 s', slider 2 to the right with 5 s', friction is mu |N|. With
    R31 = a (12, -5) + c1 (5, 12), R32 = b (12, -5) + c2 (5, 12), m3 = 10, J = 2, h = 1/20 the rod's inertia makes
        c1 + c2 = 595/169 s'',  c1 - c2 = 400/169 s'',  A - a - b = 600/169 s''
    and the sliders, with N1 < 0 < N2,
        -240 s'' = -5 a + 12 c1 + mu (12 a + 5 c1 + S1),   100 s'' = 12 b + 5 c2 - mu (W + 5 b - 12 c2), so
        mu = 1/2:   a = -S1/2 - 282.7 s'',      b = W/19 + 9.858 s'',   A = -S1/2 + W/19 - 269.3 s''
        mu = 3/10:  a = 3 S1/14 + 199.8 s'',    b = W/35 + 9.051 s'',   A = 3 S1/14 + W/35 + 212.4 s''
    Joint 1 locks itself at mu = 1/2: its friction grows faster with a than the pull on it, 12 mu > 5. So s'' > 0 where
    -S1/2 + W/19 is above A, not below it, and S1 < 0: 5 t - 15/2 + (80 - 20 t)/19 > 4 from 277/150 s on, and
    5/2 + (80 - 20 t)/19 > 4 until 103/40 s. Other signs of N1 and N2, and the other way, give nothing consistent.
Kinetic sliding persists, once it is there: s'' >= 0 with mu = 3/10, 4 t >= 15/14 + 60/35, from 39/56 s to the end.

So: sticks until 15/19 s, conditional until 277/150 s, undecided until 103/40 s, conditional from there on.

Smallest scale of mu_s with which stick is possible: twice the least over a of the larger of r1 = 5 a/|12 a + S1| and
r2 = 12 b/(W + 5 b). r2 falls with a. S1 >= 0: r1 rises, they are equal at the root of
119 a^2 + (5 W - 119 A + 12 S1) a - 12 A S1 = 0. S1 < 0: r1 falls beyond its pole, so a = A: 10 A/(12 A + S1).
"""
import sys
from math import atan2, inf, sqrt

from two_sliders import A, Fraction, MU_K, MU_S, S1, W, bisect, motions

PHI0 = atan2(5, 12)
F = Fraction

# --- by hand ----------------------------------------------------------------------------------------------------------

SPANS = [("sticks", F(0), F(15, 19)), ("conditional", F(15, 19), F(277, 150)), ("undecided", F(277, 150), F(103, 40)),
         ("conditional", F(103, 40), F(4))]
PERSISTS_FROM = F(39, 56)


def admissible(t):
    """Pieces of a within the limits, of [0, A]."""
    low, A_, S_ = max(F(0), A(t) - W(t) / F(19)), A(t), S1(t)
    if S_ >= 0:
        pieces = [(low, A_)]
    else:
        pieces = [(low, min(A_, -S_ / F(22))), (max(low, -S_ / F(2)), A_)]
    return [p for p in pieces if p[0] <= p[1]]


def by_hand(t):
    A_, S_, W_ = A(t), S1(t), W(t)
    return {"possible": bool(admissible(t)), "certain": 19 * A_ <= W_ and S_ >= 0,
            "accelerates": S_ < 0 and -S_ / F(2) + W_ / F(19) > A_,
            "persists": A_ >= F(3, 14) * S_ + W_ / F(35)}


def scale_by_hand(t):
    A_, S_, W_ = float(A(t)), float(S1(t)), float(W(t))
    if A_ == 0:
        return 0.0
    if S_ < 0:
        return 10 * A_ / (12 * A_ + S_)
    B = 5 * W_ - 119 * A_ + 12 * S_
    a = (-B + sqrt(B * B + 4 * 119 * 12 * A_ * S_)) / (2 * 119)
    return 2 * 12 * (A_ - a) / (W_ + 5 * (A_ - a))


# --- by brute force: a is tried, over and over around the best --------------------------------------------------------

def forces(t, a):
    b = float(A(t)) - a
    return {"F1": 5 * a, "N1": -(12 * a + float(S1(t))), "F2": -12 * b, "N2": float(W(t)) + 5 * b}


def coherent(f):  # up on slider 1, to the left on slider 2
    return f["F1"] * f["F2"] <= 0


def ratio(F, N):
    return 0.0 if F == 0 else inf if N == 0 else abs(F) / abs(N)


def worst(t, a):
    """The larger of the two shares of the limits; more than 1: one is exceeded."""
    f = forces(t, a)
    return max(ratio(f["F1"], f["N1"]), ratio(f["F2"], f["N2"])) / float(MU_S)


def tried(t, count=1001):
    grid = [-10 + 20 * i / (count - 1) for i in range(count)] + [0.0, float(A(t))]
    return [a for a in grid if coherent(forces(t, a))]


def sharpened(value, a, cell, t):
    """The least value near a, by finer and finer tries among what is coherent."""
    best = (value(a), a)
    while cell > 1e-14:
        near = [best[1] + cell * (i / 10 - 1) for i in range(21)]
        best = min([best] + [(value(x), x) for x in near if coherent(forces(t, x))])
        cell /= 5
    return best


def least_worst(t):
    value = lambda a: worst(t, a)
    seen = sorted((value(a), a) for a in tried(t))[:5]  # basins are wider than a cell
    return min(sharpened(value, a, 0.02, t) for _, a in seen)[0]


def most_worst(t):
    value = lambda a: -worst(t, a)
    seen = sorted((value(a), a) for a in tried(t))[:5]
    return -min(sharpened(value, a, 0.02, t) for _, a in seen)[0]


def moves(t, mu):
    """Is there a solution of sliding from rest, either way, that goes where it says?"""
    down = [s[0] for s in motions(t, PHI0, 0.0, mu, -1, 1)]
    up = [s[0] for s in motions(t, PHI0, 0.0, mu, 1, -1)]
    return any(s < -1e-13 for s in down) or any(s > 1e-13 for s in up)


def by_force(t):
    return {"possible": least_worst(t) <= 1 + 1e-12, "certain": most_worst(t) <= 1 + 1e-12,
            "accelerates": moves(t, MU_S), "persists": moves(t, MU_K)}


def verdict(facts):
    if facts["certain"]:
        return "sticks"
    if not facts["possible"]:
        return "must slip"
    return "undecided" if facts["accelerates"] else "conditional"


def changes(of, step):
    """The times at which it changes, to 1e-12."""
    found, t, last = [], step, of(step)
    while t < 4 - step / 2:
        now = of(t + step)
        if now != last:
            found.append((bisect(lambda s: of(s) != last, t, t + step, 1e-12), now))
        t, last = t + step, now
    return found


# --- tables -----------------------------------------------------------------------------------------------------------

def show_spans():
    print("Verdict      from, s           to, s             by brute force, to")
    seen = changes(lambda t: verdict(by_force(t)), 0.05)
    assert [v for v, _, _ in SPANS[1:]] == [v for _, v in seen], seen
    ends = [at for at, _ in seen] + [4.0]
    for (name, begin, end), at in zip(SPANS, ends):
        assert abs(at - end) < 1e-9, (name, at, end)
        print("%-12s %-8s %.9f  %-8s %.9f %.9f" % (name, begin, begin, end, end, at))
    for what in ("possible", "certain", "accelerates", "persists"):
        seen = changes(lambda t: by_force(t)[what], 0.05)
        later = ", ".join("%s from %.9f s" % (v, at) for at, v in seen) or "the same"
        print("%-12s at first %s, then %s" % (what, by_force(0.05)[what], later))
        if what == "persists":
            assert len(seen) == 1 and abs(seen[0][0] - PERSISTS_FROM) < 1e-9


def check_between():
    for i in range(1, 100):
        exact, t = F(i, 25), i / 25
        hand, force, best, scale = by_hand(exact), by_force(t), least_worst(t), scale_by_hand(exact)
        assert hand == force and abs(best - scale) < 1e-9, (t, hand, force, best, scale)


def intervals(t, pieces):
    values = [forces(t, float(a)) for p in pieces for a in p]
    return {n: (min(v[n] for v in values), max(v[n] for v in values)) for n in ("F1", "N1", "F2", "N2")}


def intervals_by_force(t, limited):
    values = [forces(t, a) for a in tried(t, 20001) if not limited or worst(t, a) <= 1 + 1e-12]
    return {n: (min(v[n] for v in values), max(v[n] for v in values)) for n in ("F1", "N1", "F2", "N2")}


def show_intervals(times):
    row = "%5s  %-13s %-12s %-12s %-16s %-16s %s"
    print("\n" + row % ("t, s", "scale of mu_s", "a", "F1, N", "N1, N", "F2, N", "N2, N"))
    for t in times:
        exact = F(t).limit_denominator(1000)
        for limited, pieces in ((False, [(F(0), A(exact))]), (True, admissible(exact))):
            hand, force = intervals(t, pieces), intervals_by_force(t, limited)
            assert all(abs(p - q) < 0.03 for n in hand for p, q in zip(hand[n], force[n])), (t, hand, force)
            where = " or ".join("%.6g..%.6g" % p for p in pieces)
            spans = ["%.6g..%.6g" % tuple(v + 0.0 for v in hand[n]) for n in ("F1", "N1", "F2", "N2")]
            head = ("", "with limits") if limited else ("%g" % t, "%.9f" % scale_by_hand(exact))
            print(row % (*head, where, *spans))


def show_example_1():
    print("\nExample 1, final loads: a = 2 (16), a = 3 (17); the larger share of the static limits")
    for name, a in (("(16)", 2.0), ("(17)", 3.0)):
        f = forces(4.0, a)
        print(name, f, "coherent" if coherent(f) else "incoherent", "%.9f" % worst(4.0, a))


def show_csv(step):
    names = ("F1", "N1", "F2", "N2")
    sides = [n + side + family for family in ("", "_limited") for n in names for side in ("_min", "_max")]
    print("t,verdict,possible,certain,accelerates,persists,scale," + ",".join(sides))
    for i in range(int(round(4 / step)) + 1):
        t = F(i) * F(step).limit_denominator(100000)
        facts = by_hand(t)
        row = [float(t), verdict(facts)] + [int(facts[k]) for k in ("possible", "certain", "accelerates", "persists")]
        row.append(scale_by_hand(t))
        for pieces in ([(F(0), A(t))], admissible(t)):
            found = intervals(float(t), pieces)
            row += [v for n in names for v in found[n]]
        print(",".join(str(v) for v in row))


if sys.argv[1:2] == ["csv"]:
    show_csv(float(sys.argv[2]) if len(sys.argv) > 2 else 0.1)
else:
    show_spans()
    check_between()
    show_intervals([0, 0.5, 1, 1.5, 1.9, 2, 2.5, 3, 4])
    show_example_1()
