/* measure.c - contacts, films and ranges of formulas, measured over the steps of a run, not its rows: impacts between rows count
 *
 * Peaks of a contact force are the tops of parabolas through three consecutive samples, three samples to a step. A step in which
 * no force and no depth can exceed its record, judged by its changes in this step and the one before, has one, at its end. Ranges of
 * outputs that need no load are looked at there, too. */
#include "sim/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/result.h"
#include "system/energy.h"

enum {
    SAMPLES = 3
};
static const double mixed_from = 0.5, mixed_to = 3.0; /* lambda ratios of mixed lubrication */

typedef struct sample {
    double t, force; /* t NAN: there was none in this contact */
} sample;

typedef struct end {    /* of a step */
    double value, last; /* there; by how much it changed in the step; both NAN: not known */
} end_value;

struct bri_measure {
    bri_result *result;
    sample (*sampled)[3];     /* of each gap, the last three */
    end_value (*at_end)[2];   /* of each gap: force and depth at the end of the last step */
    double last_span;         /* of that step, s */
    double *time, *film_time; /* that each interface rubbed, or had a film */
    double outputs[BRI_LIST_MAX];
    bri_arena arena;
    bri_discrete before, after; /* at the beginning and at the end of a step */
    bool ideal;                 /* a joint without clearance whose load is needed, which needs the reactions */
    bool slides;                /* a joint without clearance of which the sliding velocity is enough */
};

/* --- beginning ----------------------------------------------------------------------------------------------------------- */

static int ranges_of(const sys_interface *interface)
{
    int count = 0;
    for (const bri_variable *v = interface->law->observe ? interface->law->kind.outputs : NULL; v && v->name; v++)
        count += v->min < v->max;
    return count;
}

/* Whether films or outputs of an interface depend on its load. */
static bool needs_load(const sys_interface *interface)
{
    const bri_friction_law *law = interface->law;
    bool outputs = !law->outputs_need_load || law->outputs_need_load(interface->params->law.params);
    return bri_has_film(interface) || (ranges_of(interface) && outputs);
}

static void list_all(const bri_system *s, bri_result *result)
{
    bri_arena *arena = bri_result_arena(result);
    for (int g = 0; g < s->gaps; g++)
        result->contact_summary[g]->name = bri_arena_text(arena, "%s", s->gap[g].label);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        if (bri_has_film(interface)) {
            bri_film *film = result->film[result->films++];
            *film = (bri_film){.interface = k, .thickness_least = INFINITY, .lambda_least = INFINITY};
            film->pressure_viscosity = bri_pressure_viscosity(&interface->pair);
            film->assumed = isnan(interface->pair.pressure_viscosity);
            film->name = bri_arena_text(arena, "%s", interface->label);
        }
        const bri_variable *v = interface->law->observe ? interface->law->kind.outputs : NULL;
        for (int i = 0; v && v[i].name; i++) {
            if (!(v[i].min < v[i].max)) continue;
            bri_range_exceeded *range_exceeded = result->range_exceeded[result->ranges_exceeded++];
            *range_exceeded = (bri_range_exceeded){.interface = k, .output = i, .from = v[i].min, .to = v[i].max};
            range_exceeded->name = bri_arena_text(arena, "%s", interface->label);
            range_exceeded->what = bri_arena_text(arena, "%s", v[i].name);
            range_exceeded->unit = bri_arena_text(arena, "%s", strcmp(v[i].unit, "1") ? v[i].unit : "");
            range_exceeded->law = bri_arena_text(arena, "%s", interface->law->kind.name);
            range_exceeded->least = INFINITY;
            range_exceeded->most = -INFINITY;
        }
    }
}

void bri_measure_destroy(bri_measure *m)
{
    if (!m) return;
    bri_arena_free(&m->arena);
    free(m->sampled);
    free(m->at_end);
    free(m->time);
    free(m->film_time);
    free(m);
}

static void forget_samples(bri_measure *m, int g)
{
    for (int i = 0; i < 3; i++)
        m->sampled[g][i].t = NAN;
    for (int i = 0; i < 2; i++)
        m->at_end[g][i] = (end_value){NAN, NAN};
}

bri_status bri_measure_create(const bri_system *s, bri_result *result, bri_measure **out, bri_error *err)
{
    size_t gaps = (size_t)s->gaps, faces = (size_t)s->interfaces, ranges = 0;
    bool films = false;
    for (int k = 0; k < s->interfaces; k++) {
        ranges += (size_t)ranges_of(&s->interface[k]);
        films = films || bri_has_film(&s->interface[k]);
    }
    *out = NULL;
    if (!gaps && !ranges && !films) return BRI_OK;
    bri_measure *m = calloc(1, sizeof *m);
    if (m) {
        m->result = result;
        m->sampled = calloc(gaps + 1, sizeof *m->sampled);
        m->at_end = calloc(gaps + 1, sizeof *m->at_end);
        m->time = calloc(faces + 1, sizeof *m->time);
        m->film_time = calloc(faces + 1, sizeof *m->film_time);
        bri_discrete_create(s, &m->arena, &m->before);
        bri_discrete_create(s, &m->arena, &m->after);
        result->contact_summary = bri_arena_list(bri_result_arena(result), gaps, sizeof **result->contact_summary);
        result->film = bri_arena_list(bri_result_arena(result), faces, sizeof **result->film);
        result->range_exceeded = bri_arena_list(bri_result_arena(result), ranges, sizeof **result->range_exceeded);
        for (int k = 0; k < s->interfaces; k++) {
            const sys_interface *interface = &s->interface[k];
            m->ideal = m->ideal || (interface->gap < 0 && needs_load(interface));
            m->slides = m->slides || (interface->gap < 0 && ranges_of(interface));
        }
    }
    if (!m || m->arena.failed || !m->sampled || !m->at_end || !m->time || !m->film_time || !result->contact_summary ||
        !result->film || !result->range_exceeded || bri_result_arena(result)->failed) {
        bri_measure_destroy(m);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: summaries of %d contacts", s->gaps);
    }
    for (size_t g = 0; g < gaps; g++)
        forget_samples(m, (int)g);
    result->contact_summaries = s->gaps;
    list_all(s, result);
    *out = m;
    return BRI_OK;
}

/* --- one step ------------------------------------------------------------------------------------------------------------ */

static void add_contact_force(bri_measure *m, const bri_point *p, int g, double t)
{
    bri_contact_summary *contact_summary = m->result->contact_summary[g];
    sample *l = m->sampled[g];
    l[0] = l[1];
    l[1] = l[2];
    l[2] = (sample){t, p->contact[g].force};
    contact_summary->deepest = fmax(contact_summary->deepest, -p->gap[g].normal.value);
    double top = l[2].force, when = l[2].t;
    if (top > contact_summary->peak) {
        contact_summary->peak = top;
        contact_summary->peak_time = when;
    }
    top = l[1].force, when = l[1].t;
    double before = l[0].t - l[1].t, after = l[2].t - l[1].t;
    if (before < 0 && after > 0 && top >= l[0].force && top >= l[2].force) {
        double rise = (l[0].force - top) / before, fall = (l[2].force - top) / after;
        double bend = (fall - rise) / (after - before), slope = rise - bend * before;
        if (bend < 0) {
            double off = -slope / (2 * bend);
            when += off;
            top += 0.5 * slope * off;
        }
    }
    if (top > contact_summary->peak) {
        contact_summary->peak = top;
        contact_summary->peak_time = when;
    }
}

static void add_film(bri_measure *m, bri_film *film, const bri_slip *slip, double span)
{
    double thickness = bri_film_thickness(slip->pair, slip->sum, slip->load);
    double lambda = slip->pair->roughness > 0 ? thickness / slip->pair->roughness : INFINITY;
    m->film_time[film->interface] += span;
    film->thickness_least = fmin(film->thickness_least, thickness);
    film->thickness_most = fmax(film->thickness_most, thickness);
    film->lambda_least = fmin(film->lambda_least, lambda);
    film->lambda_most = fmax(film->lambda_most, lambda);
    film->below += lambda < mixed_from ? span : 0;
    film->above += lambda > mixed_to ? span : 0;
}

/* Requires patches, and loads where they come from reactions and are needed. */
static void add_lubricants(bri_measure *m, const bri_evaluation *at, double span)
{
    const bri_system *s = at->point.system;
    bri_result *result = m->result;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        bool without_load = interface->law->lubricated && interface->params->effort != BRI_EFFORT_NONE;
        if (bri_is_separated(&at->point.discrete, k) || without_load) continue;
        m->time[k] += span;
        bri_slip slip;
        double load = interface->gap >= 0     ? bri_contact_load(&at->point, interface)
                      : needs_load(interface) ? at->solution.load[interface->patch]
                                              : 0;
        bri_patch_slip(&at->point, &at->solution, interface->patch, load, &slip);
        for (int i = 0; i < result->films; i++)
            if (result->film[i]->interface == k) add_film(m, result->film[i], &slip, span);
        if (!ranges_of(interface)) continue;
        interface->law->observe(interface->params->law.params, &slip, m->outputs);
        for (int i = 0; i < result->ranges_exceeded; i++) {
            bri_range_exceeded *range_exceeded = result->range_exceeded[i];
            if (range_exceeded->interface != k) continue;
            double value = m->outputs[range_exceeded->output];
            range_exceeded->outside += value < range_exceeded->from || value > range_exceeded->to ? span : 0;
            range_exceeded->least = fmin(range_exceeded->least, value);
            range_exceeded->most = fmax(range_exceeded->most, value);
        }
    }
}

/* Friction that is left where surfaces separate: the law does not vanish with its load. */
static void add_separation(bri_measure *m, const bri_evaluation *at, const bri_discrete *after)
{
    const bri_system *s = at->point.system;
    for (int k = 0; k < s->interfaces; k++) {
        bri_friction_summary *friction_summary = m->result->friction_summary[k];
        if (bri_is_separated(&at->point.discrete, k) || !bri_is_separated(after, k)) continue;
        double force = bri_patch_friction(&at->solution, s->interface[k].patch), noise = at->point.noise[k];
        if (noise != 0) force = fabs(at->solution.friction[s->interface[k].component] + noise);
        friction_summary->at_separation_force = fmax(friction_summary->at_separation_force, force);
    }
}

/* Contact forces and, at gaps, friction need no reactions, except where an interface sticks. */
static bool observe(bri_sim *sim, double t, bool with_friction, bool solves)
{
    bri_evaluation *at = &sim->observer;
    bri_engine *e = sim->engine;
    const double *x = bri_sim_interpolate(sim, t);
    if (solves || (with_friction && bri_any_at_rest(sim->system, sim->discrete_before)))
        return bri_sim_observe(sim, t, x, sim->discrete_before) == BRI_FINE;
    bri_instant here = bri_instant_of(e, t, x, sim->discrete_before);
    bri_point_set(&at->point, &here, BRI_SCOPE_CONTACT);
    bri_update_patches(&at->point, &at->solution);
    if (with_friction) bri_update_friction(&at->point, &e->options, BRI_PASS_WHOLE, &at->solution);
    return true;
}

/* Moves the end of a step on; whether the value may have exceeded its record within the step, which is longer than the last one by a
 * factor. */
static bool may_exceed(end_value *at, double value, double record, double longer)
{
    double by = fabs(value - at->value), last = longer * at->last, higher = fmax(value, at->value);
    bool is_below = higher + by <= record && higher + last <= record; /* false: not known */
    *at = (end_value){value, by};
    return !is_below;
}

/* At the end of the step. */
static bool any_may_exceed(bri_measure *m, const bri_point *p, double span)
{
    bool any = false;
    for (int g = 0; g < p->system->gaps; g++) {
        const bri_contact_summary *record = m->result->contact_summary[g];
        double longer = span / m->last_span;
        if (m->before.contact[g].phase == BRI_SEPARATED) continue;
        bool force = may_exceed(&m->at_end[g][0], p->contact[g].force, record->peak, longer);
        bool depth = may_exceed(&m->at_end[g][1], -p->gap[g].normal.value, record->deepest, longer);
        any = any || force || depth;
    }
    m->last_span = span;
    return any;
}

/* The end alone, of a step in which there are no records. */
static void sample_end(bri_measure *m, const bri_point *p, double now)
{
    for (int g = 0; g < p->system->gaps; g++) {
        if (m->before.contact[g].phase == BRI_SEPARATED) continue;
        m->sampled[g][0].t = m->sampled[g][1].t = NAN;
        m->sampled[g][2] = (sample){now, p->contact[g].force};
    }
}

static void sample_step(bri_measure *m, bri_sim *sim, double from, double now)
{
    const bri_system *s = sim->system;
    const bri_evaluation *at = &sim->observer;
    double span = now - from;
    bool lubricated = m->result->films || m->result->ranges_exceeded, begins = false;
    for (int g = 0; g < s->gaps; g++)
        begins = begins || (m->before.contact[g].phase != BRI_SEPARATED && isnan(m->sampled[g][2].t));
    for (int i = begins ? 0 : 1; i <= SAMPLES; i++) {
        double t = i < SAMPLES ? from + span * i / SAMPLES : now;
        if (!observe(sim, t, false, m->ideal && i > 0)) break;
        if (lubricated && i > 0) add_lubricants(m, at, span / SAMPLES);
        for (int g = 0; g < s->gaps; g++)
            if (m->before.contact[g].phase != BRI_SEPARATED && (i > 0 || isnan(m->sampled[g][2].t)))
                add_contact_force(m, &at->point, g, t);
    }
}

static bool any_separates(const bri_measure *m, const bri_system *s)
{
    for (int k = 0; k < s->interfaces; k++)
        if (!bri_is_separated(&m->before, k) && bri_is_separated(&m->after, k)) return true;
    return false;
}

void bri_measure_step(bri_measure *m, bri_sim *sim, double from)
{
    if (!m) return;
    const bri_system *s = sim->system;
    const bri_evaluation *at = &sim->observer;
    const bri_discrete *before = &m->before, *after = &m->after;
    double now = bri_stepper_time(sim->stepper), span = now - from;
    bool touches = false, lubricated = m->result->films || m->result->ranges_exceeded;
    bri_discrete_unpack(&m->before, sim->discrete_before);
    bri_discrete_unpack(&m->after, bri_stepper_discrete(sim->stepper));
    for (int g = 0; g < s->gaps; g++) {
        bri_contact_summary *contact_summary = m->result->contact_summary[g];
        bri_contact_phase phase = before->contact[g].phase;
        bool separated = phase == BRI_SEPARATED;
        if (separated) forget_samples(m, g);
        *(separated                ? &contact_summary->separated
          : phase == BRI_SUSTAINED ? &contact_summary->sustained
                                   : &contact_summary->impact) += span;
        touches = touches || !separated;
        if (separated && after->contact[g].phase != BRI_SEPARATED) {
            contact_summary->contacts++;
            contact_summary->fastest = fmax(contact_summary->fastest, after->contact[g].approach);
        }
    }
    const bri_evaluation *stage = touches && !any_separates(m, s) ? bri_sim_last_stage(sim) : NULL;
    if (stage || (touches && observe(sim, now, true, false))) {
        const bri_point *end = stage ? &stage->point : &at->point;
        if (!stage) add_separation(m, at, after);
        if (any_may_exceed(m, end, span) || lubricated)
            sample_step(m, sim, from, now);
        else
            sample_end(m, end, now);
    } else if (m->ideal) {
        sample_step(m, sim, from, now);
    } else if (m->slides) {
        stage = bri_sim_last_stage(sim);
        if (stage || observe(sim, now, false, false)) add_lubricants(m, stage ? stage : at, span);
    }
}

/* --- end ------------------------------------------------------------------------------------------------------------------- */

void bri_measure_close(bri_measure *m, const bri_system *s, const double *sums, double span)
{
    if (!m) return;
    bri_result *result = m->result;
    span = span > 0 ? span : 1;
    for (int g = 0; g < s->gaps; g++) {
        bri_contact_summary *contact_summary = result->contact_summary[g];
        contact_summary->separated /= span;
        contact_summary->impact /= span;
        contact_summary->sustained /= span;
        contact_summary->lost = bri_sum_of(s, BRI_SUM_IMPACTS, g, sums);
    }
    for (int i = 0; i < result->films; i++) {
        bri_film *film = result->film[i];
        double time = m->film_time[film->interface];
        film->below /= time > 0 ? time : 1;
        film->above /= time > 0 ? time : 1;
    }
    for (int i = 0; i < result->ranges_exceeded; i++)
        result->range_exceeded[i]->outside /=
            m->time[result->range_exceeded[i]->interface] > 0 ? m->time[result->range_exceeded[i]->interface] : 1;
}
