/* eval.c - single evaluations of any law, and functions that laws share outside their kernels */
#include "friction/bristle.h"
#include "friction/stribeck.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "friction/kinds.h"

void bri_slip_set(bri_slip *slip, int dim, const double *v, double load)
{
    assert(slip && v);
    slip_point(slip, dim, v[0], dim == 1 ? 0 : v[1]);
    slip_load(slip, load);
    slip->load_dot = 0;
    slip->sum = slip->speed;
}

void bri_friction_eval(const bri_friction_law *law, const void *params, const bri_slip *slip, bri_drag *drag,
                       bri_slopes *slopes)
{
    assert(law && slip && drag);
    if (law->eval) {
        law->eval(params, slip, drag, slopes);
    } else {
        bri_curve curve;
        law->curve(params, slip, &curve);
        spread_curve(slip, &curve, drag, slopes);
    }
}

void bri_slip_hold(bri_slip *slip, int piece)
{
    assert(slip);
    slip->piece = slip->dim == 1 ? piece : 0;
    if (abs(slip->piece) < 2) return;
    slip->dir[0] = piece > 0 ? 1 : -1;
    slip->speed = slip->dir[0] * slip->v[0];
}

int bri_friction_piece(const bri_friction_law *law, const void *params, const bri_slip *slip)
{
    assert(law && slip);
    double g[BRI_LIST_MAX];
    if (law->pieces == BRI_PIECES_OF_DIRECTION) return slip->v[0] < 0 ? -2 : 2;
    int events = bri_friction_events(law, params, slip->dim), piece = 1;
    law->events(params, slip, g);
    while (piece <= events && g[piece - 1] > 0)
        piece++;
    return piece > 1 && slip->v[0] < 0 ? -piece : piece;
}

void bri_friction_event_values(const bri_friction_law *law, const void *params, const bri_slip *slip, bri_real *g)
{
    assert(law && slip && g);
    law->events(params, slip, g);
    if (!slip->piece || law->pieces == BRI_PIECES_OF_DIRECTION) return;
    for (int i = abs(slip->piece) - 1; i < bri_friction_events(law, params, slip->dim); i++)
        g[i] = -g[i];
}

bool bri_friction_sticks(const bri_friction_law *law, const void *params)
{
    return law->static_limit && !(law->creeps && law->creeps(params));
}

int bri_friction_states(const bri_friction_law *law, const void *params, int dim)
{
    assert(law);
    return bri_variables_count(law->kind.states, dim, bri_kind_elements(&law->kind, params));
}

int bri_friction_discrete_states(const bri_friction_law *law, const void *params, int dim)
{
    assert(law);
    return bri_variables_count(law->kind.discrete_states, dim, bri_kind_elements(&law->kind, params));
}

int bri_friction_events(const bri_friction_law *law, const void *params, int dim)
{
    assert(law);
    return bri_variables_count(law->kind.events, dim, bri_kind_elements(&law->kind, params));
}

bri_pair bri_pair_unknown(void)
{
    double nan = __builtin_nan("");
    return (bri_pair){nan, nan, nan, nan, nan, nan, nan, nan};
}

static const bri_param pair_params[] = {
    BRI_PARAM(bri_pair, length, "m", 0.01, 1e-9, 1e3, "length of the line of contact"),
    BRI_PARAM(bri_pair, radius_a, "m", 0.01, -1e12, 1e12, "radius of the first surface; negative: a bore"),
    BRI_PARAM(bri_pair, radius_b, "m", 0.01, -1e12, 1e12, "radius of the second surface; negative: a bore"),
    BRI_PARAM(bri_pair, modulus, "Pa", 1e11, 1, 1e15, "contact modulus E* of both surfaces"),
    BRI_PARAM(bri_pair, roughness, "m", 1e-6, 0, 1, "combined roughness of both surfaces"),
    BRI_PARAM(bri_pair, viscosity, "Pa s", 0.1, 1e-9, 1e6, "dynamic viscosity of the lubricant"),
    BRI_PARAM(bri_pair, density, "kg/m3", 900, 1e-3, 1e5, "density of the lubricant"),
    BRI_PARAM(bri_pair, pressure_viscosity, "1/Pa", 20e-9, 0, 1e-3,
              "pressure-viscosity coefficient; not given: 20/GPa"),
    {0},
};

const bri_kind bri_pair_kind = {.name = "pair",
                                .family = "pair",
                                .title = "surfaces and lubricant, for lubricated laws",
                                .params_size = sizeof(bri_pair),
                                .params = pair_params};
const bri_kind *bri_pair_parameters(void) { return &bri_pair_kind; }

typedef struct need {
    const char *word, *what;
    size_t offset;
    double min; /* must be above this; a radius may also be below -min, which is a bore */
    bool may_be_infinite;
} need;

static const need needs[] = {
    {"length", "the length of contact", offsetof(bri_pair, length), 0, false},
    {"radius_a", "the radius of the first surface", offsetof(bri_pair, radius_a), 0, true},
    {"radius_b", "the radius of the second surface", offsetof(bri_pair, radius_b), 0, true},
    {"finite_radius_a", "a finite radius of the first surface", offsetof(bri_pair, radius_a), 0, false},
    {"finite_radius_b", "a finite radius of the second surface", offsetof(bri_pair, radius_b), 0, false},
    {"modulus", "the contact modulus", offsetof(bri_pair, modulus), 0, false},
    {"roughness", "the roughness", offsetof(bri_pair, roughness), -1, false},
    {"viscosity", "the lubricant's viscosity", offsetof(bri_pair, viscosity), 0, false},
    {"density", "the lubricant's density", offsetof(bri_pair, density), 0, false},
};

static bool is_given(const need *n, const bri_pair *pair)
{
    if (!pair) return false;
    double value;
    memcpy(&value, (const char *)pair + n->offset, sizeof value);
    bool is_radius = strstr(n->word, "radius") != NULL, is_infinite = value - value != 0;
    if (value != value || (is_infinite && !n->may_be_infinite)) return false;
    return value > n->min || (is_radius && value < 0);
}

bri_status bri_friction_needs(const bri_friction_law *law, const bri_pair *pair, bri_error *err)
{
    bri_error_clear(err);
    assert(law);
    char missing[400] = "";
    bool first = pair && isinf(pair->radius_a), second = pair && isinf(pair->radius_b);
    if ((first || second) && law->needs && strstr(law->needs, "finite_radius"))
        return bri_fail(err, BRI_MISSING,
                        "the law %s needs a finite radius of the %s surface, which is flat; choose another law",
                        law->kind.name, first ? "first" : "second");
    size_t used = 0, words = sizeof needs / sizeof *needs;
    for (const char *at = law->needs ? law->needs : ""; *at;) {
        size_t length = strcspn(at, " ");
        for (size_t i = 0; i < words; i++)
            if (strlen(needs[i].word) == length && !memcmp(needs[i].word, at, length) && !is_given(&needs[i], pair))
                used +=
                    (size_t)snprintf(missing + used, sizeof missing - used, "%s%s", used ? ", " : "", needs[i].what);
        at += length;
        at += strspn(at, " ");
    }
    if (used)
        return bri_fail(err, BRI_MISSING, "the law %s needs %s, which %s not given", law->kind.name, missing,
                        strchr(missing, ',') ? "are" : "is");
    return BRI_OK;
}

bool bri_passive_always(const void *params)
{
    (void)params;
    return true;
}

void bri_event_reversal(const void *params, const bri_slip *slip, bri_real *g)
{
    (void)params;
    g[0] = reversal(slip);
}

static const char *name_by_role(const bri_param *table, bri_role role)
{
    while (table->role != role) {
        assert(table->name);
        table++;
    }
    return table->name;
}

bri_status bri_check_peak(const bri_param *table, double sliding, double statics, bri_error *err)
{
    if (statics < sliding)
        return bri_fail(err, BRI_BAD_VALUE,
                        "%s (%g) is below %s (%g): static friction must be at least sliding friction",
                        name_by_role(table, BRI_ROLE_STATIC), statics, name_by_role(table, BRI_ROLE_SLIDING), sliding);
    return BRI_OK;
}
