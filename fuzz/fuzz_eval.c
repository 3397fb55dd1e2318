/* fuzz_eval.c - every law at any point: finite numbers, the same alone and in a batch
 *
 * The bytes of the input are, in order: the law, how many components and contacts, the parameters, the surfaces, then
 * for each contact velocity, load, states and modes. Bytes past the end are 0, which leaves what is there. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bristle/friction.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    MOST = 2 * BRI_LIST_MAX, /* states, edges */
    CONTACTS = 9             /* a vector of each width, and one left over */
};

/* --- the input ----------------------------------------------------------------------------------------------------- */

typedef struct bytes {
    const uint8_t *at, *end;
} bytes;

static unsigned next_byte(bytes *b) { return b->at < b->end ? *b->at++ : 0; }

static double next_share(bytes *b) /* from 0 to 1, both included */
{
    unsigned high = next_byte(b);
    return (high * 256 + next_byte(b)) / 65535.0;
}

/* Any double that is finite, and no larger than limit. */
static double next_double(bytes *b, double limit)
{
    double value;
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | next_byte(b);
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) return 0;
    return value > limit ? limit : value < -limit ? -limit : value;
}

typedef struct subject {
    const bri_friction_law *law;
    bri_params params;
    bri_pair pair;
    int dim, elements, states, discrete_states, events;
} subject;

static const subject *at_hand; /* whose name a complaint begins with */

/* A claim about the law at hand. */
static void check(int claim, const char *what)
{
    if (claim) return;
    fprintf(stderr, "%s: %s\n", at_hand->law->kind.name, what);
    abort();
}

static void check_finite(const double *values, int count, const char *what)
{
    for (int i = 0; i < count; i++)
        check(isfinite(values[i]), what);
}

/* Within the range: an end of it, evenly between, or evenly in the logarithm. */
static double value_within(bytes *b, const bri_param *p, double now)
{
    char word[BRI_WORD_ROOM];
    int words = 0;
    unsigned how = next_byte(b);
    if (p->type == BRI_CHOICE) {
        while (bri_word(p->words, words, word))
            words++;
        return how % (unsigned)words;
    }
    double share = how % 5 > 2 ? next_share(b) : 0, value = now;
    if (how % 5 == 1) value = p->min;
    if (how % 5 == 2) value = p->max;
    if (how % 5 == 3) value = p->min + share * (p->max - p->min);
    if (how % 5 == 4) {
        double low = p->min > 0 ? p->min : 1e-12 * p->max;
        value = low * pow(p->max / low, share);
    }
    value = p->type == BRI_INT ? floor(value) : value;
    return fmin(fmax(value, p->min), p->max);
}

/* As many values as there are in all lists of the law. One that ends at 1 holds shares, which add up to 1. */
static void choose_list(bytes *b, const bri_kind *kind, void *params, const bri_param *p, bri_units *units, int count)
{
    char text[BRI_LIST_MAX * 32], *end = text;
    double values[BRI_LIST_MAX], sum = 0;
    for (int i = 0; i < count; i++) {
        values[i] = p->max == 1 ? 0.01 + next_share(b) : value_within(b, p, p->min);
        sum += values[i];
    }
    for (int i = 0; i < count; i++)
        end += snprintf(end, 32, "%s%.17g", i ? "," : "", p->max == 1 ? values[i] / sum : values[i]);
    check(bri_params_set_text(kind, params, units, p->name, text, NULL) == BRI_OK,
          "a list within its range is refused");
}

static void choose_params(bytes *b, const bri_kind *kind, void *params)
{
    static bri_units *units;
    int count = (int)next_byte(b) % (BRI_LIST_MAX + 1);
    if (!units && bri_units_create(&units, NULL)) return;
    for (const bri_param *p = kind->params; p->name; p++) {
        double now = 0;
        if (p->type == BRI_LIST) {
            if (count > 0) choose_list(b, kind, params, p, units, count);
            continue;
        }
        if (p->type == BRI_FORMULA || p->type == BRI_QUANTITIES) continue; /* see fuzz_expression.c */
        check(bri_params_get(kind, params, p->name, &now, NULL) == BRI_OK, "a parameter cannot be got");
        bri_status status = bri_params_set(kind, params, p->name, value_within(b, p, now), NULL);
        check(status == BRI_OK, "a number within its range is refused");
    }
}

/* --- one contact --------------------------------------------------------------------------------------------------- */

typedef struct contact {
    double v[2], load, z[MOST], discrete[BRI_LIST_MAX];
    double force[2], zdot[MOST];
} contact;

static void choose_contact(bytes *b, const subject *s, contact *c)
{
    for (int i = 0; i < s->dim; i++)
        c->v[i] = next_double(b, INFINITY);
    c->load = fabs(next_double(b, INFINITY));
    for (int i = 0; i < s->states; i++)
        c->z[i] = next_double(b, 1e30);
    for (int i = 0; i < s->discrete_states; i++)
        c->discrete[i] = next_byte(b) % 2;
}

static bri_slip slip_of(const subject *s, const contact *c)
{
    bri_slip slip = {.elements = s->elements, .pair = &s->pair, .z = c->z, .discrete = c->discrete};
    bri_slip_set(&slip, s->dim, c->v, c->load);
    return slip;
}

static void check_drag(const subject *s, const bri_drag *drag)
{
    check_finite(drag->force, s->dim, "force");
    check_finite(drag->zdot, s->states, "zdot");
    if (s->states) check_finite(drag->elastic, s->dim, "elastic");
}

static void check_eval(const subject *s, contact *c)
{
    double zdot[MOST] = {0}, force_z[2 * MOST] = {0}, zdot_v[2 * MOST] = {0}, zdot_load[MOST] = {0};
    double zdot_z[MOST * MOST] = {0};
    bri_slip slip = slip_of(s, c);
    bri_drag drag = {.zdot = c->zdot}, again = {.zdot = zdot};
    bri_slopes slopes = {.force_z = force_z, .zdot_v = zdot_v, .zdot_load = zdot_load, .zdot_z = zdot_z};
    bri_friction_eval(s->law, &s->params, &slip, &drag, NULL);
    bri_friction_eval(s->law, &s->params, &slip, &again, &slopes);
    memcpy(c->force, drag.force, sizeof c->force);
    check_drag(s, &drag);
    check(!memcmp(drag.force, again.force, (size_t)s->dim * sizeof(double)), "with slopes the force is another");
    check(!memcmp(c->zdot, zdot, (size_t)s->states * sizeof(double)), "with slopes zdot is another");
    for (int i = 0; i < s->dim; i++)
        check_finite(slopes.force_v[i], s->dim, "force_v");
    check_finite(slopes.force_load, s->dim, "force_load");
    check_finite(slopes.force_rate_load, s->dim, "force_rate_load");
    check_finite(force_z, s->dim * s->states, "force_z");
    check_finite(zdot_v, s->dim * s->states, "zdot_v");
    check_finite(zdot_load, s->states, "zdot_load");
    check_finite(zdot_z, s->states * s->states, "zdot_z");
}

static void check_rest(const subject *s, const contact *c)
{
    const bri_friction_law *law = s->law;
    double one[MOST] = {0}, two[MOST] = {0}, by_load = 0;
    bri_slip slip = slip_of(s, c);
    bri_curve curve;
    law->curve(&s->params, &slip, &curve);
    check_finite((const double[]){curve.force, curve.by_speed, curve.by_load}, 3, "curve");
    check(curve.force >= 0, "the force of the curve is below 0");
    if (law->steady) law->steady(&s->params, &slip, one, two);
    check_finite(one, s->states, "steady states");
    check_finite(two, s->discrete_states, "steady modes");
    if (law->sizes) law->sizes(&s->params, slip.load, s->dim, one);
    for (int i = 0; i < s->states && law->sizes; i++)
        check(isfinite(one[i]) && one[i] > 0, "the size of a state");
    if (law->events) law->events(&s->params, &slip, one);
    check_finite(one, law->events ? s->events : 0, "edges");
    if (law->relax) law->relax(&s->params, &slip, one, two);
    check_finite(one, law->relax ? s->states : 0, "pull of relax");
    check_finite(two, law->relax ? s->states : 0, "rate of relax");
    double static_limit = law->static_limit ? law->static_limit(&s->params, &slip, &by_load) : 0;
    check(isfinite(static_limit) && static_limit >= 0 && isfinite(by_load), "grip");
}

/* --- all of them --------------------------------------------------------------------------------------------------- */

static void check_batch(const subject *s, const contact *contacts, size_t count)
{
    static double v[2][CONTACTS], load[CONTACTS], z[MOST][CONTACTS], discrete[BRI_LIST_MAX][CONTACTS];
    static double force[2][CONTACTS], zdot[MOST][CONTACTS];
    const double *z_of[MOST], *mode_of[BRI_LIST_MAX];
    double *zdot_of[MOST];
    for (int i = 0; i < MOST; i++)
        z_of[i] = z[i], zdot_of[i] = zdot[i];
    for (int i = 0; i < BRI_LIST_MAX; i++)
        mode_of[i] = discrete[i];
    for (size_t at = 0; at < count; at++) {
        load[at] = contacts[at].load;
        for (int i = 0; i < s->dim; i++)
            v[i][at] = contacts[at].v[i];
        for (int i = 0; i < s->states; i++)
            z[i][at] = contacts[at].z[i];
        for (int i = 0; i < s->discrete_states; i++)
            discrete[i][at] = contacts[at].discrete[i];
    }
    bri_friction_batch(s->law, &s->params,
                       &(bri_batch){.count = count,
                                    .dim = s->dim,
                                    .v = {v[0], v[1]},
                                    .load = load,
                                    .pair = &s->pair,
                                    .z = z_of,
                                    .discrete = mode_of,
                                    .force = {force[0], force[1]},
                                    .zdot = zdot_of});
    for (size_t at = 0; at < count; at++) {
        for (int i = 0; i < s->dim; i++)
            check(!memcmp(&force[i][at], &contacts[at].force[i], sizeof(double)), "in a batch the force is another");
        for (int i = 0; i < s->states; i++)
            check(!memcmp(&zdot[i][at], &contacts[at].zdot[i], sizeof(double)), "in a batch zdot is another");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const bri_pair rollers = {0.016, 0.008, 0.03, 113.7e9, 0.4e-6, 0.4, 870, 20e-9};
    const bri_friction_law *const *laws = bri_laws();
    bytes b = {data, data + size};
    subject s = {.pair = rollers};
    contact contacts[CONTACTS] = {0};
    size_t kinds = 0;
    while (laws[kinds])
        kinds++;
    s.law = laws[next_byte(&b) % kinds];
    at_hand = &s;
    s.dim = 1 + (int)next_byte(&b) % 2;
    size_t count = 1 + next_byte(&b) % CONTACTS;
    bri_params_defaults(&s.law->kind, &s.params);
    choose_params(&b, &s.law->kind, &s.params);
    choose_params(&b, bri_pair_parameters(), &s.pair);
    if (bri_params_check(&s.law->kind, &s.params, NULL) || bri_friction_needs(s.law, &s.pair, NULL)) return 0;
    s.elements = bri_kind_elements(&s.law->kind, &s.params);
    s.states = bri_friction_states(s.law, &s.params, s.dim);
    s.discrete_states = bri_friction_discrete_states(s.law, &s.params, s.dim);
    s.events = bri_friction_events(s.law, &s.params, s.dim);
    check(s.states <= MOST && s.discrete_states <= BRI_LIST_MAX && s.events <= MOST, "it has too many states");
    for (size_t i = 0; i < count; i++) {
        choose_contact(&b, &s, &contacts[i]);
        check_eval(&s, &contacts[i]);
        check_rest(&s, &contacts[i]);
    }
    check_batch(&s, contacts, count);
    return 0;
}
