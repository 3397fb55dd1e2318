/* events.h - the table of event functions: their values, what happens where they cross zero, how that is reported
 *
 * A row stands for one or more event functions of the same kind and owner. Evaluation, location, handling and recording
 * all walk this table: a new kind of event is one bri_event_kind in events.c, and one line in its list. */
#ifndef BRISTLE_SYSTEM_EVENTS_H
#define BRISTLE_SYSTEM_EVENTS_H

#include "system/engine.h"

typedef struct sys_event {
    const struct bri_event_kind *kind;
    int of;           /* gap, interface or patch */
    int first, count; /* event functions, among all of the system */
} sys_event;

typedef struct bri_event_record { /* for a result */
    const char *of, *what;        /* interface, gap or joint; "sticks", "contact begins" */
    bool is_clause;               /* "floor: contact begins", not "floor sticks" */
    double value;                 /* that belongs to it; NAN: none */
    const char *unit;             /* of the value, or "" */
} bri_event_record;
typedef void bri_event_fn(const bri_event_record *note, void *user);

/* Makes the table, and system->events, kinks and gates. Requires patches with their numbers of events. False: no memory. */
bool bri_list_events(bri_system *system);
void bri_mark_reversals(bri_system *system); /* sets system->reversals, again where numbers of laws have changed */
typedef struct bri_event_name {
    const char *of, *what; /* interface or gap, or "" ; "sticks or slips": texts of the system, or constant */
    bool does_nothing;     /* a kink of the rates, at which no discrete state changes */
} bri_event_name;
/* What an event function is. Requires 0 <= event < system->events. */
bri_event_name bri_event_name_of(const bri_system *system, int event);
struct bri_event_room *bri_events_create(bri_engine *engine); /* in its arena, which says if it failed */
/* Values of all event functions. at is solved where bri_events_need_solution says so; otherwise a point with slip and
 * patches suffices. */
void bri_event_values(bri_engine *engine, bri_evaluation *at, double *g);
bool bri_events_need_solution(const bri_system *system, const double *discrete); /* discrete: packed */
/* Where the equations have no solution, that alone is known: the function of the branch of solutions is below 0, all others
 * are NAN. */
void bri_event_values_unknown(const bri_system *system, double *g);
/* Reacts to the event functions that crossed zero at (t, x): writes the discrete state that follows, and x where bristle
 * states are reset or constraints closed. True: x or the discrete state has changed. Simultaneous events are handled
 * together, in the order of the table; then sticking is decided for all interfaces at rest at once. */
bool bri_handle_events(bri_engine *engine, double t, const bool *fired, double *x, double *discrete);
/* Names what has changed between two discrete states, and the events of laws that fired (NULL: none did). */
void bri_report_events(const bri_discrete *before, const bri_discrete *after, const bool *fired, bri_event_fn *report,
                       void *user);

#endif
