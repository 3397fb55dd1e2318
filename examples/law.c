/* law.c - one friction law on its own: what does LuGre's law say now? */
#include <bristle/bristle.h>
#include <stdio.h>

int main(void)
{
    bri_error err = {0};
    bri_params params;
    const bri_friction_law *lugre = bri_law_find("lugre", &err);
    bri_params_defaults(&lugre->kind, &params);
    bri_params_set(&lugre->kind, &params, "sigma0", 2e5, &err);

    double v = 1e-3, z = 5e-6, zdot; /* m/s, m */
    bri_slip slip = {.z = &z};
    bri_drag drag = {.zdot = &zdot};
    bri_slip_set(&slip, 1, &v, 20); /* one component, a load of 20 N */
    bri_friction_eval(lugre, &params, &slip, &drag, NULL);
    printf("force %g N, rate of z %g m/s\n", drag.force[0], zdot);
}
