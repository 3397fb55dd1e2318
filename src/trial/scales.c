/* scales.c - characteristic speed and presliding displacement of a law */
#include "trial/scales.h"

#include <math.h>

double bri_steady_force(const bri_friction_law *law, const void *params, const bri_pair *pair, double load, double v)
{
    bri_slip slip = {.pair = pair, .elements = bri_kind_elements(&law->kind, params)};
    bri_curve curve;
    bri_slip_set(&slip, 1, &v, load);
    law->curve(params, &slip, &curve);
    return curve.force;
}

/* The first speed scale of its table, else the largest inverse of its steepnesses, else 1 mm/s. */
static double speed_of(const bri_friction_law *law, const void *params)
{
    double slowest = 0;
    if (law->needs) return 0.2; /* lubricated laws: fitted to rollers at up to several m/s */
    for (const bri_param *p = law->kind.params; p->name; p++) {
        double speed = bri_param_speed(p, params);
        if (speed > 0 && p->role == BRI_ROLE_SPEED_SCALE) return speed;
        slowest = fmax(slowest, speed);
    }
    return slowest > 0 ? slowest : 1e-3;
}

static void constant_velocity(double t, bri_trace_input *now, void *user)
{
    (void)t;
    const double *v_and_load = user;
    now->v[0] = v_and_load[0];
    now->load = v_and_load[1];
}

static bri_status reach_of(const bri_friction_law *law, const void *params, const bri_pair *pair, double load,
                           double speed, double *reach, bri_error *err)
{
    double given[2] = {0.01 * speed, load}, full = bri_steady_force(law, params, pair, load, given[0]);
    bri_trace_def def = bri_trace_defaults();
    bri_trace *trace;
    def.law = law, def.params = params, def.pair = pair, def.history = constant_velocity, def.user = given;
    def.rtol = 1e-5;
    bri_status status = bri_trace_create(&def, &trace, err);
    if (status) return status;
    double x = 1e-10;
    for (; !status && x < 1; x *= 1.2) {
        status = bri_trace_advance(trace, x / given[0], err);
        if (fabs(bri_trace_now(trace).force[0]) >= 0.9 * full) break;
    }
    *reach = x;
    bri_trace_destroy(trace);
    return status;
}

bri_status bri_scales_of(const bri_friction_law *law, const void *params, const bri_pair *pair, double load,
                         bri_scales *scales, bri_error *err)
{
    *scales = (bri_scales){.speed = speed_of(law, params)};
    return law->kind.states ? reach_of(law, params, pair, load, scales->speed, &scales->reach, err) : BRI_OK;
}
