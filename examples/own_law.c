/* own_law.c - a friction law of one's own, used by its name in a mechanism
 *
 *     F = -N (mu_0 + a ln(1 + |v|/v_0)) v/|v|      at rest |F| <= mu_0 N
 *
 * Rocks and polymers: friction grows with the logarithm of the speed. */
#include <bristle/bristle.h>
#include <math.h>
#include <stdio.h>

typedef struct log_law {
    double mu_0, a, v_0;
} log_law;

static const bri_param log_params[] = {
    BRI_PARAM_AS(log_law, mu_0, BRI_ROLE_STATIC, "1", 0.3, 0, 10, "coefficient of static friction"),
    BRI_PARAM(log_law, a, "1", 0.02, 0, 1, "growth of the coefficient with the logarithm of the speed"),
    BRI_PARAM_AS(log_law, v_0, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3, "speed at which it begins to grow"),
    {0},
};

static void log_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const log_law *p = params;
    double speed = slip->speed > 0 ? slip->speed : 0, mu = p->mu_0 + p->a * log1p(speed / p->v_0);
    out->force = slip->load * mu;
    out->by_speed = slip->load * p->a / (p->v_0 + speed);
    out->by_load = mu;
}

static double log_static_limit(const void *params, const bri_slip *slip, double *by_load)
{
    *by_load = ((const log_law *)params)->mu_0;
    return slip->load * *by_load;
}

static bool always(const void *params)
{
    (void)params;
    return true;
}

static const bri_friction_law logarithmic = {
    .kind = {.name = "logarithmic",
             .family = "static",
             .title = "friction that grows with the logarithm of the speed",
             .equations = "F = -N (mu_0 + a ln(1 + |v|/v_0)) v/|v|\n",
             .params_size = sizeof(log_law),
             .params = log_params},
    .size = sizeof(bri_friction_law),
    .curve = log_curve,
    .static_limit = log_static_limit,
    .passive = always,
};

static const char model_text[] = "gravity: [0, -9.81]\n"
                                 "bodies: {block: {mass: 2 kg, inertia: 0.01 kg m2, velocity: [1 m/s, 0]}}\n"
                                 "joints: {guide: {translational: [ground, block], along: [1, 0],\n"
                                 "                 friction: {law: logarithmic, mu_0: 0.2, a: 0.03, v_0: 1 mm/s}}}\n";

int main(void)
{
    bri_error err = {0};
    bri_catalogue *catalogue = NULL;
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_status status = bri_catalogue_create(&catalogue, &err);
    if (!status) status = bri_catalogue_add_law(catalogue, &logarithmic, &err);
    if (!status) status = bri_model_parse_with(catalogue, model_text, sizeof model_text - 1, "block", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status) status = bri_run(system, NULL, &result, &err);
    if (!status && result->events) printf("the block stops at %.4f s\n", result->event[0]->time);
    if (status) fprintf(stderr, "%s: %s\n", err.where, err.what);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    bri_catalogue_destroy(catalogue);
    return status != BRI_OK;
}
