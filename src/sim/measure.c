/* measure.c - what is measured over the steps of a run, not its rows: blows between rows are not missed
 *
 * Peaks of a push are the tops of parabolas through three looks in a row, three looks to a step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/sim.h"

enum {
    LOOKS = 3,
    OCTAVES = 200 /* of loads, from 2^-100 N on */
};
static const double loaded_share = 0.01;              /* of its peak: a load from which on F/N is told */
static const double mixed_from = 0.5, mixed_to = 3.0; /* lambda ratios of mixed lubrication */

typedef struct glimpse {
    double t, force; /* t NAN: there was none in this contact */
} glimpse;

struct bri_measure {
    bri_result *result;
    glimpse (*samples)[3];    /* of each gap, the last three */
    double (*ratio)[OCTAVES]; /* of each interface, the largest |F|/N in each octave of N */
    double *time, *film_time; /* that each interface rubbed, or had a film */
    double outputs[BRI_LIST_MAX];
    bool ideal; /* a lubricated joint that is not loose: its load is known where reactions are */
};

/* --- beginning ----------------------------------------------------------------------------------------------------------- */

static int ranges_of(const sys_interface *face)
{
    int count = 0;
    for (const bri_variable *v = face->law->observe ? face->law->kind.outputs : NULL; v && v->name; v++)
        count += v->min < v->max;
    return count;
}

static void list_all(const bri_system *s, bri_result *result)
{
    for (int g = 0; g < s->gaps; g++)
        snprintf(result->touching[g].name, sizeof result->touching[g].name, "%s", s->gap[g].label);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (bri_has_film(face)) {
            bri_film *film = &result->film[result->films++];
            *film = (bri_film){.interface = k, .thickness_least = INFINITY, .lambda_least = INFINITY};
            film->pressure_viscosity = bri_pressure_viscosity(&face->pair);
            film->assumed = isnan(face->pair.pressure_viscosity);
            snprintf(film->name, sizeof film->name, "%s", face->label);
        }
        const bri_variable *v = face->law->observe ? face->law->kind.outputs : NULL;
        for (int i = 0; v && v[i].name; i++) {
            if (!(v[i].min < v[i].max)) continue;
            bri_leaving *leaving = &result->leaving[result->leavings++];
            *leaving = (bri_leaving){.interface = k, .output = i, .from = v[i].min, .to = v[i].max};
            snprintf(leaving->name, sizeof leaving->name, "%s", face->label);
            snprintf(leaving->what, sizeof leaving->what, "%s", v[i].name);
            snprintf(leaving->unit, sizeof leaving->unit, "%s", strcmp(v[i].unit, "1") ? v[i].unit : "");
            snprintf(leaving->law, sizeof leaving->law, "%s", face->law->kind.name);
            leaving->least = INFINITY;
            leaving->most = -INFINITY;
        }
    }
}

void bri_measure_destroy(bri_measure *m)
{
    if (!m) return;
    free(m->samples);
    free(m->ratio);
    free(m->time);
    free(m->film_time);
    free(m);
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
    if (!gaps && !ranges && !films) return BRI_OK; /* rows tell everything */
    bri_measure *m = calloc(1, sizeof *m);
    if (m) {
        m->result = result;
        m->samples = calloc(gaps + 1, sizeof *m->samples);
        m->ratio = calloc(faces + 1, sizeof *m->ratio);
        m->time = calloc(faces + 1, sizeof *m->time);
        m->film_time = calloc(faces + 1, sizeof *m->film_time);
        result->touching = calloc(gaps + 1, sizeof *result->touching);
        result->film = calloc(faces + 1, sizeof *result->film);
        result->leaving = calloc(ranges + 1, sizeof *result->leaving);
        for (int k = 0; k < s->interfaces; k++)
            m->ideal = m->ideal ||
                       (s->interface[k].gap < 0 && (ranges_of(&s->interface[k]) || bri_has_film(&s->interface[k])));
    }
    if (!m || !m->samples || !m->ratio || !m->time || !m->film_time || !result->touching || !result->film ||
        !result->leaving) {
        bri_measure_destroy(m);
        return bri_fail(err, BRI_NO_MEMORY, "there is no memory to measure %d contacts", s->gaps);
    }
    for (size_t g = 0; g < gaps; g++)
        m->samples[g][2].t = NAN;
    result->touchings = s->gaps;
    list_all(s, result);
    *out = m;
    return BRI_OK;
}

/* --- one step ------------------------------------------------------------------------------------------------------------ */

static void see_push(bri_measure *m, const bri_work *work, int g, double t)
{
    bri_touching *touching = &m->result->touching[g];
    glimpse *l = m->samples[g];
    l[0] = l[1];
    l[1] = l[2];
    l[2] = (glimpse){t, work->push[g].force};
    touching->deepest = fmax(touching->deepest, -work->gap[g].normal.value);
    double top = l[2].force, when = l[2].t;
    if (top > touching->peak) {
        touching->peak = top;
        touching->peak_time = when;
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
    if (top > touching->peak) {
        touching->peak = top;
        touching->peak_time = when;
    }
}

static void see_ratio(bri_measure *m, const bri_work *work, const sys_interface *face, int k, const double *discrete)
{
    double load = work->load[face->patch],
           force = fabs(bri_interface_effort(work, face, discrete) / work->patch[face->patch].lever);
    int octave = 0;
    if (!(load > 0)) return;
    frexp(load, &octave);
    octave = octave < -100 ? 0 : octave >= OCTAVES - 100 ? OCTAVES - 1 : octave + 100;
    m->ratio[k][octave] = fmax(m->ratio[k][octave], force / load);
}

static void see_film(bri_measure *m, bri_film *film, const bri_slip *slip, double span)
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

/* Of a point that was solved, or, where nothing but pushes is asked for, only moved to. */
static void see_lubricants(bri_measure *m, bri_work *work, const double *x, const double *discrete, double span)
{
    const bri_system *s = work->system;
    bri_result *result = m->result;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (bri_is_apart(s, face, discrete) || face->params->effort != BRI_EFFORT_NONE) continue;
        m->time[k] += span;
        bri_slip_of(work, face->patch, x, discrete,
                    face->gap >= 0 ? bri_contact_load(work, face) : work->load[face->patch]);
        for (int i = 0; i < result->films; i++)
            if (result->film[i].interface == k) see_film(m, &result->film[i], &work->slip, span);
        if (!ranges_of(face)) continue;
        face->law->observe(face->params->law.params, &work->slip, m->outputs);
        for (int i = 0; i < result->leavings; i++) {
            bri_leaving *leaving = &result->leaving[i];
            if (leaving->interface != k) continue;
            double value = m->outputs[leaving->output];
            leaving->outside += value < leaving->from || value > leaving->to ? span : 0;
            leaving->least = fmin(leaving->least, value);
            leaving->most = fmax(leaving->most, value);
        }
    }
}

/* Surfaces have parted: friction that was there until then does not vanish with the load. */
static void see_parting(bri_measure *m, const bri_work *work, const double *before, const double *after)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (bri_is_apart(s, face, before) || !bri_is_apart(s, face, after)) continue;
        m->result->rubbing[k].at_parting = fmax(m->result->rubbing[k].at_parting, fabs(work->friction[face->patch]));
    }
}

/* Pushes and, at contacts, friction need no reactions, but where a contact is stuck. */
static bool look(bri_work *work, double t, double *x, const double *discrete, bool patches, bool solves)
{
    work->solved = false;
    if (solves || (patches && bri_any_stuck(work->system, discrete)))
        return bri_solve(work, t, x, discrete, 0) == BRI_FINE;
    bri_move_rubbing(work, t, x);
    bri_push_all(work, discrete);
    if (patches)
        bri_rub_all(work, x, discrete, BRI_PASS_WHOLE);
    else
        bri_see_contacts(work);
    return true;
}

void bri_measure_step(bri_measure *m, bri_sim *sim, double from)
{
    if (!m) return;
    const bri_system *s = sim->system;
    bri_work *work = sim->work;
    const double *before = sim->discrete_before, *after = bri_stepper_discrete(sim->stepper);
    double now = bri_stepper_time(sim->stepper), span = now - from;
    bool touches = false, lubricated = m->result->films || m->result->leavings;
    for (int g = 0; g < s->gaps; g++) {
        bri_touching *touching = &m->result->touching[g];
        double phase = before[s->gap[g].discrete];
        if (phase == BRI_APART) m->samples[g][0].t = m->samples[g][1].t = m->samples[g][2].t = NAN;
        *(phase == BRI_APART ? &touching->flight : phase == BRI_LASTING ? &touching->lasting : &touching->blow) += span;
        touches = touches || phase != BRI_APART;
        if (phase == BRI_APART && after[s->gap[g].discrete] != BRI_APART) {
            touching->contacts++;
            touching->fastest = fmax(touching->fastest, after[s->gap[g].discrete + 1]);
        }
    }
    for (int i = 0; i <= LOOKS && (touches || m->ideal); i++) {
        double t = i < LOOKS ? from + span * i / LOOKS : now;
        double *x = (double *)(size_t)bri_sim_interpolate(sim, t);
        if (!look(work, t, x, before, i == LOOKS, m->ideal && i > 0)) break;
        if (lubricated && i > 0) see_lubricants(m, work, x, before, span / LOOKS);
        if (i == LOOKS) see_parting(m, work, before, after);
        for (int k = 0; k < s->interfaces && i == LOOKS; k++)
            if (!bri_is_apart(s, &s->interface[k], before) && s->interface[k].gap >= 0)
                see_ratio(m, work, &s->interface[k], k, before);
        for (int g = 0; g < s->gaps; g++)
            if (before[s->gap[g].discrete] != BRI_APART && (i > 0 || isnan(m->samples[g][2].t)))
                see_push(m, work, g, t);
    }
    work->solved = false;
}

/* --- end ------------------------------------------------------------------------------------------------------------------- */

void bri_measure_close(bri_measure *m, const bri_system *s, double span)
{
    if (!m) return;
    bri_result *result = m->result;
    for (int g = 0; g < s->gaps; g++) {
        bri_touching *touching = &result->touching[g];
        touching->flight /= span;
        touching->blow /= span;
        touching->lasting /= span;
        for (int k = 0; k < s->interfaces; k++) {
            if (s->interface[k].gap != g) continue;
            bri_rubbing *rubbing = &result->rubbing[k];
            rubbing->touches = true;
            rubbing->loaded_from = loaded_share * touching->peak;
            rubbing->floored = bri_floor_of(&s->interface[k]);
            int octave = 0;
            frexp(rubbing->loaded_from, &octave); /* the octave above is the first that is wholly there */
            octave += 101;
            for (int i = 0; i < OCTAVES; i++) {
                rubbing->ratio_most = fmax(rubbing->ratio_most, m->ratio[k][i]);
                if (i >= octave) rubbing->ratio_loaded = fmax(rubbing->ratio_loaded, m->ratio[k][i]);
            }
            rubbing->load_most = fmax(rubbing->load_most, touching->peak);
        }
    }
    for (int i = 0; i < result->films; i++) {
        bri_film *film = &result->film[i];
        double time = m->film_time[film->interface];
        film->below /= time > 0 ? time : 1;
        film->above /= time > 0 ? time : 1;
    }
    for (int i = 0; i < result->leavings; i++)
        result->leaving[i].outside /=
            m->time[result->leaving[i].interface] > 0 ? m->time[result->leaving[i].interface] : 1;
}
