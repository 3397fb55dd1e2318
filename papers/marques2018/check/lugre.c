/* lugre.c - the roller-crank with LuGre's law once more, by Runge-Kutta 4 with tiny steps; equations as in roller_crank.m
 *
 *     cc -O2 lugre.c -o lugre -lm && ./lugre coupled 2e-7 && ./lugre elastic 2e-7 && ./lugre scaled 2e-7
 *
 * prints where it ends (coupled: where the load's quadratic has no root), the largest |F|/N before 1.28 s, before 1.29 s
 * and at all, and the least and largest N. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COUPLED,
    ELASTIC,
    SCALED
};
static const double m1 = 0.12, m2 = 0.3, m3 = 0.1, I1 = 0.002, I2 = 0.002, I3 = 0.001, l1 = 0.1, l2 = 0.3, r = 0.05;
static const double g = 9.81, s0 = 1e5;
static int form;
static double N, F;

static int rates(const double *x, double *d)
{
    double S1 = sin(x[0]), C1 = cos(x[0]), S2 = sin(x[1]), C2 = cos(x[1]), u1 = x[3], u2 = x[4], z = x[6];
    double s1 = sqrt(1e5), a11 = I1 + m1 * l1 * l1 / 4 + (m2 + m3) * l1 * l1,
           a22 = I2 + m2 * l2 * l2 / 4 + m3 * l2 * l2;
    double a12 = (m2 / 2 + m3) * l1 * l2 * cos(x[0] - x[1]), c = (m2 / 2 + m3) * l1 * l2 * sin(x[0] - x[1]);
    double right[3][2] = {{-c * u2 * u2 - (m1 / 2 + m2 + m3) * g * l1 * C1, c * u1 * u1 - (m2 / 2 + m3) * g * l2 * C2},
                          {-l1 * S1, -l2 * S2}, /* of F, then of N */
                          {l1 * C1, l2 * C2}};
    double by[3][2], det = a11 * a22 - a12 * a12;
    for (int i = 0; i < 3; i++) {
        by[i][0] = (right[i][0] * a22 - right[i][1] * a12) / det;
        by[i][1] = (a11 * right[i][1] - a12 * right[i][0]) / det;
    }
    double *Y = right[2], y_n = Y[0] * by[2][0] + Y[1] * by[2][1];
    double a = -(Y[0] * by[0][0] + Y[1] * by[0][1] - l1 * S1 * u1 * u1 - l2 * S2 * u2 * u2) / y_n;
    double b = -(Y[0] * by[1][0] + Y[1] * by[1][1]) / y_n; /* N = a + b F */
    double v = -l1 * S1 * u1 - l2 * S2 * u2 + r * x[5], G = 0.1 + 0.05 * exp(-v * v / 1e-6), load = 1;
    if (form == COUPLED) {
        double p = a - b * (s0 * z + s1 * v), disc = p * p / 4 + b * s1 * s0 * fabs(v) * z / G;
        if (disc < 0) return 0;
        load = p / 2 + sqrt(disc);
    } else if (form == ELASTIC) {
        load = a - b * s0 * z;
    }
    d[6] = v - s0 * fabs(v) * z / (G * load);
    F = -(s0 * z + s1 * d[6]);
    if (form == SCALED) F = F * a / (1 - b * F);
    N = a + b * F;
    d[0] = u1, d[1] = u2, d[2] = x[5], d[5] = r * F / I3;
    for (int i = 0; i < 2; i++)
        d[3 + i] = by[0][i] + by[1][i] * F + by[2][i] * N;
    return 1;
}

int main(int count, char **word)
{
    double h = count > 2 ? atof(word[2]) : 2e-7, x[7] = {1.5707963267948966, 0, 0, 4, 0, 8, 0}, k[4][7], y[7];
    double ratio[3] = {0}, low = INFINITY, high = 0;
    long step = 0, last = lround(2 / h);
    static const double share[4] = {0, 0.5, 0.5, 1};
    form = count > 1 && !strcmp(word[1], "elastic")  ? ELASTIC
           : count > 1 && !strcmp(word[1], "scaled") ? SCALED
                                                     : COUPLED;
    for (; step < last; step++) {
        int stage = 0;
        for (; stage < 4; stage++) {
            for (int i = 0; i < 7; i++)
                y[i] = x[i] + (stage ? share[stage] * h * k[stage - 1][i] : 0);
            if (!rates(y, k[stage])) break;
            if (stage) continue;
            double t = (double)step * h, now = fabs(F / N);
            low = fmin(low, N), high = fmax(high, N);
            if (t < 1.28) ratio[0] = fmax(ratio[0], now);
            if (t < 1.29) ratio[1] = fmax(ratio[1], now);
            ratio[2] = fmax(ratio[2], now);
        }
        if (stage < 4) break;
        for (int i = 0; i < 7; i++)
            x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    printf("ends at %.7f s, crank %.7f; F/N %.6f %.6f %.6f; N %.6f to %.6f\n", (double)step * h, x[0], ratio[0],
           ratio[1], ratio[2], low, high);
}
