/* alike.h - random mechanisms, each written in several ways: mirrored, turned, in other units, in another order
 *
 * Physics does not depend on how a mechanism is written down, so that what is computed for one of its views determines what must be
 * computed for every other one. */
#ifndef BRISTLE_TESTS_VERIFY_ALIKE_H
#define BRISTLE_TESTS_VERIFY_ALIKE_H

#include "test.h"

#include <stdbool.h>

#include "bristle/bristle.h"

typedef struct view {
    bool mirror;         /* x becomes -x, before turning */
    int quarters;        /* turned counter-clockwise by so many right angles */
    bool reversed;       /* bodies, joints and forces are listed from the last to the first */
    bool swapped;        /* the bodies of a joint change places, where the joint allows it */
    double length, mass; /* units: all lengths and times are multiplied by length, masses by mass; 0: 1 */
} view;

typedef enum kind {
    PIN,
    GUIDE,
    SLOT,
    SHOE, /* friction under a given load, without a constraint */
    CLUTCH,
    WELD,
    BAR,  /* massless */
    LINK, /* elastic, with two pins */
    KINDS
} kind;

enum {
    MOST_BODIES = 6,
    MOST_JOINTS = 12,
    ALIKE_TEXT = 12000
};

typedef struct drawn_joint {
    kind kind;
    int body[2]; /* -1: ground */
    double at[2], other[2], along[2], radius, length, height, stiffness[2];
    const char *law; /* NULL: no friction */
    double mu_s, mu_k, preload, load;
    bool is_effort;   /* mu_s and mu_k are forces or torques */
    double clearance; /* of a pin or a slot; 0: none */
} drawn_joint;

typedef struct drawn {
    double gravity[2], position[MOST_BODIES][2], mass[MOST_BODIES], inertia[MOST_BODIES], force[MOST_BODIES][2],
        torque[MOST_BODIES], frequency, spring[MOST_BODIES]; /* of the forces, 0: constant; stiffness, 0: none */
    drawn_joint joint[MOST_JOINTS];
    int bodies, joints;
    const char *more; /* further lines of the model; NULL: none */
} drawn;

static inline int random_below(uint64_t *random, int count) { return (int)(random_bits(random) % (uint64_t)count); }

/* A joint between two bodies, with friction in seven of eight cases. share: of the sliding friction in the static one. */
static inline drawn_joint draw_joint(uint64_t *random, kind of, int first, int second, double share)
{
    double angle = random_between(random, 0, 6.3);
    drawn_joint j = {.kind = of, .body = {first, second}, .along = {cos(angle), sin(angle)}};
    static const char *const laws[] = {"coulomb", "coulomb", "coulomb", "lugre", "stribeck", "coulomb_tanh"};
    for (int i = 0; i < 2; i++) {
        j.at[i] = random_between(random, -1, 1);
        j.other[i] = random_between(random, -1, 1);
        j.stiffness[i] = random_scale(random, 1e4, 1e6);
    }
    j.radius = random_between(random, 0.02, 0.3);
    j.length = random_bits(random) % 3 ? 0 : random_between(random, 0.2, 1);
    j.height = random_bits(random) % 3 ? 0 : random_between(random, 0.05, 0.5);
    j.mu_s = random_scale(random, 0.1, 1.5);
    j.mu_k = share * j.mu_s;
    j.preload = random_bits(random) % 4 ? 0 : random_between(random, 1, 5);
    j.load = of == SHOE || of == CLUTCH || random_bits(random) % 8 == 0 ? random_between(random, 2, 20) : 0;
    j.is_effort = random_bits(random) % 10 == 0;
    bool rubs = of == SHOE || of == CLUTCH || (of != WELD && of != BAR && of != LINK && random_bits(random) % 8);
    if (rubs) j.law = laws[random_bits(random) % (sizeof laws / sizeof *laws)];
    if (j.is_effort) j.law = j.law ? "coulomb" : NULL;
    return j;
}

/* A tree of up to three bodies, most of its joints with friction, and a few joints more. A slot in the tree comes with a clutch, as
 * nothing else would resist its rotation, and a shoe with another shoe and a clutch: then no joint holds the body. */
static inline drawn draw_mechanism(uint64_t seed, double share)
{
    static const kind tree[] = {PIN, PIN, PIN, GUIDE, GUIDE, GUIDE, SLOT, SHOE},
                      more[] = {PIN, GUIDE, SLOT, SLOT, SHOE, CLUTCH, BAR, WELD, LINK, LINK};
    uint64_t random = seed;
    drawn d = {.bodies = 1 + random_below(&random, 3)};
    int others = random_below(&random, 3);
    d.gravity[0] = random_between(&random, -4, 4);
    d.gravity[1] = random_between(&random, -10, 0);
    for (int b = 0; b < d.bodies; b++) {
        d.mass[b] = random_between(&random, 0.5, 3);
        d.inertia[b] = random_between(&random, 0.01, 0.1);
        d.torque[b] = random_between(&random, -2, 2);
        for (int i = 0; i < 2; i++) {
            d.position[b][i] = random_between(&random, -1, 1);
            d.force[b][i] = random_between(&random, -12, 12);
        }
    }
    for (int j = 0; j < d.bodies + others; j++) {
        bool is_tree = j < d.bodies;
        int second = is_tree ? j : random_below(&random, d.bodies);
        int first = second > 0 && random_bits(&random) % 3 ? random_below(&random, second) : -1;
        kind of = is_tree ? tree[random_below(&random, 8)] : more[random_below(&random, 10)];
        d.joint[d.joints++] = draw_joint(&random, of, first, second, share);
        if (is_tree && of == SHOE) d.joint[d.joints++] = draw_joint(&random, SHOE, first, second, share);
        if (is_tree && (of == SLOT || of == SHOE))
            d.joint[d.joints++] = draw_joint(&random, CLUTCH, first, second, share);
    }
    return d;
}

/* --- writing ------------------------------------------------------------------------------------------------------------- */

typedef struct writing {
    const drawn *d;
    view v;
    char *text;
    size_t used;
} writing;

static inline void put(writing *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void put(writing *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vsnprintf(w->text + w->used, ALIKE_TEXT - w->used, format, list);
    va_end(list);
    assert_true(count >= 0 && w->used + (size_t)count < ALIKE_TEXT);
    w->used += (size_t)count;
}

/* A vector as the view has it, times a unit. */
static inline void turn(const view *v, const double in[2], double out[2])
{
    double x = v->mirror ? -in[0] : in[0], y = in[1];
    for (int i = 0; i < v->quarters; i++) {
        double before = x;
        x = -y;
        y = before;
    }
    out[0] = x;
    out[1] = y;
}

static inline void put_vector(writing *w, const char *before, const double in[2], double times)
{
    double out[2];
    turn(&w->v, in, out);
    put(w, "%s[%.17g, %.17g]", before, out[0] * times, out[1] * times);
}

static inline void put_name(writing *w, int body)
{
    if (body < 0)
        put(w, "ground");
    else
        put(w, "b%d", body);
}

/* Whether the joint is the same with its bodies the other way round: the line of a slot and the axis of a guide belong to the
 * first of them, which makes a difference as soon as it moves, and so does the bore of a pin. */
static inline bool may_swap(const drawn_joint *j)
{
    return (j->kind == PIN && !(j->clearance > 0)) || j->kind == CLUTCH || j->kind == BAR;
}

/* The pair of bodies of a joint, in the order of the view. */
static inline void put_pair(writing *w, const char *joint, int number, const drawn_joint *j)
{
    bool swap = w->v.swapped && may_swap(j);
    put(w, "  j%d: {%s: [", number, joint);
    put_name(w, j->body[swap ? 1 : 0]);
    put(w, ", ");
    put_name(w, j->body[swap ? 0 : 1]);
    put(w, "]");
}

static inline void put_friction(writing *w, const drawn_joint *j)
{
    double force = w->v.mass / w->v.length;
    if (!j->law) return;
    bool torque = j->kind == PIN || j->kind == CLUTCH;
    put(w, ", friction: {law: %s", j->law);
    if (j->is_effort) {
        double size = torque ? w->v.mass : force, reach = torque ? j->radius : 1;
        put(w, ", mu_s: %.17g %s, mu_k: %.17g %s", 10 * j->mu_s * reach * size, torque ? "N m" : "N",
            10 * j->mu_k * reach * size, torque ? "N m" : "N");
    } else {
        if (strcmp(j->law, "coulomb_tanh") != 0) put(w, ", mu_s: %.17g", j->mu_s);
        put(w, ", mu_k: %.17g", j->mu_k);
        if (j->load > 0) put(w, ", load: %.17g", j->load * force);
        if (j->preload > 0) put(w, ", preload: %.17g", j->preload * force);
    }
    if (!strcmp(j->law, "lugre")) put(w, ", sigma0: %.17g, sigma1: %.17g", 1000 * force / w->v.length, 5 * force);
    put(w, "}");
}

static inline void put_joint(writing *w, int number)
{
    const drawn_joint *j = &w->d->joint[number];
    double length = w->v.length;
    static const char *const names[KINDS] = {"revolute", "translational", "point_on_line", "rub",
                                             "clutch",   "fixed",         "distance",      "revolute"};
    if (j->kind == LINK) {
        for (int end = 0; end < 2; end++) {
            put(w, "  j%d%c: {revolute: [", number, "ab"[end]);
            put_name(w, j->body[end]);
            put(w, ".l%d, rod%d.%c]}\n", number, number, "ab"[end]);
        }
        return;
    }
    if (j->kind == BAR) {
        put(w, "  j%d: {distance: [", number);
        put_name(w, j->body[w->v.swapped ? 1 : 0]);
        put(w, ".l%d, ", number);
        put_name(w, j->body[w->v.swapped ? 0 : 1]);
        put(w, ".l%d]}\n", number);
        return;
    }
    put_pair(w, names[j->kind], number, j);
    if (j->kind != CLUTCH) put_vector(w, ", at: ", j->at, length);
    if (j->kind == GUIDE || j->kind == SLOT || j->kind == SHOE) put_vector(w, ", along: ", j->along, 1);
    if (j->kind == PIN || j->kind == CLUTCH) put(w, ", radius: %.17g", j->radius * length);
    if (j->clearance > 0)
        put(w, ", clearance: %.17g, normal: {law: kelvin_voigt, stiffness: %.17g, damping: %.17g}",
            j->clearance * length, 1e4 * w->v.mass / (length * length), 20 * w->v.mass / length);
    if (j->kind == SLOT && j->clearance > 0) put(w, ", radius: %.17g", j->radius * length);
    if (j->kind == GUIDE && j->length > 0) put(w, ", length: %.17g", j->length * length);
    if (j->kind == GUIDE && j->height > 0) put(w, ", height: %.17g", j->height * length);
    put_friction(w, j);
    put(w, "}\n");
}

/* Points of a body, or of the ground, to which bars and links are connected. */
static inline void put_points(writing *w, int body)
{
    bool any = false;
    for (int j = 0; j < w->d->joints; j++)
        for (int end = 0; end < 2; end++) {
            const drawn_joint *joint = &w->d->joint[j];
            if ((joint->kind != BAR && joint->kind != LINK) || joint->body[end] != body) continue;
            const double *at = end ? joint->other : joint->at;
            double off[2] = {at[0], at[1]};
            for (int i = 0; i < 2 && body >= 0; i++)
                off[i] -= w->d->position[body][i];
            put(w, "%sl%d: ", any ? ", " : "points: {", j);
            put_vector(w, "", off, w->v.length);
            any = true;
        }
    put(w, any ? ", " : "points: {");
    put_vector(w, "anchor: ", (const double[2]){1.3, -0.7}, w->v.length);
    put(w, "}");
}

static inline void put_body(writing *w, int b)
{
    const drawn *d = w->d;
    put(w, "  b%d: {mass: %.17g, inertia: %.17g", b, d->mass[b] * w->v.mass,
        d->inertia[b] * w->v.mass * w->v.length * w->v.length);
    put_vector(w, ", at: ", d->position[b], w->v.length);
    put(w, ", ");
    put_points(w, b);
    put(w, "}\n");
}

/* The rod of an elastic link. */
static inline void put_rod(writing *w, int j)
{
    const drawn_joint *link = &w->d->joint[j];
    if (link->kind != LINK) return;
    double middle[2], off[2], back[2];
    for (int i = 0; i < 2; i++) {
        middle[i] = 0.5 * (link->at[i] + link->other[i]);
        off[i] = link->at[i] - middle[i];
        back[i] = link->other[i] - middle[i];
    }
    put(w, "  rod%d: {mass: %.17g, inertia: %.17g", j, 0.2 * w->v.mass, 0.01 * w->v.mass * w->v.length * w->v.length);
    put_vector(w, ", at: ", middle, w->v.length);
    put_vector(w, ", points: {a: ", off, w->v.length);
    put_vector(w, ", b: ", back, w->v.length);
    double stiffness = w->v.mass / (w->v.length * w->v.length), damping = w->v.mass / w->v.length;
    put(w, "}, elastic: {from: a, to: b, stiffness: [%.17g, %.17g], damping: [%.17g, %.17g]}}\n",
        link->stiffness[0] * stiffness, link->stiffness[1] * stiffness, 100 * damping, 100 * damping);
}

static inline void put_forces(writing *w, int b)
{
    const double *f = w->d->force[b];
    double unit = w->v.mass / w->v.length;
    put(w, "  f%d: {force: b%d", b, b);
    put_vector(w, ", along: ", f, 1);
    if (w->d->frequency > 0)
        put(w, ", value: {sine: %.17g, frequency: %.17g}}\n", hypot(f[0], f[1]) * unit, w->d->frequency / w->v.length);
    else
        put(w, ", value: %.17g}\n", hypot(f[0], f[1]) * unit);
    put(w, "  t%d: {torque: b%d, value: %.17g}\n", b, b, (w->v.mirror ? -1 : 1) * w->d->torque[b] * w->v.mass);
    if (w->d->spring[b] > 0)
        put(w, "  s%d: {spring: [ground.anchor, b%d], stiffness: %.17g, damping: %.17g, length: %.17g}\n", b, b,
            w->d->spring[b] * w->v.mass / (w->v.length * w->v.length), 0.1 * unit, 0.5 * w->v.length);
}

/* The mechanism as a model file, in a view. A view until the next call. */
static inline const char *write_mechanism(const drawn *d, view v)
{
    static char written[ALIKE_TEXT];
    writing whole = {.d = d, .v = v, .text = written}, *w = &whole;
    if (!(w->v.length > 0)) w->v.length = 1;
    if (!(w->v.mass > 0)) w->v.mass = 1;
    put_vector(w, "gravity: ", d->gravity, 1 / w->v.length);
    put(w, "\nground: {");
    put_points(w, -1);
    put(w, "}\nbodies:\n");
    for (int i = 0; i < d->bodies; i++)
        put_body(w, v.reversed ? d->bodies - 1 - i : i);
    for (int i = 0; i < d->joints; i++)
        put_rod(w, v.reversed ? d->joints - 1 - i : i);
    put(w, "joints:\n");
    for (int i = 0; i < d->joints; i++)
        put_joint(w, v.reversed ? d->joints - 1 - i : i);
    put(w, "forces:\n");
    for (int i = 0; i < d->bodies; i++)
        put_forces(w, v.reversed ? d->bodies - 1 - i : i);
    if (d->more) put(w, "%s", d->more);
    return written;
}

#endif
