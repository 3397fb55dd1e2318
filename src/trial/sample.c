/* sample.c - a law evaluated at random parameters, states and motions */
#include "trial/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two steel rollers in oil, for laws that need surfaces. */
static const bri_pair rollers = {.length = 0.016,
                                 .radius_a = 0.008,
                                 .radius_b = 0.03,
                                 .modulus = 113.7e9,
                                 .roughness = 0.4e-6,
                                 .viscosity = 0.4,
                                 .density = 870,
                                 .pressure_viscosity = 20e-9};

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static uint64_t random_bits(uint64_t *seed) /* splitmix64 */
{
    uint64_t x = *seed += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double bri_random_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(seed) >> 11) * 0x1p-53);
}

double bri_random_scale(uint64_t *seed, double low, double high)
{
    return exp(bri_random_between(seed, log(low), log(high)));
}

double bri_random_finite(uint64_t *seed)
{
    double x;
    do {
        uint64_t bits = random_bits(seed);
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

bool bri_random_bit(uint64_t *seed) { return random_bits(seed) & 1; }

/* --- samples ------------------------------------------------------------------------------------------------------ */

static void list_turning(bri_sample *s)
{
    int at = 0, elements = s->slip.elements;
    for (const bri_variable *state = s->law->kind.states; state && state->name; state++) {
        int count = bri_variables_count((const bri_variable[]){*state, {0}}, s->slip.dim, elements);
        for (int i = 0; i < count && at < SAMPLE_STATES; i++)
            s->turns[at++] = state->shape == BRI_EACH_DIRECTION || state->shape == BRI_EACH_BOTH;
    }
}

/* Sets what depends on the parameters. */
static void prepare(bri_sample *s)
{
    s->slip.elements = bri_kind_elements(&s->law->kind, &s->params);
    s->states = bri_friction_states(s->law, &s->params, s->slip.dim);
    s->discrete_states = bri_friction_discrete_states(s->law, &s->params, s->slip.dim);
    list_turning(s);
}

void bri_sample_start(bri_sample *s, const bri_friction_law *law, int dim)
{
    memset(s, 0, sizeof *s);
    s->law = law;
    bri_params_defaults(&law->kind, &s->params);
    s->slip.dim = dim;
    s->slip.pair = &rollers;
    s->slip.z = s->z;
    s->slip.discrete = s->discrete;
    s->drag.zdot = s->zdot;
    prepare(s);
    bri_slip_set(&s->slip, dim, s->v, 0);
}

void bri_sample_copy(bri_sample *copy, const bri_sample *from)
{
    *copy = *from;
    copy->slip.z = copy->z;
    copy->slip.discrete = copy->discrete;
    copy->drag.zdot = copy->zdot;
}

static void draw_number(bri_sample *s, const bri_param *p, uint64_t *seed)
{
    char word[BRI_WORD_ROOM];
    int words = 0;
    while (p->type == BRI_CHOICE && bri_word(p->words, words, word))
        words++;
    double base = p->initial != 0 ? p->initial : p->max > 1 ? 1 : p->max;
    double value = fmin(fmax(base * bri_random_scale(seed, 0.2, 5), p->min), p->max);
    if (words) value = floor(bri_random_between(seed, 0, words));
    if (p->type == BRI_REAL || p->type == BRI_CHOICE) bri_params_set(&s->law->kind, &s->params, p->name, value, NULL);
}

static void draw_quantities(bri_sample *s, const bri_param *p, uint64_t *seed)
{
    bri_quantities *all = (bri_quantities *)(void *)((char *)&s->params + p->offset);
    for (int i = 0; i < all->count; i++)
        all->value[i] *= bri_random_scale(seed, 0.2, 5);
}

static bool draw_params(bri_sample *s, uint64_t *seed)
{
    for (int tries = 0; tries < 1000; tries++) {
        bri_params_defaults(&s->law->kind, &s->params);
        for (const bri_param *p = s->law->kind.params; p->name; p++) {
            draw_number(s, p, seed);
            if (p->type == BRI_QUANTITIES) draw_quantities(s, p, seed);
        }
        if (!bri_params_check(&s->law->kind, &s->params, NULL)) return true;
    }
    return false;
}

bool bri_sample_draw(bri_sample *s, const bri_friction_law *law, int dim, double load, uint64_t *seed)
{
    bri_sample_start(s, law, dim);
    if (!draw_params(s, seed)) return false;
    prepare(s);
    double speed = bri_random_scale(seed, 1e-6, 3), angle = bri_random_between(seed, 0, 6.283);
    s->v[0] = speed * cos(angle);
    s->v[1] = dim == 1 ? 0 : speed * sin(angle);
    bri_slip_set(&s->slip, dim, s->v, load);
    if (!law->sizes) return true;
    law->sizes(&s->params, s->slip.load, dim, s->z);
    for (int i = 0; i < s->states; i++) {
        double share = bri_random_between(seed, -1.1, 1.1);
        s->z[i] *= s->turns[i] ? share : fabs(share) / 1.1; /* a dwell time or a share is not below 0 */
    }
    for (int i = 0; i < s->discrete_states; i++)
        s->discrete[i] = bri_random_bit(seed);
    return true;
}

void bri_sample_evaluate(bri_sample *s, const double v[2], double load)
{
    bri_slip_set(&s->slip, s->slip.dim, v, load);
    memset(s->force_z, 0, sizeof s->force_z);
    memset(s->zdot_v, 0, sizeof s->zdot_v);
    memset(s->zdot_load, 0, sizeof s->zdot_load);
    memset(s->zdot_z, 0, sizeof s->zdot_z);
    s->slopes =
        (bri_slopes){.force_z = s->force_z, .zdot_v = s->zdot_v, .zdot_load = s->zdot_load, .zdot_z = s->zdot_z};
    bri_friction_eval(s->law, &s->params, &s->slip, &s->drag, &s->slopes);
}

bool bri_sample_is_near_event(const bri_sample *s)
{
    const double near = 2e-5;
    double at[2 * BRI_LIST_MAX], other[2 * BRI_LIST_MAX], moved[2], z[SAMPLE_STATES];
    int events = bri_friction_events(s->law, &s->params, s->slip.dim);
    if (!s->law->events) return false;
    bri_slip slip = s->slip;
    s->law->events(&s->params, &slip, at);
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 2; i++)
            moved[i] = s->slip.v[i] * (1 + (k & 1 ? near : -near));
        for (int i = 0; i < s->states; i++)
            z[i] = s->z[i] * (1 + (k & 2 ? near : -near));
        bri_slip_set(&slip, s->slip.dim, moved, s->slip.load * (1 + (k & 4 ? near : -near)));
        slip.z = z;
        slip.sum = s->slip.sum;
        s->law->events(&s->params, &slip, other);
        for (int i = 0; i < events; i++)
            if ((at[i] > 0) != (other[i] > 0)) return true;
    }
    return false;
}
