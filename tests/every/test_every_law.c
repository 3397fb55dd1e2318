/* test_every_law.c - what holds for each friction law, run over laws.def */
#include "test.h"

#include "bristle/bristle.h"
#include "friction/friction.h"
#include "trial/scales.h"

enum {
    MOST = BRI_STATES_MAX,
    ROUNDS = 400
};

#ifdef STAND_IN_LANES /* of 4 and 8, made of narrower vectors, because this processor does not run the library's own */
#define STAND_IN(name) &bri_lanes_##name##_x4_plain, &bri_lanes_##name##_x8_plain
#define LAW(name) extern const bri_lanes bri_lanes_##name##_x4_plain, bri_lanes_##name##_x8_plain;
#include "friction/laws.def"
#undef LAW
#else
#define STAND_IN(name) NULL, NULL
#endif
#define LAW(name) extern const bri_friction_law bri_law_##name;
#include "friction/laws.def"
#undef LAW

/* Declared in batch.c, which has no header of its own for it. */
void bri_friction_sweep(const bri_friction_law *law, const bri_lanes *lanes, const void *params, const bri_batch *batch,
                        size_t first, size_t end);

typedef struct subject {
    const bri_friction_law *law;
    const bri_lanes *x4_plain, *x8_plain; /* NULL: the processor runs those of the library */
} subject;

static const bri_pair rollers = {.length = 0.016,
                                 .radius_a = 0.008,
                                 .radius_b = 0.03,
                                 .modulus = 113.7e9,
                                 .roughness = 0.4e-6,
                                 .viscosity = 0.4,
                                 .density = 870};

typedef struct point { /* one evaluation with room for all its parts */
    bri_params params;
    bri_slip slip;
    bri_drag drag;
    double z[MOST], discrete[BRI_LIST_MAX], zdot[MOST];
    int states, discrete_states;
} point;

static void start(const bri_friction_law *law, point *p, int dim)
{
    memset(p, 0, sizeof *p);
    bri_params_defaults(&law->kind, &p->params);
    p->slip.dim = dim;
    p->slip.elements = bri_kind_elements(&law->kind, &p->params);
    p->slip.pair = &rollers;
    p->slip.z = p->z;
    p->slip.discrete = p->discrete;
    p->drag.zdot = p->zdot;
    p->states = bri_friction_states(law, &p->params, dim);
    p->discrete_states = bri_friction_discrete_states(law, &p->params, dim);
}

static void scale_quantities(const bri_kind *kind, point *p, const bri_param *q, uint64_t *seed)
{
    bri_quantities all;
    memcpy(&all, (const char *)&p->params + q->offset, sizeof all);
    for (int i = 0; i < all.count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.%s", q->name, all.name[i]);
        assert_int_equal(bri_params_set(kind, &p->params, name, all.value[i] * random_scale(seed, 0.2, 5), NULL),
                         BRI_OK);
    }
}

/* What a formula computes from its names is known to its author only: tests of roles do not apply. */
static bool has_formula(const bri_friction_law *law)
{
    for (const bri_param *q = law->kind.params; q->name; q++)
        if (q->type == BRI_FORMULA) return true;
    return false;
}

/* Parameters around their defaults, choices at random; the law accepts them. */
static void random_params(const bri_friction_law *law, point *p, uint64_t *seed)
{
    for (int tries = 0; tries < 1000; tries++) {
        bri_params_defaults(&law->kind, &p->params);
        for (const bri_param *q = law->kind.params; q->name; q++) {
            char word[BRI_WORD_ROOM];
            int words = 0;
            while (q->type == BRI_CHOICE && bri_word(q->words, words, word))
                words++;
            double base = q->initial != 0 ? q->initial : q->max > 1 ? 1 : q->max;
            double value = base * random_scale(seed, 0.2, 5);
            value = fmin(fmax(value, q->min), q->max);
            if (q->type == BRI_CHOICE) value = (double)(random_bits(seed) % (uint64_t)words);
            if (q->type == BRI_QUANTITIES) scale_quantities(&law->kind, p, q, seed);
            if (q->type == BRI_REAL || q->type == BRI_CHOICE)
                assert_int_equal(bri_params_set(&law->kind, &p->params, q->name, value, NULL), BRI_OK);
        }
        if (!bri_params_check(&law->kind, &p->params, NULL)) return;
    }
    fail_msg("no random parameters of %s pass its check", law->kind.name);
}

/* A state that the law could reach: near its steady one, shrunk and turned. */
static void random_state(const bri_friction_law *law, point *p, uint64_t *seed)
{
    int dim = p->slip.dim;
    if (!law->sizes) return;
    law->sizes(&p->params, p->slip.load, dim, p->z);
    for (int i = 0; i < p->states; i++)
        p->z[i] *= random_between(seed, -1.1, 1.1);
    for (const bri_variable *s = law->kind.states; s && s->name; s++)
        if (s->shape == BRI_ONE) /* dwell: a share */
            p->z[dim] = fabs(p->z[dim]) / 1.1;
    for (int i = 0; i < p->discrete_states; i++)
        p->discrete[i] = (double)(random_bits(seed) & 1);
}

static void random_motion(double *v, uint64_t *seed)
{
    double speed = random_scale(seed, 1e-6, 3), angle = random_between(seed, 0, 6.283);
    v[0] = speed * cos(angle);
    v[1] = speed * sin(angle);
}

/* --- the table ------------------------------------------------------------------------------------------------------- */

static void says_what_it_is(void **state)
{
    const bri_kind *kind = &((const subject *)*state)->law->kind;
    bri_kind own = *kind;
    assert_non_null(kind->title);
    assert_non_null(kind->reference);
    assert_non_null(kind->defects);
    assert_true(strlen(bri_kind_equations(kind)) > 5);
    assert_null(bri_kind_equations(&own)); /* a law of one's own, though it has the name of another */
    own.equations = "F = 0\n";
    assert_string_equal(bri_kind_equations(&own), "F = 0\n");
    assert_true(strstr("static dynamic lubricated", kind->family) != NULL);
    assert_true(kind->params_size <= sizeof(bri_params));
    for (const bri_param *p = kind->params; p->name; p++) {
        char unit[BRI_WORD_ROOM];
        assert_true(strlen(p->doc) > 8);
        assert_true(isfinite(p->min) && isfinite(p->max) && p->min <= p->max);
        assert_true(p->type == BRI_LIST || p->type == BRI_CHOICE || p->type == BRI_FORMULA ||
                    (p->initial >= p->min && p->initial <= p->max));
        assert_ptr_equal(bri_param_find(kind, p->name), p); /* no name twice */
        for (int i = 0; bri_word(p->unit, i, unit); i++)
            if (!bri_quantity_name(NULL, unit))
                fail_msg("%s.%s: the quantity in %s has no name", kind->name, p->name, unit);
        if (p->follows && p->type != BRI_FORMULA) assert_int_equal(bri_param_find(kind, p->follows)->type, BRI_CHOICE);
    }
}

static void defaults_are_in_range(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    bri_params params;
    bri_error err = {0};
    bri_params_defaults(&law->kind, &params);
    if (bri_params_check(&law->kind, &params, &err)) fail_msg("%s", err.what);
}

static void rejects_what_is_out_of_range(void **state)
{
    const bri_kind *kind = &((const subject *)*state)->law->kind;
    bri_params params, before;
    for (const bri_param *p = kind->params; p->name; p++) {
        double bad[] = {p->min - fmax(1e-3, fabs(p->min) * 1e-3), p->max * 1.001 + 1e-3, INFINITY, -INFINITY, NAN};
        char name[64];
        snprintf(name, sizeof name, p->type == BRI_LIST ? "%s.1" : "%s", p->name);
        if (p->type == BRI_QUANTITIES) snprintf(name, sizeof name, "%s.mu_s", p->name);
        for (size_t i = p->type == BRI_CHOICE ? 2 : 0; i < sizeof bad / sizeof *bad; i++) {
            bri_error err = {0};
            bri_params_defaults(kind, &params);
            before = params;
            assert_int_equal(bri_params_set(kind, &params, name, bad[i], &err), BRI_BAD_VALUE);
            assert_non_null(strstr(err.what, p->name));
            assert_memory_equal(&params, &before, kind->params_size);
        }
        bri_params_defaults(kind, &params);
        if (p->type == BRI_REAL) { /* put there behind the library's back, it is still found */
            double wrong = NAN;
            memcpy((char *)&params + p->offset, &wrong, sizeof wrong);
            assert_int_equal(bri_params_check(kind, &params, NULL), BRI_BAD_VALUE);
        }
    }
}

static void a_number_set_is_the_number_got(void **state)
{
    const bri_kind *kind = &((const subject *)*state)->law->kind;
    bri_params params;
    bri_params_defaults(kind, &params);
    for (const bri_param *p = kind->params; p->name; p++)
        if (p->type == BRI_REAL) {
            double value = p->min + (p->max - p->min) / 3, got;
            assert_int_equal(bri_params_set(kind, &params, p->name, value, NULL), BRI_OK);
            assert_int_equal(bri_params_get(kind, &params, p->name, &got, NULL), BRI_OK);
            assert_true(got == value);
        }
}

static void needs_are_refused_by_name(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    bri_error err = {0};
    bri_pair unknown = bri_pair_unknown();
    assert_int_equal(bri_friction_needs(law, &rollers, NULL), BRI_OK);
    assert_int_equal(bri_friction_needs(law, &unknown, &err), law->needs ? BRI_MISSING : BRI_OK);
    assert_int_equal(bri_friction_needs(law, NULL, NULL), law->needs ? BRI_MISSING : BRI_OK);
    if (law->needs && strstr(law->needs, "viscosity")) assert_non_null(strstr(err.what, "viscosity"));
}

/* --- soundness, pieces ------------------------------------------------------------------------------------------------ */

/* What bri_law_check tests of any law: numbers, symmetry, derivatives, dissipation, continuity, steady states, batches. */
static void is_sound(void **state)
{
    bri_error err = {0};
    if (bri_law_check(((const subject *)*state)->law, &err)) fail_msg("%s: %s", err.where, err.what);
}

static void is_passive_without_states(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    if (!law->kind.states) assert_true(law->passive && law->passive(NULL));
}

static void has_a_steady_state(void **state) /* without which bri_law_check would not test it */
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    if (law->kind.states) assert_true(law->steady);
}

static void a_held_piece_is_the_law_within_it(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    uint64_t seed = 15;
    for (int round = 0; law->pieces && round < ROUNDS; round++) {
        point p;
        double v[2], g[MOST];
        start(law, &p, 1);
        random_params(law, &p, &seed);
        random_motion(v, &seed);
        bri_slip_set(&p.slip, 1, v, 7);
        random_state(law, &p, &seed);
        bri_friction_eval(law, &p.params, &p.slip, &p.drag, NULL);
        double force = p.drag.force[0], zdot = p.states ? p.zdot[0] : 0;
        bri_slip_hold(&p.slip, bri_friction_piece(law, &p.params, &p.slip));
        bri_friction_eval(law, &p.params, &p.slip, &p.drag, NULL);
        assert_true(p.drag.force[0] == force && (!p.states || p.zdot[0] == zdot));
        bri_friction_event_values(law, &p.params, &p.slip, g);
        int events =
            law->handle_event ? 1 : bri_friction_events(law, &p.params, 1); /* others are of its discrete state */
        for (int i = 0; i < events; i++)
            assert_true(g[i] >= 0);
    }
}

static void a_held_piece_goes_on_past_its_events(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    uint64_t seed = 16;
    for (int round = 0; law->pieces && round < ROUNDS; round++) {
        point p;
        double v[2], g[MOST], far, near;
        start(law, &p, 1);
        random_params(law, &p, &seed);
        random_motion(v, &seed);
        bri_slip_set(&p.slip, 1, v, 7);
        random_state(law, &p, &seed);
        int piece = bri_friction_piece(law, &p.params, &p.slip);
        if (abs(piece) < 2) continue;
        for (int back = 0; back < 2;
             back++) { /* across rest the force of that direction stays, and its edges have passed */
            bri_slip_set(&p.slip, 1, &(double){back ? -1e-14 * v[0] : 1e-14 * v[0]}, 7);
            bri_slip_hold(&p.slip, piece);
            bri_friction_eval(law, &p.params, &p.slip, &p.drag, NULL);
            *(back ? &far : &near) = p.drag.force[0];
        }
        bri_friction_event_values(law, &p.params, &p.slip, g);
        assert_true(g[abs(piece) - 2] < 0);
        assert_close(far, near, 1e-2 * (fabs(near) + 1));
    }
}

/* --- roles: what the rest of the library asks a law's table for ------------------------------------------------------- */

static bool is_coefficient(bri_role role)
{
    return role == BRI_ROLE_STATIC || role == BRI_ROLE_SLIDING || role == BRI_ROLE_STATIC_SHARE ||
           role == BRI_ROLE_CEILING;
}

/* Where there is one unit, or the first word of the choice that it follows is chosen. NULL: not a role of friction laws. */
static const char *unit_of_role(bri_role role)
{
    switch (role) {
    case BRI_ROLE_STATIC:
    case BRI_ROLE_SLIDING:
    case BRI_ROLE_STATIC_SHARE:
    case BRI_ROLE_CEILING:
    case BRI_ROLE_SCALING:
    case BRI_ROLE_SHARE:
    case BRI_ROLE_EXPONENT: return "1";
    case BRI_ROLE_VISCOUS_SPEED:
    case BRI_ROLE_SPEED_SCALE: return "m/s";
    case BRI_ROLE_INVERSE_SPEED: return "s/m";
    case BRI_ROLE_LENGTH_SCALE: return "m";
    case BRI_ROLE_BRISTLE_STIFFNESS: return "N/m";
    case BRI_ROLE_BRISTLE_DAMPING: return "N s/m";
    case BRI_ROLE_FLOOR: return "N";
    default: return NULL;
    }
}

static bool is_among(const char *unit, const char *const *units)
{
    while (*units && strcmp(*units, unit) != 0)
        units++;
    return *units;
}

static void roles_fit_units_and_types(void **state)
{
    static const bri_role only_once[] = {BRI_ROLE_STATIC,          BRI_ROLE_SLIDING, BRI_ROLE_BRISTLE_STIFFNESS,
                                         BRI_ROLE_BRISTLE_DAMPING, BRI_ROLE_SCALING, BRI_ROLE_FLOOR};
    static const char *const of_motion[] = {"m", "m/s", "s/m", "s2/m2", "N/m", "N s/m", NULL}, *const viscous[] = {
                                                                                                   "N s/m", "s/m",
                                                                                                   "s2/m2", NULL};
    const bri_kind *kind = &((const subject *)*state)->law->kind;
    for (const bri_param *p = kind->params; p->name; p++) {
        char unit[BRI_WORD_ROOM];
        bri_word(p->unit, 0, unit);
        if (is_among(unit, of_motion) && p->role == BRI_ROLE_NONE)
            fail_msg("%s.%s is in %s: it needs a role", kind->name, p->name, unit);
        if (p->role == BRI_ROLE_NONE) continue;
        bool fits = p->role == BRI_ROLE_VISCOUS ? is_among(unit, viscous)
                                                : unit_of_role(p->role) && !strcmp(unit, unit_of_role(p->role));
        if (!fits) fail_msg("%s.%s: a parameter in %s has no such role", kind->name, p->name, unit);
        if (p->role == BRI_ROLE_SCALING) {
            assert_int_equal(p->type, BRI_CHOICE);
            assert_string_equal(p->words, "force|load|equivalent"); /* in the order of bri_scaling */
        } else if (p->type != BRI_REAL) {
            assert_true(p->type == BRI_LIST || p->type == BRI_FORMULA); /* of elements or points of a curve; a curve */
            assert_true(p->role == BRI_ROLE_BRISTLE_STIFFNESS || p->role == BRI_ROLE_SPEED_SCALE ||
                        p->role == BRI_ROLE_SLIDING || p->role == BRI_ROLE_SHARE);
        }
        for (size_t i = 0; i < sizeof only_once / sizeof *only_once; i++)
            if (p->role == only_once[i]) assert_ptr_equal(bri_param_with_role(kind, p->role), p);
    }
}

/* Defaults, without viscous friction; coulomb gets a static coefficient. */
static void start_dry(const bri_friction_law *law, point *p)
{
    start(law, p, 1);
    for (const bri_param *q = law->kind.params; q->name; q++) {
        if (q->role == BRI_ROLE_VISCOUS) bri_params_set(&law->kind, &p->params, q->name, 0, NULL);
        if (q->role == BRI_ROLE_STATIC) bri_params_set(&law->kind, &p->params, q->name, 0.15, NULL);
    }
}

static double steady_at(const bri_friction_law *law, const point *p, double speed)
{
    return bri_steady_force(law, &p->params, &rollers, 7, speed);
}

/* Multiplies a number by a factor, or all numbers of a list; least: they do not become less. */
static void scale_all(const bri_kind *kind, void *params, const bri_param *q, double times, double least)
{
    char name[64];
    double value;
    snprintf(name, sizeof name, "%s", q->name);
    for (int i = 1; i == 1 || q->type == BRI_LIST; i++) {
        if (q->type == BRI_LIST) snprintf(name, sizeof name, "%s.%d", q->name, i);
        if (bri_params_get(kind, params, name, &value, NULL)) return;
        assert_false(bri_params_set(kind, params, name, fmax(times * value, least), NULL));
    }
}

/* Where coefficients belong to points of a curve: the largest of them, or the one at rest; 0: they do not. */
static double of_points(const bri_kind *kind, const void *params, bool at_rest)
{
    const bri_param *speed = bri_param_with_role(kind, BRI_ROLE_SPEED_SCALE),
                    *mu = bri_param_with_role(kind, BRI_ROLE_SLIDING);
    double largest = 0;
    if (!speed || !mu || mu->type != BRI_LIST) return 0;
    for (int i = 1;; i++) {
        char name[2][64];
        double value, v;
        snprintf(name[0], sizeof name[0], "%s.%d", speed->name, i);
        snprintf(name[1], sizeof name[1], "%s.%d", mu->name, i);
        if (bri_params_get(kind, params, name[0], &v, NULL) || bri_params_get(kind, params, name[1], &value, NULL))
            return largest;
        if (!at_rest || v == 0) largest = fmax(largest, value);
    }
}

static double sum_of(const bri_kind *kind, const void *params, bri_role role)
{
    double sum = 0, value;
    for (const bri_param *q = kind->params; q->name; q++)
        if (q->role == role && !bri_params_get(kind, params, q->name, &value, NULL)) sum += value;
    return sum;
}

static const double slow = 1e-9, fast = 1e4; /* m/s */

static void friction_comes_from_its_coefficients(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    point p, none;
    if (has_formula(law)) return;
    start_dry(law, &p);
    start_dry(law, &none);
    for (const bri_param *q = law->kind.params; q->name; q++)
        if (is_coefficient(q->role)) scale_all(&law->kind, &none.params, q, 0, q->min);
    double ceiling = 7 * sum_of(&law->kind, &p.params, BRI_ROLE_CEILING),
           shares = 7 * sum_of(&law->kind, &p.params, BRI_ROLE_STATIC_SHARE),
           top = 7 * bri_role_value(&law->kind, &p.params, BRI_ROLE_STATIC) + shares + ceiling +
                 7 * of_points(&law->kind, &p.params, false),
           most = 0;
    for (double v = slow; v < fast; v *= 1.1) {
        most = fmax(most, steady_at(law, &p, v));
        assert_true(steady_at(law, &none, v) <= 7 * 1.001e-9); /* where not even 0 is allowed */
    }
    assert_true(most <= top * (1 + 1e-9));
    assert_true(most >= 0.9 * shares);
    assert_true(most >= 0.9 * 7 * bri_role_value(&law->kind, &p.params, BRI_ROLE_SLIDING));
}

static void its_static_limit_is_that_of_its_roles(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    uint64_t seed = 17;
    for (int round = 0; law->static_limit && round < ROUNDS; round++) {
        point p;
        double by_load, load = random_scale(&seed, 0.1, 1e3);
        start(law, &p, 1);
        random_params(law, &p, &seed);
        for (const bri_param *q = law->kind.params; q->name && round % 2; q++) /* 0: as sliding friction */
            if (q->role == BRI_ROLE_STATIC && q->initial == 0) bri_params_set(&law->kind, &p.params, q->name, 0, NULL);
        double own = 0; /* the default expression is a Stribeck curve */
        if (has_formula(law)) assert_false(bri_params_get(&law->kind, &p.params, "parameters.mu_s", &own, NULL));
        double mu = own + bri_role_value(&law->kind, &p.params, BRI_ROLE_STATIC) +
                    sum_of(&law->kind, &p.params, BRI_ROLE_STATIC_SHARE) + of_points(&law->kind, &p.params, true);
        bri_slip_set(&p.slip, 1, &(double){0}, load);
        assert_close(law->static_limit(&p.params, &p.slip, &by_load), mu * load, 1e-12 * mu * load);
        assert_true(mu > 0);
    }
}

/* With every speed scale three times as large, the curve is the same at speeds three times as high: none is forgotten.
 * Bristle damping is a force over a speed. */
static void its_curve_scales_with_its_speeds(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    uint64_t seed = 18;
    for (int round = 0; !law->needs && !has_formula(law) && round < 20;
         round++) { /* formulas for rollers have speeds in their numbers */
        point p, q;
        start(law, &p, 1);
        random_params(law, &p, &seed);
        for (const bri_param *r = law->kind.params; r->name; r++)
            if (r->role == BRI_ROLE_VISCOUS) bri_params_set(&law->kind, &p.params, r->name, 0, NULL);
        q = p;
        for (const bri_param *r = law->kind.params; r->name; r++) {
            double speed = bri_param_speed(r, &p.params);
            if (!(speed > 0) && r->role != BRI_ROLE_BRISTLE_DAMPING) continue;
            scale_all(&law->kind, &q.params, r, r->role == BRI_ROLE_SPEED_SCALE ? 3 : 1.0 / 3, -INFINITY);
            assert_close(bri_param_speed(r, &q.params), 3 * speed, 1e-15);
        }
        for (double v = slow; v < fast; v *= 1.3)
            assert_close(steady_at(law, &q, 3 * v), steady_at(law, &p, v), 1e-9 * 7);
    }
}

/* The speed by which a share of all that the curve rises and falls has happened; 0: it is the same at all speeds. */
static double changed_by(const bri_friction_law *law, const point *p, double share)
{
    double total = 0, sum = 0, most = 0, before = 0, v;
    bool holds = law->static_limit || law->kind.states; /* then the force is not 0 at rest */
    for (int pass = 0; pass < 2; pass++) {
        before = holds ? steady_at(law, p, slow) : 0;
        for (v = slow; v < fast; v *= 1.05) {
            double force = steady_at(law, p, v), change = fabs(force - before);
            most = fmax(most, force);
            *(pass ? &sum : &total) += change;
            if (pass && sum >= share * total) return v;
            before = force;
        }
        if (!(total > 0.01 * most)) return 0;
    }
    return v;
}

static void its_speed_scales_are_where_its_curve_changes(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    const double near = 100;
    if (has_formula(law)) return;
    for (double times = 0.03; times < 100; times *= 10) {
        point p;
        start_dry(law, &p);
        double least = INFINITY, largest = 0;
        for (const bri_param *q = law->kind.params; q->name; q++) {
            double speed = bri_param_speed(q, &p.params);
            if (!(speed > 0)) continue;
            scale_all(&law->kind, &p.params, q, q->role == BRI_ROLE_SPEED_SCALE ? times : 1 / times, -INFINITY);
            least = fmin(least, times * speed);
            largest = fmax(largest, times * speed);
        }
        double first = changed_by(law, &p, 0.1), last = changed_by(law, &p, 0.9);
        if (!(first > 0)) continue;
        if (!(largest > 0)) fail_msg("%s changes at %g m/s and has no speed scale", law->kind.name, first);
        if (!(first <= near * least && first >= least / near))
            fail_msg("%s changes from %g m/s on, and its least speed scale is %g m/s", law->kind.name, first, least);
        if (!law->needs && !(last <= near * largest && last >= largest / near))
            fail_msg("%s changes up to %g m/s, and its largest speed scale is %g m/s", law->kind.name, last, largest);
    }
}

static void slowly(double t, bri_trace_input *now, void *user)
{
    (void)t, (void)user;
    now->v[0] = 1e-6; /* damping does not count */
    now->load = 7;
}

/* How far it slides from rest until it has half of its sliding friction. */
static double half_way(const bri_friction_law *law, const point *p)
{
    bri_trace_def def = bri_trace_defaults();
    bri_trace *trace = NULL;
    double x = 1e-12, half = 0.5 * 7 * bri_role_value(&law->kind, &p->params, BRI_ROLE_SLIDING);
    def.law = law, def.params = &p->params, def.history = slowly;
    assert_false(bri_trace_create(&def, &trace, NULL));
    for (; x < 1; x *= 1.05) {
        assert_false(bri_trace_advance(trace, x / 1e-6, NULL));
        if (fabs(bri_trace_now(trace).force[0]) >= half) break;
    }
    bri_trace_destroy(trace);
    return x;
}

/* Presliding is that of its stiffness or of its length scale. */
static void its_displacement_is_that_of_its_roles(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    if (!law->kind.states) {
        assert_null(bri_param_with_role(&law->kind, BRI_ROLE_BRISTLE_STIFFNESS));
        assert_null(bri_param_with_role(&law->kind, BRI_ROLE_LENGTH_SCALE));
        return;
    }
    const bri_param *stiffness = bri_param_with_role(&law->kind, BRI_ROLE_BRISTLE_STIFFNESS),
                    *length = bri_param_with_role(&law->kind, BRI_ROLE_LENGTH_SCALE);
    assert_true((stiffness != NULL) != (length != NULL));
    const bri_param *row = stiffness ? stiffness : length;
    for (double times = 1; times < 200; times *= 10) {
        point p;
        start_dry(law, &p);
        bri_list *list = (bri_list *)(void *)((char *)&p.params + row->offset);
        double *one = (double *)(void *)((char *)&p.params + row->offset), scale = 0;
        for (int i = 0; i < (row->type == BRI_LIST ? list->count : 1); i++) {
            double *value = row->type == BRI_LIST ? &list->at[i] : one;
            *value *= times;
            scale += *value;
        }
        if (stiffness) scale = 7 * bri_role_value(&law->kind, &p.params, BRI_ROLE_SLIDING) / scale;
        double reach = half_way(law, &p);
        if (!(reach < scale && reach > 0.2 * scale))
            fail_msg("%s has half its friction after %g m; its %s says %g m", law->kind.name, reach, row->name, scale);
    }
}

static void is_lubricated_if_it_needs_a_viscosity(void **state)
{
    const bri_friction_law *law = ((const subject *)*state)->law;
    assert_int_equal(law->lubricated, law->needs && strstr(law->needs, "viscosity"));
}

/* --- batches ------------------------------------------------------------------------------------------------------------- */

enum {
    COUNT = 2 * 64 * 8 + 4 + 2 + 1
}; /* more than one run of vectors, and a tail at every width */

static void batch_equals_scalar_bit_for_bit(void **state)
{
    const subject *s = *state;
    const bri_friction_law *law = s->law;
    static double v[2][COUNT], load[COUNT], z[MOST][COUNT], discrete[BRI_LIST_MAX][COUNT], force[2][COUNT],
        zdot[MOST][COUNT];
    const double *z_of[MOST], *mode_of[BRI_LIST_MAX];
    double *zdot_of[MOST];
    uint64_t seed = 14;
    for (int i = 0; i < MOST; i++)
        z_of[i] = z[i], zdot_of[i] = zdot[i];
    for (int i = 0; i < BRI_LIST_MAX; i++)
        mode_of[i] = discrete[i];
    for (int dim = 1; dim <= 2; dim++)
        for (int round = 0; round < 6; round++) {
            point p;
            start(law, &p, dim);
            random_params(law, &p, &seed);
            for (int at = 0; at < COUNT; at++) {
                double motion[2];
                random_motion(motion, &seed);
                v[0][at] = at % 9 == 8 ? 0 : at % 9 == 7 ? random_finite(&seed) : motion[0];
                v[1][at] = at % 9 == 8 ? 0 : motion[1];
                load[at] = at % 11 == 10 ? 0 : random_scale(&seed, 0.1, 1e3);
                bri_slip_set(&p.slip, dim, motion, load[at]);
                random_state(law, &p, &seed);
                for (int i = 0; i < p.states; i++)
                    z[i][at] = p.z[i];
                for (int i = 0; i < p.discrete_states; i++)
                    discrete[i][at] = p.discrete[i];
            }
            bri_batch batch = {.count = COUNT,
                               .dim = dim,
                               .v = {v[0], v[1]},
                               .load = load,
                               .pair = &rollers,
                               .z = z_of,
                               .discrete = mode_of,
                               .force = {force[0], force[1]},
                               .zdot = zdot_of};
            const bri_lanes *widths[8] = {NULL, s->x4_plain, s->x8_plain};
            int count = s->x4_plain ? 3 : 1;
            for (int i = 0; law->lanes[i]; i++)
                if (law->lanes[i]->width <= bri_friction_lanes()) widths[count++] = law->lanes[i];
            assert_true(s->x8_plain || bri_friction_lanes() == 8); /* every width is tested, one way or the other */
            for (int w = 0; w < count; w++) {
                size_t end = widths[w] ? COUNT / (size_t)widths[w]->width * (size_t)widths[w]->width : COUNT;
                memset(force, 0xff, sizeof force);
                if (widths[w])
                    bri_friction_sweep(law, widths[w], &p.params, &batch, 0, end);
                else
                    bri_friction_batch(law, &p.params, &batch);
                for (size_t at = 0; at < end; at++) {
                    double motion[2] = {v[0][at], v[1][at]};
                    for (int i = 0; i < p.states; i++)
                        p.z[i] = z[i][at];
                    for (int i = 0; i < p.discrete_states; i++)
                        p.discrete[i] = discrete[i][at];
                    bri_slip_set(&p.slip, dim, motion, load[at]);
                    bri_friction_eval(law, &p.params, &p.slip, &p.drag, NULL);
                    for (int i = 0; i < dim; i++)
                        assert_true(force[i][at] == p.drag.force[i]);
                    for (int i = 0; i < p.states; i++)
                        assert_true(zdot[i][at] == p.zdot[i]);
                }
            }
        }
}

#define LAW(name) static subject subject_##name = {&bri_law_##name, STAND_IN(name)};
#include "friction/laws.def"
#undef LAW

#define TEST(name, test)                                                                                               \
    {                                                                                                                  \
#name ": " #test, test, NULL, NULL, &subject_##name                                                            \
    }
#define LAW(name)                                                                                                      \
    TEST(name, says_what_it_is), TEST(name, defaults_are_in_range), TEST(name, rejects_what_is_out_of_range),          \
        TEST(name, a_number_set_is_the_number_got), TEST(name, needs_are_refused_by_name), TEST(name, is_sound),       \
        TEST(name, is_passive_without_states), TEST(name, has_a_steady_state),                                         \
        TEST(name, a_held_piece_is_the_law_within_it), TEST(name, a_held_piece_goes_on_past_its_events),               \
        TEST(name, roles_fit_units_and_types), TEST(name, friction_comes_from_its_coefficients),                       \
        TEST(name, its_static_limit_is_that_of_its_roles), TEST(name, its_curve_scales_with_its_speeds),               \
        TEST(name, its_speed_scales_are_where_its_curve_changes), TEST(name, its_displacement_is_that_of_its_roles),   \
        TEST(name, is_lubricated_if_it_needs_a_viscosity), TEST(name, batch_equals_scalar_bit_for_bit),

int main(void)
{
    const struct CMUnitTest tests[] = {
#include "friction/laws.def"
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
