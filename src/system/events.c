/* events.c - kinds of event functions */
#include "system/events.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/contact_phase.h"
#include "system/load_rate.h"
#include "system/moving_limit.h"
#include "system/project.h"
#include "system/singular.h"
#include "system/stick.h"
#include "system/tolerance.h"

struct bri_event_room {
    bool *candidate;       /* of each interface: its stick state is chosen */
    double *packed_before; /* discrete state before an event */
};

struct bri_event_room *bri_events_create(bri_engine *e)
{
    struct bri_event_room *room = bri_arena_take(&e->arena, 1, sizeof *room);
    if (!room) return NULL;
    room->candidate = bri_arena_take(&e->arena, (size_t)e->system->interfaces + 1, sizeof(bool));
    room->packed_before = bri_arena_take(&e->arena, (size_t)e->system->discrete_states + 1, sizeof(double));
    return room;
}

typedef struct handling { /* of the event functions that crossed zero together */
    bri_engine *engine;
    double t;
    double *x;
    bri_discrete *discrete; /* as it becomes; as it was, it is in engine->look.point */
    bool changed;           /* discrete states or bristle states of contacts and laws */
    bool decides;           /* a stick state may change: all interfaces at rest are decided on */
    bool torn;              /* a driver tore an interface loose */
    bool lost;              /* friction and reactions have lost their common solution */
} handling;

typedef struct report {
    const bri_system *system;
    const bri_discrete *before, *after;
    bri_event_fn *report;
    void *user;
} report;

typedef struct bri_event_kind {
    bool is_gate; /* above 0 while the discrete state lasts */
    void (*values)(bri_engine *engine, bri_evaluation *at, const sys_event *row, double *g);
    void (*handle)(handling *h, const sys_event *row, const bool *fired); /* called also where none of its own fired */
    void (*report)(const report *r, const sys_event *row, const bool *fired); /* fired NULL: none did; may be NULL */
    bri_event_name (*name)(const bri_system *system, const sys_event *row, int i); /* i: among those of the row */
} bri_event_kind;

static bool any_fired(const sys_event *row, const bool *fired)
{
    for (int i = 0; i < row->count; i++)
        if (fired[i]) return true;
    return false;
}

/* --- contact begins or ends --------------------------------------------------------------------------------------------- */

static void contact_values(bri_engine *e, bri_evaluation *at, const sys_event *row, double *g)
{
    (void)e;
    *g = bri_gap_event_value(&at->point, row->of);
}

static void handle_contact(handling *h, const sys_event *row, const bool *fired)
{
    const bri_point *p = &h->engine->look.point;
    if (!*fired && !bri_contact_was_passed(p, row->of)) return;
    bri_contact_change(p, row->of, h->x, h->discrete);
    h->changed = true;
}

static void report_contact(const report *r, const sys_event *row, const bool *fired)
{
    (void)fired;
    const bri_contact_state *before = &r->before->contact[row->of], *after = &r->after->contact[row->of];
    bri_event_record note = {r->system->gap[row->of].label, "contact ends", true, NAN, ""};
    if ((before->phase == BRI_SEPARATED) == (after->phase == BRI_SEPARATED)) return;
    if (after->phase != BRI_SEPARATED) {
        note.what = "contact begins";
        note.value = after->approach;
        note.unit = "m/s";
    }
    r->report(&note, r->user);
}

static bri_event_name name_contact(const bri_system *s, const sys_event *row, int i)
{
    (void)i;
    return (bri_event_name){s->gap[row->of].label, "contact begins or ends", false};
}

/* --- sticking, slipping, limits ------------------------------------------------------------------------------------------ */

static void stick_values(bri_engine *e, bri_evaluation *at, const sys_event *row, double *g)
{
    *g = bri_is_separated(&at->point.discrete, row->of) ? 1 : bri_stick_event_value(e, at, row->of);
}

static void handle_stick(handling *h, const sys_event *row, const bool *fired)
{
    const bri_evaluation *at = &h->engine->look;
    int k = row->of;
    const sys_interface *interface = &h->engine->system->interface[k];
    bri_stick_state *stick = &h->discrete->stick[k];
    bool sticks = bri_sticks(&at->point.discrete, k), rests = bri_is_at_rest(at, k);
    h->engine->events->candidate[k] = !bri_is_separated(h->discrete, k) && (sticks || *fired || rests);
    if (!*fired) return;
    h->decides = true;
    double held = sticks ? at->solution.lambda[interface->stick_row] : 0;
    if (!sticks) {
        stick->mode = BRI_STICK;
        stick->direction = 0;
    } else if (!rests) {
        h->torn = true;
    } else if (!(fabs(held) < (1 - tol_below_limit) * bri_static_limit(&at->point, &at->solution, k))) {
        stick->mode =
            BRI_SLIP; /* against the friction that held it; else its load changed sign, and it goes on sticking */
        stick->direction = held > 0 ? -1 : 1;
    }
}

static void report_stick(const report *r, const sys_event *row, const bool *fired)
{
    (void)fired;
    const bri_stick_state *before = &r->before->stick[row->of], *after = &r->after->stick[row->of];
    if (before->mode == after->mode && before->direction == after->direction) return;
    const bri_event_record note = {r->system->interface[row->of].label, bri_stick_name(after), false, NAN, ""};
    r->report(&note, r->user);
}

static bri_event_name name_stick(const bri_system *s, const sys_event *row, int i)
{
    (void)i;
    return (bri_event_name){s->interface[row->of].label, "sticks or slips", false};
}

/* --- events of laws ------------------------------------------------------------------------------------------------------- */

static void law_values(bri_engine *e, bri_evaluation *at, const sys_event *row, double *g)
{
    const bri_system *s = e->system;
    const sys_interface *interface = &s->interface[s->patch[row->of].interface];
    bri_slip slip;
    if (bri_is_separated(&at->point.discrete, s->patch[row->of].interface)) {
        for (int i = 0; i < row->count; i++)
            g[i] = 1;
        return;
    }
    double load =
        bri_solution_is_of(&at->solution, &at->point) ? at->solution.load[row->of] : 1; /* else it matters not */
    bri_patch_slip(&at->point, &at->solution, row->of, load, &slip);
    slip.load_dot = bri_load_rates(e)[row->of];
    bri_friction_event_values(interface->law, interface->params->law.params, &slip, g);
}

static void handle_law(handling *h, const sys_event *row, const bool *fired)
{
    const bri_evaluation *at = &h->engine->look;
    const sys_patch *patch = &h->engine->system->patch[row->of];
    const sys_interface *interface = &h->engine->system->interface[patch->interface];
    if (!any_fired(row, fired)) return;
    if (interface->law->handle_event) {
        double *law = h->discrete->law + h->discrete->law_at[row->of];
        bri_slip slip;
        bri_patch_slip(&at->point, &at->solution, row->of, at->solution.load[row->of], &slip);
        slip.load_dot = bri_load_rates(h->engine)[row->of];
        slip.z = h->x + patch->z;
        slip.discrete = law;
        interface->law->handle_event(interface->params->law.params, &slip, fired, h->x + patch->z, law);
        h->changed = true;
    }
    h->changed = h->changed || patch->piece >= 0; /* in the same piece too, its event functions are positive */
}

/* The event of a law that an event function of a patch is of. */
static const bri_variable *event_of_law(const bri_system *s, int patch, int i)
{
    const bri_variable *event = s->interface[s->patch[patch].interface].law->kind.events;
    for (; event[1].name; event++) {
        const bri_variable alone[] = {*event, {.name = NULL}};
        i -= bri_variables_count(alone, s->patch[patch].dim, s->patch[patch].elements);
        if (i < 0) break;
    }
    return event;
}

static void report_law(const report *r, const sys_event *row, const bool *fired)
{
    const sys_patch *patch = &r->system->patch[row->of];
    const sys_interface *interface = &r->system->interface[patch->interface];
    if (patch->piece >= 0) return; /* kinks */
    for (int i = 0; i < row->count && fired && interface->law->handle_event; i++) {
        const bri_event_record note = {interface->label, event_of_law(r->system, row->of, i)->doc, true, NAN, ""};
        if (fired[i]) r->report(&note, r->user);
    }
}

/* The event functions of a law whose elements slide along limits are above 0 while its discrete states last. */
static bool is_gate(const bri_system *s, int patch)
{
    const bri_friction_law *law = s->interface[s->patch[patch].interface].law;
    return law->moving_limit && !law->pieces;
}

/* No discrete state follows from the event functions of a law: they are kinks. */
static bool is_mark(const bri_system *s, int patch)
{
    return s->patch[patch].piece < 0 && !s->interface[s->patch[patch].interface].law->handle_event;
}

static bri_event_name name_law(const bri_system *s, const sys_event *row, int i)
{
    return (bri_event_name){s->interface[s->patch[row->of].interface].label, event_of_law(s, row->of, i)->doc,
                            is_mark(s, row->of)};
}

/* --- loss of the common solution of friction and reactions --------------------------------------------------------------- */

static void branch_values(bri_engine *e, bri_evaluation *at, const sys_event *row, double *g)
{
    bool known = bri_solution_is_of(&at->solution, &at->point) && !bri_any_at_limit(&at->point.discrete);
    (void)row;
    *g = known ? bri_branch_indicator(&e->solver, &at->point, &at->solution) : 1;
    if (*g < 0 && e->near_singular && bri_independence(e, &at->point, NULL) < singular_rounding) *g = 1;
}

static void handle_branch(handling *h, const sys_event *row, const bool *fired)
{
    (void)row;
    h->lost = *fired;
}

static bri_event_name name_branch(const bri_system *s, const sys_event *row, int i)
{
    (void)s, (void)row, (void)i;
    return (bri_event_name){"", "friction and reactions lose their common solution", false};
}

/* --- the table ----------------------------------------------------------------------------------------------------------- */

static const bri_event_kind contact_event = {true, contact_values, handle_contact, report_contact, name_contact};
static const bri_event_kind stick_event = {true, stick_values, handle_stick, report_stick, name_stick};
static const bri_event_kind law_event = {false, law_values, handle_law, report_law, name_law};
static const bri_event_kind branch_event = {false, branch_values, handle_branch, NULL, name_branch};

static int add_row(bri_system *s, sys_event *out, int rows, const bri_event_kind *kind, int of, int count)
{
    if (count && out) out[rows] = (sys_event){kind, of, s->events, count};
    s->events += count;
    return rows + (count > 0);
}

/* The table; counted where out is NULL. Events are handled and reported in this order: contacts, then each interface with
 * the laws of its patches, then the branch of solutions. */
static int list(bri_system *s, sys_event *out)
{
    int rows = 0;
    s->events = 0;
    for (int g = 0; g < s->gaps; g++)
        rows = add_row(s, out, rows, &contact_event, g, 1);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        rows = add_row(s, out, rows, &stick_event, k, interface->sticks);
        for (int r = interface->patch; r < interface->patch + interface->patches; r++)
            rows = add_row(s, out, rows, &law_event, r, s->patch[r].events);
    }
    return add_row(s, out, rows, &branch_event, 0, s->any_from_reaction);
}

void bri_mark_reversals(bri_system *s)
{
    for (int n = 0; n < s->event_rows; n++)
        for (int i = 0; i < s->event[n].count; i++)
            s->reversals[s->event[n].first + i] =
                s->event[n].kind == &law_event && s->interface[s->patch[s->event[n].of].interface].reversal == i;
}

bool bri_list_events(bri_system *s)
{
    s->event_rows = list(s, NULL);
    s->event = bri_arena_take(&s->arena, (size_t)s->event_rows + 1, sizeof *s->event);
    s->kinks = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    s->marks = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    s->gates = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    s->grazes = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    s->reversals = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    if (s->arena.failed) return false;
    list(s, s->event);
    bri_mark_reversals(s);
    for (int n = 0; n < s->event_rows; n++)
        for (int i = 0; i < s->event[n].count; i++) {
            const sys_event *row = &s->event[n];
            s->gates[row->first + i] = row->kind->is_gate || (row->kind == &law_event && is_gate(s, row->of));
            s->grazes[row->first + i] = row->kind == &contact_event;
            s->marks[row->first + i] = row->kind == &law_event && is_mark(s, row->of);
            s->kinks[row->first + i] = row->kind == &law_event && s->patch[row->of].piece >= 0;
        }
    return true;
}

bri_event_name bri_event_name_of(const bri_system *s, int event)
{
    const sys_event *row = s->event;
    while (event >= row->first + row->count)
        row++;
    return row->kind->name(s, row, event - row->first);
}

bool bri_events_need_solution(const bri_system *s, const double *discrete)
{
    return s->events_need_load || s->loss_is_sudden || bri_any_at_rest(s, discrete);
}

void bri_event_values(bri_engine *e, bri_evaluation *at, double *g)
{
    const bri_system *s = e->system;
    assert(bri_solution_is_of(&at->solution, &at->point) || !bri_events_need_solution(s, at->point.packed));
    if (bri_any_sticks(&at->point.discrete)) at->solution.floors = bri_floors_of(&e->solver, &at->point, &at->solution);
    if (bri_needs_load_rates(&at->point))
        bri_update_load_rates(e, at);
    else
        bri_clear_load_rates(e);
    for (int n = 0; n < s->event_rows; n++)
        s->event[n].kind->values(e, at, &s->event[n], g + s->event[n].first);
}

void bri_event_values_unknown(const bri_system *s, double *g)
{
    for (int n = 0; n < s->event_rows; n++)
        for (int i = 0; i < s->event[n].count; i++)
            g[s->event[n].first + i] = s->event[n].kind == &branch_event ? -1 : NAN;
}

/* The solution where events are handled; without one, what does not need it. Puts elements at their limits. */
static void look_before(bri_engine *e, double t, double *x, const double *discrete)
{
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_clear_load_rates(e);
    if (bri_evaluate(e, &e->look, &at) == BRI_FINE) {
        if (e->system->limits_follow_load) bri_update_load_rates(e, &e->look);
        bri_put_elements_at_limits(&e->look, x);
        return;
    }
    memcpy(e->look.solution.lambda, e->guess.lambda, (size_t)e->system->rows * sizeof(double));
    bri_update_patches(&e->look.point, &e->look.solution);
}

/* Friction and reactions have no common solution beyond this point. */
static void fail_lost(handling *h)
{
    bri_engine *e = h->engine;
    bri_failure failure = {.status =
                               e->system->coupling == BRI_COUPLING_FIXED_POINT ? BRI_NO_CONVERGENCE : BRI_NO_SOLUTION};
    bri_engine_fail(e, &failure);
}

bool bri_handle_events(bri_engine *e, double t, const bool *fired, double *x, double *discrete)
{
    const bri_system *s = e->system;
    handling h = {.engine = e, .t = t, .x = x, .discrete = &e->now};
    bool *candidate = e->events->candidate;
    memset(candidate, 0, (size_t)s->interfaces * sizeof *candidate);
    look_before(e, t, x, discrete);
    memcpy(e->events->packed_before, discrete, (size_t)s->discrete_states * sizeof(double));
    bri_discrete_copy(&e->now, &e->look.point.discrete);
    for (int n = 0; n < s->event_rows; n++)
        s->event[n].kind->handle(&h, &s->event[n], fired + s->event[n].first);
    if (h.lost) {
        fail_lost(&h);
        return false;
    }
    if (h.torn) bri_tear_loose(&e->look, &e->now, candidate);
    if (h.decides) {
        bri_record_load_directions(&e->look, true, &e->now);
        bri_choose_sticks(e, t, x, candidate, &e->now);
    }
    bri_discrete_pack(&e->now, discrete);
    bri_instant at = bri_instant_of(e, t, x, discrete);
    if (h.decides) bri_close_constraints(e, &e->look.point, &at, x);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_SLIP);
    bool pieces = bri_update_pieces(&e->look.point, e->passes_reversals, &e->look.solution, &e->now);
    if (pieces) bri_discrete_pack(&e->now, discrete);
    bool changed = pieces || h.decides || h.changed;
    if (changed) bri_settle_elements(e, t, h.decides, x, discrete, e->events->packed_before);
    return changed;
}

void bri_report_events(const bri_discrete *before, const bri_discrete *after, const bool *fired, bri_event_fn *name,
                       void *user)
{
    const bri_system *s = before->system;
    report r = {.system = s, .before = before, .after = after, .report = name, .user = user};
    for (int n = 0; n < s->event_rows; n++)
        if (s->event[n].kind->report)
            s->event[n].kind->report(&r, &s->event[n], fired ? fired + s->event[n].first : NULL);
}
