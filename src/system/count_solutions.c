/* count_solutions.c - how many solutions friction and reactions have together where contacts slide as they do now
 *
 * With friction in proportion to a load that is |n . lambda|, and lambda a linear function of the friction forces, each
 * choice of the loads' signs gives linear equations: their solution is one of the problem if its loads have those signs.
 * There may be none, or several (Painleve 1895). All choices are tried. Where a load is not linear in the reactions, or
 * friction in the load, Newton's method starts from each choice, and may find only some of the solutions. */
#include "system/count_solutions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/tolerance.h"

enum {
    MOST_SIGNS = 12, /* patches, of which all 2^n choices of signs are tried */
    MOST_STARTS = 4, /* the same where Newton's method starts from each, which proves nothing */
    MOST_SOLUTIONS = 16
};

typedef struct counting {
    bri_engine *engine;
    bri_evaluation *at;
    int *sign_bit;     /* of each patch: which bit of a choice is its sign; -1: it has none */
    double *f, *slope; /* friction of a choice, of each component; its slopes by the signed loads */
    double *found;     /* friction of every solution so far */
    double *taken;     /* friction of the solution that continues the run */
    int count;
    bool degenerate; /* rows depend on each other, or the equations of a choice are singular */
} counting;

static bool follows_load(const bri_point *p, int r)
{
    int k = p->system->patch[r].interface;
    return p->system->interface[k].from_reaction && bri_law_acts(&p->discrete, k) && !bri_at_limit(&p->discrete, k);
}

/* Friction of a patch under a load that presses one face, with its bristle states as they are; of two faces, the difference
 * follows. */
static void force_under(const bri_evaluation *at, int r, double load, double force[BRI_SLIP_MAX])
{
    const bri_system *s = at->point.system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    double zdot[BRI_Z_MAX];
    bri_drag drag = {.zdot = zdot};
    bri_slip slip;
    bri_patch_slip(&at->point, &at->solution, r, load, &slip);
    bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, NULL);
    memcpy(force, drag.force, sizeof drag.force);
    if (s->patch[r].components == s->patch[r].dim) return;
    double damping = interface->bristle_damping;
    force[1] = bri_carried_by_load(interface, &slip, damping > 0 ? force[0] + damping * zdot[0] : force[0]).force;
}

static double sign_of(const counting *c, int signs, int r)
{
    int bit = c->sign_bit[r]; /* beyond those of signs: not turned */
    return bit >= 0 && bit < 31 && (signs >> bit & 1) ? -1 : 1;
}

/* f = A + slope (sign n.lambda(f) + preload), and of two faces slope n.lambda(f) more on the first than on the second: solved
 * for f in c->f; false: singular. */
static bool solve_choice(const counting *c, int signs)
{
    bri_engine *e = c->engine;
    bri_solution *sol = &c->at->solution;
    const bri_system *s = e->system;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        double preload = interface->params->preload / interface->patches, sign = sign_of(c, signs, r), base = 0;
        double none[BRI_SLIP_MAX], one[BRI_SLIP_MAX];
        force_under(c->at, r, 0, none);
        force_under(c->at, r, 1, one);
        for (int h = 0; h < joint->held; h++)
            base += sol->patch[r].by_lambda[h] * sol->base[joint->row + h];
        for (int i = 0, q = s->patch[r].component; i < s->patch[r].components; i++, q++) {
            bool follows = c->sign_bit[r] >= 0, differs = i >= s->patch[r].dim;
            double slope = one[i] - none[i];
            c->f[q] = !follows ? sol->friction[q] : differs ? slope * base : none[i] + slope * (sign * base + preload);
            c->slope[q] = !follows ? 0 : differs ? slope : slope * sign;
        }
    }
    return bri_condense_linear(e->solver.condense, sol, c->slope, c->f);
}

/* Whether the loads under the forces of a choice have its signs. */
static bool has_signs(const counting *c, int signs)
{
    const bri_solution *sol = &c->at->solution;
    const bri_system *s = sol->system;
    for (int r = 0; r < s->patches; r++) {
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        double load = 0, size = 0;
        for (int h = 0; h < joint->held && c->sign_bit[r] >= 0; h++) {
            double lambda = sol->base[joint->row + h];
            for (int q = 0; q < s->components; q++)
                lambda += sol->column[q * s->rows + joint->row + h] * c->f[q];
            load += sol->patch[r].by_lambda[h] * lambda;
            size += fabs(sol->patch[r].by_lambda[h] * lambda);
        }
        if (c->sign_bit[r] >= 0 && sign_of(c, signs, r) * load < -tol_load_sign * size) return false;
    }
    return true;
}

static void add_if_new(counting *c, const double *f)
{
    int n = c->engine->system->components;
    for (int i = 0; i < c->count; i++) {
        double apart = 0, size = 0;
        for (int r = 0; r < n; r++) {
            apart = fmax(apart, fabs(c->found[i * n + r] - f[r]));
            size = fmax(size, fabs(f[r]));
        }
        if (apart <= tol_same_solution * size) return;
    }
    if (c->count < MOST_SOLUTIONS) memcpy(c->found + c->count++ * n, f, (size_t)n * sizeof(double));
}

/* Numbers the patches whose load has a sign. True: loads are linear in the reactions, friction in the loads, and the
 * patches are few enough for all choices. */
static bool number_signs(const counting *c, int *bits)
{
    const bri_system *s = c->engine->system;
    bool exact = true;
    *bits = 0;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        c->sign_bit[r] = follows_load(&c->at->point, r) ? (*bits)++ : -1;
        if (c->sign_bit[r] < 0) continue;
        double none[BRI_SLIP_MAX], one[BRI_SLIP_MAX], two[BRI_SLIP_MAX];
        force_under(c->at, r, 0, none);
        force_under(c->at, r, 1, one);
        force_under(c->at, r, 2, two);
        exact = exact && interface->linear && (s->patch[r].components == s->patch[r].dim || none[0] == 0);
        for (int i = 0; i < s->patch[r].components; i++)
            exact = exact && fabs(two[i] - 2 * one[i] + none[i]) <= tol_limit * fabs(two[i] - none[i]);
    }
    exact = exact && *bits <= MOST_SIGNS;
    if (!exact && *bits > MOST_STARTS) *bits = MOST_STARTS;
    return exact;
}

/* True: all solutions were found. */
static bool try_choices(counting *c, const bri_instant *at)
{
    bri_engine *e = c->engine;
    int bits;
    bri_point_set(&c->at->point, at, BRI_SCOPE_DYNAMICS);
    bri_condense_at(&e->solver, &c->at->point, &e->options, &c->at->solution);
    bool exact = number_signs(c, &bits);
    c->degenerate = c->at->solution.pivots.dropped > 0;
    bri_guess guess = {.lambda = e->guess.lambda, .friction = c->f};
    for (int signs = 0; signs < 1 << bits; signs++) {
        if (bri_is_halted(&e->solver.halt)) return false;
        bri_point_set(&c->at->point, at, BRI_SCOPE_DYNAMICS);
        bri_condense_at(&e->solver, &c->at->point, &e->options, &c->at->solution);
        if (!solve_choice(c, signs)) {
            c->degenerate = true;
            continue;
        }
        if (exact) {
            if (has_signs(c, signs)) add_if_new(c, c->f);
            continue;
        }
        if (bri_evaluate_from(e, c->at, at, &guess) == BRI_FINE) add_if_new(c, c->at->solution.friction);
    }
    return exact;
}

static bool can_be_counted(const bri_system *s)
{
    return s->patches > 0 && s->patches <= BRI_SHARED_MAX && !s->loads_given && !s->any_elastic &&
           s->coupling == BRI_COUPLING_NEWTON && (s->condensed || s->shares);
}

/* Sets the component in which the solution that continues the run differs most from another. */
static void compare(const counting *c, bri_solutions *out)
{
    int n = c->engine->system->components;
    double most = 0;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < n; k++) {
            double apart = fabs(c->found[i * n + k] - c->taken[k]),
                   size = fmax(fabs(c->found[i * n + k]), fabs(c->taken[k]));
            if (!(apart > most && apart > tol_same_solution * size)) continue;
            most = apart;
            out->component = k;
            out->taken = c->taken[k];
            out->other = c->found[i * n + k];
        }
}

bool bri_may_have_several(const bri_solution *sol)
{
    const bri_system *s = sol->system;
    if (!s->any_from_reaction || !can_be_counted(s) || !(s->condensed || sol->open)) return false;
    for (int c = 0; c < s->components; c++) {
        const sys_interface *interface = &s->interface[s->patch[s->component[c].patch].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        double sum = 0;
        for (int d = 0; d < s->components && sol->by_load[c] != 0; d++) {
            double square = 0;
            for (int h = 0; h < joint->held && !interface->linear; h++) /* |R| changes by |dR| at most */
                square += sol->column[d * s->rows + joint->row + h] * sol->column[d * s->rows + joint->row + h];
            sum += interface->linear ? fabs(bri_load_by_force(sol, s->component[c].patch, d)) : sqrt(square);
        }
        if (sum * fabs(sol->by_load[c]) >= tol_gain) return true;
    }
    return false;
}

/* room for the solutions of one point. */
static counting begin_counting(bri_engine *e, bri_evaluation *room, bri_arena *arena)
{
    size_t n = (size_t)e->system->components + 1;
    return (counting){.engine = e,
                      .at = room,
                      .sign_bit = bri_arena_take(arena, (size_t)e->system->patches + 1, sizeof(int)),
                      .f = bri_arena_take(arena, n, sizeof(double)),
                      .slope = bri_arena_take(arena, n, sizeof(double)),
                      .found = bri_arena_take(arena, n * MOST_SOLUTIONS, sizeof(double)),
                      .taken = bri_arena_take(arena, n, sizeof(double))};
}

bri_status bri_count_solutions(bri_engine *e, bri_evaluation *room, const bri_instant *at, bri_solutions *out,
                               bri_error *err)
{
    const bri_system *s = e->system;
    bri_iterations iterations = e->solver.count;
    if (bri_evaluate_from(e, room, at, &e->guess) != BRI_FINE) room->solution.point_stamp = 0;
    bool goes_on = bri_solution_is_of(&room->solution, &room->point);
    *out = (bri_solutions){.count = goes_on, .component = -1};
    e->solver.count = iterations; /* statistics do not count observers */
    if (!can_be_counted(s)) return BRI_OK;
    bri_arena arena = {0};
    counting c = begin_counting(e, room, &arena);
    bri_status status = BRI_OK;
    if (arena.failed) {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: solutions of %d patches", s->patches);
    } else {
        memcpy(c.taken, room->solution.friction, (size_t)s->components * sizeof(double));
        out->all_found = try_choices(&c, at);
        out->count = c.count;
        if (goes_on) compare(&c, out);
    }
    e->solver.count = iterations;
    bri_arena_free(&arena);
    return status;
}

bool bri_all_solutions(bri_engine *e, bri_evaluation *room, const bri_instant *at, bri_solution_visitor *visit,
                       void *user)
{
    const bri_system *s = e->system;
    if (!can_be_counted(s)) return false;
    bri_arena arena = {0};
    counting c = begin_counting(e, room, &arena);
    bool all = !arena.failed && try_choices(&c, at) && !c.degenerate && c.count < MOST_SOLUTIONS;
    for (int i = 0; i < c.count && all; i++)
        all = visit(c.found + i * s->components, user);
    bri_arena_free(&arena);
    return all;
}
