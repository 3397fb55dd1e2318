/* main.c - a program that uses an installed bristle: Coulomb friction, smoothed by tanh, in full sliding */
#include <bristle/bristle.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char model_text[] = "gravity: [0, -9.81]\n"
                                 "bodies: {bar: {mass: 2, inertia: 0.06, at: [0.3, 0], points: {top: [-0.3, 0]}}}\n"
                                 "joints: {pin: {revolute: [ground, bar.top]}}\n"
                                 "run: {until: 0.1}\n";

/* Uses optional parts: runs a model by an integrator, and writes the result as HDF5. */
static bri_status use_parts(const char *integrator, const char *path, bri_error *err)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.integrator = integrator;
    bri_status status = bri_model_parse(model_text, strlen(model_text), "pendulum", &model, err);
    if (!status) status = bri_system_build(model, &system, err);
    if (!status) status = bri_run(system, &def, &result, err);
    for (int i = 0; !status && i < result->terms; i++)
        printf("%-45s %g J\n", result->term[i]->name, result->term[i]->energy);
    if (!status && path) status = bri_result_write_hdf5(result, "pendulum", path, err);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status;
}

/* consumer [INTEGRATOR [RESULT.h5]] */
int main(int count, char **word)
{
    bri_error err = {0};
    const bri_friction_law *law = bri_law_find("coulomb_tanh", &err);
    if (!law) {
        fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    bri_status status = bri_params_set(&law->kind, &params, "mu_k", 0.25, &err);
    bri_units *units = NULL;
    if (!status) status = bri_units_create(&units, &err);
    if (!status) status = bri_params_set_text(&law->kind, &params, units, "k_tanh", "1 s/mm", &err);
    bri_units_destroy(units);
    if (!status && count > 1) status = use_parts(word[1], count > 2 ? word[2] : NULL, &err);
    if (status) {
        fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    bri_slip slip = {0};
    bri_drag drag = {0};
    double v = -2;
    bri_slip_set(&slip, 1, &v, 40);
    bri_friction_eval(law, &params, &slip, &drag, NULL);
    printf("%.17g N\n", drag.force[0]);
    return fabs(drag.force[0] - 0.25 * 40) > 1e-12;
}
