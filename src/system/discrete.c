/* discrete.c - packing, and questions about the discrete state
 *
 *     packed = (phase, approach, depth scale) of each gap
 *            | (direction x mode, place, share) of each interface that can stick, load directions of its patches
 *            | discrete states of the law, piece of the law, of each patch */
#include "system/discrete.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONTACT_NUMBERS = 3,
    STICK_NUMBERS = 3
};

static bool is_piecewise(const sys_interface *interface) { return interface->law->pieces && !interface->sticks; }

void bri_discrete_layout(bri_system *s)
{
    int at = 0;
    for (int g = 0; g < s->gaps; g++, at += CONTACT_NUMBERS)
        s->gap[g].discrete = at;
    for (int k = 0; k < s->interfaces; k++) {
        sys_interface *interface = &s->interface[k];
        interface->discrete = at;
        if (interface->sticks) at += STICK_NUMBERS + BRI_HELD_MAX * interface->patches;
    }
    for (int r = 0; r < s->patches; r++) {
        sys_patch *patch = &s->patch[r];
        patch->discrete = at;
        at += patch->discrete_states;
        patch->piece = is_piecewise(&s->interface[patch->interface]) ? at++ : -1;
    }
    s->discrete_states = at;
}

void bri_discrete_create(const bri_system *s, bri_arena *arena, bri_discrete *d)
{
    int numbers = 0;
    *d = (bri_discrete){.system = s,
                        .contact = bri_arena_take(arena, (size_t)s->gaps + 1, sizeof *d->contact),
                        .stick = bri_arena_take(arena, (size_t)s->interfaces + 1, sizeof *d->stick),
                        .load_direction = bri_arena_take(arena, (size_t)s->patches + 1, sizeof *d->load_direction),
                        .piece = bri_arena_take(arena, (size_t)s->patches + 1, sizeof *d->piece),
                        .law_at = bri_arena_take(arena, (size_t)s->patches + 1, sizeof *d->law_at)};
    for (int r = 0; r < s->patches && d->law_at; r++) {
        d->law_at[r] = numbers;
        numbers += s->patch[r].discrete_states;
    }
    d->law = bri_arena_take(arena, (size_t)numbers + 1, sizeof *d->law);
    if (!arena->failed) bri_discrete_start(d);
}

void bri_discrete_start(bri_discrete *d)
{
    const bri_system *s = d->system;
    assert(d->contact && d->stick && d->load_direction && d->piece && d->law && d->law_at);
    int last = s->patches - 1, numbers = last < 0 ? 0 : d->law_at[last] + s->patch[last].discrete_states;
    memset(d->contact, 0, (size_t)s->gaps * sizeof *d->contact);
    memset(d->load_direction, 0, (size_t)s->patches * sizeof *d->load_direction);
    memset(d->piece, 0, (size_t)s->patches * sizeof *d->piece);
    memset(d->law, 0, (size_t)numbers * sizeof *d->law);
    for (int k = 0; k < s->interfaces; k++)
        d->stick[k] = (bri_stick_state){.mode = BRI_SLIP, .direction = s->interface[k].sticks};
}

void bri_discrete_unpack(bri_discrete *d, const double *packed)
{
    const bri_system *s = d->system;
    for (int g = 0; g < s->gaps; g++) {
        const double *at = packed + s->gap[g].discrete;
        d->contact[g] = (bri_contact_state){(bri_contact_phase)at[0], at[1], at[2]};
    }
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const double *at = packed + interface->discrete;
        if (!interface->sticks) continue;
        int mode = (int)at[0];
        d->stick[k] = (bri_stick_state){(bri_stick_mode)abs(mode), (mode > 0) - (mode < 0), at[1], at[2]};
        memcpy(d->load_direction[interface->patch], at + STICK_NUMBERS,
               (size_t)interface->patches * sizeof d->load_direction[0]);
    }
    for (int r = 0; r < s->patches; r++) {
        const sys_patch *patch = &s->patch[r];
        memcpy(d->law + d->law_at[r], packed + patch->discrete, (size_t)patch->discrete_states * sizeof(double));
        if (patch->piece >= 0) d->piece[r] = (int)packed[patch->piece];
    }
}

void bri_discrete_pack(const bri_discrete *d, double *packed)
{
    const bri_system *s = d->system;
    for (int g = 0; g < s->gaps; g++) {
        double *at = packed + s->gap[g].discrete;
        at[0] = d->contact[g].phase;
        at[1] = d->contact[g].approach;
        at[2] = d->contact[g].depth_scale;
    }
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        double *at = packed + interface->discrete;
        if (!interface->sticks) continue;
        assert((d->stick[k].mode == BRI_STICK) == (d->stick[k].direction == 0));
        at[0] = d->stick[k].direction * (int)d->stick[k].mode;
        at[1] = d->stick[k].at;
        at[2] = d->stick[k].share;
        memcpy(at + STICK_NUMBERS, d->load_direction[interface->patch],
               (size_t)interface->patches * sizeof d->load_direction[0]);
    }
    for (int r = 0; r < s->patches; r++) {
        const sys_patch *patch = &s->patch[r];
        memcpy(packed + patch->discrete, d->law + d->law_at[r], (size_t)patch->discrete_states * sizeof(double));
        if (patch->piece >= 0) packed[patch->piece] = d->piece[r];
    }
}

void bri_discrete_copy(bri_discrete *to, const bri_discrete *from)
{
    const bri_system *s = to->system;
    int last = s->patches - 1, numbers = last < 0 ? 0 : from->law_at[last] + s->patch[last].discrete_states;
    assert(to->system == from->system);
    memcpy(to->contact, from->contact, (size_t)s->gaps * sizeof *to->contact);
    memcpy(to->stick, from->stick, (size_t)s->interfaces * sizeof *to->stick);
    memcpy(to->load_direction, from->load_direction, (size_t)s->patches * sizeof *to->load_direction);
    memcpy(to->piece, from->piece, (size_t)s->patches * sizeof *to->piece);
    memcpy(to->law, from->law, (size_t)numbers * sizeof *to->law);
}

uint64_t bri_discrete_fingerprint(const bri_discrete *d, const bool *of)
{
    uint64_t hash = 1469598103934665603u; /* Fowler, Noll and Vo */
    for (int k = 0; k < d->system->interfaces; k++)
        if (of[k]) hash = (hash ^ (uint64_t)(d->stick[k].direction + 1)) * 1099511628211u;
    return hash;
}

bool bri_any_sticks(const bri_discrete *d)
{
    for (int k = 0; k < d->system->interfaces; k++)
        if (bri_sticks(d, k)) return true;
    return false;
}

bool bri_any_at_limit(const bri_discrete *d)
{
    for (int k = 0; k < d->system->interfaces; k++)
        if (bri_at_limit(d, k)) return true;
    return false;
}

bool bri_any_packed_at_limit(const bri_system *s, const double *packed)
{
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks && fabs(packed[s->interface[k].discrete]) >= BRI_AT_LIMIT) return true;
    return false;
}

bool bri_any_at_rest(const bri_system *s, const double *packed)
{
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks && fabs(packed[s->interface[k].discrete]) != BRI_SLIP) return true;
    return false;
}

const char *bri_stick_name(const bri_stick_state *stick)
{
    switch (stick->mode) {
    case BRI_STICK: return "sticks";
    case BRI_SLIP: return stick->direction > 0 ? "slips forward" : "slips backward";
    case BRI_KEPT: return "is kept within its static limit";
    default: return "is at its static limit";
    }
}
