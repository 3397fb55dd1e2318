/* stick_set.h - one set of sticks and slips at a point: its solution, and whether that is consistent with it
 *
 * A set is the stick states of a discrete state. It is consistent when every stick needs no more than its static limit, and
 * every slip accelerates in its direction. */
#ifndef BRISTLE_SYSTEM_STICK_SET_H
#define BRISTLE_SYSTEM_STICK_SET_H

#include "system/engine.h"
#include "system/stick_search.h"

struct bri_stick_room {        /* scratch of the files stick*.c that choose: engine->stick */
    bri_sticking_room *search; /* of stick_search.c */
    bri_evaluation choice,
        what_if; /* the set of sticks that is looked at, and a change of it; none where nothing can stick */
    bri_discrete first, trial, kept;
    bri_guess start, found; /* of a solution, and what a search found */
    double *packed;
    bool *candidate, *dragged, *broken; /* of each interface */
};
struct bri_stick_room *bri_stick_create(bri_engine *engine); /* in its arena, which says if it failed */

typedef struct bri_selection { /* where sets are tried */
    bri_engine *engine;
    double t;
    const double *x;
    const bool *candidate;  /* of each interface: its stick state is chosen */
    const bri_guess *guess; /* from which solutions start */
    bool takes_unstable;    /* sets whose solution is unstable are taken, too */
    bool *saw_unstable;     /* a set was refused for that */
} bri_selection;

/* Solves a set, in stick->choice. True: it has a solution. */
bool bri_set_solve(const bri_selection *selection, const bri_discrete *set);
/* Moves stick->choice.point to a set, without solving. */
void bri_set_place(const bri_selection *selection, const bri_discrete *set);
/* A stick state at the present place. direction 0: it sticks, else it slips. Requires the choice's point. */
void bri_set_put(const bri_selection *selection, int interface, int direction, bri_discrete *set);
/* Candidates that do not stick are at their limits where the others hold them; else they slip. */
void bri_set_find_at_limit(const bri_selection *selection, bri_discrete *set);
/* The set of a search, and what it found, becomes one without dependent sticks: friction of those that depend on others, and of those at
 * their limits that others hold, stays the share of the static limit that was found. */
void bri_set_keep(const bri_selection *selection, const bri_guess *found, bri_discrete *set);
/* Marks candidates at their limits that joints or drivers set in motion, in stick->dragged. True: there are some. */
bool bri_set_find_dragged(const bri_selection *selection, const bri_discrete *set);
/* The interface whose state is most inconsistent, and the direction it should have (0: it should stick); -1: none, the set
 * is consistent. Requires the choice to be solved. */
int bri_set_inconsistent(const bri_selection *selection, const bri_discrete *set, int *wanted);
/* Held by friction at its limit whose directions are inconsistent: a state of self-stress, which slips where it can. */
bool bri_set_is_self_stressed(const bri_selection *selection, const bri_discrete *set);
/* Whether compliant joints would leave the solution at once: the determinant of the equations of friction and reactions is below 0, as where
 * a loop gain is above 1. Requires the choice to be solved. */
bool bri_set_is_unstable(const bri_selection *selection, const bri_discrete *set);
/* All states are consistent, and the solution is not of a kind that is refused. */
bool bri_set_is_consistent(const bri_selection *selection, const bri_discrete *set, bool refuses_self_stress);
/* Load directions become those of the choice, and the engine goes on from its solution. False: with these it is not consistent. */
bool bri_set_settle(const bri_selection *selection, bri_discrete *set);

/* Records the directions of the loads of a solution, as the multipliers have them, in discrete: all of them, or only those
 * that have turned far from what is recorded. */
void bri_record_load_directions(const bri_evaluation *at, bool all, bri_discrete *discrete);
/* Static limit under loads in their recorded directions. A load that passes through 0 within a step and grows again on the
 * other side is then below 0, so that the instant at which nothing held is not missed. */
double bri_recorded_limit(const bri_evaluation *at, int interface);
/* The recorded limit over the force that an interface at its limit carries: below 0, its load has changed sign. */
double bri_relative_limit(const bri_evaluation *at, int interface);
/* Event function of an interface at its limit, above 0 while it stays there. */
double bri_at_limit_value(const bri_selection *selection, const bri_evaluation *at, const bri_discrete *set,
                          int interface);

#endif
