/* discrete.h - the discrete state of a system: what changes at events, and between steps, but never within a step
 *
 * Integrators copy it as a flat array of doubles (packed); here it has types and names. This file alone knows the
 * layout of the packed form. */
#ifndef BRISTLE_SYSTEM_DISCRETE_H
#define BRISTLE_SYSTEM_DISCRETE_H

#include <stdint.h>

#include "system/system.h"

typedef enum bri_contact_phase { /* of a gap */
    BRI_SEPARATED,
    BRI_COMPRESSION, /* impact: until the depth first falls, */
    BRI_RESTITUTION, /* and until it rises again or the bodies separate */
    BRI_SUSTAINED,   /* in contact after the impact */
} bri_contact_phase;

typedef struct bri_contact_state {
    bri_contact_phase phase;
    double approach;    /* speed at which this contact began, m/s; contact laws take their loss from it */
    double depth_scale; /* estimated depth of the impact, m */
} bri_contact_state;

typedef enum bri_stick_mode { /* of an interface */
    BRI_STICK,                /* held by a constraint */
    BRI_SLIP,
    /* In closed loops (Wojtyra 2017, eq. 20): at its static limit, and at rest because other interfaces hold. The friction
     * force is the static limit; under redundancy: elastic the interface slides a little and carries its sliding friction, */
    BRI_AT_LIMIT,
    BRI_AT_STATIC_LIMIT, /* or, where that has no solution, the static limit there too. */
    /* At rest because other interfaces hold, where no choice was found that follows the treatment of redundancy: the friction
     * force is a fixed share of the static limit, until the next event. */
    BRI_KEPT,
} bri_stick_mode;

typedef struct bri_stick_state {
    bri_stick_mode mode;
    int direction; /* of the slip, or of the motion that an interface at its limit opposes: 1 or -1; 0: sticks */
    double at;     /* value of the free motion where it sticks, m or rad */
    double share;  /* of BRI_KEPT, 0 to 1 */
} bri_stick_state;

typedef struct bri_discrete {
    const bri_system *system;
    bri_contact_state *contact;             /* of each gap */
    bri_stick_state *stick;                 /* of each interface; one that cannot stick slips, with direction 0 */
    double (*load_direction)[BRI_HELD_MAX]; /* of each patch: d|load|/d(multipliers) when last recorded; 0: never */
    int *piece;                             /* of each patch: piece of its piecewise law; 0: none */
    double *law;                            /* discrete states of the laws, as their tables list them, patch by patch */
    int *law_at;                            /* of each patch: where its own begin in law */
} bri_discrete;

/* Gives every part its place in the packed form and counts them: sets .discrete of gaps, interfaces and patches, .piece of
 * patches, and system->discrete_states. */
void bri_discrete_layout(bri_system *system);
/* Room in the arena, which says if it failed. All interfaces slip forward, all gaps are separated. */
void bri_discrete_create(const bri_system *system, bri_arena *arena, bri_discrete *discrete);
void bri_discrete_start(bri_discrete *discrete); /* the same state again */
void bri_discrete_unpack(bri_discrete *discrete, const double *packed);
void bri_discrete_pack(const bri_discrete *discrete, double *packed); /* system->discrete_states doubles */
/* Of the directions of some interfaces, 0 where they stick: equal for equal ones. */
uint64_t bri_discrete_fingerprint(const bri_discrete *discrete, const bool *of);
void bri_discrete_copy(bri_discrete *to, const bri_discrete *from);

static inline bool bri_sticks(const bri_discrete *discrete, int interface)
{
    return discrete->stick[interface].mode == BRI_STICK;
}
static inline bool bri_at_limit(const bri_discrete *discrete, int interface)
{
    return discrete->stick[interface].mode >= BRI_AT_LIMIT;
}
static inline bool bri_is_kept(const bri_discrete *discrete, int interface)
{
    return discrete->stick[interface].mode == BRI_KEPT;
}
/* Its gap is open: no load, no friction. */
static inline bool bri_is_separated(const bri_discrete *discrete, int interface)
{
    int gap = discrete->system->interface[interface].gap;
    return gap >= 0 && discrete->contact[gap].phase == BRI_SEPARATED;
}
/* Friction is a force: it neither sticks nor is separated. */
static inline bool bri_law_acts(const bri_discrete *discrete, int interface)
{
    return !bri_sticks(discrete, interface) && !bri_is_separated(discrete, interface);
}
bool bri_any_sticks(const bri_discrete *discrete);
bool bri_any_at_limit(const bri_discrete *discrete);
bool bri_any_packed_at_limit(const bri_system *system, const double *packed);
bool bri_any_at_rest(const bri_system *system, const double *packed); /* one of the two */

const char *
bri_stick_name(const bri_stick_state *stick); /* "sticks", "slips forward", ...: after the interface's name */

#endif
