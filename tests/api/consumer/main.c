/* main.c - a program that uses an installed bristle: Coulomb friction, smoothed by tanh, in full sliding */
#include <bristle/bristle.h>
#include <math.h>
#include <stdio.h>

int main(void)
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
    bri_units *units = NULL; /* so that the units library is linked too */
    if (!status) status = bri_units_create(&units, &err);
    if (!status) status = bri_params_set_text(&law->kind, &params, units, "k_tanh", "1 s/mm", &err);
    bri_units_destroy(units);
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
