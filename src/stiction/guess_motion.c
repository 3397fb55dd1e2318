/* guess_motion.c - a guess at the motion that begins: which interfaces slip, and in which direction
 *
 * With friction limits L that are given, the accelerations of rigid bodies make
 *
 *     1/2 a.M a - Q.a + sum L_f |slip_f(a)|
 *
 * least (Tresca friction), over all a that the joints allow. Its dual is a quadratic program with bounds, solved by sweeps over
 * the interfaces. Limits follow from the reactions, and reactions from the accelerations: both are iterated. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/guess_motion.h"
#include "stiction/tolerance.h"

enum {
    LOAD_ITERATIONS = 12, /* of limits and reactions */
    SWEEPS = 200          /* over the interfaces, under given limits */
};

typedef struct guess {
    const sti_statics *st;
    int d;
    double *Z;      /* d x n: motions, orthonormal in the masses */
    double *V;      /* interfaces x d: slip rates in these */
    double *drive;  /* d: Z Q */
    double *a;      /* d: accelerations */
    double *kappa;  /* interfaces: friction */
    double *limit;  /* interfaces: largest |kappa| */
    double *lambda; /* held: multipliers */
    double *n[4];   /* scratch for the multipliers, n or held numbers each */
} guess;

static double dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Appends a motion to the basis Z, made orthonormal in the masses (Gram and Schmidt, twice), unless it depends on
 * those there. */
static void take_motion(guess *g, const double *u)
{
    int n = g->st->n;
    double *z = g->Z + (size_t)g->d * (size_t)n, before = 0, after = 0;
    if (g->d == g->st->degrees) return;
    memcpy(z, u, (size_t)n * sizeof *z);
    for (int i = 0; i < n; i++)
        before += g->st->mass[i] * u[i] * u[i];
    for (int iteration = 0; iteration < 2; iteration++)
        for (int k = 0; k < g->d; k++) {
            double along = 0, *other = g->Z + (size_t)k * (size_t)n;
            for (int i = 0; i < n; i++)
                along += g->st->mass[i] * z[i] * other[i];
            for (int i = 0; i < n; i++)
                z[i] -= along * other[i];
        }
    for (int i = 0; i < n; i++)
        after += g->st->mass[i] * z[i] * z[i];
    if (!(after > tol_independent * before)) return;
    for (int i = 0; i < n; i++)
        z[i] /= sqrt(after);
    g->d++;
}

/* Sets Z, V and drive. */
static void find_basis(guess *g)
{
    const sti_statics *st = g->st;
    for (int m = 0; m < st->free_motions; m++)
        take_motion(g, st->free_motion + (size_t)m * (size_t)st->n);
    for (int m = 0; m < st->motions; m++)
        take_motion(g, st->motion[m].velocity);
    for (int z = 0; z < g->d; z++) {
        g->drive[z] = dot(g->Z + (size_t)z * (size_t)st->n, st->Q, st->n);
        for (int f = 0; f < st->interfaces; f++)
            for (int i = 0; i < st->n; i++)
                g->V[f * g->d + z] +=
                    st->A[i * st->columns + bri_slip_column(st, &st->interface[f])] * g->Z[z * st->n + i];
    }
}

/* Sets accelerations a and friction forces kappa under the present limits, by sweeps over the interfaces. */
static void accelerate(guess *g)
{
    memcpy(g->a, g->drive, (size_t)g->d * sizeof(double));
    for (int f = 0; f < g->st->interfaces; f++)
        for (int z = 0; z < g->d; z++)
            g->a[z] += g->kappa[f] * g->V[f * g->d + z];
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double changed = 0;
        for (int f = 0; f < g->st->interfaces; f++) {
            const double *v = g->V + (size_t)f * (size_t)g->d;
            double square = dot(v, v, g->d);
            if (!(square > tol_independent)) continue;
            double next = fmax(-g->limit[f], fmin(g->limit[f], g->kappa[f] - dot(v, g->a, g->d) / square));
            for (int z = 0; z < g->d; z++)
                g->a[z] += (next - g->kappa[f]) * v[z];
            changed = fmax(changed, fabs(next - g->kappa[f]));
            g->kappa[f] = next;
        }
        if (changed <= tol_guess) return;
    }
}

/* out = J^T in, or J in. */
static void times_joints(const sti_statics *st, const double *in, double *out, bool transposed)
{
    memset(out, 0, (size_t)(transposed ? st->n : st->held) * sizeof *out);
    for (int i = 0; i < st->n; i++)
        for (int h = 0; h < st->held; h++)
            out[transposed ? i : h] += st->A[i * st->columns + h] * in[transposed ? h : i];
}

/* Sets lambda: the least solution of J^T lambda = M a - Q - W^T kappa, by conjugate gradients. */
static void react(guess *g)
{
    const sti_statics *st = g->st;
    double *residual = g->n[0], *gradient = g->n[1], *direction = g->n[2], *image = g->n[3];
    for (int i = 0; i < st->n; i++) {
        residual[i] = -st->Q[i];
        for (int z = 0; z < g->d; z++)
            residual[i] += st->mass[i] * g->Z[z * st->n + i] * g->a[z];
        for (int f = 0; f < st->interfaces; f++)
            residual[i] -= st->A[i * st->columns + bri_slip_column(st, &st->interface[f])] * g->kappa[f];
    }
    memset(g->lambda, 0, (size_t)st->held * sizeof(double));
    times_joints(st, residual, gradient, false);
    memcpy(direction, gradient, (size_t)st->held * sizeof(double));
    double square = dot(gradient, gradient, st->held), first = square;
    for (int iteration = 0; iteration < 2 * st->held && square > tol_guess_residual * first; iteration++) {
        times_joints(st, direction, image, true);
        double step = square / dot(image, image, st->n);
        for (int h = 0; h < st->held; h++)
            g->lambda[h] += step * direction[h];
        for (int i = 0; i < st->n; i++)
            residual[i] -= step * image[i];
        times_joints(st, residual, gradient, false);
        double next = dot(gradient, gradient, st->held);
        for (int h = 0; h < st->held; h++)
            direction[h] = gradient[h] + next / square * direction[h];
        square = next;
    }
}

/* |N| or |R| of a patch by lambda. */
static double load_of(const guess *g, const sti_patch *c)
{
    const sti_statics *st = g->st;
    const sys_joint *joint = &st->system->joint[st->system->interface[st->interface[c->interface].index].joint];
    double load[2] = {0};
    for (int h = 0; h < joint->held; h++)
        load[c->load == STI_LOAD_RADIAL && h == 1] += c->by[h] * g->lambda[joint->row + h];
    return c->load == STI_LOAD_GIVEN ? 0 : hypot(load[0], load[1]);
}

/* Sets the limits of the interfaces by the loads of lambda. */
static void set_limits(guess *g, bool sliding)
{
    const sti_statics *st = g->st;
    memset(g->limit, 0, (size_t)st->interfaces * sizeof(double));
    for (int c = 0; c < st->patches; c++) {
        const double *by = sliding ? st->patch[c].sliding_force : st->patch[c].static_limit;
        int f = st->patch[c].interface;
        double measure = st->patch[st->interface[f].patch].measure[0]; /* kappa is of the column of the slip */
        g->limit[f] += measure * (by[0] + by[1] * load_of(g, &st->patch[c]));
    }
}

bri_status bri_guess_motion(const sti_statics *st, bool sliding, double *slip, bri_error *err)
{
    size_t n = (size_t)st->n + 1, d = (size_t)st->degrees + 1, k = (size_t)st->interfaces + 1,
           held = (size_t)st->held + 1;
    size_t wide = n > held ? n : held;
    double *room = calloc((d + 1) * n + k * d + 2 * d + 2 * k + held + 4 * wide, sizeof *room), fastest = 0;
    if (!room) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    assert(st->motion);
    guess g = {.st = st, .Z = room};
    g.V = g.Z + (d + 1) * n;
    g.drive = g.V + k * d;
    g.a = g.drive + d;
    g.kappa = g.a + d;
    g.limit = g.kappa + k;
    g.lambda = g.limit + k;
    g.n[0] = g.lambda + held;
    for (int i = 1; i < 4; i++)
        g.n[i] = g.n[i - 1] + wide;
    find_basis(&g);
    for (int iteration = 0; iteration < LOAD_ITERATIONS; iteration++) {
        accelerate(&g);
        react(&g);
        set_limits(&g, sliding);
    }
    accelerate(&g);
    for (int f = 0; f < st->interfaces; f++) {
        slip[f] = dot(g.V + (size_t)f * (size_t)g.d, g.a, g.d);
        fastest = fmax(fastest, fabs(slip[f]));
    }
    for (int f = 0; f < st->interfaces; f++)
        if (fabs(slip[f]) <= tol_guess_slip * fastest || fabs(slip[f]) <= tol_zero) slip[f] = 0;
    free(room);
    return BRI_OK;
}
