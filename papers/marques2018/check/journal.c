/* journal.c - the journal bearing of Marques et al. 2018, section 5, once more, by another way
 *
 *     cc -O2 -o journal journal.c -lm && ./journal [SECONDS] [between] [brown_mcphee|modified_reset|modified_carry|lugre]...
 *
 * Polar coordinates of the journal's centre in contact, angle psi from below: depth d = rho - c,
 *     d''  = vt^2/rho + g cos(psi) - N/m,     vt' = F/m - g sin(psi) - d' vt/rho,     I w' = A F,     slip v = vt + A w
 * with the arm A = R of eq. 24, or, after the word between, A = R - d/2, in the middle of the overlap. In flight a parabola, whose end on the clearance circle is found by bisection. Contact by extrapolation of the midpoint
 * rule (Gragg, Bulirsch, Stoer) at 1e-12; its end by shortening the last step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    D,
    DD,
    PSI,
    VT,
    W,
    Z,
    BLOWS,
    RUBBED,
    SIZE
};
typedef double state[SIZE];

static const double m = 0.05, I = 2.45e-6, g = 9.81, R = 9.9e-3, c = 1e-4, e = 0.9, v_min = 1e-4;
static const double mu_k = 0.1, mu_s = 0.15, v_s = 1e-3, sigma0 = 1e5, sigma1 = 316.22776601683796;
static double K, N_e, G_min = 1e-9, v0, tolerance = 1e-12, longest = 2e-7;
static enum {
    BROWN,
    MODIFIED,
    LUGRE
} law;
static int carry;
static double deep; /* share of the depth by which the arm of friction is shorter than R */

static double normal(const double *y)
{
    if (y[D] <= 0) return 0;
    double N = K * pow(y[D], 1.5) * (1 + 0.75 * (1 - e * e) * y[DD] / v0);
    return N > 0 ? N : 0;
}

static double arm(const double *y) { return R - deep * y[D]; }

static double friction(const double *y, double N, double *zdot) /* on the journal, along t */
{
    double v = y[VT] + arm(y) * y[W], x = v / v_s;
    double gs = mu_k + (mu_s - mu_k) * exp(-x * x);
    *zdot = 0;
    if (law == BROWN) {
        double q = x * x / 4 + 0.75;
        return -N * (mu_k * tanh(4 * x) + (mu_s - mu_k) * x / (q * q));
    }
    double G = law == MODIFIED ? N_e * gs : fmax(N * gs, G_min);
    *zdot = v - sigma0 * fabs(v) * y[Z] / G;
    double F = -(sigma0 * y[Z] + sigma1 * *zdot);
    return law == MODIFIED ? F * N / N_e : F;
}

static void rates(const double *y, double *out)
{
    double zdot, N = normal(y), F = friction(y, N, &zdot), rho = c + y[D], turn = y[VT] / rho;
    double elastic = y[D] > 0 ? K * pow(y[D], 1.5) : 0;
    out[D] = y[DD];
    out[DD] = y[VT] * turn + g * cos(y[PSI]) - N / m;
    out[PSI] = turn;
    out[VT] = F / m - g * sin(y[PSI]) - y[DD] * turn;
    out[W] = arm(y) * F / I;
    out[Z] = zdot;
    out[BLOWS] = (N - elastic) * y[DD];
    out[RUBBED] = -F * (y[VT] + arm(y) * y[W]);
}

static void gragg(const double *y, const double *f0, double h, int steps, double *out)
{
    state a, b, f, n;
    double s = h / steps;
    memcpy(a, y, sizeof a);
    for (int i = 0; i < SIZE; i++)
        b[i] = y[i] + s * f0[i];
    for (int k = 1; k < steps; k++) {
        rates(b, f);
        for (int i = 0; i < SIZE; i++)
            n[i] = a[i] + 2 * s * f[i];
        memcpy(a, b, sizeof a);
        memcpy(b, n, sizeof b);
    }
    rates(b, f);
    for (int i = 0; i < SIZE; i++)
        out[i] = 0.5 * (a[i] + b[i] + s * f[i]);
}

static double step(const double *y, double h, double *out)
{
    enum {
        ROWS = 7
    };
    static const state size = {1e-6, 0.05, 1, 0.05, 5, 1e-6, 1e-4, 1e-4};
    state row[ROWS][ROWS], f0;
    double error = HUGE_VAL;
    rates(y, f0);
    for (int j = 0; j < ROWS; j++) {
        gragg(y, f0, h, 2 * (j + 1), row[j][0]);
        for (int k = 1; k <= j; k++) {
            double r = (double)(j + 1) / (j + 1 - k), q = r * r - 1;
            for (int i = 0; i < SIZE; i++)
                row[j][k][i] = row[j][k - 1][i] + (row[j][k - 1][i] - row[j - 1][k - 1][i]) / q;
        }
        memcpy(out, row[j][j], sizeof(state));
        if (j < 2) continue;
        error = 0;
        for (int i = 0; i < SIZE; i++)
            error = fmax(error, fabs(row[j][j][i] - row[j][j - 1][i]) / (size[i] * tolerance));
        if (!(error == error)) return HUGE_VAL;
        if (error < 1) return error;
    }
    return error;
}

typedef struct tally {
    double ratio, ratio_time, ratio_v, later, later_time, largest, when, friction;
    long begun;
} tally;

static void watch(const double *y, double t, tally *s)
{
    double zdot, N = normal(y), F = friction(y, N, &zdot);
    if (N > s->largest) s->largest = N, s->when = t, s->friction = F;
    if (N > 0 && s->begun > 1 && fabs(F) / N > s->later) s->later = fabs(F) / N, s->later_time = t;
    if (N > 0 && fabs(F) / N > s->ratio) s->ratio = fabs(F) / N, s->ratio_time = t, s->ratio_v = y[VT] + R * y[W];
}

/* Until it parts (1) or the time is up (0). */
static int touch(double *t, double end, double *y, tally *s)
{
    double h = 1e-10, begun = *t;
    v0 = fmax(y[DD], v_min);
    watch(y, *t, s);
    for (;;) {
        state new;
        double by = fmin(fmin(h, longest), end - *t), error = step(y, by, new);
        if (error > 1 && by > 1e-17) {
            h = 0.5 * by;
            continue;
        }
        if (new[D] < 0 && *t > begun) {
            double lo = 0, hi = by;
            for (int i = 0; i < 70; i++) {
                double mid = 0.5 * (lo + hi);
                step(y, mid, new);
                if (new[D] < 0)
                    hi = mid;
                else
                    lo = mid;
            }
            step(y, lo, new);
            memcpy(y, new, sizeof new);
            *t += lo;
            y[D] = 0;
            return 1;
        }
        memcpy(y, new, sizeof new);
        *t += by;
        watch(y, *t, s);
        h = by * (error < 0.1 ? 1.5 : 1.1);
        if (*t >= end) return 0;
    }
}

/* A parabola from (x, y) until the clearance circle; 0: the time is up. */
static int fly(double *t, double end, double p[4])
{
    double lo = 0, hi = 0;
    for (;;) { /* coarse steps, fine enough for the shortest hop */
        double speed = hypot(p[2], p[3]) + g * hi, by = fmax(1e-9, fmin(1e-5, 0.02 * c / (speed + 1e-9)));
        by = fmin(by, 0.05 * (2 * (hypot(p[2], p[3]) + 1e-6) / g));
        lo = hi;
        hi += by;
        double x = p[0] + p[2] * hi, y = p[1] + p[3] * hi - 0.5 * g * hi * hi, vx = p[2], vy = p[3] - g * hi;
        if (*t + hi > end) {
            hi = end - *t;
            x = p[0] + p[2] * hi, y = p[1] + p[3] * hi - 0.5 * g * hi * hi, vy = p[3] - g * hi;
            *t = end, p[0] = x, p[1] = y, p[2] = vx, p[3] = vy;
            return 0;
        }
        if (hypot(x, y) >= c && x * vx + y * vy > 0) break;
    }
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (lo + hi), x = p[0] + p[2] * mid, y = p[1] + p[3] * mid - 0.5 * g * mid * mid;
        double vy = p[3] - g * mid;
        if (hypot(x, y) >= c && x * p[2] + y * vy > 0)
            hi = mid;
        else
            lo = mid;
    }
    p[0] += p[2] * hi;
    p[1] += p[3] * hi - 0.5 * g * hi * hi;
    p[3] -= g * hi;
    *t += hi;
    return 1;
}

static double energy(const double p[4], double w, double depth) /* from the lowest place without depth */
{
    return 0.5 * m * (p[2] * p[2] + p[3] * p[3]) + 0.5 * I * w * w + m * g * (p[1] + c) +
           (depth > 0 ? 0.4 * K * pow(depth, 2.5) : 0);
}

static void run(const char *name, double end)
{
    double t = 0, p[4] = {0, 0, 0, 0}, stops[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2};
    state y = {0};
    tally s = {0};
    int next = 0, contact = 0, stages = (int)(sizeof stops / sizeof *stops);
    y[W] = -2 * M_PI;
    printf("%s: energy at first %.12g J\n", name, energy(p, y[W], 0));
    while (next < stages && stops[next] <= end + 1e-12) {
        double until = stops[next];
        if (!contact) {
            if (fly(&t, until, p)) {
                double rho = hypot(p[0], p[1]);
                contact = 1;
                y[D] = 0;
                y[PSI] = atan2(p[0], -p[1]);
                y[DD] = (p[0] * p[2] + p[1] * p[3]) / rho;
                /* t is n turned by 90 degrees: n = (sin, -cos), t = (cos, sin) */
                y[VT] = cos(y[PSI]) * p[2] + sin(y[PSI]) * p[3];
                if (!carry) y[Z] = 0;
                s.begun++;
                if (s.begun <= 4)
                    printf("   contact %ld at %.12g s, %.10g m/s, slip %.9g m/s, angle %.9g\n", s.begun, t, y[DD],
                           y[VT] + R * y[W], y[PSI]);
                if (s.begun == 2)
                    printf("   first impact: peak %.10g N at %.10g s, friction there %.9g N\n", s.largest, s.when,
                           s.friction);
            }
        }
        if (contact && t < until) contact = !touch(&t, until, y, &s);
        double rho = c + y[D], sn = sin(y[PSI]), cs = cos(y[PSI]);
        double q[4] = {rho * sn, -rho * cs, y[DD] * sn + y[VT] * cs, -y[DD] * cs + y[VT] * sn};
        if (!contact && t < until) memcpy(p, q, sizeof p);
        if (t >= until) {
            if (contact) memcpy(p, q, sizeof p);
            printf("   %g s: x %.10g y %.10g m, spin %.10g rad/s, energy %.9g J, blows %.9g rubbed %.9g J, %ld begun, "
                   "%s\n",
                   until, p[0], p[1], y[W], energy(p, y[W], contact ? y[D] : 0), y[BLOWS], y[RUBBED], s.begun,
                   contact ? "touching" : "flying");
            fflush(stdout);
            next++;
        }
    }
    printf("   first impact, or largest: friction %.9g N; after the first impact |F|/N up to %.9g at %.9g s\n",
           s.friction, s.later, s.later_time);
    printf("   largest N %.10g N at %.10g s (%.6g of the weight), largest |F|/N %.9g at %.9g s, slip %.6g\n", s.largest,
           s.when, s.largest / (m * g), s.ratio, s.ratio_time, s.ratio_v);
}

int main(int count, char **word)
{
    double sigma = (1 - 0.09) / 207e9, end = 2;
    K = 4 / (3 * 2 * sigma) * sqrt(10e-3 * 9.9e-3 / 1e-4);
    N_e = m * g;
    printf("K = %.12g N/m^1.5; first contact %.12g s at %.10g m/s\n", K, sqrt(2 * c / g), sqrt(2 * g * c));
    for (int i = 1; i < count; i++) {
        if (strtod(word[i], NULL) > 0) {
            end = strtod(word[i], NULL);
            continue;
        }
        if (!strcmp(word[i], "between")) {
            deep = 0.5;
            continue;
        }
        law = !strcmp(word[i], "brown_mcphee") ? BROWN : !strcmp(word[i], "lugre") ? LUGRE : MODIFIED;
        carry = !strcmp(word[i], "modified_carry");
        run(word[i], end);
    }
    return 0;
}
