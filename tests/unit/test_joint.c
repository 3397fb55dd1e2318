/* test_joint.c - every kind of joint and force: rows against differences, geometry, virtual work
 *
 * Differences are taken along q' = u with u constant: q(t + h) = q + h u. */
#include "test.h"

#include "bristle/bristle.h"
#include "force/force.h"
#include "joint/joint.h"
#include "kind/record.h"
#include "signal/signal.h"

enum {
    ROUNDS = 200
};
static const double h = 1e-5; /* of differences */

#define JOINT(name) extern const bri_joint_kind bri_joint_##name;
#include "joint/joints.def"
#undef JOINT
#define FORCE(name) extern const bri_force_kind bri_force_##name;
#include "force/forces.def"
#undef FORCE

/* --- a joint somewhere between two or three bodies --------------------------------------------------------------- */

typedef struct place {
    double q[BRI_ENDS][BRI_DOF], u[BRI_ENDS][BRI_DOF];
    bool is_ground[BRI_ENDS];
    bri_end end[BRI_ENDS];
    int count;
} place;

static void put_anywhere(uint64_t *random, place *p, int count, bool with_ground)
{
    memset(p, 0, sizeof *p);
    p->count = count;
    for (int e = 0; e < count; e++) {
        p->is_ground[e] = with_ground && e == 0;
        for (int i = 0; i < BRI_DOF && !p->is_ground[e]; i++) {
            p->q[e][i] = random_between(random, -3, 3);
            p->u[e][i] = random_between(random, -2, 2);
        }
        p->end[e] = (bri_end){.name = "body.point",
                              .frame = bri_frame_of(p->q[e], p->u[e]),
                              .point = {random_between(random, -1, 1), random_between(random, -1, 1)},
                              .radius = random_between(random, 0.1, 1)};
    }
}

static void frames_after(const place *p, double dt, bri_frame frame[BRI_ENDS], const bri_frame *frames[BRI_ENDS])
{
    for (int e = 0; e < BRI_ENDS; e++) {
        double q[BRI_DOF];
        for (int i = 0; i < BRI_DOF; i++)
            q[i] = p->q[e][i] + dt * p->u[e][i];
        frame[e] = bri_frame_of(q, p->u[e]);
        frames[e] = e < p->count ? &frame[e] : NULL;
    }
}

static double rate_of(const bri_motion *motion, const place *p)
{
    const double *u[BRI_ENDS];
    for (int e = 0; e < BRI_ENDS; e++)
        u[e] = p->is_ground[e] ? NULL : p->u[e];
    return bri_motion_rate(motion, u, p->count) + motion->drift;
}

/* Where a point of a body is, and how fast. */
static void spot(const place *p, int e, const double local[2], double at[2], double v[2])
{
    double c = cos(p->q[e][2]), s = sin(p->q[e][2]),
           arm[2] = {c * local[0] - s * local[1], s * local[0] + c * local[1]};
    for (int i = 0; i < 2; i++)
        at[i] = p->q[e][i] + arm[i];
    v[0] = p->u[e][0] - p->u[e][2] * arm[1];
    v[1] = p->u[e][1] + p->u[e][2] * arm[0];
}

/* --- joints ------------------------------------------------------------------------------------------------------ */

/* Room for the parameters of any joint: bodies first, then vectors and lengths as its table says. */
typedef union parameters {
    double room[128];
    bri_names names;
} parameters;

static void choose_parameters(const bri_kind *kind, uint64_t *random, parameters *p)
{
    memset(p, 0, sizeof *p);
    for (const bri_param *row = kind->params; row->name; row++) {
        double *at = bri_row_at(row, p);
        if (row->type == BRI_REAL) *at = random_between(random, 0.2, 0.9);
        if (row->type == BRI_CHOICE && !strcmp(row->name, "contact_point"))
            *(int *)(void *)at = (int)random_between(random, 0, 4);
        if (row->type == BRI_VECTOR && !strcmp(row->unit, "1")) {
            at[0] = random_between(random, -1, 1);
            at[1] = random_between(random, 0.1, 1);
        } else if (row->type == BRI_VECTOR) {
            at[0] = random_between(random, -1, 1);
            at[1] = random_between(random, -1, 1);
        }
    }
}

static int bodies_of(const bri_kind *kind) { return (int)kind->params[0].max; } /* its names: as many as it takes */

/* The contact_point of a joint with gaps. */
static int contact_point_of(const bri_joint_kind *kind, const parameters *params)
{
    const bri_param *row = bri_param_find(&kind->kind, "contact_point");
    return row ? *(const int *)bri_row_at(row, (void *)(size_t)params) : BRI_AT_MIDDLE;
}

typedef struct motions {
    bri_motion held[BRI_HELD_MAX], freed[BRI_FREED_MAX];
    bri_patch patch[BRI_PATCHES_MAX];
    bri_gap gap[BRI_GAPS_MAX];
} motions;

static const double pull[BRI_HELD_MAX] = {3, -2, 1}; /* multipliers */

/* A driver follows 0.3 + 0.7 t - 0.4 t^2. */
static void motions_after(const bri_joint_kind *kind, const parameters *params, const bri_site *site, const place *p,
                          double dt, motions *out)
{
    bri_frame frame[BRI_ENDS];
    const bri_frame *frames[BRI_ENDS];
    double drive[3] = {0.3 + 0.7 * dt - 0.4 * dt * dt, 0.7 - 0.8 * dt, -0.8};
    memset(out, 0, sizeof *out);
    frames_after(p, dt, frame, frames);
    if (kind->motions) kind->motions(params, site, frames, drive, out->held, out->freed);
    if (kind->gap) kind->gap(params, site, frames, out->gap);
    if (kind->patch) kind->patch(params, site, frames, out->freed, pull, out->patch);
}

static void check_row(const bri_motion *now, const bri_motion *before, const bri_motion *after, const place *p,
                      const char *kind, const char *row)
{
    double rate = (after->value - before->value) / (2 * h), bias = (rate_of(after, p) - rate_of(before, p)) / (2 * h);
    if (fabs(rate_of(now, p) - rate) > 1e-7 * (1 + fabs(rate)))
        fail_msg("%s, %s: rate %.12g, by differences %.12g", kind, row, rate_of(now, p), rate);
    if (fabs(now->bias - bias) > 1e-6 * (1 + fabs(bias)))
        fail_msg("%s, %s: bias %.12g, by differences %.12g", kind, row, now->bias, bias);
}

typedef void check_joint(const bri_joint_kind *kind, const parameters *params, const bri_site *site, const place *p);

static void for_joints(void **state, bool with_ground, check_joint *check)
{
    const bri_joint_kind *kind = *state;
    uint64_t random = 7;
    for (int round = 0; round < ROUNDS; round++) {
        place p;
        parameters params;
        bri_site site = {0};
        bri_error err = {0};
        put_anywhere(&random, &p, bodies_of(&kind->kind), with_ground);
        choose_parameters(&kind->kind, &random, &params);
        if (round % 2)
            for (int e = 0; e < p.count; e++)
                p.end[e].point[0] = p.end[e].point[1] = NAN;
        if (kind->place(&params, p.end, p.count, &site, &err)) fail_msg("%s", err.what);
        check(kind, &params, &site, &p);
    }
}

/* Does a gap have a direction in which its surfaces could touch? A journal in the middle of its bore has none: before and
 * after, it lies on other sides. */
static bool has_direction(const bri_joint_kind *kind, const parameters *params, const bri_site *site, const place *p,
                          int gap)
{
    motions before, after;
    double at[2][2], v[2];
    motions_after(kind, params, site, p, -h, &before);
    motions_after(kind, params, site, p, h, &after);
    const double *a = before.gap[gap].normal.end[1], *b = after.gap[gap].normal.end[1];
    if (a[0] * b[0] + a[1] * b[1] > 0) return true;
    for (int e = 0; e < 2; e++)
        spot(p, e, site->point[e], at[e], v);
    assert_true(hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]) < 1e-9);
    return false;
}

static void rows_follow_differences(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                    const place *p)
{
    motions now, before, after;
    motions_after(kind, params, site, p, 0, &now);
    motions_after(kind, params, site, p, -h, &before);
    motions_after(kind, params, site, p, h, &after);
    for (int i = 0; i < bri_rows(kind->held); i++)
        check_row(&now.held[i], &before.held[i], &after.held[i], p, kind->kind.name, kind->held[i].name);
    for (int i = 0; i < bri_rows(kind->freed); i++)
        check_row(&now.freed[i], &before.freed[i], &after.freed[i], p, kind->kind.name, kind->freed[i].name);
    for (int i = 0; i < bri_rows(kind->gaps); i++) {
        if (!has_direction(kind, params, site, p, i)) continue;
        check_row(&now.gap[i].normal, &before.gap[i].normal, &after.gap[i].normal, p, kind->kind.name, "normal");
        /* how far round surfaces have slid is no function of where they are */
        before.gap[i].slide.value = -h * rate_of(&now.gap[i].slide, p);
        after.gap[i].slide.value = h * rate_of(&now.gap[i].slide, p);
        check_row(&now.gap[i].slide, &before.gap[i].slide, &after.gap[i].slide, p, kind->kind.name, "slide");
    }
}

static void rates_and_biases_are_derivatives(void **state) { for_joints(state, false, rows_follow_differences); }
static void rates_and_biases_are_derivatives_on_the_ground(void **state)
{
    for_joints(state, true, rows_follow_differences);
}

/* A force between two bodies leaves their linear momentum and, taken about any point, their angular momentum as it was.
 * gap: of its two points of attack, where a constraint that is not met holds them apart. */
static void check_balance(const bri_motion *row, const place *p, const double gap[2], const char *kind,
                          const char *name)
{
    double x = 0, y = 0, turn = 0;
    for (int e = 0; e < p->count; e++) {
        x += row->end[e][0];
        y += row->end[e][1];
        turn += row->end[e][2] + p->q[e][0] * row->end[e][1] - p->q[e][1] * row->end[e][0];
    }
    turn -= gap[0] * row->end[1][1] - gap[1] * row->end[1][0];
    if (fabs(x) + fabs(y) + fabs(turn) > 1e-12)
        fail_msg("%s, %s: a force of %g, %g, %g is left over", kind, name, x, y, turn);
}

static void rows_balance(const bri_joint_kind *kind, const parameters *params, const bri_site *site, const place *p)
{
    motions now;
    double a[2], b[2], v[2];
    motions_after(kind, params, site, p, 0, &now);
    spot(p, 0, site->point[0], a, v);
    spot(p, 1, site->point[1], b, v);
    bool is_pin = bri_rows(kind->held) > 1 && fabs(now.held[0].value - (b[0] - a[0])) < 1e-12 &&
                  fabs(now.held[1].value - (b[1] - a[1])) < 1e-12;
    double gap[2] = {is_pin ? b[0] - a[0] : 0, is_pin ? b[1] - a[1] : 0};
    for (int i = 0; i < bri_rows(kind->held); i++)
        check_balance(&now.held[i], p, gap, kind->kind.name, kind->held[i].name);
    for (int i = 0; i < bri_rows(kind->freed); i++)
        check_balance(&now.freed[i], p, gap, kind->kind.name, kind->freed[i].name);
    for (int i = 0; i < bri_rows(kind->patches); i++)
        check_balance(&now.patch[i].row[0], p, gap, kind->kind.name, kind->patches[i].name);
    for (int i = 0; i < bri_rows(kind->gaps); i++) {
        if (!has_direction(kind, params, site, p, i)) continue;
        check_balance(&now.gap[i].normal, p, (const double[2]){0, 0}, kind->kind.name, "normal");
        double depth = contact_point_of(kind, params) == BRI_AT_SURFACES ? now.gap[i].normal.value : 0;
        const double *n = now.gap[i].normal.end[1], apart[2] = {depth * n[0], depth * n[1]};
        check_balance(&now.gap[i].slide, p, apart, kind->kind.name, "slide");
    }
}

static void efforts_are_internal(void **state) { for_joints(state, false, rows_balance); }

/* What a rub does with the velocities that the held rows allow, its freed motion does as well. Velocities are taken
 * off the held rows by projection, with unit masses. */
static void hold_velocities(const bri_motion *held, int count, place *p)
{
    for (int turn = 0; turn < 2000; turn++)
        for (int i = 0; i < count; i++) {
            double square = 0, rate = 0;
            for (int e = 0; e < p->count; e++)
                for (int d = 0; d < BRI_DOF && !p->is_ground[e]; d++) {
                    square += held[i].end[e][d] * held[i].end[e][d];
                    rate += held[i].end[e][d] * p->u[e][d];
                }
            for (int e = 0; e < p->count; e++)
                for (int d = 0; d < BRI_DOF && !p->is_ground[e]; d++)
                    p->u[e][d] -= rate / square * held[i].end[e][d];
        }
}

static void rubs_slide_as_freed(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                const place *p)
{
    motions now;
    place on = *p;
    if (!kind->patch || kind->driver) return;
    motions_after(kind, params, site, &on, 0, &now);
    hold_velocities(now.held, bri_rows(kind->held), &on);
    motions_after(kind, params, site, &on, 0, &now);
    for (int i = 0; i < bri_rows(kind->patches); i++) {
        const bri_patch *patch = &now.patch[i];
        assert_true(patch->motion >= 0 && patch->motion < bri_rows(kind->freed));
        assert_true(patch->lever > 0);
        assert_close(rate_of(&patch->row[0], &on), rate_of(&now.freed[patch->motion], &on), 1e-9);
    }
}

static void rubs_agree_with_freed_motions(void **state) { for_joints(state, false, rubs_slide_as_freed); }

/* The load's slopes by the multipliers. */
static void loads_follow_differences(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                     const place *p)
{
    bri_frame frame[BRI_ENDS];
    const bri_frame *frames[BRI_ENDS];
    motions now;
    if (!kind->patch) return;
    motions_after(kind, params, site, p, 0, &now);
    frames_after(p, 0, frame, frames);
    for (int l = 0; l < bri_rows(kind->held); l++) {
        double less[BRI_HELD_MAX], more[BRI_HELD_MAX];
        bri_patch before[BRI_PATCHES_MAX], after[BRI_PATCHES_MAX];
        memcpy(less, pull, sizeof pull);
        memcpy(more, pull, sizeof pull);
        less[l] -= h;
        more[l] += h;
        kind->patch(params, site, frames, now.freed, less, before);
        kind->patch(params, site, frames, now.freed, more, after);
        for (int i = 0; i < bri_rows(kind->patches); i++)
            assert_close(now.patch[i].by_lambda[l], (after[i].load - before[i].load) / (2 * h), 1e-8);
    }
}

static void slopes_of_loads_are_derivatives(void **state) { for_joints(state, true, loads_follow_differences); }

/* Held and freed rows of the two bodies are independent: no motion is both held and free, none is held twice. */
static void rows_are_independent(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                 const place *p)
{
    motions now;
    double basis[BRI_HELD_MAX + BRI_FREED_MAX][BRI_ENDS * BRI_DOF];
    int held = bri_rows(kind->held), count = held + bri_rows(kind->freed);
    motions_after(kind, params, site, p, 0, &now);
    for (int i = 0; i < count; i++) {
        const bri_motion *row = i < held ? &now.held[i] : &now.freed[i - held];
        double before = 0, left = 0;
        for (int k = 0; k < BRI_ENDS * BRI_DOF; k++) {
            basis[i][k] = row->end[k / BRI_DOF][k % BRI_DOF];
            before += basis[i][k] * basis[i][k];
        }
        for (int j = 0; j < i; j++) {
            double dot = 0;
            for (int k = 0; k < BRI_ENDS * BRI_DOF; k++)
                dot += basis[i][k] * basis[j][k];
            for (int k = 0; k < BRI_ENDS * BRI_DOF; k++)
                basis[i][k] -= dot * basis[j][k];
        }
        for (int k = 0; k < BRI_ENDS * BRI_DOF; k++)
            left += basis[i][k] * basis[i][k];
        assert_true(before > 0 && left > 1e-6 * before);
        for (int k = 0; k < BRI_ENDS * BRI_DOF; k++)
            basis[i][k] /= sqrt(left);
    }
    if (p->count == 2 && !kind->driver) assert_true(count <= 3);
}

static void held_and_freed_rows_are_independent(void **state) { for_joints(state, false, rows_are_independent); }

/* The line of a push is the line of a slide turned by 90 degrees, through one point, or one point of each body; the
 * velocities there of the bodies' matter differ by the slip, and each passes that point as fast as it is said to. */
static void gaps_slide_where_they_touch(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                        const place *p)
{
    motions now;
    motions_after(kind, params, site, p, 0, &now);
    for (int i = 0; i < bri_rows(kind->gaps); i++) {
        if (!has_direction(kind, params, site, p, i)) continue;
        const bri_motion *n = &now.gap[i].normal, *t = &now.gap[i].slide;
        double nx = n->end[1][0], ny = n->end[1][1], tx = t->end[1][0], ty = t->end[1][1];
        assert_close(nx * nx + ny * ny, 1, 1e-12);
        assert_close(tx * tx + ty * ty, 1, 1e-12);
        assert_close(nx * tx + ny * ty, 0, 1e-12);
        /* the arm of b to where both lines meet: cross(arm, n) and cross(arm, t) are known */
        double det = -ny * tx + nx * ty, ax = (n->end[1][2] * tx - t->end[1][2] * nx) / -det,
               ay = (n->end[1][2] * ty - t->end[1][2] * ny) / -det;
        bool surfaces = contact_point_of(kind, params) == BRI_AT_SURFACES;
        double depth = surfaces ? n->value : 0, v[2][2],
               at[2][2] = {{p->q[1][0] + ax - depth * nx, p->q[1][1] + ay - depth * ny},
                           {p->q[1][0] + ax, p->q[1][1] + ay}};
        for (int e = 0; e < 2; e++) {
            v[e][0] = p->u[e][0] - p->u[e][2] * (at[e][1] - p->q[e][1]);
            v[e][1] = p->u[e][1] + p->u[e][2] * (at[e][0] - p->q[e][0]);
        }
        assert_close(rate_of(t, p), tx * (v[1][0] - v[0][0]) + ty * (v[1][1] - v[0][1]), 1e-9);
        if (!surfaces || isinf(now.gap[i].radius[0])) /* two points on round surfaces part from each other */
            assert_close(now.gap[i].past[1] - now.gap[i].past[0], rate_of(t, p), 1e-9);
    }
}

static void gaps_slide_where_surfaces_touch(void **state) { for_joints(state, false, gaps_slide_where_they_touch); }

/* The arm of friction on each body about its mass centre, end[e][2], grows in proportion to where its point lies: on its own
 * surface, in the middle, on the other's; the two surfaces are the depth apart. */
static void points_are_across_the_overlap(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                          const place *p)
{
    const bri_param *row = bri_param_find(&kind->kind, "contact_point");
    motions at[4];
    parameters changed = *params;
    for (int k = 0; k < 4 && row; k++) {
        *(int *)bri_row_at(row, &changed) = k;
        motions_after(kind, &changed, site, p, 0, &at[k]);
    }
    for (int i = 0; i < bri_rows(kind->gaps) && row; i++) {
        if (!has_direction(kind, params, site, p, i)) continue;
        const bri_motion *n = &at[0].gap[i].normal;
        const double *t = at[0].gap[i].slide.end[1];
        double turn = n->end[1][0] * t[1] - n->end[1][1] * t[0], arm[4][2]; /* n x t = 1 or -1 */
        for (int k = 0; k < 4; k++)
            for (int e = 0; e < 2; e++)
                arm[k][e] = turn * (e ? 1 : -1) * at[k].gap[i].slide.end[e][2];
        for (int e = 0; e < 2; e++) {
            assert_close(arm[BRI_AT_SECOND][e] - arm[BRI_AT_FIRST][e], n->value, 1e-12);
            assert_close(arm[BRI_AT_MIDDLE][e], 0.5 * (arm[BRI_AT_FIRST][e] + arm[BRI_AT_SECOND][e]), 1e-12);
            assert_close(arm[BRI_AT_SURFACES][e], arm[e ? BRI_AT_SECOND : BRI_AT_FIRST][e], 1e-12);
        }
    }
}

static void contact_points_are_across_the_overlap(void **state)
{
    for_joints(state, false, points_are_across_the_overlap);
}

/* --- what each joint holds, from its geometry -------------------------------------------------------------------- */

static double param(const bri_joint_kind *kind, const parameters *params, const char *name)
{
    return *(double *)bri_row_at(bri_param_find(&kind->kind, name), params);
}

/* Values of the rows from points and directions written out here; along is fixed to the first body. */
static void rows_are_the_geometry(const bri_joint_kind *kind, const parameters *params, const bri_site *site,
                                  const place *p)
{
    const char *name = kind->kind.name;
    motions now;
    double a[2], b[2], va[2], vb[2], angle = p->q[1][2] - p->q[0][2], ca = cos(p->q[0][2]), sa = sin(p->q[0][2]);
    motions_after(kind, params, site, p, 0, &now);
    spot(p, 0, site->point[0], a, va);
    spot(p, 1, site->point[1], b, vb);
    double d[2] = {b[0] - a[0], b[1] - a[1]},
           t[2] = {ca * site->along[0] - sa * site->along[1], sa * site->along[0] + ca * site->along[1]};
    double slide = d[0] * t[0] + d[1] * t[1], across = -d[0] * t[1] + d[1] * t[0], far = hypot(d[0], d[1]);
    double eps = 1e-12;
    if (!strcmp(name, "revolute")) {
        assert_close(now.held[0].value, d[0], eps);
        assert_close(now.held[1].value, d[1], eps);
        assert_close(rate_of(&now.held[0], p), vb[0] - va[0], eps);
        assert_close(rate_of(&now.held[1], p), vb[1] - va[1], eps);
        assert_close(now.freed[0].value, angle, eps);
        assert_close(now.patch[0].load, hypot(pull[0], pull[1]), eps);
        assert_close(now.gap[0].normal.value, param(kind, params, "clearance") - far, eps);
    } else if (!strcmp(name, "translational")) {
        assert_close(now.held[0].value, across, eps);
        assert_close(now.held[1].value, angle, eps);
        assert_close(now.freed[0].value, slide, eps);
        double turned = angle - site->offset[1], half = 0.5 * param(kind, params, "height");
        for (int i = 0; i < 4; i++) { /* how far a corner is from the axis, and its face behind it */
            double side = i < 2 ? -1 : 1, front = (i % 2 ? -0.5 : 0.5) * param(kind, params, "length");
            double corner = across + front * sin(turned) + side * half * cos(turned);
            assert_close(now.gap[i].normal.value, half + param(kind, params, "clearance") - side * corner, eps);
        }
    } else if (!strcmp(name, "point_on_line")) {
        assert_close(now.held[0].value, across, eps);
        assert_close(now.freed[0].value, slide, eps);
        assert_close(now.freed[1].value, angle, eps);
        assert_close(now.patch[0].load, pull[0], eps);
        assert_close(now.gap[0].normal.value, param(kind, params, "clearance") + across, eps);
        assert_close(now.gap[1].normal.value, param(kind, params, "clearance") - across, eps);
    } else if (!strcmp(name, "fixed")) {
        assert_close(now.held[0].value, d[0] * ca + d[1] * sa, eps);
        assert_close(now.held[1].value, -d[0] * sa + d[1] * ca, eps);
        assert_close(now.held[2].value, angle, eps);
    } else if (!strcmp(name, "distance")) {
        assert_close(now.held[0].value, far, eps);
    } else if (!strcmp(name, "wheel_on_line") || !strcmp(name, "rolling")) {
        bool rolls = !strcmp(name, "rolling");
        const bri_motion *slip = rolls ? &now.held[1] : &now.freed[0];
        assert_close(now.held[0].value, across - site->radius, eps);
        assert_true(across >= 0); /* the wheel is on its own side of the line */
        assert_close(slip->value - (rolls ? 0 : -site->offset[1]), slide + site->radius * angle, 1e-11);
        assert_close((rolls ? now.freed[0] : now.freed[1]).value, angle, eps);
        /* the point of the wheel that touches, against the point of the line there, at the height of the wheel's
         * centre less r */
        double down[2] = {site->radius * t[1], -site->radius * t[0]}, w = p->u[1][2], wa = p->u[0][2];
        double foot[2] = {b[0] + down[0], b[1] + down[1]}, of_wheel[2] = {vb[0] - w * down[1], vb[1] + w * down[0]};
        double of_line[2] = {va[0] - wa * (foot[1] - a[1]), va[1] + wa * (foot[0] - a[0])};
        double expected = (of_wheel[0] - of_line[0]) * t[0] + (of_wheel[1] - of_line[1]) * t[1];
        assert_close(rate_of(slip, p), expected, 1e-11);
    } else if (!strcmp(name, "gear")) {
        double ratio = params->room[sizeof(bri_names) / sizeof(double)], c = p->q[2][2];
        assert_close(now.held[0].value, p->q[0][2] - c + ratio * (p->q[1][2] - c), eps);
    } else if (!strcmp(name, "rotation_driver")) {
        assert_close(now.held[0].value, angle - 0.3, eps);
        assert_close(now.held[0].drift, -0.7, eps);
        assert_close(now.held[0].bias, 0.8, eps);
    } else if (!strcmp(name, "translation_driver")) {
        assert_close(now.held[0].value, slide - 0.3, eps);
        assert_close(now.held[0].drift, -0.7, eps);
    } else if (!strcmp(name, "rub")) {
        assert_close(now.freed[0].value, slide, eps);
    } else if (!strcmp(name, "clutch")) {
        assert_close(now.freed[0].value, angle, eps);
    } else if (!strcmp(name, "disc_on_line")) {
        assert_close(now.gap[0].normal.value, across - p->end[1].radius, eps);
    } else if (!strcmp(name, "disc_on_disc")) {
        const double *radii = bri_row_at(bri_param_find(&kind->kind, "radii"), params);
        double outside = far - radii[0] - radii[1], in_bore = -radii[0] - radii[1] - far;
        assert_close(now.gap[0].normal.value, radii[0] < 0 ? in_bore : outside, eps);
    } else if (!strcmp(name, "tip_on_line")) {
        assert_close(now.gap[0].normal.value, across, eps);
    } else {
        fail_msg("%s: what it holds and frees, from its geometry, is to be written into rows_are_the_geometry", name);
    }
}

static void values_are_as_the_geometry_says(void **state) { for_joints(state, false, rows_are_the_geometry); }

/* Exchanging the bodies turns the sign of what is free, and power is the same. For joints that are the same both
 * ways. */
static void exchange_turns_the_sign(void **state)
{
    static const bri_joint_kind *const both_ways[] = {&bri_joint_revolute, &bri_joint_clutch, &bri_joint_distance};
    uint64_t random = 3;
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int round = 0; round < ROUNDS; round++) {
            const bri_joint_kind *kind = both_ways[k];
            place p, q;
            parameters params;
            bri_site site = {0}, other = {0};
            motions one, two;
            put_anywhere(&random, &p, 2, false);
            choose_parameters(&kind->kind, &random, &params);
            q = p;
            for (int e = 0; e < 2; e++) {
                memcpy(q.q[e], p.q[1 - e], sizeof q.q[e]);
                memcpy(q.u[e], p.u[1 - e], sizeof q.u[e]);
                q.end[e] = p.end[1 - e];
            }
            assert_int_equal(kind->place(&params, p.end, 2, &site, NULL), BRI_OK);
            assert_int_equal(kind->place(&params, q.end, 2, &other, NULL), BRI_OK);
            motions_after(kind, &params, &site, &p, 0, &one);
            motions_after(kind, &params, &other, &q, 0, &two);
            double sign = kind == &bri_joint_distance ? 1 : -1;
            for (int i = 0; i < bri_rows(kind->held); i++)
                assert_close(rate_of(&two.held[i], &q), sign * rate_of(&one.held[i], &p), 1e-12);
            for (int i = 0; i < bri_rows(kind->freed); i++)
                assert_close(rate_of(&two.freed[i], &q), sign * rate_of(&one.freed[i], &p), 1e-12);
        }
}

/* --- corners of a guide ------------------------------------------------------------------------------------------ */

typedef struct guide { /* as joint_translational.c has it */
    bri_names bodies;
    double at[2], along[2], length, height;
} guide;

/* N_1 + N_2 = N, (N_1 - N_2) l/2 = M; the first face, which pushes where the load is above 0, is half the height below. */
static void corners_carry_force_and_couple(void **state)
{
    uint64_t random = 5;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        place p;
        parameters params;
        bri_site site = {0};
        motions now;
        put_anywhere(&random, &p, 2, true);
        choose_parameters(&bri_joint_translational.kind, &random, &params);
        const guide *g = (const guide *)(const void *)&params;
        assert_true(bri_joint_translational.kind.params_size >= sizeof *g);
        assert_int_equal(bri_joint_translational.place(&params, p.end, 2, &site, NULL), BRI_OK);
        motions_after(&bri_joint_translational, &params, &site, &p, 0, &now);
        assert_close(now.patch[0].load + now.patch[1].load, pull[0], 1e-12);
        assert_close((now.patch[0].load - now.patch[1].load) * g->length / 2, pull[1], 1e-12);
        for (int i = 0; i < 2; i++) {
            /* a force of 1 along the guide at the face has the moment of its distance from the axis */
            assert_true(now.patch[i].two_faces);
            assert_close(now.patch[i].row[0].end[1][2], now.freed[0].end[1][2], 1e-12);
            assert_close(now.patch[i].row[1].end[1][2], g->height / 2, 1e-12);
            assert_close(now.patch[i].row[1].end[0][2], -g->height / 2, 1e-12);
        }
    }
}

/* --- forces ------------------------------------------------------------------------------------------------------ */

static void place_force(const bri_force_kind *kind, uint64_t *random, bool with_ground, int count, place *p,
                        parameters *params, bri_site *site)
{
    memset(site, 0, sizeof *site);
    put_anywhere(random, p, count, with_ground);
    choose_parameters(&kind->kind, random, params);
    assert_int_equal(kind->place(params, p->end, count, site, NULL), BRI_OK);
}

static bri_motion force_after(const bri_force_kind *kind, const parameters *params, const bri_site *site,
                              const place *p, double dt)
{
    bri_frame frame[BRI_ENDS];
    const bri_frame *frames[BRI_ENDS];
    bri_motion motion = {0};
    frames_after(p, dt, frame, frames);
    kind->motion(params, site, frames, p->count, &motion);
    return motion;
}

static int fewest_bodies(const bri_force_kind *kind) { return (int)kind->kind.params[0].min; }
static int most_bodies(const bri_force_kind *kind) { return (int)kind->kind.params[0].max; }

static void forces_act_along_their_motions(void **state)
{
    const bri_force_kind *kind = *state;
    uint64_t random = 11;
    for (int round = 0; round < ROUNDS; round++) {
        place p;
        parameters params;
        bri_site site;
        bool single = most_bodies(kind) == 1 || (kind == &bri_force_torque && round % 2);
        assert_true(fewest_bodies(kind) >= 1);
        place_force(kind, &random, !single && round % 3 == 0, single ? 1 : 2, &p, &params, &site);
        bri_motion now = force_after(kind, &params, &site, &p, 0), before = force_after(kind, &params, &site, &p, -h),
                   after = force_after(kind, &params, &site, &p, h);
        if (kind->unit) {
            double rate = (after.value - before.value) / (2 * h);
            assert_close(rate_of(&now, &p), rate, 1e-7);
        }
        if (!single) check_balance(&now, &p, (const double[2]){0}, kind->kind.name, "its row");
        if (kind == &bri_force_force) { /* power is force times the velocity of the point */
            double at[2], v[2];
            spot(&p, 0, site.point[0], at, v);
            assert_close(rate_of(&now, &p), v[0] * now.end[0][0] + v[1] * now.end[0][1], 1e-12);
            assert_close(hypot(now.end[0][0], now.end[0][1]), 1, 1e-12);
        }
    }
}

/* Slopes by differences; power = -d(stored)/dt - loss + work, whatever moves. */
static void efforts_keep_account(void **state)
{
    const bri_force_kind *kind = *state;
    uint64_t random = 13;
    for (int round = 0; round < ROUNDS; round++) {
        parameters params;
        choose_parameters(&kind->kind, &random, &params);
        double value = random_between(&random, -2, 2), rate = random_between(&random, -2, 2);
        double signal[3] = {random_between(&random, -1, 1), random_between(&random, -1, 1), 0};
        bri_effort now, a, b;
        kind->effort(&params, value, rate, signal, &now);
        kind->effort(&params, value - h, rate, signal, &a);
        kind->effort(&params, value + h, rate, signal, &b);
        assert_close(now.by_value, (b.force - a.force) / (2 * h), 1e-8);
        kind->effort(&params, value, rate - h, signal, &a);
        kind->effort(&params, value, rate + h, signal, &b);
        assert_close(now.by_rate, (b.force - a.force) / (2 * h), 1e-8);
        double early[3] = {signal[0] - h * signal[1], signal[1], 0},
               late[3] = {signal[0] + h * signal[1], signal[1], 0};
        kind->effort(&params, value - h * rate, rate, early, &a);
        kind->effort(&params, value + h * rate, rate, late, &b);
        assert_close(now.force * rate, now.work - now.loss - (b.stored - a.stored) / (2 * h), 1e-8);
        assert_true(now.loss >= 0 && now.stored >= 0);
    }
}

#define JOINT_TESTS(name)                                                                                              \
    {#name ": rates and biases are derivatives", rates_and_biases_are_derivatives, NULL, NULL, JOINT_AT(name)},        \
        {#name ": and on the ground", rates_and_biases_are_derivatives_on_the_ground, NULL, NULL, JOINT_AT(name)},     \
        {#name ": efforts are internal", efforts_are_internal, NULL, NULL, JOINT_AT(name)},                            \
        {#name ": gaps slide where surfaces touch", gaps_slide_where_surfaces_touch, NULL, NULL, JOINT_AT(name)},      \
        {#name ": contact points are across the overlap", contact_points_are_across_the_overlap, NULL, NULL,           \
         JOINT_AT(name)},                                                                                              \
        {#name ": values are as the geometry says", values_are_as_the_geometry_says, NULL, NULL, JOINT_AT(name)},      \
        {#name ": held and freed rows are independent", held_and_freed_rows_are_independent, NULL, NULL,               \
         JOINT_AT(name)},                                                                                              \
        {#name ": rubs agree with freed motions", rubs_agree_with_freed_motions, NULL, NULL, JOINT_AT(name)},          \
        {#name ": slopes of loads are derivatives", slopes_of_loads_are_derivatives, NULL, NULL, JOINT_AT(name)},
#define JOINT_AT(name) (void *)(size_t)&bri_joint_##name
#define FORCE_AT(name) (void *)(size_t)&bri_force_##name

int main(void)
{
    const struct CMUnitTest tests[] = {
#define JOINT(name) JOINT_TESTS(name)
#include "joint/joints.def"
#undef JOINT
#define FORCE(name)                                                                                                    \
    {#name ": forces act along their motions", forces_act_along_their_motions, NULL, NULL, FORCE_AT(name)},            \
        {#name ": efforts keep account", efforts_keep_account, NULL, NULL, FORCE_AT(name)},
#include "force/forces.def"
#undef FORCE
        cmocka_unit_test(exchange_turns_the_sign),
        cmocka_unit_test(corners_carry_force_and_couple),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
