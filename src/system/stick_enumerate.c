/* stick_enumerate.c - all sets of sticks and slips in turn, of few interfaces */
#include "system/stick_enumerate.h"

#include <math.h>
#include <string.h>

enum {
    MOST_STARTED = 4 /* patches that slide, of which both solutions are looked for */
};
static const double much_friction = 1e3; /* times the applied forces: a start on the other side of a load's sign */

/* Sliding friction may have two solutions, with its load on either side: Newton's method starts from the engine's guess,
 * from no friction, and from much. The guess from which a consistent solution was found is left in guess. */
static bool try_starts(bri_selection *c, const bri_discrete *d, bool refuses_self_stress)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int slides[MOST_STARTED], count = 0;
    double much = 0;
    c->guess = &e->guess;
    if (bri_set_is_consistent(c, d, refuses_self_stress)) return true;
    for (int r = 0; r < s->patches && count < MOST_STARTED; r++) {
        int k = s->patch[r].interface;
        bool both = s->interface[k].sticks && s->interface[k].from_reaction && bri_law_acts(d, k);
        if (both && !bri_at_limit(d, k)) slides[count++] = r;
    }
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        much = fmax(much, much_friction * fabs(e->stick->choice.point.applied[i]));
    bri_guess_copy(s, &e->guess, &e->stick->start);
    c->guess = &e->stick->start;
    for (int starts = 0; count && starts < 1 << count; starts++) {
        for (int i = 0; i < count; i++)
            e->stick->start.friction[s->patch[slides[i]].component] =
                starts >> i & 1 ? -d->stick[s->patch[slides[i]].interface].direction * much : 0;
        if (bri_set_is_consistent(c, d, refuses_self_stress)) return true;
    }
    c->guess = &e->guess;
    return false;
}

static void turn_load_directions(const bri_system *s, int k, bri_discrete *d)
{
    const sys_interface *interface = &s->interface[k];
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        for (int h = 0; h < BRI_HELD_MAX; h++)
            d->load_direction[r][h] *= -1;
}

/* One set, with the loads of interfaces at their limits on either side; where compliant joints let them slide, also with
 * their static limits. */
static bool try_sides(bri_selection *c, bri_discrete *d, bool refuses_self_stress)
{
    const bri_system *s = c->engine->system;
    int at_limit[BRI_MOST_ENUMERATED], count = 0;
    for (int k = 0; k < s->interfaces && count < BRI_MOST_ENUMERATED; k++)
        if (c->candidate[k] && bri_at_limit(d, k)) at_limit[count++] = k;
    int levels = count && s->redundancy == BRI_REDUNDANCY_ELASTIC ? 2 : 1;
    for (int level = 0; level < levels; level++)
        for (int sides = 0; sides < 1 << count; sides++) {
            for (int i = 0; i < count; i++) {
                d->stick[at_limit[i]].mode = level ? BRI_AT_STATIC_LIMIT : BRI_AT_LIMIT;
                if (sides >> i & 1) turn_load_directions(s, at_limit[i], d);
            }
            if (try_starts(c, d, refuses_self_stress)) return true;
            for (int i = 0; i < count; i++)
                if (sides >> i & 1) turn_load_directions(s, at_limit[i], d);
        }
    return false;
}

bool bri_enumerate_sets(bri_selection *c, bri_discrete *d, bool refuses_self_stress)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int which[BRI_MOST_ENUMERATED], count = 0, sets = 1;
    for (int k = 0; k < s->interfaces; k++)
        if (c->candidate[k]) {
            if (count == BRI_MOST_ENUMERATED) return false;
            which[count++] = k;
            sets *= 3;
        }
    for (int slips = 0; slips <= count; slips++)
        for (int set = 0; set < sets; set++) {
            int rest = set, slipping = 0;
            for (int i = 0; i < count; i++, rest /= 3) {
                bri_set_put(c, which[i], rest % 3 == 0 ? 0 : rest % 3 == 1 ? 1 : -1, d);
                slipping += rest % 3 != 0;
            }
            if (slipping != slips) continue;
            if (bri_is_halted(&e->solver.halt)) return false;
            memset(e->stick->dragged, 0, (size_t)s->interfaces * sizeof *e->stick->dragged);
            bri_set_find_at_limit(c, d);
            if (bri_set_find_dragged(c, d)) bri_set_find_at_limit(c, d);
            if (try_sides(c, d, refuses_self_stress)) return bri_set_settle(c, d);
            c->guess = &e->guess;
        }
    return false;
}
