/* rest.c - whether a mechanism is at rest */
#include "stiction/rest.h"

#include <math.h>

#include "base/fail.h"
#include "base/given.h"
#include "stiction/compute_verdict.h"
#include "stiction/tolerance.h"

static const bri_struct verdict_def = BRI_STRUCT(bri_verdict_def, bri_verdict_defaults, samples);

bri_status bri_verdict_def_given(const bri_verdict_def *given, bri_verdict_def *def, bri_error *err)
{
    return bri_given(&verdict_def, given, def, err);
}

double bri_history_end(const bri_system *s, const bri_verdict_def *def)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    return def->until > 0 ? def->until : run->until;
}

bri_status bri_require_time(const bri_system *s, const bri_verdict_def *def, double t, bri_error *err)
{
    double end = bri_history_end(s, def);
    if (t >= s->t0 && t <= end) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "%.9g s is outside the run, which goes from %.9g s to %.9g s", t, s->t0, end);
}

/* --- velocities ----------------------------------------------------------------------------------------------------------- */

/* Speed of one body, m/s: of its centre, or its angular velocity times the mechanism's length. */
static double speed_of(const bri_system *s, const double *u, int body)
{
    const double *v = u + BRI_DOF * body;
    return fmax(hypot(v[0], v[1]), fabs(v[2]) * s->length);
}

static int fastest_body(const bri_system *s, const double *u)
{
    int fastest = 0;
    for (int b = 1; b < s->bodies; b++)
        if (speed_of(s, u, b) > speed_of(s, u, fastest)) fastest = b;
    return fastest;
}

double bri_largest_speed(const bri_system *s, const double *u) { return speed_of(s, u, fastest_body(s, u)); }

bri_status bri_require_rest(const bri_system *s, const double *u, double t, double reference, bri_error *err)
{
    int b = fastest_body(s, u);
    if (!(speed_of(s, u, b) > tol_still * reference)) return BRI_OK;
    const double *v = u + BRI_DOF * b;
    bool turns = fabs(v[2]) * s->length > hypot(v[0], v[1]);
    return bri_fail(
        err, BRI_BAD_MODEL,
        "at t = %.9g s body '%s' moves, with %.4g %s, and a verdict requires a mechanism at rest; --along finds "
        "the instants at which a run is at rest",
        t, s->body_name[b], turns ? fabs(v[2]) : hypot(v[0], v[1]), turns ? "rad/s" : "m/s");
}

bri_status bri_require_drivers_at_rest(const sti_configuration *at, bri_error *err)
{
    const bri_system *s = at->system;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->held && joint->drive; i++) {
            const bri_motion *row = &at->point.row[joint->row + i];
            bool turns = bri_unit_turns(joint->kind->held[i].unit);
            if (fabs(row->drift) <= tol_still * s->speed && fabs(row->bias) <= tol_still * s->speed) continue;
            bool accelerates = fabs(row->drift) <= tol_still * s->speed;
            return bri_fail(err, BRI_BAD_MODEL,
                            "at t = %.9g s driver '%s' %s, by %.4g %s, and a verdict requires a mechanism at rest",
                            at->point.t, joint->name, accelerates ? "accelerates" : "moves",
                            fabs(accelerates ? row->bias : row->drift),
                            accelerates ? (turns ? "rad/s2" : "m/s2") : (turns ? "rad/s" : "m/s"));
        }
    }
    return BRI_OK;
}

bri_status bri_verdict_of_configuration(sti_configuration *at, double t, const bri_verdict_def *def,
                                        bri_verdict_result **result, bri_error *err)
{
    bri_configuration_set(at, t);
    bri_status status = bri_require_drivers_at_rest(at, err);
    return status ? status : bri_compute_verdict(at, t, def, result, err);
}
