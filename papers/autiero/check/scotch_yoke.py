#!/usr/bin/env python3
"""scotch_yoke.py - the Scotch yoke of Autiero et al. once more, by another way.

    python3 scotch_yoke.py [rigid|normal|sweeps|formulas|laws|turning]...

One unknown, the pin's place u in the slider's frame: u'' = -r w^2 cos(w t) - F(u, u')/m, with the crank at w t. Free flight
is a closed form, and where it ends is found by Newton's method on it. Contact is integrated by extrapolation of the
midpoint rule (Gragg, Bulirsch, Stoer) at 1e-13, in the depth d, which starts from zero; its end is found by shortening
the last step. Nothing of the motion depends on friction, because friction acts along the slot: what friction takes is
integrated beside it, with the formulas written here from the paper's Table 1.
"""
import math
import sys

r, m, n_rpm = 0.05, 0.3, 5000
w = n_rpm * 2 * math.pi / 60
K, n = 1.79e9, 1.0961
T = 2 * math.pi / w
pin_mass, pin_inertia = 0.025, 7.8e-7


# --- extrapolation ------------------------------------------------------------------------------------------------------

def gragg(f, t, y, f0, h, steps):
    s = h / steps
    z0, z1 = y, [a + s * b for a, b in zip(y, f0)]
    for k in range(1, steps):
        g = f(t + k * s, z1)
        z0, z1 = z1, [a + 2 * s * b for a, b in zip(z0, g)]
    g = f(t + h, z1)
    return [0.5 * (a + b + s * c) for a, b, c in zip(z0, z1, g)]


SEQUENCE = [2, 4, 6, 8, 10, 12, 14]


def extrapolated(f, t, y, h, size, tol):
    """One step; the error in units of tol, and the state."""
    f0 = f(t, y)
    rows, error = [], math.inf
    for j, steps in enumerate(SEQUENCE):
        row = [gragg(f, t, y, f0, h, steps)]
        for k in range(1, j + 1):
            q = (SEQUENCE[j] / SEQUENCE[j - k]) ** 2 - 1
            row.append([a + (a - b) / q for a, b in zip(row[k - 1], rows[j - 1][k - 1])])
        if j >= 2:
            error = max(abs(a - b) / s for a, b, s in zip(row[j], row[j - 1], size)) / tol
            if error < 1:
                return error, row[j]
        rows.append(row)
    return error, rows[-1][-1]


# --- contact and flight ---------------------------------------------------------------------------------------------------

class Yoke:
    def __init__(self, c, e, stiffness=K, extra=None, extra_size=(), v_min=1e-4, tol=1e-13, longest=1e-6):
        self.c, self.a, self.K, self.tol, self.longest, self.v_min = c, 0.75 * (1 - e * e), stiffness, tol, longest, v_min
        self.extra, self.extra_size = extra, list(extra_size)  # rates of what is integrated beside: f(t, side, N, z)
        self.events, self.lost, self.samples, self.peaks = [], 0.0, [], []
        self.t, self.u, self.ud, self.z = 0.0, 0.0, 0.0, [0.0] * len(extra_size)

    def force(self, d, dd, v0):
        return max(self.K * d ** n * (1 + self.a * dd / v0), 0.0) if d > 0 else 0.0

    def fly(self, until):
        """The slider keeps its velocity: u(t) = r cos(w t) - x0 - v (t - t0)."""
        t0, x0 = self.t, r * math.cos(w * self.t) - self.u
        v = -r * w * math.sin(w * t0) - self.ud

        def at(t):
            # r (cos w t - cos w t0) = -2 r sin(w (t + t0)/2) sin(w (t - t0)/2), without cancellation
            du = -2 * r * math.sin(w * (t + t0) / 2) * math.sin(w * (t - t0) / 2) - v * (t - t0)
            return self.u + du, -r * w * math.sin(w * t) - v
        step, t = 2e-7, t0
        while t < until:
            b = min(t + step, until)
            ub, vb = at(b)
            if abs(ub) > self.c and ub * vb > 0:
                lo, hi = t, b
                for _ in range(60):
                    mid = 0.5 * (lo + hi)
                    um, vm = at(mid)
                    if abs(um) > self.c and um * vm > 0:
                        hi = mid
                    else:
                        lo = mid
                for _ in range(3):  # Newton, from there
                    uh, vh = at(hi)
                    hi -= (abs(uh) - self.c) / abs(vh)
                self.t, (_, self.ud) = hi, at(hi)
                self.u = math.copysign(self.c, ub)
                return True
            t = b
        self.t, (self.u, self.ud) = until, at(until)
        return False

    def touch(self, until):
        """Depth d = side u - c; side = +1: the right face's inside (pin at +c), -1 the left's."""
        side = 1 if self.u > 0 else -1
        v0 = max(side * self.ud, self.v_min)
        self.events.append((self.t, 'left' if side < 0 else 'right', side * self.ud))
        force, a, stiff, extra = self.force, self.a, self.K, self.extra

        def rates(t, y):
            d, dd = y[0], y[1]
            N = force(d, dd, v0)
            el = stiff * d ** n if d > 0 else 0.0
            out = [dd, -side * r * w * w * math.cos(w * t) - N / m, (N - el) * dd]
            return out + extra(t, side, N, y[3:]) if extra else out
        y = [0.0, side * self.ud, 0.0] + self.z
        size = [1e-6, 0.1, 0.1] + self.extra_size
        h, t, last = 1e-9, self.t, []
        while True:
            step = min(h, self.longest, until - t)
            error, new = extrapolated(rates, t, y, step, size, self.tol)
            if error > 1:
                h = step * 0.5
                continue
            if new[0] < 0 and t > self.t:  # shorten it until it ends at the surface
                lo, hi = 0.0, step
                for _ in range(80):
                    mid = 0.5 * (lo + hi)
                    _, probe = extrapolated(rates, t, y, mid, size, self.tol)
                    if probe[0] < 0:
                        hi = mid
                    else:
                        lo = mid
                    if hi - lo < 1e-18:
                        break
                _, new = extrapolated(rates, t, y, lo, size, self.tol)
                self.finish(t + lo, new, side, False)
                return
            t += step
            y = new
            h = step * (1.5 if error < 0.1 else 1.1)
            N = force(y[0], y[1], v0)
            self.samples.append((t, side, N, y[0], y[1], y[3:]))
            last = last[-2:] + [(t, N, y)]
            if len(last) == 3 and last[1][1] >= last[0][1] and last[1][1] > last[2][1]:
                self.peaks.append(self.top(rates, last[0], t, size, v0) + (side,))
            if t >= until:
                self.finish(t, y, side, True)
                return

    def top(self, rates, since, until, size, v0):
        """The largest force in between, by golden section of a step."""
        t, _, y = since
        share, lo, hi = 0.5 * (math.sqrt(5) - 1), 0.0, until - t

        def at(h):
            _, new = extrapolated(rates, t, y, h, size, self.tol)
            return self.force(new[0], new[1], v0)
        a, b = hi - share * (hi - lo), lo + share * (hi - lo)
        fa, fb = at(a), at(b)
        while hi - lo > 1e-10:
            if fa > fb:
                hi, b, fb = b, a, fa
                a = hi - share * (hi - lo)
                fa = at(a)
            else:
                lo, a, fa = a, b, fb
                b = lo + share * (hi - lo)
                fb = at(b)
        return t + 0.5 * (lo + hi), max(fa, fb)

    def finish(self, t, y, side, going_on):
        self.t, self.ud, self.lost = t, side * y[1], self.lost + y[2]
        self.u = side * (self.c + (y[0] if going_on else 0))
        self.z = y[3:]
        if not going_on:
            self.events.append((t, 'ends', -y[1]))

    def run(self, until):
        while self.t < until and self.fly(until):
            self.touch(until)


def peak(yoke, since, until):
    return max((p for p in yoke.peaks if since <= p[0] <= until), key=lambda p: p[1])


def depth_at(yoke, t):
    """u and its rate at a time inside a contact, by cubic Hermite interpolation between samples 1 us apart."""
    s = yoke.samples
    lo, hi = 0, len(s) - 1
    while hi - lo > 1:
        mid = (lo + hi) // 2
        lo, hi = (mid, hi) if s[mid][0] <= t else (lo, mid)
    (t0, side, _, d0, v0, _), (t1, _, _, d1, v1, _) = s[lo], s[hi]
    h = t1 - t0
    if h > 1.5e-6:
        return None
    x = (t - t0) / h
    d = (1 + 2 * x) * (1 - x) ** 2 * d0 + x * (1 - x) ** 2 * h * v0 + x * x * (3 - 2 * x) * d1 + x * x * (x - 1) * h * v1
    return side * (yoke.c + d)


def tell(yoke, name):
    print('%s' % name)
    begun = [e for e in yoke.events if e[1] != 'ends']
    print('   first contact    %.12g s at %.9g m/s' % (begun[0][0], begun[0][2]))
    other = next(e for e in begun if e[1] == 'right')
    print('   first on right   %.12g s at %.9g m/s' % (other[0], other[2]))
    print('   last begin       %.12g s at %.9g m/s (%d begin, %d end)' % (begun[-1][0], begun[-1][2], len(begun),
                                                                       len(yoke.events) - len(begun)))
    for k in range(4):
        t, N, side = peak(yoke, k * T, (k + 1) * T)
        print('   peak of turn %d   %.9g N at %.9g s' % (k + 1, N, t))
    t, N, side = peak(yoke, 0.001 * 3, 4 * T)
    print('   peak after 3 ms  %.9g N at %.9g s' % (N, t))
    for k in (24e-3, 30e-3, 36e-3, 42e-3, 48e-3):
        u = depth_at(yoke, k - 1e-12)
        print('   u(%g ms) %s' % (k * 1e3, '%.10g m' % u if u else 'in flight'))
    top = max((r * math.sin(w * s[0]) * s[1] * s[2], s[0]) for s in yoke.samples if s[0] > 3 * T)
    low = min((r * math.sin(w * s[0]) * s[1] * s[2], s[0]) for s in yoke.samples if s[0] > 3 * T)
    print('   torque, turn 4   %.8g N m at %.7g s, %.8g N m at %.7g s' % (-low[0], low[1], -top[0], top[1]))
    print('   lost in contacts %.10g J' % yoke.lost)
    # the slider's kinetic energy is the same at the beginning and at each turn only if u' is; so, by work:
    v_end = -r * w * math.sin(w * yoke.t) - yoke.ud
    depth = abs(yoke.u) - yoke.c
    stored = yoke.K * depth ** (n + 1) / (n + 1) if depth > 0 else 0
    print('   drive work       %.10g J (lost + stored %.8g + kinetic of the slider %.3g)' %
          (yoke.lost + stored + 0.5 * m * v_end ** 2, stored, 0.5 * m * v_end ** 2))


# --- the paper's Table 1 ----------------------------------------------------------------------------------------------------

ETA = 400.0                       # cP
NU = 0.4 / 870 * 1e6              # cSt
E_STAR = 207e9 / (2 * (1 - 0.09))
L = 0.016
LBF_IN, KGF_CM, INCH = 4.4482216152605 / 0.0254, 980.665, 0.0254


def misharin(Vs, Vt, W, R): return 0.325 * (NU * Vt * Vs) ** -0.25


def sasaki(Vs, Vt, W, R):
    s = Vs / (Vt / 2)
    k = 0.037 + (0.026 - 0.037) * min(max((s - 0.31) / (1.22 - 0.31), 0), 1)
    return k * ((ETA * 1e-3 / 98066.5) * (Vt / 2 * 100) ** 4 / (W / KGF_CM) ** 1.7) ** -0.12


def blok_1(Vs, Vt, W, R): return 0.126 * (ETA * Vt ** 0.85 * Vs ** 1.44 * (W / KGF_CM) ** -0.43) ** -0.184


def blok_2(Vs, Vt, W, R):
    return 0.118 * ((0.012 * ETA ** 0.33) ** -0.16 * ETA * Vt ** 1.19 * Vs ** 1.22 * (W / KGF_CM) ** -0.44) ** -0.178


def askwith(Vs, Vt, W, R): return 0.0099 * math.log10(3.89e7 * (W / LBF_IN) / (ETA * (Vs / INCH) * (Vt / INCH) ** 2))


def benedict_kelley(Vs, Vt, W, R): return 0.0127 * math.log10(3.17e8 * (W / LBF_IN) / (ETA * (Vs / INCH) * (Vt / INCH) ** 2))


def leach_kelley(Vs, Vt, W, R):
    return -0.00738 * (math.log10(1.936e26) + math.log10(Vs / INCH) + 2 * math.log10(Vt / INCH) - 7 * math.log10(ETA)
                       - 7.9 * math.log10(W / LBF_IN))


def odonoghue_cameron(Vs, Vt, W, R):
    return (0.4 / 0.0254 + 22) / 35 * 0.6 / (ETA ** 0.125 * (Vs / INCH) ** (1 / 3) * (Vt / INCH) ** (1 / 6) * (R / INCH) ** 0.5)


def drozdov_gavrikov(Vs, Vt, W, R):
    p = math.sqrt(W * E_STAR / (math.pi * R)) / 98066.5
    return 1 / (0.8 * NU ** 0.5 * Vs + Vt * (0.47 - 0.13e-4 * p - 0.4e-3 * NU) + 13.4)


def constant(Vs, Vt, W, R): return 0.1


FORMULAS = [misharin, sasaki, blok_1, blok_2, askwith, benedict_kelley, leach_kelley, odonoghue_cameron, drozdov_gavrikov, constant]


def coefficient(formula, Vs, Vt, N, R):
    """Held within [0, 0.15], with Ambrosio's correction from 1 to 10 mm/s; speeds into the formula not below 1 mm/s."""
    mu = formula(max(Vs, 1e-3), max(Vt, 1e-3), max(N / L, 1e-9), R)
    mu = min(max(mu, 0.0), 0.15)
    return mu * min(max((Vs - 1e-3) / 9e-3, 0.0), 1.0)


def friction_rates(spin, R):
    """Of the work lost by each formula, the pin turning at a given rate; +1 is the pin at +c, the right of the slider."""
    def rates(t, side, N, z):
        if N <= 0:
            return [0.0] * len(FORMULAS)
        y = r * w * math.cos(w * t)
        surface = side * R * spin           # of the pin along the slot, where it touches
        Vs, Vt = abs(y + surface), abs(surface - y)
        return [N * Vs * coefficient(f, Vs, Vt, N, R) for f in FORMULAS]
    return rates


def formulas():
    """Fig. 2: at the load of theta = 0, the pin not spinning."""
    for f in FORMULAS[:-1]:
        print('%-20s ' % f.__name__ + ', '.join('mu(%g m/s) = %.9g' % (V, f(V, V, m * r * w * w / L, 7.95e-3))
                                               for V in (1, 10, r * w)))


def laws():
    for name, spin, c in (('not spinning', 0.0, 50e-6), ('locked to the crank', w, 50e-6), ('not spinning', 0.0, 25e-6)):
        y = Yoke(c, 0.9, extra=friction_rates(spin, 8e-3 - c), extra_size=[1.0] * len(FORMULAS), tol=1e-10, longest=2e-6)
        y.run(4 * T)
        print('clearance %g um, pin %s: lost in contacts %.10g J, by friction in four turns:' % (c * 1e6, name, y.lost))
        for f, z in zip(FORMULAS, y.z):
            print('   %-20s %.9g J' % (f.__name__, z))
        if c != 50e-6:
            continue
        N = m * r * w * w       # at theta = 0 in the ideal joint; there the pin touches on the left
        V = abs(r * w + (-1) * 7.95e-3 * spin)
        Vt = abs(-1 * 7.95e-3 * spin - r * w)
        for f in FORMULAS:
            print('   %-20s mu at theta = 0: %.9g' % (f.__name__, f(V, Vt, N / L, 7.95e-3)))
        # would the pin, held by 0.1 x 5 mm x its bearing's force, be turned by friction in the slot?
        worst = [0.0] * len(FORMULAS)
        for t, side, N, d, dd, z in y.samples:
            yv, surface = r * w * math.cos(w * t), side * 7.95e-3 * spin
            Vs, Vt = abs(yv + surface), abs(surface - yv)
            for i, f in enumerate(FORMULAS):
                F = N * coefficient(f, Vs, Vt, N, 7.95e-3)
                Rx = -pin_mass * r * w * w * math.cos(w * t) + side * N
                Ry = -pin_mass * r * w * w * math.sin(w * t) + math.copysign(F, yv + surface)
                worst[i] = max(worst[i], F * 7.95e-3 / (0.1 * 5e-3 * math.hypot(Rx, Ry)))
        print('   torque on the pin over what its bearing can hold, at most: ' +
              ', '.join('%s %.3g' % (f.__name__, x) for f, x in zip(FORMULAS, worst)))


def normal():
    y = Yoke(50e-6, 0.9)
    y.run(4 * T)
    tell(y, 'clearance 50 um, restitution 0.9')


def sweeps():
    for c in (10e-6, 25e-6, 100e-6, 200e-6):
        y = Yoke(c, 0.9)
        y.run(4 * T)
        tell(y, 'clearance %g um' % (c * 1e6))
    for e in (0.3, 0.5, 0.7, 0.8, 0.95):
        y = Yoke(50e-6, e)
        y.run(4 * T)
        tell(y, 'restitution %g' % e)


def rigid():
    for c in (10e-6, 25e-6, 50e-6, 100e-6, 200e-6):
        lo, hi = 0.0, 2.0
        for _ in range(200):
            mid = 0.5 * (lo + hi)
            lo, hi = (mid, hi) if mid - math.sin(mid) < 2 * c / r else (lo, mid)
        print('c = %g um: phi = %.9f rad, t = %.12g s, at %.9g m/s; first contact from the middle %.12g s at %.9g m/s' % (
            c * 1e6, lo, (math.pi / 2 + lo) / w, r * w * (1 - math.cos(lo)), math.acos(1 - c / r) / w,
            r * w * math.sin(math.acos(1 - c / r))))


# --- a pin that turns on the crank against friction in its bearing --------------------------------------------------------------

class Turning(Yoke):
    """Beside the motion: the pin's spin, what friction takes in the slot and in the bearing. The bearing holds the pin to the
    crank (mode 0) or slips (+1, -1); changes are located by shortening the step, as the end of a contact is."""
    RADIUS, BEARING, MU = 7.95e-3, 5e-3, 0.1

    def __init__(self, formula, **more):
        super().__init__(50e-6, 0.9, extra=self.rates_beside, extra_size=[1000.0, 1.0, 1.0], **more)
        self.formula, self.mode, self.z, self.slips, self.rows = formula, 0, [w, 0.0, 0.0], [], []

    def torques(self, t, side, N, spin):
        """That of the slot's friction, the largest of the bearing, what is lost in the slot."""
        y = r * w * math.cos(w * t)
        surface = side * self.RADIUS * spin
        V, sum_ = y + surface, abs(surface - y)
        F = N * coefficient(self.formula, abs(V), sum_, N, self.RADIUS) * (1 if V > 0 else -1) if N > 0 else 0.0
        Rx = -pin_mass * r * w * w * math.cos(w * t) + side * N
        Ry = -pin_mass * r * w * w * math.sin(w * t) + F
        return -side * self.RADIUS * F, self.MU * self.BEARING * math.hypot(Rx, Ry), F * V

    def rates_beside(self, t, side, N, z):
        spin = z[0] if self.mode else w
        M, limit, lost = self.torques(t, side, N, spin)
        if not self.mode:
            return [0.0, lost, 0.0]
        return [(M - self.mode * limit) / pin_inertia, lost, limit * abs(spin - w)]

    def edge(self, t, side, N, z):
        """Negative: the mode is over."""
        if self.mode:
            return self.mode * (z[0] - w)
        M, limit, _ = self.torques(t, side, N, w)
        return limit - abs(M)

    def change(self, t, side, N, z):
        M, limit, _ = self.torques(t, side, N, w)
        z[0] = w
        if self.mode and abs(M) <= limit:
            self.mode = 0
        else:
            self.mode = 1 if M > 0 else -1
        self.slips.append((t, self.mode))

    def fly(self, until):
        """The flight's closed form, and in it the pin, which only its bearing brakes."""
        t0 = self.t
        hit = super().fly(until)
        t1, t, side = self.t, t0, 1
        while t < t1 and self.mode:
            h = min(self.longest, t1 - t)

            def f(x, y): return self.rates_beside(x, side, 0.0, y)
            _, new = extrapolated(f, t, self.z, h, self.extra_size, self.tol)
            if self.mode * (new[0] - w) < 0:
                h *= (self.z[0] - w) / (self.z[0] - new[0])     # nearly uniform
                _, new = extrapolated(f, t, self.z, h, self.extra_size, self.tol)
                self.mode, new[0] = 0, w
                self.slips.append((t + h, 0))
            t, self.z = t + h, new
        return hit

    def touch(self, until):
        side = 1 if self.u > 0 else -1
        v0 = max(side * self.ud, self.v_min)
        self.events.append((self.t, 'left' if side < 0 else 'right', side * self.ud))

        def rates(t, y):
            d, dd = y[0], y[1]
            N = self.force(d, dd, v0)
            el = self.K * d ** n if d > 0 else 0.0
            return [dd, -side * r * w * w * math.cos(w * t) - N / m, (N - el) * dd] + self.rates_beside(t, side, N, y[3:])
        size = [1e-6, 0.1, 0.1] + self.extra_size
        y, h, t = [0.0, side * self.ud, 0.0] + self.z, 1e-9, self.t
        begun, fresh = t, False

        def over(x, state):
            if state[0] < 0:
                return 1
            return 2 if not fresh and self.edge(x, side, self.force(state[0], state[1], v0), state[3:]) < 0 else 0
        while True:
            step = min(h, self.longest, until - t)
            error, new = extrapolated(rates, t, y, step, size, self.tol)
            if error > 1 and step > 1e-13:
                h = step * 0.5
                continue
            if t > begun and over(t + step, new):
                lo, hi, low, high = 0.0, step, y, new
                while hi - lo > 1e-16:
                    mid = 0.5 * (lo + hi)
                    _, probe = extrapolated(rates, t, y, mid, size, self.tol)
                    if over(t + mid, probe):
                        hi, high = mid, probe
                    else:
                        lo, low = mid, probe
                if over(t + hi, high) == 1:
                    self.finish(t + lo, low, side, False)
                    return
                t, y, h, fresh = t + lo, list(low), 1e-9, True
                z = y[3:]
                self.change(t, side, self.force(y[0], y[1], v0), z)
                y[3:] = z
                continue
            t, y, fresh = t + step, new, False
            h = step * (1.5 if error < 0.1 else 1.1)
            if t >= until:
                self.finish(t, y, side, True)
                return


def turning():
    for formula in FORMULAS:
        y = Turning(formula, tol=1e-10, longest=1e-6)
        y.run(4 * T)
        print('turning pin, %s: lost in the slot %.9g J, in its bearing %.9g J, spin at the end %.9g rad/s' % (
            formula.__name__, y.z[1], y.z[2], y.z[0]))
        print('   bearing: ' + ', '.join('%.9g s %s' % (t, ('sticks', 'slips forward', 'slips backward')[k])
                                         for t, k in y.slips[:4]) + ', ... %d in all' % len(y.slips))


if __name__ == '__main__':
    for what in sys.argv[1:] or ['rigid', 'normal', 'sweeps', 'formulas', 'laws', 'turning']:
        globals()[what]()
