"""noise.py - the stochastic friction of Andersson et al. 2007, eq. 21, once more: P(t), and a block that it pushes (RK4, 20 us)"""
from math import cos, pi, sqrt, tanh

M, BAND = 64, 0.5


def draws(seed):
    state, mask = seed, (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        x = state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        yield ((x ^ (x >> 31)) >> 11) * 2.0**-53


def process(amplitude, f, seed):
    numbers = draws(seed)
    waves = []
    for j in range(1, M + 1):
        u, r = next(numbers), next(numbers)
        waves.append((f * (1 - BAND + 2 * BAND * (j - 1 + u) / M), r))
    return lambda t: amplitude * sqrt(2 / M) * sum(cos(2 * pi * (fj * t + r)) for fj, r in waves)


def deviation(values):
    mean = sum(values) / len(values)
    return sqrt(sum((v - mean) ** 2 for v in values) / len(values))


P = process(0.05, 20, 7)
print("P(1), P(7.3), P(20):", P(1), P(7.3), P(20))
print("deviation over 20 s at 1 ms:", deviation([P(i * 1e-3) for i in range(20001)]))
Q = process(0.05, 200, 7)
print("over distance, wavelength 5 mm: P(0.1 m), P(1.234 m):", Q(0.1), Q(1.234))

x, v, h = 0.0, 0.0, 2e-5
rates = lambda t, x, v: (v, 100 * (0.05 - x) - 0.981 * tanh(1000 * v) - P(t))
for i in range(25000):
    t = i * h
    a = rates(t, x, v)
    b = rates(t + h / 2, x + h / 2 * a[0], v + h / 2 * a[1])
    c = rates(t + h / 2, x + h / 2 * b[0], v + h / 2 * b[1])
    d = rates(t + h, x + h * c[0], v + h * c[1])
    x += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
    v += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
print("coulomb_tanh, wall 0.05 m: x(0.5)", x, "v", v)
