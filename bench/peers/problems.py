"""Equations of small systems, derived by hand, for SciPy: the same models as those of bristle."""
import math
import time
from dataclasses import dataclass

try:
    import numpy as np
    import scipy
    from scipy.integrate import solve_ivp
except ImportError:
    scipy = None


def available():
    return scipy is not None


# --- examples/pendulum.yaml: the load of the pin is its reaction, which depends on the friction ------------------------------------


def pendulum(mu_k, until, method, rtol, mu_s=0.5):
    m, inertia, l, r, g = 2, 0.06, 0.3, 0.04, 9.81
    A, C, square = inertia + m * l * l, mu_k * r * m, math.sqrt

    def rates_with(sign):
        def rates(t, x):
            # (A a - B)^2 = C^2 (l^2 a^2 + 2 g l c a + E), and A a - B has the sign opposite to the speed
            c, s, w2 = math.cos(x[0]), math.sin(x[0]), x[1] * x[1]
            B, E = -m * g * l * c, (l * w2) ** 2 + g * g - 2 * g * l * s * w2
            p, q, e = A * A - (C * l) ** 2, -A * B - C * C * g * l * c, B * B - C * C * E
            return (x[1], (-q - sign * square(max(q * q - p * e, 0))) / p)
        return rates

    def stops(t, x):
        return x[1]

    stops.terminal = True
    t, x = 0.0, np.array([0.0, 0.0])
    while t < until:
        c = math.cos(x[0])
        if abs(l * c) <= max(mu_s, mu_k) * r:  # at rest the load is the weight
            break
        sign = -1 if c > 0 else 1
        stops.direction = -sign
        run = solve_ivp(rates_with(sign), (t, until), x, method, events=stops, rtol=rtol, atol=rtol)
        t, x = run.t[-1], np.array([run.y[0, -1], 0.0 if run.status == 1 else run.y[1, -1]])
    return x[0]


# --- examples/belt.yaml: stick and slip in turns -----------------------------------------------------------------------------------


def belt(until, method, rtol):
    k, load, mu_s, mu_k, v_s, v_belt = 100, 10, 0.6, 0.3, 0.05, 0.1

    def rates_with(sign):
        def rates(t, x):
            v = x[1] - v_belt
            return (x[1], -k * x[0] - sign * load * (mu_k + (mu_s - mu_k) * math.exp(-((v / v_s) ** 2))))
        return rates

    def meets(t, x):
        return x[1] - v_belt

    meets.terminal, meets.direction = True, 1
    t, x = 0.0, np.array([0.0, 0.0])
    while t < until:  # the block lags behind the belt, until it has its speed
        run = solve_ivp(rates_with(-1), (t, until), x, method, events=meets, rtol=rtol, atol=rtol)
        t, x = run.t[-1], run.y[:, -1]
        if run.status == 1:  # it is carried along until the spring pulls it loose
            stays = max((mu_s * load / k - x[0]) / v_belt, 0)
            stays = min(stays, until - t)
            t, x = t + stays, np.array([x[0] + v_belt * stays, v_belt * (1 - 1e-15)])
    return x[0]


# --- papers/marques2018/roller_crank.yaml: absolute coordinates, multipliers, Baumgarte's terms -------------------------------------


def roller_crank(law, until, method, rtol):
    M = np.diag([0.12, 0.12, 0.002, 0.3, 0.3, 0.002, 0.1, 0.1, 0.001])
    Q = np.array([0, -0.12, 0, 0, -0.3, 0, 0, -0.1, 0]) * 9.81
    W = np.array([0, 0, 0, 0, 0, 0, 1, 0, 0.05])
    a, b, sigma0, sigma1 = 0.05, 0.15, 1e5, math.sqrt(1e5)
    K, right = np.zeros((16, 16)), np.zeros(16)
    K[:9, :9] = M
    J, solve = K[9:, :9], np.linalg.solve
    for i, j in ((0, 0), (1, 1), (2, 3), (3, 4), (4, 6), (5, 7), (6, 7)):
        J[i, j] = 1
    for i, j in ((2, 0), (3, 1), (4, 3), (5, 4)):
        J[i, j] = -1

    def rates(t, x):
        q, u = x[:9], x[9:18]
        c1, s1, c2, s2 = math.cos(q[2]), math.sin(q[2]), math.cos(q[5]), math.sin(q[5])
        J[0, 2], J[1, 2], J[2, 2], J[3, 2] = a * s1, -a * c1, a * s1, -a * c1
        J[2, 5], J[3, 5], J[4, 5], J[5, 5] = b * s2, -b * c2, b * s2, -b * c2
        value = np.array([q[0] - a * c1, q[1] - a * s1, q[3] - b * c2 - q[0] - a * c1, q[4] - b * s2 - q[1] - a * s1,
                          q[6] - q[3] - b * c2, q[7] - q[4] - b * s2, q[7] - 0.1])
        w, r = u[2] * u[2], u[5] * u[5]
        bias = np.array([a * c1 * w, a * s1 * w, b * c2 * r + a * c1 * w, b * s2 * r + a * s1 * w, b * c2 * r, b * s2 * r, 0])
        K[:9, 9:] = -J.T
        right[9:] = -bias - 10 * (J @ u) - 25 * value
        v = u[6] + 0.05 * u[8]
        if law == "coulomb":
            K[:9, 15] += 0.1 * max(-1, min(1, v / 1e-3)) * W
            right[:9] = Q
            return np.concatenate((u, solve(K, right)[:9]))
        z = x[18]
        right[:9] = Q - sigma0 * z * W
        limit = abs(solve(K, right)[15]) * (0.1 + 0.05 * math.exp(-((v / 1e-3) ** 2)))
        zdot = v - sigma0 * abs(v) * z / max(limit, 1e-9)
        right[:9] = Q - (sigma0 * z + sigma1 * zdot) * W
        return np.concatenate((u, solve(K, right)[:9], (zdot,)))

    x = [0, 0.05, math.pi / 2, 0.15, 0.1, 0, 0.3, 0.1, 0, -0.2, 0, 4, -0.4, 0, 0, -0.4, 0, 8] + [0] * (law != "coulomb")
    atol = np.full(len(x), rtol)
    if law != "coulomb":
        atol[18] = 1e-5 * rtol  # bristles are of this size, in m
    return solve_ivp(rates, (0, until), x, method, rtol=rtol, atol=atol).y[11, -1]


# --- examples/slider_crank_loose.yaml with a point contact: angle of the rod and position of the piston; the crank turns evenly ----------


LOOSE = "wristpin.normal={law: lankarani_nikravesh, stiffness: 5e11, restitution: 0.9}"


def loose_pin(until, method, rtol):
    R, l, m, inertia, M, g = 0.05, 0.15, 0.2, 4e-4 + 0.2 * 0.075**2, 0.15, 9.81
    omega, r, play, K, loss, mu, k = 2000 * math.pi / 30, 0.01, 50e-6, 5e11, 0.75 * (1 - 0.9**2), 0.08, 100
    cos, sin = math.cos, math.sin

    def apart(t, y):  # from the bore's centre to the pin's, and its rate
        c, s, ct, st = cos(y[0]), sin(y[0]), cos(omega * t), sin(omega * t)
        dx, dy = y[1] - R * ct - l * c, -R * st - l * s
        return c, s, ct, st, dx, dy, y[3] + R * omega * st + l * s * y[2], -R * omega * ct - l * c * y[2], math.hypot(dx, dy)

    def rates_with(approach):
        def rates(t, y):
            c, s, ct, st, dx, dy, vx, vy, d = apart(t, y)
            turn, push = l / 2 * m * (R * omega * omega * (st * c - ct * s) - g * c), 0.0
            if approach > 0 and d > play:
                nx, ny = dx / d, dy / d
                N = max(K * (d - play) ** 1.5 * (1 + loss * (nx * vx + ny * vy) / approach), 0)
                lever = r + 0.5 * (d + play)  # of the middle of the overlap, about the bore's centre
                F = -mu * N * math.tanh(k * (nx * vy - ny * vx - lever * y[2]))
                push = -N * nx - F * ny
                turn += l * (s * push + c * (N * ny - F * nx)) - F * lever
            return (y[2], y[3], turn / inertia, push / M)
        return rates

    def meets(t, y):
        return apart(t, y)[8] - play

    meets.terminal = True
    t, y, approach = 0.0, np.array([0.0, 0.2, -omega / 3, 0.0]), 0.0
    while t < until:  # impacts last 30 us: longer steps would not see where they end
        meets.direction = -1 if approach > 0 else 1
        run = solve_ivp(rates_with(approach), (t, until), y, method, events=meets, rtol=rtol, atol=1e-3 * rtol, max_step=5e-6)
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            _, _, _, _, dx, dy, vx, vy, d = apart(t, y)
            approach = 0.0 if approach > 0 else max((dx * vx + dy * vy) / d, 1e-4)
    return y[3]


@dataclass
class Problem:
    title: str
    model: str
    until: float
    channel: str
    changes: tuple
    target: float
    methods: tuple
    solve: object  # (until, method, rtol) -> the value of the channel at the end


LUGRE = ("floor.friction={law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.22776601683796 N s/m, "
         "load_from: elastic}")
ROLLER = "papers/marques2018/roller_crank.yaml"
ALL = [
    Problem("pendulum with pin friction", "examples/pendulum.yaml", 3, "bar.angle", (), 1e-6, ("RK45", "DOP853", "LSODA"),
            lambda until, method, rtol: pendulum(0.4, until, method, rtol)),
    Problem("belt", "examples/belt.yaml", 6, "block.x", (), 1e-7, ("RK45", "DOP853", "LSODA"), belt),
    Problem("roller-crank, Coulomb", ROLLER, 2, "crank.spin", (), 1e-6, ("RK45", "DOP853", "LSODA"),
            lambda until, method, rtol: roller_crank("coulomb", until, method, rtol)),
    Problem("roller-crank, LuGre", ROLLER, 2, "crank.spin", (LUGRE,), 1e-6, ("LSODA", "BDF"),
            lambda until, method, rtol: roller_crank("lugre", until, method, rtol)),
    Problem("loose wrist pin", "examples/slider_crank_loose.yaml", 2e-3, "piston.vx", (LOOSE,), 1e-6, ("RK45", "DOP853", "LSODA"), loose_pin),
]


class Scipy:
    def __init__(self, problem, method):
        self.problem, self.method = problem, method
        self.rungs = [10.0 ** (-0.5 * k) for k in range(8, 25)]

    def run(self, rtol):
        begun = time.process_time()
        value = self.problem.solve(self.problem.until, self.method, rtol)
        return time.process_time() - begun, value
